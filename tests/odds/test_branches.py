"""The tree of chances: in which order its branches come, what they weigh, and where it is given up."""

import random
from collections.abc import Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.chances.branches import Branches, Budget, RandomBranches, TooManyBranches
from domain.table.journal import Journal


def leaves_of(branches: Branches, tree: Any) -> list[tuple[Any, Fraction]]:
    """Every leaf of a tree of lists, each chance `(weights, subtrees)`, with what it weighs."""
    found = []
    while True:
        branches.restart()
        at = tree
        while isinstance(at, tuple):
            weights, subtrees = at
            at = subtrees[branches.take(weights)]
        found.append((at, Fraction(*branches.leaf())))
        if not branches.next():
            return found


def test_branches_come_depth_first_each_with_its_weight() -> None:
    tree = ((1, 2), ["a", ((3, 1), ["b", "c"])])
    branches = Branches(10)
    assert leaves_of(branches, tree) == [
        ("a", Fraction(1, 3)),
        ("b", Fraction(1, 2)),
        ("c", Fraction(1, 6)),
    ]
    assert branches.path == []
    assert branches.left == 7


trees = st.recursive(
    st.integers(),
    lambda inner: st.lists(st.tuples(st.integers(1, 5), inner), min_size=1, max_size=4).map(
        lambda pairs: (tuple(weight for weight, _ in pairs), [each for _, each in pairs])
    ),
    max_leaves=30,
)


def all_leaves(tree: Any) -> list[Any]:
    if not isinstance(tree, tuple):
        return [tree]
    return [leaf for each in tree[1] for leaf in all_leaves(each)]


@given(trees)
def test_every_leaf_comes_once_and_all_weigh_one(tree: Any) -> None:
    found = leaves_of(Branches(100), tree)
    assert [leaf for leaf, _ in found] == all_leaves(tree)
    assert sum(weight for _, weight in found) == 1


def test_as_many_leaves_may_be_visited_as_the_limit_says() -> None:
    tree = ((1, 1, 1), [1, 2, 3])
    assert len(leaves_of(Branches(3), tree)) == 3
    with pytest.raises(TooManyBranches, match="too many branches"):
        leaves_of(Branches(2), tree)


@pytest.mark.parametrize(("leaves", "visited"), [(10_500, 2_001), (7_500, 3_001)])
def test_far_too_many_leaves_are_foreseen_after_some(leaves: int, visited: int) -> None:
    """Foreseen beyond three times the limit of 3,000, else noticed when it is passed."""
    branches = Branches(3_000)
    with pytest.raises(TooManyBranches):
        leaves_of(branches, ((1,) * leaves, range(leaves)))
    assert branches.limit - branches.left == visited


def test_a_branch_may_have_a_thousand_chances() -> None:
    branches = Branches(10)
    assert [branches.take((1,)) for _ in range(1_000)] == [0] * 1_000
    with pytest.raises(TooManyBranches, match="too many chances on one branch"):
        branches.take((1,))


def test_so_far_are_the_outcomes_taken_since_the_root() -> None:
    branches = Branches(10)
    assert branches.so_far() == ()
    branches.take((1, 1))
    branches.take((1, 1))
    branches.next()
    branches.restart()
    assert branches.so_far() == ()
    assert branches.take((1, 1)) == 0
    assert branches.so_far() == (0,)
    assert branches.take((1, 1)) == 1
    assert branches.so_far() == (0, 1)


def test_parts_that_stand_before_the_next_branch_are_kept() -> None:
    branches = Branches(10)
    branches.take((1, 1))
    branches.take((1, 1))
    part: Any = ([0], [1])
    branches.parts = {(): part, (0,): part, (0, 0): part}
    assert branches.next()
    assert list(branches.parts) == [(), (0,)]
    assert branches.next()
    assert list(branches.parts) == [()]


def test_results_are_shared_with_whoever_gives_them() -> None:
    given: dict[Any, Any] = {}
    assert Branches(1, given).results is given
    assert Branches(1).results == {}


class Work:
    """Work that is done on a table, as a journal counts it."""

    def __init__(self, deeds: int = 1_000) -> None:
        self.deeds = deeds

    def budget(self, most: int) -> Budget:
        return Budget(cast(Journal, self), most)


@pytest.mark.parametrize(
    ("spent", "since", "visited", "enough"),
    [
        (100, 0, 1.0, True),
        (101, 0, 1.0, False),
        (25, 0, 0.0, True),  # no more than a quarter: nothing is foreseen yet
        (26, 0, 0.03, False),  # a quarter for 3 %: more than eight times the budget in all
        (26, 0, 0.0325, True),  # eight times
        (46, 20, 0.03, False),
        (46, 22, 0.0, True),
        (46, 46, 0.0, True),
    ],
)
def test_a_budget_is_spent_or_foreseen_to_be(spent: int, since: int, visited: float, enough: bool) -> None:
    work = Work()
    budget = work.budget(100)
    work.deeds += spent
    assert budget.spent() == spent
    if enough:
        budget.check(since, visited)
    else:
        with pytest.raises(TooManyBranches, match="too much to do"):
            budget.check(since, visited)


def worked(work: Work, branches: Branches, weights: Sequence[int], first: int, each: int) -> int:
    """Take all branches of one chance, the first at a cost of its own; how many were visited."""
    work.deeds += first
    while True:
        branches.restart()
        branches.take(weights)
        branches.leaf()
        if not branches.next():
            return branches.limit - branches.left
        work.deeds += each


def test_what_the_first_leaf_costs_says_nothing_of_the_others() -> None:
    work = Work()
    assert worked(work, Branches(1_000, budget=work.budget(100)), (1,) * 40, first=60, each=1) == 40


def test_what_all_leaves_will_cost_is_foreseen_from_those_behind_the_first() -> None:
    work = Work()
    branches = Branches(10_000, budget=work.budget(100))
    with pytest.raises(TooManyBranches):
        worked(work, branches, (1_000, *(1,) * 1_000), first=10, each=1)
    assert branches.limit - branches.left == 27


def test_a_branch_taken_at_random_is_taken_by_weight() -> None:
    def taken(at: int) -> int:
        def randrange(below: int) -> int:
            assert below == 6
            return at

        chance = cast(random.Random, SimpleNamespace(randrange=randrange))
        return RandomBranches(chance).take((1, 3, 0, 2))

    assert [taken(at) for at in range(6)] == [0, 1, 1, 1, 3, 3]
