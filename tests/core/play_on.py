"""Run as a process of its own: load a game from a database and play it to its end.

python -m tests.core.play_on DATABASE GAME SEED
"""

import random
import sys

from adjudication.chances.selfplay import play_out
from adjudication.engine.policies import RandomPolicy
from domain.ledger.store import Ledger
from tests.core.games import SECRET, seat


def main(database: str, game: str, seed: int) -> None:
    """Play the game on from where it stands on disk, answers that it waits for first, and close it."""
    ledger = Ledger(database)
    session = seat(ledger.load(game), ledger=ledger)
    play_out(session, RandomPolicy(), random.Random(seed))
    session.close(SECRET)
    ledger.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
