"""Who acts in the ground segment: the actioning unit (10.3), one formation or, where initiative goes by side,
all of a side's."""

from typing import NamedTuple, TypedDict

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.formations import formation_of
from adjudication.systems.ows.table.settings import choice
from adjudication.systems.ows.table.status import enemy_of, on_map
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)

BY_SIDE, BY_FORMATION, BY_DRAW, AS_PLANNED = "side", "formation", "draw", "planned"
"""The methods of ground initiative (10.2), as the option `ground_initiative` has them."""


class ActionNow(TypedDict):
    """The side and its formations that have the initiative."""

    side: str
    formations: list[str]


ACTIONING = Mark[ActionNow]("actioning unit")
"""Mark of the game: who has the initiative now."""
ACTIONED = Mark[list[str]]("actioned")
"""Mark of the game: the formations that have had their action in this Ground Phase."""
GROUND_PHASE = Mark[int]("ground phase")
"""Mark of the game: the number of the Ground Phase in this turn, where a turn has several."""


class Actioning(NamedTuple):
    """Who acts: a side and its formations, in the order in which they were named."""

    side: str
    formations: tuple[str, ...]


def actioning(state: State) -> Actioning | None:
    """Who acts now in the ground segment; None before and after."""
    mark = state.mark("game", ACTIONING)
    return Actioning(mark["side"], tuple(mark["formations"])) if mark else None


def actioning_side(state: State) -> str:
    """The side of the actioning unit; empty where there is none."""
    now = actioning(state)
    return now.side if now else ""


def opposing_side(state: State) -> str:
    """The side that it acts against; empty where nobody acts."""
    now = actioning(state)
    return enemy_of(state, now.side) if now else ""


def acts_now(state: State, unit: str) -> bool:
    """Whether a unit belongs to who acts now (10.2.3). Where a whole side acts, so does what belongs to no
    formation (10.2.1)."""
    now = actioning(state)
    if now is None or state.pieces[unit].side != now.side:
        return False
    own = formation_of(state, unit)
    return own in now.formations if own else choice(state, "ground_initiative") == BY_SIDE


@derived
def acting_units(state: State) -> tuple[str, ...]:
    """The units on the map that belong to who acts now, in the order of the scenario."""
    now = actioning(state)
    return tuple(id for id in on_map(state, now.side) if acts_now(state, id)) if now is not None else ()


def action(umpire: Umpire, side: str, formations: tuple[str, ...], *, rule: str) -> None:
    """These formations of a side have the initiative."""
    umpire.mark("game", ACTIONING, ActionNow(side=side, formations=list(formations)), rule=rule)


def action_done(umpire: Umpire, *, rule: str) -> None:
    """The actioning unit has had its action."""
    state = umpire.state
    now = actioning(state)
    assert now is not None
    done = [*state.mark("game", ACTIONED, []), *now.formations]
    umpire.mark("game", ACTIONED, done, rule=rule)
    umpire.mark("game", ACTIONING, None, rule=rule)


def actioned(state: State) -> tuple[str, ...]:
    """The formations that have had their action in this Ground Phase."""
    return tuple(state.mark("game", ACTIONED, []))
