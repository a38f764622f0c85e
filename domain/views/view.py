"""Views: what one side may see of state and log, built field by field from an allow-list.

Whoever is `WHITE` sees all. What is not listed here is not sent, and where what is sent would name a piece
that the viewer does not know (an order, a purpose, an option), `UNKNOWN` stands in its place.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from domain.events import (
    NAMES_ON_WIRE,
    BoardLaid,
    CounterDrawn,
    CountersLaid,
    EntropyGiven,
    EntropyPromised,
    Event,
    GameDeclared,
    GameOpened,
    InjectHandled,
    LookedUp,
    MarkingSet,
    MessageSent,
    Noted,
    OrderGiven,
    PieceChanged,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    Ruled,
    SealRevealed,
    SecretOrderSealed,
    SecretOrdersOpened,
    Shuffled,
    TablesLaid,
    TakenBack,
    TracksLaid,
)
from domain.events.mutators import MUTATORS, rebuild, struck
from domain.table.state import Piece, State

WHITE = "white"
"""The white cell's view: everything."""

UNKNOWN = "?"
"""What stands for a piece that the viewer does not know."""

_PRIVATE_MARKS = "_"
"""A mark whose name begins so is for the white cell alone."""


class PieceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece as a side sees it. Of one it does not know: where it is, whose it is, and its back."""

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
    reason: str


def knows(viewer: str, known_to: Collection[str] | None) -> bool:
    """Whether a viewer is among those who may know."""
    return viewer == WHITE or known_to is None or viewer in known_to


def see_piece(piece: Piece, viewer: str) -> PieceView:
    """One piece as the viewer sees it."""
    if not knows(viewer, piece.known_to):
        return PieceView(place=piece.place, side=piece.side, back=piece.kind.back, known=False)
    return PieceView(
        place=piece.place,
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
    )


def see(state: State, viewer: str) -> StateView:
    """The table as the viewer sees it. Unknown pieces come sorted, so that their order tells nothing."""
    pieces = [see_piece(piece, viewer) for piece in state.pieces.values()]
    known = [piece for piece in pieces if piece.known]
    unknown = sorted((piece for piece in pieces if not piece.known), key=lambda p: (p.place, p.side, p.back))
    mask = _mask(_hidden_names(state, viewer))
    marks = {
        subject: {
            mark: mask(value) for mark, value in marks.items() if sees_mark(state, viewer, subject, mark)
        }
        for subject, marks in state.marks.items()
        if subject not in state.pieces or knows(viewer, state.pieces[subject].known_to)
    }
    return StateView(
        viewer=viewer,
        turn=state.turn,
        phase=state.phase,
        side=state.side,
        tracks={id: track.value for id, track in state.tracks.items()},
        pieces=(*known, *unknown),
        marks={subject: found for subject, found in marks.items() if found},
        verdict=None if state.verdict is None else state.verdict.winner,
        reason="" if state.verdict is None else state.verdict.reason,
    )


def sees_mark(state: State, viewer: str, subject: str, mark: str) -> bool:
    """Whether a viewer may know of a mark."""
    if viewer == WHITE:
        return True
    return not mark.startswith(_PRIVATE_MARKS) and knows(viewer, state.marks_for.get((subject, mark)))


def _hidden_names(state: State, viewer: str) -> set[str]:
    """What would name pieces that the viewer does not know: their ids, and names of their own."""
    names: set[str] = set()
    if viewer != WHITE:
        for id, piece in state.pieces.items():
            if not knows(viewer, piece.known_to):
                names.add(id)
                if piece.name != piece.kind.name:
                    names.add(piece.name)
    return names


def masked_for(state: State, viewer: str) -> Callable[[Any], Any]:
    """A function that masks in plain data the pieces that the viewer does not know."""
    return _mask(_hidden_names(state, viewer))


def _mask(names: Collection[str]) -> Callable[[Any], Any]:
    """A function that puts `UNKNOWN` in the place of these names wherever plain data has them."""
    if not names:
        return lambda value: value
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    spelled = "|".join(map(_however_written, longest_first))
    found = re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)

    def mask(value: Any) -> Any:
        if isinstance(value, str):
            return found.sub(UNKNOWN, value)
        if isinstance(value, dict):
            return {mask(key): mask(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [mask(item) for item in value]
        return value

    return mask


def _however_written(name: str) -> str:
    """A pattern of a name: `Boat 17`, `Boat-17` and `boat_17` name the same boat, whatever the case."""
    return r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", name.strip(" _-")))) or re.escape(name)


class EventView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as a side sees it: `line` counts only what that side sees, and where a field `concerns`
    another event it is that one's line (0 when the side does not see it). The white cell's `number` is the
    event's own, and what its fields concern is an event's number. `marking`: how that event alone is to be
    handled."""

    line: int
    event: str
    fields: dict[str, Any]
    number: int = 0
    time: str = ""
    rule: str = ""
    struck: bool = False
    marking: str = ""


_ENVELOPE = frozenset(("number", "time", "procedure", "rule", "audience"))
_PIECE_EVENTS = (PieceMoved, PieceChanged, PieceRemoved, PiecePlaced, CounterDrawn, PieceKnown)
_CHANGE_WHO_KNOWS = (CountersLaid, PiecePlaced, PieceRemoved, PieceKnown, Ruled, TakenBack)
_COUNTS_ALL = frozenset(("chance", "decided_by"))
"""Fields that would tell a side how much happened that it did not see."""


def see_log(events: Iterable[Event], viewer: str) -> list[EventView]:
    """The log as the viewer sees it.

    An event is seen whole by its audience; of a hidden one, others see its outline, if it has one. A
    move of a piece that the viewer does not know shows its places and its back, not which piece it is.
    """
    log = list(events)
    out_of_force = struck(log)
    views: list[EventView] = []
    lines: dict[int, int] = {}
    markings: dict[int, str] = {}
    outlines: set[int] = set()
    topics: set[str] = set()
    state = State()
    gone: set[str] = set()
    mask = _mask(())
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
            if isinstance(event, GameDeclared):
                topics.update(topic.id for topic in (*event.questions, *event.outcomes))
            if viewer != WHITE and not isinstance(event, PieceKnown):
                fields = _masked(event, fields, state, viewer, mask)
                if "concerns" in fields:
                    fields["concerns"] = lines.get(fields["concerns"], 0)
                if "again" in fields:
                    fields["again"] = lines.get(fields["again"], 0)
                if isinstance(event, Noted):
                    fields["links"] = tuple(lines[link] for link in event.links if link in lines)
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
        if isinstance(event, PieceRemoved) and not knows(viewer, state.pieces[event.piece].known_to):
            gone.update((event.piece, state.pieces[event.piece].name))
        if isinstance(event, TakenBack | Ruled):
            so_far = log[: event.number]
            state = rebuild(so_far, struck(so_far))
        else:
            MUTATORS[type(event)](state, event)
        if isinstance(event, _CHANGE_WHO_KNOWS):
            kinds = {kind.name for kind in state.kinds.values()}
            mask = _mask(_hidden_names(state, viewer) | (gone - state.pieces.keys() - kinds))
    for line, marking in markings.items():
        views[line - 1] = msgspec.structs.replace(views[line - 1], marking=marking)
    return views


def _masked(
    event: Event, fields: dict[str, Any], state: State, viewer: str, mask: Callable[[Any], Any]
) -> dict[str, Any]:
    """What an event tells, less what would name hidden pieces. What sides wrote themselves is never masked:
    else they could find out what is hidden by writing its name."""
    told = {name: value for name, value in fields.items() if name not in _COUNTS_ALL}
    if _side_wrote(event, state, viewer):
        return told
    if isinstance(event, SecretOrdersOpened):
        opened = {side: _opened(each, side == viewer, mask) for side, each in told.pop("opened").items()}
        return {**{name: mask(value) for name, value in told.items()}, "opened": opened}
    return {name: mask(value) for name, value in told.items()}


def _side_wrote(event: Event, state: State, viewer: str) -> bool:
    """Whether the words of an event are those of a side, who may tell them to whom it likes."""
    match event:
        case MessageSent(side=side):
            return bool(side)
        case EntropyGiven() | EntropyPromised():
            return True
        case SecretOrderSealed(side=side):
            return side == viewer
        case OrderGiven(side=side, by=by):
            seat = state.cell.seats.get(by)
            return side == viewer and seat is not None and seat.side == viewer
    return False


def _opened(each: Mapping[str, Any], own: bool, mask: Callable[[Any], Any]) -> dict[str, Any]:
    """Orders that were opened. Where some of another side's are masked their salt is withheld: with it and
    the digest one could try every name."""
    orders = list(each["orders"]) if own else mask(each["orders"])
    same = msgspec.json.encode(orders) == msgspec.json.encode(each["orders"])
    return {"salt": each["salt"] if same else UNKNOWN, "orders": orders}


def _strikes_seen(event: TakenBack, out_of_force: Mapping[int, int], seen: Collection[int]) -> bool:
    """Whether a take-back unsays anything that the viewer has seen: else that it was is nothing to know."""
    return any(by == event.number and number in seen for number, by in out_of_force.items())


def _fields_seen(event: Event, state: State, viewer: str) -> dict[str, Any] | None:
    fields = {name: value for name, value in msgspec.structs.asdict(event).items() if name not in _ENVELOPE}
    if fields.get("again") == 0:
        del fields["again"]  # as nearly always: it is told of a chance told anew alone
    if viewer == WHITE:
        return fields
    if isinstance(event, GameOpened):
        fields["background"] = {who: text for who, text in event.background.items() if who in ("", viewer)}
        fields["scenario_digest"] = ""  # of what starts hidden too: it would tell a guess from the truth
        # Where it was forked from is told by names alone: numbers would count what a side did not see.
        origin = fields.pop("forked_from")
        return {**fields, "forked_from": {"game": origin.game, "name": origin.name}} if origin else fields
    if isinstance(event, BoardLaid | TablesLaid | TracksLaid | SealRevealed):
        return fields
    if isinstance(event, CountersLaid):
        return {"kinds": fields["kinds"]}
    if isinstance(event, TakenBack):
        return {"by": event.by, "because": event.because}
    in_audience = knows(viewer, event.audience)
    if isinstance(event, _PIECE_EVENTS):
        return _piece_fields(event, fields, state, viewer, in_audience)
    if in_audience:
        if isinstance(event, LookedUp) and event.table in state.tables and state.tables[event.table].adopted:
            return {**fields, "adopted": True}
        return _as_told(event, fields)
    if isinstance(event, Shuffled):
        return {"place": event.place}
    if isinstance(event, SecretOrderSealed):
        return {"side": event.side, "digest": event.digest}
    return None


_WHITE_CELLS_OWN = frozenset(("concerns", "known", "known_to"))
"""Arguments of the white cell's orders that count what a side did not see, or say who else knows."""


def _without(arguments: Any, names: Collection[str]) -> Any:
    """Plain data without these keys, at any depth."""
    if isinstance(arguments, Mapping):
        return {key: _without(value, names) for key, value in arguments.items() if key not in names}
    if isinstance(arguments, list | tuple):
        return [_without(part, names) for part in arguments]
    return arguments


def _as_told(event: Event, fields: dict[str, Any]) -> dict[str, Any]:
    """What its audience is told of an event: the white cell's own reasons and counts are left out."""
    if isinstance(event, OrderGiven) and not event.side:
        # The number of the event that a chance was on would count what a side did not see.
        return {**fields, "arguments": _without(event.arguments, _WHITE_CELLS_OWN)}
    if isinstance(event, InjectHandled):
        return {"how": "delivered", "text": event.text}
    if isinstance(event, SecretOrdersOpened):
        # By side and not by number: a number would count what a side did not see.
        opened = {each.side: {"salt": each.salt, "orders": each.orders} for each in event.opened.values()}
        return {**fields, "opened": opened}
    return fields


def _piece_fields(
    event: Event, fields: dict[str, Any], state: State, viewer: str, in_audience: bool
) -> dict[str, Any] | None:
    """Fields of an event about a piece: the whole of it only to those who know the piece."""
    piece = None
    if isinstance(event, PiecePlaced):
        known = knows(viewer, event.piece.known_to)
        back = state.kinds[event.piece.kind].back
        shown = {"to": event.piece.at}
    else:
        piece = state.pieces[fields["piece"]]
        known = knows(viewer, piece.known_to)
        back = piece.kind.back
        shown = {name: fields[name] for name in ("cup", "origin", "to", "purpose") if name in fields}
    act = state.procedures.get(event.procedure)
    secret_act = act is not None and not act.side and not knows(viewer, act.audience)
    if isinstance(event, PieceKnown):
        if not knows(viewer, event.sides) or (known and secret_act):
            return None  # who knew already is not told to whom else the white cell showed it in secret
        return {**fields, "sides": event.sides and (viewer,)}
    if known and in_audience:
        if isinstance(event, PiecePlaced) and event.piece.known_to is not None:
            fields["piece"] = msgspec.structs.replace(event.piece, known_to=(viewer,))
        return fields
    if isinstance(event, CounterDrawn) and secret_act:
        return None
    if isinstance(event, CounterDrawn) or (in_audience and not isinstance(event, PieceChanged)):
        return {**shown, "back": back}
    return None
