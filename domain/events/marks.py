"""Marks and tracks: who sees them, and how they change."""

from typing import TYPE_CHECKING, Any, NamedTuple

from domain.events.base import Event, Sides
from domain.events.kind import OF_AN_ORDER, Audience, Changes, EventKind, Undo, says_what_changes
from domain.events.rows import Cell, Column, Row
from domain.events.seen import Seen, both, either, knows, own_of, secret_act
from domain.texts import Said

if TYPE_CHECKING:
    from domain.table.state import State


PRIVATE = "_"
"""A mark whose name begins with this is for the white cell alone."""


class Lapse(NamedTuple):
    """When the clock takes a mark off (turn 0: any turn; no phase: at the start of the turn), and by which
    rule; or the scenario's date from which it does."""

    turn: int
    phase: str
    rule: str
    date: str = ""

    def due(self, turn: int, phase: str, now: str = "") -> bool:
        """Whether the clock, set to this turn and phase at this date of the scenario, takes it off."""
        if self.date:
            return self.date <= now
        if not self.turn or turn == self.turn:
            return not self.phase or phase == self.phase
        return turn > self.turn


class Scored(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A track's marker moves by `change` to `value`."""

    track: str
    change: int
    value: int
    why: Said = ""


@says_what_changes
def _scored(state: "State", event: Scored) -> None:
    state.tracks[event.track].value = event.value
    state.kept.other("tracks")


def _why(event: Scored, state: "State", viewer: str) -> Said:
    """The reason for a score, hidden if the white cell scores in secret; the score itself can be seen."""
    return "" if secret_act(event, state, viewer) else event.why


class TrackKnown(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Who knows of a track: None is everyone, an empty list only the white cell."""

    track: str
    sides: Sides = None


def _track_known(state: "State", event: TrackKnown) -> None:
    state.conceal_track(event.track, event.sides)


def _track_not_news(event: TrackKnown, state: "State", viewer: str) -> bool:
    """Whether the viewer learns nothing: not to whom else the track is shown, or from whom it is hidden."""
    known_to = state.tracks[event.track].known_to
    before, now = knows(viewer, known_to), knows(viewer, event.sides)
    in_public = known_to is None or event.sides is None
    return before == now and not (now and in_public)


def _own_name(event: TrackKnown, state: "State", viewer: str) -> Sides:
    """The viewer's own name if it is among those who know: a side does not learn which others know."""
    if event.sides is None:
        return None
    return own_of(viewer, event.sides)


class Marked(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A mark is put on a space, a piece, a side or the game; value None takes it off.

    until, until_phase: the mark comes off at the start of that turn, or of that phase of it; without a turn,
    when the phase is next entered. until_date: the mark comes off with the first phase that begins on or
    after this date of the scenario. It comes off by another event of this kind.
    """

    subject: str
    mark: str
    value: Any = None
    until: int = 0
    until_phase: str = ""
    until_date: str = ""


@says_what_changes
def _marked(state: "State", event: Marked) -> None:
    state.put_mark(event.subject, event.mark, event.value, event.audience)
    subject = event.subject, event.mark
    if event.value is not None and (event.until or event.until_phase or event.until_date):
        state.lapses[subject] = Lapse(event.until, event.until_phase, event.rule, event.until_date)
    elif state.lapses:
        state.lapses.pop(subject, None)


def _who_sees_mark(event: Marked, state: "State") -> Sides:
    """The sides that may know of the mark, as it was or as it is now, and that see what it is on."""
    if event.mark.startswith(PRIVATE):
        return ()
    before: Sides = ()
    if state.mark_named(event.subject, event.mark) is not None:
        before = state.marks_for.get((event.subject, event.mark))
    after = () if event.value is None else event.audience
    return both(either(before, after), state.who_sees_subject(event.subject))


def _value(event: Marked, state: "State", viewer: str) -> Any:
    return event.value if knows(viewer, event.audience) else None


SCORE_CHANGES = Row(
    "score_changes",
    "A track's marker that moved.",
    (
        Cell(Column("track", str, "The track.")),
        Cell(Column("change", int, "By how much.")),
        Cell(Column("value", int, "Where it stood then.")),
        Cell(Column("why", str, "Why."), said=True),
    ),
)

KINDS = (
    EventKind(
        "scored.1",
        Scored,
        _scored,
        Seen(
            ("track", "change", "value", "why"),
            touches=lambda event, state: state.tracks[event.track].known_to,
            told={"why": _why},
        ),
        changes=(Changes.TRACK,),
        audience=Audience.INSISTED,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(SCORE_CHANGES,),
        words=None,
    ),
    EventKind(
        "track-known.1",
        TrackKnown,
        _track_known,
        Seen(
            ("track", "value", "sides"),
            touches=lambda event, state: either(state.tracks[event.track].known_to, event.sides),
            hidden_from=_track_not_news,
            told={
                "value": lambda event, state, viewer: state.tracks[event.track].value,
                "sides": _own_name,
            },
        ),
        changes=(Changes.TRACK_PRESENCE,),
        audience=Audience.SEEING,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "marked.1",
        Marked,
        _marked,
        Seen(
            everyone=("subject", "mark", "value", "until", "until_phase", "until_date"),
            touches=_who_sees_mark,
            told={"value": _value},
        ),
        changes=(Changes.MARK,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
)
