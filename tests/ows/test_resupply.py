"""Resupply (11.9, 2.2.2.5, 2.2.2.6): stocks, port actions, the critical munitions inventory."""

from typing import Any

import pytest

from adjudication.systems.ows.table.counters import SPENT
from domain.errors import IllegalOrder
from domain.events import TableAdded, TableData, TrackAdded, TrackData
from domain.views.view import see_log
from tests.ows.undersea import offered
from tests.table import Table


def in_port(**options: Any) -> Table:
    """Resupply: a destroyer with two Tomahawk salvos spent lies in a port with an ammunition point."""
    table = Table("ows", dice="scripted", options=options or None).put("ddg-1", "0204")
    table.mark("ddg-1", "spent", {"tomahawk": 2, "sm6": 1, "sm6-strike": 1})
    return table.phase("regeneration", side="")


def refill(
    table: Table, unit: str = "ddg-1", munition: str = "tomahawk", salvos: int = 2, stock: str = "asp-b"
) -> None:
    table.order("resupply", side="blue", unit=unit, munition=munition, stock=stock, salvos=salvos)


def offers(table: Table) -> list[dict[str, Any]]:
    return [order.arguments for order in offered(table, "resupply", "blue")]


@pytest.mark.rule("ows 11.9a", "ows 2.2.2.6", "ows seq.7.I")
def test_spent_missiles_are_refilled_and_deducted_from_the_ammunition_point() -> None:
    table = in_port()
    refill(table)
    assert table.state.mark_named("ddg-1", "spent") == {"sm6": 1, "sm6-strike": 1}
    assert table.state.mark_named("asp-b", "spent") == {"Tomahawk": 2}


@pytest.mark.rule("ows 11.9a")
def test_what_may_be_refilled_is_listed() -> None:
    fixed = {"unit": "ddg-1", "munition": "tomahawk", "stock": "asp-b"}
    assert offers(in_port()) == [{**fixed, "salvos": 1}, {**fixed, "salvos": 2}]  # it holds no SM-6


@pytest.mark.rule("ows 11.9a")
def test_a_stock_gives_no_more_than_it_holds() -> None:
    table = in_port().mark("asp-b", "spent", {"Tomahawk": 11})
    assert [order["salvos"] for order in offers(table)] == [1]
    with pytest.raises(IllegalOrder, match=r"2 salvos cannot be refilled"):
        refill(table)
    assert offers(table.mark("asp-b", "spent", {"Tomahawk": 12})) == []


@pytest.mark.rule("ows 11.9a")
def test_an_adjacent_stock_does_not_serve() -> None:
    table = in_port().put("asp-b", "0203")
    assert offers(table) == []
    with pytest.raises(IllegalOrder, match=r"USS Alpha has spent nothing, or is not at a stock"):
        refill(table)


@pytest.mark.rule("ows 11.9b", "ows 2.1.7.1b")
def test_a_ship_takes_one_port_action_a_turn() -> None:
    table = in_port()
    refill(table, salvos=1)
    refill(table, salvos=1)
    assert table.state.mark_named("port-b", "handled") == 1
    table.mark("ddg-2", "spent", {"tomahawk": 1}).put("ddg-2", "0204").mark("port-b", "handled", 4)
    with pytest.raises(IllegalOrder, match=r"needs a port with an action left.*\(ows 11.9b\)"):
        refill(table, "ddg-2", salvos=1)


@pytest.mark.rule("ows 11.9b")
def test_a_ship_at_sea_is_not_refilled() -> None:
    table = in_port().put("ddg-1", "0404").put("asp-b", "0404")
    with pytest.raises(IllegalOrder, match=r"\(ows 11.9b\)"):
        refill(table)


@pytest.mark.rule("ows 11.9b")
def test_the_scenario_may_limit_the_ports() -> None:
    table = in_port()
    data = TableData(title="Ports", keys=("port",), rows=({"port": "port-r"},))
    table.session.record(lambda n, t: TableAdded(number=n, time=t, table="resupply-ports", data=data))
    with pytest.raises(IllegalOrder, match=r"\(ows 11.9b\)"):
        refill(table)


@pytest.mark.rule("ows 11.9a", "ows 2.2.2.6")
def test_a_ground_unit_refills_from_an_ammunition_point_without_a_port() -> None:
    table = in_port().put("df21-1", "0904").mark("df21-1", "spent", {"df21": 2}).mark("port-r", "handled", 4)
    arguments: dict[str, Any] = {"unit": "df21-1", "munition": "df21", "stock": "asp-r", "salvos": 2}
    assert arguments in [order.arguments for order in offered(table, "resupply", "red")]
    table.order("resupply", side="red", **arguments)
    assert table.state.mark_named("df21-1", "spent") is None
    assert table.state.mark_named("port-r", "handled") == 4


@pytest.mark.rule("ows 2.2.2.5")
def test_the_inventory_goes_down_and_limits_what_is_refilled() -> None:
    table = in_port()
    track = TrackData(
        id="inventory-blue-tomahawk", name="Tomahawk inventory", value=1, highest=20, side="blue"
    )
    table.session.record(lambda n, t: TrackAdded(number=n, time=t, track=track))
    assert [order["salvos"] for order in offers(table)] == [1]
    refill(table, salvos=1)
    assert table.state.track("inventory-blue-tomahawk") == 0
    assert offers(table) == []


@pytest.mark.rule("ows 2.2.2.5")
def test_no_resupply_where_the_scenario_does_not_allow_it() -> None:
    table = in_port(missile_resupply=False)
    assert offers(table) == []
    with pytest.raises(IllegalOrder, match=r"does not allow missiles to be resupplied. \(ows 2.2.2.5\)"):
        refill(table)


@pytest.mark.rule("ows 2.1.7.1b", "ows 11.9b")
def test_port_actions_of_the_turn_count_until_it_ends() -> None:
    table = Table("ows", dice="scripted").put("ddg-1", "0204").mark("ddg-1", "spent", {"tomahawk": 1})
    table.mark("port-b", "handled", 4).phase("local strikes", side="blue")
    table.order("proceed", side="blue")
    table.order("proceed", side="red")
    with pytest.raises(IllegalOrder, match=r"needs a port with an action left"):
        refill(table, salvos=1)
    table.order("proceed", side="blue")
    table.order("proceed", side="red", dice=[1])
    assert table.state.mark_named("port-b", "handled") is None


@pytest.mark.rule("ows 11.9a")
def test_the_enemy_does_not_read_of_it() -> None:
    table = in_port()
    before = len(table.session.game.log)
    refill(table)
    read = repr(see_log(table.session.game.log, "red")[-(len(table.session.game.log) - before) :])
    assert "tomahawk" not in read.lower()


@pytest.mark.rule("ows 11.9b")
def test_a_ship_that_has_its_port_action_goes_on_when_the_port_is_used_up() -> None:
    table = in_port()
    refill(table, salvos=1)
    table.mark("port-b", "handled", 4)
    refill(table, salvos=1)
    assert "tomahawk" not in table.state.marked(SPENT)["ddg-1"]
