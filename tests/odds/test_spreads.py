"""Spreads, margins and intervals, against what the textbooks say of them."""

from fractions import Fraction
from math import atan, pi, sqrt

import pytest

from adjudication.chances.spreads import (
    MANY,
    Z95,
    Spread,
    margin_changes,
    margins,
    spread_of,
    t95,
    wilson,
    within_t,
)
from domain.events import TrackData
from domain.table.state import State


def test_a_spread_has_the_variance_and_percentiles_of_its_numbers() -> None:
    die = spread_of({face: Fraction(1, 6) for face in range(1, 7)}, 0, exact=True)
    assert (die.mean, die.error) == (3.5, 0.0)
    assert die.variance == pytest.approx(35 / 12)
    assert [die.percentile(face) for face in (0, 1, 3, 6, 7)] == pytest.approx(
        [0, 1 / 12, 5 / 12, 11 / 12, 1]
    )
    assert list(spread_of({3: Fraction(1, 2), -1: Fraction(1, 2)}, 0, exact=True).values) == [-1, 3]
    assert Spread({}, 0.0).percentile(1) == 0


def test_a_sampled_mean_has_the_error_of_its_samples() -> None:
    """A fair coin tossed 100 times: its standard deviation is 1/2, that of the mean 1/20."""
    coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert spread_of(coin, 100, exact=False).error == pytest.approx(1.959964 / 20)
    assert spread_of({4: Fraction(1)}, 100, exact=False).error == 0


def test_a_margin_is_over_the_best_of_the_others_by_the_tracks_of_sides() -> None:
    state = State()
    sides = {"a": "red", "b": "red", "c": "blue", "d": "green", "e": ""}
    values = {"a": 5, "b": 2, "c": 4, "d": 6, "e": 9}
    for id, side in sides.items():
        state.lay_track(TrackData(id, value=values[id], highest=20, side=side))
    assert margins(values, state) == {"red": 1, "blue": -3, "green": -1}
    assert margin_changes(state, {"c": 5, "e": 3}) == {"red": -3, "blue": 5, "green": -2}
    assert margin_changes(state, {}) == {"red": 0, "blue": 0, "green": 0}
    alone = State()
    alone.lay_track(TrackData("a", value=5, highest=9, side="red"))
    assert margins({"a": 5}, alone) == {"red": 5}


def test_an_interval_of_a_share_stays_between_nought_and_one() -> None:
    assert wilson(0.5, 0) == wilson(0.5, -1) == (0.0, 1.0)
    # Wilson (1927), as worked in textbooks: 8 of 10 gives 0.49 to 0.94; none of 10 gives 0 to 0.278.
    assert wilson(0.8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(1.0 + 1e-12, 10) == wilson(1.0, 10)
    assert wilson(-1e-12, 10) == wilson(0.0, 10)
    assert wilson(0.5, 100, z=1.0) == pytest.approx((0.4502, 0.5498), abs=1e-4)


@pytest.mark.parametrize("value", [0.1, 1.0, 2.5, 12.0])
def test_students_t_has_its_closed_forms(value: float) -> None:
    """Of one degree of freedom it is Cauchy's distribution; of 2, 3 and 4 the integral has a short form."""
    assert within_t(value, 1) == pytest.approx(2 / pi * atan(value))
    assert within_t(value, 2) == pytest.approx(value / sqrt(2 + value**2))
    third = value / sqrt(3) / (1 + value**2 / 3)
    assert within_t(value, 3) == pytest.approx(2 / pi * (atan(value / sqrt(3)) + third))
    sine = value / sqrt(4 + value**2)
    assert within_t(value, 4) == pytest.approx(sine * (1 + (1 - sine**2) / 2))


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.706), (2, 4.303), (5, 2.571), (30, 2.042), (120, 1.980)]
)
def test_the_printed_table_of_t(freedom: int, value: float) -> None:
    assert t95(freedom) == pytest.approx(value, abs=0.0006)


def test_of_very_many_values_t_is_normal() -> None:
    assert t95(MANY) == t95(10 * MANY) == Z95
    assert Z95 < t95(MANY - 1) < Z95 + 0.003
