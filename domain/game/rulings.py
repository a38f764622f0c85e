"""Rulings in force: which answer each replaces, also where that answer is recorded again."""

from collections.abc import Callable, Container, Hashable, Sequence
from typing import Any

from domain.events import Event, LookedUp, Ruled
from domain.events.strikes import Strikes

Answer = tuple[int, Hashable, int]
"""An answer of an order: the order, and the number of the event that first recorded it (under None); for a
look-up what was looked up, and how many times the order had looked that up before."""


def origin(event: Event) -> int:
    """The number of the event that first recorded this answer."""
    return getattr(event, "again", 0) or event.number


def looked_up(table: str, keys: Any, rule: str) -> Hashable:
    """What distinguishes one look-up from another."""
    return table, rule, tuple(sorted(keys.items()))


def concerned(log: Sequence[Event], ruled: Ruled) -> Event | None:
    """The event that a ruling concerns; None if it names no earlier event."""
    return log[ruled.concerns - 1] if 0 < ruled.concerns < ruled.number <= len(log) else None


class Rulings:
    """All rulings of a log by the answers that they concern: found in one pass, readable as of any place.

    of_order: order number -> places of the rulings on that order, in force or not.
    """

    def __init__(self, log: Sequence[Event], strikes: Strikes) -> None:
        self.of_order: dict[int, list[int]] = {}
        self._log = log
        self._on: dict[Answer, list[int]] = {}
        self._look_ups = _places_of_look_ups(log, strikes)
        for place, event in enumerate(log):
            on = concerned(log, event) if isinstance(event, Ruled) else None
            if on is not None:
                self.of_order.setdefault(on.procedure, []).append(place)
                self._on.setdefault(self.answer(on), []).append(place)

    def answer(self, event: Event) -> Answer:
        """The answer of its order that an event records."""
        look_up = self._look_ups.get(event.number) if isinstance(event, LookedUp) else None
        what, before = look_up if look_up is not None else (None, origin(event))
        return event.procedure, what, before

    def on(self, answer: Answer, standing: Callable[[int], bool]) -> Ruled | None:
        """The latest ruling on an answer among those whose places are `standing`."""
        for place in reversed(self._on.get(answer, ())):
            if standing(place):
                ruled = self._log[place]
                assert isinstance(ruled, Ruled)
                return ruled
        return None


def _places_of_look_ups(log: Sequence[Event], strikes: Strikes) -> dict[int, tuple[Hashable, int]]:
    """For each look-up: what was looked up, and how often its order had looked that up before, in the run of
    the order that it belongs to."""
    found: dict[int, tuple[Hashable, int]] = {}
    times: dict[tuple[int, Hashable], int] = {}
    for place, event in enumerate(log):
        for struck in strikes.of.get(place, ()):
            gone = log[struck]
            if isinstance(gone, LookedUp):
                times[gone.procedure, found[gone.number][0]] -= 1
        if isinstance(event, LookedUp):
            what = looked_up(event.table, event.keys, event.rule)
            before = times.get((event.procedure, what), 0)
            times[event.procedure, what] = before + 1
            found[event.number] = what, before
    return found


def ruled_answers(log: Sequence[Event], out_of_force: Container[int]) -> dict[int, Ruled]:
    """The events in force that a ruling replaces, each with the ruling."""
    if not any(isinstance(event, Ruled) for event in log):
        return {}
    rulings = Rulings(log, Strikes(log))
    found: dict[int, Ruled] = {}
    for event in log:
        if event.procedure in rulings.of_order and event.procedure and event.number not in out_of_force:
            ruled = rulings.on(rulings.answer(event), lambda place: log[place].number not in out_of_force)
            if ruled is not None:
                found[event.number] = ruled
    return found
