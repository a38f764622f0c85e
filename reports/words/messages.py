"""Messages as their readers see them: sender, addressees, time, and each field of the form."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from domain.table.state import State
from domain.views.view import EventView
from reports.words.names import Names, capital, joined, one_line, spoken

if TYPE_CHECKING:
    from adjudication.seminar.forms import Form


PLAIN_WORDS = "message"
"""The form with a single field, whose label says nothing."""


def _form(name: str) -> "Form | None":
    from adjudication.seminar.forms import forms  # forms are read from YAML, which takes time

    return forms().get(name)


def form_title(name: str) -> str:
    """The name of a form: `Request for information`."""
    form = _form(name)
    return form.title if form is not None else capital(spoken(one_line(name).replace("-", " ")))


def heading(view: EventView, state: State, viewer: str) -> str:
    """`Request for information, turn 2, planning: Bo of Blue to the white cell`."""
    fields, names = view.fields, Names(state, viewer)
    behalf = names.side(fields["side"]) if fields["side"] else "the white cell"
    sender = f"{one_line(fields['sender'])} of {behalf}" if fields["sender"] else behalf
    to = joined([names.side(side) for side in fields["to"]]) if fields["to"] else "the white cell"
    when = f", turn {fields['turn']}" if fields["turn"] else ""
    phase = f", {one_line(fields['phase'])}" if fields["phase"] else ""
    return f"{form_title(fields['form'])}{when}{phase}: {sender} to {to}"


def field_texts(name: str, filled: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """The fields of the form that were filled in, in the form's order: the label and the lines."""
    form = _form(name)
    labels = {field.name: field.label for field in form.fields} if form is not None else {}
    order = [*(name for name in labels if name in filled), *(name for name in filled if name not in labels)]
    return [(labels.get(name, capital(spoken(name))), _texts(filled[name])) for name in order]


def _texts(value: Any) -> list[str]:
    lines = value if isinstance(value, list | tuple) else str(value).split("\n")
    return [one_line(line) for line in lines if str(line).strip()]


def message_lines(view: EventView, state: State, viewer: str) -> list[str]:
    """A message as lines of plain text, its heading first."""
    lines = [heading(view, state, viewer)]
    for label, texts in field_texts(view.fields["form"], view.fields["fields"]):
        if len(texts) == 1:
            lines.append(f"{label}: {texts[0]}")
        else:
            lines += [f"{label}:", *(f"- {text}" for text in texts)]
    return lines
