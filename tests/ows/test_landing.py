"""Amphibious assaults (6.4.6, 2.3.4): numbered cases."""

from typing import Any

import pytest

from adjudication.systems.ows.ground.forces.numbers import CHART, NUMBERS
from adjudication.systems.ows.sea import landing
from adjudication.systems.ows.sea.naval import sailors
from adjudication.systems.ows.table import damage, rsoi
from adjudication.systems.ows.table.status import AMPHIBIOUS, CONTROL, DETECTED, RSOI, SAILED, holder
from domain.errors import BadData, IllegalOrder
from domain.table.state import State
from domain.views.view import see
from tests.ows.umpires import told
from tests.table import Table

BEACH, OFF_SHORE = "0907", "0807"


def off_shore(ship: str, *units: str, **options: Any) -> Table:
    """A Blue ship with troops before Red's beach."""
    table = Table("ows", options=options, dice="scripted").phase("naval movement", side="blue")
    table.put(ship, OFF_SHORE)
    for unit in units:
        table.put(unit, ship).mark(unit, RSOI, rsoi.UNTIL_LANDED)
    return table


def place(state: State, piece: str) -> str:
    return state.pieces[piece].place


@pytest.mark.rule("ows 6.4.6")
def test_only_amphibious_units_swim_and_landing_ships_land_anyone() -> None:
    table = off_shore("lmsr-1", "battalion-1")
    with pytest.raises(IllegalOrder, match=r"needs units aboard with an amphibious designation.*ows 6\.4\.6"):
        table.order("land", ship="lmsr-1", beach=BEACH)
    table = off_shore("lmsr-1", "marines-2", "battalion-1")
    table.order("land", ship="lmsr-1", beach=BEACH)
    assert [place(table.state, unit) for unit in ("marines-2", "battalion-1")] == [BEACH, "lmsr-1"]
    table = off_shore("lsd-1", "battalion-1")
    table.order("land", ship="lsd-1", beach=BEACH)
    assert place(table.state, "battalion-1") == BEACH


@pytest.mark.rule("ows 6.4.6a", "ows 2.3.4", "ows seq.3.A.2")
def test_ship_and_units_are_in_the_beach_hex_marked_and_exposed() -> None:
    table = off_shore("lpd-1", "marines-2")
    table.order("land", ship="lpd-1", beach=BEACH)
    for piece in ("lpd-1", "marines-2"):
        assert place(table.state, piece) == BEACH
        assert table.state.mark(piece, AMPHIBIOUS)
        assert table.state.mark(piece, DETECTED)
        assert any(each.id == piece and each.known for each in see(table.state, "red").pieces)
    assert table.state.mark("marines-2", RSOI) is None
    assert "lpd-1" not in sailors(table.state, "blue")


@pytest.mark.rule("ows 6.4.6a")
def test_a_landing_needs_a_hostile_beach_beside_the_ship_and_movement_left() -> None:
    table = off_shore("lpd-1", "marines-2")
    for beach in ("0906", "0207"):  # no beach; a beach far away
        with pytest.raises(IllegalOrder, match=r"no hostile beach beside.*ows 6\.4\.6a"):
            table.order("land", ship="lpd-1", beach=beach)
    table.mark(BEACH, CONTROL, "blue")
    with pytest.raises(IllegalOrder, match="no hostile beach"):
        table.order("land", ship="lpd-1", beach=BEACH)
    table = off_shore("lpd-1", "marines-2").put("lpd-1", "0606")
    table.order("sail", ship="lpd-1", to="0807")
    with pytest.raises(IllegalOrder, match="no movement left"):
        table.order("land", ship="lpd-1", beach=BEACH)


@pytest.mark.rule("ows 6.4.6a", "ows 2.3.4a")
def test_units_are_lost_with_a_ship_that_does_not_survive_the_strikes() -> None:
    table = off_shore("lpd-1", "marines-1")
    table.order("land", ship="lpd-1", beach=BEACH)
    told(table, lambda umpire: damage.take_hits(umpire, "lpd-1", 1, rule="ows 9.6.1a"))
    assert table.state.pieces["marines-1"].steps == 2  # a box with a silhouette (5.1.1.2b)
    assert place(table.state, "marines-1") == BEACH
    told(table, lambda umpire: damage.take_hits(umpire, "lpd-1", 1, rule="ows 9.6.1a"))
    assert place(table.state, "marines-1") == "attrition-blue"


@pytest.mark.rule("ows 6.4.6a", "ows 6.4.6b")
def test_a_ship_may_leave_the_beach_in_a_later_turn_and_its_troops_fight_on() -> None:
    table = off_shore("lpd-1", "marines-2")
    table.order("land", ship="lpd-1", beach=BEACH)
    with pytest.raises(IllegalOrder, match="cannot move now"):
        table.order("sail", ship="lpd-1", to=OFF_SHORE)
    table.phase("naval movement", turn=2).mark("lpd-1", SAILED, None)
    table.order("sail", ship="lpd-1", to=OFF_SHORE)
    assert table.state.mark("lpd-1", AMPHIBIOUS) is None
    assert table.state.mark("marines-2", AMPHIBIOUS) == 1
    told(table, lambda umpire: damage.destroy(umpire, umpire.state.pieces["lpd-1"]))
    assert place(table.state, "marines-2") == BEACH


@pytest.mark.rule("ows 6.4.6b", "ows 2.3.4b")
def test_the_marker_stays_until_the_hex_is_won_or_nobody_is_left_there() -> None:
    table = off_shore("lpd-1", "marines-2").put("light-r1", BEACH)
    table.order("land", ship="lpd-1", beach=BEACH)
    told(table, landing.end)
    assert table.state.mark("lpd-1", AMPHIBIOUS)
    table.mark(BEACH, CONTROL, "blue")
    told(table, landing.end)
    for piece in ("lpd-1", "marines-2"):
        assert table.state.mark(piece, AMPHIBIOUS) is None
    table = off_shore("lpd-1", "marines-2")
    table.order("land", ship="lpd-1", beach=BEACH)
    told(table, lambda umpire: damage.destroy(umpire, umpire.state.pieces["marines-2"]))
    told(table, landing.end)
    assert table.state.mark("lpd-1", AMPHIBIOUS) is None


@pytest.mark.rule("ows 10.15.8.1a")
@pytest.mark.parametrize(("defender", "held"), [("light-r1", "red"), ("", "blue")])
def test_without_a_ground_war_a_hex_without_defenders_is_taken(defender: str, held: str) -> None:
    table = off_shore("lpd-1", "marines-2")
    if defender:
        table.put(defender, BEACH)
    table.order("land", ship="lpd-1", beach=BEACH)
    told(table, landing.end)
    assert holder(table.state, BEACH) == held
    assert bool(table.state.mark("marines-2", AMPHIBIOUS)) is bool(defender)


@pytest.mark.rule("ows 10.15.8.1c")
def test_no_more_steps_land_in_a_hex_than_may_in_a_turn() -> None:
    table = off_shore("lsd-1", "marines-2", "battalion-1")
    table.adopt(
        CHART, [{"number": name, "value": 1 if name == "landing" else n} for name, n in NUMBERS.items()]
    )
    table.order("land", ship="lsd-1", beach=BEACH, answers=[["marines-2"]])
    assert [place(table.state, unit) for unit in ("marines-2", "battalion-1")] == [BEACH, "lsd-1"]
    table.put("lpd-1", OFF_SHORE).put("marines-1", "lpd-1")
    with pytest.raises(IllegalOrder, match="no more steps may land there"):
        table.order("land", ship="lpd-1", beach=BEACH)


@pytest.mark.rule("ows 10.15.8.1c")
def test_who_stays_aboard_is_asked_only_where_not_all_may_land() -> None:
    table = off_shore("lsd-1", "marines-2", "battalion-1")
    table.adopt(
        CHART, [{"number": name, "value": 2 if name == "landing" else n} for name, n in NUMBERS.items()]
    )
    table.order("land", ship="lsd-1", beach=BEACH)
    assert [place(table.state, unit) for unit in ("marines-2", "battalion-1")] == [BEACH, BEACH]
    table.put("lpd-1", OFF_SHORE).put("marines-1", "lpd-1")
    with pytest.raises(IllegalOrder, match="no more steps may land there"):
        table.order("land", ship="lpd-1", beach=BEACH)


@pytest.mark.rule("ows 6.3a", "ows 6.4.6a")
def test_a_landing_uses_up_the_movement_of_the_ship_like_any_other_hex() -> None:
    """Auxiliaries move two hexes a turn (6.4): one to the beach, half of it."""
    table = off_shore("lpd-1", "marines-2").put("lpd-1", "0707")
    table.order("sail", ship="lpd-1", to=OFF_SHORE)
    before = table.state.marked(SAILED)["lpd-1"]
    table.order("land", ship="lpd-1", beach=BEACH)
    after = table.state.marked(SAILED)["lpd-1"]
    assert (before["hexes"], after["hexes"]) == (1, 2)
    assert after["spent"] == 2 * before["spent"]


@pytest.mark.rule("ows 10.15.8.1c", "ows 6.4.6")
def test_a_ship_that_lands_puts_at_least_one_unit_ashore() -> None:
    table = off_shore("lsd-1", "marines-2", "battalion-1")
    table.adopt(
        CHART, [{"number": name, "value": 1 if name == "landing" else n} for name, n in NUMBERS.items()]
    )
    with pytest.raises(BadData):
        table.order("land", ship="lsd-1", beach=BEACH, answers=[[]])
