"""Islamic Courts Union 2006: set-up, income, the growth of the Transitional Government, victory."""

import adjudication.systems.somalia.later.units as units
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.later.phases import SETTING_UP
from adjudication.systems.somalia.later.units import (
    TRANSITIONAL,
    at,
    free,
    held,
    held_by_warlords,
    in_play,
    mogadishu,
)
from adjudication.systems.somalia.table.points import gain_sp
from adjudication.systems.somalia.table.sides import COLOURS, COURTS
from adjudication.systems.somalia.table.zones import AIRPORT, BANDIT_CUP, BROWN_BOX, MARKERS, PORT, UN_CUP
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

FIRST_TURN, LAST_TURN = 2, 8
"""June to December 2006 (icu2006.length.a)."""
SEASONS = (3, 6)
"""The turns that end with a Seasonal Interphase."""
COURTS_START = {"jilib": 3, "south-mogadishu": 2}
"""Where the ICU starts, with how many units (icu2006.setup.b)."""
SPREAD = {
    "orange": (4, ("gaalkayo", "ceel-huur", "jawhar")),
    "yellow": (3, ("belet-huen", "north-mogadishu")),
    "purple": (2, ("kismayu",)),
}
"""The factions 2 to 4: how many units each has, and where (icu2006.setup.e to setup.g)."""
FIRST_FACTION, LEADER = ("baidoa", "baardhere"), "leader-pink"
"""Faction 1: a unit in each of these, and its Leader (icu2006.setup.d)."""
TO_HISTORY, TO_AMAZE = 5, 4
"""Areas outside Mogadishu that the ICU needs for its historical victory, and the Warlords for an amazing one
(icu2006.victory.a, icu2006.victory.b)."""


def begin(umpire: Umpire) -> None:
    """The ICU player calls for the set-up."""
    umpire.enter_phase(FIRST_TURN, SETTING_UP, side=COURTS, rule=R["icu2006.length.a"])


def set_up(umpire: Umpire) -> None:
    """The Transitional Government, the ICU, the factions in turn, and what each starts with."""
    scatter(umpire)
    for zone, number in COURTS_START.items():
        for _ in range(number):
            umpire.draw(BROWN_BOX, T("ICU unit in an area", zone=zone), to=zone, rule=R["icu2006.setup.b"])
    first_faction(umpire)
    for side, (number, zones) in SPREAD.items():
        spread(umpire, side, number, zones)
    income(umpire, rule=R["icu2006.setup.h"])


def scatter(umpire: Umpire) -> None:
    """A die for each area, those of Mogadishu first: on 5 or 6 a Transitional unit; those left over go to the
    Port and the Airport in turn (icu2006.setup.a)."""
    state, rule = umpire.state, R["icu2006.setup.a"]
    city = mogadishu(state)
    left = [unit.id for unit in free(state, UN_CUP, ("blue",))]
    for zone in (*city, *(zone for zone in in_play(state) if zone not in city)):
        if left and umpire.roll_at_least(5, D6, T("Transitional unit in an area", zone=zone), rule=rule):
            umpire.move(left.pop(0), zone, rule=rule)
    for number, unit in enumerate(left):
        umpire.move(unit, AIRPORT if number % 2 else PORT, rule=rule)


def first_faction(umpire: Umpire) -> None:
    """Faction 1 has a unit in Baidoa, one in Baardhere, and its Leader with one of them (icu2006.setup.d)."""
    for zone in FIRST_FACTION:
        unit = draw(umpire, COLOURS[0], rule=R["icu2006.setup.c"])
        umpire.move(unit, zone, rule=R["icu2006.setup.d"])
    place = umpire.choose(
        COLOURS[0],
        T("area of the Leader"),
        list(FIRST_FACTION),
        suggest=FIRST_FACTION[0],
        because=T("Baidoa has the most neighbours"),
        rule=R["icu2006.setup.d"],
    )
    umpire.move(LEADER, place, rule=R["icu2006.setup.d"])


def spread(umpire: Umpire, side: str, number: int, zones: tuple[str, ...]) -> None:
    """A faction divides its units among its areas as it likes (icu2006.setup.e to setup.g)."""
    rule = {"orange": R["icu2006.setup.e"], "yellow": R["icu2006.setup.f"]}.get(side, R["icu2006.setup.g"])
    for _ in range(number):
        unit = draw(umpire, side, rule=R["icu2006.setup.c"])
        state = umpire.state
        empty = [zone for zone in zones if not at(state, zone, side)]
        zone = umpire.choose(
            side,
            T("area where a unit starts", unit=unit),
            list(zones),
            suggest=(empty or zones)[0],
            because=T("an area without a unit is lost"),
            rule=rule,
        )
        umpire.move(unit, zone, rule=rule)


def draw(umpire: Umpire, side: str, *, rule: str) -> str:
    """A unit of a faction of strength 1 or 2, at random (icu2006.setup.c, icu2006.economics.b)."""
    stock = [unit.id for unit in free(umpire.state, BANDIT_CUP, (side,), (1, 2))]
    return str(umpire.pick(stock, T("a unit of strength 1 or 2"), rule=rule))


# --- economics ---------------------------------------------------------------------------------------


def income(umpire: Umpire, *, rule: str = R["icu2006.economics.a"]) -> None:
    """A Supply Point for each area that a force occupies, two for one of Mogadishu (icu2006.economics.a)."""
    state = umpire.state
    for side in state.sides:
        zones = held(state, side)
        points = len(zones) + sum(zone in mogadishu(state) for zone in zones)
        if points:
            gain_sp(umpire, side, points, T("income"), rule=rule)


def growth(umpire: Umpire) -> None:
    """The Transitional Government gets a unit, or two on an even die, Base counters when all infantry are on
    the map (icu2006.economics.e); where it has units already, else in Mogadishu."""
    rule = R["icu2006.economics.e"]
    state = umpire.state
    die = umpire.roll(D6, T("growth of the Transitional Government"), rule=rule)
    for _ in range(1 if die % 2 else 2):
        stock = free(state, UN_CUP, ("blue",)) or free(state, MARKERS, ("blue",))
        if not stock:
            return
        zones = [zone for zone in in_play(state) if at(state, zone, TRANSITIONAL)] or list(mogadishu(state))
        zone = umpire.pick(zones, T("area of the new Transitional unit"), rule=rule)
        umpire.move(stock[0].id, zone, rule=rule)


@derived
def alone(state: State, side: str) -> tuple[str, ...]:
    """The areas that a faction occupies without any other, where it places what it buys
    (icu2006.economics.b)."""
    others = units.enemies(state, side)
    return tuple(zone for zone in held(state, side) if not at(state, zone, *others))


# --- victory -----------------------------------------------------------------------------------------


def judge(umpire: Umpire) -> None:
    """Who has won, after turn 8 (icu2006.victory.a, icu2006.victory.b)."""
    state = umpire.state
    ours, theirs = held(state, COURTS), held_by_warlords(state)
    city, elsewhere = _counted(state, ours)
    if len(ours) == len(in_play(state)):
        umpire.declare(COURTS, T("an amazing victory: it controls every area"), rule=R["icu2006.victory.a"])
    elif city == len(mogadishu(state)) and elsewhere >= TO_HISTORY:
        why = T("historical victory", areas=elsewhere)
        umpire.declare(COURTS, why, rule=R["icu2006.victory.a"])
    else:
        city, elsewhere = _counted(state, theirs)
        amazing = city == len(mogadishu(state)) and elsewhere >= TO_AMAZE
        best = max(COLOURS, key=lambda side: len(held(state, side)))
        why = T("victory of the Warlords", areas=len(theirs))
        if amazing:
            why = T("amazing victory of the Warlords", areas=len(theirs))
        umpire.declare(best, why, rule=R["icu2006.victory.b"])


def _counted(state: State, zones: tuple[str, ...]) -> tuple[int, int]:
    """How many of these areas are in Mogadishu, and how many elsewhere."""
    city = sum(zone in mogadishu(state) for zone in zones)
    return city, len(zones) - city
