"""Transcripts of whole games: each viewer's log, phase by phase, and its table now and then."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from adjudication.engine.session import Session
from domain.table.state import State
from domain.views.view import StateView, see, see_log
from reports.words.then import words_then


class Clock(NamedTuple):
    """Where a game stood before."""

    turn: int = 0
    phase: str = ""


def transcript(
    played: Iterable[Session],
    viewers: Sequence[str],
    head: Callable[[State], str],
    tables: Callable[[Clock, State], bool],
) -> str:
    """What each viewer reads.

    played: the game after each order. head: names the phase that begins. tables: whether the tables are shown
    after a phase.
    """
    found: list[str] = []
    told = dict.fromkeys(viewers, 0)
    before, was = Clock(), ""
    for session in played:
        state = session.state
        now = head(state)
        if now == was and state.verdict is None:
            continue
        for viewer in viewers:
            lines = log_of(session, viewer, told[viewer])
            told[viewer] += len(lines)
            found += [f"--- {viewer}, until {now}", *lines]
        if tables(before, state):
            for viewer in viewers:
                found += [f"--- the table of {viewer}", *table_of(see(state, viewer))]
        before, was = Clock(state.turn, state.phase), now
    return "\n".join(found) + "\n"


def log_of(session: Session, viewer: str, after: int) -> list[str]:
    """The lines of a viewer's log after so many, in words."""
    lines = see_log(session.game.log, viewer)[after:]
    return [f"{number:5}  {words}" for number, words in words_then(session.game.log, lines, viewer).items()]


def table_of(view: StateView) -> list[str]:
    """What a viewer sees on the table: pieces that it knows, and contacts."""
    found = []
    for piece in view.pieces:
        what = piece.id if piece.known else f"{piece.contact or 'unknown'} ({piece.back})"
        marks = ", ".join(f"{mark} {value}" for mark, value in view.marks.get(piece.id, {}).items())
        found.append(f"    {piece.place}  {what}{f' {piece.steps}' if piece.known else ''}  {marks}".rstrip())
    return sorted(found)
