"""The table as it was at each event of a log, including take-backs and rulings, at a cost that grows with the
length of the log and not with its square."""

from bisect import bisect_left
from collections.abc import Sequence

from domain.events import Event, Noted
from domain.events.strikes import Strikes
from domain.table.mutators import MUTATORS
from domain.table.state import State

_APART = 50
"""Events in force between two tables that are kept to return to."""
_MOST_KEPT = 64
_NOTHING = MUTATORS[Noted]
"""Mutators that change nothing: they need not run again."""


class Timeline:
    """Follows a log event by event. `state` is the table after the last event taken in."""

    def __init__(self, events: Sequence[Event], strikes: Strikes) -> None:
        self.state = State()
        self._events = events
        self._strikes = strikes
        self._standing: list[int] = []
        """Places of the events in force that change something."""
        self._last_strike = max((place for place, struck in strikes.of.items() if struck), default=-1)
        self._kept: list[tuple[int, State]] = [(0, State())]
        """For each table kept: how many of those events it has seen, and the table."""

    def take(self, place: int) -> None:
        """Take in the event at that place. Raises what a mutator raises on an event that does not fit."""
        event = self._events[place]
        if self._strikes.of.get(place):
            self._go_back(self._strikes.of[place])
        self._apply(place)
        self.state.number = event.number
        if place < self._last_strike:
            self._keep()

    def _apply(self, place: int) -> None:
        event = self._events[place]
        mutator = MUTATORS[type(event)]
        if mutator is not _NOTHING:
            mutator(self.state, event)
            self._standing.append(place)

    def _keep(self) -> None:
        if len(self._standing) - self._kept[-1][0] < _APART:
            return
        self._kept.append((len(self._standing), self.state.copy()))
        if len(self._kept) > _MOST_KEPT:  # older tables are kept further apart
            half = _MOST_KEPT // 2
            self._kept = self._kept[:half:2] + self._kept[half:]

    def _go_back(self, struck: Sequence[int]) -> None:
        """Rebuild the table without these events, from the last table kept before the first of them."""
        first = bisect_left(self._standing, struck[0])
        gone = set(struck)
        again = [place for place in self._standing[first:] if place not in gone]
        chances = self.state.chances
        while self._kept[-1][0] > first:
            self._kept.pop()
        count, table = self._kept[-1]
        again = self._standing[count:first] + again
        del self._standing[count:]
        self.state = table.copy()
        for place in again:
            self._apply(place)
            self._keep()
        self.state.chances = max(chances, self.state.chances)
