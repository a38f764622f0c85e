"""Markers that lie on the table for all to see, set anew after each order: the Daesh supply marker (7.1e),
and Disruption markers under blocks that are not known (6.31a)."""

from collections.abc import Callable
from typing import Any

import adjudication.systems.nineveh.table.supply as supply
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.blocks import DISRUPTED, ENEMY, on_map
from domain.table.marks import Mark
from domain.table.state import State

R = citations("nineveh", __file__)

DISRUPTION = Mark[list[str]]("disruption")
"""Mark of an area: the hidden blocks in it with a Disruption marker. The enemy sees which blocks these are,
and no more of them."""


def then_show(procedure: Callable[[Umpire, Any], None]) -> Callable[[Umpire, Any], None]:
    """An order's procedure, after which the markers show what is true."""

    def and_then(umpire: Umpire, order: Any) -> None:
        procedure(umpire, order)
        supply.show(umpire)
        show_disruption(umpire)

    return and_then


def show_disruption(umpire: Umpire) -> None:
    """Lay Disruption markers where they belong."""
    now = disrupted(umpire.state)
    for area in [*umpire.state.marked(DISRUPTION)]:
        if area not in now:
            umpire.mark(area, DISRUPTION, None, rule=R["6.31a"])
    for area, blocks in now.items():
        umpire.mark(area, DISRUPTION, blocks, rule=R["6.31a"])


def disrupted(state: State) -> dict[str, list[str]]:
    """Area -> the disrupted blocks in it that their enemy does not know, in an order that tells nothing."""
    units = [state.pieces[unit] for unit in state.marked(DISRUPTED)]
    hidden = [unit for unit in units if unit.known_to is not None and on_map(state, unit)]
    found: dict[str, list[str]] = {}
    for _, unit in sorted((state.name_for(ENEMY[unit.side], unit.id), unit.id) for unit in hidden):
        found.setdefault(state.pieces[unit].place, []).append(unit)
    return dict(sorted(found.items()))
