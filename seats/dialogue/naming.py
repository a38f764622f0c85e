"""What a name typed at a command means to whoever types it: only what they can see is looked through."""

from domain.errors import NotFound
from domain.resolving import Ambiguous, likely, resolve
from domain.table.state import State
from domain.views.named import pieces_seen, places_seen


def piece_named(state: State, viewer: str, text: str) -> str:
    """The piece, or contact, that a text means. Raises NotFound; it says the same of a piece that the viewer
    cannot see as of one that is not there."""
    try:
        return resolve(pieces_seen(state, viewer), text, "piece")
    except Ambiguous:
        raise
    except NotFound:
        near = likely(pieces_seen(state, viewer), text)
        told = f"perhaps {near}" if near else "`whitecell pieces` lists them"
        raise NotFound(f"There is no piece {text[:60]!r} on the table; {told}.") from None


def place_named(state: State, viewer: str, text: str) -> str:
    """The place that a text means. Raises NotFound."""
    return resolve(places_seen(state, viewer), text, "space on the board")
