"""Luck by stakes: what came of each order, held against all that could have come of it.

The same order is weighed in the same state, through the eyes of the side that gave it and with the answers
that people gave, so that what is left is chance. Scores, not pips, say how much it mattered; the dice alone
are counted too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from math import erfc, exp, lgamma, log, sqrt
from typing import Any

import msgspec

from adjudication.chances.branching import Ruled as RuledAnswers
from adjudication.chances.odds import EXACT_LIMIT, SAMPLES, Progress, odds
from adjudication.chances.spreads import Z95, Spread, margin_changes
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order
from adjudication.engine.policies import Policy
from domain.errors import Refused
from domain.events import (
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    LookedUp,
    OrderDone,
    OrderGiven,
    Picked,
    PieceKnown,
    PresenceKnown,
    Ruled,
    Scored,
    Shuffled,
)
from domain.game.game import Game
from domain.game.rulings import ruled_answers
from domain.table.mutators import MUTATORS
from domain.table.state import State
from domain.texts import Said
from domain.views.view import WHITE

FEW_EXPECTED = 5
"""Below this many throws expected of each face the p-value of a chi-square is only rough."""


class Stake(msgspec.Struct, frozen=True):
    """What an order did to a side's margin, and where that lies in all that it could have done.

    margin: the spread of the change of its score over the best of the others. percentile: how much of it
    lies below the actual change, that itself counted half, from 0 to 1.
    """

    margin: Spread
    expected: float
    actual: int
    luck: float
    percentile: float


class OrderLuck(msgspec.Struct, frozen=True):
    """An order with chance in it, weighed. number: its event's. stakes: side -> what it did to it."""

    number: int
    turn: int
    phase: str
    side: str
    order: str
    arguments: dict[str, Any]
    viewer: str
    exact: bool
    samples: int
    stakes: dict[str, Stake]


class LeftOut(msgspec.Struct, frozen=True):
    """An order that could not be weighed, and why."""

    number: int
    why: str


class SideLuck(msgspec.Struct, frozen=True):
    """A side's luck over the game: what it gained by its orders and those of others, and what was to be
    expected. deviation: of the gain by chance, and of the sampling of what was expected. z: by how many
    standard deviations they differ, None when nothing was left to chance.
    percentile: where the gain lies among all that the same orders could have come to, each by itself."""

    orders: int
    expected: float
    actual: int
    luck: float
    deviation: float
    z: float | None
    percentile: float


class Pips(msgspec.Struct, frozen=True):
    """All throws of one kind of die: how often each face came up, the mean, and the chi-square of it all
    being even with its p-value. rough: too few were thrown for the p-value to be trusted."""

    die: int
    rolls: int
    faces: dict[int, int]
    mean: float
    expected: float
    chi_square: float
    p: float
    rough: bool


class Luck(msgspec.Struct, frozen=True):
    """The luck of a game. without_chance: how many orders had none in them, and were not weighed."""

    orders: tuple[OrderLuck, ...]
    sides: dict[str, SideLuck]
    pips: tuple[Pips, ...]
    without_chance: int
    left_out: tuple[LeftOut, ...]

    def luckiest(self, side: str, count: int = 5) -> list[OrderLuck]:
        """The orders that brought a side most over what was to be expected, best first."""
        found = [order for order in self.orders if side in order.stakes and order.stakes[side].luck > 1e-9]
        return sorted(found, key=lambda order: (-order.stakes[side].luck, order.number))[:count]

    def unluckiest(self, side: str, count: int = 5) -> list[OrderLuck]:
        """The orders that cost a side most of what was to be expected, worst first."""
        found = [order for order in self.orders if side in order.stakes and order.stakes[side].luck < -1e-9]
        return sorted(found, key=lambda order: (order.stakes[side].luck, order.number))[:count]


def luck(
    system: RuleSystem,
    game: Game,
    policy: Policy | None = None,
    limit: int = EXACT_LIMIT,
    samples: int = SAMPLES,
    seed: int = 1,
    progress: Progress | None = None,
) -> Luck:
    """The luck in all orders of a game that are in force and done; in none where no track is a side's score.

    policy: answers what was not asked in play, but would have been had the dice fallen otherwise.
    """
    weighed: list[OrderLuck] = []
    left_out: list[LeftOut] = []
    done = {event.procedure for event in game.log if isinstance(event, OrderDone)}
    by_order = _procedures(system, game)
    numbers = [number for number in by_order if number in done]
    chancy = [number for number in numbers if _has_chance(by_order[number])]
    without_chance = len(numbers) - len(chancy)
    if not has_scores(game.state):
        chancy = []
    held = ruled_answers(game.log, game.struck)
    show = progress("Weighing orders", len(chancy)) if progress is not None else nullcontext(None)
    with show as advance:
        for state, given in _before_each(game, frozenset(chancy)):
            try:
                events = by_order[given.number]
                weighed.append(_weigh(system, state, events, held, policy, limit, samples, seed))
            except Refused as refused:
                left_out.append(LeftOut(given.number, refused.sentence))
            if advance is not None:
                advance(1)
    return Luck(
        tuple(weighed),
        _sides(weighed),
        pips([event for event in game.log if event.number not in game.struck]),
        without_chance,
        tuple(left_out),
    )


def has_scores(state: State) -> bool:
    """Whether any track is a side's score, so that there are margins to measure luck by."""
    return bool(margin_changes(state, {}))


def _procedures(system: RuleSystem, game: Game) -> dict[int, list[Event]]:
    """Order -> its events in force, and the rulings on them, in the order of the log. What the white cell
    does by hand, such as a roll or a matrix argument, is no order."""
    found: dict[int, list[Event]] = {}
    for event in game.log:
        if event.number in game.struck:
            continue
        if isinstance(event, OrderGiven):
            if event.order in system.orders:
                found[event.number] = [event]
        else:
            concerned = (
                game.log[event.concerns - 1].procedure if isinstance(event, Ruled) else event.procedure
            )
            if concerned in found:
                found[concerned].append(event)
    return found


def _has_chance(events: Sequence[Event]) -> bool:
    """Whether anything in an order was left to chance: had nothing been, it would always go the same way."""
    return any(
        isinstance(event, DieRolled | CounterDrawn | Picked | Shuffled | PieceKnown | PresenceKnown)
        for event in events
    )


def _before_each(game: Game, wanted: frozenset[int]) -> Iterator[tuple[State, OrderGiven]]:
    """The table before each of these orders, and the order."""
    state = State()
    for event in game.log:
        if event.number in game.struck:
            state.chances = max(state.chances, getattr(event, "chance", 0))
        else:
            if isinstance(event, OrderGiven) and event.number in wanted:
                yield state, event
            MUTATORS[type(event)](state, event)
        state.number = event.number


def _weigh(
    system: RuleSystem,
    state: State,
    events: Sequence[Event],
    held: Mapping[int, Ruled],
    policy: Policy | None,
    limit: int,
    samples: int,
    seed: int,
) -> OrderLuck:
    """One order, weighed. Raises Refused when it cannot be."""
    if state.procedures:
        raise Refused("It was given while another order waited for an answer.")
    given = events[0]
    assert isinstance(given, OrderGiven)
    answers, ruled = _settled(events, held)
    viewer = given.side or WHITE
    found = odds(
        system,
        state,
        [Order(given.side, given.order, given.arguments)],
        viewer,
        answers,
        policy,
        limit,
        samples,
        f"{seed}, order {given.number}",
        with_choices=False,
        ruled=ruled,
        recorded=True,
    )
    changes: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Scored):
            changes[event.track] += event.change
    stakes = {
        side: Stake(
            margin := found.margins[side],
            margin.mean,
            actual,
            actual - margin.mean,
            margin.percentile(actual),
        )
        for side, actual in margin_changes(state, changes).items()
    }
    return OrderLuck(
        given.number,
        state.turn,
        state.phase,
        given.side,
        given.order,
        given.arguments,
        viewer,
        found.exact,
        found.samples,
        stakes,
    )


def _settled(
    events: Sequence[Event], held: Mapping[int, Ruled]
) -> tuple[dict[tuple[str, Said], Any], RuledAnswers]:
    """What people settled in an order: their answers, and what was ruled in the place of chances (`held`).

    Raises Refused when a ruled chance cannot be told from others of the same purpose.
    """
    ruled = {event.number: held[event.number].value for event in events if event.number in held}
    named: Counter[tuple[str, Said]] = Counter()
    answers: dict[tuple[str, Said], Any] = {}
    fixed: dict[tuple[str, Said], Any] = {}
    for event in events:
        if isinstance(event, Chosen):
            key, value = (event.side, event.question), ruled.get(event.number, event.value)
            answers[key] = (
                value if event.digest else answers.get(key, value)
            )  # the last of a side's plans counts
            continue
        name = _name(event)
        if name is not None:
            named[name] += 1
            if event.number in ruled:
                fixed[name] = ruled[event.number]
    for name in fixed:
        if named[name] > 1:
            raise Refused(f"Its ruling on “{name[1]}” is one of several of that name.")
    return answers, fixed


def _name(event: Event) -> tuple[str, Said] | None:
    """What an answer that can be ruled on is called, in the words of `branches.Ruled`."""
    match event:
        case DieRolled():
            return "die", event.purpose
        case Picked():
            return "pick", event.purpose
        case LookedUp():
            return "table", event.table
        case _:
            return None


def _sides(orders: Sequence[OrderLuck]) -> dict[str, SideLuck]:
    """Each side's luck, summed over the orders."""
    stakes: dict[str, list[Stake]] = {}
    for order in orders:
        for side, stake in order.stakes.items():
            stakes.setdefault(side, []).append(stake)
    return {side: _side(found) for side, found in stakes.items()}


def _side(stakes: Sequence[Stake]) -> SideLuck:
    expected = sum(stake.expected for stake in stakes)
    actual = sum(stake.actual for stake in stakes)
    deviation = sqrt(sum(stake.margin.variance + (stake.margin.error / Z95) ** 2 for stake in stakes))
    total: Mapping[int, float] = {0: 1.0}
    for stake in stakes:
        total = _added(total, stake.margin.values)
    return SideLuck(
        len(stakes),
        expected,
        actual,
        actual - expected,
        deviation,
        (actual - expected) / deviation if deviation > 1e-12 else None,
        Spread(dict(total), expected).percentile(actual),
    )


def _added(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    """The distribution of the sum of two numbers that have nothing to do with each other."""
    found: dict[int, float] = {}
    for value, p in one.items():
        for more, q in other.items():
            found[value + more] = found.get(value + more, 0.0) + p * q
    return found


# --- pips ------------------------------------------------------------------------------------------


def pips(events: Sequence[Event]) -> tuple[Pips, ...]:
    """The throws in some events, one line for each kind of die."""
    thrown: dict[int, Counter[int]] = {}
    for event in events:
        if isinstance(event, DieRolled):
            thrown.setdefault(event.die, Counter())[event.face] += 1
    return tuple(_pips(die, thrown[die]) for die in sorted(thrown))


def _pips(die: int, thrown: Counter[int]) -> Pips:
    rolls = thrown.total()
    each = rolls / die
    faces = {face: thrown[face] for face in range(1, die + 1)}
    chi_square = sum((count - each) ** 2 / each for count in faces.values())
    mean = sum(face * count for face, count in faces.items()) / rolls
    tail = chi_square_tail(chi_square, die - 1) if die > 1 else 1.0
    return Pips(die, rolls, faces, mean, (die + 1) / 2, chi_square, tail, each < FEW_EXPECTED)


def chi_square_tail(value: float, freedom: int) -> float:
    """How likely a chi-square of so many degrees of freedom is that large or larger.

    It is the regularised upper gamma function Q(freedom / 2, value / 2), built up by
    Q(a + 1, x) = Q(a, x) + x^a e^-x / gamma(a + 1) from Q(1/2, x) = erfc(sqrt x) or Q(1, x) = e^-x.
    """
    x = value / 2
    a = 0.5 if freedom % 2 else 1.0
    tail = erfc(sqrt(x)) if freedom % 2 else exp(-x)
    while a < freedom / 2:
        tail += exp(a * log(x) - x - lgamma(a + 1)) if x > 0 else 0.0
        a += 1
    return min(1.0, tail)
