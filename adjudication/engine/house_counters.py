"""Counters and cards of the white cell's own: whether they can take the place of those in the game.

What the rules read of a kind (its numbers and its data) must be there as before, and its back must look as
before; what it says, and what its numbers are, is the facilitator's. The number of pieces never changes.
"""

from collections.abc import Mapping
from typing import Any

from domain.errors import BadData, NotFound, Refused
from domain.events import KindData
from domain.table.state import State
from domain.table.tables import PROVENANCES

LARGEST_DATA = 2_000
"""Values that the data of one kind may hold, at all depths."""
LONGEST_TEXT = 4_000
"""Characters that may be printed on a counter or card."""
_DEEPEST = 20

_KINDS: dict[type, str] = {
    int: "a number",
    str: "text",
    bool: "yes or no",
    list: "a list",
    dict: "a mapping",
    type(None): "none",
}


def check_kind(id: str, kind: KindData) -> None:
    """Raises BadData for a kind whose data rule code could not rely on, or whose text is endless."""
    if len(kind.text) > LONGEST_TEXT:
        raise BadData(f"kind {id}: its text has at most {LONGEST_TEXT} characters.")
    if _size(id, kind.data, 0) > LARGEST_DATA:
        raise BadData(f"kind {id}: its data holds at most {LARGEST_DATA} values.")


def _size(id: str, value: Any, depth: int) -> int:
    """How many values plain data holds. Raises BadData for what is none."""
    if depth > _DEEPEST:
        raise BadData(f"kind {id}: its data is nested more than {_DEEPEST} deep.")
    if isinstance(value, float):
        raise BadData(
            f"kind {id}: its data holds {value}; whole numbers alone are the same on every machine."
        )
    if type(value) is list or type(value) is tuple:
        return 1 + sum(_size(id, part, depth + 1) for part in value)
    if type(value) is dict:
        if not all(isinstance(key, str) for key in value):
            raise BadData(f"kind {id}: the names in its data are text; put numbers in quotes.")
        return 1 + sum(_size(id, part, depth + 1) for part in value.values())
    if type(value) not in _KINDS:
        raise BadData(f"kind {id}: its data holds {str(value)[:40]}; put it in quotes if it is text.")
    return 1


def fits(state: State, kinds: Mapping[str, KindData], pieces: Mapping[str, str], provenance: str) -> None:
    """Raises NotFound, BadData or Refused unless these kinds, and these kinds of pieces, can take the place
    of those in the game now."""
    if state.procedures:
        raise Refused("An order waits for an answer; decide it before changing counters.")
    if provenance not in PROVENANCES:
        raise BadData(f"The provenance of counters is one of {', '.join(PROVENANCES)}.")
    known = {**state.kinds, **kinds}
    for id, kind in kinds.items():
        check_kind(id, kind)
        if kind.provenance not in PROVENANCES:
            raise BadData(f"kind {id}: provenance must be one of {', '.join(PROVENANCES)}.")
        if id in state.kinds:
            _same_shape(f"kind {id}", state.kinds[id], kind)
        else:
            if id not in pieces.values():
                raise BadData(f"kind {id} is new, and no piece is said to be of it.")
            _like_one(id, kind, state.kinds)
    for piece, id in pieces.items():
        if piece not in state.pieces:
            raise NotFound(f"There is no piece {piece[:60]!r}; `whitecell pieces --as white` lists them.")
        if id not in known:
            raise NotFound(f"Piece {piece}: there is no kind {id[:60]!r}.")
        _looks_alike(f"piece {piece}, kind {id}", state.pieces[piece].kind, known[id])
    if all(state.kinds.get(id) == kind for id, kind in kinds.items()) and all(
        state.pieces[piece].kind_id == id for piece, id in pieces.items()
    ):
        raise BadData("These counters are in the game already; nothing would change.")


def _looks_alike(what: str, old: KindData, new: KindData) -> None:
    """Raises BadData where a piece of the new kind would lie among others, or look otherwise face down."""
    for field in ("side", "group", "back"):
        before, after = getattr(old, field), getattr(new, field)
        if before != after:
            raise BadData(f"{what}: its {field} is {before or 'empty'!r}, not {after or 'empty'!r}.")


def _like_one(id: str, new: KindData, known: Mapping[str, KindData]) -> None:
    """Raises BadData for a new kind of which the rules would not find what they find of any like it."""
    fault = BadData(f"kind {id} is like none in the game: no kind has its side, group and back.")
    for old in known.values():
        if (old.side, old.group, old.back) == (new.side, new.group, new.back):
            try:
                return _same_shape(f"kind {id}", old, new)
            except BadData as error:
                fault = error
    raise fault


def _same_shape(what: str, old: KindData, new: KindData) -> None:
    """Raises BadData where the rules would not find of the new kind what they find of the old."""
    _looks_alike(what, old, new)
    for field in ("values", "data"):
        _same_names(what, getattr(old, field), getattr(new, field))


def _same_names(what: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    for name, value in old.items():
        if name not in new:
            raise BadData(f"{what}: {name} is missing.")
        if type(new[name]) is not type(value) and None not in (new[name], value):
            wanted = _KINDS.get(type(value), "another")
            raise BadData(f"{what}: {name} is {wanted}, not {str(new[name])[:40]!r}.")


__all__ = ["check_kind", "fits"]
