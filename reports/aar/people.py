"""Sections of a review on the seminar around the table: what was learned, ruled and told, and the clock."""

from reports.aar.lines import step, steps
from reports.aar.review import Review
from reports.clock import clock, hour
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    Words,
    event_link,
)
from reports.names import capital, one_line, spoken
from reports.notes import NoteTold, by_topic, notes_told, shared
from reports.seminar_words import lasting

_HOUSE = frozenset(("ruled", "house-rule-adopted", "option-changed", "table-adopted", "concluded"))
_SENT = frozenset(("message-sent", "inject-handled"))
_CORRECTIONS = frozenset(("taken-back", "entropy-given"))


def insights(review: Review) -> Section | None:
    """What was noted, by the topics that the game was declared to be for, with those nobody spoke to."""
    notes = notes_told(review.game, review.views, review.viewer)
    topics = by_topic(review.views, notes)
    declared = [view.fields for view in review.views if view.event == "game-declared" and not view.struck]
    purpose = declared[-1]["purpose"] if declared else ""
    if not topics and not purpose:
        return None
    blocks: list[Block] = []
    if purpose:
        blocks.append(Paragraph(f"The game was played for this: {one_line(purpose)}"))
    for index, topic in enumerate(topics, 1):
        heading = f"{one_line(topic.id)}: {topic.text}" if topic.id else "On no declared topic"
        inside: list[Block] = [Paragraph(capital(topic.what), "soft")] if topic.what else []
        if topic.notes:
            inside.append(Steps(tuple(_note(review, note) for note in topic.notes)))
        else:
            inside.append(Paragraph("Nothing was noted on it."))
        blocks.append(Section(f"topic-{index}", heading, tuple(inside)))
    return Section("insights", "What was learned", tuple(blocks))


def _note(review: Review, note: NoteTold) -> Step:
    phase = f", {spoken(note.phase)}" if note.phase else ""
    evidence = [number for number in (note.concerns, *note.links) if number]
    links = [part for number in evidence for part in (" · ", event_link(number))]
    when = (f"turn {note.turn}{phase}", *links)
    return Step(note.number, f"{note.words}{shared(note, review.names)}", (when,))


def rulings(review: Review) -> Section | None:
    """Rulings, house rules, options and tables changed in play, and what arguments came to."""
    lines = [line for line in review.lines if line.kind in _HOUSE]
    if not lines:
        return None
    told = {line.number: line for line in review.lines}
    found = []
    for line in lines:
        notes: tuple[Words, ...] = ()
        if line.kind == "ruled" and line.fields["concerns"] in told:
            instead = told[line.fields["concerns"]]
            notes = (("in the place of ", event_link(instead.number), f": {instead.words}"),)
        found.append(step(review, line, notes))
    return Section("rulings", "Rulings and house rules", (Steps(tuple(found)),))


def corrections(review: Review) -> Section:
    """What was taken back, and the words that stirred the dice."""
    lines = [line for line in review.lines if line.kind in _CORRECTIONS]
    blocks: list[Block] = [steps(review, lines)] if lines else [Paragraph("There were none.")]
    struck = sum(bool(line.struck_by) for line in review.lines)
    if struck:
        told = f"{struck} events are no longer in force; all of them are still in the log."
        blocks.append(Paragraph(told, "soft"))
    return Section("corrections", "Take-backs", tuple(blocks))


def messages(review: Review) -> Section | None:
    """Messages and injects that the viewer may know of; the white cell reads which injects were left over."""
    blocks: list[Block] = []
    found = []
    for line in review.lines:
        if line.kind in _SENT:
            turn, phase = line.fields.get("turn"), line.fields.get("phase")
            when: tuple[Words, ...] = (f"turn {turn}, {spoken(phase)}",) if phase else ()
            found.append(step(review, line, when))
    if found:
        blocks.append(Steps(tuple(found)))
    cell = review.state.cell
    left = [inject for id, inject in cell.injects.items() if id not in cell.handled] if review.white else []
    if left:
        items = tuple(f"{one_line(inject.id)}: {one_line(inject.text)}" for inject in left)
        blocks.append(Section("injects-left", "Injects that were not used", (Bullets(items),)))
    return Section("messages", "Messages and injects", tuple(blocks)) if blocks else None


def time_spent(review: Review) -> Section | None:
    """How long each turn and phase took; how much of it was waiting, and pauses, for the white cell."""
    told = clock(review.game)
    if not told.seconds:
        return None
    white = review.white
    rows: list[tuple[Words, ...]] = []
    for turn in told.turns:
        waited = (lasting(turn.waiting) if turn.waiting else "",) if white else ()
        rows.append(
            (str(turn.turn), "whole turn", hour(turn.start), hour(turn.end), lasting(turn.seconds), *waited)
        )
        for phase in turn.phases:
            waited = (lasting(phase.waiting) if phase.waiting else "",) if white else ()
            side = f", {review.names.side(phase.side)}" if phase.side else ""
            name = f"{capital(spoken(phase.phase)) or 'Before play'}{side}"
            rows.append(("", name, hour(phase.start), hour(phase.end), lasting(phase.seconds), *waited))
    columns = (
        Column("Turn", number=True),
        Column("Phase"),
        Column("From (UTC)"),
        Column("To"),
        Column("Time", number=True),
        *((Column("Waiting for answers", number=True),) if white else ()),
    )
    span = f"{lasting(told.seconds)} in all, from {hour(told.start)} to {hour(told.end)} UTC."
    blocks: list[Block] = [
        Table(columns, tuple(rows), "Each turn and phase by the clock"),
        Paragraph(span, "soft"),
    ]
    if white and told.pauses:
        blocks.append(Paragraph("The longest times in which nothing was recorded:"))
        pauses: list[Words] = []
        for pause in told.pauses:
            where = f", turn {pause.turn}" + (f", {spoken(pause.phase)}" if pause.phase else "")
            pauses.append((f"{lasting(pause.seconds)} before ", event_link(pause.number), where))
        blocks.append(Bullets(tuple(pauses)))
    return Section("clock", "Where the time went", tuple(blocks))
