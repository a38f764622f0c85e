"""Retreats after combat (6.4)."""

from collections.abc import Sequence

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.asking import choose
from adjudication.systems.nineveh.blocks import ENEMY, number, room
from adjudication.systems.nineveh.hits import remove
from domain.table.state import Piece, State

R = citations("nineveh", __file__)


def ways(state: State, unit: Piece) -> list[str]:
    """The areas to which a unit may retreat."""
    return [
        area
        for area in state.board.neighbours[unit.place]
        if not number(state, ENEMY[unit.side], area) and room(state, unit.side, area)
    ]


def retreat(umpire: Umpire, side: str, units: Sequence[str], area: str, forced: bool) -> None:
    """Units retreat from an area, each to where its owner says (6.4j)."""
    state = umpire.state
    for unit in units:
        found = ways(state, state.pieces[unit])
        if not found:
            remove(umpire, unit, rule=R["6.4m"])
            continue
        to = choose(
            umpire,
            side,
            f"{state.pieces[unit].name}: where to?",
            found,
            suggest=found[0],
            rule=R["6.4j"],
        )
        umpire.move(unit, to, rule=R["6.4d"])
