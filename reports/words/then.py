"""Lines of a log in words, with the names that their reader had for things at that moment.

A line is worded from the table as it was just before its event, and from nothing later: what has become known
since then, or is hidden again, cannot get into it.
"""

from collections.abc import Iterator, Sequence

from domain.events import Event
from domain.game.replay import walk
from domain.table.state import State
from domain.views.view import EventView, see_numbered
from reports.words.events import view_in_words
from reports.words.names import Names


def names_then(view: EventView, state: State, viewer: str) -> Names:
    """The names for a line, given the table just before its event. What the line itself shows already has
    its name."""
    if view.event == "phase-entered" and state.time.now:
        state = state.copy()  # a turn is named by the date on which it begins
        state.enter_phase(view.fields["turn"], view.fields["phase"], "")
    shown = view.fields.get("piece")
    return Names(state, viewer, then=True, shown=shown if isinstance(shown, str) else "")


def lines_then(
    log: Sequence[Event], views: Sequence[EventView], viewer: str
) -> Iterator[tuple[int, EventView, Names]]:
    """Some lines of a log, by event number, in the names that things had then. Look at each before asking
    for the next."""
    by_number = {view.number: view for view in views}
    if 0 in by_number:  # a side's own lines, which have only the numbers of its view
        by_line = {view.line: view for view in views}
        seen = see_numbered(log, viewer)
        by_number = {number: by_line[view.line] for number, view in seen if view.line in by_line}
    last = max(by_number, default=0)
    for event, state in walk(log[:last], min(by_number, default=1)):
        view = by_number.get(event.number)
        if view is not None:
            yield event.number, view, names_then(view, state, viewer)


def words_then(log: Sequence[Event], views: Sequence[EventView], viewer: str) -> dict[int, str]:
    """Lines of a log in words, by the numbers that they have."""
    lines = lines_then(log, views, viewer)
    return {view.number or view.line: view_in_words(view, names) for _, view, names in lines}
