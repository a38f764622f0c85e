"""Somalia: who acts, what has been done this turn, what is in effect."""

from collections.abc import Iterable
from typing import Any

from adjudication.engine.texts import plainly
from tests.cases.model import Position
from tests.cases.runner import Bench, lays, reads
from tests.somalia.field import Players, field
from tests.table import Table

EFFECTS = ("confined to base", "bandit unity", "Somali Nationalism", "port closed")


LATER = ("courts-2006", "war-2006")


def _open(position: Position) -> Table:
    """The start of all cases: nothing on the map but what the UN has at the start, and a gang in Guban; in
    the later scenarios what they lay out, before set-up."""
    scenario, options = position.scenario, position.options
    if scenario not in LATER:
        return field(turn=position.turn or 1, scenario=scenario, options=options)
    players = Players(asked=False)
    table = Table("somalia", scenario, options, dice="scripted", people=players)
    table.people = players
    return table


def _asked(table: Table, asked: bool) -> None:
    """Whether the case itself answers who is next (6.0a); else the rules' suggestion is taken."""
    assert isinstance(table.people, Players)
    table.people.asked_who = asked


def _each(mark: str) -> Any:
    def lay(table: Table, subjects: Iterable[str]) -> None:
        for subject in subjects:
            table.mark(subject, mark)

    return lay


def _effects(table: Table, names: Iterable[str]) -> None:
    for name in names:
        assert name in EFFECTS
        table.mark("game", name)


def _gangs(table: Table, zone: str) -> list[str]:
    """The gangs in a Zone by faction and Firepower, whichever counters they are."""
    return sorted(
        f"{piece.kind.data['faction']} {piece.value('firepower')}"
        for piece in table.state.pieces_at(zone)
        if piece.kind.group == "gang"
    )


def _grade(table: Table) -> str:
    """The grade of the victory, in one word."""
    reason = plainly(table.state.verdict.reason, table.state) if table.state.verdict is not None else ""
    return next((grade for grade in ("amazing", "historical") if grade in reason), "")


BENCH = Bench(
    open=_open,
    lay={
        "to act": lambda table, side: table.mark("game", "to act", side),
        "who is next is asked": _asked,
        "done": _each("done"),
        "terrorised": _each("terrorised"),
        "guards": lays("guards"),
        "in effect": _effects,
        "US Intervention until turn": lambda table, turn: table.mark("game", "US Intervention", turn),
        "US Intervention requested in turn": lambda table, turn: table.mark(
            "game", "US Intervention requested", turn
        ),
        "talks with": lambda table, side: table.mark("game", "talks", side),
        "talks offered before": lambda table, side: table.mark(side, "talks offered before"),
        "vp-un before this turn": lambda table, points: table.mark(
            "game", "UN Victory Points before this turn", points
        ),
    },
    read={
        "grade": _grade,
        "to act": lambda table: table.state.mark_named("game", "to act"),
        "done": lambda table, unit: bool(table.state.mark_named(unit, "done")),
        "terrorised": lambda table, zone: bool(table.state.mark_named(zone, "terrorised")),
        "gangs": _gangs,
        "guards": reads("guards"),
        "in effect": lambda table, name: bool(table.state.mark_named("game", name)),
        "lost supplies": lambda table, convoy: bool(table.state.mark_named(convoy, "lost Supply Points")),
        "talks with": lambda table: table.state.mark_named("game", "talks"),
        "US Intervention until turn": lambda table: table.state.mark_named("game", "US Intervention"),
    },
)
