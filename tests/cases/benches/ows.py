"""OWS: what is detected, flies, radiates, is suppressed, spent; who acts on land, and what is declared."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from adjudication.systems.ows.ground.forces.acting import ACTIONING
from adjudication.systems.ows.ground.forces.combats import COMBAT
from adjudication.systems.ows.table.counters import SPENT
from adjudication.systems.ows.table.status import AMPHIBIOUS, MISSION_FLOWN, SUPPORT
from tests.cases.runner import Bench, lays, opened, reads
from tests.ows.skies import radiate, show
from tests.ows.undersea import detect
from tests.table import Table

FORMATIONS = {"blue": ["b1", "b2"], "red": ["r1", "r2"]}
PLAIN = (
    *("suppressed", "disrupted", "silent running", "cavitating", "asw"),
    *("sigint", "countermeasures", "reserve"),
)
"""Marks that are there or not."""
NUMBERED = ("rsoi", "readiness", "fortified", "supply", "returns")
"""Marks with a value."""


def _each(mark: str) -> Callable[[Table, Iterable[str]], None]:
    def lay(table: Table, subjects: Iterable[str]) -> None:
        for subject in subjects:
            table.mark(subject, mark)

    return lay


def _has(mark: str) -> Callable[[Table, str], bool]:
    return lambda table, subject: bool(table.state.mark_named(subject, mark))


def _with(set_up: Callable[..., Table]) -> Callable[[Table, Iterable[str]], None]:
    def lay(table: Table, units: Iterable[str]) -> None:
        for unit in units:
            set_up(table, unit)

    return lay


def _flying(table: Table, missions: Mapping[str, str]) -> None:
    """Air missions that fly where they lie, and as what; early warning radiates."""
    for mission, type in missions.items():
        flown = {"type": type, "package": "", "tanker": "", "since": 1}
        show(table, mission).mark(mission, MISSION_FLOWN, flown)
        if type == "aew":
            radiate(table, mission)


def _spent(table: Table, used: Mapping[str, Mapping[str, int]]) -> None:
    for unit, munitions in used.items():
        table.mark(unit, SPENT, dict(munitions))


def _alone(table: Table, units: Iterable[str]) -> None:
    """Of ground units, ships and submarines these alone are on the map."""
    kept = set(units)
    for piece in list(table.state.pieces.values()):
        if piece.kind.group in ("ground unit", "ship", "submarine") and piece.id not in kept:
            table.put(piece.id, f"attrition-{piece.side}")


def _acting(table: Table, side: str) -> None:
    """All formations of a side act in the ground segment."""
    table.mark("game", ACTIONING, {"side": side, "formations": FORMATIONS[side]})


def _combats(table: Table, declared: Mapping[str, Mapping[str, str]]) -> None:
    """Declared combats: hex, and from where each unit attacks it."""
    for hex, attackers in declared.items():
        table.mark(hex, COMBAT, {"attackers": dict(attackers), "river": False, "landing": False})


def _landing(table: Table, beaches: Mapping[str, Iterable[str]]) -> None:
    """Units that came by sea assault the hex in which they are."""
    for hex, units in beaches.items():
        for unit in units:
            table.mark(unit, AMPHIBIOUS, 1)
        attackers = dict.fromkeys(units, hex)
        table.mark(hex, COMBAT, {"attackers": attackers, "river": False, "landing": True})


def _ground_missions(table: Table, missions: Mapping[str, str]) -> None:
    for unit, mission in missions.items():
        table.mark(unit, "ground mission", {"mission": mission, "since": [1, 1]})


def _supporting(table: Table, batteries: Mapping[str, Mapping[str, Any]]) -> None:
    """Artillery that supports a combat: its hex, and with how many dice."""
    for battery, told in batteries.items():
        table.mark(battery, SUPPORT, {"hex": told["hex"], "missions": {"tubes": told["dice"]}})


def _spent_of(table: Table, unit: str) -> Any:
    return table.state.mark(unit, SPENT) or {}


BENCH = Bench(
    open=opened("ows"),
    lay={
        **{mark: _each(mark) for mark in PLAIN},
        **{mark: lays(mark) for mark in NUMBERED},
        "detected": _with(detect),
        "emitting": _with(radiate),
        "flying": _flying,
        "spent": _spent,
        "alone": _alone,
        "acting": _acting,
        "combats": _combats,
        "landing": _landing,
        "ground missions": _ground_missions,
        "supporting": _supporting,
    },
    read={
        **{mark: _has(mark) for mark in PLAIN},
        **{mark: reads(mark) for mark in NUMBERED},
        "detected": _has("tacsit 1"),
        "spent": _spent_of,
    },
)
