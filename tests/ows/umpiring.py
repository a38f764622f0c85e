"""A procedure run by itself on a table, as one of an order is."""

from collections.abc import Callable, Iterable
from typing import Any

from adjudication.engine.umpire import Umpire
from domain.events import Event, Marked
from domain.table.dice import ScriptedDice
from tests.table import Table


def run(table: Table, procedure: Callable[[Umpire], Any], dice: Iterable[int] = ()) -> list[Event]:
    """Run a procedure; all dice must be rolled. Gives its events."""
    script = ScriptedDice(iter(list(dice)))
    umpire = Umpire(table.state, 0, script, table.people)
    procedure(umpire)
    left = next(script._numbers, None)
    assert left is None, f"not rolled: {left}"
    return umpire.fresh


def marks(events: list[Event], mark: str) -> list[tuple[str, Any, str]]:
    """What was marked with a mark: whom, with what, by which rule."""
    return [(e.subject, e.value, e.rule) for e in events if isinstance(e, Marked) and e.mark == mark]
