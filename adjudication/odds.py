"""Odds before committing: what an order, or several in a row, may bring, and how likely each outcome is.

No rule code of its own: the same procedures are run by an umpire that takes every branch of chance. Where
the tree is too large for that it is sampled. Nothing is written, and nothing is told that the viewer may
not know: a face-down counter is as uncertain here as it is to them.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from adjudication.branches import Branches, BranchingUmpire, RandomBranches, TooManyBranches
from adjudication.orders import Order
from adjudication.session import run
from adjudication.systems import Policy, RuleSystem
from adjudication.umpire import Answer, Pending, Question, show_option
from domain.events import OrderGiven
from domain.journal import Journal
from domain.state import State
from domain.view import knows

EXACT_LIMIT = 40_000
"""Runs of rule code that exact odds may cost; beyond it they are sampled."""
SAMPLES = 2_000
Z95 = 1.959964
"""Standard deviations of a 95 % confidence interval."""

Fate = tuple[str, str, str, int]
"""Where a piece ends: id, place, face, steps."""


class Outcome(msgspec.Struct, frozen=True):
    """One way it may end: changes of tracks, what becomes of pieces, the winner if it decides the game."""

    probability: float
    tracks: dict[str, int]
    fates: tuple[Fate, ...]
    winner: str | None = None


class Spread(msgspec.Struct, frozen=True):
    """A distribution of a whole number: value -> probability, its mean, and for sampled ones the half
    width of the mean's 95 % interval."""

    values: dict[int, float]
    mean: float
    error: float = 0.0


class Odds(msgspec.Struct, frozen=True):
    """What an order may bring.

    exact: every branch was taken; else `samples` were, and probabilities have the 95 % intervals of
    `interval`. margins: side -> spread of the change of its score over the best of the others.
    choices: question -> answer -> margins had that answer been given.
    """

    exact: bool
    samples: int
    runs: int
    outcomes: tuple[Outcome, ...]
    tracks: dict[str, Spread]
    margins: dict[str, Spread]
    choices: dict[str, dict[str, dict[str, Spread]]]

    def probability(self, holds: Callable[[Outcome], bool]) -> float:
        """How likely an outcome of that sort is."""
        return sum(outcome.probability for outcome in self.outcomes if holds(outcome))

    def interval(self, probability: float) -> tuple[float, float]:
        """The 95 % (Wilson) interval of a probability; of an exact one it is itself."""
        return (probability, probability) if self.exact else wilson(probability, self.samples)


_Leaf = tuple[tuple[tuple[str, int], ...], tuple[Fate, ...], str | None]


class _Answers:
    """Answers questions under an order: as given, else by policy; and remembers what was asked."""

    def __init__(self, given: Mapping[str, Any], policy: Policy | None) -> None:
        self.given = given
        self.policy = policy
        self.asked: dict[str, tuple[Any, ...]] = {}

    def answer(self, question: Question, state: State) -> Answer | None:
        if question.kind == "choice":
            self.asked.setdefault(question.text, question.options)
        value = self.given.get(question.text)
        if value is None or (question.options and value not in question.options):
            if not question.options:
                return None
            if self.policy is None:
                value = question.options[0]
            else:
                value = self.policy.answer(question, state, random.Random(0))
        return Answer(value, "odds", "for the odds")


def odds(
    system: RuleSystem,
    state: State,
    orders: Sequence[Order],
    viewer: str,
    answers: Mapping[str, Any] | None = None,
    policy: Policy | None = None,
    limit: int = EXACT_LIMIT,
    samples: int = SAMPLES,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
    with_choices: bool = True,
) -> Odds:
    """The odds of one order, or of several given in a row, from this state, which stays as it is.

    answers: question -> answer, for what is asked under way; else `policy` answers (by default the
    first option is taken). progress: called with samples done and wanted. Raises Refused when an order is
    illegal, or when it asks for a judgement that nobody can foresee.
    """
    tree = _Tree(system, state.copy(), orders, viewer)
    people = _Answers(answers or {}, policy)
    leaves, runs, exact = tree.spread(people, limit, samples, seed, progress)
    choices: dict[str, dict[str, dict[str, Spread]]] = {}
    if with_choices:
        for text, options in list(people.asked.items()):
            choices[text] = {}
            for option in options:
                forced = _Answers({**people.given, text: option}, policy)
                other, more, all_taken = tree.spread(forced, limit, samples, seed, None)
                runs += more
                choices[text][show_option(option)] = _margins(system, state, other, samples, all_taken)
    outcomes = tuple(
        Outcome(float(weight), dict(tracks), fates, winner)
        for (tracks, fates, winner), weight in sorted(
            leaves.items(), key=lambda item: (-item[1], repr(item[0]))
        )
    )
    return Odds(
        exact,
        0 if exact else samples,
        runs,
        outcomes,
        _track_spreads(state, leaves, samples, exact),
        _margins(system, state, leaves, samples, exact),
        choices,
    )


class _Tree:
    """The tree of chances under some orders, on a table of its own."""

    def __init__(self, system: RuleSystem, state: State, orders: Sequence[Order], viewer: str) -> None:
        self.system = system
        self.journal = Journal(state)
        self.orders = orders
        self.viewer = viewer
        self.before = {id: track.value for id, track in state.tracks.items()}
        self.unknown = frozenset(
            id for id, piece in state.pieces.items() if not knows(viewer, piece.known_to)
        )
        self.fates = {id: self._fate(id) for id in state.pieces}

    def spread(
        self,
        people: _Answers,
        limit: int,
        samples: int,
        seed: int,
        progress: Callable[[int, int], None] | None,
    ) -> tuple[dict[_Leaf, Fraction], int, bool]:
        """Leaf -> probability, how many runs it took, and whether all branches were taken."""
        try:
            leaves, runs = self._all(people, limit)
            return leaves, runs, True
        except TooManyBranches:
            self.journal.back_to(0)
        counts: dict[_Leaf, int] = {}
        chance = random.Random(seed)
        for done in range(samples):
            leaf = self._leaf(RandomBranches(chance), people)
            counts[leaf] = counts.get(leaf, 0) + 1
            if progress is not None and done % 100 == 0:
                progress(done, samples)
        return {leaf: Fraction(count, samples) for leaf, count in counts.items()}, samples, False

    def _all(self, people: _Answers, limit: int) -> tuple[dict[_Leaf, Fraction], int]:
        branches = Branches(limit)
        found: dict[_Leaf, dict[int, int]] = {}
        while True:
            branches.restart()
            leaf = self._leaf(branches, people)
            numerator, denominator = branches.weight()
            weights = found.setdefault(leaf, {})
            weights[denominator] = weights.get(denominator, 0) + numerator
            if not branches.next():
                break
        leaves = {
            leaf: sum((Fraction(n, d) for d, n in weights.items()), Fraction(0))
            for leaf, weights in found.items()
        }
        return leaves, limit - branches.left

    def _leaf(self, branches: Branches, people: _Answers) -> _Leaf:
        """Give the orders once, along one branch, and put the table back."""
        journal, state = self.journal, self.journal.state
        touched: dict[str, None] = {}
        try:
            for order in self.orders:
                number = state.number + 1
                given = OrderGiven(
                    number=number,
                    procedure=number,
                    side=order.side,
                    order=order.name,
                    arguments=order.arguments,
                )
                journal.apply(given)
                umpire = BranchingUmpire(journal, number, branches, people, self.viewer, self.unknown)
                waiting = run(self.system, umpire, given)
                if waiting:
                    raise Pending(*waiting)
                touched.update(umpire.touched)
            tracks = tuple(
                (id, track.value - self.before[id])
                for id, track in state.tracks.items()
                if track.value != self.before[id]
            )
            fates = tuple(
                fate
                for id in sorted(touched)
                if (fate := self._fate(id)) is not None and fate != self.fates.get(id)
            )
            return tracks, fates, None if state.verdict is None else state.verdict.winner
        finally:
            journal.back_to(0)

    def _fate(self, id: str) -> Fate | None:
        """Where a piece is now, if the viewer may know which it is."""
        piece = self.journal.state.pieces.get(id)
        if piece is None:
            return (id, "", "", 0)
        if not knows(self.viewer, piece.known_to):
            return None
        return (id, piece.place, piece.face, piece.steps)


def _track_spreads(
    state: State, leaves: Mapping[_Leaf, Fraction], samples: int, exact: bool
) -> dict[str, Spread]:
    changed = dict.fromkeys(id for tracks, _, _ in leaves for id, _ in tracks)
    spreads = {}
    for id in state.tracks:
        if id in changed:
            values: dict[int, Fraction] = {}
            for (tracks, _, _), weight in leaves.items():
                change = dict(tracks).get(id, 0)
                values[change] = values.get(change, Fraction(0)) + weight
            spreads[id] = spread_of(values, samples, exact)
    return spreads


def _margins(
    system: RuleSystem, state: State, leaves: Mapping[_Leaf, Fraction], samples: int, exact: bool
) -> dict[str, Spread]:
    """For each side that scores, the spread of the change of its margin."""
    before = margins({id: track.value for id, track in state.tracks.items()}, state)
    spreads: dict[str, dict[int, Fraction]] = {side: {} for side in before}
    for (tracks, _, _), weight in leaves.items():
        values = {id: track.value for id, track in state.tracks.items()}
        for id, change in tracks:
            values[id] += change
        for side, margin in margins(values, state).items():
            change = margin - before[side]
            spreads[side][change] = spreads[side].get(change, Fraction(0)) + weight
    return {side: spread_of(values, samples, exact) for side, values in spreads.items()}


def margins(tracks: Mapping[str, int], state: State) -> dict[str, int]:
    """Side -> its score less the best score of the others, by the tracks that belong to sides."""
    scores: dict[str, int] = {}
    for id, value in tracks.items():
        side = state.tracks[id].data.side
        if side:
            scores[side] = scores.get(side, 0) + value
    return {
        side: score - max((other for name, other in scores.items() if name != side), default=0)
        for side, score in scores.items()
    }


def spread_of(values: Mapping[int, Fraction], samples: int, exact: bool) -> Spread:
    """A spread from exact or sampled weights."""
    mean = sum((value * weight for value, weight in values.items()), Fraction(0))
    error = 0.0
    if not exact:
        square = sum((value * value * weight for value, weight in values.items()), Fraction(0))
        error = Z95 * sqrt(max(0.0, float(square - mean * mean)) / samples)
    return Spread({value: float(values[value]) for value in sorted(values)}, float(mean), error)


def wilson(probability: float, samples: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a probability estimated from so many samples."""
    if samples <= 0:
        return 0.0, 1.0
    square = Z95 * Z95
    centre = (probability + square / (2 * samples)) / (1 + square / samples)
    half = (
        Z95
        * sqrt(probability * (1 - probability) / samples + square / (4 * samples * samples))
        / (1 + square / samples)
    )
    return max(0.0, centre - half), min(1.0, centre + half)
