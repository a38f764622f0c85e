"""Strategic movement, resupply, bases, special operations and modes of ships, worked out from the rules unit
by unit in positions at random on the western coast."""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from adjudication.systems.ows.air.basing import movable, sites, with_engineers
from adjudication.systems.ows.sea.landing import assault_ships, beaches, still_aboard
from adjudication.systems.ows.sea.mines import layers, sweepers, to_sweep
from adjudication.systems.ows.sea.modes import could_emit, emitters, with_modes
from adjudication.systems.ows.sea.seaways import sea
from adjudication.systems.ows.special_operations.sof import placeable, recoverable, targets_of_insertion
from adjudication.systems.ows.special_operations.sof_missions import in_reach, raidable, tasked
from adjudication.systems.ows.support.resupply import amounts, port_action_left, stocks, units_spent
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.transport.overland import (
    by_rail,
    by_road,
    cars_enough,
    hets_enough,
    network,
    on_rail,
)
from adjudication.systems.ows.transport.sealift import has_room, in_port, port_handles, ships_for, to_embark
from domain.table.state import Piece
from tests.ows.scattering import apart, of_side, other
from tests.ows.umpiring import mark_of, marked_with
from tests.table import Table

SEEDS = range(1, 11)
COAST = ("0101", "0102", "0103", "0104", "0105", "0106", "0203", "0204", "0205", "0206", "0207")
WATERS = ("0204", "0303", "0304", "0305", "0306", "0404", "0405")
TROOPS = (
    *("marines-1", "marines-2", "battalion-1", "battalion-2", "armour-1", "light-1", "echelon-1", "para-1"),
    *("engineers-1", "css-1", "hq-b", "guard-1", "patriot-1", "landing-1"),
)
SHIPS = ("lmsr-1", "lpd-1", "lsd-1", "lha-1", "mcm-1", "ddg-1", "maya-1", "takanami-1")
BOATS = ("ssn-1", "ssgn-1")
VEHICLES = ("cars-1", "cars-2", "het-1")
FIELDS = ("airfield-b", "airfield-b2", "airfield-b3", "airfield-b4", "port-b", "railhead-1", "railhead-2")
SQUADRONS = ("sq-f35", "sq-e3", "sq-f35b", "sq-f16", "sq-kc130", "sq-p8")
GROUND = ("ground unit",)


def ashore(seed: int) -> Table:
    """Strategic movement in a position of its own for each seed; Blue is to act."""
    chance = random.Random(seed)
    table = Table("ows", dice="scripted").phase("strategic movement", turn=2, side="blue")
    for id in TROOPS:
        aboard = chance.random() < 0.2
        table.put(id, chance.choice(("lpd-1", "lmsr-1", "lsd-1") if aboard else COAST))
        ahead: Any = {"to": "0202", "steps": 1}
        for mark, value, share in (
            *(("rsoi", 3, 0.15), ("not ready", True, 0.1), ("amphibious assault", 2, 0.1)),
            *(("flown ahead", ahead, 0.1), ("emitting", True, 0.2)),
        ):
            if chance.random() < share:
                table.mark(id, mark, value)
    for id in (*SHIPS, *BOATS):
        piece = table.put(id, chance.choice(WATERS)).state.pieces[id]
        if piece.steps > 1 and chance.random() < 0.3:
            table.change(id, steps=piece.steps - 1)
        sailed: Any = {"hexes": 1, "spent": 600_000}
        for mark, value, share in (
            *(
                ("rsoi", 3, 0.15),
                ("not ready", True, 0.1),
                ("amphibious assault", 2, 0.2),
                ("swept", True, 0.2),
            ),
            *(
                ("resupplied", True, 0.2),
                ("emitting", True, 0.3),
                ("sailed", sailed, 0.2),
            ),
        ):
            if chance.random() < share:
                table.mark(id, mark, value)
        arms: list[Any] = [*sheet(piece).weapons, *sheet(piece).shields]
        if arms and chance.random() < 0.6:
            table.mark(id, "spent", {each.id: chance.choice((1, 2)) for each in chance.sample(arms, 1)})
    for id in VEHICLES:
        table.put(id, chance.choice(("0103", "0104", "0106")))
        for mark in ("entrained", "rsoi"):
            if chance.random() < 0.2:
                table.mark(id, mark)
    for id in FIELDS:
        table.change(
            id, steps=chance.choice((0, 1, 2, 2)) if id.startswith("r") else chance.choice((0, 1, 4))
        )
    table.mark("port-b", "handled", chance.choice((0, 1, 3)))
    for hex in ("0104", "0105", "0204", "0206", "0207", "0203", "0102"):
        if chance.random() < 0.25:
            table.mark(hex, "control", chance.choice(("red", "")))
    for id in SQUADRONS:
        if chance.random() < 0.3:
            table.put(id, chance.choice(COAST)).mark(id, "fortified", chance.choice((1, 1, 2)))
        if chance.random() < 0.3:
            (mission, *_) = [p.id for p in table.state.of_group("air mission") if p.place == id]
            table.put(mission, "0404").mark(mission, "mission", {"type": "cap", "package": ""})
    for id in ("oda-1", "sof-r1"):
        table.put(id, chance.choice((*COAST, "0904", "turn-track")))
        task: Any = {"mission": "direct action", "target": ""}
        marks: list[tuple[str, Any]] = [("sof moved", True), ("sof mission", task)]
        for mark, value in (*marks, ("returns", chance.choice((2, 3)))):
            if chance.random() < 0.3:
                table.mark(id, mark, value)
    return table.mark("asp-b", "spent", {"Tomahawk": 3}).put("asp-b", chance.choice(("0204", "0205", "0304")))


def held_by(table: Table, hex: str, facility: Piece | None = None) -> str:
    """Who holds a hex: who took it, or the map's holder; else whoever's facility it is."""
    mark = mark_of(table.state, hex, "control")
    map_says = str(table.state.board.spaces[hex].values.get("holder", ""))
    holder = map_says if mark is None else str(mark)
    return holder or (facility.side if facility is not None else "")


def facilities(table: Table, type: str, side: str) -> dict[str, Piece]:
    """The hexes of a side's ports, airfields or railheads."""
    all_of = [p for p in table.state.of_group("facility") if sheet(p).type == type]
    return {p.place: p for p in all_of if held_by(table, p.place, p) == side}


def free(table: Table, id: str) -> bool:
    """Not in RSO&I, not landing, ready, and not halfway on an airlift."""
    marks = ("rsoi", "amphibious assault", "not ready", "flown ahead")
    return not any(mark_of(table.state, id, mark) for mark in marks)


def carries(ship: Piece) -> int:
    boxes = sheet(ship).boxes
    return sum(box.carries for box in boxes[len(boxes) - ship.steps :]) if boxes else 0


def where(table: Table, id: str) -> str:
    return table.state.where(id)


def ids(pieces: Iterable[Piece]) -> list[str]:
    return [piece.id for piece in pieces]


@pytest.mark.rule("ows 5.1.1.2", "ows 5.1.1.2a", "ows 5.1.1.2c", "ows 2.1.7.1b")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_go_aboard_and_ashore(seed: int) -> None:
    table = ashore(seed)
    state = table.state
    ports = facilities(table, "port", "blue")
    troops = [state.pieces[id] for id in state.pieces if state.pieces[id].kind.group == "ground unit"]
    mine = [unit for unit in troops if unit.side == "blue"]
    waiting = [unit for unit in mine if unit.place in ports and free(table, unit.id)]
    assert list(to_embark(state, "blue")) == ids(waiting)
    ships = of_side(table, "blue", "ship")
    for unit in waiting:
        there = [s for s in ships if s.place == unit.place and carries(s) and free(table, s.id)]
        assert set(ships_for(state, "blue", unit.id)) == set(ids(there))
        for ship in there:
            aboard = sum(each.steps for each in troops if each.place == ship.id)
            assert has_room(state, unit.id, ship.id) is (unit.steps <= carries(ship) - aboard)
        port = ports[unit.place]
        left = max(0, port.steps - (mark_of(state, port.id, "handled") or 0))
        assert port_handles(state, "blue", unit.id) is (unit.steps <= left)
    afloat = [
        unit
        for unit in mine
        if unit.place in SHIPS
        and where(table, unit.id) in ports
        and not mark_of(state, unit.place, "amphibious assault")
    ]
    assert list(in_port(state, "blue")) == ids(afloat)


@pytest.mark.rule("ows 5.1.1.4", "ows 5.1.1.4a", "ows 5.1.1.5", "ows 5.1.1.5a")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_go_by_rail_and_road_and_where_to(seed: int) -> None:
    table = ashore(seed)
    state = table.state

    def vehicles(hex: str, type: str) -> int:
        there = [state.pieces[id] for id in VEHICLES if state.pieces[id].place == hex]
        idle = [
            p for p in there if not mark_of(state, p.id, "entrained") and not mark_of(state, p.id, "rsoi")
        ]
        return sum(sheet(p).type == type for p in idle)

    heads = {p.place: p for p in state.of_group("facility") if sheet(p).type == "railhead"}
    rails = {s.id for s in state.board.data.spaces if "rail" in s.tags} | set(heads)
    line = {h for h in rails if held_by(table, h) == "blue" and (h not in heads or heads[h].steps)}
    assert network(state, "blue") == line
    mine = facilities(table, "railhead", "blue")
    types = {sheet(state.pieces["cars-1"]).type, sheet(state.pieces["het-1"]).type}
    assert len(types) == 2
    units = of_side(table, "blue", "ground unit")
    cars, hets = sheet(state.pieces["cars-1"]).type, sheet(state.pieces["het-1"]).type
    able = [u for u in units if free(table, u.id) and vehicles(u.place, cars) and u.place in line & set(mine)]
    assert list(on_rail(state, "blue")) == ids(able)
    for unit in units:
        assert cars_enough(state, unit.id) is (vehicles(unit.place, cars) >= unit.steps)
        assert hets_enough(state, unit.id) is (vehicles(unit.place, hets) >= unit.steps)
        joined, new = set[str](), {unit.place} & line
        while new:
            joined |= new
            new = {n for h in new for n in state.board.neighbours[h]} & line - joined
        assert set(by_rail(state, "blue", unit.id)) == {h for h in mine if h in joined and h != unit.place}
        beside = {h for h in state.board.neighbours[unit.place] if held_by(table, h) == "blue"}
        assert set(by_road(state, "blue", unit.id)) == beside


@pytest.mark.rule("ows 11.9a", "ows 11.9b", "ows 2.2.2.5", "ows 2.2.2.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_may_be_refilled_with_what_from_where(seed: int) -> None:
    table = ashore(seed)
    state = table.state
    point = state.pieces["asp-b"]
    points = {p.place for p in state.of_group("ammunition")}
    points |= {p.place for p in state.of_group("facility") if sheet(p).holds}
    used = marked_with(state, "spent")
    groups = ("ship", "submarine", "ground unit")
    able = [p for p in of_side(table, "blue", *groups) if p.id in used and p.place in points]
    assert units_spent(state, "blue") == ids(able)
    port = state.pieces["port-b"]
    open_port = held_by(table, port.place, port) == "blue"
    for id in (*SHIPS, *BOATS):
        unit = state.pieces[id]
        in_it = open_port and unit.place == port.place
        left = max(0, port.steps - (mark_of(state, port.id, "handled") or 0))
        assert port_action_left(state, id) is bool(mark_of(state, id, "resupplied") or (in_it and left > 0))
        arms: list[Any] = [*sheet(unit).weapons, *sheet(unit).shields]
        for weapon in arms:
            stock = sheet(point).holds.get(weapon.name, 0) - (3 if weapon.name == "Tomahawk" else 0)
            there = unit.place == point.place and stock > 0
            assert stocks(state, id, weapon.id) == (("asp-b",) if there else ())
            spent = used.get(id, {}).get(weapon.id, 0)
            assert list(amounts(state, id, weapon.id, "asp-b", "blue")) == [*range(1, min(spent, stock) + 1)]


@pytest.mark.rule("ows 6.5.13", "ows 6.5.13b", "ows 2.1.7.2a", "ows 6.5.2", "ows 6.5.5b")
@pytest.mark.parametrize("seed", SEEDS)
def test_where_squadrons_may_be_based(seed: int) -> None:
    table = ashore(seed)
    state = table.state
    squadrons = [p for p in state.of_group("squadron") if p.side == "blue"]
    engineers = {u.place for u in of_side(table, "blue", "ground unit") if sheet(u).engineer}
    dug_in = [p.id for p in squadrons if mark_of(state, p.id, "fortified") == 1 and p.place in engineers]
    assert set(with_engineers(state, "blue")) == set(dug_in)
    fields = {
        p.place: p
        for p in state.of_group("facility")
        if sheet(p).type == "airfield" and p.side == "blue" and held_by(table, p.place) in ("", "blue")
    }
    assert list(movable(state, "blue")) == [
        base.id
        for base in squadrons
        if not any(
            mark_of(state, p.id, "home") == base.id and mark_of(state, p.id, "mission")
            for p in state.of_group("air mission")
        )
    ]
    for base in squadrons:
        missions = [p for p in state.of_group("air mission") if mark_of(state, p.id, "home") == base.id]
        radii = [sheet(p).radius for p in missions if sheet(p).radius >= 0]
        short = all(sheet(p).stovl or sheet(p).type in ("helicopter", "tilt-rotor") for p in missions)
        expected = set()
        for space in state.board.data.spaces:
            if space.id == base.place or apart(table, base.place, space.id) > min(radii, default=0):
                continue
            if space.id in fields:
                field = fields[space.id]
                based = sum(p.place == space.id for p in squadrons)
                hits = sheet(field).steps - field.steps
                if field.steps and based < sheet(field).squadrons - hits:
                    expected.add(space.id)
                continue
            fits = space.terrain in ("open", "urban", "hills") and (short or "highway" in space.tags)
            if fits and held_by(table, space.id) == "blue":
                expected.add(space.id)
        assert set(sites(state, base.id)) == expected, base.id


@pytest.mark.rule("ows 6.6", "ows 6.6.1", "ows 6.6.1.1a", "ows 6.6.1.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_which_teams_may_do_what(seed: int) -> None:
    table = ashore(seed)
    state = table.state
    for side, team in (("blue", "oda-1"), ("red", "sof-r1")):
        piece = state.pieces[team]
        waits = piece.place == "turn-track"
        back = (mark_of(state, team, "returns") or 3) <= 2
        idle = not mark_of(state, team, "sof moved") and not mark_of(state, team, "sof mission")
        may = idle and (back if waits else True)
        assert placeable(state, side) == ([team] if may else [])
        homes = {
            p.place
            for p in state.of_group("facility")
            if p.side == side and sheet(p).type in ("airfield", "port")
        }
        away = may and not waits and piece.place not in homes
        assert recoverable(state, side) == ([team] if away else [])
        rests = bool(mark_of(state, team, "sof moved")) and piece.place in homes
        free_team = not waits and not mark_of(state, team, "sof mission") and not rests
        assert tasked(state, side) == ([team] if free_team else [])
        spaces = [space.id for space in state.board.data.spaces]
        assert targets_of_insertion(state, side) == [h for h in spaces if held_by(table, h) != side]
        if not waits:
            near = [p for p in state.pieces_at(piece.place) if p.side == other(side)]
            known = {p.id for p in near if p.known_to is None or side in p.known_to}
            hidden = [p for p in near if p.id not in known and (p.seen_by is None or side in p.seen_by)]
            found = in_reach(state, side, team)
            assert known <= set(found)
            assert len(list(found)) == len(known) + len(hidden)
    assert in_reach(state, "blue", "sof-r1") == in_reach(state, "blue", "ddg-1") == ()
    ports = {p.place for p in state.of_group("facility") if sheet(p).type == "port"}
    for piece in state.pieces.values():
        if piece.kind.group == "ship":
            assert raidable(state, piece) is (piece.place in ports)
        elif piece.kind.group in ("facility", "ammunition", "squadron"):
            assert raidable(state, piece)
        elif piece.kind.group == "ground unit":
            read = sheet(piece)
            types = ("air defence", "artillery", "rocket", "missile")
            assert raidable(state, piece) is bool(read.hq or read.artillery or read.type in types)


@pytest.mark.rule("ows 6.4.3", "ows 6.4.4", "ows 6.4.5.1", "ows 6.4.5.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_which_ships_have_modes_lay_and_sweep_mines_and_what_may_emit(seed: int) -> None:
    table = ashore(seed)
    table.put("layer-1", "0405" if seed % 2 else "0904")
    state = table.state
    waters = {
        space.id
        for space in state.board.data.spaces
        if {space.terrain, *space.tags} & {"deep sea", "littoral"}
    }
    assert sea(state.board) == waters
    for side in ("blue", "red"):
        crews = of_side(table, side, "ship") + of_side(table, side, "submarine")

        def at_work(ship: Piece) -> bool:
            return not any(mark_of(state, ship.id, mark) for mark in ("swept", "rsoi", "not ready"))

        hunts = [
            p
            for p in crews
            if p.kind.group == "submarine" or any("undersea" in w.at for w in sheet(p).weapons)
        ]
        assert with_modes(state, side) == ids(hunts)
        sweeping = [p for p in crews if sheet(p).sweeper and at_work(p)]
        assert list(sweepers(state, side)) == ids(sweeping)
        laying = [p for p in crews if sheet(p).minelayer and p.place in waters and at_work(p)]
        assert list(layers(state, side)) == (ids(laying) if side == "red" else [])
        for ship in sweeping:
            near = {ship.place, *state.board.neighbours[ship.place]} & waters
            assert set(to_sweep(state, ship.id)) == near
        able = [
            p
            for p in of_side(table, side, "ship", "ground unit", "air mission")
            if not mark_of(state, p.id, "emitting")
            and (sheet(p).sensor or sheet(p).shields or any("air" in w.at for w in sheet(p).weapons))
        ]
        assert list(could_emit(state, side)) == ids(able)
        on = of_side(table, side, "ship", "submarine", "ground unit", "air mission", "squadron")
        assert list(emitters(state, side)) == [p.id for p in on if mark_of(state, p.id, "emitting")]


@pytest.mark.rule("ows 6.4.6", "ows 6.4.6a", "ows 10.15.8.1c")
@pytest.mark.parametrize("seed", SEEDS)
def test_which_ships_may_land_troops_and_on_which_beaches(seed: int) -> None:
    table = ashore(seed).mark("0207", "control", "red" if seed % 2 else "")
    state = table.state
    ships = of_side(table, "blue", "ship")

    def lands(ship: Piece) -> list[Piece]:
        aboard = [p for p in state.pieces.values() if p.place == ship.id and p.kind.group == "ground unit"]
        return [p for p in aboard if sheet(ship).lands or sheet(p).amphibious]

    bars = ("rsoi", "amphibious assault", "not ready")
    able = [s for s in ships if lands(s) and not any(mark_of(state, s.id, mark) for mark in bars)]
    assert list(assault_ships(state, "blue")) == ids(able)
    for ship in ships:
        if not lands(ship):
            continue
        beside = "0207" in state.board.touching[ship.place]
        spent = (mark_of(state, ship.id, "sailed") or {}).get("spent", 0)
        assert ("0207" in beaches(state, "blue", ship.id)) is (beside and not spent), ship.id
        marked = {s.id for s in ships if mark_of(state, s.id, "amphibious assault")}
        there = still_aboard(state, "blue", ship.place)
        assert {unit for unit, on in there.items() if on == ship.id} == (
            set(ids(lands(ship))) if ship.id in marked else set()
        )
