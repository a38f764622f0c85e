"""The clock on the wall: planning timers, and where the time went."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from seats.seat.seat import Seat

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
    from domain.errors import BadData
    from reports.words.events import in_words
    from seats.acting.clocks import DATED, dated
    from seats.acting.clocks import clock as run
    from seats.dialogue.reminders import timer as timer_lines
    from seats.looking.clocks import clock_data
    from seats.seat.seat import leads, looks

    with where.seat(leads(by) if words else looks(by)) as seat:
        if not words:
            if because:
                raise BadData(REASONED)
            _show(seat, where.as_json)
            return
        said = list(words)
        if because and said[0] not in DATED:
            raise BadData(REASONED)
        if said[0] in DATED:
            event = dated(seat, said, because, by)
            if where.as_json:
                show_json(clock_data(seat))
            else:
                say(in_words(event, seat.game.state))
            return
        run(seat, said, by)
        if where.as_json:
            show_json(clock_data(seat))
        else:
            lines = timer_lines(seat) or ["No timer is running."]
            say(*(["Clock resumed.", *lines] if said == ["resume"] else lines))


def _show(seat: "Seat", as_json: bool) -> None:
    from domain.table.dates import spelled
    from domain.views.view import WHITE
    from domain.wall_clock import now
    from reports.story.time_spent import clock as told_by_clock
    from reports.story.time_spent import clock_lines
    from reports.words.names import Names
    from seats.dialogue.reminders import timer as timer_lines
    from seats.looking.clocks import clock_told

    if seat.me.own:
        _show_date(seat, as_json)
        return
    told = told_by_clock(seat.game, until=now())
    with page(seat.game.state, as_json):
        if as_json:
            show_json(clock_told(seat, told))
        else:
            date = seat.game.state.time.now
            head = [f"Scenario time: {spelled(date)}"] if date else []
            say(*head, *timer_lines(seat), *clock_lines(told, Names(seat.game.state, WHITE)))


def _show_date(seat: "Seat", as_json: bool) -> None:
    """The scenario's date and the timer, for a side: how long phases and answers took tells what it may not
    know."""
    from domain.table.dates import spelled
    from seats.dialogue.reminders import timer as timer_lines
    from seats.looking.clocks import clock_told

    with page(seat.game.state, as_json):
        if as_json:
            show_json(clock_told(seat, None))
        else:
            date = seat.game.state.time.now
            head = [f"Scenario time: {spelled(date)}"] if date else []
            say(*head, *(timer_lines(seat) or ["No timer is running."]))
