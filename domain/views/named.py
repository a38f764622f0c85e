"""What viewers can name: only what they see."""

from domain.resolving import Named
from domain.table.state import State
from domain.views.view import knows, see


def pieces_seen(state: State, viewer: str) -> list[Named]:
    """The pieces that a viewer knows, and the contacts of others."""
    seen = see(state, viewer).pieces
    return [
        (each.id or each.contact, each.name if each.known else "") for each in seen if each.id or each.contact
    ]


def places_seen(state: State, viewer: str) -> list[Named]:
    """The places that a viewer knows of."""
    return [
        (id, space.name)
        for id, space in state.board.spaces.items()
        if knows(viewer, state.who_sees_place(id))
    ]
