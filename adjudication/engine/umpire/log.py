"""The umpire's log. Each fact told is one event, written and applied at once.

When a procedure is run again, what it tells must be what the log holds already; else `Diverged` says where.
"""

from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import force_setattr

from adjudication.engine.umpire.audiences import audience_of
from adjudication.engine.umpire.names import check_sides
from domain.events import Event, OrderDone, Value
from domain.events.registry import ByKind
from domain.table.mutators import MUTATORS
from domain.table.state import State


def _any_value(hint: Any) -> bool:
    return hint in (Any, Value) or any(map(_any_value, get_args(hint)))


_OF_ANY_VALUE = ByKind(lambda kind: any(_any_value(each.type) for each in msgspec.structs.fields(kind.type)))
"""Whether an event holds values of any type, where 1, 1.0 and true are equal and yet not the same."""
_encode = msgspec.json.Encoder(order="deterministic").encode


def _same(event: Event, recorded: Event) -> bool:
    return _encode(event) == _encode(recorded)


class Diverged(Exception):
    """The rules, run again, do not do what the log says at event `number`."""

    def __init__(self, number: int, recorded: Event | None, expected: Event | str) -> None:
        super().__init__(f"event {number}")
        self.number = number
        self.recorded = recorded
        self.expected = expected


class Log:
    """Writes one procedure's events, on a state that it changes in place.

    procedure: number of the order. number, time: what the next event will bear. fresh: events that are
    new. recorded: what the log holds behind the order, in force, other procedures' events among it.
    """

    def __init__(
        self, state: State, procedure: int, time: str, recorded: Sequence[Event], next_number: int
    ) -> None:
        self.state = state
        self.procedure = procedure
        self.fresh: list[Event] = []
        self._now = time
        self._recorded = recorded
        self._cursor = 0
        self._retracing = False
        self._live_number = next_number or (recorded[-1].number if recorded else state.number) + 1
        self.number = self._live_number
        self.time = time
        if recorded:
            self._pass_others()

    def take_up(self, procedure: int) -> None:
        """Go on to another order on the same table, of which nothing is recorded yet."""
        self.procedure = procedure
        self.number = self.state.number + 1
        self.fresh = []

    @property
    def covert(self) -> bool:
        """Whether the order that is adjudicated is kept from sides that the rules would tell of it."""
        order = self.state.procedures.get(self.procedure)
        return order is not None and order.covert

    # --- the log ---------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        """Record one event, or retrace it, and apply it. Its number, order and time are set here."""
        state = self.state
        number = self.number
        force_setattr(event, "number", number)
        force_setattr(event, "procedure", self.procedure)
        if self.time:
            force_setattr(event, "time", self.time)
        order = state.procedures.get(self.procedure)
        secret = order is not None and order.audience is not None
        if secret or event.audience is not None or state.unseen:
            if event.audience:
                check_sides(state, event.audience, event.rule)
            force_setattr(event, "audience", audience_of(event, state, order))
        if self._retracing:
            self._retrace(event)
            return
        self.fresh.append(event)
        MUTATORS[type(event)](state, event)
        state.number = number
        self.number = number + 1

    def _retrace(self, event: Event) -> None:
        """The event that the log has next must be this one."""
        recorded = self._recorded[self._cursor]
        force_setattr(event, "blind", recorded.blind)
        if event != recorded or (_OF_ANY_VALUE[type(event)] and not _same(event, recorded)):
            raise Diverged(recorded.number, recorded, event)
        MUTATORS[type(event)](self.state, event)
        self.state.number = event.number
        self._cursor += 1
        self._pass_others()

    def _pass_others(self) -> None:
        """Apply what belongs to others at this point of the log, up to the next event of our own."""
        recorded, state = self._recorded, self.state
        while self._cursor < len(recorded):
            event = recorded[self._cursor]
            if event.procedure == self.procedure:
                self.number, self.time = event.number, event.time
                self._retracing = True
                return
            MUTATORS[type(event)](state, event)
            state.number = event.number
            self._cursor += 1
        self.number, self.time = self._live_number, self._now
        self._retracing = False

    def _next_recorded(self, kind: type[Event], wanted: str) -> Any:
        """The next recorded event, while retracing, if it is of that kind; Diverged when it is another."""
        event = self._recorded[self._cursor]
        if type(event) is not kind:
            raise Diverged(event.number, event, wanted)
        return event

    def done(self, audience: tuple[str, ...] | None = None) -> None:
        """The procedure is at its end. Raises Diverged when the log holds more of it."""
        self.tell(OrderDone(audience=audience))
        if self._retracing:
            extra = self._recorded[self._cursor]
            raise Diverged(extra.number, extra, "nothing more")
