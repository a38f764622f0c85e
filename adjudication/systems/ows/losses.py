"""What counts as a loss (2.2.3, 9.6), and what the rules have against a manual change."""

from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ows.table.counters import (
    CYBER,
    DECISION,
    FACILITY,
    GROUND,
    MISSION,
    SHEETLESS,
    SHIP,
    SOF,
    SQUADRON,
    SUBMARINE,
    TOKEN,
    sheet,
)
from adjudication.systems.ows.table.status import ATTRITION, HOME, REGENERATION, hexes
from domain.events import Event, PieceChanged, PieceMoved, PieceRemoved
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

WATER = ("deep sea", "littoral")
PLAYED = (TOKEN, CYBER, DECISION)
"""Cards and tokens leave the game when they are played: no loss."""
DAMAGE, STEP_LOSS, REPAIRED, REGENERATED = "damage", "step loss", "repaired", "regenerated"


def losses(event: Event, state: State) -> Loss | None:
    """Steps lost, and those that come back; a counter that leaves the map with steps left (an air mission
    that goes down with its base, cargo) is lost with all of them."""
    match event:
        case PieceChanged(steps=steps) if steps is not None:
            return _by_steps(state.pieces[event.piece], steps)
        case PieceRemoved():
            piece = state.pieces[event.piece]
            played = piece.kind.group in PLAYED
            return Loss(piece.id, piece.side, "removed", piece.steps) if piece.steps and not played else None
        case PieceMoved(to=to) if to.startswith(f"{ATTRITION}-"):
            piece = state.pieces[event.piece]
            return Loss(piece.id, piece.side, STEP_LOSS, piece.steps) if piece.steps else None
        case _:
            return None


def _by_steps(piece: Piece, steps: int) -> Loss | None:
    lost = piece.steps - steps
    if not lost or piece.kind.group in SHEETLESS:
        return None
    if piece.kind.group == FACILITY:
        return Loss(piece.id, piece.side, DAMAGE if lost > 0 else REPAIRED, lost)
    return Loss(piece.id, piece.side, STEP_LOSS if lost > 0 else REGENERATED, lost)


def objections(state: State, act: Order) -> list[tuple[str, Text]]:
    """What the rules have against a piece that is moved or changed by hand."""
    match act.name:
        case "hand-move":
            piece = state.pieces.get(act.arguments["piece"])
            return _against_move(state, piece, act.arguments["to"]) if piece is not None else []
        case "hand-change":
            piece = state.pieces.get(act.arguments["subject"])
            return _against_change(piece, act.arguments.get("steps")) if piece is not None else []
        case _:
            return []


def _against_move(state: State, piece: Piece, to: str) -> list[tuple[str, Text]]:
    if piece.kind.group in SHEETLESS or to not in state.board.spaces:
        return []
    found = []
    if piece.place == f"{ATTRITION}-{piece.side}":
        found.append((R["2.1.5"], T("it is lost for good", piece=piece.id)))
    if piece.place == f"{REGENERATION}-{piece.side}" and piece.kind.group in (MISSION, SOF):
        found.append((R["11.7"], T("it comes back by a roll", piece=piece.id)))
    if to not in hexes(state.board):
        return found
    if piece.kind.group in (SHIP, SUBMARINE) and not _navigable(state, to):
        found.append((R["6.4"], T("it cannot sail there", piece=piece.id, to=to)))
    if piece.kind.group == GROUND and _water(state, to):
        found.append((R["5.1.1.2"], T("it crosses water aboard", piece=piece.id, to=to)))
    if piece.kind.group == SQUADRON and not _facility(state, to, "airfield"):
        found.append((R["6.5.5"], T("it stands at an airfield", piece=piece.id, to=to)))
    if piece.kind.group == MISSION and not state.mark(piece.id, HOME):
        found.append((R["2.2.4b"], T("it has no base", piece=piece.id)))
    return found


def _against_change(piece: Piece, steps: int | None) -> list[tuple[str, Text]]:
    if steps is None or piece.kind.group in SHEETLESS:
        return []
    most = sheet(piece).steps
    if steps > most:
        return [(R["2.2.3"], T("it has fewer steps", piece=piece.id, most=most, steps=steps))]
    return []


def _water(state: State, hex: str) -> bool:
    return state.board.spaces[hex].terrain in WATER


def _navigable(state: State, hex: str) -> bool:
    return _water(state, hex) or _facility(state, hex, "port")


def _facility(state: State, hex: str, type: str) -> bool:
    return any(piece.kind.group == FACILITY and sheet(piece).type == type for piece in state.pieces_at(hex))
