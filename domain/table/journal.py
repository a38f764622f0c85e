"""A journal of what events change, so that a state can be restored.

Computing odds tries thousands of outcomes on one table; undoing each is far cheaper than copying the table.
"""

from collections.abc import Callable
from typing import Any

from domain.events import (
    CountersAdopted,
    Event,
    Marked,
    OrderDone,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    PieceKnown,
    PiecePlaced,
    PieceRemoved,
    PresenceKnown,
    Scored,
    Shuffled,
    TableAdopted,
    TrackKnown,
    VerdictReached,
)
from domain.events.kind import Changes, EventKind, drops_derived
from domain.events.registry import ByKind
from domain.table.contacts import has_contacts
from domain.table.kept import Dropped, Kept, recount
from domain.table.mutators import MUTATORS
from domain.table.state import Piece, State

Undo = Callable[[], None]


class Journal:
    """Applies events to a state and can undo all of them, latest first."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._done: list[tuple[Any, Undo, int, int]] = []
        self._dropped: Dropped = []
        self.deeds = 0
        """The number of all deeds so far, including those undone since: a measure of the work done."""

    def mark(self) -> int:
        """A point to return to."""
        return len(self._done)

    def apply(self, event: Event) -> None:
        """Apply an event, and remember what it changes."""
        self.deeds += 1
        state, kind = self.state, type(event)
        before, drops = _BEFORE[kind]
        undo = before(state, event)
        if has_contacts(state):
            undo = _with_trail(state, undo)
        if drops:
            undo = _and_forget(undo, state.kept)
        kept, dropped = state.kept, self._dropped
        chances, number = state.chances, state.number
        done = len(self._done)
        self._done.append((event, undo, chances, number))
        kept.dropped = dropped
        MUTATORS[kind](state, event)
        kept.dropped = None
        if dropped:  # the values come back with the table
            self._done[done] = event, _and_keep(undo, kept, dropped), chances, number
            self._dropped = []
        state.number = event.number

    def did(self, deed: Any, undo: Undo) -> None:
        """Remember something that was done to the state directly, and how to undo it."""
        self.deeds += 1
        self._done.append((deed, undo, self.state.chances, self.state.number))

    def since(self, mark: int) -> list[Any]:
        """The events applied, and other deeds, since that point."""
        return [deed for deed, _, _, _ in self._done[mark:]]

    def back_to(self, mark: int) -> None:
        """Undo everything since that point."""
        done, state = self._done, self.state
        while len(done) > mark:
            _, undo, chances, number = done.pop()
            undo()
            state.chances, state.number = chances, number
        state.bearers.clear()


def _with_trail(state: State, undo: Undo) -> Undo:
    """An undo that also restores how far sides could follow pieces."""
    trail = state.trail

    def undo_both() -> None:
        undo()
        if state.trail is not trail:
            state.trail = trail
            state.kept.other("pieces")

    return undo_both


def _and_keep(undo: Undo, kept: Kept, dropped: Dropped) -> Undo:
    """An undo that also restores what was derived from the table before the event."""

    def undo_and_keep() -> None:
        undo()
        for key, value, reads in dropped:
            kept.keep(key, value, reads)

    return undo_and_keep


def _and_forget(undo: Undo, kept: Kept) -> Undo:
    """The undo of an event that does not say what it changes, so that it may have changed anything."""

    def undo_and_forget() -> None:
        undo()
        kept.forget()

    return undo_and_forget


def _nothing() -> None:
    """Nothing on the table was changed."""


def _before_move(state: State, event: Any) -> Undo:
    piece = state.pieces[event.piece]
    origin = piece.place
    at = state.at
    left, entered = list(at[origin]), at.get(event.to)
    entered = None if entered is None else list(entered)
    group = piece.kind.group if type(piece) is Piece else None
    unseen = state.unseen

    def undo() -> None:
        piece.place = origin
        state.unseen = unseen
        if group is None:
            state.forget_places()
        else:
            state.kept.moved(group, event.to, origin)
            if group in state.standing:
                recount(state.standing[group], event.to, origin)
        if at.get(event.piece):
            state.kept.forget()
        at[origin] = left
        if entered is None:
            del at[event.to]
        elif event.to != origin:
            at[event.to] = entered

    return undo


def _before_change(state: State, event: PieceChanged) -> Undo:
    piece = state.pieces[event.piece]
    face, steps, side = piece.face, piece.steps, piece.side

    def undo() -> None:
        piece.face, piece.steps, piece.side = face, steps, side
        state.piece_changed(piece)

    return undo


def _before_known(state: State, event: PieceKnown) -> Undo:
    piece = state.pieces[event.piece]
    known_to = piece.known_to

    def undo() -> None:
        piece.known_to = known_to
        state.piece_changed(piece)

    return undo


def _before_presence(state: State, event: PresenceKnown) -> Undo:
    piece = state.pieces[event.piece]
    seen_by, unseen = piece.seen_by, state.unseen

    def undo() -> None:
        piece.seen_by, state.unseen = seen_by, unseen

    return undo


def _before_track_known(state: State, event: TrackKnown) -> Undo:
    track = state.tracks[event.track]
    known_to, unseen = track.known_to, state.unseen

    def undo() -> None:
        track.known_to, state.unseen = known_to, unseen

    return undo


def _before_scored(state: State, event: Scored) -> Undo:
    track = state.tracks[event.track]
    value = track.value

    def undo() -> None:
        track.value = value
        state.kept.other("tracks")

    return undo


def _before_marked(state: State, event: Marked) -> Undo:
    """The order in which subjects were marked is preserved, because rule code goes through them in that
    order. Marks go back into the same dictionary, because other undos may refer to it."""
    all_marks, marks_for, lapses = state.marks, dict(state.marks_for), dict(state.lapses)
    marks = all_marks.get(event.subject)
    before = None if marks is None else dict(marks)
    order = dict(all_marks) if event.value is None else None

    def undo() -> None:
        if order is not None:
            state.marks = order
        if marks is None or before is None:
            state.marks.pop(event.subject, None)
        else:
            marks.clear()
            marks.update(before)
            state.marks[event.subject] = marks
        state.marks_for = marks_for
        state.lapses = lapses
        state.kept.marked(event.mark)

    return undo


def _before_pieces(state: State, event: PiecePlaced | PieceRemoved) -> Undo:
    pieces, at = dict(state.pieces), {place: list(ids) for place, ids in state.at.items()}
    kinds, unseen = state.kinds, state.unseen

    def undo() -> None:
        state.pieces.clear()
        state.pieces.update(pieces)
        state.at.clear()  # the same dictionary, because other undos refer to it
        state.at.update(at)
        state.kinds, state.unseen = kinds, unseen
        state.groups.clear()
        state.forget_places()

    return undo


def _before_shuffled(state: State, event: Shuffled) -> Undo:
    at = state.at.get(event.place)
    before = None if at is None else list(at)

    def undo() -> None:
        if before is None:
            del state.at[event.place]
        else:
            state.at[event.place] = before

    return undo


def _before_phase(state: State, event: PhaseEntered) -> Undo:
    turn, phase, side, time = state.turn, state.phase, state.side, state.time

    def undo() -> None:
        state.turn, state.phase, state.side, state.time = turn, phase, side, time
        state.kept.other("clock")

    return undo


def _before_procedure(state: State, event: OrderGiven | OrderDone) -> Undo:
    before = dict(state.procedures)

    def undo() -> None:
        state.procedures = before

    return undo


def _before_verdict(state: State, event: VerdictReached) -> Undo:
    before = state.verdict

    def undo() -> None:
        state.verdict = before
        state.kept.other("clock")

    return undo


def _before_table(state: State, event: TableAdopted) -> Undo:
    before = dict(state.tables)

    def undo() -> None:
        state.tables = before

    return undo


def _before_addition(state: State, event: Event) -> Undo:
    """For a side, place, link, track or kind that joins the game."""
    board, sides, tracks, kinds = state.board, state.sides, dict(state.tracks), state.kinds
    unseen, unseen_places = state.unseen, state.unseen_places

    def undo() -> None:
        state.board, state.sides, state.tracks, state.kinds = board, sides, tracks, kinds
        state.unseen, state.unseen_places = unseen, unseen_places
        state.groups.clear()
        state.forget_places()

    return undo


def _before_counters(state: State, event: CountersAdopted) -> Undo:
    kinds = state.kinds
    before = [(each, each.kind_id, each.kind, each.name, each.side) for each in state.pieces.values()]

    def undo() -> None:
        state.kinds = kinds
        for piece, kind_id, kind, name, side in before:
            piece.kind_id, piece.kind, piece.name, piece.side = kind_id, kind, name, side
        state.groups.clear()
        state.standing.clear()

    return undo


def _before_beside(state: State, event: Event) -> Undo:
    """For what people do beside the orders, which concerns the game as a whole, never a piece or a track."""
    cell, options, entropy, closed = state.cell.copy(), state.options, state.entropy, state.closed
    time = state.time

    def undo() -> None:
        state.cell, state.options, state.entropy, state.closed = cell, options, entropy, closed
        state.time = time

    return undo


_BEFORE_CHANGE: dict[Changes, Callable[[State, Any], Undo]] = {
    Changes.PLACE: _before_move,
    Changes.SEQUENCE: _before_shuffled,
    Changes.FACE: _before_change,
    Changes.IDENTITY: _before_known,
    Changes.PRESENCE: _before_presence,
    Changes.COMES: _before_pieces,
    Changes.GOES: _before_pieces,
    Changes.TRACK: _before_scored,
    Changes.TRACK_PRESENCE: _before_track_known,
    Changes.MARK: _before_marked,
    Changes.CLOCK: _before_phase,
    Changes.ORDERS: _before_procedure,
    Changes.VERDICT: _before_verdict,
    Changes.TABLES: _before_table,
    Changes.COUNTERS: _before_counters,
    Changes.ADDED: _before_addition,
    Changes.BESIDE: _before_beside,
    Changes.OUTCOME: lambda state, event: _nothing,
}
"""What to remember of a part of the table before an event changes it. What a game begins with, and which
events are in force, no order changes."""


def _before(kind: EventKind) -> tuple[Callable[[State, Any], Undo], bool]:
    """What to remember before an event of a type, and whether it drops all derived values."""
    parts = [_BEFORE_CHANGE[part] for part in kind.changes]
    if len(parts) == 1:
        return parts[0], drops_derived(kind)

    def before(state: State, event: Any) -> Undo:
        undos = [part(state, event) for part in parts]

        def undo() -> None:
            for each in reversed(undos):
                each()

        return undo

    return before, drops_derived(kind)


_BEFORE = ByKind(_before)
