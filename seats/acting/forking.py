"""A new game that goes on from an event of another."""

import secrets
import uuid

from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.register import rules_digest
from adjudication.engine.session import Outcome, Session
from adjudication.engine.umpire import Nobody
from domain import wall_clock
from domain.events import GameForked
from domain.game.game import Game
from domain.game.lineage import fork as fork_of
from domain.program import program
from domain.table.dice import SealedDice
from seats.seat.seat import Seat, entries_of


def fork(seat: Seat, at: int, name: str, by: str = "") -> tuple[Game, Outcome]:
    """Fork a game at an event: the new one, with sealed dice of its own, and what the order came to that was
    being adjudicated there. Saved along with what the log of the old one says of it. Raises NotFound or
    Refused."""
    return seat.deciding_again(lambda: _fork(seat, at, name, by), lambda: None)


def _fork(seat: Seat, at: int, name: str, by: str) -> tuple[Game, Outcome]:
    """The new game, saved along with what the log of the old one says of it."""
    secret = secrets.token_hex(32)
    new = fork_of(
        entries_of(seat),
        at,
        game=uuid.uuid4().hex,
        name=name,
        called=seat.name,
        secret=secret,
        program=program(),
        rules_digest=rules_digest(seat.game.opened.system),
        code_digest=code_digest(seat.system),
        time=wall_clock.now(),
    )
    outcome = Outcome([], ())
    if new.open_procedure() is not None:
        outcome = Session(seat.system, new, SealedDice(secret)).proceed_with(Nobody())
    old = seat.game
    told = GameForked(
        number=len(old.log) + 1, time=wall_clock.now(), audience=(), game=new.id, name=name, at=at, by=by
    )
    old.append(told)
    try:
        seat.ledger.start(new, name, secret, forked=old)
    except BaseException:
        old.forget_after(old.saved)
        raise
    return new, outcome
