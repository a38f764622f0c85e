"""What lies face down while odds are worked out: which piece is which stays open until it matters.

Pieces that a viewer cannot tell apart are in one urn: as many of each identity as lie there, in no known
order. A piece is turned up, one branch for each identity that it may have, when it is shown to the viewer,
when it is changed, or when rule code reads what not all of its urn have alike. So no odds can depend on
what a face-down piece really is, and nothing is taken apart that makes no difference.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from math import comb
from operator import itemgetter
from typing import Any, ClassVar

from domain.events import Sides
from domain.table.contacts import contact
from domain.table.journal import Journal
from domain.table.state import Piece, State
from domain.views.view import knows

IDENTITY = ("kind", "kind_id", "name", "face", "steps")
"""What belongs to a piece and not to where it lies; marks do too."""

ORDERED = ("deck", "discard", "cup")
"""Kinds of places where pieces lie in an order that matters, as they do where they were mixed; elsewhere it
only tells which of them came first."""

_SLOTS: dict[str, Any] = {name: vars(Piece)[name] for name in IDENTITY}

Identity = tuple[str, str, int, str]
"""What a piece is: kind, face, steps and marks."""
Take = Callable[[Sequence[int]], int]
"""Takes one of several outcomes with these weights: its index."""


def exchange(state: State, one: Piece, other: Piece) -> None:
    """Let two pieces change identities, each staying where it lies. Doing it again undoes it."""
    if one is other:
        return
    lying = one.__class__, other.__class__
    one.__class__ = other.__class__ = Piece  # as they are, whatever is known of them
    one.kind, other.kind = other.kind, one.kind
    one.kind_id, other.kind_id = other.kind_id, one.kind_id
    one.name, other.name = other.name, one.name
    one.face, other.face = other.face, one.face
    one.steps, other.steps = other.steps, one.steps
    one.__class__, other.__class__ = lying
    if not _marked_alike(state, one.id, other.id):
        state.kept.forget()
        ids = {one.id: other.id, other.id: one.id}
        state.marks = {ids.get(subject, subject): marks for subject, marks in state.marks.items()}
        state.marks_for = {(ids.get(s, s), mark): sides for (s, mark), sides in state.marks_for.items()}
        state.lapses = {(ids.get(s, s), mark): lapse for (s, mark), lapse in state.lapses.items()}
        state.bearers.clear()


def _marked_alike(state: State, one: str, other: str) -> bool:
    """Whether two pieces bear the same marks, for the same eyes and as long."""
    marks = state.marks.get(one) or {}
    if marks != (state.marks.get(other) or {}):
        return False
    known, lapses = state.marks_for, state.lapses
    return all(
        known.get((one, mark)) == known.get((other, mark))
        and lapses.get((one, mark)) == lapses.get((other, mark))
        for mark in marks
    )


def identity(state: State, piece: Piece) -> Identity:
    """What a piece is, as far as any rule can tell: equal counters have the same."""
    marks = state.marks.get(piece.id)
    kind_id: str = _SLOTS["kind_id"].__get__(piece)
    face: str = _SLOTS["face"].__get__(piece)
    steps: int = _SLOTS["steps"].__get__(piece)
    return kind_id, face, steps, repr(sorted(marks.items())) if marks else ""


def order_unknown(state: State, viewer: str) -> list[Piece]:
    """The pieces that a viewer does not know, by what the viewer calls them, or in the order in which they
    lie where it has no names for them; the table has them last and in that order from now on, so that nothing
    hangs on the order in which a scenario names them."""
    unknown = [piece for piece in state.pieces.values() if not knows(viewer, piece.known_to)]
    lying = {id: nth for ids in state.at.values() for nth, id in enumerate(ids)}
    unknown.sort(key=lambda piece: (piece.place, contact(state, viewer, piece), lying[piece.id]))
    if unknown and not state.procedures:  # rules may be in the midst of them
        lain = {piece.id: piece for piece in unknown}
        state.pieces = {**{id: piece for id, piece in state.pieces.items() if id not in lain}, **lain}
        for place, ids in groupby(lain, lambda id: lain[id].place):
            if _order_means_nothing(state, place):
                down = iter(list(ids))
                state.at[place] = [next(down) if id in lain else id for id in state.at[place]]
        state.groups.clear()
    return unknown


def _order_means_nothing(state: State, place: str) -> bool:
    space = state.board.spaces.get(place)
    return space is not None and space.kind not in ORDERED and place not in state.trail.mixed


class Urn:
    """Pieces of which nobody knows which is which. name: the same for the same urn in every branch."""

    __slots__ = ("_agreed", "_members", "name", "pieces")

    def __init__(self, name: str, pieces: Iterable[Piece]) -> None:
        self.name = name
        self.pieces = {piece.id: piece for piece in pieces}
        self._members = [
            {name: slot.__get__(piece) for name, slot in _SLOTS.items()} for piece in self.pieces.values()
        ]
        self._agreed: dict[str, bool] = {}

    def agrees(self, on: str, read: Callable[[dict[str, Any]], Any]) -> bool:
        """Whether all pieces that were put into this urn had the same of something; `on` is its name."""
        agreed = self._agreed.get(on)
        if agreed is None:
            first = read(self._members[0])
            agreed = self._agreed[on] = all(read(member) == first for member in self._members)
        return agreed

    def groups(self) -> frozenset[str]:
        """The groups of all pieces that were put into this urn."""
        return frozenset(map(_group_of_member, self._members))


def _group_of_member(member: dict[str, Any]) -> str:
    group: str = member["kind"].group
    return group


class _KindFaceDown:
    """The kind of a face-down piece: says what all kinds in the urn have alike, else has it turned up."""

    __slots__ = ("_piece",)

    def __init__(self, piece: "FaceDown") -> None:
        self._piece = piece

    def __getattr__(self, name: str) -> Any:
        piece = self._piece
        if isinstance(piece, FaceDown):
            if name == "group":
                return piece.urns.group_of(piece)
            piece.urns.needs(piece, f"kind {name}", lambda member: getattr(member["kind"], name))
        return getattr(_SLOTS["kind"].__get__(piece), name)


class _GroupFaceDown:
    """The group of a face-down piece out of an urn with several: it is turned up to say whether it is one of
    these."""

    __slots__ = ("_among", "_piece")

    def __init__(self, piece: "FaceDown", among: frozenset[str]) -> None:
        self._piece = piece
        self._among = among

    def __eq__(self, other: object) -> bool:
        return other in self._among and self._told() == other

    def __hash__(self) -> int:
        return hash(self._told())

    def __str__(self) -> str:
        return self._told()

    def _told(self) -> str:
        piece = self._piece
        if isinstance(piece, FaceDown):
            piece.urns.turn_up(piece)
        group: str = _SLOTS["kind"].__get__(piece).group
        return group


def _read_only_when_told(name: str) -> Any:
    slot = _SLOTS[name]

    def read(piece: "FaceDown") -> Any:
        piece.urns.needs(piece, name, itemgetter(name))
        return slot.__get__(piece)

    return property(read, slot.__set__)


class FaceDown(Piece):
    """A piece in an urn. It is made of a piece by giving it this class, and turned up by taking it away.

    So whoever holds the piece, rule code or the table, holds the same one before and after.
    """

    __slots__ = ()
    urns: ClassVar["Urns"]

    kind_id = _read_only_when_told("kind_id")
    name = _read_only_when_told("name")
    face = _read_only_when_told("face")
    steps = _read_only_when_told("steps")

    def _kind(self) -> Any:
        return _KindFaceDown(self)

    kind: Any = property(_kind, _SLOTS["kind"].__set__)

    def value(self, name: str) -> int:
        """A printed number of its kind, turning the piece up if that differs in the urn."""
        self.urns.needs(self, f"value {name}", lambda member: member["kind"].values.get(name, 0))
        value = _SLOTS["kind"].__get__(self).values.get(name, 0)
        return value if isinstance(value, int) else 0


class Skipped(Exception):
    """What was passed over because it seemed to make no difference does make one after all."""


class _KindClosed:
    """The kind of a closed piece: of what sort it is, nothing else."""

    __slots__ = ("_kind",)

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def __getattr__(self, name: str) -> Any:
        if name in ("group", "back"):
            return getattr(self._kind, name)
        raise Skipped


def _closed(name: str) -> Any:
    def read(piece: Piece) -> Any:
        raise Skipped

    return property(read, _SLOTS[name].__set__)


class Closed(Piece):
    """A piece that turned out to be this or that under way, in branches that are not told apart any more: it
    may not be looked at again."""

    __slots__ = ()

    kind_id = _closed("kind_id")
    name = _closed("name")
    face = _closed("face")
    steps = _closed("steps")

    def _kind(self) -> Any:
        return _KindClosed(_SLOTS["kind"].__get__(self))

    kind: Any = property(_kind, _SLOTS["kind"].__set__)

    def value(self, name: str) -> int:
        """Nothing may be read of it."""
        raise Skipped


class Urns:
    """All that lies face down for a viewer, on a table that a journal puts back.

    of: piece -> its urn, while it is not turned up. mixed: every piece that was in an urn, in this branch:
    its id says where it lay, no longer which counter it is. take: set by whoever runs the branches. named:
    pieces that orders name, each told apart from its equals by its id. in_full: nothing is passed over, not
    even what does not fit and is put back where it was.
    """

    def __init__(self, journal: Journal, viewer: str, named: Collection[str] = ()) -> None:
        self.journal = journal
        self.state = journal.state
        self.viewer = viewer
        self.named = frozenset(named)
        self.take: Take = _nobody_takes
        self.of: dict[str, Urn] = {}
        self.mixed: dict[str, None] = {}
        self.in_full = False
        self._skewed: dict[str, None] = {}
        self._out_of: dict[str, str] = {}
        self._passed: dict[str, tuple[frozenset[Identity], tuple[str, ...]]] = {}
        self._made = 0
        self._class = type("FaceDown", (FaceDown,), {"__slots__": (), "urns": self})
        alike: dict[tuple[str, str], list[Piece]] = {}
        for piece in self.state.pieces.values():
            if not knows(viewer, piece.known_to):
                alike.setdefault((piece.side, piece.kind.back), []).append(piece)
        for (side, back), pieces in alike.items():
            self._fill(Urn(f"{side}/{back}", pieces))

    def needs(self, piece: Piece, on: str, read: Callable[[dict[str, Any]], Any]) -> None:
        """Something is to be read of a face-down piece: turn it up, unless all in its urn are alike in it."""
        if not self.of[piece.id].agrees(on, read):
            self.turn_up(piece)

    def group_of(self, piece: "FaceDown") -> Any:
        """The group of a face-down piece; where those in its urn differ, what is turned up only when it is
        asked for one of them."""
        urn = self.of[piece.id]
        if urn.agrees("kind group", _group_of_member):
            return _SLOTS["kind"].__get__(piece).group
        return _GroupFaceDown(piece, urn.groups())

    def turn_up(self, piece: Piece) -> None:
        """Take every identity that a piece may have in turn; nothing for one that is not face down."""
        urn = self.of.get(piece.id)
        if urn is None:
            return
        if urn.name in self._skewed:
            raise Skipped
        if urn.name in self._passed:
            self._tell_apart(urn, [[piece]], lambda each: True)
        else:
            self._turn_up(piece, self._alike(urn))

    def turn_up_fitting(self, piece: Piece, pieces: Sequence[Piece], fits: Callable[[Piece], bool]) -> bool:
        """Turn up a piece as the one that fits, drawn out of `pieces` with what does not fit put back.

        Every piece that fits is as likely as any other. That more is known now of those left, because some
        may have been seen on the way, is passed over; `Skipped` is raised should one of them matter yet.
        False when that cannot be done, and they must be turned up one by one.
        """
        urn = self.of.get(piece.id)
        if self.in_full or urn is None or urn.name in self._skewed or urn.name in self._passed:
            return False
        down = [other for other in pieces if other.id in self.of]
        if any(self.of[other.id] is not urn for other in down) or any(
            fits(other) for other in pieces if other.id not in self.of
        ):
            return False
        alike = self._alike(urn)
        fitting = {key: equal for key, equal in alike.items() if fits(_face_up(equal[0], piece.place))}
        if len(urn.pieces) - sum(map(len, fitting.values())) >= len(down):
            return False
        self._turn_up(piece, fitting)
        if len(fitting) < len(alike):
            self.skew(urn.name)
        return True

    def narrow(self, ids: Collection[str], may_be: Callable[[Piece], bool]) -> None:
        """From the start these pieces can only be such ones, as far as there are enough of them."""
        for urn in dict.fromkeys(self.of[id] for id in ids if id in self.of):
            narrowed = tuple(id for id in ids if self.of.get(id) is urn)
            equals = self._alike(urn)
            barred = {key for key, equal in equals.items() if not may_be(_face_up(equal[0], equal[0].place))}
            if len(narrowed) <= sum(len(equal) for key, equal in equals.items() if key not in barred):
                self._passed[urn.name] = frozenset(barred), narrowed

    def skew(self, urn: str) -> None:
        """Remember that an urn is no longer mixed evenly; the journal undoes it."""
        self._skewed[urn] = None
        self.journal.did((self.skew, urn), lambda: self._skewed.pop(urn))

    def _alike(self, urn: Urn) -> dict[Identity, list[Piece]]:
        alike: dict[Identity, list[Piece]] = {}
        for other in urn.pieces.values():
            alike.setdefault(identity(self.state, other), []).append(other)
        return alike

    def _turn_up(self, piece: Piece, alike: dict[Identity, list[Piece]]) -> None:
        keys = sorted(alike)
        weights = [len(alike[key]) for key in keys]
        equal = alike[keys[self.take(weights) if sum(weights) > 1 else 0]]
        self.turn_up_as(piece.id, piece.id if piece in equal else equal[0].id)

    def turn_up_as(self, id: str, other_id: str) -> None:
        """Let a face-down piece turn out to be what another in its urn was; the journal undoes it."""
        piece, other = self.state.pieces[id], self.state.pieces[other_id]
        urn = self.of.pop(id)
        self._out_of[id] = urn.name
        before = dict(urn.pieces)
        del urn.pieces[piece.id]
        exchange(self.state, piece, other)
        piece.__class__ = Piece
        # What was gathered before holds on: it was gathered from what all in the urn have alike.
        gathered = urn.agrees("kind group", _group_of_member)
        kept = dict(self.state.kept.values)

        def undo() -> None:
            self.state.kept.back_to(kept)
            piece.__class__ = self._class
            exchange(self.state, piece, other)
            urn.pieces = before
            self.of[piece.id] = urn
            if not gathered:
                self.state.groups.clear()
                self.state.forget_places()

        self.journal.did((self.turn_up_as, id, other_id), undo)

    def those_with(self, pieces: Sequence[Piece], read: Callable[[Piece], Any]) -> list[Piece]:
        """The pieces of which `read` is true, in their order.

        Of face-down pieces of one urn that lie together, who is which makes no difference: how many of each
        identity that counts are among them is one branch. Those that do not count stay face down; that more
        is known of them now is passed over, and `Skipped` is raised should one of them matter yet.
        """
        groups: dict[tuple[str, str, Sides, Sides, str], list[Piece]] = {}
        for piece in pieces:
            urn = self.of.get(piece.id)
            if urn is not None:
                named = piece.id if piece.id in self.named else ""
                look = (urn.name, piece.place, piece.known_to, piece.seen_by, named)
                groups.setdefault(look, []).append(piece)
        urns = {urn.name: urn for urn in self.of.values()}
        if self.in_full or any(look[0] in self._skewed for look in groups):
            return [piece for piece in pieces if read(piece)]
        for name in dict.fromkeys(look[0] for look in groups):
            self._tell_apart(urns[name], [group for look, group in groups.items() if look[0] == name], read)
        return [piece for piece in pieces if piece.id not in self.of and read(piece)]

    def _tell_apart(self, urn: Urn, groups: Sequence[Sequence[Piece]], read: Callable[[Piece], Any]) -> None:
        """Turn up those of an urn, in these groups of equals, that may count in one of them, and those that
        counted before; then no piece that was looked at and is still face down can be one of these."""
        places = list(dict.fromkeys(group[0].place for group in groups))
        past = self._passed.get(urn.name)
        counted, passed = past if past is not None else (frozenset[Identity](), ())
        looked = [[self.state.pieces[id]] for id in passed if id in self.of]
        fresh = [[piece for piece in group if piece.id not in passed] for group in groups]
        counts = counted | {
            key
            for key, equal in self._alike(urn).items()
            if any(read(_face_up(equal[0], place)) for place in places)
        }
        if not counts:
            return
        left: list[str] = []
        for group in (*looked, *filter(None, fresh)):
            barred = counted if group in looked else frozenset[Identity]()
            alike = {key: equal for key, equal in sorted(self._alike(urn).items()) if key not in barred}
            counting = {key: len(equal) for key, equal in alike.items() if key in counts}
            others = sum(map(len, alike.values())) - sum(counting.values()) - len(left)
            hands = hands_of(list(counting.values()), others, len(group))
            hand = hands[self.take([weight for _, weight in hands]) if len(hands) > 1 else 0][0]
            found = [key for key, count in zip(counting, hand, strict=True) for _ in range(count)]
            for piece, key in zip(group, found, strict=False):
                equal = self._alike(urn)[key]
                self.turn_up_as(piece.id, piece.id if piece in equal else equal[0].id)
            left += [piece.id for piece in group[len(found) :]]
        self._pass_over(urn.name, counts, tuple(left))

    def _pass_over(self, urn: str, counts: frozenset[Identity], left: tuple[str, ...]) -> None:
        """Remember that these pieces of an urn are none of those identities; the journal undoes it."""
        before = self._passed.get(urn)
        self._passed[urn] = counts, left

        def undo() -> None:
            if before is None:
                del self._passed[urn]
            else:
                self._passed[urn] = before

        self.journal.did((self._pass_over, urn, counts, left), undo)

    def close(self) -> None:
        """Whatever turned out to be what is not looked at again, unless the viewer knows it; the journal
        undoes it."""
        shut = [
            piece
            for id in self.mixed
            if id not in self.of
            and type(piece := self.state.pieces[id]) is Piece
            and not knows(self.viewer, piece.known_to)
        ]
        touched = dict.fromkeys([*(self._out_of[piece.id] for piece in shut), *self._passed])
        skewed = [urn for urn in touched if urn not in self._skewed]
        if not shut and not skewed:
            return
        for piece in shut:
            piece.__class__ = Closed
        self._skewed.update(dict.fromkeys(skewed))

        def undo() -> None:
            for piece in shut:
                piece.__class__ = Piece
            for urn in skewed:
                del self._skewed[urn]

        self.journal.did((self.close,), undo)

    def mix(self, place: str) -> bool:
        """Mix all that lies at a place: from now on nobody knows the order. False when that cannot be said
        by an urn, because those who look can tell the pieces apart."""
        pieces = self.state.pieces_at(place)
        urns = {id(self.of.get(piece.id)) for piece in pieces}
        if len(pieces) < 2 or (len(urns) == 1 and pieces[0].id in self.of and len(_looks(pieces)) == 1):
            return True
        for piece in pieces:
            self.turn_up(piece)
        if len(_looks(pieces)) > 1:
            return False
        self.mix_again([piece.id for piece in pieces])
        return True

    def mix_again(self, ids: Sequence[str]) -> None:
        """Put pieces that are turned up into an urn of their own; the journal undoes it."""
        pieces = [self.state.pieces[id] for id in ids]
        new = [piece.id for piece in pieces if piece.id not in self.mixed]
        self._made += 1
        self.state.kept.forget()
        self._fill(Urn(f"{self._made}/{pieces[0].place}", pieces))

        def undo() -> None:
            self._made -= 1
            for piece in pieces:
                piece.__class__ = Piece
                del self.of[piece.id]
            for piece_id in new:
                del self.mixed[piece_id]
            self.state.kept.forget()

        self.journal.did((self.mix_again, ids), undo)

    def left(self) -> frozenset[Any]:
        """What has not been turned up yet, urn by urn, whichever piece is which."""
        urns = {urn.name: urn for urn in self.of.values()}
        return frozenset(
            (
                name,
                name in self._skewed,
                self._passed.get(name, ()),
                tuple(sorted(identity(self.state, piece) for piece in urn.pieces.values())),
            )
            for name, urn in urns.items()
        )

    def _fill(self, urn: Urn) -> None:
        for piece in urn.pieces.values():
            self.of[piece.id] = urn
            self.mixed[piece.id] = None
            piece.__class__ = self._class


def hands_of(numbers: Sequence[int], others: int, size: int) -> list[tuple[tuple[int, ...], int]]:
    """Every hand of so many out of some of each sort and others, by how many there are of each sort; and in
    how many ways it comes about."""
    hands: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for number in numbers:
        hands = [
            ((*hand, more), ways * comb(number, more))
            for hand, ways in hands
            for more in range(min(number, size - sum(hand)) + 1)
        ]
    found = [(hand, ways * comb(others, size - sum(hand))) for hand, ways in hands]
    return [(hand, ways) for hand, ways in found if ways]


def _face_up(piece: Piece, place: str) -> Piece:
    """A piece as it would be if it were turned up at that place."""
    kind, kind_id, name, face, steps = (_SLOTS[of].__get__(piece) for of in IDENTITY)
    return Piece(piece.id, kind_id, kind, name, piece.side, place, face, steps, piece.known_to, piece.seen_by)


def _looks(pieces: Iterable[Piece]) -> set[tuple[str, str, Sides, Sides]]:
    """How pieces that lie together look to those who may not know them."""
    return {(piece.side, piece.kind.back, piece.known_to, piece.seen_by) for piece in pieces}


def _nobody_takes(weights: Sequence[int]) -> int:
    raise AssertionError("a face-down piece is looked at outside any branch")
