"""Strikes on the proving ground: what the cases of strike warfare begin with."""

from collections.abc import Iterable
from typing import Any

from domain.events import DieRolled, Event, Modified, PieceChanged
from tests.ows.undersea import detect
from tests.table import Table
from tests.words import words_of

LONG = "long-range strikes"
LOCAL = "local strikes"


def war(*found: str, side: str = "blue", phase: str = LONG, **options: Any) -> Table:
    """The strike warfare step: these units are detected."""
    table = Table("ows", dice="scripted", options=options or None)
    for piece in found:
        detect(table, piece)
    return table.phase(phase, turn=1, side=side)


def salvos(weapon: str, *targets: str) -> dict[str, str]:
    """Salvos of one weapon (`ssgn-1/tomahawk`), one for each target."""
    return {f"{weapon}/{n}": target for n, target in enumerate(targets, 1)}


def strike(
    table: Table,
    hex: str,
    fired: dict[str, str],
    dice: Iterable[int] = (),
    answers: Iterable[Any] = (),
    **more: Any,
) -> list[Event]:
    """Declare a strike on a hex: what came of it."""
    return table.order("strike", hex=hex, salvos=fired, dice=dice, answers=answers, **more)


def dice_of(events: list[Event]) -> list[int]:
    """The sides of the dice that were rolled."""
    return [event.die for event in events if isinstance(event, DieRolled)]


def shifts_of(events: list[Event]) -> list[tuple[str, int, str]]:
    """Each promotion and demotion: what for, how many rungs, by which rule."""
    sums = [event for event in events if isinstance(event, Modified)]
    return [
        (words_of(each.label, "ows"), each.amount, each.rule)
        for each in sums
        if words_of(each.sum, "ows").startswith("promotions")
    ]


def lost(events: list[Event]) -> list[str]:
    """The pieces that lost steps, in order."""
    return [event.piece for event in events if isinstance(event, PieceChanged)]


def steps(table: Table, piece: str) -> int:
    return table.state.pieces[piece].steps
