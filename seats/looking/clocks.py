"""The clocks: the timer, the pause, the scenario's date, and where the time went."""

from typing import Any

import msgspec

from adjudication.seminar.timers import running, seconds_left
from domain import wall_clock
from reports.story.time_spent import ClockTold
from seats.seat.marked import marking_line
from seats.seat.seat import Seat


def clock_data(seat: Seat) -> dict[str, Any]:
    """The timer that runs, if any, the pause, and the scenario's date."""
    timer, cell = running(seat.game), seat.game.state.cell
    running_now = timer and {
        "purpose": timer.purpose,
        "seconds": timer.seconds,
        "left": seconds_left(timer, wall_clock.now(), cell),
        "turn": timer.turn,
        "phase": timer.phase,
    }
    paused = cell.paused and {"purpose": cell.paused.purpose, "since": cell.paused.time}
    return {"timer": running_now, "pause": paused, "date": seat.game.state.time.now}


def clock_told(seat: Seat, spent: ClockTold | None) -> dict[str, Any]:
    """The same with how it is marked; for the white cell with each turn and phase from its real start to its
    real end, which a side is not told: it tells what the side may not know. spent: as `time_spent.clock`."""
    told = {} if spent is None else msgspec.to_builtins(spent)
    return {**told, **clock_data(seat), "marking": marking_line(seat.game.state)}
