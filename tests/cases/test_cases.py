"""The conformance cases: positions and outcomes that were worked out by hand from the games' documents."""

from functools import cache
from importlib import import_module
from typing import Any

import pytest

from adjudication.engine.register import register
from tests.cases.model import Case, System, read_cases, read_system, systems
from tests.cases.runner import Bench, play

LEAST = 40
"""Cases that each system has, at least."""


@cache
def _system(folder: str) -> tuple[System, Bench]:
    return read_system(folder), import_module(f"tests.cases.benches.{folder}").BENCH


def _params() -> list[Any]:
    return [
        pytest.param(folder, case, id=f"{folder}-{case.id}", marks=pytest.mark.rule(*cited(folder, case)))
        for folder in systems()
        for case in read_cases(folder)
    ]


def cited(folder: str, case: Case) -> list[str]:
    return [f"{folder.replace('_', '-')} {rule}" for rule in case.rules]


@pytest.mark.parametrize(("folder", "case"), _params())
def test_the_program_comes_to_what_the_document_says(folder: str, case: Case) -> None:
    play(*_system(folder), case)


@pytest.mark.parametrize("folder", systems())
def test_cases_have_names_of_their_own_and_rules_of_the_register(folder: str) -> None:
    cases, known = read_cases(folder), register(folder.replace("_", "-"))
    assert len({case.id for case in cases}) == len({case.title for case in cases}) == len(cases) >= LEAST
    for case in cases:
        assert case.rules, case.id
        assert case.why, case.id
        assert case.expect or any(step.expect or step.refused for step in case.orders), case.id
        for rule in case.rules:
            known.rule(rule.partition(": ")[0])
