"""The policies: `sensible` plays the UN and any Bandit player; play by chance that reaches the end of a
game."""

import random
from typing import Any

import adjudication.systems.somalia.player.gangs as gangs
import adjudication.systems.somalia.player.later as later
import adjudication.systems.somalia.player.replies as replies
import adjudication.systems.somalia.player.un as un
import adjudication.systems.somalia.table.famine as famine
from adjudication.engine.choices import Choices
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.register import citations
from adjudication.engine.umpire import Question
from adjudication.systems.somalia.table.phases import DEPLOYMENT, OPERATIONS, TERRORISM
from adjudication.systems.somalia.table.sides import BASE, UN, bandits, game
from adjudication.systems.somalia.table.turns import acting
from domain.table.state import State

R = citations("somalia", __file__)


class SensiblePolicy:
    """Plays any side; everything in this game is public."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The next order."""
        if game(state) != BASE:
            return later.order(state) or _end(legal)
        match state.phase:
            case phase if phase == DEPLOYMENT:
                order = gangs.deploy(state, state.side)
            case phase if phase == TERRORISM:
                order = gangs.terrorise(state, state.side)
            case phase if phase == OPERATIONS:
                order = _operations(state, legal)
            case _:
                order = None
        return order or _end(legal)

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """What suits the side, else what is suggested, else any answer."""
        if question.kind == "dice":
            return [1 + int(chance.random() * question.die) for _ in range(question.dice)]
        if game(state) != BASE:
            found = replies.answer(question, state)
            if found is not None:
                return found
        if question.suggested:
            return question.suggested[0]
        options = () if isinstance(question.options, Choices) else question.options
        if question.rule == R["8.7a"]:
            return un.wants_intervention(state)
        if question.rule == R["11.1c"]:
            return un.accepts_talks(state)
        if question.rule == R["8.61c"] and options:
            return gangs.where_new(state, [str(zone) for zone in options])
        return question.sample(chance)


def _operations(state: State, legal: LegalOrders) -> Order | None:
    """A mission of whoever is to act, or talks."""
    for side in bandits(state):
        order = gangs.order(state, side, legal)
        if order is not None:
            return order
    return un.order(state, legal) if acting(state) == (UN,) else None


def _end(legal: LegalOrders) -> Order:
    """To end the phase, or to pass; where that cannot be, any order."""
    for part in legal.parts:
        if part.name in ("proceed", "pass"):
            return Order(part.side, part.name)
    return legal[0]


class ByChance(RandomPolicy):
    """Takes any legal order with equal chances, but those that end the game: nobody resigns, and the UN does
    not pass while a Convoy is owed, which would forfeit it (8.8d)."""

    def __init__(self) -> None:
        super().__init__(but=("resign",))

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """Any order; of the UN no pass while a Convoy is owed."""
        if acting(state) == (UN,) and famine.owed(state):
            legal = LegalOrders([part for part in legal.parts if (part.side, part.name) != (UN, "pass")])
        return super().order(state, legal, chance)
