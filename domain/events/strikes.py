"""The events that each take-back and ruling of a log struck, worked out once, in the order of the log.

A take-back strikes everything that happened on the table from its `first` event on. A ruling strikes what its
own order recorded after the answer that it replaces.

Events are identified by their places in the log, counted from 0.
"""

from collections.abc import Iterable, Sequence

from domain.events.base import Event
from domain.events.corrections import Ruled, TakenBack
from domain.events.kind import Undo
from domain.events.registry import KIND_OF


class Strikes:
    """of: place of a take-back or ruling -> the places it struck, in order. by: place of a struck event ->
    the place of what struck it."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.of: dict[int, list[int]] = {}
        self.by: dict[int, int] = {}
        self._events = events
        self._standing: list[int] = []
        self._of_order: dict[int, list[int]] = {}
        """Places that may still be in force, for all orders and for each; struck ones are skipped."""
        for place, event in enumerate(events):
            if isinstance(event, TakenBack):
                self._strike(place, event.first or event.number, self._standing)
            elif isinstance(event, Ruled):
                of_order = self._of_order.get(self._order_of(event, place), [])
                self._strike(place, event.concerns + 1, of_order)
            if KIND_OF[type(event)].undo is Undo.STRUCK:
                self._standing.append(place)
                if event.procedure:
                    self._of_order.setdefault(event.procedure, []).append(place)

    def in_force(self, place: int, until: int) -> bool:
        """Whether the event at that place was still in force before place `until` was written."""
        return self.by.get(place, until) >= until

    def numbers(self) -> dict[int, int]:
        """The numbers of the events out of force, each with the number of the event that struck it."""
        return {self._events[at].number: self._events[by].number for at, by in self.by.items()}

    def _order_of(self, ruled: Ruled, place: int) -> int:
        """The order that a ruling concerns; it strikes events of that order only. 0 for none."""
        on = ruled.concerns - self._events[0].number
        return self._events[on].procedure if 0 <= on < place else 0

    def _strike(self, striker: int, first: int, standing: list[int]) -> None:
        """Strike the events at these places from event `first` on."""
        struck: list[int] = []
        while standing and self._events[standing[-1]].number >= first:
            place = standing.pop()
            if place not in self.by:
                self.by[place] = striker
                struck.append(place)
        self.of[striker] = struck[::-1]


def struck(events: Iterable[Event]) -> dict[int, int]:
    """The numbers of events that are no longer in force, each with the event that struck it."""
    log = list(events)
    return Strikes(log).numbers() if any(isinstance(event, TakenBack | Ruled) for event in log) else {}
