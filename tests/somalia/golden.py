"""The first season of Somalia by the computer player, with talks, as everybody reads it.

    python -m tests.somalia.golden > tests/golden/somalia.txt

writes it anew; read the difference before it is committed.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.session import Session
from tests.table import Table
from tests.transcripts import transcript

GOLDEN = Path(__file__).parent.parent / "golden" / "somalia.txt"
SEED = 5
TURNS = 3
READER = "un"
"""Nothing is hidden in Somalia: whoever reads it, it is the same."""


def played(seed: int = SEED) -> Iterator[Session]:
    """The game after each order, until its turns are over."""
    session = Table("somalia", options={"talks": True}, seed=seed, begun=False).session
    player, chance = session.system.policy("sensible"), random.Random(seed)
    session.people = PolicyPeople({}, player, chance)
    session.begin()
    yield session
    while session.state.verdict is None and session.state.turn <= TURNS:
        session.order(player.order(session.state, session.legal(), chance))
        yield session


def golden() -> str:
    """Phase by phase the log, and the table as each turn begins."""
    return transcript(
        played(),
        (READER,),
        lambda state: f"{state.turn_name()}, {state.phase}" if state.turn else state.phase,
        lambda before, state: before.turn != state.turn,
    )


if __name__ == "__main__":
    print(golden(), end="")
