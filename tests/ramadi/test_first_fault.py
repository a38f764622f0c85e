"""Of an order with two faults the more basic one is named: first what there is, then what is open to it."""

import pytest

from tests.ramadi.table import RamadiTable
from tests.ramadi.test_refusals import (
    BEHIND,
    GATE,
    SOUTH,
    SOUTH_EAST,
    TAMIM,
    YARDS,
    Case,
    advanced,
    advanced_before_transfers,
    assets,
    at_set_up,
    defenders_run_out,
    drones,
    full_at_set_up,
    guarded,
    in_a_strange_zone,
    in_phase,
    in_transfer,
    no_operation_left,
    nothing,
    planned,
    refused,
    table,
    three_in_a_hex,
    with_bomber,
    with_tank,
)


def held_behind(table: RamadiTable) -> None:
    """A held hex that is out of reach of the forces."""
    table.hold(BEHIND)


def no_operation_no_defenders(table: RamadiTable) -> None:
    no_operation_left(table)
    defenders_run_out(table)


def bomber_spent(table: RamadiTable) -> None:
    with_bomber(table)
    table.put("bomber-2", "air-expended")


def crowded_after_a_move(table: RamadiTable) -> None:
    three_in_a_hex(table)
    table.mark("cts-2", "moved", 1)


def moved_in_a_strange_zone(table: RamadiTable) -> None:
    in_a_strange_zone(table)
    table.mark("cts-1", "moved", 1)


def crowded_out_of_reach(table: RamadiTable) -> None:
    """Two units that cannot move, on a hex of another zone."""
    table.put("inf-4", TAMIM)
    table.phase("movement", 1)
    for unit in ("cts-3", "inf-4"):
        table.mark(unit, "moved", 1)


def two_at_the_gate(table: RamadiTable) -> None:
    at_set_up(table)
    table.put("inf-4", GATE)
    table.put("inf-5", GATE)


def two_cut_off(table: RamadiTable) -> None:
    in_transfer(table)
    table.put("inf-5", BEHIND)
    table.put("inf-6", BEHIND)


def bridging_in_the_west(table: RamadiTable) -> None:
    assets(table)
    table.put("bridging-1", "zone-west")


def unit_under_the_drone(table: RamadiTable) -> None:
    guarded(table)
    table.put("inf-4", GATE)


TWO_FAULTS = (
    Case("no-such-piece", "4.1c", at_set_up, "assign", {"asset": "inf-4", "box": "zone-west"}),
    Case("assigned", "4.1c", at_set_up, "assign", {"asset": "tank-1", "box": "transfer"}),
    Case("deployed", "4.1a", full_at_set_up, "deploy", {"unit": "cts-1", "to": GATE}),
    Case("not-deployment", "4.1a", two_at_the_gate, "deploy", {"unit": "cts-1", "to": GATE}),
    Case("no-such-piece", "6.1c", no_operation_left, "plan", {"lead": "x", "target": GATE}),
    Case("too-many", "6.1a", no_operation_no_defenders, "plan", {"lead": "cts-1", "target": GATE}),
    Case("defenders", "6.3a", defenders_run_out, "plan", {"lead": "cts-1", "target": SOUTH_EAST}),
    Case("not-adjacent", "6.1c", held_behind, "plan", {"lead": "cts-1", "target": BEHIND}),
    Case("planned", "6.1c", planned, "plan", {"lead": "inf-1", "follow_up": "x", "target": GATE}),
    Case("not-stacked", "6.1c", planned, "plan", {"lead": "cts-1", "follow_up": "cts-2", "target": YARDS}),
    Case("no-operation", "6.2a", assets, "support", {"asset": "x", "target": BEHIND}),
    Case("air", "6.2b", bomber_spent, "support", {"asset": "bomber-2", "target": GATE}),
    Case("ground", "6.2a", with_tank, "support", {"asset": "advisors-2", "target": GATE}),
    Case("zone", "6.2d", bridging_in_the_west, "support", {"asset": "bridging-1", "target": GATE}),
    Case("drone", "7.1a", drones, "guard", {"drone": "bomber-1", "hex": BEHIND}),
    Case("guard", "7.1a", unit_under_the_drone, "guard", {"drone": "drone-2", "hex": GATE}),
    Case("no-such-piece", "6.7a", advanced, "move", {"unit": "tank-1", "to": SOUTH}),
    Case("no-such-piece", "6.7d", advanced_before_transfers, "transfer", {"unit": "tank-1"}),
    Case("off-map", "6.7a", advanced, "move", {"unit": "inf-5", "to": SOUTH}),
    Case("own-zone", "5.2e", moved_in_a_strange_zone, "move", {"unit": "cts-1", "to": SOUTH_EAST}),
    Case("moved", "6.7a", crowded_after_a_move, "move", {"unit": "cts-2", "to": SOUTH}),
    Case("stacking", "6.7b", three_in_a_hex, "move", {"unit": "cts-2", "to": SOUTH_EAST}),
    Case("not-linked", "5.2e", crowded_out_of_reach, "move", {"unit": "cts-1", "to": TAMIM}),
    Case("no-such-piece", "6.7c", in_transfer, "deploy", {"unit": "tank-1", "to": BEHIND}),
    Case("unavailable", "6.7c", in_transfer, "deploy", {"unit": "cts-1", "to": GATE}),
    Case("not-open", "6.7c", two_cut_off, "deploy", {"unit": "inf-4", "to": BEHIND}),
    Case("no-such-piece", "6.7e", in_phase("ground assets"), "assign", {"asset": "x", "box": "nowhere"}),
)


@pytest.mark.parametrize("case", TWO_FAULTS, ids=lambda case: f"{case.order}-{case.code}-{case.rule}")
def test_the_more_basic_fault_is_named(case: Case) -> None:
    now = table()
    case.setting(now)
    error = refused(now, case)
    assert (error.code, error.rule) == (case.code, f"ramadi {case.rule}")


@pytest.mark.parametrize(
    ("drone", "code", "rule"), [("tank-1", "no-such-piece", "7.1a"), ("bomber-1", "option", "7.0")]
)
def test_without_drones_a_counter_that_does_not_fly_is_named_first(drone: str, code: str, rule: str) -> None:
    now = table(drones_too=False)
    drones(now)
    error = refused(now, Case(code, rule, nothing, "guard", {"drone": drone, "hex": GATE}))
    assert (error.code, error.rule) == (code, f"ramadi {rule}")


def test_of_two_busy_units_the_lead_is_named() -> None:
    now = table()
    now.order("plan", lead="cts-2", target="0909")
    now.order("plan", lead="militia-1", target="1009")
    order = {"lead": "cts-2", "follow_up": "militia-1", "target": "1010"}
    error = refused(now, Case("acted", "6.1e", nothing, "plan", order))
    assert (error.code, error.rule) == ("acted", "ramadi 6.1e")
    assert now.state.pieces["cts-2"].name in str(error)


@pytest.mark.rule("ramadi 6.1c")
def test_a_target_out_of_reach_is_refused_with_those_in_reach() -> None:
    now = table()
    case = Case("not-adjacent", "6.1c", nothing, "plan", {"lead": "cts-1", "target": BEHIND})
    said = str(refused(now, case))
    assert GATE in said
    assert YARDS in said
    for hex in (GATE, YARDS):
        now.hold(hex)
    said = str(refused(now, case))
    assert GATE not in said
    assert "attack ." not in said


@pytest.mark.rule("ramadi 5.2e")
def test_a_unit_that_cannot_go_home_is_told_its_zone() -> None:
    now = table()
    in_a_strange_zone(now)
    order = {"unit": "cts-1", "to": SOUTH_EAST}
    assert "North" in str(refused(now, Case("own-zone", "5.2e", nothing, "move", order)))
