"""Who holds which space."""

from adjudication.systems import RuleSystem
from domain.state import State
from domain.view import WHITE, see


def held(state: State, viewer: str = WHITE, system: RuleSystem | None = None) -> dict[str, str]:
    """Each space held by a side, space -> side, as far as the viewer can tell.

    A rule system may say so itself by its `control`, which must tell nothing that is hidden. Otherwise a
    space is held by the one side whose known pieces stand there; boxes are held by nobody.
    """
    says = getattr(system, "control", None)
    if says is not None:
        return dict(says(state))
    standing: dict[str, set[str]] = {}
    for piece in see(state, viewer).pieces:
        space = state.board.spaces.get(piece.place)
        if piece.known and piece.side and space is not None and space.kind != "box":
            standing.setdefault(piece.place, set()).add(piece.side)
    return {space: next(iter(sides)) for space, sides in standing.items() if len(sides) == 1}
