"""Marks that a viewer may not know: whether what is worked out for them draws on one."""

from typing import Any, ClassVar, TypeVar, overload

from domain.table.marks import Readable
from domain.table.state import State
from domain.views.view import see

T = TypeVar("T")
D = TypeVar("D")


class Watch:
    """Which marks of a table are secret from a viewer, and whether one of them was read."""

    def __init__(self, state: State, viewer: str) -> None:
        seen = see(state, viewer).marks
        self.secret = {
            (subject, mark)
            for subject, marks in state.marks.items()
            for mark in marks
            if mark not in seen.get(subject, {})
        }
        self.was_read = False
        if self.secret:
            state.__class__ = type("Watched", (Watched,), {"__slots__": (), "watch": self})


class Watched(State):
    """A table that notices when a secret mark is read."""

    __slots__ = ()
    watch: ClassVar[Watch]

    @overload
    def mark(self, subject: str, mark: Readable[T]) -> T | None: ...

    @overload
    def mark(self, subject: str, mark: Readable[T], default: D) -> T | D: ...

    def mark(self, subject: str, mark: Readable[Any], default: Any = None) -> Any:
        """The value of a mark on a subject, or `default`."""
        if (subject, mark.name) in self.watch.secret:
            self.watch.was_read = True
        return super().mark(subject, mark, default)

    def mark_named(self, subject: str, name: str) -> object:
        """The value of the mark of that name on a subject, or None."""
        if (subject, name) in self.watch.secret:
            self.watch.was_read = True
        return super().mark_named(subject, name)

    def marked(self, mark: Readable[T]) -> dict[str, T]:
        """Every subject that has the mark, and its value."""
        if any(secret == mark.name for _, secret in self.watch.secret):
            self.watch.was_read = True
        return super().marked(mark)
