"""Handling markings: how a game, one of its events, and a page that shows them are to be handled."""

from collections.abc import Iterable

from domain.errors import BadData
from domain.events import MarkingSet
from domain.game.game import Game
from domain.table.state import State

SCALE = (
    "UNCLASSIFIED",
    "OFFICIAL",
    "OFFICIAL-SENSITIVE",
    "RESTRICTED",
    "CONFIDENTIAL",
    "SECRET",
    "TOP SECRET",
)
"""The markings whose order is known, lowest first."""

LONGEST_MARKING = 100


def marking_of(state: State) -> str:
    """The marking of the game, empty when it has none."""
    return state.cell.markings.get(0, "")


def highest(markings: Iterable[str]) -> str:
    """What a page with all of these is marked: the highest of those of the known scale, and every other."""
    said = list(dict.fromkeys(marking for marking in markings if marking))
    known = [marking for marking in said if _place(marking) >= 0]
    top = [max(known, key=_place)] if known else []
    return " / ".join([*top, *(marking for marking in said if _place(marking) < 0)])


def _place(marking: str) -> int:
    """Its place on the scale, however it is written (`Official: Sensitive`); -1 when it is not there."""
    plain = " ".join("".join(char if char.isalnum() else " " for char in marking.upper()).split())
    return next((place for place, name in enumerate(SCALE) if name.replace("-", " ") == plain), -1)


def page_marking(state: State, shown: Iterable[str] = ()) -> str:
    """What stands on top and bottom of a page that shows events with these markings of their own."""
    return highest([marking_of(state), *shown])


def check_marking(text: str) -> None:
    """Raises BadData for a marking that cannot stand on a page."""
    if len(text) > LONGEST_MARKING or not text.isprintable():
        raise BadData(
            f"A marking has at most {LONGEST_MARKING} characters, none of them a control character."
        )


def marking(game: Game, number: int, time: str, text: str, concerns: int, by: str) -> MarkingSet:
    """The event that marks the game, or event `concerns` alone; an empty text takes the marking off.

    Whoever may not know of the event may not know of its marking. Raises BadData or NotFound.
    """
    check_marking(text)
    if concerns < 0:
        raise BadData("--event takes the number of an event.")
    audience = game.event(concerns).audience if concerns else None
    return MarkingSet(
        number=number, time=time, audience=audience, marking=" ".join(text.split()), concerns=concerns, by=by
    )
