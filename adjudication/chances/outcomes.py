"""What parts of a procedure may come to, and with what weight: dice, and results put together."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, gcd, lcm, prod
from operator import add
from typing import Any

from adjudication.engine.umpire import Row
from domain.table.state import Piece

Outcomes = tuple[list[Any], list[int]]
"""What a part of a procedure may come to, and the weight of each."""


@lru_cache(maxsize=256)
def throws_of(number: int, die: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """Every throw of several dice, the highest face first, and in how many ways it comes about."""
    throws = list(combinations_with_replacement(range(die, 0, -1), number))
    ways = factorial(number)
    return throws, [ways // prod(map(factorial, Counter(throw).values())) for throw in throws]


@lru_cache(maxsize=1024)
def totals_of(number: int, worths: tuple[tuple[int, int], ...]) -> tuple[list[int], list[int]]:
    """Every total of several dice, each worth what it says with that weight; and the weight of each."""
    one = [worth for worth, _ in worths], [weight for _, weight in worths]
    return combined([one] * number, add, 0)


def combined(spreads: Sequence[Outcomes], combine: Callable[[Any, Any], Any], start: Any) -> Outcomes:
    """What results that have nothing to do with each other come to when they are put together in turn."""
    totals: dict[Any, tuple[Any, int]] = {key_of(start): (start, 1)}
    for results, weights in spreads:
        found: dict[Any, tuple[Any, int]] = {}
        for total, weight in totals.values():
            for result, more in zip(results, weights, strict=True):
                both = combine(total, result)
                key = key_of(both)
                known = found.get(key)
                found[key] = both, weight * more + (known[1] if known is not None else 0)
        common = gcd(*[weight for _, weight in found.values()])
        totals = {key: (total, weight // common) for key, (total, weight) in found.items()}
    return [total for total, _ in totals.values()], [weight for _, weight in totals.values()]


def weighed(outcomes: Collection[tuple[Any, Fraction]]) -> Outcomes:
    """Outcomes and their weights in whole numbers."""
    scale = lcm(*(weight.denominator for _, weight in outcomes))
    return [value for value, _ in outcomes], [int(weight * scale) for _, weight in outcomes]


_PLAIN = frozenset((int, str, bool, type(None)))


def key_of(result: Any) -> Any:
    """What tells one result from another."""
    kind = type(result)
    if kind in _PLAIN:
        return result
    if kind is tuple:
        return tuple(key_of(part) for part in result)
    if isinstance(result, Row):
        return ("row", tuple(result._cells.items()))
    if hasattr(result, "alike"):  # an Alike; asking `isinstance` of a protocol is slow
        return key_of(result.alike())
    if isinstance(result, list | tuple):
        return tuple(key_of(part) for part in result)
    if isinstance(result, dict):
        return tuple((key_of(key), key_of(value)) for key, value in result.items())
    if isinstance(result, Piece):
        return ("piece", result.id)
    return result
