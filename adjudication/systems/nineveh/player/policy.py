"""The policy `sensible`: each phase has its part of the player."""

import random
from typing import Any

import adjudication.systems.nineveh.player.answering as answering
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.umpire import Question
from adjudication.systems.nineveh.moving.hq import able, disrupted
from adjudication.systems.nineveh.player.judging import strength
from adjudication.systems.nineveh.player.moving import move
from adjudication.systems.nineveh.player.starting import deploy, prepare
from adjudication.systems.nineveh.table.blocks import DAESH, ENEMY, ISF, number
from adjudication.systems.nineveh.table.phases import COMBAT, DEPLOYMENT, MOVEMENT, PREPARATION, SUPPORT
from domain.table.state import State

KEPT_BACK = 0.15
"""How often a card that could be used is kept for a better moment."""


class SensiblePolicy:
    """Plays either side, from what that side knows."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The next order; to end the phase where nothing is left to do. In the enemy's turn a side uses cards
        alone."""
        if state.side and all(part.side != state.side or part.name == "proceed" for part in legal.parts):
            return _use(state, legal, chance) or _end(legal)
        match state.phase:
            case phase if phase == PREPARATION:
                order = prepare(state, ISF, legal, chance) or prepare(state, DAESH, legal, chance)
            case phase if phase == DEPLOYMENT:
                order = deploy(state, state.side, legal, chance)
            case phase if phase == SUPPORT:
                order = _rally(state) or _produce(legal, chance) or _use(state, legal, chance)
            case phase if phase == MOVEMENT:
                order = _use(state, legal, chance) or move(state, state.side, chance)
            case phase if phase == COMBAT:
                order = _use(state, legal, chance) or _fight(state, legal)
            case _:
                order = None
        return order or _end(legal)

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """What is suggested, or what hurts its side least."""
        return answering.answer(question, state, chance)


def _end(legal: LegalOrders) -> Order:
    """To end the phase; where that is not allowed, any order."""
    for part in legal.parts:
        if part.name == "proceed":
            return Order(part.side, "proceed")
    return legal[0]


def _rally(state: State) -> Order | None:
    """Every disrupted unit that an HQ can reach."""
    for hq in able(state, state.side):
        for unit in disrupted(state, state.side, hq):
            return Order(state.side, "rally", {"hq": hq, "unit": unit})
    return None


def _produce(legal: LegalOrders, chance: random.Random) -> Order | None:
    """Each production unit tries something."""
    found = [order for part in legal.parts if part.name == "produce" for order in LegalOrders([part])]
    return chance.choice(found) if found else None


def _use(state: State, legal: LegalOrders, chance: random.Random) -> Order | None:
    """A card, aimed at the area where the enemy is strongest among those where one's own side fights, or can
    be hurt; now and then it is kept."""
    found = [order for part in legal.parts if part.name == "use" for order in LegalOrders([part])]
    if not found or chance.random() < KEPT_BACK:
        return None
    return max(found, key=lambda order: (_promise(state, order), str(order.arguments)))


def _promise(state: State, order: Order) -> int:
    """How much a card promises in the area at which it is aimed."""
    area = order.arguments.get("at")
    if area is None:
        return 1
    there = strength(state, order.side, ENEMY[order.side], area)
    return there * (3 if number(state, order.side, area) else 1)


def _fight(state: State, legal: LegalOrders) -> Order | None:
    """The next combat, the surest first."""
    found = [order for part in legal.parts if part.name == "fight" for order in LegalOrders([part])]
    side = state.side

    def sure(order: Order) -> tuple[int, str]:
        area = order.arguments["area"]
        return strength(state, side, side, area) - strength(state, side, ENEMY[side], area), area

    return max(found, key=sure, default=None)
