"""What a name means at this table: a piece, place, track, kind or side, however it is written."""

import unicodedata
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Literal

from domain.errors import NotFound
from domain.table.state import State

Sort = Literal["piece", "place", "track", "kind", "side"]

_MOST_SHOWN = 12

Named = tuple[str, str]
"""An id, and the name that goes with it."""


def find(state: State, sorts: Sequence[Sort], text: str) -> str:
    """The id of the one thing of these sorts that a text means to the white cell. Raises NotFound."""
    return resolve([each for sort in sorts for each in _named(state, sort)], text, _called(sorts))


def resolve(known: Sequence[Named], text: str, what: str) -> str:
    """The id that a text means: an exact id, else an exact name, else either in any case and without accents,
    else the beginning of one, else a word of a name.

    what: what these things are called. Raises NotFound where none is meant, or several; it names likely ones.
    """
    text = " ".join(text.split())
    plain = fold(text)
    tests: tuple[Callable[[str, str], bool], ...] = (
        lambda id, name: id == text,
        lambda id, name: name == text,
        lambda id, name: plain in (fold(id), fold(name)),
        lambda id, name: fold(id).startswith(plain) or fold(name).startswith(plain),
        lambda id, name: any(word.startswith(plain) for word in fold(name).replace("-", " ").split()),
    )
    for fits in tests if plain else ():
        found = list(dict.fromkeys(id for id, name in known if fits(id, name)))
        if len(found) == 1:
            return found[0]
        if found:
            raise NotFound(f"{text[:60]!r} may mean {_listed(found, known)}. Say which.")
    folded = {fold(part): id for id, name in known for part in (name, id) if part}
    near = [folded[each] for each in get_close_matches(plain, list(folded), n=3)]
    if near:
        raise NotFound(f"There is no {what} {text[:60]!r}; perhaps {_listed(near, known, ' or ')}.")
    raise NotFound(f"There is no {what} {text[:60]!r}; there are: {_listed([id for id, _ in known], known)}.")


def fold(text: str) -> str:
    """A text in one case and without accents, for comparing names."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in split if not unicodedata.combining(each))


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


def _called(sorts: Sequence[Sort]) -> str:
    return " or ".join("kind of piece" if sort == "kind" else sort for sort in sorts)


def _listed(ids: Sequence[str], known: Sequence[Named], last: str = ", ") -> str:
    """Things by id, with the name where it says more."""
    names = {id: name for id, name in known if name and fold(name) != fold(id)}
    shown = [f"{id} ({names[id]})" if id in names else id for id in dict.fromkeys(ids)]
    more = ", ..." if len(shown) > _MOST_SHOWN else ""
    return (last.join(shown[:_MOST_SHOWN]) or "none") + more
