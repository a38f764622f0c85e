"""The clock on the wall: planning timers, and where the time went."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from cli.seat.seat import Seat
    from domain.events import Event

app = commands()

REASONED = "--because belongs to `clock set` and `clock advance`."


@app.command(cls=Command)
@grouped
def clock(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[start [PURPOSE] [LENGTH] | stop | pause [WHY] | resume | set DATE | advance TIME]",
            help="A planning timer (10m, 90s), a pause, or the scenario's own date and time.",
        ),
    ] = None,
    because: Because = "",
    by: By = "",
    *,
    where: Where,
) -> None:
    """Show and run the clocks: time spent, timers, pauses, dates.

    Without words it shows the timer that runs, then each turn and phase from its real start to its real end,
    and how much of it was waiting for answers. `clock start` alone takes the time that the scenario gives
    this phase; the word `start` may be left out before a length. A timer ends with its phase. The rules know
    no clock: when time is up, you call it.

    `clock pause` stops it, for lunch or overnight, and `clock resume` starts it again: timers and reports
    leave the time between out. `clock set` and `clock advance` move the scenario's own date.

    \b
    Examples:
      whitecell clock
      whitecell clock start 10m
      whitecell clock start "talks in the corridor" 5m
      whitecell clock stop
      whitecell clock pause lunch
      whitecell clock resume
      whitecell clock set "6 June 2031 04:00"
      whitecell clock advance 6h
    """
    from cli.dialogue.reminders import timer as timer_lines
    from cli.seat.seat import leads, looks
    from domain.errors import BadData
    from reports.words.events import in_words

    with where.seat(leads(by) if words else looks(by)) as seat:
        if not words:
            if because:
                raise BadData(REASONED)
            _show(seat, where.as_json)
            return
        said = list(words)
        if because and said[0] not in ("set", "advance"):
            raise BadData(REASONED)
        if said[0] in ("set", "advance"):
            event = seat.deciding_again(lambda: _dated(seat, said, by, because), lambda: None)
            if where.as_json:
                show_json(_data(seat))
            else:
                say(in_words(event, seat.game.state))
            return
        seat.deciding_again(lambda: _act(seat, said, by), lambda: None)
        if where.as_json:
            show_json(_data(seat))
        else:
            lines = timer_lines(seat) or ["No timer is running."]
            say(*(["Clock resumed.", *lines] if said == ["resume"] else lines))


def _dated(seat: "Seat", said: list[str], by: str, because: str) -> "Event":
    """Move the scenario's date."""
    from adjudication.seminar.timers import advance, set_date
    from domain.errors import BadData

    act, *rest = said
    if not rest:
        example = '"6 June 2031 04:00"' if act == "set" else "6h"
        raise BadData(f"Say which: `whitecell clock {act} {example}`.")
    session = seat.session_without_dice()
    return (set_date if act == "set" else advance)(session, " ".join(rest), by, because)


def _act(seat: "Seat", said: list[str], by: str) -> None:
    from adjudication.seminar.timers import offered, pause, read_length, resume, start, stop
    from domain.errors import NotFound

    session = seat.session_without_dice()
    if said == ["stop"]:
        stop(session, by)
    elif said == ["resume"]:
        resume(session, by)
    elif said[0] == "pause":
        pause(session, " ".join(said[1:]), by)
    elif said == ["start"]:
        offer = offered(seat.game)
        if offer is None:
            raise NotFound(
                "The scenario gives this phase no planning time, or it was used already. "
                "Say how long: `clock start 10m`."
            )
        start(session, offer.purpose, offer.seconds, by)
    else:
        *purpose, length = said[1:] if said[0] == "start" else said
        start(session, " ".join(purpose) or seat.game.state.phase or "the phase", read_length(length), by)


def _show(seat: "Seat", as_json: bool) -> None:
    import msgspec

    from cli.dialogue.reminders import timer as timer_lines
    from domain.table.dates import spelled
    from domain.views.view import WHITE
    from domain.wall_clock import now
    from reports.story.time_spent import clock as told_by_clock
    from reports.story.time_spent import clock_lines
    from reports.words.names import Names

    if seat.me.own:
        _show_date(seat, as_json)
        return
    told = told_by_clock(seat.game, until=now())
    with page(seat.game.state, as_json) as marking:
        if as_json:
            show_json({**msgspec.to_builtins(told), **_data(seat), "marking": marking})
        else:
            date = seat.game.state.time.now
            head = [f"Scenario time: {spelled(date)}"] if date else []
            say(*head, *timer_lines(seat), *clock_lines(told, Names(seat.game.state, WHITE)))


def _show_date(seat: "Seat", as_json: bool) -> None:
    """The scenario's date and the timer, for a side: how long phases and answers took tells what it may not
    know."""
    from cli.dialogue.reminders import timer as timer_lines
    from domain.table.dates import spelled

    with page(seat.game.state, as_json) as marking:
        if as_json:
            show_json({**_data(seat), "marking": marking})
        else:
            date = seat.game.state.time.now
            head = [f"Scenario time: {spelled(date)}"] if date else []
            say(*head, *(timer_lines(seat) or ["No timer is running."]))


def _data(seat: "Seat") -> dict[str, object]:
    """The timer that runs, if any, the pause, and the scenario's date, for programs."""
    from adjudication.seminar.timers import running, seconds_left
    from domain.wall_clock import now

    timer, cell = running(seat.game), seat.game.state.cell
    running_now = timer and {
        "purpose": timer.purpose,
        "seconds": timer.seconds,
        "left": seconds_left(timer, now(), cell),
        "turn": timer.turn,
        "phase": timer.phase,
    }
    paused = cell.paused and {"purpose": cell.paused.purpose, "since": cell.paused.time}
    return {"timer": running_now, "pause": paused, "date": seat.game.state.time.now}
