"""What missions do once they fly (6.5.7, 6.5.10): who engages whom, and what strike missions attack."""

from typing import Any

import pytest

from adjudication.systems.ows.air.missions import return_home
from adjudication.systems.ows.joint_fires.targets import sources
from adjudication.systems.ows.sensing.air_picture import air_defences, reaches
from adjudication.systems.ows.sensing.sensors import ceiling, signature
from adjudication.systems.ows.table.ladder import Shift, modified
from adjudication.systems.ows.table.status import DETECTED, EMITTING, MISSION_FLOWN
from domain.texts import Text
from tests.ows.air import run, send, tasking
from tests.ows.fire import LOCAL
from tests.table import Table


def fly(table: Table, mission: str, hex: str, type: str) -> Table:
    return table.put(mission, hex).mark(mission, MISSION_FLOWN, {"type": type, "package": ""})


# --- engaging aircraft -----------------------------------------------------------------------------


@pytest.mark.rule("ows 6.5.10.1")
def test_cap_engages_in_its_own_hex_and_beside_it_only_with_long_missiles_and_a_radar() -> None:
    table = fly(fly(tasking(), "f18-1", "0604", "cap"), "j16-1", "0604", "cap")
    pieces = table.state.pieces
    assert reaches(table.state, pieces["f18-1"], pieces["j16-1"])
    table.put("j16-1", "0704")
    assert not reaches(table.state, pieces["f18-1"], pieces["j16-1"])
    fly(table, "e3-1", "0603", "aew").mark("e3-1", EMITTING)
    assert reaches(table.state, pieces["f18-1"], pieces["j16-1"])
    table.put("j16-1", "0804")
    assert not reaches(table.state, pieces["f18-1"], pieces["j16-1"])


@pytest.mark.rule("ows 6.5.7")
def test_example_of_a_promoted_sensor_against_an_f35a() -> None:
    """6.5.7: an F-35A with value 8; a die promoted to D16 is capped at D12, and 8 or more detects it."""
    table = fly(tasking(), "f35-1", "0604", "cap")
    fighter = table.state.pieces["f35-1"]
    assert (signature(fighter), ceiling(fighter)) == (8, 12)
    dice: list[int] = []
    promoted = [Shift(Text("another sensor"), 1, "ows 8.5.3")]
    run(
        table,
        lambda umpire: dice.append(modified(umpire, 12, promoted, Text("search"), ceiling=ceiling(fighter))),
    )
    assert dice == [12]


# --- strike missions -------------------------------------------------------------------------------


def over(hex: str, *found: str) -> Table:
    """An F-16J on a strike mission over a hex in which these units are detected."""
    table = tasking()
    for piece in found:
        table.put(piece, hex) if table.state.pieces[piece].place != hex else None
        table.known(piece).mark(piece, DETECTED)
    fly(table, "f16-1", hex, "strike")
    return table.phase(LOCAL, 1, "blue")


def strike(table: Table, hex: str, target: str, *dice: int, answers: Any = ()) -> None:
    table.order("strike", hex=hex, salvos={"f16-1/bombs/1": target}, dice=dice, answers=answers)


@pytest.mark.rule("ows 6.5.10.2")
def test_a_strike_mission_attacks_a_ship_by_the_rules_of_naval_combat() -> None:
    table = over("0801", "houbei-1")
    strike(table, "0801", "houbei-1", 3)
    assert table.state.pieces["houbei-1"].place == "attrition-red"


@pytest.mark.rule("ows 6.5.10.2")
def test_a_strike_mission_attacks_an_airfield() -> None:
    table = over("0902")
    strike(table, "0902", "airfield-r2", 3, answers=[{}])
    assert table.state.pieces["airfield-r2"].steps == 3


@pytest.mark.rule("ows 6.5.10.2")
def test_a_strike_mission_attacks_a_ground_unit_on_the_fires_effects_table() -> None:
    table = over("1007", "light-r1")
    strike(table, "1007", "light-r1", 4)
    state = table.state
    assert state.mark_named("light-r1", "suppressed")
    assert state.pieces["light-r1"].steps == 3


@pytest.mark.rule("ows 6.5.10.2")
def test_a_cap_mission_strikes_nothing() -> None:
    table = over("0801", "houbei-1").mark("f16-1", MISSION_FLOWN, {"type": "cap", "package": ""})
    assert not [source for source in sources(table.state, "blue") if "f16-1" in source]
    table.mark("f16-1", MISSION_FLOWN, {"type": "strike", "package": ""})
    assert [source for source in sources(table.state, "blue") if "f16-1" in source]


@pytest.mark.rule("ows 6.5.10.3")
def test_a_cas_mission_carries_its_marker_and_makes_no_strike_of_its_own() -> None:
    table = tasking()
    send(table, "f16-1", "cas", "0205")
    assert table.state.marked(MISSION_FLOWN)["f16-1"]["type"] == "cas"


@pytest.mark.rule("ows 11.4a")
def test_a_mission_that_is_at_its_base_already_is_left_alone() -> None:
    table = tasking()
    run(table, lambda umpire: return_home(umpire, "f35-1", "ows 11.4a"))
    before = len(table.session.game.log)
    run(table, lambda umpire: return_home(umpire, "f35-1", "ows 11.4a"))
    assert len(table.session.game.log) == before
    table.mark("f35-1", "home", None).put("f35-1", "0604")
    run(table, lambda umpire: return_home(umpire, "f35-1", "ows 11.4a"))
    assert table.state.pieces["f35-1"].place == "0604"


@pytest.mark.rule("ows 6.5.9.4", "ows 6.5.9.5")
def test_ships_batteries_and_ground_radars_are_air_defences_and_others_are_not() -> None:
    found = air_defences(tasking().state, "blue")
    assert {"ddg-1", "maya-1", "patriot-1", "radar-1"} <= set(found)
    assert not {"marines-1", "css-1", "lmsr-1", "f35-1", "airfield-b"} & set(found)
