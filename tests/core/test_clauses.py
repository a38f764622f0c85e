"""Rules that say several things: each thing is a clause of its own in the register, and has a test."""

from pathlib import Path

import pytest

from adjudication.engine.register import Coverage, coverage, register, registers
from cli.game import rules


@pytest.fixture(scope="module")
def named() -> set[str]:
    folder = rules.tests_folder()
    assert folder is not None
    return rules.tested_rules(folder)


@pytest.mark.parametrize("system", registers())
def test_every_clause_has_a_test_and_tests_name_no_other(system: str, named: set[str]) -> None:
    counted = coverage(system, named)
    assert counted["untested_clauses"] == []
    assert counted["unknown"] == []


@pytest.mark.parametrize("system", registers())
def test_a_rule_with_clauses_has_several(system: str) -> None:
    for rule in register(system).rules.values():
        assert len(rule.clauses) != 1, f"{rule.id}: one thing alone is the rule itself"
        assert len(set(rule.clauses)) == len(rule.clauses)


def counted_with(tmp_path: Path, *cited: str) -> Coverage:
    arguments = ", ".join(repr(each) for each in cited)
    (tmp_path / "test_a.py").write_text(f"@pytest.mark.rule({arguments})\ndef test_a(): ...\n")
    return coverage("ows", rules.tested_rules(tmp_path))


def test_a_test_that_names_the_rule_alone_leaves_its_clauses_untested(tmp_path: Path) -> None:
    rule = register("ows").rules["10.15.9.1.2"]
    whole = counted_with(tmp_path, "ows 10.15.9.1.2")
    assert rule.id not in whole["untested"]
    missing = {f"{rule.id}: {clause}" for clause in rule.clauses}
    assert missing <= set(whole["untested_clauses"])
    one = rule.clauses[0]
    part = counted_with(tmp_path, f"ows 10.15.9.1.2: {one}")
    assert rule.id not in part["untested"]
    assert missing - set(part["untested_clauses"]) == {f"{rule.id}: {one}"}


def test_what_the_register_does_not_have_is_named(tmp_path: Path) -> None:
    counted = counted_with(tmp_path, "ows 10.15.9.1.2: lasers", "ows 99.9", "ramadi 6.5b: a tie")
    assert counted["unknown"] == ["10.15.9.1.2: lasers", "99.9"]


def test_the_rules_of_conformance_cases_count(tmp_path: Path) -> None:
    rule = register("ows").rules["10.15.9.1.2"]
    folder = tmp_path / "cases" / "ows"
    folder.mkdir(parents=True)
    (folder / "system.yaml").write_text("system: ows\n")
    cited = f"{rule.id}: {rule.clauses[0]}"
    (folder / "sea.yaml").write_text(f'part: Sea\ncases:\n  - rules: ["{cited}", "99.9"]\n')
    counted = coverage("ows", rules.tested_rules(tmp_path))
    assert rule.id not in counted["untested"]
    assert cited not in counted["untested_clauses"]
    assert counted["unknown"] == ["99.9"]
