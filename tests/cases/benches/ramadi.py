"""Ramadi: planned operations, and what happened to whom in which turn."""

from collections.abc import Mapping
from typing import Any

from adjudication.systems.ramadi.table.ground import held_hexes
from tests.cases.model import Position
from tests.cases.runner import Bench, lays, reads
from tests.ramadi.cases import ready
from tests.ramadi.table import RamadiTable


def _open(position: Position) -> RamadiTable:
    return RamadiTable(**position.options)


def _operations(table: RamadiTable, planned: Mapping[str, Mapping[str, Any]]) -> None:
    """Operations that are planned, supported and defended."""
    for target, told in planned.items():
        ied, fighters, asset = told.get("defenders", ("", "", ""))
        ready(
            table,
            told["from"],
            target,
            told["lead"],
            told.get("follow_up"),
            ied=ied,
            fighters=fighters,
            asset=asset,
            ground=told.get("ground"),
            air=told.get("air"),
        )


BENCH = Bench(
    open=_open,
    lay={
        "operations": _operations,
        "operations allowed": lambda table, number: table.mark("game", "operations", number),
        "lost in turn": lays("lost"),
        "expended in turn": lays("expended"),
        "advanced in turn": lays("advanced"),
        "allocated in turn": lays("allocated"),
        "guarded by": lays("guarded"),
        "complex taken in turn": lambda table, turn: table.mark("game", "government_complex_taken", turn),
    },
    read={
        "operations allowed": lambda table: table.state.mark_named("game", "operations"),
        "lost in turn": reads("lost"),
        "held": lambda table, hex: hex in held_hexes(table.state),
        "planned": lambda table, hex: table.state.mark_named(hex, "operation") is not None,
    },
)
