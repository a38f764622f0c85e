"""A seminar of two hours played from a script at the console, and its transcript with each side's log.

    python -m tests.seminar.golden > tests/golden/seminar.txt

writes it anew; read the difference before it is committed: what stands in the log of one side and only
another may know is a leak. What differs from game to game (ids and digests) is masked.
"""

import io
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from unittest.mock import patch

from cli.console.prompt import Console
from domain.game.game import Game
from domain.ledger.store import Ledger

FOLDER = Path(__file__).parent.parent / "golden"
GOLDEN = FOLDER / "seminar.txt"
SCRIPT = FOLDER / "seminar-script.txt"
INJECTS = FOLDER / "seminar-injects.csv"

_AT = re.compile(r"# at (\d\d):(\d\d)")
_DIGEST = re.compile(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4}){3}\b|\b[0-9a-f]{12,64}\b")


class WallClock:
    """The clock on the wall of the seminar room."""

    hour_and_minute = (9, 0)

    @classmethod
    def read(cls) -> datetime:
        return datetime(2026, 3, 3, *cls.hour_and_minute, tzinfo=UTC)


def lines_in_time(script: str) -> Iterator[str]:
    """The lines of the script; the clock is set as it says."""
    for line in script.splitlines():
        set_clock(line)
        yield line


def set_clock(line: str) -> None:
    """Set the clock on the wall, if the line says so."""
    at = _AT.match(line)
    if at is not None:
        WallClock.hour_and_minute = (int(at[1]), int(at[2]))


def played(folder: Path, script: Iterable[str]) -> tuple[int, str]:
    """The script played in a folder: exit code and all that was shown, in the order it was."""
    shown = io.StringIO()
    (folder / "injects.csv").write_bytes(INJECTS.read_bytes())
    console = Console("seminar.db", by="")
    with (
        chdir(folder),
        redirect_stdout(shown),
        redirect_stderr(shown),
        patch("domain.wall_clock.read", WallClock.read),
        patch.dict("os.environ", {"NO_COLOR": "1", "TZ": "UTC"}),
    ):
        code = console.read(script)
    return code, shown.getvalue()


@cache
def seminar() -> tuple[Game, str]:
    """The game as it is on disk after the whole script, and what was shown."""
    with tempfile.TemporaryDirectory() as folder:
        _, shown = played(Path(folder), lines_in_time(SCRIPT.read_text(encoding="utf-8")))
        ledger = Ledger(f"{folder}/seminar.db")
        try:
            return ledger.load(ledger.desk().game_id(None)), shown
        finally:
            ledger.close()


def transcript() -> str:
    """The whole seminar as it was seen at the console."""
    return masked(seminar()[1])


def masked(shown: str) -> str:
    """The text without what differs from game to game."""
    return _DIGEST.sub("<digest>", shown)


if __name__ == "__main__":
    print(transcript(), end="")
