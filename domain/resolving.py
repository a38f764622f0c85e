"""Which of several things a typed name means: by its id, its name, or a part of either."""

import unicodedata
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from domain.errors import NotFound


class Ambiguous(NotFound):
    """A text that could mean several things; the sentence names them."""


_MOST_SHOWN = 12

Named = tuple[str, str]
"""An id, and the name that goes with it."""


def resolve(known: Sequence[Named], text: str, what: str) -> str:
    """The id that a text means: an exact id, else an exact name, else either ignoring case and accents, else
    the beginning of one, else the beginning of a word in one.

    what: the word for these things. Raises NotFound if the text means none, Ambiguous if it may mean several;
    both name likely ones.
    """
    text = " ".join(text.split())
    plain = fold(text)
    tests: tuple[Callable[[str, str], bool], ...] = (
        lambda id, name: id == text,
        lambda id, name: name == text,
        lambda id, name: plain in (fold(id), fold(name)),
        lambda id, name: fold(id).startswith(plain) or fold(name).startswith(plain),
        lambda id, name: _words(plain).rstrip() in f"{_words(fold(name))}{_words(fold(id))}",
    )
    for fits in tests if plain else ():
        found = list(dict.fromkeys(id for id, name in known if fits(id, name)))
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(f"{text[:60]!r} may mean {_listed(found, known)}. Say which.")
    near = likely(known, text)
    if near:
        raise NotFound(f"There is no {what} {text[:60]!r}; perhaps {near}.")
    raise NotFound(f"There is no {what} {text[:60]!r}; there are: {_listed([id for id, _ in known], known)}.")


def likely(known: Sequence[Named], text: str) -> str:
    """The things that a mistyped text may mean, by id with the name; empty if none is similar."""
    folded = {fold(part): id for id, name in known for part in (name, id) if part}
    near = [folded[each] for each in get_close_matches(fold(text), list(folded), n=3)]
    return _listed(near, known, " or ") if near else ""


def fold(text: str) -> str:
    """A text in lower case and without accents, for comparing names."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in split if not unicodedata.combining(each))


def _words(text: str) -> str:
    """A text with a space before each of its words and after the last."""
    return f" {' '.join(text.replace('-', ' ').split())} "


def _listed(ids: Sequence[str], known: Sequence[Named], last: str = ", ") -> str:
    """A list of things by id, with the name if it says more."""
    names = {id: name for id, name in known if name and fold(name) != fold(id)}
    shown = [f"{id} ({names[id]})" if id in names else id for id in dict.fromkeys(ids)]
    more = f" and {len(shown) - _MOST_SHOWN} more" if len(shown) > _MOST_SHOWN else ""
    return (last.join(shown[:_MOST_SHOWN]) or "none") + more
