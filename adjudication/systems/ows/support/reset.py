"""What resets by itself when the turn ends (2.2.2.4, 11.8): munitions with the curved arrow, and artillery
and air defence as the scenario says."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.counters import AMMUNITION, GROUND, SPENT, Sheet, Shield, Weapon, sheet
from adjudication.systems.ows.table.ladder import target_of
from adjudication.systems.ows.table.settings import choice, number
from adjudication.systems.ows.table.status import sides
from domain.table.dice import D10
from domain.table.state import Piece

R = citations("ows", __file__)
T = texts("ows")

FIRES = ("artillery", "rocket", "air defence")
"""Types of ground units that 11.8 speaks of."""


def reset_fires(umpire: Umpire) -> None:
    """What has the curved arrow is reset; artillery and air defence as the scenario says (11.8)."""
    state = umpire.state
    for side in sides(state):
        for id in [id for id in state.marked(SPENT) if state.pieces[id].side == side]:
            unit = umpire.state.pieces[id]
            if unit.kind.group == AMMUNITION:
                continue
            used = umpire.state.mark(id, SPENT, {})
            left = still_spent(umpire, unit, used)
            if left != used:
                umpire.mark(id, SPENT, left or None, rule=R["11.8a"] if fires(unit) else R["2.2.2.4"])


def still_spent(umpire: Umpire, unit: Piece, used: dict[str, int]) -> dict[str, int]:
    """What stays spent of a unit's munitions when the turn ends."""
    state = umpire.state
    if fires(unit):
        way = choice(state, "fires_reset")
        if way == "all" or (way == "roll" and supplied_by_roll(umpire, unit)):
            return {}
        if way in ("none", "roll"):
            return used
    returning = {item.id for item in munitions(sheet(unit)) if item.returns}
    return {id: count for id, count in used.items() if id not in returning}


def supplied_by_roll(umpire: Umpire, unit: Piece) -> bool:
    """Whether an artillery or air defence unit is resupplied this turn, where the scenario has it rolled."""
    target = target_of(number(umpire.state, "fires_reset_chance"))
    what = T("resupply by roll", unit=unit.id, least=target)
    return umpire.roll_at_least(target, D10, what, rule=R["11.8a"], audience=(unit.side,))


def fires(unit: Piece) -> bool:
    """Whether it is an artillery or air defence unit (11.8)."""
    if unit.kind.group != GROUND:
        return False
    return sheet(unit).artillery or sheet(unit).type in FIRES


def munitions(read: Sheet) -> tuple[Weapon | Shield, ...]:
    """The weapons and shields of a counter."""
    return (*read.weapons, *read.shields)
