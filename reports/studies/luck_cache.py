"""The luck of a game, kept in a folder of the user's: asked again, it is there at once.

It is found by the digest of all that happened on the table, so that a note more still finds it and another
game never does. What cannot be read or written is passed over.
"""

import contextlib
import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from adjudication.chances.luck import Luck
from adjudication.chances.odds import SAMPLES
from adjudication.engine.rule_code import code_digest
from adjudication.engine.scenario import rules_digest
from adjudication.engine.systems import load
from domain.errors import Refused
from domain.game.chain import Entry
from domain.ledger.files import private_folder, write_whole
from domain.program import program
from reports.studies.forecast_cache import cache_folder


def luck_cache(system: str, entries: Sequence[Entry]) -> "LuckCache":
    """Where the luck of this log is kept, weighed as it is when nobody says otherwise."""
    version = program(), code_digest(load(system)), rules_digest(system)
    return LuckCache(cache_folder().with_name("luck"), entries, *version, system, SAMPLES)


class LuckCache:
    """The luck of one log, weighed in one way. `settings` is all that it depends on beside it."""

    def __init__(self, folder: Path, entries: Sequence[Entry], *settings: str | int) -> None:
        digest = hashlib.sha256("\0".join(map(str, settings)).encode())
        for entry in entries:
            if entry.event.OF_THE_TABLE:
                digest.update(entry.wire_name.encode() + b"\0" + entry.body + b"\0")
        name = digest.hexdigest()
        self._file = folder / name[:2] / f"{name}.json"

    def get(self) -> Luck | None:
        """What was weighed before, if it is here and whole."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Luck)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def put(self, found: Luck) -> None:
        """Keep it; of two that keep the same at once, either."""
        with contextlib.suppress(OSError, Refused):
            private_folder(self._file.parent)
            write_whole(self._file, msgspec.json.encode(found))
