"""Dice, labels, percentages and estimates as they are typed."""

import re
from collections.abc import Sequence

from domain.errors import BadData
from seats.dialogue.pairs import pairs

_DICE = re.compile(r"([0-9]{0,3})[dD]([0-9]{1,3})")
_LABELLED = re.compile(r"\s*([+-]?[0-9]{1,6})\s+(\S.*)", re.DOTALL)


def read_dice(words: Sequence[str]) -> list[int]:
    """`d8` and `2d6` as the sides of each die. Raises BadData."""
    dice: list[int] = []
    for word in words:
        found = _DICE.fullmatch(word)
        if found is None:
            raise BadData(f"Write dice as d8 or 2d6, not {word[:40]!r}; what is added is said with --add.")
        dice += [int(found[2])] * int(found[1] or 1)
    return dice


def labelled(texts: Sequence[str] | None, sign: int = 1, alone: int | None = 1) -> list[tuple[str, int]]:
    """`2 surprise` as a label and an amount; `surprise` alone is `alone` of it. Raises BadData."""
    found = []
    for text in texts or ():
        match = _LABELLED.fullmatch(text)
        if match is not None:
            found.append((match[2].strip(), sign * int(match[1])))
        elif alone is None or not text.strip():
            raise BadData(f"Write how much and what for, as in `-1 rain`, not {text[:40]!r}.")
        else:
            found.append((text.strip(), sign * alone))
    return found


def percent(text: str) -> int:
    """`60%` or `60` as a whole number. Raises BadData."""
    digits = text.strip().removesuffix("%").strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
        raise BadData(f"A chance is a whole number of per cent, as in 60%, not {text[:40]!r}.")
    return int(digits)


def estimates(texts: Sequence[str] | None) -> dict[str, int]:
    """`NAME=PERCENT` texts by name. Raises BadData."""
    from adjudication.engine.by_hand.estimates import check_estimates

    if any("=" not in text for text in texts or ()):
        raise BadData("Write an estimate as NAME=PERCENT, as in Ash=40%.")
    found = {name: percent(text) for name, text in pairs(texts).items()}
    check_estimates(found)
    return found
