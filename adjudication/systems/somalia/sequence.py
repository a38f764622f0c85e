"""The sequence of play (3): deployment, then turns of random event, logistics, operations and politics, each
third turn with its Seasonal Interphase, until play stops (9.0a). The later scenarios have a sequence of their
own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import adjudication.systems.somalia.between_turns.deployment as deployment
import adjudication.systems.somalia.between_turns.interphase as interphase
import adjudication.systems.somalia.between_turns.supply as supply
import adjudication.systems.somalia.later.courts as courts
import adjudication.systems.somalia.later.season as later_season
import adjudication.systems.somalia.later.war as war
import adjudication.systems.somalia.operations as operations
import adjudication.systems.somalia.politics.political as political
import adjudication.systems.somalia.politics.victory as victory
import adjudication.systems.somalia.random_events.events as events
import adjudication.systems.somalia.table.famine as famine
from adjudication.engine.legality import Legality, only, unless
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.later.phases import PHASES as LATER_PHASES
from adjudication.systems.somalia.table.phases import (
    DEPLOYMENT,
    EVENTS,
    LOGISTICS,
    OPERATIONS,
    POLITICAL,
    SEASON,
    TERRORISM,
)
from adjudication.systems.somalia.table.sides import BASE, COURTS_2006, UN, WAR_2006, bandits, game
from domain.table.state import State

R = citations("somalia", __file__)

PHASES = (DEPLOYMENT, EVENTS, LOGISTICS, OPERATIONS, POLITICAL, TERRORISM, SEASON, *LATER_PHASES)


@dataclass(frozen=True, slots=True)
class Proceed:
    """End the deployment, or the Terrorism of the season."""

    side: str


def begin(umpire: Umpire) -> None:
    """The set-up of the game that is played (10)."""
    match game(umpire.state):
        case which if which == COURTS_2006:
            courts.begin(umpire)
        case which if which == WAR_2006:
            war.begin(umpire)
        case _:
            umpire.enter_phase(0, DEPLOYMENT, side=bandits(umpire.state)[0], rule=R["10.0a"])
            deployment.begin(umpire)


def begin_turn(umpire: Umpire, turn: int) -> None:
    """A turn of the base game, up to its first mission. Turn 1 has no random event (10.0e)."""
    political.begin_turn(umpire)
    if turn > 1:
        umpire.enter_phase(turn, EVENTS, rule=R["3.0a"])
        events.roll(umpire)
        if victory.over(umpire):
            return
    umpire.enter_phase(turn, LOGISTICS, rule=R["3.0b"])
    supply.income(umpire)
    umpire.enter_phase(turn, OPERATIONS, rule=R["3.0c"])
    operations.begin(umpire)
    if operations.is_over(umpire.state):
        operations_over(umpire)


def goes_on(procedure: Callable[[Umpire, Any], None]) -> Callable[[Umpire, Any], None]:
    """An order's procedure, and what follows where the Operations Phase is over after it (6.0b)."""

    def and_then(umpire: Umpire, order: Any) -> None:
        procedure(umpire, order)
        if operations.is_over(umpire.state):
            operations_over(umpire)

    return and_then


def operations_over(umpire: Umpire) -> None:
    """What follows the Operations Phase: forfeiture, the Political Phase, on every third turn the Seasonal
    Interphase, and the next turn (3.0d, 3.0e, 3.0i)."""
    if victory.over(umpire) or famine.forfeited(umpire):
        return
    turn = umpire.state.turn
    umpire.enter_phase(turn, POLITICAL, rule=R["3.0d"])
    political.settle(umpire)
    if turn % 3:
        end_turn(umpire)
        return
    interphase.begin(umpire)
    umpire.enter_phase(turn, TERRORISM, side=bandits(umpire.state)[0], rule=R["3.0g"])


def end_turn(umpire: Umpire) -> None:
    """The turn is over: the game too, if it was the last (3.0i)."""
    famine.a_turn_less(umpire)
    if not victory.last_turn(umpire):
        begin_turn(umpire, umpire.state.turn + 1)


def proceed(umpire: Umpire, order: Proceed) -> None:
    """End the deployment or the Terrorism; several Bandit players one after the other."""
    state = umpire.state
    players = bandits(state)
    after = players.index(order.side) + 1
    if after < len(players):
        umpire.enter_phase(state.turn, state.phase, side=players[after], rule=R["11.2a"])
    elif state.phase == DEPLOYMENT:
        deployment.end(umpire)
        begin_turn(umpire, 1)
    else:
        umpire.enter_phase(state.turn, SEASON, rule=R["3.0h"])
        interphase.rotate_and_recruit(umpire)
        if not victory.over(umpire):
            end_turn(umpire)


def who(state: State) -> tuple[str, ...]:
    """The Bandit player whose it is."""
    return (state.side,)


def waiting(state: State) -> Why:
    """What must be done first."""
    return deployment.waits(state) if state.phase == DEPLOYMENT else ""


PROCEED = Legality(
    only("side", who, "turn", R["3.0c"], "cannot end this phase"),
    unless(waiting, "unfinished", R["10.0a"]),
    sides=who,
    phases=(DEPLOYMENT, TERRORISM),
    elsewhere=R["6.0b"],
)
KINDS = (OrderKind("proceed", Proceed, proceed, R["3.0i"], "end the phase", legality=(PROCEED,)),)


def proceed_order(state: State) -> Order | None:
    """The order that ends the phase: in the Operations Phase to pass."""
    if game(state) != BASE:
        return later_season.proceed_order(state)
    if state.phase == OPERATIONS:
        return operations.pass_order(state)
    side = state.side or UN
    return Order(side, "proceed") if PROCEED.refusal(state, side, {}) is None else None
