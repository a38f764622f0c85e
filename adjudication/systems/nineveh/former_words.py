"""What logs of earlier versions say in other words: dice, sums and markers."""

import re

import msgspec

from adjudication.engine.former_words import FormerWords, in_words
from domain.events import DieRolled, Event, Modified, Scored

_AIM = r"in [^,]+, (?:hits on [0-9]\+|cannot hit).*"
_DICE = (
    (re.compile(rf"(.+) fires again ({_AIM})"), r"reroll by \1 \2"),
    (re.compile(rf"(.+) fires ({_AIM})"), r"fire by \1 \2"),
    (re.compile(r"(.+): [a-z-]+, ([0-9])\+"), r"production by \1, succeeds on \2+"),
)
_CARD = re.compile(r"([^:]+): (.+)")
"""Formerly a die that a card has rolled named the card first; today it does so at its end, or not at all."""
_STRIKE = re.compile(
    r"(?!fire by |reroll by )(.+ on [^,(]+), "
    r"(?:hits on [0-9]\+|cannot hit)(?:, Collateral Damage on [0-9]\+)?( \(.+\))?"
)
"""A strike of today; formerly it did not say from which numbers it hits and does damage."""
_CHANGES = re.compile(r"(.+ on [^,(]+) \((.+ [+-][0-9])\)")
"""A strike of earlier versions that cards change; formerly it said by how much, and so did the damage."""
_ALIKE = (
    (_STRIKE, r"\1"),
    (_CHANGES, r"\1"),
    (re.compile(r"((?:fire|reroll|production) by .+)"), r"\1"),
    (_CARD, r"\2"),
    (re.compile(r"(.+) \([^()]+\)"), r"\1"),
)
"""Of a die neither the card nor the numbers, since only one of the two wordings has them."""
_ORDERS = {"nineveh 7.21a": "Rally", "nineveh 7.21b": "Maneuver", "nineveh 7.21c": "Leadership"}
"""Formerly each of these was a "special order"."""


_FACE_DOWN = ("nineveh 2.4", "nineveh 6.1f", "nineveh 6.1g", "nineveh 6.4j")
"""Questions for which suggestions in logs of formats 1 and 2 used a card that was face down."""


def _retold(recorded: Event, told: Event) -> Event:
    match recorded, told:
        case DieRolled(), DieRolled():
            return msgspec.structs.replace(recorded, purpose=_die_now(recorded.purpose, told.purpose))
        case Modified(), Modified():
            return msgspec.structs.replace(recorded, sum=_sum_now(recorded.sum, told.sum))
        case Scored(), _:
            return msgspec.structs.replace(recorded, why=_why_now(recorded.why, recorded.rule))
    return recorded


def _die_now(former: str, told: str) -> str:
    """What a die was rolled for, in the words that are told now where both say the same."""
    card = _CARD.fullmatch(former)
    if card is not None and told in (card[2], f"{card[2]} ({card[1]})"):
        return told
    strike = _STRIKE.fullmatch(told)
    if strike is not None and _unnumbered(former) == strike[1] + (strike[2] or ""):
        return told
    return in_words(former, _DICE)


def _sum_now(former: str, told: str) -> str:
    """What a sum is of, in the words of today; of production it no longer says what succeeds."""
    now = _die_now(former, told)
    return now.split(", succeeds on ")[0] if now.startswith("production by ") else now


def _unnumbered(former: str) -> str:
    """A strike of earlier versions, each card that changes it named once and without its number."""
    changes = _CHANGES.fullmatch(former)
    if changes is None:
        return former
    labels = dict.fromkeys(re.sub(r" [+-][0-9]$", "", each) for each in changes[2].split(", "))
    return f"{changes[1]} ({', '.join(labels)})"


def _why_now(why: str, rule: str) -> str:
    """Why a marker moved, in the words of today."""
    if why == "special order":
        return _ORDERS.get(rule, why)
    changes = _CHANGES.fullmatch(why)
    return why if changes is None else changes[1]


FORMER = FormerWords(
    questions=((re.compile(r"([^:]+: )where does (.+) lie\?"), r"\1where is the \2 placed?"),),
    dice=_DICE,
    dice_alike=_ALIKE,
    retold=_retold,
    suggested=_FACE_DOWN,
    public=("deploy", "withdraw"),
)
