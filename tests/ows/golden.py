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
from adjudication.systems.ows.staff.policy import StaffPolicy
from adjudication.systems.ows.turns import acting
from domain.views.view import StateView, see, see_log
from reports.words.events import in_words_for
from tests.ows.playing import new_game

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


def log_of(session: Session, viewer: str, after: int) -> list[str]:
    """The lines of a viewer's log after so many, in words."""
    lines = see_log(session.game.log, viewer)[after:]
    return [f"{line.line:5}  {in_words_for(line, session.state, viewer)}" for line in lines]


def table_of(view: StateView) -> list[str]:
    """What a viewer sees on the table: units that it knows, and contacts."""
    found = []
    for piece in view.pieces:
        what = piece.id if piece.known else f"{piece.contact} ({piece.back})"
        marks = ", ".join(f"{mark} {value}" for mark, value in view.marks.get(piece.id, {}).items())
        found.append(f"    {piece.place}  {what}{f' {piece.steps}' if piece.known else ''}  {marks}".rstrip())
    return sorted(found)


def transcript() -> str:
    """The whole game, phase by phase: each viewer's log, and its table as each turn ends."""
    found: list[str] = []
    told = dict.fromkeys(VIEWERS, 0)
    phase = ("", 0)
    for session in played():
        state = session.state
        now = (state.phase, state.turn)
        if now != phase or state.verdict is not None:
            for viewer in VIEWERS:
                lines = log_of(session, viewer, told[viewer])
                told[viewer] += len(lines)
                found += [f"--- {viewer}, until turn {state.turn}, {state.phase}", *lines]
            if phase[0] in ("", "assessment", "regeneration"):
                for viewer in VIEWERS:
                    found += [f"--- the table of {viewer}", *table_of(see(state, viewer))]
            phase = now
    return "\n".join(found) + "\n"


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
    print(transcript(), end="")
