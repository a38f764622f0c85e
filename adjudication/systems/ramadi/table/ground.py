"""The ground held (5.2): what is occupied or cleared, its lines of communication, and the points it gives.

All of it follows from where units and Cleared markers are.
"""

from typing import NamedTuple

from adjudication.systems.ramadi.table.board import (
    OBJECTIVE_POINTS,
    contested_hexes,
    deployment_hexes,
    government_complex,
    map_hexes,
    worth,
    zone_of_hex,
)
from adjudication.systems.ramadi.table.counters import (
    GROUND_UNIT,
    ISF,
    ISIS,
    MARKER,
    ZONES,
    unit_counts,
    units_at,
)
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

STACKING_LIMIT = 2  # 4.1b, 6.7b
VACATED = Mark[int]("vacated")
"""The mark of a cleared hex that units left in this movement; it stays open to them until movement ends."""
UNIT_ZONE = Mark[str]("zone")
"""The mark of a unit in the contested zone: the operational zones that it may belong to."""


class Linked(dict[tuple[str, ...], dict[str, None]]):
    """Zones -> the hexes of these zones, and all held hexes linked to one of them."""

    def __init__(self, reach: dict[str, dict[str, None]]) -> None:
        self._reach = reach

    def __missing__(self, zones: tuple[str, ...]) -> dict[str, None]:
        found = self[zones] = dict.fromkeys(hex for zone in zones for hex in self._reach[zone])
        return found


class Network(NamedTuple):
    """The ground held at one moment.

    reach: zone -> its deployment hexes and all held hexes linked to it. zones: hex -> the zones it
    belongs to or has a line of communication with; a hex without one is not in it. linked: the hexes that
    one may move over who belongs to some zones. points: what the held ones are worth, and objectives: how
    much of that the key objectives are. cut_off: held hexes without a line of communication.
    """

    reach: dict[str, dict[str, None]]
    zones: dict[str, tuple[str, ...]]
    linked: Linked
    points: int
    objectives: int
    cut_off: tuple[str, ...]


@derived
def held_hexes(state: State) -> frozenset[str]:
    """The contested hexes that hold an ISF ground unit or a Cleared marker (5.2), and those that units left
    in this movement."""
    held = state.places_of(GROUND_UNIT, MARKER, among=contested_hexes(state.board))
    vacated = state.marked(VACATED)
    return held.union(vacated) if vacated else held


@derived
def network_of(board: Board, held: frozenset[str]) -> Network:
    """Lines of communication (5.2): chains of adjacent held hexes back to a deployment zone."""
    reach = {zone: board.reachable(starts, held) for zone, starts in deployment_hexes(board).items()}
    hexes = dict.fromkeys(hex for zone in ZONES for hex in reach[zone])
    zones = {hex: tuple(zone for zone in ZONES if hex in reach[zone]) for hex in hexes}
    worths = [worth(board, hex) for hex in hexes if hex in held]
    of_objectives = sum(points for points in worths if points == OBJECTIVE_POINTS)
    cut_off = tuple(sorted(held.difference(hexes)))
    return Network(reach, zones, Linked(reach), sum(worths), of_objectives, cut_off)


@derived
def network(state: State) -> Network:
    """The ground held now."""
    return network_of(state.board, held_hexes(state))


def control(state: State) -> dict[str, str]:
    """Who holds each hex: deployment hexes and held ones the ISF, the rest of the contested zone ISIS."""
    held = held_hexes(state)
    zones = dict.fromkeys(zone_of_hex(state.board), ISF)
    return zones | {hex: ISF if hex in held else ISIS for hex in contested_hexes(state.board)}


def communications(state: State) -> dict[str, list[tuple[str, str]]]:
    """The ISF's lines of communication (5.2): each held hex that has one, with the hex before it on the way
    back to the nearest deployment hex."""
    board, held = state.board, held_hexes(state)
    ways: dict[str, str] = {}
    queue = list(zone_of_hex(board))
    reached = set(queue)
    for hex in queue:
        for other in board.neighbours[hex]:
            if other in held and other not in reached:
                reached.add(other)
                ways[other] = hex
                queue.append(other)
    return {ISF: list(ways.items())}


def holds_government_complex(state: State) -> bool:
    """Whether a unit or a Cleared marker is in the Government Complex; by the strict option only a unit."""
    complex = government_complex(state.board)
    if state.options.get("strict_government_complex"):
        return bool(units_at(state, complex))
    return complex in held_hexes(state)


def units_on_map(state: State) -> list[Piece]:
    """Every ISF ground unit that stands on the map, in counter order."""
    hexes = map_hexes(state.board)
    return [unit for unit in state.of_group(GROUND_UNIT) if unit.place in hexes]


@derived
def unit_zones(state: State) -> dict[str, tuple[str, ...]]:
    """Unit on the map -> the operational zones that it belongs to and is linked with (5.2, 6.7).

    A unit keeps the zone in which it came onto the map until it goes by way of the transfer box. By the other
    reading it belongs to every zone that it has a line of communication with.
    """
    zones, of_hex = network(state).zones, zone_of_hex(state.board)
    own = state.marked(UNIT_ZONE)
    found = {}
    for unit in units_on_map(state):
        linked = zones.get(unit.place, ())
        if unit.id in own and unit.place not in of_hex:
            linked = among(linked, own[unit.id])
        found[unit.id] = linked
    return found


@derived
def among(zones: tuple[str, ...], kept: str) -> tuple[str, ...]:
    """Those of these zones that a unit's mark says it may belong to."""
    return tuple(zone for zone in zones if zone in kept.split())


def contested(state: State) -> dict[str, None]:
    """The contested zone."""
    return contested_hexes(state.board)


def full_hexes(state: State) -> frozenset[str]:
    """Every hex that holds as many units as it may, or more."""
    return frozenset([hex for hex, count in unit_counts(state).items() if count >= STACKING_LIMIT])
