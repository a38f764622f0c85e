"""The luck of a game and the effect of its decisions, kept in a folder of the user, so that they need not be
computed again.

An entry is found by the digest of everything that happened on the table, so that a further note still finds
it and another game never does. What cannot be read or written is ignored.
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
from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.systems import load
from adjudication.engine.register import rules_digest
from domain.errors import Refused
from domain.events.kind import Undo
from domain.events.registry import KIND_OF
from domain.game.chain import Entry
from domain.ledger.files import private_folder, write_whole
from domain.program import program
from reports.studies.forecast_cache import cache_folder

T = TypeVar("T")


def luck_cache(system: str, entries: Sequence[Entry]) -> "Kept[Luck]":
    """The cache for the luck of this log, measured with default settings."""
    return Kept(Luck, cache_folder().with_name("luck"), entries, *_version(system), SAMPLES)


def split_cache(
    system: str, entries: Sequence[Entry], policy: str, playouts: int, seed: int
) -> "Kept[Split]":
    """The cache for the effect of decisions in this log, played out in this way."""
    settings = *_version(system), policy, playouts, seed
    listed = Kept(list[int], _decisions(), entries, *_version(system), policy, seed)
    return Kept(Split, _decisions(), entries, *settings, listed=(listed, playouts))


def largest_split(system: str, entries: Sequence[Entry], policy: str, seed: int) -> Split | None:
    """The effect of decisions in this log, from the most play-outs that are kept."""
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
    """A result computed from one log, in one way. `settings`: everything else that it depends on. listed:
    the file that lists the numbers of play-outs."""

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
            if KIND_OF[type(entry.event)].undo is Undo.STRUCK:
                digest.update(entry.wire_name.encode() + b"\0" + entry.body + b"\0")
        name = digest.hexdigest()
        self._file = folder / name[:2] / f"{name}.json"

    def get(self) -> T | None:
        """The earlier result, if it is here and complete."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=self._kind)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def put(self, found: T) -> None:
        """Keep it; if two processes keep the same at once, either wins."""
        with contextlib.suppress(OSError, Refused):
            private_folder(self._file.parent)
            write_whole(self._file, msgspec.json.encode(found))
            if self._listed is not None:
                listed, playouts = self._listed
                listed.put(sorted({*(listed.get() or ()), playouts}))
