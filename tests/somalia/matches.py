"""Matches of policies on Somalia: each side has its own.

python -m tests.somalia.matches SCENARIO GAMES SIDE=POLICY ... others=POLICY
"""

import random
import sys
from collections import Counter
from typing import Any, NamedTuple

from adjudication.chances.playout import Playout, luck_of
from adjudication.engine.games.systems import load
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import Policy
from adjudication.engine.umpire import Question
from domain.events import Value
from domain.table.state import State
from tests.table import laid

SYSTEM = load("somalia")


class Seats:
    """Each side played by a policy of its own: side -> name; `others` for those that are not named."""

    def __init__(self, policies: dict[str, str]) -> None:
        self.policies: dict[str, Policy] = {side: SYSTEM.policy(name) for side, name in policies.items()}

    def of(self, side: str) -> Policy:
        """The policy of a side."""
        return self.policies.get(side) or self.policies["others"]

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """What the side in turn orders; orders beside it, such as talks, are its own too."""
        side = str(state.mark_named("game", "to act") or state.side)
        own = [part for part in legal.parts if part.side == side]
        return self.of(side if own else legal.parts[0].side).order(
            state, LegalOrders(own or legal.parts), chance
        )

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """What the side that is asked answers."""
        return self.of(question.side).answer(question, state, chance)


class Match(NamedTuple):
    """What came of some games: who won (empty: a stalemate), how often each order and event came up, and the
    tracks at the end of each."""

    won: Counter[str]
    orders: Counter[str]
    events: Counter[str]
    tracks: list[dict[str, int]]


def match(
    scenario: str,
    games: int,
    policies: dict[str, str],
    options: dict[str, Value] | None = None,
    first: int = 0,
) -> Match:
    """So many games, each by its seed."""
    found = Match(Counter(), Counter(), Counter(), [])
    seats = Seats(policies)
    for seed in range(first, first + games):
        dice, chance = luck_of(seed)
        state = laid("somalia", scenario, options).state

        def watch(given: Any, events: Any) -> None:
            found.orders.update([f"{given.side} {given.order}"])
            found.events.update(event.rule for event in events if event.rule)

        playout = Playout(SYSTEM, state, seats, dice, chance, watch)
        playout.begin()
        playout.play()
        assert state.verdict is not None
        found.won.update([state.verdict.winner])
        found.tracks.append({id: track.value for id, track in state.tracks.items()})
    return found


def main(scenario: str, games: int, policies: dict[str, str]) -> None:
    """Play a match and print it."""
    found = match(
        scenario, games, {"others": "sensible", **policies}, {"talks": True} if "20" not in scenario else {}
    )
    print("won:", dict(found.won))
    print("orders:", dict(found.orders.most_common()))
    for track in found.tracks[0]:
        print(f"{track}:", sorted(end[track] for end in found.tracks))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), dict(word.split("=", 1) for word in sys.argv[3:]))
