"""The tables beside docs/ramadi-calibration.md: each is Ramadi's own, but for what it is named for."""

from pathlib import Path
from typing import Any

import pytest

from adjudication.engine.by_hand.house_tables import same_shape
from adjudication.engine.games.scenario import load_scenario
from cli.white_cell.charts_files import read_table
from domain.table.tables import Table

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "ramadi-calibration"
OWN = load_scenario("ramadi", "historical").tables


def moved(cell: Any, by: int) -> Any:
    """A range, or a number, moved by so much; what is open stays open."""
    if isinstance(cell, tuple | list):
        return tuple(None if end is None else end + by for end in cell)
    return None if cell is None else cell + by


def changed(name: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row of ours as that file has it."""
    by = 1 if name.endswith("more") else -1
    if name.startswith("margin"):
        return {**row, "difference": moved(row["difference"], by)}
    if name.startswith("casualties"):
        return {**row, "casualty_on": moved(row["casualty_on"], by)}
    if name.startswith("operations"):
        return {**row, "operations": max(0, row["operations"] + by)}
    return {**row, "difference": moved(row["difference"], 1)}  # a tie falls to what a point less has


@pytest.mark.parametrize("file", sorted((FOLDER / "limits").iterdir()), ids=lambda file: file.stem)
def test_a_table_that_shows_a_limit_has_the_form_of_ours(file: Path) -> None:
    name = "operations" if file.stem.endswith("operations") else "operations_results"
    data = read_table(file, OWN[name])
    same_shape(name, OWN[name], data)  # refuses other columns
    assert data.rows != OWN[name].rows


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.csv")), ids=lambda file: file.stem)
def test_a_table_is_ours_but_for_one_thing(file: Path) -> None:
    name = {"margin": "operations_results", "casualties": "operations_results", "tie": "isis_attack"}.get(
        file.stem.partition("-")[0], "operations"
    )
    data = read_table(file, OWN[name])
    Table(name, data)
    same_shape(name, OWN[name], data)
    assert list(data.rows) == [changed(file.stem, dict(row)) for row in OWN[name].rows]


def test_all_of_them_are_there() -> None:
    page = FOLDER.with_suffix(".md").read_text()
    assert len(list(FOLDER.glob("*.csv"))) == 7
    assert all(file.name in page for file in FOLDER.rglob("*.csv"))
