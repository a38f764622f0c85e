"""The ISR phase (8): theater ISR, contested air ISR, local detections, and their order."""

import random

import pytest

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import Order
from adjudication.engine.policies import RandomPolicy
from adjudication.systems.ows.sea.mines import LAID
from adjudication.systems.ows.sensing.local_detection import hidden
from adjudication.systems.ows.sensing.sensors import RECONNAISSANCE
from adjudication.systems.ows.table.status import (
    ASW,
    CAVITATING,
    COUNTERMEASURES,
    EMITTING,
    SIGINT,
    SILENT,
    detected,
)
from adjudication.systems.ows.table.weather import EVERYWHERE, WEATHER
from adjudication.systems.ows.theater_isr.isr import SHOWN
from domain.errors import IllegalOrder
from domain.events import DieRolled
from domain.table.dice import SampledDice
from domain.views.view import see, see_numbered
from tests.ows.sensing import dice_of, fly, found, proving, read_by, resolve, told
from tests.ows.test_contested_isr import intrusion
from tests.table import Table
from tests.words import words_of

FAR = "0608"
"""A hex of the deep sea with nobody near."""
MOVING = ("ship", "submarine", "air mission")


def clear(table: Table) -> Table:
    """Red's ships are far away."""
    for ship in ("type055-1", "type055-2", "houbei-1", "corvette-1"):
        table.put(ship, "0101")
    return table


def survey(table: Table, side: str, *hexes: str) -> Table:
    for hex in hexes:
        table.order("survey", side=side, hex=hex)
    return table


# --- theater ISR: 8.1, 8.2, 8.4 ------------------------------------------------------------------


@pytest.mark.rule("ows 8.4", "ows 2.2.1a", "ows 8.4.1", "ows 2.3.3", "ows 8.1", "ows seq.5.1")
@pytest.mark.parametrize(("roll", "seen"), [(5, []), (6, ["type055-1"])])
def test_a_pawn_rolls_the_theater_die_against_the_signature(roll: int, seen: list[str]) -> None:
    table = survey(proving(), "blue", "0704")
    events = resolve(table, [roll])
    assert dice_of(events) == [10]
    assert found(table) == seen
    assert (table.state.pieces["type055-1"].known_to is None) == bool(seen)


@pytest.mark.rule("ows 8.4", "ows 8.3", "ows 8.3.3")
def test_each_unit_with_a_high_signature_in_the_hex_is_rolled_for_once_and_no_other() -> None:
    surface = proving().put("corvette-1", "0704").put("ssk-1", "0704").put("houbei-1", "0704")
    table = survey(surface, "blue", "0704")
    assert dice_of(resolve(table, [7, 7])) == [10, 10]
    assert found(table) == ["type055-1", "houbei-1"]


@pytest.mark.rule("ows 8.5.3", "ows 8.4")
def test_a_second_pawn_in_a_hex_promotes_the_one_roll() -> None:
    assert dice_of(resolve(survey(proving(), "blue", "0704", "0704"), [3])) == [12]


@pytest.mark.rule("ows 8.2", "ows 7.6")
def test_a_side_has_as_many_pawns_and_the_die_that_its_dashboard_says() -> None:
    table = survey(proving().track("isr-pawns-blue", 1).track("isr-die-blue", 6), "blue", "0704")
    with pytest.raises(IllegalOrder, match="no ISR pawns left"):
        survey(table, "blue", "0705")
    assert dice_of(resolve(table, [6])) == [6]
    assert found(table) == ["type055-1"]


@pytest.mark.rule("ows 8.2")
def test_a_side_whose_constellation_is_down_places_no_pawns() -> None:
    table = proving().track("isr-die-red", 0)
    with pytest.raises(IllegalOrder, match="no ISR pawns left"):
        survey(table, "red", "0404")


@pytest.mark.rule("ows 8.1", "ows seq.5.1")
def test_pawns_are_placed_in_secret_and_shown_when_both_are_done() -> None:
    table = survey(proving(), "blue", "0801")
    assert "survey" in told(table, "blue")
    assert "survey" not in told(table, "red")
    assert "isr pawns" not in told(table, "red")
    resolve(table)
    assert SHOWN.name in told(table, "red")


@pytest.mark.rule("ows 2.3.3", "ows 8.4.1", "ows 2.3.3a")
def test_what_is_detected_lies_face_up_and_carries_the_marker() -> None:
    table = survey(proving(), "blue", "0704")
    before = {piece.id for piece in see(table.state, "blue").pieces if piece.known}
    resolve(table, [9])
    after = {piece.id for piece in see(table.state, "blue").pieces if piece.known}
    assert after - before == {"type055-1"}


@pytest.mark.rule("ows 8.4")
def test_nobody_but_the_white_cell_reads_the_rolls() -> None:
    table = survey(proving(), "blue", "0704")
    (roll,) = (event for event in resolve(table, [2]) if isinstance(event, DieRolled))
    assert roll.audience == ()
    for side in ("blue", "red"):
        assert "die-rolled" not in [event for event, _ in read_by(table, side)]


@pytest.mark.rule("ows 8.5.2", "ows 6.4.4b")
def test_a_search_that_fails_reads_like_a_search_where_nobody_is() -> None:
    logs = []
    for place, dice in ((FAR, [3, 1]), ("0101", [])):
        table = proving().put("ddg-1", FAR).mark("ddg-1", ASW).put("ssk-1", place)
        start = len(read_by(table, "blue"))
        assert len(dice_of(resolve(table, dice))) == len(dice)
        logs.append(read_by(table, "blue")[start:])
    assert len(logs[0]) > 3
    assert logs[0] == logs[1]


@pytest.mark.rule("ows 7.2.1.3", "ows 7.2.1.4")
@pytest.mark.parametrize(("mark", "die"), [(SIGINT, 12), (COUNTERMEASURES, 8)])
def test_tokens_on_the_target_shift_the_roll(mark: str, die: int) -> None:
    table = survey(proving().mark("type055-1", mark), "blue", "0704")
    assert dice_of(resolve(table, [1])) == [die]


@pytest.mark.rule("ows 2.3.5", "ows 8.4", "ows 6.4.4b")
def test_a_storm_demotes_theater_isr_and_asw_as_the_chart_says() -> None:
    table = survey(hunt("ddg-1"), "blue", "0704").mark("game", WEATHER, {EVERYWHERE: "storm"})
    assert dice_of(resolve(table, [1, 1, 1])) == [8, 6, 10]


@pytest.mark.rule("ows 6.4.5.1a", "ows seq.5.1")
def test_a_pawn_may_spot_mines_that_are_laid_in_its_hex() -> None:
    table = survey(proving().put("mines-1", FAR), "blue", FAR)
    table.mark("mines-1", LAID, {"turn": 1, "ship": "layer-1"})
    assert dice_of(resolve(table, [10])) == [10]
    assert "mines-1" in {piece.id for piece in see(table.state, "blue").pieces}


# --- ground units: 8.3.2.1 -----------------------------------------------------------------------


@pytest.mark.rule("ows 8.3.2.1a")
def test_a_pawn_sees_ground_units_in_the_open_of_its_zone_and_rolls_for_those_in_cover() -> None:
    table = proving().put("artillery-1", "c21").put("hq9-1", "c12").put("df21-1", "c31")
    assert dice_of(resolve(survey(table, "blue", "c11"), [6])) == [10]
    assert found(table) == ["artillery-1"]


@pytest.mark.rule("ows 8.3.2.1b")
def test_light_infantry_in_cover_demotes_the_roll() -> None:
    table = proving().put("light-r1", "c22").put("artillery-1", "c32")
    assert dice_of(resolve(survey(table, "blue", "c22", "c32"), [7, 7])) == [8, 10]
    assert found(table) == ["artillery-1", "light-r1"]


@pytest.mark.rule("ows 8.3.2.1")
def test_ground_units_beside_the_enemy_are_detected_on_tactical_maps_alone() -> None:
    table = proving().put("light-r1", "c22").put("marines-1", "c32").put("patriot-1", "0904")
    resolve(table)
    assert found(table, "light-r1", "marines-1", "patriot-1", "hq9-1") == ["light-r1", "marines-1"]


@pytest.mark.rule("ows 8.5")
def test_ground_units_that_share_a_hex_see_each_other() -> None:
    table = proving().put("marines-1", "1004")
    resolve(table)
    assert found(table, "marines-1", "df21-1") == ["marines-1", "df21-1"]


@pytest.mark.rule("ows 8.3.2.1a", "ows 8.5")
@pytest.mark.parametrize(
    ("place", "uas", "die"), [("c21", "c12", None), ("c22", "c12", 8), ("1004", "1003", 8), ("c43", "c12", 0)]
)
def test_an_unmanned_aircraft_sees_the_open_and_rolls_in_cover(place: str, uas: str, die: int | None) -> None:
    """die: None is found without a roll, 0 out of range."""
    table = fly(proving().put("artillery-1", place), "uas-1", uas, "isr")
    table.put("hq9-1", "0108").put("df21-1", "0108")
    events = resolve(table, [7] if die else [])
    assert dice_of(events) == ([die] if die else [])
    assert found(table, "artillery-1") == ([] if die == 0 else ["artillery-1"])


# --- without a roll: 8.3.2a, 6.4.3a, 6.5.9.5b -----------------------------------------------------


@pytest.mark.rule("ows 8.3.2a", "ows 8.5")
def test_ships_and_aircraft_that_share_a_hex_are_detected_unless_their_signature_is_low() -> None:
    table = fly(proving().put("corvette-1", "0404").put("houbei-1", "0404"), "f35-1", "0404", "cap")
    resolve(table, [1])
    assert found(table, "cvn-1", "houbei-1", "corvette-1", "f35-1") == ["cvn-1", "houbei-1"]


@pytest.mark.rule("ows 8.3.2a")
@pytest.mark.parametrize(("hex", "seen"), [("c33", ["ddg-1", "houbei-1"]), ("c32", [])])
def test_ships_on_a_tactical_map_see_each_other_in_one_hex_of_it(hex: str, seen: list[str]) -> None:
    table = proving().put("ddg-1", "c33").put("houbei-1", hex)
    resolve(table)
    assert found(table, "ddg-1", "houbei-1") == seen


@pytest.mark.rule("ows 6.4.2a", "ows 8.3.2a")
def test_a_submarine_neither_sees_ships_nor_is_seen_without_a_roll() -> None:
    table = proving().put("ssk-1", "0304")
    assert dice_of(resolve(table, [5])) == [10]
    assert found(table, "ssk-1", "lsd-1") == []


@pytest.mark.rule("ows 6.4.3a")
def test_a_unit_that_radiates_is_detected() -> None:
    table = proving().mark("type055-2", EMITTING)
    assert detected(table.state, table.state.pieces["type055-2"])
    resolve(table)
    assert found(table) == ["type055-2"]


@pytest.mark.rule("ows 6.5.9.5b", "ows 6.5.9.4")
def test_radars_detect_all_aircraft_in_range_but_stealthy_ones() -> None:
    table = fly(fly(proving(), "j16-1", "0504", "cap"), "j20-1", "0505", "cap").mark("ddg-1", EMITTING)
    events = resolve(table, [6])
    assert dice_of(events) == [12]
    assert found(table, "j16-1", "j20-1") == ["j16-1"]


# --- ASW and submarines: 6.4.2, 6.4.4 --------------------------------------------------------------


def hunt(*assets: str, **options: bool) -> Table:
    """A submarine in a hex with these ASW assets, and nobody else near."""
    table = proving(**options).put("ssk-1", FAR)
    for asset in assets:
        if asset == "p8-1":
            fly(table, asset, FAR, "asw")
        else:
            table.put(asset, FAR).mark(asset, ASW)
    return table


@pytest.mark.rule("ows 6.4.4b", "ows 8.5.2", "ows 8.5.3", "ows 8.3.3a")
@pytest.mark.parametrize(
    ("assets", "die"),
    [
        (["ddg-1"], 8),
        (["ddg-1", "ddg-2"], 10),
        (["ddg-1", "ddg-2", "takanami-1"], 12),
        (["p8-1"], 10),
        (["ddg-1", "ddg-2", "takanami-1", "p8-1"], 12),
    ],
)
def test_asw_assets_make_one_roll_promoted_for_each_further_one_up_to_a_d12(
    assets: list[str], die: int
) -> None:
    ships = [asset for asset in assets if asset != "p8-1"]
    assert dice_of(resolve(hunt(*assets), [8, *[1] * len(ships)])) == [die, *[10] * len(ships)]


@pytest.mark.rule("ows 8.3.3a")
def test_a_ship_and_a_patrol_aircraft_search_for_a_submarine_and_a_carrier_does_not() -> None:
    with_carrier = hunt("ddg-1", "p8-1", "cvn-1")
    assert dice_of(resolve(with_carrier, [9, 1, 1]))[0] == 12
    assert found(with_carrier, "ssk-1") == ["ssk-1"]
    assert dice_of(resolve(hunt("cvn-1"), [1])) == [10]  # the submarine's own roll for the carrier


@pytest.mark.rule("ows 6.4.4b", "ows 6.4.4")
def test_a_ship_without_the_asw_marker_does_not_search() -> None:
    table = proving().put("ssk-1", FAR).put("ddg-1", FAR)
    assert dice_of(resolve(table, [1])) == [10]


@pytest.mark.rule("ows 2.1.9a", "ows 6.4.2.1a", "ows 6.4.2.2a")
@pytest.mark.parametrize(("mark", "hex", "die"), [("", "0307", 6), (SILENT, FAR, 6), (CAVITATING, FAR, 10)])
def test_an_asw_roll_is_demoted_in_littoral_waters_and_by_silence_and_promoted_by_cavitation(
    mark: str, hex: str, die: int
) -> None:
    table = hunt("ddg-1").put("ssk-1", hex).put("ddg-1", hex)
    if mark:
        table.mark("ssk-1", mark)
    assert dice_of(resolve(table, [1, 1]))[0] == die


@pytest.mark.rule("ows 6.4.4c")
@pytest.mark.parametrize(("granted", "die"), [(True, 16), (False, 12)])
def test_the_white_cell_may_grant_a_d16_for_an_exposed_submarine(granted: bool, die: int) -> None:
    table = hunt("ddg-1", "ddg-2", "takanami-1", "p8-1", d16_exception=True)
    assert dice_of(resolve(table, [1, 1, 1, 1], [granted]))[0] == die


@pytest.mark.rule("ows 6.4.4c")
def test_the_d16_is_not_asked_for_where_the_roll_stays_below_it() -> None:
    table = hunt("ddg-1", d16_exception=True)
    assert dice_of(resolve(table, [1, 1]))[0] == 8


@pytest.mark.rule("ows 6.4.2a", "ows 6.4.2b", "ows 6.4.2.1b")
@pytest.mark.parametrize(("silent", "die"), [(False, 10), (True, 12)])
def test_a_submarine_rolls_its_torpedo_die_for_ships_in_its_hex(silent: bool, die: int) -> None:
    table = proving().put("ssk-1", "0304")
    if silent:
        table.mark("ssk-1", SILENT)
    assert dice_of(resolve(table, [6])) == [die]
    assert found(table, "lsd-1", "ssk-1") == ["lsd-1"]


@pytest.mark.rule("ows 6.4.2b", "ows 6.4.2a", "ows 8.4.1")
def test_what_sides_read_of_a_detection_does_not_tell_what_detected() -> None:
    """A submarine and theater ISR find a ship: both sides read the same line of it."""
    lines = []
    for table in (proving().put("ssk-1", "0304"), survey(proving(), "red", "0304")):
        before = len(table.session.game.log)
        resolve(table, [10])
        assert found(table, "lsd-1") == ["lsd-1"]
        for side in ("blue", "red"):
            seen = [view for number, view in see_numbered(table.session.game.log, side) if number > before]
            lines.append([(view.event, view.rule) for view in seen if "lsd-1" in str(view.fields)])
    assert lines[0] == lines[1] == lines[2] == lines[3]
    assert ("marked", "ows 8.4.1") in lines[0]


@pytest.mark.rule("ows 6.4.2a")
def test_a_submarine_searches_no_other_hex() -> None:
    assert dice_of(resolve(proving().put("ssk-1", "0305"))) == []


@pytest.mark.rule("ows 6.4.2c", "ows 6.4.2.1b")
@pytest.mark.parametrize(
    ("marks", "dice"),
    [
        ([], []),
        ([("ssk-1", CAVITATING.name)], [12]),
        ([("ssn-1", SILENT.name)], [12]),
        ([("ssk-1", SILENT.name)], [10]),
    ],
)
def test_a_submarine_searches_for_another_that_cavitates_or_while_it_runs_silently(
    marks: list[tuple[str, str]], dice: list[int]
) -> None:
    table = proving().put("ssk-1", FAR).put("ssn-1", FAR)
    for piece, mark in marks:
        table.mark(piece, mark)
    if ("ssk-1", SILENT.name) in marks:  # and rolls for the other: D10, promoted to D12
        dice = [12]
    assert dice_of(resolve(table, [1] * len(dice))) == dice


# --- AEW, stealth, fighters: 6.5.7, 6.5.9 ----------------------------------------------------------


@pytest.mark.rule("ows 6.5.9a", "ows 6.5.9")
@pytest.mark.parametrize(("hex", "die"), [("0704", 12), ("0804", 10), ("0904", 8), ("1004", 6)])
def test_an_e3_rolls_for_stealth_aircraft_with_a_die_that_falls_off(hex: str, die: int) -> None:
    table = fly(fly(proving(), "e3-1", "0704", "aew"), "j20-1", hex, "cap").mark("e3-1", EMITTING)
    clear(table)
    events = resolve(table, [6])
    assert dice_of(events) == [die]
    assert found(table, "j20-1") == []


@pytest.mark.rule("ows 6.5.9.2")
def test_an_e3_rolls_a_d10_for_a_ship_one_hex_away_and_not_for_one_two_hexes_away() -> None:
    table = fly(proving(), "e3-1", "0604", "aew").mark("e3-1", EMITTING)
    table.put("type055-2", "0101")
    assert dice_of(resolve(table, [6])) == [10]
    assert found(table, "type055-1") == ["type055-1"]


@pytest.mark.rule("ows 6.5.7", "ows 8.5.3")
def test_sensors_working_together_are_capped_at_a_d12_against_stealth_aircraft() -> None:
    table = fly(fly(proving(), "e3-1", "0704", "aew"), "j20-1", "0704", "cap").mark("e3-1", EMITTING)
    clear(fly(table, "f18-1", "0704", "cap"))
    assert dice_of(resolve(table, [6])) == [12]


@pytest.mark.rule("ows 8.5.3")
def test_several_sensors_promote_the_best_die() -> None:
    table = fly(fly(proving(), "e3-1", "0604", "aew"), "f35-1", "0703", "cap").put("type055-2", "0101")
    table.put("houbei-1", "0101").mark("e3-1", EMITTING).mark("f35-1", EMITTING)
    assert table.state.board.range("0703", "0704") == 1
    assert dice_of(resolve(table, [1])) == [12]


@pytest.mark.rule("ows 6.5.9.6", "ows 6.5.7a")
@pytest.mark.parametrize(("radiates", "dice"), [(True, [10]), (False, [])])
def test_a_long_range_fighter_radar_searches_for_ships_beside_it(radiates: bool, dice: list[int]) -> None:
    table = fly(proving(), "f35-1", "0604", "cap").put("type055-2", "0101")
    if radiates:
        table.mark("f35-1", EMITTING)
    assert dice_of(resolve(table, [6] * len(dice))) == dice
    assert found(table, "type055-1", "f35-1") == (["type055-1", "f35-1"] if radiates else [])


# --- SOF: 8.3.3a, 8.5.1 ----------------------------------------------------------------------------


@pytest.mark.rule("ows 8.3.3a")
def test_sof_may_detect_sof_in_their_hex() -> None:
    table = proving().put("oda-1", "0904")
    assert dice_of(resolve(table, [8, 7])) == [8, 8]
    assert found(table, "oda-1", "sof-r1") == ["sof-r1"]


@pytest.mark.rule("ows 8.5.1")
@pytest.mark.parametrize(("pawn", "die"), [(True, 12), (False, 8)])
def test_special_reconnaissance_promotes_another_sensor_or_searches_by_itself(pawn: bool, die: int) -> None:
    watching = {"target": "artillery-1", "senses": 8, "detect": 1, "strike": 1, "ground": 0}
    table = proving().put("oda-1", "1002").mark("oda-1", RECONNAISSANCE, watching)
    if pawn:
        survey(table, "blue", "1002")
    assert dice_of(resolve(table, [7])) == [die]
    assert found(table) == ["artillery-1"]


# --- all of it -----------------------------------------------------------------------------------


@pytest.mark.rule("ows 8.6", "ows seq.5.2")
def test_detections_are_resolved_in_the_order_of_8_6() -> None:
    """Contested, theater, ASW, submarine, radar, SOF, unmanned aircraft."""
    table = intrusion().put("type055-2", "0606").put("j16-1", "0101")
    survey(table, "blue", "0606")
    table.put("ssk-1", FAR).put("ddg-1", FAR).mark("ddg-1", ASW).put("oda-1", "0904")
    fly(table, "e3-1", "0602", "aew").mark("e3-1", EMITTING)
    fly(table, "j20-1", "0601", "cap")
    events = resolve(table, [1] * 8)
    purposes = [
        words_of(event.purpose, "ows").split(":")[0] for event in events if isinstance(event, DieRolled)
    ]
    assert purposes == [
        "defence against air ISR",
        "theater ISR",
        "ASW",
        "submarine sonar",
        "radar search",
        "SOF against SOF",
        "SOF against SOF",
        "unmanned aircraft",
    ]


@pytest.mark.rule("ows 8.4.1", "ows 8.6")
def test_of_a_crowded_sea_each_unit_that_was_detected_lies_face_up_and_no_other() -> None:
    """Every unit of the proving ground in the field, with pawns, radars and ASW forces."""
    table = proving()
    at_sea = [space.id for space in table.state.board.data.spaces if space.terrain == "deep sea"]
    for number, piece in enumerate([*table.state.pieces.values()]):
        if piece.kind.group in ("ship", "submarine"):
            table.put(piece.id, at_sea[number % 7]).mark(piece.id, ASW)
        if piece.kind.group == "air mission":
            fly(table, piece.id, at_sea[number % 7], "aew" if "e3" in piece.id else "cap")
    survey(table, "blue", *at_sea[:3])
    survey(table, "red", *at_sea[:3])
    undetected = {unit.id: unit for side in ("blue", "red") for unit in hidden(table.state, side, *MOVING)}
    table.order("proceed", side="blue")
    table.session.dice = SampledDice(7)
    table.session.people = PolicyPeople({}, RandomPolicy(), random.Random(7))
    table.session.order(Order("red", "proceed"))
    turned_up = {id for id, unit in undetected.items() if unit.known_to is None}
    assert turned_up == {*found(table)} & undetected.keys()
    assert 10 < len(turned_up) < len(undetected)


@pytest.mark.rule("ows 6.4.2c", "ows 6.4.4.1", "ows 8.5.2")
@pytest.mark.parametrize(("hunts", "dice"), [(True, 1), (False, 1)])
def test_a_silent_submarine_searches_for_another_once_with_the_asw_forces_or_by_itself(
    hunts: bool, dice: int
) -> None:
    table = clear(proving()).put("ssn-1", FAR).put("ssk-1", FAR).mark("ssn-1", SILENT)
    if hunts:
        table.mark("ssn-1", ASW)
    events = resolve(table, [1] * dice)
    rules = [event.rule for event in events if isinstance(event, DieRolled)]
    assert rules == ["ows 6.4.4b" if hunts else "ows 6.4.2c"]
