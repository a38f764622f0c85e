"""Main effort and reserve (seq.1.3, 10.4, 10.5): what is meant in planning, and the markers placed in 2.A and
2.B.

Both orders are the same in planning and in the Organize step. In planning they record intent. As the
Organize step begins, what was meant becomes markers where a headquarters can place them; until it ends they
may be changed, unless the game requires written orders: then those are binding (ground.2.A).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.formations import (
    chain,
    formation,
    formation_of,
    formations,
    headquarters,
    hq_disrupted,
)
from adjudication.systems.ows.ground.forces.units import fires, ground_units_at, is_maneuver
from adjudication.systems.ows.table.counters import GROUND, MISSION, SHIP, SOF, SUBMARINE, sheet
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import MAIN_EFFORT, RESERVE, on_map, sides
from adjudication.systems.ows.table.tokens import within_radius
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

NAMED = Mark[int]("main efforts named", seen_by=OWNER)
"""Mark of a headquarters: how many Main Effort markers it has placed this turn (2.2.7.1b)."""


@dataclass(frozen=True, slots=True)
class MainEffort:
    """Designate the main effort (seq.1.3); in the Organize step, that of a headquarters: of the unit's own
    formation or of one above it (10.5a)."""

    side: str
    unit: Contact
    hq: Contact | None = None


@dataclass(frozen=True, slots=True)
class Reserve:
    """Designate the reserve, in the place of the one before (seq.1.3, 10.4)."""

    side: str
    units: tuple[Contact, ...]


# --- what others ask --------------------------------------------------------------------------------------


def in_reserve(state: State, unit: str) -> bool:
    """Whether a unit is in Reserve (10.4)."""
    return bool(state.mark(unit, RESERVE))


def leave_reserve(umpire: Umpire, unit: str, *, rule: str) -> None:
    """The Reserve marker of a unit comes off: it is attacked, activated, or reacts (10.4.1c, 10.4.1.1,
    10.4.1.1.1b)."""
    if in_reserve(umpire.state, unit):
        umpire.mark(unit, RESERVE, None, rule=rule)


def attacked(umpire: Umpire, hex: str, side: str) -> None:
    """Units of a side in a hex are attacked: their Reserve markers come off (10.4.1c)."""
    for unit in ground_units_at(umpire.state, hex, side):
        leave_reserve(umpire, unit.id, rule=R["10.4.1c"])


def main_effort(state: State, unit: str) -> bool:
    """Whether a unit bears the Main Effort marker of a headquarters (10.5)."""
    return isinstance(state.mark(unit, MAIN_EFFORT), str)


def main_effort_of(state: State, formation_id: str) -> tuple[str, ...]:
    """The units with a Main Effort marker of the headquarters of a formation."""
    return tuple(unit for unit, value in state.marked(MAIN_EFFORT).items() if value == formation_id)


def use_main_effort(umpire: Umpire, unit: str, *, rule: str) -> None:
    """A Main Effort marker is used up for the turn, as for a bombardment (10.15.3.1)."""
    umpire.mark(unit, MAIN_EFFORT, None, rule=rule)


def designated(state: State, side: str, mark: Mark[Any]) -> list[str]:
    """The units of a side with a designation."""
    return [unit for unit in state.marked(mark) if state.pieces[unit].side == side]


# --- orders -----------------------------------------------------------------------------------------------


def designate(umpire: Umpire, order: MainEffort) -> None:
    """A unit is the main effort, in the place of an earlier one: in planning of its side, in the Organize
    step of its headquarters."""
    state = umpire.state
    if state.phase == "planning":
        for unit in meant_before(state, order.side, order.unit):
            umpire.mark(unit, MAIN_EFFORT, None, rule=R["seq.1.3"])
        umpire.mark(order.unit, MAIN_EFFORT, True, rule=R["seq.1.3"])
        return
    by = formation_of(state, order.hq) if order.hq else placed_by(state, order.unit)
    earlier = main_effort_of(state, by)
    if len(earlier) >= formation(state, by).main_efforts:
        umpire.mark(earlier[0], MAIN_EFFORT, None, rule=R["10.5a"])
    umpire.mark(order.unit, MAIN_EFFORT, by, rule=R["10.5a"])


def meant_before(state: State, side: str, unit: str) -> list[str]:
    """The units that are no longer meant when another is: all others of the side, or, of a unit that belongs
    to a formation, those of that formation beyond its number."""
    meant = designated(state, side, MAIN_EFFORT)
    own_formation = formation_of(state, unit)
    if not own_formation:
        return [each for each in meant if not formation_of(state, each)]
    same = [each for each in meant if formation_of(state, each) == own_formation]
    return same[: max(0, len(same) + 1 - max(1, formation(state, own_formation).main_efforts))]


def put_in_reserve(umpire: Umpire, order: Reserve) -> None:
    """These units of a side are its reserve, and no others."""
    rule = R["seq.1.3"] if umpire.state.phase == "planning" else R["10.4"]
    for unit in designated(umpire.state, order.side, RESERVE):
        if unit not in order.units:
            umpire.mark(unit, RESERVE, None, rule=rule)
    for unit in order.units:
        if umpire.state.phase == "planning" or not in_reserve(umpire.state, unit):
            umpire.mark(unit, RESERVE, True, rule=rule)


# --- the Organize step ------------------------------------------------------------------------------------


def place_markers(umpire: Umpire) -> None:
    """What was meant in planning becomes markers where a headquarters can place them (ground.2.A,
    ground.2.B)."""
    for side in sides(umpire.state):
        able = for_reserve(umpire.state, side)
        for unit in designated(umpire.state, side, RESERVE):
            if unit not in able and umpire.state.pieces[unit].kind.group == GROUND:
                umpire.mark(unit, RESERVE, None, rule=R["2.2.7.1a"])
        for unit in designated(umpire.state, side, MAIN_EFFORT):
            if not main_effort(umpire.state, unit) and unit in for_main_effort(umpire.state, side):
                umpire.mark(unit, MAIN_EFFORT, placed_by(umpire.state, unit), rule=R["ground.2.B"])


def count_main_efforts(umpire: Umpire) -> None:
    """The Organize step ends: the Main Effort markers placed are those of the turn (2.2.7.1b)."""
    state = umpire.state
    for side in sides(state):
        for each in formations(state, side):
            placed = len(main_effort_of(state, each.id))
            hq = headquarters(state, each.id)
            if hq is not None and placed > state.mark(hq.id, NAMED, 0):
                umpire.mark(hq.id, NAMED, placed, rule=R["2.2.7.1b"])


def remove_main_efforts(umpire: Umpire) -> None:
    """Main Effort markers come off as the status markers are removed (seq.7.F), with what was meant in
    planning and did not come to a marker."""
    state = umpire.state
    marks: tuple[Mark[Any], ...] = (MAIN_EFFORT, NAMED)
    for mark in marks:
        for subject in list(state.marked(mark)):
            umpire.unmark(subject, mark, rule=R["seq.7.F"])


# --- what is legal ----------------------------------------------------------------------------------------


@derived
def units_of(state: State, side: str) -> tuple[str, ...]:
    """The units of a side on the map that can be designated in planning."""
    groups = (SHIP, SUBMARINE, GROUND, SOF, MISSION)
    return tuple(id for id in on_map(state, side) if state.pieces[id].kind.group in groups)


def not_yet(state: State, side: str) -> list[str]:
    """The units of a side that are not the main effort."""
    return [unit for unit in units_of(state, side) if not state.mark(unit, MAIN_EFFORT)]


def to_mean(state: State, side: str) -> list[str]:
    """Those that are listed in planning: none when there is a main effort, which can still be changed."""
    if designated(state, side, MAIN_EFFORT):
        return []
    return not_yet(state, side)


def able_hq(state: State, formation_id: str) -> Piece | None:
    """The headquarters of a formation where it can use its effects: on the map, neither disrupted nor
    suppressed (7.2.1.1b, 10.15.7e)."""
    return None if hq_disrupted(state, formation_id) else headquarters(state, formation_id)


@derived
def for_reserve(state: State, side: str) -> tuple[str, ...]:
    """The units that a side's headquarters can put in Reserve: their own, within their radius (10.4,
    2.2.7.1a). Disruption and suppression cost a headquarters its tokens and its Main Effort (7.2.1.1b,
    10.15.7e), but its reserves only where the game says so."""
    designating = headquarters if on(state, "disrupted_hq_reserves") else able_hq
    return tuple(
        unit
        for unit in on_map(state, side)
        if any(
            in_radius(state, designating(state, each), unit)
            for each in chain(state, formation_of(state, unit))
        )
    )


def reaches(state: State, formation_id: str, unit: str) -> bool:
    """Whether the effects of a formation's headquarters reach a unit (2.2.7.1a)."""
    return in_radius(state, able_hq(state, formation_id), unit)


def in_radius(state: State, hq: Piece | None, unit: str) -> bool:
    """Whether there is a headquarters, with a unit in its radius."""
    return hq is not None and within_radius(state, hq, state.pieces[unit].place)


@derived
def for_main_effort(state: State, side: str) -> tuple[str, ...]:
    """The maneuver and fires units that a headquarters of the side can name its Main Effort (10.5a)."""
    return tuple(unit for unit in for_reserve(state, side) if may_name(state, unit))


@derived
def may_name(state: State, unit: str) -> tuple[str, ...]:
    """The formations whose headquarters may name a unit their Main Effort: its own and those above it, which
    have one to name this turn (10.5a, 2.2.7.1b)."""
    read = sheet(state.pieces[unit])
    if not (is_maneuver(read) or fires(read)):
        return ()
    return tuple(
        each
        for each in chain(state, formation_of(state, unit))
        if named(state, each) < formation(state, each).main_efforts and reaches(state, each, unit)
    )


def named(state: State, formation_id: str) -> int:
    """How many Main Effort markers a headquarters has placed for good this turn."""
    hq = headquarters(state, formation_id)
    return state.mark(hq.id, NAMED, 0) if hq is not None else 0


def placed_by(state: State, unit: str) -> str:
    """The formation whose headquarters names a unit where the order does not say: the lowest that has a
    marker left, else the lowest."""
    able = may_name(state, unit)
    return (_free(state, able) or list(able))[0]


def not_yet_marked(state: State, side: str) -> list[str]:
    """The units that may be named and are not yet."""
    return [unit for unit in for_main_effort(state, side) if not main_effort(state, unit)]


@derived
def for_free_marker(state: State, side: str) -> tuple[str, ...]:
    """The units that a headquarters can name which has not named one; others can take the place of one."""
    return tuple(unit for unit in not_yet_marked(state, side) if _free(state, may_name(state, unit)))


def _free(state: State, formations: Iterable[str]) -> list[str]:
    return [
        each for each in formations if len(main_effort_of(state, each)) < formation(state, each).main_efforts
    ]


@derived
def hqs_listed(state: State, unit: str) -> list[str | None]:
    """The headquarters that are listed: none to be said where one alone can name a unit."""
    free = _free(state, may_name(state, unit))
    return [formation(state, each).hq for each in free] if len(free) > 1 else [None]


def hqs_for(state: State, unit: str) -> list[str | None]:
    """The headquarters that may name a unit: None for whichever placed it where nobody says."""
    if unit not in state.pieces or not formation_of(state, unit):
        return [None]
    return [None, *(formation(state, each).hq for each in may_name(state, unit))]


def open_to_change(state: State, side: str) -> bool:
    """Whether markers may be changed in the Organize step: written orders are binding (ground.2.A)."""
    return not on(state, "written_orders")


def to_reserve(state: State) -> list[OrderChoice]:
    """Any units of a side are its reserve. It is listed while there is none, and can still be changed."""
    return [
        OrderChoice(side, "reserve", {}, "units", units_of(state, side))
        for side in acting(state)
        if units_of(state, side) and not designated(state, side, RESERVE)
    ]


def to_reserve_on_land(state: State) -> list[OrderChoice]:
    """Any units that a side's headquarters reach are its reserve."""
    return [
        OrderChoice(side, "reserve", {}, "units", for_reserve(state, side))
        for side in acting(state)
        if for_reserve(state, side) and open_to_change(state, side)
    ]


OPEN = insist(
    open_to_change,
    "written orders",
    R["ground.2.A"],
    "this game requires written orders",
)
MAIN = Legality(
    IN_TURN,
    only("unit", not_yet, "unit", R["seq.1.3"], "no unit of yours, or already so"),
    arguments={"unit": to_mean},
    sides=acting,
    phases=("planning",),
    elsewhere=R["seq.1.3"],
)
MAIN_ON_LAND = Legality(
    IN_TURN,
    OPEN,
    only(
        "unit",
        not_yet_marked,
        "unit",
        R["10.5a"],
        "cannot be named the Main Effort",
    ),
    only(
        "hq",
        hqs_for,
        "headquarters",
        R["10.5a"],
        "headquarters that cannot name it",
    ),
    arguments={"unit": for_free_marker, "hq": hqs_listed},
    sides=acting,
    phases=("ground organization",),
    elsewhere=R["ground.2.B"],
)
RESERVES = Legality(
    IN_TURN,
    insist(
        lambda state, side, units: all(each in units_of(state, side) for each in units or ()),
        "unit",
        R["seq.1.3"],
        "name units of yours on the map",
    ),
    sides=acting,
    phases=("planning",),
    elsewhere=R["seq.1.3"],
    quickly=to_reserve,
)
RESERVES_ON_LAND = Legality(
    IN_TURN,
    OPEN,
    insist(
        lambda state, side, units: all(each in for_reserve(state, side) for each in units or ()),
        "unit",
        R["10.4"],
        lambda state: (
            T("name units within the radius of their headquarters")
            if on(state, "disrupted_hq_reserves")
            else T("name units within the radius of a sound headquarters")
        ),
    ),
    sides=acting,
    phases=("ground organization",),
    elsewhere=R["ground.2.A"],
    quickly=to_reserve_on_land,
)
KINDS = (
    OrderKind(
        "main-effort",
        MainEffort,
        designate,
        R["seq.1.3"],
        "designate the main effort",
        secret=True,
        legality=(MAIN, MAIN_ON_LAND),
    ),
    OrderKind(
        "reserve",
        Reserve,
        put_in_reserve,
        R["seq.1.3"],
        "designate the reserve",
        secret=True,
        legality=(RESERVES, RESERVES_ON_LAND),
    ),
)
