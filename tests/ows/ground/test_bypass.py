"""Bypass movement given in several orders (10.10.3.2): what one order may do, two may. Numbered cases."""

import pytest

from domain.errors import IllegalOrder
from tests.ows.ground.fields import field
from tests.ows.ground.marching import place, reach, spent
from tests.table import Table

START, HELD, BEYOND, FREE = "f0303", "f0304", "f0305", "f0203"
"""The regiment in f0404 has a zone of control in f0304 and f0305, not in f0303 and f0203."""


def passing(**more: str) -> Table:
    """A Stryker brigade beside a hex in the zone of control of a regiment, which cavalry holds."""
    return field(stryker_1=START, tank_12="f0404", **{"cav_1": HELD, **more})


def march(table: Table, to: str, unit: str = "stryker-1") -> None:
    table.order("march", unit=unit, to=to)


@pytest.mark.rule("ows 10.10.3.2a")
@pytest.mark.parametrize("to", [BEYOND, FREE])
def test_a_unit_that_ends_an_order_in_a_held_hex_goes_on_with_the_next_at_the_same_cost(to: str) -> None:
    at_once, in_two = passing(), passing()
    at_once.order("march", unit="stryker-1", to=to, by=[HELD, to])
    march(in_two, HELD)
    march(in_two, to)
    assert place(in_two, "stryker-1") == place(at_once, "stryker-1") == to
    assert spent(in_two, "stryker-1") == spent(at_once, "stryker-1")


@pytest.mark.rule("ows 10.10.3.2b")
def test_after_a_bypass_the_next_zone_of_control_stops_it_whoever_holds_it() -> None:
    table = passing(ibct_1=BEYOND)
    march(table, HELD)
    march(table, BEYOND)
    assert reach(table, "stryker-1") == ()
    with pytest.raises(IllegalOrder, match="has had to stop"):
        march(table, "f0204")


@pytest.mark.rule("ows 10.10.3.1")
def test_a_hex_that_nobody_holds_any_more_is_no_way_through() -> None:
    table = passing()
    march(table, HELD)
    march(table, "f0203", "cav-1")
    with pytest.raises(IllegalOrder, match="has had to stop"):
        march(table, BEYOND)


@pytest.mark.rule("ows 10.10.3.1")
def test_a_zone_of_control_in_a_hex_that_nobody_holds_ends_the_move() -> None:
    table = passing(cav_1="f0202")
    march(table, HELD)
    with pytest.raises(IllegalOrder, match="has had to stop"):
        march(table, BEYOND)


@pytest.mark.rule("ows 10.10.3.3c")
def test_a_move_that_begins_in_a_zone_of_control_pays_for_leaving_it_once() -> None:
    """Out of the zone, and on: the hex where the order begins is not the one where the move began."""
    table = field(stryker_1=HELD, tank_12="f0404")
    march(table, FREE)
    first = spent(table, "stryker-1")
    march(table, "f0103")
    assert spent(table, "stryker-1") == first + 2
    assert first == 4
