"""The Operations Phase (6.0): who conducts the next mission, passing, and the end of the phase."""

from collections.abc import Callable
from typing import Any

import adjudication.systems.somalia.missions.bandit_moves as bandit_moves
import adjudication.systems.somalia.missions.convoys as convoys
import adjudication.systems.somalia.missions.critical as critical
import adjudication.systems.somalia.missions.development as development
import adjudication.systems.somalia.missions.flush as flush
import adjudication.systems.somalia.missions.raids as raids
import adjudication.systems.somalia.optional_rules.several as attacks
import adjudication.systems.somalia.politics.victory as victory
import adjudication.systems.somalia.table.famine as famine
from adjudication.engine.legality import Legality
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import GANG, has_acted, on_map
from adjudication.systems.somalia.table.phases import OPERATIONS
from adjudication.systems.somalia.table.sides import BASE, UN, bandits, game, plays_base, several
from adjudication.systems.somalia.table.turns import (
    IN_TURN,
    PASSED,
    TO_ACT,
    Pass,
    acting,
    conducted,
    offered_again,
)
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

CHOOSER = Mark[str]("chooses who acts")
"""Mark of the game: which of several Bandit players says who acts next (11.21b)."""


def begin(umpire: Umpire) -> None:
    """The Bandit player says who acts first (6.0a); of several the one with the most units acts (11.21a)."""
    if not several(umpire.state):
        _next(umpire)
        return
    first = _most_units(umpire)
    umpire.mark("game", CHOOSER, first, rule=R["11.21a"])
    umpire.mark("game", TO_ACT, first, rule=R["11.21a"])


def _most_units(umpire: Umpire) -> str:
    """The Bandit player with the most units. Players that are level roll dice until one is higher: each is
    equally likely to be that one, so one of them is picked."""
    state = umpire.state
    number = {side: sum(gang.side == side for gang in on_map(state, GANG)) for side in bandits(state)}
    level = [side for side in number if number[side] == max(number.values())]
    return str(umpire.pick(level, T("who of the Bandit players acts first"), rule=R["11.21a"]))


def is_over(state: State) -> bool:
    """Whether the phase has come to its end (6.0b)."""
    return game(state) == BASE and state.phase == OPERATIONS and not acting(state) and state.verdict is None


def mission(procedure: Callable[[Umpire, Any], None]) -> Callable[[Umpire, Any], None]:
    """The procedure of a mission, after which somebody is next."""

    def and_then(umpire: Umpire, order: Any) -> None:
        procedure(umpire, order)
        after_mission(umpire, order.side)

    return and_then


def after_mission(umpire: Umpire, side: str) -> None:
    """A mission is over: the gangs come that critical hits have brought, then play stops, or somebody is next
    (6.0a, 6.3b, 9.0a)."""
    critical.reinforce(umpire)
    conducted(umpire)
    if victory.over(umpire):
        return
    if several(umpire.state) and side != UN:
        umpire.mark("game", CHOOSER, side, rule=R["11.21b"])
    _next(umpire)


def pass_(umpire: Umpire, order: Pass) -> None:
    """The side does nothing now, which does not bind it later (6.0b)."""
    passed = [*umpire.state.mark("game", PASSED, []), order.side]
    umpire.mark("game", PASSED, passed, rule=R["6.0b"])
    if several(umpire.state) and order.side != UN:
        umpire.mark("game", CHOOSER, order.side, rule=R["11.21b"])
    _next(umpire)


def _next(umpire: Umpire) -> None:
    """Who conducts the next mission: the Bandit player says so where there is a choice; nobody where nobody
    can, or all have passed, and the phase is over."""
    state = umpire.state
    sides = candidates(state)
    best = UN if UN in sides else sides[0] if sides else ""
    if sides:
        sides += [side for side in offered_again(state, _chooser(state)) if is_able(state, side)]
    if not sides:
        umpire.unmark("game", TO_ACT, PASSED, CHOOSER, rule=R["6.0b"])
        return
    rule = R["11.21b"] if several(state) else R["6.0a"]
    if len(sides) == 1 or not acting(state):
        umpire.mark("game", TO_ACT, best, rule=rule)
    if len(sides) > 1:
        umpire.afterwards(_name, tuple(sides), best, rule)


def _chooser(state: State) -> str:
    """The Bandit player who says who acts next (6.0a, 11.21b)."""
    return str(state.mark("game", CHOOSER) or bandits(state)[0])


def _name(umpire: Umpire, sides: tuple[str, ...], best: str, rule: str) -> None:
    """The Bandit player names one of these sides. Odds of a mission end before that."""
    who = umpire.choose(
        _chooser(umpire.state),
        T("who conducts the next mission"),
        sides,
        suggest=best,
        because=T("gangs that have not acted can ambush") if best == UN else "",
        rule=rule,
    )
    umpire.mark("game", TO_ACT, who, rule=rule)


def candidates(state: State) -> list[str]:
    """The sides that may be named: those that can conduct a mission and have not passed since the last one.
    Of several Bandit players the one who chooses names himself only where nobody else is left (11.21b)."""
    passed = state.mark("game", PASSED, [])
    sides = [side for side in (*bandits(state), UN) if side not in passed and is_able(state, side)]
    chooser = state.mark("game", CHOOSER)
    return [side for side in sides if side != chooser] or sides


@derived
def is_able(state: State, side: str) -> bool:
    """Whether a side can conduct a mission: it has a gang that has not acted, or the UN a Convoy to place, a
    Flush or a Development to conduct (6.0b)."""
    if side == UN:
        return convoys.possible(state) or flush.possible(state) or development.possible(state)
    return any(gang.side == side and not has_acted(state, gang) for gang in on_map(state, GANG))


def pass_order(state: State) -> Order | None:
    """The order by which the side in turn passes."""
    sides = acting(state)
    return Order(sides[0], "pass") if sides and state.phase == OPERATIONS else None


def what_passing_risks(state: State, order: Order) -> str:
    """The Convoys that are still owed: the game is forfeited if the phase ends so (8.8d)."""
    missing = famine.owed(state) if order.side == UN else ()
    if not missing:
        return ""
    zones = ", ".join(state.board.spaces[zone].name for zone in missing)
    return f"Convoys are owed to {zones}: if the phase ends without them, the UN player forfeits the game."


PASS = Legality(
    IN_TURN,
    sides=acting,
    phases=(OPERATIONS,),
    played=plays_base,
    elsewhere=R["6.0b"],
)
MISSIONS = (convoys, flush, development, raids, bandit_moves, attacks)
KINDS = (
    *(kind._replace(procedure=mission(kind.procedure)) for chapter in MISSIONS for kind in chapter.KINDS),
    OrderKind(
        "pass", Pass, pass_, R["6.0b"], "conduct no mission now", legality=(PASS,), costs=what_passing_risks
    ),
)
