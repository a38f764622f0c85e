"""Shares of games and their differences, with intervals."""

from collections.abc import Sequence
from math import erfc, sqrt

import msgspec

from adjudication.chances.spreads import Z95, wilson

WIDEST = 12.0
"""The widest interval that is tried, in standard deviations."""


class Share(msgspec.Struct, frozen=True):
    """A number of games out of all games, and the 95 % (Wilson) interval of that share."""

    count: int
    games: int
    share: float
    low: float
    high: float


class Difference(msgspec.Struct, frozen=True):
    """A difference of shares or of means, with its 95 % interval. clear: whether it is distinguished from
    chance: the interval excludes no difference, and it is clear among all comparisons (`holm`)."""

    difference: float
    low: float
    high: float
    clear: bool


def difference_of(value: float, low: float, high: float) -> Difference:
    """A difference that is the only comparison."""
    return Difference(value, low, high, low > 0 or high < 0)


def share_of(count: int, games: int, z: float = Z95) -> Share:
    """A share with its interval: 95 %, or `z` standard deviations wide."""
    share = count / games if games else 0.0
    return Share(count, games, share, *wilson(share, games, z))


def difference_of_shares(first: Share, second: Share) -> Difference:
    """Second minus first, with Newcombe's interval, which combines the two Wilson intervals."""
    difference = second.share - first.share
    low = sqrt((second.share - second.low) ** 2 + (first.high - first.share) ** 2)
    high = sqrt((second.high - second.share) ** 2 + (first.share - first.low) ** 2)
    return difference_of(difference, difference - low, difference + high)


def chance_of_shares(first: Share, second: Share) -> float:
    """The probability that chance alone makes shares differ this much: 1 minus the level at which
    Newcombe's interval begins to contain no difference."""

    def clear(z: float) -> bool:
        one, other = (share_of(each.count, each.games, z) for each in (first, second))
        return difference_of_shares(one, other).clear

    low, high = 0.0, WIDEST
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if clear(middle) else (low, middle)
    return erfc(low / sqrt(2))


def holm(chances: Sequence[float], level: float = 0.05) -> list[bool]:
    """Which of several differences are clear, so that with 95 % confidence none of them is due to chance
    alone (Holm)."""
    clear = [False] * len(chances)
    for rank, nth in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[nth] > level / (len(chances) - rank):
            break
        clear[nth] = True
    return clear
