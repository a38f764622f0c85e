"""Rulings and take-backs: events that strike others, which stay in the log."""

from typing import Any

from domain.events.base import Event
from domain.events.kind import Audience, Changes, EventKind, Speaks, Undo, entry, nothing
from domain.events.seen import Seen


class Ruled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The white cell replaces an answer (a roll, a look-up, a choice) in event `concerns` by `value`.

    The recorded answer stays on record. The order is adjudicated again from there with the ruled value;
    questions that it asks as before get the same answers. Only the order's own later events are struck.
    decided_by: later manual orders that led to the ruling (a die rolled for it, an argument).
    """

    concerns: int
    value: Any
    by: str
    because: str
    decided_by: tuple[int, ...] = ()


class TakenBack(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Everything that happened on the table from event `first` on is taken back; it stays in the log, struck.

    asked_by: who asked for it. agreed: who agreed. overruled: the sides that did not agree although they had
    seen some of it.
    """

    first: int
    by: str
    because: str
    agreed: tuple[str, ...] = ()
    asked_by: str = ""
    overruled: tuple[str, ...] = ()


KINDS = (
    EventKind(
        "ruled.2",
        Ruled,
        nothing,
        Seen(("concerns", "value", "by", "because"), lines=("concerns",), white=("decided_by",)),
        changes=(Changes.FORCE,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=entry(Speaks.WHITE_CELL, public=False, cites=False, after_close=False),
        rows=("rulings",),
        words=None,
    ),
    EventKind(
        "taken-back.1",
        TakenBack,
        nothing,
        Seen(everyone=("by", "because"), white=("first", "agreed", "asked_by", "overruled")),
        changes=(Changes.FORCE,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=entry(Speaks.THEMSELVES, public=True, cites=False, after_close=False),
        rows=("rulings",),
        words=None,
    ),
)
