"""Marks and tracks."""

from typing import TYPE_CHECKING, Any

from domain.events.base import Event
from domain.events.seen import EventKind, Seen

if TYPE_CHECKING:
    from domain.table.state import State


class Scored(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A track's marker moves by `change` to `value`."""

    track: str
    change: int
    value: int
    why: str = ""


def _scored(state: "State", event: Scored) -> None:
    state.tracks[event.track].value = event.value
    state.kept.other("tracks")


class Marked(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A mark is put on a space, a piece, a side or the game; value None takes it off."""

    subject: str
    mark: str
    value: Any = None


def _marked(state: "State", event: Marked) -> None:
    state.put_mark(event.subject, event.mark, event.value, event.audience)


KINDS = (
    EventKind("scored.1", Scored, _scored, Seen(("track", "change", "value", "why"))),
    EventKind("marked.1", Marked, _marked, Seen(("subject", "mark", "value"))),
)
