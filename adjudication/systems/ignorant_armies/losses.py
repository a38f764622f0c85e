"""What counts as a loss: steps, and units that go to the deadpile."""

from adjudication.engine.losses import Loss
from adjudication.systems.ignorant_armies.sides import DEADPILE, ON_GROUND
from domain.events import Event, PieceChanged, PieceMoved
from domain.table.state import State


def losses(event: Event, state: State) -> Loss | None:
    """Steps lost, of a unit that goes to the deadpile all it has."""
    match event:
        case PieceChanged(steps=steps) if steps is not None:
            piece = state.pieces[event.piece]
            lost = piece.steps - steps
            on_map = bool(state.board.spaces[piece.place].row) if piece.place in state.board.spaces else False
            return Loss(piece.id, piece.side, "step loss", lost) if lost > 0 and on_map else None
        case PieceMoved(to=to) if to.startswith(f"{DEADPILE}-"):
            piece = state.pieces[event.piece]
            return (
                Loss(piece.id, piece.side, "eliminated", piece.steps)
                if piece.kind.group in ON_GROUND
                else None
            )
        case _:
            return None
