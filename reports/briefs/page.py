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


def document(brief: Brief) -> Document:
    """The brief as a document. Sections with nothing in them are left out."""
    whose = f"{brief.side}: {brief.role}" if brief.role else brief.side
    sections = [
        _section("mission", "Mission", *map(Paragraph, brief.mission)),
        _section("changes", brief.since, _bullets(brief.changes)),
        _section("asked", "What this phase asks of you", _bullets(brief.asked)),
        _section("timetable", "Timetable", *_timetable(brief)),
        _section("situation", "Situation", *_situation(brief)),
        _section("tracks", "Where it stands", _tracks(brief)),
        _section("injects", "What you were told", _told(brief.injects)),
        _section("messages", "Messages", *_messages(brief)),
        _section("notes", "Notes shared with you", _told(brief.notes)),
        _section("sealed", "Orders you have sealed", _bullets(brief.sealed)),
        _section("map", "Map", _map(brief)),
        _section("own", "Own forces", *_own(brief)),
        _section("others", "What is known of others", *_places(brief.others)),
        _section("people", "Who sits here", _bullets(brief.people)),
        _section("orders", "Orders that you can give", *_orders(brief)),
        _section("forms", "Forms that you can send", _forms(brief)),
    ]
    return Document(
        title=whose,
        kicker="Brief",
        subtitle=f"{brief.title} · {brief.game} · {brief.when}",
        marking=brief.marking,
        sections=tuple(section for section in sections if section.blocks),
        foot=f"For {whose} alone: it has what {brief.side} may know, and nothing else.",
    )


def _section(anchor: str, heading: str, *blocks: Block | None) -> Section:
    return Section(anchor, heading, tuple(block for block in blocks if block is not None))


def _bullets(lines: list[str]) -> Bullets | None:
    return Bullets(tuple(lines)) if lines else None


def _marked(text: str, marking: str) -> Words:
    return (text, " ", Span(marking, "marking")) if marking else text


def _told(items: list[Delivered]) -> Bullets | None:
    return Bullets(tuple(_marked(item.text, item.marking) for item in items)) if items else None


def _situation(brief: Brief) -> list[Block]:
    blocks: list[Block] = [Paragraph(brief.verdict, "verdict")] if brief.verdict else []
    blocks += [Paragraph(part) for part in brief.situation]
    return [*blocks, Paragraph(f"What the game is for: {brief.purpose}")] if brief.purpose else blocks


def _timetable(brief: Brief) -> list[Block]:
    if not brief.phases:
        return []
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
    return [Paragraph(brief.when, "lead"), table, *([Bullets(tuple(brief.turns))] if brief.turns else [])]


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
    """A table without the columns that have nothing in them."""
    used = [place for place in range(len(columns)) if place == 0 or any(row[place] for row in rows)]
    return Table(
        tuple(Column(columns[place]) for place in used),
        tuple(tuple(row[place] for place in used) for row in rows),
        caption,
        heads=True,
    )


def _places(places: list[Place]) -> list[Block]:
    rows: list[tuple[Words, ...]] = [(place.name, piece) for place in places for piece in place.pieces]
    return (
        [Table((Column("Where"), Column("What")), tuple(rows), "Pieces of others", heads=True)]
        if rows
        else []
    )


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
        " lists those that may be given now; the white cell can give an order for you.",
    )
    return [Table(columns, tuple(rows), "Kinds of orders", heads=True), Paragraph(hint, "soft")]


def _forms(brief: Brief) -> Table | None:
    rows: list[tuple[Words, ...]] = [
        (Span(form.name, "code"), f"{form.title}. {form.about}", form.fields) for form in brief.forms
    ]
    columns = (Column("Form"), Column("What it is for"), Column("Fields (* needed)"))
    return Table(columns, tuple(rows), "Forms", heads=True) if rows else None
