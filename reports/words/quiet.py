"""Which lines a log leaves out unless all are wanted: bookkeeping, and repetitions."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.views.view import WHITE, EventView
from reports.words.phrases import phrases

SKIPPED = "Numbers skip bookkeeping; --all shows it."
"""The sentence that a listing ends with if lines were left out."""

_EFFECTS = {
    "hand-score": ("scored",),
    "hand-move": ("piece-moved",),
    "hand-place": ("piece-placed",),
    "hand-remove": ("piece-removed",),
    "hand-change": ("piece-changed", "marked"),
    "hand-add-side": ("side-added",),
    "hand-add-space": ("space-added",),
    "hand-link": ("spaces-linked",),
    "hand-add-track": ("track-added",),
    "hand-add-table": ("table-added",),
    "hand-add-kind": ("kind-added",),
}
"""Manual changes, and the events that only repeat what was done."""


def is_bookkeeping(view: EventView, system: str) -> bool:
    """Whether an event is only bookkeeping: the end of an order, or a mark that its system declares as
    bookkeeping."""
    return is_quiet(view.event, view.fields, system)


def is_quiet(event: str, fields: Mapping[str, Any], system: str) -> bool:
    """The same for a kind of event and its fields."""
    if event == "order-done":
        return True
    if event == "looked-up":
        tables = phrases(system).tables
        return fields.get("table") in tables and tables[fields["table"]] is None
    return event == "marked" and phrases(system).bookkeeping(fields.get("mark", ""), fields.get("value", ""))


def worth_telling(views: Sequence[EventView], system: str, viewer: str) -> list[EventView]:
    """The events that a log shows: no bookkeeping, and no effect of a manual change that is shown with it.

    A side may see an effect and not the change itself, so it is shown both.
    """
    told, effects = [], list[str]()
    said = _said_by_marks(views, system)
    for place, view in enumerate(views):
        if viewer == WHITE and view.event == "order-given":
            effects = _effects(view)
        elif view.event in effects:
            effects.remove(view.event)
            continue
        if not is_bookkeeping(view, system) and place not in said:
            told.append(view)
    return told


_NEAR = 4
"""The greatest distance from a mark, in events, of an event that the mark makes superfluous."""


def _said_by_marks(views: Sequence[EventView], system: str) -> set[int]:
    """The places of events about a piece that a mark of it, a few events before or after, already
    expresses."""
    tells = phrases(system).tells
    marked = [
        (place, view)
        for place, view in enumerate(views)
        if tells and view.event == "marked" and view.fields.get("mark") in tells
    ]
    return {
        near
        for place, mark in marked
        for near in range(max(0, place - _NEAR), min(len(views), place + _NEAR + 1))
        if views[near].event in tells[mark.fields["mark"]]
        and views[near].fields.get("piece", "") == mark.fields.get("subject")
    }


def _effects(view: EventView) -> list[str]:
    """The kinds of events that may repeat what a manual change did, for each of its acts."""
    acts = [view.fields["order"]]
    if acts[0] in ("hand-together", "hand-late-ruling"):
        acts = [each["act"] for each in view.fields["arguments"].get("acts", ())]
    return [effect for act in acts for effect in _EFFECTS.get(act, ())]
