"""What ground units are told to do (10.6 to 10.8): Defense, Fortified and Delay, and fortified positions.

Defense lasts until its unit moves, Delay until the next Organize step begins. What Defense (+1) and
Fortified (+2) add to the red shield is the mark FORTIFIED of `damage`.
"""

from typing import TypedDict

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.acting import GROUND_PHASE
from adjudication.systems.ows.ground.forces.units import ground_units_at
from adjudication.systems.ows.table.damage import FORTIFIED
from adjudication.systems.ows.table.settings import on
from domain.table.marks import OWNER, Mark
from domain.table.state import State

R = citations("ows", __file__)


class Posture(TypedDict):
    """DEFENSE or DELAY, and the Ground Phase in which it was taken, as `this_phase` counts it."""

    mission: str
    since: list[int]


MISSION = Mark[Posture]("ground mission")
"""Mark of a ground unit: its mission."""
DEFENSE, DELAY = "defense", "delay"
IN_DEFENSE, IN_POSITION = 1, 2
"""What Defense and Fortified add to the red shield (10.6, 10.7a)."""
POSITION = Mark[str]("fortified position")
"""Mark of a hex: the side that a Fortified marker in it belongs to (10.7b)."""
ARRIVED = Mark[int]("arrived in a position", seen_by=OWNER)
"""Mark of a unit: the turn in which it entered a hex with a Fortified marker, or in which others of its hex
made one (10.7c)."""


def this_phase(state: State) -> list[int]:
    """This Ground Phase: the turn, and its number in the turn."""
    return [state.turn, state.mark("game", GROUND_PHASE, 1)]


def mission_of(state: State, unit: str) -> str:
    """DEFENSE or DELAY; empty for a unit without a mission."""
    mark = state.mark(unit, MISSION)
    return str(mark["mission"]) if mark else ""


def defending(state: State, unit: str) -> bool:
    """Whether a unit is in Defense, or Fortified."""
    return mission_of(state, unit) == DEFENSE


def delaying(state: State, unit: str) -> bool:
    """Whether a unit is on a Delay mission, so that it may not attack (10.8a)."""
    return mission_of(state, unit) == DELAY


def fortified(state: State, unit: str) -> bool:
    """Whether a unit is Fortified (10.7a), and not in Defense alone."""
    return state.mark(unit, FORTIFIED, 0) >= IN_POSITION


def started_in_defense(state: State, unit: str) -> bool:
    """Whether a unit was in Defense as this Ground Phase began (10.7a)."""
    mark = state.mark(unit, MISSION)
    return mark is not None and mark["mission"] == DEFENSE and mark["since"] < this_phase(state)


def may_occupy(state: State, unit: str) -> bool:
    """Whether a unit stands on a Fortified marker that it may use: it came there in an earlier turn
    (10.7c)."""
    here = state.pieces[unit].place
    return bool(state.mark(here, POSITION)) and state.mark(unit, ARRIVED) != state.turn


# --- missions begin ---------------------------------------------------------------------------------------


def take_defense(umpire: Umpire, unit: str) -> None:
    """A unit takes a Defense mission: +1 to its red shield (10.6), or +2 on a Fortified marker (10.7c)."""
    umpire.mark(unit, MISSION, _mission(umpire.state, DEFENSE), rule=R["10.6"])
    if may_occupy(umpire.state, unit):
        umpire.mark(unit, FORTIFIED, IN_POSITION, rule=R["10.7c"])
    else:
        umpire.mark(unit, FORTIFIED, IN_DEFENSE, rule=R["10.6"])


def take_delay(umpire: Umpire, unit: str, *, rule: str) -> None:
    """A unit goes over to Delay: it has no other mission, and nothing is added to its red shield (10.8a,
    10.8.1). A Fortified marker stays in the hex."""
    _add_nothing(umpire, unit, rule)
    umpire.mark(unit, MISSION, _mission(umpire.state, DELAY), rule=rule)


def upgrade(umpire: Umpire, unit: str) -> None:
    """The Defense marker of a unit is flipped to Fortified (10.7a). Others of the hex that were not in
    Defense are on top of the new marker as if they had just come: it serves them from the next turn on
    (10.7c)."""
    state = umpire.state
    umpire.mark(unit, FORTIFIED, IN_POSITION, rule=R["10.7a"])
    here, side = state.pieces[unit].place, state.pieces[unit].side
    if not state.mark(here, POSITION):
        for other in ground_units_at(state, here, side):
            if not started_in_defense(state, other.id):
                umpire.mark(other.id, ARRIVED, state.turn, rule=R["10.7c"])
    if state.mark(here, POSITION) != side:
        umpire.mark(here, POSITION, side, rule=R["10.7a"])


def _mission(state: State, mission: str) -> Posture:
    return Posture(mission=mission, since=this_phase(state))


# --- missions end -----------------------------------------------------------------------------------------


def stand_down(umpire: Umpire, unit: str, *, rule: str) -> None:
    """A unit has no mission any more."""
    _add_nothing(umpire, unit, rule)
    if umpire.state.mark(unit, MISSION):
        umpire.mark(unit, MISSION, None, rule=rule)


def moved(umpire: Umpire, unit: str, *, rule: str, delays: bool = False) -> None:
    """To be called when a ground unit has entered another hex, by a move, a retreat or an advance: its
    Defense is over (10.6), a Fortified marker stays behind (10.7b), and on one in the new hex it sits without
    benefit until the next turn (10.7c). A Delay mission goes on (10.8a); where the game has a move end it, it
    survives its own retreat alone (10.8d). delays: this is that retreat."""
    state = umpire.state
    goes_on = delays or not on(state, "delay_ends_with_move")
    if not (delaying(state, unit) and goes_on):
        stand_down(umpire, unit, rule=rule)
    piece = umpire.state.pieces[unit]
    if umpire.state.mark(piece.place, POSITION):
        umpire.mark(unit, ARRIVED, umpire.state.turn, rule=R["10.7c"])
    elif umpire.state.mark(unit, ARRIVED):
        umpire.mark(unit, ARRIVED, None, rule=R["10.7c"])


def _add_nothing(umpire: Umpire, unit: str, rule: str) -> None:
    if umpire.state.mark(unit, FORTIFIED) is not None:
        umpire.mark(unit, FORTIFIED, None, rule=rule)


def end_delays(umpire: Umpire) -> None:
    """Delay missions of the Ground Phase before are over: they are chosen anew (10.8a)."""
    state = umpire.state
    for unit in [unit for unit in state.marked(MISSION) if delaying(state, unit)]:
        umpire.mark(unit, MISSION, None, rule=R["10.8a"])


def remove_position(umpire: Umpire, hex: str) -> None:
    """A Fortified marker is removed deliberately (10.7b): units on it are in Defense as others are."""
    state = umpire.state
    umpire.mark(hex, POSITION, None, rule=R["10.7b"])
    for piece in state.pieces_at(hex):
        if defending(state, piece.id) and fortified(state, piece.id):
            umpire.mark(piece.id, FORTIFIED, IN_DEFENSE, rule=R["10.7b"])
        if state.mark(piece.id, ARRIVED):
            umpire.mark(piece.id, ARRIVED, None, rule=R["10.7b"])
