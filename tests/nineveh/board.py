"""Tables of We Are Coming, Nineveh! that many cases share."""

from typing import Any

from tests.table import Table


def at(phase: str, side: str, turn: int = 1, **places: str) -> Table:
    """A table in a phase of a turn with these blocks in these areas (`ad9_1="airport"`), nothing else on the
    map but an Ashbal unit in a corner of the Old City, without which the game would be over. The dice are
    scripted."""
    table = Table("nineveh", dice="scripted").put("ashbal-7", "maidan").phase(phase, turn, side)
    table.mark("game", "supply", True)
    for block, place in places.items():
        table.put(block.replace("_", "-"), place)
    return table


def place(table: Table, block: str) -> str:
    """Where a block is."""
    return table.state.pieces[block].place


def steps(table: Table, block: str) -> int:
    """The steps that a block has left."""
    return table.state.pieces[block].steps


def listed(table: Table, name: str, vary: str, **fixed: Any) -> list[Any]:
    """The values of one argument in the listed orders of a name that have these others."""
    return [
        order.arguments[vary]
        for order in table.session.legal()
        if order.name == name and all(order.arguments.get(key) == value for key, value in fixed.items())
    ]


def rules(table: Table, side: str, *rules: dict[str, Any], card: str = "") -> Table:
    """The table with standing rules that cards of a side add, for this turn."""
    held = [{"rule": rule, "side": side, "card": card, "label": "a card", "areas": None} for rule in rules]
    return table.mark("game", "rules until turn ends", held)
