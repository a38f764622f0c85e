"""Sheets: what the data of a kind of counter, block or card says, read once for each kind."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from domain.errors import BadData
from domain.events.data import KindData

S = TypeVar("S")

MOST_READ = 2_000
"""Kinds whose sheets are kept: those of a few games at once."""


class Sheets(Generic[S]):
    """The sheets of kinds. read: works one out; `reading` does for data that is a sheet by itself."""

    def __init__(self, read: Callable[[KindData], S]) -> None:
        self._read = read
        self._found: dict[int, tuple[KindData, S]] = {}

    def known(self, kind: KindData) -> S | None:
        """The sheet of this very kind, if it has been read already."""
        found = self._found.get(id(kind))
        return found[1] if found is not None and found[0] is kind else None

    def of(self, kind: KindData) -> S:
        """The sheet of a kind. Raises BadData where its data is none."""
        known = self.known(kind)
        if known is not None:
            return known
        if len(self._found) >= MOST_READ:
            self._found.clear()
        sheet = self._read(kind)
        self._found[id(kind)] = (kind, sheet)
        return sheet


def reading(form: type[S], what: str) -> Callable[[KindData], S]:
    """Reads the data of a kind as a sheet of that form. what: what it is called where it cannot be read."""

    def read(kind: KindData) -> S:
        try:
            return msgspec.convert(kind.data, form, str_keys=True)
        except msgspec.ValidationError as fault:
            raise BadData(f"The {what} of {kind.name} cannot be read: {fault}") from None

    return read
