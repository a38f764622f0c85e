"""Damage (2.1.1.3, 2.2.3, 9.6), fires on ground units (9.4, 9.9.6) and infrastructure (9.9.7)."""

from typing import Any

import msgspec
import pytest

from adjudication.systems.ows.table.counters import (
    boxes_left,
    missions_left,
    salvos_left,
    sheet,
    shields_left,
)
from adjudication.systems.ows.table.damage import defence
from adjudication.systems.ows.table.ladder import hits
from domain.events import Event, Marked
from tests.ows.fire import LOCAL, dice_of, salvos, steps, strike, war
from tests.ows.undersea import patrol
from tests.table import Table

TOMAHAWK = "ssgn-1/tomahawk"


def alone(table: Table) -> Table:
    """Nobody is near who could shoot salvos down."""
    for piece in ("hq9-1", "type055-1", "type055-2"):
        table.put(piece, "0108")
    return table


def yj18(*targets: str) -> dict[str, str]:
    return salvos("type055-1/yj18", *targets)


def at_sea(*ships: str, **options: Any) -> Table:
    """A cruiser beside these ships, which have nothing to fire back with or to shoot down with."""
    table = war(*ships, side="red", phase=LOCAL, **options).put("type055-1", "0604")
    for other in ("ddg-1", "ddg-2", "maya-1", "cvn-1", "lsd-1", "lha-1"):
        table.put(other, "0604" if other in ships else "0101")
    return table


# --- criticals: 2.1.1.3 ---------------------------------------------------------------------------


@pytest.mark.rule("ows 2.1.1.3")
@pytest.mark.parametrize(
    ("roll", "in_force", "printed", "number"),
    [
        *(
            (4, 5, 5, 0),
            (5, 5, 5, 1),
            (9, 5, 5, 1),
            (10, 5, 5, 2),
            (15, 5, 5, 3),
            (20, 5, 5, 4),
            (20, 3, 3, 4),
        ),
        *((5, 6, 5, 0), (6, 6, 5, 1), (10, 6, 5, 2)),  # a Defense +1 marker
    ],
)
def test_twice_the_printed_shield_is_two_hits_and_four_are_the_most(
    roll: int, in_force: int, printed: int, number: int
) -> None:
    assert hits(roll, in_force, printed) == number


@pytest.mark.rule("ows 2.1.1.3")
@pytest.mark.parametrize(("reading", "left"), [("printed", 1), ("in force", 2)])
def test_criticals_count_by_the_printed_shield_or_by_the_one_in_force(reading: str, left: int) -> None:
    table = alone(war(critical_shield=reading)).mark("airfield-r", "fortified", 1)
    strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [10])  # against 4, printed 3
    assert steps(table, "airfield-r") == left


@pytest.mark.rule("ows 2.1.1.3", "ows 2.1.1.2")
def test_only_the_roll_against_the_red_shield_is_critical() -> None:
    table = war()
    answer = {"hq9-1/hq9/1": "airfield-r/tomahawk/1"}
    strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [10, 3], [answer])
    assert steps(table, "airfield-r") == 3


# --- steps and boxes: 2.2.3, 9.6 ------------------------------------------------------------------


@pytest.mark.rule("ows 9.6a", "ows 2.2.3c", "ows 2.1.5", "ows 2.2.7")
def test_a_unit_of_one_step_leaves_the_map_for_good() -> None:
    table = war("houbei-1", phase=LOCAL).put("houbei-1", "0404").put("ddg-1", "0404")
    strike(table, "0404", {"ddg-1/harpoon/1": "houbei-1"}, [3], [{}])
    assert table.state.pieces["houbei-1"].place == "attrition-red"


@pytest.mark.rule("ows 2.2.7", "ows 2.2.3", "ows 2.2.3a")
def test_a_battalion_has_one_step_and_a_regiment_three() -> None:
    state = war().state
    assert sheet(state.pieces["marines-2"]).steps == 1  # 1/7
    assert sheet(state.pieces["marines-1"]).steps == 3  # 7th Marines


@pytest.mark.rule("ows 9.6b", "ows 2.2.3b", "ows 2.2")
def test_boxes_go_in_order_with_what_is_printed_in_them() -> None:
    table = at_sea("ddg-1")
    destroyer = table.state.pieces["ddg-1"]
    tomahawk, sm2 = sheet(destroyer).weapon("tomahawk"), sheet(destroyer).shield("sm2")
    assert tomahawk is not None
    assert sm2 is not None
    strike(table, "0604", yj18("ddg-1"), [5], [{}, {}])
    destroyer = table.state.pieces["ddg-1"]
    assert len(boxes_left(destroyer)) == 1
    assert salvos_left(table.state, destroyer, tomahawk) == 2  # the first box held one of three
    assert shields_left(table.state, destroyer, sm2) == 3  # the second box holds a shield


@pytest.mark.rule("ows 9.6.1a")
def test_a_damaged_ship_is_suppressed_and_its_shields_are_out_of_combat() -> None:
    table = at_sea("ddg-1")
    strike(table, "0604", yj18("ddg-1"), [5], [{}, {}])
    assert table.state.mark_named("ddg-1", "suppressed")
    again = {"type055-1/yj18/2": "ddg-1"}
    events = strike(table.phase(LOCAL, side="red"), "0604", again, [4], [])  # nothing to answer with
    assert dice_of(events) == [10]


@pytest.mark.rule("ows 9.6.1a")
def test_a_scenario_may_let_damaged_ships_use_their_shields() -> None:
    table = at_sea("ddg-1", suppressed_ships_defend=True).mark("ddg-1", "suppressed")
    answer = {"ddg-1/sm2/1": "ddg-1/yj18/1"}
    assert dice_of(strike(table, "0604", yj18("ddg-1"), [5], [answer])) == [10]


@pytest.mark.rule("ows 9.6.1b", "ows 2.2.4d", "ows 2.1.6")
def test_a_damaged_carriers_missions_go_to_the_regeneration_box_wherever_they_fly() -> None:
    table = patrol(at_sea("cvn-1"), "f18-1", "0404", "cap")
    strike(table, "0604", yj18("cvn-1"), [6], [{}])
    assert {table.state.pieces[id].place for id in ("f18-1", "f18-2")} == {"regeneration-blue"}
    assert missions_left(table.state.pieces["cvn-1"]) == 3


@pytest.mark.rule("ows 2.2.3d", "ows 2.2.4c", "ows 2.2.4a")
def test_a_squadron_base_takes_two_hits_and_its_mission_goes_with_it() -> None:
    table = patrol(alone(war()), "j16-1", "0703", "cap")
    strike(table, "0903", salvos(TOMAHAWK, "sq-j16"), [4])
    assert steps(table, "sq-j16") == 1
    assert table.state.pieces["j16-1"].place == "0703"
    strike(table.phase("long-range strikes", side="blue"), "0903", {f"{TOMAHAWK}/2": "sq-j16"}, [4])
    assert {table.state.pieces[id].place for id in ("sq-j16", "j16-1")} == {"attrition-red"}


@pytest.mark.rule("ows 2.2.3d")
def test_a_critical_on_a_squadron_base_is_both_hits() -> None:
    table = alone(war())
    strike(table, "0903", salvos(TOMAHAWK, "sq-j16"), [8])
    assert table.state.pieces["sq-j16"].place == "attrition-red"


@pytest.mark.rule("ows 5.1.1.2b")
def test_a_hit_on_a_box_with_a_ground_unit_costs_the_unit_a_step() -> None:
    table = at_sea("lsd-1").put("marines-1", "lsd-1")
    strike(table, "0604", yj18("lsd-1"), [4])
    assert (steps(table, "lsd-1"), steps(table, "marines-1")) == (1, 2)


@pytest.mark.rule("ows 7.2.1.4b")
def test_countermeasures_take_one_hit_and_all_salvos_of_the_action_are_demoted() -> None:
    table = alone(war()).mark("sq-j16", "countermeasures")
    events = strike(table, "0903", salvos(TOMAHAWK, "sq-j16", "sq-j16"), [8, 3])
    assert dice_of(events) == [8, 8]
    assert steps(table, "sq-j16") == 1  # two hits of the critical, one absorbed
    assert table.state.mark_named("sq-j16", "countermeasures") is None
    later = strike(table.phase("long-range strikes", side="blue"), "0903", {f"{TOMAHAWK}/3": "sq-j16"}, [2])
    assert dice_of(later) == [10]


# --- ground units: 9.4, 9.9.6 ---------------------------------------------------------------------


@pytest.mark.rule("ows 9.4", "ows 9.9.6", "ows 2.3.2", "ows 10.15.7a", "ows 10.15.4")
@pytest.mark.parametrize(
    ("rolls", "left", "suppressed"),
    [([2, 3], 3, None), ([4, 3], 3, True), ([4, 4], 2, True), ([8, 8], 1, True)],
)
def test_hits_are_added_up_and_read_on_the_fires_effects_table(
    rolls: list[int], left: int, suppressed: bool | None
) -> None:
    """Infantry in the open: one hit suppresses, two cost a step."""
    table = war("light-r1").put("light-r1", "0905")
    table = alone(table)
    strike(table, "0905", salvos(TOMAHAWK, "light-r1", "light-r1"), rolls)
    assert steps(table, "light-r1") == left
    assert table.state.mark_named("light-r1", "suppressed") is suppressed


@pytest.mark.rule("ows 9.4")
def test_terrain_may_ask_for_several_hits_before_any_effect() -> None:
    table = alone(war("light-r1").put("light-r1", "0904"))  # urban: two suppress, four cost a step
    strike(table, "0904", salvos(TOMAHAWK, "light-r1"), [4])
    assert table.state.mark_named("light-r1", "suppressed") is None
    again = {f"{TOMAHAWK}/{n}": "light-r1" for n in (2, 3)}
    strike(table.phase("long-range strikes", side="blue"), "0904", again, [4, 3])
    assert table.state.mark_named("light-r1", "suppressed") is None  # nothing carries over to a later strike
    third = {f"{TOMAHAWK}/{n}": "light-r1" for n in (4, 5)}
    strike(table.phase("long-range strikes", side="blue"), "0904", third, [4, 4])
    assert table.state.mark_named("light-r1", "suppressed")
    assert steps(table, "light-r1") == 3


@pytest.mark.rule("ows 9.4", "ows 2.1.1.4a")
def test_a_printed_table_takes_the_place_of_ours() -> None:
    table = alone(war("light-r1").put("light-r1", "0905"))
    rows = [{**row, "step": 1} for row in table.state.tables["fires-effects"].data.rows]
    strike(table.adopt("fires-effects", rows), "0905", salvos(TOMAHAWK, "light-r1"), [4])
    assert steps(table, "light-r1") == 2


@pytest.mark.rule("ows 9.4.1")
@pytest.mark.parametrize(
    ("on", "unit", "left"),
    [(False, "light-r1", 0), (True, "light-r1", 1), (True, "artillery-1", 0)],
)
def test_missiles_may_have_to_spare_the_last_step_of_maneuver_units(on: bool, unit: str, left: int) -> None:
    table = alone(war(unit, spare_last_step=on).put(unit, "0905"))
    fired = {f"{TOMAHAWK}/{n}": unit for n in range(1, 7)}
    strike(table, "0905", fired, [4] * 6)
    assert steps(table, unit) == left
    assert table.state.mark_named(unit, "suppressed")


@pytest.mark.rule("ows 9.4.1")
def test_bombs_and_guns_do_not_spare_it() -> None:
    table = war("marines-2", side="red", phase=LOCAL, spare_last_step=True).put("marines-2", "1005")
    strike(table, "1005", {"guns-1/pcl181/1": "marines-2", "rockets-1/phl16/1": "marines-2"}, [5, 5], [])
    assert table.state.pieces["marines-2"].place == "attrition-blue"


@pytest.mark.rule("ows 7.2.1.4b", "ows 9.4")
def test_countermeasures_take_the_first_step_loss_of_a_ground_unit() -> None:
    table = alone(war("light-r1").put("light-r1", "0905")).mark("light-r1", "countermeasures")
    strike(table, "0905", salvos(TOMAHAWK, "light-r1", "light-r1"), [4, 4])
    assert steps(table, "light-r1") == 3
    assert table.state.mark_named("light-r1", "countermeasures") is None


@pytest.mark.rule("ows 9.4", "ows 10.15.4.1")
@pytest.mark.parametrize(("unit", "die"), [("artillery-1", 12), ("light-r1", 10)])
def test_guided_munitions_from_the_air_are_promoted_where_the_table_says_so(unit: str, die: int) -> None:
    table = alone(war(unit, phase=LOCAL).put(unit, "0905"))
    patrol(table, "f35-1", "0905", "strike").mark("f35-1", "loaded", {"counter": "jassm", "salvos": 2})
    assert dice_of(strike(table, "0905", {"f35-1/jassm/1": unit}, [2])) == [die]
    assert table.state.mark_named("f35-1", "loaded") == {"counter": "jassm", "salvos": 1}


@pytest.mark.rule("ows 9.4")
def test_tubes_cannot_be_intercepted_and_rockets_can() -> None:
    table = war("marines-2", side="red", phase=LOCAL).put("marines-2", "1005").put("patriot-1", "1005")
    fired = {"guns-1/pcl181/1": "marines-2", "rockets-1/phl16/1": "marines-2"}
    table.mark("patriot-1", "emitting")
    answer = {"patriot-1/pac/1": "marines-2/phl16/1"}
    events = strike(table, "1005", fired, [1, 5], [answer])
    assert dice_of(events) == [8, 10]


@pytest.mark.rule("ows 2.2.2.4a", "ows 2.2.7.3b", "ows 2.2.2.4")
def test_rockets_without_the_arrow_spend_ammunition_and_tubes_fire_once_a_turn() -> None:
    table = war("marines-1", side="red", phase=LOCAL).put("marines-1", "1005").put("patriot-1", "0101")
    fired = {"guns-1/pcl181/1": "marines-1", "rockets-1/phl16/1": "marines-1"}
    strike(table, "1005", fired, [1, 1], [])
    assert table.state.mark_named("rockets-1", "spent") == {"phl16": 1}
    assert table.state.mark_named("guns-1", "fired") == ["pcl181"]
    assert "guns-1/pcl181/1" not in repr(table.phase(LOCAL, side="red").session.legal()[1:])


@pytest.mark.rule("ows 9.3")
def test_lasers_and_rail_guns_are_shields_that_come_back() -> None:
    table = war("ddgx-1", side="red", phase=LOCAL).put("ddgx-1", "0604").put("type055-1", "0604")
    shields = sheet(table.state.pieces["ddgx-1"]).shields
    assert all(shield.returns for shield in shields)
    for other in ("ddg-1", "ddg-2", "maya-1", "cvn-1"):
        table.put(other, "0101")
    answer = {"ddgx-1/hel/1": "ddgx-1/yj18/1", "ddgx-1/rail/1": "ddgx-1/yj18/2"}
    events = strike(table, "0604", yj18("ddgx-1", "ddgx-1"), [4, 5], [answer])
    assert dice_of(events) == [10, 10]
    assert table.state.mark_named("ddgx-1", "spent") == {"hel": 1, "rail": 1}


# --- infrastructure: 9.9.7 ------------------------------------------------------------------------


@pytest.mark.rule("ows 9.9.7a", "ows 9.9.7b", "ows 9.9.7c", "ows 9.9.7e")
@pytest.mark.parametrize(("roll", "left"), [(2, 4), (3, 3), (6, 2), (9, 1)])
def test_each_hit_on_a_port_is_one_damage(roll: int, left: int) -> None:
    table = alone(war())
    strike(table, "0904", salvos(TOMAHAWK, "port-r"), [roll])
    assert steps(table, "port-r") == left


@pytest.mark.rule("ows 9.9.7b", "ows 2.1.1.4a")
def test_infrastructure_without_a_number_defends_with_three() -> None:
    table = war()
    port = table.state.pieces["port-r"]
    port.kind = msgspec.structs.replace(port.kind, data={**port.kind.data, "defence": 0})
    assert defence(table.state, port) == (3, 3)
    rows = [{**row, "value": 5} for row in table.state.tables["strike-numbers"].data.rows]
    assert defence(table.adopt("strike-numbers", rows).state, port) == (5, 5)


@pytest.mark.rule("ows 9.9.7f", "ows 9.9.7e")
def test_a_facility_without_capacity_stays_and_is_no_target_any_more() -> None:
    table = alone(war())
    strike(table, "0904", salvos(TOMAHAWK, "port-r", "port-r"), [9, 9])
    assert steps(table, "port-r") == 0
    assert table.state.pieces["port-r"].place == "0904"
    listed = table.phase("long-range strikes", side="blue").session.legal()
    assert "port-r" not in repr([order.arguments for order in listed])


@pytest.mark.rule("ows 2.2.2.6a", "ows 9.9.7d", "ows 2.2.2.6")
def test_each_hit_on_an_ammunition_point_destroys_as_many_salvos_as_a_die_shows() -> None:
    table = alone(war())
    events = strike(table, "0904", salvos(TOMAHAWK, "asp-r", "asp-r"), [3, 4, 6, 2, 6], ["Tomahawk"])
    assert dice_of(events) == [10, 6, 10, 6, 6]  # a hit, and a critical
    assert table.state.mark_named("asp-r", "spent") == {"Tomahawk": 12}
    assert table.state.marks_for["asp-r", "spent"] == ("red",)
    assert table.state.pieces["asp-r"].place == "0904"


@pytest.mark.rule("ows 9.9.7d")
def test_fuel_is_lost_by_the_same_die_and_no_more_than_there_is() -> None:
    table = alone(war())
    strike(table, "0904", salvos(TOMAHAWK, "fuel-r"), [8, 5, 5])
    assert table.state.mark_named("fuel-r", "spent") == {"Fuel": 8}
    strike(table.phase("long-range strikes", side="blue"), "0904", {f"{TOMAHAWK}/2": "fuel-r"}, [8, 1, 1])
    assert table.state.mark_named("fuel-r", "spent") == {"Fuel": 8}


@pytest.mark.rule("ows 9.4", "ows 7.2.1.4b")
@pytest.mark.parametrize(("covered", "salvos_fired"), [(False, 3), (True, 4)])
def test_enough_hits_destroy_a_ground_unit_through_its_countermeasures(
    covered: bool, salvos_fired: int
) -> None:
    """Infantry in the open loses a step to two hits, and countermeasures take a step's worth."""
    table = alone(war("light-r1")).put("light-r1", "0903")
    if covered:
        table.mark("light-r1", "countermeasures", "shield-r")
    assert hits(8, *defence(table.state, table.state.pieces["light-r1"])) == 2
    strike(table, "0903", salvos(TOMAHAWK, *["light-r1"] * salvos_fired), [8] * salvos_fired)
    assert table.state.pieces["light-r1"].place == "attrition-red"


@pytest.mark.rule("ows 9.6.1a")
def test_a_ship_that_is_damaged_again_is_out_of_combat_as_it_was() -> None:
    table = at_sea("cvn-1")
    first = strike(table, "0604", yj18("cvn-1"), [8], [{}])
    table.phase(LOCAL, side="red")
    again = strike(table, "0604", {"type055-1/yj18/2": "cvn-1"}, [8], [])

    def suppressed(events: list[Event]) -> int:
        return sum(isinstance(event, Marked) and event.mark == "suppressed" for event in events)

    assert steps(table, "cvn-1") == 2
    assert (suppressed(first), suppressed(again)) == (1, 0)
