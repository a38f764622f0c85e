"""Missions of the later scenarios: who may go where, ambushes on the way, fights, and what is listed."""

from typing import Any

import pytest

from adjudication.systems.somalia.later import missions, units
from adjudication.systems.somalia.later.marching import ways
from domain.errors import IllegalOrder
from domain.events import PieceMoved
from domain.texts import code_of
from tests.somalia.field import dice, listed
from tests.somalia.later import CRITICAL, HIT, MISS, TWO, columns, courts, modifiers, places, war
from tests.table import Table

SPARE = {"yellow-1e": "gaalkayo"}
"""A unit that has still to act, so that the phase goes on."""


def asked(case: Table) -> list[tuple[str, str]]:
    """Who was asked, and what."""
    return [(question.side, code_of(question.text)) for question in case.people.asked]


def suggested(case: Table, code: str) -> Any:
    """What was suggested where that was asked last."""
    return next(
        question for question in reversed(case.people.asked) if code_of(question.text) == code
    ).suggested[0]


AMBUSH, LOSE, STEAL, NEXT = (
    "units that ambush",
    "units that are eliminated",
    "Supply Points that are taken",
    "who conducts the next mission",
)


# --- who acts (6.0) ------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.0a", "somalia 6.0b", "somalia icu2006.players.a")
def test_all_who_can_act_are_named_and_the_last_of_them_is_suggested() -> None:
    case = courts({"icu-1a": "jilib", "icu-1b": "jilib", "pink-1a": "baidoa", "purple-1a": "kismayu"})
    case.put("leader-pink", "baidoa").put("transitional-1", "gaalkayo").mark("pink-1a", "done")
    case.order("move", side="icu", to="south-mogadishu", units=["icu-1a"], answers=["purple"])
    (question,) = case.people.asked
    assert (question.side, question.options, question.suggested) == ("icu", ("icu", "purple"), ("purple",))
    assert case.state.mark_named("game", "to act") == "purple"


@pytest.mark.rule("somalia 6.0b")
def test_passes_are_kept_in_turn_and_forgotten_after_a_mission() -> None:
    case = courts({"icu-1a": "jilib", "pink-1a": "baidoa", "purple-1a": "kismayu"})
    case.order("pass", side="icu", answers=["pink"])
    assert case.state.mark_named("game", "passed") == ["icu"]
    case.order("pass", side="pink", answers=["purple"])
    assert case.state.mark_named("game", "passed") == ["icu", "pink"]
    case.order("move", side="purple", to="baardhere", units=["purple-1a"], answers=["icu"])
    assert case.state.mark_named("game", "passed") is None
    assert case.people.asked[-1].options == ("icu", "pink")


@pytest.mark.rule("somalia 6.0b", "somalia 3.0c")
def test_when_nobody_is_left_the_next_turn_begins_with_nobody_s_pass() -> None:
    case = courts({"icu-1a": "jilib"}, turn=4)
    case.order("pass", side="icu")
    assert (case.state.turn, case.state.phase, case.state.mark_named("game", "to act")) == (
        5,
        "missions",
        "icu",
    )
    assert case.state.mark_named("game", "passed") is None


@pytest.mark.rule("somalia 6.0b", "somalia 6.0c")
def test_leaders_alone_keep_no_phase_open() -> None:
    case = courts({"pink-1a": "baidoa", "leader-pink": "baidoa", "icu-1a": "jilib"}, acting="pink", turn=4)
    case.mark("icu-1a", "done")
    case.order("move", side="pink", to="baardhere", units=["pink-1a"])
    assert case.state.turn == 5


@pytest.mark.rule("somalia 3.0c", "somalia icu2006.length.a")
def test_turns_in_which_nobody_has_a_unit_go_by() -> None:
    case = courts({"icu-1a": "jilib"}, turn=4)
    case.order("move", side="icu", to="kismayu", units=["icu-1a"])
    assert case.state.turn == 5
    case.put("icu-1a", "brown-box").mark("game", "to act", "icu").order("pass", side="icu", dice=[1, 1])
    assert (case.state.turn, case.state.phase) == (6, "purchases")


# --- where a side may go -------------------------------------------------------------------------------


@pytest.mark.rule("somalia icu2006.special.a", "somalia icu2006.map.a")
@pytest.mark.parametrize(
    ("side", "turn", "zone", "shut"),
    [
        ("icu", 6, "kismayu", True),  # Transitional units alone
        ("icu", 7, "kismayu", False),
        ("icu", 8, "kismayu", False),
        ("pink", 2, "kismayu", False),
        ("icu", 2, "baidoa", False),  # a Warlord unit beside them
        ("icu", 2, "jilib", False),  # its own beside them
        ("icu", 2, "jawhar", False),  # nobody
        ("icu", 8, "guban", True),
        ("pink", 8, "hardiyo", True),
    ],
)
def test_areas_that_are_closed(side: str, turn: int, zone: str, shut: bool) -> None:
    placed = {"transitional-1": "kismayu", "transitional-2": "baidoa", "pink-1a": "baidoa"}
    case = courts({**placed, "transitional-3": "jilib", "icu-1a": "jilib"}, turn=turn)
    assert units.closed(case.state, side, zone) is shut


@pytest.mark.rule("somalia icu2006.special.a", "somalia war2006.map.a")
def test_nothing_but_somaliland_is_closed_in_2006_and_after() -> None:
    case = war({}, turn=4)
    assert [zone for zone in case.state.board.spaces if units.closed(case.state, "icu", zone)][:3] == [
        "guban",
        "berbera",
        "erigayo",
    ]
    assert not units.closed(case.state, "icu", "baidoa")


@pytest.mark.rule("somalia icu2006.special.c", "somalia icu2006.special.d")
def test_every_other_faction_is_an_enemy_in_2006_and_the_transitional_units_are_none() -> None:
    state = courts({}).state
    assert units.enemies(state, "pink") == ("icu", "orange", "yellow", "purple")
    assert units.enemies(state, "icu") == ("pink", "orange", "yellow", "purple")
    assert units.warlords(state) == ("pink", "orange", "yellow", "purple")
    later = war({}).state
    assert (units.enemies(later, "icu"), units.enemies(later, "ethiopia")) == (("ethiopia",), ("icu",))
    assert units.warlords(later) == ()


@pytest.mark.rule("somalia icu2006.special.c")
def test_who_moves_stops_at_another_faction_and_not_at_his_own_or_transitional_units() -> None:
    case = courts({"icu-1a": "jilib", "pink-1a": "baidoa", "pink-1b": "baardhere", "pink-1c": "kismayu"})
    case.put("transitional-1", "south-mogadishu")
    assert set(ways(case.state, "icu", "jilib")) == {
        "jilib", "baidoa", "baardhere", "kismayu", "mogadishu-airport", "mogadishu-port", "north-mogadishu",
        "jawhar", "ceel-huur", "belet-huen", "gaalkayo",
    }  # fmt: skip
    assert len(ways(case.state, "pink", "baidoa")) == 12


@pytest.mark.rule("somalia war2006.missions.a", "somalia war2006.map.a")
def test_nobody_stops_at_the_enemy_in_2006_and_after() -> None:
    case = war({"pink-1a": "jilib"})
    assert len(ways(case.state, "icu", "jilib")) == 14


@pytest.mark.rule("somalia 6.21a", "somalia 6.21j", "somalia icu2006.special.a")
def test_raids_and_flushes_are_on_whoever_is_there_in_areas_that_are_open() -> None:
    placed = {"icu-1a": "jilib", "transitional-1": "kismayu", "pink-1a": "baidoa", "orange-1a": "jawhar"}
    case = courts({**placed, "transitional-2": "jilib", "yellow-1a": "belet-huen"}, turn=6)
    case.mark("orange-1a", "raided").mark("baidoa", "flushed")
    assert missions.raid_targets(case.state, "icu") == ["belet-huen", "baidoa", "jilib"]
    assert missions.flush_targets(case.state, "icu") == ["belet-huen", "jawhar", "jilib"]
    assert missions.raid_targets(case.state, "pink") == ["belet-huen", "jilib", "kismayu"]
    case.phase("missions", 7)
    assert missions.raid_targets(case.state, "icu") == ["belet-huen", "baidoa", "jilib", "kismayu"]


@pytest.mark.rule("somalia 6.21a", "somalia war2006.missions.a")
def test_in_2006_and_after_only_the_other_side_is_a_target() -> None:
    case = war({"pink-1a": "jilib", "yellow-1a": "baidoa"})
    assert missions.raid_targets(case.state, "ethiopia") == ["baidoa", "jilib"]
    assert [unit.id for unit in units.targets(case.state, "baidoa", "icu")] == [
        "ethiopia-1",
        "transitional-1",
        "transitional-2",
    ]
    assert units.targets(case.state, "kismayu", "icu") == []


@pytest.mark.rule("somalia 6.21b", "somalia war2006.missions.b", "somalia war2006.missions.c")
def test_raiders_are_there_or_beside_and_of_one_colour() -> None:
    case = war({"pink-1a": "jilib", "pink-1b": "baardhere", "pink-1c": "kismayu", "yellow-1a": "jilib"})
    case.put("leader-pink", "jilib").put("pink-1d", "baidoa").mark("pink-1d", "done")
    assert missions.raiders(case.state, "icu", "baidoa", "pink") == ["pink-1a", "pink-1b", "leader-pink"]
    assert missions.raiders(case.state, "icu", "baidoa", "yellow") == ["yellow-1a"]
    assert missions.raiders(case.state, "icu", "baidoa", "orange") == []
    assert missions.raiders(case.state, "icu", "jilib", "yellow") == ["yellow-1a"]
    strict = war({"pink-1a": "jilib", "transitional-3": "jilib"}, ethiopians_flush_only=True)
    assert missions.raiders(strict.state, "ethiopia", "jilib", "green") == []
    assert missions.comers(strict.state, "ethiopia", "jilib", "green") == ["ethiopia-1"]
    assert missions.raiders(strict.state, "ethiopia", "jilib", "tan") == [
        "transitional-1",
        "transitional-2",
        "transitional-3",
    ]


@pytest.mark.rule("somalia 6.12c", "somalia 6.23a")
def test_who_is_there_flushes_and_does_not_move_there() -> None:
    case = war({"pink-1a": "jilib", "pink-1b": "kismayu"})
    assert missions.comers(case.state, "icu", "jilib", "pink") == ["pink-1a", "pink-1b"]
    assert missions.movers(case.state, "icu", "jilib", "pink") == ["pink-1b"]
    assert missions.comers(case.state, "icu", "guban", "pink") == []


# --- what is refused -----------------------------------------------------------------------------------


@pytest.mark.rule(
    "somalia 6.0c", "somalia 6.21b", "somalia 6.12c", "somalia 6.23a", "somalia war2006.missions.b"
)
@pytest.mark.parametrize(
    ("name", "order", "said", "rule"),
    [
        ("raid", {"target": "baidoa", "units": []}, "Name the units.", "6.21b"),
        ("move", {"to": "kismayu", "units": []}, "Name the units.", "6.23a"),
        ("flush", {"zone": "baidoa", "units": []}, "Name the units.", "6.12c"),
        ("raid", {"target": "baidoa", "units": ["nobody"]}, "nobody is no unit of Islamic Courts", "6.21b"),
        ("raid", {"target": "baidoa", "units": ["pink-1b"]}, "Pink gang 1b is no unit of", "6.21b"),
        ("raid", {"target": "baidoa", "units": ["ethiopia-1"]}, "Ethiopian infantry 1 is no", "6.21b"),
        ("raid", {"target": "baidoa", "units": ["pink-1a", "yellow-1a"]}, "different colours", "missions.b"),
        ("raid", {"target": "baidoa", "units": ["leader-pink"]}, "A Leader does not go on", "6.21b"),
        ("raid", {"target": "baidoa", "units": ["pink-1c"]}, "Pink gang 1c cannot do that", "6.21b"),
        ("move", {"to": "jilib", "units": ["pink-1a"]}, "Pink gang 1a cannot do that in jilib", "6.23a"),
        ("move", {"to": "guban", "units": ["pink-1a"]}, "guban may not be entered: it is out", "map.a"),
        ("move", {"to": "nowhere", "units": ["pink-1a"]}, "nowhere may not be entered: it", "map.a"),
        (
            "move",
            {"to": "kismayu", "units": ["pink-1a", "pink-1c"], "via": ["baardhere"]},
            "The units do not start together",
            "6.23a",
        ),
        ("move", {"to": "kismayu", "units": ["pink-1a"], "via": ["guban"]}, "No way through guban", "6.23a"),
        (
            "flush",
            {"zone": "baidoa", "units": ["pink-1a"], "via": ["jilib", "guban"]},
            "jilib, guban",
            "6.12c",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_rule(name: str, order: dict[str, Any], said: str, rule: str) -> None:
    case = war({"pink-1a": "jilib", "pink-1b": "jilib", "yellow-1a": "jilib", "pink-1c": "gaalkayo"})
    case.put("leader-pink", "jilib").mark("pink-1b", "done").track("sp-icu", 5)
    with pytest.raises(IllegalOrder) as refusal:
        case.order(name, side="icu", **order)
    assert said in str(refusal.value)
    assert refusal.value.rule.endswith(rule)


@pytest.mark.rule("somalia icu2006.special.a", "somalia icu2006.map.a")
@pytest.mark.parametrize(
    ("zone", "said", "rule"),
    [("kismayu", "kismayu may not be entered now", "special.a"), ("guban", "it is out of play", "map.a")],
)
def test_why_an_area_may_not_be_entered_in_2006(zone: str, said: str, rule: str) -> None:
    case = courts({"icu-1a": "jilib", "transitional-1": "kismayu"})
    with pytest.raises(IllegalOrder, match=said) as refusal:
        case.order("move", side="icu", to=zone, units=["icu-1a"])
    assert refusal.value.rule == f"somalia icu2006.{rule}"


@pytest.mark.rule("somalia 6.12a")
def test_a_leader_costs_no_supply_point_in_a_flush() -> None:
    placed = {"pink-1a": "jilib", "pink-1b": "jilib", "leader-pink": "jilib", "icu-1a": "kismayu"}
    case = courts({**placed, **SPARE}, acting="pink").track("sp-pink", 1).mark("icu-1a", "done")
    with pytest.raises(IllegalOrder, match="more than Pink faction can pay"):
        case.order("flush", side="pink", zone="kismayu", units=["pink-1a", "pink-1b"])
    case.order(
        "flush", side="pink", zone="kismayu", units=["pink-1a", "leader-pink"], dice=[6], answers=["yellow"]
    )
    assert case.state.track("sp-pink") == 0


# --- the list ------------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.21a", "somalia war2006.missions.b")
def test_a_raid_is_listed_by_colour_with_those_who_may_go() -> None:
    case = war({"pink-1a": "jilib", "pink-1b": "baardhere", "yellow-1a": "jilib"})
    case.put("transitional-3", "militia-box").put("leader-pink", "jilib")
    found = [
        (order.arguments["target"], tuple(order.choices.items))
        for order in listed(case, "raid")
        if order.arguments["target"] == "baidoa"
    ]
    assert found == [("baidoa", ("pink-1a", "pink-1b", "leader-pink")), ("baidoa", ("yellow-1a",))]


@pytest.mark.rule("somalia 6.12a", "somalia 8.4a")
@pytest.mark.parametrize(
    ("points", "leader", "most"),
    [
        (0, "", 0),
        (1, "", 1),
        (2, "", 2),
        (9, "", 2),
        (0, "jilib", 0),
        (1, "jilib", 2),
        (2, "jilib", 3),
        (9, "jilib", 3),
    ],
)
def test_a_flush_is_listed_with_as_many_as_can_be_paid(points: int, leader: str, most: int) -> None:
    case = war({"pink-1a": "jilib", "pink-1b": "kismayu", "leader-pink": leader or "deploying"})
    case.track("sp-icu", points)
    found = [order for order in listed(case, "flush") if order.arguments["zone"] == "baidoa"]
    assert [order.choices.most for order in found] == ([most] if most else [])
    if leader and most:
        fits = found[0].choices.fits
        assert fits(["pink-1a", "leader-pink"]) is True
        assert fits(["leader-pink"]) is False
        assert fits(["pink-1a", "pink-1b"]) is (points > 1)


@pytest.mark.rule("somalia 8.4a")
def test_a_leader_alone_is_listed_for_nothing() -> None:
    case = courts({"leader-pink": "baidoa", "pink-1a": "kismayu", "icu-1a": "jilib"}, acting="pink")
    case.mark("pink-1a", "done")
    assert not [order for name in ("raid", "move", "flush") for order in listed(case, name)]
    case.mark("pink-1a", "done", None).track("sp-pink", 3)
    (raid,) = listed(case, "raid")
    fits = raid.choices.fits
    assert [fits(chosen) for chosen in (["leader-pink"], ["pink-1a"], ["pink-1a", "leader-pink"])] == [
        False,
        True,
        True,
    ]


# --- ambushes (6.22) -----------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.22a", "somalia 6.22b", "somalia 6.22d", "somalia 6.22e")
def test_an_ambush_by_units_of_the_chosen_and_its_answer_by_half() -> None:
    case = courts({"icu-3a": "jilib", "icu-2a": "jilib", "pink-2a": "kismayu", "pink-1a": "kismayu", **SPARE})
    events = case.order(
        "raid",
        side="icu",
        target="kismayu",
        units=["icu-3a", "icu-2a"],
        dice=[*MISS, *HIT, *MISS, *MISS],
        answers=[["pink-2a"], "yellow"],
    )
    assert columns(events) == [2, 2, 5, 1]  # half of 5; the one that ambushed is lost
    assert places(case, "pink-2a", "pink-1a", "icu-3a", "icu-2a") == [
        "bandit-cup",
        "kismayu",
        "jilib",
        "jilib",
    ]
    assert suggested(case, AMBUSH) == ["pink-2a", "pink-1a"]


@pytest.mark.rule("somalia 6.22a", "somalia 8.4a", "somalia 6.22e")
def test_units_alone_are_ambushed_and_a_leader_goes_on_with_who_is_left() -> None:
    placed = {"pink-1a": "baardhere", "pink-1b": "baardhere", "leader-pink": "baardhere", "icu-2a": "jilib"}
    case = courts({**placed, **SPARE}, acting="pink")
    case.order(
        "raid",
        side="pink",
        target="jilib",
        units=["pink-1a", "pink-1b", "leader-pink"],
        dice=[*HIT, *MISS, *MISS],  # half of 1 fires back at an ambush with nothing
        answers=[["icu-2a"], ["pink-1a"]],
    )
    assert places(case, "pink-1a", "pink-1b", "leader-pink") == ["bandit-cup", "baardhere", "baardhere"]
    assert case.state.mark_named("leader-pink", "ambushed in") is None
    assert case.state.mark_named("pink-1b", "ambushed in") == ["jilib"]


@pytest.mark.rule("somalia 6.22a", "somalia 8.4b")
def test_a_leader_whose_units_are_all_shot_on_the_way_is_lost_with_them() -> None:
    placed = {"pink-1a": "baardhere", "leader-pink": "baardhere", "icu-2a": "jilib"}
    case = courts({**placed, **SPARE}, acting="pink")
    case.order(
        "raid",
        side="pink",
        target="jilib",
        units=["pink-1a", "leader-pink"],
        dice=HIT,
        answers=[["icu-2a"]],
    )
    assert places(case, "pink-1a", "leader-pink", "icu-2a") == ["bandit-cup", "removed", "jilib"]


@pytest.mark.rule("somalia 6.22a", "somalia 6.22e")
def test_of_two_enemies_in_an_area_each_may_ambush() -> None:
    case = courts({"icu-2a": "jilib", "pink-1a": "kismayu", "orange-1a": "kismayu", **SPARE})
    case.order(
        "raid",
        side="icu",
        target="kismayu",
        units=["icu-2a"],
        dice=[*MISS, *MISS, *MISS, *MISS, *MISS, *MISS],
        answers=[["pink-1a"], ["orange-1a"]],
    )
    assert asked(case)[:2] == [("pink", AMBUSH), ("orange", AMBUSH)]
    assert case.state.mark_named("icu-2a", "ambushed in") == ["kismayu", "kismayu"]


@pytest.mark.rule("somalia 6.22a", "somalia 6.22e")
@pytest.mark.parametrize(("uses", "asks"), [(True, 1), (False, 2)])
def test_who_has_acted_ambushes_only_where_that_uses_no_mission(uses: bool, asks: int) -> None:
    placed = {"icu-2a": "jilib", "icu-2b": "jilib", "pink-1a": "kismayu", "pink-1b": "kismayu"}
    case = courts({**placed, **SPARE}, ambush_uses_mission=uses).mark("pink-1b", "done")
    thrown = [*MISS, *MISS]
    first = [*thrown, *thrown]
    case.order("move", side="icu", to="kismayu", units=["icu-2a"], dice=first, answers=[["pink-1a"], "icu"])
    case.order(
        "move",
        side="icu",
        to="kismayu",
        units=["icu-2b"],
        dice=thrown,
        answers=[] if uses else [[], "yellow"],
    )
    assert len([1 for question in asked(case) if question == ("pink", AMBUSH)]) == asks


@pytest.mark.rule("somalia war2006.missions.b", "somalia 6.22a")
def test_the_colour_with_the_most_firepower_is_suggested_for_an_ambush() -> None:
    placed = {"pink-1a": "jilib", "pink-1b": "jilib", "yellow-3a": "jilib", "ethiopia-1": "kismayu"}
    case = war(placed, acting="ethiopia")
    case.order("move", side="ethiopia", to="jilib", units=["ethiopia-1"], answers=[[], "ethiopia"])
    assert suggested(case, AMBUSH) == ["yellow-3a"]


@pytest.mark.rule("somalia 6.12c", "somalia 6.22a", "somalia 6.23a")
@pytest.mark.parametrize(
    ("via", "moved", "asks"),
    [
        ([], ["baardhere", "kismayu"], 0),
        (["jilib"], ["jilib", "kismayu"], 1),
        (["jilib", "kismayu"], ["jilib", "kismayu"], 1),
    ],
)
def test_the_way_goes_round_ambushes_unless_it_is_named(via: list[str], moved: list[str], asks: int) -> None:
    case = war({"pink-1a": "baidoa", "transitional-3": "jilib"})
    for unit in ("ethiopia-1", "transitional-1", "transitional-2"):
        case.put(unit, "removed")
    events = case.order(
        "move", side="icu", to="kismayu", units=["pink-1a"], via=via, answers=[[], []] if asks else []
    )
    assert [event.to for event in events if isinstance(event, PieceMoved)] == moved
    assert asked(case) == [("ethiopia", AMBUSH)] * 2 * asks


@pytest.mark.rule("somalia icu2006.special.c", "somalia 6.23a", "somalia 6.12c")
@pytest.mark.parametrize(
    ("there", "may"), [("pink-1a", False), ("transitional-1", True), ("icu-1b", True), ("leader-pink", True)]
)
@pytest.mark.parametrize("name", ["move", "flush"])
def test_no_way_that_is_named_leads_through_another_faction(name: str, there: str, may: bool) -> None:
    placed = {"icu-1a": "kismayu", there: "jilib", "orange-1a": "baidoa", **SPARE}
    case = courts(placed, turn=7).track("sp-icu", 1).mark("orange-1a", "done").mark("pink-1a", "done")
    zone = "to" if name == "move" else "zone"
    order: dict[str, Any] = {zone: "baidoa", "units": ["icu-1a"], "via": ["jilib"]}
    thrown = [*MISS, *MISS] if name == "move" else [6]
    if may:
        case.order(name, side="icu", dice=thrown, answers=["yellow"] if there == "icu-1b" else [], **order)
        assert places(case, "icu-1a") == ["jilib"]  # where it came from, since the other faction is left
    else:
        with pytest.raises(IllegalOrder, match="No way through jilib leads to baidoa"):
            case.order(name, side="icu", **order)


@pytest.mark.rule("somalia icu2006.special.c", "somalia icu2006.special.h")
def test_who_stands_beside_another_faction_may_name_a_way_out() -> None:
    case = courts({"icu-1a": "kismayu", "pink-1a": "kismayu", **SPARE}).mark("pink-1a", "done")
    case.order("move", side="icu", to="baidoa", units=["icu-1a"], via=["kismayu", "jilib"], answers=[])
    assert places(case, "icu-1a") == ["baidoa"]


@pytest.mark.rule("somalia war2006.missions.a")
def test_in_2006_and_after_a_named_way_leads_past_the_enemy() -> None:
    case = war({"pink-1a": "kismayu", "transitional-3": "jilib"}).mark("transitional-3", "done")
    case.order("move", side="icu", to="mogadishu-airport", units=["pink-1a"], via=["jilib"])
    assert places(case, "pink-1a") == ["mogadishu-airport"]


@pytest.mark.rule("somalia 6.22e")
def test_who_was_ambushed_on_entering_an_area_is_not_ambushed_on_leaving_it() -> None:
    case = war({"pink-1a": "kismayu", "transitional-3": "jilib", "transitional-2": "jilib"})
    how = {"to": "baardhere", "units": ["pink-1a"], "via": ["jilib"]}
    case.order("move", side="icu", dice=MISS, answers=[["transitional-3"]], **how)
    assert asked(case) == [("ethiopia", AMBUSH)]
    assert places(case, "pink-1a") == ["baardhere"]


@pytest.mark.rule("somalia 6.22a", "somalia 6.23a")
@pytest.mark.parametrize("waits", [True, False])
def test_a_longer_way_without_an_ambush_is_taken(waits: bool) -> None:
    case = war({"pink-1a": "mogadishu-airport", "transitional-3": "jilib"})
    for unit in ("ethiopia-1", "transitional-1", "transitional-2"):
        case.put(unit, "removed")
    if not waits:
        case.mark("transitional-3", "has ambushed")
    events = case.order("move", side="icu", to="kismayu", units=["pink-1a"])
    moved = [event.to for event in events if isinstance(event, PieceMoved)]
    assert moved == (["south-mogadishu", "baidoa", "baardhere", "kismayu"] if waits else ["jilib", "kismayu"])


# --- fights (6.21, 6.12) -------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.21f", "somalia icu2006.economics.f")
@pytest.mark.parametrize(
    ("points", "result", "options", "suggests", "takes"),
    [
        (5, TWO, [0, 1, 2], 1, 1),
        (1, TWO, [0, 1], 1, 0),
        (5, HIT, [0, 1], 0, 0),
        (0, TWO, None, None, 0),
    ],
)
def test_a_raid_takes_units_or_supply_points(
    points: int, result: list[int], options: list[int] | None, suggests: int | None, takes: int
) -> None:
    case = courts({"icu-2a": "jilib", "pink-1a": "kismayu", **SPARE}).mark("pink-1a", "done")
    case.track("sp-pink", points).track("sp-icu", 3)
    lost = (2 if result == TWO else 1) > takes
    case.order(
        "raid",
        side="icu",
        target="kismayu",
        units=["icu-2a"],
        dice=[*result, *([] if lost else MISS)],
        answers=[] if options is None else [takes],
    )
    questions = [question for question in case.people.asked if code_of(question.text) == STEAL]
    assert [list(question.options) for question in questions] == ([] if options is None else [options])
    assert [question.suggested[0] for question in questions] == ([] if options is None else [suggests])
    assert (case.state.track("sp-pink"), case.state.track("sp-icu")) == (points - takes, 3 + takes)
    assert places(case, "pink-1a") == ["bandit-cup" if lost else "kismayu"]


@pytest.mark.rule("somalia icu2006.special.c", "somalia 6.21f", "somalia war2006.missions.a")
def test_entry_and_raids_of_2006_and_after_take_no_supply_points() -> None:
    case = (
        courts({"icu-2a": "jilib", "pink-1a": "kismayu", **SPARE}).track("sp-pink", 5).mark("pink-1a", "done")
    )
    case.order("move", side="icu", to="kismayu", units=["icu-2a"], dice=HIT)
    assert asked(case) == []
    case = war({"pink-2a": "jilib"}).track("sp-ethiopia", 5)
    case.order("raid", side="icu", target="baardhere", units=["pink-2a"], dice=HIT, answers=[[]])
    assert (places(case, "transitional-3"), case.state.track("sp-ethiopia")) == (["militia-box"], 5)


@pytest.mark.rule("somalia 6.21d", "somalia 6.21g")
def test_the_owner_picks_who_is_lost_and_the_weakest_are_suggested() -> None:
    placed = {"icu-3a": "jilib", "pink-2a": "kismayu", "pink-1a": "kismayu", "pink-1b": "kismayu", **SPARE}
    case = courts(placed)
    for unit in ("pink-2a", "pink-1a", "pink-1b"):
        case.mark(unit, "done")
    case.order(
        "raid",
        side="icu",
        target="kismayu",
        units=["icu-3a"],
        dice=[*TWO, *MISS],
        answers=[["pink-2a", "pink-1b"]],
    )
    assert asked(case)[0] == ("pink", LOSE)
    assert suggested(case, LOSE) == ["pink-1a", "pink-1b"]
    assert places(case, "pink-2a", "pink-1a", "pink-1b") == ["bandit-cup", "kismayu", "bandit-cup"]


@pytest.mark.rule("somalia icu2006.players.a", "somalia 6.21d")
def test_nobody_is_asked_for_the_transitional_government_which_loses_its_weakest() -> None:
    placed = {
        "icu-3a": "jilib",
        "transitional-4": "kismayu",
        "transitional-1": "kismayu",
        "reserve-1": "kismayu",
    }
    case = courts({**placed, **SPARE}, turn=7)
    case.order("raid", side="icu", target="kismayu", units=["icu-3a"], dice=[*HIT, *MISS])
    assert asked(case) == []
    assert places(case, "transitional-4", "transitional-1", "reserve-1").count("kismayu") == 2


@pytest.mark.rule("somalia 6.21j", "somalia 6.21d")
def test_those_who_were_raided_before_are_not_hit_again() -> None:
    case = courts({"icu-3a": "jilib", "pink-1a": "kismayu", "pink-1b": "kismayu", **SPARE})
    case.mark("pink-1a", "raided").mark("pink-1a", "done").mark("pink-1b", "done")
    case.order("raid", side="icu", target="kismayu", units=["icu-3a"], dice=TWO)
    assert places(case, "pink-1a", "pink-1b", "icu-3a") == ["kismayu", "bandit-cup", "jilib"]


@pytest.mark.rule("somalia icu2006.special.c", "somalia 6.21c")
def test_only_those_who_come_from_elsewhere_go_back() -> None:
    placed = {"icu-1a": "kismayu", "icu-1b": "jilib", "icu-1c": "baardhere", "orange-1a": "kismayu", **SPARE}
    case = courts(placed).mark("orange-1a", "done")
    case.order(
        "raid",
        side="icu",
        target="kismayu",
        units=["icu-1a", "icu-1b", "icu-1c"],
        dice=[*MISS, *MISS],
    )
    assert places(case, "icu-1a", "icu-1b", "icu-1c") == ["kismayu", "jilib", "baardhere"]


@pytest.mark.rule("somalia icu2006.special.c")
def test_a_leader_who_came_goes_back_with_his_units_and_both_stay_where_the_enemy_is_gone() -> None:
    for thrown, zone in (([*MISS, *MISS], "baardhere"), (HIT, "jilib")):
        case = courts(
            {"pink-1a": "baardhere", "leader-pink": "baardhere", "icu-1a": "jilib", **SPARE}, acting="pink"
        )
        case.mark("icu-1a", "done").order(
            "move", side="pink", to="jilib", units=["pink-1a", "leader-pink"], dice=thrown
        )
        assert places(case, "pink-1a", "leader-pink") == [zone, zone]


@pytest.mark.rule("somalia icu2006.special.c")
def test_who_entered_from_far_goes_back_to_the_area_before() -> None:
    case = courts({"icu-1a": "south-mogadishu", "pink-1a": "kismayu", **SPARE}).mark("pink-1a", "done")
    case.order("move", side="icu", to="kismayu", units=["icu-1a"], dice=[*MISS, *MISS])
    assert places(case, "icu-1a") == ["jilib"]


@pytest.mark.rule("somalia war2006.missions.a", "somalia 6.21c")
def test_after_a_raid_of_2006_and_after_both_sides_may_stay() -> None:
    case = war({"pink-2a": "jilib"})
    case.order(
        "raid",
        side="icu",
        target="baardhere",
        units=["pink-2a"],
        dice=[*MISS, *MISS],
        answers=[[]],
    )
    assert places(case, "pink-2a", "transitional-3") == ["baardhere", "baardhere"]


@pytest.mark.rule("somalia 6.12e", "somalia icu2006.missions.a")
def test_those_who_find_the_enemy_fire_together_and_all_take_the_return_fire() -> None:
    placed = {
        "icu-3a": "jilib",
        "icu-3b": "jilib",
        "icu-1a": "jilib",
        "pink-2a": "kismayu",
        "pink-1a": "kismayu",
    }
    case = courts({**placed, **SPARE}).track("sp-icu", 3).mark("pink-2a", "done").mark("pink-1a", "done")
    events = case.order(
        "flush",
        side="icu",
        zone="kismayu",
        units=["icu-3a", "icu-3b", "icu-1a"],
        dice=[3, 3, 2, *HIT, *HIT],
        answers=[["pink-1a"], ["icu-1a"]],
    )
    assert columns(events) == [6, 2]
    assert places(case, "pink-1a", "pink-2a", "icu-1a", "icu-3a") == [
        "bandit-cup",
        "kismayu",
        "brown-box",
        "jilib",
    ]
    assert [face for _, face in dice(events)][:3] == [3, 3, 2]
    assert case.state.track("sp-icu") == 0


@pytest.mark.rule("somalia 6.12e", "somalia icu2006.special.b")
def test_where_transitional_units_leave_nobody_to_be_found_nobody_searches() -> None:
    placed = {"icu-3a": "jilib", "pink-1a": "kismayu", "transitional-1": "kismayu", **SPARE}
    case = courts(placed).track("sp-icu", 1).mark("pink-1a", "done")
    events = case.order("flush", side="icu", zone="kismayu", units=["icu-3a"], dice=[4, *HIT])
    assert len(dice(events)) == 3
    assert places(case, "pink-1a", "icu-3a") == ["bandit-cup", "kismayu"]


@pytest.mark.rule("somalia 6.12e", "somalia 8.4a")
@pytest.mark.parametrize(
    ("leader", "zone", "added"),
    [
        ("leader-orange", "baidoa", [("rough terrain", 1)]),
        ("leader-pink", "baidoa", [("rough terrain", 1), ("Leader in the Zone", 1)]),
        ("leader-pink", "kismayu", [("Leader in the Zone", 1)]),
        ("leader-orange", "kismayu", []),
    ],
)
def test_a_leader_hides_units_of_his_own_colour(leader: str, zone: str, added: list[tuple[str, int]]) -> None:
    case = courts({"icu-3a": "jilib", "pink-1a": zone, leader: zone, **SPARE}).track("sp-icu", 1)
    case.mark("pink-1a", "done")
    events = case.order("flush", side="icu", zone=zone, units=["icu-3a"], dice=[6])
    assert modifiers(events) == added


@pytest.mark.rule("somalia 8.4a", "somalia 6.21c")
@pytest.mark.parametrize(("leader", "helps"), [("leader-pink", True), ("leader-orange", False)])
def test_a_leader_helps_his_own_in_their_mission_and_not_in_return_fire(leader: str, helps: bool) -> None:
    case = courts({"pink-1a": "jilib", leader: "jilib", "icu-1a": "kismayu", **SPARE}, acting="pink")
    case.mark("icu-1a", "done").put(leader, "kismayu")
    events = case.order("raid", side="pink", target="kismayu", units=["pink-1a"], dice=[*MISS, *MISS])
    assert modifiers(events) == ([("Leader", 1)] if helps else [])
    case = courts({"icu-1a": "jilib", "pink-1a": "kismayu", leader: "kismayu", **SPARE}).mark(
        "pink-1a", "done"
    )
    events = case.order("raid", side="icu", target="kismayu", units=["icu-1a"], dice=[*MISS, *MISS])
    assert modifiers(events) == []


# --- Transitional units in a fight (icu2006.special.b) -------------------------------------------------


@pytest.mark.rule("somalia icu2006.special.b")
@pytest.mark.parametrize(
    ("die", "fires"),
    [(1, [2, 1]), (2, [2, 1]), (3, [2, 1]), (5, [2, 4]), (6, [5, 1])],
)
def test_they_help_whom_the_die_says_when_a_warlord_attacks(die: int, fires: list[int]) -> None:
    placed = {"pink-2a": "jilib", "icu-1a": "kismayu", "transitional-1": "kismayu", **SPARE}
    case = courts(placed, acting="pink").mark("icu-1a", "done")
    events = case.order("raid", side="pink", target="kismayu", units=["pink-2a"], dice=[die, *MISS, *MISS])
    assert columns(events) == fires


@pytest.mark.rule("somalia icu2006.special.b")
def test_on_a_four_they_fire_at_the_warlord_who_attacks() -> None:
    placed = {
        "pink-2a": "jilib",
        "pink-2b": "jilib",
        "icu-1a": "kismayu",
        "transitional-1": "kismayu",
        **SPARE,
    }
    case = courts(placed, acting="pink").mark("icu-1a", "done")
    events = case.order(
        "raid",
        side="pink",
        target="kismayu",
        units=["pink-2a", "pink-2b"],
        dice=[4, *HIT, *MISS, *MISS],
        answers=[["pink-2b"]],
    )
    assert columns(events) == [3, 2, 1]
    assert places(case, "pink-2a", "pink-2b") == ["jilib", "bandit-cup"]


@pytest.mark.rule("somalia icu2006.special.b")
@pytest.mark.parametrize(
    ("acting", "attacker", "defender", "turn"),
    [
        ("pink", "pink-1a", "orange-1a", 2),  # two Warlords
        ("icu", "icu-1a", "", 7),  # the ICU against Transitional units alone
    ],
)
def test_they_react_to_no_other_fight(acting: str, attacker: str, defender: str, turn: int) -> None:
    placed = {attacker: "jilib", "transitional-1": "kismayu", **({defender: "kismayu"} if defender else {})}
    case = courts({**placed, **SPARE}, acting=acting, turn=turn)
    if defender:
        case.mark(defender, "done")
    events = case.order("raid", side=acting, target="kismayu", units=[attacker], dice=[*MISS, *MISS])
    assert columns(events) == [1, 1 if defender else 3]


# --- the ICU's return fire in 2006 and after -----------------------------------------------------------

FIRES = "whether the units fire back"


@pytest.mark.rule("somalia 6.21g", "somalia war2006.special.a")
@pytest.mark.parametrize(
    ("acting", "attacker", "target", "asks"),
    [
        ("ethiopia", "transitional-3", "jilib", True),
        ("ethiopia", "ethiopia-1", "jilib", True),
        ("ethiopia", "puntland-5", "jilib", False),
        ("icu", "pink-3a", "baidoa", False),
    ],
)
def test_the_icu_alone_is_asked_and_only_of_tan_and_green_units(
    acting: str, attacker: str, target: str, asks: bool
) -> None:
    case = war({"pink-3a": "jilib", "puntland-5": "baidoa"}, acting=acting).mark("pink-3a", "done", None)
    for unit in (
        ("pink-3a",)
        if acting == "ethiopia"
        else ("ethiopia-1", "transitional-1", "transitional-2", "puntland-5")
    ):
        case.mark(unit, "done")
    answers = [True] if asks else []
    case.order("raid", side=acting, target=target, units=[attacker], dice=[*MISS, *MISS], answers=answers)
    assert ([FIRES] if asks else []) == [code for _, code in asked(case) if code == FIRES]
    if asks:
        assert suggested(case, FIRES) is True


@pytest.mark.rule("somalia 6.21g")
def test_nobody_who_is_gone_is_asked() -> None:
    case = war({"pink-1a": "jilib"}, acting="ethiopia").mark("pink-1a", "done")
    case.order("raid", side="ethiopia", target="jilib", units=["ethiopia-1"], dice=HIT)
    assert asked(case) == []


@pytest.mark.rule("somalia icu2006.special.e", "somalia war2006.missions.a")
def test_there_is_no_conversion_but_of_warlords_by_the_icu() -> None:
    case = courts({"pink-2a": "jilib", "icu-1a": "kismayu", **SPARE}, acting="pink").mark("icu-1a", "done")
    case.track("sp-icu", 3).track("sp-pink", 3)
    case.order("raid", side="pink", target="kismayu", units=["pink-2a"], dice=CRITICAL, answers=[0])
    assert places(case, "icu-1a") == ["brown-box"]
    case = courts({"icu-2a": "jilib", "transitional-1": "kismayu", **SPARE}, turn=7).track("sp-icu", 3)
    case.order("raid", side="icu", target="kismayu", units=["icu-2a"], dice=CRITICAL)
    assert places(case, "transitional-1") == ["un-cup"]
    case = war({"pink-2a": "jilib"}).track("sp-icu", 3).mark("transitional-3", "done")
    case.order("raid", side="icu", target="baardhere", units=["pink-2a"], dice=CRITICAL)
    assert places(case, "transitional-3") == ["militia-box"]
