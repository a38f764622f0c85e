"""Losses (6.3, 6.31): a step loss turns a block to its next value, a removed ISF unit raises Casualties,
a second disruption is a step loss. The only place where blocks lose steps, are disrupted or leave the
map."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.asking import alone
from adjudication.systems.nineveh.table.blocks import (
    DAESH,
    DISRUPTED,
    ELIMINATED,
    ISF,
    is_combat_unit,
    is_unit,
    on_map,
    reserve,
    show,
)
from adjudication.systems.nineveh.table.board import OLD_CITY, of_terrain
from domain.table.marks import Mark
from domain.table.state import State

R = citations("nineveh", __file__)
T = texts("nineveh")

CASUALTIES, COLLATERAL, TIME = "casualties", "collateral", "time"
"""Tracks (2.2f)."""
CLEARED = Mark[bool]("eliminated in the Old City")
"""Mark of the game: a Daesh combat unit was eliminated there; for Daesh alone (4.2a, option)."""


def lose_step(umpire: Umpire, unit: str, *, rule: str) -> None:
    """A unit loses a step: it is turned to its next value, or removed on the last (2.1c, 2.1d, 6.3b)."""
    show_loss(umpire, unit)
    steps = umpire.state.pieces[unit].steps - 1
    if steps:
        umpire.change(unit, steps=steps, rule=rule)
    else:
        remove(umpire, unit, rule=rule)


def show_loss(umpire: Umpire, block: str) -> None:
    """In the solitaire game a Daesh block that takes a step loss is revealed (10.2f)."""
    piece = umpire.state.pieces[block]
    if alone(umpire.state) and piece.side == DAESH:
        show(umpire, block, rule=R["10.2f"])


def disrupt(umpire: Umpire, unit: str, *, rule: str) -> None:
    """Put a Disruption marker under a unit; one that has it loses a step in place of a second. What is no
    unit is not disrupted (6.31a, 6.31b)."""
    state = umpire.state
    if not is_unit(state.pieces[unit]) or not on_map(state, state.pieces[unit]):
        return
    if state.mark(unit, DISRUPTED):
        lose_step(umpire, unit, rule=R["6.31b"])
    else:
        umpire.mark(unit, DISRUPTED, True, rule=rule)


def rally(umpire: Umpire, unit: str, *, rule: str) -> None:
    """Take the Disruption marker off a unit."""
    umpire.mark(unit, DISRUPTED, None, rule=rule)


def remove(umpire: Umpire, block: str, *, rule: str) -> None:
    """A block leaves the game: for a unit of the ISF Casualties go up by two (6.3b, 6.3c)."""
    state = umpire.state
    piece = state.pieces[block]
    rally(umpire, block, rule=rule)
    fought = is_combat_unit(piece) and piece.place in of_terrain(state.board, OLD_CITY)
    umpire.move(block, ELIMINATED, rule=rule)
    if fought and state.options["old_city_clearance"]:
        umpire.mark("game", CLEARED, True, rule=R["4.2a"], audience=(piece.side,))
    if piece.side == ISF:
        umpire.score(CASUALTIES, 2, why=T("unit lost", unit=piece.id), rule=R["6.3c"])


def take_back(umpire: Umpire, block: str, *, rule: str) -> None:
    """A block leaves the map and may be used again: an IED that went off, a Rumour removed at will (6.3b)."""
    side = umpire.state.pieces[block].side
    umpire.move(block, reserve(side), rule=rule)
    umpire.hide(block, known_to=(side,), rule=rule)


def old_city_is_clear(state: State) -> bool:
    """Whether no Daesh combat unit is left in the Old City (4.2a)."""
    return not any(
        is_combat_unit(piece) for area in of_terrain(state.board, OLD_CITY) for piece in state.pieces_at(area)
    )
