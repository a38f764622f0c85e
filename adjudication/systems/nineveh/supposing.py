"""What a side supposes of what it does not know, for odds before it commits itself: no event card is drawn,
face-down cards of the enemy do nothing, and the enemy has put down no marks that it has not seen. A block
that it does not know may be any of the enemy's blocks that it has not seen, on the map or off it."""

from adjudication.systems.nineveh.blocks import DAESH, ISF
from adjudication.systems.nineveh.events import TRIGGER
from domain.events.seen import knows
from domain.table.state import State
from domain.views.view import sees_mark

SUPPOSED = (
    "They suppose that no event card is drawn and that face-down cards of the enemy do nothing; "
    "a hidden block may be any block of the enemy that has not been shown."
)
"""As odds say it. The white cell's own odds take blocks, cards and the event deck as they are."""


def supposed(state: State, viewer: str) -> None:
    """Take the event deck's number, the enemy's face-down cards, and the marks that the viewer does not know
    from a table of one's own."""
    for side in (ISF, DAESH):
        for card in state.pieces_at(f"cards-{side}"):
            if not knows(viewer, card.known_to):
                state.take_off(card.id)
                state.marks.pop(card.id, None)
    for subject, marks in list(state.marks.items()):
        known = knows(viewer, state.who_sees_subject(subject))
        for mark in list(marks):
            if mark == TRIGGER or not (known and sees_mark(state, viewer, subject, mark)):
                del marks[mark]
                state.marks_for.pop((subject, mark), None)
                state.lapses.pop((subject, mark), None)
        if not marks:
            del state.marks[subject]
    state.bearers.clear()
    state.forget()
