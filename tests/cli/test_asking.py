"""Nothing is asked of the person at the keyboard before all that they typed is known to be right."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Cell
from tests.cli.test_refusals import (
    NONSENSE,
    files,  # noqa: F401  (what the nonsense speaks of)
    folder_of_files,  # noqa: F401
)
from tests.thinned import thinned

ASKING = (
    *("order", "next", "answer", "open-orders", "begin", "message"),
    *("change", "roll", "look-up", "draw", "argue", "ruling", "undo", "add", "correct"),
    *("house-rule", "option", "close", "tables", "kinds", "import", "export", "aar", "brief", "compare"),
)
"""The commands that ask for a reason, for what is missing, or whether something is meant."""

ASKED_FOR = ("reason", "--because", "--yes", "purpose", "still wanted", "rolled")
"""Refusals of what a person at the keyboard is asked for."""

WITH_A_REASON = ("belongs to", "which option", "--anyway")
"""Refusals of a reason that nothing needs."""


def without(words: Sequence[str]) -> list[str]:
    """The words without a reason, and without a yes said beforehand."""
    left: list[str] = []
    for word in words:
        if left and left[-1] == "--because":
            left.pop()
        elif word != "--yes":
            left.append(word)
    return left


CASES = [
    (command, tuple(without(words)), part)
    for command in ASKING
    for words, part in NONSENSE[command]
    if not any(word in part for word in (*ASKED_FOR, *WITH_A_REASON)) and words
]


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A person at the keyboard, and what they are asked; they answer nothing."""
    asked: list[str] = []
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)

    def ask(prompt: object = "") -> str:
        asked.append(str(prompt))
        raise EOFError

    monkeypatch.setattr("builtins.input", ask)
    monkeypatch.setattr("getpass.getpass", ask)
    return asked


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("command", "words", "part"), thinned(CASES, 3, several=True))
def test_what_is_wrong_is_said_before_anything_is_asked(
    cell: Cell, keyboard: list[str], command: str, words: tuple[str, ...], part: str
) -> None:
    before = cell.everything()
    result = cell(command, *words)
    assert keyboard == []
    assert result.code == 2
    assert part in result.err
    assert cell.everything() == before


@pytest.fixture(scope="module")
def seminar(tmp_path_factory: pytest.TempPathFactory) -> Cell:
    """A seminar with people, an action judged, and sealed orders that are not opened."""
    held = Cell(tmp_path_factory.mktemp("seminar") / "games.db")
    held.done("new", "freeform", "--scenario", "strait", "--name", "s", "--seed", "3")
    held.done("roster", "Ada", "--role", "facilitator")
    held.done("roster", "Bo", "--side", "aldmark")
    held.done("next")
    held.done("order", "act", "--side", "verrin", "intent=Sail")
    held.done("answer", "fails", "--because", "No wind")
    held.done("next")
    held.done("next")
    held.done("submit", "--as", "verrin", "move piece=ver-submarine to=outer-banks")
    return held


@pytest.fixture
def table(seminar: Cell, empty: Cell) -> Cell:
    """A table at which it is played on."""
    shutil.copytree(seminar.database.parent, empty.database.parent, dirs_exist_ok=True)
    return empty


@pytest.mark.parametrize("by", ["Nobody", "Bo"])
@pytest.mark.parametrize(
    "words",
    [
        ["next"],
        ["undo", "13"],
        ["ruling", "15", "--value", "succeeds"],
        ["ruling", "--chance", "60%", "--about", "the dam"],
        ["change", "tension+1"],
        ["roll", "2d6", "--for", "Morale"],
        ["look-up", "escalation", "die=4"],
        ["argue", "They sail"],
        ["house-rule", "H1", "--text", "No fire by night"],
        ["option", "turns", "4"],
        ["tables", "escalation", "--adopt", "chart.csv"],
        ["open-orders"],
        ["close"],
    ],
    ids=lambda words: " ".join(words[:1]) if isinstance(words, list) else str(words),
)
def test_who_may_not_is_told_before_anything_is_asked(
    table: Cell, keyboard: list[str], words: list[str], by: str
) -> None:
    if "--adopt" in words:
        told = table.done("tables", "escalation", "--json").json
        import json

        Path("chart.json").write_text(json.dumps(told))
        words = [*words[:-1], "chart.json"]
    before = table.everything()
    result = table(*words, "--by", by)
    assert keyboard == []
    assert result.code == 2
    assert by in result.err
    assert table.everything() == before
