"""Marks that a viewer may not know: whether what is worked out for them draws on one."""

from typing import Any, ClassVar

from domain.table.state import State
from domain.views.view import see


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

    def mark(self, subject: str, mark: str, default: Any = None) -> Any:
        """What a mark on a subject says, or `default`."""
        if (subject, mark) in self.watch.secret:
            self.watch.was_read = True
        return super().mark(subject, mark, default)

    def marked(self, mark: str) -> dict[str, Any]:
        """Every subject that bears the mark, and what it says."""
        if any(secret == mark for _, secret in self.watch.secret):
            self.watch.was_read = True
        return super().marked(mark)
