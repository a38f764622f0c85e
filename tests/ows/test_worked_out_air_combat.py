"""Air combat, worked out from the rules unit by unit in positions at random: who may engage whom (9.7)."""

from functools import partial

import pytest

import adjudication.systems.ows.air_battle.air_defence as air_defence
import adjudication.systems.ows.air_battle.air_to_air as air_to_air
import adjudication.systems.ows.air_battle.sead as sead
from adjudication.systems.ows.air_battle.air_to_air import early_warning
from adjudication.systems.ows.air_battle.sead import SEAD_HEXES, has_stand_off, jamming_range
from adjudication.systems.ows.air_battle.strike_flight import may_intercept
from adjudication.systems.ows.sensing.air_picture import (
    air_defences,
    contested,
    look_around,
    may_return,
    missile,
    missile_range,
    reaches,
    uncontested,
)
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import DETECTED
from adjudication.systems.ows.turn.asking import one_each
from domain.events import Marked
from domain.table.state import Piece
from tests.ows.scattering import CORNER, apart, at_sea_or_in_the_air, of_side, offers, other, scattered
from tests.ows.umpiring import mark_of, marked_with, run
from tests.ows.working_out import (
    COUNTER_AIR,
    SIDES,
    aloft,
    at_aircraft,
    belong,
    best,
    can_fire,
    can_reach,
    covering,
    engaged,
    flies,
    gap,
    in_the_fight,
    known,
    left,
    named,
    pairs,
    radiates,
    sees,
    sees_as_far_as,
)
from tests.table import Table

SEEDS = range(1, 11)
HEXES = (*CORNER, "air-west", "air-center")


@pytest.mark.rule("ows 6.5.10.1", "ows 6.5.7b", "ows 9.7.3.step4b")
@pytest.mark.parametrize("seed", SEEDS)
def test_which_aircraft_reach_which(seed: int) -> None:
    table = scattered(seed)
    for side in SIDES:
        for fighter in aloft(table, side):
            weapon = best(fighter)
            assert (missile(fighter) or 0) == (weapon or 0)
            for target in aloft(table, other(side)):
                reached = can_reach(table, fighter, target)
                assert reaches(table.state, fighter, target) is reached, (fighter.id, target.id)
                back = weapon is not None and (gap(table, fighter, target) == 0 or reached)
                assert may_return(table.state, fighter, target) is back


@pytest.mark.rule("ows 9.7.1a", "ows 9.7.1b", "ows 9.7.3.step1", "ows 9.7.3.step4a", "ows 9.7.3")
@pytest.mark.parametrize("same_hex", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_fire_in_air_to_air_combat_and_who_declares_first(seed: int, same_hex: bool) -> None:
    for hex in HEXES:
        table = scattered(seed)
        by_side = {side: pairs(table, side, hex, same_hex) for side in SIDES}
        fighters = {side: in_the_fight(table, side, by_side) for side in SIDES}
        expected = {}
        first = "red" if len(fighters["red"]) > len(fighters["blue"]) else "blue"
        for side in (first, other(first)):
            enemies = [table.state.pieces[id] for id in fighters[other(side)]]
            surplus = len(fighters[side]) - sum(sees(table, side, enemy) for enemy in enemies)
            may = {
                fighter: [
                    id for id in targets if surplus > 0 or flies(table, table.state.pieces[id]) in COUNTER_AIR
                ]
                for fighter, targets in by_side[side].items()
            }
            may = {fighter: targets for fighter, targets in may.items() if targets}
            if may:
                expected[side] = may, "ows 9.7.1b" if surplus > 0 else "ows 9.7.1a"
        run(table, partial(air_to_air.dogfight if same_hex else air_to_air.stand_off, hex=hex))
        found = offers(table)
        assert list(found) == list(expected), hex
        assert found == {side: may for side, (may, _) in expected.items()}
        rules = {question.side: question.rule for question in table.people.asked}
        assert rules == {side: rule for side, (_, rule) in expected.items()}


def air_defence_of(table: Table, side: str, hex: str, least: int) -> dict[str, list[str]]:
    """The salvos that air defences may fire in the combat of a hex: of ships and ground units that radiate,
    at aircraft that their side sees, as far as the missile goes (9.7.3 steps 3 and 7, 2.2.7.4)."""
    found: dict[str, list[str]] = {}
    for unit in of_side(table, side, "ship", "ground unit"):
        if not radiates(table, unit) or not can_fire(table, unit):
            continue
        for weapon in at_aircraft(unit):
            targets = [
                target.id
                for target in aloft(table, other(side))
                if sees(table, side, target)
                and belong(table, hex, unit, target)
                and gap(table, unit, target) <= weapon.range
            ]
            if targets and weapon.range >= least:
                found.update(dict.fromkeys(named(unit, weapon, left(table, unit, weapon)), targets))
    return found


@pytest.mark.rule("ows 9.7.3.step3", "ows 9.7.3.step7", "ows 2.2.7.4", "ows 2.2.2.8", "ows 9.7.3")
@pytest.mark.parametrize("step", [3, 7])
@pytest.mark.parametrize("seed", SEEDS)
def test_which_air_defences_may_fire_at_which_aircraft(seed: int, step: int) -> None:
    for hex in HEXES:
        table = scattered(seed)
        each = {side: air_defence_of(table, side, hex, 1 if step == 3 else 0) for side in SIDES}
        expected = {side: may for side, may in each.items() if may}
        procedure = air_defence.long_range if step == 3 else air_defence.final
        run(table, partial(procedure, hex=hex))
        assert offers(table) == expected, hex
        for question in table.people.asked:
            assert question.rule == f"ows 9.7.3.step{step}"
            assert question.secret is (len(expected) == 2)
            assert question.suggested == (one_each(expected[question.side]),)


def defends_the_air(piece: Piece) -> bool:
    """A ship or ground unit with missiles against aircraft, or a ground radar (6.5.9.5)."""
    sensor = sheet(piece).sensor
    radar = piece.kind.group == "ground unit" and sensor is not None and not sensor.uas
    return bool(at_aircraft(piece)) or radar


def sead_of(table: Table, side: str, hex: str, same_hex: bool, paid: bool) -> dict[str, list[str]]:
    """The salvos of SEAD missions and the detected air defences that they may strike: in their hex, or from 1
    hex and more with a weapon that outranges theirs (9.7.3 steps 2 and 6). Those that do not radiate cost an
    allocation (9.7.3.step2c); paid: whether any is left."""
    found: dict[str, list[str]] = {}
    enemies = of_side(table, other(side), "ship", "ground unit")
    targets = [piece for piece in enemies if defends_the_air(piece) and known(table, piece)]
    for mission in aloft(table, side):
        if flies(table, mission) != "sead":
            continue
        own = [weapon for weapon in sheet(mission).weapons if {"sea", "land"} & {*weapon.at}]
        seekers = [weapon for weapon in own if weapon.anti_radiation]
        for weapon in seekers or own:
            struck = []
            for target in targets:
                fits = ("sea" if target.kind.group == "ship" else "land") in weapon.at
                theirs = max((each.range for each in at_aircraft(target)), default=-1)
                assert missile_range(target) == theirs
                distance = gap(table, mission, target)
                near = distance == 0 if same_hex else 1 <= distance <= weapon.range and weapon.range > theirs
                affordable = radiates(table, target) or paid
                if fits and near and affordable and belong(table, hex, mission, target):
                    struck.append(target.id)
            if struck:
                found.update(dict.fromkeys(named(mission, weapon, left(table, mission, weapon)), struck))
    return found


@pytest.mark.rule(
    "ows 9.7.3.step2a", "ows 9.7.3.step2c", "ows 9.7.3.step6a", "ows 6.5.1.1a", "ows 2.2.2a", "ows 9.7.3"
)
@pytest.mark.parametrize("paid", [True, False])
@pytest.mark.parametrize("same_hex", [True, False])
@pytest.mark.parametrize("seed", range(1, 26))
def test_what_sead_missions_may_strike(seed: int, same_hex: bool, paid: bool) -> None:
    table = scattered(seed)
    for id in ("f16cj-1", "growler-1", "f16-1", "j16-1"):
        table.put(id, "0805" if same_hex else "0804").mark(id, "mission", {"type": "sead", "package": ""})
    for nth, id in enumerate(("hq9-1", "hq16-1", "type055-1", "patriot-1", "radar-1")):
        table.put(id, "0805" if nth % 2 else "0806").mark(id, "battleboard", None)
        table.mark(id, DETECTED, True if (seed + nth) % 3 else None)
    if not paid:
        table.track("c2-blue", 0).track("c2-red", 0)
    hex = "0805"
    each = {side: sead_of(table, side, hex, same_hex, paid) for side in SIDES}
    expected = {side: may for side, may in each.items() if may}
    procedure = sead.in_the_hex if same_hex else sead.stand_off
    run(table, partial(procedure, hex=hex))
    assert offers(table) == expected
    for question in table.people.asked:
        assert question.rule == ("ows 9.7.3.step6a" if same_hex else "ows 9.7.3.step2a")
        free = {
            item: [id for id in targets if radiates(table, table.state.pieces[id])]
            for item, targets in expected[question.side].items()
        }
        assert question.suggested == (one_each(free),)
    assert table.state.mark("blue", SEAD_HEXES) is None


@pytest.mark.rule("ows 9.7.3.step6a", "ows 6.5.9.4", "ows 6.5.9.5")
def test_stand_off_goes_beyond_missiles_and_sensors() -> None:
    table = scattered(1)
    for side in SIDES:
        weapons = [weapon for piece in aloft(table, side) for weapon in sheet(piece).weapons]
        for target in of_side(table, other(side), "ship", "ground unit"):
            theirs = [each.range for each in at_aircraft(target)]
            farthest = max((*theirs, sees_as_far_as(table, target), -1))
            for weapon in weapons:
                assert has_stand_off(table.state, weapon, target) is (weapon.range > farthest)


@pytest.mark.rule("ows 9.7", "ows 9.7.3.step2a", "ows 9.7.3.step3", "ows 2.1.2.3")
@pytest.mark.parametrize("seed", range(1, 31))
def test_where_air_combat_may_take_place(seed: int) -> None:
    table = scattered(seed)
    state = table.state
    fought = mark_of(state, "game", "air combat fought")
    kinds = state.kinds.values()

    def farthest(side: str, strikes: bool) -> int:
        """Of the missiles of aircraft, or of the strikes of SEAD missions, on any counter of a side."""
        weapons = [
            (kind, weapon)
            for kind in kinds
            if kind.group in (("air mission", "munitions") if strikes else ("air mission",))
            and kind.side in ("", side)
            for weapon in kind.data.get("weapons", ())
            if ("air" in weapon["at"]) is not strikes
        ]
        return max(
            (
                weapon.get("range", 0)
                for kind, weapon in weapons
                if not strikes or weapon.get("anti_radiation") or kind.data.get("ew")
            ),
            default=0,
        )

    in_air = max(farthest(side, strikes=False) for side in SIDES)
    shown = {
        side: {at_sea_or_in_the_air(table, piece) for piece in aloft(table, side) if piece.seen_by is None}
        for side in SIDES
    }
    expected = set()
    for side in SIDES:
        strikes = farthest(side, strikes=True)
        for hex in shown[side]:
            aircraft = any(
                apart(table, hex, there) <= in_air for there in shown[other(side)] if there not in fought
            )
            guns = any(
                apart(table, hex, at_sea_or_in_the_air(table, piece))
                <= max([strikes, *(weapon.range for weapon in at_aircraft(piece))])
                for piece in of_side(table, other(side), "ship", "ground unit")
                if defends_the_air(piece) and known(table, piece)
            )
            if hex not in fought and (aircraft or guns):
                expected.add(hex)
    board = [space.id for space in state.board.data.spaces]
    assert list(contested(state)) == sorted(expected, key=board.index)
    for side in SIDES:
        mine = of_side(table, side, "ship", "ground unit")
        assert air_defences(state, side) == tuple(piece.id for piece in mine if defends_the_air(piece))


@pytest.mark.rule("ows 6.5.9.5b", "ows 8.3.2a", "ows 6.4.3a")
@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize("hex", ["0706", "0904"])
def test_what_is_found_as_a_hex_is_fought_for(seed: int, hex: str) -> None:
    table = scattered(seed)
    state, expected = table.state, dict[str, str]()
    farthest = max(
        weapon.get("range", 0)
        for kind in state.kinds.values()
        for weapon in kind.data.get("weapons", ())
        if "air" in weapon["at"]
        or (
            kind.group in ("air mission", "munitions")
            and (weapon.get("anti_radiation") or kind.data.get("ew"))
        )
    )
    for side in SIDES:
        for piece in aloft(table, other(side)):
            place = at_sea_or_in_the_air(table, piece)
            near = apart(table, hex, place) <= max(1, farthest)
            if near and not state.mark(piece.id, DETECTED) and sees(table, side, piece):
                by_radar = covering(table, side, place)
                expected[piece.id] = "ows 6.5.9.5b" if by_radar else "ows 8.3.2a"
        for piece in of_side(table, other(side), "ship", "ground unit"):
            near = apart(table, hex, at_sea_or_in_the_air(table, piece)) <= max(1, farthest)
            hidden = piece.known_to is not None and not state.mark(piece.id, DETECTED)
            if near and defends_the_air(piece) and radiates(table, piece) and hidden:
                expected[piece.id] = "ows 6.4.3a"
    events = run(table, partial(look_around, hex=hex))
    assert {event.subject: event.rule for event in events if isinstance(event, Marked)} == expected


@pytest.mark.rule("ows 6.5.8", "ows 6.5.9.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_jammed_and_who_has_early_warning(seed: int) -> None:
    table = scattered(seed).put("ec37-1", "0806").put("e3-1", "0704").put("kj-1", "0705")
    table.mark("ec37-1", "mission", {"type": "sead", "package": ""})
    for id in ("e3-1", "kj-1"):
        table.mark(id, "mission", {"type": "aew", "package": ""})
    state = table.state
    for side in SIDES:
        for fighter in aloft(table, side):
            warned = any(
                flies(table, piece) == "aew"
                and radiates(table, piece)
                and gap(table, piece, fighter) <= sees_as_far_as(table, piece)
                for piece in aloft(table, side)
            )
            assert early_warning(state, fighter) is warned
    assert jamming_range(state.pieces["ec37-1"]) == 1
    assert jamming_range(state.pieces["growler-1"]) == 2
    jammer = state.pieces["ec37-1"]
    on_the_map = of_side(table, "red", "ship", "submarine", "ground unit", "air mission", "facility")
    expected = [
        piece.id
        for piece in state.pieces.values()
        if piece in on_the_map
        and (known(table, piece) or piece.kind.group == "facility")
        and gap(table, jammer, piece) <= 1
        and state.who_knows(piece.id) is None
    ]
    run(table, sead.aim_jammers)
    asked = [list(question.options) for question in table.people.asked if isinstance(question.options, tuple)]
    assert asked == ([expected] if len(expected) > 1 else [])
    marked = marked_with(table.state, "jammed")
    assert marked == ({expected[0]: "ec37-1"} if expected else {})


@pytest.mark.rule("ows 9.9.6.2c", "ows 9.9.6.2d")
@pytest.mark.parametrize("markers", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_intercept_a_package(seed: int, markers: bool) -> None:
    """In range of the hex, with a radar that covers it or in it; a second time only where no enemy fighter is
    left about the interceptor."""
    table = scattered(seed, counter_air_markers=markers)
    state = table.state
    wanted = ("dca",) if markers else COUNTER_AIR
    for side in SIDES:
        package = [
            piece for piece in aloft(table, other(side)) if mark_of(state, piece.id, "mission")["package"]
        ]
        members = tuple(piece.id for piece in package)
        for piece in aloft(table, side):
            here = at_sea_or_in_the_air(table, piece)
            about = [
                enemy.id
                for enemy in aloft(table, other(side))
                if at_sea_or_in_the_air(table, enemy) == here and flies(table, enemy) in COUNTER_AIR
            ]
            assert uncontested(state, side, here) is (not about)
            others = [id for id in about if id not in members or engaged(table, state.pieces[id])]
            for hex in HEXES:
                weapon, distance = best(piece), apart(table, here, hex)
                may = (
                    weapon is not None
                    and flies(table, piece) in wanted
                    and not mark_of(state, piece.id, "mission")["package"]
                    and distance <= weapon.range
                    and (distance == 0 or bool(covering(table, side, hex)))
                    and (engaged(table, piece) == 0 or (engaged(table, piece) == 1 and not others))
                )
                assert may_intercept(state, piece, members, hex) is may, (piece.id, hex)
