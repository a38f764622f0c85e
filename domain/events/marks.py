"""Marks and tracks."""

from typing import TYPE_CHECKING, Any, NamedTuple

from domain.events.base import Event
from domain.events.seen import EventKind, Seen

if TYPE_CHECKING:
    from domain.table.state import State


class Lapse(NamedTuple):
    """When the clock takes a mark off (turn 0: any; no phase: as the turn begins), and by which rule."""

    turn: int
    phase: str
    rule: str

    def due(self, turn: int, phase: str) -> bool:
        """Whether the clock, set to this turn and phase, takes it off."""
        if not self.turn or turn == self.turn:
            return not self.phase or phase == self.phase
        return turn > self.turn


class Scored(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A track's marker moves by `change` to `value`."""

    track: str
    change: int
    value: int
    why: str = ""


def _scored(state: "State", event: Scored) -> None:
    state.tracks[event.track].value = event.value


class Marked(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A mark is put on a space, a piece, a side or the game; value None takes it off.

    until, until_phase: the turn that takes it off as it begins, or that phase of it; without a turn, the
    phase when it is entered next. The clock takes it off by another such event.
    """

    subject: str
    mark: str
    value: Any = None
    until: int = 0
    until_phase: str = ""


def _marked(state: "State", event: Marked) -> None:
    state.put_mark(event.subject, event.mark, event.value, event.audience)
    subject = event.subject, event.mark
    if event.value is not None and (event.until or event.until_phase):
        state.lapses[subject] = Lapse(event.until, event.until_phase, event.rule)
    elif state.lapses:
        state.lapses.pop(subject, None)


KINDS = (
    EventKind("scored.1", Scored, _scored, Seen(("track", "change", "value", "why"))),
    EventKind("marked.1", Marked, _marked, Seen(("subject", "mark", "value", "until", "until_phase"))),
)
