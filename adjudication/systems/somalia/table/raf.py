"""The RAF Table: fire of any force at any other (6.21c, 6.22b, 8.5b, 11.21d)."""

from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from domain.table.dice import D6
from domain.texts import Text

R = citations("somalia", __file__)
T = texts("somalia")

LED = 1
"""What an assisting Leader adds to the roll; several add no more (8.4a; the size is ours)."""


class Fire(NamedTuple):
    """What came of it: the number, 0 for none; whether the critical symbol came up (6.3)."""

    number: int
    critical: bool


NO_FIRE = Fire(0, False)


def fire(umpire: Umpire, firepower: int, force: Text, *, led: bool = False, rule: str) -> Fire:
    """Roll on the RAF Table. force: the firing force. led: whether a Bandit Leader assists (8.4a).
    Without Firepower nothing is rolled (6.22d)."""
    if firepower <= 0:
        return NO_FIRE
    return umpire.result_of(_roll, firepower, force, led, rule)


def _roll(umpire: Umpire, firepower: int, force: Text, led: bool, rule: str) -> Fire:
    roll = umpire.sum(T("fire", force=force))
    roll.add(T("dice"), sum(umpire.rolls(2, D6, T("fire", force=force), rule=rule)), rule=rule)
    if led:
        roll.add(T("Leader"), LED, rule=R["8.4a"])
    found = umpire.look_up("raf", firepower=firepower, roll=roll.total, rule=rule)
    return Fire(int(found.result), bool(found.critical))
