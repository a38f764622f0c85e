"""What a terminal was shown, kept from one command to the next.

A console keeps it itself. Otherwise it is in a small file of the user's, one for each terminal.
"""

import contextlib
import os
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

import msgspec

from domain.wall_clock import age

_KEPT_FOR = 30 * 24 * 3600
"""Seconds after which a terminal that was not used is forgotten."""
_MOST_GAMES = 50


class Shown(msgspec.Struct, omit_defaults=True):
    """What was shown of a game, each with the number of the last event then; 0 is nothing yet.

    listed: the numbers of the orders that were shown then, None for the whole list.
    questions: those that were open, each by a digest. opened: the digest of the list of opened orders.
    own: a script has itself given all events up to that one. briefs: of each side, the last event when its
    brief was written last, and the event from which that one told changes. seen: by reader, the last event
    when a command at this terminal ended; mine: spans of events since then that were written here, each after
    the one and up to the other.
    """

    orders: int = 0
    listed: tuple[int, ...] | None = None
    asked: int = 0
    questions: tuple[str, ...] = ()
    opened: str = ""
    own: int = 0
    briefs: dict[str, tuple[int, int]] = {}
    seen: dict[str, int] = {}
    mine: tuple[tuple[int, int], ...] = ()


class Memory:
    """What was shown, by game, for as long as a console runs.

    scripted: its lines come from a file or pipe.
    """

    def __init__(self, scripted: bool = False) -> None:
        self.scripted = scripted
        self._games: dict[str, Shown] = {}
        self._next: dict[str, list[str]] = {}

    def get(self, game: str) -> Shown:
        """What was shown of a game."""
        return self._games.get(game, Shown())

    def put(self, game: str, shown: Shown) -> None:
        """Keep what was shown of a game."""
        self._games[game] = shown

    def seen_games(self) -> list[tuple[str, Shown]]:
        """The games of which something was shown, and what."""
        return list(self._games.items())

    def repeats(self, game: str, lines: list[str]) -> bool:
        """Whether these lines about what is next are those that the console said last."""
        before, self._next[game] = self._next.get(game), lines
        return before == lines


class FileMemory(Memory):
    """The same in a file that only its owner may read: one for each terminal."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        with contextlib.suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
            self._games = msgspec.json.decode(file.read_bytes(), type=dict[str, Shown])

    def repeats(self, game: str, lines: list[str]) -> bool:
        """Never: who types one command at a time is told each time."""
        return False

    def put(self, game: str, shown: Shown) -> None:
        """Keep what was shown of a game; where no file can be written, numbers are refused later."""
        self._games.pop(game, None)
        self._games[game] = shown
        while len(self._games) > _MOST_GAMES:
            del self._games[next(iter(self._games))]
        part = self._file.with_name(f"{self._file.name}.{os.getpid()}.part")
        with contextlib.suppress(OSError):
            if not self._file.exists():
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _forget_old(self._file.parent)
            with open(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as opened:
                opened.write(msgspec.json.encode(self._games))
            part.replace(self._file)


_of_console: ContextVar[Memory | None] = ContextVar("_of_console", default=None)


@contextlib.contextmanager
def remembering(memory: Memory) -> Iterator[None]:
    """Keep what is shown meanwhile in that memory: a console's own. Its terminal has then seen it too."""
    token = _of_console.set(memory)
    try:
        yield
    finally:
        _of_console.reset(token)
        _pass_on(memory)


def _pass_on(console: Memory) -> None:
    """What a console had seen of its games when it ended, its terminal has seen too."""
    kept = memory()
    for game, shown in console.seen_games():
        before = kept.get(game)
        seen = {**before.seen, **{who: max(n, before.seen.get(who, 0)) for who, n in shown.seen.items()}}
        if seen != before.seen:
            kept.put(game, msgspec.structs.replace(before, seen=seen))


def memory() -> Memory:
    """What this terminal, or this console, was shown."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return _of_console.get() or FileMemory(Path(home) / "whitecell" / "terminals" / f"{terminal()}.json")


def terminal() -> str:
    """A name for this terminal, by its session; without a terminal, for the process that started this one."""
    session = os.getsid(0) if hasattr(os, "getsid") else 0
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | getattr(os, "O_NOCTTY", 0)))
    except OSError:
        return f"process-{session}-{os.getppid()}"
    return f"terminal-{session}"


def saved(game: str, before: int, after: int) -> None:
    """This process has written events to a game: a script that gave all before them gave these too."""
    kept = _of_console.get()
    if kept is not None and kept.get(game).own == before:
        kept.put(game, msgspec.structs.replace(kept.get(game), own=after))


def begin_script(game: str, events: int) -> None:
    """A script meets a game: what it has now is where the script begins."""
    kept = memory()
    if game and not kept.get(game).own:
        kept.put(game, msgspec.structs.replace(kept.get(game), own=events))


def _forget_old(folder: Path) -> None:
    for file in folder.iterdir():
        if age(file) > _KEPT_FOR:
            file.unlink(missing_ok=True)
