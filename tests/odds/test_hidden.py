"""Nothing that lies face down has any say in what a side is told of its odds."""

import random

import pytest

from adjudication.chances.odds import Odds, odds
from adjudication.chances.playout import mix_unknown
from domain.views.view import WHITE
from tests.odds.oracle import Last, as_order, situations
from tests.odds.ramadi_games import ramadi_situations
from tests.words import words_of


def as_told(found: Odds) -> tuple[object, ...]:
    """All that is told, but for how many runs it took."""
    return (
        found.exact,
        found.outcomes,
        found.tracks,
        found.margins,
        found.choices,
    )


@pytest.mark.parametrize("name", ["toy-blocks", "toy-cards", "toy-reaction", "toy-detection"])
def test_odds_do_not_depend_on_what_lies_face_down(name: str) -> None:
    chance = random.Random(2)
    for system, state, given in situations((name, {}), 11, every=2):
        for viewer in state.sides:
            if given.side not in (viewer, ""):
                continue  # how another side's order is to be read depends on what it names
            for limit in (5_000, 0):
                told = None
                for _ in range(3):
                    mix_unknown(state, viewer, chance)
                    found = odds(
                        system, state, [as_order(given)], viewer, policy=Last(), limit=limit, samples=20
                    )
                    assert told in (None, as_told(found))
                    told = as_told(found)


def test_odds_of_ramadi_do_not_depend_on_what_lies_face_down() -> None:
    chance = random.Random(2)
    for system, state, order in ramadi_situations(5, {"execute": 2, "proceed": 12}):
        policy = system.policy("sensible")
        first = as_told(odds(system, state, [order], "isf", policy=policy, with_choices=False))
        mix_unknown(state, "isf", chance)
        assert as_told(odds(system, state, [order], "isf", policy=policy, with_choices=False)) == first


def test_the_white_cell_sees_what_lies_face_down() -> None:
    differing = 0
    for system, state, order in ramadi_situations(5, {"execute": 3}):
        policy = system.policy("sensible")
        side = odds(system, state, [order], "isf", policy=policy, with_choices=False)
        white = odds(system, state, [order], WHITE, policy=policy, with_choices=False)
        assert white.runs < side.runs
        differing += side.margins != white.margins
    assert differing == 3


def test_questions_that_would_name_what_is_hidden_are_not_told() -> None:
    system, state, given = next(iter(situations(("toy-reaction", {}), 1)))
    seen = {
        viewer: {choice.question for choice in odds(system, state, [as_order(given)], viewer).choices}
        for viewer in ("un", "gangs", WHITE)
    }
    assert not any("Ambush" in words_of(question) for question in seen["un"])
    assert any("Ambush" in words_of(question) for question in seen["gangs"])
    assert seen["gangs"] == seen[WHITE]


def test_secret_answers_of_others_are_not_told() -> None:
    for system, state, given in situations(("toy-sealed", {}), 1):
        if given.order == "next":
            for viewer in ("north", "south"):
                choices = odds(system, state, [as_order(given)], viewer).choices
                assert {choice.side for choice in choices} == {viewer}
            assert {c.side for c in odds(system, state, [as_order(given)], WHITE).choices} == {
                "north",
                "south",
            }
            return


def test_odds_say_when_they_draw_on_a_secret_record() -> None:
    for system, state, given in situations(("toy-sealed", {}), 1):
        if given.order == "next":
            for viewer, drawn in (("north", True), ("south", True), (WHITE, False)):
                assert odds(system, state, [as_order(given)], viewer).on_secrets is drawn
            break
        assert not odds(system, state, [as_order(given)], given.side).on_secrets
    for system, state, given in situations(("toy-magazines", {}), 1, every=3):
        other = "red" if given.side == "blue" else "blue"
        found = odds(system, state, [as_order(given)], given.side)
        assert found.on_secrets is (given.order == "strike")
        assert odds(system, state, [as_order(given)], other).on_secrets
    for system, state, given in situations(("toy-blocks", {}), 1, every=3):
        assert not odds(system, state, [as_order(given)], given.side).on_secrets
