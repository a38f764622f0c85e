"""Notes, observations, insights, decisions and follow-ups, written while people talk."""

from collections.abc import Sequence

from adjudication.engine.by_hand.noting import hashtags
from adjudication.seminar.addressing import sides_meant
from domain.views.view import WHITE
from seats.acting.acted import Acted
from seats.seat.seat import Seat


def note(
    seat: Seat,
    text: str,
    kind: str = "note",
    *,
    concerns: int = 0,
    links: Sequence[int] = (),
    turns: Sequence[int] = (),
    tags: Sequence[str] = (),
    about: Sequence[str] = (),
    rating: int = 0,
    to: Sequence[str] = (),
    by: str = "",
) -> Acted:
    """Write a note of a kind for the white cell, or for those whom `to` shares it with.

    concerns, links: events that it is about. tags: declared topics; `#ID` in the text is one too. about:
    sides. rating: how much it matters, 1 to 5, 0 for nothing said. Raises BadData or NotFound.
    """
    state = seat.game.state
    text, found = hashtags(text, state)
    audience = sides_meant(state, to, "--to")
    written = seat.deciding_again(
        lambda: seat.session_without_dice().note(
            text,
            by,
            concerns,
            audience,
            kind=kind,
            links=tuple(dict.fromkeys(links)),
            turns=tuple(dict.fromkeys(turns)),
            tags=tuple(dict.fromkeys((*tags, *found))),
            sides=tuple(dict.fromkeys(state.side_named(side) for side in about)),
            rating=rating,
        ),
        lambda: None,
    )
    return Acted(seat, [written], seat.session_without_dice().pending(), WHITE)
