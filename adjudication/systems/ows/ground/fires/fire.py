"""The order to fire (10.15.2): prep fires (ground.3.A) and defensive fires (ground.3.E).

Fires are declared hex by hex, all of them before a die is rolled (10.15.2b). As the impulse ends they are
adjudicated, each by itself, on the Fires Effects Table (10.15.4).
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from adjudication.engine.choices import Allotment
from adjudication.engine.legality import Legality, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import CAS, STRIKE, in_the_air, mission_type, package_of
from adjudication.systems.ows.ground.fires.fire_missions import (
    FIRES,
    FiresAction,
    acts,
    as_items,
    batteries,
    beyond_span,
    by_weapon,
    declared,
    directed,
    expended,
    in_battlespace,
    offered,
    over,
    paid_for,
    unit_of,
    why_silent,
)
from adjudication.systems.ows.ground.fires.zone_of_action import in_zone_of_action, note_fires
from adjudication.systems.ows.ground.forces.acting import opposing_side
from adjudication.systems.ows.ground.forces.designations import in_reserve, use_main_effort
from adjudication.systems.ows.ground.forces.formations import formation, headquarters
from adjudication.systems.ows.ground.forces.units import FIRES as ARTILLERY
from adjudication.systems.ows.ground.forces.units import MANEUVER
from adjudication.systems.ows.joint_fires.exchanges import adjudicate
from adjudication.systems.ows.joint_fires.salvos import place_markers
from adjudication.systems.ows.joint_fires.targets import Source, engageable, reaches
from adjudication.systems.ows.strike_warfare.on_call import call_in, called_sources, calls
from adjudication.systems.ows.table.counters import GROUND, LAND, MISSION, sheet
from adjudication.systems.ows.table.magazines import expend, strike_weapons
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import EXPENDED, MAIN_EFFORT, SUPPORT, hexes
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

PREP, DEFENSIVE = "prep fires", "defensive fires"


@dataclass(frozen=True, slots=True)
class Fire:
    """A fires action: the target hex, and what fires at which unit there. An artillery or rocket unit fires
    all its missions (`pal-1: tank-12`), or single ones where they may be split (`pal-1/tubes/1: tank-12`);
    aircraft fire salvos (`f16-1/gbu/1: tank-12`). bombardment: a division or corps spends its Main Effort to
    mass four units (10.15.3.1)."""

    side: str
    hex: str
    missions: dict[str, str]
    bombardment: bool | None = None


class Ways(NamedTuple):
    """What may fire into a hex: each battery (or mission of it) and each salvo of aircraft with its
    targets."""

    guns: dict[str, list[str]]
    air: dict[str, list[str]]

    @property
    def all(self) -> dict[str, list[str]]:
        """Everything that may fire."""
        return {**self.guns, **self.air}


# --- what may be fired -------------------------------------------------------------------------------------


@derived
def targets(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """What a side may fire at in this impulse, hex by hex: ground units that it has detected; in defensive
    fires those with fires or maneuver units alone (ground.3.E)."""
    found: dict[str, tuple[str, ...]] = {}
    types = (*ARTILLERY, *MANEUVER) if side == opposing_side(state) else ()
    for hex, there in engageable(state, side).items():
        units = [state.pieces[target.id] for target in there]
        fitting = tuple(
            unit.id
            for unit in units
            if unit.kind.group == GROUND and (not types or sheet(unit).type in types)
        )
        if fitting:
            found[hex] = fitting
    return found


@derived
def fires(state: State, side: str) -> dict[str, Ways]:
    """What a side may fire now, hex by hex (10.15.2a)."""
    defends = side == opposing_side(state)
    able = [
        state.pieces[id]
        for id in batteries(state, side)
        if (not in_reserve(state, id) and in_zone_of_action(state, side, id) if defends else acts(state, id))
    ]
    found = {}
    for hex, there in targets(state, side).items():
        at = list(there)
        guns = {
            item: at
            for battery in able
            if in_battlespace(state, battery.id, hex)
            for item in offered(state, battery, hex)
        }
        air = {} if defends else dict.fromkeys(from_the_air(state, side, hex), at)
        if guns or air:
            found[hex] = Ways(guns, air)
    return found


def from_the_air(state: State, side: str, hex: str) -> list[str]:
    """The salvos with which aircraft can strike a hex under the direction of a tactical headquarters
    (ground.3.A): those of strike missions, packages on call and close air support that is still free."""
    if not directed(state, hex):
        return []
    taken = {item for action in declared(state, side) for item in action["missions"]}
    found = [item for source in called_sources(state, side, hex) for item in source.items]
    for id in in_the_air(state, side):
        mission = state.pieces[id]
        if strikes_now(state, mission):
            for weapon, salvos in strike_weapons(state, mission):
                source = Source(id, weapon, mission.place, salvos, ship=False)
                if LAND in weapon.at and (over(state, mission, hex) or reaches(state, source, hex)):
                    found += source.items
    return [item for item in found if item not in taken]


def strikes_now(state: State, mission: Piece) -> bool:
    """Whether a mission may strike from where it flies: a strike mission in no package, or close air
    support."""
    if state.mark(mission.id, EXPENDED) or state.mark(mission.id, SUPPORT):
        return False
    flown = mission_type(state, mission)
    return flown == CAS or (flown == STRIKE and not package_of(state, mission))


def masses(state: State, side: str, units: list[str]) -> str:
    """The unit whose Main Effort designation a bombardment by these units uses: a fires unit among them that
    was designated on purpose, of a division or corps with its headquarters on the map (10.15.3.1); empty for
    none."""
    if not on(state, "bombardment"):
        return ""
    for unit in dict.fromkeys(units):
        by = state.mark(unit, MAIN_EFFORT)
        if not isinstance(by, str) or headquarters(state, by) is None:
            continue
        if formation(state, by).echelon in ("division", "corps"):
            return unit
    return ""


def misfit(state: State, side: str, missions: dict[str, str], bombardment: bool) -> Why:
    """Why these cannot fire together in one action; empty where they can."""
    if not missions:
        return Reason(T("a fires action fires at least one mission"), R["10.15.2b"])
    units = [unit_of(item) for item in missions]
    air = [unit for unit in units if state.pieces[unit].kind.group == MISSION]
    if air and len(air) < len(units):
        return Reason(T("an air strike is an action of its own"), R["ground.3.A"])
    if bombardment and not masses(state, side, units):
        return Reason(
            T("a bombardment uses a Main Effort"),
            R["10.15.3.1"],
        )
    return beyond_span(state, units, bombardment)


def open_fires(state: State) -> list[OrderChoice]:
    """Every fires action that may be declared now: one line for each target hex."""
    found = []
    for side in acting(state):
        for hex, ways in fires(state, side).items():
            for bombardment in (False, True):
                if bombardment and not may_bombard(state, side, ways):
                    continue
                fixed: dict[str, Any] = {"hex": hex, "bombardment": True} if bombardment else {"hex": hex}
                found.append(
                    OrderChoice(side, "fire", fixed, "missions", choice(state, side, ways, bombardment))
                )
    return found


def may_bombard(state: State, side: str, ways: Ways) -> bool:
    """Whether a bombardment may be declared with what reaches a hex, in prep fires alone."""
    return state.phase == PREP and bool(masses(state, side, [unit_of(item) for item in ways.guns]))


def choice(state: State, side: str, ways: Ways, bombardment: bool) -> Allotment:
    """The allotments of one fires action."""
    may = ways.guns if bombardment else ways.all
    return Allotment(may, fits=lambda missions: misfit(state, side, missions, bombardment))


def refused(state: State, side: str, hex: str, missions: dict[str, str], bombardment: bool | None) -> Why:
    """Why a fires action cannot be declared; empty where it can."""
    ways = fires(state, side).get(hex)
    if ways is None:
        return T("nothing can fire into the hex", side=side, hex=hex)
    if bombardment and not may_bombard(state, side, ways):
        return Reason(T("no bombardment there now"), R["10.15.3.1"])
    for item, target in (missions or {}).items():
        if item not in ways.all:
            return why_not_fired(state, side, item, hex)
        if target not in ways.all[item]:
            return Reason(T("no detected target in the hex", item=item, target=target, hex=hex), R["9.9.4"])
    return misfit(state, side, missions or {}, bool(bombardment))


def why_not_fired(state: State, side: str, item: str, hex: str) -> Why:
    """Why something cannot fire into a hex where other fires may."""
    unit = unit_of(item)
    defends = side == opposing_side(state)
    why = why_silent(state, unit, hex, defends) if unit in batteries(state, side) else ""
    return why or Reason(T("cannot fire into the hex now", item=item, hex=hex), R["10.15.2a"])


# --- declared, then adjudicated ----------------------------------------------------------------------------


def fire(umpire: Umpire, order: Fire) -> None:
    """A fires action is declared; nothing is rolled before all are (10.15.2b)."""
    state = umpire.state
    air = {item: target for item, target in order.missions.items() if _flies(state, item)}
    if air:
        calls(state, order.side, order.hex, air, {})
    guns = {item: target for item, target in order.missions.items() if item not in air}
    paid = paid_for(umpire, by_weapon(state, guns, order.hex))
    salvos = dict(air)
    for item, target in guns.items():
        unit = unit_of(item)
        if item == unit:
            salvos.update(dict.fromkeys(as_items(unit, paid[unit]), target))
            continue
        weapon = item.split("/")[1]
        if paid[unit].get(weapon, 0):
            salvos[item] = target
            paid[unit][weapon] -= 1
    if order.bombardment:
        spent = masses(state, order.side, list(map(unit_of, guns)))
        use_main_effort(umpire, spent, rule=R["10.15.3.1"])
    action = FiresAction(hex=order.hex, missions=salvos)
    actions = [*declared(state, order.side), action]
    umpire.mark(order.side, FIRES, actions, rule=R["10.15.2b"])


def what_it_hits(umpire: Umpire, order: Fire) -> None:
    """What the fires action just declared comes to, as if it were adjudicated now (10.15.4)."""
    action = declared(umpire.state, order.side)[-1]
    execute(umpire, order.side, action["hex"], action["missions"])


def _flies(state: State, item: str) -> bool:
    return state.pieces[unit_of(item)].kind.group == MISSION


def resolve(umpire: Umpire, side: str) -> None:
    """The fires that a side has declared are adjudicated, one after the other (10.15.4)."""
    actions = declared(umpire.state, side)
    if not actions:
        return
    umpire.mark(side, FIRES, None, rule=R["10.15.4"])
    if side != opposing_side(umpire.state):
        note_fires(umpire, [action["hex"] for action in actions])
    for action in actions:
        execute(umpire, side, action["hex"], action["missions"])


def execute(umpire: Umpire, side: str, hex: str, missions: dict[str, str]) -> None:
    """One fires action: its missions are fired, and what they hit is read on the Fires Effects Table. Those
    at a unit that has left the hex since are fired in vain."""
    state = umpire.state
    fired = dict(missions)
    if any(_flies(state, item) for item in fired):
        called = calls(state, side, hex, fired, {})
        if called:
            fired = call_in(umpire, side, called, fired)
    state = umpire.state
    places = hexes(state.board)
    shooters = dict.fromkeys(unit_of(item) for item in fired)
    struck = {item: target for item, target in fired.items() if state.pieces[target].place in places}
    for item in fired:
        if item not in struck:
            unit, weapon, _ = item.rsplit("/", 2)
            expend(umpire, unit, {weapon: 1}, rule=R["2.2.7.3b"])
    if struck:
        adjudicate(umpire, place_markers(umpire.state, struck))
    for unit in shooters:
        piece = umpire.state.pieces[unit]
        if piece.kind.group == GROUND:
            expended(umpire, unit, rule=R["10.15.5d"])
        elif mission_type(umpire.state, piece) == CAS:
            umpire.mark(unit, EXPENDED, True, rule=R["10.15.5d"])


FIRE = (
    Legality(
        IN_TURN,
        unless(refused, "fires", R["10.15.2a"]),
        sides=acting,
        phases=(PREP, DEFENSIVE),
        elsewhere=R["10.15.2a"],
        quickly=open_fires,
    ),
)
KIND = OrderKind(
    "fire",
    Fire,
    fire,
    R["10.15.2b"],
    "declare prep or defensive fires on a hex",
    secret=True,
    shown=("hex",),
    legality=FIRE,
    leads_to=what_it_hits,
)
