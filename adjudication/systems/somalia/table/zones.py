"""The map as the rules ask of it (2.1): Zones and their terrain, the Famine Line, Mogadishu, and the ways
from one Zone to another."""

from adjudication.engine.register import citations
from domain.table.board import Board
from domain.table.derived import derived

R = citations("somalia", __file__)

DESERT, ROUGH = "desert", "rough"
"""Terrains; other Zones are clear (2.1b). Rough matters in the Flush procedure alone."""
SOUTH, MOGADISHU, SOMALILAND = "south", "mogadishu", "somaliland"
"""Tags of Zones. SOUTH: below the Famine Line (5.3a)."""
AIRPORT, PORT = "mogadishu-airport", "mogadishu-port"
BAIDOA, ETHIOPIA = "baidoa", "across-border"
"""ETHIOPIA: the box beside Baidoa (war2006.economics.c)."""
UN_CUP, US_CUP, BANDIT_CUP, MILITIA_BOX, BROWN_BOX = (
    "un-cup",
    "us-cup",
    "bandit-cup",
    "militia-box",
    "brown-box",
)
MARKERS, DEPLOYING, REMOVED = "markers", "deploying", "removed"
"""Boxes. MARKERS: Bases and Convoys that are not on the map; DEPLOYING: units that are still to be set up;
REMOVED: out of the game for good."""


@derived
def zones(board: Board) -> tuple[str, ...]:
    """All Zones, in the order of the board."""
    return tuple(space.id for space in board.data.spaces)


@derived
def tagged(board: Board, tag: str) -> tuple[str, ...]:
    """The Zones with a tag, in the order of the board."""
    return tuple(space.id for space in board.data.spaces if tag in space.tags)


def is_zone(board: Board, place: str) -> bool:
    """Whether a place is a Zone, not a box."""
    return place in zones(board)


def terrain(board: Board, zone: str) -> str:
    """Desert, rough or clear (2.1b)."""
    return board.spaces[zone].terrain


@derived
def owed(board: Board) -> tuple[str, ...]:
    """The Zones that are owed a Convoy in a Famine turn, if they have no Base (5.3a)."""
    return tuple(zone for zone in tagged(board, SOUTH) if terrain(board, zone) != DESERT)
