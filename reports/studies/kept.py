"""The luck of a game, and what its decisions did, kept in a folder of the user's: asked again, it is
there at once.

It is found by the digest of all that happened on the table, so that a note more still finds it and
another game never does. What cannot be read or written is passed over.
"""

import contextlib
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from adjudication.chances.luck import Luck
from adjudication.chances.odds import SAMPLES
from adjudication.chances.split import Split
from adjudication.engine.register import rules_digest
from adjudication.engine.rule_code import code_digest
from adjudication.engine.systems import load
from domain.errors import Refused
from domain.game.chain import Entry
from domain.ledger.files import private_folder, write_whole
from domain.program import program
from reports.studies.forecast_cache import cache_folder

T = TypeVar("T")


def luck_cache(system: str, entries: Sequence[Entry]) -> "Kept[Luck]":
    """Where the luck of this log is kept, weighed as it is when nobody says otherwise."""
    return Kept(Luck, cache_folder().with_name("luck"), entries, *_version(system), SAMPLES)


def split_cache(
    system: str, entries: Sequence[Entry], policy: str, playouts: int, seed: int
) -> "Kept[Split]":
    """Where it is kept what decisions did in this log, played out so."""
    settings = *_version(system), policy, playouts, seed
    listed = Kept(list[int], _decisions(), entries, *_version(system), policy, seed)
    return Kept(Split, _decisions(), entries, *settings, listed=(listed, playouts))


def largest_split(system: str, entries: Sequence[Entry], policy: str, seed: int) -> Split | None:
    """What decisions did in this log, by the most play-outs that are kept."""
    listed = Kept(list[int], _decisions(), entries, *_version(system), policy, seed)
    for playouts in sorted(listed.get() or (), reverse=True):
        found = split_cache(system, entries, policy, playouts, seed).get()
        if found is not None:
            return found
    return None


def _decisions() -> Path:
    return cache_folder().with_name("decisions")


def _version(system: str) -> tuple[str, str, str, str]:
    return program(), code_digest(load(system)), rules_digest(system), system


class Kept(Generic[T]):
    """What was worked out of one log, in one way. `settings` is all that it depends on beside it; listed:
    where it is kept with how many play-outs this was done."""

    def __init__(
        self,
        kind: type[T],
        folder: Path,
        entries: Sequence[Entry],
        *settings: str | int,
        listed: "tuple[Kept[list[int]], int] | None" = None,
    ) -> None:
        self._kind = kind
        self._listed = listed
        digest = hashlib.sha256("\0".join(map(str, settings)).encode())
        for entry in entries:
            if entry.event.OF_THE_TABLE:
                digest.update(entry.wire_name.encode() + b"\0" + entry.body + b"\0")
        name = digest.hexdigest()
        self._file = folder / name[:2] / f"{name}.json"

    def get(self) -> T | None:
        """What was worked out before, if it is here and whole."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=self._kind)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def put(self, found: T) -> None:
        """Keep it; of two that keep the same at once, either."""
        with contextlib.suppress(OSError, Refused):
            private_folder(self._file.parent)
            write_whole(self._file, msgspec.json.encode(found))
            if self._listed is not None:
                listed, playouts = self._listed
                listed.put(sorted({*(listed.get() or ()), playouts}))
