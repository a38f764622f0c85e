"""Events of the seminar around the table: what people say, declare, are told and conclude.

None of them changes a counter; if a conclusion changes the table, table events record that.
"""

from typing import TYPE_CHECKING, Any

import msgspec

from domain.events.base import Event
from domain.events.kind import OF_AN_ORDER, Audience, Changes, EventKind, Says, Speaks, Undo, entry, nothing
from domain.events.rows import Cell, Column, Row
from domain.events.seen import WHITE, Seen
from domain.texts import Said

if TYPE_CHECKING:
    from domain.table.state import State


class Noted(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Something worth keeping: a note, or, by its `kind`, an observation, insight, decision or question.

    concerns: the event it is about, 0 for none. links: further events. turns, sides: the turns and sides it
    is about. tags: the ids of the learning outcomes and research questions it belongs to. rating: from 1 to
    5, 0 for none. If the audience is None everyone may read it; with an empty one only the white cell.
    """

    text: str
    by: str = ""
    concerns: int = 0
    kind: str = "note"
    links: tuple[int, ...] = ()
    tags: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    rating: int = 0


class Topic(msgspec.Struct, frozen=True, omit_defaults=True):
    """A research question or learning outcome that the game is played for."""

    id: str
    text: str


class GameDeclared(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What the game is for; a later declaration replaces the earlier one."""

    purpose: str = ""
    questions: tuple[Topic, ...] = ()
    outcomes: tuple[Topic, ...] = ()
    by: str = ""


def _declared(state: "State", event: GameDeclared) -> None:
    state.cell.declared = event


class SeatTaken(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A person takes a seat: a role in a cell of a side (empty for the white cell). `left` frees the seat.

    also: further roles of the person there.
    """

    name: str
    role: str = ""
    side: str = ""
    cell: str = ""
    left: bool = False
    by: str = ""
    also: tuple[str, ...] = ()


def _seat(state: "State", event: SeatTaken) -> None:
    if event.left:
        state.cell.seats.pop(event.name, None)
    else:
        state.cell.seats[event.name] = event


class MessageSent(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A message or structured order: a form's fields, the sender and the side it is from (empty for the white
    cell), the sides it goes to (none for the white cell alone), the turn and the phase."""

    form: str
    fields: dict[str, Any]
    sender: str
    side: str = ""
    to: tuple[str, ...] = ()
    turn: int = 0
    phase: str = ""


class InjectData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a master events list: when it is due, for whom (empty for everyone), what it says, and what
    the facilitator then changes manually. Turn 0 is any turn, an empty phase any phase."""

    id: str
    text: str
    turn: int = 0
    phase: str = ""
    time: str = ""
    audience: tuple[str, ...] = ()
    changes: str = ""


class InjectsListed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Injects are added to the game's master events list."""

    injects: tuple[InjectData, ...]
    by: str = ""


def _injects(state: "State", event: InjectsListed) -> None:
    state.cell.injects.update({inject.id: inject for inject in event.injects})


class InjectHandled(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An inject is `delivered`, `altered` (delivered with another text) or `skipped`, and why.

    Those it is for read its text, and neither that it was altered nor why. unplanned: it was on no list but
    made up in play; this event lists it too.
    """

    inject: str
    how: str
    text: str = ""
    because: str = ""
    by: str = ""
    unplanned: bool = False


def _inject_handled(state: "State", event: InjectHandled) -> None:
    if event.unplanned:
        state.cell.injects[event.inject] = unplanned_inject(event, state.turn, state.phase)
    state.cell.handled[event.inject] = event.how


def unplanned_inject(event: InjectHandled, turn: int = 0, phase: str = "") -> InjectData:
    """An inject that was made up in play, as a line of the master events list."""
    audience = () if event.audience is None else event.audience or (WHITE,)
    return InjectData(id=event.inject, text=event.text, turn=turn, phase=phase, audience=audience)


class EntryCorrected(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A note, message, delivered inject or declared topic is corrected or withdrawn; the original stays.

    concerns: the event of the original. kind: `note`, `message`, `inject` or `topic`. text: what it says now;
    for a message all its `fields`. topic: the id of a declared topic. side: the side that corrects it (empty
    for the white cell). Everyone who may read the original sees the correction; the reason is for the white
    cell alone.
    """

    concerns: int
    kind: str
    because: str
    text: str = ""
    fields: dict[str, Any] = msgspec.field(default_factory=dict)
    topic: str = ""
    withdrawn: bool = False
    side: str = ""
    by: str = ""


def _corrected(state: "State", event: EntryCorrected) -> None:
    state.cell.corrected[event.concerns, event.topic] = event
    declared = state.cell.declared
    if event.topic and declared is not None:
        state.cell.declared = msgspec.structs.replace(
            declared,
            questions=_topics_now(declared.questions, event),
            outcomes=_topics_now(declared.outcomes, event),
        )


def _topics_now(topics: tuple[Topic, ...], event: EntryCorrected) -> tuple[Topic, ...]:
    """Declared topics after one of them was corrected or withdrawn."""
    if event.withdrawn:
        return tuple(topic for topic in topics if topic.id != event.topic)
    return tuple(Topic(topic.id, event.text) if topic.id == event.topic else topic for topic in topics)


class Concluded(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The outcome of an argument, estimate or vote: the subject, the result and its wording."""

    subject: Said
    method: Said
    result: Said
    narration: str = ""


class MarkingSet(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A handling marking for the game, or for event `concerns` alone."""

    marking: str
    concerns: int = 0
    by: str = ""


def _marking(state: "State", event: MarkingSet) -> None:
    state.cell.markings[event.concerns] = event.marking


SEATS = Row(
    "seats",
    "Somebody takes a seat, or leaves it.",
    (
        Cell(Column("name", str, "The person.")),
        Cell(Column("role", str, "The role.")),
        Cell(Column("side", str, "The side; empty for the white cell.")),
        Cell(Column("cell", str, "The cell of the side.")),
        Cell(Column("left", int, "1 when the seat is left.")),
        Cell(Column("also", str, "Further roles of the same person there, as JSON.")),
    ),
    of_order=False,
    label="name",
)

KINDS = (
    EventKind(
        "noted.1",
        Noted,
        nothing,
        Seen(
            ("text", "by", "concerns", "kind", "links", "tags", "turns", "sides", "rating"),
            lines=("concerns", "links"),
            typed=True,
        ),
        changes=(),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=False, cites=False, after_close=True),
        rows=("insights",),
        words=None,
    ),
    EventKind(
        "game-declared.1",
        GameDeclared,
        _declared,
        Seen(("purpose", "questions", "outcomes", "by"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=False, cites=False, after_close=True),
        rows=("topics",),
        words=None,
    ),
    EventKind(
        "seat-taken.1",
        SeatTaken,
        _seat,
        Seen(("name", "role", "side", "cell", "left", "by", "also"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.NOBODY, public=True, cites=False, after_close=True),
        rows=(SEATS,),
        words=None,
    ),
    EventKind(
        "message-sent.1",
        MessageSent,
        nothing,
        Seen(("form", "fields", "sender", "side", "to", "turn", "phase"), typed=True),
        changes=(),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.SIDE, public=False, cites=True, after_close=False),
        rows=("messages",),
        words=None,
    ),
    EventKind(
        "injects-listed.1",
        InjectsListed,
        _injects,
        Seen(("injects", "by"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=False, cites=True, after_close=False),
        rows=("injects",),
        words=None,
    ),
    EventKind(
        "inject-handled.1",
        InjectHandled,
        _inject_handled,
        Seen(
            ("how", "text"),
            told={"how": lambda event, state, viewer: "delivered"},
            white=("inject", "because", "by", "unplanned"),
            typed=True,
        ),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=False, cites=False, after_close=False),
        rows=("injects_handled",),
        words=None,
    ),
    EventKind(
        "entry-corrected.1",
        EntryCorrected,
        _corrected,
        Seen(
            ("concerns", "kind", "text", "fields", "topic", "withdrawn", "side", "by"),
            lines=("concerns",),
            white=("because",),
            typed=True,
        ),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.SIDE, public=False, cites=False, after_close=True),
        rows=("corrections",),
        words=None,
    ),
    EventKind(
        "concluded.1",
        Concluded,
        nothing,
        Seen(("subject", "method", "result", "narration")),
        changes=(Changes.OUTCOME,),
        audience=Says(("subject",)),
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=("conclusions",),
        words=None,
    ),
    EventKind(
        "marking-set.1",
        MarkingSet,
        _marking,
        Seen(("marking", "concerns", "by"), lines=("concerns",), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.WHITE_CELL, public=False, cites=False, after_close=True),
        rows=(),
        words=None,
    ),
)
