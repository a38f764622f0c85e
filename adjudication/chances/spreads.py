"""Spreads of whole numbers, such as what an order does to a score; margins; confidence intervals."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import atan, cos, pi, sin, sqrt

import msgspec

from domain.table.state import State

Z95 = 1.959964
"""Standard deviations of a 95 % confidence interval."""


class Spread(msgspec.Struct, frozen=True):
    """A distribution of a whole number: value -> probability, its mean, and for sampled ones the half
    width of the mean's 95 % interval."""

    values: dict[int, float]
    mean: float
    error: float = 0.0

    @property
    def variance(self) -> float:
        """The variance of the number."""
        return sum(p * (value - self.mean) ** 2 for value, p in self.values.items())

    def percentile(self, value: int) -> float:
        """How much of it lies below a value, that value itself counted half: 0 to 1."""
        below = sum(p for other, p in self.values.items() if other < value)
        return below + self.values.get(value, 0.0) / 2


def margin_changes(state: State, changes: Mapping[str, int]) -> dict[str, int]:
    """Side -> how far its margin goes up when tracks change so from what they are in this state."""
    values = {id: track.value for id, track in state.tracks.items()}
    before = margins(values, state)
    after = margins({id: value + changes.get(id, 0) for id, value in values.items()}, state)
    return {side: after[side] - before[side] for side in before}


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


def wilson(probability: float, samples: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a probability estimated from so many samples: 95 %, or `z` deviations wide."""
    if samples <= 0:
        return 0.0, 1.0
    square = z * z
    probability = min(1.0, max(0.0, probability))  # a sum of weights may be a hair more than 1
    centre = (probability + square / (2 * samples)) / (1 + square / samples)
    half = (
        z
        * sqrt(max(0.0, probability * (1 - probability)) / samples + square / (4 * samples * samples))
        / (1 + square / samples)
    )
    return max(0.0, centre - half), min(1.0, centre + half)


MANY = 1_000
"""Degrees of freedom from which Student's t is taken as normal."""


def within_t(value: float, freedom: int) -> float:
    """How likely Student's t of so many degrees of freedom (1 or more) lies between -value and value.

    The finite series in the angle whose tangent is value / sqrt(freedom) (Abramowitz and Stegun 26.7.3-4).
    """
    angle = atan(value / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0 if freedom == 1 else term
    for step in range(2 + odd, freedom, 2):
        term *= cos(angle) ** 2 * (step - 1) / step
        total += term
    total *= sin(angle)
    return 2 / pi * (angle + total) if odd else total


@cache
def t95(freedom: int) -> float:
    """Standard deviations of a 95 % interval of a mean whose own deviation was estimated from `freedom` + 1
    values: 12.7 for two values, 1.96 for very many."""
    if freedom >= MANY:
        return Z95
    low, high = Z95, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within_t(middle, freedom) < 0.95 else (low, middle)
    return high
