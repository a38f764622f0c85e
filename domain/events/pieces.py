"""What happens to pieces: they move, change, come and go, and become known."""

from typing import TYPE_CHECKING, Any

import msgspec

from domain.events.base import Event
from domain.events.data import PieceData
from domain.events.seen import EventKind, Seen, knows, secret_act

if TYPE_CHECKING:
    from domain.table.state import State


class PieceMoved(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece goes from one place to another."""

    piece: str
    origin: str
    to: str


def _moved(state: "State", event: PieceMoved) -> None:
    state.move(event.piece, event.to)


class PieceChanged(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece shows another face, has other steps, or changes side; what is None stays as it was."""

    piece: str
    face: str | None = None
    steps: int | None = None
    side: str | None = None


def _changed(state: "State", event: PieceChanged) -> None:
    piece = state.pieces[event.piece]
    if event.face is not None:
        piece.face = event.face
    if event.steps is not None:
        piece.steps = event.steps
    if event.side is not None:
        piece.side = event.side


class PiecePlaced(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A new piece comes into the game."""

    piece: PieceData


def _placed(state: "State", event: PiecePlaced) -> None:
    state.put(event.piece)


def _placed_piece(event: PiecePlaced, state: "State", viewer: str) -> PieceData:
    """A side is not told who else knows."""
    piece = event.piece
    return piece if piece.known_to is None else msgspec.structs.replace(piece, known_to=(viewer,))


class PieceRemoved(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece leaves the game for good."""

    piece: str
    origin: str


def _removed(state: "State", event: PieceRemoved) -> None:
    state.take_off(event.piece)


class PieceKnown(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Who knows what a piece is: None is everyone, an empty list only the white cell."""

    piece: str
    sides: tuple[str, ...] | None = None


def _known(state: "State", event: PieceKnown) -> None:
    state.let_know(event.piece, event.sides)


def _not_news(event: PieceKnown, state: "State", viewer: str) -> bool:
    """Who knew already is not told to whom else the white cell showed it in secret."""
    if not knows(viewer, event.sides):
        return True
    return knows(viewer, _known_to(event, state)) and secret_act(event, state, viewer)


def _own_name(event: PieceKnown, state: "State", viewer: str) -> tuple[str, ...] | None:
    return event.sides and (viewer,)


def _known_to(event: Any, state: "State") -> tuple[str, ...] | None:
    return state.pieces[event.piece].known_to


def _back(event: Any, state: "State", viewer: str) -> str:
    return state.pieces[event.piece].kind.back


KINDS = (
    EventKind(
        "piece-moved.1",
        PieceMoved,
        _moved,
        Seen(
            audience=("piece", "origin", "to"),
            strangers=("origin", "to", "back"),
            about=_known_to,
            told={"back": _back},
        ),
    ),
    EventKind(
        "piece-changed.1",
        PieceChanged,
        _changed,
        Seen(audience=("piece", "face", "steps", "side"), about=_known_to),
    ),
    EventKind(
        "piece-placed.1",
        PiecePlaced,
        _placed,
        Seen(
            audience=("piece",),
            strangers=("to", "back"),
            about=lambda event, state: event.piece.known_to,
            told={
                "piece": _placed_piece,
                "to": lambda event, state, viewer: event.piece.at,
                "back": lambda event, state, viewer: state.kinds[event.piece.kind].back,
            },
        ),
    ),
    EventKind(
        "piece-removed.1",
        PieceRemoved,
        _removed,
        Seen(
            audience=("piece", "origin"),
            strangers=("origin", "back"),
            about=_known_to,
            told={"back": _back},
        ),
    ),
    EventKind(
        "piece-known.1",
        PieceKnown,
        _known,
        Seen(everyone=("piece", "sides"), hidden_from=_not_news, told={"sides": _own_name}),
    ),
)
