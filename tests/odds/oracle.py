"""Oracles for odds that share nothing with them but the rules: the plain umpire, with dice that are cast.

`sampled` casts them at random, with what is hidden mixed first; `enumerated` casts every sequence of faces
in turn, for every order in which the hidden pieces may lie.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import prod, sqrt
from typing import Any

from adjudication.chances.odds import Odds, Outcome, _Answers
from adjudication.chances.playout import mix_unknown
from adjudication.engine.games.systems import RuleSystem, load
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.play.running import run
from adjudication.engine.policies import Policy
from adjudication.engine.umpire import Question, Umpire
from domain.errors import IllegalOrder
from domain.events import OrderGiven
from domain.table.dice import Dice, SampledDice
from domain.table.mutators import MUTATORS
from domain.table.state import Piece, State
from domain.views.view import knows, see
from tests.core.games import Variant, play_to_end

Result = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, ...], ...], str | None, int, str]
"""Changes of tracks, fates, winner, orders given, marks and clock: what an outcome comes to."""


class Last:
    """Answers with the last option, so that something happens."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        return legal[-1]

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        options = question.options
        return options[-1] if isinstance(options, tuple) else options.sample(random.Random(0))


def situations(variant: Variant, seed: int, every: int = 1) -> Iterator[tuple[RuleSystem, State, OrderGiven]]:
    """The table before each order of a random game of a toy, and the order."""
    log = play_to_end(variant, seed, close=False).game.log
    system = load(variant[0])
    state = State()
    orders = 0
    for event in log:
        if isinstance(event, OrderGiven) and event.order != "begin":
            orders += 1
            if orders % every == 0:
                yield system, state.copy(), event
        MUTATORS[type(event)](state, event)
        state.number = event.number


def as_order(given: OrderGiven) -> Order:
    return Order(given.side, given.order, given.arguments)


def cast(
    system: RuleSystem,
    root: State,
    state: State,
    orders: Sequence[Order],
    viewer: str,
    dice: Dice,
    policy: Policy | None,
) -> Result:
    """Give the orders on this table, in place, as in play, and say what came of them."""
    people = _Answers({}, policy)
    touched: set[str] = set()
    given = 0
    for order in orders:
        if state.verdict is not None:
            break
        number = state.number + 1
        event = OrderGiven(
            number=number, procedure=number, side=order.side, order=order.name, arguments=order.arguments
        )
        before = state.copy()
        MUTATORS[OrderGiven](state, event)
        state.number = number
        umpire = Umpire(state, number, dice, people)
        umpire._typed = False
        try:
            assert run(system, umpire, event) == ()
        except IllegalOrder:
            assert given
            state = before
            break
        for told in umpire.fresh:
            id = getattr(told, "piece", None)
            if id is not None:
                touched.add(id if isinstance(id, str) else id.id)
        given += 1
    tracks = tuple(
        (id, track.value - root.tracks[id].value)
        for id, track in state.tracks.items()
        if track.value != root.tracks[id].value
    )
    fates = []
    for id in touched:
        now, was = fate(state, id, viewer), root.pieces.get(id)
        hidden = was is not None and not knows(viewer, was.known_to)
        if now is not None and (hidden or now != fate(root, id, viewer)):
            fates.append(("" if hidden else id, *now))
    winner = None if state.verdict is None else state.verdict.winner
    return tracks, tuple(sorted(fates)), winner, given, said(root, state, viewer)


def said(before: State, after: State, viewer: str) -> str:
    """What is new of the marks on the game and its sides, and of the clock, as the viewer sees it."""
    was, now = (see(state, viewer).marks for state in (before, after))
    marks = {
        (subject, mark): now.get(subject, {}).get(mark)
        for subject in ("game", *after.sides)
        for mark in {**was.get(subject, {}), **now.get(subject, {})}
        if now.get(subject, {}).get(mark) != was.get(subject, {}).get(mark)
        and isinstance(now.get(subject, {}).get(mark, 0), str | int)
    }
    clocks = [(state.turn, state.phase, state.side) for state in (before, after)]
    return repr((sorted(marks.items()), clocks[1] if clocks[0] != clocks[1] else None))


def fate(state: State, id: str, viewer: str) -> tuple[str, ...] | None:
    piece = state.pieces.get(id)
    if piece is None or not knows(viewer, piece.known_to):
        return None
    return piece.kind_id, piece.place, piece.face, str(piece.steps)


def told(odds: Odds) -> dict[Result, float]:
    """What odds come to, in the oracles' words; fates of what left the game are left out."""
    found: dict[Result, float] = defaultdict(float)
    for outcome in odds.outcomes:
        found[result(outcome)] += outcome.probability
    return found


def result(outcome: Outcome) -> Result:
    fates = sorted((f.piece, f.kind, f.place, f.face, str(f.steps)) for f in outcome.fates if f.place)
    marks = {
        (subject, mark): value for subject, marks in outcome.marks.items() for mark, value in marks.items()
    }
    clock = outcome.clock and (outcome.clock.turn, outcome.clock.phase, outcome.clock.side)
    told = repr((sorted(marks.items()), clock))
    return tuple(outcome.tracks.items()), tuple(fates), outcome.winner, outcome.given, told


def without_fates(found: dict[Result, Any]) -> dict[Result, Any]:
    """For shuffled cards, of which odds do not know one from another by its id."""
    sums: dict[Result, Any] = {}
    for (tracks, _, winner, given, marks), weight in found.items():
        key = (tracks, (), winner, given, marks)
        sums[key] = sums.get(key, 0) + weight
    return sums


def sampled(
    system: RuleSystem,
    state: State,
    orders: Sequence[Order],
    viewer: str,
    samples: int,
    policy: Policy | None = None,
    seed: int = 1,
) -> Counter[Result]:
    """Result -> how often it came up."""
    chance = random.Random(seed)
    found: Counter[Result] = Counter()
    for number in range(samples):
        table = state.copy()
        mix_unknown(table, viewer, chance)
        dice = SampledDice(seed * 1_000_003 + number)
        found[cast(system, state, table, orders, viewer, dice, policy)] += 1
    return found


class EveryFace:
    """Dice that show each face in turn: the script so far, then ones; it learns how many sides were asked."""

    source = "scripted"

    def __init__(self) -> None:
        self.script: list[int] = []
        self.sides: list[int] = []
        self.at = 0

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        if self.at == len(self.script):
            self.script.append(1)
            self.sides.append(sides)
        self.at += 1
        return self.script[self.at - 1]

    def next(self) -> bool:
        self.at = 0
        while self.script and self.script[-1] == self.sides[-1]:
            self.script.pop()
            self.sides.pop()
        if not self.script:
            return False
        self.script[-1] += 1
        return True


def enumerated(
    system: RuleSystem, state: State, orders: Sequence[Order], viewer: str, policy: Policy | None, most: int
) -> dict[Result, Fraction] | None:
    """Result -> probability, of every face in every order of what is hidden; None for more than `most`."""
    casts = 0
    found: dict[Result, Fraction] = defaultdict(Fraction)
    tables = list(_hidden_orders(state, viewer))
    for mixed in tables:
        dice = EveryFace()
        while True:
            key = cast(system, state, mixed.copy(), orders, viewer, dice, policy)
            found[key] += Fraction(1, prod(dice.sides) * len(tables))
            casts += 1
            if casts > most:
                return None
            if not dice.next():
                break
    return dict(found)


def _hidden_orders(state: State, viewer: str) -> Iterator[State]:
    groups: dict[tuple[str, str], list[str]] = {}
    for id, piece in state.pieces.items():
        if not knows(viewer, piece.known_to):
            groups.setdefault((piece.side, piece.kind.back), []).append(id)
    tables = [state]
    for ids in groups.values():
        assert len(ids) <= 4, "too many hidden pieces to take every order of them"
        tables = [_dealt(table, ids, order) for table in tables for order in permutations(ids)]
    yield from tables


def _dealt(state: State, ids: Sequence[str], order: Sequence[str]) -> State:
    """The table with these pieces being what those others were."""
    table = state.copy()
    for id, other in zip(ids, order, strict=True):
        here, was = table.pieces[id], state.pieces[other]
        table.pieces[id] = Piece(
            id,
            was.kind_id,
            was.kind,
            was.name,
            here.side,
            here.place,
            was.face,
            was.steps,
            here.known_to,
        )
        if other in state.marks:
            table.marks[id] = dict(state.marks[other])
        else:
            table.marks.pop(id, None)
    return table


def far_apart(exact: float, count: int, samples: int, deviations: float = 4.5) -> bool:
    """Whether a count of samples can hardly come of that probability."""
    expected = exact * samples
    spread = sqrt(max(0.0, expected * (1 - exact)))
    return abs(count - expected) > deviations * spread + 2
