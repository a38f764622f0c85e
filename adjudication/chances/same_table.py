"""Which tables are the same: what tells apart the tables that branches of one procedure lead to.

Tables that come of the same table differ only in what events have touched since. So that alone is looked at:
the cost grows with what a part of a procedure does, not with what lies on the table.
"""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from adjudication.chances.face_down import Closed, Urns
from domain.events import Event
from domain.events.kind import Changes, EventKind
from domain.events.registry import ByKind
from domain.table.journal import Journal
from domain.table.state import Piece, State
from domain.views.view import knows

Spot = tuple[str, ...]
"""Something on the table that an event may touch: what it is, and which one."""

LOOK = tuple(name for name in Piece.__slots__ if name not in ("id", "kind", "name", "place"))
"""What tells a piece from another beside its name or id, and where it lies."""
_look = attrgetter(*LOOK)


_TABLE: Spot = ("table",)


class Changed(NamedTuple):
    """Every spot that was touched up to a point, as it was there, and how many deeds that took."""

    spots: dict[Spot, Any]
    done: int


class SameTable:
    """Tells tables apart that come of the table as it is now.

    A branch is told from another by `changed`, while it is played, and `key`, when the table has been put
    back: equal keys are equal tables. as_seen: equal keys are tables that look equal to the viewer of the
    urns, who does not know what lies face down.
    """

    def __init__(self, journal: Journal, urns: Urns, as_seen: bool = False) -> None:
        self.as_seen = as_seen
        self.journal = journal
        self.urns = urns
        self.mark = journal.mark()
        self._was: dict[Spot, Any] = {}

    def changed(self, before: "Changed | None" = None) -> tuple[dict[Spot, Any], list[Any]]:
        """Every spot that was touched since, as it is now; and all that was done since. before: the same at
        some later point; then only what was done after that is looked at."""
        found: dict[Spot, Any] = {}
        done = self.journal.since(self.mark)
        seen = 0
        if before is not None and not self.as_seen:
            if _TABLE in before.spots and len(done) > before.done:
                return {_TABLE: whole_table(self.journal.state, self.urns)}, done
            found, seen = before.spots.copy(), before.done
        again: dict[Spot, None] = {}
        for number in range(seen, len(done)):
            deed = done[number]
            if not isinstance(deed, Event):  # something was done to what lies face down
                if self.as_seen:
                    continue
                turned_up = _of_urns(self.journal.state, *deed)
                if turned_up is None:
                    return {_TABLE: whole_table(self.journal.state, self.urns)}, done
                again |= dict.fromkeys(turned_up)
                continue
            touched = _SPOTS[type(deed)]
            if touched is None:  # then all that the event says counts
                found["told", str(number)] = _encode(
                    structs.replace(deed, number=0, procedure=0, time="", blind="")
                )
                continue
            for spot in touched(self.journal.state, deed):
                again[spot] = None
        for spot in again:
            found[spot] = self._as_it_is(spot)
        return found, done

    def so_far(self) -> "Changed":
        """What was touched up to now, for the branches that set out from here."""
        spots, done = self.changed()
        return Changed(spots, len(done))

    def touched(self) -> tuple[dict[Spot, Any], list[Any]]:
        """Every spot that was touched since, as it is now; and what was done to face-down pieces, in order.
        Where both are equal the tables are, piece by piece."""
        found: dict[Spot, Any] = {}
        turned_up: list[Any] = []
        for number, deed in enumerate(self.journal.since(self.mark)):
            if not isinstance(deed, Event):
                turned_up.append((number, deed[0].__name__, repr(deed[1:])))
                continue
            touched = _SPOTS[type(deed)]
            if touched is None:
                found["told", str(number)] = _encode(
                    structs.replace(deed, number=0, procedure=0, time="", blind="")
                )
                continue
            for spot in touched(self.journal.state, deed):
                found[spot] = None
        for spot in found:
            if spot[0] != "told":
                found[spot] = self._as_it_is(spot)
        return found, turned_up

    def key(self, changed: dict[Spot, Any]) -> Any:
        """What tells that branch from others; the table must have been put back."""
        was = self._was
        for spot in changed:
            if spot not in was:
                was[spot] = None if spot[0] in ("told", "table") else self._as_it_is(spot)
        return frozenset([(spot, value) for spot, value in changed.items() if value != was[spot]])

    def _as_it_is(self, spot: Spot) -> Any:
        state = self.journal.state
        match spot[0]:
            case "at" if self.as_seen:
                return self._place_as_seen(spot[1])
            case "marks" if self.as_seen and self._hidden(spot[1]):
                return ()
            case "marked" if self.as_seen:
                return tuple([subject for subject in state.marks if not self._hidden(subject)])
            case "at":
                return place_as_it_is(state, self.urns, state.at.get(spot[1], ()))
            case "track":
                track = state.tracks[spot[1]]
                return track.value, track.known_to
            case "marks":
                return marks_as_they_are(state, spot[1])
            case "marked":
                return tuple(state.marks)
            case "pieces":
                return tuple(state.pieces)
            case "urns":
                return self.urns.left()
            case "clock":
                return clock_as_it_is(state)
            case "waiting":
                return waiting_as_it_is(state)
        raise AssertionError(spot)

    def _hidden(self, id: str) -> bool:
        """Whether it is a piece that the viewer does not know."""
        piece: Piece | None = self.journal.state.pieces.get(id)
        return piece is not None and not knows(self.urns.viewer, piece.known_to)

    def _place_as_seen(self, place: str) -> tuple[Any, ...]:
        """The pieces at a place, those unknown to the viewer as they look."""
        state = self.journal.state
        known = [id for id in state.at.get(place, ()) if not self._hidden(id)]
        unknown = [state.pieces[id] for id in state.at.get(place, ()) if self._hidden(id)]
        looks = [(piece.side, piece.kind.back, piece.known_to, piece.seen_by) for piece in unknown]
        return place_as_it_is(state, self.urns, known), tuple(looks)


_encode = msgspec.json.Encoder(order="deterministic").encode


def whole_table(state: State, urns: Urns) -> Any:
    """The table as far as it matters: face-down pieces by their urns alone, those turned up since without
    which of several equals they are, all else as it is."""
    return (
        frozenset((place, place_as_it_is(state, urns, ids)) for place, ids in state.at.items() if ids),
        tuple(state.pieces),
        urns.left(),
        tuple([(track.value, track.known_to) for track in state.tracks.values()]),
        clock_as_it_is(state),
        waiting_as_it_is(state),
        repr(state.marks),
        repr(state.marks_for),
        repr(state.lapses) if state.lapses else "",
    )


def place_as_it_is(state: State, urns: Urns, ids: Iterable[str]) -> tuple[Any, ...]:
    """The pieces at a place in their order, each with all that tells it from others."""
    pieces, of, mixed, named = state.pieces, urns.of, urns.mixed, urns.named
    found = []
    for id in ids:
        piece = pieces[id]
        if type(piece) is Closed:
            found.append(("closed", piece.known_to, piece.seen_by, id if id in named else ""))
        elif id in of:
            found.append((of[id].name, piece.known_to, piece.seen_by, id if id in named else ""))
        else:
            found.append((piece.name if id in mixed and id not in named else id, *_look(piece)))
    return tuple(found)


def marks_as_they_are(state: State, subject: str) -> tuple[Any, ...]:
    """The marks of a subject, who may know of them, and when the clock takes them off."""
    marks, known, lapses = state.marks.get(subject), state.marks_for, state.lapses
    if marks is None:
        return ()
    return tuple(
        [
            (mark, repr(value), known.get((subject, mark)), lapses.get((subject, mark)))
            for mark, value in marks.items()
        ]
    )


def clock_as_it_is(state: State) -> tuple[Any, ...]:
    """Where the sequence of play stands, the scenario's date, and who has won."""
    time = state.time
    return state.turn, state.phase, state.side, *time[:2], state.verdict and state.verdict.winner


def waiting_as_it_is(state: State) -> tuple[Any, ...]:
    """The orders that are not done yet, whatever their numbers."""
    return tuple([(given.side, given.order, repr(given.arguments)) for given in state.procedures.values()])


def _of_piece(state: State, event: Any) -> tuple[Spot, ...]:
    """Where the piece lies now; where it has lain its moves say."""
    piece = state.pieces.get(event.piece)
    return () if piece is None else (("at", piece.place),)


def _of_urns(state: State, deed: Any, *about: Any) -> tuple[Spot, ...] | None:
    """What a deed to face-down pieces may change; None where that may be all that lies face down."""
    match deed.__name__, about:
        case "turn_up_as", (id, other):
            piece = state.pieces.get(id)
            lies = (("at", piece.place),) if piece is not None else ()
            return *lies, ("marks", id), ("marks", other), ("marked",), ("urns",)
        case "skew" | "_pass_over", _:
            return (("urns",),)
    return None


_OF_CHANGE: dict[Changes, Callable[[State, Any], tuple[Spot, ...]]] = {
    Changes.PLACE: lambda state, event: (("at", event.origin), ("at", event.to)),
    Changes.SEQUENCE: lambda state, event: (("at", event.place),),
    Changes.FACE: _of_piece,
    Changes.IDENTITY: _of_piece,
    Changes.PRESENCE: _of_piece,
    Changes.COMES: lambda state, event: (("at", event.piece.at), ("pieces",)),
    Changes.GOES: lambda state, event: (("at", event.origin), ("pieces",)),
    Changes.TRACK_PRESENCE: lambda state, event: (("track", event.track),),
    Changes.TRACK: lambda state, event: (("track", event.track),),
    Changes.MARK: lambda state, event: (("marks", event.subject), ("marked",)),
    Changes.CLOCK: lambda state, event: (("clock",),),
    Changes.VERDICT: lambda state, event: (("clock",),),
    Changes.ORDERS: lambda state, event: (("waiting",),),
}
"""The spots of each part of the table that an event may change."""


def _spots(kind: EventKind) -> Callable[[State, Any], tuple[Spot, ...]] | None:
    """What an event of a type may change on the table; None where that cannot be said."""
    if not kind.changes or not all(part in _OF_CHANGE for part in kind.changes):
        return None
    parts = [_OF_CHANGE[part] for part in kind.changes]
    return parts[0] if len(parts) == 1 else lambda state, event: sum((of(state, event) for of in parts), ())


_SPOTS = ByKind(_spots)
