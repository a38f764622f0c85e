"""The values that are kept for a state, and what each of them was computed from."""

from collections.abc import Container, Mapping
from typing import Any

Aspect = tuple[str, Any]
"""What can be read of a state: `standing` (where pieces of a group are), `group` (everything about its
pieces), `at` (the pieces at a place), `mark`, each with a name; `whole`, with `pieces`, `marks`, `tracks`,
`clock`, `options`, `tables` or `anything`; `value`, another kept value, with its key."""
Reads = dict[Aspect, Container[str] | None]
"""What a value was computed from; for `standing`, the only places that count, None for all."""
Dropped = list[tuple[Any, Any, Reads]]
"""Values that were dropped: the key, the value, and what it was computed from."""
Hanging = dict[Any, Container[str] | None]
"""The values that depend on something, by their keys."""


_WITHOUT_PIECES = frozenset(("whole", name) for name in ("clock", "options", "tables", "tracks"))
"""What can be read of a state without regard to which piece is which."""


class Kept:
    """Values by their keys; and for each aspect of the state, and each value, the values that depend on it.

    dropped: collects dropped values while somebody may want to restore them.
    """

    __slots__ = (
        "_at",
        "_group",
        "_hanging",
        "_mark",
        "_standing",
        "_value",
        "_whole",
        "dropped",
        "reads",
        "values",
    )

    def __init__(self) -> None:
        self.values: dict[Any, Any] = {}
        self.reads: dict[Any, Reads] = {}
        self.dropped: Dropped | None = None
        self._standing: dict[str, Hanging] = {}
        self._group: dict[str, Hanging] = {}
        self._at: dict[str, Hanging] = {}
        self._mark: dict[str, Hanging] = {}
        self._whole: dict[str, Hanging] = {}
        self._value: dict[Any, Hanging] = {}
        self._hanging: dict[str, dict[Any, Hanging]] = {
            "standing": self._standing,
            "group": self._group,
            "at": self._at,
            "mark": self._mark,
            "whole": self._whole,
            "value": self._value,
        }

    def keep(self, key: Any, value: Any, reads: Reads) -> None:
        """Keep a value until something that it was computed from changes. It is not kept if it was computed
        from a value that is no longer kept, because a change would then go unnoticed."""
        values, by_aspect = self.values, self._hanging
        for (aspect, name), among in reads.items():
            if aspect == "value" and name not in values:
                return
            hanging = by_aspect[aspect].get(name)
            if hanging is None:
                by_aspect[aspect][name] = {key: among}
            else:
                hanging[key] = among
        values[key] = value
        self.reads[key] = reads

    def back_to(self, values: Mapping[Any, Any]) -> None:
        """Keep only the values that were kept then, and those that were computed without looking at a
        piece."""
        later = [key for key, value in self.values.items() if values.get(key, self) is not value]
        for key in later:
            if key in self.values and not (self.reads[key] and self._without_pieces(key)):
                self._drop(key)

    def _without_pieces(self, key: Any) -> bool:
        """Whether a kept value was computed without looking at a piece."""
        return all(
            self._without_pieces(read[1]) if read[0] == "value" else read in _WITHOUT_PIECES
            for read in self.reads[key]
        )

    def forget(self) -> None:
        """Drop everything."""
        if self.values:
            if self.dropped is not None:
                self.dropped += [(key, value, self.reads[key]) for key, value in self.values.items()]
            self.values.clear()
            self.reads.clear()
            for hanging in self._hanging.values():
                hanging.clear()

    def moved(self, group: str, origin: str, to: str) -> None:
        """A piece of that group has moved."""
        standing = self._standing.get(group)
        if standing:
            gone = [key for key, among in standing.items() if among is None or origin in among or to in among]
            for key in gone:
                del standing[key]
                self._drop(key)
        if to in self._at:
            self._drop_all(self._at.pop(to))
        self.changed(group, origin)

    def changed(self, group: str, place: str) -> None:
        """Something has changed about a piece of that group that is or was at that place."""
        if group in self._group:
            self._drop_all(self._group.pop(group))
        if place in self._at:
            self._drop_all(self._at.pop(place))
        if self._whole:
            self.other("pieces")

    def marked(self, mark: str) -> None:
        """A mark of that name was put or taken off."""
        if mark in self._mark:
            self._drop_all(self._mark.pop(mark))
        if self._whole:
            self.other("marks")

    def other(self, aspect: str) -> None:
        """The pieces, marks, tracks, clock, options or tables as a whole have changed."""
        whole = self._whole
        if aspect in whole:
            self._drop_all(whole.pop(aspect))
        if "anything" in whole:
            self._drop_all(whole.pop("anything"))

    def _drop_all(self, hanging: Hanging) -> None:
        for key in hanging:
            self._drop(key)

    def _drop(self, key: Any) -> None:
        """Drop a value and everything computed from it."""
        if key in self.values:
            value = self.values.pop(key)
            if self.dropped is not None:
                self.dropped.append((key, value, self.reads[key]))
            if key in self._value:
                self._drop_all(self._value.pop(key))


def recount(numbers: dict[str, int], origin: str, to: str) -> None:
    """One piece less at `origin`, one more at `to`."""
    if numbers[origin] > 1:
        numbers[origin] -= 1
    else:
        del numbers[origin]
    numbers[to] = numbers[to] + 1 if to in numbers else 1
