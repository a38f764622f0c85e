"""A submarine and its prey, set on the proving ground."""

from typing import Any

from adjudication.engine.orders import Order
from domain.events import DieRolled, Event, PieceKnown, PresenceKnown
from domain.views.view import see, see_log
from tests.table import Table

HEX = "0404"
"""Deep sea: two destroyers and a carrier are there."""


def detect(table: Table, piece: str) -> Table:
    """Set a unit as the enemy sees one that it has detected."""
    session = table.session
    session.record(lambda n, t: PresenceKnown(number=n, time=t, piece=piece, sides=None, audience=()))
    session.record(lambda n, t: PieceKnown(number=n, time=t, piece=piece, sides=None, audience=()))
    return table.mark(piece, "tacsit 1")


def sea(submarine: str = "ssk-1", *, at: str = HEX, silent: bool = True, **options: Any) -> Table:
    """Local strikes, Red to act: a submarine lies beside detected destroyers and a carrier."""
    table = Table("ows", dice="scripted", options=options or None)
    table.put(submarine, at)
    for ship in ("ddg-1", "ddg-2", "cvn-1"):
        detect(table.put(ship, at), ship)
    if silent:
        table.mark(submarine, "silent running")
    return table.phase("local strikes", side="red")


def asw_mode(table: Table, *ships: str) -> Table:
    """Put ships into ASW mode."""
    for ship in ships:
        table.mark(ship, "asw")
    return table


def patrol(table: Table, mission: str = "p8-1", at: str = HEX, flies: str = "asw") -> Table:
    """Let an aircraft fly a mission, by default ASW."""
    return table.put(mission, at).mark(mission, "mission", {"type": flies, "package": ""})


def rolled(events: list[Event]) -> list[tuple[int, int]]:
    """The dice of an order: sides and face."""
    return [(event.die, event.face) for event in events if isinstance(event, DieRolled)]


def steps(table: Table, piece: str) -> int:
    return table.state.pieces[piece].steps


def read_by(table: Table, side: str, last: int) -> str:
    """All that a side reads of the last events."""
    return repr(see_log(table.session.game.log, side)[-last:])


def seen_by(table: Table, side: str) -> set[str]:
    """The pieces that a side sees on the table, by what it calls them."""
    return {piece.id for piece in see(table.state, side).pieces}


def offered(table: Table, name: str, side: str) -> list[Order]:
    """The orders of a name that a side may give."""
    return [order for order in table.session.legal() if order.name == name and order.side == side]
