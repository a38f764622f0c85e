"""The tables in the documents that the code itself can fill: commands, events, and the read model."""

import inspect
import re
from pathlib import Path

import msgspec
from typer.main import get_command

from cli.main import COMMANDS, app
from domain.events import WIRE_NAMES, Event
from reports.read_model.schema import TABLES as READ_MODEL
from reports.read_model.views import VIEWS
from tests.docs.documents import ROOT

COMMANDS_FILE = ROOT / "docs" / "commands.md"
READ_MODEL_FILE = ROOT / "docs" / "read-model.md"
EVENTS_FILE = ROOT / "docs" / "architecture.md"


def commands_table() -> str:
    """Every command with the sentence that its help begins with."""
    group = get_command(app)
    rows = ["| command | what it does |", "|---|---|"]
    for name in COMMANDS:
        command = group.get_command(None, name)  # type: ignore[attr-defined]
        sentence = " ".join((command.help or "").split("\n\n")[0].split())
        rows.append(f"| `{name}` | {sentence} |")
    return "\n".join(rows)


def events_table() -> str:
    """Every event: its name on the wire, what it says, and its own fields."""
    common = {each.name for each in msgspec.structs.fields(Event)}
    rows = ["| event | what it says | fields of its own |", "|---|---|---|"]
    for wire_name, kind in WIRE_NAMES.items():
        sentence = " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split())
        own = [each.name for each in msgspec.structs.fields(kind) if each.name not in common]
        names = ", ".join(f"`{name}`" for name in own) or "none"
        rows.append(f"| `{wire_name}` | {sentence.replace('|', '/')} | {names} |")
    return "\n".join(rows)


def read_model_tables() -> str:
    """Every table and view of the read model, with its columns."""
    parts = []
    for table in READ_MODEL:
        searched = f" Searched by `{table.name}_fts`: {', '.join(table.searched)}." if table.searched else ""
        rows = ["| column | type | what it says |", "|---|---|---|"]
        for column in table.columns:
            kind = "number" if column.kind is int else "text"
            leads = f" Leads to `{column.references}`." if column.references else ""
            rows.append(f"| `{column.name}` | {kind} | {column.about}{leads} |")
        key = ", ".join(f"`{name}`" for name in table.key)
        parts += [f"### {table.name}", f"{table.about} Key: {key}.{searched}", "\n".join(rows)]
    parts.append("## Views")
    for view in VIEWS:
        rows = ["| column | what it says |", "|---|---|"]
        rows += [f"| `{name}` | {about} |" for name, about in view.columns.items()]
        parts += [f"### {view.name}", view.about, "\n".join(rows)]
    return "\n\n".join(parts)


TABLES = {
    COMMANDS_FILE: ("commands", commands_table),
    EVENTS_FILE: ("events", events_table),
    READ_MODEL_FILE: ("read model", read_model_tables),
}


def between_marks(path: Path, name: str) -> re.Match[str]:
    """The place of a table in its document, between `<!-- name -->` and `<!-- end -->`."""
    text = path.read_text(encoding="utf-8")
    found = re.search(rf"(?<=<!-- {name} -->\n).*?(?=\n<!-- end -->)", text, flags=re.DOTALL)
    assert found is not None, f"{path.name} has no place for the table of {name}"
    return found


def fill() -> None:
    """Write every table into its document."""
    for path, (name, table) in TABLES.items():
        place = between_marks(path, name)
        text = place.string
        path.write_text(text[: place.start()] + table() + text[place.end() :], encoding="utf-8")
