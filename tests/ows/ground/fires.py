"""The proving field for cases of fires and support: who acts, what is detected, what was fired."""

from typing import Any

from adjudication.systems.ows.ground.forces.acting import ACTIONING
from adjudication.systems.ows.ground.forces.combats import COMBAT
from domain.events import Event
from tests.ows.undersea import detect
from tests.table import Table

FORMATIONS = {"blue": ["b1", "b2"], "red": ["r1", "r2"]}


def field(*found: str, phase: str = "prep fires", side: str = "blue", **options: Any) -> Table:
    """An impulse of the ground war in which a side acts with all its formations; these units are detected."""
    table = Table("ows", "proving-field", options or None, dice="scripted")
    for piece in found:
        detect(table, piece)
    table.mark("game", ACTIONING, {"side": side, "formations": FORMATIONS[side]})
    other = {"blue": "red", "red": "blue"}[side]
    return table.phase(phase, turn=1, side=other if phase == "defensive fires" else side)


def attacked(table: Table, hex: str, **attackers: str) -> Table:
    """Declare a combat against a hex: attacker -> the hex that it attacks from."""
    named = {unit.replace("_", "-"): hex for unit, hex in attackers.items()}
    return table.mark(hex, COMBAT, {"attackers": named, "river": False, "landing": False})


def done(table: Table, *dice: int, answers: Any = ()) -> list[Event]:
    """The side that acts is done with the impulse."""
    return table.order("proceed", dice=dice, answers=answers)


def orders(table: Table, name: str) -> list[Any]:
    """The orders of that name that are listed."""
    return [part for part in table.session.legal().parts if part.name == name]


def flying(table: Table, mission: str, type: str, hex: str) -> Table:
    """An air mission flies over a hex."""
    from adjudication.systems.ows.table.status import MISSION_FLOWN

    return table.put(mission, hex).mark(mission, MISSION_FLOWN, {"type": type, "package": ""})


def offered(table: Table, name: str, hex: str, **fixed: Any) -> list[Any]:
    """What may fire at, or support the combat for, a hex: of the order of that name that is listed."""
    found = [part for part in orders(table, name) if part.fixed == {"hex": hex, **fixed}]
    pieces = found[0].choices.pieces() if found else []
    return list(dict.fromkeys(each[0] if isinstance(each, tuple | list) else each for each in pieces))
