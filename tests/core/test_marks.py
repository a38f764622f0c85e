"""Marks as they are declared: the type of their value, who may know of them, when they lapse."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudication.chances.secret_marks import Watch
from adjudication.engine.umpire import Nobody, Umpire
from domain.events import Sides
from domain.table.dice import ScriptedDice
from domain.table.marks import EVERYONE, NOBODY, OWNER, Mark
from domain.table.mutators import rebuild
from tests.builders import opening

ROOT = Path(__file__).parents[2]
RULE = "toy 1"
TURN = 3


def umpire_on_field() -> Umpire:
    """An umpire in turn 3 of the game of `tests.builders`."""
    umpire = Umpire(rebuild(opening("g", secret=None)), 0, ScriptedDice([]), Nobody(), "")
    umpire.enter_phase(TURN, "play", rule=RULE)
    return umpire


@pytest.mark.parametrize(
    ("mark", "more", "lapse"),
    [
        (Mark[bool]("m"), {}, None),
        (Mark[bool]("m", turns=1), {}, (4, "")),
        (Mark[bool]("m", turns=2), {}, (5, "")),
        (Mark[bool]("m", phase="combat"), {}, (0, "combat")),
        (Mark[bool]("m", turns=1, phase="combat"), {}, (4, "combat")),
        (Mark[bool]("m"), {"until": 6}, (6, "")),
        (Mark[bool]("m", turns=1), {"until": 6}, (6, "")),
        (Mark[bool]("m", turns=1), {"until": "combat"}, (0, "combat")),
        (Mark[bool]("m", turns=1, phase="combat"), {"until": 0}, None),
    ],
)
def test_a_mark_lapses_as_it_was_declared_or_as_a_call_says(
    mark: Mark[bool], more: dict[str, Any], lapse: tuple[int, str] | None
) -> None:
    umpire = umpire_on_field()
    umpire.mark("a1", mark, True, rule=RULE, **more)
    found = umpire.state.lapses.get(("a1", "m"))
    assert (found and (found.turn, found.phase)) == lapse


@pytest.mark.parametrize(
    ("subject", "seen_by", "more", "known_to"),
    [
        ("a1", EVERYONE, {}, None),
        ("b1", OWNER, {}, ("blue",)),
        ("red", OWNER, {}, ("red",)),
        ("a1", NOBODY, {}, ()),
        ("b1", OWNER, {"audience": None}, None),
        ("b1", EVERYONE, {"audience": ("red",)}, ("red",)),
    ],
)
def test_those_know_of_a_mark_whom_its_declaration_names_or_a_call(
    subject: str, seen_by: str, more: dict[str, Any], known_to: Sides
) -> None:
    umpire, mark = umpire_on_field(), Mark[bool]("m", seen_by=seen_by)
    umpire.mark(subject, mark, True, rule=RULE, **more)
    assert umpire.state.marks_for.get((subject, "m")) == known_to
    umpire.mark(subject, mark, None, rule=RULE, **more)
    assert umpire.state.mark(subject, mark) is None


def test_several_marks_are_taken_off_at_once_and_what_is_not_there_is_no_event() -> None:
    umpire, here, there, never = umpire_on_field(), Mark[int]("here"), Mark[str]("there"), Mark[bool]("never")
    umpire.mark("a1", here, 1, rule=RULE)
    umpire.mark("a1", there, "b", rule=RULE)
    before = umpire.number
    umpire.unmark("a1", here, there, never, rule=RULE)
    assert umpire.number == before + 2
    assert "a1" not in umpire.state.marks


@pytest.mark.parametrize(
    "read",
    [
        lambda state: state.mark("a1", Mark[int]("m")),
        lambda state: state.mark_named("a1", "m"),
        lambda state: state.marked(Mark[int]("m")),
        lambda state: state.marked_as(Mark[int]("m"), 1),
    ],
)
def test_odds_notice_that_a_secret_mark_is_read_however_it_is_read(read: Callable[[Any], Any]) -> None:
    umpire = umpire_on_field()
    umpire.mark("a1", Mark[int]("m", seen_by=NOBODY), 1, rule=RULE)
    watch = Watch(umpire.state, "blue")
    assert umpire.state.mark("a1", Mark[int]("other"), 7) == 7
    assert not watch.was_read
    assert read(umpire.state)
    assert watch.was_read


def test_a_mark_has_the_type_of_its_value_and_says_its_name() -> None:
    assert Mark[list[str]]("passed").type == list[str]
    assert str(Mark[bool]("flushed", turns=1)) == "Mark('flushed')"


TYPED = """\
from adjudication.engine.umpire import Umpire
from domain.table.marks import Mark
from domain.table.state import State

DONE = Mark[bool]("done")
TURN = Mark[int]("turn")
PASSED = Mark[list[str]]("passed")


def put(umpire: Umpire) -> None:
    umpire.mark("game", DONE, True, rule="")
    umpire.mark("game", DONE, None, rule="")
    umpire.mark("game", PASSED, ["red"], rule="")
    umpire.unmark("game", DONE, TURN, PASSED, rule="")
    umpire.mark("game", DONE, 1, rule="")  # wrong
    umpire.mark("game", TURN, "4", rule="")  # wrong
    umpire.mark("game", PASSED, "red", rule="")  # wrong
    umpire.mark("game", PASSED, ("red",), rule="")  # wrong
    umpire.mark("game", "done", True, rule="")  # wrong


def read(state: State) -> int:
    again: list[str] = state.mark("game", PASSED, [])
    since: dict[str, int] = state.marked(TURN)
    found: str = state.mark("game", TURN, 0)  # wrong
    maybe: int = state.mark("game", TURN)  # wrong
    named = state.mark("game", "turn")  # wrong
    others: dict[str, str] = state.marked(TURN)  # wrong
    alike = state.marked_as(TURN, "4")  # wrong
    return state.mark("game", TURN, 0) + len(again) + len(since)
"""


@pytest.mark.slow
def test_mypy_refuses_a_mark_of_another_type(tmp_path: Path) -> None:
    module = tmp_path / "rules_of_a_test.py"
    module.write_text(TYPED, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(module)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    errors = [line for line in found.stdout.splitlines() if ": error: " in line]
    assert all(line.startswith(str(module)) for line in errors), found.stdout
    refused = {int(line.removeprefix(f"{module}:").split(":")[0]) for line in errors}
    assert refused == {
        number for number, line in enumerate(TYPED.splitlines(), start=1) if line.endswith("# wrong")
    }
