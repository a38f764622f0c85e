"""Strike warfare, worked out from the rules unit by unit in positions at random: what may be fired at what
(9.8, 9.9), and what is done about it (9.2, 9.9.4)."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

import pytest

from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.joint_fires.modifiers import strike_shifts
from adjudication.systems.ows.joint_fires.salvos import Salvo, called, place_markers
from adjudication.systems.ows.joint_fires.shot_calculus import (
    Engagement,
    calculus_shifts,
    cec_ships,
    commit,
    fighters,
    intercept,
    layers,
    may_meet,
    one_shield_each,
    screening,
    settled,
    umbrella,
)
from adjudication.systems.ows.joint_fires.targets import engageable, one_to_many, sources
from adjudication.systems.ows.sensing.sensors import cec_shifts
from adjudication.systems.ows.strike_warfare.strikes import choices, fire_back, many_to_one
from adjudication.systems.ows.table.counters import Shield, Weapon, sheet
from adjudication.systems.ows.table.status import (
    COUNTERMEASURES,
    DISRUPTED,
    EMITTING,
    RSOI,
    SIGINT,
    SUPPRESSED,
)
from domain.table.state import Piece
from tests.ows.scattering import (
    CORNER,
    ELSEWHERE,
    SHIPS,
    apart,
    of_side,
    offers,
    operational,
    other,
    scattered,
)
from tests.ows.umpiring import mark_of, run
from tests.ows.working_out import SIDES, can_fire, engaged, flies, known, left, named, radiates
from tests.table import Table

SEEDS = range(1, 9)
HEXES = (*CORNER, *ELSEWHERE)
FLIGHTS = ("subsonic", "supersonic", "hypersonic", "HGV", "ballistic", "rocket", "bomb", "gun")
ALL = ("ship", "submarine", "ground unit", "air mission", "squadron", "facility", "ammunition")


def result_of(table: Table, procedure: Callable[[Umpire], Any]) -> Any:
    """What a part of the rules gives that may ask and roll."""
    found = []
    run(table, lambda umpire: found.append(procedure(umpire)))
    return found[0]


# --- what may be fired at what ------------------------------------------------------------------------


def may_be_struck(table: Table, piece: Piece) -> bool:
    """What is detected, or an installation, but no submarine and no aircraft that flies (8.3.1, 9.9.4); a
    squadron only at an airfield unless it was found (6.5.13a)."""
    if not piece.steps or piece.kind.group in ("submarine", "air mission", "special operations"):
        return False
    at_field = any(
        each.place == piece.place and sheet(each).type == "airfield"
        for each in table.state.of_group("facility")
    )
    installation = piece.kind.group in ("facility", "ammunition") or (
        piece.kind.group == "squadron" and at_field
    )
    return known(table, piece) or installation


def looks_like(piece: Piece) -> str:
    return "sea" if piece.kind.group == "ship" else "land"


def distance(table: Table, shooter: Piece, hex: str) -> int:
    """From map to map, and for aircraft, in operational hexes; else on the map (2.1.2.3)."""
    on = {place: table.state.board.spaces[place].map for place in (shooter.place, hex)}
    if shooter.kind.group == "air mission" or on[shooter.place] != on[hex]:
        return apart(table, operational(shooter.place), operational(hex))
    return apart(table, shooter.place, hex)


def firing(table: Table, side: str) -> list[tuple[Piece, Weapon, int]]:
    """Who can fire what, how many: aircraft on strike missions of their own, all others that can fire."""
    found = []
    for piece in of_side(table, side, *ALL, "special operations"):
        flown = mark_of(table.state, piece.id, "mission")
        if piece.kind.group == "air mission" and (flown or {}).get("type") != "strike":
            continue
        if (flown and flown["package"]) or not piece.steps or not can_fire(table, piece):
            continue
        for weapon in sheet(piece).weapons:
            salvos = left(table, piece, weapon)
            if weapon.flight in FLIGHTS and {"sea", "land"} & {*weapon.at} and salvos:
                found.append((piece, weapon, salvos))
    return found


def local(table: Table, shooter: Piece, target: Piece) -> bool:
    """Within one hex, or ship against ship into the next (9.9.1c)."""
    ships = shooter.kind.group == target.kind.group == "ship"
    beside = ships and apart(table, shooter.place, target.place) == 1
    return distance(table, shooter, target.place) == 0 or beside


@pytest.mark.rule("ows 8.3.1", "ows 9.9.4", "ows 6.5.13a", "ows 9.9.7a")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_may_be_engaged(seed: int) -> None:
    table = scattered(seed).put("sq-j16", "0808").change("hq16-1", steps=0)
    for side in SIDES:
        expected: dict[str, list[tuple[str, str]]] = {}
        for piece in of_side(table, other(side), *ALL):
            if may_be_struck(table, piece):
                expected.setdefault(piece.place, []).append((piece.id, looks_like(piece)))
        found = engageable(table.state, side)
        assert {
            hex: [(target.id, target.silhouette) for target in there] for hex, there in found.items()
        } == expected
        ships = {target.id for there in found.values() for target in there if target.ship}
        assert ships <= {*SHIPS, *(piece.id for piece in table.state.of_group("ship"))}
        assert ships == {id for there in expected.values() for id, looks in there if looks == "sea"}


@pytest.mark.rule("ows 9.8c", "ows 2.2.2a", "ows 2.2.2.1a", "ows 9.9.1c", "ows 9.9")
@pytest.mark.parametrize("seed", SEEDS)
def test_which_salvos_reach_which_targets_and_which_of_them_are_local(seed: int) -> None:
    table = scattered(seed, one_to_many=True)
    state = table.state
    for side in SIDES:
        enemies = [piece for piece in of_side(table, other(side), *ALL) if may_be_struck(table, piece)]
        into: dict[str, dict[str, list[str]]] = {}
        from_hex: dict[str, dict[str, set[str]]] = {}
        near: dict[str, set[tuple[str, str]]] = {}
        for shooter, weapon, salvos in firing(table, side):
            for target in enemies:
                reached = distance(table, shooter, target.place) <= weapon.range
                if not reached or looks_like(target) not in weapon.at:
                    continue
                for item in named(shooter, weapon, salvos):
                    into.setdefault(target.place, {}).setdefault(item, []).append(target.id)
                    from_hex.setdefault(shooter.place, {}).setdefault(item, set()).add(target.id)
                    if local(table, shooter, target):
                        near.setdefault(target.place, set()).add((item, target.id))
        for hex in {target.place for target in enemies}:
            found = many_to_one(state, side, hex)
            assert found.may == into.get(hex, {}), (side, hex)
            assert found.local == near.get(hex, set())
        for hex in {source.hex for source in sources(state, side)}:
            fan = one_to_many(state, side, hex)
            assert {item: set(ids) for item, ids in fan.may.items()} == from_hex.get(hex, {})
        hexes = [hex for about, hex in choices(state, side, "local strikes") if about == "hex"]
        assert set(hexes) == set(near)
        far = [hex for about, hex in choices(state, side, "long-range strikes") if about == "hex"]
        pairs = {hex: {(i, id) for i, ids in may.items() for id in ids} for hex, may in into.items()}
        assert set(far) == {hex for hex, all_of in pairs.items() if all_of - near.get(hex, set())}


@pytest.mark.rule("ows 9.9.1d", "ows 9.9.1c")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_fired_at_locally_fires_back_at_those_that_fired(seed: int) -> None:
    for hex in CORNER[::3]:
        table = scattered(seed)
        shooters = [piece for piece in of_side(table, "blue", "ship", "ground unit") if known(table, piece)]
        expected: dict[str, list[str]] = {}
        for unit, weapon, salvos in firing(table, "red"):
            at = [
                target.id
                for target in shooters
                if unit.place == hex
                and looks_like(target) in weapon.at
                and distance(table, unit, target.place) <= weapon.range
                and local(table, unit, target)
            ]
            if at:
                expected.update(dict.fromkeys(named(unit, weapon, salvos), at))
        ids = [piece.id for piece in shooters]
        found = result_of(table, partial(fire_back, side="red", shooters=ids, hexes=[hex]))
        assert {item: set(at) for item, at in found.items()} == {
            item: set(at) for item, at in expected.items()
        }


# --- modifiers ---------------------------------------------------------------------------------------


@pytest.mark.rule("ows 9.9.4.4", "ows 2.3.1a", "ows 7.2.1.1b", "ows 10.15.7d", "ows 7.2.1.3", "ows 7.2.1.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_promotes_and_demotes_a_strike(seed: int) -> None:
    table = scattered(seed).track("pnt-red", 0).mark("ddg-1", "jammed", "h6-1")
    state = table.state
    for side in SIDES:
        targets = of_side(table, other(side), "ship", "ground unit")
        for shooter, weapon, _ in firing(table, side):
            for target in targets:
                sigint, counter = state.mark(target.id, SIGINT), state.mark(target.id, COUNTERMEASURES)
                far = apart(table, operational(shooter.place), operational(target.place)) > 1
                group = shooter.kind.group
                expected = {
                    "ows 7.2.1.3": 1 if sigint and not counter else 0,
                    "ows 7.2.1.4": -1 if counter and not sigint else 0,
                    "ows 7.5.2": -1 if side == "red" and far else 0,
                    "ows 6.5.8": 1 if target.id == "ddg-1" else 0,
                    "ows 2.3.1a": (state.mark(target.id, RSOI) is not None)
                    - (state.mark(shooter.id, RSOI) is not None),
                    "ows 7.2.1.1b": -1 if state.mark(shooter.id, DISRUPTED) and group == "air mission" else 0,
                    "ows 10.15.7d": -1
                    if state.mark(shooter.id, SUPPRESSED) and group == "ground unit"
                    else 0,
                }
                found = dict.fromkeys(expected, 0)
                for shift in strike_shifts(state, side, shooter.place, target, weapon, shooter):
                    found[shift.rule] = found.get(shift.rule, 0) + shift.rungs
                assert found == expected, (shooter.id, target.id)


# --- the shot calculus: 9.2 --------------------------------------------------------------------------


def missile(flight: str, die: int = 10) -> Weapon:
    return Weapon(f"m{die}", f"Missile {die}", die, ("sea", "land"), flight, range=5, salvos=3)


def fired_at(targets: Iterable[tuple[Piece, Weapon]]) -> list[Salvo]:
    """A salvo of a weapon at each of these."""
    return [
        Salvo(
            f"{target.id}/{weapon.id}/{nth}",
            called(weapon.name, nth, target.id),
            other(target.side),
            "ssgn-1" if target.side == "red" else "df21-1",
            weapon,
            "0704",
            target.id,
        )
        for nth, (target, weapon) in enumerate(targets, 1)
    ]


def shields(table: Table, unit: Piece) -> dict[str, int]:
    """The grey shields that a unit can commit, by their ids: not those of one without C2 or damaged
    (7.2.1.1b, 9.6.1a, 10.15.7f)."""
    state = table.state
    if state.mark(unit.id, DISRUPTED) or state.mark(unit.id, SUPPRESSED) or not unit.steps:
        return {}
    spent = mark_of(state, unit.id, "spent") or {}
    found = {}
    for shield in sheet(unit).shields:
        number = shield.count - spent.get(shield.id, 0)
        for weapon in sheet(unit).weapons:
            if weapon.id == shield.shares and weapon.salvos:
                number = min(number, weapon.salvos - spent.get(weapon.id, 0))
        found[shield.id] = max(0, number)
    return found


@pytest.mark.rule("ows 9.2b", "ows 2.2.2.7b", "ows 2.2.2.7d", "ows 6.4.3", "ows 7.2.1.1b", "ows 9.6.1a")
@pytest.mark.parametrize("must_emit", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_which_grey_shields_can_meet_which_salvos(seed: int, must_emit: bool) -> None:
    """Any meets cruise missiles, bombs and rockets; those of ballistic missile defence alone meet ballistic
    and hypersonic ones; none meets glide vehicles and shells."""
    table = scattered(seed, bmd_must_emit=must_emit)
    state = table.state
    chance = random.Random(seed)
    for side in SIDES:
        targets = of_side(table, side, "ship", "ground unit", "facility")
        salvos = fired_at((target, missile(chance.choice(FLIGHTS))) for target in targets)
        expected: dict[str, set[str]] = {}
        for unit in of_side(table, side, "ship", "ground unit"):
            emits = radiates(table, unit) or not must_emit
            for shield in sheet(unit).shields:
                met = {
                    salvo.marker
                    for salvo in salvos
                    if apart(table, unit.place, state.where(salvo.target)) <= shield.range
                    and (
                        salvo.weapon.flight in ("subsonic", "supersonic", "bomb", "rocket")
                        or (salvo.weapon.flight in ("ballistic", "hypersonic") and shield.bmd and emits)
                    )
                }
                for nth in range(1, shields(table, unit).get(shield.id, 0) + 1) if met else ():
                    expected[f"{unit.id}/{shield.id}/{nth}"] = met
        hexes = [state.where(salvo.target) for salvo in salvos]
        screen = result_of(table, partial(screening, side=side, hexes=hexes))
        near = [
            unit.id
            for unit in of_side(table, side, "ship", "submarine", "ground unit", "air mission")
            if any(
                apart(table, unit.place, hex) <= shield.range
                for hex in hexes
                for shield in sheet(unit).shields
            )
        ]
        assert [unit.id for unit in screen] == near
        assert {item: {*markers} for item, markers in may_meet(state, screen, salvos).items()} == expected
    ranges = [
        shield.get("range", 0) for kind in state.kinds.values() for shield in kind.data.get("shields", ())
    ]
    assert umbrella(state) == max(ranges)


@pytest.mark.rule("ows 9.2.1b", "ows 9.2.1a")
def test_a_sensible_shot_calculus_meets_the_largest_dice_with_the_highest_numbers() -> None:
    table = scattered(3)
    ship = table.state.pieces["ddg-1"]
    small, large, middle = fired_at((ship, missile("subsonic", die)) for die in (8, 12, 10))
    both = [small.marker, large.marker, middle.marker]
    may = {"ddg-1/sm2/1": both, "ddg-1/sm6/1": both}  # a 6 and a 7
    found = one_shield_each(table.state, may, [small, large, middle])
    assert found == {"ddg-1/sm6/1": large.marker, "ddg-1/sm2/1": middle.marker}
    assert list(found) == ["ddg-1/sm2/1", "ddg-1/sm6/1"]
    narrow = {"ddg-1/sm2/1": [small.marker], "ddg-1/sm6/1": [small.marker, middle.marker]}
    assert one_shield_each(table.state, narrow, [small, large, middle]) == {
        "ddg-1/sm6/1": middle.marker,
        "ddg-1/sm2/1": small.marker,
    }


@pytest.mark.rule("ows 9.9.4.1a", "ows 9.9.4.1b", "ows 2.2.2.7a")
@pytest.mark.parametrize("markers", [False, True])
@pytest.mark.parametrize("seed", range(1, 13))
def test_fighters_that_were_in_no_combat_may_intercept_what_they_can_over_its_target(
    seed: int, markers: bool
) -> None:
    chance = random.Random(seed)
    for side in SIDES:
        table = scattered(seed, counter_air_markers=markers)
        patrol = "dca" if markers else "cap"
        targets = of_side(table, side, "ship", "ground unit", "facility")
        salvos = fired_at((target, missile(chance.choice(FLIGHTS))) for target in targets)
        expected: dict[str, list[str]] = {}
        for fighter in of_side(table, side, "air mission"):
            armed = any("air" in weapon.at for weapon in sheet(fighter).weapons)
            over = [
                salvo.marker
                for salvo in salvos
                if table.state.where(salvo.target) == fighter.place
                and salvo.weapon.flight in ("subsonic", "supersonic")
            ]
            free = armed and flies(table, fighter) == patrol and not engaged(table, fighter)
            for hex in HEXES:
                there = result_of(table, partial(fighters, side=side, hex=hex))
                assert (fighter in there) is (free and fighter.place == hex)
            if free and over:
                expected[fighter.id] = over
        run(table, partial(intercept, salvos=salvos, defender=side))
        assert offers(table) == ({side: expected} if expected else {})


@pytest.mark.rule("ows 6.5.9.3")
@pytest.mark.parametrize(("needs_shield", "needs_emission"), [*product((True, False), (True, False))])
@pytest.mark.parametrize("seed", SEEDS)
def test_who_has_cooperative_engagement(seed: int, needs_shield: bool, needs_emission: bool) -> None:
    """US surface combatants, and allies whose counter says CEC, with an E-2D on an AEW mission within one
    hex, against cruise missiles."""
    table = scattered(seed, cec_needs_shield=needs_shield, cec_needs_emission=needs_emission)
    table.put("e2d-1", "0806").mark("e2d-1", "mission", {"type": "aew" if seed % 4 else "cap", "package": ""})
    state = table.state
    linked = {"ddg-1", "maya-1", "lha-1"}
    for unit in of_side(table, "blue", "ship", "ground unit"):
        radar = state.pieces["e2d-1"]
        feeds = seed % 4 != 0 and (bool(state.mark("e2d-1", EMITTING)) or not needs_emission)
        for flight in FLIGHTS:
            for shielded in (True, False):
                has = (
                    unit.id in linked
                    and feeds
                    and flight in ("subsonic", "supersonic")
                    and apart(table, radar.place, unit.place) <= 1
                    and (shielded or not needs_shield)
                )
                found = cec_shifts(state, unit, missile(flight), shielded)
                assert [(shift.rungs, shift.rule) for shift in found] == [(-2, "ows 6.5.9.3")] * has


Met = dict[str, list[tuple[str, Shield]]]


def committed(table: Table, salvos: Sequence[Salvo], answer: Mapping[str, str]) -> Met:
    """The shields that meet each salvo after the shot calculus."""
    screen = of_side(table, "blue", "ship", "ground unit")
    table.people.answers = [answer]
    met: Met = result_of(table, partial(commit, salvos=salvos, defender="blue", screen=screen))
    return met


def battle_group(**options: bool) -> Table:
    """A destroyer with shields of 7 and 6, and a Japanese one with shields of 7 that have the down arrow."""
    table = Table("ows", dice="scripted", options=dict(options))
    for ship in ("ddg-1", "maya-1"):
        table.put(ship, "0604").mark(ship, EMITTING)
    for ship in ("ddg-2", "cvn-1", "lha-1", "takanami-1"):
        table.put(ship, "0101")
    return table


@pytest.mark.rule("ows 9.2.1.1", "ows 9.2.1c", "ows 2.2.2.7c", "ows 9.2.1.2a", "ows 9.2c")
@pytest.mark.parametrize("layered", [False, True])
def test_excess_shields_demote_and_layers_are_each_rolled(layered: bool) -> None:
    table = battle_group(layered_shields=layered)
    ship = table.state.pieces["ddg-1"]
    (cruise, ballistic) = fired_at([(ship, missile("subsonic")), (ship, missile("ballistic", 12))])
    answer = {
        "ddg-1/sm2/1": cruise.marker,
        "ddg-1/sm6/1": cruise.marker,
        "maya-1/aegis/1": ballistic.marker,
    }
    met = committed(table, [cruise, ballistic], answer)
    assert {marker: [(unit, shield.number) for unit, shield in used] for marker, used in met.items()} == {
        cruise.marker: [("ddg-1", 7), ("ddg-1", 6)],
        ballistic.marker: [("maya-1", 7)],
    }
    assert mark_of(table.state, "ddg-1", "spent") == {"sm2": 1, "sm6": 1, "sm6-strike": 1}
    assert mark_of(table.state, "maya-1", "spent") == {"aegis": 1}
    shifts = {
        salvo.marker: [
            (shift.rungs, shift.rule) for shift in calculus_shifts(table.state, salvo, met[salvo.marker], [])
        ]
        for salvo in (cruise, ballistic)
    }
    assert shifts == {
        cruise.marker: [] if layered else [(-1, "ows 9.2.1.1")],
        ballistic.marker: [(-1, "ows 2.2.2.7c")],
    }
    grey = [number for _, number in layers(table.state, met[cruise.marker])]
    assert grey == ([7, 6] if layered else [7])
    (engagement,) = engagements(table, [cruise, ballistic], met)
    assert [(shot.die, len(shot.grey)) for shot in engagement.shots] == [
        (10, 2) if layered else (8, 1),
        (10, 1),
    ]
    assert (engagement.target, engagement.missiles) == ("ddg-1", True)
    assert {shot.red for shot in engagement.shots} == {5}


def engagements(table: Table, salvos: Sequence[Salvo], met: Met) -> list[Engagement]:
    found: list[Engagement] = result_of(table, partial(settled, salvos=salvos, met=met, screen=[]))
    return found


@pytest.mark.rule("ows 9.4.1")
@pytest.mark.parametrize(
    ("flights", "missiles"),
    [
        (("subsonic", "ballistic", "HGV"), True),
        (("subsonic", "bomb"), False),
        (("rocket",), False),
        (("gun", "gun"), False),
    ],
)
def test_whether_nothing_but_missiles_was_fired(flights: tuple[str, ...], missiles: bool) -> None:
    table = battle_group()
    ship = table.state.pieces["maya-1"]
    salvos = fired_at((ship, missile(flight, 8)) for flight in flights)
    (engagement,) = engagements(table, salvos, {})
    assert engagement.missiles is missiles


@pytest.mark.rule("ows 6.5.9.3")
def test_cooperative_engagement_counts_for_salvos_in_range_of_a_ship_near_the_target() -> None:
    table = battle_group(cec_needs_shield=False).put("e2d-1", "0604")
    table.mark("e2d-1", "mission", {"type": "aew", "package": ""})
    ships = [table.state.pieces[id] for id in ("ddg-1", "maya-1")]
    for hex, shifts in (("0604", [-2]), ("0504", [-2]), ("0504", [-2]), ("0404", [])):
        table.put("takanami-1", hex)
        target = table.state.pieces["takanami-1"]
        (salvo,) = fired_at([(target, missile("supersonic"))])
        assert cec_ships([salvo], [*ships, table.state.pieces["patriot-1"]]) == ships
        found = calculus_shifts(table.state, salvo, [], ships)
        assert [shift.rungs for shift in found] == shifts, hex
        (other_salvo,) = fired_at([(target, missile("bomb"))])
        assert cec_ships([other_salvo], ships) == []


@pytest.mark.rule("ows 2.2.2.2", "ows 9.5a")
def test_salvo_markers_are_counted_by_target_and_weapon() -> None:
    table = Table("ows", dice="scripted")
    items = ["ssgn-1/tomahawk/1", "ssgn-1/tomahawk/2", "ddg-1/tomahawk/1", "ddg-1/harpoon/1"]
    placed = place_markers(
        table.state, dict(zip(items, ["port-r", "airfield-r", "port-r", "houbei-1"], strict=True))
    )
    assert [(salvo.marker, salvo.shooter, salvo.launch, salvo.target) for salvo in placed] == [
        ("port-r/tomahawk/1", "ssgn-1", "0403", "port-r"),
        ("airfield-r/tomahawk/1", "ssgn-1", "0403", "airfield-r"),
        ("port-r/tomahawk/2", "ddg-1", "0404", "port-r"),
        ("houbei-1/harpoon/1", "ddg-1", "0404", "houbei-1"),
    ]
    assert {salvo.side for salvo in placed} == {"blue"}
