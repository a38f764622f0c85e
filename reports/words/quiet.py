"""Which lines a log leaves out unless all are asked for: bookkeeping, and what would be said twice."""

from collections.abc import Sequence

from domain.views.view import WHITE, EventView
from reports.words.phrases import phrases

SKIPPED = "Numbers skip bookkeeping; --all shows it."
"""What a listing says once where lines were left out."""

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
"""Manual changes, and the events that only say again what was done."""


def is_bookkeeping(view: EventView, system: str) -> bool:
    """Whether an event only keeps the books: the end of an order, or a mark that its system declares so."""
    if view.event == "order-done":
        return True
    return view.event == "marked" and phrases(system).bookkeeping(view.fields.get("mark", ""))


def worth_telling(views: Sequence[EventView], system: str, viewer: str) -> list[EventView]:
    """The events that a log tells: no bookkeeping, and no effect of a manual change that was told with it.

    A side may see an effect and not the change itself; it is told both.
    """
    told, effects = [], list[str]()
    for view in views:
        if viewer == WHITE and view.event == "order-given":
            effects = _effects(view)
        elif view.event in effects:
            effects.remove(view.event)
            continue
        if not is_bookkeeping(view, system):
            told.append(view)
    return told


def _effects(view: EventView) -> list[str]:
    """The kinds of events that may say again what a manual change did, for each of its acts."""
    acts = [view.fields["order"]]
    if acts[0] in ("hand-together", "hand-late-ruling"):
        acts = [each["act"] for each in view.fields["arguments"].get("acts", ())]
    return [effect for act in acts for effect in _EFFECTS.get(act, ())]
