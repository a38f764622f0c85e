"""The closed registry of events: other stored names are refused, and no name in a log is ever imported."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from domain.events.additions import KINDS as ADDITIONS
from domain.events.base import Event
from domain.events.chance import KINDS as CHANCE
from domain.events.clock import KINDS as CLOCK
from domain.events.closing import KINDS as CLOSING
from domain.events.corrections import KINDS as CORRECTIONS
from domain.events.entropy import KINDS as ENTROPY
from domain.events.forks import KINDS as FORKS
from domain.events.house import KINDS as HOUSE
from domain.events.kind import EventKind
from domain.events.marks import KINDS as MARKS
from domain.events.opening import KINDS as OPENING
from domain.events.orders import KINDS as ORDERS
from domain.events.people import KINDS as PEOPLE
from domain.events.pieces import KINDS as PIECES
from domain.events.secret_orders import KINDS as SECRET_ORDERS

KINDS: tuple[EventKind, ...] = (
    *OPENING,
    *ORDERS,
    *CHANCE,
    *PIECES,
    *MARKS,
    *ADDITIONS,
    *CLOCK,
    *CLOSING,
    *CORRECTIONS,
    *HOUSE,
    *PEOPLE,
    *SECRET_ORDERS,
    *ENTROPY,
    *FORKS,
)

WIRE_NAMES: dict[str, type[Event]] = {}
NAMES_ON_WIRE: dict[type[Event], str] = {}
KIND_OF: dict[type[Event], EventKind] = {}
NAMED: dict[str, EventKind] = {}
"""Types of events by their names without versions, as views have them."""

T = TypeVar("T")


class ByKind(dict[type[Event], T]):
    """What follows from the declaration of each type of event, worked out when it is first asked for."""

    def __init__(self, of: Callable[[EventKind], T]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, type: type[Event]) -> T:
        found = self[type] = self._of(KIND_OF[type])
        return found


SEEN = ByKind(lambda kind: kind.seen)
"""What sides see of each event."""


def _register(kind: EventKind) -> None:
    WIRE_NAMES[kind.wire_name] = kind.type
    NAMES_ON_WIRE[kind.type] = kind.wire_name
    KIND_OF[kind.type] = kind
    NAMED[kind.name] = kind


for _kind in KINDS:
    _register(_kind)


@contextmanager
def registered(kind: EventKind) -> Iterator[None]:
    """Know a further type of event for a while: for a test of what a type has to declare."""
    assert kind.name not in NAMED
    assert kind.type not in KIND_OF
    _register(kind)
    try:
        yield
    finally:
        del WIRE_NAMES[kind.wire_name], NAMES_ON_WIRE[kind.type], KIND_OF[kind.type], NAMED[kind.name]
