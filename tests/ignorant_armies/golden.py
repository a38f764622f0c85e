"""A war to its end, with offensives, fighting, builds and intervention, as everybody reads it.

    python -m tests.ignorant_armies.golden > tests/golden/ignorant-armies.txt

writes it anew; read the difference before it is committed.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from adjudication.systems.ignorant_armies.player.policy import OffensivePolicy
from domain.table.state import State
from tests.table import Table
from tests.transcripts import transcript

GOLDEN = Path(__file__).parent.parent / "golden" / "ignorant-armies.txt"
SEED = 7
READER = "iran"
VIEWERS = ("iraq", "iran", "white")
ANY_ORDER = 0.2
"""How often any legal order is given instead of the policy's."""


class Busy(OffensivePolicy):
    """As `offensives`, and now and then any other order: attacks, missiles, builds, losses."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """Mostly the policy's order."""
        if state.side and chance.random() < ANY_ORDER:
            fewer = LegalOrders([part for part in legal.parts if part.name != "move"])
            return RandomPolicy().order(state, fewer, chance)
        return super().order(state, legal, chance)


def played(seed: int = SEED) -> Iterator[Session]:
    """The game after each order, to its end."""
    session = Table("ignorant-armies", seed=seed, begun=False).session
    player, chance = Busy(), random.Random(seed)
    session.people = PolicyPeople({}, player, chance)
    session.begin()
    yield session
    while session.state.verdict is None:
        session.order(player.order(session.state, session.legal(), chance))
        yield session


def golden() -> str:
    """The whole war as one side reads it, with the table in each new year."""
    return transcript(
        played(),
        (READER,),
        lambda state: f"turn {state.turn_name()}, {state.phase}",
        lambda before, state: state.date(before.turn).year != state.date().year,
    )


if __name__ == "__main__":
    print(golden(), end="")
