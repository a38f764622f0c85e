"""What a test patches stands in one place.

A module that binds such a name when it is imported keeps what was there at that moment: the true one, so that
the patch does not reach it, or, imported for the first time while the name is patched, the patch for ever.
Whether a test passes would then hang on which tests ran before it.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.test_layers import ROOT, SOURCES

PATCHED = re.compile(r"""setattr\(\s*["']([\w.]+)["']""")


def patched() -> set[tuple[str, str]]:
    """Every module of ours and name in it that some test patches."""
    found = {
        tuple(path.rsplit(".", 1))
        for file in (ROOT / "tests").rglob("*.py")
        for path in PATCHED.findall(file.read_text(encoding="utf-8"))
    }
    return {(module, name) for module, name in found if module in SOURCES}


def bound_at_import(source: str) -> Iterator[tuple[str, str]]:
    """Each (module, name) that a source takes out of another module when it is imported."""
    waiting: list[ast.AST] = list(ast.parse(source).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", each.name) for each in node.names)
        waiting.extend(ast.iter_child_nodes(node))


@cache
def bound() -> dict[str, set[tuple[str, str]]]:
    """What each module takes out of others when it is imported."""
    return {name: set(bound_at_import(source)) for name, source in SOURCES.items()}


def test_an_import_in_a_function_binds_nothing_at_import() -> None:
    source = "if True:\n    from a import b, c as d\ndef f():\n    from a import e\n"
    assert list(bound_at_import(source)) == [("a", "b"), ("a", "c")]


@pytest.mark.parametrize(("module", "name"), sorted(patched() | {("cli.terminal.terminal", "interactive")}))
def test_no_other_module_keeps_a_copy_of_what_tests_patch(module: str, name: str) -> None:
    assert name in SOURCES[module]
    copies = [other for other, taken in bound().items() if (module, name) in taken]
    assert copies == []


def test_whether_somebody_sits_there_is_asked_of_the_module() -> None:
    """`from cli.terminal.terminal import interactive` is wrong in functions too: tests patch one place."""
    assert not [
        name for name, source in SOURCES.items() if re.search(r"import [^\n]*\binteractive\b", source)
    ]
