"""What was recorded stays true while the program and its tests change around it."""

from pathlib import Path

import pytest

from tests.mutate.mutants import Mutant, mutants
from tests.mutate.outline import functions
from tests.mutate.reach import Reach, Reached, code_digest, digests

OLD = b"""\
class Fight:
    def odds(self, steps):
        if steps > 2:
            return 1
        return 0

def cost(steps):
    return steps + 1
"""
PATH = "rules.py"
THREE = {
    "whole": {"Fight.odds": {0, 1, 2}},
    "half": {"Fight.odds": {0, 1, 3}},
    "other": {"cost": {0, 1}},
}


def reach(now: bytes, **tests: dict[str, set[int]]) -> Reach:
    """What is known of the code `now`, with tests recorded when it was `OLD`."""
    known = {PATH: {each.name: each.digest for each in functions(OLD)}}
    found = Reach(
        {name: Reached(0.1, True, {PATH: lines}, known) for name, lines in tests.items()}, imported={}
    )
    found.read({PATH: now})
    return found


def mutant(source: bytes, before: str) -> Mutant:
    return next(place[0] for place in mutants(PATH, source) if place[0].before == before)


def test_functions_are_named_with_their_class_and_told_apart_from_those_of_the_same_name() -> None:
    source = (
        b"class A:\n    @property\n    def b(self):\n        def c(): ...\n"
        b"    @b.setter\n    def b(self, d): ...\n"
    )
    assert [(each.name, each.first, each.last) for each in functions(source)] == [
        ("A.b", 2, 4),
        ("A.b'", 5, 6),
    ]


def test_a_line_of_a_function_that_has_moved_is_reached_by_the_tests_that_ran_that_line() -> None:
    now = b"LIMIT = 3\n\n" + OLD
    found = reach(now, **THREE)
    assert found.of(mutant(now, "1")) == ["whole"]
    assert found.of(mutant(now, "steps > 2")) == ["half", "whole"]


def test_a_function_that_has_changed_is_reached_by_all_tests_that_ran_it() -> None:
    now = OLD.replace(b"steps > 2", b"steps > 3")
    found = reach(now, **THREE)
    assert found.of(mutant(now, "1")) == ["half", "whole"]


def test_a_new_function_is_reached_by_the_tests_of_those_that_name_it() -> None:
    now = OLD.replace(b"steps + 1", b"steps + more(steps)") + b"\ndef more(steps):\n    return steps - 4\n"
    found = reach(now, whole={"Fight.odds": {0, 1, 2}}, other={"cost": {0, 1}})
    assert found.of(mutant(now, "steps - 4")) == ["other"]


def test_what_registers_a_function_is_reached_by_the_tests_of_that_function() -> None:
    now = OLD + b"\nregister(Fight, cost, 3)\n"
    found = reach(now, whole={"Fight.odds": {0, 1, 2}}, other={"cost": {0, 1}})
    assert found.of(mutant(now, "3")) == ["other"]


def test_a_test_that_reaches_little_comes_first_and_a_long_one_last() -> None:
    known = {PATH: {each.name: each.digest for each in functions(OLD)}}
    both = {PATH: {"Fight.odds": {1}, "cost": {1}}}
    tests = {
        "tests/a.py::long": Reached(2.0, True, {PATH: {"cost": {1}}}, known),
        "tests/a.py::broad": Reached(0.1, True, both, known),
        "tests/b.py::narrow": Reached(0.1, True, {PATH: {"cost": {1}}}, known),
        "tests/b.py::fails": Reached(0.1, False, {PATH: {"cost": {1}}}, known),
    }
    found = Reach(tests, imported={}, imports={"tests/a.py": {"cards.deck"}})
    found.read({PATH: OLD})
    order = ["tests/b.py::narrow", "tests/a.py::broad", "tests/a.py::long"]
    assert found.of(mutant(OLD, "steps + 1")) == order
    near = Reach(tests, imported={}, imports={"tests/a.py": {"rules", "rules.cost"}})
    near.read({PATH: OLD})
    assert near.of(mutant(OLD, "steps + 1")) == [order[1], order[0], order[2]]
    assert found.within(order, 0.25) == order[:2]
    assert found.within(order, 0.0) == order[:1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, content in {
        "tests/conftest.py": "import tests.settings\n",
        "tests/settings.py": "LIMIT = 1\n",
        "tests/unit/games.py": "from tests import table\n",
        "tests/table.py": "ROWS = 2\n",
        "tests/unit/test_a.py": "from tests.unit.games import play\n",
        "tests/unit/test_b.py": "from rules import odds\n",
        "rules/odds.py": "odds = 3\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "anew", "old"),
    [
        ("rules/odds.py", [], True),
        ("tests/table.py", [], True),
        ("tests/unit/test_a.py", ["a"], False),
    ],
)
def test_a_file_is_recorded_anew_when_it_changes_and_old_when_what_it_runs_does(
    project: Path, file: str, anew: list[str], old: bool
) -> None:
    names = ["tests/unit/test_a.py", "tests/unit/test_b.py"]
    before, code = digests(project, names), code_digest(project, ["rules"])
    (project / file).write_text("CHANGED = 1\n", encoding="utf-8")
    after = digests(project, names)
    assert [name[-4] for name in names if before[name] != after[name]] == anew
    assert (code_digest(project, ["rules"]) != code) == old


def test_what_is_kept_can_be_used_in_another_folder(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other") / "project"
    project.rename(other)
    names = ["tests/unit/test_a.py"]
    moved = digests(other, names)
    other.rename(project)
    assert digests(project, names) == moved
