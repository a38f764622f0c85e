"""Long logs with many rulings, written without playing them: dice by hand, ruled or corrected
late, again and again."""

from collections.abc import Callable, Iterator

import msgspec

from adjudication.engine.session import Session
from adjudication.seminar import late
from domain.events import DieRolled, Event, GameOpened, OrderDone, OrderGiven, Ruled
from domain.table.dice import ScriptedDice
from tests.seminar.games import freeform


def _session() -> Session:
    session = freeform(dice=ScriptedDice([3]))
    session.by_hand("hand-roll", {"dice": [6], "purpose": "weather"}, "Why", "Ada")
    return session


def _roll(session: Session) -> int:
    return next(event.number for event in session.game.log if isinstance(event, DieRolled))


def game_of(events: list[Event]) -> str:
    """The id of the game that they open."""
    opened = events[0]
    assert isinstance(opened, GameOpened)
    return opened.game


def each_ruled(count: int) -> list[Event]:
    """So many dice, each ruled as soon as it was thrown."""
    session = _session()
    session.rule(_roll(session), 5, "As agreed", "Ada")
    return _repeated(session.game.log, count)


def each_late(count: int) -> list[Event]:
    """So many dice, each ruled, and then corrected by a late ruling."""
    session = _session()
    session.rule(_roll(session), 5, "As agreed", "Ada")
    stands = [event for event in session.game.log if isinstance(event, DieRolled)][-1]
    late.record(session, late.prepare(session, stands, "6", ()), "Seen later", "Ada")
    return _repeated(session.game.log, count)


def one_ruled(count: int) -> list[Event]:
    """One die that is ruled so many times."""
    session = _session()
    session.rule(_roll(session), 5, "As agreed", "Ada")
    log = session.game.log
    ruled = next(event.number for event in log if isinstance(event, Ruled))
    again = log[ruled - 1 :]
    assert [type(event) for event in again] == [Ruled, OrderDone]
    found = list(log[: ruled - 1])
    for time in range(count):
        for event in again:
            changes: dict[str, object] = {"number": len(found) + 1}
            if isinstance(event, Ruled):
                changes["value"] = 1 + time % 6
            found.append(msgspec.structs.replace(event, **changes))
    return found


GAMES: tuple[Callable[[int], list[Event]], ...] = (each_ruled, one_ruled, each_late)


def _repeated(log: list[Event], count: int) -> list[Event]:
    """The log with all that follows its opening so many times."""
    first = next(e.number for e in log if isinstance(e, OrderGiven) and e.order == "hand-roll")
    found = list(log[: first - 1])
    cycle = log[first - 1 :]
    rolls = sum(isinstance(event, DieRolled) and not event.again for event in cycle)
    for time in range(count):
        found += _moved(cycle, time * len(cycle), time * rolls)
    return found


def _moved(cycle: list[Event], by: int, chances: int) -> Iterator[Event]:
    """The same events so many places, and chances, later."""
    for event in cycle:
        changes: dict[str, object] = {"number": event.number + by}
        if event.procedure:
            changes["procedure"] = event.procedure + by
        if isinstance(event, Ruled):
            changes["concerns"] = event.concerns + by
        if isinstance(event, DieRolled):
            changes["chance"] = event.chance + chances
            if event.again:
                changes["again"] = event.again + by
        if isinstance(event, OrderGiven) and event.effect_of:
            changes["effect_of"] = event.effect_of + by
            changes["arguments"] = {**event.arguments, "concerns": event.arguments["concerns"] + by}
        yield msgspec.structs.replace(event, **changes)
