"""A case that is wrong in one thing fails."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.errors import Refused
from tests.cases.benches.ramadi import BENCH
from tests.cases.model import Case, Expected, Lookup, Step, read_cases, read_system
from tests.cases.runner import cites, play

SYSTEM = read_system("ramadi")
CASES = {case.id: case for case in read_cases("ramadi")}
CASE = CASES["follow-up-uncapped"]


def step(case: Case, **changes: Any) -> Case:
    """The same case with another only order."""
    return replace(case, orders=[replace(case.orders[0], **changes)])


def expecting(**facts: Any) -> Case:
    return replace(CASE, expect=Expected(**facts))


@pytest.mark.parametrize(
    "wrong",
    [
        expecting(pieces={"cts-1": "0809"}),
        expecting(pieces={"cts-1": {"at": "0810", "face": "casualty"}}),
        expecting(tracks={"isf_vp": 2}),
        expecting(state={"held": {"0809": False}}),
        expecting(sums={"ISF strength": 8}),
        expecting(tables=[Lookup("operations_results", {"difference": 4})]),
        expecting(tables=[Lookup("operations_results", {"difference": 3}, {"winner": "isis"})]),
        expecting(turn=2),
        expecting(phase="movement"),
        expecting(over=True),
        expecting(winner="isf"),
        step(CASE, dice=[*CASE.orders[0].dice, 1]),
        step(CASE, dice=[{"6.4f": 4}, *CASE.orders[0].dice[1:]]),
        step(CASE, dice=[{"6.4e": {"d8": 4}}, *CASE.orders[0].dice[1:]]),
        step(CASE, answers=[*CASE.orders[0].answers, {"5.2h": True}]),
        step(CASE, answers=[{"5.2h": ["militia-1"]}]),
    ],
)
def test_what_is_otherwise_is_noticed(wrong: Case) -> None:
    play(SYSTEM, BENCH, CASE)
    with pytest.raises(AssertionError):
        play(SYSTEM, BENCH, wrong)


def test_a_missing_die_and_a_missing_answer_are_noticed() -> None:
    for wrong in (step(CASE, dice=CASE.orders[0].dice[:-1]), step(CASE, answers=[])):
        with pytest.raises((AssertionError, Refused, RuntimeError)):
            play(SYSTEM, BENCH, wrong)


def test_another_refusal_and_none_are_noticed() -> None:
    case = CASES["plan-without-a-line"]
    refused = replace(case.orders[0], arguments={"lead": "cts-1", "target": "0806"}, refused="6.1c")
    play(SYSTEM, BENCH, replace(case, orders=[refused], expect=None))
    with pytest.raises(AssertionError, match="refused by"):
        play(SYSTEM, BENCH, replace(case, orders=[replace(refused, refused="6.1e")], expect=None))
    allowed = Step("plan", arguments=case.orders[0].arguments, refused="6.1c")
    with pytest.raises(pytest.fail.Exception):
        play(SYSTEM, BENCH, replace(case, orders=[allowed], expect=None))


def test_what_is_picked_and_from_what_is_noticed() -> None:
    case = CASES["attack-equally-weak"]
    (order,) = case.orders
    others = ({"pick": "np-1", "of": ["np-1", "mech-1"]}, {"pick": "mech-1"}, "mech-1", 1)
    for shown in others:
        wrong = replace(order, dice=[{"6.6c": shown}, *order.dice[1:]])
        with pytest.raises(AssertionError):
            play(SYSTEM, BENCH, replace(case, orders=[wrong]))


@pytest.mark.parametrize(
    ("citation", "rule", "fits"),
    [
        ("ramadi 6.5a", "6.5", True),
        ("ramadi 6.5a", "6.5a", True),
        ("ramadi 6.5a", "6.5b", False),
        ("ramadi 6.10", "6.1", False),
        ("ows 6.1.2", "6.1", True),
        ("ignorant-armies event.11", "event.1", False),
    ],
)
def test_a_rule_stands_for_its_parts(citation: str, rule: str, fits: bool) -> None:
    assert cites(citation, rule) is fits
