"""What lies face down while odds are worked out: which piece is which stays open until it matters.

Pieces that a viewer cannot tell apart are in one urn: as many of each identity as lie there, in no known
order. A piece is turned up, one branch for each identity that it may have, when it is shown to the viewer,
when it is changed, or when rule code reads what not all of its urn have alike. So no odds can depend on
what a face-down piece really is, and nothing is taken apart that makes no difference.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
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
    if one.id in state.marks or other.id in state.marks:
        state.kept.forget()
        ids = {one.id: other.id, other.id: one.id}
        state.marks = {ids.get(subject, subject): marks for subject, marks in state.marks.items()}
        state.marks_for = {(ids.get(s, s), mark): sides for (s, mark), sides in state.marks_for.items()}
        state.lapses = {(ids.get(s, s), mark): lapse for (s, mark), lapse in state.lapses.items()}
        state.bearers.clear()


def identity(state: State, piece: Piece) -> tuple[str, str, int, str]:
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


class _KindFaceDown:
    """The kind of a face-down piece: says what all kinds in the urn have alike, else has it turned up."""

    __slots__ = ("_piece",)

    def __init__(self, piece: "FaceDown") -> None:
        self._piece = piece

    def __getattr__(self, name: str) -> Any:
        piece = self._piece
        if isinstance(piece, FaceDown):
            piece.urns.needs(piece, f"kind {name}", lambda member: getattr(member["kind"], name))
        return getattr(_SLOTS["kind"].__get__(piece), name)


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

    def turn_up(self, piece: Piece) -> None:
        """Take every identity that a piece may have in turn; nothing for one that is not face down."""
        urn = self.of.get(piece.id)
        if urn is None:
            return
        if urn.name in self._skewed:
            raise Skipped
        self._turn_up(piece, self._alike(urn))

    def turn_up_fitting(self, piece: Piece, pieces: Sequence[Piece], fits: Callable[[Piece], bool]) -> bool:
        """Turn up a piece as the one that fits, drawn out of `pieces` with what does not fit put back.

        Every piece that fits is as likely as any other. That more is known now of those left, because some
        may have been seen on the way, is passed over; `Skipped` is raised should one of them matter yet.
        False when that cannot be done, and they must be turned up one by one.
        """
        urn = self.of.get(piece.id)
        if self.in_full or urn is None or urn.name in self._skewed:
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

    def skew(self, urn: str) -> None:
        """Remember that an urn is no longer mixed evenly; the journal undoes it."""
        self._skewed[urn] = None
        self.journal.did((self.skew, urn), lambda: self._skewed.pop(urn))

    def _alike(self, urn: Urn) -> dict[tuple[str, str, int, str], list[Piece]]:
        alike: dict[tuple[str, str, int, str], list[Piece]] = {}
        for other in urn.pieces.values():
            alike.setdefault(identity(self.state, other), []).append(other)
        return alike

    def _turn_up(self, piece: Piece, alike: dict[tuple[str, str, int, str], list[Piece]]) -> None:
        keys = sorted(alike)
        weights = [len(alike[key]) for key in keys]
        equal = alike[keys[self.take(weights) if len(weights) > 1 else 0]]
        self.turn_up_as(piece.id, piece.id if piece in equal else equal[0].id)

    def turn_up_as(self, id: str, other_id: str) -> None:
        """Let a face-down piece turn out to be what another in its urn was; the journal undoes it."""
        piece, other = self.state.pieces[id], self.state.pieces[other_id]
        urn = self.of.pop(id)
        before = dict(urn.pieces)
        del urn.pieces[piece.id]
        exchange(self.state, piece, other)
        piece.__class__ = Piece
        # What was gathered before holds on: it was gathered from what all in the urn have alike.
        gathered = urn.agrees("kind group", lambda member: member["kind"].group)

        def undo() -> None:
            self.state.kept.changed(piece.kind.group, piece.place)
            piece.__class__ = self._class
            exchange(self.state, piece, other)
            urn.pieces = before
            self.of[piece.id] = urn
            if not gathered:
                self.state.groups.clear()
                self.state.forget_places()

        self.journal.did((self.turn_up_as, id, other_id), undo)

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

    def left(self) -> frozenset[tuple[str, bool, tuple[tuple[str, str, int, str], ...]]]:
        """What has not been turned up yet, urn by urn, whichever piece is which."""
        urns = {urn.name: urn for urn in self.of.values()}
        return frozenset(
            (
                name,
                name in self._skewed,
                tuple(sorted(identity(self.state, piece) for piece in urn.pieces.values())),
            )
            for name, urn in urns.items()
        )

    def _fill(self, urn: Urn) -> None:
        for piece in urn.pieces.values():
            self.of[piece.id] = urn
            self.mixed[piece.id] = None
            piece.__class__ = self._class


def _face_up(piece: Piece, place: str) -> Piece:
    """A piece as it would be if it were turned up at that place."""
    kind, kind_id, name, face, steps = (_SLOTS[of].__get__(piece) for of in IDENTITY)
    return Piece(piece.id, kind_id, kind, name, piece.side, place, face, steps, piece.known_to, piece.seen_by)


def _looks(pieces: Iterable[Piece]) -> set[tuple[str, str, Sides, Sides]]:
    """How pieces that lie together look to those who may not know them."""
    return {(piece.side, piece.kind.back, piece.known_to, piece.seen_by) for piece in pieces}


def _nobody_takes(weights: Sequence[int]) -> int:
    raise AssertionError("a face-down piece is looked at outside any branch")
