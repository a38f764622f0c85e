"""The scenarios that come with the system: their counters follow the sheets, and games end."""

import random

import pytest

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.games.scenario import Scenario, load_scenario, scenario_names
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.policies import RandomPolicy
from adjudication.systems.ows.ground.forces.logistics import AMMUNITION_OF, FUEL
from adjudication.systems.ows.losses import losses
from adjudication.systems.ows.table.counters import (
    AMMUNITION,
    FACILITY,
    GROUND,
    LOAD,
    MISSILES,
    MISSION,
    OTHER_FLIGHTS,
    SHIP,
    SOF,
    SQUADRON,
    SUBMARINE,
    TOKEN,
    Sheet,
)
from adjudication.systems.ows.table.ladder import LADDER
from adjudication.systems.ows.table.settings import DEFAULTS
from domain.events import KindData, PieceRemoved
from domain.table.board import Board
from domain.table.tables import Table as Table_
from reports.maps.symbols import symbol
from reports.words.phrases import phrases
from tests.ows.sheets import read
from tests.table import Table

PLAYED = ("strait", "tutorial", "river", "littoral")
DECISION_CARD = "decision card"
FACE_DOWN = (SHIP, SUBMARINE, MISSION, GROUND, SOF, "transport")
CONTACTS = ("surface", "submarine", "air", "ground")


@pytest.fixture(params=scenario_names("ows"))
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario("ows", request.param)


@pytest.fixture(params=PLAYED)
def played(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario("ows", request.param)


def kinds() -> list[tuple[str, KindData, Sheet]]:
    """Every counter sheet of the scenarios that are played."""
    found = {id: kind for name in PLAYED for id, kind in load_scenario("ows", name).kinds.items()}
    return [(id, kind, read(kind)) for id, kind in found.items()]


def of(scenario: Scenario, *groups: str) -> list[str]:
    """The pieces of these groups."""
    return [piece.id for piece in scenario.pieces if scenario.kinds[piece.kind].group in groups]


def test_a_game_of_nothing_but_next_comes_to_its_end(scenario: Scenario) -> None:
    """Nobody does anything: each phase is left, and the last turn ends the game."""
    table = Table("ows", scenario.name, begun=False)
    table.session.people = PolicyPeople({}, RandomPolicy(), random.Random(1))
    table.session.begin()
    for _ in range(600):
        if table.state.verdict is not None:
            break
        proceed = table.session.system.proceed(table.state)
        assert isinstance(proceed, Order)
        table.session.order(proceed)
    assert table.state.verdict is not None
    assert table.state.turn == scenario.options["turns"]


def test_scenarios_list_every_option(scenario: Scenario) -> None:
    assert set(scenario.options) == set(DEFAULTS)


def test_dice_are_of_the_ladder_and_weapons_are_told_apart() -> None:
    for id, _, sheet in kinds():
        assert all(weapon.die in LADDER for weapon in sheet.weapons), id
        names = [weapon.id for weapon in sheet.weapons] + [shield.id for shield in sheet.shields]
        assert len(names) == len(set(names)), id
        assert all(weapon.flight in (*MISSILES, *OTHER_FLIGHTS) for weapon in sheet.weapons), id
        assert all(weapon.at for weapon in sheet.weapons), id
        assert sheet.sensor is None or sheet.sensor.die in LADDER, id


def test_missiles_have_a_magazine_and_what_endures_has_none() -> None:
    """A missile is spent when fired (2.2.2.1); torpedoes and the like endure (2.2.6)."""
    for id, kind, sheet in kinds():
        for weapon in sheet.weapons:
            if weapon.flight in MISSILES and kind.group in (SHIP, SUBMARINE, GROUND, LOAD):
                assert weapon.salvos > 0, f"{id} {weapon.id}"
            if weapon.flight in ("torpedo", "asw", "raid", "mine"):
                assert (weapon.salvos, weapon.range) == (0, 0), f"{id} {weapon.id}"


@pytest.mark.rule("ows 2.2.2.8")
def test_what_is_shared_is_shared_both_ways() -> None:
    """A shield and an attack of the same munition name each other, and none is printed more often than the
    other, unless a shield is an attack's alone."""
    for id, _, sheet in kinds():
        for weapon in sheet.weapons:
            if weapon.shares:
                shield = sheet.shield(weapon.shares)
                assert shield is not None, id
                assert shield.shares == weapon.id, id
                assert weapon.returns == shield.returns, id
        for shield in sheet.shields:
            if shield.shares:
                weapon_of = sheet.weapon(shield.shares)
                assert weapon_of is not None, id
                assert weapon_of.shares == shield.id, id


def test_boxes_name_what_the_counter_has() -> None:
    """A box takes symbols with it that are printed, and no more of them than there are (9.6b)."""
    for id, kind, sheet in kinds():
        assert len(sheet.boxes) <= 4, id
        for box in sheet.boxes:
            assert all(sheet.weapon(weapon) for weapon in box.weapons), id
            assert all(sheet.shield(shield) for shield in box.shields), id
        for weapon in sheet.weapons:
            lost = sum(box.weapons.count(weapon.id) for box in sheet.boxes)
            assert lost <= weapon.salvos, f"{id} {weapon.id}"
        if any(box.missions or box.carries for box in sheet.boxes):
            assert kind.group == SHIP, id


@pytest.mark.rule("ows 2.2.1")
def test_a_counter_has_one_signature_and_a_shield() -> None:
    """One of satellite and sensor symbol; only what lies in the open, or in a hand, has neither."""
    for id, kind, sheet in kinds():
        both = (sheet.signature > 0) + (sheet.stealth > 0)
        assert both == (kind.group in FACE_DOWN), id
        if kind.group in (*FACE_DOWN, SQUADRON, FACILITY, AMMUNITION):
            assert 1 <= sheet.defence <= 8, id
        if kind.group == GROUND:
            assert sheet.signature == 7, id
        assert sheet.unseen == (kind.group in (SUBMARINE, SOF)), id


def test_a_counter_that_lies_face_down_has_a_back_and_a_symbol_that_is_drawn() -> None:
    for id, kind, _ in kinds():
        if kind.group in FACE_DOWN:
            assert kind.back in ("team", *(f"{what} contact" for what in CONTACTS)), id
        if kind.group in (*FACE_DOWN, SQUADRON, FACILITY, AMMUNITION):
            assert symbol(kind.symbol) is not None, id
            assert kind.symbol[3] == ("6" if kind.side == "red" else "3"), id


def test_aircraft_say_what_they_may_fly() -> None:
    for id, kind, sheet in kinds():
        assert bool(sheet.roles) == (kind.group == MISSION), id
        if kind.group == MISSION:
            assert sheet.radius == -1 or 1 <= sheet.radius <= 8, id
            assert ("tanker" in sheet.roles) == (sheet.refuels > 0), id
            assert ("transport" in sheet.roles) == (sheet.lifts > 0), id
            assert ("aew" not in sheet.roles) or sheet.sensor is not None, id
            assert ("asw" in sheet.roles) == any("undersea" in weapon.at for weapon in sheet.weapons), id


@pytest.mark.rule("ows 6.5.1.1")
def test_a_munitions_counter_is_one_load() -> None:
    """Six salvos for a bomber, or at most two for a fighter."""
    for id, kind, sheet in kinds():
        if kind.group == LOAD:
            (weapon,) = sheet.weapons
            assert weapon.salvos in (1, 2, 6), id


@pytest.mark.rule("ows 2.2.2.8")
def test_values_that_the_text_states_are_on_the_counters() -> None:
    """SM-6 and Flight IIA (2.2.2.8), Maya (6.5.9.3, 6.5.9.4), F-35A (6.5.7), E-3 (6.5.9a), tankers (6.5.4),
    Ohio (9.9), 7th Marines (2.2.7), EC-37B and F/A-18G (6.5.8), squadron bases (2.2.3d)."""
    sheets = {id: sheet for id, _, sheet in kinds()}
    sm6, as_shield = sheets["ddg-iia"].weapon("sm6-strike"), sheets["ddg-iia"].shield("sm6")
    assert sm6 is not None
    assert as_shield is not None
    assert (sm6.die, sm6.range, set(sm6.at), sm6.flight) == (12, 1, {"air", "sea"}, "hypersonic")
    assert (as_shield.number, as_shield.bmd) == (7, True)
    (aegis,) = sheets["maya"].shields
    assert (aegis.number, aegis.range, sheets["maya"].cec) == (7, 1, True)
    assert sheets["f35a"].stealth == 8
    e3 = sheets["e3"].sensor
    assert e3 is not None
    assert e3.die == 12
    assert [sheets[id].refuels for id in ("kc135", "mq25")] == [2, 1]
    ohio = sheets["ssgn"].weapon("tomahawk")
    assert ohio is not None
    assert ohio.salvos == 18
    assert sheets["marines"].steps == 3
    assert (sheets["ec37b"].ew, sheets["f18g"].ew) == ("promote", "demote")
    assert all(sheet.steps == 2 for _, kind, sheet in kinds() if kind.group == SQUADRON)
    assert all(1 <= sum(box.missions for box in sheets[id].boxes) <= 4 for id in ("cvn", "lha", "fujian"))


def test_pieces_start_whole_and_where_they_can_be(played: Scenario) -> None:
    land = {space.id for space in played.board.spaces if space.terrain not in ("littoral", "deep sea")}
    pieces = {piece.id: piece for piece in played.pieces}
    ports = {pieces[id].at for id in of(played, FACILITY) if pieces[id].kind.startswith(("harbour", "quay"))}
    fields = {pieces[id].at for id in of(played, FACILITY) if pieces[id].kind.startswith("air")}
    for piece in played.pieces:
        kind = played.kinds[piece.kind]
        assert piece.steps == read(kind).steps, piece.id
        if kind.group in (SHIP, SUBMARINE):
            assert piece.at not in land or piece.at in ports, piece.id
        elif kind.group == SQUADRON:
            assert piece.at in fields, piece.id
        elif kind.group == GROUND:
            assert piece.at in land or piece.at in pieces, piece.id
        elif kind.group == MISSION:
            home = pieces[piece.at]
            carrier = played.kinds[home.kind].group == SHIP
            assert carrier or home.kind == f"{piece.kind}-squadron", piece.id
            assert not carrier or read(kind).carrier_capable, piece.id


def test_airfields_and_carriers_have_room(played: Scenario) -> None:
    """No more squadrons than an airfield takes (2.1.7.2a), no more fighters than a carrier sends out, and no
    more support missions than these (6.5.6); ships carry what they can."""
    pieces = {piece.id: piece for piece in played.pieces}
    for id in of(played, FACILITY):
        sheet = read(played.kinds[pieces[id].kind])
        if sheet.type == "airfield":
            based = [piece for piece in of(played, SQUADRON) if pieces[piece].at == pieces[id].at]
            assert len(based) <= sheet.squadrons, id
    for id in of(played, SHIP):
        sheet = read(played.kinds[pieces[id].kind])
        aboard = [played.kinds[piece.kind] for piece in played.pieces if piece.at == id]
        steps = sum(read(kind).steps for kind in aboard if kind.group == GROUND)
        assert steps <= sum(box.carries for box in sheet.boxes), id
        flown = [read(kind).roles for kind in aboard if kind.group == MISSION]
        support = [roles for roles in flown if roles[0] in ("aew", "tanker")]
        missions = sum(box.missions for box in sheet.boxes)
        assert len(flown) - len(support) <= missions, id
        assert len(support) <= 2 * missions, id


@pytest.mark.rule("ows 2.1.4")
def test_what_a_side_may_not_know_lies_face_down(played: Scenario) -> None:
    """Its own side alone knows a unit; submarines and teams are not even on the enemy's map; installations
    are known to all (8.3.1), the enemy's stocks and cards are not."""
    for piece in played.pieces:
        kind = played.kinds[piece.kind]
        side = piece.side or kind.side
        hidden = kind.group not in (SQUADRON, FACILITY, AMMUNITION)
        assert piece.known_to == ((side,) if hidden else None), piece.id
        assert piece.seen_by == ((side,) if read(kind).unseen else None), piece.id


@pytest.mark.parametrize("name", ["strait", "tutorial"])
def test_the_map_is_a_strait(name: str) -> None:
    """Kestrel Island lies between two passages, and these between two capes: ships go from the inner waters
    to the ocean by them alone."""
    played = load_scenario("ows", name)
    board = Board(played.board)
    sea = {space.id for space in played.board.spaces if space.terrain in ("littoral", "deep sea")}

    def reach(start: str, without: set[str]) -> set[str]:
        found, ahead = {start}, [start]
        while ahead:
            for next_to in board.neighbours[ahead.pop()]:
                if next_to in sea - without - found:
                    found.add(next_to)
                    ahead.append(next_to)
        return found

    assert "0905" in reach("0505", set())
    assert "0905" not in reach("0505", {"0604", "0606"})
    assert {board.spaces[cape].name for cape in ("0603", "0605", "0607")} == {
        "Stavrik",
        "Kestrel Island",
        "Port Sarelle",
    }
    bare = [space.id for space in played.board.spaces if space.id not in sea and "holder" not in space.values]
    assert not bare


def test_tokens_are_dealt_to_both_sides(played: Scenario) -> None:
    for side in ("blue", "red"):
        hand = [piece.id for piece in played.pieces if piece.at == f"hand-{side}"]
        assert set(hand) & set(of(played, TOKEN))


def test_the_naval_rates_of_other_scales_are_in_proportion() -> None:
    """All rows go by the printed column of the operational map (6.4); every ship finds its own."""
    found = load_scenario("ows", "strait")
    table = Table_("naval-rates", found.tables["naval-rates"])
    printed = {row["moves"]: row["hexes"] for row in found.tables["naval-rates"].rows if row["scale"] == 200}
    assert (printed["cvn"], printed["surface combatant"], printed["auxiliary"]) == (4, 3, 2)
    assert (printed["patrol craft"], printed["ssn"], printed["ssk"]) == (2, 3, 2)
    for moves, hexes in printed.items():
        assert isinstance(hexes, int)
        assert table.look_up({"moves": str(moves), "scale": 100})[1]["hexes"] == 2 * hexes
    for id, kind, sheet in kinds():
        assert kind.group not in (SHIP, SUBMARINE) or sheet.moves in printed, id


def test_more_hits_cost_steps_than_suppress() -> None:
    """In every terrain of the maps, against every kind of target (9.4)."""
    found = load_scenario("ows", "strait")
    rows = found.tables["fires-effects"].rows
    assert all(int(str(row["suppress"])) <= int(str(row["step"])) for row in rows)
    targets = {row["target"] for row in rows}
    land = {space.terrain for space in found.board.spaces} - {"littoral", "deep sea"}
    assert {(row["terrain"], row["target"]) for row in rows} == {(t, k) for t in land for k in targets}


def test_ammunition_points_hold_what_counters_of_their_side_fire() -> None:
    """By the name that is printed on the weapon or shield (2.2.2.6, 11.9), or by that of a commodity of the
    ground war (10.13.2)."""
    goods = {FUEL, *AMMUNITION_OF.values()}
    printed: dict[str, set[str]] = {"blue": {*goods}, "red": {*goods}}
    for _, kind, sheet in kinds():
        printed.get(kind.side, set()).update(weapon.name for weapon in sheet.weapons)
        printed.get(kind.side, set()).update(shield.name for shield in sheet.shields)
    held = [(kind.side, name) for _, kind, sheet in kinds() for name in sheet.holds]
    assert held
    assert [name for side, name in held if name not in printed[side]] == []


def test_objectives_are_for_both_sides_and_name_what_is_in_the_game(played: Scenario) -> None:
    sorts = {kind.group for kind in played.kinds.values()}
    sorts |= {str(kind.data.get("type")) for kind in played.kinds.values()}
    places = {space.id for space in played.board.spaces}
    rows = played.tables["objectives"].rows
    assert {row["side"] for row in rows} == {"blue", "red"}
    for row in rows:
        assert row["subject"] in places | sorts | {"any"}, row


@pytest.mark.rule("ows 4.2")
def test_a_card_that_is_played_is_no_loss() -> None:
    table = Table("ows", "tutorial", dice="scripted")
    events = table.order("card", side="blue", card="card-blue")
    (gone,) = [event for event in events if isinstance(event, PieceRemoved)]
    before = Table("ows", "tutorial", dice="scripted").state
    assert losses(gone, before) is None


def test_every_order_has_words() -> None:
    """A facilitator reads them aloud: no order shows the names of its fields."""
    words = phrases("ows")
    system = load("ows")
    assert [name for name in system.orders if name not in {*words.orders, *words.ends_phase}] == []


@pytest.mark.rule("ows 11.7")
def test_regeneration_has_a_row_for_every_country() -> None:
    """The chances of the text's example: 50 % for the US, 40 % for the PRC."""
    found = load_scenario("ows", "strait")
    table = Table_("regeneration", found.tables["regeneration"])
    assert table.look_up({"country": "us", "type": "any"})[1]["chance"] == 50
    assert table.look_up({"country": "prc", "type": "any"})[1]["chance"] == 40
    countries = {sheet.country for _, kind, sheet in kinds() if kind.group in (MISSION, SOF)}
    assert countries <= {row["country"] for row in found.tables["regeneration"].rows}


def test_each_kind_of_counter_is_defined_once() -> None:
    """Scenarios share the sheets: no kind has another definition in another file, but for decision cards,
    which name a scenario's own units."""
    files = {id: load_scenario("ows", id) for id in scenario_names("ows")}
    defined: dict[str, KindData] = {}
    for id, scenario in files.items():
        for kind, data in scenario.kinds.items():
            if data.group == DECISION_CARD:
                continue
            assert defined.setdefault(kind, data) == data, f"{kind} in {id}"


def test_what_lies_face_down_is_not_told_apart_by_how_its_back_is_written() -> None:
    """A back is one of a few words, in small letters: tokens of two files look the same."""
    backs = {
        kind.back
        for id in scenario_names("ows")
        for kind in load_scenario("ows", id).kinds.values()
        if kind.back
    }
    assert backs == {back.lower() for back in backs}
    assert not [back for back in backs if back.startswith("unknown")]
