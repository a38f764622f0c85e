"""What counts as a loss (6.3), and what the rules have against a manual change."""

from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.nineveh.table.blocks import BLOCKS, ELIMINATED, is_unit, limit, number, sheet
from adjudication.systems.nineveh.table.board import OLD_CITY, is_area, terrain
from domain.events import Event, PieceChanged, PieceMoved
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("nineveh", __file__)
T = texts("nineveh")

STEP_LOSS, RECOVERED = "step loss", "recovered"


def losses(event: Event, state: State) -> Loss | None:
    """Steps of units: lost, taken with the unit, or given back by hand. IEDs and Rumours are used up, which
    is no loss."""
    match event:
        case PieceChanged(steps=steps) if steps is not None:
            piece = state.pieces[event.piece]
            lost = piece.steps - steps
            return Loss(piece.id, piece.side, STEP_LOSS if lost > 0 else RECOVERED, lost) if lost else None
        case PieceMoved(to=to) if ELIMINATED in (to, event.origin) and to != event.origin:
            piece = state.pieces[event.piece]
            if not is_unit(piece):
                return None
            if to == ELIMINATED:
                return Loss(piece.id, piece.side, ELIMINATED, piece.steps)
            return Loss(piece.id, piece.side, RECOVERED, -piece.steps)
        case _:
            return None


def objections(state: State, act: Order) -> list[tuple[str, Text]]:
    """What the rules have against a block that is moved or changed by hand."""
    match act.name:
        case "hand-move":
            piece = state.pieces.get(act.arguments["piece"])
            block = piece is not None and piece.kind.group in BLOCKS
            return _against_move(state, piece, act.arguments["to"]) if block and piece is not None else []
        case "hand-change":
            piece = state.pieces.get(act.arguments["subject"])
            return _against_change(piece, act.arguments.get("steps")) if piece is not None else []
        case _:
            return []


def _against_move(state: State, piece: Piece, to: str) -> list[tuple[str, Text]]:
    found = []
    if piece.place == ELIMINATED and is_unit(piece) and to != ELIMINATED:
        found.append((R["6.3b"], T("it does not come back", piece=piece.id)))
    if not is_area(state.board, to):
        return found
    if is_unit(piece) and terrain(state.board, to) == OLD_CITY and not sheet(piece).old_city:
        found.append((R["5.3"], T("it may not enter the Old City", piece=piece.id)))
    most = limit(state, piece.side, to)
    if most is not None and piece.place != to and number(state, piece.side, to) >= most:
        found.append((R["5.2a"], T("the area is full", area=to, most=most)))
    return found


def _against_change(piece: Piece, steps: int | None) -> list[tuple[str, Text]]:
    if steps is None or not is_unit(piece):
        return []
    most = len(sheet(piece).values)
    if steps > most:
        return [(R["2.1b"], T("it has fewer steps", piece=piece.id, most=most, steps=steps))]
    return []
