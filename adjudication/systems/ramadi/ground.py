"""The ground held: occupying, clearing, lines of communication and the points they give (5.2)."""

from typing import NamedTuple

from adjudication.engine.legality import only
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ramadi", __file__)

ISF = "isf"
ISIS = "isis"
ZONES = ("north", "west", "south")
ZONE_BOXES = {"zone-north": "north", "zone-west": "west", "zone-south": "south"}

GROUND_UNIT = "ground unit"
GROUND_ASSET = "ground asset"
AIR_ASSET = "air asset"
MARKER = "marker"
CLEARED = "cleared"

TRANSFER_BOX = "transfer"
ASSET_TRANSFER_BOX = "asset-transfer"
AIR_AVAILABLE = "air-available"
AIR_EXPENDED = "air-expended"
MARKERS = "markers"
RESERVE = "reserve"
CASUALTY_SIDE = "casualty"

BRIDGES = ("bridge", "dam", "barrage")
"""Terrain that counts as a bridge throughout (reading of 6.4)."""

GLASS_FACTORY = "Glass Factory"
"""The one hex from which the Ramadi Barrage can be entered (4.2)."""

OBJECTIVE_POINTS = 5
URBAN_POINTS = 1
STACKING_LIMIT = 2


class Network(NamedTuple):
    """The ground held at one moment.

    reach: zone -> its deployment hexes and all held hexes linked to it. zones: hex -> the zones it
    belongs to or has a line of communication with; a hex without one is not in it. linked: hexes that
    one may move over: those zones -> their hexes. points: what the held ones are worth, and objectives:
    how much of that the key objectives are.
    """

    reach: dict[str, dict[str, None]]
    zones: dict[str, tuple[str, ...]]
    linked: dict[tuple[str, ...], dict[str, None]]
    points: int
    objectives: int


@derived
def deployment_hexes(board: Board) -> dict[str, tuple[str, ...]]:
    """The red-outlined hexes of each zone (5.2)."""
    return {zone: tuple(space.id for space in board.data.spaces if space.zone == zone) for zone in ZONES}


@derived
def contested_hexes(board: Board) -> dict[str, None]:
    """The contested zone: every enterable hex that is not a deployment hex (5.2)."""
    return dict.fromkeys(space.id for space in board.data.spaces if space.zone == "contested")


@derived
def map_hexes(board: Board) -> dict[str, None]:
    """Every hex of the map."""
    return dict.fromkeys(space.id for space in board.data.spaces if space.kind == "hex")


@derived
def targets_from(board: Board) -> dict[str, tuple[str, ...]]:
    """Hex -> the contested hexes beside it that an operation may enter from there (4.2).

    A bridge is entered from the hexes at its ends, the Barrage from the Glass Factory alone, also when
    the city side of it is held.
    """
    spaces, contested = board.spaces, contested_hexes(board)
    return {
        hex: tuple(
            other
            for other in board.neighbours[hex]
            if other in contested and (spaces[other].terrain != "barrage" or space.name == GLASS_FACTORY)
        )
        for hex, space in spaces.items()
    }


@derived
def held_hexes(state: State) -> frozenset[str]:
    """The contested hexes that hold an ISF ground unit or a Cleared marker (5.2)."""
    return state.places_of(GROUND_UNIT, MARKER, among=contested_hexes(state.board))


def control(state: State) -> dict[str, str]:
    """Who holds each hex: deployment hexes and held ones the ISF, the rest of the contested zone ISIS."""
    held = held_hexes(state)
    zones = {hex: ISF for hexes in deployment_hexes(state.board).values() for hex in hexes}
    return zones | {hex: ISF if hex in held else ISIS for hex in contested_hexes(state.board)}


def communications(state: State) -> dict[str, list[tuple[str, str]]]:
    """The ISF's lines of communication (5.2): each held hex that has one, with the hex before it on the way
    back to the nearest deployment hex."""
    board, held = state.board, held_hexes(state)
    ways: dict[str, str] = {}
    sources = [hex for hexes in deployment_hexes(board).values() for hex in hexes]
    queue = list(sources)
    reached = set(sources)
    for hex in queue:
        for other in board.neighbours[hex]:
            if other in held and other not in reached:
                reached.add(other)
                ways[other] = hex
                queue.append(other)
    return {ISF: list(ways.items())}


@derived
def network_of(board: Board, held: frozenset[str]) -> Network:
    """Lines of communication (5.2): chains of adjacent held hexes back to a deployment zone."""
    reach = {zone: board.reachable(starts, held) for zone, starts in deployment_hexes(board).items()}
    hexes = dict.fromkeys(hex for zone in ZONES for hex in reach[zone])
    zones = {hex: tuple(zone for zone in ZONES if hex in reach[zone]) for hex in hexes}
    linked = {
        joined: dict.fromkeys(hex for zone in joined for hex in reach[zone])
        for joined in dict.fromkeys((*zones.values(), ZONES))
    }
    worths = [worth(board, hex) for hex in hexes if hex in held]
    objectives = sum(points for points in worths if points == OBJECTIVE_POINTS)
    return Network(reach, zones, linked, sum(worths), objectives)


@derived
def network(state: State) -> Network:
    """The ground held now."""
    return network_of(state.board, held_hexes(state))


def worth(board: Board, hex: str) -> int:
    """Points for holding a hex with a line of communication (5.2): objectives do not also count as urban."""
    terrain = board.spaces[hex].terrain
    if terrain == "objective":
        return OBJECTIVE_POINTS
    return URBAN_POINTS if terrain == "urban" else 0


def rescore(umpire: Umpire, before: Network) -> None:
    """Correct the ISF track at once when held ground or a line of communication has changed."""
    now = network(umpire.state)
    if now is before:
        return
    objectives = now.objectives - before.objectives
    urban = now.points - before.points - objectives
    lost = R["5.2j"]
    umpire.score("isf_vp", objectives, rule=R["5.2a"] if objectives > 0 else lost, why="key objectives held")
    umpire.score("isf_vp", urban, rule=R["5.2b"] if urban > 0 else lost, why="urban hexes held")


def combat(piece: Piece) -> int:
    """A counter's combat factor (8.0)."""
    return piece.value("combat")


def units_at(state: State, hex: str) -> list[Piece]:
    """The ISF ground units in a hex."""
    return [piece for piece in state.pieces_at(hex) if piece.kind.group == GROUND_UNIT]


def markers_at(state: State, hex: str) -> list[Piece]:
    """The Cleared markers in a hex, at most one."""
    if hex not in state.numbers_at(MARKER):
        return []
    return [piece for piece in state.pieces_at(hex) if piece.kind_id == CLEARED]


@derived
def units_on_map(state: State) -> list[Piece]:
    """Every ISF ground unit that stands on the map, in counter order."""
    hexes = map_hexes(state.board)
    return [unit for unit in state.of_group(GROUND_UNIT) if unit.place in hexes]


def unit_counts(state: State) -> dict[str, int]:
    """How many ground units are in each hex or box that has any."""
    return state.numbers_at(GROUND_UNIT)


def contested(state: State) -> dict[str, None]:
    """The contested zone."""
    return contested_hexes(state.board)


@derived
def full_hexes(state: State) -> frozenset[str]:
    """Every hex that holds as many units as it may, or more."""
    return frozenset([hex for hex, count in unit_counts(state).items() if count >= STACKING_LIMIT])


def enter(umpire: Umpire, unit: str, hex: str, *, rule: str) -> None:
    """Bring a unit into a hex; a Cleared marker there goes back to the stock (reading of 5.2)."""
    umpire.move(unit, hex, rule=rule)
    for marker in markers_at(umpire.state, hex):
        umpire.move(marker.id, MARKERS, rule=R["5.2n"])


def leave(umpire: Umpire, hex: str) -> None:
    """When the last unit has left a cleared hex the player may keep it by a Cleared marker.

    Without a marker, or with none of the twelve left, it goes back to ISIS.
    """
    state = umpire.state
    if hex not in contested_hexes(state.board) or hex in held_hexes(state):
        return
    stock = [piece.id for piece in state.pieces_at(MARKERS) if piece.kind_id == CLEARED]
    if not stock:
        return
    name = state.board.spaces[hex].name
    if umpire.choose(ISF, f"Leave a Cleared marker in {name} ({hex})?", [True, False], rule=R["5.2h"]):
        umpire.move(min(stock), hex, rule=R["5.2h"])


def lose(umpire: Umpire, unit: str, *, rule: str) -> None:
    """One ISF casualty: to the transfer box on its casualty side; both tracks follow."""
    umpire.move(unit, TRANSFER_BOX, rule=rule)
    umpire.change(unit, face=CASUALTY_SIDE, rule=R["6.5c"])
    umpire.mark(unit, "lost", umpire.state.turn, rule=R["6.5g"])
    umpire.score("casualties", 1, rule=R["6.5m"], why="ISF casualty")
    umpire.score("isis_vp", 1, rule=R["5.2r"], why="ISF casualty")


def expend(umpire: Umpire, asset: str, *, rule: str) -> None:
    """An air asset goes to Expended, where it waits until the end of the next turn."""
    umpire.move(asset, AIR_EXPENDED, rule=rule)
    umpire.mark(asset, "expended", umpire.state.turn, rule=R["6.7f"])


def ground_units(state: State) -> frozenset[str]:
    """The ids of the ISF ground units."""
    return state.ids_of(GROUND_UNIT)


def ground_assets(state: State) -> frozenset[str]:
    """The ids of the ISF ground assets."""
    return state.ids_of(GROUND_ASSET)


def air_assets(state: State) -> frozenset[str]:
    """The ids of the ISF air assets."""
    return state.ids_of(AIR_ASSET)


def no_such(argument: str, group: str) -> str:
    """How an order is refused that names no ISF counter of that group."""
    return f"There is no ISF {group} {{{argument}!r}}; `whitecell pieces` lists them."


def the_player(state: State) -> tuple[str]:
    """Who gives all orders (1.0)."""
    return (ISF,)


BY_THE_PLAYER = only(
    "side", the_player, "side", R["1.0"], "Only the ISF player gives orders; the rules play ISIS."
)
"""What ISIS does comes of the rules and dice alone (1.0)."""
