"""Masks: plain data with `UNKNOWN` in place of names that a viewer may not read."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from domain.events.seen import UNKNOWN
from domain.texts import Text, said_in

_RUN = re.compile(r"[^\W_]+")
"""Unbroken runs of letters and digits."""


@lru_cache(100_000)
def runs_of(name: str) -> tuple[str, ...]:
    """The runs that every text with this name must contain."""
    return tuple(_RUN.findall(name.casefold()))


def _however_written(name: str) -> str:
    """A pattern for a name: `Boat 17`, `Boat-17` and `boat_17` name the same boat, in any case."""
    return r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", name.strip(" _-")))) or re.escape(name)


@lru_cache(2_000)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_however_written, names))})(?![\w-])", re.IGNORECASE)


@lru_cache(20_000)
def plain(name: str) -> str:
    """A name without the characters that may vary in its spelling."""
    return re.sub(r"[\s_-]+", " ", name.strip(" _-")).casefold()


def runs_in(text: str) -> set[str]:
    """The runs of letters and digits in a text."""
    return set(_RUN.findall(text.casefold()))


class Mask:
    """Replaces some names by `UNKNOWN` wherever plain data contains them.

    Names are added and discarded one by one; a name that was added twice must be discarded twice. A pattern
    is made only of the names that a text may contain, which are found by the rarest word of each name.

    kept: gives names that stay although they contain a masked one, such as `KC-130J squadron` around
    `KC-130J`: masking the part would reveal what it is part of.
    """

    def __init__(self, names: Iterable[str] = (), kept: Callable[[], Iterable[str]] = lambda: ()) -> None:
        self.kept = kept
        self._times: Counter[str] = Counter()
        self._key: dict[str, str] = {}
        self._by_key: dict[str, dict[str, None]] = {}
        self._common: Counter[str] = Counter()
        self._always: dict[str, None] = {}
        self.add(*names)

    def add(self, *names: str) -> None:
        """Mask these names too."""
        new = [name for name in names if name and name not in self._times]
        for name in new:
            self._common.update(runs_of(name))
        self._times.update(name for name in names if name)
        for name in dict.fromkeys(new):
            runs = runs_of(name)
            if runs:
                key = self._key[name] = min(runs, key=lambda run: self._common[run])
                self._by_key.setdefault(key, {})[name] = None
            else:
                self._always[name] = None

    def discard(self, *names: str) -> None:
        """Stop masking these names, unless they were added more often."""
        for name in names:
            self._times[name] -= 1
            if self._times[name] <= 0:
                del self._times[name]
                self._always.pop(name, None)
                if name in self._key:
                    self._by_key[self._key.pop(name)].pop(name, None)

    def __call__(self, value: Any) -> Any:
        if not self._times:
            return value
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Text):
            return Text(value.code, self(value.arguments))
        if isinstance(value, dict):
            if said_in(value) is not None:
                return {**value, "arguments": self(value["arguments"])} if "arguments" in value else value
            return {self(key): self(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self(item) for item in value]
        return value

    def names_in(self, text: str) -> list[str]:
        """The masked names that a text contains."""
        return [name for name in self._may_have(text) if _pattern((name,)).search(text)]

    def _may_have(self, text: str) -> list[str]:
        found = [*self._always]
        runs = runs_in(text)
        for run in runs & self._by_key.keys():
            found += [name for name in self._by_key[run] if runs.issuperset(runs_of(name))]
        return found

    def _text(self, text: str) -> str:
        found = self._may_have(text)
        if not found:
            return text
        stays = {plain(name): name for name in self.kept() if name not in self._times}
        names = sorted((*found, *stays.values()), key=lambda name: (-len(name), name))
        return _pattern(tuple(names)).sub(
            lambda match: match[0] if plain(match[0]) in stays else UNKNOWN, text
        )
