"""Every refusal of Ramadi beside the rule of the document that it cites."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudication.engine.orders import Order
from adjudication.systems import ramadi
from domain.errors import IllegalOrder
from tests.ramadi.table import SCENARIO, RamadiTable

IDS = {space.name: space.id for space in SCENARIO.board.spaces}
SOUTH, SOUTH_EAST, TAMIM = IDS["Humaira West"], IDS["Humaira East"], IDS["Tamim"]
GATE, SECOND_GATE, BEHIND = IDS["Iskan South"], IDS["Humaira North"], IDS["Iskan"]
YARDS, BRIDGE = IDS["Railway yards"], IDS["al-Hoz Bridge"]
BARRAGE, GROVES = IDS["Ramadi Barrage"], IDS["Barrage groves"]

Setting = Callable[[RamadiTable], object]


class Case(NamedTuple):
    """An order on a table, and how it is refused."""

    code: str
    rule: str
    setting: Setting
    order: str
    arguments: dict[str, Any]
    side: str = "isf"


def in_phase(phase: str, turn: int = 1) -> Setting:
    return lambda table: table.phase(phase, turn)


def nothing(table: RamadiTable) -> None:
    pass


def at_set_up(table: RamadiTable) -> None:
    for unit in ("cts-1", "inf-1", "cts-2", "militia-1", "cts-3"):
        table.put(unit, "reserve")
    table.phase("set-up", 0)


def full_at_set_up(table: RamadiTable) -> None:
    table.phase("set-up", 0)


def no_operation_left(table: RamadiTable) -> None:
    table.plan_turn(operations=0)


def defenders_run_out(table: RamadiTable) -> None:
    for counter in list(table.state.at["pool-ied"]):
        table.put(counter, "eliminated")


def in_a_strange_zone(table: RamadiTable) -> None:
    table.put("cts-1", GATE)
    table.mark("cts-1", "zone", "north")
    table.phase("movement", 1)


def planned(table: RamadiTable) -> None:
    table.order("plan", lead="cts-1", target=GATE)


def held(table: RamadiTable) -> None:
    table.hold(GATE)


def on_the_groves(table: RamadiTable) -> None:
    table.put("inf-4", GROVES)


def assets(table: RamadiTable) -> None:
    """One operation from the South, one against a bridge from the West; assets in their boxes."""
    planned(table)
    table.order("plan", lead="cts-3", target=BRIDGE)
    table.put("bridging-1", "zone-south")
    table.put("ied-clearance-1", "zone-west")
    table.order("proceed")


def with_tank(table: RamadiTable) -> None:
    assets(table)
    table.order("support", asset="tank-1", target=GATE)


def with_bomber(table: RamadiTable) -> None:
    assets(table)
    table.order("support", asset="bomber-1", target=GATE)


def spent_bomber(table: RamadiTable) -> None:
    assets(table)
    table.put("bomber-1", "air-expended")


def advanced(table: RamadiTable) -> None:
    table.phase("movement", 1)
    table.mark("cts-1", "advanced", 1)


def advanced_before_transfers(table: RamadiTable) -> None:
    advanced(table)
    table.phase("transfers", 1)


def moved(table: RamadiTable) -> None:
    table.phase("movement", 1)
    table.mark("cts-1", "moved", 1)


def cut_off(table: RamadiTable) -> None:
    table.put("inf-4", IDS["Stadium"])
    table.phase("movement", 1)


def three_in_a_hex(table: RamadiTable) -> None:
    table.put("inf-4", SOUTH)
    table.phase("movement", 1)


def full_of_moved(table: RamadiTable) -> None:
    table.phase("movement", 1)
    for unit in ("cts-2", "militia-1"):
        table.mark(unit, "moved", 1)


def casualty(table: RamadiTable) -> None:
    table.put("inf-4", "transfer")
    table.change("inf-4", face="casualty")
    table.phase("deployment", 2)


def in_transfer(table: RamadiTable) -> None:
    table.put("inf-4", "transfer")
    table.phase("deployment", 2)


def drones(table: RamadiTable) -> None:
    table.hold(GATE)
    table.phase("assets", 1)


def guarded(table: RamadiTable) -> None:
    drones(table)
    table.order("guard", drone="drone-1", hex=GATE)


CASES = (
    Case("side", "1.0", nothing, "proceed", {}, "isis"),
    # set-up
    Case("set-up", "4.0", at_set_up, "proceed", {}),
    Case("no-such-piece", "4.1a", at_set_up, "deploy", {"unit": "tank-1", "to": SOUTH}),
    Case("deployed", "4.1a", full_at_set_up, "deploy", {"unit": "cts-1", "to": SOUTH_EAST}),
    Case("not-deployment", "4.1a", at_set_up, "deploy", {"unit": "cts-1", "to": GATE}),
    Case("not-deployment", "4.2c", at_set_up, "deploy", {"unit": "cts-1", "to": BRIDGE}),
    Case("stacking", "4.1b", full_at_set_up, "deploy", {"unit": "inf-4", "to": SOUTH}),
    Case("assigned", "4.1c", at_set_up, "assign", {"asset": "tank-1", "box": "zone-north"}),
    Case("box", "4.1c", at_set_up, "assign", {"asset": "bridging-1", "box": "transfer"}),
    # planning
    Case("phase", "6.0", in_phase("assets"), "plan", {"lead": "cts-1", "target": GATE}),
    Case("no-such-piece", "6.1c", nothing, "plan", {"lead": "tank-1", "target": GATE}),
    Case("no-such-piece", "6.1d", nothing, "plan", {"lead": "cts-1", "follow_up": "x", "target": GATE}),
    Case("too-many", "6.1a", no_operation_left, "plan", {"lead": "cts-1", "target": GATE}),
    Case("defenders", "6.3a", defenders_run_out, "plan", {"lead": "cts-1", "target": GATE}),
    Case("target", "5.2f", nothing, "plan", {"lead": "cts-1", "target": SOUTH_EAST}),
    Case("not-adjacent", "6.1c", nothing, "plan", {"lead": "cts-1", "target": BEHIND}),
    Case("not-adjacent", "6.1c", nothing, "plan", {"lead": "cts-3", "target": GATE}),
    Case("not-adjacent", "4.2d", nothing, "plan", {"lead": "cts-1", "target": BRIDGE}),
    Case("not-adjacent", "4.2e", on_the_groves, "plan", {"lead": "inf-4", "target": BARRAGE}),
    Case("held", "6.1c", held, "plan", {"lead": "cts-1", "target": GATE}),
    Case("planned", "6.1c", planned, "plan", {"lead": "inf-1", "target": GATE}),
    Case("not-stacked", "6.1c", nothing, "plan", {"lead": "cts-1", "follow_up": "cts-2", "target": GATE}),
    Case("acted", "6.1e", planned, "plan", {"lead": "cts-1", "target": YARDS}),
    # assets
    Case("phase", "6.0", nothing, "support", {"asset": "tank-1", "target": GATE}),
    Case("no-operation", "6.2a", assets, "support", {"asset": "tank-1", "target": SECOND_GATE}),
    Case("no-operation", "6.2b", assets, "support", {"asset": "bomber-1", "target": SECOND_GATE}),
    Case("no-such-piece", "6.2a", assets, "support", {"asset": "cts-1", "target": GATE}),
    Case("ground", "6.2a", with_tank, "support", {"asset": "artillery-1", "target": GATE}),
    Case("box", "6.2a", assets, "support", {"asset": "advisors-2", "target": GATE}),
    Case("zone", "6.2d", assets, "support", {"asset": "advisors-1", "target": GATE}),
    Case("bridging", "8.2c", assets, "support", {"asset": "bridging-1", "target": GATE}),
    Case("clearance", "8.2e", assets, "support", {"asset": "ied-clearance-1", "target": BRIDGE}),
    Case("air", "6.2b", with_bomber, "support", {"asset": "bomber-2", "target": GATE}),
    Case("expended", "6.2c", spent_bomber, "support", {"asset": "bomber-1", "target": GATE}),
    # drones (option on)
    Case("phase", "7.1a", nothing, "guard", {"drone": "drone-1", "hex": GATE}),
    Case("no-such-piece", "7.1a", drones, "guard", {"drone": "tank-1", "hex": GATE}),
    Case("drone", "7.1a", drones, "guard", {"drone": "bomber-1", "hex": GATE}),
    Case("guard", "7.1a", drones, "guard", {"drone": "drone-1", "hex": SECOND_GATE}),
    Case("guarded", "7.1e", guarded, "guard", {"drone": "drone-2", "hex": GATE}),
    # operations
    Case("phase", "6.0", nothing, "execute", {"target": GATE}),
    Case("no-operation", "6.4a", in_phase("operations"), "execute", {"target": GATE}),
    # inter-phase
    Case("phase", "6.7i", nothing, "move", {"unit": "cts-1", "to": SOUTH_EAST}),
    Case("no-such-piece", "6.7a", in_phase("movement"), "move", {"unit": "tank-1", "to": SOUTH}),
    Case("off-map", "6.7a", in_phase("movement"), "move", {"unit": "inf-5", "to": SOUTH}),
    Case("advanced", "6.7a", advanced, "move", {"unit": "cts-1", "to": SOUTH_EAST}),
    Case("cut-off", "6.7a", cut_off, "move", {"unit": "inf-4", "to": SOUTH}),
    Case("moved", "6.7a", moved, "move", {"unit": "cts-1", "to": SOUTH_EAST}),
    Case("there", "6.7a", in_phase("movement"), "move", {"unit": "cts-1", "to": SOUTH}),
    Case("not-linked", "5.2e", in_phase("movement"), "move", {"unit": "cts-1", "to": TAMIM}),
    Case("own-zone", "5.2e", in_a_strange_zone, "move", {"unit": "cts-1", "to": SOUTH_EAST}),
    Case("stacking", "6.7b", three_in_a_hex, "move", {"unit": "cts-2", "to": SOUTH}),
    Case("stacking", "6.7b", full_of_moved, "move", {"unit": "cts-1", "to": SOUTH_EAST}),
    Case("stacking", "6.7b", three_in_a_hex, "proceed", {}),
    Case("phase", "6.7i", nothing, "deploy", {"unit": "inf-4", "to": SOUTH}),
    Case("no-such-piece", "6.7c", in_transfer, "deploy", {"unit": "tank-1", "to": SOUTH}),
    Case("unavailable", "6.7c", casualty, "deploy", {"unit": "inf-4", "to": SOUTH}),
    Case("not-open", "6.7c", in_transfer, "deploy", {"unit": "inf-4", "to": GATE}),
    Case("stacking", "6.7c", in_transfer, "deploy", {"unit": "inf-4", "to": SOUTH}),
    Case("phase", "6.7i", nothing, "transfer", {"unit": "cts-1"}),
    Case("no-such-piece", "6.7d", in_phase("transfers"), "transfer", {"unit": "tank-1"}),
    Case("advanced", "6.7d", advanced_before_transfers, "transfer", {"unit": "cts-1"}),
    Case("phase", "6.7i", nothing, "assign", {"asset": "tank-1", "box": "asset-transfer"}),
    Case("no-such-piece", "6.7e", in_phase("ground assets"), "assign", {"asset": "x", "box": "zone-west"}),
    Case("asset", "6.7e", in_phase("ground assets"), "assign", {"asset": "tank-1", "box": "zone-west"}),
)


def table(drones_too: bool = True) -> RamadiTable:
    """The planning of turn 1: two forces in the South, one in the West."""
    table = RamadiTable(drones=drones_too)
    for unit, hex in {
        "cts-1": SOUTH,
        "inf-1": SOUTH,
        "cts-2": SOUTH_EAST,
        "militia-1": SOUTH_EAST,
        "cts-3": TAMIM,
    }.items():
        table.put(unit, hex)
    for asset, box in {
        "tank-1": "zone-south",
        "artillery-1": "zone-south",
        "advisors-1": "zone-west",
        "advisors-2": "asset-transfer",
    }.items():
        table.put(asset, box)
    table.plan_turn()
    return table


def refused(table: RamadiTable, case: Case) -> IllegalOrder:
    before, order = list(table.session.game.log), Order(case.side, case.order, case.arguments)
    assert order not in table.session.legal()
    with pytest.raises(IllegalOrder) as error:
        table.session.order(order)
    assert table.session.game.log == before
    return error.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.order}-{case.code}-{case.rule}")
def test_a_refusal_cites_the_rule_that_refuses(case: Case) -> None:
    now = table()
    case.setting(now)
    error = refused(now, case)
    assert (error.code, error.rule) == (case.code, f"ramadi {case.rule}")


def test_without_the_option_no_drone_guards() -> None:
    now = table(drones_too=False)
    drones(now)
    error = refused(now, Case("option", "7.0", nothing, "guard", {"drone": "drone-1", "hex": GATE}))
    assert (error.code, error.rule) == ("option", "ramadi 7.0")


def test_operations_must_be_executed_before_the_phase_ends() -> None:
    now = table()
    planned(now)
    now.phase("operations", 1)
    error = refused(now, Case("not-executed", "6.4a", nothing, "proceed", {}))
    assert (error.code, error.rule) == ("not-executed", "ramadi 6.4a")


def test_every_refusal_of_the_rules_is_in_the_table() -> None:
    code = "".join(path.read_text() for path in Path(ramadi.__file__).parent.rglob("*.py"))
    assert "IllegalOrder" not in code
    kinds = ramadi.SYSTEM.orders.values()
    written = {check.code for kind in kinds for legality in kind.legality for check in legality.checks}
    assert written | {"phase"} == {case.code for case in CASES} | {"option", "not-executed"}
