"""Zones of control, stacking, contact, retreats and supply, worked out from the rules hex by hex in positions
at random."""

import random
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.systems.ows.ground.forces.contact import contacts
from adjudication.systems.ows.ground.forces.engineers import can_cross, crossings
from adjudication.systems.ows.ground.forces.landed import landing_room, landing_steps, may_attack, waves
from adjudication.systems.ows.ground.forces.stacking import (
    fits,
    fits_anyway,
    full_for,
    limit,
    room,
    stacked,
    stacks,
)
from adjudication.systems.ows.ground.forces.zones import (
    enemy_zoc,
    ground_hexes,
    has_zones,
    known_zoc,
    land,
    seen_hexes,
    small,
    width,
)
from adjudication.systems.ows.ground.maneuver.retreats import can_retreat, overfull, routes, together
from adjudication.systems.ows.support.supply import combat_units, line, sources, supply
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import DETECTED, LOW, OUT
from domain.events import BoardLaid, MapData
from domain.table.state import Piece
from tests.ows.ground.fields import field
from tests.ows.ground.scattering import (
    EAST,
    FORMATIONS,
    SIDES,
    TEN,
    WEST,
    controlled,
    other,
    scattered,
    seen,
    stacking,
    terrain_cost,
    units,
)
from tests.table import Table

SEEDS = range(1, 13)
HEXES = (*sorted({*WEST, *EAST}), *TEN["blue"], *TEN["red"], "f0301", "f0107", "f0207", "f0904")


@pytest.mark.rule("ows 10.10.3a", "ows 10.10.3b", "ows 10.10.3c", "ows 10.15.7g")
@pytest.mark.parametrize("seed", SEEDS)
def test_zones_of_control_hex_by_hex(seed: int) -> None:
    table = scattered(seed)
    for side in SIDES:
        enemies = units(table, other(side))
        assert enemy_zoc(table.state, side) == controlled(table, other(side), known=False)
        assert known_zoc(table.state, side) == controlled(table, other(side), known=True)
        assert seen_hexes(table.state, side) == {unit.place for unit in enemies if seen(unit)}
        assert ground_hexes(table.state, other(side)) == {unit.place for unit in enemies}


def lay(table: Table, maps: dict[str, MapData]) -> None:
    """The board has these maps from now on."""
    board = replace(table.state.board.data, maps=maps)
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=board))


@pytest.mark.rule("ows 10.9c", "ows 10.9d", "ows 2.1.2.3")
def test_the_hexes_of_the_field() -> None:
    table = scattered(1)
    board = table.state.board
    for space in board.data.spaces:
        across = 20 if space.map == "field" else 10
        assert (width(board, space.id), has_zones(board, space.id)) == (across, True)
        assert small(table.state, space.id) is (space.map == "ten")
        assert limit(table.state, space.id) == (9 if space.map == "field" else 5)
        assert (space.id in land(board)) is (space.terrain != "littoral")
    for maps, across in (({"ten": MapData(name="Ten", scale=1, unit="km")}, 1), ({}, 0)):
        lay(table, maps)
        assert width(table.state.board, "t11") == across
        assert has_zones(table.state.board, "t11") is bool(across)


@pytest.mark.rule("ows 10.9b", "ows 10.9c", "ows 10.9d", "ows 10.9e", "ows 10.9f", "ows 10.11a")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_fits_where(seed: int) -> None:
    table = scattered(seed)
    state = table.state
    for side in SIDES:
        mine = units(table, side)
        there = {hex: sum(stacking(table, u, hex) for u in mine if u.place == hex) for hex in HEXES}
        free = {hex: (5 if hex.startswith("t") else 9) - there[hex] for hex in HEXES}
        assert {hex: stacked(state, side, hex) for hex in HEXES} == there
        assert {hex: room(state, side, hex) for hex in HEXES} == free
        assert {hex: steps for hex, steps in stacks(state, side).items() if steps} == {
            hex: steps for hex, steps in there.items() if steps
        }
        for steps in range(11):
            all_of = {space.id for space in state.board.data.spaces if space.terrain != "littoral"}
            full = {hex for hex in all_of if free.get(hex, 5 if hex.startswith("t") else 9) < steps}
            if steps > 5:
                assert full_for(state, side, steps) == full
            else:
                assert full_for(state, side, steps) == {hex for hex in full if there.get(hex) is not None}
        for group in [*combinations(mine[:7], 1), *combinations(mine[:7], 2), *combinations(mine[:7], 3)]:
            ids = [unit.id for unit in group]
            for hex in HEXES[::2]:
                coming = sum(stacking(table, unit, hex) for unit in group if unit.place != hex)
                assert fits(state, ids, hex) is (coming <= 0 or coming <= free[hex]), (ids, hex)
                if fits_anyway(state, ids, hex):  # whatever stands there
                    assert fits(state, ids, hex)


@pytest.mark.rule("ows 8.3.2.1", "ows 8.3.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_would_be_met_in_a_hex(seed: int) -> None:
    table = scattered(seed)
    state = table.state
    for side in SIDES:
        enemies = units(table, other(side))
        for unit in units(table, side)[:6]:
            for hex in HEXES:
                near = [e for e in enemies if e.place == hex or e.place in state.board.neighbours[hex]]
                expected = {each.id for each in (unit, *near) if near and not state.mark(each.id, DETECTED)}
                found = contacts(state, unit, hex)
                assert set(found) == expected, (unit.id, hex)
                assert len(found) == len(expected)


# --- retreats: 10.15.9.1.6c -------------------------------------------------------------------------


def away(table: Table, hex: str, enemies: tuple[str, ...]) -> int:
    return sum(table.state.board.range(hex, each) or 0 for each in enemies)


def ends(table: Table, unit: Piece, hexes: int, enemies: tuple[str, ...], closed: set[str]) -> set[str]:
    """Where ways of so many hexes lead, each of them farther from the attackers, that a unit can enter."""
    reached = {unit.place}
    for _ in range(hexes):
        reached = {
            there
            for here in reached
            for there in table.state.board.neighbours[here]
            if there not in closed
            and away(table, there, enemies) > away(table, here, enemies)
            and terrain_cost(table, sheet(unit).moves, here, there) is not None
        }
    return reached


@pytest.mark.rule("ows 10.15.9.1.6c", "ows 10.10.3a", "ows 10.9c")
@pytest.mark.parametrize("own_ground", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_where_a_unit_can_retreat_to(seed: int, own_ground: bool) -> None:
    table = scattered(seed, retreat_to_own_ground=own_ground)
    state, chance = table.state, random.Random(seed)
    for side in SIDES:
        enemies = {unit.place for unit in units(table, other(side)) if seen(unit)}
        zoc = controlled(table, other(side), known=True)
        mine = units(table, side)
        for unit in mine:
            near = tuple(chance.sample(sorted(state.board.neighbours[unit.place]), 2))
            for hexes in (1, 2, 3):
                expected: set[str] = set()
                for closed in (enemies | zoc, enemies):
                    expected = expected or {
                        hex
                        for hex in ends(table, unit, hexes, near, closed)
                        if stacking(table, unit, hex)
                        + sum(stacking(table, each, hex) for each in mine if each.place == hex)
                        <= (5 if hex.startswith("t") else 9)
                        or stacking(table, unit, hex) == 0
                    }
                held = {hex for hex in expected if state.board.spaces[hex].values.get("holder") == side}
                found = routes(state, unit.id, hexes, near)
                assert set(found) == (held if held and own_ground else expected), (unit.id, hexes, near)
                assert len(found) == len(set(found))
                assert can_retreat(state, unit.id, hexes, near) is bool(expected)


@pytest.mark.rule("ows 10.15.9.1.6c", "ows 10.9c")
def test_units_that_retreat_together_go_where_there_is_room_for_all() -> None:
    table = scattered(1)
    for each in (*units(table, "blue"), *units(table, "red")):
        table.put(each.id, f"regeneration-{each.side}")
    for unit in ("abct-1", "stryker-1", "ibct-1", "cav-1"):
        table.put(unit, "f0504").change(unit, steps=1 if unit == "cav-1" else 3)
    table.put("mar-1", "f0303")
    state = table.state
    may = {unit: ["f0303", "f0404"] for unit in ("abct-1", "stryker-1", "ibct-1", "cav-1")}
    assert together(state, may) == {
        "abct-1": "f0303",
        "stryker-1": "f0303",
        "ibct-1": "f0404",  # three steps more would be ten
        "cav-1": "f0303",  # which is the first that others go to
    }
    assert together(state, {**may, "ibct-1": ["f0303"]}) == {
        "abct-1": "f0303",
        "stryker-1": "f0303",
        "cav-1": "f0303",
    }
    assert not overfull(state, {"abct-1": "f0303", "stryker-1": "f0303", "cav-1": "f0303"})
    assert overfull(state, {"abct-1": "f0303", "stryker-1": "f0303", "ibct-1": "f0303"})
    assert not overfull(state, {"abct-1": "f0303", "stryker-1": "f0404", "ibct-1": "f0404"})


@pytest.mark.rule("ows 10.15.8.3c")
def test_a_landing_force_goes_back_aboard_as_far_as_its_ships_have_room() -> None:
    table = scattered(1)
    table.put("lha-1", "f0207").put("mar-1", "f0207").mark("mar-1", "amphibious assault", 1)
    state = table.state
    assert can_retreat(state, "mar-1", 1, ("f0207",)) is (not overfull(state, {"mar-1": "lha-1"}))


# --- supply: 11.1 ----------------------------------------------------------------------------------


def free_for(table: Table, side: str) -> set[str]:
    """Land without enemy ground units and outside their zones of control (11.1.1)."""
    spaces = table.state.board.data.spaces
    closed = controlled(table, other(side), known=False) | {unit.place for unit in units(table, other(side))}
    return {space.id for space in spaces if space.terrain != "littoral"} - closed


def shortest(table: Table, side: str, source: str, unit: str, points: bool) -> int | None:
    """The length of the shortest line of supply, whose hexes between its ends are free: in hexes, or in
    points that wheels pay from the source to the unit; None where there is none."""
    free, best = free_for(table, side), {source: 0}
    open_hexes = [source]
    while open_hexes:
        here = open_hexes.pop()
        if here != source and here not in free:
            continue  # the unit itself may be in a zone of control, but the line does not go on there
        for there in table.state.board.neighbours[here]:
            step = terrain_cost(table, "wheeled", here, there) if points else 1
            if step is None or (there not in free and there != unit):
                continue
            if best[here] + step < best.get(there, 999):
                best[there] = best[here] + step
                open_hexes.append(there)
    return best.get(unit)


@pytest.mark.rule("ows 11.1b", "ows 11.1c", "ows 11.1d", "ows 11.1.1", "ows 11.1.2", "ows 11.1.3a")
@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"supply_zones": 1}, 5),
        ({"supply_zones": 2}, 10),
        ({"supply_distance": "points", "supply_points": 6}, 6),
        ({"supply_distance": "points", "supply_points": 15, "associated_supply": False}, 15),
    ],
)
@pytest.mark.parametrize("seed", range(1, 9))
def test_supply_is_traced_along_free_hexes(seed: int, options: dict[str, Any], most: int) -> None:
    table = scattered(seed, **options)
    state, points = table.state, "supply_points" in options
    for side in SIDES:
        mine = units(table, side)
        checked = [unit for unit in mine if sheet(unit).type not in ("css", "headquarters")]
        assert combat_units(state, side) == [unit.id for unit in checked]
        css = {unit.id: unit.place for unit in mine if sheet(unit).type == "css"}
        for unit in checked:
            division = FORMATIONS[side][0]  # the one that has a CSS unit of its own
            associated = state.mark_named(unit.id, "formation") == division
            from_all = not associated or options.get("associated_supply") is False
            own = {id: hex for id, hex in css.items() if from_all or not id.startswith("depot")}
            assert set(sources(state, unit.id)) == set(own.values())
            lengths = {hex: shortest(table, side, hex, unit.place, points=False) for hex in own.values()}
            for hex, length in lengths.items():
                assert line(state, side, unit.place, hex) is (length is not None), (unit.id, hex)
            costs = [shortest(table, side, hex, unit.place, points) for hex in own.values()]
            near = any(cost is not None and cost <= most for cost in costs)
            cut = all(length is None for length in lengths.values())
            expected = OUT if cut else None if near else LOW
            assert supply(state, unit.id) == expected, (unit.id, costs)


# --- bridges and landings ---------------------------------------------------------------------------


@pytest.mark.rule("ows 10.11d")
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 9, 10, 11])
def test_a_bridge_bears_ten_steps_a_turn_and_two_bridges_each_as_many(steps: int) -> None:
    table = scattered(2).mark("f0504", "bridge", {"f0604": ["eng-b", "eng-b"]})
    table.mark("f0603", "bridge", {"f0503": ["eng-r"]}).mark("f0504", "crossed", {"f0604": [9, 7]})
    expected = set()
    if steps <= 3:  # the second of them has borne seven
        expected |= {("f0504", "f0604"), ("f0604", "f0504")}
    if steps <= 10:
        expected |= {("f0503", "f0603"), ("f0603", "f0503")}
    assert crossings(table.state, steps) == expected
    for pair in expected:
        assert can_cross(table.state, *pair, steps)
    assert not can_cross(table.state, "f0502", "f0602", steps)


@pytest.mark.rule("ows 10.15.8.2", "ows 10.15.8.1c", "ows 10.15.8.3a", "ows 10.15.8.1a", "ows 10.15.8.1b")
def test_who_lands_this_turn_and_how_many_more_may() -> None:
    table = field(mar_1="f0208", eng_b="f0208", abct_1="f0208", abn_1="f0702", light_r="f0802")
    table.phase("ground movement", turn=2)
    table.mark("abct-1", "amphibious assault", 1).mark("mar-1", "amphibious assault", 2)
    table.mark("abn-1", "airborne assault", "blue").mark("ibct-1", "air assault", "blue")
    table.mark("eng-b", "amphibious assault", 2)
    state = table.state
    assert waves(state) == {"mar-1": "sea", "eng-b": "sea", "abn-1": "air", "ibct-1": "air"}
    steps = landing_steps(state, "blue")
    assert (steps["f0208"], steps["f0702"]) == (2, 1)  # an engineer unit counts as one step
    assert landing_steps(state, "red") == {}
    assert [landing_room(state, "blue", hex) for hex in ("f0208", "f0702", "f0703")] == [10, 11, 12]
    assert landing_room(table.put("light-r", "f0702").state, "blue", "f0702") == 99
    went = {"phase": 1, "in": "ground movement", "points": 2, "hexes": 1, "from": "f0208", "stopped": False}
    for unit in ("mar-1", "abn-1", "abct-1"):
        assert may_attack(state, unit)
        table.mark(unit, "marched", {**went, "all": 1})
    assert {unit: may_attack(state, unit) for unit in ("mar-1", "abn-1", "abct-1")} == {
        "mar-1": True,  # mechanized
        "abn-1": False,  # on foot
        "abct-1": True,  # it landed in an earlier turn
    }
    table.put("tank-12", "f0308").known("tank-12")
    assert not may_attack(table.state, "mar-1")  # it landed in a zone of control
