"""Views: what one side may see of state and log, built field by field from an allow-list.

The viewer `WHITE` sees everything. Fields that are not listed here are not sent, and where a field that is
sent (an order, a purpose, an option) would name a piece that the viewer does not know, `UNKNOWN` replaces the
name.
"""

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import is_
from typing import Any

import msgspec

from domain.events import (
    NAMES_ON_WIRE,
    AnswersOpened,
    CounterDrawn,
    CountersAdopted,
    CountersLaid,
    Disclosed,
    EntryCorrected,
    Event,
    GameDeclared,
    MarkingSet,
    Noted,
    OrderGiven,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    PresenceKnown,
    Ruled,
    SecretOrderSealed,
    SecretOrdersOpened,
    TakenBack,
)
from domain.events.marks import PRIVATE
from domain.events.registry import SEEN
from domain.events.seen import UNKNOWN, WHITE, both, held, knows
from domain.events.strikes import struck
from domain.table.contacts import contact, has_contacts
from domain.table.mutators import MUTATORS, rebuild
from domain.table.state import Piece, State
from domain.texts import Said, Text, said_in
from domain.views.masks import Mask, plain, runs_in, runs_of
from domain.views.words import in_words

__all__ = [
    "UNKNOWN",
    "WHITE",
    "EventView",
    "PieceView",
    "StateView",
    "identifies",
    "knows",
    "leave_out_unseen",
    "masked_for",
    "see",
    "see_log",
    "see_numbered",
    "see_piece",
    "sees",
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


def sees(state: State, viewer: str, piece: Piece) -> bool:
    """Whether a viewer knows that a piece is there."""
    return not state.unseen or knows(viewer, state.who_sees(piece.id))


def identifies(state: State, viewer: str, piece: Piece) -> bool:
    """Whether a viewer knows what a piece is, and that it is there."""
    return knows(viewer, piece.known_to) and sees(state, viewer, piece)


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


def see(state: State, viewer: str) -> StateView:
    """The table as the viewer sees it. Unknown pieces are sorted, so that their order reveals nothing."""
    seen = (piece for piece in state.pieces.values() if sees(state, viewer, piece))
    pieces = [see_piece(state, piece, viewer) for piece in seen]
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


def _names_of(state: State, viewer: str, piece: Piece) -> tuple[str, ...]:
    """The names that would identify a piece to a viewer that does not know it: its id, and its own name if
    any."""
    if viewer == WHITE or identifies(state, viewer, piece):
        return ()
    return (piece.id, piece.name) if piece.name != piece.kind.name else (piece.id,)


def _hidden_names(state: State, viewer: str) -> Iterator[str]:
    """The names that would identify pieces that the viewer does not know."""
    for piece in state.pieces.values():
        yield from _names_of(state, viewer, piece)


Around = tuple[tuple[str, str], ...]
"""Names that contain another piece's own name or id, each with the piece that has the name (empty:
public)."""


def _names_around_others(state: State) -> Around:
    """The names of pieces, kinds and spaces that contain another piece's own name or id, such as
    `KC-130J squadron` around `KC-130J`."""
    own = tuple((piece.id, piece.name) for piece in state.pieces.values() if piece.name != piece.kind.name)
    public = (*(kind.name for kind in state.kinds.values()), *(each.name for each in state.board.data.spaces))
    return _around(own, public, tuple(state.pieces))


@lru_cache(16)
def _around(own: Around, public: tuple[str, ...], ids: tuple[str, ...]) -> Around:
    names = Mask((*(name for _, name in own), *ids))
    return tuple(
        (id, name)
        for id, name in (*own, *(("", name) for name in dict.fromkeys(public)))
        if any(plain(other) != plain(name) for other in names.names_in(name))
    )


def _kept_names(state: State, viewer: str, around: Around) -> list[str]:
    """The names among these that a viewer may read: masking the part would reveal what it is part of."""
    return [
        name
        for id, name in around
        if not id or (id in state.pieces and identifies(state, viewer, state.pieces[id]))
    ]


class _Hidden:
    """The names that a viewer may not read, as they change along a log. gone: ids and names of pieces that
    left the game and that the viewer did not know."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.mask = Mask()
        self.gone: set[str] = set()
        self.around: Around = ()
        self._of: dict[str, tuple[str, ...]] = {}
        self._contacts: _Contacts | None = None

    def masking(self, state: State) -> Callable[[Any], Any]:
        """A function that masks plain data now, with contacts for pieces that the viewer sees and does not
        know."""
        if not has_contacts(state):
            return self.mask
        if self._contacts is None:
            self._contacts = _Contacts(state, self.viewer, self._of, self.around)
        return _both(self._contacts, self.mask)

    def look(self, state: State) -> None:
        """Look at all pieces."""
        self._contacts = None
        kinds = {kind.name for kind in state.kinds.values()}
        self._of = {piece.id: _names_of(state, self.viewer, piece) for piece in state.pieces.values()}
        self.around = _names_around_others(state)
        self.mask = Mask(
            self.gone - state.pieces.keys() - kinds, lambda: _kept_names(state, self.viewer, self.around)
        )
        self.mask.add(*(name for names in self._of.values() for name in names))

    def look_at(self, state: State, id: str) -> None:
        """Look at one piece, the only one for which it has changed who knows it."""
        names = _names_of(state, self.viewer, state.pieces[id])
        if names != self._of.get(id):
            self.mask.discard(*self._of.get(id, ()))
            self.mask.add(*names)
            self._of[id] = names
            self._contacts = None


def masked_for(state: State, viewer: str, but: Collection[str] = ()) -> Callable[[Any], Any]:
    """A function that masks in plain data the pieces that the viewer does not know. but: words that stay,
    because the viewer typed them."""
    hidden = (name for name in _hidden_names(state, viewer) if name not in but)
    around = _names_around_others(state)
    mask = Mask(hidden, lambda: _kept_names(state, viewer, around))
    in_contacts = _in_contacts(state, viewer, around, but)
    return mask if in_contacts is None else _both(in_contacts, mask)


def _both(one: Callable[[Any], Any], other: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: other(one(value))


class _Contacts:
    """Replaces names of pieces that a viewer sees and does not know by their contacts, in plain data. names:
    the names of each piece that the viewer does not know. It reads the table at the time of the call."""

    def __init__(
        self, state: State, viewer: str, names: Mapping[str, tuple[str, ...]], around: Around
    ) -> None:
        self.state, self.viewer = state, viewer
        self.bearers: dict[str, list[str]] = {}
        for id, own in names.items():
            for name in own:
                self.bearers.setdefault(plain(name), []).append(id)
        self.stays = {plain(name) for name in _kept_names(state, viewer, around)}
        self.by_run: dict[str, list[str]] = {}
        for name in (*self.bearers, *self.stays):
            self.by_run.setdefault(next(iter(runs_of(name)), ""), []).append(name)

    def __call__(self, value: Any) -> Any:
        if isinstance(value, str):
            found = _any_of(self._may_be_in(value))
            return found.sub(self._read, value) if found is not None else value
        if isinstance(value, Text):
            return Text(value.code, self(value.arguments))
        if isinstance(value, dict):
            if said_in(value) is not None:
                return {**value, "arguments": self(value["arguments"])} if "arguments" in value else value
            return {self(key): self(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self(item) for item in value]
        return value

    def _may_be_in(self, text: str) -> frozenset[str]:
        """The names whose first run a text contains, and those without runs."""
        runs = runs_in(text)
        return frozenset(name for run in (*runs, "") if run in self.by_run for name in self.by_run[run])

    def _read(self, match: re.Match[str]) -> str:
        """The contact of the piece that is named, if the viewer sees it; else the name, to be masked
        later."""
        for id in reversed(self.bearers.get(plain(match[0]), ())):
            piece = self.state.pieces.get(id)
            if piece is not None and sees(self.state, self.viewer, piece):
                return contact(self.state, self.viewer, piece)
        return match[0]


@lru_cache(4096)
def _any_of(names: frozenset[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of these names as whole words, the longest first; None for no names."""
    if not names:
        return None
    spelled = "|".join(map(_spelled, sorted(names, key=lambda name: (-len(name), name))))
    return re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)


@lru_cache(4096)
def _spelled(name: str) -> str:
    return r"[\s_-]+".join(map(re.escape, name.split(" ")))


def _in_contacts(
    state: State, viewer: str, around: Around, but: Collection[str] = ()
) -> Callable[[Any], Any] | None:
    """A function that replaces pieces that the viewer sees and does not know by contacts; None in a game
    without contacts. but: names that stay."""
    if viewer == WHITE or not has_contacts(state):
        return None
    names = {
        piece.id: tuple(name for name in _names_of(state, viewer, piece) if name not in but)
        for piece in state.pieces.values()
        if sees(state, viewer, piece)
    }
    return _Contacts(state, viewer, names, around)


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
_CHANGE_WHO_KNOWS = (
    CountersAdopted,
    CountersLaid,
    PiecePlaced,
    PieceRemoved,
    PieceKnown,
    PresenceKnown,
    Ruled,
    TakenBack,
)


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
    hidden = _Hidden(viewer)
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
                fields = _masked(event, fields, state, viewer, hidden.masking(state))
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
                    event=NAMES_ON_WIRE[type(event)].partition(".")[0],
                    fields=fields,
                    number=event.number if viewer == WHITE else 0,
                    time=event.time,
                    rule=event.rule,
                    struck=event.number in out_of_force,
                )
            )
        if isinstance(event, PieceRemoved) and not knows(viewer, state.who_knows(event.piece)):
            hidden.gone.update((event.piece, state.pieces[event.piece].name))
        if isinstance(event, TakenBack | Ruled):
            so_far = log[: event.number]
            state = rebuild(so_far, struck(so_far))
        else:
            MUTATORS[type(event)](state, event)
        if viewer == WHITE:
            continue
        if isinstance(event, PieceKnown | PresenceKnown) and not state.at.get(event.piece):
            hidden.look_at(state, event.piece)
        elif isinstance(event, _CHANGE_WHO_KNOWS) or _changes_sight(event, state):
            hidden.look(state)
    for line, marking in markings.items():
        views[line - 1] = msgspec.structs.replace(views[line - 1], marking=marking)
    for line, what in amended.items():
        views[line - 1] = msgspec.structs.replace(views[line - 1], amended=what)
    return [(number, views[line - 1]) for number, line in lines.items()]


def _changes_sight(event: Event, state: State) -> bool:
    """Whether a piece moves between places known to different sides, such as aboard a hidden carrier."""
    match event:
        case PieceMoved(origin=origin, to=to) | CounterDrawn(cup=origin, to=to) if state.unseen:
            return state.who_sees_place(origin) != state.who_sees_place(to)
    return False


def _comes_into_sight(event: Event, state: State, viewer: str) -> bool:
    """Whether a viewer comes to know a piece that it did not see before the event, given the state before
    it."""
    match event:
        case PieceMoved(piece=id, to=to) | CounterDrawn(piece=id, to=to) if state.unseen:
            piece = state.pieces[id]
            return knows(viewer, both(both(piece.seen_by, piece.known_to), state.who_sees_place(to)))
    return False


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
    return {name: mask(value) for name, value in fields.items()}


def _as_typed(event: Event, state: State, viewer: str) -> bool:
    """Whether the words of an event stay unmasked: people's words, and what a side ordered itself."""
    if in_words(event):
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
