"""What counts as a loss: what the rules of a system say, else what became a casualty or left the game."""

from collections.abc import Callable

import msgspec

from domain.events import Event, PieceChanged, PieceMoved, PieceRemoved
from domain.table.board import Board
from domain.table.state import State

CASUALTY = "casualty"
"""The face of a counter that shows it as a casualty."""
ELIMINATED = "eliminated"
"""The id, or a tag, of a box for what is out of the game."""
REMOVED = "removed"


class Loss(msgspec.Struct, frozen=True, gc=False):
    """What an event cost a side: of which piece (empty: of none), and how, in a word or two (`step loss`,
    `captured`). amount: how many; less than 0 for what came back."""

    piece: str
    side: str
    how: str
    amount: int = 1


LossesOf = Callable[[Event, State], Loss | None]
"""What an event costs a side, given the table before it; None for nothing. A pure function."""


def out_of_game(board: Board, place: str) -> bool:
    """Whether what lies at a place is out of the game."""
    space = board.spaces.get(place)
    return space is not None and ELIMINATED in (space.id, *space.tags)


def usual(event: Event, state: State) -> Loss | None:
    """A counter that is turned to its casualty side, removed, or moved out of the game."""
    match event:
        case PieceChanged(face=face):
            how = CASUALTY if face == CASUALTY else ""
        case PieceRemoved():
            how = REMOVED
        case PieceMoved(to=to):
            how = ELIMINATED if out_of_game(state.board, to) else ""
        case _:
            return None
    return Loss(event.piece, state.pieces[event.piece].side, how) if how else None
