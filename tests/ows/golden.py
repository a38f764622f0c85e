"""The tutorial of OWS played by two staffs, as each side and the white cell read it.

    python -m tests.ows.golden > tests/golden/ows.txt

writes it anew; read the difference before it is committed: a hidden unit named under the other side is a
leak.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import LegalOrders
from adjudication.engine.session import Session
from adjudication.systems.ows.player.policy import StaffPolicy
from adjudication.systems.ows.turn.turns import acting
from domain.views.view import see
from tests.ows.playing import new_game
from tests.transcripts import transcript

GOLDEN = Path(__file__).parent.parent / "golden" / "ows.txt"
SEED = 3
VIEWERS = ("blue", "red", "white")


def played(seed: int = SEED) -> Iterator[Session]:
    """The game after each order, by two staffs."""
    session = new_game("tutorial", seed)
    staff, chance = StaffPolicy(), random.Random(seed)
    session.people = PolicyPeople({}, staff, chance)
    session.begin()
    yield session
    while session.state.verdict is None:
        side = acting(session.state)[0]
        legal = LegalOrders([part for part in session.legal().parts if part.side == side])
        session.order(staff.order(session.state, legal, chance))
        yield session


def golden() -> str:
    """The whole game, phase by phase: each viewer's log, and its table as each turn ends."""
    return transcript(
        played(),
        VIEWERS,
        lambda state: f"turn {state.turn}, {state.phase}",
        lambda before, state: before.phase in ("", "assessment", "regeneration"),
    )


def hidden_from(session: Session, viewer: str) -> list[str]:
    """Ids of pieces that a side may not know, in the form in which a view would have them."""
    from domain.events.seen import knows

    state = session.state
    return [
        f'"{piece.id}"'
        for piece in state.pieces.values()
        if not (knows(viewer, piece.known_to) and knows(viewer, state.who_sees(piece.id)))
    ]


def text_of(session: Session, viewer: str) -> str:
    """The table of a viewer as it is sent."""
    return msgspec.json.encode(see(session.state, viewer)).decode()


if __name__ == "__main__":
    print(golden(), end="")
