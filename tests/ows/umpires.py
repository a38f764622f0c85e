"""A part of the rules run by itself on a table, as if an order had led to it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from adjudication.engine.legality import Legality
from adjudication.engine.orders import OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import Event
from tests.table import Table


@dataclass(frozen=True)
class Bare:
    """An order without arguments."""

    side: str


def told(
    table: Table,
    procedure: Callable[[Umpire], Any],
    *answers: Any,
    dice: Iterable[int] = (),
    side: str = "blue",
) -> list[Event]:
    """Run a procedure, and give what it told."""
    session = table.session
    system = session.system
    kind = OrderKind(
        "case",
        Bare,
        lambda umpire, order: procedure(umpire),
        "ows 3.1a",
        "a case of a test",
        legality=(Legality(sides=lambda state: (side,)),),
    )
    session.system = replace(system, orders={**system.orders, "case": kind})
    try:
        return table.order("case", side=side, dice=dice, answers=answers)
    finally:
        session.system = system
