"""Forces counted: what each side lost, by kind, and its strength on the map turn by turn."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.losses import CASUALTY, out_of_game
from domain.events import Event, PhaseEntered, PieceRemoved
from domain.game.game import Game
from domain.table.mutators import MUTATORS
from domain.table.state import Piece, State
from domain.views.masks import identifies
from domain.views.view import WHITE, PieceView, see
from reports.story.control import held
from reports.story.turns import Loss
from reports.words.names import one_line

MARKER = "marker"
"""The group of kinds that are no forces but markers."""
UNKNOWN_KIND = "kind not known"


class Strength(msgspec.Struct, frozen=True):
    """What was on the map at the end of a turn: side -> pieces; side -> steps, if pieces have steps; side ->
    spaces that it held.

    Casualties, markers and what is in boxes beside the map do not count.
    """

    turn: int
    pieces: dict[str, int]
    steps: dict[str, int]
    spaces: dict[str, int]


def strength_by_turn(game: Game, viewer: str = WHITE, system: RuleSystem | None = None) -> list[Strength]:
    """The strength at the end of each turn in force, as the viewer saw it then."""
    found: dict[int, Strength] = {}
    state = State()
    for event in _in_force(game):
        if isinstance(event, PhaseEntered) and event.turn != state.turn:
            found[state.turn] = _strength(state, viewer, system)
        MUTATORS[type(event)](state, event)
    found[state.turn] = _strength(state, viewer, system)
    return [found[turn] for turn in sorted(found)]


def _in_force(game: Game) -> Iterator[Event]:
    return (event for event in game.log if event.number not in game.struck)


def _strength(state: State, viewer: str, system: RuleSystem | None) -> Strength:
    pieces: Counter[str] = Counter()
    steps: Counter[str] = Counter()
    boxes = {box.id for box in state.board.data.boxes}
    for piece in see(state, viewer).pieces:
        if piece.side and _stands(piece, state, boxes):
            pieces[piece.side] += 1
            steps[piece.side] += max(0, piece.steps)
    spaces = Counter(side for side in held(state, viewer, system).values() if side)
    return Strength(
        state.turn, dict(pieces), {side: count for side, count in steps.items() if count}, dict(spaces)
    )


def _stands(piece: PieceView, state: State, boxes: set[str]) -> bool:
    """Whether a piece is a force on the map; without a map, one that is not out of the game."""
    if piece.group == MARKER or piece.face == CASUALTY or out_of_game(state.board, piece.place):
        return False
    return not state.board.data.spaces or (piece.place in state.board.spaces and piece.place not in boxes)


def in_all(losses: Sequence[Loss]) -> Counter[str]:
    """Side -> number of losses."""
    found: Counter[str] = Counter()
    for loss in losses:
        found[loss.side] += loss.amount
    return found


def losses_by_turn(losses: Sequence[Loss]) -> dict[int, Counter[str]]:
    """Turn -> side -> number of losses."""
    found: dict[int, Counter[str]] = {}
    for loss in losses:
        found.setdefault(loss.turn, Counter())[loss.side] += loss.amount
    return found


def losses_by_kind(game: Game, losses: Sequence[Loss], viewer: str = WHITE) -> dict[str, Counter[str]]:
    """Side -> name of the kind -> number of losses; no kind for a piece that the viewer does not know."""
    kinds = _kinds(game, viewer)
    found: dict[str, Counter[str]] = {}
    for loss in losses:
        kind = kinds.get(loss.piece, UNKNOWN_KIND) if loss.piece or not loss.side else loss.how
        found.setdefault(loss.side, Counter())[kind] += loss.amount
    return found


def _kinds(game: Game, viewer: str) -> dict[str, str]:
    """Piece -> name of its kind, for pieces that the viewer knows at the end or when they are removed."""
    found: dict[str, str] = {}

    def keep(piece: Piece) -> None:
        if identifies(state, viewer, piece):
            found[piece.id] = one_line(piece.kind.name)

    state = State()
    for event in _in_force(game):
        if isinstance(event, PieceRemoved):
            keep(state.pieces[event.piece])
        MUTATORS[type(event)](state, event)
    for piece in state.pieces.values():
        keep(piece)
    return found


def exchange(lost: Mapping[str, int], side: str) -> float | None:
    """The losses of the others for each loss of a side; None if it lost none."""
    own = lost.get(side, 0)
    others = sum(count for other, count in lost.items() if other not in (side, ""))
    return others / own if own > 0 else None
