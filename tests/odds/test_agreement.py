"""Odds of the tiny systems agree with dice that are cast: all of them in turn, and thousands at random."""

from collections.abc import Iterator

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order
from domain.errors import IllegalOrder
from domain.table.state import State
from domain.views.view import WHITE
from tests.core.games import VARIANTS, Variant, variant_id
from tests.odds.oracle import (
    Last,
    as_order,
    enumerated,
    far_apart,
    sampled,
    situations,
    told,
    without_fates,
)
from tests.thinned import thinned

SAMPLES = 300
SMALL = ("toy-blocks", "toy-reaction", "toy-detection", "toy-events", "toy-losses", "toy-two-maps")
"""Toys whose every face in every order of what is hidden can be cast."""

SEEDS = range(3, 9)
"""Of random games: the next one is played where none before it had two orders in a row with exact odds."""

SELDOM = {"toy-magazines": 24, "toy-volley": 18, "toy-both-fire": 12, "toy-cards": 12, "toy-plans": 6}
"""Toys whose odds take long: at how many of their orders `make test` passes by before it looks at one."""

TOO_LARGE_TWICE: tuple[Variant, ...] = (("toy-both-fire", {}), ("toy-options", {"duels": True, "turns": 3}))

Case = tuple[RuleSystem, State, list[Order], str]


def cases(variant: Variant, seed: int, every: int) -> Iterator[Case]:
    """Orders of a random game, alone and two in a row, for each side that may look and the white cell; where
    there is something that not all know to be there, for the side that gives them."""
    found = list(situations(variant, seed))
    for at in range(0, len(found), every):
        system, state, _ = found[at]
        pair = [as_order(given) for _, _, given in found[at : at + 2]]
        for orders in (pair[:1], pair) if len(pair) > 1 else (pair,):
            for viewer in (*state.sides, WHITE):
                if viewer == WHITE or all(order.side == viewer or not state.unseen for order in orders):
                    yield system, state, orders, viewer


@pytest.mark.parametrize(
    ("variant", "every"),
    [
        *thinned(
            [(each, SELDOM.get(each[0], 6)) for each in VARIANTS if each[0] != "toy-plans"], 3, several=True
        ),
        *(pytest.param(each, 6, marks=pytest.mark.slow) for each in VARIANTS if each[0] in SELDOM),
    ],
    ids=lambda value: variant_id(value) if isinstance(value, tuple) else str(value),
)
def test_exact_odds_are_what_thousands_of_casts_come_to(variant: Variant, every: int) -> None:
    exact = several = 0
    for seed, (system, state, orders, viewer) in (
        (nth, case) for nth in SEEDS for case in cases(variant, nth, every)
    ):
        if seed > SEEDS[0] and (several or variant in TOO_LARGE_TWICE):
            break
        found = odds(
            system, state, orders, viewer, policy=Last(), with_choices=False, limit=3_000, samples=SAMPLES
        )
        assert sum(outcome.probability for outcome in found.outcomes) == pytest.approx(1)
        ours, casts = told(found), dict(sampled(system, state, orders, viewer, SAMPLES, Last()))
        if variant[0] == "toy-cards":  # shuffled cards are told apart by kind, not by id
            ours, casts = without_fates(ours), without_fates(casts)
        if not found.exact:
            continue
        exact += 1
        several += len(orders) > 1
        assert casts.keys() <= ours.keys()
        for result, probability in ours.items():
            assert not far_apart(probability, casts.get(result, 0), SAMPLES), (orders, viewer, result)
    assert exact
    assert several or variant in TOO_LARGE_TWICE


@pytest.mark.parametrize(
    ("name", "every"),
    [
        *((name, 12 if name == "toy-events" else 4) for name in SMALL),
        pytest.param("toy-events", 4, marks=pytest.mark.slow),
    ],
)
def test_exact_odds_are_what_every_face_in_turn_comes_to(name: str, every: int) -> None:
    compared = 0
    for system, state, orders, viewer in cases((name, {}), seed=5, every=every):
        found = odds(system, state, orders, viewer, policy=Last(), with_choices=False)
        assert found.exact
        expected = enumerated(system, state, orders, viewer, Last(), most=3_000)
        if expected is None:
            continue
        assert told(found) == pytest.approx({result: float(p) for result, p in expected.items()})
        compared += len(expected) > 1
    assert compared


@pytest.mark.parametrize(("every", "off"), [(24, 0.03), pytest.param(8, 0.02, marks=pytest.mark.slow)])
def test_sampled_odds_hold_the_exact_ones_in_their_intervals(every: int, off: float) -> None:
    inside = outside = 0
    for variant in VARIANTS:
        for seed, (system, state, orders, viewer) in enumerate(cases(variant, seed=8, every=every)):
            exact = odds(system, state, orders, viewer, with_choices=False, limit=3_000, samples=1)
            if not exact.exact:
                continue
            casts = odds(
                system, state, orders, viewer, with_choices=False, limit=0, samples=SAMPLES, seed=seed
            )
            assert casts.exact or casts.runs == casts.samples == SAMPLES
            ours, theirs = told(exact), told(casts)
            assert theirs.keys() <= ours.keys()
            for result, probability in ours.items():
                low, high = casts.interval(theirs.get(result, 0.0))
                if 0.01 < probability < 1 - 1e-9:
                    inside += low <= probability <= high
                    outside += not low <= probability <= high
                assert not far_apart(probability, round(theirs.get(result, 0.0) * SAMPLES), SAMPLES)
            for side, margin in exact.margins.items():
                spread = casts.margins[side]
                assert abs(spread.mean - margin.mean) <= 2.5 * spread.error + 1e-9
    assert inside + outside > 300
    assert abs(inside / (inside + outside) - 0.95) < off  # they are 95 % intervals


def test_a_tree_that_is_too_large_is_sampled_and_says_so() -> None:
    system, state, given = next(iter(situations(("toy-options", {"duels": True, "turns": 3}), 1)))
    three = Order(given.side, "charge", {"squadrons": 3})
    found = odds(system, state, [three], given.side, samples=200, limit=20_000)
    assert not found.exact
    assert found.samples == found.runs == 200
    low, high = found.interval(0.5)
    assert 0.4 < low < 0.5 < high < 0.6
    again = odds(system, state, [three], given.side, samples=200, limit=20_000)
    assert again == found
    assert odds(system, state, [three], given.side, samples=200, limit=20_000, seed=2) != found
    one = odds(system, state, [Order(given.side, "charge", {"squadrons": 1})], given.side)
    assert one.exact
    lost = one.probability(lambda outcome: outcome.tracks == {"host-emir": -1})
    assert lost == pytest.approx(28 / 64)


def test_a_shuffled_deck_needs_no_sampling() -> None:
    exact = 0
    for system, state, given in situations(("toy-cards", {}), 4):
        if len(state.at["deck"]) <= 1:
            for viewer in ("red", "blue", WHITE):
                exact += odds(system, state, [as_order(given)], viewer).exact
    assert exact


def test_an_illegal_order_has_no_odds() -> None:
    system, state, given = next(iter(situations(("toy-blocks", {}), 1)))
    with pytest.raises(IllegalOrder):
        odds(system, state, [Order(given.side, "move", {"block": "blk-1", "to": "gate"})], given.side)
