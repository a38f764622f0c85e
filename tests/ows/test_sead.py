"""Suppression of enemy air defences: stand-off, in the hex, what it costs, and electronic warfare (9.7.3,
6.5.8)."""

import pytest

from adjudication.systems.ows.air_battle.sead import SEAD_HEXES, aim_jammers, sead_weapons
from adjudication.systems.ows.joint_fires.modifiers import strike_shifts
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import JAMMED
from adjudication.systems.ows.turn.allocations import actions_left
from domain.errors import BadData
from domain.events import PieceKnown
from domain.views.view import see_log
from tests.ows import umpiring
from tests.ows.skies import (
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

TWO = "0502"
"""Two hexes from the hex where the aircraft fly."""
AARGM = "growler-1/aargm-er/1"
HARM = "f16-1/aargm/1"
HQ9, HQ16 = "hq9-1/hq9-aa/1", "hq16-1/hq16-aa/1"
NONE: dict[str, str] = {}


def strike_on(table: Table, *units: str) -> Table:
    """Set red units without shields left, so that a strike rolls against the red shield alone."""
    for unit in units:
        table.mark(unit, "spent", {"hq9": 2, "hq9-aa": 2} if unit == "hq9-1" else {"hq16": 1, "hq16-aa": 1})
    return table


@pytest.mark.rule("ows 9.7.3.step2a", "ows seq.6.A.2", "ows 9.7.3.step2b")
def test_a_stand_off_strike_on_a_battery_that_radiates_is_local() -> None:
    table = strike_on(fly(radiate(skies().put("hq9-1", TWO), "hq9-1"), HEX, growler_1="sead"), "hq9-1")
    left = actions_left(table.state, "blue")
    events = fight(table, dice=[4], answers=[{AARGM: "hq9-1"}])
    assert asked(table) == ["blue: Step 2, stand-off SEAD in 0504"]
    assert dice_of(events) == [10]
    assert table.state.pieces["hq9-1"].place == "attrition-red"
    assert actions_left(table.state, "blue") == left


@pytest.mark.rule("ows 9.7.3.step2a")
def test_a_munition_that_does_not_outrange_the_battery_is_no_stand_off() -> None:
    table = radiate(skies().put("hq9-1", NEXT), "hq9-1")
    fly(table, HEX, f16_1="sead").mark("f16-1", "loaded", {"counter": "harm", "salvos": 2})
    fight(table, answers=[NONE, NONE])
    assert [line.split(":")[0] for line in asked(table)] == ["red", "red"]


@pytest.mark.rule("ows 9.7.3.step2c")
def test_silent_batteries_cost_one_allocation_a_hex() -> None:
    table = find(skies().put("hq9-1", TWO).put("hq16-1", TWO), "hq9-1", "hq16-1")
    strike_on(fly(table, HEX, growler_1="sead"), "hq9-1", "hq16-1")
    table.mark("growler-1", "spent", None)
    left = actions_left(table.state, "blue")
    fight(table, dice=[1], answers=[{AARGM: "hq9-1"}])
    assert actions_left(table.state, "blue") == left - 1
    assert table.state.mark("blue", SEAD_HEXES) == [TWO]


@pytest.mark.rule("ows 9.7.3.step2c")
def test_a_second_silent_target_in_the_same_hex_is_free() -> None:
    table = find(skies().put("hq9-1", "0604").put("hq16-1", "0604"), "hq9-1", "hq16-1")
    table.put("hq9-1", TWO).put("hq16-1", TWO)
    strike_on(fly(table, HEX, f16_1="sead", growler_1="sead"), "hq9-1", "hq16-1")
    left = actions_left(table.state, "blue")
    table.mark("blue", SEAD_HEXES, [TWO])
    fight(table, dice=[1], answers=[{AARGM: "hq16-1"}])
    assert actions_left(table.state, "blue") == left


@pytest.mark.rule("ows 9.7.3.step2c")
def test_without_an_allocation_only_batteries_that_radiate_are_struck() -> None:
    table = find(skies().put("hq9-1", TWO), "hq9-1").track("c2-blue", 0)
    strike_on(fly(table, HEX, growler_1="sead"), "hq9-1")
    assert rolled(fight(table)) == []
    assert asked(table) == []


@pytest.mark.rule("ows 9.7.3.step2c")
def test_more_silent_hexes_than_allocations_are_refused() -> None:
    table = find(skies().put("hq9-1", TWO).put("hq16-1", "0603"), "hq9-1", "hq16-1").track("c2-blue", 1)
    strike_on(fly(table, HEX, growler_1="sead", f16_1="sead"), "hq9-1", "hq16-1")
    table.mark("f16-1", "loaded", {"counter": "harm", "salvos": 2})
    with pytest.raises(
        BadData, match="Silent air defences in 2 hexes need 2 long-range strike actions; 1 are left"
    ):
        fight(table, answers=[{AARGM: "hq9-1", HARM: "hq16-1"}])


@pytest.mark.rule("ows 9.7.3.step2a")
def test_a_battery_that_is_not_detected_cannot_be_struck() -> None:
    table = strike_on(fly(skies().put("hq9-1", TWO), HEX, growler_1="sead"), "hq9-1")
    fly(table, HEX, j16_1="strike")
    assert rolled(fight(table)) == []


@pytest.mark.rule("ows 9.7.3.step6a", "ows seq.6.A.6")
def test_in_the_hex_a_longer_munition_strikes_without_being_engaged() -> None:
    table = radiate(skies().put("hq9-1", HEX), "hq9-1")
    fly(table, HEX, growler_1="sead")
    table.mark("hq9-1", "spent", {"hq9": 1, "hq9-aa": 1})
    events = fight(table, dice=[4], answers=[NONE, {AARGM: "hq9-1"}, NONE])
    assert asked(table)[:2] == [
        "red: Step 3, long-range air defence in 0504",
        "blue: Step 6, in-hex SEAD in 0504",
    ]
    assert dice_of(events) == [10]
    assert flies(table, "growler-1") == [True]


@pytest.mark.rule("ows 9.7.3.step6b", "ows 9.7.3.step6c")
def test_without_stand_off_both_roll_at_once_and_the_arrow_demotes() -> None:
    table = radiate(skies().put("hq9-1", HEX), "hq9-1")
    fly(table, HEX, f16_1="sead").mark("f16-1", "loaded", {"counter": "harm", "salvos": 1})
    table.mark("hq9-1", "spent", {"hq9": 1, "hq9-aa": 1})
    events = fight(table, dice=[5, 4], answers=[NONE, {HARM: "hq9-1"}, {HQ9: "f16-1"}])
    assert dice_of(events) == [8, 12]
    assert asked(table)[1:] == ["blue: Step 6, in-hex SEAD in 0504", "red: Step 6, in-hex SEAD in 0504"]
    assert lost(table, "f16-1")
    assert table.state.pieces["hq9-1"].place == "attrition-red"


@pytest.mark.rule("ows 9.7.3.step6c")
def test_the_arrow_demotes_the_engagement_of_its_own_mission_alone() -> None:
    table = radiate(skies().put("hq9-1", HEX), "hq9-1")
    fly(table, HEX, f16cj_1="sead", f18_1="strike")
    table.mark("hq9-1", "spent", {"hq9": 1, "hq9-aa": 1})
    events = fight(table, dice=[1, 1], answers=[NONE, {"f16cj-1/harm/1": "hq9-1"}, {HQ9: "f16cj-1"}])
    assert dice_of(events) == [8, 8]
    table = radiate(skies().put("hq9-1", HEX), "hq9-1")
    fly(table, HEX, f16cj_1="sead", f18_1="strike")
    assert dice_of(fight(table, dice=[1], answers=[{HQ9: "f18-1"}, NONE, NONE])) == [10]


@pytest.mark.rule("ows 9.7.3.step6b")
def test_the_battery_may_hold_its_fire() -> None:
    table = radiate(skies().put("hq9-1", HEX), "hq9-1")
    fly(table, HEX, f16_1="sead").mark("f16-1", "loaded", {"counter": "harm", "salvos": 1})
    table.mark("hq9-1", "spent", {"hq9": 1, "hq9-aa": 1})
    events = fight(table, dice=[4], answers=[NONE, {HARM: "hq9-1"}, NONE, NONE])
    assert dice_of(events) == [12]
    assert flies(table, "f16-1") == [True]


@pytest.mark.rule("ows 6.5.8")
def test_jamming_promotes_strikes_on_the_unit_that_it_targets() -> None:
    """The worked example: the EC-37B promotes strikes on the unit it targets."""
    table = find(fly(skies().put("hq9-1", NEXT).put("hq16-1", NEXT), HEX, ec37_1="sead"), "hq9-1", "hq16-1")
    table.phase("strike plans", side="")
    table.order("proceed", side="blue")
    table.order("proceed", side="red", answers=["hq16-1"])
    state = table.state
    aargm = sheet(state.pieces["growler-1"]).weapons[1]
    for unit, promoted in (("hq16-1", 1), ("hq9-1", 0)):
        shifts = strike_shifts(state, "blue", HEX, state.pieces[unit], aargm, state.pieces["growler-1"])
        assert [shift.rungs for shift in shifts if shift.rule == "ows 6.5.8"] == [1] * promoted
    marked = [
        line for line in see_log(table.session.game.log, "red") if line.fields.get("mark") == JAMMED.name
    ]
    assert marked == []
    assert state.mark("hq16-1", JAMMED) == "ec37-1"


@pytest.mark.rule("ows 6.5.8")
def test_jamming_ends_when_its_aircraft_is_shot_down() -> None:
    table = radiate(find(skies().put("hq9-1", NEXT), "hq9-1"), "hq9-1")
    fly(table, HEX, ec37_1="sead").mark("hq9-1", JAMMED, "ec37-1")
    fight(table, dice=[10], answers=[{HQ9: "ec37-1"}])
    assert lost(table, "ec37-1")
    assert table.state.mark("hq9-1", JAMMED) is None


@pytest.mark.rule("ows 6.5.8")
@pytest.mark.parametrize(
    ("mission", "flown", "aimed"),
    [("ec37_1", "sead", True), ("ec37_1", "strike", False), ("growler_1", "sead", False)],
)
def test_only_sead_missions_whose_counter_promotes_are_aimed_at_a_unit(
    mission: str, flown: str, aimed: bool
) -> None:
    """The EC-37B promotes strikes; the F/A-18G demotes surface-to-air fire in its hex."""
    table = fly(radiate(skies().put("hq9-1", HEX), "hq9-1"), HEX, **{mission: flown})
    umpiring.run(table, aim_jammers)
    assert bool(table.state.mark("hq9-1", JAMMED)) is aimed
    if aimed:
        lapse = table.state.lapses["hq9-1", JAMMED.name]
        assert (lapse.due(1, "local strikes"), lapse.due(2, "planning")) == (False, True)


@pytest.mark.rule("ows 9.7.3.step2a", "ows 6.5.7a")
def test_who_strikes_air_defences_is_seen_while_it_fires() -> None:
    table = strike_on(fly(radiate(skies().put("hq9-1", TWO), "hq9-1"), HEX, growler_1="sead"), "hq9-1")
    events = fight(table, dice=[1], answers=[{AARGM: "hq9-1"}])
    shown = [event for event in events if isinstance(event, PieceKnown) and event.piece == "growler-1"]
    assert shown[0].sides is None
    quiet = strike_on(fly(radiate(skies().put("hq9-1", TWO), "hq9-1"), HEX, growler_1="sead"), "hq9-1")
    events = fight(quiet, answers=[NONE])
    assert not [event for event in events if isinstance(event, PieceKnown) and event.piece == "growler-1"]


@pytest.mark.rule("ows 6.5.1.1a", "ows 9.7.3.step2a")
def test_a_sead_mission_strikes_with_its_anti_radiation_missiles_or_with_what_it_carries() -> None:
    table = fly(skies(), HEX, growler_1="sead", f16cj_1="sead", f16_1="sead")
    pieces = table.state.pieces

    def armed(mission: str) -> list[str]:
        return [weapon.id for weapon, _ in sead_weapons(table.state, pieces[mission])]

    own = {weapon.id: weapon.anti_radiation for weapon in sheet(pieces["growler-1"]).weapons}
    assert any(own.values())
    assert armed("growler-1") == [id for id, seeks in own.items() if seeks]
    assert armed("f16cj-1") == ["harm"]
    table.mark("f16-1", "loaded", {"counter": "harm", "salvos": 2})
    assert armed("f16-1") == ["aargm"]
