"""Play-outs and turning points, and where the time of a whole game goes."""

import random
import signal
from collections import Counter
from functools import cache
from itertools import count, islice
from pathlib import Path
from types import FrameType

import adjudication
import domain
from adjudication.chances.playout import Playout, luck_of
from adjudication.chances.selfplay import play_out
from adjudication.chances.turning_points import turning_points
from adjudication.chances.workers import cores
from adjudication.engine.games.systems import load
from adjudication.engine.session import Session
from domain.events import Event
from domain.game.game import Game
from domain.table.dice import SealedDice, secret_from_seed
from domain.table.mutators import rebuild
from domain.table.state import State
from tests.bench import Measured, bench, best, best_of_a_core
from tests.table import laid as new_table

GAMES = 60
PLAYOUTS = 200
EVERY = 0.001
"""Seconds of processor time between two looks at what is being done."""


@cache
def laid() -> tuple[Event, ...]:
    """Ramadi laid on the table."""
    return tuple(new_table("ramadi", secret=secret_from_seed(1), time="").log)


_SEEDS = count(1)


def play_games(policy: str, games: int = GAMES) -> None:
    """Whole games in memory, every event made and applied; each time others, or policies would remember."""
    system = load("ramadi")
    base = rebuild(laid())
    for seed in islice(_SEEDS, games):
        playout = Playout(system, base.copy(), system.policy(policy), *luck_of(seed))
        playout.begin()
        playout.play()


@bench
def playouts_sensible() -> Measured:
    rate = GAMES / best_of_a_core(lambda: play_games("sensible"), 3)
    return Measured("whole games played out a core, sensible", rate, "games/s")


@bench
def turning_points_of_a_game() -> Measured:
    """A ten-turn game, nothing in the cache, two processes."""
    system = load("ramadi")
    policy = system.policy("sensible")
    game = Game.from_events("0" * 32, laid())
    session = Session(system, game, SealedDice(secret_from_seed(1)))
    session.begin()
    play_out(session, policy, random.Random(1))

    def find() -> None:
        turning_points(system, game.log, "sensible", "isf", PLAYOUTS, workers=min(2, cores(None)))

    return Measured(f"turning points of a game, {PLAYOUTS} play-outs each", best(find, 1), "s", at_most=60)


# --- where the time goes -----------------------------------------------------------------------------

_EVENTS = "umpire"


def _layer(frame: FrameType | None) -> str:
    """What the innermost of our own functions belongs to: rules and policies, state and copies of it, events,
    or orders."""
    code = Path(adjudication.__file__).parent
    core = Path(domain.__file__).parent
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.parent == code / "systems" / "ramadi":
            return "rules"
        if file.is_relative_to(core):
            if frame.f_code.co_name == "copy":
                return "copies"
            return "state" if file.parent == core / "table" or file.name == "mutators.py" else "events"
        if file.is_relative_to(code):
            return "events" if file.parent.name == _EVENTS else "orders"
        frame = frame.f_back
    return "orders"


@cache
def shares() -> dict[str, float]:
    """Layer -> its share of the time of random games, by looking every millisecond what is being done."""
    seen: Counter[str] = Counter()

    def look(_: int, frame: FrameType | None) -> None:
        seen[_layer(frame)] += 1

    play_games("random", 5)
    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        play_games("random", 4 * GAMES)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return {layer: 100 * count / seen.total() for layer, count in seen.items()}


@bench
def share_of_rules() -> Measured:
    return Measured("share of a random game: rules and policy", shares().get("rules", 0), "%")


@bench
def share_of_state() -> Measured:
    return Measured("share of a random game: the state", shares().get("state", 0), "%")


@bench
def share_of_copies() -> Measured:
    return Measured("share of a random game: copying the state", shares().get("copies", 0), "%")


@bench
def share_of_events() -> Measured:
    return Measured("share of a random game: making and telling events", shares().get("events", 0), "%")


@bench
def share_of_orders() -> Measured:
    return Measured("share of a random game: listing and giving orders", shares().get("orders", 0), "%")


@bench
def state_copies() -> Measured:
    state: State = rebuild(laid())
    took = best(lambda: [state.copy() for _ in range(200)])
    return Measured("copies of the state of Ramadi", 200 / took, "copies/s")
