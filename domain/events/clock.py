"""The clock: turns and phases, and planning timers."""

from typing import TYPE_CHECKING

from domain.events.base import Event
from domain.events.seen import EventKind, Seen

if TYPE_CHECKING:
    from domain.table.state import State


class PhaseEntered(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The clock: turn, phase, and the side whose turn it is (empty: both or none)."""

    turn: int
    phase: str
    side: str = ""


def _phase(state: "State", event: PhaseEntered) -> None:
    state.turn = event.turn
    state.phase = event.phase
    state.side = event.side
    state.kept.other("clock")


class TimerSet(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A planning timer: so many seconds for a purpose, from this event's time on; 0 seconds stops it."""

    purpose: str
    seconds: int
    turn: int = 0
    phase: str = ""
    by: str = ""

    OF_THE_TABLE = False


def _timer(state: "State", event: TimerSet) -> None:
    state.cell.timer = event if event.seconds else None


KINDS = (
    EventKind("phase-entered.1", PhaseEntered, _phase, Seen(("turn", "phase", "side"))),
    EventKind("timer-set.1", TimerSet, _timer, Seen(("purpose", "seconds", "turn", "phase", "by"))),
)
