"""An umpire that takes every branch of the chances under an order in turn, on a table that is put back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from operator import add
from typing import Any, TypeVar, cast

from msgspec.structs import force_setattr

from adjudication.chances.branches import Branches, RandomBranches, TooManyBranches
from adjudication.chances.face_down import Closed, Skipped, Urns, identity
from adjudication.chances.known_parts import KnownParts, part_key
from adjudication.chances.outcomes import Outcomes, combined, key_of, throws_of, totals_of, weighed
from adjudication.chances.same_table import SameTable, Spot
from adjudication.engine.umpire import People, Row, Umpire
from adjudication.engine.umpire.names import check_place, check_table
from adjudication.engine.umpire.parts import as_arguments
from domain.errors import BadData, Refused
from domain.events import (
    CounterDrawn,
    Event,
    Marked,
    PieceChanged,
    PieceKnown,
    PiecePlaced,
    PieceRemoved,
    Shuffled,
    Value,
)
from domain.events.kind import Changes
from domain.events.registry import ByKind
from domain.table.journal import Journal
from domain.table.state import Piece
from domain.texts import Said
from domain.views.view import knows

T = TypeVar("T")
Ended = tuple[Any, dict[Spot, Any], list[Any], Fraction]
"""How a branch ends: the result, what was touched, what was done, and its weight."""
Known = tuple[KnownParts, SameTable]
Ruled = Mapping[tuple[str, Said], Any]
"""What was ruled in the place of answers: (`die`, purpose), (`pick`, purpose) or (`table`, its name)."""


class _NoDice:
    """No die is thrown where every face is taken."""

    source = "odds"

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        raise Refused("No dice are rolled for odds.")


class BranchingUmpire(Umpire):
    """An umpire whose every chance is a fork, on a table that a journal puts back.

    urns: what lies face down for whoever's odds they are. touched: pieces that were moved or changed on
    any branch so far. ruled: answers that are no chance, because the white cell ruled them. known: parts that
    were taken apart already, and the table that they set out from.
    """

    def __init__(
        self,
        journal: Journal,
        procedure: int,
        branches: Branches,
        people: People,
        urns: Urns,
        ruled: Ruled | None = None,
        known: Known | None = None,
    ) -> None:
        super().__init__(journal.state, procedure, _NoDice(), people)
        self.known = known
        self.journal = journal
        self.branches = branches
        self.urns = urns
        self.ruled = ruled or {}
        self._typed = False
        self.touched: dict[str, None] = {}
        urns.take = self._take

    def _take(self, weights: Sequence[int]) -> int:
        """Whether all are alike may be hidden: a sample draws all the same, so that no later draw shifts."""
        if len(weights) == 1 and not isinstance(self.branches, RandomBranches):
            return 0
        return self.branches.take(weights)

    def tell(self, event: Event) -> None:
        """Apply an event, so that it can be undone. What is changed, or shown, is turned up before."""
        force_setattr(event, "number", self.number)
        force_setattr(event, "procedure", self.procedure)
        self._apply(event)

    def _apply(self, event: Event) -> None:
        touches = _TOUCHES[type(event)]
        if touches is not None:
            for touch in touches:
                touch(self, event)
            self.journal.apply(event)
        self.number += 1

    def _touch(self, event: Any) -> None:
        self.touched[event.piece] = None

    def _touch_new(self, event: PiecePlaced) -> None:
        self.touched[event.piece.id] = None

    def _touch_and_turn_up(self, event: PieceChanged | PieceRemoved) -> None:
        self.touched[event.piece] = None
        self._turn_up(event.piece)

    def _touch_marked(self, event: Marked) -> None:
        if type(self.state.pieces.get(event.subject)) is Closed:
            raise Skipped
        self._turn_up(event.subject)

    def _touch_known(self, event: PieceKnown) -> None:
        self.touched[event.piece] = None
        if knows(self.urns.viewer, event.sides):
            self._turn_up(event.piece)

    def _turn_up(self, id: str) -> None:
        if id in self.urns.of:
            self.urns.turn_up(self.state.pieces[id])

    # --- parts of procedures ---------------------------------------------------------------------

    def result_of(self, part: Callable[..., T], *arguments: Any) -> T:
        """Take all branches of the part by themselves, once for the same arguments; those with the same
        result are one branch."""
        if isinstance(self.branches, RandomBranches):
            return part(self, *arguments)
        results, weights = self._results(part, arguments)
        result: T = results[self.branches.take(weights)]
        return result

    def total(
        self,
        part: Callable[..., Any],
        arguments: Iterable[Any],
        combine: Callable[[Any, Any], Any] = add,
        start: Any = 0,
    ) -> Any:
        """Add up the results of the parts, each taken apart by itself; every total is one branch."""
        outer, root = self.branches, self.branches.so_far()
        if isinstance(outer, RandomBranches):
            return super().total(part, arguments, combine, start)
        found = outer.parts.get(root)
        if found is None:
            spreads = [self._results(part, as_arguments(each)) for each in arguments]
            found = outer.parts[root] = combined(spreads, combine, start)
        totals, weights = found
        return totals[outer.take(weights)]

    def step(self, part: Callable[..., T], *arguments: Any) -> T:
        """Take all branches of the part by themselves; those that end in the same result on the same
        table are one branch, and what happened on the first of them happens again."""
        outer, root = self.branches, self.branches.so_far()
        if isinstance(outer, RandomBranches):
            return part(self, *arguments)
        found = outer.parts.get(root)
        if found is None:
            found = outer.parts[root] = self._tables_after(part, [arguments])
        outcomes, weights = found
        result, deeds = outcomes[outer.take(weights)]
        self._do_again(deeds)
        if isinstance(result, Piece):
            return cast(T, self.state.pieces.get(result.id, result))
        return cast(T, result)

    def step_over(self, part: Callable[..., T], *arguments: Any) -> T:
        """Take all branches of the part by themselves; those that end in the same result on tables that look
        the same to the viewer are one branch."""
        outer, root = self.branches, self.branches.so_far()
        if isinstance(outer, RandomBranches) or self.urns.in_full:
            return self.step(part, *arguments)
        found = outer.parts.get(root)
        if found is None:
            found = outer.parts[root] = self._tables_after(part, [arguments], as_seen=True)
        outcomes, weights = found
        result, deeds = outcomes[outer.take(weights)]
        self._do_again(deeds)
        self.urns.close()
        return cast(T, result)

    def afterwards(self, part: Callable[..., None], *arguments: Any) -> None:
        """Nothing: what a part that comes after all else would bring is not told."""

    def those_with(self, pieces: Iterable[Piece], read: Callable[[Piece], Any]) -> list[Piece]:
        """Take how many of each identity that counts there may be among face-down pieces that are alike."""
        if isinstance(self.branches, RandomBranches):
            return super().those_with(pieces, read)
        return self.urns.those_with(list(pieces), read)

    def leaves_open(self, piece: Piece) -> bool:
        """Whether a piece lies face down."""
        return piece.id in self.urns.of

    def each(self, part: Callable[..., None], arguments: Iterable[Any]) -> None:
        """Take all branches of one part after the other, from each table that those before it led to; equal
        tables are one branch."""
        outer, root = self.branches, self.branches.so_far()
        if isinstance(outer, RandomBranches):
            super().each(part, arguments)
            return
        found = outer.parts.get(root)
        if found is None:
            found = outer.parts[root] = self._tables_after(part, [as_arguments(each) for each in arguments])
        outcomes, weights = found
        _, deeds = outcomes[outer.take(weights)]
        self._do_again(deeds)

    def _tables_after(
        self, part: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], as_seen: bool = False
    ) -> Outcomes:
        """What all parts, one after the other, may come to from here: the result of the last with all that
        happened on the table; equal results on equal tables are one. as_seen: on tables that look equal."""
        if self.known is None:
            return self._take_apart(part, arguments, as_seen)
        known, first = self.known
        key = part_key(part, arguments, (as_seen, self.urns.in_full), first)
        return known.come_to(key, lambda: self._take_apart(part, arguments, as_seen))

    def _take_apart(
        self, part: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], as_seen: bool
    ) -> Outcomes:
        """The same, branch by branch."""
        tables = SameTable(self.journal, self.urns, as_seen)
        number = self.number
        reached: dict[Any, tuple[tuple[Any, list[Any]], Fraction]] = {(): ((None, []), Fraction(1))}
        for each in arguments:
            ended: list[Ended] = []
            for (_, deeds), weight in reached.values():
                self._go_on_from(tables.mark, number, deeds)
                ended += self._ends(part, each, tables, weight)
            self.journal.back_to(tables.mark)
            self.number = number
            reached = {}
            for result, changed, done, weight in ended:
                key = key_of(result), tables.key(changed)
                known = reached.get(key)
                reached[key] = ((result, done), weight) if known is None else (known[0], known[1] + weight)
        return weighed(reached.values())

    def _go_on_from(self, mark: int, number: int, deeds: Sequence[Any]) -> None:
        """Move the table from its present position to the one that `deeds`, counted from `mark`, lead to.

        Deeds that both positions begin with are not undone.
        """
        done = self.journal.since(mark)
        shared = next(
            (nth for nth, (one, other) in enumerate(zip(done, deeds, strict=False)) if one is not other),
            min(len(done), len(deeds)),
        )
        self.journal.back_to(mark + shared)
        self.number = number + sum(isinstance(deed, Event) for deed in deeds[:shared])
        self._do_again(deeds[shared:])

    def _ends(
        self, part: Callable[..., Any], arguments: tuple[Any, ...], tables: SameTable, weight: Fraction
    ) -> list[Ended]:
        """How each branch of a part ends on this table, which weighs so much itself."""
        ended: list[Ended] = []
        before = tables.so_far()

        def visit(result: Any, share: Fraction) -> None:
            ended.append((result, *tables.changed(before), weight * share))

        self._branch_off(part, arguments, visit)
        return ended

    def _do_again(self, deeds: Sequence[Any]) -> None:
        """What happened on another branch happens on this one."""
        for deed in deeds:
            if isinstance(deed, Event):
                self._apply(deed)
            else:
                again, *how = deed
                again(*how)

    def _results(self, part: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcomes:
        """What a part that leaves the table as it is may come to, worked out once."""
        found = self.branches.results.get((part, arguments))
        if found is None:
            mark = self.journal.mark()
            results: dict[Any, tuple[Any, Fraction]] = {}

            def visit(result: Any, weight: Fraction) -> None:
                if self.journal.mark() != mark:
                    raise TypeError(
                        f"{part.__name__} changes the table, or looks at what lies face down: "
                        "run it by `step` or `each`."
                    )
                key = key_of(result)
                known = results.get(key)
                results[key] = (result, weight) if known is None else (known[0], known[1] + weight)

            self._branch_off(part, arguments, visit)
            found = self.branches.results[part, arguments] = weighed(results.values())
        return found

    def _branch_off(
        self, part: Callable[..., Any], arguments: tuple[Any, ...], visit: Callable[[Any, Fraction], None]
    ) -> None:
        """Take all branches of a part, and put the table back after each: `visit` gets result and weight."""
        outer, number = self.branches, self.number
        inner = Branches(outer.left, outer.results, outer.budget)
        mark = self.journal.mark()
        try:
            self.branches = inner
            while True:
                inner.restart()
                result = part(self, *arguments)
                visit(result, Fraction(*inner.leaf()))
                self.journal.back_to(mark)
                self.number = number
                if not inner.next():
                    break
        finally:
            self.branches = outer
            self.urns.take = self._take
        outer.left = inner.left

    # --- chance ----------------------------------------------------------------------------------

    def roll(self, die: int, purpose: Said, *, rule: str, audience: tuple[str, ...] | None = None) -> int:
        """Show each face in turn."""
        face = self.ruled.get(("die", purpose)) if self.ruled else None
        if face is None:
            face = self.branches.take(_faces(die)) + 1
        self.number += 1
        return int(face)

    def roll_at_least(
        self, target: int, die: int, purpose: Said, *, rule: str, audience: tuple[str, ...] | None = None
    ) -> bool:
        """Miss, then meet the target number: two branches, however many faces the die has."""
        if isinstance(self.branches, RandomBranches) or (self.ruled and ("die", purpose) in self.ruled):
            return super().roll_at_least(target, die, purpose, rule=rule, audience=audience)
        self.number += 1
        hits = min(max(die + 1 - target, 0), die)
        return self.branches.take((die - hits, hits)) == 1 if 0 < hits < die else hits == die

    def rolls(
        self, number: int, die: int, purpose: Said, *, rule: str, audience: tuple[str, ...] | None = None
    ) -> list[int]:
        """Show each throw in turn; which die shows which face makes no difference."""
        outer = self.branches
        ruled = self.ruled.get(("die", purpose)) if self.ruled else None
        self.number += number
        if ruled is not None:
            return [int(ruled)] * number
        if isinstance(outer, RandomBranches):
            return sorted([outer.take(_faces(die)) + 1 for _ in range(number)], reverse=True)
        if comb(number + die - 1, number) > outer.left:
            raise TooManyBranches(f"There are too many throws of {number}D{die} to take them all.")
        throws, weights = throws_of(number, die)
        return list(throws[outer.take(weights)])

    def tally(
        self,
        number: int,
        die: int,
        purpose: Said,
        worth: Callable[[int], int],
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> int:
        """Add up what dice are worth; every total is one branch."""
        outer = self.branches
        if isinstance(outer, RandomBranches) or (self.ruled and ("die", purpose) in self.ruled):
            return super().tally(number, die, purpose, worth, rule=rule, audience=audience)
        self.number += number
        worths: dict[int, int] = {}
        for face in range(1, die + 1):
            of_face = int(worth(face))
            worths[of_face] = worths.get(of_face, 0) + 1
        totals, weights = totals_of(number, tuple(worths.items()))
        return totals[outer.take(weights)]

    def draw(
        self, cup: str, purpose: Said, *, to: str, rule: str, audience: tuple[str, ...] | None = None
    ) -> str:
        """Draw one of each kind of counter in turn; equal counters are one branch, and so are face-down
        ones, since nobody sees which it is before it is turned up."""
        check_place(self.state, cup, rule)
        check_place(self.state, to, rule)
        inside = self.state.pieces_at(cup)
        if not inside:
            raise BadData(f"Nothing is left to draw in {cup}.")
        piece = self._one_of(inside)
        self._put_down(cup, piece.id, to, purpose, rule, audience)
        return piece.id

    def _one_of(self, pieces: Sequence[Piece]) -> Piece:
        """One of each group of equals in turn."""
        alike: dict[str, list[Piece]] = {}
        for piece in pieces:
            urn = self.urns.of.get(piece.id)
            look: tuple[Any, ...] = (
                (urn.name,) if urn is not None else (piece.name, piece.side, *identity(self.state, piece))
            )
            if piece.id in self.urns.named:
                look = (piece.id, *look)
            alike.setdefault(repr((look, piece.known_to, piece.seen_by)), []).append(piece)
        looks = sorted(alike)
        weights = [len(alike[look]) for look in looks]
        return alike[looks[self._take(weights) if len(pieces) > 1 else 0]][0]

    def _put_down(
        self, cup: str, piece: str, to: str, purpose: Said, rule: str, audience: tuple[str, ...] | None
    ) -> None:
        self.tell(
            CounterDrawn(
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

    def draw_until(
        self,
        cup: str,
        purpose: Said,
        fits: Callable[[Piece], bool],
        *,
        to: str,
        rule: str,
        back: str,
        audience: tuple[str, ...] | None = None,
    ) -> str | None:
        """Each piece that fits in turn: what is turned up on the way and put back changes nothing but
        that one knows now what it is."""
        while True:
            left = [piece for piece in self.state.pieces_at(cup) if piece.id in self.urns.of or fits(piece)]
            if not left:
                return None
            piece = self._one_of(left)
            if not self.urns.turn_up_fitting(piece, left, fits):
                self._turn_up(piece.id)
            if fits(piece):
                self._put_down(cup, piece.id, to, purpose, rule, audience)
                self.reveal(piece.id, rule=rule)
                return piece.id

    def pick(
        self, options: Sequence[Value], purpose: Said, *, rule: str, audience: tuple[str, ...] | None = None
    ) -> Any:
        """Pick each in turn."""
        if len(options) < 2:
            return super().pick(options, purpose, rule=rule, audience=audience)
        if ("pick", purpose) in self.ruled:
            return self.ruled["pick", purpose]
        self.number += 1
        return options[self.branches.take((1,) * len(options))]

    def look_up(
        self, table: str, *, rule: str, audience: tuple[str, ...] | None = None, **keys: Value
    ) -> Row:
        """Enter a table: the row found, with what was ruled in the place of its cells."""
        check_table(self.state, table, rule)
        row, result = self.state.tables[table].look_up(keys)
        self.number += 1
        return Row(
            row, {**result, **self.ruled[("table", table)]} if ("table", table) in self.ruled else result
        )

    def shuffle(self, place: str, *, rule: str) -> None:
        """From now on nobody knows the order. Where that cannot be said it can only be sampled."""
        check_place(self.state, place, rule)
        order = list(self.state.at.get(place, ()))
        if not self.urns.mix(place):
            if not isinstance(self.branches, RandomBranches):
                raise TooManyBranches(f"The order of {place} can only be sampled.")
            left = order
            order = [left.pop(self.branches.take((1,) * len(left))) for _ in range(len(left))]
        self.tell(
            Shuffled(
                rule=rule,
                audience=(),
                place=place,
                order=tuple(order),
                chance=self.state.chances + 1,
                source="odds",
            )
        )


_TOUCH: dict[Changes, Callable[[BranchingUmpire, Any], None]] = {
    Changes.PLACE: BranchingUmpire._touch,
    Changes.FACE: BranchingUmpire._touch_and_turn_up,
    Changes.GOES: BranchingUmpire._touch_and_turn_up,
    Changes.COMES: BranchingUmpire._touch_new,
    Changes.MARK: BranchingUmpire._touch_marked,
    Changes.IDENTITY: BranchingUmpire._touch_known,
    Changes.PRESENCE: BranchingUmpire._touch,
}
"""What an event touches, and turns up, before it changes a part of the table."""
_TOUCHES = ByKind(
    lambda kind: tuple(_TOUCH[part] for part in kind.changes if part in _TOUCH) if kind.changes else None
)
"""The same for each type of event; None for those that change nothing."""


@cache
def _faces(die: int) -> tuple[int, ...]:
    """The weights of the faces of a die."""
    return (1,) * die
