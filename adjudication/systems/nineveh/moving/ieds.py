"""Improvised explosive devices (7.5): what sets them off, and what they do to one ISF unit."""

import adjudication.systems.nineveh.cards.standing as standing
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.asking import alone
from adjudication.systems.nineveh.table.blocks import DAESH, IED, ISF, VBIED, blocks, is_unit, on_map
from adjudication.systems.nineveh.table.hits import COLLATERAL, disrupt, lose_step, take_back
from domain.table.dice import D6
from domain.table.state import Piece, State

R = citations("nineveh", __file__)
T = texts("nineveh")

EFFECTS = "ied-effects"
"""The table: by type and die, the steps lost, whether the unit is disrupted, and the collateral damage."""
CALLED = {"ied": T("IED"), "large": T("large IED"), "vbied": T("VBIED")}


def ieds(state: State, area: str) -> list[Piece]:
    """The IED blocks in an area, of any type (7.5g)."""
    return [block for block in blocks(state, DAESH, area) if block.kind.group == IED]


def entered(umpire: Umpire, block: str, area: str) -> None:
    """What goes off when a block has entered an area: under an ISF unit every IED there, one after the other
    while the unit lasts (7.5a), in the solitaire game only before combat (10.2g); a VBIED among ISF units,
    which choose the one that is hit (7.5b, 7.5c)."""
    state = umpire.state
    piece = state.pieces[block]
    if piece.side == ISF and is_unit(piece):
        if alone(state):
            return
        for ied in ieds(state, area):
            if not on_map(umpire.state, umpire.state.pieces[block]):
                return
            if not standing.forbids(umpire.state, "ied", ied):
                go_off(umpire, ied.id, block)
    elif piece.kind.group == IED and piece.face == VBIED:
        there = [unit.id for unit in blocks(state, ISF, area)]
        if there:
            victim = umpire.choose_piece(ISF, T("unit that the VBIED hits"), there, rule=R["7.5c"])
            go_off(umpire, block, victim, rule=R["7.5b"])


def modified(umpire: Umpire, ied: str, victim: str, die: int) -> int:
    """The die with what cards add for the unit or for the IED; never below 1 or above 6 (6.2c)."""
    state = umpire.state
    area = state.pieces[victim].place
    found = [
        *standing.modifiers(state, "ied", state.pieces[victim], area),
        *standing.modifiers(state, "ied", state.pieces[ied], area),
    ]
    total = umpire.sum(T("effect of the IED"), die)
    standing.add(umpire, total, found, rule=R["6.2c"])
    return min(max(total.total, 1), D6)


def go_off(umpire: Umpire, ied: str, victim: str, *, rule: str = R["7.5a"]) -> None:
    """An IED goes off under one ISF unit, and its block may be used again (7.5a, 7.5g)."""
    umpire.reveal(ied, rule=rule)
    face = umpire.state.pieces[ied].face
    die = umpire.roll(D6, T("effect of an IED on a unit", ied=CALLED[face], unit=victim), rule=rule)
    effect = umpire.look_up(EFFECTS, type=face, die=modified(umpire, ied, victim, die), rule=rule)
    for _ in range(effect.steps):
        if on_map(umpire.state, umpire.state.pieces[victim]):
            lose_step(umpire, victim, rule=rule)
    if effect.disrupted:
        disrupt(umpire, victim, rule=rule)
    umpire.score(COLLATERAL, effect.collateral, why=CALLED[face], rule=rule)
    take_back(umpire, ied, rule=rule)
