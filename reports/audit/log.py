"""The basis of every section of an audit report: the log and the result of its audit."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from adjudication.audits.audit import describe
from adjudication.audits.findings import AuditReport
from adjudication.seminar.markings import highest
from domain.errors import BadLog
from domain.events import (
    CountersAdopted,
    Event,
    GameOpened,
    LookedUp,
    MarkingSet,
    OrderDone,
    OrderGiven,
    TableAdopted,
)
from domain.events.strikes import struck
from domain.game.chain import Entry
from domain.game.game import Game
from domain.table.mutators import rebuild
from domain.table.state import State
from reports.document.blocks import Span, Step, Words
from reports.words.events import event_kind, sentence
from reports.words.names import Names, one_line

_TIME = re.compile(r"[0-9-]{10}T[0-9:.]{8,15}Z")
_FAULTS = Exception


class Log:
    """A log as its auditor reads it: complete, with everything hidden, whether it can be replayed or not."""

    def __init__(
        self, entries: Sequence[Entry], report: AuditReport, origins: Sequence[Sequence[Entry]] = ()
    ) -> None:
        self.entries = entries
        self.report = report
        self.origins = origins
        self.events: list[Event] = [entry.event for entry in entries]
        first = self.events[0] if self.events else None
        self.opened = first if isinstance(first, GameOpened) else None
        self.numbered = {event.number: event for event in reversed(self.events)}
        self.struck = struck(self.events)
        self.replays = True
        try:
            self.state = Game.from_entries("", entries).state
        except BadLog:
            self.replays = False
            self.state = State()
        self.names = Names(self.state)
        self._names: dict[int, Names] = {}

    @cached_property
    def marking(self) -> str:
        """The handling marking of a report on every event."""
        return highest([self.markings.get(0, ""), *self.markings.values()])

    @cached_property
    def markings(self) -> dict[int, str]:
        """The handling markings of single events, and under 0 the marking of the game."""
        said = {e.concerns: one_line(e.marking) for e in self.events if isinstance(e, MarkingSet)}
        return {number: marking for number, marking in said.items() if marking}

    @cached_property
    def procedures(self) -> dict[int, list[Event]]:
        """The events of each order, by the number of the order's event."""
        found: dict[int, list[Event]] = {}
        for event in self.events:
            if event.procedure and not isinstance(event, OrderGiven | OrderDone):
                found.setdefault(event.procedure, []).append(event)
        return found

    @cached_property
    def _tables_change(self) -> list[int]:
        """The events after which other tables were in force: adopted, or no longer adopted."""
        adopted = [event.number for event in self.events if isinstance(event, TableAdopted | CountersAdopted)]
        return sorted({*adopted, *(self.struck[number] for number in adopted if number in self.struck)})

    def _names_at(self, event: Event) -> Names:
        """The names of things, with the tables in force at that event."""
        place = bisect_left(self._tables_change, event.number)
        if not self.replays or place == len(self._tables_change):
            return self.names
        if place not in self._names:
            before = self.events[: self._tables_change[place] - 1]
            state = self.state.copy()
            then = rebuild(before, struck(before))
            state.tables, state.pieces, state.kinds = then.tables, then.pieces, then.kinds
            self._names[place] = Names(state)
        return self._names[place]

    def words(self, event: Event) -> str:
        """An event as one sentence, followed by its rule."""
        names = self._names_at(event) if isinstance(event, LookedUp) else self.names
        try:
            return sentence(event_kind(event), msgspec.structs.asdict(event), event.rule, names)
        except _FAULTS:  # what a forger wrote may be impossible to put into words
            return one_line(describe(event))

    def steps(self, events: Iterable[Event]) -> tuple[Step, ...]:
        """Events in a list, each with the time of its recording; links lead here."""
        return tuple(self.step(event) for event in events)

    def step(self, event: Event, *notes: Words) -> Step:
        """An event with its time and notes about it."""
        when: tuple[Words, ...] = (f"recorded {hour(event.time)}",) if event.time else ()
        out = event.number in self.struck
        by: tuple[Words, ...] = (f"struck by event {self.struck[event.number]}",) if out else ()
        marking = self.markings.get(event.number, "")
        words = (self.words(event), *((" ", Span(marking, "marking")) if marking else ()))
        return Step(event.number, words, (*notes, *when, *by), out, here=True)


def hour(time: str) -> str:
    """A time of the log for readers: `2015-12-22 06:00:00 UTC`."""
    told = one_line(time)
    return f"{told[:10]} {told[11:-1]} UTC" if _TIME.fullmatch(told) else told
