"""Every test asserts something, and nothing of the program is there for tests alone."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
METHODS = frozenset(("refused", "fail"))
"""Methods of helpers that assert: a command that must be refused with nothing changed."""
CHECKS = frozenset(("check_kind",))
"""Checks of the program that refuse by raising: a test that calls one asserts that it passes this."""
CALLED_BY_OTHERS = frozenset(
    (
        *("get_completions", "list_commands", "format_commands", "draw_map", "_a_day"),
        *("to_stored_event", "to_domain_event", "construct_env", "construct_mapper"),
        *("insert_events", "select_events"),
    )
)
"""What libraries call by its name."""
FOR_AUTHORS = frozenset(("add_scenario", "in_sight", "ScriptedDice"))
"""What the guides offer to authors of rule systems, and no system of ours has used yet."""


@cache
def parsed(path: Path) -> ast.Module:
    """A module."""
    return ast.parse(path.read_bytes())


@cache
def functions(path: Path) -> dict[str, ast.FunctionDef]:
    """The functions of a module."""
    return {each.name: each for each in parsed(path).body if isinstance(each, ast.FunctionDef)}


@cache
def imported(path: Path) -> dict[str, tuple[Path, str]]:
    """Names that a module has from other modules of the tests."""
    return {
        name.asname or name.name: (ROOT / (each.module.replace(".", "/") + ".py"), name.name)
        for each in parsed(path).body
        if isinstance(each, ast.ImportFrom) and each.module and each.module.startswith("tests.")
        for name in each.names
    }


@cache
def asserts(path: Path, name: str) -> bool:
    """Whether a function asserts something, or a function does that it calls."""
    found = functions(path).get(name) if path.is_file() else None
    if found is None:
        return path.is_file() and name in imported(path) and asserts(*imported(path)[name])
    called = set[str]()
    for node in ast.walk(found):
        match node:
            case ast.Assert():
                return True
            case ast.Call(func=ast.Attribute(attr="raises" | "warns")):
                return True
            case ast.Call(func=ast.Attribute(attr=method)) if method in METHODS:
                return True
            case ast.Call(func=ast.Name(id=check)) if check in CHECKS:
                return True
            case ast.Call(func=ast.Name(id=other)) if other != name:
                called.add(other)
    return any(
        asserts(path, other) if other in functions(path) else asserts(*imported(path)[other])
        for other in sorted(called)
        if other in functions(path) or other in imported(path)
    )


def test_every_test_asserts_something() -> None:
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in functions(path)
        if name.startswith("test_") and not asserts(path, name)
    ] == []


def test_a_test_without_an_assertion_is_found(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_text(
        "def helps():\n    assert helps\ndef idle():\n    print()\n"
        "def test_a():\n    idle()\ndef test_b():\n    helps()\n"
    )
    assert not asserts(path, "test_a")
    assert asserts(path, "test_b")


def test_nothing_of_the_program_is_there_for_tests_alone() -> None:
    """A function or class that nothing else in the program names plays no part in a game."""
    folders = ("domain", "adjudication", "reports", "seats", "cli")
    sources = [path.read_text("utf-8") for folder in folders for path in (ROOT / folder).rglob("*.py")]
    named = Counter(word for text in sources for word in re.findall(r"\w+", text))
    data = {
        word
        for path in (ROOT / "reports" / "templates").rglob("*")
        if path.is_file()
        for word in re.findall(r"\w+", path.read_text("utf-8"))
    }
    defined = {name for text in sources for name in re.findall(r"^ *(?:def|class) (\w+)", text, re.MULTILINE)}
    idle = {name for name in defined - data if named[name] == 1 and not name.startswith("__")}
    assert idle == CALLED_BY_OTHERS | FOR_AUTHORS
