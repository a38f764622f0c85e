"""The end of the game in its corners (4.2, 8.1, 8.3, 9.2d), and what is judged for Daesh in the combats of
the solitaire game (10.2j)."""

from typing import Any

import pytest

from adjudication.engine.choices import Subset
from adjudication.systems.nineveh.cards.sheets import Strike
from adjudication.systems.nineveh.cards.strikes import strike
from adjudication.systems.nineveh.cards.targets import Context
from adjudication.systems.nineveh.course.victory import factor, worn_out
from adjudication.systems.nineveh.fighting.combat import sets
from tests.nineveh.alone import doing, field
from tests.nineveh.battle import URBAN, battle
from tests.nineveh.test_firing import fight
from tests.nineveh.test_victory import OLD, choose, ended, table
from tests.nineveh.words import words_of


@pytest.mark.rule("nineveh 8.1b", "nineveh 6.4h")
def test_units_beside_the_map_on_their_last_step_count_and_others_off_it_do_not() -> None:
    laid = table()
    places = {
        "ad9-1": "flank",
        "ad9-2": URBAN,
        "erd-1": "eliminated",
        "erd-2": URBAN,
        "cts-hq": URBAN,
        "cts-1": OLD,
    }
    for unit, place in places.items():
        laid.put(unit, place).change(unit, steps=2 if unit == "erd-2" else 1)
    assert [unit.id for unit in worn_out(laid.state)] == ["ad9-1", "ad9-2", "cts-1"]


@pytest.mark.rule("nineveh 8.1c", "nineveh 8.3b")
@pytest.mark.parametrize(
    ("daesh", "isf", "suggested"),
    [
        ("time", "", 2),
        ("collateral", "", 0),
        ("casualties", "", 0),
        ("", "", 0),
        ("casualties", "time", 0),  # what the ISF has chosen Daesh does not know
        ("time", "collateral", 2),
    ],
)
def test_points_of_survivors_are_suggested_for_the_priority_of_daesh(
    daesh: str, isf: str, suggested: int
) -> None:
    laid = table(turn=12).put("militia-2", OLD)
    for side, metric in (("daesh", daesh), ("isf", isf)):
        if metric:
            choose(laid, side, metric)
    ended(laid, dice=(5, 6), answers=(1,))
    (question,) = laid.people.asked
    assert question.suggested == (suggested,)
    assert question.listed(9) == [0, 1, 2]


@pytest.mark.rule("nineveh 8.1c", "nineveh 10.0b")
@pytest.mark.parametrize(
    ("daesh", "isf", "time"),
    [
        ("time", "casualties", 2),
        ("casualties", "time", 2),
        ("collateral", "time", 0),
        ("collateral", "casualties", 0),
    ],
)
def test_in_the_solitaire_game_both_priorities_count(daesh: str, isf: str, time: int) -> None:
    laid = table(turn=12, options={"solitaire": True}).put("militia-2", OLD).phase("combat", 12, "isf")
    choose(choose(laid, "daesh", daesh), "isf", isf)
    laid.order("proceed", side="isf", dice=(5, 6))
    found: Any = laid.state.mark_named("game", "result")
    assert (found["time"], found["collateral"]) == (12 + time, 2 - time)


@pytest.mark.rule("nineveh 8.3b")
def test_a_metric_counts_once_more_for_each_side_that_chose_it() -> None:
    laid = choose(choose(table(), "daesh", "time"), "isf", "time")
    assert [factor(laid.state, metric) for metric in ("time", "casualties", "collateral")] == [3, 1, 1]
    laid = choose(choose(table(), "daesh", "time"), "isf", "casualties")
    assert [factor(laid.state, metric) for metric in ("time", "casualties", "collateral")] == [2, 2, 1]


@pytest.mark.rule("nineveh 9.2d")
@pytest.mark.parametrize(
    ("turn", "at", "time"), [(12, "used-cards", 10), (12, "offer-isf", 12), (12, "aside", 12)]
)
def test_two_turns_less_for_a_hasty_attack_that_was_played(turn: int, at: str, time: int) -> None:
    assert ended(table(turn=turn).put("hasty-attack", at), dice=(1,))["time"] == time


@pytest.mark.rule("nineveh 10.2j", "nineveh 6.1f")
def test_in_the_solitaire_game_each_set_of_defenders_is_offered() -> None:
    laid = battle(URBAN, ["erd-1"], ["militia-1", "ashbal-1"], options={"solitaire": True})
    fight(laid, 1, 1, 1)
    (question,) = [each for each in laid.people.asked if "retreat from" in words_of(each.text)]
    assert list(question.options) == [[], ["militia-1"], ["ashbal-1"], ["militia-1", "ashbal-1"]]
    assert question.kind == "judgement"


@pytest.mark.rule("nineveh 10.2j", "nineveh 6.1g")
def test_and_each_set_of_attackers_that_may_fight_on() -> None:
    laid = battle(URBAN, ["erd-1"], ["veteran-1", "veteran-2"], options={"solitaire": True}, attacker="daesh")
    laid.order("proceed", side="isf", dice=[1] * 6, answers=[[]])
    (question,) = [each for each in laid.people.asked if "second round" in words_of(each.text)]
    assert list(question.options) == [[], ["veteran-1"], ["veteran-2"], ["veteran-1", "veteran-2"]]
    assert question.suggested == (["veteran-1", "veteran-2"],)


@pytest.mark.rule("nineveh 10.3a", "nineveh 7.4d")
@pytest.mark.parametrize("shown", [False, True])
def test_which_daesh_block_takes_the_hit_of_a_strike_is_not_asked_in_the_solitaire_game(shown: bool) -> None:
    laid = field().put("militia-1", "abar").put("veteran-1", "abar").put("rumour-1", "abar")
    for block in ("militia-1", "veteran-1", "rumour-1") if shown else ():
        laid.known(block)
    umpire, people = doing(laid, [6])
    strike(umpire, Strike(at="here", dice=1, hits=5), Context("isf", "abar", "nineveh 6.2c"))
    assert people.asked == []
    assert umpire.state.pieces["rumour-1"].place == "eliminated"


@pytest.mark.rule("nineveh 6.1f", "nineveh 10.2j")
@pytest.mark.parametrize(
    ("solitaire", "side", "listed"),
    [(False, "daesh", False), (False, "isf", False), (True, "isf", False), (True, "daesh", True)],
)
def test_sets_of_units_are_listed_for_who_judges_for_daesh_alone(
    solitaire: bool, side: str, listed: bool
) -> None:
    state = battle(URBAN, [], [], options={"solitaire": solitaire}).state
    found = sets(state, side, ["one", "two"])
    assert isinstance(found, Subset) is not listed
    assert list(found) == [[], ["one"], ["two"], ["one", "two"]]
