"""The progress bar: what it says of speed and of the time left."""

import io
import re
import time
from pathlib import Path

import pytest

from cli.main import app
from cli.terminal.progress import progress
from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import write_log
from tests.core.many_rulings import each_ruled, game_of


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_speed_counts_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results come in bunches: two at the same instant are no speed of millions a second."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with progress("Playing on", 400, "games") as advance:
        time.sleep(0.5)
        advance(50)
        advance(50)
        time.sleep(0.3)
    speeds = [int(said.replace(",", "")) for said in re.findall(r"([\d,]+) games/s", terminal.getvalue())]
    assert speeds
    assert max(speeds) <= 200


def test_nobody_there_is_shown_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("Playing on", 2, "games") as advance:
        advance(2)
    assert capsys.readouterr() == ("", "")


def test_a_long_audit_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On the terminal's standard error, with the time left; a pipe gets the verdict alone."""
    file = tmp_path / "long.jsonl"
    events = each_ruled(1_000)
    write_log(file, enter(game_of(events), events, GENESIS))
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with pytest.raises(SystemExit, match=r"^0$"):
        app(["audit", str(file)], standalone_mode=False)
    assert re.search(r"Audit .*/5008.* left", terminal.getvalue())
