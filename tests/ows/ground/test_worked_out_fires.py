"""Fires, support, attacks and designations of the ground war, worked out from the rules unit by unit in
positions at random."""

import random

import pytest

from adjudication.systems.ows.ground.attacks.declare import attackers, open_to_attack
from adjudication.systems.ows.ground.fires.fire import fires, targets
from adjudication.systems.ows.ground.fires.fire_missions import (
    batteries,
    battlespace,
    beyond_span,
    directed,
    in_range,
    missions,
    missions_left,
)
from adjudication.systems.ows.ground.fires.support import available
from adjudication.systems.ows.ground.fires.zone_of_action import FIRED_ON, zone_of_action
from adjudication.systems.ows.ground.forces.acting import acting_units, acts_now, opposing_side
from adjudication.systems.ows.ground.forces.designations import (
    for_free_marker,
    for_main_effort,
    for_reserve,
    hqs_listed,
    meant_before,
    units_of,
)
from adjudication.systems.ows.ground.forces.formations import members
from adjudication.systems.ows.ground.forces.ways import reachable
from adjudication.systems.ows.ground.maneuver.exploitation import force
from adjudication.systems.ows.ground.maneuver.march import hexes_to_go, light, marchers
from adjudication.systems.ows.ground.maneuver.reaction import able_to_react, reserves, under_attack
from adjudication.systems.ows.ground.segment.organize import (
    assignable,
    for_formation,
    may_be_relieved,
    may_defend,
    may_delay,
    may_entrench,
)
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import DISORGANIZED, DISRUPTED, EXPENDED, RESERVE, SUPPRESSED
from domain.table.state import Piece
from tests.ows.ground.scattering import (
    EAST,
    FORMATIONS,
    SIDES,
    WEST,
    acting,
    acts,
    found,
    maneuvers,
    other,
    scattered,
    seen,
    units,
)
from tests.ows.umpiring import mark_of, marked_with
from tests.table import Table

SEEDS = range(1, 11)
HEXES = sorted({*WEST, *EAST})
GUNS = {
    "pal-1": (1, 2),
    "pal-2": (1, 2),
    "himars-1": (3, 2),
    "msta-1": (1, 3),
    "bag-1": (1, 4),
    "grad-1": (2, 3),
}
"""Range and missions of each artillery and rocket unit, as printed."""
RADIUS = {"hq-b1": 15, "hq-b2": 15, "hq-r1": 10, "hq-r2": 10}
"""The TAC radius of each headquarters in hexes of 20 km: its number is in zones of 100 km (2.2.7.1a)."""
HQ = {"b1": "hq-b1", "b2": "hq-b2", "r1": "hq-r1", "r2": "hq-r2"}


def formation(table: Table, unit: str) -> str:
    return str(mark_of(table.state, unit, "formation") or "")


def reaches(table: Table, hq: str, hex: str) -> bool:
    """Whether a headquarters on the map has a hex in its radius."""
    piece = table.state.pieces[hq]
    on_map = piece in units(table, piece.side)
    same_map = on_map and table.state.board.spaces[piece.place].map == table.state.board.spaces[hex].map
    distance = table.state.board.range(piece.place, hex) if same_map else None
    return distance is not None and distance <= (RADIUS[hq] if piece.place[0] == "f" else 2 * RADIUS[hq])


def ready(table: Table, battery: Piece) -> int:
    """The missions that a unit has left: none after it has fired (10.15.5d), or without C2 (7.2.1.1b); a
    Brigade Artillery Group has two for each step."""
    state = table.state
    if state.mark(battery.id, EXPENDED) or state.mark(battery.id, DISRUPTED) or not battery.steps:
        return 0
    return 2 * battery.steps if battery.id == "bag-1" else GUNS[battery.id][1]


def may_fire(table: Table, battery: Piece, hex: str) -> bool:
    """In its battlespace (10.15.2a) and in range (2.2.7.3), with missions left."""
    own = formation(table, battery.id)
    hq = table.state.pieces[HQ[own]] if own else None
    stands = hq is not None and hq in units(table, battery.side)
    in_it = not own or not stands or reaches(table, HQ[own], hex)
    distance = table.state.board.range(battery.place, hex)
    reach = GUNS[battery.id][0]
    return in_it and distance is not None and distance <= reach and ready(table, battery) > 0


def zone(table: Table, side: str) -> set[str]:
    """Within 100 km of declared combats, of what was fired on, and of enemy ground units that the side has
    detected (ground.3.E)."""
    state = table.state
    focus = [*marked_with(state, "combat"), *(state.mark("game", FIRED_ON) or ())]
    focus += [unit.place for unit in units(table, other(side)) if found(table, unit)]
    return {
        hex for center in focus for hex in state.board.within(center, 5 if center.startswith("f") else 10)
    }


@pytest.mark.rule("ows 10.2.1", "ows 10.2.3", "ows ground.3.E")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_acts_and_where_the_action_is(seed: int) -> None:
    table = scattered(seed).mark("f0404", "combat", {"attackers": {}, "river": False, "landing": False})
    table.mark("game", FIRED_ON, ["f0802"])
    state = table.state
    mine = [unit for unit in units(table, acting(table)) if acts(table, unit)]
    assert [id for id in acting_units(state) if state.pieces[id] in mine] == [unit.id for unit in mine]
    assert opposing_side(state) == other(acting(table))
    for side in SIDES:
        assert zone_of_action(state, side) == zone(table, side)
        for unit in units(table, side):
            assert acts_now(state, unit.id) is acts(table, unit)
    for each in (*FORMATIONS["blue"], *FORMATIONS["red"]):
        there = [u.id for side in SIDES for u in units(table, side) if formation(table, u.id) == each]
        assert list(members(state, each)) == there


@pytest.mark.rule(
    "ows 10.15.5a", "ows 10.15.5d", "ows 2.2.7.3", "ows 7.2.1.1b", "ows 2.2.7.1a", "ows ground.3.A"
)
@pytest.mark.parametrize("seed", SEEDS)
def test_batteries_and_their_missions(seed: int) -> None:
    table = scattered(seed).mark("hq-b1" if seed % 2 else "hq-r2", DISRUPTED)
    table.mark("pal-2" if seed % 3 else "msta-1", DISRUPTED)
    state = table.state
    for side in SIDES:
        guns = [unit for unit in units(table, side) if unit.id in GUNS]
        assert list(batteries(state, side)) == [gun.id for gun in guns]
        without = frozenset(gun.id for gun in guns[::2])
        assert list(batteries(state, side, without)) == [gun.id for gun in guns[1::2]]
        for gun in guns:
            assert missions_left(state, gun) == ready(table, gun) == sum(missions(state, gun).values())
            for hex in HEXES:
                distance = state.board.range(gun.place, hex)
                near = distance is not None and distance <= GUNS[gun.id][0]
                assert sum(in_range(state, gun, hex).values()) == (ready(table, gun) if near else 0)
        for each in FORMATIONS[side]:
            assert set(battlespace(state, each) or ()) == {
                space.id for space in state.board.data.spaces if reaches(table, HQ[each], space.id)
            }
    now = mark_of(state, "game", "actioning unit")["formations"]
    sound = [HQ[each] for each in now if not state.mark(HQ[each], DISRUPTED)]
    for hex in HEXES:
        assert directed(state, hex) is any(reaches(table, hq, hex) for hq in sound)


@pytest.mark.rule("ows 10.15.2a", "ows ground.3.A", "ows ground.3.E", "ows 10.4.1b", "ows 9.9.4")
@pytest.mark.parametrize("defends", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_may_be_fired_at_what(seed: int, defends: bool) -> None:
    """In prep fires those of the actioning formations at whatever is detected; in defensive fires those in
    the zone of action at fires and maneuver units."""
    table = scattered(seed, "defensive fires" if defends else "prep fires")
    state = table.state
    side = other(acting(table)) if defends else acting(table)
    at: dict[str, list[str]] = {}
    for unit in units(table, other(side)):
        read = sheet(unit)
        if found(table, unit) and (not defends or maneuvers(read) or read.type in ("artillery", "rocket")):
            at.setdefault(unit.place, []).append(unit.id)
    expected: dict[str, dict[str, list[str]]] = {}
    for hex, there in at.items():
        for gun in units(table, side):
            if gun.id not in GUNS or state.mark(gun.id, RESERVE) or not may_fire(table, gun, hex):
                continue
            if gun.place in zone(table, side) if defends else acts(table, gun):
                expected.setdefault(hex, {})[gun.id] = there
    assert {hex: list(there) for hex, there in targets(state, side).items()} == at
    assert {hex: ways.guns for hex, ways in fires(state, side).items()} == expected


@pytest.mark.rule("ows 10.15.6", "ows ground.3.D", "ows ground.3.E", "ows 10.15.7d", "ows 10.15.9.1.2")
@pytest.mark.parametrize("phase", ["supporting fires", "defensive fires", "exploitation combat"])
@pytest.mark.parametrize("seed", range(1, 7))
def test_what_may_support_a_combat(seed: int, phase: str) -> None:
    table = scattered(seed, phase)
    state = table.state
    combat = {"attackers": {}, "river": False, "landing": False}
    table.mark("f0504", "combat", combat).mark("f0603", "combat", combat)
    table.mark("pal-1", "support", {"hex": "f0603", "missions": {"tubes": 2}}).put("ddg-1", "f0503")
    attacks = phase != "defensive fires"
    side = acting(table) if attacks else other(acting(table))
    for hex in ("f0504", "f0603"):
        expected = []
        for gun in units(table, side):
            if gun.id not in GUNS or state.mark(gun.id, SUPPRESSED) or gun.id == "pal-1":
                continue  # what supports a combat already has no mission left
            held = bool(state.mark(gun.id, RESERVE))
            if attacks:
                in_time = (acts(table, gun) and not held) or (held and phase == "exploitation combat")
            else:
                in_time = gun.place in zone(table, side) and not held
            if in_time and may_fire(table, gun, hex):
                expected.append(gun.id)
        ships = ["ddg-1"] if side == "blue" and (state.board.range("f0503", hex) or 0) <= 2 else []
        assert list(available(state, side, hex)) == [*expected, *ships], hex
    assert "ddg-1" not in available(table.put("ddg-1", "f0107").state, "blue", "f0504")


@pytest.mark.rule("ows 10.15.3", "ows 10.15.3.1")
@pytest.mark.parametrize(
    ("group", "bombards", "why"),
    [
        (["pal-1"], False, ""),
        (["pal-1", "pal-2"], False, ""),
        (["pal-1", "pal-1", "pal-2"], False, ""),  # missions of the same unit
        (["pal-1", "pal-2", "himars-1"], False, "ows 10.15.3"),
        (["bag-1"], False, ""),
        (["bag-1", "msta-1"], False, "ows 10.15.3"),
        (["bag-1", "tank-12"], False, ""),  # which fires no missions
        (["pal-1", "pal-2", "himars-1", "msta-1"], True, ""),
        (["pal-1", "pal-2", "himars-1", "msta-1", "grad-1"], True, "ows 10.15.3.1"),
    ],
)
def test_how_many_fire_together(group: list[str], bombards: bool, why: str) -> None:
    found_why = beyond_span(scattered(1).state, group, bombards)
    assert getattr(found_why, "rule", "") == why


def delays(table: Table, unit: Piece) -> bool:
    return bool((mark_of(table.state, unit.id, "ground mission") or {}).get("mission") == "delay")


@pytest.mark.rule(
    "ows ground.3.C", "ows ground.3.G", "ows 10.4.1b", "ows 10.8a", "ows 10.10.2", "ows 10.11.2b"
)
@pytest.mark.parametrize("unbridged", [False, True])
@pytest.mark.parametrize("phase", ["ground movement", "exploitation"])
@pytest.mark.parametrize("seed", range(1, 9))
def test_who_may_attack_which_hex(seed: int, phase: str, unbridged: bool) -> None:
    table = scattered(seed, phase, unbridged_assaults=unbridged)
    state, chance = table.state, random.Random(seed)
    for unit in units(table, acting(table)):
        if chance.random() < 0.3:
            table.mark(unit.id, "exploitation force", "ready")
    able = []
    for unit in units(table, acting(table)):
        read, held = sheet(unit), bool(state.mark(unit.id, RESERVE))
        freed = held or bool(mark_of(state, unit.id, "exploitation force"))
        if not acts(table, unit) or not (maneuvers(read) or read.engineer):
            continue
        if delays(table, unit) or state.mark(unit.id, DISORGANIZED):
            continue
        if freed if phase == "exploitation" else not held:
            able.append(unit)
    side = acting(table)
    assert list(attackers(state, side)) == [unit.id for unit in able]
    assert attackers(state, other(side)) == ()
    expected: dict[str, set[str]] = {}
    for hex in {unit.place for unit in units(table, other(side)) if seen(unit)}:
        beside = [unit for unit in able if hex in state.board.neighbours[unit.place]]
        for unit in beside:
            river = state.board.border(unit.place, hex) == "major river"
            bridge = any(sheet(each).engineer and each.place == unit.place for each in beside)
            if maneuvers(sheet(unit)) and (not river or bridge or unbridged):
                expected[hex] = {each.id for each in beside}
    assert {hex: set(ids) for hex, ids in open_to_attack(state, side).items()} == expected
    if phase == "exploitation":
        moving = [
            unit.id
            for unit in units(table, side)
            if acts(table, unit)
            and (mark_of(state, unit.id, RESERVE) or mark_of(state, unit.id, "exploitation force"))
        ]
        assert list(force(state, side)) == moving
        first = moving[0]
        table.mark(first, "exploitation force", "moved").mark(first, RESERVE, None)
        assert list(force(table.state, side)) == moving[1:]


@pytest.mark.rule("ows ground.3.C", "ows 10.10.2", "ows 10.15.7b", "ows 10.10a")
@pytest.mark.parametrize("seed", range(1, 7))
def test_who_may_march(seed: int) -> None:
    table = scattered(seed)
    state = table.state
    side = acting(table)
    table.mark("abct-1", "rsoi", 3).mark("tank-12", "rsoi", 3)
    went = {"phase": 1, "in": "ground movement", "points": 2, "hexes": 1, "from": "f0404", "stopped": False}
    for id in ("stryker-1", "rifle-1", "abn-1"):
        table.mark(id, "marched", {**went, "all": 1})
    table.mark("cav-1", "marched", {**went, "stopped": True, "all": 1})
    expected = []
    for unit in units(table, side):
        suppressed, marched = mark_of(state, unit.id, SUPPRESSED), mark_of(state, unit.id, "marched")
        most = 0 if unit.id in ("abct-1", "tank-12", "cav-1") else 99
        if suppressed and most:
            most = 0 if marched else 1
        assert hexes_to_go(state, unit) == most, unit.id
        read = sheet(unit)
        hurries = read.light and read.type == "infantry" and not marched and not suppressed
        assert light(state, unit.id) is hurries, unit.id
        points = {"wheeled": 15, "tracked": 10, "foot": 2}[read.moves]
        half = points // 2 if state.mark(unit.id, RESERVE) else points
        left = half - (2 if marched else 0)
        hurried = hurries and reachable(state, unit.id, 7 if state.mark(unit.id, RESERVE) else 15, "wheeled")
        if acts(table, unit) and most and (reachable(state, unit.id, left) or hurried):
            expected.append(unit.id)
    assert list(marchers(state, side)) == expected
    assert marchers(state, other(side)) == ()


@pytest.mark.rule("ows 10.4", "ows 10.5a", "ows 2.2.7.1a", "ows 7.2.1.1b", "ows 10.15.7e")
@pytest.mark.parametrize("disrupted_too", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_whom_a_headquarters_can_designate(seed: int, disrupted_too: bool) -> None:
    table = scattered(seed, "ground organization", disrupted_hq_reserves=disrupted_too)
    table.mark("hq-b2" if seed % 2 else "hq-r1", DISRUPTED)
    table.put("hq-r2", "attrition-red" if seed % 4 == 0 else table.state.pieces["hq-r2"].place)
    table.mark("tank-12", "main effort", "r1").mark("hq-b1", "main efforts named", seed % 3 == 0)
    state = table.state
    for side in SIDES:
        mine = units(table, side)
        assert [id for id in units_of(state, side) if state.pieces[id] in mine] == [unit.id for unit in mine]

        def led(unit: Piece, sound: bool) -> bool:
            own = formation(table, unit.id)
            if not own or not reaches(table, HQ[own], unit.place):
                return False
            impaired = state.mark(HQ[own], DISRUPTED) or state.mark(HQ[own], SUPPRESSED)
            return not (sound and impaired)

        reserve = [unit for unit in mine if led(unit, sound=not disrupted_too)]
        assert list(for_reserve(state, side)) == [unit.id for unit in reserve]
        effort = [
            unit
            for unit in reserve
            if led(unit, sound=True)
            and (maneuvers(sheet(unit)) or unit.id in GUNS)
            and not (formation(table, unit.id) == "b1" and seed % 3 == 0)  # which has named its own
        ]
        assert list(for_main_effort(state, side)) == [unit.id for unit in effort]
        free = [u.id for u in effort if u.id != "tank-12" and formation(table, u.id) != "r1"]
        assert list(for_free_marker(state, side)) == free
        for unit in effort:
            assert hqs_listed(state, unit.id) == [None]


@pytest.mark.rule("ows seq.1.3")
def test_another_main_effort_takes_the_place_of_the_first_of_its_formation() -> None:
    table = scattered(1, "planning")
    for unit in ("abct-1", "ibct-1", "tank-12", "av8b-1"):
        table.mark(unit, "main effort", True)
    assert meant_before(table.state, "blue", "stryker-1") == ["abct-1"]
    assert meant_before(table.state, "blue", "mar-1") == ["ibct-1"]
    assert meant_before(table.state, "blue", "ddg-1") == ["av8b-1"]
    assert meant_before(table.state, "red", "rifle-1") == ["tank-12"]
    assert meant_before(table.state, "red", "rifle-2") == []


@pytest.mark.rule("ows 10.6", "ows 10.7a", "ows 10.7c", "ows 10.8a", "ows ground.2.A", "ows ground.2.C")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_be_given_which_mission(seed: int) -> None:
    table = scattered(seed, "ground organization").phase("ground organization", turn=2)
    state, chance = table.state, random.Random(seed)
    for side in SIDES:
        for unit in units(table, side):
            if chance.random() < 0.3:
                table.mark(unit.id, "fortified", chance.choice((1, 2)))
            if chance.random() < 0.3:
                table.mark(unit.place, "fortified position", side)
            if chance.random() < 0.5:
                table.mark(unit.id, "arrived in a position", chance.choice((1, 2)))
            mark = mark_of(state, unit.id, "ground mission")
            if mark and chance.random() < 0.5:
                table.mark(unit.id, "ground mission", {**mark, "since": [2, 1]})
    for side in SIDES:
        mine = units(table, side)
        doing = {u.id: (mark_of(state, u.id, "ground mission") or {}).get("mission", "") for u in mine}
        strong = {u.id: (mark_of(state, u.id, "fortified") or 0) >= 2 for u in mine}
        position = {
            u.id: bool(mark_of(state, u.place, "fortified position"))
            and mark_of(state, u.id, "arrived in a position") != 2
            for u in mine
        }
        engineers = {u.place for u in mine if sheet(u).engineer and u.steps}
        assert list(may_defend(state, side)) == [
            u.id for u in mine if doing[u.id] != "defense" or (not strong[u.id] and position[u.id])
        ]
        assert list(may_delay(state, side)) == [u.id for u in mine if doing[u.id] != "delay"]
        assert list(may_be_relieved(state, side)) == [u.id for u in mine if doing[u.id]]
        assert list(may_entrench(state, side)) == [
            u.id
            for u in mine
            if doing[u.id] == "defense"
            and mark_of(state, u.id, "ground mission")["since"] < [2, 1]
            and not strong[u.id]
            and u.place in engineers
        ]
        free = [u.id for u in mine if u.id not in HQ.values()]
        assert list(assignable(state, side)) == free
        for to in FORMATIONS[side]:
            assert for_formation(state, side, to) == [id for id in free if formation(table, id) != to]


@pytest.mark.rule("ows 10.4.1.1.1a", "ows 10.4.1.1.1b")
@pytest.mark.parametrize("seed", SEEDS)
def test_which_formations_may_react(seed: int) -> None:
    table = scattered(seed, "defensive fires", reaction_moves=True)
    state = table.state
    side = other(acting(table))
    combat = {"attackers": {}, "river": False, "landing": False}
    for unit in units(table, side)[:: 2 + seed % 4]:
        table.mark(unit.place, "combat", combat)
    gone = FORMATIONS[side][0] if seed % 3 == 0 else ""
    if gone:
        table.put(HQ[gone], f"attrition-{side}")
    attacked = {
        formation(table, u.id) for u in units(table, side) if u.place in marked_with(state, "combat")
    } - {""}
    assert set(under_attack(state, side)) == attacked
    for each in FORMATIONS[side]:
        held = [
            unit.id
            for unit in units(table, side)
            if state.mark(unit.id, RESERVE) and formation(table, unit.id) == each
        ]
        assert list(reserves(state, each)) == held
        can_go = [id for id in held if reachable(state, id, _half(state.pieces[id]))]
        assert (each in able_to_react(state, side)) is bool(each in attacked and can_go and each != gone)
    table.mark("game", "reacted", list(FORMATIONS[side]))
    assert able_to_react(table.state, side) == ()


def _half(unit: Piece) -> int:
    return {"wheeled": 7, "tracked": 5, "foot": 1}[sheet(unit).moves]
