"""The core alone: replay, the chain, the dice, the ledger."""

import tempfile
from functools import cache
from pathlib import Path

from domain.events import Event
from domain.game.chain import GENESIS, broken_links, enter
from domain.ledger.store import Ledger
from domain.table.dice import SampledDice, SealedDice, secret_from_seed
from domain.table.mutators import rebuild
from tests.bench import Measured, bench, best
from tests.builders import any_order, new_game, session

EVENTS = 20_000
ROLLS = 50_000


@cache
def log(length: int) -> tuple[Event, ...]:
    """A game of that many events: orders of a roll, a look-up, a move and a mark."""
    at_the_table = session(new_game())
    at_the_table.begin()
    pick = 0
    while len(at_the_table.game.log) < length:
        at_the_table.order(any_order(at_the_table.state, pick))
        pick += 1
    return tuple(at_the_table.game.log[:length])


@bench
def replay() -> Measured:
    events = log(EVENTS)
    took = best(lambda: rebuild(events))
    return Measured("replay into state", EVENTS / took, "events/s", at_least=200_000)


def _loading(length: int, times: int) -> float:
    """Seconds to load a game of that many events from an SQLite file."""
    game = new_game()
    game.append(*log(length)[len(game.log) :])
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(str(Path(folder) / "games.db"))
        ledger.start(game, "bench", None)
        took = best(lambda: ledger.load(game.id), times)
        ledger.close()
    return took


@bench
def replay_from_disk() -> Measured:
    rate = EVENTS / _loading(EVENTS, times=3)
    return Measured("the same, read and decoded from disk", rate, "events/s")


@bench
def rebuild_from_disk() -> Measured:
    took = _loading(500, times=20)
    return Measured("rebuilding a 500-event game from disk", took * 1000, "ms", at_most=20)


@bench
def orders_saved() -> Measured:
    orders = 300
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(str(Path(folder) / "games.db"))
        game = new_game()
        ledger.start(game, "bench", None)
        at_the_table = session(game, ledger)
        at_the_table.begin()

        def play() -> None:
            for pick in range(orders):
                at_the_table.order(any_order(at_the_table.state, pick))

        took = best(play)
        ledger.close()
    return Measured("a small order (6 events), adjudicated and saved", orders / took, "orders/s")


@bench
def chain_made() -> Measured:
    events = log(EVENTS)
    took = best(lambda: enter("game", events, GENESIS))
    return Measured("events encoded and chained", EVENTS / took, "events/s")


@bench
def chain_checked() -> Measured:
    entries = enter("game", log(EVENTS), GENESIS)
    took = best(lambda: list(broken_links(entries)))
    return Measured("links of the chain checked", EVENTS / took, "events/s")


@bench
def sealed_dice() -> Measured:
    dice = SealedDice(secret_from_seed(1))
    took = best(lambda: [dice.number(6, chance, ("a", "b")) for chance in range(ROLLS)])
    return Measured("sealed dice", ROLLS / took, "rolls/s")


@bench
def sampled_dice() -> Measured:
    dice = SampledDice(1)
    took = best(lambda: [dice.number(6, chance, ()) for chance in range(ROLLS)])
    return Measured("sampled dice, for studies", ROLLS / took, "rolls/s")
