"""Code that is changed in place does what it would do if it were imported anew, or is left alone."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutate.swapping import Imported

SOURCE = """\
from functools import cache, wraps

LIMIT = 3


def early():
    return 5


EARLY = early()


def counted(function):
    @wraps(function)
    def counting(*args):
        return function(*args) + 1

    return counting


@counted
@cache
def odds(steps):
    return steps * 2


class Fight:
    size = 4
    doubled = property(lambda self: self.size * 2)

    @staticmethod
    def first(steps):
        return [each for each in steps if each > 1][0]

    def grows(self):
        def grown(by):
            return self.size + by

        return grown(1)


def gone():
    return 6


del gone


def rolls():
    yield 1
    yield LIMIT
"""


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[tuple[ModuleType, Imported]]:
    """A module that was imported while somebody watched."""
    (tmp_path / "swapped_rules.py").write_text(SOURCE, encoding="utf-8")
    imported = Imported(str(tmp_path))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        with imported.watched():
            module = importlib.import_module("swapped_rules")
        imported.take_stock()
        yield module, imported
    del sys.modules["swapped_rules"]


def changed(rules: tuple[ModuleType, Imported], before: str, after: str) -> bool:
    """Change the code in place, if that can be done."""
    module, imported = rules
    assert SOURCE.count(before) == 1
    assert module.__file__ is not None
    swaps = imported.swaps(module.__file__, SOURCE.encode(), SOURCE.replace(before, after).encode())
    for function, code in swaps or ():
        function.__code__ = code
    return swaps is not None


@pytest.mark.parametrize(
    ("before", "after", "call", "was", "becomes"),
    [
        ("steps * 2", "steps + 2", "odds(3)", 7, 6),
        ("(*args) + 1", "(*args) - 1", "odds(3)", 7, 5),
        ("self.size * 2", "self.size", "Fight().doubled", 8, 4),
        ("each > 1", "each > 2", "Fight.first([1, 2, 3])", 2, 3),
        ("self.size + by", "self.size - by", "Fight().grows()", 5, 3),
        ("grown(1)", "grown(\n2)", "Fight().grows()", 5, 6),
        ("    yield 1\n", "", "list(rolls())", [1, 3], [3]),
    ],
)
def test_functions_methods_and_what_is_in_them_are_changed(
    rules: tuple[ModuleType, Imported], before: str, after: str, call: str, was: object, becomes: object
) -> None:
    assert eval(call, vars(rules[0])) == was
    assert changed(rules, before, after)
    rules[0].odds.__wrapped__.cache_clear()
    assert eval(call, vars(rules[0])) == becomes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("return 5", "return 6"),
        ("size = 4", "size = 5"),
        ("return 6", "return 7"),
    ],
)
def test_what_ran_at_import_and_what_nobody_finds_is_left_alone(
    rules: tuple[ModuleType, Imported], before: str, after: str
) -> None:
    assert not changed(rules, before, after)


def test_one_and_true_are_two_things(rules: tuple[ModuleType, Imported]) -> None:
    assert changed(rules, "    yield 1\n", "    yield True\n")
    assert next(rules[0].rolls()) is True


def test_a_change_of_the_layout_changes_nothing(rules: tuple[ModuleType, Imported]) -> None:
    module, imported = rules
    assert module.__file__ is not None
    assert imported.swaps(module.__file__, SOURCE.encode(), b"# Rules\n" + SOURCE.encode()) == []
