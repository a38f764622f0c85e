"""The cable crisis played from its script at two terminals, and its transcript with each side's views.

    python -m tests.seminar.cable > tests/golden/cable.txt

writes it anew; read the difference before it is committed. In a script a line `> ...` is the reply to what
a command asks at the keyboard, `# terminal NAME` goes to that person's terminal, `# at HH:MM` sets the clock.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from cli.console.prompt import Console
from cli.terminal.memory import Memory, remembering
from cli.terminal.terminal import REFUSED, at_console
from domain.game.game import Game
from domain.ledger.store import Ledger
from tests.seminar.golden import FOLDER, WallClock, masked, set_clock

GOLDEN = FOLDER / "cable.txt"
SCRIPT = FOLDER / "cable-script.txt"
BEFORE = FOLDER / "cable-before.txt"
BESIDE = sorted(set(FOLDER.glob("cable-*")) - {SCRIPT, BEFORE})
"""The files that the facilitator has prepared; in the room they are called without `cable-`."""

SIDES = ("aldmark", "sverland", "hald", "borealis")

VIEWS = tuple(
    f"{command} --as {side}"
    for side in SIDES
    for command in ("status", "pieces", "log", "message", "inject", "note")
)
"""What each side sees in the end: looked at behind the script, and no part of what is typed in play."""

REPLY = ">"
TERMINAL = "# terminal "


def typed(script: str) -> list[str]:
    """What is typed: every line but comments and empty ones, replies without their sign."""
    lines = [line.strip() for line in script.splitlines()]
    return [line.removeprefix(REPLY).lstrip() for line in lines if line and not line.startswith("#")]


def keystrokes(script: str) -> int:
    """Every character typed, and Enter behind each line."""
    return sum(len(line) + 1 for line in typed(script))


class _Keyboard:
    """A keyboard with a person at it, whose replies are the next lines of the script."""

    def __init__(self, script: str) -> None:
        self.lines = [line.strip() for line in script.splitlines() if line.strip()]

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        if not self.lines or not self.lines[0].startswith(REPLY):
            return ""
        reply = self.lines.pop(0).removeprefix(REPLY).strip()
        print(reply)
        return f"{reply}\n"


class Played(NamedTuple):
    """What was shown at the terminals, the lines that were refused or whose replies nobody asked for, and the
    brief of each side."""

    shown: str
    refused: list[str]
    briefs: dict[str, str]


@contextmanager
def _room(folder: Path, keyboard: _Keyboard) -> Iterator[io.StringIO]:
    """The folder with the prepared files, and somebody at the keyboard: what is shown there."""
    for file in BESIDE:
        (folder / file.name.removeprefix("cable-")).write_bytes(file.read_bytes())
    shown = io.StringIO()
    waiting = at_console.set(True)
    try:
        with (
            chdir(folder),
            redirect_stdout(shown),
            redirect_stderr(shown),
            patch.object(sys, "stdin", keyboard),
            patch("domain.wall_clock.read", WallClock.read),
            patch.dict("os.environ", {"NO_COLOR": "1"}),
            remembering(Memory()),
        ):
            yield shown
    finally:
        at_console.reset(waiting)


def play(folder: Path, script: str) -> Played:
    """The script played in a folder; Mara is at the first terminal."""
    keyboard = _Keyboard(script)
    terminals = {"Mara": Console("cable.db", by="Mara")}
    by, refused = "Mara", []
    with _room(folder, keyboard) as shown:
        while keyboard.lines:
            line = keyboard.lines.pop(0)
            set_clock(line)
            if line.startswith(TERMINAL):
                by = line.removeprefix(TERMINAL)
                terminals.setdefault(by, Console("cable.db", by=by))
            if line.startswith(REPLY):
                refused.append(line)
            if line.startswith(("#", REPLY)):
                continue
            place = terminals[by].place()
            print(f"{by}, {place.prompt}{line}")
            if terminals[by].do(line, place) == REFUSED:
                refused.append(line)
        for line in VIEWS:
            print(f"{by}, {terminals[by].place().prompt}{line}")
            if terminals[by].do(line) == REFUSED:
                refused.append(line)
    briefs = {side: (folder / f"brief-{side}.html").read_text(encoding="utf-8") for side in SIDES}
    return Played(shown.getvalue(), refused, briefs)


@cache
def crisis() -> tuple[Game, Played]:
    """The game as it is on disk after the whole script, and how it was played."""
    with tempfile.TemporaryDirectory() as folder:
        played = play(Path(folder), SCRIPT.read_text(encoding="utf-8"))
        ledger = Ledger(f"{folder}/cable.db")
        try:
            return ledger.load(ledger.desk().game_id(None)), played
        finally:
            ledger.close()


def transcript() -> str:
    """The whole crisis as it was seen at the terminals."""
    return masked(crisis()[1].shown)


if __name__ == "__main__":
    print(transcript(), end="")
