"""The clock on the wall: planning timers, and where the time went."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.common.options import AsJson, By, Command, Database, GameName, commands
from cli.common.page import page
from cli.common.terminal import say, show_json

if TYPE_CHECKING:
    from cli.common.seat import Seat

app = commands()


@app.command(cls=Command)
def clock(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[start [PURPOSE] [LENGTH] | stop]",
            help="Start or stop a planning timer: what for, by default the phase, and how long: 10m, 90s.",
        ),
    ] = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Show where the time went, or run a planning timer.

    Without words it shows the timer that runs, then each turn and phase from its real start to its real end,
    and how much of it was waiting for answers. `clock start` alone takes the time that the scenario gives
    this phase; the word `start` may be left out before a length. A timer ends with its phase. The rules know
    no clock: when time is up, you call it.

    \b
    Examples:
      whitecell clock
      whitecell clock start 10m
      whitecell clock start "talks in the corridor" 5m
      whitecell clock stop
    """
    from cli.common.seat import open_seat
    from cli.people.reminders import timer as timer_lines

    with open_seat(database, game) as seat:
        if not words:
            _show(seat, as_json)
            return
        said = list(words)
        seat.deciding_again(lambda: _act(seat, said, by), lambda: None)
        if as_json:
            show_json(_data(seat))
        else:
            say(*(timer_lines(seat) or ["No timer is running."]))


def _act(seat: "Seat", said: list[str], by: str) -> None:
    from adjudication.seminar.timers import offered, read_length, start, stop
    from domain.errors import NotFound

    session = seat.session_without_dice()
    if said == ["stop"]:
        stop(session, by)
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

    from adjudication.engine.session import now
    from cli.people.reminders import timer as timer_lines
    from domain.views.view import WHITE
    from reports.story.time_spent import clock as told_by_clock
    from reports.story.time_spent import clock_lines
    from reports.words.names import Names

    told = told_by_clock(seat.game, until=now())
    with page(seat.game.state, as_json) as marking:
        if as_json:
            show_json({**msgspec.to_builtins(told), "timer": _data(seat), "marking": marking})
        else:
            say(*timer_lines(seat), *clock_lines(told, Names(seat.game.state, WHITE)))


def _data(seat: "Seat") -> dict[str, object] | None:
    from adjudication.engine.session import now
    from adjudication.seminar.timers import running, seconds_left

    timer = running(seat.game)
    if timer is None:
        return None
    return {
        "purpose": timer.purpose,
        "seconds": timer.seconds,
        "left": seconds_left(timer, now()),
        "turn": timer.turn,
        "phase": timer.phase,
    }
