"""How good the staff is: games against chance from either side, and against itself, with what it uses.

python -m tests.ows.matches strait 100
"""

import sys
import time
from collections import Counter

from adjudication.engine.policies import Policy
from adjudication.systems.ows import KINDS, SYSTEM
from adjudication.systems.ows.player.policy import StaffPolicy
from tests.ows.test_staff import BOTH, SIDES, match


def main(scenario: str, games: int) -> None:
    """Print the figures."""
    for side in SIDES:
        other, won, begun = SIDES[side == "blue"], 0, time.monotonic()
        for seed in range(games):
            players: dict[str, Policy] = {side: StaffPolicy(), other: SYSTEM.policy("random")}
            points, _ = match(scenario, seed, players)
            won += points[side] > points[other]
        print(f"staff as {side}: {won} of {games} won against random ({time.monotonic() - begun:.0f} s)")
    used: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    begun = time.monotonic()
    for seed in range(games):
        points, given = match(scenario, seed, BOTH)
        used += given
        wins[max(SIDES, key=lambda each: points[each]) if points["blue"] != points["red"] else "drawn"] += 1
    print(f"staff against itself: {dict(wins)}, {(time.monotonic() - begun) / games:.1f} s a game")
    print("orders:", ", ".join(f"{name} {number}" for name, number in used.most_common()))
    print("never:", ", ".join(name for name in KINDS if not any(each.split()[0] == name for each in used)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
