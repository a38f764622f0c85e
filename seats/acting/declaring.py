"""Declaring what the game is for, and how it is to be handled."""

from collections.abc import Mapping

from adjudication.seminar.declaring import declaring
from adjudication.seminar.markings import marking
from domain.views.view import WHITE
from seats.acting.acted import Acted
from seats.seat.seat import Seat


def declare(
    seat: Seat,
    purpose: str,
    questions: Mapping[str, str],
    outcomes: Mapping[str, str],
    by: str = "",
    shared: bool = False,
    anew: bool = False,
) -> Acted:
    """Declare what the game is for: research questions and learning outcomes by their ids.

    shared: the sides may read it too. anew: what was declared before is forgotten. Raises BadData.
    """
    if shared and not (purpose or questions or outcomes) and seat.game.state.cell.declared is not None:
        purpose = seat.game.state.cell.declared.purpose
    declared = seat.deciding_again(
        lambda: seat.session_without_dice().record(
            lambda number, time: declaring(
                seat.game.state, number, time, purpose, questions, outcomes, by, shared, anew
            )
        ),
        lambda: None,
    )
    return Acted(seat, [declared], seat.session_without_dice().pending(), WHITE)


def mark(seat: Seat, text: str, event: int = 0, by: str = "") -> Acted:
    """Mark how the game, or one event, is to be handled; an empty text takes a marking off. Raises BadData or
    NotFound."""
    marked = seat.deciding_again(
        lambda: seat.session_without_dice().record(
            lambda number, time: marking(seat.game, number, time, text, event, by)
        ),
        lambda: None,
    )
    return Acted(seat, [marked], seat.session_without_dice().pending(), WHITE)
