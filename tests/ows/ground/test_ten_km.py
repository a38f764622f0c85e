"""The map of 10 km hexes (10.9d, 10.10.3c): where it differs from that of 20 km, in marches and combats."""

import pytest

from adjudication.systems.ows.table.status import MARCHED
from tests.ows.ground.fields import battle, cells, declared
from tests.ows.ground.fields import field as ready
from tests.ows.ground.marching import moving, place, reach
from tests.table import Table
from tests.words import words_of


def alone(table: Table, *units: str) -> Table:
    """Of the units of the side that moves these alone are on the map."""
    for piece in list(table.state.of_group("ground unit")):
        if piece.side == "blue" and piece.id not in units:
            table.put(piece.id, "attrition-blue")
    return table


@pytest.mark.rule("ows 10.9d", "ows 10.9c")
@pytest.mark.parametrize(("start", "full", "fits"), [("t11", "t21", False), ("f0101", "f0201", True)])
def test_a_brigade_does_not_march_to_another_where_five_steps_may_stack(
    start: str, full: str, fits: bool
) -> None:
    table = alone(moving(), "abct-1", "stryker-1").put("stryker-1", start).put("abct-1", full)
    assert (full in reach(table, "stryker-1")) is fits
    table.change("stryker-1", steps=2)
    assert full in reach(table, "stryker-1")


@pytest.mark.rule("ows 10.10.3c", "ows 10.10.3b", "ows 10.10.3.1")
@pytest.mark.parametrize(
    ("start", "beside", "enemy", "stops"),
    [("t14", "t24", "t34", True), ("f0304", "f0404", "f0504", False)],
)
def test_a_single_battalion_stops_a_march_on_a_10_km_map_alone(
    start: str, beside: str, enemy: str, stops: bool
) -> None:
    table = alone(moving(), "stryker-1").put("stryker-1", start)
    table.put("recon-r", enemy).known("recon-r", "blue", "red")
    assert beside in table.state.board.neighbours[start]
    assert enemy in table.state.board.neighbours[beside]
    table.order("march", unit="stryker-1", to=beside)
    assert place(table, "stryker-1") == beside
    assert bool(table.state.marked(MARCHED)["stryker-1"]["stopped"]) is stops


@pytest.mark.rule("ows 10.15.9", "ows 10.9d")
@pytest.mark.parametrize(
    ("target", "one", "other", "advance"),
    [("t32", "t22", "t31", ["abct-1"]), ("f0303", "f0203", "f0302", ["abct-1", "stryker-1"])],
)
def test_no_more_than_five_steps_advance_into_a_10_km_hex(
    target: str, one: str, other: str, advance: list[str]
) -> None:
    """Two brigades attack: where five steps may stack, one of them advances."""
    units = {"abct_1": one, "stryker_1": other, "light_r": target}
    table = declared(cells(ready("blue", **units), d=1), target, abct_1=one, stryker_1=other)
    battle(table, target, 1, [advance], lead="abct-1")
    (asked,) = [each for each in table.people.asked if "advance" in words_of(each.text, "ows")]
    assert asked.suggested == (advance,)
    assert [unit for unit in ("abct-1", "stryker-1") if place(table, unit) == target] == advance
