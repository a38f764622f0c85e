"""Squadron bases and airfields (2.1.7.2, 2.2.3d, 2.2.4, 6.5.5), and expeditionary basing (6.5.13)."""

from typing import Any

import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.systems.ows.air.basing import check_bases
from adjudication.systems.ows.sensing.sensors import signature
from adjudication.systems.ows.table.counters import Box, sheet
from adjudication.systems.ows.table.damage import FORTIFIED, take_hits
from adjudication.systems.ows.table.status import detected
from domain.errors import BadData, IllegalOrder
from tests.ows.air import listed, run, seen_at, seen_of, send, tasking
from tests.table import Table


def starting(**places: str) -> Table:
    """The proving ground with pieces elsewhere before it begins."""
    table = Table("ows", "proving-ground", {"expeditionary_basing": False}, dice="scripted", begun=False)
    table.people.answers = ["blue"] * 9
    for piece, place in places.items():
        table.put(piece.replace("_", "-"), place)
    table.session.begin()
    return table


def refused(table: Table, rule: str, order: str, **arguments: Any) -> str:
    with pytest.raises(IllegalOrder) as refusal:
        table.order(order, **arguments)
    assert refusal.value.rule == f"ows {rule}"
    return str(refusal.value)


# --- squadrons: 2.2.3d, 2.2.4 ----------------------------------------------------------------------


@pytest.mark.rule("ows 2.2.3d", "ows 2.2.4c")
def test_a_squadron_base_has_two_steps_and_takes_its_mission_with_it() -> None:
    table = tasking()
    send(table, "f35-1", "cap", "0304")
    assert sheet(table.state.pieces["sq-f35"]).boxes == ()
    run(table, lambda umpire: take_hits(umpire, "sq-f35", 1, rule="ows 9.6.1a"))
    assert table.state.pieces["sq-f35"].steps == 1
    assert table.state.pieces["f35-1"].place == "0304"
    run(table, lambda umpire: take_hits(umpire, "sq-f35", 1, rule="ows 9.6.1a"))
    assert table.state.pieces["sq-f35"].place == "attrition-blue"
    assert table.state.pieces["f35-1"].place == "attrition-blue"
    assert seen_of(table, "red", ["sq-f35", "f35-1"]) == ["sq-f35", "f35-1"]


@pytest.mark.rule("ows 2.2.4c")
def test_a_mission_lost_in_the_air_may_come_back() -> None:
    table = tasking()
    send(table, "f35-1", "cap", "0304")
    run(table, lambda umpire: take_hits(umpire, "f35-1", 1, rule="ows 9.6.1a"))
    assert table.state.pieces["f35-1"].place == "regeneration-blue"
    assert table.state.pieces["sq-f35"].steps == 2


@pytest.mark.rule("ows 2.2.4a")
def test_squadrons_are_based_at_airfields() -> None:
    with pytest.raises(BadData, match=r"1st Squadron starts in 0104, where its side has no airfield"):
        starting(sq_f35="0104")
    with pytest.raises(BadData, match=r"no airfield \(2\.2\.4a\)"):
        starting(sq_f35="0903")


@pytest.mark.rule("ows 2.1.7.2a", "ows 6.5.5b")
def test_an_airfield_bases_as_many_squadrons_as_it_says() -> None:
    starting(sq_p8="0206")
    with pytest.raises(BadData, match=r"Far airfield starts with 5 squadrons; it bases 4 \(2\.1\.7\.2a\)"):
        starting(sq_p8="0206", sq_uas="0206", sq_f16="0206")


@pytest.mark.rule("ows 6.5.5", "ows 6.5.5a")
def test_aircraft_aboard_ships_can_fly_from_there_without_a_squadron_base() -> None:
    starting(f35b_1="cvn-1")
    with pytest.raises(BadData, match=r"F-35A of the 1st Squadron starts aboard USS Charlie.*6\.5\.5"):
        starting(f35_1="cvn-1")
    table = tasking()
    homes = {piece: table.state.mark_named(piece, "home") for piece in ("f18-1", "f18-2", "mq25-1")}
    assert set(homes.values()) == {"cvn-1"}
    send(table, "f18-1", "cap", "0504")


@pytest.mark.rule("ows 2.2.4e")
def test_air_counters_say_what_the_rules_read() -> None:
    kinds = load_scenario("ows", "proving-ground").kinds
    data = kinds["f35a"].data
    assert {"country", "type", "radius", "roles", "weapons", "defence", "sensor", "stealth"} <= set(data)
    for name, kind in kinds.items():
        if kind.group == "air mission":
            assert {"country", "type", "radius", "roles", "defence"} <= set(kind.data), name


@pytest.mark.rule("ows 6.5.6")
def test_a_silhouette_in_a_box_is_a_mission_that_goes_with_it() -> None:
    table = tasking()
    counter = sheet(table.state.pieces["lha-1"])
    assert [box.missions for box in counter.boxes] == [1, 1]
    assert Box().missions == 0
    run(table, lambda umpire: take_hits(umpire, "cvn-1", 3, rule="ows 9.6.1a"))
    assert table.state.pieces["cvn-1"].steps == 1


# --- expeditionary basing: 6.5.13 ------------------------------------------------------------------


@pytest.mark.rule("ows 6.5.13")
def test_stovl_aircraft_go_anywhere_but_rough_terrain_and_others_to_highways() -> None:
    table = tasking()
    state = table.state
    stovl = listed(table, "disperse", "hex", squadron="sq-f35b")
    fixed = listed(table, "disperse", "hex", squadron="sq-f35")
    fields = {piece.place for piece in state.pieces.values() if piece.kind_id == "airfield"}
    assert {"0207", "0106"} <= set(stovl)
    terrain = {state.board.spaces[hex].terrain for hex in stovl if hex not in fields}
    assert not terrain & {"mountain", "forest", "littoral", "deep sea"}
    for hex in fixed:
        assert "highway" in state.board.spaces[hex].tags or hex in fields
    said = refused(table, "6.5.5", "disperse", squadron="sq-f35", hex="0103")
    assert "fixed-wing aircraft need an airfield or a highway" in said
    table.put("airfield-b4", "0101").put("sq-c17", "0203")
    table.order("disperse", squadron="sq-f35", hex="0206")
    assert table.state.pieces["sq-f35"].place == "0206"
    assert table.state.pieces["f35-1"].place == "sq-f35"


@pytest.mark.rule("ows 6.5.13")
def test_it_is_the_scenario_that_lets_squadrons_leave_their_airfields() -> None:
    table = tasking(expeditionary_basing=False)
    refused(table, "6.5.13", "disperse", squadron="sq-f35b", hex="0207")
    assert not listed(table, "disperse", "hex", squadron="sq-f35b")


@pytest.mark.rule("ows 6.5.13a")
def test_a_squadron_outside_an_airfield_has_to_be_found_with_a_seven() -> None:
    table = tasking()
    assert detected(table.state, table.state.pieces["sq-f35b"])
    table.order("disperse", squadron="sq-f35b", hex="0207")
    base = table.state.pieces["sq-f35b"]
    assert not detected(table.state, base)
    assert signature(base) == 7
    assert seen_at(table, "red", "0207").count("ground contact") == 1
    assert "6th Squadron" not in seen_at(table, "red", "0207")
    table.order("disperse", squadron="sq-f35b", hex="0206")
    assert detected(table.state, table.state.pieces["sq-f35b"])
    assert "6th Squadron" in seen_at(table, "red", "0206")


@pytest.mark.rule("ows 6.5.13b")
def test_a_squadron_outside_an_airfield_is_dug_in_and_engineers_fortify_it() -> None:
    table = tasking()
    table.order("disperse", squadron="sq-f35b", hex="0207")
    assert table.state.mark("sq-f35b", FORTIFIED) == 1
    refused(table, "6.5.13b", "fortify", squadron="sq-f35b")
    table.put("engineers-1", "0207")
    table.order("fortify", squadron="sq-f35b")
    assert table.state.mark("sq-f35b", FORTIFIED) == 2
    table.order("disperse", squadron="sq-f35b", hex="0206")
    assert table.state.mark("sq-f35b", FORTIFIED) is None


@pytest.mark.rule("ows 6.5.5b")
def test_a_full_airfield_takes_no_more_squadrons() -> None:
    table = tasking().change("airfield-b2", steps=2)
    said = refused(table, "6.5.5b", "disperse", squadron="sq-f35", hex="0202")
    assert "North airfield is full: it bases 2 squadrons" in said


@pytest.mark.rule("ows 6.5.13")
def test_a_squadron_moves_with_its_missions_on_the_ground() -> None:
    table = tasking()
    send(table, "f35b-1", "cap", "0206")
    refused(table, "6.5.13", "disperse", squadron="sq-f35b", hex="0207")
    refused(table, "2.2.4a", "disperse", squadron="patriot-1", hex="0207")


@pytest.mark.rule("ows 6.5.13", "ows 6.5.2")
def test_a_site_without_a_farp_gives_no_fuel() -> None:
    table = tasking().put("farp-b", "0101")
    for field in ("airfield-b", "airfield-b2", "airfield-b3", "airfield-b4"):
        table.change(field, side="red")
    table.put("sq-f35b", "0207")
    assert not listed(table, "task", "hex", mission="f35b-1", type="cap")
    table.put("farp-b", "0207")
    assert listed(table, "task", "hex", mission="f35b-1", type="cap")


def test_a_refusal_that_names_a_known_unit_does_not_tell_what_a_contact_is() -> None:
    """The name of a squadron has that of its mission in it, which flies face down."""
    table = tasking()
    send(table, "kc130-1", "tanker", "0304")
    table.phase("air tasking", side="red")
    contact = table.state.name_for("red", "kc130-1")
    assert contact != "kc130-1"
    with pytest.raises(IllegalOrder, match="KC-130J squadron is no squadron base of yours") as refused:
        table.order("fortify", side="red", squadron="sq-kc130")
    assert contact not in str(refused.value)


@pytest.mark.rule("ows 6.5.5", "ows 2.2.4a", "ows 2.1.7.2a")
@pytest.mark.parametrize(
    ("piece", "place", "words"),
    [
        ("f35-1", "cvn-1", "starts aboard USS Charlie, and cannot fly from a ship"),
        ("f18-1", "cvn-1", ""),
        ("f35b-1", "lha-1", ""),
        ("v22-1", "lha-1", ""),
        ("sq-f35", "0105", "starts in 0105, where its side has no airfield"),
        ("sq-j16", "0203", "starts in 0203, where its side has no airfield"),
        ("sq-f35", "0206", ""),
    ],
)
def test_where_squadrons_and_aircraft_may_start(piece: str, place: str, words: str) -> None:
    table = Table("ows", dice="scripted", begun=False).put(piece, place)
    if words:
        with pytest.raises(BadData, match=words):
            check_bases(table.state)
    else:
        check_bases(table.state)


@pytest.mark.rule("ows 2.1.7.2a")
def test_an_airfield_does_not_start_with_more_squadrons_than_it_bases() -> None:
    table = Table("ows", dice="scripted", begun=False)
    for base in ("sq-p8", "sq-uas", "sq-b1", "sq-kc46", "sq-kc130"):
        table.put(base, "0206")
    with pytest.raises(BadData, match="starts with 7 squadrons; it bases 4"):
        check_bases(table.state)
