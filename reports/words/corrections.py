"""What notes, messages and injects say now, after their corrections, as far as a viewer may know."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.views.view import EventView
from reports.words.names import one_line


class Amended(NamedTuple):
    """The present state of an entry.

    text, fields: what it says now; None and empty if unchanged. by: the number, or line, of the latest
    correction.
    """

    text: str | None
    fields: Mapping[str, Any]
    withdrawn: bool
    by: int


def amended(views: Sequence[EventView]) -> dict[int, Amended]:
    """The entries that were corrected or withdrawn, by the number, or line, of the original."""
    found: dict[int, Amended] = {}
    for view in views:
        f = view.fields
        if view.event != "entry-corrected" or f.get("topic"):
            continue
        before = found.get(f["concerns"], Amended(None, {}, False, 0))
        found[f["concerns"]] = Amended(
            f["text"] or before.text,
            f["fields"] or before.fields,
            f["withdrawn"],
            view.number or view.line,
        )
    return found


def now(view: EventView, changes: Mapping[int, Amended]) -> EventView:
    """A note, message or inject with its present text."""
    change = changes.get(view.number or view.line)
    if change is None:
        return view
    fields = dict(view.fields)
    if change.text is not None:
        fields["text"] = change.text
    if change.fields:
        fields["fields"] = change.fields
    return msgspec.structs.replace(view, fields=fields)


def first_said(was: str, change: Amended | None) -> str:
    """The suffix of a text that was corrected: ` (corrected; first: ...)`."""
    return f" (corrected; first: {one_line(was)})" if change is not None and change.text is not None else ""
