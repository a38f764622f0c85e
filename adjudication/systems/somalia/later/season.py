"""Turns and the Seasonal Interphase of the later scenarios: income, purchases, the end of the game
(icu2006.economics.a to economics.f, war2006.economics.a to economics.d)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import adjudication.systems.somalia.later.courts as courts
import adjudication.systems.somalia.later.missions as missions
import adjudication.systems.somalia.later.war as war
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.later.phases import ENTRY, MISSIONS, PURCHASES, SETTING_UP
from adjudication.systems.somalia.later.units import (
    courts_2006,
    free,
    held,
    on_map,
    players,
    take_off,
)
from adjudication.systems.somalia.table.forces import faction
from adjudication.systems.somalia.table.points import pay
from adjudication.systems.somalia.table.sides import COURTS, ETHIOPIANS, plays_later, sp
from adjudication.systems.somalia.table.turns import Pass, acting
from adjudication.systems.somalia.table.zones import (
    BAIDOA,
    BANDIT_CUP,
    BROWN_BOX,
    ETHIOPIA,
    MILITIA_BOX,
    UN_CUP,
    US_CUP,
)
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

SEASON = 3
"""A Seasonal Interphase ends every third turn of the marker (3.0e)."""
GANG_COST, COURTS_COST, UPGRADE_COST, ENTRY_COST = 3, 2, 2, 1
"""Supply Points (icu2006.economics.b to economics.d, war2006.economics.d)."""
TRIED = Mark[bool]("tried to enter", turns=1)
"""Mark of an Ethiopian unit that has tried to cross the border in this Interphase (war2006.economics.d)."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Set up the scenario: what is drawn is drawn, and the sides say where the rest goes."""

    side: str


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a unit, for an area; in 2006+ a unit of one's choice."""

    side: str
    zone: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Exchange a unit for the strength 3 counter of its faction (icu2006.economics.c)."""

    side: str
    unit: str


@dataclass(frozen=True, slots=True)
class Enter:
    """Try to bring an Ethiopian unit into Baidoa (war2006.economics.d)."""

    side: str
    unit: str


# --- turns -------------------------------------------------------------------------------------------


def set_up(umpire: Umpire, order: SetUp) -> None:
    """The set-up, and the first turn."""
    scenario = courts if courts_2006(umpire.state) else war
    scenario.set_up(umpire)
    begin_turn(umpire, scenario.FIRST_TURN)


def last_turn(state: State) -> int:
    """The last turn of the game (icu2006.length.a, war2006.length.a)."""
    return courts.LAST_TURN if courts_2006(state) else war.LAST_TURN


def begin_turn(umpire: Umpire, turn: int) -> None:
    """The missions of a turn."""
    missions.begin(umpire, turn)
    if missions.is_over(umpire.state):
        after_missions(umpire)


def goes_on(procedure: Callable[[Umpire, Any], None]) -> Callable[[Umpire, Any], None]:
    """A mission, and what follows where it was the last one of the turn (6.0b)."""

    def and_then(umpire: Umpire, order: Any) -> None:
        procedure(umpire, order)
        if missions.is_over(umpire.state):
            after_missions(umpire)

    return and_then


def after_missions(umpire: Umpire) -> None:
    """On every third turn income and purchases; then the next turn (3.0e)."""
    state = umpire.state
    if state.turn % SEASON:
        end_turn(umpire)
        return
    umpire.enter_phase(state.turn, PURCHASES, side=COURTS, rule=R["3.0e"])
    if courts_2006(state):
        courts.income(umpire)
        courts.growth(umpire)
    else:
        war.support(umpire)
        if missions.over(umpire):
            return
        war.income(umpire)


def next_buyer(umpire: Umpire, order: Pass) -> None:
    """The side buys no more, or brings in no more: the next one does, or the next turn begins."""
    state = umpire.state
    sides = players(state)
    after = sides.index(order.side) + 1
    if state.phase == PURCHASES and after < len(sides):
        umpire.enter_phase(state.turn, PURCHASES, side=sides[after], rule=R["3.0e"])
    elif state.phase == PURCHASES and crossing(state):
        umpire.enter_phase(state.turn, ENTRY, side=ETHIOPIANS, rule=R["war2006.economics.d"])
    else:
        end_turn(umpire)


def end_turn(umpire: Umpire) -> None:
    """The next turn, or the verdict after the last one."""
    state = umpire.state
    if missions.over(umpire):
        return
    if state.turn < last_turn(state):
        begin_turn(umpire, state.turn + 1)
    elif courts_2006(state):
        courts.judge(umpire)
    else:
        war.judge(umpire)


# --- purchases ---------------------------------------------------------------------------------------


def buy(umpire: Umpire, order: Buy) -> None:
    """A unit comes into play: in 2006 one drawn at random, in 2006+ one that costs its strength."""
    state = umpire.state
    if order.unit:
        unit = state.pieces[order.unit]
        pay(
            umpire,
            order.side,
            price(state, unit.id),
            T("unit of a strength bought", unit=unit.id),
            rule=R["war2006.economics.b"],
        )
        umpire.move(unit.id, order.zone, rule=R["war2006.economics.b"])
    elif order.side == COURTS:
        pay(umpire, order.side, COURTS_COST, T("unit bought"), rule=R["icu2006.economics.d"])
        umpire.draw(BROWN_BOX, T("the unit bought"), to=order.zone, rule=R["icu2006.economics.d"])
    else:
        pay(umpire, order.side, GANG_COST, T("unit bought"), rule=R["icu2006.economics.b"])
        drawn = [unit.id for unit in free(state, BANDIT_CUP, (order.side,), (1, 2))]
        unit_id = umpire.pick(drawn, T("the unit bought"), rule=R["icu2006.economics.b"])
        umpire.move(unit_id, order.zone, rule=R["icu2006.economics.b"])


def upgrade(umpire: Umpire, order: Upgrade) -> None:
    """The strength 3 counter takes the place of a unit (icu2006.economics.c)."""
    state = umpire.state
    pay(umpire, order.side, UPGRADE_COST, T("unit upgraded"), rule=R["icu2006.economics.c"])
    unit, (strong,) = state.pieces[order.unit], free(state, BANDIT_CUP, (order.side,), (3,))
    zone = unit.place
    take_off(umpire, unit, rule=R["icu2006.economics.c"])
    umpire.move(strong.id, zone, rule=R["icu2006.economics.c"])


def enter(umpire: Umpire, order: Enter) -> None:
    """A Supply Point and a die: odd, the unit moves to Baidoa (war2006.economics.d)."""
    pay(umpire, order.side, ENTRY_COST, T("price of entry", unit=order.unit), rule=R["war2006.economics.d"])
    umpire.mark(order.unit, TRIED, True, rule=R["war2006.economics.d"])
    if umpire.roll(D6, T("entry", unit=order.unit), rule=R["war2006.economics.d"]) % 2:
        umpire.move(order.unit, BAIDOA, rule=R["war2006.economics.d"])


def proceed_order(state: State) -> Order | None:
    """The order that goes on: to set up, or to pass."""
    if state.phase == SETTING_UP:
        return Order(state.side, "set-up")
    sides = acting(state) if state.phase == MISSIONS else buyers(state)
    return Order(sides[0], "pass") if sides else None


# --- what may be ordered -----------------------------------------------------------------------------


def buyers(state: State) -> tuple[str, ...]:
    """Whose purchases these are."""
    return (state.side,)


def in_courts(state: State) -> tuple[str, ...]:
    """The buyer, in 2006, where a unit is free and paid for (icu2006.counters.b)."""
    side = state.side
    if not courts_2006(state):
        return ()
    if side == COURTS:
        stock, cost = free(state, BROWN_BOX, ("brown",)), COURTS_COST
    else:
        stock, cost = free(state, BANDIT_CUP, (side,), (1, 2)), GANG_COST
    return (side,) if stock and state.track(sp(side)) >= cost else ()


def in_war(state: State) -> tuple[str, ...]:
    """The buyer, in 2006+."""
    return () if courts_2006(state) else (state.side,)


@derived
def affordable(state: State, side: str) -> list[str]:
    """The units that a side may buy in 2006+: those kept for it that it can pay, a partner only of the first
    colour that is free (war2006.economics.b, war2006.counters.d)."""
    if side == ETHIOPIANS:
        stock = [
            unit
            for place, colour in ((US_CUP, "green"), (UN_CUP, "blue"), (MILITIA_BOX, "tan"))
            for unit in free(state, place, (colour,))
        ]
    else:
        partner = war.partner(state)
        stock = free(state, BANDIT_CUP, ("pink", *((partner,) if partner else ())))
    purse = state.track(sp(side))
    return [unit.id for unit in stock if price(state, unit.id) <= purse]


def price(state: State, unit: str) -> int:
    """A Supply Point for each strength point (war2006.economics.b)."""
    return state.pieces[unit].value("firepower")


def places(state: State, side: str, unit: str | None) -> Sequence[str]:
    """Where a unit that is bought may be put: areas that the side holds; Ethiopian units in Ethiopia
    (war2006.economics.b, war2006.economics.c). In 2006 areas that the faction occupies alone."""
    if unit and unit in state.pieces and faction(state.pieces[unit]) == "green":
        return (ETHIOPIA,)
    return courts.alone(state, side) if courts_2006(state) else held(state, side)


def _buying(state: State, side: str) -> str:
    """The rule by which a side buys units."""
    if not courts_2006(state):
        return R["war2006.economics.b"]
    return R["icu2006.economics.d"] if side == COURTS else R["icu2006.economics.b"]


def against_buying(state: State, side: str) -> Why:
    """Why a side buys nothing more."""
    return Reason(T("no unit it can pay", side=side), _buying(state, side))


def against_placing(state: State, side: str, zone: str, unit: str | None) -> Why:
    """Why a unit that is bought cannot be put there."""
    rule = R["war2006.economics.c"] if places(state, side, unit) == (ETHIOPIA,) else _buying(state, side)
    return Reason(T("not placed there", zone=zone), rule)


@derived
def upgradable(state: State, side: str) -> list[str]:
    """The units that a faction may exchange for its strength 3 counter (icu2006.economics.c)."""
    if not courts_2006(state) or side == COURTS or state.track(sp(side)) < UPGRADE_COST:
        return []
    if not free(state, BANDIT_CUP, (side,), (3,)):
        return []
    return [id for id in on_map(state, side) if 0 < state.pieces[id].value("firepower") < 3]


@derived
def crossing(state: State) -> list[str]:
    """The Ethiopian units that may try to enter now."""
    if courts_2006(state) or not state.track(sp(ETHIOPIANS)):
        return []
    return [unit.id for unit in free(state, ETHIOPIA, ("green",)) if not state.mark(unit.id, TRIED)]


def entering(state: State, side: str) -> list[str]:
    """The same, as an argument."""
    return crossing(state)


def in_set_up(state: State) -> tuple[str, ...]:
    """The ICU player sets the scenario up."""
    return (state.side,)


_BUYER = only("side", buyers, "turn", R["3.0e"], "not its turn to buy")

SET_UP = Legality(
    only("side", in_set_up, "turn", R["icu2006.setup.b"], "may not set the scenario up"),
    sides=in_set_up,
    phases=(SETTING_UP,),
    elsewhere=R["icu2006.setup.b"],
)
BUY = Legality(
    _BUYER,
    insist(
        lambda state, unit: bool(unit) is not courts_2006(state),
        "unit",
        R["icu2006.economics.b"],
        lambda state: (
            T("units are drawn at random") if courts_2006(state) else T("name the unit that is bought")
        ),
    ),
    insist(
        lambda state: bool(in_courts(state) or in_war(state)),
        "supply",
        R["icu2006.economics.b"],
        against_buying,
    ),
    insist(
        lambda state, side, unit: not unit or unit in affordable(state, side),
        "unit",
        R["war2006.economics.b"],
        "no unit it may buy and pay",
    ),
    insist(
        lambda state, side, zone, unit: zone in places(state, side, unit),
        "zone",
        R["war2006.economics.b"],
        against_placing,
    ),
    sides=buyers,
    phases=(PURCHASES,),
    elsewhere=R["3.0e"],
    arguments={
        "unit": lambda state, side: affordable(state, side) if in_war(state) else (None,),
        "zone": places,
    },
)
UPGRADE = Legality(
    _BUYER,
    only("unit", upgradable, "unit", R["icu2006.economics.c"], "cannot be upgraded"),
    sides=buyers,
    phases=(PURCHASES,),
    elsewhere=R["icu2006.economics.c"],
    arguments={"unit": upgradable},
)
ENTER = Legality(
    _BUYER,
    only("unit", entering, "unit", R["war2006.economics.d"], "cannot try to enter"),
    sides=buyers,
    phases=(ENTRY,),
    elsewhere=R["war2006.economics.d"],
    arguments={"unit": entering},
)
NO_MORE = Legality(_BUYER, sides=buyers, phases=(PURCHASES, ENTRY), played=plays_later, elsewhere=R["3.0e"])

KINDS = (
    *(kind._replace(procedure=goes_on(kind.procedure)) for kind in missions.KINDS),
    OrderKind("set-up", SetUp, set_up, R["icu2006.setup.b"], "set up the scenario", legality=(SET_UP,)),
    OrderKind("buy", Buy, buy, R["icu2006.economics.b"], "buy a unit", legality=(BUY,)),
    OrderKind(
        "upgrade",
        Upgrade,
        upgrade,
        R["icu2006.economics.c"],
        "exchange a unit for the strength 3 one",
        legality=(UPGRADE,),
    ),
    OrderKind("enter", Enter, enter, R["war2006.economics.d"], "bring a unit into Baidoa", legality=(ENTER,)),
    OrderKind("pass", Pass, next_buyer, R["3.0e"], "buy no more", legality=(NO_MORE,)),
)
