"""The War in Somalia 2006+: set-up, foreign support, income, victory."""

from collections.abc import Sequence

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.later.phases import SETTING_UP
from adjudication.systems.somalia.later.units import (
    PARTNERS,
    TO_BE_OUSTED,
    UNITS,
    at,
    free,
    held,
    in_play,
    mogadishu,
    take_off,
)
from adjudication.systems.somalia.table.forces import GANG, faction
from adjudication.systems.somalia.table.points import gain_sp
from adjudication.systems.somalia.table.sides import COURTS, ETHIOPIANS
from adjudication.systems.somalia.table.zones import BANDIT_CUP, MILITIA_BOX, PORT, SOUTH, tagged
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")

FIRST_TURN, LAST_TURN = 3, 39
"""December 2006 to December 2009 (war2006.length.a)."""
PARTNER_START = (PORT, "belet-huen")
"""Where a partner of the ICU starts (war2006.setup.d)."""
PINK, LEADER, STRONGEST, CAPITAL = "pink", "leader-pink", "pink-3a", "north-mogadishu"
"""The colour of the ICU, its Leader, its strength 3 unit and where that goes (war2006.setup.f, setup.g)."""
TO_AMAZE = 4
"""Areas outside Mogadishu that the Ethiopian side needs for an amazing victory (war2006.victory.c)."""


def begin(umpire: Umpire) -> None:
    """The ICU player calls for the set-up; the Ethiopian side is on the map (war2006.setup.a to setup.c)."""
    umpire.enter_phase(FIRST_TURN, SETTING_UP, side=COURTS, rule=R["war2006.length.a"])


def set_up(umpire: Umpire) -> None:
    """The partners, the ICU, its Leader (war2006.setup.d to setup.g)."""
    for zone in PARTNER_START:
        place(umpire, free(umpire.state, BANDIT_CUP, PARTNERS), zone, rule=R["war2006.setup.d"])
    state = umpire.state
    south = tagged(state.board, SOUTH)
    for zone in sorted(in_play(state), key=lambda zone: zone not in south):
        if not at(state, zone, ETHIOPIANS):
            stock = free(state, BANDIT_CUP, (PINK,)) or partners_free(state)
            place(umpire, stock, zone, rule=R["war2006.setup.e"])
    where = umpire.choose(
        COURTS,
        T("area of the pink Leader"),
        list(mogadishu(state)),
        suggest=CAPITAL,
        because=T("the strongest unit comes there unless it was drawn for another area"),
        rule=R["war2006.setup.f"],
    )
    umpire.move(LEADER, where, rule=R["war2006.setup.f"])
    if state.pieces[STRONGEST].place == BANDIT_CUP:
        umpire.move(STRONGEST, CAPITAL, rule=R["war2006.setup.g"])


def place(umpire: Umpire, stock: Sequence[Piece], zone: str, *, rule: str) -> None:
    """One of these units, at random, comes to an area."""
    if stock:
        unit = umpire.pick([piece.id for piece in stock], T("unit in an area", zone=zone), rule=rule)
        umpire.move(unit, zone, rule=rule)


@derived
def partner(state: State) -> str:
    """The colour of which a partner is placed next: yellow while there is one (war2006.counters.d)."""
    return next((colour for colour in PARTNERS if free(state, BANDIT_CUP, (colour,))), "")


def partners_free(state: State) -> list[Piece]:
    """The partners that may be placed now."""
    colour = partner(state)
    return free(state, BANDIT_CUP, (colour,)) if colour else []


# --- the Seasonal Interphase -------------------------------------------------------------------------


def support(umpire: Umpire) -> None:
    """Foreign support, where more partners than Ethiopian units are on the map (war2006.special.b)."""
    state, rule = umpire.state, R["war2006.special.b"]
    partners = [unit for unit in _gangs(state) if faction(unit) != PINK]
    if len(partners) <= sum(faction(unit) == "green" for unit in _allies(state)):
        return
    theirs = umpire.roll(D6, T("foreign support of Ethiopia"), rule=rule)
    ours = umpire.roll(D6, T("foreign support of the ICU"), rule=rule)
    if theirs > ours:
        swap(umpire, partners)
    elif theirs == ours:
        reinforce(umpire, [unit.id for unit in partners_free(state)], rule=R["war2006.special.d"])
    else:
        recruit(umpire, ours - theirs)


def swap(umpire: Umpire, partners: Sequence[Piece]) -> None:
    """A tan unit takes the place of a partner (war2006.special.c)."""
    rule = R["war2006.special.c"]
    stock = free(umpire.state, MILITIA_BOX, ("tan",))
    if not stock:
        return
    unit_id = umpire.choose(
        ETHIOPIANS, T("unit that changes sides"), [unit.id for unit in partners], rule=rule
    )
    unit = umpire.state.pieces[unit_id]
    zone = unit.place
    take_off(umpire, unit, rule=rule)
    umpire.move(stock[0].id, zone, rule=rule)


def reinforce(umpire: Umpire, stock: Sequence[str], *, rule: str) -> None:
    """One of these units, at random, comes to an area that the ICU side controls (war2006.special.d)."""
    if stock and held(umpire.state, COURTS):
        settle(umpire, umpire.pick(list(stock), T("foreign support"), rule=rule), rule=rule)


def recruit(umpire: Umpire, points: int) -> None:
    """Pink units worth so many strength points, as the ICU player likes (war2006.special.e)."""
    rule = R["war2006.special.e"]
    state = umpire.state
    stock = [unit.id for unit in free(state, BANDIT_CUP, (PINK,)) if _strength(unit) <= points]
    if not stock or not held(state, COURTS):
        return
    chosen = umpire.choose_some(
        COURTS,
        T("pink units that come", points=points),
        stock,
        fits=lambda units: sum(_strength(state.pieces[unit]) for unit in units) <= points,
        suggest=_worth(state, stock, points),
        because=T("the strongest that the points allow"),
        rule=rule,
    )
    for unit in chosen:
        settle(umpire, unit, rule=rule)


def settle(umpire: Umpire, unit: str, *, rule: str) -> None:
    """A unit goes to an area that the ICU side controls, of its choice."""
    state = umpire.state
    zones = list(held(state, COURTS))
    umpire.move(
        unit, umpire.choose(COURTS, T("area where a unit comes", unit=unit), zones, rule=rule), rule=rule
    )


def income(umpire: Umpire) -> None:
    """A Supply Point for each area to the side that controls it (war2006.economics.a)."""
    for side in (COURTS, ETHIOPIANS):
        zones = held(umpire.state, side)
        if zones:
            gain_sp(umpire, side, len(zones), T("income"), rule=R["war2006.economics.a"])


# --- victory -----------------------------------------------------------------------------------------


def sudden_death(umpire: Umpire) -> None:
    """Without a tan or green unit in Somalia the game is over (war2006.special.a)."""
    if not to_be_ousted(umpire.state):
        judge(umpire)


@derived
def to_be_ousted(state: State) -> list[str]:
    """The tan and green units in Somalia."""
    return [unit.id for unit in _allies(state) if faction(unit) in TO_BE_OUSTED]


def judge(umpire: Umpire) -> None:
    """Who has won (war2006.victory.a to victory.c)."""
    state = umpire.state
    ours, theirs = held(state, COURTS), held(state, ETHIOPIANS)
    foreign = any(faction(unit) == "green" for unit in _allies(state))
    if len(ours) == len(in_play(state)):
        umpire.declare(COURTS, T("an amazing victory: it controls every area"), rule=R["war2006.victory.a"])
    elif not foreign and all(zone in ours for zone in tagged(state.board, SOUTH)):
        why = T("the south is controlled")
        umpire.declare(COURTS, why, rule=R["war2006.victory.b"])
    else:
        city = sum(zone in mogadishu(state) for zone in theirs)
        amazing = city == len(mogadishu(state)) and len(theirs) - city >= TO_AMAZE
        why = T("amazing victory over the ICU") if amazing else T("victory over the ICU")
        umpire.declare(ETHIOPIANS, why, rule=R["war2006.victory.c"])


def _gangs(state: State) -> list[Piece]:
    return [unit for unit in state.of_group(GANG) if unit.place in in_play(state)]


def _allies(state: State) -> list[Piece]:
    """The Ethiopian side's units in Somalia; those in Ethiopia are not."""
    return [
        unit
        for group in UNITS
        for unit in state.of_group(group)
        if unit.side == ETHIOPIANS and unit.place in in_play(state)
    ]


def _strength(unit: Piece) -> int:
    return unit.value("firepower")


def _worth(state: State, stock: Sequence[str], points: int) -> list[str]:
    """Units worth that much, the strongest first, in the order of the stock."""
    taken: list[str] = []
    for unit in sorted(stock, key=lambda id: -_strength(state.pieces[id])):
        if _strength(state.pieces[unit]) <= points:
            taken.append(unit)
            points -= _strength(state.pieces[unit])
    return [unit for unit in stock if unit in taken]
