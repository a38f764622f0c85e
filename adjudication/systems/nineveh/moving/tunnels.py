"""Tunnels (5.5): Daesh blocks move between areas with tunnel markers as if these were adjacent."""

import adjudication.systems.nineveh.cards.standing as standing
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.blocks import DAESH, IED, ISF, control
from adjudication.systems.nineveh.table.board import is_area
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

TUNNEL, MARKERS = "tunnel", "markers"
"""The kind of the markers, and the box of those that are not in play."""


def markers(state: State) -> list[Piece]:
    """All tunnel markers."""
    return [piece for piece in state.of_group("marker") if piece.kind_id == TUNNEL]


@derived
def mouths(state: State) -> list[str]:
    """The areas with a tunnel marker."""
    places = [piece.place for piece in markers(state)]
    return [place for place in dict.fromkeys(places) if is_area(state.board, place)]


def by_tunnel(state: State, block: Piece) -> list[str]:
    """The areas that a block may move to through the tunnels: only where a card allows it, and never a VBIED
    (7.5d)."""
    if block.side != DAESH or block.kind.group == IED or block.place not in mouths(state):
        return []
    if not standing.allows(state, "tunnels", block):
        return []
    return [area for area in mouths(state) if area != block.place]


def close_tunnels(umpire: Umpire) -> None:
    """Markers in areas that ISF controls are removed (4.1.4c)."""
    held = control(umpire.state)
    for marker in markers(umpire.state):
        if held.get(marker.place) == ISF:
            umpire.move(marker.id, MARKERS, rule=R["4.1.4c"])
