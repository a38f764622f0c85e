"""The proving field as its Ground Phase is organized, for cases."""

from typing import Any

import pytest

from adjudication.systems.ows.ground.forces.acting import ACTIONING
from domain.errors import IllegalOrder
from tests.table import Table

BOTH = ("blue", "red")
PHASE = "ground organization"


def field(phase: str = PHASE, turn: int = 1, side: str = "", **options: Any) -> Table:
    """The proving field in a step in which both sides act."""
    return Table("ows", "proving-field", options or None, dice="scripted").phase(phase, turn=turn, side=side)


def organizing(table: Table, turn: int = 1) -> Table:
    """The Organize step begins as the rules have it, after the strikes."""
    table.phase("local strikes", turn=turn, side="blue").mark("game", "ready", ["red"])
    table.order("proceed", side="blue")
    assert table.state.phase == PHASE
    return table


def done(table: Table, dice: Any = (), answers: Any = ()) -> None:
    """Both sides are done with a step."""
    table.order("proceed", side="blue")
    table.order("proceed", side="red", dice=dice, answers=answers)


def acts(table: Table) -> tuple[str, list[str]]:
    """Who has the initiative."""
    mark = table.state.mark("game", ACTIONING)
    return (mark["side"], mark["formations"]) if mark else ("", [])


def pass_action(table: Table, dice: Any = ()) -> None:
    """The actioning unit does nothing: all its impulses are passed."""
    who = acts(table)
    while acts(table) == who and table.state.phase != "exploitation":
        table.order("proceed")
    table.order("proceed", dice=dice)


def refused(table: Table, rule: str, name: str, side: str = "blue", **arguments: Any) -> str:
    """An order is refused by a rule; the words."""
    before = len(table.session.game.log)
    with pytest.raises(IllegalOrder) as refusal:
        table.order(name, side=side, **arguments)
    assert f"ows {rule}" in str(refusal.value)
    assert len(table.session.game.log) == before
    return str(refusal.value)
