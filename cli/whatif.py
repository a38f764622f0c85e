"""What if: a game forked into a second one, and what would have come of another roll or order."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AsJson, By, Command, Database, GameName, commands
from cli.terminal import say

if TYPE_CHECKING:
    from adjudication.session import Outcome
    from cli.seat import Seat
    from domain.game import Game

app = commands()


@app.command(cls=Command)
def fork(
    at: Annotated[int, typer.Option("--at", metavar="N", help="The event to go on from.")],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What to call the new game.")
    ] = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Start a new game that goes on from an event of this one.

    It has all that was recorded up to there, and sealed dice of its own from there on; both logs know of
    each other. An order that was being adjudicated at that event is adjudicated on with the new dice.

    \b
    Example:
      whitecell fork --at 57 --name tuesday-again
    """
    from cli.seat import Seat, open_seat
    from cli.starting import check_name, free_name
    from cli.telling import Teller

    with open_seat(database, game) as seat:
        called = check_name(name if name is not None else free_name(f"{seat.name}-fork", seat.desk.games))
        new, outcome = seat.deciding_again(lambda: _fork(seat, at, called, by), lambda: None)
        there = Seat(seat.ledger, seat.ledger.desk(), new.id)
        if not as_json:
            say(f"Game {called} goes on from event {at} of {seat.name}; it is now the current game.")
            say(f"Its dice are sealed anew; their commitment is {new.opened.commitment}.")
        Teller(there, as_json).go_on(outcome, by)


def _fork(seat: "Seat", at: int, name: str, by: str) -> "tuple[Game, Outcome]":
    """The new game, saved along with what the log of the old one says of it."""
    import secrets
    from uuid import uuid4

    from adjudication.scenario import rules_digest
    from adjudication.session import Outcome, Session, now
    from adjudication.umpire import Nobody
    from cli.seat import entries_of
    from domain.dice import SealedDice, commitment
    from domain.events import GameForked
    from domain.lineage import fork as fork_of
    from domain.program import program

    secret = secrets.token_hex(32)
    new = fork_of(
        entries_of(seat),
        at,
        game=uuid4().hex,
        name=name,
        called=seat.name,
        commitment=commitment(secret),
        program=program(),
        rules_digest=rules_digest(seat.game.opened.system),
        time=now(),
    )
    outcome = Outcome([], ())
    if new.open_procedure() is not None:
        outcome = Session(seat.system, new, SealedDice(secret)).proceed_with(Nobody())
    old = seat.game
    told = GameForked(number=len(old.log) + 1, time=now(), audience=(), game=new.id, name=name, at=at, by=by)
    old.append(told)
    try:
        seat.ledger.start(new, name, secret, forked=old)
    except BaseException:
        old.forget_after(old.saved)
        raise
    return new, outcome
