"""Organize (ground.2): 2.A reserves and task organization, 2.B main efforts and the information tokens of
headquarters, 2.C the missions of ground units and of the aircraft that support them.

Reserves and main efforts are in `designations`, missions of units in `postures`, air missions in
`allotments`. Markers are placed by both sides together, before any unit is actioned.
"""

from collections.abc import Callable
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air import allotments
from adjudication.systems.ows.ground.forces import designations, postures
from adjudication.systems.ows.ground.forces.action_points import end_orders
from adjudication.systems.ows.ground.forces.designations import OPEN, in_reserve, leave_reserve, main_effort
from adjudication.systems.ows.ground.forces.formations import assign, formation_of, formations, ground_war
from adjudication.systems.ows.ground.forces.postures import (
    DEFENSE,
    DELAY,
    MISSION,
    POSITION,
    defending,
    delaying,
    fortified,
    moved,
    started_in_defense,
    take_defense,
    take_delay,
)
from adjudication.systems.ows.ground.forces.units import ground_units_at
from adjudication.systems.ows.information_operations.information import place_planned
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import holder, on_map
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)

PHASE = "ground organization"


@dataclass(frozen=True, slots=True)
class Organize:
    """Units belong to another formation from now on: task organization (ground.2.A, 10.2.3)."""

    side: str
    units: tuple[Contact, ...]
    to: str


@dataclass(frozen=True, slots=True)
class Units:
    """Units that are given a mission (10.6, 10.7a, 10.8a), or relieved of it."""

    side: str
    units: tuple[Contact, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """Remove a Fortified marker (10.7b)."""

    side: str
    hex: str


def begin(umpire: Umpire) -> None:
    """What was meant in planning becomes markers; Delay missions are chosen anew (ground.2)."""
    designations.place_markers(umpire)
    postures.end_delays(umpire)


def end(umpire: Umpire) -> None:
    """All sides are organized: main efforts stand, and the tokens of headquarters take effect
    (ground.2.B)."""
    designations.count_main_efforts(umpire)
    place_planned(umpire)


def end_of_turn(umpire: Umpire) -> None:
    """The last Ground Phase of the turn is over: its Orders are, and the allotments of aircraft."""
    end_orders(umpire)
    allotments.end(umpire)


# --- 2.A: task organization -------------------------------------------------------------------------------


def organize(umpire: Umpire, order: Organize) -> None:
    """The units belong to that formation."""
    for unit in order.units:
        assign(umpire, unit, order.to, rule=R["ground.2.A"])


@derived
def ground_forces(state: State, side: str) -> tuple[str, ...]:
    """A side's ground units on the map, in the order of the scenario."""
    return tuple(id for id in on_map(state, side) if state.pieces[id].kind.group == GROUND)


@derived
def assignable(state: State, side: str) -> tuple[str, ...]:
    """The ground units that may be put under another formation: all but the headquarters of formations."""
    if not ground_war(state):
        return ()
    hqs = [each.hq for each in formations(state, side)]
    return tuple(id for id in ground_forces(state, side) if id not in hqs)


def for_formation(state: State, side: str, to: str) -> list[str]:
    """The units that may be put under a formation of their side."""
    return [unit for unit in assignable(state, side) if formation_of(state, unit) != to]


def own_formations(state: State, side: str) -> list[str]:
    """The formations of a side."""
    return [each.id for each in formations(state, side)]


def open_now(state: State, side: str) -> bool:
    """Whether task organization is open to change: in planning, and in 2.A but for written orders."""
    return state.phase == "planning" or designations.open_to_change(state, side)


# --- 2.C: missions ----------------------------------------------------------------------------------------


def defend(umpire: Umpire, order: Units) -> None:
    """The units take Defense missions (10.6)."""
    for unit in order.units:
        take_defense(umpire, unit)


def delay(umpire: Umpire, order: Units) -> None:
    """The units take Delay missions (10.8a)."""
    for unit in order.units:
        take_delay(umpire, unit, rule=R["10.8a"])


def entrench(umpire: Umpire, order: Units) -> None:
    """The Defense markers of the units are flipped to Fortified (10.7a)."""
    for unit in order.units:
        postures.upgrade(umpire, unit)


def relieve(umpire: Umpire, order: Units) -> None:
    """The units have no mission any more."""
    for unit in order.units:
        postures.stand_down(umpire, unit, rule=R["ground.2.C"])


def level(umpire: Umpire, order: Level) -> None:
    """The Fortified marker of the hex is removed."""
    postures.remove_position(umpire, order.hex)


@derived
def may_defend(state: State, side: str) -> tuple[str, ...]:
    """The units that may take a Defense mission: those that have none, or stand on a Fortified marker that
    they can now occupy (10.6, 10.7c)."""
    return tuple(
        unit
        for unit in ground_forces(state, side)
        if not defending(state, unit) or (not fortified(state, unit) and postures.may_occupy(state, unit))
    )


@derived
def may_delay(state: State, side: str) -> tuple[str, ...]:
    """The units that may take a Delay mission."""
    return tuple(unit for unit in ground_forces(state, side) if not delaying(state, unit))


@derived
def may_entrench(state: State, side: str) -> tuple[str, ...]:
    """The units that were in Defense as the Ground Phase began, stand with an engineer unit, and are not
    Fortified yet (10.7a)."""
    return tuple(
        unit
        for unit in ground_forces(state, side)
        if started_in_defense(state, unit)
        and not fortified(state, unit)
        and any(
            sheet(each).engineer and each.steps
            for each in ground_units_at(state, state.pieces[unit].place, side)
        )
    )


@derived
def may_be_relieved(state: State, side: str) -> tuple[str, ...]:
    """The units that have a mission."""
    return tuple(unit for unit in ground_forces(state, side) if state.mark(unit, MISSION))


def positions(state: State, side: str) -> list[str]:
    """The hexes with a Fortified marker that a side may remove: its own, and those in hexes that it holds
    (10.7b)."""
    return [hex for hex, owner in state.marked(POSITION).items() if side in (owner, holder(state, hex))]


def _units(name: str, able: Callable[[State, str], tuple[str, ...]], rule: str, why: str) -> Legality:
    """When units may be given a mission: any of those that are able to, at least one."""
    return Legality(
        IN_TURN,
        insist(
            lambda state, side, units: bool(units) and all(each in able(state, side) for each in units or ()),
            "unit",
            rule,
            why,
        ),
        sides=acting,
        phases=(PHASE,),
        elsewhere=R["ground.2.C"],
        quickly=lambda state: [
            OrderChoice(side, name, {}, "units", able(state, side), least=1)
            for side in acting(state)
            if able(state, side)
        ],
    )


# --- what is legal ----------------------------------------------------------------------------------------


def to_organize(state: State) -> list[OrderChoice]:
    """Any units may be put under another formation of their side. In planning that is listed where it
    cannot be done in 2.A any more."""
    if state.phase == "planning" and not on(state, "written_orders"):
        return []
    return [
        OrderChoice(side, "organize", {"to": to}, "units", for_formation(state, side, to), least=1)
        for side in acting(state)
        if open_now(state, side)
        for to in own_formations(state, side)
        if for_formation(state, side, to)
    ]


TASK = Legality(
    IN_TURN,
    insist(open_now, "written orders", R["ground.2.A"], OPEN.why),
    only("to", own_formations, "formation", R["ground.2.A"], "no formation of yours"),
    insist(
        lambda state, side, units, to: (
            bool(units) and all(each in for_formation(state, side, to) for each in units or ())
        ),
        "unit",
        R["ground.2.A"],
        "name units of another formation",
    ),
    sides=acting,
    phases=("planning", PHASE),
    elsewhere=R["ground.2.A"],
    quickly=to_organize,
)
DEFENDS = _units("defend", may_defend, R["10.6"], "name units not in Defense yet")
DELAYS = _units("delay", may_delay, R["10.8a"], "name units not on Delay missions")
ENTRENCHES = _units(
    "entrench",
    may_entrench,
    R["10.7a"],
    "name units in Defense with an engineer",
)
RELIEVES = _units("relieve", may_be_relieved, R["ground.2.C"], "name units of yours that have a mission")
LEVELS = Legality(
    IN_TURN,
    only(
        "hex",
        positions,
        "position",
        R["10.7b"],
        "no Fortified marker there",
    ),
    arguments={"hex": positions},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["10.7b"],
)

KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "organize",
        Organize,
        organize,
        R["ground.2.A"],
        "put units under another formation",
        secret=True,
        legality=(TASK,),
    ),
    OrderKind("defend", Units, defend, R["10.6"], "place units in Defense", legality=(DEFENDS,)),
    OrderKind("delay", Units, delay, R["10.8a"], "place units on Delay missions", legality=(DELAYS,)),
    OrderKind("entrench", Units, entrench, R["10.7a"], "flip Defense to Fortified", legality=(ENTRENCHES,)),
    OrderKind("relieve", Units, relieve, R["ground.2.C"], "end the missions of units", legality=(RELIEVES,)),
    OrderKind("level", Level, level, R["10.7b"], "remove a Fortified marker", legality=(LEVELS,)),
    *allotments.KINDS,
)

__all__ = [
    "DEFENSE",
    "DELAY",
    "KINDS",
    "MISSION",
    "begin",
    "defending",
    "delaying",
    "end",
    "end_of_turn",
    "fortified",
    "in_reserve",
    "leave_reserve",
    "main_effort",
    "moved",
    "take_delay",
]
