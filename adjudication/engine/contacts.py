"""Orders that name pieces which their side does not know: given by contacts, recorded by ids.

A form declares such an argument as `Contact`. Orders are listed and typed with what the side calls the piece;
the log has its id, and so has the form that the procedure is given.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import Any, NewType, get_args, get_origin, get_type_hints

from domain.errors import IllegalOrder
from domain.resolving import likely
from domain.table.contacts import PREFIX, name_of, piece_called
from domain.table.state import State
from domain.views.named import pieces_seen
from domain.views.view import knows

Contact = NewType("Contact", str)
"""A piece as the side of an order calls it: its id if the side knows the piece, else its contact."""

Rename = Callable[[str], str]


def by_ids(form: type[Any], arguments: Mapping[str, Any], state: State, side: str) -> dict[str, Any]:
    """Arguments with the ids of the pieces that the side named by contacts; other names stay as they are."""
    return _each(form, arguments, lambda name: piece_called(state, side, name) or name)


def by_contacts(form: type[Any], arguments: Mapping[str, Any], state: State, side: str) -> dict[str, Any]:
    """Arguments with what the side calls the pieces that stand in them by ids."""
    return _each(form, arguments, lambda id: name_of(state, side, id))


def check_named(form: type[Any], arguments: Mapping[str, Any], state: State, side: str, rule: str) -> None:
    """Raises IllegalOrder for a piece that the side does not see by that name: whether one it does not know
    bears it, is not told."""

    def named(name: str) -> str:
        if piece_called(state, side, name) is None:
            raise IllegalOrder("contact", rule, _unseen(state, side, name))
        return name

    _each(form, arguments, named)


def _unseen(state: State, side: str, name: str) -> str:
    """Why a name means no piece to a side, from what the side can see alone."""
    called, known_to = state.gone.get(name, ("", ()))
    if name in state.gone and knows(side, known_to):
        shown = f" ({called})" if called and called != name else ""
        return f"The piece {name[:60]}{shown} is no longer in the game."
    seen = [(id.removeprefix(PREFIX), name) for id, name in pieces_seen(state, side)]
    near = likely(seen, name.removeprefix(PREFIX))
    return f"There is no piece or contact {name[:60]!r} to be seen now{f'; perhaps {near}' if near else ''}."


_NAMES: dict[type[Any], dict[str, Any]] = {}
"""By form: the arguments that name pieces, with their types."""


def naming(form: type[Any]) -> dict[str, Any]:
    """The arguments of a form that name pieces as its side calls them, with their types."""
    found = _NAMES.get(form)
    if found is None:
        hints = get_type_hints(form) if is_dataclass(form) else {}
        found = _NAMES[form] = {name: hint for name, hint in hints.items() if _names(hint)}
    return found


def _names(hint: Any) -> bool:
    if hint is Contact:
        return True
    if is_dataclass(hint) and isinstance(hint, type):
        return any(map(_names, get_type_hints(hint).values()))
    return any(map(_names, get_args(hint)))


def _each(form: type[Any], arguments: Mapping[str, Any], rename: Rename) -> dict[str, Any]:
    """The arguments with each piece that they name renamed."""
    told = naming(form)
    if not told:
        return dict(arguments)
    return {
        key: _renamed(told[key], value, rename) if key in told else value for key, value in arguments.items()
    }


def _renamed(hint: Any, value: Any, rename: Rename) -> Any:
    if isinstance(value, str):
        return rename(value)
    if isinstance(value, list | tuple):
        items = [each for each in get_args(hint) if each is not Ellipsis]
        of = items[0] if items and get_origin(hint) in (list, tuple) else hint
        return [_renamed(of, each, rename) for each in value]
    if isinstance(value, Mapping):
        inner = naming(hint) if isinstance(hint, type) else {}
        return {
            key: _renamed(inner[key], each, rename) if key in inner else each for key, each in value.items()
        }
    return value
