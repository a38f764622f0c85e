"""How the war ends before its calendar does: a ceasefire, a coup in Baghdad, the Sword of Allah."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.table.holy_sites import both_held
from adjudication.systems.ignorant_armies.table.index import level, points, stop
from adjudication.systems.ignorant_armies.table.sides import (
    HELD,
    IRAN,
    IRAQ,
    in_effect,
    kind_of,
    places,
    units,
)
from domain.table.dice import D6
from domain.table.state import State
from domain.texts import Text

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

BAGHDAD = "1521"


def ceasefire(umpire: Umpire, why: Text, *, rule: str) -> None:
    """The game ends, and victory is judged from the index as it stands."""
    stop(umpire, T("ceasefire that was agreed", why=why), rule=rule)


def no_coup(state: State) -> str:
    """A coup attempt is void while the victory level is zero or favours Iraq."""
    return "" if level(state) > 0 else "the victory level does not favour Iran"


def coup(umpire: Umpire) -> None:
    """One die against the Iranian victory level (event.66)."""
    total = umpire.sum(T("coup attempt"))
    total.add(T("die"), umpire.roll(D6, T("coup attempt"), rule=R["event.66"]), rule=R["event.66"])
    state = umpire.state
    if guarded(state):
        total.add(T("Republican Guard division in Baghdad"), 1, rule=R["event.66"])
    if in_effect(state):
        total.add(T("Joint Arab intervention"), 2, rule=R["ja.coup-modifier"])
    if total.total <= level(state):
        umpire.declare(
            IRAN, T("decisive victory: Saddam Hussein is overthrown in a coup"), rule=R["event.66"]
        )
    elif total.total == level(state) + 1:
        points(umpire, IRAQ, 1, T("the coup fails narrowly"), rule=R["event.66"])


def guarded(state: State) -> bool:
    """Whether a Republican Guard division of two steps or more stands in Baghdad, and no Iranian unit
    within two hexes."""
    guards = any(
        unit.place == BAGHDAD and kind_of(unit) == "republican guard" and unit.steps >= 2
        for unit in units(state, IRAQ)
    )
    return guards and not places(state, IRAN).intersection(state.board.within(BAGHDAD, 2))


def sword_of_allah(umpire: Umpire) -> None:
    """Both holy sites were Iranian when the Iraqi player-turn began, and still are at its end: if the
    units there are in supply, Iran wins at once. Supply is a matter of the base game; people say
    (holy.sword-of-allah)."""
    state = umpire.state
    if not (state.options["holy_sites"] and state.mark("game", HELD) and both_held(state)):
        return
    if umpire.judge(
        T("whether the holy sites are in supply"),
        [True, False],
        suggest=True,
        because=T("nothing recorded cuts them off"),
        rule=R["holy.sword-of-allah"],
    ):
        umpire.declare(IRAN, T("super-decisive victory: the Sword of Allah"), rule=R["holy.sword-of-allah"])
