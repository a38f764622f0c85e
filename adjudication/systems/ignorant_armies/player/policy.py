"""Policies for studies of the calendar: one that lets the front stand, one whose armies come and go."""

import random
from typing import Any

from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.umpire import Question
from adjudication.systems.ignorant_armies.foreign_powers.tanker_war import rollers
from adjudication.systems.ignorant_armies.table.sides import IRAN, year
from adjudication.systems.ignorant_armies.table.turns import COMBATS, IRANIAN_MOVEMENT
from domain.table.state import State

FIRST_TANKERS = 1984
"""The year in which the Tanker War begins in earnest."""
FIRST_OFFENSIVE, CHANCE = 1982, 0.25
"""From when Iran attacks into Iraq, and how often a season."""
RAIDERS, HOME = "pasdaran-khorramshahr", "2531"
"""The unit that goes, and the hex from which it starts."""
GOALS = ("2334", "2334", "2332", "1622", "1623", "1720", "1424", "1525")
"""Where its offensives go: Kuwait, Basra, the approaches of Baghdad, the holy sites."""


class CalendarPolicy:
    """Rolls for the Tanker War once a player-turn from 1984 on, and moves nobody."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The Tanker War roll, or the end of the phase."""
        if state.phase in COMBATS and year(state) >= FIRST_TANKERS and rollers(state):
            return Order(state.side, "tanker-war")
        return Order(state.side or "iraq", "proceed")

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """What is suggested, or any answer."""
        return question.suggested[0] if question.suggested else question.sample(chance)


class OffensivePolicy(CalendarPolicy):
    """As `calendar`; and from 1982 on one Iranian unit goes over the border in some seasons, and home in
    the next."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """An offensive now and then."""
        if state.phase == IRANIAN_MOVEMENT and year(state) >= FIRST_OFFENSIVE:
            away = state.pieces[RAIDERS].place != HOME
            goal = HOME if away else chance.choice(GOALS)
            move = Order(IRAN, "move", {"unit": RAIDERS, "to": goal})
            if (away or chance.random() < CHANCE) and move in legal:
                return move
        return super().order(state, legal, chance)
