"""The RAF Table: fire of any force at any other (6.21c, 6.22b, 8.5b, 11.21d)."""

from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from domain.table.dice import D6

R = citations("somalia", __file__)

LED = 1
"""What an assisting Leader adds to the roll; several add no more (8.4a; the size is ours)."""


class Fire(NamedTuple):
    """What came of it: the number, 0 for none; whether the critical symbol came up (6.3)."""

    number: int
    critical: bool


NO_FIRE = Fire(0, False)


def fire(umpire: Umpire, firepower: int, who: str, *, led: bool = False, rule: str) -> Fire:
    """Roll on the RAF Table. who: the firing force in words. led: whether a Bandit Leader assists (8.4a).
    Without Firepower nothing is rolled (6.22d)."""
    if firepower <= 0:
        return NO_FIRE
    return umpire.result_of(_roll, firepower, who, led, rule)


def _roll(umpire: Umpire, firepower: int, who: str, led: bool, rule: str) -> Fire:
    roll = umpire.sum(f"fire of {who}")
    roll.add("dice", sum(umpire.rolls(2, D6, f"fire of {who}", rule=rule)), rule=rule)
    if led:
        roll.add("Leader", LED, rule=R["8.4a"])
    found = umpire.look_up("raf", firepower=firepower, roll=roll.total, rule=rule)
    return Fire(int(found.result), bool(found.critical))
