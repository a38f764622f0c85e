"""The tree of chances under an order: an umpire that takes every branch in turn, and counts its weight."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar, cast

from adjudication.umpire import People, Row, Umpire
from domain.errors import BadData, Refused
from domain.events import CounterDrawn, Event, Picked, PieceChanged, PieceMoved, PieceRemoved
from domain.journal import Journal
from domain.state import Piece, State
from domain.view import knows

T = TypeVar("T")


class TooManyBranches(Refused):
    """The tree is too large to be taken branch by branch."""


class Branches:
    """The branches of a tree, taken depth first by trying again from the root.

    path: which outcome is taken at each chance so far. numerator / denominator: the weight of this
    branch. limit: how many leaves may be visited before TooManyBranches is raised.
    """

    def __init__(self, limit: int, results: dict[Any, tuple[list[Any], list[int]]] | None = None) -> None:
        self.path: list[int] = []
        self.results = {} if results is None else results
        self._weights: list[Sequence[int]] = []
        self._at = 0
        self.left = limit
        self.parts: dict[tuple[int, ...], tuple[list[Any], list[int]]] = {}

    def restart(self) -> None:
        """Begin at the root again, for the branch that `path` says."""
        self._at = 0

    def so_far(self) -> tuple[int, ...]:
        """The outcomes taken since the root."""
        return tuple(self.path[: self._at])

    def take(self, weights: Sequence[int]) -> int:
        """The index of the outcome to take at this chance."""
        if self._at == len(self.path):
            self.path.append(0)
            self._weights.append(weights)
        index = self.path[self._at]
        self._at += 1
        return index

    def weight(self) -> tuple[int, int]:
        """The weight of the branch just taken, as numerator and denominator."""
        numerator = denominator = 1
        for index, weights in zip(self.path, self._weights, strict=True):
            numerator *= weights[index]
            denominator *= sum(weights)
        return numerator, denominator

    def next(self) -> bool:
        """Turn to the next branch; False when all have been taken. Raises TooManyBranches."""
        self.left -= 1
        if self.left < 0:
            raise TooManyBranches("There are too many branches to take them all.")
        while self.path:
            self.path[-1] += 1
            if self.path[-1] < len(self._weights[-1]):
                kept = len(self.path)
                self.parts = {key: part for key, part in self.parts.items() if len(key) < kept}
                return True
            self.path.pop()
            self._weights.pop()
        return False


class RandomBranches(Branches):
    """One branch taken at random, by weight, for sampling what is too large to take whole."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(0)
        self._below = chance.randrange

    def take(self, weights: Sequence[int]) -> int:
        at = self._below(sum(weights))
        for index, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return index
        raise AssertionError("weights add up to more than their sum")


class _BranchDice:
    """Dice that show each face in turn."""

    source = "odds"

    def __init__(self, branches: Branches) -> None:
        self.branches = branches

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        return self.branches.take((1,) * sides) + 1


class BranchingUmpire(Umpire):
    """An umpire whose every chance is a fork, on a table that a journal puts back.

    viewer: whose odds they are. What the viewer does not know of the table is a chance too: a hidden piece
    may be any of the hidden pieces that look like it. unknown: the ids of those hidden at first.
    """

    def __init__(
        self,
        journal: Journal,
        procedure: int,
        branches: Branches,
        people: People,
        viewer: str,
        unknown: frozenset[str],
    ) -> None:
        super().__init__(journal.state, procedure, _BranchDice(branches), people)
        self.journal = journal
        self.branches = branches
        self.viewer = viewer
        self.unknown = unknown
        self._typed = False
        self.touched: dict[str, None] = {}

    def tell(self, event: Event) -> None:
        """Apply an event, so that it can be undone."""
        if isinstance(event, PieceMoved | PieceChanged | PieceRemoved | CounterDrawn):
            self.touched[event.piece] = None
        self.journal.apply(event)
        self.number += 1

    def result_of(self, part: Callable[..., T], *arguments: Any) -> T:
        """Take all branches of the part by themselves, once for the same arguments; those with the same
        result are one branch."""
        if isinstance(self.branches, RandomBranches):
            return part(self, *arguments)
        found = self.branches.results.get((part, arguments))
        if found is None:
            found = self._spread(part, arguments, lambda result: (_key(result), result))
            self.branches.results[part, arguments] = found
        results, weights = found
        result: T = results[self.branches.take(weights)]
        return result

    def step(self, part: Callable[..., T], *arguments: Any) -> T:
        """Take all branches of the part by themselves; those that end in the same result on the same
        table are one branch, and what happened on the first of them happens again."""
        outer, root = self.branches, self.branches.so_far()
        if isinstance(outer, RandomBranches):
            return part(self, *arguments)
        found = outer.parts.get(root)
        if found is None:
            journal, mark = self.journal, self.journal.mark()

            def outcome(result: T) -> tuple[Any, Any]:
                return (_key(result), self._table()), (result, journal.since(mark))

            found = outer.parts[root] = self._spread(part, arguments, outcome)
        outcomes, weights = found
        result, deeds = outcomes[outer.take(weights)]
        for deed in deeds:
            if isinstance(deed, Event):
                self.tell(deed)
            else:
                self._exchange(*deed)
        return cast(T, result)

    def _spread(
        self,
        part: Callable[..., T],
        arguments: tuple[Any, ...],
        outcome: Callable[[T], tuple[Any, Any]],
    ) -> tuple[list[Any], list[int]]:
        """All branches of a part: outcomes, told apart by their keys, and their weights."""
        outer, dice, number = self.branches, self._dice, self.number
        inner = Branches(outer.left, outer.results)
        mark = self.journal.mark()
        found: dict[Any, Any] = {}
        weights: dict[Any, Fraction] = {}
        try:
            self.branches = inner
            self._dice = _BranchDice(inner)
            while True:
                inner.restart()
                key, value = outcome(part(self, *arguments))
                found.setdefault(key, value)
                weights[key] = weights.get(key, Fraction(0)) + Fraction(*inner.weight())
                self.journal.back_to(mark)
                self.number = number
                if not inner.next():
                    break
        finally:
            self.branches, self._dice = outer, dice
        outer.left = inner.left
        scale = lcm(*(weight.denominator for weight in weights.values()))
        return list(found.values()), [int(weight * scale) for weight in weights.values()]

    def draw(
        self, cup: str, purpose: str, *, to: str, rule: str, audience: tuple[str, ...] | None = None
    ) -> str:
        """Draw one of each kind of counter in turn; equal counters are one branch."""
        inside = self.state.pieces_at(cup)
        if not inside:
            raise BadData(f"Nothing is left to draw in {cup}.")
        if not knows(self.viewer, audience) and not any(knows(self.viewer, p.known_to) for p in inside):
            piece = inside[0].id  # which it is matters only when it is revealed
        else:
            alike = _alike(self.state, inside)
            piece = alike[self.branches.take([len(group) for group in alike])][0].id
        self._put_down(cup, piece, to, purpose, rule, audience)
        return piece

    def _put_down(
        self, cup: str, piece: str, to: str, purpose: str, rule: str, audience: tuple[str, ...] | None
    ) -> None:
        self.tell(
            CounterDrawn(
                number=self.number,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                cup=cup,
                piece=piece,
                to=to,
                purpose=purpose,
                chance=self.state.chances + 1,
                source="odds",
            )
        )

    def pick(
        self, options: Sequence[Any], purpose: str, *, rule: str, audience: tuple[str, ...] | None = None
    ) -> Any:
        """Pick each in turn."""
        value = options[self.branches.take((1,) * len(options))]
        self.tell(
            Picked(
                number=self.number,
                procedure=self.procedure,
                rule=rule,
                purpose=purpose,
                options=tuple(options),
                value=value,
                chance=self.state.chances + 1,
                source="odds",
            )
        )
        return value

    def shuffle(self, place: str, *, rule: str) -> None:
        """An order that nobody knows has too many branches to take each; it can be sampled."""
        if not isinstance(self.branches, RandomBranches):
            raise TooManyBranches(f"The order of {place} can only be sampled.")
        super().shuffle(place, rule=rule)

    def draw_until(
        self,
        cup: str,
        purpose: str,
        fits: Callable[[Piece], bool],
        *,
        to: str,
        rule: str,
        back: str,
        audience: tuple[str, ...] | None = None,
    ) -> str | None:
        """Each piece that fits in turn: what is put back on the way changes nothing."""
        fitting = [piece for piece in self.state.pieces_at(cup) if fits(piece)]
        if not fitting:
            return None
        if all(not knows(self.viewer, piece.known_to) for piece in self.state.pieces_at(cup)):
            id = fitting[0].id
            self._turn_up(id, fits)
        else:
            alike = _alike(self.state, fitting)
            id = alike[self.branches.take([len(group) for group in alike])][0].id
        self._put_down(cup, id, to, purpose, rule, audience)
        super().reveal(id, rule=rule)
        return id

    def reveal(self, piece: str, *, rule: str, to: tuple[str, ...] | None = None) -> None:
        """A piece that the viewer did not know turns out to be any of those that look like it."""
        if knows(self.viewer, to):
            self._turn_up(piece, lambda _: True)
        super().reveal(piece, rule=rule, to=to)

    def _turn_up(self, id: str, fits: Callable[[Piece], bool]) -> None:
        hidden = self.state.pieces[id]
        if not knows(self.viewer, hidden.known_to):
            alike = _alike(self.state, [other for other in self._like(hidden) if fits(other)])
            other = alike[self.branches.take([len(group) for group in alike])][0]
            if other is not hidden:
                self._exchange(hidden, other)

    def _like(self, hidden: Piece) -> list[Piece]:
        """The pieces that the viewer cannot tell from this one."""
        return [
            other
            for other in self.state.pieces.values()
            if not knows(self.viewer, other.known_to)
            and other.kind.back == hidden.kind.back
            and other.side == hidden.side
        ]

    def _exchange(self, one: Piece, other: Piece) -> None:
        exchange(one, other)
        self.journal.did((one, other), lambda: exchange(one, other))
        self.state.groups.clear()

    def _table(self) -> Any:
        """The table as far as it matters: of pieces that the viewer could not tell apart at first, how
        many of each kind lie where; of all else, everything."""
        state, unknown = self.state, self.unknown
        alike: dict[Any, int] = {}
        others = []
        for id, piece in state.pieces.items():
            if id in unknown:
                key = (piece.place, piece.kind_id, piece.face, piece.steps, piece.known_to)
                alike[key] = alike.get(key, 0) + 1
            else:
                others.append((id, piece.place, piece.face, piece.steps, piece.side, piece.known_to))
        tracks = tuple(track.value for track in state.tracks.values())
        clock = (state.turn, state.phase, state.side, state.verdict)
        return frozenset(alike.items()), tuple(others), tracks, clock, repr(state.marks)


def exchange(one: Piece, other: Piece) -> None:
    """Let two pieces change identities, each staying where it lies."""
    one.kind, other.kind = other.kind, one.kind
    one.kind_id, other.kind_id = other.kind_id, one.kind_id
    one.name, other.name = other.name, one.name
    one.face, other.face = other.face, one.face
    one.steps, other.steps = other.steps, one.steps


def _alike(state: State, pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces in groups that nothing but their ids tells apart."""
    groups: dict[Any, list[Piece]] = {}
    for piece in pieces:
        marks = state.marks.get(piece.id)
        key = (piece.kind_id, piece.face, piece.steps, piece.side, repr(marks) if marks else "")
        groups.setdefault(key, []).append(piece)
    return list(groups.values())


def _key(result: Any) -> Any:
    """What tells one result from another."""
    if isinstance(result, Row):
        return ("row", result.number)
    if isinstance(result, list):
        return tuple(_key(part) for part in result)
    if isinstance(result, Piece):
        return ("piece", result.id)
    return result
