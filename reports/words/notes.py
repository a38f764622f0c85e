"""The notes of a game as their viewer may read them: by turn and phase, and by topic."""

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudication.engine.by_hand.noting import KINDS
from domain.errors import NotFound
from domain.events import Noted
from domain.game.game import Game
from domain.game.replay import walk
from domain.views.view import WHITE, EventView, knows
from reports.words.corrections import amended, first_said, now
from reports.words.names import Names, joined, one_line, spoken
from reports.words.seminar import topics_of
from reports.words.then import words_then

UNTAGGED = ""
"""The topic of notes that have none."""


class NoteTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note as its viewer may read it; `number` is the event's for the white cell, else the line's.

    to: the sides that it is shared with, None for all; only the white cell sees it. text, words: the present
    text. was: the first text, if it was corrected. after_close: written in the hot wash.
    """

    number: int
    kind: str
    text: str
    words: str
    turn: int
    phase: str
    by: str = ""
    concerns: int = 0
    links: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    rating: int = 0
    to: tuple[str, ...] | None = ()
    was: str = ""
    withdrawn: bool = False
    after_close: bool = False


class TopicTold(msgspec.Struct, frozen=True):
    """A topic and its notes; `what` is `learning outcome`, `research question` or empty."""

    id: str
    what: str
    text: str
    notes: list[NoteTold]


def notes_told(
    game: Game, views: Sequence[EventView], viewer: str, kind: str | None = None, tags: Sequence[str] = ()
) -> list[NoteTold]:
    """The notes among these views of the whole log, optionally of one kind and with these tags.

    Raises NotFound for an unknown kind or tag.
    """
    if kind is not None and kind not in KINDS:
        raise NotFound(f"There is no kind of note {kind[:40]!r}; there are: {', '.join(KINDS)}.")
    known = topics_told(views)
    for tag in set(tags) - known.keys():
        said = f"there are: {', '.join(known)}" if known else "none is declared"
        raise NotFound(f"No learning outcome or research question is called {tag[:40]!r}; {said}.")
    said_when = [
        (event.audience, state.turn, state.phase, state.closed)
        for event, state in walk(game.log)
        if isinstance(event, Noted) and knows(viewer, event.audience)
    ]
    noted = [view for view in views if view.event == "noted"]
    changes = amended(views)
    words = words_then(game.log, [now(view, changes) for view in noted], viewer)
    found = []
    for told, (audience, turn, phase, closed) in zip(noted, said_when, strict=True):
        change, view = changes.get(told.number or told.line), now(told, changes)
        fields, was = view.fields, told.fields["text"]
        if (kind is None or fields["kind"] == kind) and set(tags) <= set(fields["tags"]):
            found.append(
                NoteTold(
                    number=view.number or view.line,
                    words=words[view.number or view.line] + first_said(was, change),
                    turn=turn,
                    phase=phase,
                    was=was if was != fields["text"] else "",
                    withdrawn=change is not None and change.withdrawn,
                    after_close=closed,
                    to=audience if viewer == WHITE else (),
                    **fields,
                )
            )
    return found


def topics_told(views: Sequence[EventView]) -> dict[str, str]:
    """Every topic that was ever declared to the viewer: its id and its latest text. A withdrawn topic says
    so."""
    told: dict[str, str] = {}
    for view in views:
        f = view.fields
        if view.event == "game-declared":
            told.update({topic.id: topic.text for topic in topics_of(f)})
        elif view.event == "entry-corrected" and f["topic"] in told:
            told[f["topic"]] = f"{told[f['topic']]} (withdrawn)" if f["withdrawn"] else f["text"]
    return told


def note_lines(game: Game, notes: Sequence[NoteTold], viewer: str) -> list[str]:
    """Notes as lines, under the turn and phase in which they were written."""
    names = Names(game.state, viewer)
    lines: list[str] = []
    before = ""
    for note in notes:
        if when(note) != before:
            before = when(note)
            lines.append(before)
        withdrawn = "(withdrawn) " if note.withdrawn else ""
        lines.append(f"{note.number:>5}  {withdrawn}{note.words}{shared(note, names)}")
    return lines


def when(note: NoteTold) -> str:
    """When a note was written: `Turn 2, planning`, or `After the close`."""
    if note.after_close:
        return "After the close"
    return f"Turn {note.turn}, {spoken(note.phase)}" if note.phase else f"Turn {note.turn}"


def shared(note: NoteTold, names: Names) -> str:
    """The sides with which the white cell shares a note, in brackets."""
    if note.to is None:
        return " (shared with all)"
    return f" (shared with {joined([names.side(side) for side in note.to])})" if note.to else ""


def by_topic(views: Sequence[EventView], notes: Sequence[NoteTold]) -> list[TopicTold]:
    """Notes under the topics they belong to, most important first, and last those without a topic."""
    kinds = _kinds_of_topics(views)
    found = [
        TopicTold(id, kinds.get(id, ""), one_line(text), _weighed(note for note in notes if id in note.tags))
        for id, text in topics_told(views).items()
    ]
    rest = _weighed(note for note in notes if not any(tag in kinds for tag in note.tags))
    return [*found, TopicTold(UNTAGGED, "", "", rest)] if rest else found


def _weighed(notes: Any) -> list[NoteTold]:
    return sorted(notes, key=lambda note: (-note.rating, note.number))


def _kinds_of_topics(views: Sequence[EventView]) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for view in views:
        if view.event == "game-declared":
            kinds.update((topic.id, "research question") for topic in view.fields["questions"])
            kinds.update((topic.id, "learning outcome") for topic in view.fields["outcomes"])
    return kinds
