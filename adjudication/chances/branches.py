"""The tree of chances under an order: its branches, taken depth first, and what that may cost."""

import random
from collections.abc import Sequence
from typing import Any

from adjudication.chances.outcomes import Outcomes
from domain.errors import Refused
from domain.table.journal import Journal


class TooManyBranches(Refused):
    """The tree is too large to be taken branch by branch."""


FEW = 2_000
"""Leaves after which it is foreseen how many there will be in all."""


DEEPEST = 1_000
"""Chances on one branch: where a rule rolls until something comes up, the branch on which it never does has
no end."""


class Budget:
    """How much work exact odds may cost, in deeds on the table. They are as many on every machine, so that
    the same odds are exact on all of them."""

    def __init__(self, journal: Journal, most: int) -> None:
        self._journal = journal
        self._began = journal.deeds
        self.most = most

    def spent(self) -> int:
        """What was spent so far."""
        return self._journal.deeds - self._began

    def check(self, since: int, visited: float) -> None:
        """Raises TooManyBranches where more is spent than may be, or will be: since some point so much of a
        tree was visited."""
        spent = self.spent()
        cost = spent - since
        foreseen = cost * FORESEEN[0] > self.most and cost > self.most * FORESEEN[1] * visited
        if spent > self.most or foreseen:
            raise TooManyBranches("There is too much to do to take all branches.")


FORESEEN = 4, 8
"""The share of a budget, one in so many, after which it is foreseen what all will cost; and how many times
the budget that must be, since the branches that come first may be unlikely ones."""


class Branches:
    """The branches of a tree, taken depth first by trying again from the root.

    path: which outcome is taken at each chance so far. left: how many leaves may still be visited before
    TooManyBranches is raised; it is raised sooner where far more are to be foreseen, or more work than the
    budget allows. results, parts: the
    outcomes of parts of procedures that were taken apart already, by part and arguments where these decide,
    else by where on the path they stand.
    """

    def __init__(
        self, limit: int, results: dict[Any, Outcomes] | None = None, budget: Budget | None = None
    ) -> None:
        self.budget = budget
        self._first: tuple[int, float] | None = None
        """What was spent, and visited, when the first leaf was: its parts serve all others."""
        self.path: list[int] = []
        self.results = {} if results is None else results
        self.parts: dict[tuple[int, ...], Outcomes] = {}
        self._weights: list[Sequence[int]] = []
        self._at = 0
        self.limit = self.left = limit
        self._visited = 0.0
        self._leaves = 0

    def restart(self) -> None:
        """Begin at the root again, for the branch that `path` says."""
        self._at = 0

    def so_far(self) -> tuple[int, ...]:
        """The outcomes taken since the root."""
        return tuple(self.path[: self._at])

    def take(self, weights: Sequence[int]) -> int:
        """The index of the outcome to take at this chance."""
        if self._at == len(self.path):
            if self._at == DEEPEST:
                raise TooManyBranches("There are too many chances on one branch.")
            self.path.append(0)
            self._weights.append(weights)
        index = self.path[self._at]
        self._at += 1
        return index

    def leaf(self) -> tuple[int, int]:
        """The weight of the branch just taken, as numerator and denominator; it counts as visited."""
        numerator = denominator = 1
        for index, weights in zip(self.path, self._weights, strict=True):
            numerator *= weights[index]
            denominator *= sum(weights)
        self._visited += numerator / denominator
        return numerator, denominator

    def next(self) -> bool:
        """Turn to the next branch; False when all have been taken. Raises TooManyBranches."""
        self.left -= 1
        self._leaves += 1
        if self.left < 0 or (self._leaves > FEW and self._leaves > 3 * self.limit * self._visited):
            raise TooManyBranches("There are too many branches to take them all.")
        if self.budget is not None:
            if self._first is None:
                self._first = self.budget.spent(), self._visited
            spent, visited = self._first
            self.budget.check(spent, self._visited - visited)
        while self.path:
            self.path[-1] += 1
            if self.path[-1] < len(self._weights[-1]):
                kept = len(self.path)
                if self.parts:
                    self.parts = {key: part for key, part in self.parts.items() if len(key) < kept}
                return True
            self.path.pop()
            self._weights.pop()
        return False


class RandomBranches(Branches):
    """One branch taken at random, by weight, for sampling what is too large to take whole."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(0)
        self._below = chance.randrange

    def take(self, weights: Sequence[int]) -> int:
        at = self._below(sum(weights))
        for index, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return index
        raise AssertionError("weights add up to more than their sum")
