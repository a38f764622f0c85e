"""Zones of control (10.10.3): which hexes a side's mobile ground units control, and what the enemy can know
of that."""

from collections.abc import Callable

from adjudication.engine.register import citations
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.units import INFANTRY, is_mobile
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.status import SUPPRESSED, enemy_of, hexes
from domain.events.seen import both, knows
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)

LARGEST = 20
"""Hexes up to so many kilometres across have zones of control."""


@derived
def width(board: Board, hex: str) -> int:
    """How many kilometres a hex is across, 0 where the map does not say."""
    chart = board.data.maps.get(board.spaces[hex].map)
    if chart is None or not chart.scale:
        return 0
    return chart.scale * 1852 // 1000 if chart.unit == "nm" else chart.scale


@derived
def has_zones(board: Board, hex: str) -> bool:
    """Whether a hex is one of a tactical map, on which ground units march and have zones of control."""
    return 0 < width(board, hex) <= LARGEST


def small(state: State, hex: str) -> bool:
    """Whether the rules for maps of 10 km apply in a hex: those under 15 km (10.9)."""
    return width(state.board, hex) < figure(state, "small hexes")


@derived
def enemy_zoc(state: State, side: str) -> frozenset[str]:
    """The hexes in an enemy zone of control, whatever the side knows of it (10.10.3a)."""
    return frozenset(_zones(state, enemy_of(state, side), lambda unit: True))


@derived
def known_zoc(state: State, side: str) -> frozenset[str]:
    """The hexes that the side knows to be in an enemy zone of control: those of detected units."""
    return frozenset(
        _zones(state, enemy_of(state, side), lambda unit: knows(side, both(unit.seen_by, unit.known_to)))
    )


def _zones(state: State, of: str, counts: Callable[[Piece], bool]) -> set[str]:
    mobile: dict[str, int] = {}
    light: dict[str, int] = {}
    for unit in on_the_map(state, of):
        if not counts(unit) or state.mark(unit.id, SUPPRESSED):
            continue
        read = sheet(unit)
        if is_mobile(read):
            mobile[unit.place] = mobile.get(unit.place, 0) + unit.steps
        elif read.light and read.type == INFANTRY:
            light[unit.place] = light.get(unit.place, 0) + unit.steps
    found: set[str] = set()
    for hex in (*mobile, *light):
        if has_zones(state.board, hex) and _exerts(state, hex, mobile.get(hex, 0), light.get(hex, 0)):
            found.update((hex, *state.board.neighbours[hex]))
    return found


def _exerts(state: State, hex: str, mobile: int, light: int) -> bool:
    """Whether a stack exerts a zone of control: unsuppressed motorized and mechanized steps, on small hexes
    light infantry steps too (10.10.3b, 10.10.3c, 10.15.7g)."""
    if not small(state, hex):
        return mobile >= figure(state, "zone of control")
    return mobile >= figure(state, "zone of control in small hexes") or light >= figure(
        state, "light zone of control in small hexes"
    )


def on_the_map(state: State, side: str) -> list[Piece]:
    """A side's ground units that stand on the maps by themselves."""
    places = hexes(state.board)
    return [unit for unit in state.of_group(GROUND) if unit.side == side and unit.place in places]


@derived
def ground_hexes(state: State, side: str) -> frozenset[str]:
    """The hexes of the maps with ground units of a side."""
    return frozenset(unit.place for unit in on_the_map(state, side))


@derived
def seen_hexes(state: State, side: str) -> frozenset[str]:
    """The hexes in which a side sees enemy ground units, known to it or not."""
    enemy = on_the_map(state, enemy_of(state, side))
    return frozenset(unit.place for unit in enemy if knows(side, unit.seen_by))


@derived
def land(board: Board) -> frozenset[str]:
    """The hexes on which ground units can stand: those that are not water."""
    return frozenset(id for id in hexes(board) if board.spaces[id].terrain not in WATER)


WATER = ("deep sea", "littoral")
