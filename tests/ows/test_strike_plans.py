"""Strike plans (8.7)."""

import pytest

from adjudication.seminar.timers import offered
from adjudication.systems.ows.strike_warfare.strike_plans import TARGETS, listed
from adjudication.systems.ows.table.status import DETECTED, MISSION_FLOWN
from domain.errors import IllegalOrder
from tests.ows.sensing import next_turn, show, told
from tests.table import Table


def planning() -> Table:
    table = Table("ows", "proving-ground", dice="scripted").phase("strike plans", side="")
    return table.known("hq9-1").mark("hq9-1", DETECTED).known("type055-1").mark("type055-1", DETECTED)


@pytest.mark.rule("ows 8.7", "ows seq.5.3")
def test_a_side_lists_detected_targets_in_the_order_of_attack_in_secret() -> None:
    table = planning()
    before = told(table, "red")
    table.order("target", side="blue", target="hq9-1", means="SEAD")
    table.order("target", side="blue", target="type055-1", means="strike")
    table.order("target", side="blue", target="port-r", means="strike")
    table.order("drop", side="blue", target="type055-1")
    assert table.state.mark("blue", TARGETS) == [["hq9-1", "SEAD"], ["port-r", "strike"]]
    assert told(table, "red") == before


@pytest.mark.rule("ows 8.7", "ows 2.3.3", "ows 8.3.1")
def test_only_detected_units_and_fixed_installations_are_targets() -> None:
    table = planning()
    offered_now = {
        order.arguments["target"]
        for order in table.session.legal()
        if order.name == "target" and order.side == "blue"
    }
    assert {"hq9-1", "type055-1", "port-r", "sq-j16"} <= offered_now
    contact = table.state.name_for("blue", "df21-1")
    with pytest.raises(IllegalOrder, match="is not detected"):
        table.order("target", side="blue", target=contact)
    with pytest.raises(IllegalOrder, match="not a way to attack"):
        table.order("target", side="blue", target="port-r", means="SEAD")


@pytest.mark.rule("ows 8.7")
def test_a_list_lasts_until_the_turn_ends() -> None:
    table = planning()
    table.order("target", side="blue", target="hq9-1")
    assert listed(table.state, "blue") == ["hq9-1"]
    next_turn(table)
    assert listed(table.state, "blue") == []


@pytest.mark.rule("ows 8.7a")
def test_the_facilitator_is_offered_a_timer() -> None:
    offer = offered(planning().session.game)
    assert offer is not None
    assert offer.seconds == 15 * 60


@pytest.mark.rule("ows 8.7")
@pytest.mark.parametrize("type", ["aew", "cap"])
def test_what_a_detected_aircraft_flies_does_not_show_in_the_list(type: str) -> None:
    table = planning().put("e3-1", "0604").mark("e3-1", MISSION_FLOWN, {"type": type, "package": ""})
    show(table, "e3-1").mark("e3-1", DETECTED)
    means = [
        order.arguments["means"]
        for order in table.session.legal()
        if order.name == "target" and order.arguments["target"] == "e3-1"
    ]
    assert means == ["strike"]
