"""What parts of procedures came to, from which table and with which answers, so that the same part is not
taken apart again: neither where another branch leads to the same table, nor where another answer is tried
that nobody asked for in it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudication.chances.same_table import SameTable
from domain.texts import Said

Question = tuple[str, Said]
"""Who is asked what."""
Came = tuple[list[Any], list[int]]
"""What a part may come to, and the weight of each."""


class KnownParts:
    """The parts of the same orders that were taken apart already, from one table on.

    said: the answers given beforehand to questions, in the tree that is taken now.
    """

    def __init__(self) -> None:
        self.said: Mapping[Question, Any] = {}
        self.results: dict[Any, Came] = {}
        """Of parts that leave the table as it is, by part and arguments alone."""
        self._found: dict[Any, list[tuple[dict[Question, Any], Came]]] = {}
        self._open: list[dict[Question, Any]] = []

    def asked(self, side: str, text: Said) -> None:
        """A question came up in the parts that are being taken apart."""
        for part in self._open:
            part[side, text] = self._answer(side, text)

    def _answer(self, side: str, text: Said) -> Any:
        return self.said.get((side, text)), self.said.get(("", text))

    def come_to(self, key: Any, take_apart: Callable[[], Came]) -> Came:
        """What a part came to, if it is known with the answers as they are said now; else it is taken apart.
        key: what tells it from others (`part_key`)."""
        try:
            known = self._found.setdefault(key, [])
        except TypeError:  # an argument of it cannot be looked up
            return take_apart()
        for asked, came in known:
            if all(self._answer(side, text) == said for (side, text), said in asked.items()):
                for part in self._open:
                    part.update(asked)
                return came
        noted: dict[Question, Any] = {}
        self._open.append(noted)
        try:
            came = take_apart()
        finally:
            self._open.pop()
        known.append((noted, came))
        return came


def part_key(
    part: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], how: tuple[bool, ...], first: SameTable
) -> Any:
    """What tells a part on this table from any other: all that was touched since the first table, as it is
    now, and which face-down pieces were turned up as what. how: anything else that matters."""
    touched, turned_up = first.touched()
    return part, tuple(arguments), how, tuple(turned_up), frozenset(touched.items())
