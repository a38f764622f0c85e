"""Forgers who play the game again, so that everything follows: a loaded die, other answers, another seal."""

import random
from collections.abc import Callable
from typing import Any

from adjudication.chances.selfplay import play_out
from adjudication.engine.session import Session
from domain.events import DieRolled, GameOpened
from domain.table.dice import SealedDice, secret_from_seed
from tests.core import games as toys
from tests.forgeries.kinds import Forged, kind
from tests.forgeries.logs import Log


class Loaded(SealedDice):
    """Sealed dice that show the highest number for one chance."""

    def __init__(self, secret: str, chance: int) -> None:
        super().__init__(secret)
        self._loaded = chance

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        return sides if chance == self._loaded else super().number(sides, chance, entropy)


def variant_of(log: Log) -> toys.Variant | None:
    """The toy that a log is of, None for what is no whole game of a toy by `logs.toy`."""
    return next((each for each in toys.VARIANTS if toys.variant_id(each) == log.name), None)


def replay(log: Log, dice: Callable[[], SealedDice], seed: int = 1) -> list[Any] | None:
    """The whole game once more as `logs.toy` played it, with other dice."""
    variant = variant_of(log)
    if variant is None:
        return None
    people = toys.random_people(seed)
    seated = toys.seat(toys.new_game(variant), people)
    session = Session(seated.system, seated.game, dice(), people, clock=lambda: toys.TIME)
    toys.stir(session, 1)
    session.begin()
    play_out(session, people.otherwise, random.Random(seed))
    session.close(toys.SECRET)
    return list(session.game.log)


@kind(DieRolled)
def a_loaded_die_and_all_that_follows(log: Log, event: DieRolled) -> Forged:
    """A die shows its highest face, and the whole game is played on from it."""
    if event.face == event.die or event.source != "sealed":
        return None
    return replay(log, lambda: Loaded(toys.SECRET, event.chance))


@kind(GameOpened, passes="evening")
def another_evening(log: Log, event: GameOpened) -> Forged:
    """With the same seal the game is played again by people who decide otherwise."""
    return replay(log, lambda: SealedDice(toys.SECRET), seed=5)


@kind(GameOpened, passes="dice")
def other_dice_on_the_table(log: Log, event: GameOpened) -> Forged:
    """Other faces were typed, and the game is played on from them."""
    if log.name != "typed":
        return None
    return list(toys.play_to_end(("toy-losses", {}), 6, "typed").game.log)


@kind(DieRolled)
def dice_of_another_seal(log: Log, event: DieRolled) -> Forged:
    """The whole game is played with the dice of another seal."""
    return replay(log, lambda: SealedDice(secret_from_seed(event.number)))
