"""Masks: plain data with the viewer's own names for pieces, and `UNKNOWN` for those that it has no name for.

A piece stands in plain data by its id: as a value, a key, an item of a list, or an argument of a text. One of
its parts stands there as `PIECE/PART`, and each of several alike as `PIECE/PART/NUMBER`. What people typed is
never masked: masking a word would reveal that it names a hidden piece.
"""

from collections.abc import Callable
from typing import Any

from domain.events.seen import UNKNOWN, WHITE, knows
from domain.table.contacts import contact
from domain.table.state import Piece, State
from domain.texts import Text, said_in

BEFORE_PART = "/"
"""What stands between the id of a piece and its part."""


def sees(state: State, viewer: str, piece: Piece) -> bool:
    """Whether a viewer knows that a piece is there."""
    return not state.unseen or knows(viewer, state.who_sees(piece.id))


def identifies(state: State, viewer: str, piece: Piece) -> bool:
    """Whether a viewer knows what a piece is, and that it is there."""
    return knows(viewer, piece.known_to) and sees(state, viewer, piece)


def masked_for(state: State, viewer: str) -> Callable[[Any], Any]:
    """A function that masks in plain data the pieces that the viewer does not know, on the table as it is at
    the time of the call."""
    pieces, gone = state.pieces, state.gone

    def mask(value: Any) -> Any:
        if isinstance(value, str):
            return called(value)
        if isinstance(value, Text):
            return Text(value.code, arguments(value.arguments)) if value.arguments else value
        if isinstance(value, dict):
            said = said_in(value)
            if said is None:
                return {mask(key): mask(part) for key, part in value.items()}
            return mask(said).as_argument() if isinstance(said, Text) else value
        if isinstance(value, list | tuple):
            return [mask(part) for part in value]
        return value

    def arguments(named: dict[str, Any]) -> dict[str, Any]:
        return {name: mask(value) for name, value in named.items()}

    def called(name: str) -> str:
        """What the viewer calls what has that name."""
        piece = pieces.get(name)
        if piece is not None:
            if identifies(state, viewer, piece):
                return name
            return (contact(state, viewer, piece) if sees(state, viewer, piece) else "") or UNKNOWN
        if name in gone:
            return name if knows(viewer, gone[name][1]) else UNKNOWN
        whole, sign, part = name.partition(BEFORE_PART)
        return f"{called(whole)}{sign}{part}" if sign else name

    return (lambda value: value) if viewer == WHITE else mask
