"""Fights as they are watched: who met whom with what strength, what the dice showed, and what came of it.

All of it comes from the viewer's own lines, and from the table as the viewer saw it when the first die fell:
those whom the order itself turned over lie face up there, also where it hides them again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudication.engine.by_hand.acts import PREFIX
from domain.table.board import Board
from domain.views.view import PieceView, StateView
from reports.maps.arrows import FIRE, Arrow
from reports.story.turns import Line, OrderTold
from reports.words.phrases import Phrases

Die = tuple[int, int, str]
"""A die as it fell: its face, its number of sides, what it was rolled for."""

_JUDGED = frozenset(("ruled", "concluded", "verdict-reached", "inject-handled"))
"""What people say that decides something."""
_BY_HAND = frozenset(("scored", "die-rolled", "looked-up", "piece-removed", "piece-placed"))
"""What a manual change is a step for."""
_FOUGHT = frozenset(("attack", "hit", "miss", "loss", "pick"))
"""Kinds of arrow that tell of a fight."""
_MOVED = frozenset(("move", "arrive"))
_DICE = frozenset(("die", "dice"))
"""What rule systems call dice where they add them to a sum."""


class Rolling(NamedTuple):
    """The table as a die is about to fall, and who stands where on it."""

    view: StateView
    standing: Mapping[str, tuple[PieceView, ...]]


class Fight(NamedTuple):
    """What is to be seen of a fight. standing: who stood where as the first die fell, as the viewer saw it
    then; event: the last event before that die, by the number that no side may read.

    at: the space where it was. attackers, defenders: pieces as the viewer knew them, in the order they were
    named. strengths: two sums before any die, each with its name; nothing where there were not two.
    """

    standing: Mapping[str, tuple[PieceView, ...]]
    event: int
    at: str
    attackers: tuple[PieceView, ...]
    defenders: tuple[PieceView, ...]
    strengths: tuple[tuple[str, int], ...]
    dice: tuple[Die, ...]


def first_die(lines: Sequence[Line]) -> int | None:
    """Which of these lines is the first die that fell; None where none did."""
    return next((index for index, line in enumerate(lines) if line.kind == "die-rolled"), None)


def judged(lines: Iterable[Line]) -> bool:
    """Whether people judged something in these lines."""
    return any(line.kind in _JUDGED and not line.struck_by for line in lines)


def is_step(
    lines: Sequence[Line], told: OrderTold, arrows: Sequence[Arrow], said: Phrases, *, taken: bool
) -> bool:
    """Whether these lines are a step of the game: somebody lost something, dice fell for an order, ground
    changed hands without a move, or people judged. taken: whether any space changed hands."""
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
    """What is to be seen where dice fell on the map; None where they fell for something else."""
    view, standing = rolling
    pieces = {piece.id: piece for piece in view.pieces if piece.known}
    spots = {space.id for space in board.data.spaces}
    named = list(dict.fromkeys(_named(lines, view, pieces, spots)))
    at = _where(named, pieces, spots, arrows)
    if not at:
        return None
    # What an order of an earlier phase led to is nobody's attack: whom it names, it fell on.
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
    """Pieces in the order in which they are counted, then as the lines come to speak of them."""
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
    """The space where a fight was: one the order names, else where something was hit, lost or attacked, else
    where the last piece that it names stands."""
    named = list(named)
    found = [id for id in named if id in spots]
    found += [arrow.to for arrow in arrows if arrow.kind in _FOUGHT]
    found += [pieces[id].place for id in reversed(named) if id in pieces]
    return next((place for place in found if place in spots), "")


def _named(
    lines: Iterable[Line], view: StateView, pieces: Mapping[str, PieceView], spots: set[str]
) -> Iterator[str]:
    """Pieces and spaces that the order of these lines names, or a mark on the space it names; and what was
    picked by chance."""
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
    """All texts in plain data, names of parts too."""
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
    """Two sums as they stood before any die was added to them, the acting side's first; nothing where the
    lines tell of no two."""
    totals: dict[str, int] = {}
    closed: set[str] = set()
    for line in lines:
        if line.kind == "modified" and not line.struck_by:
            name, total = line.fields["sum"], line.fields["total"]
            if line.fields["label"] in _DICE:
                totals.setdefault(name, total - line.fields["amount"])
                closed.add(name)
            if name not in closed:
                totals[name] = total
    found = [(name, total) for name, total in totals.items() if name in closed][:2]
    return found if len(found) == 2 and any(total for _, total in found) else []


def _dice(lines: Iterable[Line]) -> Iterator[Die]:
    for line in lines:
        if line.kind == "die-rolled" and not line.struck_by:
            yield line.fields["face"], line.fields["die"], line.fields["purpose"]
