"""What each take-back and ruling of a log struck, worked out once, in the order of the log.

Events are spoken of by their places in the log, from 0.
"""

from collections.abc import Sequence

from domain.events import Event, Ruled, RuledAfresh, TakenBack


class Strikes:
    """of: place of a take-back or ruling -> the places it struck, in order. by: place of a struck event ->
    the place of what struck it."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.of: dict[int, list[int]] = {}
        self.by: dict[int, int] = {}
        self._events = events
        self._standing: list[int] = []
        for place, event in enumerate(events):
            if isinstance(event, TakenBack):
                self._strike(place, event.first)
            elif isinstance(event, RuledAfresh):
                self._strike(place, event.concerns + 1, event.decided_by)
            elif isinstance(event, Ruled):
                order = self._order_of(event)
                self._strike(place, event.concerns + 1 if order else event.number, order=order)
            if event.OF_THE_TABLE:
                self._standing.append(place)

    def in_force(self, place: int, until: int) -> bool:
        """Whether the event at that place was still in force before place `until` was written."""
        return self.by.get(place, until) >= until

    def _order_of(self, ruled: Ruled) -> int:
        """The order that a ruling is on, whose events alone it strikes; 0 for none."""
        on = ruled.concerns - self._events[0].number
        return self._events[on].procedure if on >= 0 and ruled.concerns < ruled.number else 0

    def _strike(self, striker: int, first: int, kept: Sequence[int] = (), order: int = 0) -> None:
        events, standing = self._events, self._standing
        struck: list[int] = []
        spared: list[int] = []
        while standing and events[standing[-1]].number >= first:
            place = standing.pop()
            if place in self.by:
                continue
            procedure = events[place].procedure
            if procedure in kept or (order and procedure != order):
                spared.append(place)
            else:
                self.by[place] = striker
                struck.append(place)
        standing.extend(reversed(spared))
        self.of[striker] = struck[::-1]
