"""Both sides allot at the same time: each in secret, while the other one has anything to allot."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from adjudication.engine.reasons import Why
from adjudication.engine.umpire import Umpire
from domain.texts import Text


class Ask(NamedTuple):
    """What a side may allot: item to targets, whether an answer fits, what is suggested and why, and whether
    every item must be allotted."""

    may: Mapping[str, list[str]]
    suggested: dict[str, str]
    because: Text
    fits: Callable[[Mapping[str, str]], bool | Why] | None = None
    every: bool = False


def ask_together(umpire: Umpire, asked: Mapping[str, Ask], question: Text, *, rule: str) -> dict[str, str]:
    """Ask the sides that have anything to allot; all their answers together, item to target. With two of
    them neither learns what the other said, but for what follows from it."""
    found: dict[str, str] = {}
    for side, ask in asked.items():
        found |= umpire.allot(
            side,
            question,
            ask.may,
            ask.fits,
            ask.every,
            rule=rule,
            audience=(side,) if len(asked) > 1 else None,
            suggest=ask.suggested,
            because=ask.because,
        )
    return found


def one_each(may: Mapping[str, list[str]]) -> dict[str, str]:
    """An item for each target, the items in their order; those beyond the targets are left out."""
    found: dict[str, str] = {}
    for item, targets in may.items():
        free = [target for target in targets if target not in found.values()]
        if free:
            found[item] = free[0]
    return found
