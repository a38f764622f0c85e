"""SUCAP (6.5.10.4): air missions that attack ships which move through their hex."""

from typing import Any

import pytest

from adjudication.engine.legality import refusal
from adjudication.systems.ows import KINDS
from adjudication.systems.ows.air.missions import return_home
from adjudication.systems.ows.sea import passage
from adjudication.systems.ows.table.counters import SPENT
from adjudication.systems.ows.table.rsoi import shifts
from adjudication.systems.ows.table.status import (
    ATTACK_MISSION,
    MISSION_FLOWN,
    RSOI,
    SUPPRESSED,
    detected,
    lose_track,
)
from domain.errors import IllegalOrder
from domain.views.view import see, see_log, sees_mark
from tests.ows.air import run, seen_at, send, tasking
from tests.ows.test_naval import at_sea, place
from tests.table import Table


def patrolled(**changes: Any) -> Table:
    """A Red patrol of J-16s on SUCAP over 0504."""
    table = at_sea(**changes).put("j16-1", "0504")
    table.mark("j16-1", MISSION_FLOWN, {"type": "sucap", "package": ""})
    return table.mark("lha-1", SPENT, {"ram": 2})


@pytest.mark.rule("ows 6.5.10.4a", "ows 6.5.10.4b")
def test_sucap_attacks_a_ship_that_moves_through_it_and_stops_it() -> None:
    table = patrolled()
    assert passage.patrols(table.state, "red", "0504") == ("j16-1",)
    table.order("sail", ship="lha-1", to="0604", by=["0504", "0604"], answers=[True, {}], dice=[5])
    state = table.state
    assert (place(state, "lha-1"), state.pieces["lha-1"].steps) == ("0504", 1)
    assert state.mark("lha-1", SUPPRESSED)
    assert passage.patrols(state, "red", "0504") == ()
    with pytest.raises(IllegalOrder, match="cannot move now"):
        table.order("sail", ship="lha-1", to="0604")
    table.order("sail", ship="ddg-2", to="0704", by=["0504", "0604", "0704"])
    assert place(table.state, "ddg-2") == "0704"


@pytest.mark.rule("ows 6.5.10.4a")
def test_a_ship_that_is_missed_goes_on() -> None:
    table = patrolled()
    table.order("sail", ship="lha-1", to="0604", by=["0504", "0604"], answers=[True, {}], dice=[4])
    assert place(table.state, "lha-1") == "0604"
    assert table.state.pieces["lha-1"].steps == 2


@pytest.mark.rule("ows 6.5.10.4a", "ows 6.5.10.4b")
def test_sucap_may_hold_fire_and_keeps_its_attack() -> None:
    table = patrolled()
    before = len(see_log(table.session.game.log, "blue"))
    table.order("sail", ship="ddg-1", to="0504", answers=[False])
    assert passage.patrols(table.state, "red", "0504") == ("j16-1",)
    assert "sucap" not in str(see_log(table.session.game.log, "blue")[before:]).lower()


@pytest.mark.rule("ows 6.5.10.4a")
def test_sucap_attacks_one_ship_of_a_task_group() -> None:
    table = patrolled()
    way = ["0504", "0603"]
    table.change("lha-1", steps=1)
    contact = table.state.name_for("red", "lha-1")
    table.order("sail-group", at="0404", to="0603", by=way, answers=[True, contact, {}], dice=[8])
    assert [place(table.state, ship) for ship in ("lha-1", "ddg-1")] == ["attrition-blue", "0603"]


@pytest.mark.rule("ows 6.5.10.4a", "ows 9.2a")
def test_the_group_defends_the_ship_with_its_grey_shields() -> None:
    table = patrolled()
    met = {"ddg-1/sm6/1": "lha-1/yj91/1"}
    table.order("sail", ship="lha-1", to="0604", by=["0504", "0604"], answers=[True, met], dice=[6])
    assert table.state.pieces["lha-1"].steps == 2


@pytest.mark.rule("ows 6.5.10.4a")
def test_sucap_does_not_see_a_submarine_that_passes_below() -> None:
    table = patrolled().put("ssn-1", "0604")
    table.order("sail", ship="ssn-1", to="0404", by=["0504", "0404"])
    assert passage.patrols(table.state, "red", "0504") == ("j16-1",)


@pytest.mark.rule("ows 2.3.1a")
def test_an_attack_on_a_unit_in_rsoi_is_promoted_and_one_by_it_demoted() -> None:
    state = at_sea().mark("ddg-1", RSOI, 1).mark("j16-1", RSOI, 1).state
    assert [shift.rungs for shift in shifts(state, "f18-1", "ddg-1")] == [1]
    assert [shift.rungs for shift in shifts(state, "j16-1", "cvn-1")] == [-1]
    assert [shift.rungs for shift in shifts(state, "j16-1", "ddg-1")] == [-1, 1]


def test_every_listed_move_is_legal() -> None:
    table = at_sea()
    moves = [order for order in table.session.legal() if order.name in ("sail", "sail-group")]
    assert len(moves) > 100
    for order in moves:
        assert refusal(KINDS[order.name], table.state, order.side, order.arguments) is None


ATTACKS = pytest.mark.parametrize(("type", "hex"), [("sucap", "0704"), ("interdiction", "c42")])


@ATTACKS
@pytest.mark.rule("ows 6.5.10", "ows 8.4.1")
def test_an_attack_mission_lies_face_up_with_its_marker_and_is_not_detected(type: str, hex: str) -> None:
    table = tasking("red", attack_missions_shown=True)
    send(table, "j16-1", type, hex)
    piece = table.state.pieces["j16-1"]
    assert piece.name in seen_at(table, "blue", hex)
    assert sees_mark(table.state, "blue", "j16-1", ATTACK_MISSION.name)
    assert table.state.mark("j16-1", ATTACK_MISSION) == {"type": type}
    assert not detected(table.state, piece)
    run(table, lambda umpire: lose_track(umpire, "j16-1", rule="ows 2.3.3"))
    assert piece.name in seen_at(table, "blue", hex)
    run(table, lambda umpire: return_home(umpire, "j16-1", "ows 11.4a"))
    assert table.state.mark("j16-1", ATTACK_MISSION) is None
    assert piece.name not in str(see(table.state, "blue"))


@ATTACKS
@pytest.mark.rule("ows 6.5.10")
def test_without_the_option_the_enemy_sees_an_aircraft_and_not_what_it_flies(type: str, hex: str) -> None:
    table = tasking("red", attack_missions_shown=False)
    before = len(see_log(table.session.game.log, "blue"))
    send(table, "j16-1", type, hex)
    assert table.state.pieces["j16-1"].name not in seen_at(table, "blue", hex)
    assert "air contact" in seen_at(table, "blue", hex)
    assert type not in str(see_log(table.session.game.log, "blue")[before:])


@pytest.mark.rule("ows 6.5.10", "ows 6.5.7")
@pytest.mark.parametrize(
    ("piece", "type", "hex"), [("f35-1", "interdiction", "0104"), ("f18-1", "strike", "0504")]
)
def test_stealth_aircraft_and_other_missions_stay_face_down(piece: str, type: str, hex: str) -> None:
    table = tasking("blue", attack_missions_shown=True)
    send(table, piece, type, hex)
    assert table.state.mark(piece, ATTACK_MISSION) is None
    assert table.state.pieces[piece].name not in seen_at(table, "red", hex)
