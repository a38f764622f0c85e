"""Rulings and take-backs: events that strike others, which stay in the log."""

from typing import Any

from domain.events.base import Event
from domain.events.seen import EventKind, Seen, nothing


class Ruled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The white cell replaces an answer (a roll, a look-up, a choice) in event `concerns` by `value`.

    The recorded answer stays on record. The order is adjudicated again from there with the ruled value; what
    it asks as before is answered as before. Only the order's own later events are struck. decided_by: the
    orders by hand, given since, that led to it (a die thrown for it, an argument).
    """

    concerns: int
    value: Any
    by: str
    because: str
    decided_by: tuple[int, ...] = ()


class RuledAfresh(Ruled, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A ruling of an earlier version: all that happened on the table since is struck, but for what is in
    `decided_by`, and rolled afresh."""


class TakenBack(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """All that happened on the table from event `first` on is taken back; it stays in the log, struck.

    asked_by: who asked for it. agreed: who agreed. overruled: the sides that had not, though they had seen
    some of it.
    """

    first: int
    by: str
    because: str
    agreed: tuple[str, ...] = ()
    asked_by: str = ""
    overruled: tuple[str, ...] = ()


_RULED = Seen(("concerns", "value", "by", "because"), lines=("concerns",), white=("decided_by",))


KINDS = (
    EventKind("ruled.2", Ruled, nothing, _RULED),
    EventKind("ruled.1", RuledAfresh, nothing, _RULED, until=1),
    EventKind(
        "taken-back.1",
        TakenBack,
        nothing,
        Seen(everyone=("by", "because"), white=("first", "agreed", "asked_by", "overruled")),
    ),
)
