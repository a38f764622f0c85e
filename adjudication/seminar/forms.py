"""Forms and messages: structured orders, requests and answers, addressed, and kept with their audience.

A form is a YAML file in `scenarios/forms`; what is filled in is checked against its fields.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from adjudication.engine.data_file import read_yaml
from domain.errors import BadData, NotFound, Refused
from domain.events import MessageSent
from domain.events.seen import EVERYONE, WHITE
from domain.resolving import resolve
from domain.table.state import State

LONGEST_TEXT = 10_000
"""Characters that one field may have."""
MOST_LINES = 50
"""Entries that a field of type `list` may have."""
LARGEST_FILLED = 1_000_000
"""Bytes that a file with a form filled in may have."""


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of a form. type: `text`, `list` (of texts, at most `most`), `number` or `choice` (of
    `options`)."""

    name: str
    label: str
    type: Literal["text", "list", "number", "choice"] = "text"
    required: bool = False
    help: str = ""
    options: tuple[str, ...] = ()
    most: int = MOST_LINES


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form: what it is called, what it is for, its fields; `rule` where a document has it."""

    title: str
    about: str
    fields: tuple[Field, ...]
    rule: str = ""

    def field(self, name: str) -> Field:
        """The field of that name. Raises BadData."""
        for field in self.fields:
            if field.name == name:
                return field
        known = ", ".join(field.name for field in self.fields)
        raise BadData(f"{self.title}: there is no field {name[:40]!r}; there are: {known}.")


@cache
def forms() -> Mapping[str, Form]:
    """All forms, by name."""
    folder = files("scenarios").joinpath("forms")
    found = {}
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.endswith(".yaml"):
            raw, _ = read_yaml(path)
            try:
                found[path.name.removesuffix(".yaml")] = msgspec.convert(raw, Form)
            except msgspec.ValidationError as error:
                raise BadData(f"The form {path.name}: {error}.") from error
    return found


def form(name: str) -> Form:
    """The form of that name. Raises NotFound."""
    known = forms()
    if name not in known:
        raise NotFound(f"There is no form {name[:40]!r}; there are: {', '.join(known)}.")
    return known[name]


def form_named(text: str) -> str:
    """The name of the form that a text means: its name, its title, or a beginning of one. Raises NotFound."""
    return resolve([(name, each.title) for name, each in forms().items()], text, "form")


def read_field(form: Form, field: Field, raw: Any) -> Any:
    """What was filled in, as plain data. Raises BadData in one sentence."""
    where = f"{form.title}, {field.name}"
    match field.type:
        case "number":
            text = str(raw).strip()
            if isinstance(raw, bool) or not re.fullmatch(r"-?[0-9]{1,9}", text):
                raise BadData(f"{where}: a whole number is wanted, not {text[:40]!r}.")
            return int(text)
        case "list":
            lines = raw if isinstance(raw, list) else str(raw).split("\n")
            if not all(isinstance(line, str | int) for line in lines):
                raise BadData(f"{where}: a list of texts is wanted.")
            entries = [_text(where, str(line)) for line in lines if str(line).strip()]
            if len(entries) > field.most:
                raise BadData(f"{where}: at most {field.most} entries are wanted, not {len(entries)}.")
            return entries
        case "choice":
            chosen = next((o for o in field.options if o.casefold() == str(raw).strip().casefold()), None)
            if chosen is None:
                raise BadData(f"{where}: one of {', '.join(field.options)}, not {str(raw)[:40]!r}.")
            return chosen
    if not isinstance(raw, str | int):
        raise BadData(f"{where}: a text is wanted.")
    return _text(where, str(raw))


def _text(where: str, text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise BadData(f"{where}: at most {LONGEST_TEXT} characters are wanted.")
    return text.strip()


def fill(form: Form, raw: Mapping[str, Any]) -> dict[str, Any]:
    """A form filled in: its fields in their order, those left empty left out.

    Raises BadData for an unknown, malformed or missing field.
    """
    for name in raw:
        form.field(name)
    filled = {
        field.name: read_field(form, field, raw[field.name])
        for field in form.fields
        if raw.get(field.name) not in (None, "", [])
    }
    filled = {name: value for name, value in filled.items() if value not in ("", [])}
    missing = [field.name for field in form.fields if field.required and field.name not in filled]
    if missing:
        raise BadData(f"{form.title}: still wanted: {', '.join(missing)}.")
    if not filled:
        raise BadData(f"{form.title}: nothing is filled in.")
    return filled


def addressees(state: State, to: Sequence[str]) -> tuple[str, ...]:
    """The sides that a message goes to: `all` is every side, `white` the white cell, who reads all anyway.

    Raises NotFound for a side that is not there, BadData without any.
    """
    if not to:
        raise BadData(f"Say to whom with --to: {', '.join(state.sides)}, all or {WHITE}.")
    found: dict[str, None] = {}
    for name in to:
        named = state.side_named(name, EVERYONE, WHITE)
        found.update(dict.fromkeys(state.sides if named == EVERYONE else [named]))
    return tuple(found)


def audience_of(side: str, to: Sequence[str]) -> tuple[str, ...]:
    """Who may read a message: who sent it, and to whom it is addressed."""
    return tuple(dict.fromkeys(name for name in (side, *to) if name not in ("", WHITE)))


def sending(
    state: State, number: int, time: str, name: str, fields: dict[str, Any], sender: str, side: str,
    to: tuple[str, ...],
) -> MessageSent:  # fmt: skip
    """The event of a message, stamped with turn and phase, for who sent it and whom it is to alone."""
    if state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    return MessageSent(
        number=number,
        time=time,
        rule=form(name).rule if form(name).rule.partition(" ")[0] == _system(state) else "",
        audience=audience_of(side, to),
        form=name,
        fields=fields,
        sender=sender,
        side=side,
        to=to,
        turn=state.turn,
        phase=state.phase,
    )


def _system(state: State) -> str:
    return state.opened.system if state.opened is not None else ""
