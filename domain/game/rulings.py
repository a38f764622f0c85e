"""Rulings in force: what stands in the place of which answer, also where the answer is told anew."""

from collections.abc import Container, Hashable, Iterator, Sequence
from typing import Any

from domain.events import Event, LookedUp, Ruled
from domain.events.mutators import struck

LookUp = tuple[Hashable, int]
"""A look-up of an order: what was looked up, and how many times that had been looked up before."""


def origin(event: Event) -> int:
    """The number of the event that first recorded this answer."""
    return getattr(event, "again", 0) or event.number


def looked_up(table: str, keys: Any, rule: str) -> Hashable:
    """What tells one look-up from another."""
    return table, rule, tuple(sorted(keys.items()))


def concerned(log: Sequence[Event], ruled: Ruled) -> Event | None:
    """The event that a ruling is on; None when it concerns none before it."""
    return log[ruled.concerns - 1] if 0 < ruled.concerns < ruled.number <= len(log) else None


class Rulings:
    """The rulings in force on one order: by the answer they are on, the latest of each."""

    def __init__(self, log: Sequence[Event], order: int, out_of_force: Container[int]) -> None:
        self.all: list[Ruled] = []
        self._answers: dict[int, Ruled] = {}
        self._look_ups: dict[LookUp, Ruled] = {}
        for event in log:
            if isinstance(event, Ruled) and event.number not in out_of_force:
                on = concerned(log, event)
                if on is None or on.procedure != order:
                    continue
                self.all.append(event)
                if isinstance(on, LookedUp):
                    self._look_ups[_place_of(log, event, on)] = event
                else:
                    self._answers[origin(on)] = event

    def on_answer(self, number: int) -> Ruled | None:
        """The ruling on the answer that this event first recorded."""
        return self._answers.get(number)

    def on_look_up(self, what: Hashable, before: int) -> Ruled | None:
        """The ruling on a look-up that had been made so many times before."""
        return self._look_ups.get((what, before))


def _place_of(log: Sequence[Event], ruled: Ruled, on: LookedUp) -> LookUp:
    """Which look-up of its order a ruling is on, by the course that the order had taken then."""
    gone = struck(log[: ruled.number - 1])
    what = looked_up(on.table, on.keys, on.rule)
    before = sum(
        isinstance(event, LookedUp)
        and event.procedure == on.procedure
        and event.number not in gone
        and looked_up(event.table, event.keys, event.rule) == what
        for event in log[on.procedure : on.number - 1]
    )
    return what, before


def ruled_answers(log: Sequence[Event], out_of_force: Container[int]) -> dict[int, Ruled]:
    """The events in force in whose place something was ruled, each with the ruling."""
    ruled = [e for e in log if isinstance(e, Ruled) and e.number not in out_of_force]
    orders = {on.procedure for each in ruled if (on := concerned(log, each)) is not None and on.procedure}
    found: dict[int, Ruled] = {}
    for order in orders:
        rulings = Rulings(log, order, out_of_force)
        for event, ruling in _told(log, order, out_of_force, rulings):
            if ruling is not None:
                found[event.number] = ruling
    return dict(sorted(found.items()))


def _told(
    log: Sequence[Event], order: int, out_of_force: Container[int], rulings: Rulings
) -> Iterator[tuple[Event, Ruled | None]]:
    times: dict[Hashable, int] = {}
    for event in log[order:]:
        if event.procedure != order or event.number in out_of_force:
            continue
        if isinstance(event, LookedUp):
            what = looked_up(event.table, event.keys, event.rule)
            before = times.get(what, 0)
            times[what] = before + 1
            yield event, rulings.on_look_up(what, before)
        else:
            yield event, rulings.on_answer(origin(event))
