"""What people do to the log: notes, take-backs, and the end of the game."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AsJson, Because, By, Command, Database, GameName, Yes, commands
from cli.terminal import confirm

if TYPE_CHECKING:
    from domain.game import Game

app = commands()


@app.command(cls=Command)
def note(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to write beside the game.")],
    concerns: Annotated[int, typer.Option("--on", metavar="N", help="The event that the note is about.")] = 0,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Write a note beside the game, or on one of its events.

    \b
    Example:
      whitecell note "Both sides asked about the dam" --on 57
    """
    from adjudication.session import Outcome
    from cli.seat import open_seat
    from cli.telling import Teller
    from domain.errors import BadData

    if not text.strip():
        raise BadData("A note needs a text.")
    with open_seat(database, game) as seat:
        if seat.game.state.closed:
            raise BadData("This game is closed; it can be read and audited, not changed.")
        written = seat.deciding_again(
            lambda: seat.session_without_dice().note(text, by, concerns), lambda: None
        )
        teller = Teller(seat, as_json)
        teller.go_on(Outcome([written], seat.session_without_dice().pending()), by)


@app.command(cls=Command)
def undo(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[N]", help="The order to take back; by default the last."),
    ] = None,
    because: Because = "",
    by: By = "",
    yes: Yes = False,
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Take back an order and what happened since.

    All of it stays in the log, struck. Asks first when dice were rolled or hidden counters seen since:
    that cannot be unseen.

    \b
    Example:
      whitecell undo --because "The wrong unit was named"
    """
    from adjudication.session import Outcome
    from cli.seat import open_seat
    from cli.telling import Teller
    from domain.errors import BadData, NotFound, Refused

    with open_seat(database, game) as seat:
        session = seat.session_without_dice()
        if seat.game.state.closed:
            raise Refused("This game is closed; it can be read and audited, not changed.")
        if not because.strip():
            raise BadData("A take-back needs a reason: --because REASON.")
        if number is None:
            orders = session.orders_in_force()
            if not orders:
                raise NotFound("There is no order to take back.")
            number = orders[-1].number
        if number not in {order.number for order in session.orders_in_force()}:
            raise NotFound(f"Event {number} is not an order in force; `whitecell log` shows them.")
        seen = seen_since(seat.game, number)
        if seen:
            confirm(f"Since order {number} {seen}.", yes)
        taken = session.take_back(number, because, by)
        Teller(seat, as_json).go_on(Outcome([taken], session.pending()), by)


@app.command(cls=Command)
def close(
    because: Because = "",
    by: By = "",
    yes: Yes = False,
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Close the game for good and reveal the seal of its dice.

    Anyone can then derive every roll again.

    \b
    Example:
      whitecell close --yes
    """
    from adjudication.session import Outcome
    from cli.seat import open_seat
    from cli.telling import Teller
    from domain.errors import Refused

    with open_seat(database, game) as seat:
        state = seat.game.state
        if state.closed:
            raise Refused("This game is closed already.")
        undecided = "" if state.verdict is not None else " It is not decided yet."
        confirm(f"Nothing can be ordered in {seat.name} once it is closed.{undecided}", yes)
        closed = seat.session_without_dice().close(seat.secret, by, because)
        Teller(seat, as_json).go_on(Outcome(closed, ()), by)


def seen_since(game: "Game", number: int) -> str:
    """What happened from order `number` on that nobody can forget again, in words; empty if nothing."""
    from domain.events import CounterDrawn, DieRolled, Picked, PieceKnown, Shuffled

    live = [event for event in game.log[number - 1 :] if event.number not in game.struck]
    rolls = sum(isinstance(event, DieRolled | Picked) for event in live)
    drawn = sum(isinstance(event, CounterDrawn | Shuffled) for event in live)
    shown = sum(isinstance(event, PieceKnown) and event.sides != () for event in live)
    told = [
        f"{count} {one if count == 1 else many}"
        for count, one, many in (
            (rolls, "die was rolled", "dice were rolled"),
            (drawn, "counter was drawn", "counters were drawn"),
            (shown, "counter was seen", "counters were seen"),
        )
        if count
    ]
    return ", ".join(told)
