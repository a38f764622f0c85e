"""Lines of a log in words, each with the names that its reader had for things when it happened.

Whoever words a line is given the table as it was just before the event, and nothing of later: what has become
known, or is hidden again, since then cannot get into it.
"""

from collections.abc import Iterator, Sequence

from domain.events import Event
from domain.table.state import State
from domain.views.view import EventView, see_numbered
from reports.story.replay import walk
from reports.words.events import view_in_words
from reports.words.names import Names


def names_then(view: EventView, state: State, viewer: str) -> Names:
    """The names in a line, given the table just before its event. What it shows is named at once."""
    if view.event == "phase-entered" and state.time.now:
        state = state.copy()  # a turn is called by the date on which it begins
        state.enter_phase(view.fields["turn"], view.fields["phase"], "")
    shown = view.fields.get("piece")
    return Names(state, viewer, then=True, shown=shown if isinstance(shown, str) else "")


def lines_then(
    log: Sequence[Event], views: Sequence[EventView], viewer: str
) -> Iterator[tuple[int, EventView, Names]]:
    """Each of some lines of a log, by its event's number, with the names that things had then; look at them
    before asking for the next."""
    by_number = {view.number: view for view in views}
    if 0 in by_number:  # a side's own, which have the numbers of its lines alone
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
