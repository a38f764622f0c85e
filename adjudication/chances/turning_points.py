"""Turning points: each side's chance of winning after every order, and the orders that moved it most.

A chance is estimated where it can have changed: behind each order in force that rolled or drew what the
viewer saw, and before it when something else could have been ordered since the last such point. So what the
dice did to the chances stands apart from what decisions did: those between two points that rolled nothing
are one step.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

import msgspec

from adjudication.chances.forecast import (
    Estimate,
    PlayedOut,
    Progress,
    chance_of,
    change_of_chance,
    check_forecast,
    played_out,
)
from adjudication.chances.positions import Position
from adjudication.engine.games.systems import RuleSystem
from domain.events import CHANCE, Event, OrderDone, OrderGiven
from domain.events.strikes import struck
from domain.table.mutators import MUTATORS
from domain.table.state import State
from domain.views.view import knows

DRAW = ""


class Chances(msgspec.Struct, frozen=True):
    """Each side's chance of winning, and that of a draw, at one point."""

    sides: dict[str, Estimate]
    draw: Estimate


class Point(msgspec.Struct, frozen=True):
    """The game behind an order. number: the last event of it; turn, phase: of the table then.

    orders: the numbers of the orders since the point before, its own last. change: by how much each chance
    differs from that point; None for the first. rolls: the rolls, draws and picks of its own order, by their
    events.
    """

    number: int
    order: int
    orders: tuple[int, ...]
    turn: int
    phase: str
    chances: Chances
    change: Chances | None
    rolls: tuple[int, ...]

    def moved(self) -> float:
        """By how much it moved the chance that it moved most."""
        if self.change is None:
            return 0.0
        return max(abs(each.value) for each in (*self.change.sides.values(), self.change.draw))

    def beyond_noise(self) -> bool:
        """Whether the interval of some change leaves nought out."""
        if self.change is None:
            return False
        return any(each.low > 0 or each.high < 0 for each in (*self.change.sides.values(), self.change.draw))


class Forecast(msgspec.Struct, frozen=True):
    """A game's points, first to last. decided: whether the last is the verdict."""

    policy: str
    viewer: str
    playouts: int
    seed: int
    decided: bool
    points: tuple[Point, ...]

    def turning(self, count: int) -> list[Point]:
        """The points that moved a chance most, the largest first; of equals the earlier."""
        return sorted(self.points[1:], key=lambda point: (-point.moved(), point.number))[:count]


class Cache(Protocol):
    """Keeps what was played out, by the number of the event behind which it was."""

    def get(self, number: int) -> PlayedOut | None:
        """What was played out from there before, if it was."""
        ...

    def put(self, number: int, played: PlayedOut) -> None:
        """Keep it."""
        ...


class _Stop(NamedTuple):
    """Where chances are estimated."""

    number: int
    order: int
    orders: tuple[int, ...]
    position: Position
    rolls: tuple[int, ...]


def turning_points(
    system: RuleSystem,
    log: Sequence[Event],
    policy: str,
    viewer: str,
    playouts: int = 200,
    seed: int = 1,
    workers: int | None = None,
    cache: Cache | None = None,
    progress: Callable[[int], Progress] | None = None,
) -> Forecast:
    """The chances at every point of a game, which may still be going on. Raises Refused where people judge.

    progress: given the number of play-outs to come, gives what is called with those that are done.
    """
    check_forecast(system)
    stops = list(_stops(system, log, viewer))
    known = {stop.number: cache.get(stop.number) for stop in stops} if cache is not None else {}
    missing = [stop for stop in stops if known.get(stop.number) is None]
    wanted = playouts * sum(stop.position.state.verdict is None for stop in missing)
    advance = progress(wanted) if progress is not None else None
    results = played_out(
        system, [stop.position for stop in missing], policy, viewer, playouts, seed, workers, advance
    )
    for stop, played in zip(missing, results, strict=True):
        known[stop.number] = played
        if cache is not None:
            cache.put(stop.number, played)
    points: list[Point] = []
    before: PlayedOut | None = None
    for stop in stops:
        after = known[stop.number]
        assert after is not None
        points.append(_point(stop, before, after))
        before = after
    return Forecast(
        policy,
        viewer,
        playouts,
        seed,
        bool(stops) and stops[-1].position.state.verdict is not None,
        tuple(points),
    )


def _stops(system: RuleSystem, log: Sequence[Event], viewer: str) -> Iterator[_Stop]:
    """Every point of the game, with the table as it was then. What was rolled or drawn without the viewer's
    seeing it changes no chance as they know it."""
    out_of_force = struck(log)
    rolls: dict[int, list[int]] = {}
    for event in log:
        seen = isinstance(event, CHANCE) and knows(viewer, event.audience)
        if seen and event.number not in out_of_force:
            rolls.setdefault(event.procedure, []).append(event.number)
    state = State()
    since: list[int] = []
    done = 0
    free = False  # whether something else could have been ordered since the last point
    ends = [e.number for e in log if isinstance(e, OrderDone) and e.number not in out_of_force]
    first, last = (ends[0], ends[-1]) if ends else (0, 0)
    for event in log:
        if event.number in out_of_force:
            state.chances = max(state.chances, getattr(event, "chance", 0))
            continue
        if isinstance(event, OrderGiven) and event.order in system.orders:
            if free and event.number in rolls and not state.procedures:
                yield _Stop(done, since[-1], tuple(since), Position(state.copy()), ())
                since, free = [], False
            free = free or (event.number not in rolls and len(system.legal(state)) > 1)
        MUTATORS[type(event)](state, event)
        state.number = event.number
        if isinstance(event, OrderDone):
            since.append(event.procedure)
            done = event.number
            own = rolls.get(event.procedure, ())
            if (own or done in (first, last)) and not state.procedures:
                yield _Stop(done, event.procedure, tuple(since), Position(state.copy()), tuple(own))
                since, free = [], False


def _point(stop: _Stop, before: PlayedOut | None, after: PlayedOut) -> Point:
    state = stop.position.state
    return Point(
        stop.number,
        stop.order,
        stop.orders,
        state.turn,
        state.phase,
        Chances({side: chance_of(after, side) for side in state.sides}, chance_of(after, DRAW)),
        None
        if before is None
        else Chances(
            {side: change_of_chance(before, after, side) for side in state.sides},
            change_of_chance(before, after, DRAW),
        ),
        stop.rolls,
    )
