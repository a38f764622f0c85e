"""How cases of detection and special operations are set up and read."""

from collections.abc import Iterable
from typing import Any

from adjudication.systems.ows.table.status import DETECTED, MISSION_FLOWN
from domain.events import DieRolled, Event, PresenceKnown
from domain.views.view import see_log
from tests.table import Table

IN_THE_FIELD = (
    *("ddg-1", "ddg-2", "maya-1", "takanami-1", "cvn-1", "lsd-1", "ssn-1", "oda-1", "marines-1", "patriot-1"),
    *("radar-1", "type055-1", "type055-2", "houbei-1", "corvette-1", "ssk-1", "sof-r1", "df21-1", "hq9-1"),
    *("artillery-1", "light-r1"),
)
"""The units that these cases are about; all others that could detect or be detected are away."""


def alone(table: Table) -> Table:
    """Only the units of these cases are on the map, and bases and facilities."""
    for piece in [*table.state.pieces.values()]:
        in_the_way = piece.kind.group in ("ship", "submarine", "ground unit", "special operations")
        if in_the_way and piece.id not in IN_THE_FIELD and piece.place in table.state.board.spaces:
            table.put(piece.id, f"attrition-{piece.side}")
    return table


def proving(**options: Any) -> Table:
    """The proving ground in its ISR phase."""
    return alone(Table("ows", "proving-ground", options, dice="scripted").phase("theater isr", side=""))


def fly(table: Table, mission: str, hex: str, type: str) -> Table:
    """An air mission is on the map."""
    return table.put(mission, hex).mark(mission, MISSION_FLOWN, {"type": type, "package": ""})


def show(table: Table, piece: str) -> Table:
    """Everyone sees a piece, and knows what it is."""
    table.session.record(lambda n, t: PresenceKnown(number=n, time=t, piece=piece, sides=None))
    return table.known(piece)


def resolve(table: Table, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> list[Event]:
    """Both sides are done, and the phase is resolved with these dice."""
    table.order("proceed", side="blue")
    return table.order("proceed", side="red", dice=dice, answers=answers)


def next_turn(table: Table) -> Table:
    """The next turn begins, and marks that last until then come off."""
    table.phase("assessment", side="")
    for side in ("blue", "red"):
        table.order("proceed", side=side)
    return table


def dice_of(events: list[Event]) -> list[int]:
    """The dice that were rolled."""
    return [event.die for event in events if isinstance(event, DieRolled)]


def found(table: Table, *pieces: str) -> list[str]:
    """Which of these pieces were detected, or all that were."""
    marked = table.state.marked(DETECTED)
    return [id for id in pieces or table.state.pieces if id in marked]


def read_by(table: Table, side: str) -> list[tuple[str, str]]:
    """The events that a side reads, and what it reads of them."""
    return [(line.event, str(sorted(line.fields.items()))) for line in see_log(table.session.game.log, side)]


def told(table: Table, side: str) -> str:
    """All that a side reads of the game, as one text."""
    return "\n".join(f"{event} {fields}" for event, fields in read_by(table, side))
