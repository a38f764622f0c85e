"""Planning timers: how long a side may think, for the white cell to call time by. The rules know no clock."""

from typing import NamedTuple

from adjudication.engine.by_hand.durations import LONGEST, read_length, seconds_between
from adjudication.engine.session import Session
from domain.errors import BadData, NotFound, Refused
from domain.events import Event, PhaseEntered, TimerSet
from domain.game.game import Game
from domain.table.state import State


class Offer(NamedTuple):
    """The timer that the scenario gives the phase that is now."""

    purpose: str
    seconds: int


def running(game: Game) -> TimerSet | None:
    """The timer that runs: one that was set in the phase that is now, for it ends with the phase."""
    timer, state = game.state.cell.timer, game.state
    if timer is None or state.closed or (timer.turn, timer.phase) != (state.turn, state.phase):
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
    if state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
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
        if isinstance(event, PhaseEntered) and event.number not in game.struck:
            break
        if isinstance(event, TimerSet) and (event.turn, event.phase) == (state.turn, state.phase):
            return None
    return Offer(state.phase, seconds)


def seconds_left(timer: TimerSet, now: str) -> int:
    """How long a timer still runs at that time; below nought: for how long it has been over."""
    return timer.seconds - seconds_between(timer.time, now)


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


__all__ = ["Offer", "offered", "read_length", "running", "seconds_left", "start", "stop", "timer_fault"]
