"""Development (6.13): engineers, Military Police and Civic Affairs units build Bases, recruit Militia, carry
out works and police a Zone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import adjudication.systems.somalia.missions.critical as critical
import adjudication.systems.somalia.missions.helicopters as helicopters
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.convoys import known_way, unknown_way
from adjudication.systems.somalia.missions.helicopters import ready
from adjudication.systems.somalia.missions.marching import in_turn, legs
from adjudication.systems.somalia.table.forces import (
    BASE,
    CIVIC,
    ENGINEER,
    MILITIA,
    POLICE,
    act,
    at,
    base_in,
    kind_of,
)
from adjudication.systems.somalia.table.phases import OPERATIONS
from adjudication.systems.somalia.table.points import gain_vp, pay
from adjudication.systems.somalia.table.sides import UN, sp
from adjudication.systems.somalia.table.stationing import station
from adjudication.systems.somalia.table.turns import UN_IN_TURN, acting_un
from adjudication.systems.somalia.table.zones import MARKERS, MILITIA_BOX, zones
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

BUILD, RECRUIT = "base", "militia"
"""Missions with an effect of their own; others bring the points that the table says."""
COLUMNS = {ENGINEER: "engineer", POLICE: "police", CIVIC: "civic"}
"""Type of unit -> the column of the Development Table that says what it can do (6.13a, 8.1)."""


@dataclass(frozen=True, slots=True)
class Develop:
    """Conduct a Development mission in a Zone with a unit, by the Zones `via`, or carried by a Helicopter
    (`lift`). apart: units that do not stand with the Base of the Zone, where it has one (6.21a)."""

    side: str
    mission: str
    unit: str
    zone: str
    via: tuple[str, ...] = ()
    lift: str = ""
    apart: tuple[str, ...] = ()


def develop(umpire: Umpire, order: Develop) -> None:
    """Pay, move, roll: unless an Ambush on the way confines the UN to base (6.13b, 6.13c, 6.3c)."""
    units = [order.unit, order.lift] if order.lift else [order.unit]
    if order.lift:
        parts = helicopters.flights({order.lift: order.unit}, (), order.zone, stops=critical.is_confined)
    else:
        parts = legs(umpire.state, units, order.zone, order.via, stops=critical.is_confined, rule=R["6.13c"])
    row = umpire.look_up("development", mission=order.mission, rule=R["6.13b"])
    pay(umpire, UN, int(row.cost), T("Development", mission=order.mission), rule=R["5.1c"])
    act(umpire, units, rule=R["6.0d"])
    result = resolve, order.mission, order.zone, int(row.least), int(row.points)
    umpire.each(in_turn, [*parts, result])
    station(umpire, units, order.apart, rule=R["6.21a"])


def resolve(umpire: Umpire, mission: str, zone: str, least: int, points: int) -> None:
    """Roll where the table asks for it; what comes of success (5.2a, 8.2a, 6.13b)."""
    if critical.is_confined(umpire.state):
        return
    if least > 1 and not umpire.roll_at_least(
        least, D6, T("roll for a mission", mission=mission, zone=zone, least=least), rule=R["6.13b"]
    ):
        return
    state = umpire.state
    if mission == BUILD:
        umpire.move(at(state, MARKERS, BASE)[0].id, zone, rule=R["5.2a"])
    elif mission == RECRUIT:
        umpire.move(at(state, MILITIA_BOX, MILITIA)[0].id, zone, rule=R["8.2a"])
    if points:
        gain_vp(umpire, UN, points, T("mission in a Zone", mission=mission, zone=zone), rule=R["6.13b"])


def possible(state: State) -> bool:
    """Whether a Development mission can be conducted."""
    return allowed(state) and any(
        where(state, mission) for mission in _affordable(state) if who(state, mission)
    )


def allowed(state: State) -> bool:
    """Whether the UN is not confined to base (6.3c)."""
    return not critical.is_confined(state)


def rows(state: State) -> dict[str, Mapping[str, Any]]:
    """The rows of the Development Table in force, by mission."""
    return {str(row["mission"]): row for row in state.tables["development"].data.rows}


def missions(state: State) -> list[str]:
    """All missions of the table."""
    return list(rows(state))


def _affordable(state: State) -> list[str]:
    pool = state.track(sp(UN))
    return [mission for mission, row in rows(state).items() if int(row["cost"]) <= pool]


def cost_of(state: State, mission: str) -> Why:
    """What a mission costs, for a refusal."""
    return T("too dear", mission=mission, cost=rows(state)[mission]["cost"], left=state.track(sp(UN)))


@derived
def who(state: State, mission: str) -> list[str]:
    """The units that can conduct a mission now: of a type that the table names, and not done (6.13a, 8.1)."""
    return [unit for unit in ready(state) if _can(state, unit, mission)]


def _can(state: State, unit: str, mission: str) -> bool:
    column = COLUMNS.get(kind_of(state.pieces[unit]))
    return column is not None and bool(rows(state)[mission][column])


def against_unit(state: State, unit: str, mission: str) -> Why:
    """Why a unit cannot conduct a mission."""
    if unit not in ready(state):
        return T("no UN unit that can act", unit=unit)
    able = [kind for kind, column in COLUMNS.items() if rows(state)[mission][column]]
    return T("mission for other units", unit=unit, mission=mission, able=able)


@derived
def where(state: State, mission: str) -> list[str]:
    """The Zones where a mission can be conducted: a Base where there is none, policing beside Militia."""
    if mission == BUILD:
        left = at(state, MARKERS, BASE)
        return [zone for zone in zones(state.board) if left and base_in(state, zone) is None]
    if mission == RECRUIT:
        return list(zones(state.board)) if at(state, MILITIA_BOX, MILITIA) else []
    if rows(state)[mission]["beside_militia"]:
        return [zone for zone in zones(state.board) if at(state, zone, MILITIA)]
    return list(zones(state.board))


def against_zone(state: State, zone: str, mission: str) -> Why:
    """Why a mission cannot be conducted in a Zone."""
    if zone not in zones(state.board):
        return T("no such Zone", zone=zone)
    if mission == BUILD:
        return T("a Base there", zone=zone) if base_in(state, zone) else T("all Bases on the map")
    if mission == RECRUIT:
        return T("all Militia on the map")
    return T("no Militia there", zone=zone)


def carriers(state: State, unit: str, zone: str) -> list[str | None]:
    """No Helicopter, or one that can carry the unit there."""
    return [None, *(each for each, cargo in helicopters.lifts(state, zone).items() if unit in cargo)]


def against_carrier(state: State, lift: str, unit: str, zone: str) -> Why:
    """Why a Helicopter cannot carry the unit."""
    return helicopters.against(state, {lift: unit}, zone)


DEVELOP = Legality(
    UN_IN_TURN,
    insist(
        allowed,
        "confined",
        R["6.3c"],
        "the UN is confined to base",
    ),
    only(
        "mission",
        missions,
        "mission",
        R["6.13b"],
        lambda state, mission: T("no Development mission", mission=mission, missions=missions(state)),
    ),
    only("mission", _affordable, "cost", R["5.1c"], cost_of),
    only("unit", who, "unit", R["6.13a"], against_unit),
    only("zone", where, "zone", R["6.13b"], against_zone),
    only("lift", carriers, "lift", R["8.3b"], against_carrier),
    insist(known_way, "way", R["6.0e"], unknown_way),
    arguments={"mission": missions, "unit": who, "zone": where, "lift": carriers},
    sides=acting_un,
    phases=(OPERATIONS,),
    elsewhere=R["3.0c"],
)
KINDS = (
    OrderKind(
        "develop",
        Develop,
        develop,
        R["6.13b"],
        "conduct a Development mission",
        legality=(DEVELOP,),
        unlisted=("apart",),
    ),
)
