"""A shore that wanders: natural to look at, and always the same between the same two points."""

from hashlib import blake2b
from itertools import pairwise

Point = tuple[float, float]

_WANDERS = 0.14
"""The greatest deviation of a shore from a straight line, as a part of its length."""


def wandering(one: Point, other: Point, unit: float, finer: int = 3) -> list[Point]:
    """A line from one point to another that deviates a little from the straight line; it is the same
    backwards. unit: the scale of the coordinates. finer: how often each part of it is halved."""
    way = [one, other]
    for _ in range(finer):
        divided = [way[0]]
        for here, there in pairwise(way):
            aside = _WANDERS * chance(here, there, unit)
            x = (here[0] + there[0]) / 2 - (there[1] - here[1]) * aside
            y = (here[1] + there[1]) / 2 + (there[0] - here[0]) * aside
            divided += [(x, y), there]
        way = divided
    return way


def chance(one: Point, other: Point, unit: float) -> float:
    """A number from -1 to 1 that depends only on two points, with the opposite sign in the opposite
    direction."""
    first, second = ((round(x / unit, 2), round(y / unit, 2)) for x, y in (one, other))
    digest = blake2b(repr(sorted((first, second))).encode(), digest_size=4).digest()
    number = int.from_bytes(digest, "big") / 0xFFFFFFFF * 2 - 1
    return number if first <= second else -number
