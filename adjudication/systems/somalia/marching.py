"""Moves of UN units to their missions (6.12c, 6.13c, 6.14b): any distance, by a way that they name or the
shortest without an Ambush, and open to Ambush in each Zone that they leave or enter (6.22a)."""

from collections.abc import Callable, Sequence

import adjudication.systems.somalia.ambushes as ambushes
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.forces import GUARDS
from adjudication.systems.somalia.zones import is_zone, zones
from domain.table.state import State

R = citations("somalia", __file__)

DANGER = 100
"""What it costs to enter a Zone where an Ambush may be, in Zones: no way round is as long."""


def march(
    umpire: Umpire,
    units: Sequence[str],
    to: str,
    via: Sequence[str] = (),
    *,
    stops: Callable[[State], bool],
    rule: str,
) -> list[str]:
    """Units move to a Zone, those from one Zone together; those that are there already do not move. Returns
    those that have arrived. stops: whether they give up on the way, as a Flush or a Development does where
    an Ambush confines the UN to base (6.3c)."""
    groups: dict[str, list[str]] = {}
    for unit in units:
        groups.setdefault(umpire.state.pieces[unit].place, []).append(unit)
    arrived: list[str] = []
    for origin, group in groups.items():
        if origin == to or _go(umpire, group, way(umpire.state, origin, to, via), stops, rule):
            arrived += group
    return [unit for unit in units if unit in arrived and not stops(umpire.state)]


def way(state: State, origin: str, to: str, via: Sequence[str] = ()) -> list[str]:
    """The Zones of a way, the first and last too: through those that are named, otherwise through as few as
    can be where an Ambush is possible, and of such ways the shortest."""

    def cost(_: str, zone: str) -> int | None:
        if not is_zone(state.board, zone):
            return None
        return 1 + DANGER * bool(ambushes.able(state, zone))

    found = [origin]
    for goal in (*via, to):
        found += state.board.cheapest(found[-1], cost).path(goal)[1:]
    return found


def _go(
    umpire: Umpire, group: Sequence[str], path: Sequence[str], stops: Callable[[State], bool], rule: str
) -> bool:
    """A group goes along a way, Ambush by Ambush; False where it gives up. It is ambushed in a Zone once, in
    leaving or in entering it (6.22e)."""
    behind: set[str] = set()
    for nth, zone in enumerate(path):
        last = nth == len(path) - 1
        ambush = zone not in behind and bool(ambushes.able(umpire.state, zone))
        behind.add(zone)
        if stops(umpire.state):
            return False
        if nth and (ambush or last):
            for unit in group:
                umpire.mark(unit, GUARDS, None, rule=rule)
                umpire.move(unit, zone, rule=rule)
        if ambush:
            ambushes.offer(umpire, group, zone)
    return not stops(umpire.state)


def off_the_map(state: State, via: Sequence[str] | None) -> str:
    """What of a way that is named is no Zone; empty where all are."""
    return next((zone for zone in via or () if zone not in zones(state.board)), "")
