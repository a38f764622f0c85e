"""The War in Somalia 2006+: set-up, missions of one colour, foreign support, purchases, entry, victory."""

from typing import Any

import pytest

from domain.errors import BadData, IllegalOrder
from domain.events import PieceMoved
from tests.somalia.later import HIT, MISS, columns, modifiers, places, war
from tests.table import Table
from tests.words import words_of

MOGADISHU = ["north-mogadishu", "south-mogadishu", "mogadishu-airport", "mogadishu-port"]
START = {
    "hardiyo": "puntland-1",
    "bender-cassim": "puntland-2",
    "gaalkayo": "puntland-3",
    "ceel-huur": "puntland-4",
    "jawhar": "puntland-5",
}


def buying(side: str, points: int = 9, placed: dict[str, str] | None = None) -> Table:
    """A side buys in a Seasonal Interphase."""
    table = war(placed or {}, turn=6).phase("purchases", 6, side=side)
    return table.track(f"sp-{side}", points)


# --- set-up ------------------------------------------------------------------------------------------


def set_up(picks: list[int], leader: str = "mogadishu-port") -> Table:
    """picks: the partners for the Docks and Belet Huen, then pink units for the seven areas."""
    table = Table("somalia", "war-2006", dice="scripted")
    table.order("set-up", dice=picks, answers=[leader, "icu"])
    return table


@pytest.mark.rule("somalia war2006.setup.a", "somalia war2006.counters.a")
def test_one_ethiopian_brigade_is_in_baidoa_two_wait_across_the_border() -> None:
    table = set_up([1] * 9)
    assert places(table, "ethiopia-1", "ethiopia-2", "ethiopia-3", "ethiopia-mp-1", "ethiopia-mp-2") == [
        "baidoa",
        *["across-border"] * 2,
        *["us-cup"] * 2,
    ]
    green = [piece for piece in table.state.pieces.values() if piece.kind.data["faction"] == "green"]
    values = [(piece.value("firepower"), piece.value("contact")) for piece in green]
    assert values == [(5, 5)] * 3 + [(3, 5)] * 2


@pytest.mark.rule("somalia war2006.setup.b", "somalia war2006.counters.b")
def test_puntland_holds_five_areas_and_may_buy_two_units_more() -> None:
    table = set_up([1] * 9)
    assert places(table, *START.values()) == list(START)
    assert places(table, "puntland-6", "puntland-7") == ["un-cup", "un-cup"]
    strengths = [table.state.pieces[f"puntland-{n}"].value("firepower") for n in range(1, 8)]
    assert strengths == [3, 3, 3, 3, 3, 3, 4]


@pytest.mark.rule("somalia war2006.setup.c", "somalia war2006.counters.b")
def test_transitional_units_are_in_baidoa_and_baardhere_and_six_in_reserve() -> None:
    table = set_up([1] * 9)
    found = places(table, *(f"transitional-{number}" for number in range(1, 10)))
    assert found == ["baidoa", "baidoa", "baardhere", *["militia-box"] * 6]


@pytest.mark.rule("somalia war2006.setup.d")
def test_a_random_partner_is_in_the_docks_and_one_in_belet_huen() -> None:
    # Of thirty units of the other colours the eleventh is yellow-1a by the order of the counters.
    table = set_up([11, 1, *[1] * 7])
    partners = [
        (piece.id, piece.place)
        for piece in table.state.pieces.values()
        if piece.kind.data.get("faction") in ("orange", "yellow", "purple")
        and piece.place in ("mogadishu-port", "belet-huen")
    ]
    assert partners == [("orange-1a", "belet-huen"), ("yellow-1a", "mogadishu-port")]


@pytest.mark.rule("somalia war2006.setup.e", "somalia war2006.map.a")
def test_a_pink_unit_goes_to_each_area_in_play_that_ethiopia_does_not_hold() -> None:
    table = set_up([1] * 9)
    pink = [
        piece.place
        for piece in table.state.pieces.values()
        if piece.kind.data.get("faction") == "pink"
        and piece.kind.group == "gang"
        and piece.id != "pink-3a"
        and piece.place != "bandit-cup"
    ]
    assert sorted(pink) == sorted(["belet-huen", "jilib", "kismayu", *MOGADISHU])


@pytest.mark.rule("somalia war2006.setup.f", "somalia war2006.setup.g")
def test_the_leader_goes_where_the_icu_wants_and_the_strongest_unit_to_north_mogadishu() -> None:
    table = set_up([1] * 9, leader="south-mogadishu")
    assert places(table, "leader-pink", "pink-3a") == ["south-mogadishu", "north-mogadishu"]


@pytest.mark.rule("somalia war2006.setup.g")
def test_the_strongest_unit_stays_where_it_was_drawn() -> None:
    table = set_up([1, 1, 10, *[1] * 6])
    assert places(table, "pink-3a") == ["belet-huen"]


@pytest.mark.rule("somalia war2006.length.a")
def test_play_begins_in_december_2006_on_turn_3_which_ends_with_a_season() -> None:
    table = set_up([1] * 9)
    assert (table.state.turn, table.state.turn_name()) == (3, "3 (December 2006)")
    table.order("pass", side="icu")
    table.order("pass", side="ethiopia", dice=[6, 1], answers=["orange-1a"])
    assert (table.state.turn, table.state.phase, table.state.side) == (3, "purchases", "icu")


@pytest.mark.rule("somalia war2006.length.a")
def test_play_ends_after_turn_39() -> None:
    table = war({}, acting="ethiopia", turn=38)
    table.order("pass", side="ethiopia")
    assert (table.state.turn, table.state.verdict) == (39, None)
    table.order("pass", side="ethiopia")
    for side in ("icu", "ethiopia"):
        table.order("pass", side=side)
    table.order("pass", side="ethiopia")
    assert table.state.verdict is not None


# --- missions ----------------------------------------------------------------------------------------


@pytest.mark.rule("somalia war2006.map.a")
@pytest.mark.parametrize("zone", ["erigayo", "berbera", "guban"])
def test_somaliland_is_out_of_play(zone: str) -> None:
    table = war({"pink-1a": "kismayu"}, acting="ethiopia")
    with pytest.raises(IllegalOrder, match=f"{zone} may not be entered"):
        table.order("move", side="ethiopia", to=zone, units=["puntland-2"])


@pytest.mark.rule("somalia war2006.missions.a")
def test_either_side_raids_flushes_and_ambushes() -> None:
    table = war({"pink-2a": "jilib", "puntland-6": "kismayu", "pink-1a": "mogadishu-port"})
    events = table.order(
        "raid",
        side="icu",
        target="kismayu",
        units=["pink-2a"],
        dice=[*MISS, *MISS, *MISS, *MISS],
        answers=[["puntland-6"], "ethiopia"],
    )
    # The ambush by 3 and half of 2 in return, then the Raid by 2 and 3 in return.
    assert columns(events) == [3, 1, 2, 3]
    table.track("sp-ethiopia", 1)
    events = table.order(
        "flush",
        side="ethiopia",
        zone="kismayu",
        units=["ethiopia-1"],
        dice=[5, *HIT],
        answers=[[], "icu"] if table.state.mark_named("pink-2a", "done") is None else ["icu"],
    )
    assert columns(events) == [5]
    assert places(table, "pink-2a", "ethiopia-1") == ["bandit-cup", "kismayu"]


@pytest.mark.rule("somalia war2006.missions.a")
def test_both_sides_may_stand_in_an_area() -> None:
    table = war({"pink-1a": "jilib", "pink-1b": "kismayu", "puntland-6": "kismayu"})
    events = table.order("move", side="icu", to="kismayu", units=["pink-1a"], answers=[[], "icu"])
    assert (places(table, "pink-1a"), columns(events)) == (["kismayu"], [])


@pytest.mark.rule("somalia war2006.missions.b")
def test_units_of_two_colours_do_not_raid_together() -> None:
    table = war({"pink-1a": "jilib", "yellow-1a": "jilib"})
    with pytest.raises(IllegalOrder, match="Units of different colours"):
        table.order("raid", side="icu", target="baidoa", units=["pink-1a", "yellow-1a"])


@pytest.mark.rule("somalia war2006.missions.b")
def test_units_of_two_colours_do_not_ambush_together() -> None:
    table = war({"pink-1a": "jilib", "yellow-1a": "jilib"}, acting="ethiopia")
    with pytest.raises(BadData, match="different colours"):
        table.order(
            "move", side="ethiopia", to="jilib", units=["ethiopia-1"], answers=[["pink-1a", "yellow-1a"]]
        )


@pytest.mark.rule("somalia war2006.missions.c")
def test_ethiopians_may_be_held_to_flushes() -> None:
    placed = {"pink-1a": "jilib"}
    order: dict[str, Any] = {"side": "ethiopia", "target": "jilib", "units": ["ethiopia-1"]}
    strict = war(placed, acting="ethiopia", ethiopians_flush_only=True)
    with pytest.raises(IllegalOrder, match="Ethiopian infantry 1 cannot do that"):
        strict.order("raid", **order)
    war(placed, acting="ethiopia").order("raid", **order, dice=HIT, answers=[[]])


@pytest.mark.rule("somalia war2006.missions.c")
@pytest.mark.parametrize(("strict", "asked"), [(True, 0), (False, 1)])
def test_ethiopians_held_to_flushes_ambush_nobody(strict: bool, asked: int) -> None:
    table = war({"pink-1a": "jilib"}, ethiopians_flush_only=strict)
    for unit in ("transitional-1", "transitional-2"):
        table.put(unit, "militia-box")
    table.order("move", side="icu", to="baidoa", units=["pink-1a"], answers=[[]] * asked)
    assert (
        len([question for question in table.people.asked if "ambush" in words_of(question.text, "somalia")])
        == asked
    )


@pytest.mark.rule("somalia 6.22e")
def test_who_moves_far_goes_round_ambushes_and_is_ambushed_once_in_an_area() -> None:
    table = war({"pink-1a": "kismayu", "pink-1b": "kismayu", "transitional-3": "jilib"})
    table.order("move", side="icu", to="baardhere", units=["pink-1a"], answers=["icu"])
    assert places(table, "pink-1a") == ["baardhere"]
    table.order("move", side="icu", to="jilib", units=["pink-1b"], dice=HIT, answers=[["transitional-3"]])
    assert places(table, "pink-1b") == ["bandit-cup"]


@pytest.mark.rule("somalia 6.22a", "somalia 6.22e")
def test_who_lets_a_group_come_may_ambush_it_as_it_leaves_and_not_a_second_time() -> None:
    table = war({"pink-1a": "kismayu", "transitional-3": "jilib"})
    how = {"to": "baardhere", "units": ["pink-1a"], "via": ["jilib"]}
    table.order("move", side="icu", dice=HIT, answers=[[], ["transitional-3"]], **how)
    assert places(table, "pink-1a") == ["bandit-cup"]
    assert len(table.people.asked) == 2
    table = war({"pink-1a": "kismayu", "transitional-3": "jilib"})
    table.order("move", side="icu", dice=MISS, answers=[["transitional-3"]], **how)
    assert places(table, "pink-1a") == ["baardhere"]
    assert len(table.people.asked) == 1


@pytest.mark.rule("somalia 6.12c")
def test_the_mover_may_name_the_way() -> None:
    table = war({"pink-1a": "kismayu"})
    with pytest.raises(IllegalOrder, match="No way through"):
        table.order("move", side="icu", to="baardhere", units=["pink-1a"], via=["berbera"])
    table.order("move", side="icu", to="baardhere", units=["pink-1a"], via=["jilib"], answers=[[]])
    log = table.session.game.log
    moved = [event.to for event in log if isinstance(event, PieceMoved) and event.piece == "pink-1a"]
    assert moved[-2:] == ["jilib", "baardhere"]


# --- foreign support ---------------------------------------------------------------------------------


def supported(dice: list[int], answers: list[Any], **placed: str) -> tuple[Table, list[Any]]:
    """The ICU passes last in turn 6 with two partners on the map against one Ethiopian unit."""
    partners = {"yellow-1a": "jilib", "purple-1a": "kismayu"}
    table = war({**partners, **placed}, turn=6).mark("game", "passed", ["ethiopia"])
    events = table.order("pass", side="icu", dice=dice, answers=answers)
    return table, events


@pytest.mark.rule("somalia war2006.special.b")
def test_there_is_no_foreign_support_while_the_partners_are_not_more_than_the_ethiopians() -> None:
    table, _ = supported([], [], **{"ethiopia-2": "baidoa"})
    assert table.state.phase == "purchases"


@pytest.mark.rule("somalia war2006.special.b", "somalia war2006.special.c")
def test_a_partner_changes_sides_when_ethiopia_rolls_higher() -> None:
    table, _ = supported([5, 4], ["purple-1a"])
    assert places(table, "purple-1a", "transitional-4") == ["bandit-cup", "kismayu"]


@pytest.mark.rule("somalia war2006.special.d")
def test_a_yellow_unit_comes_when_the_rolls_are_equal() -> None:
    table, _ = supported([4, 4, 2], ["kismayu"])
    assert places(table, "yellow-1c") == ["kismayu"]


@pytest.mark.rule("somalia war2006.special.e")
def test_the_icu_gets_pink_units_worth_the_difference() -> None:
    table, _ = supported([2, 5], [["pink-1a", "pink-2a"], "kismayu", "jilib"])
    assert places(table, "pink-1a", "pink-2a") == ["kismayu", "jilib"]


@pytest.mark.rule("somalia war2006.special.e")
def test_the_icu_gets_no_more_than_the_difference() -> None:
    with pytest.raises(BadData, match="Which pink units"):
        supported([3, 5], [["pink-1a", "pink-2a"]])


# --- economics ---------------------------------------------------------------------------------------


@pytest.mark.rule("somalia war2006.economics.a")
def test_an_area_is_worth_a_point_to_who_controls_it_mogadishu_too() -> None:
    table = war({"pink-1a": "jilib", "pink-1b": "mogadishu-port", "pink-1c": "jawhar"}, turn=6)
    table.mark("game", "passed", ["ethiopia"]).order("pass", side="icu")
    assert (table.state.track("sp-icu"), table.state.track("sp-ethiopia")) == (2, 6)


@pytest.mark.rule("somalia war2006.economics.b")
def test_a_unit_costs_its_firepower() -> None:
    table = buying("ethiopia", 4)
    table.order("buy", unit="puntland-7", zone="hardiyo")
    assert (places(table, "puntland-7"), table.state.track("sp-ethiopia")) == (["hardiyo"], 0)
    with pytest.raises(IllegalOrder, match="militia 4 is no unit that Ethiopia and allies may buy"):
        table.order("buy", unit="transitional-4", zone="hardiyo")


@pytest.mark.rule("somalia war2006.economics.b")
def test_a_unit_comes_where_its_side_is_in_control() -> None:
    table = buying("ethiopia", placed={"pink-1a": "jawhar"})
    with pytest.raises(IllegalOrder, match="cannot be placed in jawhar"):
        table.order("buy", unit="transitional-4", zone="jawhar")


@pytest.mark.rule("somalia war2006.economics.b")
def test_the_icu_buys_yellow_partners_before_others() -> None:
    table = buying("icu", placed={"pink-1a": "jilib"})
    with pytest.raises(IllegalOrder, match="Orange gang 1a is no unit that Islamic Courts Union may buy"):
        table.order("buy", unit="orange-1a", zone="jilib")
    table.order("buy", unit="yellow-2a", zone="jilib")
    assert table.state.track("sp-icu") == 7


@pytest.mark.rule("somalia war2006.economics.c")
def test_an_ethiopian_unit_that_is_bought_waits_in_ethiopia() -> None:
    table = buying("ethiopia")
    with pytest.raises(IllegalOrder, match="cannot be placed in baidoa"):
        table.order("buy", unit="ethiopia-mp-1", zone="baidoa")
    table.order("buy", unit="ethiopia-mp-1", zone="across-border")
    assert (places(table, "ethiopia-mp-1"), table.state.track("sp-ethiopia")) == (["across-border"], 6)


@pytest.mark.rule("somalia war2006.economics.d")
@pytest.mark.parametrize(("die", "place"), [(3, "baidoa"), (4, "across-border")])
def test_an_ethiopian_unit_enters_for_a_point_on_an_odd_die_and_tries_once(die: int, place: str) -> None:
    table = buying("ethiopia", 2)
    table.order("pass", side="ethiopia")
    assert table.state.phase == "entry"
    table.order("enter", unit="ethiopia-2", dice=[die])
    assert (places(table, "ethiopia-2"), table.state.track("sp-ethiopia")) == ([place], 1)
    with pytest.raises(IllegalOrder, match="Ethiopian infantry 2 cannot try to enter"):
        table.order("enter", unit="ethiopia-2")


@pytest.mark.rule("somalia war2006.economics.d")
def test_nobody_enters_before_all_is_bought() -> None:
    table = buying("ethiopia", 2)
    with pytest.raises(IllegalOrder, match=r"war2006\.economics\.d"):
        table.order("enter", unit="ethiopia-2")


# --- victory -----------------------------------------------------------------------------------------

SOUTH = ["gaalkayo", "ceel-huur", "belet-huen", "jawhar", "baidoa", "baardhere", "jilib", "kismayu"]
GANGS = [
    *(
        f"{colour}-{strength}"
        for colour in ("pink", "yellow")
        for strength in ("1a", "1b", "1c", "1d", "1e", "2a", "2b")
    )
]
ETHIOPIANS = [
    *(f"ethiopia-{number}" for number in (1, 2, 3)),
    *(f"puntland-{number}" for number in range(1, 8)),
    *(f"transitional-{number}" for number in range(1, 10)),
]


def ended(ours: list[str], theirs: dict[str, str]) -> tuple[str, str]:
    """The verdict after turn 39, or at once, with the ICU in some areas and Ethiopian units where said."""
    gone = dict.fromkeys(ETHIOPIANS, "removed")
    placed = {**gone, **theirs, **dict(zip(GANGS, ours, strict=False))}
    table = war(placed, turn=38).phase("purchases", 39, side="ethiopia")
    table.order("pass", side="ethiopia")
    verdict = table.state.verdict
    assert verdict is not None
    return verdict.winner, words_of(verdict.reason, "somalia").split(":")[0]


@pytest.mark.rule("somalia war2006.victory.a")
def test_the_icu_wins_amazingly_with_every_area_in_play() -> None:
    everywhere = [*MOGADISHU, *SOUTH, "bender-cassim", "hardiyo"]
    assert ended(everywhere, {}) == ("icu", "an amazing victory")


@pytest.mark.rule("somalia war2006.victory.b", "somalia war2006.victory.c")
@pytest.mark.parametrize(
    ("ours", "theirs", "found"),
    [
        ([*MOGADISHU, *SOUTH], {"puntland-1": "hardiyo"}, ("icu", "a historical victory")),
        ([*MOGADISHU, *SOUTH], {"ethiopia-1": "hardiyo"}, ("ethiopia", "a victory")),
        ([*MOGADISHU, *SOUTH[1:]], {"transitional-1": "hardiyo"}, ("ethiopia", "a victory")),
    ],
)
def test_the_icu_needs_the_south_and_no_ethiopian_left(
    ours: list[str], theirs: dict[str, str], found: tuple[str, str]
) -> None:
    assert ended(ours, theirs) == found


@pytest.mark.rule("somalia war2006.victory.c")
@pytest.mark.parametrize(("more", "found"), [(4, "an amazing victory"), (3, "a victory")])
def test_ethiopia_wins_amazingly_with_mogadishu_and_four_other_areas(more: int, found: str) -> None:
    areas = [*MOGADISHU, *SOUTH[:more]]
    assert ended(["kismayu"], dict(zip(ETHIOPIANS, areas, strict=False))) == ("ethiopia", found)


@pytest.mark.rule("somalia war2006.special.a")
@pytest.mark.parametrize(("last", "over"), [("removed", True), ("baidoa", False)])
def test_the_game_ends_when_no_tan_or_green_unit_is_in_somalia(last: str, over: bool) -> None:
    gone = dict.fromkeys([*(f"transitional-{n}" for n in (1, 2, 3)), "ethiopia-2"], "removed")
    table = war({"pink-1a": "jilib", **gone, "ethiopia-1": last, "ethiopia-3": "across-border"})
    table.order("move", side="icu", to="kismayu", units=["pink-1a"])
    assert (table.state.verdict is not None) is over


@pytest.mark.rule("somalia war2006.special.a", "somalia war2006.missions.a")
def test_the_last_tan_unit_lost_in_a_raid_ends_the_game() -> None:
    gone = dict.fromkeys([*(f"transitional-{n}" for n in (1, 2)), "ethiopia-1"], "removed")
    table = war({"pink-2a": "jilib", **gone})
    table.order("raid", side="icu", target="baardhere", units=["pink-2a"], dice=HIT, answers=[[]])
    assert places(table, "transitional-3") == ["militia-box"]
    assert table.state.verdict is not None


@pytest.mark.rule("somalia 8.4a")
def test_the_pink_leader_helps_pink_units_alone() -> None:
    table = war({"yellow-2a": "jilib", "leader-pink": "jilib", "pink-1a": "kismayu"})
    events = table.order(
        "raid", side="icu", target="baardhere", units=["yellow-2a"], dice=HIT, answers=[[], "icu"]
    )
    assert modifiers(events) == []


# --- whole games -------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.21g", "somalia war2006.special.a")
@pytest.mark.parametrize("fires", [True, False])
def test_the_icu_may_hold_its_fire_at_the_last_tan_units(fires: bool) -> None:
    gone = dict.fromkeys(["transitional-2", "transitional-3", "ethiopia-1"], "removed")
    table = war({**gone, "transitional-1": "baidoa", "pink-3a": "baidoa"}, acting="ethiopia")
    table.order(
        "raid",
        side="ethiopia",
        target="baidoa",
        units=["transitional-1"],
        dice=[*MISS, *(HIT if fires else [])],
        answers=[fires, *([] if fires else ["icu"])],
    )
    assert (table.state.verdict is not None) is fires


@pytest.mark.rule("somalia 6.21g")
def test_return_fire_at_puntland_is_not_asked_for() -> None:
    table = war({"puntland-5": "baidoa", "pink-3a": "baidoa"}, acting="ethiopia")
    table.order(
        "raid", side="ethiopia", target="baidoa", units=["puntland-5"], dice=[*MISS, *HIT], answers=["icu"]
    )
    assert places(table, "puntland-5") == ["un-cup"]
