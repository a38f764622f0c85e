"""The outcome of an answer as it stood at any place of a log: recorded, ruled, or corrected late."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from adjudication.engine.by_hand.acts import LATE
from adjudication.seminar.late import outcome, put
from domain.events import Event, OrderGiven
from domain.events.strikes import Strikes
from domain.game.rulings import Rulings


class Outcomes:
    """Asked in the order of the log, each time for the place that comes next or a later one."""

    def __init__(self, events: Sequence[Event], strikes: Strikes) -> None:
        self._events = events
        self._strikes = strikes
        self._late: dict[int, list[tuple[int, Any]]] = {}
        """By the event that they are on, late rulings still in force: the place of each, and what those up to
        it say together."""
        self._reached = 0

    @cached_property
    def _rulings(self) -> Rulings:
        return Rulings(self._events, self._strikes)

    def before(self, place: int, answer: Event) -> Any:
        """How an answer stood before that place. Raises BadData for what is no outcome."""
        for at in range(self._reached, place):
            self._take(at)
        self._reached = max(self._reached, place)
        ruled = self._rulings.on(
            self._rulings.answer(answer), lambda at: at < place and self._strikes.in_force(at, place)
        )
        said = self._said(answer.number, place)
        return outcome(answer, [*([ruled.value] if ruled is not None else []), *said])

    def _said(self, concerns: int, place: int) -> list[Any]:
        """What the late rulings in force on an event say together; nothing where there are none."""
        late = self._late.get(concerns, [])
        while late and not self._strikes.in_force(late[-1][0], place):
            late.pop()
        return [late[-1][1]] if late else []

    def _take(self, place: int) -> None:
        event = self._events[place]
        if isinstance(event, OrderGiven) and event.order == LATE:
            concerns = event.arguments.get("concerns")
            if isinstance(concerns, int):
                value = event.arguments.get("value")
                for said in self._said(concerns, place):
                    value = put(said, value)
                self._late.setdefault(concerns, []).append((place, value))
