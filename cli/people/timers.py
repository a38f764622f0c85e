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
def timer(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[[PURPOSE] LENGTH | start | stop]",
            help="What for, by default the phase, and how long: 10m, 90s.",
        ),
    ] = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Start, stop or see a planning timer.

    `timer start` takes the time that the scenario gives this phase. A timer ends with its phase; the rules
    know no clock: when time is up, you call it.

    \b
    Examples:
      whitecell timer 10m
      whitecell timer "talks in the corridor" 5m
      whitecell timer
      whitecell timer stop
    """
    from adjudication.seminar.timers import offered, read_length, start, stop
    from cli.common.seat import open_seat
    from cli.people.reminders import timer as timer_lines
    from domain.errors import NotFound

    said = list(words or ())
    with open_seat(database, game) as seat:

        def act() -> None:
            session = seat.session_without_dice()
            if said == ["stop"]:
                stop(session, by)
            elif said == ["start"]:
                offer = offered(seat.game)
                if offer is None:
                    raise NotFound(
                        "The scenario gives this phase no time of its own, or it was taken already."
                    )
                start(session, offer.purpose, offer.seconds, by)
            else:
                purpose = " ".join(said[:-1]) or seat.game.state.phase or "the phase"
                start(session, purpose, read_length(said[-1]), by)

        if said:
            seat.deciding_again(act, lambda: None)
        if as_json:
            show_json(_data(seat))
        else:
            say(*(timer_lines(seat) or ["No timer runs just now."]))


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


@app.command(cls=Command)
def clock(
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Where the time went.

    Each turn and phase from its real start to its real end, and how much of it was waiting for answers.

    \b
    Example:
      whitecell clock
    """
    import msgspec

    from adjudication.engine.session import now
    from cli.common.seat import open_seat
    from domain.views.view import WHITE
    from reports.story.time_spent import clock as told_by_clock
    from reports.story.time_spent import clock_lines
    from reports.words.names import Names

    with open_seat(database, game) as seat:
        told = told_by_clock(seat.game, until=now())
        with page(seat.game.state, as_json) as marking:
            if as_json:
                show_json({**msgspec.to_builtins(told), "marking": marking})
            else:
                say(*clock_lines(told, Names(seat.game.state, WHITE)))
