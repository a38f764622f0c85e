"""What a name typed at a command means to whoever types it: only what they can see is looked through."""

from domain.errors import NotFound
from domain.resolving import Ambiguous, Named, resolve
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


def piece_named(state: State, viewer: str, text: str) -> str:
    """The piece, or contact, that a text means. Raises NotFound; it says the same of a piece that the viewer
    cannot see as of one that is not there."""
    try:
        return resolve(pieces_seen(state, viewer), text, "piece")
    except Ambiguous:
        raise
    except NotFound:
        raise NotFound(
            f"There is no piece {text[:60]!r} on the table; `whitecell pieces` lists them."
        ) from None


def place_named(state: State, viewer: str, text: str) -> str:
    """The place that a text means. Raises NotFound."""
    return resolve(places_seen(state, viewer), text, "space on the board")
