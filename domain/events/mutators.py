"""What each event does to the state: one small mutator each. No mutator checks a rule."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from domain.events import (
    AnswersOpened,
    BoardLaid,
    Chosen,
    CounterDrawn,
    CountersLaid,
    DieRolled,
    EntropyGiven,
    EntropyPromised,
    EntropyWaived,
    Event,
    GameClosed,
    GameForked,
    GameOpened,
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
    RuledAfresh,
    Scored,
    SealRevealed,
    Shuffled,
    TableAdopted,
    TablesLaid,
    TakenBack,
    TracksLaid,
    VerdictReached,
)
from domain.events.people import (
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
from domain.table.board import Board
from domain.table.state import Piece, State, Track
from domain.table.tables import Table


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
    if not event.again:  # one told anew was counted when it was first recorded
        state.chances = event.chance


def _drawn(state: State, event: CounterDrawn) -> None:
    if not event.again:
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
    if not event.again:
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
    RuledAfresh: _nothing,
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
    EntropyPromised: _nothing,
    EntropyGiven: _entropy,
    EntropyWaived: _nothing,
    SealRevealed: _nothing,
    GameClosed: _closed,
    GameForked: _nothing,
}


def struck(events: Iterable[Event]) -> dict[int, int]:
    """The numbers of events that are no longer in force, each with the event that struck it.

    A take-back strikes all that happened on the table from its `first` event on. A ruling strikes what its
    own order told behind the answer that it replaces; one of an earlier version struck all that followed,
    but for what was done by hand to come to it.
    """
    struck_by: dict[int, int] = {}
    seen: list[Event] = []
    for event in events:
        kind = type(event)
        if kind is TakenBack or kind is Ruled or kind is RuledAfresh:
            first, order, kept = _reach(event, seen)
            for earlier in reversed(seen):
                if earlier.number < first:
                    break
                if earlier.OF_THE_TABLE and (
                    earlier.procedure == order if order else earlier.procedure not in kept
                ):
                    struck_by.setdefault(earlier.number, event.number)
        seen.append(event)
    return struck_by


def _reach(event: Event, before: Sequence[Event]) -> tuple[int, int, tuple[int, ...]]:
    """What a take-back or ruling strikes: from which event on; of which order alone, 0 for all; and which
    orders not."""
    match event:
        case TakenBack():
            return event.first or event.number, 0, ()
        case RuledAfresh():
            return event.concerns + 1, 0, event.decided_by
        case Ruled():
            place = event.concerns - (before[0].number if before else 1)
            order = before[place].procedure if 0 <= place < len(before) else 0
            return (event.concerns + 1, order, ()) if order else (event.number, 0, ())
    raise AssertionError("only a take-back or a ruling strikes")


def rebuild(events: Iterable[Event], out_of_force: Container[int] = ()) -> State:
    """The state after these events, those out of force left out. Chances count on past them."""
    state = State()
    for event in events:
        if event.number in out_of_force:
            state.chances = max(state.chances, getattr(event, "chance", 0))
        else:
            MUTATORS[type(event)](state, event)
        state.number = event.number
    return state
