"""What if: a game forked into a second one, and what would have come of another roll or order."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides
from cli.options.grouped import Where, grouped
from cli.options.many_games import Games, Top, Workers, seed_from
from cli.options.shared import By, Viewer
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from adjudication.chances.positions import Position
    from adjudication.chances.turning_points import Forecast
    from adjudication.engine.orders import Order
    from domain.events import Event
    from domain.table.state import State
    from seats.looking.forecasts import Compared
    from seats.seat.seat import Seat

app = commands()

Policy = Annotated[
    str | None,
    typer.Option("--policy", metavar="POLICY", help="Who plays on; left out: the best player of the system."),
]
Seed = Annotated[int, seed_from(0)]
Knowing = Annotated[
    str | None,
    typer.Option(
        "--knowing",
        metavar="SIDE",
        help="With what that side knew: what it did not is dealt anew; `white` knows all.",
        autocompletion=sides,
    ),
]


@app.command(cls=Command)
@grouped
def fork(
    at: Annotated[int, typer.Option("--at", metavar="N", help="The event to go on from.")],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What to call the new game.")
    ] = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Start a new game that goes on from an event of this one.

    It has all that was recorded up to there, and sealed dice of its own from there on; both logs know of
    each other. An order that was being adjudicated at that event is adjudicated on with the new dice.

    \b
    Example:
      whitecell fork --at 57 --name tuesday-again
    """
    from cli.dialogue.telling import show
    from cli.seat.opening import sit
    from seats.acting.acted import Acted
    from seats.acting.forking import fork as fork_it
    from seats.seat.game_names import check_name, free_name
    from seats.seat.seat import leads, looks

    with where.seat(leads(by)) as seat:
        by = seat.me.by
        called = check_name(name if name is not None else free_name(f"{seat.name}-fork", seat.desk.games))
        new, outcome = fork_it(seat, at, called, by)
        there = sit(seat.ledger, seat.ledger.desk(), new.id, looks(by))
        if not where.as_json:
            say(f"Game {called} goes on from event {at} of {seat.name}; it is now the current game.")
            say(f"It has new dice; commitment: {new.opened.commitment}")
        show(Acted(there, outcome.events, outcome.questions), where.as_json, by)


@app.command("what-if", cls=Command)
@grouped
def what_if(
    at: Annotated[int | None, typer.Option("--at", metavar="N", help="The event to play on from.")] = None,
    roll: Annotated[
        str | None,
        typer.Option("--roll", metavar="EVENT=FACE", help="With that die as if it had shown that face."),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar='"ORDER KEY=VALUE..."',
            help="With that order instead, as `order` takes it: name and arguments, number, or JSON.",
        ),
    ] = None,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Whose the order of --order is.")
    ] = None,
    games: Games = 1000,
    policy: Policy = None,
    seed: Seed = 1,
    workers: Workers = None,
    knowing: Knowing = None,
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Play on with another roll or order, many times.

    For the white cell; nothing is written. A policy plays all sides to the end; what the side of --knowing
    (by default the only one that people play) did not know then is dealt anew each time. With --roll the
    die's order is adjudicated again from that die on; with --order the order that event N belongs to, or
    else the next one, is given otherwise. Refused where the white cell judges the outcome, as in freeform.

    \b
    Examples:
      whitecell what-if --at 57
      whitecell what-if --roll 57=6 --games 200
      whitecell what-if --at 57 --order "execute target=0407"
    """
    from adjudication.chances.forecast import check_forecast, played_out
    from adjudication.chances.positions import position_at
    from adjudication.chances.study import default_policy
    from adjudication.chances.whatif import asks_for_judgement, with_roll
    from cli.terminal.progress import progress
    from domain.errors import BadData
    from seats.looking.forecasts import Compared
    from seats.looking.forecasts import what_if as what_if_of
    from seats.seat.seat import looks

    if roll is not None and order is not None:
        raise BadData("Say another roll or another order, not both.")
    if roll is None and at is None:
        raise BadData("Say from which event to play on: --at N, or --roll EVENT=FACE.")
    with where.seat(looks(by, viewer)) as seat:
        log, system, eyes = seat.game.log, seat.system, _eyes(seat, knowing)
        check_forecast(system)
        positions: tuple[Position, ...]
        if roll is not None:
            number, face = _roll(roll)
            if at not in (None, number):
                raise BadData(f"With --roll {roll} one plays on from event {number}; leave --at out.")
            positions, at = with_roll(log, number, face), number
            heads = ["as it fell", f"had it shown {face}"]
        elif order is not None:
            assert at is not None
            positions, heads = _orders(seat, at, order, side)
        else:
            assert at is not None
            positions, heads = (position_at(log, at),), ["from here"]
        if positions[0].state.opened is None or not any(e.procedure for e in log[:at]):
            raise BadData("Play is not open yet at that event.")
        who = policy or default_policy(system)
        player = system.policy(who)
        judged = [asks_for_judgement(system, position, player, eyes) for position in positions]
        with progress("Playing on", games * len(positions), "games") as advance:
            played = list(
                played_out(
                    system,
                    positions,
                    who,
                    eyes,
                    games,
                    seed=seed,
                    workers=workers,
                    progress=advance,
                )
            )
        compared = Compared(at, positions, played, heads, who, eyes, seed, any(judged))
        if where.as_json:
            show_json(what_if_of(seat, compared))
        else:
            _tell_comparison(seat, compared)


def _eyes(seat: "Seat", knowing: str | None) -> str:
    """With whose knowledge to play on. Raises Refused for a side that asks for itself: events are named by
    the white cell's numbers, and policies play the other sides with all that these know."""
    from domain.errors import Refused

    own = seat.me.own
    if own:
        raise Refused(
            f"Forecasts are for the white cell, since they draw on what {own} may not see; "
            f"`--knowing {own}` plays on with what {own} knew."
        )
    return seat.me.eyes if knowing is None else seat.game.state.viewer(knowing)


def _with_what_was_known(state: "State", viewer: str) -> str:
    """That some of the table is dealt anew, and why."""
    from domain.views.view import WHITE
    from reports.words.names import Names

    if viewer == WHITE:
        return ""
    return f"; what {Names(state, viewer).side(viewer)} did not know is dealt anew each time"


def _judgement_lines(judged: bool, policy: str) -> list[str]:
    """What chances are worth where a question on the way is one that people judge."""
    if not judged:
        return []
    return [f"Policy `{policy}` picked the white cell's judgements: the chances depend on those picks."]


def _tell_comparison(seat: "Seat", of: "Compared") -> None:
    from cli.terminal.page import page
    from reports.words.forecasts import chances_of, change_of, comparison_lines, not_counted
    from reports.words.names import Names

    state = of.positions[0].state
    before = chances_of(of.played[0], state)
    after = chances_of(of.played[1], state) if len(of.played) > 1 else None
    change = change_of(of.played[0], of.played[1], state) if len(of.played) > 1 else None
    with page(seat.game.state):
        side = f", {Names(state, of.viewer).side(state.side)}" if state.side else ""
        say(
            f"{seat.name} from event {of.at} (turn {state.turn}, {state.phase}{side}), "
            f"played to the end {before.games:,} times by `{of.policy}`"
            f"{_with_what_was_known(state, of.viewer)}; 95 % intervals in brackets."
        )
        say(
            *comparison_lines(state, before, after, change, list(of.heads)),
            *not_counted(state),
            *_judgement_lines(of.judged, of.policy),
        )


def _roll(text: str) -> tuple[int, int]:
    """Event and face of `57=6`. Raises BadData."""
    from domain.errors import BadData

    number, _, face = text.partition("=")
    if not (number.strip().isdecimal() and face.strip().isdecimal() and text.isascii() and len(text) < 40):
        raise BadData(f"--roll takes EVENT=FACE, such as 57=6, not {text[:40]!r}.")
    return int(number), int(face)


def _orders(seat: "Seat", at: int, text: str, side: str | None) -> "tuple[tuple[Position, ...], list[str]]":
    """The two positions with the order given then and with another, and what to call them."""
    from adjudication.chances.whatif import where_replaced, with_order
    from adjudication.engine.choice_texts import as_text

    replaced = where_replaced(seat.system, seat.game.log, at)
    other = _order_then(seat, replaced.before, text, side)

    def called(name: str, arguments: "Mapping[str, Any]") -> str:
        return " ".join([name, *(f"{key}={as_text(value)}" for key, value in arguments.items())])

    given = replaced.given
    actual = called(given.order, given.arguments) if given is not None else "as the policy goes on"
    return with_order(replaced, other), [actual, called(other.name, other.arguments)]


def _order_then(seat: "Seat", log: "list[Event]", text: str, side: str | None) -> "Order":
    """An order as `order` takes it, read at the table as it stood then."""
    from cli.dialogue.finishing import finished
    from cli.seat.opening import sit
    from domain.game.game import Game
    from seats.dialogue.orders import read_order
    from seats.seat.seat import looks

    then = sit(seat.ledger, seat.desk, seat.game.id, looks(""), Game.from_events(seat.game.id, log))
    return read_order(then, text, side, "--order", lambda order: finished(then, order))


@app.command("turning-points", cls=Command)
@grouped
def turning_points(
    playouts: Games = 200,
    top: Top = 5,
    policy: Policy = None,
    seed: Seed = 1,
    workers: Workers = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Play all anew, and keep nothing for the next time.")
    ] = False,
    knowing: Knowing = None,
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Name the orders that moved the chances of winning most.

    For the white cell. Behind every order that rolled, and before it, the game is played to its end many
    times, by a policy; what the side of --knowing (by default the only one that people play) did not know
    then is dealt anew each time. What was played is kept in the user's cache folder: asking again is quick.
    Refused where the white cell judges the outcome, as in freeform.

    \b
    Example:
      whitecell turning-points --games 200 --top 5
    """
    from contextlib import ExitStack

    from adjudication.chances.forecast import decided
    from adjudication.chances.positions import position_at
    from adjudication.chances.study import default_policy
    from adjudication.chances.turning_points import turning_points as find
    from adjudication.chances.whatif import asks_for_judgement
    from cli.terminal.progress import progress
    from domain.errors import Refused
    from reports.studies.forecast_cache import forecast_cache
    from seats.looking.forecasts import turning_points as turning_points_of
    from seats.seat.seat import entries_of, looks

    with where.seat(looks(by, viewer)) as seat, ExitStack() as stack:
        system, eyes = seat.system, _eyes(seat, knowing)
        who = policy or default_policy(system)
        kept = None
        if not no_cache:
            kept = forecast_cache(system, entries_of(seat), who, eyes, playouts, seed)
        forecast = find(
            system,
            seat.game.log,
            who,
            eyes,
            playouts,
            seed,
            workers,
            kept,
            lambda wanted: stack.enter_context(progress("Playing on", wanted, "games")),
        )
        if not forecast.points:
            raise Refused("Play is not open yet in this game; there is nothing to foretell.")
        stack.close()
        first = position_at(seat.game.log, forecast.points[0].number)
        judged = not decided(first) and asks_for_judgement(system, first, system.policy(who), eyes)
        if where.as_json:
            show_json(turning_points_of(seat, forecast, top, judged))
        else:
            _tell_turning_points(seat, forecast, top, judged)


def _tell_turning_points(seat: "Seat", forecast: "Forecast", top: int, judged: bool) -> None:
    from cli.terminal.page import page
    from reports.words.forecasts import not_counted, turning_lines
    from reports.words.names import number_of
    from seats.looking.forecasts import turning

    eyes, state = forecast.viewer, seat.game.state
    shown, told = turning(seat, forecast, top)
    with page(state, shown=[text for n, text in state.cell.markings.items() if n in told]):
        points = number_of(len(forecast.points), "point")
        say(
            f"{seat.name}: {points}, each played to the end {forecast.playouts:,} times "
            f"by `{forecast.policy}`{_with_what_was_known(state, eyes)}; 95 % intervals in brackets."
        )
        say(
            *turning_lines(state, forecast, shown, told),
            *not_counted(state),
            *_judgement_lines(judged, forecast.policy),
        )
