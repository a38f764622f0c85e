"""Which side holds which space, and its lines of communication."""

from adjudication.engine.games.systems import RuleSystem
from domain.table.state import State
from domain.views.view import WHITE, StateView, see


def held(
    state: State, viewer: str = WHITE, system: RuleSystem | None = None, view: StateView | None = None
) -> dict[str, str]:
    """Each space held by a side, space -> side, as far as the viewer can tell. view: the table as the viewer
    sees it, if it is available.

    A rule system may say so itself (`Reports.control`). Otherwise a space is held by the one side whose known
    pieces are there; nobody holds boxes.
    """
    says = system.reports.control if system is not None else None
    if says is not None:
        return dict(says(state))
    standing: dict[str, set[str]] = {}
    boxes = {box.id for box in state.board.data.boxes}
    spaces = state.board.spaces
    for piece in (view or see(state, viewer)).pieces:
        stands = piece.place in spaces and piece.place not in boxes and not piece.aboard
        if piece.known and piece.side and stands:
            standing.setdefault(piece.place, set()).add(piece.side)
    return {space: next(iter(sides)) for space, sides in standing.items() if len(sides) == 1}


def lines_held(state: State, system: RuleSystem | None) -> list[tuple[str, str, str]]:
    """Lines of communication or supply, each as side, space, and the space nearer to the source; empty if
    the rule system does not give them."""
    tells = system.reports.communications if system is not None else None
    if tells is None:
        return []
    return [(side, *pair) for side, pairs in tells(state).items() for pair in pairs]
