"""Views: what one side may see of state and log, built field by field from an allow-list.

The viewer `WHITE` sees everything. Fields that are not listed here are not sent, and where a field that is
sent (an order, a purpose, an option) names a piece that the viewer does not know, it is masked.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import is_
from typing import Any

import msgspec

from domain.events import (
    AnswersOpened,
    Disclosed,
    EntryCorrected,
    Event,
    GameDeclared,
    MarkingSet,
    Noted,
    OrderGiven,
    PieceKnown,
    PresenceKnown,
    Ruled,
    SecretOrderSealed,
    SecretOrdersOpened,
    TakenBack,
)
from domain.events.kind import Changes
from domain.events.marks import PRIVATE
from domain.events.registry import KIND_OF, SEEN
from domain.events.seen import UNKNOWN, WHITE, both, held, knows
from domain.events.strikes import struck
from domain.table.contacts import contact
from domain.table.mutators import MUTATORS, rebuild
from domain.table.state import Piece, State
from domain.texts import Said
from domain.views.masks import masked_for, sees
from domain.views.words import typed_in

__all__ = [
    "UNKNOWN",
    "WHITE",
    "EventView",
    "PieceView",
    "StateView",
    "knows",
    "leave_out_unseen",
    "see",
    "see_log",
    "see_numbered",
    "see_piece",
    "sees_mark",
]


class PieceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece as a side sees it. Of a piece that it does not know, a side sees the place, the owner, the
    back, and the contact in a game that has contacts.

    place: the space where it is, by itself or aboard its carrier. aboard: the id of its carrier. carries: the
    names of the pieces directly aboard it, as far as the viewer may know.
    """

    place: str
    side: str = ""
    back: str = ""
    id: str = ""
    kind: str = ""
    name: str = ""
    group: str = ""
    face: str = ""
    steps: int = 0
    values: dict[str, Any] = {}
    symbol: str = ""
    known: bool = True
    aboard: str = ""
    carries: tuple[str, ...] = ()
    contact: str = ""


class StateView(msgspec.Struct, frozen=True):
    """The table as a side sees it."""

    viewer: str
    turn: int
    phase: str
    side: str
    tracks: dict[str, int]
    pieces: tuple[PieceView, ...]
    marks: dict[str, dict[str, Any]]
    verdict: str | None
    reason: Said


def see_piece(state: State, piece: Piece, viewer: str) -> PieceView:
    """A piece that the viewer sees, as the viewer sees it."""
    place, aboard = piece.place, ""
    if state.is_piece(place):
        place, aboard = state.where(piece.id), place
    if not knows(viewer, piece.known_to):
        return PieceView(
            place=place,
            side=piece.side,
            back=piece.kind.back,
            known=False,
            aboard=aboard,
            contact=contact(state, viewer, piece),
        )
    return PieceView(
        place=place,
        side=piece.side,
        back=piece.kind.back,
        id=piece.id,
        kind=piece.kind_id,
        name=piece.name,
        group=piece.kind.group,
        face=piece.face,
        steps=piece.steps,
        values=dict(piece.kind.values),
        symbol=piece.kind.symbol,
        aboard=aboard,
        carries=_carried(state, piece, viewer) if state.at.get(piece.id) else (),
    )


def _carried(state: State, carrier: Piece, viewer: str) -> tuple[str, ...]:
    """The pieces aboard a carrier: those that the viewer knows by name; those that it sees and does not know
    by their backs, last and sorted."""
    seen = [piece for piece in state.aboard(carrier.id) if sees(state, viewer, piece)]
    known = [piece.name for piece in seen if knows(viewer, piece.known_to)]
    unknown = [f"hidden {piece.kind.back or 'piece'}" for piece in seen if not knows(viewer, piece.known_to)]
    return (*known, *sorted(unknown))


def _unchanged(state: State, piece: Piece, viewer: str, kept: dict[str, PieceView]) -> PieceView:
    """A piece as `see_piece` gives it: the view that is kept if nothing that it shows has changed since, a
    new one that is kept from now on otherwise. What is hidden, aboard or carries others is always new."""
    if not knows(viewer, piece.known_to) or state.at.get(piece.id) or state.is_piece(piece.place):
        return see_piece(state, piece, viewer)
    view = kept.get(piece.id)
    if (
        view is None
        or view.place != piece.place
        or view.face != piece.face
        or view.steps != piece.steps
        or view.kind != piece.kind_id
        or view.side != piece.side
        or view.name != piece.name
        or view.group != piece.kind.group
        or view.symbol != piece.kind.symbol
        or view.values != piece.kind.values
    ):
        view = kept[piece.id] = see_piece(state, piece, viewer)
    return view


def see(state: State, viewer: str, kept: dict[str, PieceView] | None = None) -> StateView:
    """The table as the viewer sees it. Unknown pieces are sorted, so that their order reveals nothing.

    kept: views of pieces by id, for one viewer of one game who looks at many of its tables in turn; a view
    is used again as long as nothing in it has changed. Other viewers need a dict of their own.
    """
    seen = (piece for piece in state.pieces.values() if sees(state, viewer, piece))
    if kept is None:
        pieces = [see_piece(state, piece, viewer) for piece in seen]
    else:
        pieces = [_unchanged(state, piece, viewer, kept) for piece in seen]
    known = [piece for piece in pieces if piece.known]
    unknown = [piece for piece in pieces if not piece.known]
    unknown.sort(key=lambda piece: (piece.place, piece.aboard, piece.side, piece.back, piece.contact))
    mask = masked_for(state, viewer)
    marks = {
        subject: {
            mark: mask(value) for mark, value in marks.items() if sees_mark(state, viewer, subject, mark)
        }
        for subject, marks in sorted(state.marks.items())
        if viewer == WHITE or knows(viewer, state.who_sees_subject(subject))
    }
    return StateView(
        viewer=viewer,
        turn=state.turn,
        phase=state.phase,
        side=state.side,
        tracks={id: track.value for id, track in state.tracks.items() if knows(viewer, track.known_to)},
        pieces=(*known, *unknown),
        marks={subject: found for subject, found in marks.items() if found},
        verdict=None if state.verdict is None else state.verdict.winner,
        reason="" if state.verdict is None else state.verdict.reason,
    )


def sees_mark(state: State, viewer: str, subject: str, mark: str) -> bool:
    """Whether a viewer may know of a mark."""
    if viewer == WHITE:
        return True
    return not mark.startswith(PRIVATE) and knows(viewer, state.marks_for.get((subject, mark)))


def leave_out_unseen(state: State, viewer: str) -> None:
    """Remove from a copy of the table what the viewer does not know to be there, so that nothing computed on
    it depends on that: unseen pieces with their marks, and the values of tracks hidden from the viewer."""
    for track in state.tracks.values():
        if not knows(viewer, track.known_to):
            track.value = track.data.lowest
    for piece in [piece for piece in state.pieces.values() if not sees(state, viewer, piece)]:
        state.take_off(piece.id)
        state.marks.pop(piece.id, None)
        state.bearers.clear()


class EventView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as a side sees it. `line` counts only what that side sees, and a field that refers to another
    event holds that event's line (0 if the side does not see it). The white cell sees the event's own
    `number`, and its fields hold event numbers. marking: the handling marking of this event alone. amended:
    `corrected` or `withdrawn` if a later entry says so."""

    line: int
    event: str
    fields: dict[str, Any]
    number: int = 0
    time: str = ""
    rule: str = ""
    struck: bool = False
    marking: str = ""
    amended: str = ""


_ENVELOPE = frozenset(("number", "time", "procedure", "rule", "audience", "blind"))
_Numbered = list[tuple[int, EventView]]
_LOOKED_AT: deque[tuple[Sequence[Event], str, tuple[str, ...], _Numbered]] = deque(maxlen=4)
"""The logs viewed last, with their viewers, the sides they hold, and the resulting lines."""


def see_log(events: Iterable[Event], viewer: str) -> list[EventView]:
    """The log as the viewer sees it.

    An event's audience sees all its listed fields; others see the outline of a hidden event, if it has one. A
    move of a piece that the viewer does not know shows the places and the back, not which piece it is.
    """
    return [view for _, view in see_numbered(events, viewer)]


def see_numbered(events: Iterable[Event], viewer: str) -> list[tuple[int, EventView]]:
    """Each line of the log as the viewer sees it, with the number of its event, which a side's view leaves
    out. The result is kept for a while, because events never change."""
    log, sides = list(events), held(viewer)
    for before, whose, holding, views in _LOOKED_AT:
        if whose == viewer and holding == sides and len(before) == len(log) and all(map(is_, before, log)):
            return list(views)
    views = _look_through(log, viewer)
    _LOOKED_AT.append((log, viewer, sides, views))
    return list(views)


def _look_through(log: Sequence[Event], viewer: str) -> _Numbered:
    out_of_force = struck(log)
    views: list[EventView] = []
    lines: dict[int, int] = {}
    markings: dict[int, str] = {}
    amended: dict[int, str] = {}
    outlines: set[int] = set()
    topics: set[str] = set()
    state = State()
    mask = masked_for(state, viewer)
    for event in log:
        fields = _fields_seen(event, state, viewer)
        if isinstance(event, MarkingSet) and event.concerns:
            if event.concerns not in lines or (event.concerns in outlines and viewer != WHITE):
                fields = None
            else:
                markings[lines[event.concerns]] = event.marking
        if isinstance(event, TakenBack) and not _strikes_seen(event, out_of_force, lines):
            fields = None if viewer != WHITE else fields
        if fields is not None:
            lines[event.number] = len(views) + 1
            if not knows(viewer, event.audience):
                outlines.add(event.number)
            if isinstance(event, EntryCorrected) and not event.topic and event.concerns in lines:
                amended[lines[event.concerns]] = "withdrawn" if event.withdrawn else "corrected"
            if isinstance(event, GameDeclared):
                topics.update(topic.id for topic in (*event.questions, *event.outcomes))
            if viewer != WHITE and not isinstance(event, PieceKnown | PresenceKnown):
                fields = _masked(event, fields, state, viewer, mask)
                if "piece" in fields and _comes_into_sight(event, state, viewer):
                    fields["piece"] = event.piece  # type: ignore[attr-defined]
                for name in SEEN[type(event)].lines:
                    if name in fields:
                        fields[name] = _lines(fields[name], lines)
                if isinstance(event, Noted):
                    fields["tags"] = tuple(tag for tag in event.tags if tag in topics)
            views.append(
                EventView(
                    line=len(views) + 1,
                    event=KIND_OF[type(event)].name,
                    fields=fields,
                    number=event.number if viewer == WHITE else 0,
                    time=event.time,
                    rule=event.rule,
                    struck=event.number in out_of_force,
                )
            )
        if isinstance(event, TakenBack | Ruled):
            so_far = log[: event.number]
            state = rebuild(so_far, struck(so_far))
            mask = masked_for(state, viewer)
        else:
            MUTATORS[type(event)](state, event)
    for line, marking in markings.items():
        views[line - 1] = msgspec.structs.replace(views[line - 1], marking=marking)
    for line, what in amended.items():
        views[line - 1] = msgspec.structs.replace(views[line - 1], amended=what)
    return [(number, views[line - 1]) for number, line in lines.items()]


def _comes_into_sight(event: Event, state: State, viewer: str) -> bool:
    """Whether a viewer comes to know a piece that it did not see before the event, given the state before
    it."""
    if not state.unseen or Changes.PLACE not in KIND_OF[type(event)].changes:
        return False
    moved: Any = event
    piece = state.pieces[moved.piece]
    return knows(viewer, both(both(piece.seen_by, piece.known_to), state.who_sees_place(moved.to)))


def _lines(numbers: int | Iterable[int], lines: Mapping[int, int]) -> int | tuple[int, ...]:
    """Lines of a side's view for event numbers. A single event that it does not see is 0; in a list it is
    left out."""
    if isinstance(numbers, int):
        return lines.get(numbers, 0)
    return tuple(lines[number] for number in numbers if number in lines)


def _masked(
    event: Event, fields: dict[str, Any], state: State, viewer: str, mask: Callable[[Any], Any]
) -> dict[str, Any]:
    """An event's fields without what would name hidden pieces. What people wrote is never masked: otherwise a
    side could find out what is hidden by writing its name, or by reading it masked."""
    if _as_typed(event, state, viewer):
        if isinstance(event, OrderGiven) and event.contacts:
            arguments = {
                name: mask(value) if name in event.contacts else value
                for name, value in event.arguments.items()
            }
            return {**fields, "arguments": arguments}
        return fields
    if isinstance(event, Disclosed) and event.side in held(viewer):
        return {name: value if name == "order" else mask(value) for name, value in fields.items()}
    if isinstance(event, SecretOrdersOpened) and "opened" in fields:
        opened = {
            side: _opened(each, side in held(viewer), mask) for side, each in fields.pop("opened").items()
        }
        return {**{name: mask(value) for name, value in fields.items()}, "opened": opened}
    if isinstance(event, AnswersOpened) and event.salts:
        return _plans_opened(event, fields, mask)
    typed = typed_in(type(event))
    return {
        name: value if type(value) is str and name in typed else mask(value) for name, value in fields.items()
    }


def _as_typed(event: Event, state: State, viewer: str) -> bool:
    """Whether the words of an event stay unmasked: people's words, and what a side ordered itself."""
    if SEEN[type(event)].typed:
        return True
    match event:
        case SecretOrderSealed(side=side):
            return side in held(viewer)
        case OrderGiven(side=side, by=by):
            seat = state.cell.seats.get(by)
            return side in held(viewer) and seat is not None and seat.side in held(viewer)
    return False


def _plans_opened(event: AnswersOpened, fields: dict[str, Any], mask: Callable[[Any], Any]) -> dict[str, Any]:
    """Opened plans. If part of a plan is masked, its salt is withheld, as for sealed orders."""
    masked = {name: mask(value) for name, value in fields.items()}
    salts = {
        side: salt if masked["answers"].get(side) == event.answers.get(side) else UNKNOWN
        for side, salt in event.salts.items()
    }
    return {**masked, "salts": salts}


def _opened(each: Mapping[str, Any], own: bool, mask: Callable[[Any], Any]) -> dict[str, Any]:
    """Opened orders. If part of another side's orders is masked, their salt is withheld: with salt and digest
    one could try every name."""
    orders = list(each["orders"]) if own else mask(each["orders"])
    same = msgspec.json.encode(orders) == msgspec.json.encode(each["orders"])
    return {"salt": each["salt"] if same else UNKNOWN, "orders": orders}


def _strikes_seen(event: TakenBack, out_of_force: Mapping[int, int], seen: Collection[int]) -> bool:
    """Whether a take-back strikes anything that the viewer has seen; otherwise the viewer does not see it."""
    return any(by == event.number and number in seen for number, by in out_of_force.items())


def _fields_seen(event: Event, state: State, viewer: str) -> dict[str, Any] | None:
    if viewer == WHITE:
        fields = {
            name: value for name, value in msgspec.structs.asdict(event).items() if name not in _ENVELOPE
        }
    else:
        seen = SEEN[type(event)].fields(event, state, viewer)
        if seen is None:
            return None
        fields = seen
    if fields.get("again") == 0:
        del fields["again"]  # almost always 0: only repeated chances have it
    return fields
