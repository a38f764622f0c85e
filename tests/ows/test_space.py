"""The space capability dashboard (2.1.3, 7.5, 7.6) and its reset (11.3)."""

from functools import partial
from typing import Any

import pytest

from adjudication.systems.ows.space_and_cyber.space import (
    DAMAGE,
    FUNCTIONS,
    c2,
    damage,
    isr_die,
    isr_pawns,
    lower,
    pnt_disrupted,
    reset_dashboard,
)
from domain.errors import BadData, IllegalOrder
from domain.events import DieRolled, Scored
from tests.ows.test_information import cyber, done, influence, proving
from tests.ows.umpiring import run
from tests.table import Table


def levels(table: Table, side: str) -> dict[str, int]:
    return {function: table.state.track(f"{function}-{side}") for function in FUNCTIONS}


def another_token(table: Table, token: str) -> Table:
    """Let a token in hand be a Disrupt C2 too."""
    table.state.pieces[token].kind = table.state.kinds["disrupt-c2"]
    return table


@pytest.mark.rule("ows 2.1.3")
def test_each_side_has_its_own_levels_and_the_enemy_attacks_them() -> None:
    table = proving()
    before = levels(table, "blue")
    influence(table, "disrupt-b", function="c2")
    done(table)
    assert levels(table, "blue") == before
    assert levels(table, "red") == {**before, "c2": 5}


@pytest.mark.rule("ows 7.5.1")
def test_c2_is_the_number_of_long_range_strike_actions_one_box_down_for_each_demotion() -> None:
    table = proving()
    assert c2(table.state, "red") == 6
    influence(table, "disrupt-b", function="c2")
    done(table)
    assert c2(table.state, "red") == 5


@pytest.mark.rule("ows 7.5.2")
def test_pnt_is_normal_or_disrupted() -> None:
    table = another_token(proving(), "sigint-b")
    assert not pnt_disrupted(table.state, "red")
    influence(table, "disrupt-b", function="pnt")
    influence(table, "sigint-b", function="pnt")
    done(table)
    assert pnt_disrupted(table.state, "red")
    assert not pnt_disrupted(table.state, "blue")


@pytest.mark.rule("ows 7.6", "ows 7.6a")
@pytest.mark.parametrize(("row", "die", "pawns"), [("isr-die", 8, 3), ("isr-pawns", 10, 2)])
def test_the_attacker_names_the_row_and_the_other_stays(row: str, die: int, pawns: int) -> None:
    table = proving()
    influence(table, "disrupt-b", function=row)
    done(table)
    assert (isr_die(table.state, "red"), isr_pawns(table.state, "red")) == (die, pawns)


@pytest.mark.rule("ows 7.6a")
def test_a_token_is_not_aimed_at_both_rows() -> None:
    with pytest.raises(IllegalOrder, match="c2, pnt, isr-die or isr-pawns"):
        influence(proving(), "disrupt-b", function="isr")


@pytest.mark.rule("ows 7.2.1.1c")
def test_several_tokens_demote_a_function_once_each() -> None:
    table = another_token(proving(), "sigint-b")
    influence(table, "disrupt-b", function="isr-die")
    influence(table, "sigint-b", function="isr-die")
    done(table)
    assert isr_die(table.state, "red") == 6


@pytest.mark.rule("ows 7.2.1.1c", "ows 7.2.1.2", "ows 7.6a", "ows 2.2.2.3.2")
@pytest.mark.parametrize(("dice", "die"), [([4], 8), ([5], 6)])
def test_assure_c2_on_a_row_meets_the_first_of_two_tokens(dice: list[int], die: int) -> None:
    """Resolved as missile defence is: the grey shield is consumed by the attack that it meets."""
    table = another_token(proving(), "sigint-b")
    influence(table, "disrupt-b", function="isr-die")
    influence(table, "sigint-b", function="isr-die")
    influence(table, "assure-r", function="isr-die")
    events = done(table, dice)
    assert [each.rule for each in events if isinstance(each, DieRolled)] == ["ows 7.2.1.1a"]
    assert isr_die(table.state, "red") == die


@pytest.mark.rule("ows 7.6a")
def test_assure_c2_on_one_row_does_not_protect_the_other() -> None:
    table = proving()
    influence(table, "disrupt-b", function="isr-die")
    influence(table, "assure-r", function="isr-pawns")
    done(table)
    assert isr_die(table.state, "red") == 8


@pytest.mark.rule("ows 7.5")
def test_the_boxes_are_those_of_the_table_that_the_game_uses() -> None:
    table = proving()
    rows: list[dict[str, Any]] = [dict(row) for row in table.state.tables["dashboard"].data.rows]
    for row in rows:
        if (row["side"], row["function"], row["value"]) == ("red", "c2", 5):
            row["value"] = 3
        if (row["side"], row["function"], row["value"]) == ("red", "c2", 6):
            row["defence"] = 7
    table.adopt("dashboard", rows)
    influence(table, "disrupt-b", function="c2")
    events = done(table, [7])
    assert [each.rule for each in events if isinstance(each, DieRolled)] == ["ows 7.2.1.1"]
    assert c2(table.state, "red") == 3


def test_a_printed_number_that_is_not_met_keeps_the_function() -> None:
    table = proving()
    rows = [{**row, "defence": 7} for row in table.state.tables["dashboard"].data.rows]
    table.adopt("dashboard", rows)
    influence(table, "disrupt-b", function="c2")
    done(table, [6])
    assert c2(table.state, "red") == 6


@pytest.mark.parametrize(("value", "times", "goal"), [(6, 0, 6), (6, 2, 4), (2, 5, 1), (1, 1, 1), (9, 1, 6)])
def test_a_track_ends_at_its_last_box(value: int, times: int, goal: int) -> None:
    assert lower(proving().state, "red", "c2", value, times) == goal


def test_a_dashboard_without_boxes_is_refused() -> None:
    with pytest.raises(BadData, match="no boxes for C2 of green"):
        lower(proving().state, "green", "c2", 6, 1)


@pytest.mark.rule("ows 7.5", "ows 11.3")
def test_the_dashboard_goes_back_to_its_defaults() -> None:
    table = proving()
    before = levels(table, "red")
    influence(table, "disrupt-b", function="isr-die")
    done(table)
    assert levels(table, "red") != before
    events = run(table, reset_dashboard)
    assert levels(table, "red") == before
    assert {each.rule for each in events if isinstance(each, Scored)} == {"ows 11.3"}


@pytest.mark.rule("ows 11.3")
def test_permanent_damage_is_not_reset() -> None:
    table = proving()
    cyber(table, "cyber-r-2", function="c2")
    influence(table, "disrupt-r", function="c2")
    done(table, [9])
    assert c2(table.state, "blue") == 4
    run(table, reset_dashboard)
    assert c2(table.state, "blue") == 5


@pytest.mark.rule("ows 11.3")
def test_permanent_damage_adds_up() -> None:
    table = Table("ows", dice="scripted")
    for function, times in (("c2", 1), ("pnt", 1), ("c2", 2)):
        run(table, partial(damage, side="blue", function=function, times=times))
    assert table.state.mark("blue", DAMAGE) == {"c2": 3, "pnt": 1}
