"""The policy `searching`: it plays each order that it considers out, many times, and gives the one that
ends best.

It is information-set Monte Carlo of one order's depth, in the way of OpenSpiel's `ismcts.py`: each
play-out starts from a table on which everything that the side does not know has been dealt anew, and goes
on by the policy that it searches with. All orders are played out on the same deals and dice, and after
each round the worse half is dropped.
"""

import random
from collections.abc import Sequence
from typing import Any

from adjudication.chances.playout import Playout, luck_of, mix_unknown
from adjudication.chances.selfplay import LONGEST_GAME, GameDoesNotEnd
from adjudication.chances.spreads import margins
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.systems import Policy, RuleSystem
from adjudication.engine.umpire import Pending, Question
from domain.errors import Refused
from domain.table.state import State

BUDGET = 48
"""Play-outs for each order that is given."""
CONSIDERED = 6
"""Orders that are played out at most: that of the policy, and others by chance."""
SURE = 2.0
"""By how many standard errors another order must end better than that of the policy to be given instead."""
DRAW = 0.5
MARGIN, SCALE = 0.25, 10
"""What a margin in the score counts beside the result, at most, and the margin that counts half of it: so
fewer play-outs tell orders apart."""


class SearchingPolicy:
    """Plays any side, from what that side knows. with_policy: plays the games out, and answers questions."""

    def __init__(
        self, system: RuleSystem, with_policy: Policy, budget: int = BUDGET, considered: int = CONSIDERED
    ) -> None:
        self.system = system
        self.with_policy = with_policy
        self.budget = budget
        self.considered = considered

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The order that ends best; that of the policy where nothing else is clearly better."""
        usual = self.with_policy.order(state, legal, chance)
        orders = considered(state, legal, usual, self.with_policy, self.considered, chance)
        if len(orders) < 2:
            return usual
        return best(
            self.system, self.with_policy, state, usual.side, orders, self.budget, chance.getrandbits(32)
        )

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """What the policy answers."""
        return self.with_policy.answer(question, state, chance)


def searching(system: RuleSystem) -> SearchingPolicy:
    """The policy for a rule system: it searches with `sensible`, or with the first policy that there is."""
    names = [name for name in ("sensible", *system.policies) if name in system.policies]
    return SearchingPolicy(system, system.policy(names[0] if names else "random"))


def considered(
    state: State, legal: LegalOrders, usual: Order, policy: Policy, most: int, chance: random.Random
) -> list[Order]:
    """The orders of that side that are worth a play-out: the usual one first, then others that the policy
    gives with other luck, and others by chance."""
    own = LegalOrders([part for part in legal.parts if part.side == usual.side])
    found = [usual]
    for nth in range(3 * most):
        if len(found) >= min(most, own.size):
            break
        order = own.sample(chance) if nth % 2 else policy.order(state, own, chance)
        if order not in found:
            found.append(order)
    return found


def best(
    system: RuleSystem,
    policy: Policy,
    state: State,
    side: str,
    orders: Sequence[Order],
    budget: int,
    seed: int,
) -> Order:
    """The order that ends best for the side, the first of them where the others are not clearly better.

    In each round those that are left share the same number of play-outs, on the same deals; then the
    worse half is dropped, and all that ended worse than the first.
    """
    ended: dict[int, list[float]] = {nth: [] for nth in range(len(orders))}
    left = list(ended)
    rounds = max(1, (len(orders) - 1).bit_length())
    deal = 0
    while len(left) > 1 and rounds:
        each = max(2, budget // (rounds * len(left)))
        for number in range(deal, deal + each):
            for nth in left:
                ended[nth].append(worth(system, policy, state, side, orders[nth], seed + number))
        deal += each
        keep = max(2, (len(left) + 1) // 2)
        others = sorted((nth for nth in left if nth), key=lambda nth: -_mean(ended[nth]))
        left = [0, *(nth for nth in others[: keep - 1] if _mean(ended[nth]) > _mean(ended[0]))]
        budget -= budget // rounds
        rounds -= 1
    challenger = left[1] if len(left) > 1 else 0
    return orders[challenger] if clearly(ended[challenger], ended[0]) else orders[0]


def worth(system: RuleSystem, policy: Policy, state: State, side: str, order: Order, seed: int) -> float:
    """How one play-out of an order ends for a side: 1 when it wins, a half when nobody does, else 0, and
    a little for the margin. An order that cannot be brought to its end on the table that was dealt
    counts as lost."""
    dice, chance = luck_of(seed)
    table = state.copy()
    mix_unknown(table, side, random.Random(f"unknown {seed}"))
    playout = Playout(system, table, policy, dice, chance)
    try:
        playout.give(order)
        playout.play(LONGEST_GAME - 1)
    except (GameDoesNotEnd, Pending, Refused):
        return -MARGIN
    verdict = table.verdict
    result = DRAW if verdict is None or not verdict.winner else float(verdict.winner == side)
    margin = margins({id: track.value for id, track in table.tracks.items()}, table).get(side, 0)
    return result + MARGIN * margin / (SCALE + abs(margin))


def clearly(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether one ended better than the other, play-out by play-out, beyond noise."""
    differences = [a - b for a, b in zip(one, other, strict=False)]
    count = len(differences)
    if count < 2:
        return False
    mean = sum(differences) / count
    spare = sum((each - mean) ** 2 for each in differences) / (count - 1)
    return mean > 0 and mean * mean * count > SURE * SURE * max(spare, 1e-9)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
