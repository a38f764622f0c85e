"""The later scenarios set for a case: units where they are put, one side to conduct a mission, a RAF Table
that does not change when the reconstructed one is tuned."""

from collections.abc import Sequence
from typing import Any

from domain.events import Event, LookedUp, Modified
from domain.texts import code_of
from tests.table import Table
from tests.words import words_of

RAF = [
    {"firepower": (1, None), "roll": (None, 6), "result": 0, "critical": False},
    {"firepower": (1, None), "roll": (7, 9), "result": 1, "critical": False},
    {"firepower": (1, None), "roll": (10, 11), "result": 2, "critical": False},
    {"firepower": (1, None), "roll": (12, None), "result": 1, "critical": True},
]
MISS, HIT, TWO, CRITICAL = [1, 1], [4, 3], [5, 5], [6, 6]
"""Dice on this table: nothing, one, two, one with the critical symbol."""


def mission(table: Table, acting: str, turn: int, placed: dict[str, str]) -> Table:
    """Units are put, and a side is to conduct a mission."""
    for piece, zone in placed.items():
        table.put(piece, zone)
    table.adopt("raf", RAF)
    return table.phase("missions", turn, side="").mark("game", "to act", acting)


def courts(placed: dict[str, str], acting: str = "icu", turn: int = 2, **options: Any) -> Table:
    """Islamic Courts Union 2006, with these units alone on the map."""
    return mission(Table("somalia", "courts-2006", options, dice="scripted"), acting, turn, placed)


def war(placed: dict[str, str], acting: str = "icu", turn: int = 4, **options: Any) -> Table:
    """The War in Somalia 2006+: the Ethiopian side stands as it starts, unless units are put elsewhere."""
    return mission(Table("somalia", "war-2006", options, dice="scripted"), acting, turn, placed)


def places(table: Table, *pieces: str) -> list[str]:
    """Where these pieces are."""
    return [table.state.pieces[piece].place for piece in pieces]


def columns(events: Sequence[Event]) -> list[Any]:
    """The Firepower of each fire on the RAF Table."""
    return [
        event.keys["firepower"] for event in events if isinstance(event, LookedUp) and event.table == "raf"
    ]


def modifiers(events: Sequence[Event]) -> list[tuple[str, int]]:
    """What was added to sums, but for dice."""
    return [
        (words_of(event.label, "somalia"), event.amount)
        for event in events
        if isinstance(event, Modified) and code_of(event.label) not in ("dice", "die")
    ]
