"""The Seasonal Interphase (3.0e): desertion, Terrorism, rotation, US Intervention, replacements."""

from typing import Any

import pytest

from adjudication.systems.somalia import desertion, interphase, intervention, recruits, rotation
from domain.errors import IllegalOrder
from domain.events import CounterDrawn, PhaseEntered
from tests.somalia.board import at, run, table, there, tracks
from tests.table import Table
from tests.words import words_of


def terror(**places: str) -> Table:
    """The Terrorism of the season of turn 3."""
    return table("terrorism", 3, "bandit", **places)


# --- desertion (8.2e) ------------------------------------------------------------------------------


@pytest.mark.rule("somalia 8.2e", "somalia 3.0f")
@pytest.mark.parametrize("die", [1, 4])
def test_militia_stay_on_4_or_less(die: int) -> None:
    case = table(militia_1="jilib")
    run(case, desertion.muster, dice=[die])
    assert at(case, "militia-1") == "jilib"


@pytest.mark.rule("somalia 8.2e")
def test_a_deserter_joins_a_random_faction_even_among_others() -> None:
    case = table(militia_1="jilib", pink_2a="jilib")
    run(case, desertion.muster, dice=[5, 2])  # the second of four factions: orange
    assert at(case, "militia-1") == "militia-box"
    (gang,) = [piece for piece in case.state.pieces_at("jilib") if piece.id != "pink-2a"]
    assert (gang.kind.data["faction"], gang.value("firepower")) == ("orange", 1)


@pytest.mark.rule("somalia 8.2e")
def test_without_a_free_gang_of_strength_1_the_militia_is_just_removed() -> None:
    case = table(militia_1="jilib")
    for piece in case.state.of_group("gang"):
        if piece.value("firepower") == 1 and piece.place == "bandit-cup":
            case.put(piece.id, "guban")
    run(case, desertion.muster, dice=[6])
    assert there(case, "jilib") == []
    assert at(case, "militia-1") == "militia-box"


@pytest.mark.rule("somalia 11.2a", "somalia 8.2e")
def test_with_three_players_nobody_joins_the_fourth_faction() -> None:
    case = table(scenario="three-bandits", militia_1="jilib")
    run(case, desertion.muster, dice=[6, 3])
    (gang,) = case.state.pieces_at("jilib")
    assert gang.side == "bandit-3"
    assert not [piece for piece in case.state.pieces.values() if piece.kind.data.get("faction") == "purple"]


# --- Terrorism (8.5) -------------------------------------------------------------------------------


@pytest.mark.rule("somalia 3.0g", "somalia 8.5e", "somalia 3.0f")
def test_terror_markers_come_off_after_the_desertion() -> None:
    case = table("political", 3, militia_1="jilib").mark("jilib", "terrorised").mark("guban", "terrorised")
    log = run(case, interphase.begin, dice=[1])
    assert case.state.marked("terrorised") == {}
    kinds = [type(event).__name__ for event in log]
    assert kinds.index("DieRolled") < kinds.index("Marked")


@pytest.mark.rule("somalia 8.5a", "somalia 8.5b", "somalia 8.5d", "somalia 8.5e", "somalia 5.4a")
def test_a_result_brings_twice_as_many_supplies_and_a_terror_marker() -> None:
    case = terror(pink_3a="jilib", pink_2a="jilib", leader_pink="jilib").track("sp-un", 9)
    case.order("terrorise", zone="jilib", dice=[5, 5])  # Firepower 5, 10: a result of 2; no Leader helps
    assert tracks(case, "sp-bandit", "sp-un") == (4, 9)
    assert case.state.mark("jilib", "terrorised") is True


@pytest.mark.rule("somalia 8.5e")
def test_without_a_result_there_is_no_terror() -> None:
    case = terror(pink_1a="jilib")
    case.order("terrorise", zone="jilib", dice=[1, 1])
    assert case.state.mark("jilib", "terrorised") is None
    assert tracks(case, "sp-bandit") == (0,)


@pytest.mark.rule("somalia 8.5d", "somalia 8.5c")
def test_a_result_may_be_taken_in_militia_and_those_left_fire_back() -> None:
    case = terror(pink_3a="jilib", pink_2a="jilib", militia_1="jilib", militia_2="jilib", militia_3="jilib")
    answers = ["eliminate Militia", ["militia-1", "militia-3"], True, ["pink-2a"]]
    case.order("terrorise", zone="jilib", dice=[5, 5, 5, 4], answers=answers)  # Firepower 1, 9: one gang
    assert there(case, "jilib") == ["militia-2", "pink-3a"]
    assert tracks(case, "sp-bandit") == (0,)
    assert case.state.mark("jilib", "terrorised") is True
    assert case.state.mark("un", "eliminated this turn") == 1


@pytest.mark.rule("somalia 8.5c")
def test_the_un_need_not_fire_back() -> None:
    case = terror(pink_1a="jilib", militia_1="jilib")
    case.order("terrorise", zone="jilib", dice=[1, 1], answers=[False])
    assert there(case, "jilib") == ["militia-1", "pink-1a"]


@pytest.mark.rule("somalia 8.5d")
def test_militia_beyond_those_there_are_lost_on_nobody_and_all_gone_do_not_fire() -> None:
    case = terror(pink_3a="jilib", pink_2a="jilib", militia_1="jilib")
    case.order("terrorise", zone="jilib", dice=[5, 5], answers=["eliminate Militia"])
    assert there(case, "jilib") == ["pink-2a", "pink-3a"]


@pytest.mark.rule("somalia 6.3a", "somalia 6.3b", "somalia 8.5c")
def test_a_critical_hit_of_militia_brings_the_bandits_a_point_and_a_unit() -> None:
    case = terror(pink_1a="jilib", pink_2a="jilib", militia_1="jilib")
    first = case.state.at["bandit-cup"][0]
    case.order("terrorise", zone="jilib", dice=[1, 1, 6, 6, 1], answers=[True, ["pink-1a"], True])
    assert tracks(case, "vp-bandit") == (1,)
    assert at(case, first) == "jilib"
    assert at(case, "pink-1a") == "bandit-cup"


@pytest.mark.rule("somalia 8.4b", "somalia 8.5c")
def test_a_leader_outlives_those_who_die_in_terrorism() -> None:
    case = terror(pink_1a="jilib", leader_pink="jilib", militia_1="jilib")
    case.order("terrorise", zone="jilib", dice=[1, 1, 5, 5], answers=[True])
    assert there(case, "jilib") == ["leader-pink", "militia-1"]


@pytest.mark.rule("somalia 8.5g")
def test_a_zone_is_terrorised_once_a_season() -> None:
    case = terror(pink_1a="jilib")
    case.order("terrorise", zone="jilib", dice=[1, 1])
    with pytest.raises(IllegalOrder, match="no Terrorism has been attempted this season"):
        case.order("terrorise", zone="jilib", dice=[1, 1])
    assert [order.arguments["zone"] for order in case.session.legal() if order.name == "terrorise"] == [
        "hardiyo"
    ]


@pytest.mark.rule("somalia 8.5a")
def test_terrorism_takes_bandit_units_and_its_own_phase() -> None:
    case = terror(leader_pink="jilib")
    with pytest.raises(IllegalOrder, match="Zone with Bandit units of yours"):
        case.order("terrorise", zone="jilib")
    case.phase("operations", 3)
    with pytest.raises(IllegalOrder, match="given in terrorism"):
        case.order("terrorise", side="bandit", zone="hardiyo")


@pytest.mark.rule("somalia 8.5h")
def test_somali_nationalism_forbids_terrorism() -> None:
    case = terror(pink_1a="jilib").mark("game", "Somali Nationalism").mark("guban", "terrorised")
    with pytest.raises(IllegalOrder, match="Somali Nationalism") as refused:
        case.order("terrorise", zone="jilib")
    assert refused.value.rule == "somalia 8.5h"
    assert "terrorise" not in {order.name for order in case.session.legal()}
    assert case.state.mark("guban", "terrorised") is True  # markers on the map stay


@pytest.mark.rule("somalia 9.0a")
def test_the_game_is_over_at_once_when_militia_shoot_the_last_unit() -> None:
    case = terror(pink_1a="jilib", militia_1="jilib").put("purple-3a", "bandit-cup")
    case.track("vp-un", 30)
    case.order("terrorise", zone="jilib", dice=[1, 1, 5, 5], answers=[True])
    verdict = case.state.verdict
    assert verdict is not None
    assert (verdict.winner, words_of(verdict.reason, "somalia")) == (
        "un",
        "No Bandit unit is left on the map. Good job: the UN wins, with a score of 30.",
    )


# --- rotation (8.6) --------------------------------------------------------------------------------

BLUE = ["pakistan", "nigeria", "zimbabwe", "malaysia", "morocco", "botswana"]


def units(number: int, **more: str) -> Table:
    """A table with so many UN units at the Airport."""
    case = table("seasonal interphase", 3, "bandit", **more)
    for unit in BLUE[:number]:
        case.put(unit, "mogadishu-airport")
    return case


@pytest.mark.rule("somalia 8.6a", "somalia 8.6c", "somalia 3.0h")
def test_with_six_units_a_die_goes_out_and_a_die_comes_in() -> None:
    case = units(6, us_inf_1="jilib").mark("nigeria", "guards", "base-1")
    answers: list[Any] = [["nigeria", "zimbabwe"], ["india"]]
    run(case, rotation.rotate, dice=[2, 1, 1], answers=answers)
    assert (at(case, "nigeria"), at(case, "zimbabwe")) == ("un-cup", "un-cup")
    assert case.state.mark("nigeria", "guards") is None
    assert (at(case, "india"), case.state.mark("india", "guards")) == ("mogadishu-airport", "base-1")
    assert at(case, "us-inf-1") == "jilib"


@pytest.mark.rule("somalia 8.6a")
def test_he_puts_in_no_more_than_he_has_and_those_may_come_back() -> None:
    case = units(6)
    number = len(case.state.at["un-cup"])
    run(case, rotation.rotate, dice=[6, 1, number + 1], answers=[["pakistan"]])
    assert there(case, "mogadishu-airport") == ["base-1", "pakistan"]


@pytest.mark.rule("somalia 8.6b")
def test_with_fewer_than_six_units_one_goes_out_without_a_die() -> None:
    case = units(5, us_inf_1="jilib", militia_1="jilib")
    run(case, rotation.rotate, dice=[1, 1], answers=[["malaysia"], []])
    assert at(case, "malaysia") == "un-cup"
    assert sum(at(case, unit) == "mogadishu-airport" for unit in BLUE[:5]) == 4


@pytest.mark.rule("somalia 8.6c")
def test_new_units_are_drawn_from_the_blue_cup_alone_and_go_to_bases() -> None:
    case = units(5, base_2="kismayu")
    cup = list(case.state.at["un-cup"])[:2]
    where = {cup[0]: "kismayu", cup[1]: "mogadishu-airport"}
    log = run(case, rotation.rotate, dice=[2, 1, 1], answers=[["malaysia"], where, [], [cup[1]]])
    drawn = [event for event in log if isinstance(event, CounterDrawn)]
    assert {event.cup for event in drawn} == {"un-cup"}
    assert (at(case, cup[0]), at(case, cup[1])) == ("kismayu", "mogadishu-airport")
    assert (case.state.mark(cup[0], "guards"), case.state.mark(cup[1], "guards")) == (None, "base-1")


@pytest.mark.rule("somalia 8.6c")
def test_no_more_units_come_than_the_cup_holds() -> None:
    case = units(2)
    for unit in list(case.state.at["un-cup"]):
        case.put(unit, "removed")
    run(case, rotation.rotate, dice=[5, 1], answers=[["nigeria"], ["nigeria"]])
    assert there(case, "mogadishu-airport") == ["base-1", "nigeria", "pakistan"]


# --- US Intervention (8.7) -------------------------------------------------------------------------


@pytest.mark.rule("somalia 8.7a", "somalia 10.0g")
@pytest.mark.parametrize(("turn", "may"), [(3, False), (6, True), (9, True)])
def test_intervention_is_requested_in_the_interphase_of_turn_6_at_the_earliest(turn: int, may: bool) -> None:
    case = table("seasonal interphase", turn, "bandit")
    run(case, intervention.request, answers=[False] if may else [])
    assert not intervention.in_effect(case.state)


@pytest.mark.rule("somalia 8.7b", "somalia 8.7c", "somalia 8.7d", "somalia 8.7e")
def test_one_roll_says_supplies_units_and_points() -> None:
    case = table("seasonal interphase", 6, "bandit").track("sp-un", 3).track("vp-un", 5)
    where = {"us-inf-1": "baidoa", "us-inf-2": "mogadishu-airport", "us-inf-3": "baidoa"}
    run(case, intervention.request, dice=[1, 2, 1, 1, 1], answers=[True, where, ["us-inf-2"]])
    assert tracks(case, "sp-un", "vp-un") == (6, -1)
    assert [at(case, unit) for unit in where] == list(where.values())
    assert case.state.mark("us-inf-2", "guards") == "base-1"
    assert case.state.mark("game", "US Intervention") == 18


@pytest.mark.rule("somalia 8.7c")
def test_all_us_units_come_where_the_roll_is_higher() -> None:
    case = table("seasonal interphase", 6, "bandit")
    for unit in list(case.state.at["us-cup"])[1:]:
        case.put(unit, "removed")
    run(case, intervention.request, dice=[6, 6, 1], answers=[True, {"us-inf-1": "jilib"}])
    assert tracks(case, "sp-un", "vp-un") == (12, -24)
    assert at(case, "us-inf-1") == "jilib"


@pytest.mark.rule("somalia 8.7a")
def test_intervention_is_requested_once() -> None:
    case = table("seasonal interphase", 21, "bandit").mark("game", "US Intervention requested", 6)
    run(case, intervention.request)
    assert not intervention.in_effect(case.state)


@pytest.mark.rule("somalia 8.7g")
def test_up_to_two_us_units_rotate_during_intervention() -> None:
    case = table("seasonal interphase", 9, "bandit", us_inf_1="jilib", us_inf_2="jilib", us_inf_3="jilib")
    run(case, intervention.rotate)  # without Intervention nothing is asked
    case.mark("game", "US Intervention", 18)
    first = case.state.at["us-cup"][0]
    run(case, intervention.rotate, dice=[1], answers=[["us-inf-2"], [first]])
    assert at(case, "us-inf-2") == "us-cup"
    assert at(case, first) == "mogadishu-airport"


@pytest.mark.rule("somalia 8.7h", "somalia 8.7e")
def test_after_twelve_turns_a_die_of_us_units_stay() -> None:
    case = table("seasonal interphase", 15, "bandit", us_inf_1="jilib", us_inf_2="jilib", us_inf_3="baidoa")
    case.mark("game", "US Intervention", 18)
    run(case, intervention.end)
    assert intervention.in_effect(case.state)
    case.phase("seasonal interphase", 18)
    run(case, intervention.end, dice=[1], answers=[["us-inf-3"]])
    assert not intervention.in_effect(case.state)
    assert [at(case, f"us-inf-{number}") for number in (1, 2, 3)] == ["us-cup", "us-cup", "baidoa"]


@pytest.mark.rule("somalia 8.7h")
def test_all_us_units_stay_where_the_die_is_higher() -> None:
    case = table("seasonal interphase", 18, "bandit", us_inf_1="jilib").mark("game", "US Intervention", 18)
    run(case, intervention.end, dice=[4])
    assert at(case, "us-inf-1") == "jilib"


# --- replacements (8.61) ---------------------------------------------------------------------------


@pytest.mark.rule("somalia 8.61b")
@pytest.mark.parametrize(("points", "units"), [(-3, 0), (0, 0), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
def test_each_ten_points_bring_a_free_unit_fractions_up(points: int, units: int) -> None:
    assert recruits.free(table().track("vp-bandit", points).state, "bandit") == units


@pytest.mark.rule("somalia 8.61a", "somalia 8.61b", "somalia 8.61c")
def test_free_and_bought_units_are_drawn_and_placed() -> None:
    case = table("seasonal interphase", 3, "bandit").track("vp-bandit", 4).track("sp-bandit", 5)
    cup = list(case.state.at["bandit-cup"])[:2]
    run(case, lambda umpire: recruits.recruit(umpire, "bandit"), dice=[1, 1], answers=["guban", 1, "jilib"])
    assert [at(case, unit) for unit in cup] == ["guban", "jilib"]
    assert tracks(case, "sp-bandit") == (3,)


@pytest.mark.rule("somalia 8.61a")
def test_he_buys_no_more_than_he_can_pay() -> None:
    case = table().track("sp-bandit", 5)
    assert recruits.affordable(case.state, "bandit") == 2
    run(case, lambda umpire: recruits.recruit(umpire, "bandit"), answers=[0])
    assert tracks(case, "sp-bandit") == (5,)


@pytest.mark.rule("somalia 8.61c", "somalia 8.41b")
def test_a_unit_that_may_enter_no_zone_goes_back_unpaid() -> None:
    case = table().track("sp-bandit", 2)
    gangs = {colour: [f"{colour}-1{letter}" for letter in "abcde"] for colour in ("pink", "orange", "yellow")}
    pool = [gang for pair in zip(*gangs.values(), strict=True) for gang in pair][1:]
    zones = [space.id for space in case.state.board.data.spaces if space.id != "hardiyo"]
    more = ["orange-2a", "orange-2b", "yellow-2a"]
    not_pink = [gang for gang in pool if not gang.startswith("pink")] + more
    for gang, zone in zip(
        [*not_pink, "purple-1a", "purple-1b", "purple-1c", "purple-1d"], zones, strict=False
    ):
        case.put(gang, zone)
    assert all(case.state.pieces_at(zone) for zone in zones)
    first = case.state.at["bandit-cup"][0]
    assert first.startswith("pink")
    run(case, lambda umpire: recruits.recruit(umpire, "bandit"), dice=[1], answers=[1])
    assert at(case, first) == "bandit-cup"
    assert tracks(case, "sp-bandit") == (2,)


@pytest.mark.rule("somalia 8.61d")
def test_leaders_never_come_back() -> None:
    case = table(leader_pink="removed")
    assert {case.state.pieces[unit].kind.group for unit in recruits.available(case.state, "bandit")} == {
        "gang"
    }
    case.put("leader-pink", "bandit-cup")
    assert "leader-pink" not in recruits.available(case.state, "bandit")


@pytest.mark.rule("somalia 8.61c")
def test_an_empty_cup_gives_nothing_and_takes_nothing() -> None:
    case = table().track("sp-bandit", 8).track("vp-bandit", 30)
    for piece in list(case.state.at["bandit-cup"]):
        case.put(piece, "guban")
    run(case, lambda umpire: recruits.recruit(umpire, "bandit"))
    assert tracks(case, "sp-bandit") == (8,)


@pytest.mark.rule("somalia 3.0h", "somalia 3.0e", "somalia 3.0i")
def test_the_last_step_goes_rotation_intervention_recruits_and_then_the_next_turn_begins() -> None:
    case = table("terrorism", 6, "bandit").track("sp-bandit", 2)
    log = case.order(
        "proceed",
        dice=[1, 1, 1, 4, 6, 3, 4],  # rotation in, the unit; the recruit; event 46; income
        answers=[["nigeria"], False, 1, "jilib", "bandit"],
    )
    phases = [(event.turn, event.phase) for event in log if isinstance(event, PhaseEntered)]
    assert phases == [(6, "seasonal interphase"), (7, "random events"), (7, "logistics"), (7, "operations")]
    assert tracks(case, "sp-bandit", "sp-un") == (0, 7)
