"""Exports of the read model: Datasette's metadata beside it, and CSV and Parquet of all it holds."""

from pathlib import Path
from typing import Any

import msgspec
from sqlite_utils import Database

from domain.errors import Refused
from domain.ledger.files import write_whole
from reports.read_model.schema import all_tables, tables
from reports.read_model.views import VIEWS
from reports.studies.tables import NO_PARQUET, Columns, csv_text, has_parquet, write_parquet

METADATA = "metadata.json"
"""The file that is passed to Datasette with `--metadata`."""


def check_metadata(folder: Path) -> dict[str, Any]:
    """What the metadata file in a folder says about other databases. Raises Refused if it is no such file."""
    path = folder / METADATA
    if not path.exists():
        return {}
    try:
        said = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        said = None
    if not isinstance(said, dict) or not isinstance(said.get("databases", {}), dict):
        raise Refused(f"{path} is there, and no metadata of Datasette; put the read model somewhere else.")
    return said


def write_metadata(path: Path) -> Path:
    """Write, or add to, the metadata file beside a read model: every table, view and column described."""
    said = check_metadata(path.parent)
    said.setdefault("databases", {})[path.stem] = {
        "title": "Games of whitecell",
        "description": "Built from the logs by `whitecell read-model`; docs/read-model.md tells of it.",
        "tables": {
            **{
                table.name: {
                    "description": table.about,
                    "columns": {column.name: column.about for column in table.columns},
                    **({"label_column": table.label} if table.label else {}),
                }
                for table in all_tables()
            },
            **{view.name: {"description": view.about, "columns": view.columns} for view in VIEWS},
        },
    }
    file = path.parent / METADATA
    content = msgspec.json.format(msgspec.json.encode(said), indent=2)
    write_whole(file, content)
    return file


def export_files(folder: Path, kind: str) -> list[Path]:
    """The files that an export to a folder writes. Raises Refused if the kind cannot be written here."""
    if kind == "parquet" and not has_parquet():
        raise Refused(NO_PARQUET)
    return [folder / f"{name}.{kind}" for name in _names()]


def _names() -> list[str]:
    return [*(table.name for table in tables()), *(view.name for view in VIEWS)]


def write_exports(database: Database, folder: Path, kind: str) -> int:
    """Write every table and view as a file in a folder, `csv` or `parquet`. Returns how many. Raises
    Refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror or error}.") from error
    files = export_files(folder, kind)
    for name, file in zip(_names(), files, strict=True):
        _write_table(file, name, _columns(database, name), kind)
    return len(files)


def _write_table(path: Path, name: str, columns: Columns, kind: str) -> None:
    if kind == "csv":
        write_whole(path, csv_text(columns).encode())
        return
    spec = next((table for table in tables() if table.name == name), None)
    kinds = {column.name: column.kind for column in spec.columns} if spec is not None else _kinds(columns)
    write_parquet(path, columns, kinds)


def _kinds(columns: Columns) -> dict[str, type[Any]]:
    """The types of a view's columns, from their content."""
    found: dict[str, type[Any]] = {}
    for name, values in columns.items():
        held = {type(value) for value in values if value is not None}
        found[name] = float if float in held else int if held == {int} else str
    return found


def _columns(database: Database, name: str) -> Columns:
    keys = {table.name: ", ".join(table.key) for table in tables()}
    order = f" ORDER BY {keys[name]}" if name in keys else ""
    cursor = database.execute(f"SELECT * FROM {name}{order}")
    heads = [head[0] for head in cursor.description]
    rows = cursor.fetchall()
    return {head: [row[place] for row in rows] for place, head in enumerate(heads)}
