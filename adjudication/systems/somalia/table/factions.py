"""Factions (8.41): gangs of different colours do not share a Zone without a Leader of one of them."""

from collections.abc import Callable, Collection, Iterable, Sequence

from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.somalia.table.forces import GANG, LEADER, at, faction
from adjudication.systems.somalia.table.sides import several
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")

UNITY = Mark[bool]("bandit unity")
"""Mark of the game while Bandit Unity suspends the rule (8.41c)."""


def applies(state: State) -> bool:
    """Whether factions keep apart now: not under Bandit Unity, not with several Bandit players (8.41c,
    8.41d, 11.21c)."""
    return not several(state) and not state.mark("game", UNITY)


def may_share(pieces: Iterable[Piece]) -> bool:
    """Whether these gangs and Leaders may be in one Zone: one colour, or a Leader of a colour present."""
    pieces = list(pieces)
    colours = {faction(piece) for piece in pieces if piece.kind.group == GANG}
    return len(colours) < 2 or any(
        piece.kind.group == LEADER and faction(piece) in colours for piece in pieces
    )


def against_entry(state: State, zone: str, units: Collection[str]) -> Why:
    """Why these units may not enter a Zone together; empty where they may (8.41b). Those that are there
    enter nothing."""
    coming = [state.pieces[unit] for unit in units if state.pieces[unit].place != zone]
    if not applies(state) or not coming:
        return ""
    if may_share([*at(state, zone, GANG, LEADER), *coming]):
        return ""
    return T("different factions without a Leader", zone=zone)


def against_leaving(state: State, units: Collection[str]) -> Why:
    """Why these units may not leave where they are; empty where they may. A Leader leaves no mixture behind
    (8.41b)."""
    if not applies(state):
        return ""
    for leader in [state.pieces[unit] for unit in units if state.pieces[unit].kind.group == LEADER]:
        there = at(state, leader.place, GANG, LEADER)
        if may_share(there) and not may_share(piece for piece in there if piece.id not in units):
            return T("keeps different factions together", leader=leader.id, zone=leader.place)
    return ""


def some_fit(state: State, units: Sequence[str], against: Callable[[Sequence[str]], Why]) -> bool:
    """Whether some of these units may go: one of them, one with a Leader, or all."""
    leaders = [unit for unit in units if state.pieces[unit].kind.group == LEADER]
    tries = [*([unit] for unit in units), *([unit, leader] for unit in units for leader in leaders), units]
    return bool(units) and any(not against(each) for each in tries)


def may_enter(state: State, units: Collection[str], zone: str) -> bool:
    """Whether these units may be put or moved into a Zone (8.41b)."""
    return not against_entry(state, zone, units)
