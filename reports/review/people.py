"""Sections of a review about people: insights and notes, messages and injects, time."""

from domain.time_zone import zone_words
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Paragraph,
    Section,
    Span,
    Step,
    Steps,
    Table,
    Words,
    event_link,
)
from reports.review.lines import step
from reports.review.review import Review
from reports.review.setting import declaration
from reports.words.names import capital, joined, one_line, spoken
from reports.words.notes import NoteTold, by_topic, notes_told, shared, when
from reports.words.seminar import lasting

MINUTE = 60
"""Seconds of real time below which a game was played by the program and its time says nothing."""


def insights(review: Review) -> Section | None:
    """The notes by the topics for which the game was declared to be played, including topics without
    notes."""
    notes = notes_told(review.game, review.views, review.viewer)
    topics = by_topic(review.views, notes)
    declared = declaration(review)
    if not topics and not (declared and declared["purpose"]):
        return None
    blocks: list[Block] = []
    if declared and declared["purpose"]:
        blocks.append(Paragraph((Span("Purpose: ", "strong"), one_line(declared["purpose"]))))
    for index, topic in enumerate(topics, 1):
        heading = f"{one_line(topic.id)}: {topic.text}" if topic.id else "Other notes"
        inside: list[Block] = [Paragraph(capital(topic.what), "soft")] if topic.what else []
        if topic.notes:
            inside.append(Steps(tuple(_note(review, note) for note in topic.notes)))
        else:
            inside.append(Paragraph("No notes on this topic."))
        blocks.append(Section(f"topic-{index}", heading, tuple(inside)))
    return Section("insights", "Insights and notes", tuple(blocks))


def _note(review: Review, note: NoteTold) -> Step:
    """A note with its time and place, and the events that support it."""
    struck = note.number in review.by_number and bool(review.by_number[note.number].struck_by)
    evidence = []
    for number in dict.fromkeys((note.concerns, *note.links)):
        if number in review.by_number:
            evidence.append((event_link(number), f": {review.by_number[number].words}"))
    words = f"{note.words}{shared(note, review.names)}"
    said = when(note)
    withdrawn = ("withdrawn",) if note.withdrawn else ()
    where = (f"{said[:1].lower()}{said[1:]}", *withdrawn, *evidence)
    return Step(note.number, words, where, struck or note.withdrawn)


def messages(review: Review) -> Section | None:
    """Messages that the viewer may know of; the white cell also reads the outcome of every inject."""
    blocks: list[Block] = []
    sent = [line for line in review.lines if line.kind == "message-sent"]
    if sent:
        blocks.append(Steps(tuple(step(review, line, (_when(line.fields),)) for line in sent)))
    injects = _injects(review)
    if injects is not None:
        blocks.append(Section("injects", "Injects", (injects,)))
    cell = review.state.cell
    left = [inject for id, inject in cell.injects.items() if id not in cell.handled] if review.white else []
    if left:
        items = tuple(f"{one_line(inject.id)}: {one_line(inject.text)}" for inject in left)
        blocks.append(Section("injects-left", "Injects not used", (Bullets(items),)))
    return Section("messages", "Messages and injects", tuple(blocks)) if blocks else None


def _when(fields: dict[str, object]) -> str:
    phase = f", {spoken(fields['phase'])}" if fields.get("phase") else ""
    return f"turn {fields.get('turn') or 0}{phase}"


def _injects(review: Review) -> Table | Steps | None:
    """The outcome of the injects; for a side only what it was told."""
    handled = [line for line in review.lines if line.kind == "inject-handled"]
    if not handled:
        return None
    if not review.white:
        return Steps(tuple(step(review, line) for line in handled))
    names, listed = review.names, review.state.cell.injects
    rows: list[tuple[Words, ...]] = []
    for line in handled:
        fields = line.fields
        inject = listed.get(fields["inject"])
        due = [f"turn {inject.turn}" if inject and inject.turn else ""]
        due += [inject.phase, inject.time] if inject else []
        planned = one_line(inject.text) if inject else ""
        told = one_line(fields["text"] or planned)
        change = review.amended.get(line.number)
        new = one_line(change.text or "") if change is not None else ""
        words: Words = told
        if change is not None:
            words = (Span(told, "struck"), " (withdrawn)" if change.withdrawn else f" {new}")
        elif told != planned:
            words = (Span(planned, "struck"), " ", told)
        rows.append(
            (
                one_line(fields["inject"]),
                one_line(", ".join(filter(None, due))),
                joined([names.side(side) for side in inject.audience])
                if inject and inject.audience
                else "all",
                words if fields["how"] != "skipped" else Span(planned, "struck"),
                f"{one_line(fields['how'])}{', unplanned' if fields['unplanned'] else ''}{_because(fields)}",
                event_link(line.number, str(line.number)),
            )
        )
    columns = (
        Column("Inject"),
        Column("Due"),
        Column("For"),
        Column("Text"),
        Column("Handling"),
        Column("Event", number=True),
    )
    return Table(columns, tuple(rows), "Injects handled", heads=True)


def _because(fields: dict[str, object]) -> str:
    return f". Reason: {one_line(fields['because'])}" if fields.get("because") else ""


def time_spent(review: Review) -> Section | None:
    """How long each turn and phase took, by the clock in the room; waiting and pauses for the white cell."""
    told = review.clock
    if told.seconds < MINUTE:
        return None
    white = review.white
    rows: list[tuple[Words, ...]] = []
    for turn in told.turns:
        waited = (lasting(turn.waiting) if turn.waiting else "",) if white else ()
        rows.append(
            (
                str(turn.turn),
                "whole turn",
                review.at(turn.start),
                review.at(turn.end),
                lasting(turn.seconds),
                *waited,
            )
        )
        for phase in turn.phases:
            waited = (lasting(phase.waiting) if phase.waiting else "",) if white else ()
            side = f", {review.names.side(phase.side)}" if phase.side else ""
            name = f"{capital(spoken(phase.phase)) or 'Before play'}{side}"
            rows.append(
                ("", name, review.at(phase.start), review.at(phase.end), lasting(phase.seconds), *waited)
            )
    columns = (
        Column("Turn", number=True),
        Column("Phase"),
        Column("From"),
        Column("To"),
        Column("Time", number=True),
        *((Column("Waiting for answers", number=True),) if white else ()),
    )
    when = f"{review.at(told.start)} to {review.at(told.end)}"
    paused = f", {lasting(told.paused)} of pauses left out" if told.paused else ""
    span = f"{lasting(told.seconds)} in all{paused}, {when}. All times are {zone_words(review.opened.zone)}."
    blocks: list[Block] = [
        Table(columns, tuple(rows), "Real time of each turn and phase"),
        Paragraph(span, "soft"),
    ]
    if white and told.pauses:
        blocks.append(Paragraph("Longest gaps without an event:"))
        pauses: list[Words] = []
        for pause in told.pauses:
            where = f", turn {pause.turn}" + (f", {spoken(pause.phase)}" if pause.phase else "")
            pauses.append((f"{lasting(pause.seconds)} before ", event_link(pause.number), where))
        blocks.append(Bullets(tuple(pauses)))
    return Section("clock", "Time", tuple(blocks))
