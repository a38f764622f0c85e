"""Action points and Orders (10.14): with that advanced rule only units with an Orders marker, or in Reserve,
start anything in the Ground Phase.

A formation's points are those of its row in the chart of formations. They pay for its own units and for those
of the formations below it, so that the points of a whole side are those of its highest formation (10.14.1).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.acting import GROUND_PHASE
from adjudication.systems.ows.ground.forces.formations import chain, formation, formation_of, formations
from adjudication.systems.ows.table.counters import GROUND
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import RESERVE, on_map
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

ORDERED = Mark[bool]("orders marker")
"""Mark of a ground unit with an Orders marker (10.14.2a): its owner's knowledge, and public where the game is
played openly, with feints."""
FEINT = Mark[bool]("feint", seen_by=OWNER)
"""Mark of a ground unit whose Orders marker is a feint (10.14.2b)."""
FEINTS = 2
"""Feint orders of a side in open play (10.14.2b)."""


@dataclass(frozen=True, slots=True)
class Issue:
    """Place Orders markers on these units, and on no others (10.14.2a)."""

    side: str
    units: tuple[Contact, ...]


@dataclass(frozen=True, slots=True)
class Feint:
    """Place feint orders on these units, and on no others (10.14.2b)."""

    side: str
    units: tuple[Contact, ...]


def may_act(state: State, unit: str) -> bool:
    """Whether a unit may move, attack and fire in an action of its own side (10.14b): always without action
    points; else it needs an Orders marker, or is in Reserve. Defence, retreat and what a unit does in the
    enemy's action need none."""
    if not limited(state):
        return True
    return bool(state.mark(unit, ORDERED) and not state.mark(unit, FEINT)) or bool(state.mark(unit, RESERVE))


def limited(state: State) -> bool:
    """Whether action points limit this Ground Phase; of several they may leave the first one free
    (10.14c)."""
    if not on(state, "action_points"):
        return False
    return not (on(state, "free_first_ground_phase") and state.mark("game", GROUND_PHASE, 1) == 1)


def issue(umpire: Umpire, order: Issue) -> None:
    """The units have Orders."""
    _place(umpire, order.side, order.units, feints=False)


def feint(umpire: Umpire, order: Feint) -> None:
    """The units have feint orders."""
    _place(umpire, order.side, order.units, feints=True)


def _place(umpire: Umpire, side: str, units: tuple[str, ...], *, feints: bool) -> None:
    rule = R["10.14.2b"] if feints else R["10.14.2a"]
    audience = None if on(umpire.state, "feints") else (side,)
    for unit in [*umpire.state.marked(ORDERED)]:
        state = umpire.state
        if state.pieces[unit].side == side and bool(state.mark(unit, FEINT)) == feints and unit not in units:
            take_off(umpire, unit, rule)
    for unit in units:
        if umpire.state.mark(unit, ORDERED):
            continue
        if feints:
            umpire.mark(unit, FEINT, True, rule=rule)
        umpire.mark(unit, ORDERED, True, rule=rule, audience=audience)


def take_off(umpire: Umpire, unit: str, rule: str) -> None:
    """An Orders marker comes off."""
    state = umpire.state
    umpire.mark(unit, ORDERED, None, rule=rule, audience=state.marks_for.get((unit, ORDERED.name)))
    if state.mark(unit, FEINT):
        umpire.mark(unit, FEINT, None, rule=rule)


def end_orders(umpire: Umpire) -> None:
    """Orders are for the Ground Phases of one turn: all markers come off after the last."""
    for unit in [*umpire.state.marked(ORDERED)]:
        take_off(umpire, unit, R["10.14.2a"])


# --- points -----------------------------------------------------------------------------------------------


def short_of(state: State, units: Iterable[str]) -> str:
    """The formation whose points do not suffice for Orders to all of these units; empty where they do. Each
    is paid by the lowest formation above it that has a point left."""
    left: dict[str, int] = {}
    for unit in units:
        own_formation = formation_of(state, unit)
        for each in chain(state, own_formation):
            points = left.setdefault(each, formation(state, each).points)
            if points:
                left[each] = points - 1
                break
        else:
            return own_formation
    return ""


def points_of(state: State, side: str) -> int:
    """All action points of a side (10.14.1)."""
    return sum(each.points for each in formations(state, side))


def orders_left(state: State, side: str) -> int:
    """How many more Orders a side may issue."""
    return points_of(state, side) - len(with_orders(state, side))


@derived
def with_orders(state: State, side: str) -> tuple[str, ...]:
    """The units of a side with Orders, feints not among them."""
    feints = state.marked(FEINT)
    return tuple(
        unit for unit in state.marked(ORDERED) if state.pieces[unit].side == side and unit not in feints
    )


@derived
def able(state: State, side: str) -> tuple[str, ...]:
    """The ground units of a side that Orders can be issued to: headquarters and units of formations."""
    return tuple(
        id for id in on_map(state, side) if state.pieces[id].kind.group == GROUND and formation_of(state, id)
    )


@derived
def for_orders(state: State, side: str) -> tuple[str, ...]:
    """Those that bear no feint."""
    return tuple(unit for unit in able(state, side) if not state.mark(unit, FEINT))


@derived
def for_feints(state: State, side: str) -> tuple[str, ...]:
    """Those that have no Orders."""
    return tuple(
        unit for unit in able(state, side) if state.mark(unit, FEINT) or not state.mark(unit, ORDERED)
    )


def why_too_many(state: State, units: Iterable[str] | None) -> Why:
    """Why Orders to all of these units cannot be issued; empty where they can."""
    name = short_of(state, units or ())
    if not name:
        return ""
    most = sum(formation(state, each).points for each in chain(state, name))
    return T("too few action points", formation=formation(state, name).name, most=most)


def plan_orders(state: State) -> list[OrderChoice]:
    """Orders to any units that the points suffice for."""
    if not on(state, "action_points"):
        return []
    return [
        OrderChoice(
            side,
            "issue",
            {},
            "units",
            for_orders(state, side),
            most=points_of(state, side),
            fits=lambda units: why_too_many(state, units) or True,
        )
        for side in acting(state)
        if for_orders(state, side)
    ]


def plan_feints(state: State) -> list[OrderChoice]:
    """Feints on any two units."""
    if not (on(state, "action_points") and on(state, "feints")):
        return []
    return [
        OrderChoice(side, "feint", {}, "units", for_feints(state, side), most=FEINTS)
        for side in acting(state)
        if for_feints(state, side)
    ]


POINTS = insist(
    lambda state, side: on(state, "action_points"),
    "action points",
    R["10.14a"],
    "this game is played without action points",
)
ISSUES = Legality(
    IN_TURN,
    POINTS,
    insist(
        lambda state, side, units: all(each in for_orders(state, side) for each in units or ()),
        "unit",
        R["10.14.2a"],
        "name units that bear no feint",
    ),
    insist(
        lambda state, side, units: not short_of(state, units or ()),
        "points",
        R["10.14.2b"],
        lambda state, side, units: why_too_many(state, units),
    ),
    sides=acting,
    phases=("planning",),
    elsewhere=R["10.14.2a"],
    quickly=plan_orders,
)
FEIGNS = Legality(
    IN_TURN,
    POINTS,
    insist(
        lambda state, side: on(state, "feints"),
        "feints",
        R["10.14.2b"],
        "this game is played without feints",
    ),
    insist(
        lambda state, side, units: all(each in for_feints(state, side) for each in units or ()),
        "unit",
        R["10.14.2b"],
        "name units that have no Orders",
    ),
    insist(
        lambda state, side, units: len(units or ()) <= FEINTS,
        "points",
        R["10.14.2b"],
        T("too many feints", most=FEINTS),
    ),
    sides=acting,
    phases=("planning",),
    elsewhere=R["10.14.2a"],
    quickly=plan_feints,
)
KINDS = (
    OrderKind("issue", Issue, issue, R["10.14.2a"], "issue Orders to units", secret=True, legality=(ISSUES,)),
    OrderKind("feint", Feint, feint, R["10.14.2b"], "place feint orders", secret=True, legality=(FEIGNS,)),
)
