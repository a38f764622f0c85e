"""Interdiction (6.5.10.4): placement in kill boxes, attacks on movers, one use a turn."""

from typing import Any

import pytest

from adjudication.systems.ows.air.allotments import ALLOTTED
from adjudication.systems.ows.air_battle.interdiction import interdict, interdictions
from adjudication.systems.ows.table.counters import LAND, LOADED, weapons
from adjudication.systems.ows.table.status import CLEARED, DETECTED, EXPENDED, MISSION_FLOWN, SUPPRESSED
from domain.events import DieRolled, PieceMoved
from domain.views.view import see_log
from tests.ows.air import run, send, tasking
from tests.table import Table


def convoy(**options: Any) -> Table:
    """A Blue battalion on HETs in 0103, detected, and a Red J-16 on interdiction over 0104."""
    table = Table("ows", options=options, dice="scripted").phase("strategic movement", turn=1, side="blue")
    table.put("j16-1", "0104").mark("j16-1", MISSION_FLOWN, {"type": "interdiction", "package": ""})
    return table.put("patriot-1", "0108").mark("battalion-2", DETECTED)


def place(table: Table, piece: str) -> str:
    return table.state.pieces[piece].place


@pytest.mark.rule("ows 6.5.10.4a", "ows 6.5.10.4b")
def test_a_unit_that_is_suppressed_stops_where_it_was_attacked() -> None:
    table = convoy()
    table.order("road", unit="battalion-2", to="0104", answers=[True], dice=[8])
    state = table.state
    assert place(table, "battalion-2") == "0104"
    assert state.mark("battalion-2", SUPPRESSED)
    assert state.mark("j16-1", EXPENDED)
    assert interdictions(state, "red", "0104") == []
    assert EXPENDED in CLEARED


@pytest.mark.rule("ows 6.5.10.4a")
def test_an_undetected_unit_passes_and_the_owner_may_hold_fire() -> None:
    table = convoy().mark("battalion-2", DETECTED, None)
    table.order("road", unit="battalion-2", to="0104")
    assert table.people.asked == []
    table = convoy()
    before = len(see_log(table.session.game.log, "blue"))
    table.order("road", unit="battalion-2", to="0104", answers=[False])
    assert [piece.id for piece in interdictions(table.state, "red", "0104")] == ["j16-1"]
    assert "interdiction" not in str(list(see_log(table.session.game.log, "blue"))[before:])


@pytest.mark.rule("ows 6.5.10.4", "ows 6.5.10.4b")
def test_a_mission_covers_its_whole_kill_box_once() -> None:
    table = tasking("red")
    send(table, "j16-1", "interdiction", "c42")
    state = table.state
    assert [piece.id for piece in interdictions(state, "red", "c31")] == ["j16-1"]
    assert interdictions(state, "red", "c11") == []
    assert interdictions(state, "red", "0906") == []
    table.mark("j16-1", EXPENDED)
    assert interdictions(table.state, "red", "c31") == []


@pytest.mark.rule("ows 6.5.10.4a")
@pytest.mark.parametrize(("die", "stops"), [(8, True), (1, False)])
def test_an_attack_that_does_nothing_stops_nobody(die: int, stops: bool) -> None:
    table = convoy()
    found: list[bool] = []
    run(table, lambda umpire: found.append(interdict(umpire, "j16-1", "battalion-2", "ows 6.5.10.4a")), die)
    assert found == [stops]


@pytest.mark.rule("ows 6.5.10.4a", "ows 6.5.1.1a")
def test_a_loaded_mission_attacks_with_its_munitions() -> None:
    table = convoy().mark("j16-1", "loaded", {"counter": "cj20", "salvos": 2, "room": 0})
    found: list[bool] = []
    run(table, lambda umpire: found.append(interdict(umpire, "j16-1", "battalion-2", "ows 6.5.10.4a")), 1, 1)
    assert found == [False]
    assert table.state.marked(LOADED)["j16-1"]["salvos"] == 0
    assert [weapon.id for weapon in weapons(table.state, table.state.pieces["j16-1"])] == ["pl15"]


@pytest.mark.rule("ows 6.5.10.4a")
@pytest.mark.parametrize(
    ("suppressed", "die", "stops"), [(False, 1, False), (False, 8, True), (True, 1, False)]
)
def test_a_mover_is_stopped_by_what_the_attack_does_to_it(suppressed: bool, die: int, stops: bool) -> None:
    table = convoy().put("battalion-2", "0104")
    if suppressed:
        table.mark("battalion-2", SUPPRESSED)
    found: list[bool] = []
    run(table, lambda umpire: found.append(interdict(umpire, "j16-1", "battalion-2", "ows 6.5.10.4a")), die)
    assert found == [stops]


@pytest.mark.rule("ows 6.5.10.4a")
def test_a_mover_is_attacked_in_the_hex_of_the_aircraft() -> None:
    table = convoy()
    events = table.order("road", unit="battalion-2", to="0104", answers=[True], dice=[8])
    kinds = [type(event) for event in events]
    moved = next(
        nth for nth, each in enumerate(events) if isinstance(each, PieceMoved) and each.piece == "battalion-2"
    )
    assert moved < kinds.index(DieRolled)


@pytest.mark.rule("ows 6.5.10.4", "ows ground.2.C")
def test_a_mission_over_the_front_attacks_in_the_zone_that_it_is_allotted_to() -> None:
    table = Table("ows", "littoral", dice="scripted")
    spaces = table.state.board.data.spaces
    island = [space for space in spaces if space.map == "island" and space.zone]
    over = island[0].lies_in
    zones = {
        zone: next(space.id for space in island if space.zone == zone) for zone in {s.zone for s in island}
    }
    (mission, *_) = [
        piece
        for piece in table.state.of_group("air mission")
        if piece.side == "blue" and any(LAND in weapon.at for weapon in weapons(table.state, piece))
    ]
    flown = {"type": "interdiction", "package": ""}
    table.put(mission.id, over).mark(mission.id, MISSION_FLOWN, flown)
    (one, *_) = sorted(zones)
    table.mark(mission.id, ALLOTTED, {"to": one, "map": "island"})
    reached = {zone for zone, hex in zones.items() if interdictions(table.state, "blue", hex)}
    assert reached == {one}


@pytest.mark.rule("ows 6.5.10.4a")
def test_a_unit_that_aircraft_destroy_on_the_march_goes_no_further_and_others_go_on() -> None:
    table = Table("ows", "proving-field", dice="scripted")
    for piece in list(table.state.of_group("ground unit")):
        table.put(piece.id, f"attrition-{piece.side}")
    for unit in ("cav-1", "stryker-1"):
        table.put(unit, "f0402").known(unit).mark(unit, DETECTED)
    table.change("av8b-1", side="red").put("av8b-1", "f0403")
    table.mark("av8b-1", MISSION_FLOWN, {"type": "interdiction", "package": ""})
    table.mark("game", "actioning unit", {"side": "blue", "formations": ["b1", "b2"]})
    table.phase("ground movement", side="blue")
    table.order("march-stack", at="f0402", to="f0404", by=["f0403"], answers=[True, "cav-1"], dice=[8, 8])
    assert place(table, "cav-1") == "attrition-blue"
    assert place(table, "stryker-1") == "f0404"
