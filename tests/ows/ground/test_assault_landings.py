"""Amphibious, airborne and air assaults in the ground segment (10.15.8): numbered cases."""

from typing import Any

import pytest

from adjudication.engine.choices import Subset
from adjudication.engine.legality import refusal
from adjudication.systems.ows import KINDS
from adjudication.systems.ows.ground.attacks.declare import attackers, open_to_attack
from adjudication.systems.ows.ground.forces.combats import combat_at
from adjudication.systems.ows.ground.forces.landed import landing_room, may_attack, wave_of
from adjudication.systems.ows.ground.forces.stacking import stacked
from adjudication.systems.ows.ground.maneuver.march import to_march
from adjudication.systems.ows.support.regeneration import remove_markers
from adjudication.systems.ows.table.rsoi import STACKED
from adjudication.systems.ows.table.status import AIRBORNE, AMPHIBIOUS, DETECTED, LIFTED, RESERVE, holder
from domain.errors import IllegalOrder
from domain.table.marks import Mark
from tests.ows.air import run
from tests.ows.ground.marching import moving, place
from tests.table import Table

BEACH = "f0607"
MARK: dict[str, tuple[Mark[Any], int]] = {
    "sea": (AMPHIBIOUS, 1),
    "air": (AIRBORNE, True),
    "helicopter": (LIFTED, True),
}


def landing(hex: str = BEACH, by: str = "sea", *units: str, **options: Any) -> Table:
    """Blue's units are in their target hex, under the assault marker, and its actioning unit has fired."""
    table = moving(**options)
    for unit in units:
        table.put(unit, hex).mark(unit, *MARK[by])
    return table.phase("prep fires", side="blue")


def ashore(table: Table, answers: tuple[Any, ...] = ()) -> Table:
    """Ground movement begins."""
    table.order("proceed", answers=answers)
    assert table.state.phase == "ground movement"
    return table


@pytest.mark.rule("ows 10.15.8a", "ows 10.15.8b", "ows 10.15.8.1a")
@pytest.mark.parametrize("by", ["sea", "air", "helicopter"])
def test_a_force_lands_in_ground_movement_and_takes_an_empty_hex(by: str) -> None:
    table = landing(BEACH, by, "mar-1")
    assert wave_of(table.state, "mar-1") == ("sea" if by == "sea" else "air")
    assert holder(table.state, BEACH) == "red"
    assert holder(ashore(table).state, BEACH) == "blue"


@pytest.mark.rule("ows 10.15.8.1a")
def test_it_lands_whatever_the_zones_of_control_and_may_attack() -> None:
    table = landing(BEACH, "sea", "mar-1").put("tank-12", "f0606")
    ashore(table)
    assert holder(table.state, BEACH) == "blue"
    assert table.state.mark("tank-12", DETECTED)
    assert "mar-1" in open_to_attack(table.state, "blue")["f0606"]


@pytest.mark.rule("ows 10.15.8a")
def test_a_force_waits_for_the_initiative_of_its_formation() -> None:
    table = landing(BEACH, "sea", "mar-1")
    table.mark("game", "actioning unit", {"side": "blue", "formations": ["b1"]})
    assert holder(ashore(table).state, BEACH) == "red"


@pytest.mark.rule("ows 10.15.8.1b", "ows 10.15.8.1c")
def test_a_landed_unit_advances_one_hex_and_mechanized_ones_attack_from_there() -> None:
    table = landing(BEACH, "sea", "mar-1", "abn-1").put("rifle-1", "f0805")
    table.mark("mar-1", STACKED, [{"by": ["lhd-1"], "steps": 99}])
    ashore(table)
    assert set(to_march(table.state, "mar-1")) <= set(table.state.board.neighbours[BEACH])
    table.order("march", unit="mar-1", to="f0707")
    table.order("march", unit="abn-1", to="f0707")
    assert table.state.mark("mar-1", STACKED) is None
    assert (may_attack(table.state, "mar-1"), may_attack(table.state, "abn-1")) == (True, False)
    assert "mar-1" in attackers(table.state, "blue")
    assert "abn-1" not in attackers(table.state, "blue")
    with pytest.raises(IllegalOrder, match="no hex to go to"):
        table.order("march", unit="abn-1", to="f0708")


@pytest.mark.rule("ows 10.15.8.1b")
def test_out_of_an_enemy_zone_of_control_nobody_attacks_after_advancing() -> None:
    table = landing(BEACH, "sea", "mar-1").put("tank-12", "f0606")
    ashore(table)
    table.order("march", unit="mar-1", to="f0707")
    assert not may_attack(table.state, "mar-1")
    found = refusal(KINDS["attack"], table.state, "blue", {"hex": "f0606", "units": ["mar-1"]})
    assert found is not None


@pytest.mark.rule("ows 10.15.8.1c")
def test_no_landed_unit_advances_into_the_enemy() -> None:
    table = landing(BEACH, "sea", "mar-1").put("light-r", "f0707")
    assert "f0707" not in to_march(ashore(table).state, "mar-1")


@pytest.mark.rule("ows 10.15.8.1c")
def test_twelve_steps_land_in_a_hex_and_those_that_do_not_stack_advance() -> None:
    table = landing(BEACH, "sea", "abct-1", "stryker-1", "mar-1", "abn-1", "cav-1")
    table.put("ibct-1", BEACH).mark("ibct-1", AIRBORNE)
    assert landing_room(table.state, "blue", BEACH) == 0
    ashore(table)
    assert stacked(table.state, "blue", BEACH) == 12
    table.order("proceed", answers=["stryker-1", "f0707"])
    assert place(table, "stryker-1") == "f0707"
    assert stacked(table.state, "blue", BEACH) == 9


@pytest.mark.rule("ows 10.15.8.3a", "ows 10.4.1c")
def test_a_hex_with_enemies_is_assaulted() -> None:
    table = landing(BEACH, "sea", "mar-1", "abct-1").put("light-r", BEACH).mark("light-r", RESERVE)
    ashore(table)
    combat = combat_at(table.state, BEACH)
    assert combat is not None
    assert combat.landing
    assert combat.attackers == {"mar-1": BEACH, "abct-1": BEACH}
    assert holder(table.state, BEACH) == "red"
    assert not table.state.mark("light-r", RESERVE)
    assert to_march(table.state, "mar-1") == ()


@pytest.mark.rule("ows 10.15.8.2", "ows 10.15.8.3a")
def test_a_wave_has_six_steps_by_sea_and_six_from_the_air() -> None:
    table = landing(BEACH, "sea", "mar-1", "abct-1", "stryker-1").put("light-r", BEACH)
    for unit in ("ibct-1", "abn-1"):
        table.put(unit, BEACH).mark(unit, AIRBORNE)
    question = ["abct-1", "stryker-1"]
    ashore(table, answers=(question,))  # seven steps by sea, four from the air
    (asked,) = table.people.asked
    assert asked.side == "blue"
    assert isinstance(asked.options, Subset)
    assert "at most 6 steps" in asked.options.unfinished(["mar-1", "abct-1", "stryker-1"])
    combat = combat_at(table.state, BEACH)
    assert combat is not None
    assert set(combat.attackers) == {"abct-1", "stryker-1", "ibct-1", "abn-1"}


@pytest.mark.rule("ows 10.15.8.2", "ows 10.15.8.3a")
def test_nobody_joins_a_full_wave_by_an_attack_order() -> None:
    """The rest of the force waits for the second round; beside the beach it attacks nobody."""
    marines = ("mar-1", "abct-1", "stryker-1")
    full = landing(BEACH, "sea", *marines).put("light-r", BEACH).put("tank-12", "f0606")
    ashore(full, answers=(["abct-1", "stryker-1"],))
    assert open_to_attack(full.state, "blue") == {}
    with pytest.raises(IllegalOrder):
        full.order("attack", hex=BEACH, units=["mar-1"])
    room = landing(BEACH, "sea", *marines).put("light-r", BEACH)
    ashore(room, answers=(["abct-1"],))
    with pytest.raises(IllegalOrder, match="from the sea has at most 6 steps, and these are 7"):
        room.order("attack", hex=BEACH, units=["mar-1", "stryker-1"])
    room.order("attack", hex=BEACH, units=["mar-1"])
    combat = combat_at(room.state, BEACH)
    assert combat is not None
    assert set(combat.attackers) == {"abct-1", "mar-1"}


@pytest.mark.rule("ows 2.3.4b", "ows 10.15.8.3c")
@pytest.mark.parametrize("by", ["air", "helicopter"])
@pytest.mark.parametrize("opposed", [True, False])
def test_an_assault_from_the_air_that_is_not_decided_goes_on_in_the_next_turn(by: str, opposed: bool) -> None:
    table = landing(BEACH, by, "mar-1").put("tank-12", BEACH if opposed else "f0606")
    run(table, remove_markers)
    assert (wave_of(table.state, "mar-1") == "air") is opposed
    table.phase("prep fires", turn=2, side="blue")
    ashore(table)
    assert (combat_at(table.state, BEACH) is not None) is opposed
