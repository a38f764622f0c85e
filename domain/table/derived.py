"""Values that are computed once, and again only when something that they were computed from has changed.

    @derived
    def held_hexes(state: State) -> frozenset[str]:
        ...

Rule code calls it like any function. While it runs, the parts of the state that it reads are noted; an event
that changes one of them drops the value. A function of a board, or of other values that never change, is
computed once for each. Its result must not be changed and must not be a generator.
"""

from collections.abc import Callable, Container
from functools import lru_cache, wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast, overload

from domain.table.kept import Reads
from domain.table.marks import Mark, Readable
from domain.table.state import Piece, State

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D")

MOST_KEPT = 50_000
"""How many values are kept of a function that reads no state; the least recently used are dropped first."""


def derived(function: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function returns: for a state until something that it read there changes, else for good."""
    first = next(iter(signature(function).parameters.values()), None)
    if first is None or first.annotation not in (State, "State"):
        return cast(Callable[P, T], wraps(function)(lru_cache(MOST_KEPT)(function)))
    work_out = cast(Callable[..., Any], function)

    @wraps(function)
    def of_state(state: State, *more: Any) -> Any:
        key = (work_out, more) if more else work_out
        kept = state.kept
        try:
            value = kept.values[key]
        except KeyError:
            return _worked_out(state, key, work_out, more)
        if state.__class__ is Watched:
            state.reads["value", key] = None
        return value

    return cast(Callable[P, T], of_state)


def _worked_out(state: State, key: Any, work_out: Callable[..., Any], more: tuple[Any, ...]) -> Any:
    """Compute a value, and keep it with what it was computed from."""
    on_table: State = state.on_table if isinstance(state, Watched) else state
    reads: Reads = {}
    value = work_out(Watched(on_table, reads), *more)
    if hasattr(value, "__next__"):
        raise TypeError(f"{work_out.__name__} gives a generator; what is kept is a list or the like.")
    on_table.kept.keep(key, value, reads)
    if isinstance(state, Watched):
        state.reads["value", key] = None
    return value


class Watched(State):
    """A state that notes what is read of it."""

    __slots__ = ("on_table", "reads")

    def __init__(self, on_table: State, reads: Reads) -> None:
        self.on_table = on_table
        self.kept = on_table.kept
        self.board = on_table.board
        self.reads = reads

    def __getattr__(self, name: str) -> Any:
        """Note an attribute that is read as a whole; the second read does not come here."""
        if name in _OF_THE_MOMENT:
            raise TypeError(f"A derived value cannot depend on `state.{name}`, which changes all the time.")
        if name not in _NEVER_CHANGES:
            self.reads["whole", _WHOLE.get(name, "anything")] = None
        value = getattr(self.on_table, name)
        setattr(self, name, value)
        return value

    def pieces_at(self, place: str) -> list[Piece]:
        self.reads["at", place] = None
        return self.on_table.pieces_at(place)

    def of_group(self, group: str) -> list[Piece]:
        self.reads["group", group] = None
        return self.on_table.of_group(group)

    def ids_of(self, group: str) -> frozenset[str]:
        return self.on_table.ids_of(group)  # pieces come and go by events that drop all

    def numbers_at(self, group: str) -> dict[str, int]:
        self.reads["standing", group] = None
        return self.on_table.numbers_at(group)

    def places_of(self, *groups: str, among: Container[str]) -> frozenset[str]:
        for group in groups:
            aspect = "standing", group
            self.reads[aspect] = None if self.reads.get(aspect, among) is not among else among
        return self.on_table.places_of(*groups, among=among)

    @overload
    def mark(self, subject: str, mark: Readable[T]) -> T | None: ...

    @overload
    def mark(self, subject: str, mark: Readable[T], default: D) -> T | D: ...

    def mark(self, subject: str, mark: Readable[Any], default: Any = None) -> Any:
        self.reads["mark", mark.name] = None
        return self.on_table.mark(subject, mark, default)

    def mark_named(self, subject: str, name: str) -> object:
        self.reads["mark", name] = None
        return self.on_table.mark_named(subject, name)

    def marked(self, mark: Readable[T]) -> dict[str, T]:
        self.reads["mark", mark.name] = None
        return self.on_table.marked(mark)

    def marked_as(self, mark: Mark[T], value: T) -> frozenset[str]:
        self.reads["mark", mark.name] = None
        return self.on_table.marked_as(mark, value)


_NEVER_CHANGES = frozenset(("board", "kinds", "opened", "sides", "unseen_places"))
"""Attributes that change only with events that drop everything that is kept."""
_OF_THE_MOMENT = frozenset(("chances", "number", "procedures"))
_WHOLE = {
    "at": "pieces",
    "marks": "marks",
    "options": "options",
    "phase": "clock",
    "pieces": "pieces",
    "side": "clock",
    "tables": "tables",
    "tracks": "tracks",
    "trail": "pieces",
    "turn": "clock",
    "verdict": "clock",
}
"""Attribute of a state -> what changes it. Of any other, any event may."""
