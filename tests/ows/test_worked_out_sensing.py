"""Who sees what at sea and in the air, worked out from the rules unit by unit in positions at random."""

from collections.abc import Iterable
from functools import partial

import pytest

from adjudication.systems.ows.sensing.local_detection import automatic, covered_by, eye, hears, torpedo
from adjudication.systems.ows.sensing.sensors import (
    asw_assets,
    detection_shifts,
    emits,
    radar_range,
    radar_support,
    radars_on,
    search_die,
    sees_air,
    sonar,
    stealthy,
)
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import (
    ASW,
    CAVITATING,
    COUNTERMEASURES,
    DETECTED,
    EMITTING,
    SIGINT,
    SILENT,
    detected,
)
from domain.events import Marked
from domain.table.state import Piece
from tests.ows.scattering import CORNER, ELSEWHERE, apart, at_sea_or_in_the_air, of_side, other, scattered
from tests.ows.umpiring import run
from tests.ows.working_out import (
    BEARERS,
    LADDER,
    SIDES,
    covering,
    dice_for,
    flies,
    is_stealthy,
    known,
    radiates,
    sees,
    sees_as_far_as,
)
from tests.table import Table

SEEDS = range(1, 13)
GROUPS = (*BEARERS, "submarine", "air mission", "ammunition", "squadron", "special operations")


@pytest.mark.rule("ows 6.5.9a", "ows 6.5.9.4", "ows 6.5.9.5", "ows 6.5.9.6", "ows 6.4.3", "ows 9.7.5c")
@pytest.mark.parametrize("seed", SEEDS)
def test_radars_cover_what_the_rules_say_hex_by_hex(seed: int) -> None:
    table = scattered(seed)
    for side in SIDES:
        for piece in of_side(table, side, *BEARERS, "air mission", "submarine"):
            assert radar_range(table.state, piece) == sees_as_far_as(table, piece), piece.id
            assert emits(table.state, piece) is radiates(table, piece), piece.id
        for hex in (*CORNER, *ELSEWHERE):
            assert radars_on(table.state, side, hex) == covering(table, side, hex), (side, hex)


@pytest.mark.rule("ows 6.5.9.5b", "ows 8.3.2a", "ows 6.5.9.6", "ows 6.5.7")
@pytest.mark.parametrize("seed", SEEDS)
def test_aircraft_are_seen_as_the_rules_say(seed: int) -> None:
    table = scattered(seed)
    for side in SIDES:
        for aircraft in of_side(table, other(side), "air mission"):
            assert stealthy(table.state, aircraft) is is_stealthy(table, aircraft), aircraft.id
            assert sees_air(table.state, side, aircraft) is sees(table, side, aircraft), (side, aircraft.id)


@pytest.mark.rule("ows 6.5.10.1", "ows 6.5.7b")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_radars_that_support_a_shot_cover_the_target_and_see_it(seed: int) -> None:
    table = scattered(seed)
    for side in SIDES:
        for fighter in of_side(table, side, "air mission")[:3]:
            for target in of_side(table, other(side), "air mission"):
                hex = at_sea_or_in_the_air(table, target)
                expected = covering(table, side, hex) if sees(table, side, target) else []
                assert radar_support(table.state, fighter, target) == expected


@pytest.mark.rule("ows 6.5.9", "ows 6.5.9a", "ows 6.5.9.2", "ows 6.5.9.6", "ows 8.3.3a", "ows 8.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_each_unit_searches_with_its_best_die(seed: int) -> None:
    table = scattered(seed)
    for side in SIDES:
        targets = of_side(table, other(side), "air mission", "ship")
        for piece in of_side(table, side, "ship", "air mission", "ground unit", "facility"):
            for target in targets:
                dice = dice_for(table, piece, target)
                found = search_die(table.state, piece, target)
                if not dice:
                    assert found is None, (piece.id, target.id)
                    continue
                assert found is not None, (piece.id, target.id)
                shifts = sum(shift.rungs for shift in found.shifts)
                best = max(dice, key=lambda each: (LADDER.index(each[0]) + each[1], each[0]))
                assert (found.die, shifts) == best, (piece.id, target.id)


@pytest.mark.rule("ows 6.5.9.5b", "ows 8.3.3a", "ows 6.5.9.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_search_for_a_ship_or_aircraft_covers_it_or_shares_its_hex(seed: int) -> None:
    table = scattered(seed)
    for side in SIDES:
        for target in of_side(table, other(side), "ship", "air mission"):
            places = {target.place, at_sea_or_in_the_air(table, target)}
            with_it = [piece.id for piece in table.state.pieces.values() if piece.place in places]
            near = {id for place in places for id in covering(table, side, place)} | set(with_it)
            expected = {id for id in near if table.state.pieces[id].side == side}
            found = covered_by(table.state, side, target)
            assert len(found) == len(expected)
            assert set(found) == expected, target.id


def by_itself(table: Table, side: str) -> dict[str, str]:
    """What a side detects without a roll, and by which rule."""
    state, found = table.state, {}
    for unit in of_side(table, other(side), "ship", "submarine", "air mission", "ground unit"):
        if state.mark(unit.id, DETECTED):
            continue
        group, stealth = unit.kind.group, bool(sheet(unit).stealth)
        if state.mark(unit.id, EMITTING):
            found[unit.id] = "ows 6.4.3a"
            continue
        if stealth or group == "submarine":
            continue
        hex = at_sea_or_in_the_air(table, unit)
        mine = of_side(table, side, "ship", "air mission")
        if group in ("ship", "air mission"):
            shares = any(piece.place == unit.place for piece in mine)
            over = group == "air mission" and any(at_sea_or_in_the_air(table, piece) == hex for piece in mine)
            if shares or over:
                found[unit.id] = "ows 8.3.2a"
            elif group == "air mission" and covering(table, side, hex):
                found[unit.id] = "ows 6.5.9.5b"
        else:
            on_foot = of_side(table, side, "ground unit")
            small = unit.place[0] in "cv"  # tactical maps of 20 km
            if any(piece.place == unit.place for piece in on_foot):
                found[unit.id] = "ows 8.5"
            elif small and any(
                apart(table, piece.place, unit.place) <= 1
                for piece in (*on_foot, *of_side(table, side, "ship"))
            ):
                found[unit.id] = "ows 8.3.2.1"
    return found


@pytest.mark.rule("ows 6.4.3a", "ows 8.3.2a", "ows 6.5.9.5b", "ows 8.5", "ows 8.3.2.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_detected_without_a_roll(seed: int) -> None:
    for side in SIDES:
        table = scattered(seed)
        expected = by_itself(table, side)
        events = run(table, partial(automatic, side=side, rolled=[]))
        assert {event.subject: event.rule for event in events if isinstance(event, Marked)} == expected
        assert all(table.state.mark(id, DETECTED) for id in expected)


@pytest.mark.rule("ows 6.4.4", "ows 6.4.4.1", "ows 8.5.2", "ows 6.4.2a", "ows 6.4.2c")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_hunts_submarines_and_what_they_hear(seed: int) -> None:
    table = scattered(seed)
    state = table.state

    def hunts(piece: Piece) -> bool:
        die = max((weapon.die for weapon in sheet(piece).weapons if "undersea" in weapon.at), default=0)
        assert sonar(piece) == die
        if piece.kind.group == "submarine":
            return bool(die and state.mark(piece.id, ASW) and state.mark(piece.id, SILENT))
        return bool(die and (state.mark(piece.id, ASW) or flies(table, piece) == "asw"))

    for side in SIDES:
        for hex in CORNER:
            mine = of_side(table, side, "ship", "submarine", "air mission", "ground unit")
            expected = {piece.id for piece in mine if piece.place == hex and hunts(piece)}
            assert {piece.id for piece in asw_assets(state, side, hex)} == expected
        for boat in of_side(table, side, "submarine"):
            for target in of_side(table, other(side), "ship", "submarine"):
                fish = [weapon for weapon in sheet(boat).weapons if weapon.flight == "torpedo"]
                kind = "sea" if target.kind.group == "ship" else "undersea"
                die = max((weapon.die for weapon in fish if kind in weapon.at), default=0)
                assert torpedo(boat, target) == die
                silent, loud = state.mark(boat.id, SILENT), state.mark(target.id, CAVITATING)
                may = kind == "sea" or (not hunts(boat) and bool(silent or loud))
                assert hears(state, boat, target) is bool(die and may)


@pytest.mark.rule("ows 7.2.1.3", "ows 7.2.1.4", "ows 6.4.2.1a", "ows 6.4.2.2a", "ows 2.1.9a", "ows 8.3.2.1b")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_makes_a_unit_easier_or_harder_to_detect(seed: int) -> None:
    table = scattered(seed)
    state = table.state
    for side in SIDES:
        for unit in of_side(table, side, "ship", "submarine", "ground unit", "air mission"):
            terrain, expected = state.board.spaces[unit.place].terrain, set[tuple[int, str]]()
            up, down = state.mark(unit.id, SIGINT), state.mark(unit.id, COUNTERMEASURES)
            if up and not down:
                expected.add((1, "ows 7.2.1.3"))
            if down and not up:
                expected.add((-1, "ows 7.2.1.4"))
            if unit.kind.group == "submarine":
                expected |= {(-1, "ows 6.4.2.1a")} if state.mark(unit.id, SILENT) else set()
                expected |= {(1, "ows 6.4.2.2a")} if state.mark(unit.id, CAVITATING) else set()
                expected |= {(-1, "ows 2.1.9a")} if terrain == "littoral" else set()
            if unit.kind.group == "ground unit" and sheet(unit).light and terrain in ("urban", "forest"):
                expected.add((-1, "ows 8.3.2.1b"))
            found = detection_shifts(state, unit)
            assert {(shift.rungs, shift.rule) for shift in found} == expected, unit.id
            assert len(found) == len(expected)


@pytest.mark.rule("ows 2.3.3", "ows 6.4.3a", "ows 8.3.1", "ows 6.5.13")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_detected_are_installations_emitters_and_what_was_found(seed: int) -> None:
    table = scattered(seed).put("sq-j16", "0808").put("sq-f35", "0202")
    fields = {piece.place for piece in table.state.of_group("facility") if sheet(piece).type == "airfield"}
    for piece in of_side(table, "blue", *GROUPS) + of_side(table, "red", *GROUPS):
        fixed = piece.kind.group in ("facility", "ammunition") or (
            piece.kind.group == "squadron" and piece.place in fields
        )
        assert detected(table.state, piece) is (known(table, piece) or fixed), piece.id


@pytest.mark.rule("ows 8.5", "ows 8.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_an_unmanned_aircraft_looks_as_far_as_its_sensor(seed: int) -> None:
    table = scattered(seed).put("uas-1", "0805").put("e3-1", "0706").put("f18-1", "c11")

    def dice(hexes: Iterable[str], drone: Piece, far: int, die: int) -> dict[str, int]:
        return {hex: die if apart(table, drone.place, hex) <= far else 0 for hex in hexes}

    hexes = (*CORNER, *ELSEWHERE)
    for id in ("uas-1", "e3-1", "f18-1"):
        drone = table.state.pieces[id]
        sensor = sheet(drone).sensor
        far, die = (max(sensor.range, 0), sensor.die) if sensor is not None else (-1, 0)
        assert {hex: eye(table.state, drone, hex) for hex in hexes} == dice(hexes, drone, far, die)
