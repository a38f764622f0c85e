"""Games for the tests of reports: Ramadi played by its sensible policy, whole, or in part and corrected."""

import random
from functools import cache

from adjudication.audits.audit import AuditReport, audit
from adjudication.chances.selfplay import play_out
from adjudication.engine.session import Session
from domain.events import DieRolled
from domain.game.chain import GENESIS, Entry, enter
from domain.game.game import Game
from domain.table.dice import secret_from_seed
from tests.table import Table

TIME = "2026-01-01T00:00:00Z"
GAME = "0" * 31 + "1"
HOSTILE = "<script>alert('x')</script> \"& \x1b[31mred\x1b[0m\nhttps://evil.example/"


def ramadi(seed: int = 1, name: str = "Ramadi by night") -> Session:
    """A game that has been opened and not played."""
    return Table("ramadi", seed=seed, name=name).session


def entries_of(game: Game) -> list[Entry]:
    """The game's log as it would be stored."""
    return enter(game.id, game.log, GENESIS)


@cache
def played(seed: int = 1) -> tuple[Game, list[Entry], AuditReport]:
    """A whole game, closed and audited."""
    session = ramadi(seed)
    play_out(session, session.system.policy("sensible"), random.Random(seed))
    session.close(secret_from_seed(seed), by="Ann")
    entries = entries_of(session.game)
    return session.game, entries, audit(entries)


@cache
def corrected() -> Game:
    """A game in its first turns in which an order was taken back, a die ruled on, and hostile notes made."""
    session = ramadi(4, name=HOSTILE)
    policy, chance = session.system.policy("sensible"), random.Random(3)
    rolls: list[DieRolled] = []
    while len(rolls) < 2:
        order = policy.order(session.state, session.legal(), chance)
        events = session.order(order, by=HOSTILE).events
        rolls = [event for event in events if isinstance(event, DieRolled)]
    session.rule(rolls[0].number, 7 - rolls[0].face, f"the die was cocked {HOSTILE}", by="Ann")
    last = session.orders_in_force()[-1].number
    session.note(HOSTILE, by=HOSTILE, concerns=last)
    session.take_back(last, f"a slip of the tongue {HOSTILE}", by="Ben", agreed=("isf",))
    session.order(policy.order(session.state, session.legal(), chance))
    return session.game
