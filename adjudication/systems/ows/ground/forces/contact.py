"""Contact (8.3.2.1): ground units beside or with the enemy are detected without a roll."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.zones import has_zones, on_the_map
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.status import DETECTED, detect, sides
from domain.table.state import Piece, State

R = citations("ows", __file__)


def contacts(state: State, unit: Piece, hex: str) -> list[str]:
    """Who would be detected if a ground unit were in a hex: enemy ground units in it or beside it, and the
    unit itself. Low-signature units are not (8.3.2)."""
    near = enemies_near(state, unit, hex)
    return [each.id for each in (unit, *near) if _found(state, each)] if near else []


def enemies_near(state: State, unit: Piece, hex: str) -> list[Piece]:
    """The enemy ground units in a hex of a tactical map, or beside it."""
    if not has_zones(state.board, hex):
        return []
    return [
        each
        for place in (hex, *state.board.touching[hex])
        for each in state.pieces_at(place)
        if each.kind.group == GROUND and each.side != unit.side
    ]


def _found(state: State, unit: Piece) -> bool:
    return not state.mark(unit.id, DETECTED) and not sheet(unit).low_signature


def meet(umpire: Umpire, unit: str) -> bool:
    """A ground unit has entered a hex: it and the enemy ground units there and beside it detect each other.
    Gives whether any was detected that was not before."""
    state = umpire.state
    piece = state.pieces[unit]
    found = contacts(state, piece, piece.place) if piece.place in state.board.spaces else []
    for id in found:
        detect(umpire, id, rule=R["8.3.2.1"])
    return bool(found)


def meet_at_last(umpire: Umpire, unit: str) -> None:
    """A ground unit has entered a hex by a result of combat, and detects as ever. Nothing more comes of it in
    this combat: for odds the face-down units that it meets stay what they may be."""
    state = umpire.state
    piece = state.pieces[unit]
    near = enemies_near(state, piece, piece.place) if piece.place in state.board.spaces else []
    if near:
        for each in (piece, *near):
            if not umpire.leaves_open(each) and _found(state, each):
                detect(umpire, each.id, rule=R["8.3.2.1"])


def meet_all(umpire: Umpire) -> None:
    """All ground units that stand beside each other detect each other."""
    for side in sides(umpire.state):
        for unit in on_the_map(umpire.state, side):
            meet(umpire, unit.id)
