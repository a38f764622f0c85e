"""What has changed for a side since its last brief: on the table as it sees it, and in what it was told."""

from collections import Counter
from collections.abc import Sequence

from domain.game.game import Game
from domain.views.view import PieceView, StateView, see
from reports.story.replay import table_before, views_by_number
from reports.words.events import in_words_for
from reports.words.names import Names, capital, number_of, one_line, spoken

MOST = 40
"""Lines that are told at most; the side's log has all."""

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
"""Kinds of events that are told one by one; where pieces and tracks stand is compared instead."""


def last_turn(game: Game, side: str) -> int:
    """The last event before the turn that came before this one, as the side saw it; 0 when there was none."""
    views = views_by_number(game.log, side)
    turns = [
        (number, view.fields["turn"])
        for number, view in views.items()
        if view.event == "phase-entered" and not view.struck
    ]
    wanted = game.state.turn - 1
    return next((number - 1 for number, turn in turns if turn >= wanted), 0) if wanted > 0 else 0


def tracks_then(game: Game, side: str, since: int) -> dict[str, int]:
    """Where the tracks stood after event `since`, as the side saw them."""
    return see(table_before(game.log, since + 1), side).tracks


def changes(game: Game, side: str, since: int, quiet: Sequence[str] = ()) -> list[str]:
    """What has changed since event `since`, a line each. quiet: orders that are not told."""
    state = game.state
    names = Names(state, side)
    told = [
        capital(in_words_for(view, state, side))
        for number, view in views_by_number(game.log, side).items()
        if number > since
        and view.event in TOLD
        and not view.struck
        and view.fields.get("order") not in (*quiet, "begin")
    ]
    then, now = see(table_before(game.log, since + 1), side), see(state, side)
    found = [*told, *_pieces(then, now, names)]
    more = len(found) - MOST
    return [*found[:MOST], f"and {number_of(more, 'more change')}"] if more > 0 else found


def _pieces(then: StateView, now: StateView, names: Names) -> list[str]:
    """Pieces that are elsewhere or look otherwise than they did."""
    before = {piece.id: piece for piece in then.pieces if piece.known}
    after = {piece.id: piece for piece in now.pieces if piece.known}
    lines = [line for id, piece in after.items() for line in _of_piece(before.get(id), piece, names) if line]
    lines += [
        f"{one_line(piece.name)}: no longer seen or in play"
        for id, piece in before.items()
        if id not in after
    ]
    return [*lines, *_unknown(then, now, names)]


def _of_piece(before: PieceView | None, piece: PieceView, names: Names) -> list[str]:
    name, place = one_line(piece.name), names.space(piece.place)
    if before is None:
        return [f"{name}: new, at {place}"] if place else [f"{name}: new"]
    lines = []
    if before.place != piece.place:
        lines.append(f"{name}: from {names.space(before.place)} to {place}")
    if before.face != piece.face:
        lines.append(f"{name}: now {spoken(piece.face) or 'on its front'}")
    if before.steps != piece.steps:
        lines.append(f"{name}: {number_of(before.steps, 'step')} before, now {piece.steps}")
    if before.side != piece.side:
        lines.append(f"{name}: now of {names.side(piece.side) or 'nobody'}")
    return lines


def _unknown(then: StateView, now: StateView, names: Names) -> list[str]:
    """How many pieces that the side does not know stand where, where that has changed."""
    before, after = (
        Counter((piece.place, piece.back, piece.side) for piece in view.pieces if not piece.known)
        for view in (then, now)
    )
    lines = []
    for key in sorted({*before, *after}):
        if before[key] != after[key]:
            place, back, side = key
            owner = f" of {names.side(side)}" if side else ""
            what = f"{one_line(back) or 'hidden piece'}{owner}"
            lines.append(f"Not known, {what} at {names.space(place)}: {before[key]} before, now {after[key]}")
    return lines
