"""The state on the table: pieces, tracks, marks and the clock, and how events change it."""

from collections.abc import Mapping
from typing import Any

from domain.errors import BadData
from domain.events import (
    BoardData,
    GameOpened,
    KindData,
    Lapse,
    OrderGiven,
    PieceData,
    SideData,
    SpaceData,
    TableData,
    TrackData,
    Value,
    VerdictReached,
)
from domain.events.base import Sides
from domain.events.seen import both
from domain.table.board import Board, with_links, with_space
from domain.table.contacts import (
    NO_TRAIL,
    RESERVE,
    alike,
    contact,
    has_contacts,
    losing,
    name_of,
    piece_called,
    unknown,
)
from domain.table.dates import ScenarioTime, later, minutes_between
from domain.table.kept import Kept, recount
from domain.table.lookups import Lookups
from domain.table.tables import Table
from domain.table.white_cell import WhiteCell


class Piece:
    """A counter, block, card or marker, with its present place."""

    __slots__ = ("face", "id", "kind", "kind_id", "known_to", "name", "place", "seen_by", "side", "steps")

    def __init__(
        self,
        id: str,
        kind_id: str,
        kind: KindData,
        name: str,
        side: str,
        place: str,
        face: str,
        steps: int,
        known_to: Sides,
        seen_by: Sides = None,
    ) -> None:
        self.id = id
        self.kind_id = kind_id
        self.kind = kind
        self.name = name
        self.side = side
        self.place = place
        self.face = face
        self.steps = steps
        self.known_to = known_to
        self.seen_by = seen_by

    def copy(self) -> "Piece":
        return Piece(
            self.id,
            self.kind_id,
            self.kind,
            self.name,
            self.side,
            self.place,
            self.face,
            self.steps,
            self.known_to,
            self.seen_by,
        )

    def value(self, name: str) -> int:
        """A printed number of its kind, 0 if it has none of that name."""
        value = self.kind.values.get(name, 0)
        return value if isinstance(value, int) else 0


class Track:
    """A track's marker and the two ends between which it moves."""

    __slots__ = ("data", "known_to", "value")

    def __init__(self, data: TrackData, value: int, known_to: Sides) -> None:
        self.data: TrackData = data
        self.value: int = value
        self.known_to: Sides = known_to

    def copy(self) -> "Track":
        return Track(self.data, self.value, self.known_to)


class State(Lookups):
    """Everything on the table. Rules may read it; only events change it.

    pieces: by id. gone: pieces that left the game, id -> name, and the sides that knew them. at: place -> ids
    of the pieces there, in order of arrival (a deck: top first). A place is a space of the board, or, for a
    piece that is aboard another, the id of its carrier. tracks: by id. marks: subject (space, piece, side,
    `game`) -> mark -> plain data. marks_for: marks that not everyone may know, (subject, mark) -> the sides
    that may. lapses: marks that the clock takes off, (subject, mark) -> when. unseen_places: places that not
    everyone may know -> the sides that may. unseen: whether there is, or was, anything whose presence is
    hidden from a side. time: the scenario's own.
    """

    __slots__ = (
        "at",
        "bearers",
        "board",
        "cell",
        "chances",
        "closed",
        "entropy",
        "gone",
        "groups",
        "kept",
        "kinds",
        "lapses",
        "marked_alike",
        "marks",
        "marks_for",
        "number",
        "opened",
        "options",
        "phase",
        "pieces",
        "procedures",
        "side",
        "sides",
        "standing",
        "tables",
        "time",
        "tracks",
        "trail",
        "turn",
        "unseen",
        "unseen_places",
        "verdict",
    )

    def __init__(self) -> None:
        self.number = 0
        self.opened: GameOpened | None = None
        self.options: dict[str, Value] = {}
        self.sides: dict[str, SideData] = {}
        self.board: Board = _EMPTY_BOARD
        self.kinds: dict[str, KindData] = {}
        self.pieces: dict[str, Piece] = {}
        self.gone: dict[str, tuple[str, Sides]] = {}
        self.groups: dict[str, list[Piece]] = {}
        self.kept = Kept()
        self.bearers: dict[str, dict[str, Any]] = {}
        self.standing: dict[str, dict[str, int]] = {}
        self.marked_alike: dict[str, tuple[dict[str, Any], Any, frozenset[str]]] = {}
        self.at: dict[str, list[str]] = {}
        self.tables: dict[str, Table] = {}
        self.tracks: dict[str, Track] = {}
        self.marks: dict[str, dict[str, Any]] = {}
        self.marks_for: dict[tuple[str, str], tuple[str, ...]] = {}
        self.lapses: dict[tuple[str, str], Lapse] = {}
        self.turn = 0
        self.phase = ""
        self.side = ""
        self.chances = 0
        self.entropy: tuple[str, ...] = ()
        self.procedures: dict[int, OrderGiven] = {}
        self.verdict: VerdictReached | None = None
        self.closed = False
        self.trail = NO_TRAIL
        self.unseen = False
        self.unseen_places: dict[str, tuple[str, ...]] = {}
        self.time = ScenarioTime()
        self.cell = WhiteCell()

    def copy(self) -> "State":
        """A second table in the same state; immutable parts (board, kinds, tables) are shared."""
        other = State.__new__(State)
        other.number = self.number
        other.opened = self.opened
        other.options = self.options
        other.sides = self.sides
        other.board = self.board
        other.kinds = self.kinds
        other.pieces = {id: piece.copy() for id, piece in self.pieces.items()}
        other.gone = dict(self.gone)
        other.groups = {}
        other.kept = Kept()
        other.bearers = {}
        other.standing = {}
        other.marked_alike = {}
        other.at = {place: list(ids) for place, ids in self.at.items()}
        other.tables = dict(self.tables)
        other.tracks = {id: track.copy() for id, track in self.tracks.items()}
        other.marks = {subject: dict(marks) for subject, marks in self.marks.items()}
        other.marks_for = dict(self.marks_for)
        other.lapses = dict(self.lapses)
        other.turn = self.turn
        other.phase = self.phase
        other.side = self.side
        other.chances = self.chances
        other.entropy = self.entropy
        other.procedures = dict(self.procedures)
        other.verdict = self.verdict
        other.closed = self.closed
        other.trail = self.trail
        other.unseen = self.unseen
        other.unseen_places = self.unseen_places
        other.time = self.time
        other.cell = self.cell.copy()
        return other

    def lay_board(self, data: BoardData) -> None:
        """Lay out the board."""
        self.board = Board(data)
        places = (*data.spaces, *data.boxes)
        self.unseen_places = {space.id: space.seen_by for space in places if space.seen_by is not None}
        self.unseen = self.unseen or bool(self.unseen_places)

    def add_space(self, space: SpaceData, beside: tuple[str, ...], box: bool) -> None:
        """Add a space to the map, adjacent to others, or, with `box`, a box beside the map."""
        self._redraw(with_space(self.board.data, space, beside, box))

    def join(self, one: str, other: str) -> None:
        """Make two spaces adjacent from now on."""
        self._redraw(with_links(self.board.data, ((one, other),)))

    def _redraw(self, data: BoardData) -> None:
        """Replace the board from now on."""
        self.groups.clear()
        self.forget_places()
        self.lay_board(data)

    def lay_table(self, name: str, data: TableData, adopted: int = 0) -> None:
        """Put a look-up table in force; adopted: the event by which it replaces another."""
        self.tables[name] = Table(name, data, adopted)

    def lay_track(self, data: TrackData) -> None:
        """Lay out a track."""
        self.tracks[data.id] = Track(data, data.value, data.known_to)
        self.unseen = self.unseen or data.known_to is not None

    def put(self, data: PieceData) -> None:
        """Bring a piece into the game."""
        kind = self.kinds[data.kind]
        self._keep_apart(data.id, data.at)
        self.groups.clear()
        self.forget_places()
        self.pieces[data.id] = Piece(
            data.id,
            data.kind,
            kind,
            data.name or kind.name,
            data.side or kind.side,
            data.at,
            data.face,
            data.steps,
            data.known_to,
            data.seen_by,
        )
        aboard = data.at not in self.board.spaces
        self.unseen = self.unseen or data.seen_by is not None or aboard
        self.at.setdefault(data.at, []).append(data.id)

    def move(self, id: str, to: str) -> None:
        """Move a piece to another place. Raises BadData if it would carry itself."""
        piece = self.pieces[id]
        origin = piece.place
        if to in self.pieces and self.is_piece(to):
            self._keep_apart(id, to)
        if type(piece) is Piece:
            group = piece.kind.group
            self.kept.moved(group, origin, to)
            if group in self.standing:
                recount(self.standing[group], origin, to)
        else:  # face down: the table may not look at it
            self.forget_places()
        if (to in self.unseen_places or to in self.pieces) and has_contacts(self):
            self._lose_sight(id, self.who_sees_place(origin), self.who_sees_place(to))
        at = self.at
        if at.get(id):  # what it carries goes with it
            self.kept.forget()
        if to in self.pieces and self.is_piece(to):
            self.unseen = True
        at[origin].remove(id)
        piece.place = to
        if to in at:
            at[to].append(id)
        else:
            at[to] = [id]
        self._lay_among_others(to)

    def _keep_apart(self, id: str, place: str) -> None:
        """Raises BadData for a piece placed in itself or in what it carries: it would then be nowhere."""
        while self.is_piece(place):
            if place == id:
                raise BadData(f"{id} would carry itself.")
            place = self.pieces[place].place

    def take_off(self, id: str) -> None:
        """Take a piece out of the game."""
        self.groups.clear()
        self.forget_places()
        piece = self.pieces.pop(id)
        self.at[piece.place].remove(id)

    def put_mark(self, subject: str, mark: str, value: Any, known_to: tuple[str, ...] | None) -> None:
        """Put a mark on a subject that these sides may know (None for all); value None takes it off."""
        if known_to is not None and value is not None:
            self.marks_for[subject, mark] = known_to
        elif self.marks_for:
            self.marks_for.pop((subject, mark), None)
        self.kept.marked(mark)
        marks = self.marks.get(subject)
        if mark in self.bearers:
            bearers = self.bearers.pop(mark)
            if value is not None and (marks is None or mark in marks):  # the order of marks stays
                self.bearers[mark] = {**bearers, subject: value}
        if value is None:
            if marks is not None:
                marks.pop(mark, None)
                if not marks:
                    del self.marks[subject]
        elif marks is None:
            self.marks[subject] = {mark: value}
        else:
            marks[mark] = value

    def let_know(self, id: str, sides: Sides) -> None:
        """Let these sides, and no others, know what a piece is from now on (None for all)."""
        piece = self.pieces[id]
        if has_contacts(self):
            self._lose_sight(id, piece.known_to, sides)
        piece.known_to = sides
        self.piece_changed(piece)
        self._lay_among_others(piece.place)

    def _lay_among_others(self, place: str) -> None:
        """In a reserve, nobody can follow which of the pieces that look the same is which."""
        space = self.board.spaces.get(place)
        if space is not None and space.kind == RESERVE and has_contacts(self):
            self.trail = self.trail.lose(alike(self, place))
            self.kept.other("pieces")

    def _lose_sight(self, id: str, before: Sides, now: Sides) -> None:
        """Sides that were in the first set and are not in the second lose track of a piece and of what it
        carries."""
        lost = losing(before, now, self.sides)
        if lost:
            ids = (id, *(piece.id for piece in self.aboard(id, deep=True)))
            self.trail = self.trail.lose((each, side) for each in ids for side in lost)
            self.kept.other("pieces")

    def mix(self, place: str) -> None:
        """From now on nobody can follow which of the pieces at a place that look the same is which."""
        if has_contacts(self):
            self.trail = self.trail.mix(place).lose(alike(self, place))
            self.kept.other("pieces")

    def contacts(self, side: str, place: str) -> list[str]:
        """The names by which the side calls the pieces at a place that it sees and does not know, in an order
        that reveals nothing. Empty in a game whose rules do not use contacts."""
        if not has_contacts(self):
            return []
        return sorted(contact(self, side, piece) for piece in unknown(self, side, self.at.get(place, ())))

    def name_for(self, side: str, id: str) -> str:
        """The name by which the side calls a piece: its contact if it does not know the piece, else its
        id."""
        return name_of(self, side, id)

    def called(self, side: str, name: str) -> str | None:
        """The id of the piece that the side calls by that name; None if it sees none."""
        return piece_called(self, side, name)

    def conceal(self, id: str, sides: Sides) -> None:
        """Let these sides, and no others, know that a piece is there from now on (None for all)."""
        if has_contacts(self):
            self._lose_sight(id, self.pieces[id].seen_by, sides)
        self.pieces[id].seen_by = sides
        self.unseen = self.unseen or sides is not None

    def conceal_track(self, id: str, sides: Sides) -> None:
        """Let these sides, and no others, know of a track from now on (None for all)."""
        self.tracks[id].known_to = sides
        self.unseen = self.unseen or sides is not None

    def who_sees_place(self, place: str) -> Sides:
        """The sides that know that a place is there; inside a carrier only those that know what it is."""
        return self.who_knows(place) if self.is_piece(place) else self.unseen_places.get(place)

    def who_sees(self, id: str) -> Sides:
        """The sides that know that a piece is there."""
        piece = self.pieces[id]
        return both(piece.seen_by, self.who_sees_place(piece.place))

    def who_knows(self, id: str) -> Sides:
        """The sides that know what a piece is."""
        return both(self.who_sees(id), self.pieces[id].known_to)

    def who_sees_subject(self, subject: str) -> Sides:
        """The sides that may see the marks on a subject; for a piece, the sides that know what it is."""
        if subject in self.pieces:
            return self.who_knows(subject)
        if subject in self.tracks:
            return self.tracks[subject].known_to
        return self.unseen_places.get(subject)

    def adopt_kinds(self, kinds: Mapping[str, KindData], pieces: Mapping[str, str]) -> None:
        """Replace kinds of counters by others with the same ids, and change the kind of pieces. What a piece
        takes from its kind (name, side), it takes from the new one."""
        self.kinds = {**self.kinds, **kinds}
        self.groups.clear()
        self.forget_places()
        for piece in self.pieces.values():
            kind_id = pieces.get(piece.id, piece.kind_id)
            old, kind = piece.kind, self.kinds[kind_id]
            if kind is not old:
                if piece.name == old.name or kind_id != piece.kind_id:
                    piece.name = kind.name
                if piece.side == old.side:
                    piece.side = kind.side
                piece.kind_id, piece.kind = kind_id, kind

    def lapsing(self, turn: int, phase: str) -> list[tuple[str, str, str]]:
        """The marks that the clock takes off when it is set to this turn and phase: subject, mark, rule."""
        return [
            (subject, mark, lapse.rule)
            for (subject, mark), lapse in self.lapses.items()
            if lapse.due(turn, phase, self.time.now)
        ]

    def start_clock(self, date: str) -> None:
        """The scenario's date when play begins, empty for none."""
        self.time = ScenarioTime(date, date)

    def enter_phase(self, turn: int, phase: str, side: str) -> None:
        """Set turn, phase and side; the scenario's time advances with them."""
        if self.time.now:
            self._pass_time(turn)
        self.turn, self.phase, self.side = turn, phase, side

    def _pass_time(self, turn: int) -> None:
        """Advance the scenario's date by the phase that ends, and at a new turn to the start of that turn."""
        now, began, turns = self.time
        assert self.opened is not None or not self.turn
        ended = self.phase_now()
        now = later(now, ended.lasts) if ended is not None else now
        if turn != self.turn:
            lasts = self.opened.turn_lasts if self.opened is not None else 0
            if self.turn and lasts:
                now = max(now, later(began, lasts * max(0, turn - self.turn)))
            began, turns = now, {**turns, turn: now}
        self.time = ScenarioTime(now, began, turns)

    def set_date(self, date: str, advanced: int) -> None:
        """Change the scenario's date. advanced: the minutes that passed until it, 0 if it was set anew; then
        this turn counts its time from the new date."""
        now, began, turns = self.time
        if not advanced:
            began = later(began, minutes_between(now, date)) if now and began else date
        self.time = ScenarioTime(date, began, turns if self.turn in turns else {**turns, self.turn: date})

    def piece_changed(self, piece: Piece) -> None:
        """Note that a piece has changed: drop everything that was computed from it."""
        if type(piece) is Piece:
            self.kept.changed(piece.kind.group, piece.place)
        else:
            self.kept.forget()

    def forget(self) -> None:
        """Drop all computed values: pieces or marks have changed in another way than by an event."""
        self.groups.clear()
        self.bearers.clear()
        self.forget_places()

    def forget_places(self) -> None:
        """Drop all values that were computed from the places of pieces."""
        self.kept.forget()
        self.standing.clear()


_EMPTY_BOARD = Board(BoardData())
