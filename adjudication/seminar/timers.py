"""The clocks beside the rules: planning timers and pauses on the wall, and the scenario's own date."""

from typing import NamedTuple

from adjudication.engine.durations import LONGEST, read_length, seconds_between
from adjudication.engine.session import Session
from domain.errors import BadData, NotFound, Refused
from domain.events import ClockPaused, ClockResumed, DateSet, Event, PhaseEntered, TimerSet
from domain.game.game import Game
from domain.table.dates import is_date, later, read_date, read_span, spelled
from domain.table.state import State
from domain.table.white_cell import WhiteCell

LONGEST_PURPOSE = 200


class Offer(NamedTuple):
    """The timer that the scenario gives the phase that is now."""

    purpose: str
    seconds: int


def running(game: Game) -> TimerSet | None:
    """The timer that runs: one that was set in the phase that is now, for it ends with the phase.

    A fork carries none over: its time passed in the other game.
    """
    timer, state = game.state.cell.timer, game.state
    if timer is None or state.closed or timer.number <= _carried(game):
        return None
    if (timer.turn, timer.phase) != (state.turn, state.phase):
        return None
    return timer


def start(session: Session, purpose: str, seconds: int, by: str = "") -> Event:
    """Start a timer, in the place of the one that runs. Raises BadData without a purpose."""
    if not purpose.strip():
        raise BadData("Say what the timer is for.")
    return _set(session, " ".join(purpose.split()), seconds, by)


def stop(session: Session, by: str = "") -> Event:
    """Stop the timer that runs. Raises NotFound when none does."""
    timer = running(session.game)
    if timer is None:
        raise NotFound("No timer runs just now.")
    return _set(session, timer.purpose, 0, by)


def _set(session: Session, purpose: str, seconds: int, by: str) -> Event:
    state = session.state
    _refuse_if_closed(session)
    return session.record(
        lambda number, time: TimerSet(
            number=number,
            time=time,
            purpose=purpose,
            seconds=seconds,
            turn=state.turn,
            phase=state.phase,
            by=by,
        )
    )


def offered(game: Game) -> Offer | None:
    """The timer that the scenario gives this phase, None once any timer was set in this turn's phase."""
    state = game.state
    seconds = game.opened.timers.get(state.phase)
    if not seconds or state.closed or state.verdict is not None:
        return None
    for event in reversed(game.log):
        if event.number <= _carried(game):
            break
        if isinstance(event, PhaseEntered) and event.number not in game.struck:
            break
        if isinstance(event, TimerSet) and (event.turn, event.phase) == (state.turn, state.phase):
            return None
    return Offer(state.phase, seconds)


def _carried(game: Game) -> int:
    """The last event that was carried over from the game that this one was forked from."""
    return game.opened.forked_from.event if game.opened.forked_from is not None else 0


def seconds_left(timer: TimerSet, now: str, cell: WhiteCell | None = None) -> int:
    """How long a timer still runs at that time, pauses left out; below nought: for how long it is over."""
    gone = seconds_between(timer.time, now)
    return timer.seconds - gone + (paused_between(cell, timer.time, now) if cell is not None else 0)


def paused_between(cell: WhiteCell, start: str, end: str) -> int:
    """How many seconds between two times the clock on the wall stood still."""
    pauses = [*cell.pauses, *([(cell.paused.time, end)] if cell.paused is not None else [])]
    return sum(seconds_between(max(since, start), min(until, end)) for since, until in pauses)


def pause(session: Session, purpose: str = "", by: str = "") -> Event:
    """Stop the clock on the wall. Raises Refused when it stands still already, BadData for a long purpose."""
    _refuse_if_closed(session)
    if session.state.cell.paused is not None:
        raise Refused("The clock is paused already; `whitecell clock resume` starts it again.")
    purpose = " ".join(purpose.split())
    if len(purpose) > LONGEST_PURPOSE:
        raise BadData(f"The reason for a pause has at most {LONGEST_PURPOSE} characters.")
    return session.record(lambda number, time: ClockPaused(number=number, time=time, purpose=purpose, by=by))


def resume(session: Session, by: str = "") -> Event:
    """Let the clock on the wall go on. Raises Refused when it goes."""
    _refuse_if_closed(session)
    if session.state.cell.paused is None:
        raise Refused("The clock is not paused.")
    return session.record(lambda number, time: ClockResumed(number=number, time=time, by=by))


def set_date(session: Session, text: str, by: str = "", because: str = "") -> Event:
    """Set the scenario's date. Raises BadData for what is no date."""
    return _dated(session, read_date(text), 0, by, because)


def advance(session: Session, text: str, by: str = "", because: str = "") -> Event:
    """Let the scenario's time go on by so much. Raises BadData, or Refused while there is no date."""
    minutes, now = read_span(text), session.state.time.now
    if not now:
        raise Refused('This scenario has no date yet; `whitecell clock set "6 June 2031 04:00"` sets it.')
    date = later(now, minutes)
    if date == now:
        raise BadData("The calendar ends with the year 9999.")
    return _dated(session, date, minutes, by, because)


def _dated(session: Session, date: str, advanced: int, by: str, because: str) -> Event:
    _refuse_if_closed(session)
    if date == session.state.time.now:
        raise BadData(f"It is {spelled(date)} already.")

    def make(number: int, time: str) -> DateSet:
        return DateSet(number=number, time=time, date=date, advanced=advanced, by=by, because=because)

    fault = date_fault(session.state, make(0, ""))
    if fault:
        raise Refused(fault)
    return session.record(make)


def date_fault(state: State, event: DateSet) -> str:
    """What is wrong with a date set on that table, in a sentence; empty if nothing is."""
    if not is_date(event.date):
        return f"{event.date[:40]!r} is no date."
    if not state.turn:
        return "The scenario's date is set once play has begun."
    now = state.time.now
    if event.advanced and (event.advanced < 0 or not now or later(now, event.advanced) != event.date):
        return f"{event.date} is not {event.advanced} minutes after {now or 'any date'}."
    return ""


def _refuse_if_closed(session: Session) -> None:
    if session.state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")


def timer_fault(state: State, event: TimerSet) -> str:
    """What is wrong with a timer set on that table, in a sentence, for the audit; empty if nothing is."""
    if not 0 <= event.seconds <= LONGEST:
        return f"A timer cannot run for {event.seconds} seconds."
    if not event.purpose.strip():
        return "A timer needs a purpose."
    if (event.turn, event.phase) != (state.turn, state.phase):
        return f"It bears turn {event.turn} and phase {event.phase[:40]!r}, which is not when it was set."
    if not event.seconds and state.cell.timer is None:
        return "A timer is stopped, but none was running."
    return ""


__all__ = [
    "Offer",
    "advance",
    "date_fault",
    "offered",
    "pause",
    "paused_between",
    "read_length",
    "resume",
    "running",
    "seconds_left",
    "set_date",
    "start",
    "stop",
    "timer_fault",
]
