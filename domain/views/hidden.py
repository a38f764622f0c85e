"""What a viewer does not know of the pieces, and plain data without the names that would identify them."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from domain.events.seen import WHITE, knows
from domain.table.contacts import contact, has_contacts
from domain.table.state import Piece, State
from domain.texts import Text, said_in
from domain.views.masks import Mask, plain, runs_in, runs_of


def sees(state: State, viewer: str, piece: Piece) -> bool:
    """Whether a viewer knows that a piece is there."""
    return not state.unseen or knows(viewer, state.who_sees(piece.id))


def identifies(state: State, viewer: str, piece: Piece) -> bool:
    """Whether a viewer knows what a piece is, and that it is there."""
    return knows(viewer, piece.known_to) and sees(state, viewer, piece)


def _names_of(state: State, viewer: str, piece: Piece) -> tuple[str, ...]:
    """The names that would identify a piece to a viewer that does not know it: its id, and its own name if
    any."""
    if viewer == WHITE or identifies(state, viewer, piece):
        return ()
    return (piece.id, piece.name) if piece.name != piece.kind.name else (piece.id,)


def _hidden_names(state: State, viewer: str) -> Iterator[str]:
    """The names that would identify pieces that the viewer does not know."""
    for piece in state.pieces.values():
        yield from _names_of(state, viewer, piece)


Around = tuple[tuple[str, str], ...]
"""Names that contain another piece's own name or id, each with the piece that has the name (empty:
public)."""


def _names_around_others(state: State) -> Around:
    """The names of pieces, kinds and spaces that contain another piece's own name or id, such as
    `KC-130J squadron` around `KC-130J`."""
    own = tuple((piece.id, piece.name) for piece in state.pieces.values() if piece.name != piece.kind.name)
    public = (*(kind.name for kind in state.kinds.values()), *(each.name for each in state.board.data.spaces))
    return _around(own, public, tuple(state.pieces))


@lru_cache(16)
def _around(own: Around, public: tuple[str, ...], ids: tuple[str, ...]) -> Around:
    names = Mask((*(name for _, name in own), *ids))
    return tuple(
        (id, name)
        for id, name in (*own, *(("", name) for name in dict.fromkeys(public)))
        if any(plain(other) != plain(name) for other in names.names_in(name))
    )


def _kept_names(state: State, viewer: str, around: Around) -> list[str]:
    """The names among these that a viewer may read: masking the part would reveal what it is part of."""
    return [
        name
        for id, name in around
        if not id or (id in state.pieces and identifies(state, viewer, state.pieces[id]))
    ]


class Hidden:
    """The names that a viewer may not read, as they change along a log. gone: ids and names of pieces that
    left the game and that the viewer did not know."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.mask = Mask()
        self.gone: set[str] = set()
        self.around: Around = ()
        self._of: dict[str, tuple[str, ...]] = {}
        self._contacts: _Contacts | None = None

    def masking(self, state: State) -> Callable[[Any], Any]:
        """A function that masks plain data now, with contacts for pieces that the viewer sees and does not
        know."""
        if not has_contacts(state):
            return self.mask
        if self._contacts is None:
            self._contacts = _Contacts(state, self.viewer, self._of, self.around)
        return _both(self._contacts, self.mask)

    def look(self, state: State) -> None:
        """Look at all pieces."""
        self._contacts = None
        kinds = {kind.name for kind in state.kinds.values()}
        self._of = {piece.id: _names_of(state, self.viewer, piece) for piece in state.pieces.values()}
        self.around = _names_around_others(state)
        self.mask = Mask(
            self.gone - state.pieces.keys() - kinds, lambda: _kept_names(state, self.viewer, self.around)
        )
        self.mask.add(*(name for names in self._of.values() for name in names))

    def look_at(self, state: State, id: str) -> None:
        """Look at one piece, the only one for which it has changed who knows it."""
        names = _names_of(state, self.viewer, state.pieces[id])
        if names != self._of.get(id):
            self.mask.discard(*self._of.get(id, ()))
            self.mask.add(*names)
            self._of[id] = names
            self._contacts = None


def masked_for(state: State, viewer: str) -> Callable[[Any], Any]:
    """A function that masks in plain data the pieces that the viewer does not know."""
    around = _names_around_others(state)
    mask = Mask(_hidden_names(state, viewer), lambda: _kept_names(state, viewer, around))
    in_contacts = _in_contacts(state, viewer, around)
    return mask if in_contacts is None else _both(in_contacts, mask)


def _both(one: Callable[[Any], Any], other: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: other(one(value))


class _Contacts:
    """Replaces names of pieces that a viewer sees and does not know by their contacts, in plain data. names:
    the names of each piece that the viewer does not know. It reads the table at the time of the call."""

    def __init__(
        self, state: State, viewer: str, names: Mapping[str, tuple[str, ...]], around: Around
    ) -> None:
        self.state, self.viewer = state, viewer
        self.bearers: dict[str, list[str]] = {}
        for id, own in names.items():
            for name in own:
                self.bearers.setdefault(plain(name), []).append(id)
        self.stays = {plain(name) for name in _kept_names(state, viewer, around)}
        self.by_run: dict[str, list[str]] = {}
        for name in (*self.bearers, *self.stays):
            self.by_run.setdefault(next(iter(runs_of(name)), ""), []).append(name)

    def __call__(self, value: Any) -> Any:
        if isinstance(value, str):
            found = _any_of(self._may_be_in(value))
            return found.sub(self._read, value) if found is not None else value
        if isinstance(value, Text):
            return Text(value.code, self(value.arguments))
        if isinstance(value, dict):
            if said_in(value) is not None:
                return {**value, "arguments": self(value["arguments"])} if "arguments" in value else value
            return {self(key): self(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self(item) for item in value]
        return value

    def _may_be_in(self, text: str) -> frozenset[str]:
        """The names whose first run a text contains, and those without runs."""
        runs = runs_in(text)
        return frozenset(name for run in (*runs, "") if run in self.by_run for name in self.by_run[run])

    def _read(self, match: re.Match[str]) -> str:
        """The contact of the piece that is named, if the viewer sees it; else the name, to be masked
        later."""
        for id in reversed(self.bearers.get(plain(match[0]), ())):
            piece = self.state.pieces.get(id)
            if piece is not None and sees(self.state, self.viewer, piece):
                return contact(self.state, self.viewer, piece)
        return match[0]


@lru_cache(4096)
def _any_of(names: frozenset[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of these names as whole words, the longest first; None for no names."""
    if not names:
        return None
    spelled = "|".join(map(_spelled, sorted(names, key=lambda name: (-len(name), name))))
    return re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)


@lru_cache(4096)
def _spelled(name: str) -> str:
    return r"[\s_-]+".join(map(re.escape, name.split(" ")))


def _in_contacts(state: State, viewer: str, around: Around) -> Callable[[Any], Any] | None:
    """A function that replaces pieces that the viewer sees and does not know by contacts; None in a game
    without contacts."""
    if viewer == WHITE or not has_contacts(state):
        return None
    names = {
        piece.id: _names_of(state, viewer, piece)
        for piece in state.pieces.values()
        if sees(state, viewer, piece)
    }
    return _Contacts(state, viewer, names, around)
