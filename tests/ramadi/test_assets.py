"""Allocating ISF assets to operations (6.2), and where they go afterwards (3.1)."""

from typing import Any

import pytest

from domain.errors import IllegalOrder
from tests.ramadi.table import SCENARIO, RamadiTable

IDS = {space.name: space.id for space in SCENARIO.board.spaces}
SOUTH, SOUTH_EAST, TAMIM = IDS["Humaira West"], IDS["Humaira East"], IDS["Tamim"]
GATE, SECOND_GATE, BEHIND, STADIUM = IDS["Iskan South"], IDS["Humaira North"], IDS["Iskan"], IDS["Stadium"]
BRIDGE, DAM = IDS["al-Hoz Bridge"], IDS["Warrar Dam"]
WEAK = ("ied-poor-1", "f-militia-1", "sv-ied-1")
OTHERS = ("ied-poor-2", "f-militia-2", "vb-ied-1")


@pytest.fixture
def table() -> RamadiTable:
    """The planning of turn 1: two forces in the South, one in the West."""
    table = RamadiTable()
    table.adopt_plain_tables()
    for unit, hex in {
        "cts-1": SOUTH,
        "inf-1": SOUTH,
        "cts-2": SOUTH_EAST,
        "militia-1": SOUTH_EAST,
        "cts-3": TAMIM,
    }.items():
        table.put(unit, hex)
    table.put("tank-1", "zone-south")
    table.put("artillery-1", "zone-south")
    table.put("advisors-1", "zone-west")
    table.put("advisors-2", "asset-transfer")
    table.plan_turn()
    return table


def refusal(table: RamadiTable, name: str, **arguments: Any) -> tuple[str, str]:
    """Code and rule of a refusal, which leaves the log as it was and is not among the listed orders."""
    length = len(table.session.game.log)
    with pytest.raises(IllegalOrder) as refused:
        table.order(name, **arguments)
    assert len(table.session.game.log) == length
    assert {"order": name, **arguments} not in [order.data() for order in table.session.legal()]
    return refused.value.code, refused.value.rule


def plan_and_go(table: RamadiTable, **forces: str) -> None:
    for lead, target in forces.items():
        table.order("plan", lead=lead.replace("_", "-"), target=target)
    table.order("proceed")


@pytest.mark.rule("ramadi 6.2a")
@pytest.mark.parametrize(
    ("zone", "target"), [("north", DAM), ("west", BRIDGE), ("south", GATE)], ids=lambda v: v
)
def test_a_ground_asset_supports_operations_of_the_zone_of_its_box(
    table: RamadiTable, zone: str, target: str
) -> None:
    """The document's example, with an asset in each of the three boxes in turn."""
    table.put("inf-5", table.beside(DAM))
    plan_and_go(table, inf_5=DAM, cts_3=BRIDGE, cts_1=GATE)
    table.put("tank-1", f"zone-{zone}")
    listed = {
        order.arguments["target"]
        for order in table.session.legal()
        if order.arguments.get("asset") == "tank-1"
    }
    assert listed == {target}
    for other in (DAM, BRIDGE, GATE):
        if other != target:
            assert refusal(table, "support", asset="tank-1", target=other) == ("zone", "ramadi 6.2d")
    table.order("support", asset="tank-1", target=target)
    assert table.state.pieces["tank-1"].place == target


@pytest.mark.rule("ramadi 6.2a", "ramadi 6.1c")
def test_one_ground_asset_an_operation(table: RamadiTable) -> None:
    plan_and_go(table, cts_1=GATE)
    table.order("support", asset="tank-1", target=GATE)
    assert refusal(table, "support", asset="artillery-1", target=GATE)[0] == "ground"


@pytest.mark.rule("ramadi 6.2a")
def test_one_operation_a_ground_asset(table: RamadiTable) -> None:
    plan_and_go(table, cts_1=GATE, cts_2=SECOND_GATE)
    table.order("support", asset="tank-1", target=GATE)
    assert refusal(table, "support", asset="tank-1", target=SECOND_GATE)[0] == "box"


@pytest.mark.rule("ramadi 6.2a", "ramadi 6.2b")
def test_support_is_for_planned_operations_and_by_assets(table: RamadiTable) -> None:
    plan_and_go(table, cts_1=GATE)
    assert refusal(table, "support", asset="tank-1", target=SECOND_GATE)[0] == "no-operation"
    assert refusal(table, "support", asset="inf-1", target=GATE)[0] == "no-such-piece"
    assert refusal(table, "support", asset="emir-1", target=GATE)[0] == "no-such-piece"


@pytest.mark.rule("ramadi 6.2b")
@pytest.mark.parametrize("asset", ["bomber-1", "bomber-2", "drone-1", "drone-2"])
def test_an_air_asset_flies_for_any_operation(table: RamadiTable, asset: str) -> None:
    """In any zone, and for a force that is cut off."""
    table.put("inf-4", STADIUM)
    table.put("inf-5", table.beside(DAM))
    plan_and_go(table, inf_4=BEHIND, inf_5=DAM, cts_3=BRIDGE, cts_1=GATE)
    listed = {
        order.arguments["target"] for order in table.session.legal() if order.arguments.get("asset") == asset
    }
    assert listed == {BEHIND, DAM, BRIDGE, GATE}


@pytest.mark.rule("ramadi 6.2b", "ramadi 6.1c")
def test_one_air_asset_an_operation_beside_a_ground_asset(table: RamadiTable) -> None:
    plan_and_go(table, cts_1=GATE)
    table.order("support", asset="tank-1", target=GATE)
    table.order("support", asset="bomber-1", target=GATE)
    assert refusal(table, "support", asset="drone-1", target=GATE)[0] == "air"


@pytest.mark.rule("ramadi 6.2c")
def test_all_air_assets_may_fly_in_one_turn_each_once(table: RamadiTable) -> None:
    table.put("inf-5", table.beside(DAM))
    flights = {"bomber-1": GATE, "bomber-2": SECOND_GATE, "drone-1": BRIDGE, "drone-2": DAM}
    plan_and_go(table, cts_1=GATE, cts_2=SECOND_GATE, cts_3=BRIDGE, inf_5=DAM)
    for asset, target in flights.items():
        table.order("support", asset=asset, target=target)
    assert [table.state.pieces[asset].place for asset in flights] == list(flights.values())
    assert table.state.at["air-available"] == []


@pytest.mark.rule("ramadi 6.2c", "ramadi 3.1c")
def test_an_air_asset_is_expended_once_used_and_flies_no_more_that_turn(table: RamadiTable) -> None:
    plan_and_go(table, cts_1=GATE, cts_2=SECOND_GATE)
    table.order("support", asset="bomber-1", target=GATE)
    assert refusal(table, "support", asset="bomber-1", target=SECOND_GATE) == ("expended", "ramadi 6.2c")
    table.order("proceed", dice=table.draws(*WEAK, *OTHERS))
    table.order("execute", target=GATE, dice=[6, 1, 1])
    assert table.state.pieces["bomber-1"].place == "air-expended"
    table.phase("assets", 1)
    assert refusal(table, "support", asset="bomber-1", target=SECOND_GATE)[0] == "expended"


@pytest.mark.rule("ramadi 6.2d")
def test_a_ground_asset_follows_its_zone_as_far_as_the_line_goes(table: RamadiTable) -> None:
    table.hold(GATE)
    table.put("inf-4", BEHIND)
    plan_and_go(table, inf_4=STADIUM)
    table.order("support", asset="tank-1", target=STADIUM)
    assert table.state.pieces["tank-1"].place == STADIUM


@pytest.mark.rule("ramadi 6.2d")
def test_a_force_cut_off_from_its_zone_gets_no_ground_asset(table: RamadiTable) -> None:
    """The document's example: the chain of cleared hexes is broken at the gate."""
    table.put("inf-4", BEHIND)
    table.put("advisors-2", "zone-west")
    plan_and_go(table, inf_4=STADIUM)
    for asset in ("tank-1", "artillery-1", "advisors-1", "advisors-2"):
        assert refusal(table, "support", asset=asset, target=STADIUM) == ("zone", "ramadi 6.2d")


@pytest.mark.rule("ramadi 6.2d")
def test_a_force_in_reach_of_two_zones_is_supported_from_either(table: RamadiTable) -> None:
    """Reading of 6.7: it may count as in any zone that its line reaches."""
    chain = ["Iskan South", "Iskan West", "Hospital South", "Canal Street", "Tamim Bridge"]
    table.hold(*(IDS[name] for name in chain))
    table.put("inf-4", IDS["Hospital South"])
    table.put("advisors-2", "zone-north")
    plan_and_go(table, inf_4=IDS["Hospital"])
    supporting = {
        order.arguments["asset"]
        for order in table.session.legal()
        if order.name == "support"
        and table.state.pieces[order.arguments["asset"]].kind.group == "ground asset"
    }
    assert supporting == {"tank-1", "artillery-1", "advisors-1"}


@pytest.mark.rule("ramadi 6.2a")
def test_an_asset_in_the_transfer_box_supports_nothing(table: RamadiTable) -> None:
    plan_and_go(table, cts_1=GATE, cts_3=BRIDGE)
    for target in (GATE, BRIDGE):
        assert refusal(table, "support", asset="advisors-2", target=target) == ("box", "ramadi 6.2a")


@pytest.mark.rule("ramadi 6.2e")
def test_an_asset_changes_zones_by_way_of_the_transfer_box_in_two_turns(table: RamadiTable) -> None:
    table.phase("ground assets", 1)
    for box in ("zone-north", "zone-west", "zone-south"):
        assert refusal(table, "assign", asset="tank-1", box=box)[0] == "asset"
    table.order("assign", asset="tank-1", box="asset-transfer")
    assert refusal(table, "assign", asset="tank-1", box="zone-north")[0] == "asset"
    table.phase("ground assets", 2)
    table.order("assign", asset="tank-1", box="zone-north")
    assert table.state.pieces["tank-1"].place == "zone-north"


@pytest.mark.rule("ramadi 3.1b")
@pytest.mark.parametrize("box", ["zone-west", "zone-south"])
def test_a_ground_asset_returns_to_the_box_it_came_from(table: RamadiTable, box: str) -> None:
    target = GATE if box == "zone-south" else BRIDGE
    table.put("tank-1", box)
    plan_and_go(table, cts_1=GATE, cts_3=BRIDGE)
    table.order("support", asset="tank-1", target=target)
    table.order("proceed", dice=table.draws(*WEAK, *OTHERS))
    table.order("execute", target=target, dice=[6, 1, 1])
    assert table.state.pieces["tank-1"].place == box


@pytest.mark.rule("ramadi 3.1b")
def test_a_ground_asset_returns_also_when_its_force_is_destroyed(table: RamadiTable) -> None:
    plan_and_go(table, inf_1=GATE)
    table.order("support", asset="tank-1", target=GATE)
    table.order("proceed", dice=table.draws("ied-complex-1", "f-special-forces-1", "emir-1"))
    table.order("execute", target=GATE, dice=[1, 6])
    assert table.state.pieces["inf-1"].place == "transfer"
    assert table.state.pieces["tank-1"].place == "zone-south"
