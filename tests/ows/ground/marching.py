"""The proving field as a side moves on it, for cases of movement."""

from typing import Any

from adjudication.systems.ows.ground.forces.acting import ACTIONING
from adjudication.systems.ows.ground.forces.ways import entry_cost, marched
from adjudication.systems.ows.ground.maneuver.march import to_march
from tests.table import Table

FORMATIONS = {"blue": ["b1", "b2"], "red": ["r1", "r2"]}


def moving(side: str = "blue", *, cleared: bool = True, **options: Any) -> Table:
    """A side moves; cleared: the enemy has no unit on the map."""
    table = Table("ows", "proving-field", options=options or None, dice="scripted")
    if cleared:
        for piece in list(table.state.of_group("ground unit")):
            if piece.side != side:
                table.put(piece.id, f"attrition-{piece.side}")
    table.mark("game", ACTIONING, {"side": side, "formations": FORMATIONS[side]})
    return table.phase("ground movement", side=side)


def place(table: Table, unit: str) -> str:
    """Where a unit is."""
    return table.state.pieces[unit].place


def spent(table: Table, unit: str) -> int:
    """The movement points that a unit has used in this impulse."""
    return marched(table.state, unit).points


def reach(table: Table, unit: str) -> tuple[str, ...]:
    """The hexes that a unit may march to."""
    return to_march(table.state, unit)


def cost(table: Table, unit: str, here: str, there: str) -> int | None:
    """What a unit pays to enter a hex from another."""
    return entry_cost(table.state, unit, here, there)
