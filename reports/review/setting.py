"""The purpose of a game, what was played, who played it, and its options and house rules."""

from collections.abc import Iterator
from typing import Any

from domain.events import Value
from domain.text import value_said
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Facts,
    Paragraph,
    Section,
    Span,
    Steps,
    Table,
    Words,
    event_link,
)
from reports.review.lines import step
from reports.review.review import Review
from reports.story.background import background
from reports.words.names import capital, one_line, spoken

_DICE = {
    "sealed": "made by the program from a seed that is secret until the game is closed",
    "typed": "rolled at the table and typed in",
}
_LAW = frozenset(("house-rule-adopted", "option-changed", "table-adopted", "counters-adopted"))


def purpose(review: Review) -> Section:
    """Purpose, research questions, learning outcomes, and the scenario."""
    opened, system = review.opened, review.system()
    declared = declaration(review)
    blocks: list[Block] = []
    if declared and declared["purpose"]:
        blocks.append(Paragraph(one_line(declared["purpose"]), "lead"))
    for name, heading in (("questions", "Research questions"), ("outcomes", "Learning outcomes")):
        topics = declared[name] if declared else ()
        if topics:
            items = tuple(
                (Span(one_line(topic.id), "strong"), f" {one_line(topic.text)}") for topic in topics
            )
            blocks.append(Section(name, heading, (Bullets(items),)))
    rows: list[tuple[str, Words]] = [
        ("Scenario", f"{one_line(opened.title)} ({one_line(opened.scenario)})"),
        (
            "Rules",
            f"{one_line(system.title)} ({one_line(opened.system)})" if system else one_line(opened.system),
        ),
        ("Dice", _DICE.get(opened.dice, one_line(opened.dice))),
    ]
    if opened.seeded:
        rows.append(
            ("Seed", "The dice come from a chosen number: anyone who knows it can predict every roll.")
        )
    if opened.time:
        rows.append(("Begun", review.day))
    if opened.forked_from is not None:
        at = f" at event {opened.forked_from.event}" if review.white else ""
        rows.append(("Forked from", f"{one_line(opened.forked_from.name)}{at}"))
    story = tuple(_background(review))
    blocks.append(Section("scenario", "Scenario", (Facts(tuple(rows)), *story)))
    return Section("purpose", "Purpose and scenario", tuple(blocks))


def _background(review: Review) -> Iterator[Block]:
    for text in background(review.game, review.viewer):
        for place, part in enumerate(text.paragraphs):
            head = (Span(f"{text.whose}: ", "strong"),) if text.whose and not place else ()
            yield Paragraph((*head, part))


def declaration(review: Review) -> dict[str, Any] | None:
    """The latest declaration of what the game is for, as far as the viewer may know it."""
    told = [line.fields for line in review.lines if line.kind == "game-declared" and not line.struck_by]
    return told[-1] if told else None


def roster(review: Review) -> Section:
    """The sides and the seats."""
    names = review.names
    sides: tuple[Words, ...] = tuple(
        (Span(one_line(side.name or side.id), "strong"), _played(side.played_by))
        for side in review.state.sides.values()
    )
    blocks: list[Block] = [Bullets(sides)]
    seats: dict[str, dict[str, Any]] = {}
    for line in review.lines:
        if line.kind == "seat-taken":
            name = line.fields["name"]
            former = seats.get(name, {}) if line.fields["left"] else {}
            seats[name] = {**line.fields, **former, "left": line.fields["left"], "number": line.number}
    if seats:
        rows = tuple(
            (
                one_line(seat["name"]),
                one_line(seat["role"]),
                capital(names.side(seat["side"]) if seat["side"] else "the white cell"),
                one_line(seat["cell"]),
                event_link(seat["number"], "left" if seat["left"] else str(seat["number"])),
            )
            for seat in seats.values()
        )
        columns = (Column("Name"), Column("Role"), Column("Side"), Column("Cell"), Column("Event"))
        blocks.append(Table(columns, rows, "Roster", heads=True))
    given = [
        (
            capital(names.side(side) or "the white cell"),
            ", ".join(f"{name} {count}" for name, count in people.most_common()),
        )
        for side, people in review.givers.items()
    ]
    if given:
        orders = Table((Column("Side"), Column("Orders given by")), tuple(given), "Orders given", heads=True)
        blocks.append(orders)
    return Section("roster", "Participants", tuple(blocks))


def _played(by: str) -> str:
    return " (played by the rules)" if by == "umpire" else ""


def _option(review: Review, value: Value) -> str:
    """The value of an option, which may be a side."""
    return review.names.side(value) if value in review.state.sides else one_line(value_said(value))


def house(review: Review) -> Section | None:
    """The options in force, those changed in play, and the house rules and house tables."""
    changed = {
        line.fields["option"]: line
        for line in review.lines
        if line.kind == "option-changed" and not line.struck_by
    }
    options: list[tuple[str, Words]] = []
    for name, value in review.opened.options.items():
        line = changed.get(name)
        if line is None:
            options.append((capital(spoken(name)), _option(review, value)))
        else:
            now = _option(review, line.fields["value"])
            told = f" (changed from {_option(review, value)} in "
            options.append((capital(spoken(name)), (now, told, event_link(line.number), ")")))
    blocks: list[Block] = [Section("options", "Options", (Facts(tuple(options)),))] if options else []
    rules = [line for line in review.lines if line.kind == "house-rule-adopted" and not line.struck_by]
    if rules:
        told_rules: tuple[tuple[str, Words], ...] = tuple(
            (one_line(line.fields["id"]), _house_rule(line.fields, line.number)) for line in rules
        )
        blocks.append(Section("house-rules", "House rules", (Facts(told_rules),)))
    law = [line for line in review.lines if line.kind in _LAW]
    if law:
        changes = Steps(tuple(step(review, line) for line in law))
        blocks.append(Section("law", "Changes during play", (changes,)))
    return Section("house", "Options and house rules", tuple(blocks)) if blocks else None


def _house_rule(fields: dict[str, Any], number: int) -> Words:
    instead = f" Replaces {one_line(fields['replaces'])}." if fields["replaces"] else ""
    why = f" Reason: {one_line(fields['because']).rstrip('.')}." if fields["because"] else ""
    return (f"{one_line(fields['text']).rstrip('.')}.{instead}{why} (", event_link(number), ")")
