"""What a side supposes of what it does not know, for odds before it commits itself: no event card is drawn,
and the enemy has put down no marks that it has not seen. A block that it does not know may be any of the
enemy's blocks that it has not seen, on the map or not."""

from adjudication.systems.nineveh.events import TRIGGER
from domain.events.seen import knows
from domain.table.state import State
from domain.views.view import sees_mark

SUPPOSITION = "no event card is drawn"
"""As odds say it; the white cell's own odds take the event deck as it lies."""


def supposed(state: State, viewer: str) -> None:
    """Take the event deck's number, and the secret marks that the viewer does not know, from a table of one's
    own."""
    for subject, marks in list(state.marks.items()):
        known = knows(viewer, state.who_sees_subject(subject))
        for mark in list(marks):
            if mark == TRIGGER or not (known and sees_mark(state, viewer, subject, mark)):
                del marks[mark]
                state.marks_for.pop((subject, mark), None)
                state.lapses.pop((subject, mark), None)
        if not marks:
            del state.marks[subject]
    state.forget()
