"""A brief as a report, in the order in which a player reads it: the mission first, reference last."""

from reports.briefs.gather import Brief, Delivered, Place
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Document,
    Facts,
    Figure,
    Paragraph,
    Section,
    Span,
    Table,
    Words,
)
from reports.words.names import joined

NOW, GROUND, REFERENCE = "Now", "The ground", "Reference"


def document(brief: Brief) -> Document:
    """The brief as a document: new things first, things that hardly change last. Empty sections are left
    out."""
    whose = f"{brief.side}: {brief.role}" if brief.role else brief.side
    # By what the side knows, not by what was logged: hidden events change nothing.
    known = bool(brief.changes or brief.ordered)
    situation = _section("situation", "Situation", REFERENCE if known else NOW, *_situation(brief))
    sections = [
        _section("mission", "Mission", NOW, *map(Paragraph, brief.mission)),
        *([] if known else [situation]),
        _section("asked", "What this phase asks of you", NOW, _bullets(brief.asked)),
        _section("injects", "What you were told", NOW, _told(brief.injects)),
        _section("messages", "Messages", NOW, *_messages(brief)),
        _section("notes", "Notes shared with you", NOW, _told(brief.notes)),
        _section("tracks", "Where it stands", NOW, _tracks(brief)),
        _section("orders", "Orders that you can give now", NOW, *_orders(brief)),
        _section("changes", brief.since, NOW, _bullets(brief.changes)),
        _section("sealed", "Orders you have sealed", NOW, _bullets(brief.sealed)),
        _section("map", "Map", GROUND, _map(brief)),
        _section("own", "Own forces", GROUND, *_own(brief)),
        _section("others", "What is known of others", GROUND, *_places(brief.others)),
        *([situation] if known else []),
        _section("timetable", "Timetable", REFERENCE, *_timetable(brief)),
        _section(
            "ordered", "What you have ordered since then", REFERENCE, _bullets(brief.ordered), annex=True
        ),
        _section("people", "Who sits here", REFERENCE, _bullets(brief.people)),
        _section("other-orders", "Orders by phase", REFERENCE, _other_orders(brief), annex=True),
        _section("forms", "Forms that you can send", REFERENCE, _forms(brief), annex=True),
    ]
    return Document(
        title=brief.title,
        kicker="Brief",
        headline=f"{whose}: {brief.when[:1].lower()}{brief.when[1:]}",
        deck=brief.verdict,
        subtitle="",
        marking=brief.marking,
        sections=tuple(section for section in sections if section.blocks),
        foot=f"For {whose} alone: it has what {brief.side} may know, and nothing else.",
        meta=(brief.game,),
    )


def _section(anchor: str, heading: str, group: str, *blocks: Block | None, annex: bool = False) -> Section:
    return Section(anchor, heading, tuple(block for block in blocks if block is not None), group, annex)


def _bullets(lines: list[str]) -> Bullets | None:
    return Bullets(tuple(lines)) if lines else None


def _marked(text: str, marking: str) -> Words:
    return (text, " ", Span(marking, "marking")) if marking else text


def _told(items: list[Delivered]) -> Bullets | None:
    return Bullets(tuple(_marked(item.text, item.marking) for item in items)) if items else None


def _situation(brief: Brief) -> list[Block]:
    blocks: list[Block] = [Paragraph(part) for part in brief.situation]
    return [*blocks, Paragraph(f"What the game is for: {brief.purpose}")] if brief.purpose else blocks


def _timetable(brief: Brief) -> list[Block]:
    """The phases of a turn; in one line if only their names are known."""
    if not brief.phases:
        return []
    turns = [Paragraph(" · ".join(brief.turns), "soft")] if brief.turns else []
    if not any(phase.about or phase.do for phase in brief.phases):
        line: list[str | Span] = []
        for phase in brief.phases:
            line += [" → "] if line else []
            line += [Span(phase.name, "strong"), " (now)"] if phase.here else [phase.name]
            line += [Span(f" {phase.time}", "soft")] if phase.time else []
        return [Paragraph(tuple(line)), *turns]
    rows: list[tuple[Words, ...]] = [
        (
            (Span(phase.name, "strong"), " (now)") if phase.here else phase.name,
            phase.about,
            phase.do,
            phase.time,
        )
        for phase in brief.phases
    ]
    table = _table(("Phase", "What happens", "You may", "Time"), rows, "The phases of a turn")
    return [table, *turns]


def _tracks(brief: Brief) -> Facts | None:
    rows: list[tuple[str, Words]] = [
        (name, str(value) if before is None else (Span(str(value), "strong"), f" (was {before})"))
        for name, value, before in brief.tracks
    ]
    return Facts(tuple(rows)) if rows else None


def _messages(brief: Brief) -> list[Block]:
    return [
        Section(
            f"message-{number}",
            f"{message.heading}{f' [{message.marking}]' if message.marking else ''}",
            (
                Bullets(
                    tuple(
                        f"{label}{': ' if label else ''}{'; '.join(texts)}" for label, texts in message.fields
                    )
                ),
            ),
        )
        for number, message in enumerate(brief.messages, 1)
    ]


def _map(brief: Brief) -> Figure | None:
    return Figure(brief.map, "The map as your side sees it", kind="map") if brief.map else None


def _own(brief: Brief) -> list[Block]:
    if not brief.own:
        return []
    figure = [Figure(brief.pictures, "Your pieces; the table below names them")] if brief.pictures else []
    rows: list[tuple[Words, ...]] = [(unit.name, unit.place, unit.facts) for unit in brief.own]
    return [*figure, _table(("Piece", "Where", "State and printed numbers"), rows, "Your pieces")]


def _table(columns: tuple[str, ...], rows: list[tuple[Words, ...]], caption: str) -> Table:
    """A table without its empty columns."""
    used = [place for place in range(len(columns)) if place == 0 or any(row[place] for row in rows)]
    return Table(
        tuple(Column(columns[place]) for place in used),
        tuple(tuple(row[place] for place in used) for row in rows),
        caption,
        heads=True,
    )


def _places(places: list[Place]) -> list[Block]:
    rows: list[tuple[Words, ...]] = [(place.name, joined(place.pieces)) for place in places]
    columns = (Column("Where"), Column("What"))
    return [Table(columns, tuple(rows), "Pieces of others", heads=True)] if rows else []


def _orders(brief: Brief) -> list[Block]:
    if not brief.orders:
        return []
    rows: list[tuple[Words, ...]] = [
        (Span(order.typed, "code"), f"{order.summary}{f' ({order.rule})' if order.rule else ''}")
        for order in brief.orders
    ]
    columns = (Column("Order"), Column("What it does"))
    hint: Words = (
        Span("whitecell orders --as SIDE", "code"),
        " lists them with their units and places; the white cell can give an order for you.",
    )
    return [Table(columns, tuple(rows), "Kinds of orders", heads=True), Paragraph(hint, "soft")]


def _other_orders(brief: Brief) -> Facts | None:
    return Facts(tuple((phase, names) for phase, names in brief.other_orders)) if brief.other_orders else None


def _forms(brief: Brief) -> Table | None:
    rows: list[tuple[Words, ...]] = [
        (Span(form.name, "code"), f"{form.title}. {form.about}", form.fields) for form in brief.forms
    ]
    columns = (Column("Form"), Column("What it is for"), Column("Fields (* needed)"))
    return Table(columns, tuple(rows), "Forms", heads=True) if rows else None
