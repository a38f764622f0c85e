"""Fights for a viewer of the timeline: who met whom with what strength, the dice, and the result.

All of it comes from the viewer's own lines, and from the table as the viewer saw it when the first die was
rolled: pieces that the order itself revealed are face up there, even if it hides them again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudication.engine.by_hand.acts import PREFIX
from domain.table.board import Board
from domain.texts import code_of
from domain.views.view import PieceView, StateView
from reports.maps.arrows import FIRE, Arrow
from reports.story.turns import Line, OrderTold
from reports.words.phrases import Phrases

Die = tuple[int, int, str]
"""A die that was rolled: its face, its number of sides, its purpose."""

_JUDGED = frozenset(("ruled", "concluded", "verdict-reached", "inject-handled"))
"""Events by which people decide something."""
_BY_HAND = frozenset(("scored", "die-rolled", "looked-up", "piece-removed", "piece-placed"))
"""What a manual change is a step for."""
_FOUGHT = frozenset(("attack", "hit", "miss", "loss", "pick"))
"""Kinds of arrow that show a fight."""
_MOVED = frozenset(("move", "arrive"))
_DICE = frozenset(("die", "dice"))
"""The names that rule systems give dice when they add them to a sum."""


class Rolling(NamedTuple):
    """The table just before a die is rolled, and the pieces in each space."""

    view: StateView
    standing: Mapping[str, tuple[PieceView, ...]]


class Fight(NamedTuple):
    """The content of a fight. standing: the pieces in each space when the first die was rolled, as the viewer
    saw them then. event: the last event before that die, by the number that no side may read.

    at: the space of the fight. attackers, defenders: pieces as the viewer knew them, in the order they were
    named. strengths: two sums before any die, each with its name; empty if there were not two.
    """

    standing: Mapping[str, tuple[PieceView, ...]]
    event: int
    at: str
    attackers: tuple[PieceView, ...]
    defenders: tuple[PieceView, ...]
    strengths: tuple[tuple[str, int], ...]
    dice: tuple[Die, ...]


def first_die(lines: Sequence[Line]) -> int | None:
    """The first of these lines that is a roll; None if there is none."""
    return next((index for index, line in enumerate(lines) if line.kind == "die-rolled"), None)


def judged(lines: Iterable[Line]) -> bool:
    """Whether people judged something in these lines."""
    return any(line.kind in _JUDGED and not line.struck_by for line in lines)


def is_step(
    lines: Sequence[Line], told: OrderTold, arrows: Sequence[Arrow], said: Phrases, *, taken: bool
) -> bool:
    """Whether these lines are a step of the game: something was lost, dice were rolled for an order,
    ground changed hands without a move, or people judged. taken: whether any space changed hands."""
    live = [line for line in lines if not line.struck_by]
    if judged(lines):
        return True
    if not told.number or told.struck_by:
        return False
    if any(line.loss is not None and line.loss.amount > 0 for line in live):
        return True
    kinds = {line.kind for line in live if not line.quiet}
    drawn = {arrow.kind for arrow in arrows}
    rolled = "die-rolled" in kinds
    if taken and drawn and not drawn & _MOVED:
        return True
    if told.name.startswith(PREFIX):
        return bool(kinds & _BY_HAND)
    if told.name in said.ends_phase or not told.side or told.continued:
        return rolled and bool(drawn & _FOUGHT)
    return rolled or bool(drawn & FIRE) or told.name in said.overlays.steps


def fight_of(
    lines: Sequence[Line],
    told: OrderTold,
    rolling: Rolling,
    event: int,
    arrows: Sequence[Arrow],
    board: Board,
) -> Fight | None:
    """The fight if dice were rolled for something on the map; None if for something else."""
    view, standing = rolling
    pieces = {piece.id: piece for piece in view.pieces if piece.known}
    spots = {space.id for space in board.data.spaces}
    named = list(dict.fromkeys(_named(lines, view, pieces, spots)))
    at = _where(named, pieces, spots, arrows)
    if not at:
        return None
    # The effects of an order of an earlier phase are nobody's attack: the pieces it names are its targets.
    acting = "" if told.continued else told.side
    attackers = [pieces[id] for id in named if acting and id in pieces and pieces[id].side == acting]
    defenders = [pieces[id] for id in named if id in pieces and pieces[id].side not in ("", acting)]
    here = [piece for piece in view.pieces if piece.place == at and piece.side and not piece.aboard]
    if not defenders:
        defenders = [piece for piece in here if piece.side != acting]
    if not attackers and acting:
        attackers = [piece for piece in here if piece.side == acting]
    sums, dice = tuple(strengths(lines)), tuple(_dice(lines))
    return Fight(standing, event, at, _as_told(attackers, lines), _as_told(defenders, lines), sums, dice)


def _as_told(pieces: Sequence[PieceView], lines: Sequence[Line]) -> tuple[PieceView, ...]:
    """Pieces in the order in which they are counted, then as the lines mention them."""
    spoken_of = sorted(lines, key=lambda line: line.kind != "modified")
    first = {
        piece.name: next((at for at, line in enumerate(spoken_of) if piece.name in line.words), len(lines))
        for piece in pieces
        if piece.name
    }
    return tuple(sorted(pieces, key=lambda piece: first.get(piece.name, len(lines))))


def _where(
    named: Iterable[str], pieces: Mapping[str, PieceView], spots: set[str], arrows: Sequence[Arrow]
) -> str:
    """The space of a fight: one the order names, else where something was hit, lost or attacked, else the
    place of the last piece that it names."""
    named = list(named)
    found = [id for id in named if id in spots]
    found += [arrow.to for arrow in arrows if arrow.kind in _FOUGHT]
    found += [pieces[id].place for id in reversed(named) if id in pieces]
    return next((place for place in found if place in spots), "")


def _named(
    lines: Iterable[Line], view: StateView, pieces: Mapping[str, PieceView], spots: set[str]
) -> Iterator[str]:
    """Pieces and spaces that the order of these lines names, or a mark on the space it names; and random
    picks."""
    for line in lines:
        if line.kind == "order-given":
            given = line.fields["arguments"]
            known = [part for text in _texts(given) for part in _parts(text, pieces, spots)]
            if not any(part in pieces for part in known):
                marks = [_texts(view.marks.get(part, {})) for part in known]
                known += [part for each in marks for text in each for part in _parts(text, pieces, spots)]
            yield from known
        elif line.kind == "picked":
            yield from _parts(str(line.fields["value"]), pieces, spots)


def _parts(text: str, pieces: Mapping[str, PieceView], spots: set[str]) -> Iterator[str]:
    """The piece or space that a text names, also as the first part of `ship/harpoon/1`."""
    for part in (text, text.partition("/")[0]):
        if part in pieces or part in spots:
            yield part
            return


def _texts(value: Any) -> Iterator[str]:
    """All texts in plain data, including names of parts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts(key)
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


def strengths(lines: Iterable[Line]) -> list[tuple[str, int]]:
    """Two sums before any die was added to them, the acting side's first; empty if the lines do not have
    two."""
    totals: dict[str, int] = {}
    closed: set[str] = set()
    for line in lines:
        if line.kind == "modified" and not line.struck_by:
            name, total = line.texts["sum"], line.fields["total"]
            if code_of(line.fields["label"]) in _DICE:
                totals.setdefault(name, total - line.fields["amount"])
                closed.add(name)
            if name not in closed:
                totals[name] = total
    found = [(name, total) for name, total in totals.items() if name in closed][:2]
    return found if len(found) == 2 and any(total for _, total in found) else []


def _dice(lines: Iterable[Line]) -> Iterator[Die]:
    for line in lines:
        if line.kind == "die-rolled" and not line.struck_by:
            yield line.fields["face"], line.fields["die"], line.texts["purpose"]
