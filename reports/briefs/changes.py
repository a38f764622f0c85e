"""What has changed for a side since its last brief: on the table as it sees it, and in what it was told."""

from collections import Counter
from collections.abc import Sequence

from adjudication.engine.losses import out_of_game
from domain.events.seen import held
from domain.game.game import Game
from domain.game.replay import table_before, views_by_number
from domain.views.view import EventView, PieceView, StateView, see
from reports.story.forces import MARKER
from reports.words.names import Names, capital, number_of, one_line, spoken
from reports.words.then import words_then

MOST = 40
"""The most lines that are listed; the side's log has all."""

TOLD = frozenset(
    (
        "order-given",
        "concluded",
        "verdict-reached",
        "ruled",
        "taken-back",
        "table-adopted",
        "counters-adopted",
        "house-rule-adopted",
        "option-changed",
        "entry-corrected",
    )
)
"""Kinds of events that are listed one by one; for pieces and tracks, positions are compared instead."""


def last_turn(game: Game, side: str) -> int:
    """The last event before the previous turn began, as the side saw it; 0 if there was none."""
    views = views_by_number(game.log, side)
    turns = [
        (number, view.fields["turn"])
        for number, view in views.items()
        if view.event == "phase-entered" and not view.struck
    ]
    wanted = game.state.turn - 1
    return next((number - 1 for number, turn in turns if turn >= wanted), 0) if wanted > 0 else 0


def tracks_then(game: Game, side: str, since: int) -> dict[str, int]:
    """The positions of the tracks after event `since`, as the side saw them."""
    return see(table_before(game.log, since + 1), side).tracks


def changes(game: Game, side: str, since: int, quiet: Sequence[str] = ()) -> list[str]:
    """What has changed since event `since`, one line each, without what the side itself has ordered.
    quiet: orders that are not listed."""
    state = game.state
    names = Names(state, side)
    told = _worded(game, side, [view for view in _told(game, side, since, quiet) if not _own(view, side)])
    then, now = see(table_before(game.log, since + 1), side), see(state, side)
    return _cut([*told, *_pieces(then, now, names)], "more change")


def orders_since(game: Game, side: str, since: int, quiet: Sequence[str] = ()) -> list[str]:
    """What the side itself has ordered since event `since`, without its name before each."""
    name = f"{capital(Names(game.state, side).side(side))}: "
    told = _worded(game, side, [view for view in _told(game, side, since, quiet) if _own(view, side)])
    return _cut([capital(line.removeprefix(name)) for line in told], "more order")


def _worded(game: Game, side: str, views: Sequence[EventView]) -> list[str]:
    return [capital(words) for words in words_then(game.log, views, side).values()]


def _told(game: Game, side: str, since: int, quiet: Sequence[str]) -> list[EventView]:
    return [
        view
        for number, view in views_by_number(game.log, side).items()
        if number > since
        and view.event in TOLD
        and not view.struck
        and view.fields.get("order") not in (*quiet, "begin")
    ]


def _own(view: EventView, side: str) -> bool:
    return view.event == "order-given" and view.fields.get("side") in held(side)


def _cut(lines: list[str], more: str) -> list[str]:
    left = len(lines) - MOST
    return [*lines[:MOST], f"and {number_of(left, more)}"] if left > 0 else lines


def _pieces(then: StateView, now: StateView, names: Names) -> list[str]:
    """Pieces that have moved or look different."""
    before = {piece.id: piece for piece in then.pieces if piece.known and piece.group != MARKER}
    after = {piece.id: piece for piece in now.pieces if piece.known and piece.group != MARKER}
    lines = [line for id, piece in after.items() for line in _of_piece(before.get(id), piece, names) if line]
    lines += [
        f"{one_line(piece.name)}: no longer seen or in play"
        for id, piece in before.items()
        if id not in after
    ]
    return [*lines, *_unknown(then, now, names)]


def _of_piece(before: PieceView | None, piece: PieceView, names: Names) -> list[str]:
    """What has changed about a piece, in one line; empty if nothing has."""
    name, place = one_line(piece.name), names.space(piece.place)
    if piece.place and out_of_game(names.state.board, piece.place):
        was = f" (was {names.at(before.place)})" if before is not None and before.place else ""
        return [] if before is not None and before.place == piece.place else [f"{name}: lost{was}"]
    if before is None:
        return [f"{name}: new, at {place}"] if place else [f"{name}: new"]
    told = []
    if before.place != piece.place:
        told.append(f"from {names.space(before.place)} to {place}")
    if before.face != piece.face:
        told.append(f"now {spoken(piece.face)}" if piece.face else f"no longer {spoken(before.face)}")
    if before.steps != piece.steps:
        told.append(f"{number_of(piece.steps, 'step')}, {before.steps} before")
    if before.side != piece.side:
        told.append(f"now of {names.side(piece.side) or 'nobody'}")
    return [f"{name}: {'; '.join(told)}"] if told else []


def _unknown(then: StateView, now: StateView, names: Names) -> list[str]:
    """The number of pieces unknown to the side at each place where it has changed."""
    before, after = (
        Counter(
            (piece.place, unidentified(piece, names, names.viewer))
            for piece in view.pieces
            if not piece.known
        )
        for view in (then, now)
    )
    places: dict[str, list[str]] = {}
    for place, what in sorted({*before, *after}):
        was, count = before[place, what], after[place, what]
        if was != count:
            change = "new" if not was else f"{was} before"
            places.setdefault(place, []).append(f"{count or 'no'} {what} ({change})")
    return [f"{capital(names.space(place))}: {', '.join(told)}" for place, told in places.items()]


def unidentified(piece: PieceView, names: Names, side: str) -> str:
    """A piece that the side does not know, by its back: `unidentified ISIS IED`."""
    return f"unidentified {one_line(piece.back) or 'piece'}{owner_of(piece, names, side)}"


def owner_of(piece: PieceView, names: Names, side: str) -> str:
    """The owner of a piece, if it is not obvious, that is with more than two sides."""
    others = set(names.state.sides) - set(held(side))
    if len(others) < 2 or not piece.side or piece.side in held(side):
        return ""
    return f" ({names.side(piece.side)})"
