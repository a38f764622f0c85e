"""Engineers, bridges and obstacles (10.11, 10.12): numbered cases."""

from typing import Any

import pytest

from adjudication.engine.legality import refusal
from adjudication.engine.refusals import in_words
from adjudication.systems.ows import KINDS
from adjudication.systems.ows.ground.forces.engineers import (
    BRIDGE,
    OBSTACLE,
    bridged,
    bridges_left,
    can_cross,
    obstacle,
    river_between,
)
from adjudication.systems.ows.ground.forces.units import counted_steps
from adjudication.systems.ows.ground.forces.ways import marched
from adjudication.systems.ows.table.status import CLEARED, CROSSED
from domain.errors import IllegalOrder
from tests.ows.ground.marching import cost, moving, place, reach, spent
from tests.table import Table


def at_the_river(**options: Any) -> Table:
    """Blue's engineers stand on the bank of the river in f0504, with a brigade."""
    return moving(**options).put("eng-b", "f0504").put("stryker-1", "f0504").put("abct-1", "f0503")


def bridge_at(table: Table, hex: str = "f0504", to: str = "f0604") -> Table:
    """A bridge of Blue's engineers."""
    placed = dict(table.state.mark(hex, BRIDGE) or {})
    return table.mark(hex, BRIDGE, {**placed, to: [*placed.get(to, ()), "eng-b"]})


def why(table: Table, name: str, **arguments: object) -> str:
    """Why an order is refused."""
    found = refusal(KINDS[name], table.state, table.state.side, arguments)
    assert found is not None
    found.said = in_words(found.said, table.state, table.state.side, arguments)
    return str(found)


@pytest.mark.rule("ows 10.11a")
def test_an_engineer_unit_counts_as_one_step() -> None:
    state = moving().state
    assert (state.pieces["eng-b"].steps, counted_steps(state.pieces["eng-b"])) == (2, 1)


@pytest.mark.rule("ows 10.11.1", "ows 10.11.3")
def test_engineers_bridge_a_river_for_two_points_and_go_on() -> None:
    table = at_the_river()
    assert river_between(table.state, "f0504", "f0604")
    table.order("bridge", engineers="eng-b", to="f0604")
    assert bridged(table.state, "f0604", "f0504")
    assert spent(table, "eng-b") == 2
    table.order("bridge", engineers="eng-b", to="f0603")  # a second one, with its second step
    assert spent(table, "eng-b") == 4
    assert "as many bridges on the map as it has steps" in why(table, "bridge", engineers="eng-b", to="f0604")
    table.order("march", unit="eng-b", to="f0404")
    assert place(table, "eng-b") == "f0404"


@pytest.mark.rule("ows 10.11.1", "ows 10.10.1c")
def test_a_bridge_takes_the_points_that_are_left() -> None:
    table = at_the_river().put("eng-b", "f0503")
    table.order("march", unit="eng-b", to="f0504", by=["f0402", "f0403", "f0404"])  # 2, 2, 2 and 1
    table.order("bridge", engineers="eng-b", to="f0604")
    assert spent(table, "eng-b") == 9
    assert "2 movement points left" in why(table, "bridge", engineers="eng-b", to="f0603")


@pytest.mark.rule("ows 10.11b")
def test_one_bridge_for_each_step_and_only_with_the_symbol() -> None:
    table = at_the_river().change("eng-b", steps=1)
    assert bridges_left(table.state, table.state.pieces["eng-b"]) == 1
    table.order("bridge", engineers="eng-b", to="f0604")
    assert bridges_left(table.state, table.state.pieces["eng-b"]) == 0
    assert "no engineer unit of yours" in why(table, "bridge", engineers="stryker-1", to="f0604")


@pytest.mark.rule("ows 10.11b")
def test_a_bridge_stays_when_its_engineers_are_lost() -> None:
    table = bridge_at(at_the_river()).change("eng-b", steps=1)
    assert bridges_left(table.state, table.state.pieces["eng-b"]) == 0
    table.put("eng-b", "attrition-blue")
    assert bridged(table.state, "f0504", "f0604")


@pytest.mark.rule("ows 10.11d")
def test_crossing_a_bridge_costs_two_points_more() -> None:
    table = bridge_at(at_the_river())
    assert cost(table, "stryker-1", "f0504", "f0604") == 3 + 2  # hills
    assert cost(table, "eng-b", "f0504", "f0604") == 3 + 2  # whoever placed it pays too
    table.order("march", unit="stryker-1", to="f0604")
    assert spent(table, "stryker-1") == 5
    assert table.state.mark("f0504", CROSSED) == {"f0604": [3]}
    assert CROSSED in CLEARED


@pytest.mark.rule("ows 10.11d")
def test_ten_steps_cross_a_bridge_in_a_turn() -> None:
    table = bridge_at(at_the_river()).mark("f0504", CROSSED, {"f0604": [8]})
    assert cost(table, "stryker-1", "f0504", "f0604") is None
    assert "f0604" not in reach(table, "stryker-1")
    assert cost(table, "eng-b", "f0504", "f0604") == 5  # two boxes, one step
    bridge_at(table)  # a second bridge over the same river
    table.order("march", unit="stryker-1", to="f0604")
    assert table.state.mark("f0504", CROSSED) == {"f0604": [8, 3]}


@pytest.mark.rule("ows 10.11d")
def test_a_stack_crosses_together_or_not_at_all() -> None:
    table = bridge_at(at_the_river()).put("abct-1", "f0504").mark("f0504", CROSSED, {"f0604": [5]})
    with pytest.raises(IllegalOrder):
        table.order("march-stack", at="f0504", to="f0604")
    table.order("march-stack", at="f0504", to="f0604", without=["abct-1"])  # three steps and one
    assert table.state.mark("f0504", CROSSED) == {"f0604": [9]}


@pytest.mark.rule("ows 10.11.2a")
def test_in_an_enemy_zone_of_control_it_takes_a_river_assault() -> None:
    table = at_the_river().put("tank-12", "f0604").known("tank-12")
    assert "takes a River Assault" in why(table, "bridge", engineers="eng-b", to="f0603")
    table = at_the_river().put("tank-12", "f0604")  # Blue does not know of it: it finds out
    table.order("bridge", engineers="eng-b", to="f0603")
    assert not table.state.marked(BRIDGE)
    assert "has had to stop" in why(table, "march", unit="eng-b", to="f0404")


@pytest.mark.rule("ows 10.11.1")
def test_no_bridge_leads_into_the_enemy() -> None:
    table = at_the_river().put("hq-r1", "f0604")
    assert "without enemies" in why(table, "bridge", engineers="eng-b", to="f0604")
    assert "across a major river" in why(table, "bridge", engineers="eng-b", to="f0404")


@pytest.mark.rule("ows 10.11c")
def test_a_bridge_is_taken_up_in_regeneration() -> None:
    table = bridge_at(bridge_at(at_the_river()), to="f0603")
    assert "given in regeneration" in why(table, "take-up-bridge", hex="f0504", to="f0604")
    table.phase("regeneration", side="")
    table.order("take-up-bridge", side="blue", hex="f0604", to="f0504")
    assert table.state.mark("f0504", BRIDGE) == {"f0603": ["eng-b"]}
    assert bridges_left(table.state, table.state.pieces["eng-b"]) == 1
    with pytest.raises(IllegalOrder, match="You have no bridge"):
        table.order("take-up-bridge", side="red", hex="f0504", to="f0603")


@pytest.mark.rule("ows 10.12a")
def test_engineers_that_stay_emplace_an_obstacle() -> None:
    table = at_the_river()
    table.order("obstacle", engineers="eng-b")
    assert obstacle(table.state, "f0504") == "blue"
    with pytest.raises(IllegalOrder, match="has had to stop"):
        table.order("march", unit="eng-b", to="f0404")
    with pytest.raises(IllegalOrder, match="without one"):
        table.order("obstacle", engineers="eng-b")


@pytest.mark.rule("ows 10.12a")
def test_engineers_that_have_left_their_hex_do_not() -> None:
    table = at_the_river()
    table.order("march", unit="eng-b", to="f0404")
    table.order("march", unit="eng-b", to="f0504")
    with pytest.raises(IllegalOrder, match="has not left its hex"):
        table.order("obstacle", engineers="eng-b")


@pytest.mark.rule("ows 10.12b")
def test_an_obstacle_is_removed_by_its_engineers_or_by_the_enemy_in_its_hex() -> None:
    table = at_the_river().mark("f0504", OBSTACLE, "blue").mark("f0503", OBSTACLE, "blue")
    with pytest.raises(IllegalOrder, match="takes your engineers"):
        table.order("clear-obstacle", hex="f0503")
    table.order("clear-obstacle", hex="f0504")
    assert not obstacle(table.state, "f0504")
    table = moving("red").mark("f0503", OBSTACLE, "blue").put("recon-r", "f0402")
    with pytest.raises(IllegalOrder, match="a unit of yours in the hex"):
        table.order("clear-obstacle", hex="f0503")
    table.order("march", unit="recon-r", to="f0503")
    table.order("clear-obstacle", hex="f0503")
    assert not obstacle(table.state, "f0503")


@pytest.mark.rule("ows 10.11.3", "ows 10.10.3.3c")
def test_a_move_began_where_the_engineers_stood_before_they_placed_a_bridge() -> None:
    table = at_the_river()
    table.order("bridge", engineers="eng-b", to="f0604")
    assert marched(table.state, "eng-b").start == "f0504"
    table = at_the_river().put("eng-b", "f0404")
    table.order("march", unit="eng-b", to="f0504")
    table.order("bridge", engineers="eng-b", to="f0604")
    assert marched(table.state, "eng-b").start == "f0404"


@pytest.mark.rule("ows 10.11d")
@pytest.mark.parametrize(
    ("crossed", "steps", "bears"), [(0, 10, True), (7, 3, True), (7, 4, False), (10, 1, False)]
)
def test_a_bridge_bears_just_ten_steps_a_turn_either_way(crossed: int, steps: int, bears: bool) -> None:
    table = bridge_at(moving())
    if crossed:
        table.mark("f0504", CROSSED, {"f0604": [crossed]})
    assert can_cross(table.state, "f0504", "f0604", steps) is bears
    assert can_cross(table.state, "f0604", "f0504", steps) is bears
