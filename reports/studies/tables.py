"""The results of a study as tables for other programs: Parquet and CSV, one row a game, a rule, or a table
row."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from adjudication.chances.study import BatchPlayed, GamePlayed, Study
from domain.events import TableData
from domain.ledger.files import write_whole
from domain.text import visible
from reports.words.rulebook import cited_rules, rule_text

Columns = dict[str, list[Any]]

NO_PARQUET = "Parquet needs `pip install 'whitecell[parquet]'`."
"""How to install what is needed to write Parquet files."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def game_columns(study: Study, parts: Sequence[BatchPlayed]) -> Columns:
    """One row a game: what was varied, how it ended, scores, tracks and losses; None for values that it
    lacks."""
    variants = {variant.name: variant for variant in study.variants}
    games = [(variants[part.variant], game) for part in parts for game in part.games]
    keys = dict.fromkeys(key for variant in study.variants for key in variant.settings)
    columns: Columns = {"variant": [variant.name for variant, _ in games]}
    for key in keys:
        columns[key] = [variant.settings.get(key) for variant, _ in games]
    for name in ("number", "seed", "winner", "reason", "orders", "turns", "events", "chances", "judged"):
        columns[name] = [getattr(game, name) for _, game in games]
    for field, title in _TITLES.items():
        values: list[Mapping[str, Any]] = [getattr(game, field) for _, game in games]
        for of in dict.fromkeys(key for value in values for key in value):
            name = of.replace(" ", ".", 1) if field in _OF_SIDES else of
            columns[f"{title}.{name or 'none'}"] = [value.get(of) for value in values]
    columns["fault"] = [game.fault for _, game in games]
    return columns


_TITLES = {
    "scores": "score",
    "lost": "lost",
    "steps": "steps_lost",
    "entered": "entered",
    "tracks": "track",
    "marks": "mark",
    "happened": "happened",
    "points_by": "points_by",
    "lost_by": "lost_by",
    "lost_of": "lost_of",
    "ordered": "ordered",
    "first_in": "first_in",
}
_OF_SIDES = ("points_by", "lost_by", "lost_of", "ordered", "first_in")
"""Counts for a side and something else: `blue land` makes the column `ordered.blue.land`."""


class RuleCount(NamedTuple):
    """How often a rule was cited in a variant, and in how many of its games; `handled` is empty for a rule
    that the register does not have."""

    variant: str
    rule: str
    title: str
    handled: str
    times: int
    games: int


def rule_counts(study: Study, parts: Sequence[BatchPlayed]) -> list[RuleCount]:
    """Every rule of the register, and everything else that was cited, for each variant; 0 if never."""
    found = {
        variant.name: {citation: [0, 0] for citation in cited_rules(study.system)}
        for variant in study.variants
    }
    for part in parts:
        counts = found[part.variant]
        for rule, reached in part.rules.items():
            count = counts.setdefault(rule, [0, 0])
            count[0] += reached.times
            count[1] += reached.games
    return [
        RuleCount(
            variant, rule, rule_text(study.system, rule).title, rule_text(study.system, rule).handled, *count
        )
        for variant, counts in found.items()
        for rule, count in counts.items()
    ]


class RowCount(NamedTuple):
    """How often a table's row was found in a variant, and in how many games."""

    variant: str
    table: str
    row: int
    cells: str
    times: int
    games: int


def row_counts(study: Study, parts: Sequence[BatchPlayed]) -> list[RowCount]:
    """Every row of every table, for each variant; 0 if never found."""
    found: dict[str, dict[tuple[str, int], list[int]]] = {variant.name: {} for variant in study.variants}
    for part in parts:
        counts = found[part.variant]
        for table, rows in part.rows.items():
            for row, reached in rows.items():
                count = counts.setdefault((table, row), [0, 0])
                count[0] += reached.times
                count[1] += reached.games
    return [
        RowCount(variant.name, name, number, in_cells(row), *found[variant.name].get((name, number), (0, 0)))
        for variant in study.variants
        for name, table in tables_of(study, variant.name).items()
        for number, row in enumerate(table.rows, start=1)
    ]


def tables_of(study: Study, variant: str) -> dict[str, TableData]:
    """The tables with which a variant is played."""
    (opening,) = (each.opening for each in study.variants if each.name == variant)
    return {name: table for event in opening for name, table in getattr(event, "tables", {}).items()}


def in_cells(row: Mapping[str, Any]) -> str:
    """A row for readers: `die 2, casualties 5 to 9, operations 3`."""
    return ", ".join(f"{name} {_cell(value)}" for name, value in row.items())


def _cell(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        low, high = value
        if low is None or high is None:
            return "any" if low == high else f"{high} or less" if low is None else f"{low} or more"
        return f"{low} to {high}" if low != high else str(low)
    return str(value)


def columns_of(rows: Iterable[Any], kind: type[Any]) -> Columns:
    """Rows of one kind as columns."""
    cells = list(zip(*rows, strict=True)) or [()] * len(kind._fields)
    return {name: list(column) for name, column in zip(kind._fields, cells, strict=True)}


def write_tables(folder: Path, study: Study, parts: Sequence[BatchPlayed]) -> None:
    """Write `games`, `rules` and `table_rows`, each as `.csv`, and as `.parquet` if pyarrow is installed."""
    for name, columns in {
        "games": game_columns(study, parts),
        "rules": columns_of(rule_counts(study, parts), RuleCount),
        "table_rows": columns_of(row_counts(study, parts), RowCount),
    }.items():
        if has_parquet():
            write_parquet(folder / f"{name}.parquet", columns)
        write_whole(folder / f"{name}.csv", csv_text(columns).encode())


def has_parquet() -> bool:
    """Whether Parquet files can be written here."""
    return find_spec("pyarrow") is not None


def write_parquet(path: Path, columns: Columns, kinds: Mapping[str, type[Any]] | None = None) -> None:
    """Write a Parquet file. kinds: the types of columns, int, float or str; of the others, those with only
    flags are bool, those with only whole numbers int64, all others text."""
    import pyarrow as pa
    from pyarrow import parquet

    types = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}

    def array(name: str, values: list[Any]) -> Any:
        kind = (kinds or {}).get(name) or _kind(values)
        if kind is str:
            values = [value if value is None else str(value) for value in values]
        return pa.array(values, types[kind])

    table = pa.table({name: array(name, values) for name, values in columns.items()})
    write_whole(path, lambda part: parquet.write_table(table, part))


def _kind(values: Sequence[Any]) -> type[Any]:
    """The common type of all values, if there are any: True is a flag and not a number, mixed ones are
    text."""
    kinds = {type(value) for value in values if value is not None}
    return kinds.pop() if len(kinds) == 1 and kinds <= {bool, int} else str


def csv_text(columns: Columns) -> str:
    """CSV that a spreadsheet reads as data: no text in it begins like a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_plain(name) for name in columns])
    writer.writerows([_plain(cell) for cell in row] for row in zip(*columns.values(), strict=True))
    return out.getvalue()


def _plain(cell: Any) -> Any:
    """A cell for output: hidden characters are made visible, a text that begins like a formula is quoted."""
    if not isinstance(cell, str):
        return cell
    quote = "'" if cell.startswith(_FORMULA) else ""
    return quote + visible(cell, keep="\n\t")


__all__ = [
    "GamePlayed",
    "RowCount",
    "RuleCount",
    "game_columns",
    "row_counts",
    "rule_counts",
    "tables_of",
    "write_tables",
]
