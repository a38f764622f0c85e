"""What experts hold a chance to be: their estimates, in per cent, and the die that is thrown on them.

By the convention of OWS 2.1.1.4 a chance of 50 % is 6 or more on a D10: high is good.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from domain.errors import BadData

D10, D100 = 10, 100
DICE = (D10, D100)
"""The dice on which a chance is thrown."""

MOST_HEARD = 100
"""Experts who may be heard on one chance."""


class Spread(NamedTuple):
    """Several estimates in per cent: the lowest and the highest, their mean and median as exact fractions."""

    heard: int
    lowest: int
    highest: int
    mean: Fraction
    median: Fraction


def spread(estimates: Mapping[str, int]) -> Spread | None:
    """What the estimates (by name, in per cent) come to; None when nobody was heard."""
    if not estimates:
        return None
    ordered = sorted(estimates.values())
    count = len(ordered)
    middle = Fraction(ordered[(count - 1) // 2] + ordered[count // 2], 2)
    return Spread(count, ordered[0], ordered[-1], Fraction(sum(ordered), count), middle)


def fitted(percent: Fraction, die: int) -> int:
    """The chance nearest to `percent` that a die can give, halves up; never none, never sure."""
    face = 100 // die
    steps = (percent / face + Fraction(1, 2)).__floor__()
    return max(1, min(die - 1, steps)) * face


def target(percent: int, die: int) -> int:
    """The least face that succeeds: 50 % is 6 or more on a D10, 41 or more on a D100 is 60 %.

    Raises BadData for a chance that the die cannot give.
    """
    if die not in DICE:
        raise BadData(f"A chance is thrown on a D10 or a D100, not on a D{die}.")
    face = 100 // die
    if not 0 < percent < 100 or percent % face:
        steps = "10 to 90 % in tens" if die == D10 else "1 to 99 %"
        other = "" if die == D100 else "; a D100 gives any whole number"
        raise BadData(f"A D{die} gives chances of {steps}, not {percent} %{other}.")
    return die + 1 - percent // face


def check_estimates(estimates: Mapping[str, int]) -> None:
    """Raises BadData for estimates that are none."""
    if len(estimates) > MOST_HEARD:
        raise BadData(f"At most {MOST_HEARD} people can be heard on one chance.")
    for name, percent in estimates.items():
        if not str(name).strip():
            raise BadData("An estimate needs the name of whoever made it.")
        if type(percent) is not int or not 0 <= percent <= 100:
            raise BadData(f"{name} estimates {percent!r}; a chance is from 0 to 100 %.")
