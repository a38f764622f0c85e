"""Landing forces (10.15.8): who lands from sea or air this turn, in which wave, and how many may."""

from adjudication.engine.register import citations
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.stacking import NO_LIMIT
from adjudication.systems.ows.ground.forces.units import counted_steps
from adjudication.systems.ows.ground.forces.ways import marched
from adjudication.systems.ows.ground.forces.zones import known_zoc, seen_hexes
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.status import AIRBORNE, AMPHIBIOUS, LIFTED
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)

SEA, AIR = "sea", "air"
"""The waves of an assault (10.15.8.2)."""


@derived
def waves(state: State) -> dict[str, str]:
    """What lands this turn: unit to wave, SEA or AIR."""
    by_sea = {unit: SEA for unit, turn in state.marked(AMPHIBIOUS).items() if turn == state.turn}
    by_air = {unit: AIR for mark in (AIRBORNE, LIFTED) for unit, on in state.marked(mark).items() if on}
    return by_sea | by_air


def wave_of(state: State, unit: str) -> str:
    """The wave in which a unit lands this turn: SEA or AIR; empty for one that does not."""
    return waves(state).get(unit, "")


def landed(state: State, unit: str) -> bool:
    """Whether a unit lands from sea or air this turn."""
    return bool(wave_of(state, unit))


@derived
def landing_steps(state: State, side: str) -> dict[str, int]:
    """The steps of a side that land in each hex this turn, by sea and air together."""
    found: dict[str, int] = {}
    for unit in state.of_group(GROUND):
        if unit.side == side and unit.place in state.board.spaces and landed(state, unit.id):
            found[unit.place] = found.get(unit.place, 0) + counted_steps(unit)
    return found


def landing_room(state: State, side: str, hex: str) -> int:
    """The steps of a side that may still land in a hex this turn: twelve in all where it sees no enemy. Of an
    opposed landing the waves alone are limited (10.15.8.1c, 10.15.8.3a)."""
    if hex in seen_hexes(state, side):
        return NO_LIMIT
    return figure(state, "landing") - landing_steps(state, side).get(hex, 0)


def may_attack(state: State, unit: str) -> bool:
    """Whether a unit that has landed this turn may attack a hex beside it: where it landed, or mechanized
    from the hex to which it advanced, if it landed outside every enemy zone of control (10.15.8.1a,
    10.15.8.1b)."""
    went = marched(state, unit)
    if not landed(state, unit) or not went.hexes:
        return True
    piece = state.pieces[unit]
    return sheet(piece).mechanized and went.start not in known_zoc(state, piece.side)
