"""The map as the rules read it: zones, crossings, objectives, and what can be attacked from where (4.2, 5.2).

The board says by tags which hexes are an `objective`, the `government-complex` and a `crossing` (bridge, dam
or barrage), and by the value `entered_from` which one hex a crossing is entered from. Names are for people.
"""

from adjudication.systems.ramadi.table.counters import ZONES
from domain.errors import BadData
from domain.events import SpaceData
from domain.table.board import Board
from domain.table.derived import derived

OBJECTIVE = "objective"
GOVERNMENT_COMPLEX = "government-complex"
CROSSING = "crossing"
ENTERED_FROM = "entered_from"

OBJECTIVE_POINTS = 5  # 5.2a
URBAN_POINTS = 1  # 5.2b


@derived
def deployment_hexes(board: Board) -> dict[str, tuple[str, ...]]:
    """The red-outlined hexes of each zone (5.2)."""
    return {zone: tuple(space.id for space in board.data.spaces if space.zone == zone) for zone in ZONES}


@derived
def zone_of_hex(board: Board) -> dict[str, str]:
    """Deployment hex -> its zone."""
    return {hex: zone for zone, hexes in deployment_hexes(board).items() for hex in hexes}


@derived
def contested_hexes(board: Board) -> dict[str, None]:
    """The contested zone: every enterable hex that is not a deployment hex (5.2)."""
    return dict.fromkeys(space.id for space in board.data.spaces if space.zone == "contested")


@derived
def map_hexes(board: Board) -> dict[str, None]:
    """Every hex of the map."""
    return dict.fromkeys(space.id for space in board.data.spaces if space.kind == "hex")


@derived
def objectives(board: Board) -> tuple[str, ...]:
    """The key objective hexes (5.1), in the board's order."""
    return _tagged(board, OBJECTIVE)


@derived
def crossings(board: Board) -> frozenset[str]:
    """The bridges, the dam and the barrage: bridges throughout (reading of 6.4)."""
    return frozenset(_tagged(board, CROSSING))


@derived
def government_complex(board: Board) -> str:
    """The hex without which the game is lost (5.2). Raises BadData for a board that does not mark one."""
    found = _tagged(board, GOVERNMENT_COMPLEX)
    if len(found) != 1:
        raise BadData(f"The board tags {len(found)} hexes as {GOVERNMENT_COMPLEX}; the rules need one (5.2).")
    return found[0]


@derived
def targets_from(board: Board) -> dict[str, tuple[str, ...]]:
    """Hex -> the contested hexes beside it that an operation may enter from there (4.2).

    A bridge is entered from the hexes at its ends, the Barrage from the Glass Factory alone, also when
    the city side of it is held.
    """
    contested = contested_hexes(board)
    return {
        hex: tuple(
            other
            for other in board.neighbours[hex]
            if other in contested and _entered_from(board.spaces[other]) in ("", hex)
        )
        for hex in board.spaces
    }


@derived
def worth(board: Board, hex: str) -> int:
    """Points for holding a hex with a line of communication (5.2): objectives do not also count as urban."""
    if hex in objectives(board):
        return OBJECTIVE_POINTS
    return URBAN_POINTS if board.spaces[hex].terrain == "urban" else 0


def _tagged(board: Board, tag: str) -> tuple[str, ...]:
    """The hexes that bear a tag."""
    return tuple(space.id for space in board.data.spaces if tag in space.tags)


def _entered_from(space: SpaceData) -> str:
    """The one hex that a hex is entered from; empty where any beside it will do."""
    return str(space.values.get(ENTERED_FROM, ""))
