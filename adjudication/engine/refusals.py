"""Refusals in words: what the rules say against an order, with the names that its side has for things.

A piece is said by its name to a side that knows it, else by its contact, or as what can be seen of it. What
the side typed stays as it was typed, so that a guessed name does not show which piece bears it.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from adjudication.engine.choices import show_option
from adjudication.engine.reasons import Why, said_of
from adjudication.engine.texts import worded
from domain.events.seen import WHITE, knows
from domain.table.contacts import has_contacts, name_of
from domain.table.state import State
from domain.texts import Said, Text, strings_in

LONGEST = 60
"""Characters up to which a refusal repeats what was typed."""


def told_to(state: State, side: str) -> Callable[[Said, Any], str]:
    """How a side is told why something that it gave is refused: a text of the rules, and what was given."""
    return lambda said, given: in_words(said, state, side, given)


def in_words(why: Why, state: State, side: str, given: Any = ()) -> str:
    """What the rules say against what a side gave, in words for that side; the white cell where it is
    none."""
    said = said_of(why)
    if not isinstance(said, Text):
        return said
    names = _Names(state, side or WHITE, strings_in(given))
    system = state.opened.system if state.opened is not None else ""
    told = worded(Text(said.code, shortened(said.arguments)), system, names.said, names.brief)
    return f"{told[:1].upper()}{told[1:]}" if told.startswith(_HIDDEN) else told


def shortened(value: Any) -> Any:
    """Plain data with no more of any text than its beginning."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    if isinstance(value, Mapping):
        return {name: shortened(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [shortened(part) for part in value]
    return value


_HIDDEN = "a hidden "


class _Names:
    """The names that a viewer has for things. typed: what the viewer said in its own words."""

    def __init__(self, state: State, viewer: str, typed: Collection[str]) -> None:
        self._state = state
        self._viewer = viewer
        self._typed = typed

    def said(self, value: Any) -> str:
        """A side by its name, a piece as the viewer knows it, anything else as it is."""
        if isinstance(value, list | tuple):
            return ", ".join(map(self.said, value))
        if not isinstance(value, str):
            return show_option(value)
        if value == WHITE:
            return "the white cell"
        if value in self._state.sides:
            return self._state.sides[value].name
        return self._piece(value) if value in self._state.pieces else value

    def brief(self, value: Any) -> str:
        """The same with the names of places."""
        if isinstance(value, list | tuple):
            return ", ".join(map(self.brief, value))
        space = self._state.board.spaces.get(value) if isinstance(value, str) else None
        return space.name or space.id if space is not None else self.said(value)

    def _piece(self, id: str) -> str:
        piece = self._state.pieces[id]
        if knows(self._viewer, self._state.who_knows(id)):
            return piece.name or id
        if id in self._typed:
            return id
        if not knows(self._viewer, self._state.who_sees(id)):
            return f"{_HIDDEN}piece"
        contact = name_of(self._state, self._viewer, id) if has_contacts(self._state) else id
        return contact if contact != id else f"{_HIDDEN}{piece.kind.back or 'piece'}"
