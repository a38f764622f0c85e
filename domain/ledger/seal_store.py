"""The secrets of sealed dice, kept apart from the games, so that a copy of the games contains no secret.

Beside a database file they are in a file of their own, which is only appended to; in PostgreSQL in a schema
of their own. A seal is stored before its game: a crash between the two leaves a seal too many, never a game
without its seal.
"""

import contextlib
import os
import re
from pathlib import Path

import msgspec

from domain.errors import Refused
from domain.ledger.files import close_to_others, is_open, make_private, others_may_read, was_open

_SECRET = re.compile(r"(?:[0-9a-f]{2})+")


class _Kept(msgspec.Struct, frozen=True):
    """One line of the file."""

    game: str
    secret: str


def seals_beside(database: str) -> Path:
    """The file of seals that belongs to a database file: `whitecell.seals` for `whitecell.db`."""
    path = Path(database)
    return path.with_suffix(".seals") if path.suffix == ".db" else path.with_name(f"{path.name}.seals")


class FileSeals:
    """Seals in a file, one a line, readable by its owner alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.warning = ""
        self._seals: dict[str, str] | None = None
        self._fault = ""

    def get(self, game: str) -> str | None:
        """The secret of a game's dice, None if it is not here."""
        if self._seals is None:
            self._seals = self._read()
        return self._seals.get(game)

    def why_not(self, game: str) -> str:
        """Why the secret of a game's dice is not available, in one sentence."""
        if self.get(game) is not None:
            return ""
        return self._fault or f"{self.path} does not hold it."

    def keep(self, game: str, secret: str) -> None:
        """Store a seal; it is on the disk when this returns. Raises Refused if that is impossible."""
        line = msgspec.json.encode(_Kept(game, secret)) + b"\n"
        try:
            with contextlib.suppress(FileExistsError):
                make_private(self.path)
                _sync_folder(self.path.parent)
            with self.path.open("ab+") as file:
                end = file.seek(0, os.SEEK_END)
                if end:
                    file.seek(end - 1)
                    if file.read(1) != b"\n":  # a line that a crash cut short stays a line of its own
                        line = b"\n" + line
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise Refused(
                f"The seal cannot be kept in {self.path}: {error.strerror}; the game was not started."
            ) from error
        self._seals = None

    def narrow(self) -> tuple[str, ...]:
        """Close the file to others if it is open to them and belongs to us. Returns sentences about that."""
        if not others_may_read(self.path):
            return ()
        if close_to_others(self.path):
            return (was_open(self.path),)
        self.warning = is_open(self.path)
        return ()

    def _read(self) -> dict[str, str]:
        found: dict[str, str] = {}
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            self._fault = f"{self.path} is not there."
            return found
        except OSError as error:
            self._fault = f"{self.path} cannot be read: {error.strerror}."
            return found
        for number, line in enumerate(lines, start=1):
            if not line:
                continue
            try:
                kept = msgspec.json.decode(line, type=_Kept)
            except (msgspec.DecodeError, UnicodeDecodeError):
                kept = None
            if kept is None or not _SECRET.fullmatch(kept.secret):
                self._fault = f"{self.path} does not hold it; its line {number} is damaged."
            else:
                found[kept.game] = kept.secret
        return found


def _sync_folder(folder: Path) -> None:
    """Make sure that a new file's name is on the disk too."""
    if os.name == "nt":
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
