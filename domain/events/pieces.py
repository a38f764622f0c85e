"""What happens to pieces: they move, change, come and go, and become known."""

from typing import TYPE_CHECKING, Any

import msgspec

from domain.events.base import Event, Sides
from domain.events.data import PieceData
from domain.events.kind import OF_AN_ORDER, Audience, Changes, EventKind, Undo, says_what_changes
from domain.events.seen import OMIT, Seen, both, either, knows, own_of, place_in, secret_act

if TYPE_CHECKING:
    from domain.table.state import State


class PieceMoved(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece and its cargo move from one place to another: a space, or a piece that carries it."""

    piece: str
    origin: str
    to: str


@says_what_changes
def _moved(state: "State", event: PieceMoved) -> None:
    state.move(event.piece, event.to)


class PieceChanged(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece changes its face, its steps or its side; fields left out stay as they were."""

    piece: str
    face: str | None = None
    steps: int | None = None
    side: str | None = None


@says_what_changes
def _changed(state: "State", event: PieceChanged) -> None:
    piece = state.pieces[event.piece]
    if event.face is not None:
        piece.face = event.face
    if event.steps is not None:
        piece.steps = event.steps
    if event.side is not None:
        piece.side = event.side
    state.piece_changed(piece)


def _inside_alone(event: PieceChanged, state: "State", viewer: str) -> bool:
    """Whether only face or steps change: a side that does not know a piece sees its owner and not these."""
    return event.side is None and not knows(viewer, _known_to(event, state))


class PiecePlaced(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A new piece comes into the game."""

    piece: PieceData


def _placed(state: "State", event: PiecePlaced) -> None:
    state.put(event.piece)


def _placed_piece(event: PiecePlaced, state: "State", viewer: str) -> PieceData:
    """The piece without the sides that know it: a side does not learn who else does."""
    piece = event.piece
    known_to, seen_by = (sides and own_of(viewer, sides) for sides in (piece.known_to, piece.seen_by))
    return msgspec.structs.replace(piece, known_to=known_to, seen_by=seen_by)


class PieceRemoved(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece leaves the game for good."""

    piece: str
    origin: str


def _removed(state: "State", event: PieceRemoved) -> None:
    state.gone[event.piece] = state.pieces[event.piece].name, state.who_knows(event.piece)
    state.take_off(event.piece)


class PieceKnown(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Who knows what a piece is: None is everyone, an empty list only the white cell."""

    piece: str
    sides: Sides = None


@says_what_changes
def _known(state: "State", event: PieceKnown) -> None:
    state.let_know(event.piece, event.sides)


def _identity_not_news(event: PieceKnown, state: "State", viewer: str) -> bool:
    """Whether the viewer learns nothing. A side learns that it knows a piece from now on, or no longer does;
    if it knew the piece and still does, only that all sides know it now, or no longer all do."""
    piece = state.pieces[event.piece]
    before, now = knows(viewer, piece.known_to), knows(viewer, event.sides)
    if before != now:
        return False
    in_public = piece.known_to is None or event.sides is None
    return not (now and in_public) or secret_act(event, state, viewer)


class PresenceKnown(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Who knows that a piece is there: None is everyone, an empty list only the white cell."""

    piece: str
    sides: Sides = None


def _presence_known(state: "State", event: PresenceKnown) -> None:
    state.conceal(event.piece, event.sides)


def _before_or_after(event: PresenceKnown, state: "State") -> Sides:
    piece = state.pieces[event.piece]
    return both(either(piece.seen_by, event.sides), state.who_sees_place(piece.place))


def _presence_not_news(event: PresenceKnown, state: "State", viewer: str) -> bool:
    """Whether the viewer learns nothing: not to whom else the piece is shown, or from whom it is hidden."""
    piece = state.pieces[event.piece]
    before, now = knows(viewer, piece.seen_by), knows(viewer, event.sides)
    in_public = piece.seen_by is None or event.sides is None
    return before == now and not (now and in_public)


def _at(event: PresenceKnown, state: "State", viewer: str) -> str:
    return state.pieces[event.piece].place


def _own_name(event: PieceKnown | PresenceKnown, state: "State", viewer: str) -> Sides:
    """The viewer's own name if it is among those who know: a side does not learn which others know."""
    if event.sides is None:
        return None
    return own_of(viewer, event.sides)


def _who_sees(event: Any, state: "State") -> Sides:
    return state.who_sees(event.piece)


def _known_to(event: Any, state: "State") -> Sides:
    return state.pieces[event.piece].known_to


def _back(event: Any, state: "State", viewer: str) -> str:
    return state.pieces[event.piece].kind.back


def _contact(event: Any, state: "State", viewer: str) -> Any:
    """What the viewer called the piece until then, if it did not know it."""
    called = state.name_for(viewer, event.piece)
    return OMIT if called == event.piece else called


def _who_sees_move(event: PieceMoved, state: "State") -> Sides:
    """The sides that know that the piece is there and know of one of the two places."""
    places = either(state.who_sees_place(event.origin), state.who_sees_place(event.to))
    return both(state.pieces[event.piece].seen_by, places)


KINDS = (
    EventKind(
        "piece-moved.1",
        PieceMoved,
        _moved,
        Seen(
            audience=("piece", "origin", "to"),
            strangers=("origin", "to", "back", "contact"),
            touches=_who_sees_move,
            about=_known_to,
            told={
                "origin": place_in("origin"),
                "to": place_in("to"),
                "back": _back,
                "contact": _contact,
            },
        ),
        changes=(Changes.PLACE,),
        audience=Audience.INSISTED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("moves",),
        words=None,
    ),
    EventKind(
        "piece-changed.1",
        PieceChanged,
        _changed,
        Seen(
            audience=("piece", "face", "steps", "side"),
            strangers=("at", "side", "back", "contact"),
            touches=_who_sees,
            about=_known_to,
            hidden_from=_inside_alone,
            told={"at": _at, "back": _back, "contact": _contact},
        ),
        changes=(Changes.FACE,),
        audience=Audience.INSISTED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "piece-placed.1",
        PiecePlaced,
        _placed,
        Seen(
            audience=("piece",),
            strangers=("to", "back"),
            touches=lambda event, state: both(event.piece.seen_by, state.who_sees_place(event.piece.at)),
            about=lambda event, state: event.piece.known_to,
            told={
                "piece": _placed_piece,
                "to": lambda event, state, viewer: event.piece.at,
                "back": lambda event, state, viewer: state.kinds[event.piece.kind].back,
            },
        ),
        changes=(Changes.COMES,),
        audience=Audience.INSISTED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("moves",),
        words=None,
    ),
    EventKind(
        "piece-removed.1",
        PieceRemoved,
        _removed,
        Seen(
            audience=("piece", "origin"),
            strangers=("origin", "back", "contact"),
            touches=_who_sees,
            about=_known_to,
            told={"back": _back, "contact": _contact},
        ),
        changes=(Changes.GOES,),
        audience=Audience.INSISTED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("moves",),
        words=None,
    ),
    EventKind(
        "piece-known.1",
        PieceKnown,
        _known,
        Seen(
            everyone=("piece", "sides", "contact"),
            touches=_who_sees,
            hidden_from=_identity_not_news,
            told={"sides": _own_name, "contact": _contact},
        ),
        changes=(Changes.IDENTITY,),
        audience=Audience.NARROWED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "presence-known.1",
        PresenceKnown,
        _presence_known,
        Seen(
            audience=("piece", "at", "sides"),
            strangers=("at", "back", "sides"),
            touches=_before_or_after,
            about=_known_to,
            hidden_from=_presence_not_news,
            told={"at": _at, "back": _back, "sides": _own_name},
        ),
        changes=(Changes.PRESENCE,),
        audience=Audience.SEEING,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
)
