"""The games of Somalia that the contract asks about."""

import random

from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import RandomPolicy
from domain.table.state import State
from tests.contract.held import Held, Play
from tests.table import Table


class Dutiful(RandomPolicy):
    """Any order, but Convoys that are owed first, and a pass now and then: else the UN forfeits in turn 1."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        parts = [part for part in legal.parts if part.name == "convoy"]
        if not parts and chance.random() < 0.8:
            parts = [part for part in legal.parts if part.name != "pass"]
        return super().order(state, LegalOrders(parts) if parts else legal, chance)


def dutiful(scenario: str, talks: bool, brief: bool) -> Play:
    """A game of the base rules that goes on for some turns."""
    options = {"talks": talks}
    return Play(
        f"somalia {scenario}",
        lambda seed: Table("somalia", scenario, options, seed=seed).session,
        lambda seed: Dutiful(but=("resign",)),
        before_turn=3,
        brief=brief,
        hides=False,
    )


def later(scenario: str) -> Play:
    """A game of a later war."""
    return Play(
        f"somalia {scenario}",
        lambda seed: Table("somalia", scenario, seed=seed).session,
        before_turn=10,
        seeds=6,
        brief=True,
        hides=False,
    )


HELD = Held(
    plays=(
        Play("somalia", lambda seed: Table("somalia", seed=seed).session),
        dutiful("unosom", talks=True, brief=True),
        dutiful("two-bandits", talks=False, brief=True),
        dutiful("three-bandits", talks=True, brief=False),
        later("war-2006"),
        later("courts-2006"),
    ),
)
