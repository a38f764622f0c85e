"""Radars, AEW, stealth and signatures (2.2.1, 6.4, 6.5.7, 6.5.9, 8.3)."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.systems.ows.sea.modes import radiates
from adjudication.systems.ows.sensing.sensors import (
    Sensor,
    asw_assets,
    cec_shifts,
    ceiling,
    detection_shifts,
    emits,
    printed_radar,
    radar_range,
    radar_support,
    radars_on,
    search_die,
    sees_air,
    signature,
    sonar,
    stealthy,
)
from adjudication.systems.ows.table.counters import sheet, sheet_of
from adjudication.systems.ows.table.ladder import Shift, shifted
from adjudication.systems.ows.table.status import (
    ASW,
    CAVITATING,
    COUNTERMEASURES,
    EMITTING,
    SIGINT,
    SILENT,
    detected,
)
from domain.events import KindData
from domain.texts import code_of
from tests.ows.sensing import fly, proving
from tests.table import Table


def aew(hex: str) -> Table:
    return fly(proving(), "e3-1", hex, "aew").mark("e3-1", EMITTING)


def labels(shifts: list[Shift]) -> dict[str, int]:
    return {code_of(shift.label): shift.rungs for shift in shifts}


def rolled(sensor: Sensor | None) -> int:
    """The die that a sensor rolls by itself."""
    assert sensor is not None
    return shifted(sensor.die, sum(shift.rungs for shift in sensor.shifts))


# --- signatures ----------------------------------------------------------------------------------


@pytest.mark.rule("ows 2.2.1", "ows 2.2.1a", "ows 8.3", "ows 8.3.2", "ows 8.3.3")
@pytest.mark.parametrize(
    ("piece", "number", "low"),
    [
        ("ddg-1", 6, False),
        ("hq9-1", 7, False),
        ("j16-1", 5, False),
        ("f35-1", 8, True),
        ("ssk-1", 9, True),
        ("oda-1", 8, True),
        ("corvette-1", 7, True),
    ],
)
def test_a_unit_has_one_signature_and_its_number_is_the_target(piece: str, number: int, low: bool) -> None:
    unit = proving().state.pieces[piece]
    assert (signature(unit), sheet(unit).low_signature) == (number, low)


@pytest.mark.rule("ows 8.3.1")
def test_fixed_installations_are_always_detected_and_units_beside_them_are_not() -> None:
    table = proving()
    seen = {
        id: detected(table.state, table.state.pieces[id])
        for id in ("airfield-r", "port-r", "asp-r", "sq-j16")
    }
    assert all(seen.values())
    assert not detected(table.state, table.state.pieces["hq9-1"])
    table.put("sq-j16", "0901")
    assert not detected(table.state, table.state.pieces["sq-j16"])


# --- radars --------------------------------------------------------------------------------------


@pytest.mark.rule("ows 6.5.9.4", "ows 6.5.9.5")
@pytest.mark.parametrize(
    ("piece", "range"),
    [("maya-1", 1), ("takanami-1", 0), ("hq9-1", 1), ("radar-1", 2), ("marines-1", -1), ("ssn-1", -1)],
)
def test_the_radar_of_a_unit_reaches_as_far_as_its_missiles_or_as_printed(piece: str, range: int) -> None:
    table = proving()
    assert radar_range(table.state, table.state.pieces[piece]) == range


@pytest.mark.rule("ows 6.5.9.4")
def test_the_maya_detects_aircraft_out_to_1_hex() -> None:
    table = fly(proving(), "j16-1", "0505", "cap").mark("maya-1", EMITTING)
    plane = table.state.pieces["j16-1"]
    assert table.state.board.range("0405", "0505") == 1
    assert sees_air(table.state, "blue", plane)
    table.put("j16-1", "0605")
    assert not sees_air(table.state, "blue", table.state.pieces["j16-1"])


@pytest.mark.rule("ows 6.5.9.5", "ows 6.5.9.5a", "ows 6.5.9.5b", "ows 6.4.3a")
def test_a_ground_radar_sees_what_is_in_range_and_is_seen_while_it_radiates() -> None:
    table = fly(proving(), "j16-1", "0405", "cap").put("maya-1", "0401")
    plane, radar = table.state.pieces["j16-1"], table.state.pieces["radar-1"]
    assert not sees_air(table.state, "blue", plane)
    assert not detected(table.state, radar)
    table.mark("radar-1", EMITTING)
    assert radars_on(table.state, "blue", "0405") == ["radar-1"]
    assert sees_air(table.state, "blue", plane)
    assert detected(table.state, radar)


@pytest.mark.rule("ows 6.5.9.5b", "ows 6.5.7")
def test_radars_do_not_see_stealth_aircraft_by_themselves() -> None:
    table = fly(proving(), "j20-1", "0404", "cap").mark("ddg-1", EMITTING)
    plane = table.state.pieces["j20-1"]
    assert stealthy(table.state, plane)
    assert not sees_air(table.state, "blue", plane)
    assert search_die(table.state, table.state.pieces["ddg-1"], plane) == Sensor(12)
    assert ceiling(plane) == 12


@pytest.mark.rule("ows 6.5.9.6", "ows 6.5.7a")
def test_a_fighter_that_radiates_searches_beside_it_and_is_stealthy_no_more() -> None:
    table = fly(proving(), "f35-1", "0604", "cap")
    fighter, ship = table.state.pieces["f35-1"], table.state.pieces["type055-1"]
    assert stealthy(table.state, fighter)
    assert not detected(table.state, fighter)
    assert search_die(table.state, fighter, ship) is None
    table.mark("f35-1", EMITTING)
    assert not stealthy(table.state, fighter)
    assert detected(table.state, fighter)
    assert search_die(table.state, fighter, ship) == Sensor(10)
    assert radars_on(table.state, "blue", ship.place) == ["f35-1"]


@pytest.mark.rule("ows 6.5.7b")
def test_a_stealth_fighter_in_emcon_needs_another_sensor_to_engage_into_an_adjacent_hex() -> None:
    table = fly(fly(proving(), "f35-1", "0604", "cap"), "j16-1", "0704", "cap")
    fighter, target = table.state.pieces["f35-1"], table.state.pieces["j16-1"]
    assert radar_support(table.state, fighter, target) == []
    fly(table, "e3-1", "0603", "aew")
    assert radar_support(table.state, fighter, target) == []
    table.mark("e3-1", EMITTING)
    assert radar_support(table.state, fighter, target) == ["e3-1"]


# --- AEW -----------------------------------------------------------------------------------------


@pytest.mark.rule("ows 6.5.9", "ows 6.5.9a")
@pytest.mark.parametrize(("hex", "die"), [("0704", 12), ("0804", 10), ("0904", 8), ("1004", 6)])
def test_the_die_of_an_e3_is_one_less_for_each_hex(hex: str, die: int) -> None:
    table = fly(aew("0704"), "j20-1", hex, "cap")
    assert rolled(search_die(table.state, table.state.pieces["e3-1"], table.state.pieces["j20-1"])) == die


@pytest.mark.rule("ows 6.5.9a")
def test_an_e3_makes_no_attempt_where_its_die_falls_off_the_ladder() -> None:
    table = fly(aew("0404"), "j20-1", "0904", "cap")
    plane = table.state.pieces["j20-1"]
    assert table.state.board.range("0404", "0904") == 5
    assert search_die(table.state, table.state.pieces["e3-1"], plane) is None
    table.put("j20-1", "0804")
    assert rolled(search_die(table.state, table.state.pieces["e3-1"], plane)) == 4


@pytest.mark.rule("ows 6.5.9.2")
def test_an_e3_rolls_for_ships_one_hex_away_and_no_further() -> None:
    table = aew("0604")
    radar, ship = table.state.pieces["e3-1"], table.state.pieces["type055-1"]
    assert table.state.board.range("0604", ship.place) == 1
    assert rolled(search_die(table.state, radar, ship)) == 10
    table.put("type055-1", "0804")
    assert table.state.board.range("0604", "0804") == 2
    assert search_die(table.state, radar, ship) is None


@pytest.mark.rule("ows 6.5.9", "ows 6.4.3")
def test_an_aew_aircraft_senses_nothing_unless_it_radiates_on_an_aew_mission() -> None:
    table = fly(proving(), "e3-1", "0704", "aew")
    assert radars_on(table.state, "blue", "0704") == []
    table.mark("e3-1", EMITTING)
    assert radars_on(table.state, "blue", "0704") == ["e3-1"]
    assert emits(table.state, table.state.pieces["e3-1"])
    table.put("e3-1", "sq-e3")
    assert radars_on(table.state, "blue", "0704") == []


@pytest.mark.rule("ows 6.5.9.3")
@pytest.mark.parametrize(
    ("ship", "hawkeye", "weapon", "shielded", "rungs"),
    [
        ("maya-1", "0404", "yj18", True, -2),
        ("ddg-1", "0404", "yj18", True, -2),
        ("takanami-1", "0405", "yj18", True, 0),
        ("maya-1", "0402", "yj18", True, 0),
        ("maya-1", "0404", "yj21", True, 0),
        ("maya-1", "0404", "yj18", False, 0),
    ],
)
def test_cooperative_engagement_demotes_cruise_missiles_twice(
    ship: str, hawkeye: str, weapon: str, shielded: bool, rungs: int
) -> None:
    table = fly(proving(), "e2d-1", hawkeye, "aew")
    fired = sheet(table.state.pieces["type055-1"]).weapon(weapon)
    assert fired is not None
    shifts = cec_shifts(table.state, table.state.pieces[ship], fired, shielded)
    assert sum(shift.rungs for shift in shifts) == rungs


@pytest.mark.rule("ows 6.5.9.3")
def test_another_aew_aircraft_gives_no_cooperative_engagement() -> None:
    table = aew("0404")
    fired = sheet(table.state.pieces["type055-1"]).weapon("yj18")
    assert fired is not None
    assert cec_shifts(table.state, table.state.pieces["maya-1"], fired, True) == []


@pytest.mark.rule("ows 6.5.9.3", "ows 6.4.3")
@pytest.mark.parametrize(
    ("option", "emits", "rungs"), [(False, False, -2), (True, False, 0), (True, True, -2)]
)
def test_cooperative_engagement_needs_an_emitting_hawkeye_where_the_game_says_so(
    option: bool, emits: bool, rungs: int
) -> None:
    table = fly(proving(cec_needs_emission=option), "e2d-1", "0404", "aew").mark(
        "e2d-1", EMITTING, emits or None
    )
    fired = sheet(table.state.pieces["type055-1"]).weapon("yj18")
    assert fired is not None
    shifts = cec_shifts(table.state, table.state.pieces["maya-1"], fired, True)
    assert sum(shift.rungs for shift in shifts) == rungs


# --- what makes it easier or harder --------------------------------------------------------------


@pytest.mark.rule("ows 6.5.7")
def test_no_die_against_a_stealth_aircraft_is_larger_than_a_d12() -> None:
    table = proving()
    assert shifted(12, 1, ceiling(table.state.pieces["f35-1"])) == 12
    assert shifted(12, 1, ceiling(table.state.pieces["ssk-1"])) == 12
    assert shifted(12, 1, ceiling(table.state.pieces["corvette-1"])) == 16
    assert signature(table.state.pieces["f35-1"]) == 8


@pytest.mark.rule("ows 7.2.1.3", "ows 7.2.1.3a", "ows 7.2.1.4", "ows 7.2.1.4a")
def test_sigint_and_countermeasures_shift_detection_and_cancel_each_other() -> None:
    table = proving().mark("ddg-1", SIGINT)
    ship = table.state.pieces["ddg-1"]
    assert labels(detection_shifts(table.state, ship)) == {"SIGINT & EMSO": 1}
    table.mark("ddg-1", COUNTERMEASURES)
    assert detection_shifts(table.state, ship) == []
    table.mark("ddg-1", SIGINT, None)
    assert labels(detection_shifts(table.state, ship)) == {"Active & Passive Countermeasures": -1}


@pytest.mark.rule("ows 6.4.2.1a", "ows 6.4.2.2a", "ows 2.1.9a")
def test_submarines_hide_by_silence_and_in_littoral_waters_and_are_heard_cavitating() -> None:
    table = proving().mark("ssk-1", SILENT)
    boat = table.state.pieces["ssk-1"]
    assert labels(detection_shifts(table.state, boat)) == {"Silent Running": -1}
    table.mark("ssk-1", SILENT, None).mark("ssk-1", CAVITATING).put("ssk-1", "0803")
    assert labels(detection_shifts(table.state, boat)) == {"cavitating": 1, "littoral waters": -1}


@pytest.mark.rule("ows 8.3.2.1b")
@pytest.mark.parametrize(("hex", "rungs"), [("c22", -1), ("c12", -1), ("c32", 0), ("c21", 0)])
def test_light_infantry_is_harder_to_find_in_towns_and_forests(hex: str, rungs: int) -> None:
    table = proving().put("light-r1", hex).put("artillery-1", hex)
    state = table.state
    assert sum(shift.rungs for shift in detection_shifts(state, state.pieces["light-r1"])) == rungs
    assert detection_shifts(state, state.pieces["artillery-1"]) == []


@pytest.mark.rule("ows 8.5.2", "ows 8.3.3a", "ows 6.4.4b")
def test_only_units_with_the_submarine_symbol_and_in_asw_mode_hunt_submarines() -> None:
    table = (
        fly(proving(), "p8-1", "0603", "asw").put("ddg-1", "0603").put("cvn-1", "0603").put("ddg-2", "0603")
    )
    table.mark("ddg-1", ASW).mark("cvn-1", ASW)
    state = table.state
    assert [piece.id for piece in asw_assets(state, "blue", "0603")] == ["p8-1", "ddg-1"]
    assert sonar(state.pieces["cvn-1"]) == 0


@pytest.mark.rule("ows 6.5.9.5")
@pytest.mark.parametrize(("printed", "hexes"), [({}, 0), ({"range": 0}, 0), ({"range": 2}, 2)])
def test_a_ground_radar_without_a_printed_range_covers_its_own_hex(
    printed: dict[str, int], hexes: int
) -> None:
    piece = proving().state.pieces["radar-1"]
    piece.kind = replace(
        piece.kind, data={**piece.kind.data, "weapons": [], "sensor": {"die": 10, **printed}}
    )
    assert printed_radar(piece) == hexes


@pytest.mark.rule("ows 6.5.9a", "ows 6.5.9.6")
@pytest.mark.parametrize(
    ("mission", "flown", "hexes"),
    [
        ("e3-1", "aew", 4),
        ("e2d-1", "aew", 4),
        ("f35-1", "cap", 1),
        ("f18-1", "cap", -1),
        ("kc-1", "tanker", -1),
    ],
)
def test_an_aew_radar_sees_until_its_die_falls_off_and_that_of_a_fighter_one_hex(
    mission: str, flown: str, hexes: int
) -> None:
    """From a D12 there are four demotions to the D4."""
    table = fly(proving(), mission, "0504", flown)
    assert radar_range(table.state, table.state.pieces[mission]) == hexes


@pytest.mark.rule("ows 6.4.3", "ows 6.5.9.4")
@pytest.mark.parametrize(
    ("changes", "able"),
    [
        ({}, False),
        ({"sensor": {"die": 8}}, True),
        ({"shields": [{"id": "s", "name": "S", "number": 5}]}, True),
        ({"weapons": [{"id": "w", "name": "W", "die": 8, "at": ["air"], "flight": "air-to-air"}]}, True),
        ({"weapons": [{"id": "w", "name": "W", "die": 8, "at": ["sea"], "flight": "subsonic"}]}, False),
    ],
)
def test_what_a_unit_can_emit_with(changes: dict[str, Any], able: bool) -> None:
    data = {"type": "ship", "defence": 4, **changes}
    assert radiates(sheet_of(KindData(name="A ship", group="ship", data=data))) is able
