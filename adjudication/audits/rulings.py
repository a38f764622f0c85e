"""What each ruling did to the chances of its order: which the new course added, and which it dropped."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudication.engine.umpire import show_option
from domain.events import (
    CHANCE,
    CounterDrawn,
    DieRolled,
    Event,
    OrderDone,
    Picked,
    Ruled,
    Shuffled,
)
from domain.events.strikes import Strikes
from domain.game.rulings import concerned, origin


class Effect(NamedTuple):
    """Chances that a ruling's course added (never asked before) and dropped (recorded, and asked no more).

    open: the order still waits for an answer, so that more may follow.
    """

    ruled: Ruled
    added: tuple[Event, ...]
    dropped: tuple[Event, ...]
    open: bool


def ruling_notices(events: Sequence[Event]) -> Iterator[str]:
    """Every chance that a ruling added or dropped, for an audit."""
    for effect in effects(events):
        said = []
        if effect.added:
            said.append(f"added {_list(effect.added)}")
        if effect.dropped:
            said.append(f"dropped {_list(effect.dropped)}")
        if said:
            so_far = " so far" if effect.open else ""
            yield f"Event {effect.ruled.number}: the ruling{so_far} {' and '.join(said)}."


def effects(events: Sequence[Event]) -> Iterator[Effect]:
    """What each ruling did, in the order of the log."""
    if not any(isinstance(event, Ruled) for event in events):
        return
    strikes = Strikes(events)
    told: dict[int, list[int]] = {}
    for place, event in enumerate(events):
        on = concerned(events, event) if isinstance(event, Ruled) else None
        order = on.procedure if on is not None else event.procedure
        if order and isinstance(event, (*CHANCE, OrderDone, Ruled)):
            told.setdefault(order, []).append(place)
    for place, ruled in enumerate(events):
        on = concerned(events, ruled) if isinstance(ruled, Ruled) else None
        if on is None or not on.procedure or not isinstance(ruled, Ruled):
            continue
        before = [event for at in strikes.of[place] if isinstance(event := events[at], CHANCE)]
        end = strikes.by.get(on.procedure - events[0].number, len(events))
        added, done = _course(events, told[on.procedure], place, end)
        again = {origin(event) for event in added}
        yield Effect(
            ruled,
            tuple(event for event in added if not event.again),
            tuple(event for event in before if origin(event) not in again),
            not done,
        )


def _course(
    events: Sequence[Event], told: Sequence[int], place: int, end: int
) -> tuple[list[DieRolled | CounterDrawn | Picked | Shuffled], bool]:
    """The chances that an order told behind a ruling, up to what next strikes it; whether it came to its end,
    or to that. told: places of its chances and ends, and of the rulings on it. end: where it was undone."""
    found: list[DieRolled | CounterDrawn | Picked | Shuffled] = []
    for index in range(bisect_right(told, place), len(told)):
        at = told[index]
        event = events[at]
        if at > end or isinstance(event, Ruled):
            return found, True
        if isinstance(event, CHANCE):
            found.append(event)
        if isinstance(event, OrderDone):
            return found, True
    return found, end < len(events)


def _list(events: Sequence[Event]) -> str:
    return ", ".join(f"{_words(event)} (event {origin(event)})" for event in events)


def _words(event: Event) -> str:
    match event:
        case DieRolled():
            return f"a D{event.die} for {event.purpose}: {event.face}"
        case CounterDrawn():
            return f"a draw from {event.cup}: {event.piece}"
        case Picked():
            return f"a pick for {event.purpose}: {show_option(event.value)}"
        case Shuffled():
            return f"a shuffle of {event.place}"
    raise AssertionError("no chance")
