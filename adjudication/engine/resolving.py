"""What a name means at this table: a piece, place, track, kind or side, however it is written."""

from collections.abc import Sequence
from typing import Literal

from domain.resolving import Named, resolve
from domain.table.state import State

Sort = Literal["piece", "place", "track", "kind", "side", "table"]


def find(state: State, sorts: Sequence[Sort], text: str) -> str:
    """The id of the one thing of these sorts that a text means to the white cell. Raises NotFound."""
    return resolve([each for sort in sorts for each in _named(state, sort)], text, _called(sorts))


def _named(state: State, sort: Sort) -> list[Named]:
    match sort:
        case "piece":
            return [(piece.id, piece.name) for piece in state.pieces.values()]
        case "place":
            return [(space.id, space.name) for space in state.board.spaces.values()]
        case "track":
            return [(id, track.data.name) for id, track in state.tracks.items()]
        case "kind":
            return [(id, kind.name) for id, kind in state.kinds.items()]
        case "side":
            return [(id, side.name) for id, side in state.sides.items()]
        case "table":
            return [(id, table.data.title) for id, table in state.tables.items()]


def _called(sorts: Sequence[Sort]) -> str:
    return " or ".join("kind of piece" if sort == "kind" else sort for sort in sorts)
