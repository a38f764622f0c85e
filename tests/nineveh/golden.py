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
from domain.views.view import StateView, see, see_log
from reports.words.events import in_words_for
from tests.table import Table

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


def log_of(session: Session, viewer: str, after: int) -> list[str]:
    """The lines of a viewer's log after so many, in words."""
    lines = see_log(session.game.log, viewer)[after:]
    return [f"{line.line:5}  {in_words_for(line, session.state, viewer)}" for line in lines]


def table_of(view: StateView) -> list[str]:
    """What a viewer sees on the table: pieces that it knows, and contacts."""
    found = []
    for piece in view.pieces:
        what = piece.id if piece.known else f"{piece.contact or 'unknown'} ({piece.back})"
        marks = ", ".join(f"{mark} {value}" for mark, value in view.marks.get(piece.id, {}).items())
        found.append(f"    {piece.place}  {what}{f' {piece.steps}' if piece.known else ''}  {marks}".rstrip())
    return sorted(found)


def transcript() -> str:
    """Phase by phase each viewer's log, and its table as play begins and ends."""
    found: list[str] = []
    told = dict.fromkeys(VIEWERS, 0)
    before = ("", 0, "")
    for session in played():
        state = session.state
        now = (state.phase, state.turn, state.side)
        if now == before and state.verdict is None:
            continue
        for viewer in VIEWERS:
            lines = log_of(session, viewer, told[viewer])
            told[viewer] += len(lines)
            found += [f"--- {viewer}, until turn {state.turn}, {state.phase} {state.side}".rstrip(), *lines]
        if before[1] != state.turn:
            for viewer in VIEWERS:
                found += [f"--- the table of {viewer}", *table_of(see(state, viewer))]
        before = now
    return "\n".join(found) + "\n"


if __name__ == "__main__":
    print(transcript(), end="")
