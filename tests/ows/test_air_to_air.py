"""Air-to-air combat: who may engage whom, who declares first, what shifts the dice, what is lost (9.7)."""

from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.systems.ows.air_battle.air_to_air import natural_match
from adjudication.systems.ows.sensing.air_picture import ATTACKED, engagements
from domain.errors import BadData, IllegalOrder
from domain.views.view import see, see_log
from tests.ows.skies import (
    FAR,
    HEX,
    NEXT,
    asked,
    dice_of,
    fight,
    find,
    flies,
    fly,
    lost,
    radiate,
    rolled,
    skies,
)
from tests.table import Table

HOLD: dict[str, str] = {}


def answer_refused(table: Table, answer: dict[str, str], words: str, hex: str = HEX) -> None:
    """That an answer to the first question of a fight is refused in these words."""
    with pytest.raises(BadData, match=words):
        fight(table, hex, answers=[answer])


# --- the order of hexes: 9.7 -----------------------------------------------------------------------


@pytest.mark.rule("ows 9.7", "ows seq.6.A")
def test_the_facilitator_takes_the_hexes_in_any_order() -> None:
    table = skies()
    fly(fly(table, HEX, f18_1="cap", j16_1="cap"), FAR, f18_2="cap", j16_2="cap")
    hexes = [order.arguments["hex"] for order in table.session.legal() if order.name == "fight"]
    assert hexes == [HEX, FAR]
    fight(table, FAR, answers=[HOLD, HOLD])
    with pytest.raises(IllegalOrder, match=r"no air combat to fight in .* \(ows 9\.7\)"):
        fight(table, FAR)
    with pytest.raises(IllegalOrder, match="Air combat is not over"):
        table.order("proceed")
    proceed = table.session.system.proceed(table.state)
    assert proceed == Order("blue", "fight", {"hex": HEX})
    fight(table, HEX, answers=[HOLD, HOLD])
    assert table.session.system.proceed(table.state) == Order("blue", "proceed")
    table.order("proceed")
    assert table.state.phase in ("long-range strikes", "local strikes")


@pytest.mark.rule("ows 9.7")
def test_no_combat_is_fought_where_no_enemy_is_near() -> None:
    table = fly(fly(skies(), HEX, f18_1="cap"), FAR, j16_1="cap")
    with pytest.raises(IllegalOrder, match="no air combat to fight"):
        fight(table, HEX)
    with pytest.raises(IllegalOrder, match=r"ows seq\.6\.A"):
        fight(table.phase("naval movement"), HEX)


# --- matching: 9.7.1 -------------------------------------------------------------------------------


@pytest.mark.rule("ows 9.7.1a", "ows 9.7.3.step4a", "ows seq.6.A.4")
def test_equal_fighters_are_matched_one_to_one_and_roll_together() -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j16_1="cap", j16_2="cap", kj_1="aew")
    answer_refused(table, {"f18-1": "j16-1", "f18-2": "j16-1"}, "double up")
    answer_refused(table, {"f18-1": "kj-1"}, "may be allotted to")
    events = fight(table, dice=[9, 2, 7, 8], answers=[{"f18-1": "j16-1", "f18-2": "j16-2"}])
    assert dice_of(events) == [10, 10, 10, 10]
    assert flies(table, "f18-1", "f18-2", "j16-1", "j16-2", "kj-1") == [False, False, False, True, True]
    assert {*asked(table)} == {"blue: Step 4, in-hex air-to-air in 0504"}


@pytest.mark.rule("ows 9.7.1b")
def test_the_surplus_doubles_up_or_engages_high_value_aircraft() -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j16_1="cap", kj_1="aew")
    answer_refused(
        fly(table, HEX, f35_1="cap").put("f35-1", HEX),
        {"f18-1": "kj-1", "f18-2": "kj-1", "f35-1": "kj-1"},
        "3 fighters double up or engage other aircraft, and the surplus is 2",
    )
    events = fight(
        table,
        dice=[2, 3, 1, 1],
        answers=[{"f18-1": "j16-1", "f18-2": "kj-1", "f35-1": "j16-1"}, "f18-1"],
    )
    assert [die for die, purpose in rolled(events)] == [12, 10, 10, 10]
    assert flies(table, "j16-1", "kj-1") == [True, True]


@pytest.mark.rule("ows 9.7.1b")
def test_what_is_not_detected_cannot_be_engaged() -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j20_1="cap", kj_1="aew")
    answer_refused(table, {"f18-1": "j20-1"}, "may be allotted to one of kj-1")


@pytest.mark.rule("ows 9.7.3.step4a", "ows 9.7.1a")
def test_the_side_with_more_fighters_declares_first_and_then_the_other() -> None:
    table = fly(skies(), HEX, f18_1="cap", j16_1="cap", j16_2="cap")
    fight(table, dice=[1, 8], answers=[{"j16-2": "f18-1"}])
    assert asked(table) == ["red: Step 4, in-hex air-to-air in 0504"]
    assert lost(table, "j16-2")
    table = fly(skies(), HEX, f18_1="cap", j16_1="cap", j16_2="cap")
    fight(table, dice=[10, 1], answers=[HOLD, {"f18-1": "j16-2"}])
    assert [line.split(":")[0] for line in asked(table)] == ["red", "blue"]
    assert lost(table, "j16-2")


@pytest.mark.rule("ows 9.7.3.step4a")
def test_with_equal_numbers_the_side_with_the_initiative_declares_first() -> None:
    for initiative in ("blue", "red"):
        table = skies({"initiative": initiative})
        fly(table, HEX, f18_1="cap", j16_1="cap")
        table.phase("air combat", side=initiative)
        fight(table, answers=[HOLD, HOLD])
        assert asked(table)[0].startswith(initiative)


@pytest.mark.rule("ows 9.7.3")
def test_a_fighter_attacks_once_in_air_combat_and_defends_as_often_as_it_is_attacked() -> None:
    table = fly(fly(skies(), HEX, f18_1="cap", e3_1="aew"), NEXT, j16_1="cap")
    fly(table, HEX, j16_3="cap")
    events = fight(table, dice=[1, 2, 3], answers=[{"f18-1": "j16-1"}, {"j16-3": "f18-1"}])
    assert asked(table) == [
        "blue: Step 1, stand-off air-to-air in 0504",
        "red: Step 4, in-hex air-to-air in 0504",
    ]
    assert dice_of(events) == [10, 10, 10]
    assert table.state.mark("f18-1", ATTACKED)
    assert engagements(table.state, table.state.pieces["f18-1"]) == 1


# --- dice: 6.5.1.2, 6.5.9.1, 9.7.2 ------------------------------------------------------------------


@pytest.mark.rule("ows 6.5.1.2", "ows 9.7.3.step4b", "ows 9.7.3.step4c")
@pytest.mark.parametrize("flown", ["strike", "sead", "cas", "interdiction", "sucap"])
def test_an_attack_mission_defends_itself_with_a_demoted_die_and_attacks_nobody(flown: str) -> None:
    table = fly(skies(), HEX, f18_1="cap", j16_1=flown)
    events = fight(table, dice=[2, 8], answers=[{"f18-1": "j16-1"}])
    assert dice_of(events) == [10, 8]
    assert flies(table, "f18-1", "j16-1") == [False, True]
    table = fly(skies(), HEX, f18_1=flown, j16_1=flown)
    assert rolled(fight(table)) == []


@pytest.mark.rule("ows 9.7.3.step4b")
def test_aircraft_without_an_attack_die_do_not_roll() -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", kj_1="aew", h6_1="strike")
    events = fight(table, dice=[9, 3], answers=[{"f18-1": "kj-1", "f18-2": "h6-1"}])
    assert dice_of(events) == [10, 10]
    assert flies(table, "kj-1", "h6-1") == [False, True]


@pytest.mark.rule("ows 9.7.3.step4b")
def test_who_is_attacked_by_several_says_at_whom_it_fires_back() -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j16_1="strike")
    events = fight(table, dice=[1, 1, 8], answers=[{"f18-1": "j16-1", "f18-2": "j16-1"}, "f18-2"])
    assert asked(table)[1].startswith("red: j16-1 defends itself")
    assert [die for die, _ in rolled(events)] == [10, 10, 8]
    assert flies(table, "f18-1", "f18-2") == [True, False]


@pytest.mark.rule("ows 6.5.9.1")
@pytest.mark.parametrize(("option", "dice"), [(True, [12, 10]), (False, [10, 10])])
def test_early_warning_promotes_the_fighters_of_its_side_in_its_range(option: bool, dice: list[int]) -> None:
    table = fly(skies({"aew_promotes": option}), HEX, f18_1="cap", j16_1="cap")
    fly(table, "0404", e3_1="aew")
    assert dice_of(fight(table, dice=[1, 1], answers=[{"f18-1": "j16-1"}])) == dice


@pytest.mark.rule("ows 6.5.9.1")
def test_early_warning_out_of_range_or_silent_promotes_nothing() -> None:
    table = fly(skies({"aew_promotes": True}), HEX, f18_1="cap", j16_1="cap")
    fly(table, "0404", e3_1="aew").mark("e3-1", "emitting", None)
    assert dice_of(fight(table, dice=[1, 1], answers=[{"f18-1": "j16-1"}])) == [10, 10]
    table = fly(skies({"aew_promotes": True}), "0804", f18_1="cap", j16_1="cap")
    fly(table, "0304", e2d_1="aew")  # D10: three hexes
    assert dice_of(fight(table, "0804", dice=[1, 1], answers=[{"f18-1": "j16-1"}])) == [10, 10]


@pytest.mark.rule("ows 9.7.2")
def test_the_best_die_fires_first_and_its_losses_are_taken_before_smaller_dice_roll() -> None:
    """The worked example: D12 platforms roll and their kills are removed, then surviving D10 platforms, then
    surviving D8 platforms."""
    table = fly(skies({"best_die_first": True}), HEX, f35_1="cap", f18_1="cap", j16_1="cap", j16_2="cap")
    fly(table, HEX, j16_3="strike", f18_2="cap")
    events = fight(
        table,
        dice=[7, 6, 1, 6, 3],
        answers=[{"f35-1": "j16-1", "f18-1": "j16-2", "f18-2": "j16-3"}],
    )
    assert dice_of(events) == [12, 10, 10, 10, 8]
    assert not any(purpose.startswith("j16-1") for _, purpose in rolled(events))
    assert flies(table, "f35-1", "f18-1", "f18-2", "j16-1", "j16-2", "j16-3") == [
        *(True, False, True),
        *(False, False, True),
    ]


@pytest.mark.rule("ows 9.7.2", "ows 6.5.9.1")
def test_a_promotion_by_early_warning_counts_for_the_best_die() -> None:
    table = fly(skies({"best_die_first": True, "aew_promotes": True}), HEX, f18_1="cap", j16_1="cap")
    fly(table, "0404", e3_1="aew")
    events = fight(table, dice=[6], answers=[{"f18-1": "j16-1"}])
    assert dice_of(events) == [12]
    assert flies(table, "f18-1", "j16-1") == [True, False]


@pytest.mark.rule("ows 9.7.3", "ows seq.6.A")
def test_results_inside_a_step_are_simultaneous_and_apply_before_the_next_step() -> None:
    table = fly(fly(skies(), HEX, f18_1="cap", e3_1="aew"), NEXT, j16_1="cap", kj_1="aew")
    events = fight(table, dice=[6, 6], answers=[{"f18-1": "j16-1"}])
    assert dice_of(events) == [10, 10]
    assert flies(table, "f18-1", "j16-1") == [False, False]


# --- step 1 ----------------------------------------------------------------------------------------


@pytest.mark.rule("ows 9.7.3.step1", "ows seq.6.A.1")
def test_stand_off_missiles_need_range_and_a_radar_that_sees_the_target() -> None:
    blind = fly(fly(skies(), HEX, f18_1="cap"), NEXT, j16_1="cap")
    assert rolled(fight(blind)) == []
    assert asked(blind) == []
    led = fly(fly(skies(), HEX, f18_1="cap", e3_1="aew"), NEXT, j16_1="cap")
    events = fight(led, dice=[6], answers=[{"f18-1": "j16-1"}])
    assert asked(led) == ["blue: Step 1, stand-off air-to-air in 0504"]
    assert dice_of(events) == [10]  # without a radar of its own the J-16 cannot fire back
    assert lost(led, "j16-1")


@pytest.mark.rule("ows 9.7.3.step1")
def test_a_stealth_fighter_in_the_next_hex_must_be_detected_first() -> None:
    table = fly(fly(skies(), HEX, f18_1="cap", e3_1="aew"), NEXT, j20_1="cap")
    assert rolled(fight(table)) == []
    table = find(fly(fly(skies(), HEX, f18_1="cap", e3_1="aew"), NEXT, j20_1="cap"), "j20-1")
    assert dice_of(fight(table, dice=[7], answers=[{"f18-1": "j20-1"}])) == [10]
    assert lost(table, "j20-1")


@pytest.mark.rule("ows 9.7.3.step1")
def test_two_hexes_away_is_out_of_range() -> None:
    table = fly(fly(skies(), HEX, f18_1="cap", e3_1="aew"), "0704", j16_1="cap")
    assert table.state.board.range(HEX, "0704") == 2
    with pytest.raises(IllegalOrder, match="no air combat"):
        fight(table)


@pytest.mark.rule("ows 9.7.3.step1")
def test_a_pair_of_hexes_is_fought_once() -> None:
    table = fly(fly(skies(), HEX, f18_1="cap", e3_1="aew"), NEXT, j16_1="cap", f18_2="strike")
    fight(table, answers=[HOLD])
    fight(table, NEXT, dice=[3, 2], answers=[{"j16-1": "f18-2"}])
    assert table.state.mark("f18-1", ATTACKED) is None


# --- losses: 9.7.4 ---------------------------------------------------------------------------------


@pytest.mark.rule("ows 9.7.4")
def test_what_is_shot_down_goes_to_the_regeneration_box() -> None:
    table = fly(skies(), HEX, f18_1="cap", j16_1="cap")
    fight(table, dice=[6, 5], answers=[{"f18-1": "j16-1"}])
    assert table.state.pieces["j16-1"].place == "regeneration-red"
    assert table.state.mark_named("j16-1", "mission") is None
    assert flies(table, "f18-1") == [True]


@pytest.mark.rule("ows 9.7.4")
@pytest.mark.parametrize(
    ("marks", "dice"),
    [
        ({"f18-1": {"rsoi": 1}}, 8),
        ({"j16-1": {"rsoi": 1}}, 12),
        ({"f18-1": {"disrupted": True}}, 8),
        ({"j16-1": {"sigint": True}}, 12),
        ({"j16-1": {"sigint": True, "countermeasures": True}}, 10),
    ],
)
def test_rsoi_disrupted_c2_and_sigint_shift_air_attacks(marks: dict[str, dict[str, Any]], dice: int) -> None:
    table = fly(skies(), HEX, f18_1="cap", j16_1="cap")
    for piece, of_piece in marks.items():
        for mark, value in of_piece.items():
            table.mark(piece, mark, value)
    events = fight(table, dice=[1, 1], answers=[{"f18-1": "j16-1"}])
    assert dice_of(events)[0] == dice


@pytest.mark.rule("ows 7.2.1.4")
@pytest.mark.parametrize(("option", "dice"), [(False, [10, 10]), (True, [8, 8])])
def test_countermeasures_demote_attacks_in_air_combat_where_the_game_says_so(
    option: bool, dice: list[int]
) -> None:
    """A fighter and a surface-to-air missile attack aircraft with countermeasures."""
    table = fly(skies({"countermeasures_in_air_combat": option}), HEX, f18_1="cap", j16_1="cap")
    table = radiate(table.put("hq9-1", NEXT), "hq9-1")
    for aircraft in ("f18-1", "j16-1"):
        table.mark(aircraft, "countermeasures")
    salvo = {"hq9-1/hq9-aa/1": "f18-1"}
    events = fight(table, dice=[1, 1, 1], answers=[salvo, {"f18-1": "j16-1"}, HOLD])
    missile, fighter, *_ = dice_of(events)
    assert [missile, fighter] == dice


# --- odds, and what a side learns --------------------------------------------------------------------


def test_the_odds_of_a_fight_are_exact() -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j16_1="cap", j16_2="cap", kj_1="aew")
    found = odds(load("ows"), table.state, [Order("blue", "fight", {"hex": HEX})], "white")
    assert found.exact


@pytest.mark.rule("ows 9.7.3.step1", "ows 6.5.7a")
def test_a_stealth_fighter_that_fires_is_seen_while_it_fires_and_not_detected_by_it() -> None:
    """Red reads what fires at it, cannot fire back without a detection, and then sees an unknown aircraft."""
    table = fly(fly(skies(), HEX, f35_1="cap", e3_1="aew"), NEXT, j16_1="cap", kj_1="aew")
    before = len(list(see_log(table.session.game.log, "red")))
    assert dice_of(fight(table, dice=[5], answers=[{"f35-1": "j16-1"}])) == [12]
    told = [line.fields for line in see_log(table.session.game.log, "red")][before:]
    assert any("f35-1" in str(fields.get("purpose")) for fields in told)
    seen = {piece.id: piece for piece in see(table.state, "red").pieces}
    assert "f35-1" not in seen
    assert table.state.mark_named("f35-1", "tacsit 1") is None


@pytest.mark.rule("ows 9.7.1a")
def test_a_fighter_that_is_matched_is_no_match_for_another_one() -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j16_1="cap", j16_2="cap")
    with pytest.raises(BadData, match="may be allotted to one of f18-2, not f18-1"):
        fight(table, answers=[{"f18-1": "j16-1"}, {"j16-2": "f18-1"}])
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j16_1="cap", j16_2="cap")
    events = fight(table, dice=[1, 1, 1, 1], answers=[{"f18-1": "j16-1"}, {"j16-2": "f18-2"}])
    assert dice_of(events) == [10, 10, 10, 10]


@pytest.mark.rule("ows 9.7.1a")
def test_a_fighter_that_fires_at_a_high_value_aircraft_is_matched_with_nobody() -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j16_1="cap", kj_1="aew")
    fight(table, dice=[1, 1], answers=[{"f18-1": "kj-1"}, {"j16-1": "f18-1"}])
    assert [line.split(":")[0] for line in asked(table)] == ["blue", "red"]


@pytest.mark.rule("ows 9.7.1a", "ows 9.7.1b")
@pytest.mark.parametrize(
    ("may", "surplus", "advised"),
    [
        ({"f18-1": ["j16-1", "kj-1"], "f18-2": ["j16-1", "kj-1"]}, 0, {"f18-1": "j16-1"}),
        (
            {"f18-1": ["j16-1", "kj-1"], "f18-2": ["j16-1", "kj-1"]},
            1,
            {"f18-1": "j16-1", "f18-2": "kj-1"},
        ),
        ({"f18-1": ["j16-1"], "f18-2": ["j16-1"]}, 1, {"f18-1": "j16-1", "f18-2": "j16-1"}),
        ({"f18-1": ["kj-1"], "f18-2": ["kj-1", "h6-1"]}, 2, {"f18-1": "kj-1", "f18-2": "h6-1"}),
        ({"f18-1": ["kj-1"], "f18-2": ["kj-1", "h6-1"]}, 1, {"f18-1": "kj-1"}),
        ({"f18-1": ["kj-1"], "f18-2": ["kj-1"]}, 2, {"f18-1": "kj-1", "f18-2": "kj-1"}),
    ],
)
def test_the_advice_is_a_fighter_for_each_fighter_then_other_aircraft_then_to_double_up(
    may: dict[str, list[str]], surplus: int, advised: dict[str, str]
) -> None:
    table = fly(skies(), HEX, f18_1="cap", f18_2="cap", j16_1="cap", kj_1="aew", h6_1="strike")
    assert natural_match(table.state, may, surplus) == advised


@pytest.mark.rule("ows 9.7.3.step4b")
def test_a_roll_says_who_attacks_and_who_defends_itself() -> None:
    table = fly(skies(), HEX, f18_1="cap", j16_1="strike")
    events = fight(table, dice=[1, 1], answers=[{"f18-1": "j16-1"}])
    said = [purpose for _, purpose in rolled(events)]
    assert said == ["f18-1 against j16-1 (6+)", "j16-1 against its attacker f18-1 (6+)"]
