"""Stacking (10.9): how many steps of a side may stand in a hex of a tactical map."""

from adjudication.engine.register import citations
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.units import (
    HEADQUARTERS,
    INFANTRY,
    counted_steps,
    ground_units_at,
)
from adjudication.systems.ows.ground.forces.zones import has_zones, land, on_the_map, small, width
from adjudication.systems.ows.table.counters import GROUND, sheet, sheet_of
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)

URBAN = "urban"
NO_LIMIT = 99


def counts(state: State, unit: Piece, hex: str) -> int:
    """The steps that a ground unit adds to the stacking of a hex: none of a headquarters (10.9e), of light
    infantry in a town (10.9f); an engineer unit is one (10.11a)."""
    read = sheet(unit)
    if read.type == HEADQUARTERS or read.hq is not None:
        return 0
    if read.light and read.type == INFANTRY and state.board.spaces[hex].terrain == URBAN:
        return 0
    return counted_steps(unit)


@derived
def stacks(state: State, side: str) -> dict[str, int]:
    """The steps of a side in each hex that count for stacking. SOF teams do not (10.9e)."""
    found: dict[str, int] = {}
    for unit in on_the_map(state, side):
        found[unit.place] = found.get(unit.place, 0) + counts(state, unit, unit.place)
    return found


def stacked(state: State, side: str, hex: str) -> int:
    """The steps of a side that are stacked in a hex. Only what stands there is looked at: for odds the rest
    stays face down."""
    return sum(counts(state, unit, hex) for unit in ground_units_at(state, hex, side))


def limit(state: State, hex: str) -> int:
    """The steps of a side that may stack in a hex (10.9c, 10.9d)."""
    if not has_zones(state.board, hex):
        return NO_LIMIT
    return figure(state, "stacking in small hexes" if small(state, hex) else "stacking")


def room(state: State, side: str, hex: str) -> int:
    """The steps of a side that may still stack in a hex; less than none where too many stand there."""
    return limit(state, hex) - stacked(state, side, hex)


def fits(state: State, units: list[str], hex: str) -> bool:
    """Whether units, all of one side, may stack in a hex together beside those that are there."""
    if fits_anyway(state, units, hex):
        return True
    return coming(state, units, hex) <= room(state, state.pieces[units[0]].side, hex)


def fits_anyway(state: State, units: list[str], hex: str) -> bool:
    """Whether units, all of one side, may stack in a hex together whatever stands there."""
    steps = coming(state, units, hex)
    if steps <= 0:
        return True
    there = ground_units_at(state, hex, state.pieces[units[0]].side)
    return steps + len(there) * most_steps(state) <= limit(state, hex)


def coming(state: State, units: list[str], hex: str) -> int:
    """The steps that units add to the stacking of a hex that they enter."""
    pieces = [state.pieces[id] for id in units]
    return sum(counts(state, each, hex) for each in pieces if each.place != hex)


@derived
def most_steps(state: State) -> int:
    """The most steps that any ground unit of the game has."""
    return max((sheet_of(kind).steps for kind in state.kinds.values() if kind.group == GROUND), default=0)


@derived
def full_for(state: State, side: str, steps: int) -> frozenset[str]:
    """The hexes of tactical maps in which so many steps more of a side may not fit; whoever does not count
    there may fit all the same."""
    here, board = stacks(state, side), state.board
    most, in_small, small_below = (
        figure(state, name) for name in ("stacking", "stacking in small hexes", "small hexes")
    )
    hexes = here if steps <= min(most, in_small) else land(board)
    return frozenset(
        hex
        for hex in hexes
        if has_zones(board, hex)
        and here.get(hex, 0) + steps > (in_small if width(board, hex) < small_below else most)
    )
