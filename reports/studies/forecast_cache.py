"""Play-outs kept in a folder of the user, so that they need not be repeated.

An entry is found by the digest of the log up to its event, so that a longer log still finds it and another
log never does. It holds only chances, and losing it costs only time: what cannot be read or written is
ignored.
"""

import contextlib
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from adjudication.chances.forecast import PlayedOut
from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.register import rules_digest
from domain.errors import Refused
from domain.game.chain import Entry
from domain.ledger.files import private_folder, write_whole
from domain.program import program


def cache_folder() -> Path:
    """The folder for forecasts: `whitecell/forecasts` in XDG_CACHE_HOME, else in ~/.cache."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".cache"
    return base / "whitecell" / "forecasts"


def forecast_cache(
    system: RuleSystem, entries: Sequence[Entry], policy: str, viewer: str, playouts: int, seed: int
) -> "ForecastCache":
    """The cache for the forecasts of this log, played out in this way, by exactly this rule code."""
    settings = (
        program(),
        code_digest(system),
        rules_digest(system.name),
        system.name,
        policy,
        viewer,
    )
    return ForecastCache(cache_folder(), entries, playouts, *settings, seed)


class ForecastCache:
    """The forecasts of one log, with a number of play-outs each, played out in one way. `settings`:
    everything else that they depend on."""

    def __init__(self, folder: Path, entries: Sequence[Entry], playouts: int, *settings: str | int) -> None:
        self.folder = folder
        self.playouts = playouts
        self._digests = [entry.digest for entry in entries]
        self._way = "\0".join(map(str, settings))
        self._settings = f"{playouts}\0{self._way}"

    def get(self, number: int) -> PlayedOut | None:
        """The play-outs from after that event, if they are here and complete."""
        try:
            return msgspec.json.decode(self._file(number, self._settings).read_bytes(), type=PlayedOut)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def put(self, number: int, played: PlayedOut) -> None:
        """Keep them; if two processes keep the same at once, either wins."""
        file, listed = self._file(number, self._settings), self._list(number)
        with contextlib.suppress(OSError, Refused):
            private_folder(file.parent)
            write_whole(file, msgspec.json.encode(played))
            private_folder(listed.parent)
            write_whole(listed, msgspec.json.encode(sorted({*self._numbers(listed), self.playouts})))

    def played(self) -> list[int]:
        """The numbers of play-outs each time that this log was played on from its last order or an earlier
        one, largest first."""
        for number in range(len(self._digests), 0, -1):
            found = self._numbers(self._list(number))
            if found:
                return sorted(found, reverse=True)
        return []

    def of(self, playouts: int) -> "ForecastCache":
        """The forecasts of the same log with another number of play-outs."""
        other = ForecastCache(self.folder, (), playouts)
        other._digests, other._way = self._digests, self._way
        other._settings = f"{playouts}\0{self._way}"
        return other

    def _file(self, number: int, settings: str) -> Path:
        name = hashlib.sha256(f"{self._digests[number - 1]}\0{settings}".encode()).hexdigest()
        return self.folder / name[:2] / f"{name}.json"

    def _list(self, number: int) -> Path:
        """The file that lists the numbers of play-outs."""
        return self._file(number, self._way).with_suffix(".list")

    @staticmethod
    def _numbers(file: Path) -> list[int]:
        """The numbers of play-outs in a file; empty if it cannot be read."""
        try:
            return msgspec.json.decode(file.read_bytes(), type=list[int])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return []


class NotKept(Exception):
    """Something was requested that has not been played out yet."""


class OnlyKept:
    """A cache for callers who want only what is there already: raises NotKept for anything else."""

    def __init__(self, kept: ForecastCache) -> None:
        self._kept = kept

    def get(self, number: int) -> PlayedOut | None:
        """The play-outs from after that event. Raises NotKept."""
        played = self._kept.get(number)
        if played is None:
            raise NotKept
        return played

    def put(self, number: int, played: PlayedOut) -> None:
        """Nothing: there is nothing new to keep."""
