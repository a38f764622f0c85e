"""Flush (6.12): UN units hunt for gangs in a Zone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import adjudication.systems.somalia.missions.critical as critical
import adjudication.systems.somalia.missions.helicopters as helicopters
import adjudication.systems.somalia.optional_rules.talks as talks
import adjudication.systems.somalia.table.hits as hits
import adjudication.systems.somalia.table.raf as raf
from adjudication.engine.legality import Legality, insist, never, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.convoys import known_way, unknown_way
from adjudication.systems.somalia.missions.helicopters import is_helicopter, ready
from adjudication.systems.somalia.missions.marching import in_turn, legs
from adjudication.systems.somalia.table.forces import GANG, LEADER, act, at, contact, firepower
from adjudication.systems.somalia.table.phases import OPERATIONS
from adjudication.systems.somalia.table.points import pay
from adjudication.systems.somalia.table.sides import UN, plays_base, sp
from adjudication.systems.somalia.table.stationing import station
from adjudication.systems.somalia.table.turns import UN_IN_TURN, acting_un
from adjudication.systems.somalia.table.zones import ROUGH, is_zone, terrain, zones
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

FLUSHED = Mark[bool]("flushed", turns=1)
"""Mark of a Zone that has had its Flush this turn (6.12b)."""
COST = 1
"""Supply Points for each unit (6.12a)."""


@dataclass(frozen=True, slots=True)
class Flush:
    """Flush a Zone with these units (6.12c), by the Zones `via`; and with units that Helicopters carry there
    (`lift`), which take part themselves only if they are named too. apart: units that do not stand with the
    Base of the Zone, where it has one (6.21a)."""

    side: str
    zone: str
    units: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    lift: dict[str, str] = field(default_factory=dict)
    apart: tuple[str, ...] = ()


class Found(NamedTuple):
    """What the contact rolls came to: how many units made contact, and their Firepower."""

    units: int
    firepower: int


def flush(umpire: Umpire, order: Flush) -> None:
    """Pay, move, resolve: unless an Ambush on the way confines the UN to base (6.12a-6.12e, 6.3c)."""
    zone = order.zone
    units = taking_part(order.units, order.lift)
    on_foot = [unit for unit in order.units if not is_helicopter(umpire.state.pieces[unit])]
    marches = legs(umpire.state, on_foot, zone, order.via, stops=halted, rule=R["6.12c"])
    pay(
        umpire, UN, COST * len(units), f"Flush by {len(units)} unit{'s' * (len(units) != 1)}", rule=R["6.12a"]
    )
    umpire.mark(zone, FLUSHED, True, rule=R["6.12b"])
    act(umpire, dict.fromkeys([*units, *order.lift]), rule=R["6.0d"])
    by_air = [unit for unit in units if is_helicopter(umpire.state.pieces[unit]) and unit not in order.lift]
    parts = [
        *helicopters.flights(order.lift, by_air, zone, stops=halted),
        *marches,
        (resolve, zone, tuple(units)),
    ]
    umpire.each(in_turn, parts)
    station(umpire, dict.fromkeys([*units, *order.lift]), order.apart, rule=R["6.21a"])


def resolve(umpire: Umpire, zone: str, units: tuple[str, ...]) -> None:
    """The Flush procedure (6.12e): units that make contact fire together; gangs that are left fire back."""
    state = umpire.state
    if halted(state) or not at(state, zone, GANG):
        return
    conditions = [
        (condition, int(umpire.look_up("flush", condition=condition, rule=R["6.12e"]).modifier))
        for condition, holds in (
            ("rough terrain", terrain(state.board, zone) == ROUGH),
            ("Leader in the Zone", bool(at(state, zone, LEADER))),
        )
        if holds
    ]
    pieces = [state.pieces[unit] for unit in units]
    fired = umpire.result_of(
        search_and_fire,
        tuple((piece.id, contact(piece), firepower([piece]), tuple(conditions)) for piece in pieces),
    )
    if fired is None:
        return
    gangs = [gang.id for gang in at(state, zone, GANG)]
    side = hits.owner(state, at(state, zone, GANG))
    hits.lose(umpire, gangs, fired.number, rule=R["6.12e"])
    left = at(umpire.state, zone, GANG)
    back = raf.fire(umpire, firepower(left), T("the gangs that are left"), rule=R["6.12e"])
    hits.hit_un(umpire, side, back.number, rule=R["6.12e"])
    if fired.critical:
        critical.by_un(umpire, side, zone)


def search_and_fire(
    umpire: Umpire, units: tuple[tuple[str, int, int, tuple[tuple[str, int], ...]], ...]
) -> raf.Fire | None:
    """The fire of the units that make contact; None where no unit does."""
    found = umpire.total(
        search,
        units,
        lambda one, other: Found(one.units + other.units, one.firepower + other.firepower),
        Found(0, 0),
    )
    return raf.fire(umpire, found.firepower, T("the Flush"), rule=R["6.12e"]) if found.units else None


def search(
    umpire: Umpire, unit: str, number: int, strength: int, conditions: tuple[tuple[str, int], ...]
) -> Found:
    """A unit's contact roll: it makes contact with its Contact Number or less."""
    roll = umpire.sum(T("contact", unit=unit))
    roll.add(
        T("die"),
        umpire.roll(D6, T("roll for contact", unit=unit, number=number), rule=R["6.12e"]),
        rule=R["6.12e"],
    )
    for condition, modifier in conditions:
        roll.add(T("condition of a Flush", condition=condition), modifier, rule=R["6.12e"])
    return Found(1, strength) if roll.total <= number else Found(0, 0)


def taking_part(units: Sequence[str] | None, lift: Mapping[str, str] | None) -> list[str]:
    """The units of a Flush: those that are named, and those that are carried."""
    return list(dict.fromkeys([*(units or ()), *(lift or {}).values()]))


def possible(state: State) -> bool:
    """Whether a Flush can be conducted: a unit has not acted, a Supply Point is left, nothing forbids it."""
    return bool(allowed(state) and state.track(sp(UN)) >= COST and ready(state) and open_to(state))


def halted(state: State) -> bool:
    """Whether a Flush is broken off on the way: the UN is confined to base, or talks have begun (6.3c,
    11.12b)."""
    return not allowed(state)


def allowed(state: State) -> bool:
    """Whether Flushes may be conducted: the UN is not confined to base, and there are no talks."""
    return not forbidden(state)


def forbidden(state: State) -> Why:
    """Why no Flush may be conducted now; empty where nothing forbids it."""
    if critical.is_confined(state):
        why = T("the UN is confined to base")
        return Reason(why, R["6.3c"])
    if talks.on(state):
        return Reason(T("no Flush while negotiations are under way"), R["11.12b"])
    return ""


def open_to(state: State) -> list[str]:
    """The Zones that have had no Flush this turn."""
    return [zone for zone in zones(state.board) if not state.mark(zone, FLUSHED)]


def flushed(state: State) -> list[str]:
    """The Zones that have had one."""
    return [zone for zone in zones(state.board) if state.mark(zone, FLUSHED)]


def against_units(state: State, units: Sequence[str] | None) -> Why:
    """Why units cannot take part; empty where all can."""
    for unit in units or ():
        if unit not in ready(state):
            return T("cannot take part", unit=unit)
    return ""


def affordable(state: State, units: Sequence[str] | None, lift: Mapping[str, str] | None) -> bool:
    """Whether the Pool pays for all of them."""
    return COST * len(taking_part(units, lift)) <= state.track(sp(UN))


def too_dear(state: State, units: Sequence[str] | None, lift: Mapping[str, str] | None) -> Why:
    """Why it does not."""
    number = len(taking_part(units, lift))
    return T("a Flush is too dear", number=number, cost=COST * number, left=state.track(sp(UN)))


def somebody(state: State, units: Sequence[str] | None, lift: Mapping[str, str] | None) -> bool:
    """Whether anybody takes part."""
    return bool(taking_part(units, lift))


def _once(state: State, units: Sequence[str] | None, lift: Mapping[str, str] | None) -> bool:
    return not set(units or ()) & set((lift or {}).values())


def _list(state: State) -> list[OrderChoice]:
    found: list[OrderChoice] = []
    most = state.track(sp(UN)) // COST
    for side in acting_un(state) if possible(state) else ():
        for zone in open_to(state):
            units = ready(state)
            found.append(
                OrderChoice(
                    side, "flush", {"zone": zone}, "units", of=units, least=1, most=min(most, len(units))
                )
            )
            lifts = helicopters.lifts(state, zone)
            if lifts:
                found.append(
                    OrderChoice(side, "flush", {"zone": zone}, "lift", of=helicopters.ways(lifts, most))
                )
    return found


FLUSH = Legality(
    UN_IN_TURN,
    unless(forbidden, "forbidden", R["6.3c"]),
    insist(lambda state, zone: is_zone(state.board, zone), "zone", R["6.12c"], "no such Zone"),
    never("zone", flushed, "again", R["6.12b"], "had its Flush this turn"),
    insist(somebody, "nobody", R["6.12c"], "name the units that take part"),
    unless(against_units, "units", R["6.12c"]),
    unless(helicopters.against, "lift", R["8.3b"]),
    insist(_once, "twice", R["8.3d"], "carried and named too"),
    insist(affordable, "cost", R["6.12a"], too_dear),
    insist(known_way, "way", R["6.0e"], unknown_way),
    sides=acting_un,
    phases=(OPERATIONS,),
    played=plays_base,
    elsewhere=R["3.0c"],
    quickly=_list,
)
KINDS = (
    OrderKind("flush", Flush, flush, R["6.12e"], "flush a Zone", legality=(FLUSH,), unlisted=("apart",)),
)
