"""Strike packages, munitions counters and leave to exceed the radius (6.5.1, 6.5.3a)."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.engine.orders import OrderChoice
from adjudication.systems.ows.air.fuel import reach
from adjudication.systems.ows.air.missions import mission_type, package, package_of, tanker_of
from adjudication.systems.ows.air.packages import loads_listed, stocks
from adjudication.systems.ows.air.sorties import too_many
from adjudication.systems.ows.air_battle.strike_flight import fly_package
from adjudication.systems.ows.strike_warfare.on_call import on_call
from adjudication.systems.ows.table.counters import LAND, LOADED, SPENT, salvos_left, sheet, weapons
from domain.errors import IllegalOrder
from domain.texts import Text
from tests.ows.air import listed, run, seen_at, send, tasking
from tests.table import Table
from tests.words import words_of

BOMBER_LOAD = 6
MISSILES_A_SALVO = 8


def build(table: Table, hex: str, answers: Any = (), **missions: str) -> None:
    named = {mission.replace("_", "-"): type for mission, type in missions.items()}
    table.order("package", hex=hex, missions=named, answers=answers)


def refused(table: Table, rule: str, hex: str, **missions: str) -> str:
    with pytest.raises(IllegalOrder) as refusal:
        build(table, hex, **missions)
    assert refusal.value.rule == f"ows {rule}"
    return str(refusal.value)


@pytest.mark.rule("ows 6.5.1", "ows 6.5.1a", "ows seq.3.B.2")
def test_a_package_is_one_stack_near_its_bases_without_a_target() -> None:
    table = tasking()
    chosen = [["f35-1", "f18-1"]]
    build(table, "0303", chosen, f35_1="strike", f18_2="strike", f18_1="cap", kc_1="tanker")
    state = table.state
    members = package(state, "blue", "blue-1")
    assert [(piece.id, mission_type(state, piece)) for piece in members] == [
        ("f35-1", "strike"),
        ("kc-1", "tanker"),
        ("f18-1", "cap"),
        ("f18-2", "strike"),
    ]
    assert {piece.place for piece in members} == {"0303"}
    assert seen_at(table, "red", "0303") == ["air contact"] * 4
    build(table, "0202", b1_1="strike")
    assert package_of(state, table.state.pieces["b1-1"]) == "blue-2"


@pytest.mark.parametrize("missions", ["f35-1", ["f35-1"], 5, None])
def test_what_is_no_list_of_missions_is_refused(missions: Any) -> None:
    with pytest.raises(IllegalOrder, match="Name the missions of a strike package"):
        tasking().order("package", hex="0303", missions=missions)


@pytest.mark.rule("ows 6.5.1a")
def test_a_package_waits_in_the_vicinity_of_a_base_of_its_missions() -> None:
    words = refused(tasking(), "6.5.1a", "0503", f35_1="strike")
    assert "waits near a base of its missions" in words
    build(tasking(package_vicinity=3), "0503", f35_1="strike")
    table = tasking()
    for source in ("airfield-b", "airfield-b2", "airfield-b3", "airfield-b4", "farp-b"):
        table.change(source, side="red")
    assert "not within the combat radius" in refused(table, "6.5.2", "0203", f35_1="strike")


@pytest.mark.rule("ows 6.5.1")
def test_a_package_has_strike_or_sead_and_no_missions_over_the_front() -> None:
    assert "at least one strike or SEAD" in refused(tasking(), "6.5.1", "0203", f35_1="cap", kc_1="tanker")
    assert "has no CAS missions" in refused(tasking(), "6.5.1", "0203", f35_1="cas")
    refused(tasking(), "6.5.10", "0203", kc_1="strike")
    refused(tasking(), "6.5", "0203", patriot_1="strike")
    table = tasking()
    send(table, "f35-1", "cap", "0203")
    refused(table, "2.2.4b", "0203", f35_1="strike")


@pytest.mark.rule("ows 6.5.6")
def test_a_package_takes_no_more_than_the_carrier_generates() -> None:
    table = tasking().change("cvn-1", steps=1)
    refused(table, "6.5.6", "0404", f18_1="strike", f18_2="cap")
    build(table, "0404", f18_1="strike", mq25_1="tanker")


@pytest.mark.rule("ows 6.5.4")
def test_the_owner_says_whom_a_tanker_of_a_package_supports() -> None:
    table = tasking()
    missions = {"f35_1": "strike", "f18_2": "strike", "f18_1": "cap", "kc_1": "tanker"}
    build(table, "0303", [["f35-1", "f18-1"]], **missions)
    (question,) = table.people.asked
    assert question.text == Text("missions that a tanker supports", {"tanker": "kc-1"})
    state = table.state
    assert [tanker_of(state, state.pieces[id]) for id in ("f35-1", "f18-1", "f18-2")] == ["kc-1", "kc-1", ""]


@pytest.mark.rule("ows 6.5.1a", "ows 6.5.3")
def test_a_package_may_go_as_far_as_its_tanker_goes_along() -> None:
    table = tasking()
    build(table, "0303", f35_1="strike", kc_1="tanker")
    state = table.state
    board = state.board
    within = reach(state, state.pieces["f35-1"], "strike")
    assert max(board.range("0203", hex) or 0 for hex in within) == 3 * 3
    assert set(board.within("0203", 8)) <= set(within)
    table = tasking().put("farp-b", "0101")
    build(table, "0303", f35_1="strike")
    state = table.state
    assert max(board.range("0203", hex) or 0 for hex in reach(state, state.pieces["f35-1"], "strike")) == 3


@pytest.mark.rule("ows 6.5.3", "ows 9.9.6.2a", "ows 9.9.6.2b")
def test_escorts_and_tankers_stay_behind_where_their_fuel_ends() -> None:
    table = tasking()
    for piece in list(table.state.pieces.values()):
        if piece.side == "red" and piece.kind.group in ("ship", "ground unit"):
            table.put(piece.id, "attrition-red")
    build(table, "0303", f35_1="strike", f18_1="cap", kc_1="tanker")
    (waiting,) = on_call(table.state, "blue")
    route = waiting.routes["0903"]
    arrived: list[str] = []
    run(table, lambda umpire: arrived.extend(fly_package(umpire, "blue", "blue-1", route)))
    assert arrived == ["f35-1"]
    state = table.state
    range = state.board.range
    assert state.pieces["f35-1"].place == "0903"
    assert range("0203", state.pieces["kc-1"].place) == 6
    assert range("0404", state.pieces["f18-1"].place) == 4
    assert package_of(state, state.pieces["kc-1"]) == ""
    assert mission_type(state, state.pieces["f18-1"]) == "cap"


def test_the_listed_packages_are_choices_of_members_and_every_one_sampled_is_legal() -> None:
    table = tasking()
    chance = random.Random(3)
    choices = list(table.session.legal().choices("package"))
    assert choices
    for choice in choices:
        assert isinstance(choice, OrderChoice)
        order = choice.sample(chance)
        assert table.session.legal().refusal(order) == ""


# --- munitions -------------------------------------------------------------------------------------


@pytest.mark.rule("ows 6.5.1.1")
@pytest.mark.parametrize(("mission", "salvos"), [("f35-1", 2), ("f18-1", 2), ("b1-1", 6)])
def test_a_fighter_carries_two_salvos_and_a_bomber_six(mission: str, salvos: int) -> None:
    table = tasking()
    table.order("load", mission=mission, munitions="jassm")
    state = table.state
    (carried,) = [weapon for weapon in weapons(state, state.pieces[mission]) if weapon.id == "jassm"]
    assert salvos_left(state, state.pieces[mission], carried) == salvos


@pytest.mark.rule("ows 6.5.1.1b")
def test_example_of_a_full_bomber_load() -> None:
    """6.5.1.1b: a counter of six attack dice is the full load of a bomber mission, about 48 missiles."""
    table = tasking("red")
    counter = sheet(table.state.pieces["cj20"]).weapons[0]
    assert counter.salvos == BOMBER_LOAD
    table.order("load", mission="h6-1", munitions="cj20")
    assert table.state.mark("h6-1", LOADED) == {"counter": "cj20", "salvos": BOMBER_LOAD, "room": 0}
    assert BOMBER_LOAD * MISSILES_A_SALVO == 48


@pytest.mark.rule("ows 6.5.1.1a")
def test_a_loaded_fighter_keeps_only_its_air_to_air_missiles() -> None:
    table = tasking()
    state = table.state
    assert [weapon.id for weapon in weapons(state, state.pieces["f35-1"])] == ["amraam", "jsm"]
    table.order("load", mission="f35-1", munitions="jassm")
    state = table.state
    assert [weapon.id for weapon in weapons(state, state.pieces["f35-1"])] == ["amraam", "jassm"]


@pytest.mark.rule("ows 6.5.1.1a")
def test_a_bomber_combines_both_up_to_six_salvos() -> None:
    table = tasking()
    table.order("load", mission="b1-1", munitions="harm")
    state = table.state
    bomber = state.pieces["b1-1"]
    load = [(weapon.id, salvos_left(state, bomber, weapon)) for weapon in weapons(state, bomber)]
    assert load == [("bombs", 2), ("aargm", 2)]
    table.order("load", mission="b1-1", munitions="jassm")
    state = table.state
    strike = [weapon for weapon in weapons(state, bomber) if LAND in weapon.at]
    assert sum(salvos_left(state, bomber, weapon) for weapon in strike) == BOMBER_LOAD


@pytest.mark.rule("ows 6.5.1b", "ows 6.5.10")
def test_a_loaded_mission_flies_strike_or_sead() -> None:
    table = tasking()
    table.order("load", mission="f18-1", munitions="jassm")
    with pytest.raises(IllegalOrder, match=r"carries JASSM, which is for strike and SEAD.*6\.5\.1b"):
        send(table, "f18-1", "cap", "0404")
    assert not listed(table, "task", "hex", mission="f18-1", type="sead")
    table.order("load", mission="f18-1", munitions="harm")
    send(table, "f18-1", "sead", "0404")
    with pytest.raises(IllegalOrder, match="it is loaded there"):
        table.order("load", mission="f18-1")


@pytest.mark.rule("ows 6.5.1b")
def test_a_load_can_be_taken_off_again() -> None:
    table = tasking()
    table.order("load", mission="f18-1", munitions="jassm")
    table.order("load", mission="f18-1")
    assert table.state.mark("f18-1", LOADED) is None
    send(table, "f18-1", "cap", "0404")
    with pytest.raises(IllegalOrder, match="carries no munitions counter"):
        table.order("load", mission="e3-1", munitions="jassm")
    with pytest.raises(IllegalOrder, match="CJ-20 is no munitions counter of yours"):
        table.order("load", mission="f35-1", munitions="cj20")


@pytest.mark.rule("ows 6.5.1.1", "ows 2.2.2.6")
def test_loads_come_off_an_ammunition_point_at_the_base_where_stocks_count() -> None:
    table = tasking(loads_from_stocks=True)
    with pytest.raises(
        IllegalOrder, match=r"No ammunition point at the base .* of JASSM left. \(ows 2\.2\.2\.6"
    ):
        table.order("load", mission="b1-1", munitions="jassm")
    table.put("asp-b", "0202").mark("asp-b", SPENT, {"JASSM": 8})
    table.order("load", mission="b1-1", munitions="jassm")
    assert table.state.marked(LOADED)["b1-1"]["salvos"] == 4
    assert table.state.mark("asp-b", SPENT) == {"JASSM": 12}
    table.order("load", mission="b1-1")
    assert table.state.mark("asp-b", SPENT) == {"JASSM": 8}


# --- beyond the radius -----------------------------------------------------------------------------


@pytest.mark.rule("ows 6.5.3a")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_facilitator_may_let_a_mission_go_beyond_its_radius(allowed: bool) -> None:
    table = tasking()
    means = "Two more tankers over 0603."
    table.order("exceed", answers=[allowed], mission="f35-1", type="cap", hex="0903", means=means)
    (question,) = table.people.asked
    assert words_of(question.text, "ows") == (
        "blue asks to send f35-1 to fly CAP in 0903, 7 hexes from its base "
        "(combat radius 3): Two more tankers over 0603. Allow it?"
    )
    assert table.state.pieces["f35-1"].place == ("0903" if allowed else "sq-f35")


@pytest.mark.rule("ows 6.5.3a")
def test_leave_is_asked_only_where_it_is_needed_and_with_a_reason() -> None:
    table = tasking()
    with pytest.raises(IllegalOrder, match="needs no leave"):
        table.order("exceed", mission="f35-1", type="cap", hex="0304", means="More tankers")
    with pytest.raises(IllegalOrder, match="Say by which means"):
        table.order("exceed", mission="f35-1", type="cap", hex="0903", means=" ")


@pytest.mark.rule("ows 2.1.7.2a", "ows 9.9.7e")
@pytest.mark.parametrize(
    ("flown", "sent", "fits"), [(0, 2, True), (1, 1, True), (1, 2, False), (2, 1, False)]
)
def test_a_damaged_airfield_sends_out_no_more_missions_than_it_has_left(
    flown: int, sent: int, fits: bool
) -> None:
    table = tasking()
    field = table.state.pieces["airfield-b"]
    table.change("airfield-b", steps=field.steps - sheet(field).squadrons + 2)
    missions = ["f35-1", "f35-2", "e3-1"]
    for mission in missions[:flown]:
        table.put(mission, "0304").mark(mission, "mission", {"type": "cap", "package": "", "tanker": ""})
    more = missions[flown : flown + sent]
    assert (not too_many(table.state, dict.fromkeys(more, "cap"))) is fits


@pytest.mark.rule("ows 6.5.1b", "ows 2.2.2.6")
@pytest.mark.parametrize(
    ("steps", "spent", "side", "found"),
    [(1, 0, "blue", True), (0, 0, "blue", False), (1, 99, "blue", False), (1, 0, "red", False)],
)
def test_loads_come_from_ammunition_points_of_the_side_that_hold_any(
    steps: int, spent: int, side: str, found: bool
) -> None:
    table = tasking()
    base = table.state.pieces["sq-b1"].place
    table.put("asp-b", base).change("asp-b", steps=steps, side=side)
    mission = table.state.pieces["b1-1"]
    (weapon,) = sheet(table.state.pieces["jassm"]).weapons
    point = table.state.pieces["asp-b"]
    point.kind = replace(point.kind, data={**point.kind.data, "holds": {weapon.name: 5}})
    table.mark("asp-b", SPENT, {weapon.name: min(spent, 5)})
    assert (stocks(table.state, mission, weapon) == ["asp-b"]) is found


@pytest.mark.rule("ows 6.5.1.1", "ows 6.5.1b")
def test_what_a_mission_may_be_loaded_with_is_what_it_does_not_carry_yet_or_nothing() -> None:
    table = tasking()
    before = loads_listed(table.state, "blue", "b1-1")
    assert None not in before
    assert "jassm" in before
    table.mark("b1-1", LOADED, {"counter": "jassm", "salvos": 6})
    after = loads_listed(table.state, "blue", "b1-1")
    assert after[0] is None
    assert set(after[1:]) == set(before) - {"jassm"}
