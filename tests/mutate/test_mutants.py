"""A mutant is one change of the code, and the same seed makes the same mutants."""

import ast
import textwrap
from pathlib import Path

import pytest

from tests.mutate.mutants import Mutant, mutants, sample
from tests.mutate.targets import target

ROOT = Path(__file__).parents[2]


def changes(source: str) -> list[str]:
    """All changes of a function body, as 'kind: before -> after'."""
    code = "def rule(a, b, c):\n" + textwrap.indent(textwrap.dedent(source), "    ")
    return [
        f"{each.kind}: {' '.join(each.before.split())} -> {each.after}"
        for place in mutants("rules.py", code.encode())
        for each in place
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["comparison: a < b -> (a <= b)", "comparison: a < b -> (a >= b)"]),
        ("x = a == b", ["comparison: a == b -> (a != b)"]),
        ("x = a not in b", ["comparison: a not in b -> (a in b)"]),
        ("x = a < b in c", ["(a <= b in c)", "(a >= b in c)", "(a < b not in c)"]),
        ("x = 6", ["number: 6 -> 7", "number: 6 -> 5"]),
        ("x = 0", ["number: 0 -> 1"]),
        ("x = True", ["boolean: True -> False"]),
        ("x = a + b", ["operator: a + b -> (a - b)"]),
        ("x = (a - b) * c", ["operator: (a - b) * c -> (a - b + c)", "operator: a - b -> (a + b)"]),
        ("x = a and b", ["operator: a and b -> (a or b)"]),
        ("x = -a", ["operator: -a -> (a)"]),
        ("x = not a", ["negated condition: not a -> (a)"]),
        ("x = b if a else c", ["negated condition: a -> (not a)"]),
        ("x = [b for b in a if c]", ["negated condition: c -> (not c)"]),
        ("while a:\n    x = b", ["negated condition: a -> (not a)"]),
        ("if a == b:\n    x = c", ["comparison: a == b -> (a != b)"]),
        ("if a:\n    return b\nreturn c", ["negated condition: a -> (not a)", "return b -> pass"]),
        ("a.lose(b)", ["dropped statement: a.lose(b) -> pass"]),
        ("if a:\n    raise b", ["negated condition: a -> (not a)", "raise b -> pass"]),
        ("a[0] = b", ["dropped statement: a[0] = b -> pass", "number: 0 -> 1"]),
        ("a += b", ["dropped statement: a += b -> pass", "operator: a += b -> a -= b"]),
        ("x = move(a, b)", ["swapped arguments: a, b -> b, a"]),
        ("x = move(a,\n    b.c, d.e)", ["swapped arguments: b.c, d.e -> d.e, b.c"]),
        ("x = 'é' if a else b + c", ["a -> (not a)", "b + c -> (b - c)"]),
    ],
)
def test_each_kind_of_change(source: str, expected: list[str]) -> None:
    found = changes(source)
    assert len(found) == len(expected)
    assert all(change.endswith(wanted) for change, wanted in zip(found, expected, strict=True)), found


@pytest.mark.parametrize(
    "source",
    [
        '"""Text of 3."""',
        "x: Literal[3]",
        "x = f'{a + 1} of {b}'",
        "assert a < 3",
        "x = zip(a, strict=True)",
        "x = 'a' + b",
        "x = move(a, a)",
        "x = cast('A[1 + 2]', a)",
        "x = isinstance(a, b)",
        "x = (a, b)",
        "...",
    ],
)
def test_what_is_no_place(source: str) -> None:
    assert changes(source) == []


def test_declarations_are_no_places() -> None:
    source = b'''
"""Rules."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    LIMIT = 3
__all__ = ["a" if 1 else "b"]
Size = int | None

@decorated(times=2)
class Fight(Base, frozen=True):
    """A fight of 2."""

    size: Literal[4] | None
    odds: int = 5
'''
    assert [place[0].before for place in mutants("rules.py", source)] == ["5"]


def test_what_runs_at_import_says_what_it_defines() -> None:
    source = b"LIMIT = 6\nclass Fight:\n    odds: int = 5\ndef roll(dice=2):\n    return dice + 1\n"
    found = {
        place[0].before: place[0].binds if place[0].at_import else None
        for place in mutants("rules.py", source)
    }
    assert found == {
        "6": {"LIMIT"},
        "5": {"Fight", "odds"},
        "2": {"roll"},
        "dice + 1": None,
        "1": None,
    }


def _of_a_system() -> list[tuple[bytes, Mutant]]:
    found = []
    for name in target("somalia", ROOT).sources(ROOT)[:12]:
        source = (ROOT / name).read_bytes()
        found += [(source, each) for each in sample(mutants(name, source), 5, 1)]
    return found


def test_a_mutant_of_real_rules_is_one_change_that_compiles() -> None:
    found = _of_a_system()
    assert len(found) > 40
    for source, mutant in found:
        changed = mutant.applied(source)
        ending = len(source) - mutant.end
        assert changed[: mutant.start] == source[: mutant.start]
        assert changed[len(changed) - ending :] == source[mutant.end :]
        assert source[mutant.start : mutant.end].decode() == mutant.before
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
        compile(changed, mutant.path, "exec")


def test_the_same_seed_makes_the_same_mutants() -> None:
    source = (ROOT / "adjudication/systems/somalia/missions/raids.py").read_bytes()
    places = mutants("raids.py", source)
    first = sample(places, 20, 1)
    assert first == sample(mutants("raids.py", source), 20, 1)
    assert first != sample(places, 20, 2)
    assert len({(each.start, each.end, each.kind, each.after) for each in first}) == 20


def test_more_mutants_than_places_are_all_places() -> None:
    assert len(sample(mutants("rules.py", b"A = 1\nB = 2\n"), 50, 1)) == 2
