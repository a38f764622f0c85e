"""Which code is mutated, and which tests count."""

from pathlib import Path

import pytest

from tests.mutate.equivalent import Equivalents, key
from tests.mutate.mutants import mutants
from tests.mutate.targets import LEFT_OUT, NOT_RULES, PACKAGES, target

ROOT = Path(__file__).parents[2]
SYSTEMS = sorted(path.parent.name for path in (ROOT / "adjudication/systems").glob("*/__init__.py"))


@pytest.mark.parametrize("name", [*SYSTEMS, *PACKAGES])
def test_every_target_has_code_and_tests(name: str) -> None:
    chosen = target(name, ROOT)
    assert chosen.sources(ROOT)
    assert chosen.test_files(ROOT)


def test_an_unknown_target_names_those_there_are() -> None:
    with pytest.raises(LookupError, match=r"chess is no target; there are .*somalia.*domain"):
        target("chess", ROOT)


def test_players_are_no_rules_and_goldens_do_not_count() -> None:
    chosen = target("somalia", ROOT)
    sources = chosen.sources(ROOT)
    assert "adjudication/systems/somalia/missions/raids.py" in sources
    assert "adjudication/systems/somalia/player/un.py" not in sources
    tests = chosen.test_files(ROOT)
    assert "tests/somalia/test_random_events.py" in tests
    assert "tests/somalia/test_golden.py" not in tests


def test_more_tests_can_be_named() -> None:
    tests = target("somalia", ROOT, ("tests/domain", "tests/core/test_toys.py")).test_files(ROOT)
    assert {"tests/domain/test_state.py", "tests/core/test_toys.py", "tests/somalia/test_raids.py"} <= set(
        tests
    )


@pytest.mark.parametrize("pattern", LEFT_OUT)
def test_what_is_left_out_exists(pattern: str) -> None:
    assert list(ROOT.glob(pattern))


@pytest.mark.parametrize("pattern", NOT_RULES)
def test_what_is_no_rule_exists(pattern: str) -> None:
    assert list((ROOT / "adjudication/systems").glob(pattern))


def test_every_equivalent_mutant_can_still_be_made() -> None:
    reasons = Equivalents.of(ROOT).reasons
    made = {
        key(each)
        for name in {entry[0] for entry in reasons}
        for place in mutants(name, (ROOT / name).read_bytes())
        for each in place
    }
    assert set(reasons) <= made
    assert all(len(why) > 20 for why in reasons.values())
