"""The operations inter-phase (6.7): moving, deploying, transferring, redeploying, and both long cycles."""

from typing import Any

import pytest

from adjudication.systems.ramadi.table.ground import held_hexes
from domain.errors import IllegalOrder
from domain.events import PhaseEntered
from tests.ramadi.cases import (
    MARKERS,
    advance_to,
    attack_counter,
    battlefield,
    clear,
    face,
    offered,
    place,
    points,
    ready,
    scored,
    stock,
    weakest_defenders,
)
from tests.ramadi.table import RamadiTable

NORTH_HEXES = {"0503", "0602", "0702", "0801"}
WEST_HEXES = {"0306", "0307", "0308", "0309", "0310"}
SOUTH_HEXES = {"0810", "0910"}
NEAR, BEYOND, STADIUM = "0809", "0808", "0708"


def at_phase(phase: str, **options: bool) -> RamadiTable:
    """Turn 4, in that step of the inter-phase."""
    table = battlefield(**options)
    table.phase(phase, 4)
    return table


def refused(table: RamadiTable, name: str, **arguments: Any) -> tuple[str, str]:
    """Code and rule of the refusal of an order."""
    log = len(table.session.game.log)
    with pytest.raises(IllegalOrder) as error:
        table.order(name, **arguments)
    assert len(table.session.game.log) == log
    return error.value.code, error.value.rule


# --- moving on the map (6.7a, 6.7b) --------------------------------------------------------------


@pytest.mark.rule("ramadi 6.7a", "ramadi 5.2e")
def test_a_unit_moves_anywhere_in_its_zone_and_the_cleared_hexes_linked_to_it() -> None:
    table = at_phase("movement")
    table.put("cts-1", "0810")
    clear(table, NEAR, BEYOND, "0604")
    assert offered(table, "move", unit="cts-1") == {"0910", NEAR, BEYOND}
    table.order("move", unit="cts-1", to=BEYOND)
    assert place(table, "cts-1") == BEYOND


@pytest.mark.rule("ramadi 6.7a", "ramadi 5.2e")
@pytest.mark.parametrize(
    "elsewhere",
    [
        "0306",  # the West zone: only by the transfer box
        "0503",  # the North zone
        "0604",  # cleared, but not linked
        "0710",  # held by ISIS
        "0406",  # water
        "0305",  # out of play
    ],
)
def test_a_unit_cannot_move_out_of_its_zone(elsewhere: str) -> None:
    table = at_phase("movement")
    table.put("cts-1", "0810")
    clear(table, "0604")
    rule = "ramadi 5.2e" if elsewhere in ("0306", "0503") else "ramadi 6.7a"
    assert refused(table, "move", unit="cts-1", to=elsewhere) == ("not-linked", rule)


@pytest.mark.rule("ramadi 6.7a")
def test_a_unit_that_advanced_this_turn_stays_and_one_of_last_turn_moves() -> None:
    table = at_phase("movement")
    table.put("cts-1", NEAR)
    table.put("cts-2", NEAR)
    table.mark("cts-1", "advanced", 4)
    table.mark("cts-2", "advanced", 3)
    assert offered(table, "move", unit="cts-1") == set()
    assert offered(table, "move", unit="cts-2") == SOUTH_HEXES
    assert refused(table, "move", unit="cts-1", to="0810") == ("advanced", "ramadi 6.7a")
    table.order("move", unit="cts-2", to="0810")


@pytest.mark.rule("ramadi 6.7a", "ramadi 6.7d")
def test_reading_a_unit_without_a_line_of_communication_stays_where_it_is() -> None:
    table = at_phase("movement")
    table.put("cts-1", BEYOND)
    clear(table, "0807")
    assert offered(table, "move", unit="cts-1") == set()
    assert refused(table, "move", unit="cts-1", to="0807") == ("cut-off", "ramadi 6.7a")
    table.phase("transfers", 4)
    assert offered(table, "transfer") == {"militia-3"}
    assert refused(table, "transfer", unit="cts-1") == ("cut-off", "ramadi 6.7d")


@pytest.mark.rule("ramadi 6.7d", "ramadi 6.7a")
def test_reading_a_unit_linked_to_two_zones_may_count_as_in_either() -> None:
    table = at_phase("movement", units_keep_zone=False)
    table.put("cts-1", "0609")
    clear(table, "0409", "0509", "0710")  # west by the Tamim Bridge, south by the yards
    reach = {"0409", "0509", "0710"} | WEST_HEXES | SOUTH_HEXES
    assert offered(table, "move", unit="cts-1") == reach


@pytest.mark.rule("ramadi 6.7a")
def test_a_unit_moves_once() -> None:
    table = at_phase("movement")
    table.put("cts-1", "0810")
    table.order("move", unit="cts-1", to="0910")
    assert refused(table, "move", unit="cts-1", to="0810") == ("moved", "ramadi 6.7a")
    assert "0810" not in offered(table, "move", unit="cts-1")


@pytest.mark.rule("ramadi 6.7a", "ramadi 5.2h", "ramadi 5.2j")
@pytest.mark.parametrize("marker", [True, False])
def test_the_last_unit_that_moves_out_may_leave_a_marker(marker: bool) -> None:
    table = at_phase("movement")
    table.put("cts-1", NEAR)
    table.put("mech-1", BEYOND)
    scored(table, 2)
    table.order("move", unit="cts-1", to="0810")
    assert points(table) == (2, 0)  # it stays open until all have moved
    table.order("proceed", answers=[marker])
    assert (NEAR in held_hexes(table.state)) is marker
    assert points(table) == (2 if marker else 0, 0)


@pytest.mark.rule("ramadi 6.7a", "ramadi 5.2n")
def test_reading_a_unit_that_enters_a_marked_hex_frees_the_marker() -> None:
    table = at_phase("movement")
    table.put("cts-1", "0810")
    clear(table, NEAR)
    assert len(stock(table)) == 11
    table.order("move", unit="cts-1", to=NEAR)
    assert stock(table) == list(MARKERS)


@pytest.mark.rule("ramadi 6.7b")
def test_two_units_in_a_hex_when_movement_ends() -> None:
    table = at_phase("movement")
    for unit, hex in (("cts-1", "0910"), ("cts-2", "0910"), ("mech-1", "0810")):
        table.put(unit, hex)
        table.mark(unit, "moved", 4)
    table.put("mech-2", "0810")
    assert "0910" not in offered(table, "move", unit="mech-2")
    assert refused(table, "move", unit="mech-2", to="0910") == ("stacking", "ramadi 6.7b")


@pytest.mark.rule("ramadi 6.7b")
def test_units_may_pass_through_a_full_hex() -> None:
    table = at_phase("movement")
    table.put("mech-1", "0810")
    table.put("cts-1", NEAR)
    table.put("cts-2", NEAR)
    clear(table, BEYOND)
    table.order("move", unit="mech-1", to=BEYOND)
    assert place(table, "mech-1") == BEYOND


@pytest.mark.rule("ramadi 6.7b")
def test_two_full_hexes_may_exchange_units_since_only_the_end_counts() -> None:
    table = at_phase("movement")
    for unit, hex in (("cts-1", NEAR), ("cts-2", NEAR), ("mech-1", "0810"), ("mech-2", "0810")):
        table.put(unit, hex)
    table.order("move", unit="mech-1", to=NEAR)
    assert refused(table, "proceed") == ("stacking", "ramadi 6.7b")
    assert {(order.name, order.arguments["unit"]) for order in table.session.legal()} == {
        ("move", "cts-1"),
        ("move", "cts-2"),
    }  # nobody else moves before there is room again
    assert refused(table, "move", unit="mech-2", to="0910") == ("stacking", "ramadi 6.7b")
    table.order("move", unit="cts-1", to="0810")
    assert {place(table, "mech-1"), place(table, "cts-2")} == {NEAR}
    assert {place(table, "cts-1"), place(table, "mech-2")} == {"0810"}
    table.order("proceed")


@pytest.mark.rule("ramadi 6.7b")
def test_a_unit_alone_in_a_cleared_hex_changes_places_by_letting_the_other_come_first() -> None:
    """Reading: each move is complete. Its own hex would be lost behind it, and the room to come back to."""
    table = at_phase("movement", movement_at_once=False)
    for unit, hex in (("cts-1", NEAR), ("mech-1", "0810"), ("mech-2", "0810")):
        table.put(unit, hex)
    assert "0810" not in offered(table, "move", unit="cts-1")
    assert refused(table, "move", unit="cts-1", to="0810") == ("stacking", "ramadi 6.7b")
    table.order("move", unit="mech-1", to=NEAR)
    table.order("move", unit="cts-1", to="0810")
    assert (place(table, "mech-1"), place(table, "cts-1")) == (NEAR, "0810")


# --- deploying (6.7c) ----------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.7c")
def test_an_available_unit_is_placed_in_any_zone_or_linked_cleared_hex() -> None:
    table = at_phase("deployment")
    table.put("cts-1", "transfer")
    clear(table, NEAR, BEYOND, "0604")
    places = NORTH_HEXES | WEST_HEXES | SOUTH_HEXES | {NEAR, BEYOND}
    assert offered(table, "deploy", unit="cts-1") == places
    assert refused(table, "deploy", unit="cts-1", to="0604") == ("not-open", "ramadi 6.7c")
    table.order("deploy", unit="cts-1", to=BEYOND)
    assert place(table, "cts-1") == BEYOND
    assert len(stock(table)) == 10  # the marker at 0808 is free again


@pytest.mark.rule("ramadi 6.7c", "ramadi 6.7b")
def test_deployment_keeps_the_stacking_limit() -> None:
    table = at_phase("deployment")
    table.put("cts-1", "transfer")
    table.put("inf-1", "0810")
    table.put("inf-2", "0810")
    assert "0810" not in offered(table, "deploy", unit="cts-1")
    assert refused(table, "deploy", unit="cts-1", to="0810") == ("stacking", "ramadi 6.7c")


@pytest.mark.rule("ramadi 6.7c", "ramadi 6.5g")
def test_a_unit_on_its_casualty_side_is_not_deployed() -> None:
    table = at_phase("deployment")
    for unit in ("cts-1", "cts-2"):
        table.put(unit, "transfer")
    table.change("cts-1", face="casualty")
    assert offered(table, "deploy", unit="cts-1") == set()
    assert offered(table, "deploy", unit="cts-2") != set()
    assert refused(table, "deploy", unit="cts-1", to="0810") == ("unavailable", "ramadi 6.7c")


@pytest.mark.rule("ramadi 6.7c", "ramadi 6.7i")
def test_units_on_the_map_are_not_deployed_again() -> None:
    table = at_phase("deployment")
    assert refused(table, "deploy", unit="militia-3", to="0810") == ("unavailable", "ramadi 6.7c")


# --- transferring (6.7d) -------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.7d", "ramadi 5.2e")
def test_a_unit_taken_off_returns_in_the_next_inter_phase_and_misses_one_round() -> None:
    table = at_phase("transfers")
    table.put("cts-1", "0810")
    table.order("transfer", unit="cts-1")
    assert (place(table, "cts-1"), face(table, "cts-1")) == ("transfer", "")
    advance_to(table, 5, "planning")
    assert offered(table, "plan", lead="cts-1") == set()
    advance_to(table, 5, "deployment")
    table.order("deploy", unit="cts-1", to="0702")
    advance_to(table, 6, "planning")
    assert offered(table, "plan", lead="cts-1") == {"0802"}


@pytest.mark.rule("ramadi 6.7d")
def test_a_unit_that_advanced_this_turn_is_not_transferred() -> None:
    table = at_phase("transfers")
    table.put("cts-1", NEAR)
    table.mark("cts-1", "advanced", 4)
    assert offered(table, "transfer") == {"militia-3"}
    assert refused(table, "transfer", unit="cts-1") == ("advanced", "ramadi 6.7d")


@pytest.mark.rule("ramadi 6.7d", "ramadi 5.2h", "ramadi 5.2j")
@pytest.mark.parametrize("marker", [True, False])
def test_the_last_unit_transferred_out_may_leave_a_marker(marker: bool) -> None:
    table = at_phase("transfers")
    table.put("cts-1", NEAR)
    scored(table, 1)
    table.order("transfer", unit="cts-1", answers=[marker])
    assert points(table) == (int(marker), 0)


# --- ground assets (6.7e) ------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.7e", "ramadi 6.2e")
def test_a_ground_asset_changes_zone_by_way_of_the_transfer_box() -> None:
    table = at_phase("ground assets")
    table.put("tank-1", "zone-north")
    assert offered(table, "assign", asset="tank-1") == {"asset-transfer"}
    assert refused(table, "assign", asset="tank-1", box="zone-south") == ("asset", "ramadi 6.7e")
    table.order("assign", asset="tank-1", box="asset-transfer")
    assert offered(table, "assign", asset="tank-1") == set()  # reading: not both in one inter-phase
    assert refused(table, "assign", asset="tank-1", box="zone-south") == ("asset", "ramadi 6.7e")
    advance_to(table, 5, "ground assets")
    assert offered(table, "assign", asset="tank-1") == {"zone-north", "zone-west", "zone-south"}
    table.order("assign", asset="tank-1", box="zone-south")
    assert place(table, "tank-1") == "zone-south"
    table.put("cts-1", "0810")
    advance_to(table, 6, "planning")
    table.order("plan", lead="cts-1", target=NEAR)
    advance_to(table, 6, "assets")
    assert offered(table, "support", asset="tank-1") == {NEAR}


@pytest.mark.rule("ramadi 6.7e")
def test_reading_an_asset_allocated_this_turn_is_not_redeployed() -> None:
    table = battlefield()
    table.put("cts-1", "0810")
    table.put("tank-1", "zone-south")
    table.put("artillery-1", "zone-south")
    table.phase("planning", 1)
    table.mark("game", "operations", 3)
    table.order("plan", lead="cts-1", target=NEAR)
    table.order("proceed")
    table.order("support", asset="tank-1", target=NEAR)
    table.order("proceed", dice=weakest_defenders(table))
    table.order("execute", target=NEAR, dice=[6, 1])
    advance_to(table, 1, "ground assets")
    assert place(table, "tank-1") == "zone-south"
    assert offered(table, "assign", asset="tank-1") == set()
    assert offered(table, "assign", asset="artillery-1") == {"asset-transfer"}
    advance_to(table, 2, "ground assets")
    assert offered(table, "assign", asset="tank-1") == {"asset-transfer"}


# --- the two cycles, to the letter ---------------------------------------------------------------


@pytest.mark.rule("ramadi 6.7f", "ramadi 6.2c", "ramadi 3.1c")
def test_example_an_air_asset_used_in_turn_1_flies_again_in_turn_3() -> None:
    table = battlefield()
    ready(table, "0810", NEAR, "cts-1", asset="foreign-fighters-1", air="bomber-1")
    table.order("execute", target=NEAR, dice=[6, 1])
    assert place(table, "bomber-1") == "air-expended"  # turn 1: placed in the expended box

    advance_to(table, 2, "planning")
    assert place(table, "bomber-1") == "air-expended"
    table.mark("game", "operations", 3)
    table.order("plan", lead="cts-1", target=BEYOND)
    table.order("proceed")
    assert offered(table, "support", asset="bomber-1") == set()
    assert offered(table, "support", asset="bomber-2") == {BEYOND}
    table.order("proceed", dice=weakest_defenders(table))
    table.order("execute", target=BEYOND, dice=[6, 1], answers=[True])
    advance_to(table, 2, "transfers")
    assert place(table, "bomber-1") == "air-expended"

    advance_to(table, 3, "planning")
    assert place(table, "bomber-1") == "air-available"  # turn 2: moved to available at its end
    table.mark("game", "operations", 3)
    table.order("plan", lead="cts-1", target="0908")
    table.order("proceed")
    assert "0908" in offered(table, "support", asset="bomber-1")  # turn 3: deployed again


@pytest.mark.rule("ramadi 6.7g", "ramadi 6.7h", "ramadi 6.5g", "ramadi 6.5m")
@pytest.mark.parametrize("cause", ["operation", "ISIS attack"])
def test_example_a_unit_lost_in_turn_2_fights_again_in_turn_5(cause: str) -> None:
    table = battlefield()
    table.phase("operations", 2)
    if cause == "operation":
        ready(table, "0810", NEAR, "cts-1", ied="ied-complex-1", fighters="f-special-forces-1")
        table.order("execute", target=NEAR, dice=[1, 6])
    else:
        table.put("cts-1", NEAR)
        attack_counter(table)
        table.order("proceed", dice=[6, 1])
    assert (place(table, "cts-1"), face(table, "cts-1")) == ("transfer", "casualty")
    casualties = table.state.track("casualties")
    assert casualties == 1

    advance_to(table, 2, "movement")
    advance_to(table, 3, "planning")  # the inter-phase of turn 2 has passed
    assert (place(table, "cts-1"), face(table, "cts-1")) == ("transfer", "casualty")

    advance_to(table, 3, "transfers")  # deployment has passed without it
    assert face(table, "cts-1") == "casualty"
    advance_to(table, 4, "planning")
    assert (place(table, "cts-1"), face(table, "cts-1")) == ("transfer", "")  # flipped at the end of turn 3
    assert offered(table, "plan", lead="cts-1") == set()

    advance_to(table, 4, "deployment")
    table.order("deploy", unit="cts-1", to="0810")
    advance_to(table, 5, "planning")
    assert NEAR in offered(table, "plan", lead="cts-1")
    assert table.state.track("casualties") == casualties  # the track never goes down


@pytest.mark.rule("ramadi 6.7h", "ramadi 6.7c")
def test_reading_deployment_comes_before_the_flip_of_the_same_turn() -> None:
    table = at_phase("movement")
    table.put("cts-1", "transfer")
    table.change("cts-1", face="casualty")
    table.mark("cts-1", "lost", 3)
    table.order("proceed")
    assert table.state.phase == "transfers"  # nothing to deploy: the step is passed over
    advance_to(table, 5, "planning")
    assert face(table, "cts-1") == ""


@pytest.mark.rule("ramadi 6.7g")
def test_casualties_of_this_turn_are_not_flipped() -> None:
    table = at_phase("ground assets")
    for unit, turn in (("cts-1", 4), ("cts-2", 3)):
        table.put(unit, "transfer")
        table.change(unit, face="casualty")
        table.mark(unit, "lost", turn)
    advance_to(table, 5, "planning")
    assert face(table, "cts-1") == "casualty"
    assert face(table, "cts-2") == ""


# --- the order of the steps (6.7i) ---------------------------------------------------------------


@pytest.mark.rule("ramadi 6.7i", "ramadi 6.0")
def test_the_steps_come_in_the_order_of_the_text() -> None:
    table = battlefield()
    table.put("cts-1", "transfer")
    table.put("tank-1", "zone-west")
    before = len(table.session.game.log)
    advance_to(table, 2, "planning")
    phases = [e.phase for e in table.session.game.log[before:] if isinstance(e, PhaseEntered)]
    assert phases == ["movement", "deployment", "transfers", "ground assets", "planning"]


@pytest.mark.rule("ramadi 6.7i", "ramadi 6.7d")
def test_reading_a_unit_taken_off_is_not_placed_again_in_the_same_inter_phase() -> None:
    table = at_phase("transfers")
    table.put("tank-1", "zone-west")
    table.put("cts-1", "0810")
    table.order("transfer", unit="cts-1")
    assert offered(table, "deploy") == set()
    assert refused(table, "deploy", unit="cts-1", to="0810")[0] == "phase"
    table.order("proceed")
    assert refused(table, "deploy", unit="cts-1", to="0810")[0] == "phase"


@pytest.mark.rule("ramadi 6.7i")
@pytest.mark.parametrize(
    ("name", "arguments", "its_phase"),
    [
        ("move", {"unit": "cts-1", "to": "0910"}, "movement"),
        ("deploy", {"unit": "cts-2", "to": "0910"}, "deployment"),
        ("transfer", {"unit": "cts-1"}, "transfers"),
        ("assign", {"asset": "tank-1", "box": "asset-transfer"}, "ground assets"),
    ],
)
def test_each_step_has_its_own_orders(name: str, arguments: dict[str, Any], its_phase: str) -> None:
    for phase in ("planning", "assets", "operations", "movement", "deployment", "transfers", "ground assets"):
        table = at_phase(phase)
        table.put("cts-1", "0810")
        table.put("cts-2", "transfer")
        table.put("tank-1", "zone-west")
        if phase == its_phase:
            table.order(name, **arguments)
        else:
            assert refused(table, name, **arguments)[0] == "phase"
