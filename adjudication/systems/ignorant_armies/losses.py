"""What counts as a loss: steps, and units that go to the deadpile."""

from adjudication.engine.losses import Loss
from adjudication.systems.ignorant_armies.table.sides import DEADPILE, ON_GROUND, in_a_hex
from domain.events import Event, PieceChanged, PieceMoved
from domain.table.state import State


def losses(event: Event, state: State) -> Loss | None:
    """Steps lost, of a unit that goes to the deadpile all it has."""
    match event:
        case PieceChanged(steps=steps) if steps is not None:
            piece = state.pieces[event.piece]
            lost = piece.steps - steps
            counts = lost > 0 and in_a_hex(state, piece)
            return Loss(piece.id, piece.side, "step loss", lost) if counts else None
        case PieceMoved(to=to) if to.startswith(f"{DEADPILE}-"):
            piece = state.pieces[event.piece]
            return (
                Loss(piece.id, piece.side, "eliminated", piece.steps)
                if piece.kind.group in ON_GROUND
                else None
            )
        case _:
            return None
