"""A look-up table read from a file of the facilitator's own: CSV or YAML."""

import csv
import io
import re
from pathlib import Path
from typing import Any

import msgspec

from domain.errors import BadData, NotFound
from domain.events import Cell, TableData
from domain.text import check_all_visible

LARGEST_TABLE = 1_000_000
"""Bytes that a table file may have."""

_RANGE = re.compile(r"(-?\d{1,9})?\.\.(-?\d{1,9})?")
_DASHED = re.compile(r"(\d{1,9})\s*[-–]\s*(\d{1,9})")
_NUMBER = re.compile(r"-?\d{1,9}")
_WORDS: dict[str, Cell] = {"yes": True, "true": True, "no": False, "false": False, "none": None}


def read_table(path: Path, old: TableData) -> TableData:
    """The table in a file, in the place of `old`: what the file does not say is taken from there.

    Raises NotFound, or BadData in one sentence.
    """
    if not path.is_file():
        raise NotFound(f"There is no file {path}.")
    if path.stat().st_size > LARGEST_TABLE:
        raise BadData(f"{path.name} is larger than {LARGEST_TABLE} bytes.")
    known: dict[str, Any] = {"title": old.title, "keys": old.keys, "provenance": "house", "source": path.name}
    if path.suffix.lower() in (".yaml", ".yml", ".json"):
        from adjudication.engine.data_file import read_yaml

        data, _ = read_yaml(path)
        if isinstance(data, list):
            data = {"rows": data}
        if not isinstance(data, dict):
            raise BadData(f"{path.name} holds no table: rows are wanted.")
        known.update(data)
        known["rows"] = [_ranges(row, known["keys"]) for row in known.get("rows") or ()]
    elif path.suffix.lower() == ".csv":
        known["rows"] = _csv_rows(path, old)
    else:
        raise BadData(f"{path.name} is neither CSV nor YAML.")
    if not known.get("rows"):
        raise BadData(f"{path.name} has no rows.")
    try:
        return msgspec.convert(known, TableData)
    except msgspec.ValidationError as error:
        raise BadData(f"{path.name}: {error}.") from error


def _ranges(row: Any, keys: Any) -> Any:
    """A row of YAML, the ranges in its key columns written as in CSV (`2..5`)."""
    if not isinstance(row, dict) or not isinstance(keys, list | tuple):
        return row
    return {
        name: _cell(cell) if name in keys and isinstance(cell, str) and _RANGE.fullmatch(cell) else cell
        for name, cell in row.items()
    }


def _csv_rows(path: Path, old: TableData) -> list[dict[str, Cell]]:
    from adjudication.seminar.injects import delimiter

    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter(text)))
    except UnicodeDecodeError as error:
        raise BadData(f"{path.name} is not in UTF-8; save it as CSV UTF-8.") from error
    except csv.Error as error:
        raise BadData(f"{path.name} is not readable CSV: {error}.") from error
    named = {column.casefold(): column for row in old.rows for column in row}
    columns = [named.get(column.strip().casefold(), column.strip()) for column in rows[0]] if rows else []
    if not all(columns) or len(set(columns)) != len(columns):
        raise BadData(f"{path.name}: each column needs a name of its own in the first line.")
    found = []
    check_all_visible(columns, f"{path.name}, line 1", keep="")
    for number, row in enumerate(rows[1:], start=2):
        check_all_visible(row, f"{path.name}, line {number}")
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(columns):
            raise BadData(f"{path.name}, line {number}: {len(row)} cells stand under {len(columns)} columns.")
        cells = {column: _cell(text.strip()) for column, text in zip(columns, row, strict=True)}
        for key in old.keys:
            dashed = _DASHED.fullmatch(str(cells.get(key)))
            if dashed is not None and all(cells[key] != each.get(key) for each in old.rows):
                raise BadData(
                    f"{path.name}, line {number}: write the range {cells[key]} as {dashed[1]}..{dashed[2]}."
                )
        found.append(cells)
    return found


def _cell(text: str) -> Cell:
    """`2..5`, `6..` and `..1` are ranges; whole numbers, yes, no and none are what they say."""
    span = _RANGE.fullmatch(text)
    if span is not None:
        low, high = span.groups()
        return (int(low) if low else None, int(high) if high else None)
    if _NUMBER.fullmatch(text):
        return int(text)
    return _WORDS.get(text.lower(), text)
