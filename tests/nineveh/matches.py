"""How good the player is: games against chance from either side, and against itself, with what it uses.

python -m tests.nineveh.matches 100
"""

import sys
import time
from collections import Counter

from adjudication.engine.systems import Policy
from adjudication.systems.nineveh import KINDS, SYSTEM
from adjudication.systems.nineveh.player.policy import SensiblePolicy
from tests.nineveh.playing import SIDES, given, play, winner


def main(games: int) -> None:
    """Print the figures."""
    for side in SIDES:
        players: dict[str, Policy] = {each: SYSTEM.policy("random") for each in SIDES}
        players[side] = SensiblePolicy()
        begun = time.monotonic()
        won = sum(winner(play(seed, players)) == side for seed in range(games))
        print(f"sensible as {side}: {won} of {games} won against random ({time.monotonic() - begun:.0f} s)")
    both: dict[str, Policy] = {side: SensiblePolicy() for side in SIDES}
    wins: Counter[str] = Counter()
    used: Counter[str] = Counter()
    metrics: dict[str, list[int]] = {}
    begun = time.monotonic()
    for seed in range(games):
        table = play(seed, both)
        wins[winner(table)] += 1
        used += given(table)
        for metric in ("time", "casualties", "collateral"):
            metrics.setdefault(metric, []).append(table.state.track(metric))
    print(f"sensible against itself: {dict(wins)}, {(time.monotonic() - begun) / games:.1f} s a game")
    for metric, values in metrics.items():
        ordered = sorted(values)
        quarters = [ordered[len(ordered) * quarter // 4] for quarter in (1, 2, 3)]
        print(f"{metric} at the end of play: quarters {quarters}")
    print("orders:", ", ".join(f"{name} {number}" for name, number in used.most_common()))
    print("never:", ", ".join(name for name in KINDS if not any(f" {name}" in each for each in used)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
