"""Air defence against aircraft: long range and final (9.7.3), dual-role missiles (2.2.2.8), and what demotes
it (6.5.8)."""

import pytest

from adjudication.systems.ows.sensing.sensors import radar_range, radars_on
from adjudication.systems.ows.table.counters import SPENT, sheet, shields_left
from adjudication.systems.ows.table.magazines import ready_salvos
from tests.ows.skies import HEX, NEXT, asked, dice_of, fight, find, flies, fly, lost, radiate, rolled, skies
from tests.table import Table

FIRST, SECOND = "hq9-1/hq9-aa/1", "hq9-1/hq9-aa/2"
SHORT = "hq16-1/hq16-aa/1"
NONE: dict[str, str] = {}


def battery(at: str = NEXT, unit: str = "hq9-1") -> Table:
    """A red battery that radiates."""
    return radiate(skies().put(unit, at), unit)


@pytest.mark.rule("ows 9.7.3.step3", "ows seq.6.A.3", "ows 2.2.7.4a")
def test_long_range_missiles_reach_the_next_hex() -> None:
    table = fly(battery(), HEX, f18_1="cap", e3_1="aew")
    events = fight(table, dice=[6, 3], answers=[{FIRST: "f18-1", SECOND: "e3-1"}])
    assert dice_of(events) == [10, 10]
    assert asked(table) == ["red: Step 3, long-range air defence in 0504"]
    assert flies(table, "f18-1", "e3-1") == [False, True]


@pytest.mark.rule("ows 2.2.7.4a", "ows 2.2.7.4b", "ows 2.2.2.8")
def test_a_salvo_that_fires_is_spent_as_attack_and_as_shield() -> None:
    table = fly(battery(), HEX, f18_1="cap")
    fight(table, dice=[1], answers=[{FIRST: "f18-1"}, NONE])
    unit = table.state.pieces["hq9-1"]
    (weapon,), (shield,) = sheet(unit).weapons, sheet(unit).shields
    assert table.state.mark("hq9-1", SPENT) == {"hq9-aa": 1, "hq9": 1}
    assert ready_salvos(table.state, unit, weapon) == 1
    assert shields_left(table.state, unit, shield) == 1


@pytest.mark.rule("ows 2.2.2.8", "ows 2.2.7.4a")
def test_a_shield_that_was_used_cannot_fire() -> None:
    """The worked example: a DDG's SM-6 is a shield of 7 or a D12 out to 1 hex, once."""
    table = radiate(skies().put("ddg-1", HEX).put("ddg-2", "0101").put("cvn-1", "0101"), "ddg-1")
    fly(table, NEXT, j16_1="cap")
    table.mark("ddg-1", SPENT, {"sm6": 1, "sm6-strike": 1})
    fight(table, NEXT, answers=[NONE, NONE])
    assert not any("sm6-strike" in str(vars(question.options)) for question in table.people.asked)
    table = radiate(skies().put("ddg-1", HEX).put("ddg-2", "0101").put("cvn-1", "0101"), "ddg-1")
    fly(table, NEXT, j16_1="cap")
    events = fight(table, NEXT, dice=[5], answers=[{"ddg-1/sm6-strike/1": "j16-1"}, NONE])
    assert dice_of(events) == [12]
    assert table.state.mark("ddg-1", SPENT) == {"sm6": 1, "sm6-strike": 1}


@pytest.mark.rule("ows 2.2.7.4")
def test_a_battery_sees_as_far_as_its_missiles_and_only_while_it_radiates() -> None:
    table = fly(battery(), HEX, f18_1="cap")
    assert radar_range(table.state, table.state.pieces["hq9-1"]) == 1
    assert radars_on(table.state, "red", HEX) == ["hq9-1"]
    silent = fly(find(skies().put("hq9-1", NEXT), "hq9-1"), HEX, f18_1="cap")
    assert rolled(fight(silent)) == []
    assert asked(silent) == []


@pytest.mark.rule("ows 9.7.3.step3", "ows 9.7.3.step7", "ows seq.6.A.7")
def test_short_range_missiles_wait_for_the_final_step_and_reach_their_own_hex() -> None:
    table = fly(battery(HEX, "hq16-1"), HEX, f18_1="cap")
    events = fight(table, dice=[6], answers=[{SHORT: "f18-1"}])
    assert asked(table) == ["red: Step 7, final air defence in 0504"]
    assert dice_of(events) == [8]
    assert lost(table, "f18-1")
    away = fly(battery(NEXT, "hq16-1"), HEX, f18_1="cap", j16_1="strike")
    assert rolled(fight(away, answers=[NONE])) == []
    assert asked(away) == ["blue: Step 4, in-hex air-to-air in 0504"]


@pytest.mark.rule("ows 9.7.3.step7")
def test_salvos_that_were_kept_fire_in_the_final_step() -> None:
    table = fly(battery(), HEX, f18_1="cap")
    events = fight(table, dice=[2, 6], answers=[{FIRST: "f18-1"}, {FIRST: "f18-1"}])
    assert asked(table) == [
        "red: Step 3, long-range air defence in 0504",
        "red: Step 7, final air defence in 0504",
    ]
    assert dice_of(events) == [10, 10]
    assert lost(table, "f18-1")


@pytest.mark.rule("ows 9.7.3", "ows seq.6.A")
def test_air_defences_of_both_sides_fire_together() -> None:
    table = battery(HEX)
    radiate(table.put("patriot-1", HEX), "patriot-1")
    fly(table, HEX, f18_1="strike", j16_1="strike")
    events = fight(
        table,
        dice=[6, 6],
        answers=[{"patriot-1/pac2/1": "j16-1"}, {FIRST: "f18-1"}],
    )
    assert len(rolled(events)) == 2
    assert flies(table, "f18-1", "j16-1") == [False, False]


@pytest.mark.rule("ows 6.5.8")
@pytest.mark.parametrize(
    ("missions", "die"),
    [({"f16_1": "sead"}, 8), ({"growler_1": "sead"}, 8), ({"f16_1": "cap"}, 10), ({}, 10)],
)
def test_electronic_warfare_demotes_fire_at_aircraft_in_its_hex(missions: dict[str, str], die: int) -> None:
    """The worked example: an F-16J or F/A-18G on an EW/SEAD mission demotes surface-to-air attacks on
    aircraft in its own hex."""
    table = fly(fly(battery(), HEX, f18_1="strike"), HEX, **missions)
    answers = [{FIRST: "f18-1"}, NONE]
    if "growler_1" in missions:
        answers = [NONE, *answers]
    assert dice_of(fight(table, dice=[1], answers=answers)) == [die]


@pytest.mark.rule("ows 6.5.8")
def test_electronic_warfare_in_another_hex_demotes_nothing() -> None:
    table = fly(fly(battery(), HEX, f18_1="strike"), "0403", f16_1="sead")
    assert dice_of(fight(table, dice=[1], answers=[{FIRST: "f18-1"}, NONE])) == [10]


@pytest.mark.rule("ows 9.7.3.step3")
def test_a_suppressed_battery_fires_with_a_demoted_die_and_a_disrupted_one_not_at_all() -> None:
    table = fly(battery(), HEX, f18_1="cap").mark("hq9-1", "suppressed")
    assert dice_of(fight(table, dice=[1], answers=[{FIRST: "f18-1"}, NONE])) == [8]
    table = fly(battery(), HEX, f18_1="cap").mark("hq9-1", "disrupted")
    assert rolled(fight(table)) == []


@pytest.mark.rule("ows 9.7.3.step3")
def test_stealth_aircraft_must_be_detected() -> None:
    table = fly(battery(), HEX, f35_1="cap")
    assert rolled(fight(table)) == []
    table = find(fly(battery(), HEX, f35_1="cap"), "f35-1")
    assert dice_of(fight(table, dice=[7], answers=[{FIRST: "f35-1"}])) == [10]
    assert lost(table, "f35-1")


@pytest.mark.rule("ows 9.7.4")
def test_countermeasures_take_the_first_hit() -> None:
    table = fly(battery(), HEX, f18_1="cap").mark("f18-1", "countermeasures")
    fight(table, dice=[6], answers=[{FIRST: "f18-1"}, NONE])
    assert flies(table, "f18-1") == [True]
    assert table.state.mark_named("f18-1", "countermeasures") is None
