"""The policy `searching`: it plays out the orders that are worth a thought, many times, and gives the one
that ends best.

It is information-set Monte Carlo of one order's depth, in the way of OpenSpiel's `ismcts.py`: each
play-out starts from a table on which everything that the side does not know has been dealt anew, and goes
on by the policy that it searches with. Where a system can tell how a side stands, a play-out stops as soon
as it can, and its end is what the system says. The orders are compared by sequential halving (Karnin,
Koren and Somekh 2013), on the same deals and dice. The order of the policy is replaced only by one that
ends clearly better, play-out by play-out.
"""

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

from adjudication.chances.playout import Playout, luck_of, mix_unknown, undisturbed
from adjudication.chances.selfplay import LONGEST_GAME, GameDoesNotEnd
from adjudication.chances.spreads import margins
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import Policy
from adjudication.engine.umpire import Pending, Question
from domain.errors import Refused
from domain.table.state import State

BUDGET = 102
"""Play-outs for each order that is given, at most, where they stop early."""
WHOLE_GAMES = 60
"""Play-outs for each order where they go on to the end of the game."""
CONSIDERED = 6
"""Orders that are played out at most: that of the policy, and others."""
FIRST = 6
"""Play-outs of each order before any is dropped."""
SURE, SURE_OF_WHOLE_GAMES = 2.0, 3.0
"""By how many standard errors another order must end better than that of the policy to be given instead: more
of them where play-outs go on to the end of the game, since few results of whole games often look like a lead.
"""
HOPELESS = 0.5
"""By how many standard errors all others may end worse before the order of the policy is given at once."""
DRAW = 0.5
MARGIN, SCALE = 0.25, 10
"""What a margin in the score counts beside the result, at most, and the margin that counts half of it: so
fewer play-outs tell orders apart."""


class SearchingPolicy:
    """Plays any side, from what that side knows. with_policy: plays the games out, and answers questions."""

    def __init__(
        self,
        system: RuleSystem,
        with_policy: Policy,
        budget: int = BUDGET,
        considered: int = CONSIDERED,
        sure: float = SURE,
    ) -> None:
        self.system = system
        self.sure = sure
        self.with_policy = with_policy
        self.budget = budget
        self.considered = considered

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The order that ends best; that of the policy where nothing else is clearly better."""
        usual = self.with_policy.order(state, legal, chance)
        orders = considered(self.system, state, legal, usual, self.with_policy, self.considered, chance)
        if len(orders) < 2:
            return usual
        with undisturbed():
            return self.best(state, orders, chance.getrandbits(32))

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """What the policy answers."""
        return self.with_policy.answer(question, state, chance)

    def best(self, state: State, orders: Sequence[Order], seed: int) -> Order:
        """The order that ends best for its side: the first of them where no other is clearly better.

        In each round those that are left are played out on the same deals, then the worse half is dropped;
        where the budget leaves too few play-outs for the others, all but the best of them.
        """
        orders = orders[: max(1, self.budget // FIRST)]
        ended: list[list[float]] = [[] for _ in orders]
        left = list(range(1, len(orders)))
        spent = 0
        each = FIRST
        while left:
            for table, number in self._deals(state, orders[0].side, seed, len(ended[0]), each):
                for nth in (0, *left):
                    ended[nth].append(self._worth(table.copy(), orders[nth], number))
            spent += each * (len(left) + 1)
            leads = {nth: lead(ended[nth], ended[0]) for nth in left}
            left = sorted((nth for nth in left if leads[nth] > -HOPELESS), key=lambda nth: -leads[nth])
            certain = len(left) == 1 and leads[left[0]] > 1.5 * self.sure
            left, each = self._next_round(left, 2 * each, self.budget - spent)
            if left and (certain or not each):
                return orders[left[0]] if leads[left[0]] > self.sure else orders[0]
        return orders[0]

    def _next_round(self, left: list[int], most: int, budget: int) -> tuple[list[int], int]:
        """Which of the others, the best first, are played out next, and how often, the usual one as often;
        none where there is too little left of the budget."""
        left = left[: (len(left) + 1) // 2]
        while len(left) > 1 and budget // (len(left) + 1) < FIRST:
            left = left[:-1]
        times = min(most, budget // (len(left) + 1))
        return left, times if times >= FIRST else 0

    def _deals(
        self, state: State, side: str, seed: int, first: int, count: int
    ) -> Iterator[tuple[State, int]]:
        """So many tables that the side cannot tell from this one, each with the seed of its luck."""
        for number in range(seed + first, seed + first + count):
            table = state.copy()
            mix_unknown(table, side, random.Random(f"unknown {number}"))
            yield table, number

    def _worth(self, table: State, order: Order, seed: int) -> float:
        """How one play-out of an order ends for its side, 0 to 1 and a little for the margin. An order that
        cannot be brought to its end on the table that was dealt counts as lost."""
        evaluate, side = self.system.players.evaluate, order.side
        playout = Playout(self.system, table, self.with_policy, *luck_of(seed))
        try:
            playout.give(order)
            playout.play(LONGEST_GAME - 1, evaluate and (lambda state: evaluate(state, side) is not None))
        except (GameDoesNotEnd, Pending, Refused):
            return -MARGIN
        verdict = table.verdict
        if evaluate is not None and verdict is None:
            return evaluate(table, side) or 0.0
        result = DRAW if verdict is None or not verdict.winner else float(verdict.winner == side)
        if evaluate is not None:
            return result
        margin = margins({id: track.value for id, track in table.tracks.items()}, table).get(side, 0)
        return result + MARGIN * margin / (SCALE + abs(margin))


def searching(system: RuleSystem) -> SearchingPolicy:
    """The policy for a rule system: it searches with `sensible`, or with the first policy that there is."""
    policies = system.players.policies
    names = [name for name in ("sensible", *policies) if name in policies]
    policy = system.policy(names[0] if names else "random")
    if system.players.evaluate is None:
        return SearchingPolicy(system, policy, WHOLE_GAMES, sure=SURE_OF_WHOLE_GAMES)
    return SearchingPolicy(system, policy)


def considered(
    system: RuleSystem,
    state: State,
    legal: LegalOrders,
    usual: Order,
    policy: Policy,
    most: int,
    chance: random.Random,
) -> list[Order]:
    """The orders of that side that are worth a play-out: the usual one first, then those that the system
    proposes. Where it never proposes any, others that the policy gives with other luck, and some by chance.
    """
    if system.players.proposed is not None:
        others = [order for order in system.players.proposed(state, legal) if order != usual]
        return [usual, *others[: most - 1]]
    own = LegalOrders([part for part in legal.parts if part.side == usual.side])
    found = [usual]
    for nth in range(3 * most):
        if len(found) >= min(most, own.size):
            break
        order = own.sample(chance) if nth % 2 else policy.order(state, own, chance)
        if order not in found:
            found.append(order)
    return found


def lead(one: Sequence[float], other: Sequence[float]) -> float:
    """By how many standard errors one ended better than the other, play-out by play-out."""
    differences = [a - b for a, b in zip(one, other, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    spare = sum((each - mean) ** 2 for each in differences) / max(1, count - 1)
    return mean * sqrt(count) / sqrt(max(spare, 1e-9))
