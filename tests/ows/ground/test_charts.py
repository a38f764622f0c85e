"""Charts of the ground war: what the text fixes of them, over all cells."""

import pytest

from adjudication.engine.games.scenario import load_scenario
from domain.events import Cell
from domain.table.tables import Table

MODES = {"wheeled": 15, "tracked": 10, "foot": 2, "ski": 4}
WEATHERS = ("fair", "rough", "storm")
TERRAIN = ("highway", "open", "forest", "hills", "mountain", "urban")
NP = "NP"


@pytest.fixture(scope="module")
def movement() -> Table:
    return Table("ground-movement", load_scenario("ows", "proving-field").tables["ground-movement"])


def points(movement: Table, terrain: str, mode: str, weather: str) -> Cell:
    return movement.look_up({"terrain": terrain, "mode": mode, "weather": weather})[1]["points"]


@pytest.mark.rule("ows 10.10.1a")
def test_the_movement_chart_has_a_cell_for_each_terrain_mode_and_weather(movement: Table) -> None:
    """Each is a number of points or NP, and there are cells that are not possible (10.10.1b)."""
    cells = [
        points(movement, *keys) for keys in ((t, m, w) for t in TERRAIN for m in MODES for w in WEATHERS)
    ]
    assert all(cell == NP or (isinstance(cell, int) and cell >= 1) for cell in cells)
    assert NP in cells


@pytest.mark.rule("ows 10.10.1a")
def test_worse_weather_is_never_faster_and_a_highway_never_slower(movement: Table) -> None:
    def slow(cell: Cell) -> int:
        return 99 if cell == NP else int(str(cell))

    for mode in MODES:
        for terrain in TERRAIN:
            row = [slow(points(movement, terrain, mode, weather)) for weather in WEATHERS]
            assert row == sorted(row), (terrain, mode)
        for weather in WEATHERS:
            road = slow(points(movement, "highway", mode, weather))
            assert all(road <= slow(points(movement, terrain, mode, weather)) for terrain in TERRAIN)


@pytest.mark.rule("ows 11.1d")
def test_fifteen_wheeled_points_are_about_ten_hexes(movement: Table) -> None:
    """Two zones of 100 km are ten hexes of 20 km: between all open country and all highway."""
    in_the_open, on_the_road = (
        MODES["wheeled"] // int(str(points(movement, terrain, "wheeled", "fair")))
        for terrain in ("open", "highway")
    )
    assert in_the_open < 10 < on_the_road


@pytest.mark.rule("ows 10.10.1c")
def test_foot_units_cross_two_hexes_of_good_ground_and_one_of_bad(movement: Table) -> None:
    assert 2 * int(str(points(movement, "open", "foot", "fair"))) <= MODES["foot"]
    assert 2 * int(str(points(movement, "hills", "foot", "fair"))) > MODES["foot"]


@pytest.mark.rule("ows 10.13.2.1b")
def test_fuel_rates_are_those_of_the_document() -> None:
    fuel = Table("fuel-rates", load_scenario("ows", "proving-field").tables["fuel-rates"])
    rates = {each: fuel.look_up({"fuel": each})[1]["points"] for each in ("mechanized", "heavy armor")}
    assert rates == {"mechanized": 1, "heavy armor": 2}
    assert fuel.look_up({"fuel": "helicopter"})[1]["points"] == 1
    assert fuel.look_up({"fuel": "fighter"})[1]["points"] == 2
