"""Convoys (6.11) and their Escorts (6.14): one Convoy to a mission, with the units that stand with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import adjudication.systems.somalia.missions.ambushes as ambushes
import adjudication.systems.somalia.missions.critical as critical
import adjudication.systems.somalia.missions.helicopters as helicopters
import adjudication.systems.somalia.table.famine as famine
from adjudication.engine.legality import Legality, insist, only, unless
from adjudication.engine.orders import OrderChoice, OrderGroup, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.helicopters import is_helicopter, ready
from adjudication.systems.somalia.missions.marching import in_turn, legs, off_the_map
from adjudication.systems.somalia.table.forces import CONVOY, GUARDS, act, at
from adjudication.systems.somalia.table.phases import OPERATIONS
from adjudication.systems.somalia.table.turns import UN_IN_TURN, acting_un
from adjudication.systems.somalia.table.zones import MARKERS
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

LOOTED = Mark[int]("lost Supply Points", turns=1)
"""Mark of a Convoy that is not intact (6.11c, 7.1a)."""


@dataclass(frozen=True, slots=True)
class Convoy:
    """Place a Convoy in a Zone (6.11a) with units that escort it, by the Zones `via`, or carried by
    Helicopters (`lift`)."""

    side: str
    zone: str
    escorts: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    lift: dict[str, str] = field(default_factory=dict)


def convoy(umpire: Umpire, order: Convoy) -> None:
    """The Convoy is placed and its Escorts join it at the same time; it costs nothing (6.11b, 6.14d)."""
    state, zone = umpire.state, order.zone
    marker = at(state, MARKERS, CONVOY)[0].id
    escorts = [*order.escorts, *order.lift.values()]
    on_foot = legs(state, order.escorts, zone, order.via, stops=critical.never, rule=R["6.14b"])
    umpire.move(marker, zone, rule=R["6.11a"])
    there = tuple(unit for unit in order.escorts if state.pieces[unit].place == zone)
    act(umpire, [*escorts, *order.lift], rule=R["6.0d"])
    parts = [
        *([(_join, there, zone)] if there else []),
        *helicopters.flights(order.lift, (), zone, stops=critical.never),
        *on_foot,
    ]
    umpire.each(in_turn, parts)
    for unit in escorts:
        umpire.mark(unit, GUARDS, marker, rule=R["6.14a"])


def _join(umpire: Umpire, escorts: tuple[str, ...], zone: str) -> None:
    """Escorts that are there already may be ambushed as they join the Convoy (6.14c)."""
    ambushes.offer(umpire, escorts, zone, rule=R["6.14c"])


def possible(state: State) -> bool:
    """Whether a Convoy can be placed: one is owed (6.11a)."""
    return bool(famine.owed(state))


def ready_escorts(state: State) -> list[str]:
    """The units that may escort: no Helicopter (8.3f), none that has acted."""
    return [unit for unit in ready(state) if not is_helicopter(state.pieces[unit])]


def against_zone(state: State, zone: str) -> Why:
    """Why a Zone gets no Convoy."""
    if not famine.owed(state):
        return T("no Convoy owed")
    return T("no Convoy owed there", zones=famine.owed(state))


def against_escorts(state: State, escorts: Sequence[str] | None) -> Why:
    """Why units cannot escort; empty where all can."""
    may = ready_escorts(state)
    for unit in escorts or ():
        if unit not in may:
            return T("cannot escort", unit=unit)
    return ""


def against_twice(state: State, escorts: Sequence[str] | None, lift: Mapping[str, str] | None) -> Why:
    """Why a unit cannot both go and be carried."""
    twice = next((unit for unit in escorts or () if unit in (lift or {}).values()), "")
    return T("carried by a Helicopter", unit=twice) if twice else ""


def _list(state: State) -> list[OrderGroup | OrderChoice]:
    found: list[OrderGroup | OrderChoice] = []
    for side in acting_un(state) if famine.owed(state) else ():
        found.append(OrderGroup(side, "convoy", {}, "zone", famine.owed(state)))
        for zone in famine.owed(state):
            escorts = ready_escorts(state)
            if escorts:
                found.append(OrderChoice(side, "convoy", {"zone": zone}, "escorts", of=escorts, least=1))
            lifts = helicopters.lifts(state, zone)
            if lifts:
                found.append(OrderChoice(side, "convoy", {"zone": zone}, "lift", of=helicopters.ways(lifts)))
    return found


def known_way(state: State, via: Sequence[str] | None) -> bool:
    """Whether a way names Zones alone."""
    return not off_the_map(state, via)


def unknown_way(state: State, via: Sequence[str] | None) -> Why:
    """What of a way is no Zone."""
    return T("no Zone to go through", zone=off_the_map(state, via))


CONVOYS = Legality(
    UN_IN_TURN,
    only("zone", famine.owed, "zone", R["6.11a"], against_zone),
    unless(against_escorts, "escorts", R["6.14a"]),
    unless(helicopters.against, "lift", R["8.3b"]),
    unless(against_twice, "twice", R["8.3d"]),
    insist(known_way, "way", R["6.0e"], unknown_way),
    sides=acting_un,
    phases=(OPERATIONS,),
    elsewhere=R["3.0c"],
    quickly=_list,
)
KINDS = (
    OrderKind(
        "convoy", Convoy, convoy, R["6.11a"], "place a Convoy, with Escorts or without", legality=(CONVOYS,)
    ),
)
