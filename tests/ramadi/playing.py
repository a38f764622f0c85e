"""Whole games of Ramadi for tests: opened by a seed, with any combination of the options."""

from adjudication.engine.scenario import opening
from adjudication.engine.session import Session
from adjudication.engine.systems import load
from domain.events import Value
from domain.game.chain import Entry
from domain.game.game import Game
from domain.table.dice import SealedDice, secret_from_seed
from tests.ramadi.table import SCENARIO

TIME = "2015-12-22T06:00:00Z"
OPTIONS = tuple(SCENARIO.options)


def combination(number: int) -> dict[str, Value]:
    """The options that are on in the bits of a number; 0 is the game as it comes."""
    return {option: bool(number >> bit & 1) for bit, option in enumerate(OPTIONS)}


def new_game(seed: int, options: dict[str, Value] | None = None) -> Session:
    """A game at the start of its set-up, with sealed dice that the seed gives again."""
    secret = secret_from_seed(seed)
    events = opening(
        SCENARIO,
        game=f"{seed:032x}",
        name=f"seed {seed}",
        options={**SCENARIO.options, **(options or {})},
        dice="sealed",
        secret=secret,
        program="tests",
        time=TIME,
    )
    game = Game.from_events(f"{seed:032x}", events)
    session = Session(load("ramadi"), game, SealedDice(secret), clock=lambda: TIME)
    session.begin()
    return session


def entries(session: Session) -> list[Entry]:
    """The log of a game that was never saved, chained."""
    return session.game.unsaved()
