"""Charts that a scenario may have or not: rows found by what they say, with a default where there is none.

A chart is a look-up table of the scenario. It is replaceable in play: another table then takes its place.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.events import Cell
from domain.table.derived import derived
from domain.table.state import State
from domain.table.tables import Table

ANY = "any"
"""A cell that fits everything."""


def rows(state: State, chart: str) -> tuple[Mapping[str, Cell], ...]:
    """All rows of a chart; none where the scenario does not have it."""
    table = state.tables.get(chart)
    return tuple(table.data.rows) if table is not None else ()


def row_for(state: State, chart: str, **wanted: Any) -> Mapping[str, Cell] | None:
    """The row whose cells are as wanted, or say `any`: the one that names most of it, of equals the first;
    None where there is none."""
    table = state.tables.get(chart)
    return _row_in(table, tuple(wanted.items())) if table is not None else None


@derived
def _row_in(table: Table, wanted: tuple[tuple[str, Any], ...]) -> Mapping[str, Cell] | None:
    return row_of(table.data.rows, **dict(wanted))


def row_of(listed: Sequence[Mapping[str, Cell]], **wanted: Any) -> Mapping[str, Cell] | None:
    """The same of some rows."""
    fitting = [
        row for row in listed if all(row.get(column, ANY) in (value, ANY) for column, value in wanted.items())
    ]
    return max(fitting, key=lambda row: sum(row.get(each) == wanted[each] for each in wanted), default=None)


def cell(row: Mapping[str, Cell] | None, column: str, default: int) -> int:
    """The number in a column; the default where the row or the cell is missing."""
    value = row.get(column) if row is not None else None
    return value if isinstance(value, int) else default
