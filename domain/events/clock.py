"""The clocks: turns and phases, the scenario's own date, and in real time planning timers and pauses."""

from typing import TYPE_CHECKING

from domain.events.base import Event
from domain.events.kind import (
    OF_AN_ORDER,
    Audience,
    Changes,
    EventKind,
    Speaks,
    Undo,
    entry,
    says_what_changes,
)
from domain.events.seen import Seen

if TYPE_CHECKING:
    from domain.table.state import State


class PhaseEntered(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The clock: turn, phase, and the side whose turn it is (empty: both or none)."""

    turn: int
    phase: str
    side: str = ""


@says_what_changes
def _phase(state: "State", event: PhaseEntered) -> None:
    state.enter_phase(event.turn, event.phase, event.side)
    state.kept.other("clock")


class TimerSet(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A planning timer: a number of seconds for a purpose, from this event's time on; 0 seconds stops it."""

    purpose: str
    seconds: int
    turn: int = 0
    phase: str = ""
    by: str = ""


def _timer(state: "State", event: TimerSet) -> None:
    state.cell.timer = event if event.seconds else None


class ClockPaused(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The wall clock stops, for lunch or overnight. Until it resumes, no time is counted."""

    purpose: str = ""
    by: str = ""


def _paused(state: "State", event: ClockPaused) -> None:
    state.cell.paused = event


class ClockResumed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The wall clock resumes."""

    by: str = ""


def _resumed(state: "State", event: ClockResumed) -> None:
    if state.cell.paused is not None:
        state.cell.pauses = (*state.cell.pauses, (state.cell.paused.time, event.time))
    state.cell.paused = None


class DateSet(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The scenario's date: set to `date`, or advanced to it by a number of minutes."""

    date: str
    advanced: int = 0
    by: str = ""
    because: str = ""


def _date(state: "State", event: DateSet) -> None:
    state.set_date(event.date, event.advanced)


KINDS = (
    EventKind(
        "phase-entered.1",
        PhaseEntered,
        _phase,
        Seen(("turn", "phase", "side")),
        changes=(Changes.CLOCK,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "clock-paused.1",
        ClockPaused,
        _paused,
        Seen(("purpose", "by"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.NOBODY, public=True, cites=False, after_close=False),
        rows=(),
        words=None,
    ),
    EventKind(
        "clock-resumed.1",
        ClockResumed,
        _resumed,
        Seen(("by",), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.NOBODY, public=True, cites=False, after_close=False),
        rows=(),
        words="Clock resumed[ ({by:id})]",
    ),
    EventKind(
        "date-set.1",
        DateSet,
        _date,
        Seen(("date", "advanced", "by", "because"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=entry(Speaks.NOBODY, public=True, cites=False, after_close=False),
        rows=(),
        words=None,
    ),
    EventKind(
        "timer-set.1",
        TimerSet,
        _timer,
        Seen(("purpose", "seconds", "turn", "phase", "by"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=True, cites=False, after_close=False),
        rows=(),
        words=None,
    ),
)
