"""The Seasonal Interphase (3.0e): desertion, Terrorism, rotation, US Intervention, replacements."""

from typing import Any

import pytest

from adjudication.engine.choices import Subset
from adjudication.systems.somalia.between_turns import desertion, interphase, intervention, rotation
from adjudication.systems.somalia.table import recruits
from adjudication.systems.somalia.table.holding import TERROR
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
    assert case.state.marked(TERROR) == {}
    kinds = [type(event).__name__ for event in log]
    assert kinds.index("DieRolled") < kinds.index("Marked")


@pytest.mark.rule("somalia 8.5a", "somalia 8.5b", "somalia 8.5d", "somalia 8.5e", "somalia 5.4a")
def test_a_result_brings_twice_as_many_supplies_and_a_terror_marker() -> None:
    case = terror(pink_3a="jilib", pink_2a="jilib", leader_pink="jilib").track("sp-un", 9)
    case.order("terrorise", zone="jilib", dice=[5, 5])  # Firepower 5, 10: a result of 2; no Leader helps
    assert tracks(case, "sp-bandit", "sp-un") == (4, 9)
    assert case.state.mark_named("jilib", "terrorised") is True


@pytest.mark.rule("somalia 8.5e")
def test_without_a_result_there_is_no_terror() -> None:
    case = terror(pink_1a="jilib")
    case.order("terrorise", zone="jilib", dice=[1, 1])
    assert case.state.mark_named("jilib", "terrorised") is None
    assert tracks(case, "sp-bandit") == (0,)


@pytest.mark.rule("somalia 8.5d", "somalia 8.5c")
def test_a_result_may_be_taken_in_militia_and_those_left_fire_back() -> None:
    case = terror(pink_3a="jilib", pink_2a="jilib", militia_1="jilib", militia_2="jilib", militia_3="jilib")
    answers = ["eliminate Militia", ["militia-1", "militia-3"], True, ["pink-2a"]]
    case.order("terrorise", zone="jilib", dice=[5, 5, 5, 4], answers=answers)  # Firepower 1, 9: one gang
    assert there(case, "jilib") == ["militia-2", "pink-3a"]
    assert tracks(case, "sp-bandit") == (0,)
    assert case.state.mark_named("jilib", "terrorised") is True
    assert case.state.mark_named("un", "eliminated this turn") == 1


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
    assert case.state.mark_named("guban", "terrorised") is True  # markers on the map stay


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
    assert case.state.mark_named("nigeria", "guards") is None
    assert (at(case, "india"), case.state.mark_named("india", "guards")) == ("mogadishu-airport", "base-1")
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
    assert (case.state.mark_named(cup[0], "guards"), case.state.mark_named(cup[1], "guards")) == (
        None,
        "base-1",
    )


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
    assert case.state.mark_named("us-inf-2", "guards") == "base-1"
    assert case.state.mark_named("game", "US Intervention") == 18


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


# --- each number and each end ---------------------------------------------------------------------------


@pytest.mark.rule("somalia 8.2e")
@pytest.mark.parametrize(
    ("die", "deserts"), [(1, False), (2, False), (3, False), (4, False), (5, True), (6, True)]
)
def test_who_deserts(die: int, deserts: bool) -> None:
    case = table(militia_1="jilib")
    run(case, desertion.muster, dice=[die, *([1] if deserts else [])])
    assert (at(case, "militia-1") == "militia-box") is deserts
    assert len(there(case, "jilib")) == 1


@pytest.mark.rule("somalia 8.2e", "somalia 11.2a")
def test_deserters_are_the_free_gangs_of_strength_1_one_for_each_faction_in_play() -> None:
    case = table(pink_1a="guban", leader_orange="bandit-cup")
    found = {colour: case.state.pieces[unit] for colour, unit in desertion.deserters(case.state).items()}
    assert list(found) == ["pink", "orange", "yellow", "purple"]
    for colour, gang in found.items():
        assert (gang.kind.data["faction"], gang.value("firepower"), gang.place) == (colour, 1, "bandit-cup")
    for letter in "bcde":
        case.put(f"pink-1{letter}", "guban")
    assert list(desertion.deserters(case.state)) == ["orange", "yellow", "purple"]
    run(case.put("militia-1", "jilib"), desertion.muster, dice=[6, 3])
    (gang,) = case.state.pieces_at("jilib")
    assert (gang.kind.data["faction"], gang.value("firepower")) == ("purple", 1)


@pytest.mark.rule("somalia 8.5b", "somalia 8.5d", "somalia 8.5c")
def test_what_terrorism_asks_and_suggests() -> None:
    case = terror(pink_3a="jilib", pink_2a="jilib", militia_1="jilib", militia_2="jilib")
    case.order(
        "terrorise",
        zone="jilib",
        dice=[4, 4, 1, 1],
        answers=["eliminate Militia", ["militia-2"], True],
    )  # Firepower 5, 8: a result of 1
    asked = [(question.side, question.options, question.suggested) for question in case.people.asked]
    assert (asked[0][0], asked[0][1]) == ("bandit", ("take Supply Points", "eliminate Militia"))
    assert asked[1][0] == "bandit"
    assert asked[2] == ("un", (True, False), (True,))
    assert (at(case, "militia-1"), at(case, "militia-2")) == ("jilib", "militia-box")
    assert tracks(case, "sp-bandit") == (0,)


@pytest.mark.rule("somalia 8.5d")
@pytest.mark.parametrize(("dice", "points"), [([1, 1], 0), ([4, 4], 2), ([5, 5], 4)])
def test_twice_the_result_is_extorted(dice: list[int], points: int) -> None:
    case = terror(pink_3a="jilib", pink_2a="jilib")
    case.order("terrorise", zone="jilib", dice=dice)
    assert tracks(case, "sp-bandit") == (points,)
    assert case.people.asked == []


@pytest.mark.rule("somalia 8.5b", "somalia 11.2a")
def test_each_player_terrorises_with_his_own_units_one_after_the_other() -> None:
    case = table("terrorism", 3, "bandit-1", "two-bandits", pink_1a="jilib", yellow_3a="jilib")
    from adjudication.systems.somalia.between_turns import terrorism

    assert terrorism.candidates(case.state, "bandit-1") == ["jilib"]
    assert terrorism.candidates(case.state, "bandit-2") == ["hardiyo", "jilib"]
    case.order("terrorise", zone="jilib", dice=[4, 5])  # Firepower 1, 9
    assert tracks(case, "sp-bandit-1") == (2,)
    assert terrorism.candidates(case.state, "bandit-2") == ["hardiyo"]
    case.order("proceed", side="bandit-1")
    assert (case.state.phase, case.state.side) == ("terrorism", "bandit-2")


@pytest.mark.rule("somalia 8.6a", "somalia 8.6b")
@pytest.mark.parametrize(
    ("number", "dice", "home"), [(0, [], 0), (1, [], 1), (5, [], 1), (6, [3], 3), (6, [6], 6)]
)
def test_how_many_units_rotate_out(number: int, dice: list[int], home: int) -> None:
    case = units(number).put("pakistan", "mogadishu-airport" if number else "removed")
    for unit in list(case.state.at["un-cup"]):
        case.put(unit, "removed")
    leaving = BLUE[:home]
    answers: list[Any] = [] if home in (0, number) else [leaving]
    back = [["pakistan"]] if home else []
    run(case, rotation.rotate, dice=[*dice, 1, *([1] if home else [])], answers=[*answers, *back])
    assert len(there(case, "mogadishu-airport")) == 1 + number - home + bool(home)


@pytest.mark.rule("somalia 8.6a", "somalia 2.2c")
def test_only_blue_units_rotate() -> None:
    case = units(2, us_inf_1="jilib", militia_1="jilib", us_mp_1="guban")
    assert [unit.id for unit in rotation.blue(case.state)] == ["pakistan", "nigeria"]
    assert [unit.id for unit in intervention.us_units(case.state)] == ["us-inf-1", "us-mp-1"]


@pytest.mark.rule("somalia 8.7a", "somalia 10.0g")
@pytest.mark.parametrize(
    ("turn", "requested", "may"),
    [(3, None, False), (5, None, False), (6, None, True), (9, None, True), (9, 6, False)],
)
def test_when_intervention_may_be_requested(turn: int, requested: int | None, may: bool) -> None:
    case = table("seasonal interphase", turn, "bandit").mark("game", "US Intervention requested", requested)
    assert intervention.may_request(case.state) is may


@pytest.mark.rule("somalia 8.7a")
def test_the_un_is_asked_and_need_not_request_it() -> None:
    case = table("seasonal interphase", 6, "bandit")
    run(case, intervention.request, answers=[False])
    (question,) = case.people.asked
    assert (question.side, question.options) == ("un", (True, False))
    assert intervention.may_request(case.state)
    assert tracks(case, "sp-un", "vp-un") == (0, 0)


@pytest.mark.rule("somalia 8.7g")
@pytest.mark.parametrize(("units_there", "most"), [(1, 1), (2, 2), (3, 2)])
def test_how_many_us_units_may_rotate(units_there: int, most: int) -> None:
    case = table("seasonal interphase", 9, "bandit").mark("game", "US Intervention", 18)
    for number in range(1, units_there + 1):
        case.put(f"us-inf-{number}", "jilib")
    run(case, intervention.rotate, answers=[[]])
    (question,) = case.people.asked
    assert isinstance(question.options, Subset)
    assert (question.side, question.options.least, question.options.most) == ("un", 0, most)


@pytest.mark.rule("somalia 8.7g")
def test_without_us_units_none_rotates_and_blue_ones_stay() -> None:
    case = table("seasonal interphase", 9, "bandit").mark("game", "US Intervention", 18)
    run(case, intervention.rotate)
    assert case.people.asked == []


@pytest.mark.rule("somalia 8.7h", "somalia 8.7e")
@pytest.mark.parametrize(("turn", "over"), [(15, False), (17, False), (18, True), (21, True)])
def test_when_an_intervention_ends(turn: int, over: bool) -> None:
    case = table("seasonal interphase", turn, "bandit").mark("game", "US Intervention", 18)
    run(case, intervention.end, dice=[2] if over else [])
    assert intervention.in_effect(case.state) is not over
    assert [question.text for question in case.people.asked] == []


@pytest.mark.rule("somalia 8.7h")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_a_die_of_us_units_stay_and_the_others_go(die: int) -> None:
    us = ["us-inf-1", "us-inf-2", "us-inf-3"]
    case = table("seasonal interphase", 18, "bandit").mark("game", "US Intervention", 18)
    for unit in us:
        case.put(unit, "jilib").mark(unit, "guards", "base-9")
    run(case, intervention.end, dice=[die], answers=[us[:die]] if die < 3 else [])
    assert [at(case, unit) for unit in us] == ["jilib"] * min(die, 3) + ["us-cup"] * (3 - min(die, 3))
    assert [case.state.mark_named(unit, "guards") for unit in us[die:]] == [None] * (3 - min(die, 3))


@pytest.mark.rule("somalia 8.61a")
@pytest.mark.parametrize(
    ("points", "cup", "most"), [(0, 9, 0), (1, 9, 0), (2, 9, 1), (3, 9, 1), (4, 9, 2), (9, 3, 3)]
)
def test_how_many_units_can_be_bought(points: int, cup: int, most: int) -> None:
    case = table().track("sp-bandit", points)
    for piece in case.state.pieces_at("bandit-cup")[cup:]:
        case.put(piece.id, "removed")
    assert recruits.affordable(case.state, "bandit") == most


@pytest.mark.rule("somalia 8.61a", "somalia 8.61c")
def test_what_is_asked_of_who_recruits() -> None:
    case = table("seasonal interphase", 3, "bandit").track("sp-bandit", 5)
    run(case, lambda umpire: recruits.recruit(umpire, "bandit"), dice=[1, 1], answers=[2, "jilib", "jilib"])
    first, second, third = case.people.asked
    assert (first.side, list(first.options), first.suggested) == ("bandit", [0, 1, 2], (2,))
    assert (second.side, "hardiyo" in second.options, "jilib" in second.options) == ("bandit", False, True)
    assert third.rule == "somalia 8.61c"
    assert tracks(case, "sp-bandit") == (1,)
    assert len(there(case, "jilib")) == 2


@pytest.mark.rule("somalia 8.61b")
def test_free_units_cost_nothing() -> None:
    case = table("seasonal interphase", 3, "bandit").track("sp-bandit", 1).track("vp-bandit", 11)
    run(case, lambda umpire: recruits.recruit(umpire, "bandit"), dice=[1, 1], answers=["jilib", "jilib"])
    assert tracks(case, "sp-bandit") == (1,)
    assert len(there(case, "jilib")) == 2


@pytest.mark.rule("somalia 8.61c", "somalia 11.2a")
def test_each_player_draws_from_his_own_factions() -> None:
    case = table(scenario="two-bandits")
    for side, colours in (("bandit-1", {"pink", "orange"}), ("bandit-2", {"yellow", "purple"})):
        drawn = [case.state.pieces[unit] for unit in recruits.available(case.state, side)]
        assert {piece.kind.data["faction"] for piece in drawn} == colours
        assert {piece.place for piece in drawn} == {"bandit-cup"}


@pytest.mark.rule("somalia 3.0h", "somalia 8.7g", "somalia 8.7h")
def test_the_last_interphase_of_an_intervention_rotates_first_and_ends_it_then() -> None:
    case = table("terrorism", 18, "bandit", us_inf_1="jilib").mark("game", "US Intervention", 18)
    case.mark("game", "US Intervention requested", 6)
    first = case.state.at["us-cup"][0]
    case.order(
        "proceed",
        dice=[1, 1, 1, 1, 4, 6, 3, 4],
        answers=[["nigeria"], ["us-inf-1"], [], "bandit"],
    )
    assert at(case, "us-inf-1") == "us-cup"
    assert at(case, first) == "mogadishu-airport"
    assert not intervention.in_effect(case.state)
    assert tracks(case, "sp-un") == (7,)  # two dice again


@pytest.mark.rule("somalia 8.8a", "somalia 3.0i")
@pytest.mark.parametrize(("turns", "left"), [(0, 0), (1, 0), (5, 4)])
def test_a_turn_of_famine_goes_by_at_the_end_of_each_turn(turns: int, left: int) -> None:
    from adjudication.systems.somalia import sequence

    case = table("political", 2).track("famine", turns).track("last-turn", 2)
    run(case, sequence.end_turn)
    assert tracks(case, "famine") == (left,)
    assert case.state.verdict is not None


@pytest.mark.rule("somalia 9.0a", "somalia 4.0")
def test_an_event_that_takes_the_last_gang_ends_the_game_at_once() -> None:
    from adjudication.systems.somalia import sequence

    case = table("political", 2)
    run(case, lambda umpire: sequence.begin_turn(umpire, 3), dice=[5, 4])
    assert case.state.verdict is not None
    assert (case.state.turn, case.state.phase) == (3, "random events")


@pytest.mark.rule("somalia 10.0e", "somalia 3.0a", "somalia 3.0b", "somalia 3.0c", "somalia 7.0b")
@pytest.mark.parametrize(("turn", "dice"), [(1, [3, 4]), (2, [4, 6, 3, 4])])
def test_a_turn_begins_with_an_event_but_for_the_first(turn: int, dice: list[int]) -> None:
    from adjudication.systems.somalia import sequence

    case = table("political", turn - 1).track("vp-un", 3)
    log = run(case, lambda umpire: sequence.begin_turn(umpire, turn), dice=dice, answers=["un"])
    phases = [(event.turn, event.phase) for event in log if isinstance(event, PhaseEntered)]
    expected = [(turn, "random events"), (turn, "logistics"), (turn, "operations")]
    assert phases == expected[turn == 1 :]
    assert case.state.mark_named("game", "UN Victory Points before this turn") == 3


@pytest.mark.rule("somalia 6.0b", "somalia 3.0d")
def test_a_turn_in_which_nobody_can_act_goes_by() -> None:
    from adjudication.systems.somalia import sequence

    case = table("political", 1, pakistan="removed").mark("purple-3a", "done").track("last-turn", 2)
    log = run(case, lambda umpire: sequence.begin_turn(umpire, 2), dice=[4, 6, 3, 4])
    assert [event.phase for event in log if isinstance(event, PhaseEntered)][-1] == "political"
    assert case.state.verdict is not None
