"""Plays Ramadi thousands of times and says how the reconstructed tables are balanced.

    python -m tests.calibrate --games 10000 --workers 2

Game number n of a study has seed `--seed` + n, so the result does not depend on the number of workers.
"""

import argparse
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import repeat
from multiprocessing import Pool
from statistics import mean
from typing import NamedTuple

from adjudication.playout import Playout, luck_of
from adjudication.ramadi.operations import GOVERNMENT_COMPLEX
from adjudication.scenario import load_scenario, opening
from adjudication.systems import load
from domain.events import Event, LookedUp, OrderGiven
from domain.state import State, rebuild

SEED = 20151222
Z_95 = 1.959964
TENTHS = range(10, 100, 10)


class Played(NamedTuple):
    """What one game came to. complex_taken: the turn, 0 for never."""

    won: bool
    reason: str
    isf: int
    isis: int
    casualties: int
    offered: int
    executed: int
    succeeded: int
    complex_taken: int


@cache
def laid_table() -> State:
    """The table as it is laid before play."""
    scenario = load_scenario("ramadi", "historical")
    return rebuild(
        opening(
            scenario,
            game="0" * 32,
            name="calibration",
            options=scenario.options,
            dice="sampled",
            commitment="",
            program="",
            time="",
        )
    )


def play(policy: str, seed: int) -> Played:
    """One whole game."""
    counts: Counter[str] = Counter()

    def watch(given: OrderGiven, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, LookedUp) and event.table == "operations":
                offered = event.result["operations"]
                assert isinstance(offered, int)
                counts["offered"] += offered
            elif isinstance(event, LookedUp) and event.table == "operations_results":
                counts["executed"] += 1
                counts["succeeded"] += event.result["winner"] == "isf"

    system = load("ramadi")
    game = Playout(system, laid_table().copy(), system.policy(policy), *luck_of(seed), watch)
    game.begin()
    state = game.play()
    assert state.verdict is not None
    return Played(
        state.verdict.winner == "isf",
        state.verdict.reason.partition(";")[0],
        state.track("isf_vp"),
        state.track("isis_vp"),
        state.track("casualties"),
        counts["offered"],
        counts["executed"],
        counts["succeeded"],
        int(state.mark("game", "government_complex_taken", 0)),
    )


def study(policy: str, games: int, seed: int, workers: int) -> list[Played]:
    """That many games, shared out over processes."""
    with Pool(workers) as pool:
        return pool.starmap(play, zip(repeat(policy), range(seed, seed + games)), chunksize=50)


def wilson(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, z2 = won / games, Z_95**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z_95 * math.sqrt(share * (1 - share) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return middle - half, middle + half


def report(policy: str, played: Sequence[Played]) -> Iterator[str]:
    """What a study found, line by line, as Markdown."""
    games = len(played)
    won = sum(game.won for game in played)
    low, high = wilson(won, games)
    yield f"## `{policy}`, {games:,} games"
    yield ""
    yield f"ISF wins: {won:,} of {games:,} = {won / games:.2%} (95 % Wilson interval {low:.2%} to {high:.2%})"
    yield ""
    for reason, number in Counter(game.reason for game in played).most_common():
        yield f"- {reason}: {number / games:.1%}"
    yield ""
    yield "| a game | mean | " + " | ".join(f"{tenth} %" for tenth in TENTHS) + " |"
    yield "|---|---|" + "---|" * len(TENTHS)
    for name, value in COLUMNS.items():
        numbers = sorted(value(game) for game in played)
        tenths = [numbers[min(games - 1, games * tenth // 100)] for tenth in TENTHS]
        yield f"| {name} | {mean(numbers):.1f} | " + " | ".join(map(str, tenths)) + " |"
    yield ""
    yield f"{GOVERNMENT_COMPLEX} taken first in turn: " + turns(game.complex_taken for game in played)
    yield ""


COLUMNS: dict[str, Callable[[Played], int]] = {
    "ISF points": lambda game: game.isf,
    "ISIS points": lambda game: game.isis,
    "ISF lead": lambda game: game.isf - game.isis,
    "ISF casualties": lambda game: game.casualties,
    "operations offered": lambda game: game.offered,
    "operations executed": lambda game: game.executed,
    "operations won": lambda game: game.succeeded,
}


def turns(taken: Iterable[int]) -> str:
    """The share of games in which it happened in each turn."""
    counted = Counter(taken)
    total = counted.total()
    shares = {turn: f"{counted[turn] / total:.1%}" for turn in sorted(counted)}
    return ", ".join(f"{turn or 'never'} {share}" for turn, share in shares.items())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.calibrate", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--policy", action="append", help="may be repeated; default: sensible and random")
    given = parser.parse_args()
    for policy in given.policy or ("sensible", "random"):
        for line in report(policy, study(policy, given.games, given.seed, given.workers)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
