"""What is printed: whole at a pipe, its words wrapped whole at a terminal, what matters in bold."""

import io
import os
import sys

import pytest

from cli.terminal.terminal import interrupted, say
from seats.dialogue.strong import Strong

EVENT = "  163  ISF Operations Results Table, difference 6, row 4: winner ISF, casualty on 3 (ramadi 6.4g)"


class Terminal(io.StringIO):
    """A terminal of 40 columns."""

    def isatty(self) -> bool:
        return True


def printed(monkeypatch: pytest.MonkeyPatch, out: io.StringIO, *lines: str) -> str:
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((40, 24)))
    say(*lines)
    return out.getvalue()


def test_a_pipe_gets_lines_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed(monkeypatch, io.StringIO(), EVENT, Strong("won")) == f"{EVENT}\nwon\n"


def test_a_terminal_gets_whole_words_under_the_words_of_the_first_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = printed(monkeypatch, Terminal(), EVENT).splitlines()
    assert len(lines) > 2
    assert max(map(len, lines)) <= 40
    assert [word for line in lines for word in line.split()] == EVENT.split()
    assert all(line.startswith(" " * 7) and line[7] != " " for line in lines[1:])


def test_what_matters_is_bold_where_colours_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert printed(monkeypatch, Terminal(), Strong("won")) == "\x1b[1mwon\x1b[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed(monkeypatch, Terminal(), Strong("won")) == "won\n"


def test_a_name_cannot_colour_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = printed(monkeypatch, Terminal(), Strong("\x1b[31mred"))
    assert shown == "\x1b[1m\\x1b[31mred\x1b[0m\n"


@pytest.mark.parametrize("terminal", [True, False])
def test_ctrl_c_is_answered_on_a_line_of_its_own(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal shows ^C behind the question that was open."""
    shown = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    assert interrupted() == 130
    assert shown.getvalue().startswith("\nInterrupted" if terminal else "Interrupted")
