"""The sequence of play (4): preparation and deployment (3), then in each turn a support, a movement and a
combat phase of either side and the turn end, until the Old City is cleared or turn 12 is over (4.2)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import adjudication.systems.nineveh.course.setup as setup
import adjudication.systems.nineveh.course.support as support
import adjudication.systems.nineveh.course.turn_end as turn_end
import adjudication.systems.nineveh.course.victory as victory
import adjudication.systems.nineveh.fighting.combat as combat
import adjudication.systems.nineveh.moving.movement as movement
import adjudication.systems.nineveh.solitaire.council as council
import adjudication.systems.nineveh.solitaire.placement as placement
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import LegalOrders, Order, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.asking import alone
from adjudication.systems.nineveh.table.blocks import DAESH, ISF
from adjudication.systems.nineveh.table.hits import TIME
from adjudication.systems.nineveh.table.phases import COMBAT, DEPLOYMENT, MOVEMENT, PREPARATION, SUPPORT
from domain.errors import IllegalOrder
from domain.table.state import State

R = citations("nineveh", __file__)
T = texts("nineveh")

LAST_TURN = 12


class Step(NamedTuple):
    """A phase of one side. begins, ends: what happens then. waits: what must be done before it may end,
    or nothing."""

    name: str
    side: str
    rule: str
    begins: Callable[[Umpire], None]
    ends: Callable[[Umpire], None]
    waits: Callable[[State], Why]


def player_turn(side: str) -> tuple[Step, ...]:
    """The three phases of a player-turn (4.1)."""
    return (
        Step(SUPPORT, side, R["4.1"], support.begin, support.end, support.waits),
        Step(MOVEMENT, side, R["4.1.2"], movement.begin, movement.end, movement.waits),
        Step(COMBAT, side, R["4.1.3a"], combat.begin, combat.end, combat.waits),
    )


BEFORE = (
    Step(PREPARATION, "", R["3.0a"], setup.begin_preparation, setup.end_preparation, setup.preparing),
    Step(DEPLOYMENT, ISF, R["3.3a"], setup.begin_deployment, setup.end_deployment, setup.deploying),
    Step(DEPLOYMENT, DAESH, R["3.3a"], setup.begin_deployment, setup.end_deployment, setup.deploying),
)
PHASES = (PREPARATION, DEPLOYMENT, SUPPORT, MOVEMENT, COMBAT)


@dataclass(frozen=True, slots=True)
class Proceed:
    """End the phase (4.1)."""

    side: str


COUNCIL = (
    Step(SUPPORT, DAESH, R["10.2b"], council.begin_support, council.no_more, council.never_waits),
    Step(MOVEMENT, DAESH, R["10.2b"], council.begin_movement, council.no_more, council.never_waits),
    Step(COMBAT, DAESH, R["10.2b"], council.begin_combat, council.end_turn, council.never_waits),
)
"""The Daesh player-turn of the solitaire game (10.2)."""
ALONE = (
    *BEFORE[:-1],
    Step(DEPLOYMENT, DAESH, R["10.1i"], placement.begin, setup.end_deployment, council.never_waits),
)
"""Preparation and deployment of the solitaire game (10.1)."""


def turn(state: State) -> tuple[Step, ...]:
    """The phases of a game turn: ISF first (4.0b), in the solitaire game Daesh (10.2a)."""
    if alone(state):
        return (*COUNCIL, *player_turn(ISF))
    return (*player_turn(ISF), *player_turn(DAESH))


def steps(state: State) -> tuple[Step, ...]:
    """The phases of this game turn, or those before the first."""
    if state.turn:
        return turn(state)
    return ALONE if alone(state) else BEFORE


def begin(umpire: Umpire) -> None:
    """Check the scenario, lay the decks, and begin the preparation (3.0)."""
    setup.lay(umpire)
    if alone(umpire.state):
        council.lay(umpire)
        placement.head_start(umpire)
    enter(umpire, 0, BEFORE[0])


def enter(umpire: Umpire, turn: int, step: Step) -> None:
    """Begin a phase."""
    umpire.enter_phase(turn, step.name, side=step.side, rule=step.rule)
    step.begins(umpire)


def now(state: State) -> Step:
    """The phase that is on."""
    return next(step for step in steps(state) if (step.name, step.side) == (state.phase, state.side))


def proceed(umpire: Umpire, order: Proceed) -> None:
    """End the phase; after the last of a turn comes the turn end (4.1.4). In the solitaire game Daesh first
    fights its next combat."""
    state = umpire.state
    if council.to_fight(state):
        council.fight_next(umpire)
        return
    now(state).ends(umpire)
    if victory.is_over(umpire):
        return
    step = now(umpire.state)
    order_of_play = steps(state)
    place = order_of_play.index(step) + 1
    if place < len(order_of_play):
        enter(umpire, state.turn, order_of_play[place])
    elif not state.turn:
        enter(umpire, 1, turn(state)[0])
    else:
        turn_end.turn_end(umpire)
        if state.turn >= LAST_TURN:
            victory.end(umpire, T("turn 12 is over"), rule=R["4.2b"])
        else:
            umpire.score(TIME, 1, why=T("turn end"), rule=R["4.1.4d"])
            enter(umpire, umpire.state.track(TIME), turn(state)[0])


def who(state: State) -> tuple[str, ...]:
    """Who may end the phase: the side whose it is; in the preparation either, in solitaire games the ISF."""
    if alone(state):
        return (ISF,)
    return (state.side,) if state.side else (ISF, DAESH)


def waiting(state: State) -> Why:
    """What must be done first."""
    return now(state).waits(state)


def whole(procedure: Callable[[Umpire, Any], None]) -> Callable[[Umpire, Any], None]:
    """An order's procedure, refused for Daesh where the rules play it (10.1f); after it the game ends at once
    where the Old City is clear (4.2a)."""

    def checked(umpire: Umpire, order: Any) -> None:
        if order.side == DAESH and alone(umpire.state):
            raise IllegalOrder("solitaire", R["10.1f"], T("the rules play Daesh in the solitaire game"))
        procedure(umpire, order)
        victory.is_over(umpire)

    return checked


def by_players_alone(listing: Callable[[State], LegalOrders]) -> Callable[[State], LegalOrders]:
    """The list of legal orders without those of Daesh, where the rules play it (10.1f)."""

    def listed(state: State) -> LegalOrders:
        found = listing(state)
        if not alone(state):
            return found
        return LegalOrders([part for part in found.parts if part.side != DAESH])

    return listed


PROCEED = Legality(
    only("side", who, "turn", R["4.1"], "the other side's phase"),
    insist(lambda state: not now(state).waits(state), "unfinished", R["4.1"], waiting),
    sides=who,
)
KINDS = (OrderKind("proceed", Proceed, proceed, R["4.1"], "end the phase", legality=(PROCEED,)),)


def proceed_order(state: State) -> Order | None:
    """The order that ends the phase, when it may end now."""
    side = who(state)[0]
    return Order(side, "proceed") if PROCEED.refusal(state, side, {}) is None else None
