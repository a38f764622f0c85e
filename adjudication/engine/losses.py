"""What counts as a loss on any table: a counter turned to its casualty side, or gone from the game."""

from domain.table.board import Board

CASUALTY = "casualty"
"""The face of a counter that shows it as a casualty."""
ELIMINATED = "eliminated"
"""The id, or a tag, of a box for what is out of the game."""


def out_of_game(board: Board, place: str) -> bool:
    """Whether what lies at a place is out of the game."""
    space = board.spaces.get(place)
    return space is not None and ELIMINATED in (space.id, *space.tags)
