"""The dice ladder and the one method of adjudication (2.1): a die, promoted and demoted, against a number."""

from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

LADDER = (4, 6, 8, 10, 12, 16, 20)
"""The rungs, weakest first (2.1). Their colours are in `words.json`, for those who roll dice on the table."""
SENSOR_CEILING = 12
"""No die against a submarine or a stealth aircraft is larger (6.4.4b, 6.5.7)."""
MOST_HITS = 4
"""Of one attack roll; torpedoes have no such limit (2.1.1.3, 9.9.5.4)."""


class Shift(NamedTuple):
    """A promotion (more than 0) or demotion (less) of a die: what for, how many rungs, by which rule."""

    label: Text
    rungs: int
    rule: str


def shifted(die: int, rungs: int, ceiling: int = 20) -> int:
    """The die so many rungs up the ladder, clamped to its ends; a ceiling holds for the final die
    (2.1.1.1)."""
    place = min(max(LADDER.index(die) + rungs, 0), len(LADDER) - 1)
    return min(LADDER[place], ceiling)


def modified(
    umpire: Umpire,
    die: int,
    shifts: list[Shift],
    what: Text,
    *,
    ceiling: int = 20,
    audience: tuple[str, ...] | None = None,
) -> int:
    """The final die: each promotion and demotion is logged by itself, then the net number of rungs is applied
    once (2.1.1.1)."""
    if not shifts:
        return min(die, ceiling)
    net = umpire.sum(T("promotions of a die", die=die, roll=what), audience=audience)
    for shift in shifts:
        net.add(shift.label, shift.rungs, rule=shift.rule)
    return shifted(die, net.total, ceiling)


def hits(roll: int, in_force: int, printed: int, most: int = MOST_HITS) -> int:
    """How many hits a roll scores: none below the number in force, else one for each time the printed red
    shield goes into it, at least one (2.1.1.3). A shield of 0 is beaten once by any roll."""
    if roll < in_force:
        return 0
    return max(1, min(most, roll // printed)) if printed else 1


def target_of(chance: int) -> int:
    """The number to meet on a D10 for a chance in percent: 50 % is 6 or more (2.1.1.4, 11.7)."""
    return 11 - (chance + 5) // 10
