"""The whole tool on a small project: what is killed, what survives, what hangs, what no test reaches."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutate.equivalent import Equivalents, key
from tests.mutate.mutants import Mutant
from tests.mutate.report import summary, wilson
from tests.mutate.running import Outcome, Result

RULES = """\
BONUS = {"hill": 1}


def rates(best):
    return [best, best + 1]


RATES = rates(2)


def rate(steps):
    return RATES[steps]


def odds(attack, defence, terrain):
    return attack - defence - BONUS.get(terrain, 0)


def retreats(steps):
    while steps > 1:
        steps -= 1
    return steps


def unused(steps):
    return steps == 4


def loose(steps):
    return steps == 2


def doubled(function):
    def twice(steps):
        return function(steps) + function(steps)

    return twice


@doubled
def losses(steps):
    return steps - 1
"""
TESTS = """\
import random

from rules.combat import loose, losses, odds, rate, retreats


def test_odds():
    assert odds(3, 1, "hill") == 1
    assert odds(3, 1, "desert") == 2


def test_retreats():
    assert retreats(3) == 1


def test_rate():
    assert rate(0) == 2


def test_rates():
    assert rate(1) == 3


def test_losses():
    assert losses(3) == 4


def test_nothing():
    loose(2)
"""
SETTINGS = '[tool.pytest]\naddopts = ["--strict-markers"]\nmarkers = ["slow: long"]\n'
WORK = """\
import json, sys
from pathlib import Path
from tests.mutate import running
from tests.mutate.__main__ import mutate
from tests.mutate.targets import Target

running.PROCESSOR = 1
results = mutate(Target("rules", "rules", ("tests",)), Path(sys.argv[1]), 99, 1)
found = [[str(each.mutant), each.outcome, each.by, each.imported_again] for each in results]
Path(sys.argv[1], "results.json").write_text(json.dumps(found))
"""


Tried = tuple[dict[str, tuple[str, str, bool]], str]


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Tried:
    """For each mutant of the small project its outcome, its killer and whether the program was imported again
    for it; and what was printed."""
    root = tmp_path_factory.mktemp("small") / "project"
    for name, content in {
        "rules/__init__.py": "",
        "rules/combat.py": RULES,
        "tests/__init__.py": "",
        "tests/test_combat.py": TESTS,
        "pyproject.toml": SETTINGS,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", WORK, str(root)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (root / "rules/combat.py").read_text(encoding="utf-8") == RULES
    found = json.loads((root / "results.json").read_text(encoding="utf-8"))
    return {name.removeprefix("rules/combat.py:"): tuple(rest) for name, *rest in found}, done.stdout


@pytest.mark.slow
def test_obvious_mutants_are_killed_by_the_test_that_reaches_them(
    tried: Tried,
) -> None:
    found, _ = tried
    odds = "tests/test_combat.py::test_odds"
    assert found["16: operator: attack - defence -> (attack + defence)"] == ("killed", odds, False)
    # At import: the test reaches the function that names what the statement defines.
    assert [rest for name, rest in found.items() if name.startswith("1: number: 1 ->")] == [
        ("killed", odds, True)
    ]


@pytest.mark.slow
def test_a_function_that_runs_at_import_is_reached_by_the_tests_of_what_it_makes(
    tried: Tried,
) -> None:
    assert tried[0]["5: operator: best + 1 -> (best - 1)"] == (
        "killed",
        "tests/test_combat.py::test_rates",
        True,
    )


@pytest.mark.slow
def test_a_function_made_by_a_function_that_ran_at_import_is_changed_in_place(tried: Tried) -> None:
    by = "tests/test_combat.py::test_losses"
    found, _ = tried
    assert found[
        "35: operator: function(steps) + function(steps) -> (function(steps) - function(steps))"
    ] == (
        "killed",
        by,
        False,
    )
    assert found["42: operator: steps - 1 -> (steps + 1)"] == ("killed", by, False)


@pytest.mark.slow
def test_a_mutant_that_never_ends_is_timed_out(tried: Tried) -> None:
    assert tried[0]["21: dropped statement: steps -= 1 -> pass"] == ("timed out", "", False)


@pytest.mark.slow
def test_what_no_test_asserts_survives_and_is_told(tried: Tried) -> None:
    found, printed = tried
    assert found["30: comparison: steps == 2 -> (steps != 2)"] == ("survived", "", False)
    assert "survived: rules/combat.py:30: comparison: steps == 2 -> (steps != 2)" in printed


@pytest.mark.slow
def test_what_no_test_reaches_is_told_as_not_reached(tried: Tried) -> None:
    assert tried[0]["26: comparison: steps == 4 -> (steps != 4)"] == ("not reached", "", False)


def test_the_interval_of_a_share() -> None:
    # Wilson (1927), as worked in textbooks: 8 of 10 gives 0.49 to 0.94.
    low, high = wilson(8, 10)
    assert (round(low, 2), round(high, 2)) == (0.49, 0.94)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 5)[1] == 1.0


def _mutant(line: int, after: str) -> Mutant:
    return Mutant("rules.py", line, "number", 0, 1, "1", after, "return 1", (line, line), frozenset(), False)


def test_the_summary_counts_what_is_noticed_and_leaves_out_what_is_equivalent() -> None:
    results = [
        Result(_mutant(1, "2"), Outcome.KILLED, "test_one"),
        Result(_mutant(2, "3"), Outcome.TIMED_OUT),
        Result(_mutant(3, "4"), Outcome.SURVIVED),
        Result(_mutant(4, "5"), Outcome.NOT_REACHED),
        Result(_mutant(5, "6"), Outcome.SURVIVED),
    ]
    told = summary(results, Equivalents({key(results[4].mutant): "The number is multiplied by nothing."}))
    assert "1 killed, 1 timed out, 1 survived, 1 not reached, 1 equivalent" in told
    assert "noticed: 2 of 4, 50.0 % (95 % interval 15.0 % to 85.0 %)" in told
    assert "survived: rules.py:3: number: 1 -> 4\n    return 1" in told
    assert "not reached: rules.py:4: number: 1 -> 5" in told
    assert (
        "equivalent (survived): rules.py:5: number: 1 -> 6\n    The number is multiplied by nothing." in told
    )
