"""Improvised explosive devices (7.5): what sets them off, and what they do to one ISF unit."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.blocks import DAESH, IED, ISF, VBIED, blocks, is_unit, on_map
from adjudication.systems.nineveh.hits import COLLATERAL, disrupt, lose_step, take_back
from domain.table.dice import D6
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

EFFECTS = "ied-effects"
"""The table: by type and die, the steps lost, whether the unit is disrupted, and the collateral damage."""
CALLED = {"ied": "IED", "large": "large IED", "vbied": "VBIED"}


def ieds(state: State, area: str) -> list[Piece]:
    """The IED blocks in an area, of any type (7.5g)."""
    return [block for block in blocks(state, DAESH, area) if block.kind.group == IED]


def entered(umpire: Umpire, block: str, area: str) -> None:
    """What goes off when a block has entered an area: under an ISF unit every IED there, one after the other
    while the unit lasts (7.5a); a VBIED among ISF units, which choose the one that is hit (7.5b, 7.5c)."""
    state = umpire.state
    piece = state.pieces[block]
    if piece.side == ISF and is_unit(piece):
        for ied in ieds(state, area):
            if not on_map(umpire.state, umpire.state.pieces[block]):
                return
            go_off(umpire, ied.id, block)
    elif piece.kind.group == IED and piece.face == VBIED:
        there = [unit.id for unit in blocks(state, ISF, area)]
        if there:
            victim = umpire.choose_piece(ISF, "Which unit does the VBIED hit?", there, rule=R["7.5c"])
            go_off(umpire, block, victim, rule=R["7.5b"])


def go_off(umpire: Umpire, ied: str, victim: str, *, rule: str = R["7.5a"]) -> None:
    """An IED goes off under one ISF unit, and its block may be used again (7.5a, 7.5g)."""
    umpire.reveal(ied, rule=rule)
    face = umpire.state.pieces[ied].face
    die = umpire.roll(D6, f"effect of the {CALLED[face]} on {victim}", rule=rule)
    effect = umpire.look_up(EFFECTS, type=face, die=die, rule=rule)
    for _ in range(effect.steps):
        if on_map(umpire.state, umpire.state.pieces[victim]):
            lose_step(umpire, victim, rule=rule)
    if effect.disrupted:
        disrupt(umpire, victim, rule=rule)
    if effect.collateral:
        umpire.score(COLLATERAL, effect.collateral, why=CALLED[face], rule=rule)
    take_back(umpire, ied, rule=rule)
