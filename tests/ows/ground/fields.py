"""Ground combats on the proving field for numbered cases: who stands where, who attacks."""

from collections.abc import Iterable
from typing import Any

from adjudication.systems.ows.ground.forces.acting import ACTIONING
from adjudication.systems.ows.ground.forces.zones import on_the_map
from domain.events import DieRolled, Event, LookedUp, Modified
from tests.table import Table
from tests.words import words_of

HILL, WEST, NORTH_WEST = "f0704", "f0604", "f0703"
"""A hex of Red east of the river, and two from which it is attacked."""
COMBAT, MOVEMENT = "ground combat", "ground movement"
BOX = {"blue": "regeneration-blue", "red": "regeneration-red"}


def field(side: str = "blue", phase: str = MOVEMENT, *, options: Any = None, **units: str) -> Table:
    """The proving field with these units alone on the map, each where it is said; all of a side act.
    Underscores in names stand for hyphens."""
    table = Table("ows", "proving-field", options, dice="scripted")
    for each in ("blue", "red"):
        for piece in on_the_map(table.state, each):
            if piece.id.replace("-", "_") not in units:
                table.put(piece.id, BOX[each])
    for name, hex in units.items():
        unit = name.replace("_", "-")
        table.put(unit, hex).known(unit).mark(unit, "tacsit 1")
    formations = ["b1", "b2"] if side == "blue" else ["r1", "r2"]
    table.mark("game", ACTIONING, {"side": side, "formations": formations})
    return table.phase(phase, side=side)


def declared(table: Table, hex: str, **attackers: str) -> Table:
    """A combat is declared, and is about to be resolved."""
    units = {unit.replace("_", "-"): place for unit, place in attackers.items()}
    return table.mark(hex, "combat", {"attackers": units, "river": False, "landing": False}).phase(COMBAT)


def cells(table: Table, a: int = 0, ar: int = 0, d: int = 0, dr: int = 0, exp: int = 0) -> Table:
    """Every roll has this result."""
    rows = table.state.tables["ground-combat"].data.rows
    return table.adopt(
        "ground-combat", [{**row, "a": a, "ar": ar, "d": d, "dr": dr, "exp": exp} for row in rows]
    )


def harmless(table: Table) -> Table:
    """No roll has any effect."""
    return cells(table)


def battle(
    table: Table, hex: str, roll: int, answers: Iterable[Any] = (), *, lead: str | None = None
) -> list[Event]:
    """Resolve the combat of a hex with that roll."""
    more = {"lead": lead} if lead else {}
    return table.order("resolve", hex=hex, dice=[roll], answers=answers, **more)


def column(events: Iterable[Event]) -> str:
    """The column that was rolled on."""
    (found,) = [event for event in events if isinstance(event, LookedUp) and event.table == "ground-combat"]
    return str(found.keys["odds"])


def die(events: Iterable[Event]) -> int:
    """The die that was rolled."""
    return next(event.die for event in events if isinstance(event, DieRolled))


def lines(events: Iterable[Event]) -> dict[str, int]:
    """The modifiers, by their labels."""
    return {words_of(event.label, "ows"): event.amount for event in events if isinstance(event, Modified)}


def rules(events: Iterable[Event]) -> dict[str, str]:
    """The rules of the modifiers, by their labels."""
    return {words_of(event.label, "ows"): event.rule for event in events if isinstance(event, Modified)}


def rolled(events: Iterable[Event]) -> str:
    """What the roll was for."""
    return next(words_of(event.purpose, "ows") for event in events if isinstance(event, DieRolled))
