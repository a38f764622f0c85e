"""Ground movement (10.10) in the impulse 3.C: units march one by one, or those of a hex together; engineers
build, assault forces land."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderGrid, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.acting import acting_units, actioning_side, acts_now
from adjudication.systems.ows.ground.forces.action_points import may_act
from adjudication.systems.ows.ground.forces.combats import attacking
from adjudication.systems.ows.ground.forces.designations import in_reserve
from adjudication.systems.ows.ground.forces.landed import landed
from adjudication.systems.ows.ground.forces.logistics import can_fuel, can_fuel_all
from adjudication.systems.ows.ground.forces.stacking import fits, full_for, limit
from adjudication.systems.ows.ground.forces.suppression import suppress, suppressed
from adjudication.systems.ows.ground.forces.units import INFANTRY, WHEELED
from adjudication.systems.ows.ground.forces.ways import (
    Reach,
    allowance,
    can_go,
    held_up,
    hexes_allowed,
    marched,
    mode_of,
    mover,
    passes,
    reachable,
    terms,
    ways,
)
from adjudication.systems.ows.ground.forces.zones import has_zones, on_the_map, seen_hexes
from adjudication.systems.ows.ground.maneuver import assault_landings, engineering
from adjudication.systems.ows.ground.maneuver.assault_landings import advances
from adjudication.systems.ows.ground.maneuver.movement import walk, walk_together
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.rsoi import in_rsoi
from adjudication.systems.ows.table.status import DISORGANIZED, is_ready
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

PHASE = "ground movement"


@dataclass(frozen=True, slots=True)
class March:
    """Move a ground unit to a hex, by the cheapest way or by the hexes of `by` (10.10). disorganized: light
    infantry goes by commandeered transport (10.10.2)."""

    side: str
    unit: Contact
    to: str
    by: tuple[str, ...] = ()
    disorganized: bool | None = None


@dataclass(frozen=True, slots=True)
class MarchTogether:
    """Move the ground units of a hex together, but for those of `without` (10.10)."""

    side: str
    at: str
    to: str
    without: tuple[Contact, ...] = ()
    by: tuple[str, ...] = ()


def begin(umpire: Umpire) -> None:
    """Assault forces that have the initiative land (10.15.8a)."""
    assault_landings.come_ashore(umpire)


def end(umpire: Umpire) -> None:
    """Where more have landed than may stack, some must go on (10.15.8.1c)."""
    assault_landings.make_room(umpire)


def march(umpire: Umpire, order: March) -> None:
    """One unit marches. By commandeered transport it ends its move suppressed, and may not attack
    (10.10.2)."""
    unit, mode = order.unit, WHEELED if order.disorganized else ""
    state = umpire.state
    landing = bool(landed(state, unit))
    points = points_left(state, unit, mode)
    way = (state.pieces[unit].place, order.to) if landing else way_of(state, unit, order.to, order.by, mode)
    walk(umpire, unit, way, points, rule=R["10.15.8.1c"] if landing else R["10.10.1a"], mode=mode)
    if landing:
        assault_landings.leave_beachhead(umpire, unit)
    if order.disorganized and umpire.state.pieces[unit].steps:
        umpire.mark(unit, DISORGANIZED, True, rule=R["10.10.2"])
        suppress(umpire, unit, rule=R["10.10.2"])


def march_together(umpire: Umpire, order: MarchTogether) -> None:
    """The units of a hex march together."""
    state = umpire.state
    units = the_stack(state, order.side, order.at, order.without)
    if order.by:
        way = way_of(state, units[0], order.to, order.by)
    else:
        way = ways_together(state, tuple(units))[order.to]
    points = {unit: points_left(state, unit) for unit in units}
    walk_together(umpire, units, way, points, rule=R["10.10.1a"])


# --- what is legal ---------------------------------------------------------------------------------------


def points_left(state: State, unit: str, mode: str = "") -> int:
    """The movement points that a unit has left in this impulse: of half its allowance in Reserve
    (10.4.1a)."""
    points = allowance(state, unit, half=in_reserve(state, unit), mode=mode)
    return max(0, points - marched(state, unit).points)


def hexes_to_go(state: State, unit: Piece) -> int:
    """How many hexes a ground unit of the actioning side may go now; 0 for one that may not move at all."""
    able = (
        bool(unit.steps)
        and bool(mode_of(state, sheet(unit)))
        and has_zones(state.board, unit.place)
        and may_act(state, unit.id)
        and not held_up(state, unit.id)
        and not attacking(state, unit.id)
    )
    return hexes_allowed(state, unit.id) if able else 0


class Moves(NamedTuple):
    """Where the units of a side may go now: by their own means, and by commandeered transport."""

    own: dict[str, tuple[str, ...]]
    hurried: dict[str, tuple[str, ...]]


@derived
def moves(state: State, side: str) -> Moves:
    """The hexes that each ground unit of a side may march to; one that has landed from sea or air may advance
    by one (10.15.8.1c)."""
    own: dict[str, tuple[str, ...]] = {}
    hurried: dict[str, tuple[str, ...]] = {}
    reach = Reach(state)
    if actioning_side(state) != side:
        return Moves(own, hurried)
    for unit in acting_units(state):
        each = state.pieces[unit]
        most = hexes_to_go(state, each) if each.kind.group == GROUND else 0
        if not most:
            continue
        if landed(state, unit):
            own[unit] = advances(state, unit)
            continue
        own[unit] = tuple(reach.of(unit, points_left(state, unit), most=most))
        if light(state, unit):
            hurried[unit] = tuple(reach.of(unit, points_left(state, unit, WHEELED), WHEELED, most))
    return Moves(own, hurried)


@derived
def marchers(state: State, side: str) -> tuple[str, ...]:
    """The ground units of a side that may move and can go somewhere."""
    own, hurried = moves(state, side)
    return tuple(unit for unit, to in own.items() if to or hurried.get(unit))


def to_march(state: State, unit: str) -> tuple[str, ...]:
    """The hexes that a unit may march to by its own means."""
    return moves(state, state.pieces[unit].side).own.get(unit, ())


def to_hurry(state: State, unit: str) -> tuple[str, ...]:
    """The hexes that a unit may reach by commandeered transport."""
    return moves(state, state.pieces[unit].side).hurried.get(unit, ())


def light(state: State, unit: str) -> bool:
    """Whether a unit may go by commandeered transport: light infantry that has not moved yet (10.10.2)."""
    read = sheet(state.pieces[unit])
    fresh = not marched(state, unit).hexes and not landed(state, unit)
    return read.light and read.type == INFANTRY and fresh and not suppressed(state, unit)


def destinations(state: State, unit: str, disorganized: bool | None) -> tuple[str, ...]:
    """The hexes that a unit may reach by its own means, or by commandeered transport."""
    return to_hurry(state, unit) if disorganized else to_march(state, unit)


def the_stack(state: State, side: str, at: str, without: Sequence[str] = ()) -> list[str]:
    """The units of a side in a hex that may march, but for some."""
    found = [unit for unit in marchers(state, side) if state.pieces[unit].place == at]
    return [unit for unit in found if unit not in without and to_march(state, unit)]


@derived
def stacks(state: State, side: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """The hexes with two units of a side or more that may march together: hex to each hex where all of them
    may go, with their way."""
    own = moves(state, side).own
    units: dict[str, list[str]] = {}
    for unit in marchers(state, side):
        those = units.setdefault(state.pieces[unit].place, [])
        if own[unit]:
            those.append(unit)
    found = {at: ways_together(state, tuple(those)) for at, those in units.items() if len(those) > 1}
    return {at: there for at, there in found.items() if there}


@derived
def ways_together(state: State, units: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The hexes where all these units may go from their hex, each with a way that all of them can go. A
    bridge on it has to bear all of them."""
    if not units or any(landed(state, unit) for unit in units) or not can_fuel_all(state, list(units)):
        return {}
    movers = [mover(state, unit, points_left(state, unit)) for unit in units]
    steps = sum(who.steps for who in movers)
    kinds = dict.fromkeys(who._replace(steps=steps) for who in movers)
    theirs = [(who, terms(state, who), ways(state, who)) for who in kinds]
    slowest, _, fewest = min(theirs, key=lambda each: len(each[2]))
    full = full_for(state, slowest.side, steps)
    found: dict[str, tuple[str, ...]] = {}
    for to, way in fewest.items():
        if to in full and not fits(state, list(units), to):
            continue
        if len(theirs) > 1:
            tried = dict.fromkeys(reach[to] for _, _, reach in theirs if to in reach)
            common = (each for each in tried if all(passes(on, who, each) for who, on, _ in theirs))
            way = next(common, ())
        if way:
            found[to] = way
    return found


def way_of(state: State, unit: str, to: str, by: Sequence[str] = (), mode: str = "") -> tuple[str, ...]:
    """The way of a unit to a hex: the cheapest, or the one that is given, with both ends."""
    if not by:
        return reachable(state, unit, points_left(state, unit, mode), mode)[to]
    here = state.pieces[unit].place
    given = tuple(by[1:] if by[0] == here else by)
    return (here, *given) if given and given[-1] == to else (here, *given, to)


def takes_way(state: State, unit: str, to: str, by: Sequence[str] | None, disorganized: bool | None) -> bool:
    """Whether the way given leads a unit to its hex."""
    if not by:
        return True
    mode = WHEELED if disorganized else ""
    who = mover(state, unit, points_left(state, unit, mode), mode)
    return not landed(state, unit) and can_go(state, who, way_of(state, unit, to, by))


def stack_goes(
    state: State, side: str, at: str, to: str, without: Sequence[str] | None, by: Sequence[str] | None
) -> bool:
    """Whether all units of a stack can go to a hex, by the way given if there is one."""
    units = the_stack(state, side, at, tuple(without or ()))
    if not by or not units:
        return to in ways_together(state, tuple(units))
    way = way_of(state, units[0], to, by)
    movers = [mover(state, unit, points_left(state, unit)) for unit in units]
    steps = sum(who.steps for who in movers)
    together = fits(state, units, to) and can_fuel_all(state, units)
    return together and all(can_go(state, who._replace(steps=steps), way) for who in movers)


def why_not_now(state: State, side: str, unit: str) -> Why:
    """Why a unit cannot move now."""
    piece = state.pieces[unit]
    if piece.side != side or piece not in on_the_map(state, side):
        return T("no ground unit of yours on the map", unit=unit)
    if not acts_now(state, unit):
        return T("not of a formation that acts now", unit=unit, side=side)
    if not may_act(state, unit):
        return T("no Orders and is not in Reserve", unit=unit)
    if in_rsoi(state, unit) or not is_ready(state, unit):
        return T("in RSO&I or not ready", unit=unit)
    if not has_zones(state.board, piece.place):
        return T("not on a tactical map", unit=unit)
    if attacking(state, unit):
        return T("attacks and does not move", unit=unit, hex=attacking(state, unit))
    if held_up(state, unit):
        why = T("has had to stop", unit=unit)
        return Reason(why, R["10.10.3.1"])
    if not can_fuel(state, unit):
        return T("no fuel in reach to move this turn", unit=unit)
    if hexes_allowed(state, unit) <= 0:
        return Reason(T("suppressed and has moved its one hex", unit=unit), R["10.15.7b"])
    return T("no hex to go to with the points left", unit=unit, left=points_left(state, unit))


def why_not_there(state: State, side: str, unit: str, to: str, disorganized: bool | None) -> Why:
    """Why a unit cannot go to a hex."""
    if to not in state.board.spaces:
        return T("no hex to go to", to=to)
    if disorganized and not light(state, unit):
        why = T("cannot move disorganized", unit=unit)
        return Reason(why, R["10.10.2"])
    if to in seen_hexes(state, side):
        return T("enemy units are there", to=to)
    if not fits(state, [unit], to):
        why = T("no room to stack there", to=to, unit=unit, most=limit(state, to))
        return Reason(why, R["10.9c"])
    if landed(state, unit):
        return Reason(T("landed this turn and may advance by one hex", unit=unit), R["10.15.8.1c"])
    left = points_left(state, unit, WHEELED if disorganized else "")
    return T("cannot reach it with the movement points left", unit=unit, to=to, left=left)


def to_march_alone(state: State) -> list[OrderGrid]:
    """All moves of single units."""
    found = []
    for side in acting(state):
        own = [(unit, to_march(state, unit)) for unit in marchers(state, side)]
        hurried = [(unit, to_hurry(state, unit)) for unit in marchers(state, side)]
        fixed: list[dict[str, Any]] = [{"unit": unit} for unit, to in own if to]
        fixed += [{"unit": unit, "disorganized": True} for unit, to in hurried if to]
        if fixed:
            values = [to for _, to in (*own, *hurried) if to]
            found.append(OrderGrid(side, "march", fixed, "to", values))
    return found


def to_march_together(state: State) -> list[OrderGrid]:
    """All moves of stacks."""
    return [
        OrderGrid(
            side, "march-stack", [{"at": at} for at in found], "to", [list(to) for to in found.values()]
        )
        for side in acting(state)
        if (found := stacks(state, side))
    ]


MARCH = Legality(
    IN_TURN,
    only("unit", marchers, "unit", R["ground.3.C"], why_not_now),
    only("to", destinations, "reach", R["10.10.1a"], why_not_there),
    insist(
        takes_way,
        "way",
        R["10.10.1a"],
        "cannot go that way",
    ),
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["ground.3.C"],
    quickly=to_march_alone,
)
TOGETHER = Legality(
    IN_TURN,
    only("at", stacks, "stack", R["ground.3.C"], "no two units can march together"),
    insist(
        stack_goes,
        "reach",
        R["10.10.1a"],
        "not all of these units can go",
    ),
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["ground.3.C"],
    quickly=to_march_together,
)

KINDS = (
    OrderKind("march", March, march, R["10.10.1a"], "move a ground unit", legality=(MARCH,)),
    OrderKind(
        "march-stack",
        MarchTogether,
        march_together,
        R["10.10.1a"],
        "move the ground units of a hex together",
        legality=(TOGETHER,),
    ),
    *engineering.KINDS,
)
