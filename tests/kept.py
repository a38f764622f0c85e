"""Games that many tests look at: played by the first test process that asks, kept for all others until code
or data change."""

import hashlib
import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import quote

from adjudication.engine.session import Session
from domain.errors import BadLog
from domain.events import Event
from domain.ledger.files import write_whole
from domain.ledger.logfile import read_log, write_log
from domain.table.dice import SealedDice

ROOT = Path(__file__).parents[1]
GAMES = ROOT / ".pytest_cache" / "games"
MADE_BY = ("domain", "adjudication", "scenarios", "tests")
"""The folders on which it hangs how a game is played."""
PLAY_ANEW = "WHITECELL_PLAY_ANEW"
"""Set in the environment where no game may be read that other code played."""


@cache
def folder() -> Path:
    """Where the games of this code are kept; those of other code are deleted."""
    digest = hashlib.sha256()
    for name in MADE_BY:
        for path in sorted((ROOT / name).rglob("*")):
            if path.suffix in (".py", ".json", ".jsonl", ".yaml") and "failing" not in path.parts:
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    found = GAMES / digest.hexdigest()[:32]
    if not found.is_dir():
        for other in GAMES.glob("*"):
            shutil.rmtree(other, ignore_errors=True)
        found.mkdir(parents=True, exist_ok=True)
    return found


def kept(name: str, play: Callable[[], Session]) -> tuple[tuple[Event, ...], str]:
    """The log of a game and the secret of its dice; it is played if it is not kept yet."""
    if PLAY_ANEW in os.environ:
        return _played(play())
    log = folder() / f"{quote(name, safe='')}.jsonl"
    secret = log.with_suffix(".secret")
    try:
        return tuple(entry.event for entry in read_log(log)[0]), secret.read_text()
    except (BadLog, FileNotFoundError):
        session = play()
        events, sealed = _played(session)
        write_whole(secret, lambda part: part.write_text(sealed))
        write_log(log, session.game.unsaved())
        return events, sealed


def _played(session: Session) -> tuple[tuple[Event, ...], str]:
    assert isinstance(session.dice, SealedDice)
    return tuple(session.game.log), session.dice.secret
