"""The board and what stands on it; the tables and kinds of counters that are in force."""

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudication.engine.resolving import find
from domain.errors import NotFound
from domain.events import TableData
from domain.resolving import fold, likely
from domain.table.state import State
from domain.views.view import PieceView, see
from seats.dialogue.listing import exactly, things_seen
from seats.dialogue.naming import piece_named, place_named
from seats.seat.marked import marked_row, marking_line
from seats.seat.seat import Seat


def board_map(seat: Seat, legend: bool = False) -> dict[str, Any]:
    """The map drawn in letters, as whoever sits here may see it. legend: with what signs and codes mean."""
    from reports.maps.text import map_text

    told = map_text(seat.game.state, seat.me.eyes, legend=legend, system=seat.system)
    return _of_map(seat, "map", told)


def map_written(seat: Seat, file: str) -> dict[str, Any]:
    """That the map was written to a file as SVG."""
    return _of_map(seat, "svg", file)


def _of_map(seat: Seat, what: str, told: str) -> dict[str, Any]:
    marking = marking_line(seat.game.state)
    return {"game": seat.name, "viewer": seat.me.eyes, what: told, "marking": marking}


def pieces(
    seat: Seat, words: Sequence[str] = (), at: str | None = None, piece: str | None = None
) -> list[dict[str, Any]]:
    """The pieces, as `pieces_found` finds them."""
    state = seat.game.state
    return [marked_row(state, msgspec.to_builtins(each)) for each in pieces_found(seat, words, at, piece)]


def pieces_found(
    seat: Seat, words: Sequence[str] = (), at: str | None = None, piece: str | None = None
) -> list[PieceView]:
    """The pieces that whoever sits here may see, of hidden ones only that they are there.

    words: only those that they fit. at: only at that place. piece: only that one. Raises NotFound, with what
    may be meant, where none is found that was named.
    """
    state, eyes = seat.game.state, seat.me.eyes
    at = None if at is None else place_named(state, eyes, at)
    piece = None if piece is None else piece_named(state, eyes, piece)
    found = [
        each
        for each in see(state, eyes).pieces
        if (at is None or each.place == at) and piece in (None, each.id or each.contact)
    ]
    if words:
        found = _that_fit(state, eyes, words, found)
    if piece is not None and not found:
        raise NotFound(f"There is no piece {piece[:60]!r} to be seen there; `whitecell pieces` lists them.")
    return found


def _that_fit(state: State, eyes: str, words: Sequence[str], pieces: Sequence[PieceView]) -> list[PieceView]:
    """Those of the pieces that words fit: each is a piece or place by its id or name, or a part of one.

    Raises NotFound, with what may be meant, where none does.
    """
    from reports.words.names import Names

    names, known = Names(state, eyes), things_seen(state, eyes)
    whole = " ".join(words)
    asked = [whole] if len(words) > 1 and exactly(known, whole) else words

    def fits(piece: PieceView, word: str) -> bool:
        own = [piece.id, piece.name, piece.contact] if piece.known else [piece.contact]
        meant = exactly(known, word)
        if meant:
            return meant in (piece.id, piece.contact, piece.place, piece.aboard)
        return any(fold(word) in fold(text) for text in (*own, piece.place, names.space(piece.place)))

    found = [piece for piece in pieces if all(fits(piece, word) for word in asked)]
    if not found:
        near = next(filter(None, (likely(known, text) for text in dict.fromkeys([whole, *words]))), "")
        told = f"perhaps {near}" if near and not exactly(known, whole) else "`whitecell pieces` lists all"
        raise NotFound(f"No piece to be seen fits {whole[:60]!r}; {told}.")
    return found


def tables(seat: Seat) -> list[dict[str, Any]]:
    """The look-up tables in force, without their rows."""
    state = seat.game.state
    return [
        marked_row(state, {"name": name, **_described(table.data)}) for name, table in state.tables.items()
    ]


def table(seat: Seat, name: str) -> dict[str, Any]:
    """A look-up table with its rows. Raises NotFound."""
    state = seat.game.state
    name = find(state, ("table",), name)
    data = state.tables[name].data
    return marked_row(state, {"name": name, **_described(data), "rows": data.rows})


def _described(data: TableData) -> dict[str, Any]:
    return {"title": data.title, "keys": data.keys, "provenance": data.provenance, "source": data.source}


def kinds(seat: Seat) -> list[dict[str, Any]]:
    """The kinds of counters and cards: what is printed on them, and what the rules read of them."""
    return [_kind(seat, id) for id in seat.game.state.kinds]


def kind(seat: Seat, id: str) -> dict[str, Any]:
    """One kind. Raises NotFound."""
    return _kind(seat, find(seat.game.state, ("kind",), id))


def _kind(seat: Seat, id: str) -> dict[str, Any]:
    from reports.words.kinds import kind_data

    state = seat.game.state
    return marked_row(state, kind_data(id, state.kinds[id]))
