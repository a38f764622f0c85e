"""Long-range strike actions (7.5.1, 9.8b, 9.9.2): how many a side has this turn, and how many it has used."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.space_and_cyber.space import c2
from adjudication.systems.ows.table.settings import number
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)

USED = Mark[int]("long-range actions", turns=1)
"""Mark of a side: the long-range strike actions that it has used this turn, SEAD among them (9.9.2)."""


def allowed_actions(state: State, side: str) -> int:
    """Long-range strike actions in a turn: the C2 number, unless the scenario sets another (9.8b)."""
    return number(state, "strike_actions") or c2(state, side)


def actions_left(state: State, side: str) -> int:
    """Long-range strike actions that a side may still take this turn."""
    return max(0, allowed_actions(state, side) - state.mark(side, USED, 0))


def spend_action(umpire: Umpire, side: str, *, rule: str) -> None:
    """A side uses one of its long-range strike actions."""
    state = umpire.state
    umpire.mark(side, USED, state.mark(side, USED, 0) + 1, rule=rule)
