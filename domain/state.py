"""The state on the table, rebuilt from events by one small mutator each. No mutator checks a rule."""

from collections.abc import Callable, Container, Iterable
from typing import Any

from domain.board import Board
from domain.events import (
    AnswersOpened,
    BoardData,
    BoardLaid,
    Chosen,
    CounterDrawn,
    CountersLaid,
    DieRolled,
    EntropyGiven,
    Event,
    GameClosed,
    GameForked,
    GameOpened,
    KindData,
    LookedUp,
    Marked,
    Modified,
    OrderDone,
    OrderGiven,
    PhaseEntered,
    Picked,
    PieceChanged,
    PieceData,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    Ruled,
    Scored,
    SealRevealed,
    Shuffled,
    SideData,
    TableAdopted,
    TablesLaid,
    TakenBack,
    TrackData,
    TracksLaid,
    Value,
    VerdictReached,
)
from domain.seminar import (
    Concluded,
    GameDeclared,
    HouseRuleAdopted,
    InjectHandled,
    InjectsListed,
    MarkingSet,
    MessageSent,
    Noted,
    OptionChanged,
    SeatTaken,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
    TimerSet,
)
from domain.tables import Table
from domain.white_cell import WhiteCell


class Piece:
    """A counter, block, card or marker where it lies now."""

    __slots__ = ("face", "id", "kind", "kind_id", "known_to", "name", "place", "side", "steps")

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
        known_to: tuple[str, ...] | None,
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
        )

    def value(self, name: str) -> int:
        """A printed number of its kind, 0 when it has none of that name."""
        value = self.kind.values.get(name, 0)
        return value if isinstance(value, int) else 0


class Track:
    """A track's marker and the two ends it moves between."""

    __slots__ = ("data", "value")

    def __init__(self, data: TrackData, value: int) -> None:
        self.data = data
        self.value = value


class Scope:
    """What something depends on that is worked out from where pieces are: the pieces of these groups (none:
    all), as far as they are, or were, in these places (None: anywhere)."""

    __slots__ = ("groups", "places")

    def __init__(self, groups: tuple[str, ...] = (), places: Container[str] | None = None) -> None:
        self.groups = groups
        self.places = places


EVERYWHERE = Scope()


class State:
    """Everything on the table: what a rule may look at, and what only events change.

    pieces: by id. at: place -> ids of the pieces there, in order of arrival (a deck: top first).
    tracks: by id. marks: subject (space, piece, side, `game`) -> mark -> plain data; marks_for: of the
    marks that not everyone may know, (subject, mark) -> the sides that may.
    """

    __slots__ = (
        "at",
        "bearers",
        "board",
        "cell",
        "chances",
        "closed",
        "entropy",
        "groups",
        "kinds",
        "marked_alike",
        "marks",
        "marks_for",
        "memo",
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
        "tracks",
        "turn",
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
        self.groups: dict[str, list[Piece]] = {}
        self.memo: dict[Scope, dict[str, Any]] = {}
        self.bearers: dict[str, dict[str, Any]] = {}
        self.standing: dict[str, dict[str, int]] = {}
        self.marked_alike: dict[str, tuple[dict[str, Any], Any, frozenset[str]]] = {}
        self.at: dict[str, list[str]] = {}
        self.tables: dict[str, Table] = {}
        self.tracks: dict[str, Track] = {}
        self.marks: dict[str, dict[str, Any]] = {}
        self.marks_for: dict[tuple[str, str], tuple[str, ...]] = {}
        self.turn = 0
        self.phase = ""
        self.side = ""
        self.chances = 0
        self.entropy: tuple[str, ...] = ()
        self.procedures: dict[int, OrderGiven] = {}
        self.verdict: VerdictReached | None = None
        self.closed = False
        self.cell = WhiteCell()

    def copy(self) -> "State":
        """A second table in the same state; what never changes (board, kinds, tables) is shared."""
        other = State.__new__(State)
        other.number = self.number
        other.opened = self.opened
        other.options = self.options
        other.sides = self.sides
        other.board = self.board
        other.kinds = self.kinds
        other.pieces = {id: piece.copy() for id, piece in self.pieces.items()}
        other.groups = {}
        other.memo = {}
        other.bearers = {}
        other.standing = {}
        other.marked_alike = {}
        other.at = {place: list(ids) for place, ids in self.at.items()}
        other.tables = dict(self.tables)
        other.tracks = {id: Track(track.data, track.value) for id, track in self.tracks.items()}
        other.marks = {subject: dict(marks) for subject, marks in self.marks.items()}
        other.marks_for = dict(self.marks_for)
        other.turn = self.turn
        other.phase = self.phase
        other.side = self.side
        other.chances = self.chances
        other.entropy = self.entropy
        other.procedures = dict(self.procedures)
        other.verdict = self.verdict
        other.closed = self.closed
        other.cell = self.cell.copy()
        return other

    def pieces_at(self, place: str) -> list[Piece]:
        """The pieces at a place, in order of arrival."""
        pieces = self.pieces
        return [pieces[id] for id in self.at.get(place, ())]

    def of_group(self, group: str) -> list[Piece]:
        """Every piece of a group, wherever it is, in counter order."""
        found = self.groups.get(group)
        if found is None:
            found = [piece for piece in self.pieces.values() if piece.kind.group == group]
            self.groups[group] = found
        return found

    def numbers_at(self, group: str) -> dict[str, int]:
        """Place -> how many pieces of a group are there, in no certain order; not to be changed, and kept up
        to date as they move."""
        found = self.standing.get(group)
        if found is None:
            found = self.standing[group] = {}
            for piece in self.of_group(group):
                found[piece.place] = found.get(piece.place, 0) + 1
        return found

    def by_places(self, name: str, work_out: Callable[["State"], Any], scope: Scope = EVERYWHERE) -> Any:
        """What `work_out` makes of where the pieces in this scope are, worked out once until one moves."""
        worked_out = self.memo.get(scope)
        if worked_out is None:
            worked_out = self.memo[scope] = {}
        if name not in worked_out:
            worked_out[name] = work_out(self)
        return worked_out[name]

    def forget(self) -> None:
        """Keep nothing of what was worked out: pieces or marks have changed otherwise than by an event."""
        self.groups.clear()
        self.bearers.clear()
        self.forget_places()

    def forget_places(self) -> None:
        """Keep nothing of what was worked out from where pieces are."""
        self.memo.clear()
        self.standing.clear()

    def mark(self, subject: str, mark: str, default: Any = None) -> Any:
        """What a mark on a subject says, or `default`."""
        marks = self.marks.get(subject)
        return default if marks is None else marks.get(mark, default)

    def marked(self, mark: str) -> dict[str, Any]:
        """Every subject that bears the mark, and what it says, in the order in which they were marked at all.
        It is not to be changed; a later call gives another."""
        found = self.bearers.get(mark)
        if found is None:
            found = {subject: marks[mark] for subject, marks in self.marks.items() if mark in marks}
            self.bearers[mark] = found
        return found

    def marked_as(self, mark: str, value: Any) -> frozenset[str]:
        """Every subject whose mark says just that."""
        bearers = self.marked(mark)
        found = self.marked_alike.get(mark)
        if found is None or found[0] is not bearers or found[1] != value:
            alike = frozenset([subject for subject, said in bearers.items() if said == value])
            found = self.marked_alike[mark] = bearers, value, alike
        return found[2]

    def track(self, id: str) -> int:
        """Where a track's marker stands."""
        return self.tracks[id].value


_EMPTY_BOARD = Board(BoardData())


def apply(state: State, event: Event) -> None:
    """Apply one event to the state, in place."""
    state.number = event.number
    MUTATORS[type(event)](state, event)


def _opened(state: State, event: GameOpened) -> None:
    state.opened = event
    state.options = dict(event.options)
    state.sides = {side.id: side for side in event.sides}


def _board_laid(state: State, event: BoardLaid) -> None:
    state.board = Board(event.board)


def _counters_laid(state: State, event: CountersLaid) -> None:
    state.kinds = {**state.kinds, **event.kinds}
    for piece in event.pieces:
        _put(state, piece)


def _put(state: State, data: PieceData) -> None:
    kind = state.kinds[data.kind]
    state.groups.clear()
    state.forget_places()
    state.pieces[data.id] = Piece(
        data.id,
        data.kind,
        kind,
        data.name or kind.name,
        kind.side,
        data.at,
        data.face,
        data.steps,
        data.known_to,
    )
    state.at.setdefault(data.at, []).append(data.id)


def _tables_laid(state: State, event: TablesLaid) -> None:
    for name, data in event.tables.items():
        state.tables[name] = Table(name, data)


def _tracks_laid(state: State, event: TracksLaid) -> None:
    for track in event.tracks:
        state.tracks[track.id] = Track(track, track.value)


def _order_given(state: State, event: OrderGiven) -> None:
    state.procedures[event.number] = event


def _order_done(state: State, event: OrderDone) -> None:
    del state.procedures[event.procedure]


def _chance(state: State, event: DieRolled | Picked) -> None:
    state.chances = event.chance


def _drawn(state: State, event: CounterDrawn) -> None:
    state.chances = event.chance
    _moved(state, event)


def _moved(state: State, event: PieceMoved | CounterDrawn) -> None:
    id, to = event.piece, event.to
    piece = state.pieces[id]
    origin = piece.place
    if type(piece) is Piece:
        group = piece.kind.group
        for scope, worked_out in state.memo.items():
            if worked_out and (not scope.groups or group in scope.groups):
                places = scope.places
                if places is None or origin in places or to in places:
                    worked_out.clear()
        if group in state.standing:
            recount(state.standing[group], origin, to)
    else:  # face down: it is not for the table to look at
        state.forget_places()
    state.at[origin].remove(id)
    piece.place = to
    there = state.at.get(to)
    if there is None:
        state.at[to] = [id]
    else:
        there.append(id)


def recount(numbers: dict[str, int], origin: str, to: str) -> None:
    """One piece less at `origin`, one more at `to`."""
    if numbers[origin] > 1:
        numbers[origin] -= 1
    else:
        del numbers[origin]
    numbers[to] = numbers[to] + 1 if to in numbers else 1


def _shuffled(state: State, event: Shuffled) -> None:
    state.chances = event.chance
    state.at[event.place] = list(event.order)


def _nothing(state: State, event: Event) -> None:
    """Said or found, but nothing on the table changes."""


def _changed(state: State, event: PieceChanged) -> None:
    piece = state.pieces[event.piece]
    if event.face is not None:
        piece.face = event.face
    if event.steps is not None:
        piece.steps = event.steps
    if event.side is not None:
        piece.side = event.side


def _placed(state: State, event: PiecePlaced) -> None:
    _put(state, event.piece)


def _removed(state: State, event: PieceRemoved) -> None:
    state.groups.clear()
    state.forget_places()
    piece = state.pieces.pop(event.piece)
    state.at[piece.place].remove(event.piece)


def _known(state: State, event: PieceKnown) -> None:
    state.pieces[event.piece].known_to = event.sides


def _scored(state: State, event: Scored) -> None:
    state.tracks[event.track].value = event.value


def _marked(state: State, event: Marked) -> None:
    if event.audience is not None and event.value is not None:
        state.marks_for[event.subject, event.mark] = event.audience
    elif state.marks_for:
        state.marks_for.pop((event.subject, event.mark), None)
    marks = state.marks.get(event.subject)
    if event.mark in state.bearers:
        bearers = state.bearers.pop(event.mark)
        if event.value is not None and (marks is None or event.mark in marks):  # their order stays
            state.bearers[event.mark] = {**bearers, event.subject: event.value}
    if event.value is None:
        if marks is not None:
            marks.pop(event.mark, None)
            if not marks:
                del state.marks[event.subject]
    elif marks is None:
        state.marks[event.subject] = {event.mark: event.value}
    else:
        marks[event.mark] = event.value


def _phase(state: State, event: PhaseEntered) -> None:
    state.turn = event.turn
    state.phase = event.phase
    state.side = event.side


def _verdict(state: State, event: VerdictReached) -> None:
    state.verdict = event


def _adopted(state: State, event: TableAdopted) -> None:
    state.tables[event.table] = Table(event.table, event.data, adopted=event.number)


def _entropy(state: State, event: EntropyGiven) -> None:
    state.entropy = (*state.entropy, event.text)


def _closed(state: State, event: GameClosed) -> None:
    state.closed = True


def _declared(state: State, event: GameDeclared) -> None:
    state.cell.declared = event


def _seat(state: State, event: SeatTaken) -> None:
    if event.left:
        state.cell.seats.pop(event.name, None)
    else:
        state.cell.seats[event.name] = event


def _sealed(state: State, event: SecretOrderSealed) -> None:
    others = {number: sealed for number, sealed in state.cell.sealed.items() if sealed.side != event.side}
    state.cell.sealed = {**others, event.number: event}


def _orders_opened(state: State, event: SecretOrdersOpened) -> None:
    for number in event.opened:
        state.cell.sealed.pop(int(number), None)


def _injects(state: State, event: InjectsListed) -> None:
    state.cell.injects.update({inject.id: inject for inject in event.injects})


def _inject_handled(state: State, event: InjectHandled) -> None:
    state.cell.handled[event.inject] = event.how


def _house_rule(state: State, event: HouseRuleAdopted) -> None:
    state.cell.house_rules[event.id] = event


def _option(state: State, event: OptionChanged) -> None:
    state.options = {**state.options, event.option: event.value}


def _marking(state: State, event: MarkingSet) -> None:
    state.cell.markings[event.concerns] = event.marking


def _timer(state: State, event: TimerSet) -> None:
    state.cell.timer = event if event.seconds else None


MUTATORS: dict[type[Event], Callable[[State, Any], None]] = {
    GameOpened: _opened,
    BoardLaid: _board_laid,
    CountersLaid: _counters_laid,
    TablesLaid: _tables_laid,
    TracksLaid: _tracks_laid,
    OrderGiven: _order_given,
    OrderDone: _order_done,
    DieRolled: _chance,
    CounterDrawn: _drawn,
    Picked: _chance,
    Shuffled: _shuffled,
    Chosen: _nothing,
    AnswersOpened: _nothing,
    LookedUp: _nothing,
    Modified: _nothing,
    PieceMoved: _moved,
    PieceChanged: _changed,
    PiecePlaced: _placed,
    PieceRemoved: _removed,
    PieceKnown: _known,
    Scored: _scored,
    Marked: _marked,
    PhaseEntered: _phase,
    VerdictReached: _verdict,
    Ruled: _nothing,
    TakenBack: _nothing,
    TableAdopted: _adopted,
    Noted: _nothing,
    GameDeclared: _declared,
    SeatTaken: _seat,
    MessageSent: _nothing,
    SecretOrderSealed: _sealed,
    SecretOrdersOpened: _orders_opened,
    SecretOrderDropped: _nothing,
    InjectsListed: _injects,
    InjectHandled: _inject_handled,
    HouseRuleAdopted: _house_rule,
    OptionChanged: _option,
    Concluded: _nothing,
    MarkingSet: _marking,
    TimerSet: _timer,
    EntropyGiven: _entropy,
    SealRevealed: _nothing,
    GameClosed: _closed,
    GameForked: _nothing,
}


def struck(events: Iterable[Event]) -> dict[int, int]:
    """The numbers of events that are no longer in force, each with the event that struck it.

    A take-back strikes all that happened on the table from its `first` event on; a ruling strikes what
    followed the answer that it replaces, but for what was done by hand to come to it.
    """
    struck_by: dict[int, int] = {}
    seen: list[Event] = []
    for event in events:
        first = 0
        kept: tuple[int, ...] = ()
        if type(event) is TakenBack:
            first = event.first
        elif type(event) is Ruled:
            first, kept = event.concerns + 1, event.decided_by
        if first:
            for earlier in reversed(seen):
                if earlier.number < first:
                    break
                if earlier.OF_THE_TABLE and (not kept or earlier.procedure not in kept):
                    struck_by.setdefault(earlier.number, event.number)
        seen.append(event)
    return struck_by


def rebuild(events: Iterable[Event], out_of_force: Container[int] = ()) -> State:
    """The state after these events, those out of force left out. Chances count on past them."""
    state = State()
    for event in events:
        if event.number in out_of_force:
            state.chances = getattr(event, "chance", state.chances)
        else:
            MUTATORS[type(event)](state, event)
        state.number = event.number
    return state
