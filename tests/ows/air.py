"""What the cases of air tasking share."""

from collections.abc import Callable, Iterable
from typing import Any

from adjudication.engine.umpire import Umpire
from domain.events import Event
from domain.views.view import see
from tests.ows import umpiring
from tests.table import Table


def tasking(side: str = "blue", turn: int = 1, **options: Any) -> Table:
    """The proving ground in air tasking, a side to act."""
    return Table("ows", "proving-ground", options, dice="scripted").phase("air tasking", turn, side)


def send(table: Table, mission: str, type: str, hex: str, tanker: str | None = None) -> list[Event]:
    """Task a mission."""
    more: dict[str, Any] = {"tanker": tanker} if tanker else {}
    return table.order("task", mission=mission, type=type, hex=hex, **more)


def listed(table: Table, name: str, vary: str, **fixed: Any) -> list[Any]:
    """What one argument may be in the listed orders with these others."""
    found: list[Any] = []
    for group in table.session.legal().named(name):
        if group.fixed == fixed and group.vary == vary:
            found += group.values
    return found


def seen_at(table: Table, side: str, hex: str) -> list[str]:
    """What a side sees in a hex: names of what it knows, backs of what it does not."""
    return sorted(
        piece.name if piece.known else piece.back
        for piece in see(table.state, side).pieces
        if piece.place == hex
    )


def seen_of(table: Table, side: str, pieces: Iterable[str]) -> list[str]:
    """Those of some pieces that a side knows on the table."""
    known = {piece.id for piece in see(table.state, side).pieces if piece.known}
    return [piece for piece in pieces if piece in known]


def run(table: Table, procedure: Callable[[Umpire], Any], *dice: int, answers: Iterable[Any] = ()) -> None:
    """Run a part of the rules; all dice and answers are used up."""
    table.people.answers = list(answers)
    umpiring.run(table, procedure, dice)
    assert not table.people.answers, f"not asked: {table.people.answers}"
