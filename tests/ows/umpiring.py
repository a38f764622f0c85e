"""A procedure run by itself on a table, as one of an order is."""

from collections.abc import Callable, Iterable
from typing import Any

from adjudication.engine.umpire import Umpire
from domain.events import Event, Marked
from domain.table.dice import ScriptedDice
from domain.table.marks import Mark
from domain.table.state import State
from tests.table import Table


def run(table: Table, procedure: Callable[[Umpire], Any], dice: Iterable[int] = ()) -> list[Event]:
    """Run a procedure; all dice must be rolled. Gives its events."""
    script = ScriptedDice(iter(list(dice)))
    umpire = Umpire(table.state, 0, script, table.people)
    procedure(umpire)
    left = next(script._numbers, None)
    assert left is None, f"not rolled: {left}"
    return umpire.fresh


def marks(events: list[Event], mark: Mark[Any]) -> list[tuple[str, Any, str]]:
    """What was marked with a mark: whom, with what, by which rule."""
    return [(e.subject, e.value, e.rule) for e in events if isinstance(e, Marked) and e.mark == mark.name]


def mark_of(state: State, subject: str, mark: Mark[Any] | str) -> Any:
    """The value of a mark on a subject, or None; tests that work things out anew know it by its name."""
    return state.mark_named(subject, mark if isinstance(mark, str) else mark.name)


def marked_with(state: State, mark: str) -> dict[str, Any]:
    """Every subject that has the mark of that name, and its value."""
    return state.marked(Mark[Any](mark))
