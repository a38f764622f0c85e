"""The first turns of We Are Coming, Nineveh! by the computer player, as each side and the white cell read it.

    python -m tests.nineveh.golden > tests/golden/nineveh.txt

writes it anew; read the difference before it is committed: a hidden block or card named under the other side
is a leak (2.1g, 3.2b).
"""

import random
from collections.abc import Iterator
from pathlib import Path

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.session import Session
from tests.table import Table
from tests.transcripts import transcript

GOLDEN = Path(__file__).parent.parent / "golden" / "nineveh.txt"
SEED = 3
TURNS = 3
POLICY = "sensible"
VIEWERS = ("isf", "daesh", "white")


def played(seed: int = SEED) -> Iterator[Session]:
    """The game after each order, until its turns are over."""
    session = Table("nineveh", seed=seed).session
    player, chance = session.system.policy(POLICY), random.Random(seed)
    session.people = PolicyPeople({}, player, chance)
    yield session
    while session.state.verdict is None and session.state.turn <= TURNS:
        session.order(player.order(session.state, session.legal(), chance))
        yield session


def golden() -> str:
    """Phase by phase each viewer's log, and its table as play begins and ends."""
    return transcript(
        played(),
        VIEWERS,
        lambda state: f"turn {state.turn}, {state.phase} {state.side}".rstrip(),
        lambda before, state: before.turn != state.turn,
    )


if __name__ == "__main__":
    print(golden(), end="")
