"""The tables in the documents that the code itself can fill: commands, events, and the read model."""

import ast
import inspect
import re
import types
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from typer.main import get_command

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import OrderKind
from adjudication.engine.umpire import Umpire
from adjudication.engine.umpire.answering import Answering
from adjudication.engine.umpire.log import Log
from cli.main import PANELS, app
from domain.events import WIRE_NAMES, Cell, Event, Value
from domain.texts import Said
from reports.read_model.schema import tables as read_model
from reports.read_model.views import VIEWS
from tests.docs.documents import ROOT

COMMANDS_FILE = ROOT / "docs" / "commands.md"
READ_MODEL_FILE = ROOT / "docs" / "read-model.md"
EVENTS_FILE = ROOT / "docs" / "log-format.md"
RULES_GUIDE = ROOT / "docs" / "adding-a-rule-system.md"
RULE_CODE_FILE = ROOT / "docs" / "rule-code.md"


def commands_table() -> str:
    """Every command under its heading, with the sentence that its help begins with."""
    group = get_command(app)
    rows = ["| command | what it does |", "|---|---|"]
    for title, names in PANELS.items():
        rows.append(f"| **{title}** | |")
        for name in names:
            command = group.get_command(None, name)  # type: ignore[attr-defined]
            sentence = " ".join((command.help or "").split("\n\n")[0].split())
            rows.append(f"| `{name}` | {sentence} |")
    return "\n".join(rows)


def events_table() -> str:
    """Every event with its own fields, and the records that stand in such fields."""
    common = {each.name for each in msgspec.structs.fields(Event)}
    events = ["| event | what it says | fields of its own |", "|---|---|---|"]
    for wire_name, kind in WIRE_NAMES.items():
        own = " ".join(field for field in _fields(kind) if re.split("[:=]", field)[0] not in common)
        events.append(f"| `{wire_name}` | {_sentence(kind)} | {f'`{own}`' if own else 'none'} |")
    records = ["| record | what it is | fields |", "|---|---|---|"]
    for record in _records():
        records.append(f"| `{_name(record)}` | {_sentence(record)} | `{' '.join(_fields(record))}` |")
    return "\n".join([*events, "", *records])


def _sentence(kind: type) -> str:
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split()).replace("|", "/")


def _name(kind: type) -> str:
    return kind.__name__.removesuffix("Data")


def _fields(kind: type[msgspec.Struct]) -> Iterator[str]:
    """The fields in their order, each as `name:type`, and `=default` where it may be left out."""
    hints = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        default = ""
        if not field.required:
            given = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
            plain = msgspec.to_builtins(given)
            default = f"={plain}" if plain and type(plain) in (str, int) else "="
        shown = _type(hints[field.name])
        yield f"{field.name}{f':{shown}' if shown != 'text' else ''}{default}"


def _type(hint: Any) -> str:
    """A type in the notation of the log format."""
    if hint == Value:
        return "value"
    if hint == Cell:
        return "cell"
    if hint == Said:
        return "said"
    plain = {str: "text", int: "number", bool: "flag", Any: "data"}
    if hint in plain:
        return plain[hint]
    inner = get_args(hint)
    if get_origin(hint) is dict:
        return f"{{{_type(inner[1])}}}"
    if get_origin(hint) is tuple:
        return f"[{_type(inner[0])}]" if inner[1] is ... else f"({','.join(map(_type, inner))})"
    if get_origin(hint) in (Union, types.UnionType):
        (wanted,) = (each for each in inner if each is not type(None))
        return f"{_type(wanted)}?"
    assert issubclass(hint, msgspec.Struct)
    return _name(hint)


def verbs() -> dict[str, str]:
    """Every verb of the umpire with its arguments as a document shows them: without types."""
    engine = {*vars(Log), *vars(Answering)}
    found = {}
    for name, verb in inspect.getmembers(Umpire, inspect.isfunction):
        if name.startswith("_") or name in engine:
            continue
        signature = inspect.signature(verb)
        shown = [_argument(each) for each in list(signature.parameters.values())[1:]]
        found[name] = str(signature.replace(parameters=shown, return_annotation=inspect.Signature.empty))
    return found


def _argument(argument: inspect.Parameter) -> inspect.Parameter:
    """An argument without its type; a default that has no text of its own is `...`, a function its name."""
    default = argument.default
    if default is ... or type(default) is object:
        default = _Shown("...")
    elif inspect.isbuiltin(default):
        default = _Shown(default.__name__)
    return argument.replace(annotation=inspect.Parameter.empty, default=default)


class _Shown(str):
    """A text that is shown without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def verbs_told(path: Path) -> dict[str, str]:
    """The verbs of the table of a document, each with its arguments."""
    text = section(path, "The umpire's verbs")
    rows = re.findall(r"^\| `(\w+)(\([^`]*\))`.*\|$", text, flags=re.MULTILINE)
    assert len(dict(rows)) == len(rows)
    return dict(rows)


def section(path: Path, title: str) -> str:
    """What a document says under a heading."""
    return path.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def system_table() -> str:
    """What a rule system must have, then each group of what it may have, field by field."""
    required = documented(RuleSystem)
    rows = [*_HEAD, *map(_row, required.items())]
    for name, group in groups_of_a_system().items():
        rows.append(f"| **`{name}`: `{group.__name__}`** | {summary_of(group)} | |")
        rows += map(_row, documented(group).items())
    return "\n".join(rows)


def groups_of_a_system() -> dict[str, type]:
    """The groups of what a rule system may have."""
    required = documented(RuleSystem)
    return {name: group for name, group in get_type_hints(RuleSystem).items() if name not in required}


def order_kind_table() -> str:
    """What a kind of order consists of."""
    return "\n".join([*_HEAD, *map(_row, documented(OrderKind).items())])


_HEAD = ("| field | what it is | without it |", "|---|---|---|")


def _row(field: tuple[str, str]) -> str:
    name, docstring = field
    about, _, without = docstring.removesuffix(".").partition(" Without it ")
    return f"| `{name}` | {about.removesuffix('.')} | {without}{' ' * bool(without)}|"


def documented(kind: type) -> dict[str, str]:
    """The fields of a class that have a docstring of their own, each with it on one line."""
    (of_class,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(of_class, ast.ClassDef)
    found = {}
    for line, after in pairwise(of_class.body):
        match line, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
    return found


def summary_of(kind: type) -> str:
    """The docstring of a class on one line."""
    return " ".join((kind.__doc__ or "").split())


def _records() -> list[type[msgspec.Struct]]:
    """Every record that stands in a field, directly or within another."""
    found: list[type[msgspec.Struct]] = []

    def collect(hint: Any) -> None:
        for inner in get_args(hint):
            collect(inner)
        if isinstance(hint, type) and get_origin(hint) is None and issubclass(hint, msgspec.Struct):
            for field in get_type_hints(hint).values():
                collect(field)
            if not issubclass(hint, Event) and hint not in found:
                found.append(hint)

    for kind in WIRE_NAMES.values():
        collect(kind)
    return found


def read_model_tables() -> str:
    """Every table and view of the read model, with its columns."""
    parts = []
    for table in read_model():
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
    RULES_GUIDE: ("rule system", system_table),
    RULE_CODE_FILE: ("order kind", order_kind_table),
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
