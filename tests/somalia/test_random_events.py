"""Random events (4.0): the roll, and each of the 36 with what it does."""

from typing import Any

import pytest

from adjudication.systems.somalia.random_events import events
from adjudication.systems.somalia.random_events.happenings import EFFECTS
from adjudication.systems.somalia.table.famine import FED
from adjudication.systems.somalia.table.forces import DONE
from adjudication.systems.somalia.table.tally import LEADERS
from domain.errors import BadData
from domain.events import DieRolled, LookedUp
from tests.somalia.board import added, at, run, table, tracks
from tests.table import Table


def happens(case: Table, number: int, *, dice: Any = (), answers: Any = ()) -> None:
    """One event is carried out."""
    run(case, lambda umpire: events.happens(umpire, number), dice=dice, answers=answers)


@pytest.mark.rule("somalia 4.0", "somalia 3.0a")
def test_a_5_and_a_4_are_event_54() -> None:
    case = table("random events", 2, pink_1a="jilib")
    log = run(case, events.roll, dice=[5, 4, 1])
    assert [event.face for event in log if isinstance(event, DieRolled)] == [5, 4]
    (found,) = [event for event in log if isinstance(event, LookedUp)]
    assert found.keys == {"roll": 54}
    assert found.result["event"] == "Heavy weapons handed in"


@pytest.mark.rule("somalia 4.0")
def test_the_table_has_36_events_with_an_effect_each() -> None:
    rows = table().state.tables["events"].data.rows
    assert [row["roll"] for row in rows] == [
        10 * tens + units for tens in range(1, 7) for units in range(1, 7)
    ]
    assert {row["effect"] for row in rows} == EFFECTS.keys()
    assert len({row["event"] for row in rows}) == 36


@pytest.mark.rule("somalia 4.0")
def test_an_effect_that_the_rules_do_not_know_is_refused() -> None:
    case = table()
    rows = [{**row, "effect": "earthquake"} for row in case.state.tables["events"].data.rows]
    case.adopt("events", rows)
    with pytest.raises(BadData, match="Event 11 has the effect 'earthquake'"):
        happens(case, 11)


@pytest.mark.rule("somalia 8.8a", "somalia 4.0")
@pytest.mark.parametrize(
    ("number", "dice", "before", "after"),
    [
        (11, [4], 0, 5),  # drought: a turn more than the die
        (12, [4], 0, 4),  # failed harvest: the die
        (12, [4], 6, 6),  # of two Famines the longer one
        (13, [6], 0, 8),  # Bay: two more than the die
        (13, [1], 5, 5),
        (14, [], 0, 2),  # locusts
        (14, [], 3, 5),
        (15, [], 3, 4),  # displaced families
        (16, [4], 6, 2),  # good rains
        (16, [4], 3, 0),
        (21, [], 6, 4),  # harvest
        (21, [], 1, 0),
    ],
)
def test_famine_comes_and_goes(number: int, dice: list[int], before: int, after: int) -> None:
    case = table().track("famine", before)
    happens(case, number, dice=dice)
    assert case.state.track("famine") == after


@pytest.mark.rule("somalia 5.1d", "somalia 5.1e", "somalia 4.0")
@pytest.mark.parametrize(
    ("number", "dice", "un", "points", "bandit"),
    [
        (22, [4], 6, 0, 0),  # cholera in the camps
        (24, [4], 6, 0, 4),  # warehouse looted
        (32, [4], 4, 0, 0),  # another crisis: two more than the die
        (31, [4, 3], 17, 0, 0),  # donors
        (55, [5], 10, 0, 5),  # surplus weapons
    ],
)
def test_supplies_are_gained_and_lost(
    number: int, dice: list[int], un: int, points: int, bandit: int
) -> None:
    case = table().track("sp-un", 10)
    happens(case, number, dice=dice)
    assert tracks(case, "sp-un", "vp-un", "sp-bandit") == (un, points, bandit)


@pytest.mark.rule("somalia 5.1e", "somalia 5.4a")
def test_what_the_pool_lacks_costs_victory_points_and_bandits_gain_what_was_there() -> None:
    case = table().track("sp-un", 1)
    happens(case, 24, dice=[4])
    assert tracks(case, "sp-un", "vp-un", "sp-bandit") == (0, -3, 1)


@pytest.mark.rule("somalia 4.0", "somalia 5.1b")
def test_a_closed_port_halves_the_income_of_the_turn() -> None:
    from adjudication.systems.somalia.between_turns import supply

    case = table()
    happens(case, 25)
    log = run(case, supply.income, dice=[6, 3])
    assert added(log, "UN income") == {"2 dice": 9, "port closed: half": -4}
    assert case.state.track("sp-un") == 5
    case.phase("logistics", 3)
    assert case.state.lapsing(3, "logistics")[0][:2] == ("game", "port closed")


@pytest.mark.rule("somalia 4.0", "somalia 8.8b")
def test_an_airlift_feeds_two_zones_of_the_un_s_choice() -> None:
    from adjudication.systems.somalia.table import famine

    case = table().track("famine", 2)
    assert len(famine.owed(case.state)) == 9
    happens(case, 26, answers=[["baidoa", "kismayu"]])
    assert set(famine.owed(case.state)) == {
        "belet-huen", "jawhar", "baardhere", "jilib", "north-mogadishu", "south-mogadishu", "mogadishu-port"
    }  # fmt: skip


def test_an_airlift_without_famine_does_nothing() -> None:
    case = table()
    happens(case, 26)
    assert case.state.marked(FED) == {}


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize(("number", "units"), [(23, ["india", "italy"]), (36, ["india"])])
def test_units_of_the_un_s_choice_conduct_no_mission(number: int, units: list[str]) -> None:
    case = table(india="jilib", italy="jilib", us_inf_1="jilib")
    happens(case, number, answers=[units])
    assert sorted(case.state.marked(DONE)) == sorted(units)


@pytest.mark.rule("somalia 4.0")
def test_two_contingents_arrive_at_bases() -> None:
    case = table(base_2="kismayu")
    happens(
        case,
        33,
        dice=[1, 1],
        answers=[{"nigeria": "kismayu", "zimbabwe": "mogadishu-airport"}, ["nigeria"], []],
    )
    assert (at(case, "nigeria"), at(case, "zimbabwe")) == ("kismayu", "mogadishu-airport")
    assert case.state.mark_named("nigeria", "guards") == "base-2"
    assert case.state.mark_named("zimbabwe", "guards") is None


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize(("number", "home"), [(34, ["france"]), (35, ["france", "belgium"])])
def test_contingents_go_home(number: int, home: list[str]) -> None:
    case = table(france="jilib", belgium="jilib", us_mp_1="jilib")
    happens(case, number, answers=[sorted(home)])
    assert [unit for unit in ("belgium", "france", "pakistan") if at(case, unit) == "un-cup"] == sorted(home)
    assert at(case, "us-mp-1") == "jilib"


def test_the_last_contingent_stays() -> None:
    case = table()
    happens(case, 35)
    assert at(case, "pakistan") == "mogadishu-airport"


@pytest.mark.rule("somalia 4.0", "somalia 6.0f")
def test_ambushed_peacekeepers_take_hits() -> None:
    case = table()
    happens(case, 41, dice=[5])
    assert case.state.track("hits") == 5


def test_of_several_players_the_strongest_in_mogadishu_scores_those_hits() -> None:
    case = table(scenario="two-bandits", yellow_1a="south-mogadishu", pink_3a="jilib")
    happens(case, 41, dice=[5])
    assert case.state.mark_named("bandit-2", "hits this turn") == 5
    assert case.state.mark_named("bandit-1", "hits this turn") is None


@pytest.mark.rule("somalia 4.0")
def test_helicopters_that_are_shot_down_go_home_and_cost_points() -> None:
    case = table(us_heli_1="jilib", us_inf_1="jilib")
    happens(case, 42, dice=[4])  # the only helicopter, so nothing is asked
    assert at(case, "us-heli-1") == "us-cup"
    assert tracks(case, "vp-un") == (-6,)
    assert case.state.mark_named("game", "confined to base") is None


def test_of_us_units_without_helicopters_the_un_picks() -> None:
    case = table(us_mp_1="jilib", us_inf_1="jilib")
    happens(case, 42, dice=[1], answers=["us-mp-1"])
    assert (at(case, "us-mp-1"), at(case, "us-inf-1")) == ("us-cup", "jilib")


@pytest.mark.rule("somalia 4.0", "somalia 6.3c")
@pytest.mark.parametrize(("number", "dice"), [(42, [4]), (43, [])])
def test_without_us_units_the_un_is_confined_as_by_demonstrations(number: int, dice: list[int]) -> None:
    case = table()
    happens(case, number, dice=dice)
    assert case.state.mark_named("game", "confined to base") is True
    assert tracks(case, "vp-un") == (0,)


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize(
    ("die", "place", "bandit"), [(5, "removed", 0), (6, "removed", 0), (4, "jilib", 1), (1, "jilib", 1)]
)
def test_a_leader_with_a_price_on_his_head_is_caught_or_mocks(die: int, place: str, bandit: int) -> None:
    case = table(leader_pink="jilib")
    happens(case, 44, dice=[die])
    assert at(case, "leader-pink") == place
    assert tracks(case, "vp-bandit") == (bandit,)
    assert case.state.mark("un", LEADERS, 0) == (die >= 5)


@pytest.mark.rule("somalia 8.41c", "somalia 4.0")
def test_bandit_unity_lets_factions_share_zones_for_a_die_of_turns() -> None:
    from adjudication.systems.somalia.table.factions import may_enter

    case = table(turn=2, pink_1a="jilib")
    assert not may_enter(case.state, ["orange-1a"], "jilib")
    happens(case, 45, dice=[3])
    assert may_enter(case.state, ["orange-1a"], "jilib")
    assert case.state.lapses["game", "bandit unity"].turn == 5


@pytest.mark.rule("somalia 4.0")
def test_dust_keeps_helicopters_on_the_ground() -> None:
    case = table(us_heli_1="jilib", italy_heli="jilib", italy="jilib")
    happens(case, 46)
    assert sorted(case.state.marked(DONE)) == ["italy-heli", "us-heli-1"]


@pytest.mark.rule("somalia 8.5h", "somalia 4.0")
def test_somali_nationalism_lasts_three_turns() -> None:
    case = table(turn=4)
    happens(case, 51)
    assert case.state.mark_named("game", "Somali Nationalism") is True
    assert case.state.lapses["game", "Somali Nationalism"].turn == 7


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize(("number", "raised"), [(52, ["militia-1"]), (64, ["militia-1", "militia-2"])])
def test_militia_form_where_the_un_is(number: int, raised: list[str]) -> None:
    case = table(australia="guban")
    happens(case, number, answers=["guban"] * len(raised))
    assert [unit.id for unit in case.state.of_group("militia") if unit.place == "guban"] == raised


@pytest.mark.rule("somalia 4.0", "somalia 11.11c")
def test_a_conference_moves_the_marker_or_gives_both_a_point() -> None:
    case = table().mark("game", "talks", "bandit").track("talks", -1)
    happens(case, 53)
    assert tracks(case, "talks", "vp-un", "vp-bandit") == (0, 0, 0)
    case = table()
    happens(case, 53)
    assert tracks(case, "talks", "vp-un", "vp-bandit") == (0, 1, 1)


@pytest.mark.rule("somalia 4.0")
def test_heavy_weapons_are_handed_in_and_nobody_scores() -> None:
    case = table(pink_1a="jilib", pink_1b="jilib")
    happens(case, 54, dice=[2])
    assert (at(case, "pink-1a"), at(case, "pink-1b")) == ("jilib", "bandit-cup")
    assert case.state.mark_named("un", "eliminated this turn") is None


@pytest.mark.rule("somalia 4.0", "somalia 8.61c")
def test_an_arms_ship_brings_a_unit() -> None:
    case = table()
    first = case.state.at["bandit-cup"][0]
    happens(case, 56, dice=[1], answers=["kismayu"])
    assert at(case, first) == "kismayu"


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize(
    ("places", "points"),
    [
        ({}, 2),
        ({"pink_1a": "mogadishu-airport"}, -2),
        ({"pakistan": "jilib"}, -2),
    ],
)
def test_a_president_sees_a_safe_airport_or_does_not(places: dict[str, Any], points: int) -> None:
    case = table(**places)
    happens(case, 61)
    assert tracks(case, "vp-un") == (points,)


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize(("zones", "points"), [(0, 1), (1, -1), (3, -3), (4, -3)])
def test_television_shows_terror(zones: int, points: int) -> None:
    case = table()
    for zone in ("guban", "jilib", "baidoa", "berbera")[:zones]:
        case.mark(zone, "terrorised")
    happens(case, 62)
    assert tracks(case, "vp-un") == (points,)


@pytest.mark.rule("somalia 4.0")
def test_two_factions_lose_a_unit_each_in_a_feud() -> None:
    case = table(pink_1a="jilib", pink_2a="jilib", orange_1a="kismayu")
    happens(case, 63, dice=[1, 1], answers=[["pink-2a"]])
    assert (at(case, "pink-1a"), at(case, "pink-2a"), at(case, "orange-1a")) == (
        "jilib",
        "bandit-cup",
        "bandit-cup",
    )
    assert at(case, "purple-3a") == "hardiyo"


@pytest.mark.rule("somalia 4.0", "somalia 11.22e")
def test_a_feud_costs_several_players_a_point_for_each_unit() -> None:
    case = table(scenario="two-bandits", pink_1a="jilib")
    happens(case, 63, dice=[1])  # the other faction is purple alone
    assert tracks(case, "vp-bandit-1", "vp-bandit-2") == (-1, -1)


def test_there_is_no_feud_with_one_faction() -> None:
    case = table()
    happens(case, 63)
    assert at(case, "purple-3a") == "hardiyo"


@pytest.mark.rule("somalia 4.0", "somalia 8.2e")
@pytest.mark.parametrize(("die", "place"), [(5, "jilib"), (6, "militia-box")])
def test_militia_without_wages_desert_on_a_six(die: int, place: str) -> None:
    case = table(militia_1="jilib")
    happens(case, 65, dice=[die, *([1] if die == 6 else [])])
    assert at(case, "militia-1") == place


@pytest.mark.rule("somalia 4.0")
def test_a_faction_keeps_the_month_of_fasting() -> None:
    case = table(pink_1a="jilib", pink_2a="kismayu")
    happens(case, 66, dice=[1])
    assert sorted(case.state.marked(DONE)) == ["pink-1a", "pink-2a"]
    assert case.state.mark_named("purple-3a", "done") is None


# --- the ends of what an event can do -----------------------------------------------------------------


@pytest.mark.rule("somalia 4.0", "somalia 6.0d", "somalia 6.22e", "somalia 8.61c")
@pytest.mark.parametrize(("number", "dice"), [(54, [1]), (63, [1, 1])])
def test_a_gang_that_leaves_by_an_event_may_come_again_fresh(number: int, dice: list[int]) -> None:
    case = table(pink_1a="guban").mark("pink-1a", "done").mark("pink-1a", "has ambushed")
    happens(case, number, dice=dice[: 1 if number == 63 else None])
    assert at(case, "pink-1a") == "bandit-cup"
    assert "pink-1a" not in case.state.marks


@pytest.mark.rule("somalia 4.0")
def test_heavy_weapons_of_two_units_and_of_none() -> None:
    from adjudication.systems.somalia.random_events.happenings import disarm
    from domain.texts import Text

    case = table(pink_1a="guban", pink_1b="guban")
    why = Text("an event", {"name": "a case"})
    run(case, lambda umpire: disarm(umpire, 2, why), dice=[1, 1])
    assert [piece.id for piece in case.state.of_group("gang") if piece.place != "bandit-cup"] == ["purple-3a"]
    run(case, lambda umpire: disarm(umpire, 2, why))
    assert case.state.at.get("guban", ()) in ((), [])


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize("units", [0, 1, 2, 3])
def test_no_more_units_rest_than_there_are(units: int) -> None:
    case = table(pakistan="removed")
    blue = ["india", "italy", "france"][:units]
    for unit in blue:
        case.put(unit, "jilib")
    happens(case, 23, answers=[blue[:2]] if units == 3 else [])
    assert sorted(case.state.marked(DONE)) == sorted(blue[:2])


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize("units", [0, 1, 2, 3])
def test_contingents_go_home_but_for_the_last(units: int) -> None:
    case = table(pakistan="removed")
    blue = ["india", "italy", "france"][:units]
    for unit in blue:
        case.put(unit, "jilib")
    answers = {0: [], 1: [], 2: [["india"]], 3: [["india", "italy"]]}[units]
    happens(case, 35, answers=answers)
    assert [unit for unit in blue if at(case, unit) == "un-cup"] == (answers[0] if answers else [])


@pytest.mark.rule("somalia 4.0", "somalia 8.8b")
@pytest.mark.parametrize("hungry", [0, 1, 2, 3])
def test_an_airlift_feeds_no_more_zones_than_are_hungry(hungry: int) -> None:
    from adjudication.systems.somalia.table import famine

    case = table().track("famine", 2)
    zones = famine.owed(case.state)
    for number, zone in enumerate(zones[hungry:], 1):
        case.put(f"convoy-{number}", zone)
    happens(case, 26, answers=[list(zones[:2])] if hungry == 3 else [])
    assert len(famine.owed(case.state)) == max(0, hungry - 2)


@pytest.mark.rule("somalia 4.0", "somalia 8.2a")
def test_militia_form_while_there_are_counters_and_where_the_un_has_a_unit_or_a_base() -> None:
    case = table(pakistan="removed", base_2="kismayu")
    for unit in case.state.of_group("militia"):
        if unit.id != "militia-1":
            case.put(unit.id, "guban")
    happens(case, 64, answers=["kismayu"])
    (question,) = case.people.asked
    assert list(question.options) == ["kismayu", "mogadishu-airport"]
    assert at(case, "militia-1") == "kismayu"
    nowhere = table(pakistan="removed", base_1="markers")
    happens(nowhere, 64)
    assert at(nowhere, "militia-1") == "militia-box"


@pytest.mark.rule("somalia 4.0")
def test_with_no_unit_to_stand_down_and_no_leader_to_catch_nothing_comes_of_it() -> None:
    case = table(purple_3a="bandit-cup")
    happens(case, 66)
    happens(case, 54)
    happens(case, 44, dice=[5])
    assert case.state.marks == {}
    assert tracks(case, "vp-bandit", "vp-un") == (0, 0)


@pytest.mark.rule("somalia 4.0", "somalia 11.22e")
def test_of_several_players_one_gets_what_an_event_brings() -> None:
    case = table(scenario="two-bandits").track("sp-un", 9)
    happens(case, 24, dice=[3, 2])
    assert tracks(case, "sp-un", "sp-bandit-1", "sp-bandit-2") == (6, 0, 3)
    happens(case, 55, dice=[4, 1])
    assert tracks(case, "sp-bandit-1", "sp-bandit-2") == (4, 3)
    first = next(gang for gang in case.state.at["bandit-cup"] if case.state.pieces[gang].side == "bandit-2")
    happens(case, 56, dice=[2, 1], answers=["guban"])
    assert at(case, first) == "guban"


@pytest.mark.rule("somalia 4.0", "somalia 11.22e")
def test_of_several_players_the_one_whose_unit_is_handed_in_loses_a_point() -> None:
    case = table(scenario="two-bandits", pink_1a="jilib")
    happens(case, 54, dice=[1])
    assert tracks(case, "vp-bandit-1", "vp-bandit-2") == (-1, 0)


@pytest.mark.rule("somalia 4.0", "somalia 6.0f", "somalia 11.22a")
@pytest.mark.parametrize(
    ("zones", "side"),
    [
        ({"pink-1a": "mogadishu-port", "yellow-1a": "north-mogadishu"}, "bandit-1"),
        (
            {"pink-1a": "mogadishu-port", "yellow-1a": "north-mogadishu", "yellow-1b": "mogadishu-airport"},
            "bandit-2",
        ),
        ({"pink-1a": "mogadishu-port", "yellow-1a": "jilib", "yellow-1b": "jilib"}, "bandit-1"),
    ],
)
def test_hits_count_for_the_player_with_the_most_units_in_mogadishu(zones: dict[str, str], side: str) -> None:
    case = table(scenario="two-bandits")
    for unit, zone in zones.items():
        case.put(unit, zone)
    happens(case, 41, dice=[2])
    assert {each: case.state.mark_named(each, "hits this turn") for each in ("bandit-1", "bandit-2")} == {
        "bandit-1": None,
        "bandit-2": None,
        side: 2,
    }


@pytest.mark.rule("somalia 4.0", "somalia 9.0b")
def test_a_leader_who_mocks_scores_for_his_own_player() -> None:
    case = table(scenario="two-bandits", leader_yellow="jilib")
    happens(case, 44, dice=[4])
    assert tracks(case, "vp-bandit-1", "vp-bandit-2", "vp-un") == (0, 1, 0)


@pytest.mark.rule("somalia 4.0", "somalia 11.11c")
def test_a_conference_gives_every_player_a_point_without_talks() -> None:
    case = table(scenario="three-bandits")
    happens(case, 53)
    assert tracks(case, "vp-un", "vp-bandit-1", "vp-bandit-2", "vp-bandit-3") == (1, 1, 1, 1)


@pytest.mark.rule("somalia 4.0", "somalia 2.2c")
def test_of_us_helicopters_one_goes_home_and_of_helicopters_only_american_ones() -> None:
    case = table(us_heli_1="jilib", us_heli_2="jilib", us_inf_1="jilib", italy_heli="jilib")
    happens(case, 42, dice=[1], answers=["us-heli-2"])
    (question,) = case.people.asked
    assert list(question.options) == ["us-heli-1", "us-heli-2"]
    assert [at(case, unit) for unit in ("us-heli-1", "us-heli-2")] == ["jilib", "us-cup"]
    assert tracks(case, "vp-un") == (-3,)


@pytest.mark.rule("somalia 4.0")
@pytest.mark.parametrize(
    ("unit", "points"), [("us-inf-1", 2), ("korea", 2), ("militia-1", -2), ("base-1", -2)]
)
def test_a_president_is_met_by_a_un_unit(unit: str, points: int) -> None:
    case = table(pakistan="jilib").put(unit, "mogadishu-airport")
    happens(case, 61)
    assert tracks(case, "vp-un") == (points,)


@pytest.mark.rule("somalia 4.0")
def test_the_dust_settles_on_helicopters_on_the_map_alone() -> None:
    case = table(pink_1a="jilib")
    happens(case, 46)
    assert case.state.marked(DONE) == {}


@pytest.mark.rule("somalia 4.0", "somalia 8.41a")
def test_factions_of_a_feud_are_two_different_ones_and_each_player_picks_his_own() -> None:
    case = table(
        scenario="two-bandits", pink_1a="jilib", pink_2a="jilib", yellow_1a="guban", yellow_2a="guban"
    )
    happens(case, 63, dice=[2, 1], answers=[["yellow-2a"], ["pink-1a"]])  # yellow, then pink
    assert [question.side for question in case.people.asked] == ["bandit-2", "bandit-1"]
    assert (at(case, "pink-1a"), at(case, "yellow-2a")) == ("bandit-cup", "bandit-cup")
    assert (at(case, "pink-2a"), at(case, "yellow-1a")) == ("jilib", "guban")
