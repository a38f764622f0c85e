"""Moves of UN units to their missions (6.12c, 6.13c, 6.14b): any distance, by a way that they name or the
shortest without an Ambush, and open to Ambush in each Zone that they leave or enter (6.22a)."""

from collections.abc import Callable, Sequence
from typing import Any

import adjudication.systems.somalia.missions.ambushes as ambushes
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.critical import Halts
from adjudication.systems.somalia.table.forces import GUARDS
from adjudication.systems.somalia.table.zones import is_zone, zones
from domain.table.board import Ways
from domain.table.derived import derived
from domain.table.state import State

R = citations("somalia", __file__)

DANGER = 100
"""What it costs to enter a Zone where an Ambush may be, in Zones: no way round is as long."""


def in_turn(umpire: Umpire, part: Callable[..., None], *arguments: Any) -> None:
    """A part of a mission."""
    part(umpire, *arguments)


def legs(
    state: State, units: Sequence[str], to: str, via: Sequence[str], *, stops: Halts, rule: str
) -> list[tuple[Any, ...]]:
    """The parts of such a move, one after the other: each group from Zone to Zone."""
    groups: dict[str, tuple[str, ...]] = {}
    for unit in units:
        origin = state.pieces[unit].place
        groups[origin] = (*groups.get(origin, ()), unit)
    found: list[tuple[Any, ...]] = []
    for origin, group in groups.items():
        path = way(state, origin, to, via) if origin != to else []
        for nth, zone in enumerate(path):
            ambush = zone not in path[:nth] and bool(ambushes.able(state, zone))
            if ambush or (nth and nth == len(path) - 1):
                found.append((_leg, group, zone, ambush, stops, rule))
    return found


def _leg(umpire: Umpire, group: tuple[str, ...], zone: str, ambush: bool, stops: Halts, rule: str) -> None:
    """A group enters a Zone, or leaves it, and may be ambushed there: once (6.22e)."""
    if stops(umpire.state):
        return
    for unit in group:
        if umpire.state.pieces[unit].place != zone:
            umpire.mark(unit, GUARDS, None, rule=rule)
            umpire.move(unit, zone, rule=rule)
    if ambush:
        ambushes.offer(umpire, group, zone)


def way(state: State, origin: str, to: str, via: Sequence[str] = ()) -> list[str]:
    """The Zones of a way, the first and last too: through those that are named, otherwise through as few as
    can be where an Ambush is possible, and of such ways the shortest."""
    found = [origin]
    for goal in (*via, to):
        found += ways(state, found[-1]).path(goal)[1:]
    return found


@derived
def ways(state: State, origin: str) -> Ways:
    """The ways from a Zone to all others."""

    def cost(_: str, zone: str) -> int | None:
        if not is_zone(state.board, zone):
            return None
        return 1 + DANGER * bool(ambushes.able(state, zone))

    return state.board.cheapest(origin, cost)


def off_the_map(state: State, via: Sequence[str] | None) -> str:
    """What of a way that is named is no Zone; empty where all are."""
    return next((zone for zone in via or () if zone not in zones(state.board)), "")
