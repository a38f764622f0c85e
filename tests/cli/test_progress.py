"""The progress bar: what it says of speed and of the time left."""

import io
import re
import time

import pytest

from cli.common.progress import progress


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
