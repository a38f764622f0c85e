"""Strike plans (8.7): after all ISR each side settles its targets, in the order in which it wants to attack
them."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, never, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sensing.sensors import printed_radar
from adjudication.systems.ows.table.status import detected, enemy_of, on_map
from adjudication.systems.ows.turn.allocations import actions_left
from adjudication.systems.ows.turn.turns import acting
from domain.events.seen import knows
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import State

R = citations("ows", __file__)

PHASE = "strike plans"
TARGETS = Mark[list[list[str]]]("targets", turns=1, seen_by=OWNER)
"""Mark of a side: the targets that it has settled this turn, [unit, means] each, the first in its plan
first."""
STRIKE, SEAD = "strike", "SEAD"


@dataclass(frozen=True, slots=True)
class Target:
    """Put a detected unit at the end of the target list (8.7)."""

    side: str
    target: Contact
    means: str = STRIKE


@dataclass(frozen=True, slots=True)
class Drop:
    """Take a unit off the target list (8.7)."""

    side: str
    target: Contact


def begin(umpire: Umpire) -> None:
    """Both sides review what was detected; the scenario's timer for the phase gives them time (8.7a)."""


def end(umpire: Umpire) -> None:
    """The lists stand until the turn ends."""


def needed(state: State) -> bool:
    """There is always something to plan: fixed installations are detected at all times (8.3.1)."""
    return True


def listed(state: State, side: str) -> list[str]:
    """The units on a side's target list, the first to attack first."""
    return [unit for unit, _ in state.mark(side, TARGETS, [])]


@derived
def targetable(state: State, side: str) -> tuple[str, ...]:
    """The enemy's units that a side may strike: those detected (2.3.3, 9.9.4)."""
    units = (state.pieces[id] for id in on_map(state, enemy_of(state, side)))
    return tuple(unit.id for unit in units if knows(side, state.who_knows(unit.id)) and detected(state, unit))


def to_target(state: State, side: str) -> tuple[str, ...]:
    """The units listed as targets, until the plan has one for each strike action that is left."""
    return targetable(state, side) if len(listed(state, side)) < actions_left(state, side) else ()


def means_against(state: State, target: str) -> tuple[str, ...]:
    """How a unit may be attacked: SEAD is for ships, ground units and facilities whose counter has a radar;
    whether it radiates is not asked."""
    unit = state.pieces.get(target)
    return (STRIKE, SEAD) if unit is not None and printed_radar(unit) >= 0 else (STRIKE,)


def put_on_list(umpire: Umpire, order: Target) -> None:
    """The unit comes last in the plan."""
    plan = [*umpire.state.mark(order.side, TARGETS, []), [order.target, order.means]]
    note(umpire, order.side, plan)


def drop(umpire: Umpire, order: Drop) -> None:
    """The unit is in the plan no more."""
    plan = [entry for entry in umpire.state.mark(order.side, TARGETS, []) if entry[0] != order.target]
    note(umpire, order.side, plan)


def note(umpire: Umpire, side: str, plan: list[list[str]]) -> None:
    """The plan is the side's own until the turn ends."""
    umpire.mark(side, TARGETS, plan or None, rule=R["8.7"])


KINDS = (
    OrderKind(
        "target",
        Target,
        put_on_list,
        R["8.7"],
        "put a detected unit on the target list",
        secret=True,
        legality=(
            Legality(
                only("target", targetable, "detected", R["2.3.3"], "not detected"),
                never("target", listed, "listed", R["8.7"], "on your target list already"),
                only("means", means_against, "means", R["8.7"], "not a way to attack it"),
                arguments={"target": to_target, "means": means_against},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.5.3"],
            ),
        ),
    ),
    OrderKind(
        "drop",
        Drop,
        drop,
        R["8.7"],
        "take a unit off the target list",
        secret=True,
        legality=(
            Legality(
                only("target", listed, "listed", R["8.7"], "not on your target list"),
                arguments={"target": listed},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.5.3"],
            ),
        ),
    ),
)
