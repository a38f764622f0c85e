"""Shares of games and their differences, with intervals."""

from math import sqrt

import msgspec

from adjudication.chances.spreads import Z95, wilson


class Share(msgspec.Struct, frozen=True):
    """How many games of how many, and the 95 % (Wilson) interval of that share."""

    count: int
    games: int
    share: float
    low: float
    high: float


class Difference(msgspec.Struct, frozen=True):
    """A difference of shares or of means, with its 95 % interval."""

    difference: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out that there is no difference."""
        return self.low > 0 or self.high < 0


def share_of(count: int, games: int, z: float = Z95) -> Share:
    """A share with its interval: 95 %, or `z` deviations wide."""
    share = count / games if games else 0.0
    return Share(count, games, share, *wilson(share, games, z))


def difference_of_shares(first: Share, second: Share) -> Difference:
    """Second less first, with Newcombe's interval, which is made of the two Wilson intervals."""
    difference = second.share - first.share
    low = sqrt((second.share - second.low) ** 2 + (first.high - first.share) ** 2)
    high = sqrt((second.high - second.share) ** 2 + (first.share - first.low) ** 2)
    return Difference(difference, difference - low, difference + high)
