"""Islamic Courts Union 2006: set-up, missions, combat on entry, conversion, economics, victory."""

from typing import Any

import pytest

from adjudication.systems.somalia.later.conversion import weakest
from domain.errors import IllegalOrder
from domain.events import Picked
from tests.somalia.later import CRITICAL, HIT, MISS, TWO, columns, courts, modifiers, places
from tests.table import Table
from tests.words import words_of

SPARE = {"purple-1a": "kismayu"}
"""A unit that has still to act, so that the phase goes on."""


def buying(placed: dict[str, str], side: str = "icu", points: int = 9, turn: int = 3) -> Table:
    """A side buys in a Seasonal Interphase."""
    table = courts(placed, turn=turn).phase("purchases", turn, side=side)
    return table.track(f"sp-{side}", points)


# --- set-up ------------------------------------------------------------------------------------------


def set_up() -> Table:
    """Transitional units in both halves of Mogadishu and in Gaalkayo; three are left over."""
    table = Table("somalia", "courts-2006", dice="scripted")
    table.order(
        "set-up",
        dice=[5, 6, 1, 4, 5, *[1] * 7, *[1] * 5, 9, 8, *[1] * 4, *[1] * 3, 1, 1],
        answers=[
            "baardhere",
            *["gaalkayo", "gaalkayo", "jawhar", "jawhar"],
            *["north-mogadishu", "belet-huen", "north-mogadishu"],
            "icu",
        ],
    )
    return table


@pytest.mark.rule("somalia icu2006.setup.a", "somalia icu2006.counters.a")
def test_transitional_units_are_diced_for_and_the_rest_go_to_port_and_airport_in_turn() -> None:
    table = set_up()
    assert places(table, *(f"transitional-{number}" for number in range(1, 7))) == [
        "north-mogadishu",
        "south-mogadishu",
        "gaalkayo",
        "mogadishu-port",
        "mogadishu-airport",
        "mogadishu-port",
    ]


@pytest.mark.rule("somalia icu2006.setup.b", "somalia icu2006.counters.a")
def test_the_icu_starts_with_three_units_in_jilib_and_two_in_south_mogadishu() -> None:
    table = set_up()
    brown = [piece for piece in table.state.pieces.values() if piece.side == "icu"]
    assert [piece.id for piece in brown if piece.place == "jilib"] == ["icu-1a", "icu-1b", "icu-1c"]
    assert [piece.id for piece in brown if piece.place == "south-mogadishu"] == ["icu-1d", "icu-2a"]
    assert {piece.kind.data["faction"] for piece in brown} == {"brown"}


@pytest.mark.rule(
    "somalia icu2006.setup.c",
    "somalia icu2006.setup.d",
    "somalia icu2006.setup.e",
    "somalia icu2006.setup.f",
    "somalia icu2006.setup.g",
)
def test_the_factions_start_with_units_of_strength_1_and_2_in_their_areas() -> None:
    table = set_up()
    # Of nine pink units of strength 1 and 2 the ninth, then of eight the eighth.
    assert places(table, "pink-2d", "pink-2c", "leader-pink") == ["baidoa", "baardhere", "baardhere"]
    assert places(table, "orange-1a", "orange-1b", "orange-1c", "orange-1d") == [
        *["gaalkayo"] * 2,
        *["jawhar"] * 2,
    ]
    assert places(table, "yellow-1a", "yellow-1b", "yellow-1c") == [
        "north-mogadishu",
        "belet-huen",
        "north-mogadishu",
    ]
    assert places(table, "purple-1a", "purple-1b") == ["kismayu", "kismayu"]


@pytest.mark.rule("somalia icu2006.setup.h", "somalia icu2006.economics.a")
def test_each_force_starts_with_its_income_mogadishu_counting_twice_transitional_units_not_at_all() -> None:
    table = set_up()
    points = {side: table.state.track(f"sp-{side}") for side in table.state.sides}
    assert points == {"icu": 3, "pink": 2, "orange": 2, "yellow": 3, "purple": 1, "transitional": 4}


@pytest.mark.rule("somalia icu2006.length.a")
def test_play_begins_in_june_on_turn_2() -> None:
    table = set_up()
    assert (table.state.turn, table.state.turn_name()) == (2, "2 (June 2006)")


@pytest.mark.rule("somalia icu2006.length.a")
def test_play_ends_after_turn_8() -> None:
    table = courts({"icu-1a": "jilib"}, turn=7)
    table.order("pass", side="icu")
    assert (table.state.turn, table.state.verdict) == (8, None)
    table.order("pass", side="icu")
    assert table.state.verdict is not None


@pytest.mark.rule("somalia icu2006.length.a")
@pytest.mark.parametrize(("turn", "phase"), [(2, "missions"), (3, "purchases"), (6, "purchases")])
def test_seasons_end_on_turns_3_and_6(turn: int, phase: str) -> None:
    table = courts({"icu-1a": "jilib"}, turn=turn)
    table.order("pass", side="icu", dice=[1, 1] if phase == "purchases" else [])
    assert table.state.phase == phase


# --- missions ----------------------------------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.map.a")
def test_the_north_is_out_of_play() -> None:
    table = courts({"icu-1a": "gaalkayo"})
    with pytest.raises(IllegalOrder, match="hardiyo may not be entered"):
        table.order("move", side="icu", to="hardiyo", units=["icu-1a"])


@pytest.mark.rule("somalia icu2006.missions.a", "somalia 6.21b", "somalia 6.21c", "somalia 6.21g")
def test_a_warlord_raids_the_icu_next_door_and_is_fired_at() -> None:
    table = courts({"pink-2a": "baidoa", "icu-2a": "jilib", "icu-1a": "kismayu"}, acting="pink")
    events = table.order(
        "raid", side="pink", target="jilib", units=["pink-2a"], dice=[*MISS, *HIT], answers=[[]]
    )
    assert columns(events) == [2, 2]
    assert places(table, "pink-2a", "icu-2a") == ["bandit-cup", "jilib"]


@pytest.mark.rule("somalia icu2006.missions.a", "somalia 6.21b")
def test_nobody_raids_from_two_areas_away() -> None:
    table = courts({"pink-2a": "belet-huen", "icu-2a": "jilib"}, acting="pink")
    with pytest.raises(IllegalOrder, match="Pink gang 2a cannot do that in jilib"):
        table.order("raid", side="pink", target="jilib", units=["pink-2a"])


@pytest.mark.rule("somalia icu2006.missions.a", "somalia 6.12a", "somalia 6.12e")
@pytest.mark.parametrize(("die", "fires"), [(2, [2]), (3, [])])
def test_a_flush_costs_supply_and_finds_with_firepower_in_the_place_of_a_contact_number(
    die: int, fires: list[int]
) -> None:
    table = courts({"icu-2a": "jilib", "pink-1a": "kismayu", **{"orange-1a": "jawhar"}}).track("sp-icu", 1)
    events = table.order(
        "flush",
        side="icu",
        zone="kismayu",
        units=["icu-2a"],
        dice=[die, *(HIT if fires else [])],
        answers=[[], *([] if fires else ["orange"])],
    )
    assert columns(events) == fires
    assert table.state.track("sp-icu") == 0
    assert places(table, "icu-2a", "pink-1a") == (
        ["kismayu", "bandit-cup"] if fires else ["jilib", "kismayu"]
    )


@pytest.mark.rule("somalia icu2006.missions.a", "somalia 6.12a")
def test_a_flush_without_supply_is_refused() -> None:
    table = courts({"icu-2a": "jilib", "pink-1a": "kismayu"})
    with pytest.raises(IllegalOrder, match="1 Supply Point for each unit"):
        table.order("flush", side="icu", zone="kismayu", units=["icu-2a"])


@pytest.mark.rule("somalia icu2006.missions.a", "somalia 6.12e")
def test_rough_terrain_and_a_leader_hide_the_enemy() -> None:
    table = courts({"icu-3a": "jilib", "pink-1a": "baidoa", "leader-pink": "baidoa", **SPARE})
    events = table.track("sp-icu", 1).order(
        "flush", side="icu", zone="baidoa", units=["icu-3a"], dice=[2], answers=[[], "purple"]
    )
    assert modifiers(events) == [("rough terrain", 1), ("Leader in the Zone", 1)]
    assert columns(events) == []


@pytest.mark.rule("somalia icu2006.missions.a", "somalia 6.22b", "somalia 6.22d")
def test_warlords_ambush_who_comes_and_are_fired_at_with_half_the_firepower() -> None:
    table = courts({"icu-3a": "jilib", "icu-2a": "jilib", "pink-2a": "kismayu", "pink-2b": "kismayu"})
    table.put("orange-1a", "jawhar")
    events = table.order(
        "move",
        side="icu",
        to="kismayu",
        units=["icu-2a", "icu-3a"],
        dice=[*HIT, *HIT, *MISS, *MISS],
        answers=[["pink-2a", "pink-2b"], ["icu-2a"], ["pink-2a"]],
    )
    # The ambush by 4, half of 3 in return; then the ICU with 3 against the 2 that are left.
    assert columns(events) == [4, 1, 3, 2]
    assert places(table, "icu-3a", "icu-2a") == ["jilib", "brown-box"]
    assert table.state.mark_named("pink-2b", "done") is True


@pytest.mark.rule("somalia 8.4a", "somalia 8.4b")
def test_a_leader_helps_his_units_and_dies_with_the_last_of_them() -> None:
    table = courts({"pink-1a": "baidoa", "leader-pink": "baidoa", "icu-2a": "jilib"}, acting="pink")
    table.put("icu-1a", "kismayu")
    events = table.order(
        "raid",
        side="pink",
        target="jilib",
        units=["pink-1a", "leader-pink"],
        dice=[*MISS, *HIT],
        answers=[[]],
    )
    assert modifiers(events) == [("Leader", 1)]
    assert places(table, "pink-1a", "leader-pink") == ["bandit-cup", "removed"]


@pytest.mark.rule("somalia 6.21j")
def test_nobody_is_raided_twice_in_a_turn() -> None:
    table = courts({"icu-1a": "jilib", "icu-1b": "jilib", "pink-2a": "kismayu", "orange-1a": "jawhar"})
    table.order(
        "raid",
        side="icu",
        target="kismayu",
        units=["icu-1a"],
        dice=[*MISS, *MISS],
        answers=[[], "icu"],
    )
    with pytest.raises(IllegalOrder, match="Nobody in kismayu can be raided"):
        table.order("raid", side="icu", target="kismayu", units=["icu-1b"])


@pytest.mark.rule("somalia 6.0a", "somalia 6.0b")
def test_the_icu_says_who_acts_and_the_phase_ends_when_all_have_passed() -> None:
    table = courts({"icu-1a": "jilib", "pink-1a": "baidoa", "orange-1a": "jawhar"})
    table.order("pass", side="icu", answers=["orange"])
    with pytest.raises(IllegalOrder, match="Pink faction cannot act now"):
        table.order("pass", side="pink")
    table.order("pass", side="orange", answers=["pink"])
    table.order("pass", side="pink", answers=["icu"])
    assert (table.state.turn, table.state.phase) == (3, "missions")


@pytest.mark.rule("somalia 6.0a", "somalia icu2006.intro.b")
def test_the_icu_may_name_a_side_once_more_that_has_just_passed() -> None:
    table = courts({"icu-1a": "jilib", "pink-1a": "baidoa"})
    table.mark("game", "to act", "pink").order("pass", side="pink", answers=["pink"])
    assert table.people.asked[-1].options == ("icu", "pink")
    table.order("pass", side="pink")
    assert table.state.mark_named("game", "to act") == "icu"


# --- Transitional areas, co-existence ----------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.special.a")
@pytest.mark.parametrize("turn", [6, 7])
def test_the_icu_enters_a_transitional_area_from_turn_7_on(turn: int) -> None:
    table = courts({"icu-1a": "jilib", "transitional-1": "kismayu", "pink-1a": "baidoa"}, turn=turn)
    if turn < 7:
        with pytest.raises(IllegalOrder, match=r"icu2006\.special\.a"):
            table.order("move", side="icu", to="kismayu", units=["icu-1a"])
    else:
        table.order("move", side="icu", to="kismayu", units=["icu-1a"])
        assert places(table, "icu-1a") == ["kismayu"]


@pytest.mark.rule("somalia icu2006.special.a")
def test_a_warlord_enters_a_transitional_area_at_any_time_without_a_fight() -> None:
    table = courts({"icu-1a": "jilib", "transitional-1": "kismayu", "pink-1a": "baidoa"}, acting="pink")
    events = table.order("move", side="pink", to="kismayu", units=["pink-1a"], answers=[])
    assert (places(table, "pink-1a"), columns(events)) == (["kismayu"], [])


def reaction(die: int, fire: list[int], answers: list[Any]) -> tuple[Table, list[Any]]:
    """An ICU unit of strength 1 raids a pink one of strength 2 beside a Transitional unit of strength 3."""
    placed = {"icu-1a": "jilib", "pink-2a": "kismayu", "transitional-1": "kismayu", "orange-1a": "jawhar"}
    table = courts(placed)
    events = table.order(
        "raid", side="icu", target="kismayu", units=["icu-1a"], dice=[die, *fire], answers=[[], *answers]
    )
    return table, columns(events)


@pytest.mark.rule("somalia icu2006.special.b")
@pytest.mark.parametrize(
    ("die", "fire", "fired"),
    [
        (3, [*MISS, *MISS], [1, 2]),
        (5, [*MISS, *MISS], [4, 2]),
        (6, [*MISS, *MISS], [1, 5]),
    ],
)
def test_transitional_units_stay_out_help_the_icu_or_help_the_warlord(
    die: int, fire: list[int], fired: list[int]
) -> None:
    _, columns_found = reaction(die, fire, ["orange"])
    assert columns_found == fired


@pytest.mark.rule("somalia icu2006.special.b")
def test_transitional_units_attack_the_warlord_before_the_fight() -> None:
    table, fired = reaction(4, HIT, [])
    assert fired == [3]
    assert places(table, "pink-2a", "icu-1a") == ["bandit-cup", "kismayu"]


@pytest.mark.rule("somalia icu2006.special.c")
@pytest.mark.parametrize(
    ("fire", "found"),
    [([*MISS, *MISS], ["jilib", "kismayu"]), (HIT, ["kismayu", "bandit-cup"])],
)
def test_entry_means_a_fight_and_whoever_came_goes_back_if_both_are_left(
    fire: list[int], found: list[str]
) -> None:
    table = courts({"icu-1a": "jilib", "pink-1a": "kismayu", "orange-1a": "jawhar"})
    answers = [[], *(["orange"] if fire != HIT else [])]
    table.order("move", side="icu", to="kismayu", units=["icu-1a"], dice=fire, answers=answers)
    assert places(table, "icu-1a", "pink-1a") == found


@pytest.mark.rule("somalia icu2006.special.c", "somalia 6.23a")
def test_nobody_moves_through_another_faction() -> None:
    table = courts({"icu-1a": "kismayu", "pink-1a": "jilib", "orange-1a": "baardhere"})
    with pytest.raises(IllegalOrder, match="ICU unit 1a cannot do that in baidoa"):
        table.order("move", side="icu", to="baidoa", units=["icu-1a"])


@pytest.mark.rule("somalia icu2006.special.c")
def test_two_warlord_factions_fight_as_well() -> None:
    table = courts({"pink-1a": "baidoa", "orange-1a": "jawhar", "icu-1a": "kismayu"}, acting="pink")
    events = table.order("move", side="pink", to="jawhar", units=["pink-1a"], dice=HIT, answers=[[]])
    assert (columns(events), places(table, "orange-1a")) == ([1], ["bandit-cup"])


# --- conversion --------------------------------------------------------------------------------------


def converted(answers: list[Any], dice: list[int], *elsewhere: str) -> Table:
    """Two ICU units enter Kismayu against two pink ones with a critical result, which also eliminates one.
    elsewhere: ICU units that are on the map besides."""
    placed = {"icu-1a": "jilib", "icu-1b": "jilib", "pink-1a": "kismayu", "pink-2a": "kismayu"}
    table = courts({**placed, "orange-1a": "jawhar", **dict.fromkeys(elsewhere, "belet-huen")})
    table.track("sp-icu", 1).track("sp-pink", 1)
    table.order(
        "move",
        side="icu",
        to="kismayu",
        units=["icu-1a", "icu-1b"],
        dice=[*CRITICAL, *dice],
        answers=[[], *answers],
    )
    return table


@pytest.mark.rule("somalia icu2006.special.e", "somalia icu2006.special.f")
def test_a_warlord_unit_that_the_icu_does_not_pay_for_may_be_bought_again() -> None:
    table = converted(["pink-2a", False], [])
    assert places(table, "pink-2a", "pink-1a") == ["bandit-cup", "bandit-cup"]
    assert table.state.track("sp-icu") == 1


@pytest.mark.rule("somalia icu2006.special.g", "somalia icu2006.counters.b")
def test_a_unit_that_only_the_icu_pays_for_is_replaced_and_out_of_the_game() -> None:
    table = converted(["pink-2a", True, False, "orange"], [5])
    assert places(table, "pink-2a", "icu-2c") == ["removed", "kismayu"]
    assert (table.state.track("sp-icu"), table.state.track("sp-pink")) == (0, 1)


@pytest.mark.rule("somalia icu2006.counters.b", "somalia icu2006.special.e")
def test_without_a_free_icu_unit_nothing_is_converted() -> None:
    others = [*(f"icu-1{x}" for x in "cd"), *(f"icu-2{x}" for x in "abcdef"), "icu-3a", "icu-3b"]
    table = converted(["pink-2a", "icu"], [], *others)
    assert places(table, "pink-2a") == ["bandit-cup"]
    assert table.state.track("sp-icu") == 1


@pytest.mark.rule("somalia icu2006.special.h", "somalia icu2006.special.e")
@pytest.mark.parametrize(
    ("dice", "answers", "left"),
    [
        ([3], [], ["bandit-cup", "bandit-cup", "kismayu"]),
        ([4, 2], ["orange"], ["bandit-cup", "kismayu", "jilib"]),
        ([6], ["icu-1a"], ["bandit-cup", "bandit-cup", "brown-box"]),
    ],
)
def test_when_both_pay_a_die_says_what_becomes_of_the_unit(
    dice: list[int], answers: list[Any], left: list[str]
) -> None:
    table = converted(["pink-2a", True, True, *answers], dice)
    assert [table.state.track("sp-icu"), table.state.track("sp-pink")] == [0, 0]
    assert places(table, "pink-2a", "pink-1c", "icu-1a") == left


@pytest.mark.rule("somalia icu2006.special.h")
def test_a_unit_is_exchanged_for_one_of_its_faction_and_for_another_s_where_that_has_none_free() -> None:
    table = converted(["pink-2a", True, True, "orange"], [5, 1])
    (pick,) = [event for event in table.session.game.log if isinstance(event, Picked)]
    assert {table.state.pieces[str(unit)].side for unit in pick.options} == {"pink"}
    weak = [id for id in table.state.pieces if id.startswith("pink-1")]
    table = courts(dict.fromkeys(weak, "gaalkayo"))
    others = [table.state.pieces[unit] for unit in weakest(table.state, "pink")]
    assert {piece.side for piece in others} == {"orange", "yellow", "purple"}
    assert {piece.value("firepower") for piece in others} == {1}


# --- economics ---------------------------------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.economics.a", "somalia icu2006.economics.f")
def test_income_is_a_point_for_an_area_and_two_in_mogadishu() -> None:
    table = courts(
        {
            "icu-1a": "south-mogadishu",
            "transitional-1": "south-mogadishu",
            "pink-1a": "baidoa",
            "transitional-2": "kismayu",
        },
        turn=3,
    )
    table.order("pass", side="icu")
    table.order("pass", side="pink", dice=[1, 1])
    points = [table.state.track(f"sp-{side}") for side in ("icu", "pink", "transitional")]
    assert points == [2, 1, 1]


@pytest.mark.rule("somalia icu2006.economics.b", "somalia icu2006.special.d")
def test_a_warlord_buys_a_unit_of_strength_1_or_2_for_three_points_of_its_own() -> None:
    table = buying({"pink-1a": "baidoa", "orange-1a": "jawhar"}, "pink", points=3)
    table.order("buy", zone="baidoa", dice=[8])
    assert places(table, "pink-2d", "pink-3a") == ["baidoa", "bandit-cup"]
    table.track("sp-orange", 9)
    with pytest.raises(IllegalOrder, match=r"No unit is free that .* can pay"):
        table.order("buy", zone="baidoa")


@pytest.mark.rule("somalia icu2006.economics.b")
def test_units_come_where_their_faction_is_alone() -> None:
    table = buying({"pink-1a": "baidoa", "orange-1a": "jawhar"}, "pink")
    with pytest.raises(IllegalOrder, match="cannot be placed in jawhar"):
        table.order("buy", zone="jawhar")


@pytest.mark.rule("somalia icu2006.economics.c", "somalia icu2006.counters.b")
def test_a_unit_is_upgraded_to_the_strength_3_counter_once() -> None:
    table = buying({"pink-1a": "baidoa", "pink-1b": "baidoa"}, "pink", points=5)
    table.order("upgrade", unit="pink-1a")
    assert places(table, "pink-1a", "pink-3a") == ["bandit-cup", "baidoa"]
    assert table.state.track("sp-pink") == 3
    with pytest.raises(IllegalOrder, match="Pink gang 1b cannot be upgraded"):
        table.order("upgrade", unit="pink-1b")


@pytest.mark.rule("somalia icu2006.economics.d", "somalia icu2006.counters.b")
def test_the_icu_buys_a_unit_drawn_at_random_for_two_points() -> None:
    table = buying({"icu-1a": "jilib"}, points=3)
    table.order("buy", zone="jilib", dice=[11])
    assert places(table, "icu-3b") == ["jilib"]
    assert table.state.track("sp-icu") == 1
    with pytest.raises(IllegalOrder, match=r"No unit is free that .* can pay"):
        table.order("buy", zone="jilib")


@pytest.mark.rule("somalia icu2006.economics.e")
def test_the_transitional_government_grows_by_two_on_an_even_die_with_base_counters_at_last() -> None:
    placed = {f"transitional-{number}": "gaalkayo" for number in range(1, 6)}
    table = courts({"icu-1a": "jilib", **placed}, turn=3)
    table.order("pass", side="icu", dice=[2])
    assert places(table, "transitional-6", "reserve-1", "reserve-2") == ["gaalkayo", "gaalkayo", "markers"]


@pytest.mark.rule("somalia icu2006.economics.e")
def test_on_an_odd_die_it_grows_by_one_in_mogadishu_where_it_has_nothing() -> None:
    table = courts({"icu-1a": "jilib"}, turn=3)
    table.order("pass", side="icu", dice=[5, 3])
    assert places(table, "transitional-1", "transitional-2") == ["mogadishu-airport", "un-cup"]


@pytest.mark.rule("somalia icu2006.economics.f", "somalia 6.21f")
def test_a_raid_takes_supply_points_of_the_transitional_government() -> None:
    table = courts({"icu-1a": "jilib", "transitional-1": "jilib", "pink-1a": "baidoa"})
    table.track("sp-transitional", 5)
    table.order("raid", side="icu", target="jilib", units=["icu-1a"], dice=[*TWO, *MISS], answers=[2])
    assert (table.state.track("sp-transitional"), table.state.track("sp-icu")) == (3, 2)
    assert places(table, "transitional-1") == ["jilib"]


@pytest.mark.rule("somalia icu2006.economics.f")
def test_the_transitional_government_buys_nothing() -> None:
    table = buying({"icu-1a": "jilib", "transitional-1": "gaalkayo"}).track("sp-transitional", 9)
    with pytest.raises(IllegalOrder, match="not the turn of Transitional Government"):
        table.order("buy", side="transitional", zone="gaalkayo")


# --- victory -----------------------------------------------------------------------------------------

MOGADISHU = ["north-mogadishu", "south-mogadishu", "mogadishu-airport", "mogadishu-port"]
ELSEWHERE = ["gaalkayo", "ceel-huur", "belet-huen", "jawhar", "baidoa", "baardhere", "jilib", "kismayu"]
UNITS = [*(f"icu-1{x}" for x in "abcd"), *(f"icu-2{x}" for x in "abcdef"), "icu-3a", "icu-3b"]
GANGS = [*(f"pink-1{x}" for x in "abcde"), *(f"pink-2{x}" for x in "abcd")]


def judged(ours: list[str], theirs: list[str]) -> tuple[str, str]:
    """Who wins after turn 8 when the ICU holds some areas and the pink faction others."""
    placed = {**dict(zip(UNITS, ours, strict=False)), **dict(zip(GANGS, theirs, strict=False))}
    table = courts(placed, turn=8)
    for side in ("icu", "pink"):
        if table.state.verdict is None and side in {piece.side for piece in on_map(table)}:
            table.mark("game", "to act", side)
            table.order("pass", side=side)
    verdict = table.state.verdict
    assert verdict is not None
    return verdict.winner, words_of(verdict.reason, "somalia").split(":")[0]


def on_map(table: Table) -> list[Any]:
    return [piece for piece in table.state.pieces.values() if piece.place in (*MOGADISHU, *ELSEWHERE)]


@pytest.mark.rule("somalia icu2006.victory.a")
def test_the_icu_wins_amazingly_with_every_area() -> None:
    assert judged([*MOGADISHU, *ELSEWHERE], []) == ("icu", "an amazing victory")


@pytest.mark.rule("somalia icu2006.victory.a", "somalia icu2006.victory.b")
@pytest.mark.parametrize(
    ("ours", "found"),
    [
        ([*MOGADISHU, *ELSEWHERE[:5]], ("icu", "a historical victory")),
        ([*MOGADISHU, *ELSEWHERE[:4]], ("pink", "a victory of the Warlords")),
        ([*MOGADISHU[:3], *ELSEWHERE[:6]], ("pink", "a victory of the Warlords")),
    ],
)
def test_the_icu_needs_mogadishu_and_five_other_areas(ours: list[str], found: tuple[str, str]) -> None:
    assert judged(ours, []) == found


@pytest.mark.rule("somalia icu2006.victory.b")
@pytest.mark.parametrize(
    ("theirs", "found"),
    [
        ([*MOGADISHU, *ELSEWHERE[:4]], "an amazing victory of the Warlords"),
        ([*MOGADISHU, *ELSEWHERE[:3]], "a victory of the Warlords"),
    ],
)
def test_the_warlords_win_amazingly_with_mogadishu_and_four_other_areas(
    theirs: list[str], found: str
) -> None:
    assert judged(["kismayu"], theirs) == ("pink", found)


# --- whole games -------------------------------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.missions.a")
def test_nobody_is_carried_to_a_flush() -> None:
    table = courts({"icu-3a": "jilib", "pink-1a": "kismayu"}).track("sp-icu", 3)
    with pytest.raises(IllegalOrder, match="no Helicopters"):
        table.order("flush", side="icu", zone="kismayu", units=["icu-3a"], apart=["icu-3a"])


@pytest.mark.rule("somalia 6.12c")
def test_a_way_that_leads_nowhere_is_refused() -> None:
    table = courts({"icu-3a": "jilib", "icu-1a": "baidoa"})
    with pytest.raises(IllegalOrder, match="do not start together"):
        table.order("move", side="icu", to="jawhar", units=["icu-3a", "icu-1a"], via=["baidoa"])
    with pytest.raises(IllegalOrder, match="No way through guban leads to jawhar"):
        table.order("move", side="icu", to="jawhar", units=["icu-3a"], via=["guban"])
