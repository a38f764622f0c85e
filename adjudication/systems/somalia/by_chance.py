"""Play by chance that reaches the end of a game: nobody resigns, and the UN does not pass while a Convoy is
owed, which would forfeit the game (8.8d)."""

import random

import adjudication.systems.somalia.famine as famine
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.systems import RandomPolicy
from adjudication.systems.somalia.sides import UN
from adjudication.systems.somalia.turns import acting
from domain.table.state import State


class ByChance(RandomPolicy):
    """Takes any legal order with equal chances, but those that end the game."""

    def __init__(self) -> None:
        super().__init__(but=("resign",))

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """Any order; of the UN no pass while a Convoy is owed."""
        if acting(state) == (UN,) and famine.owed(state):
            legal = LegalOrders([part for part in legal.parts if (part.side, part.name) != (UN, "pass")])
        return super().order(state, legal, chance)
