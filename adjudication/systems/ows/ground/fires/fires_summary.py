"""Fires of the ground war in a line: which unit was hit how often, and what came of it; read from the log
alone."""

from collections.abc import Sequence

from adjudication.engine.summary import Part
from adjudication.systems.ows.table.status import ATTRITION, SUPPRESSED
from domain.events import Event, LookedUp, Marked, Modified, PhaseEntered, PieceChanged, PieceMoved
from domain.table.state import State
from domain.texts import Text, code_of

TABLE = "fires-effects"


def hit(scored: Modified) -> str:
    """The unit that was hit so often."""
    return str(scored.sum.arguments["target"]) if isinstance(scored.sum, Text) else ""


def fires_parts(events: Sequence[Event], state: State) -> list[Part]:
    """The parts of the summary of an order that ended prep or defensive fires: a part for each reading of the
    Fires Effects Table; none for others."""
    parts: list[Part] = []
    scored: Modified | None = None
    target = ""
    came: list[str] = []
    numbers: list[int] = []

    def close() -> None:
        nonlocal scored
        if scored is not None:
            hits = "1 hit" if scored.amount == 1 else f"{scored.amount} hits"
            told = ", ".join([hits, *came]) if came else f"{hits}, no effect"
            if target in state.pieces:
                parts.append(Part("{}: {}", (target, told), tuple(numbers)))
        scored = None
        came.clear()
        numbers.clear()

    for event in events:
        if isinstance(event, PhaseEntered):
            break
        if isinstance(event, Modified) and code_of(event.sum) == "hits on a target":
            close()
            scored, target = event, hit(event)
            numbers.append(event.number)
        elif scored is None:
            continue
        elif isinstance(event, LookedUp) and event.table == TABLE:
            numbers.append(event.number)
        elif isinstance(event, Marked) and event.mark == SUPPRESSED.name and event.value:
            came.append("suppressed")
            numbers.append(event.number)
        elif isinstance(event, PieceChanged) and event.steps:
            came.append(f"{event.steps} step{'' if event.steps == 1 else 's'} left")
            numbers.append(event.number)
        elif isinstance(event, PieceMoved) and event.to.startswith(f"{ATTRITION}-"):
            came.append("destroyed")
            numbers.append(event.number)
    close()
    return parts
