"""Ground initiative (10.2): who acts next, by side, by formation in alternation, by drawing formations, or as
planned with chits drawn for the sides."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.acting import action, actioned
from adjudication.systems.ows.ground.formations import formations, ground_war
from adjudication.systems.ows.status import sides
from domain.table.state import State

R = citations("ows", __file__)


def to_choose(state: State) -> str:
    """The side that has to say which of its formations acts next; empty where the method says it."""
    return ""


def next_action(umpire: Umpire) -> str:
    """The step that follows: that of the next actioning unit, or of the rear area when all have acted."""
    state = umpire.state
    if not ground_war(state):
        return "rear area"
    for side in sides(state):
        left = tuple(each.id for each in formations(state, side) if each.id not in actioned(state))
        if left:
            action(umpire, side, left, rule=R["10.2.1"])
            return "prep fires"
    return "rear area"


def begin(umpire: Umpire) -> None:
    """A side is to choose."""


def end(umpire: Umpire) -> None:
    """It has chosen."""


KINDS: tuple[OrderKind, ...] = ()
