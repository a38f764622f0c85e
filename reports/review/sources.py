"""The basis of a game: its tables and their provenance, readings taken, rules cited."""

from collections import Counter
from string import ascii_lowercase

from adjudication.engine.register import Reading
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Paragraph,
    Section,
    Span,
    Table,
    Unfold,
    Words,
    event_link,
)
from reports.review.lines import cell_words
from reports.review.review import Review
from reports.review.table_book import Version
from reports.words.kinds import facts_of
from reports.words.names import capital, joined, number_of, one_line, spoken
from reports.words.rulebook import readings as readings_of
from reports.words.rulebook import rule_text

_UNSAID = "Source not stated."


def tables(review: Review) -> Section | None:
    """Every table, with its source and how often each row was used; those not published first."""
    made = Span("reconstructed", "warning")
    blocks: list[Block] = [
        Paragraph(
            (
                "A table marked ",
                made,
                " was rebuilt because the published one was not available; one marked ",
                Span("house", "warning"),
                " was made by the people who ran the game. Results that use them depend on these choices.",
            ),
            "soft",
        )
    ]
    board = review.state.board.data
    if board.spaces:
        name = one_line(board.name) or "unnamed"
        summary: Words = (f"Board: {name} ", badge(board.provenance))
        blocks.append(Unfold(summary, (Paragraph(one_line(board.source) or _UNSAID),)))
    kinds = [one_line(kind.name) for kind in review.state.kinds.values() if kind.provenance != "document"]
    if kinds:
        told = f"Kinds of counters that the rules do not describe: {joined(kinds)} "
        blocks.append(Paragraph((told, made)))
    versions = [version for found in review.tables.versions.values() for version in found]
    versions.sort(key=lambda version: version.data.provenance == "document")
    blocks += [_table(review, version) for version in versions]
    if len(blocks) == 1:
        return None
    return Section("tables", "Tables and their sources", tuple(blocks))


def printed(review: Review) -> Section | None:
    """The text on cards and counters that have one, as they were at the end."""
    kinds = {id: kind for id, kind in review.state.kinds.items() if kind.text}
    if not kinds:
        return None
    columns = (Column("Card or counter"), Column("Text"), Column("Numbers"), Column("Source"))
    rows = tuple(
        (one_line(kind.name), one_line(kind.text), "; ".join(facts_of(kind)), badge(kind.provenance))
        for kind in kinds.values()
    )
    table = Table(columns, rows, "Cards and counters with their texts")
    told = f"{number_of(len(kinds), 'kind')} with a text"
    return Section("printed", "Cards and counters", (Unfold(told, (table,)),))


def badge(provenance: str) -> Span:
    """The provenance of a thing; a warning if it is not from the document."""
    return Span(one_line(provenance), "badge" if provenance == "document" else "warning")


def _table(review: Review, version: Version) -> Unfold:
    data = version.data
    columns = [*data.keys, *(key for key in (data.rows[0] if data.rows else ()) if key not in data.keys)]
    rows = []
    for number, row in enumerate(data.rows, 1):
        count = version.rows[number]
        cells = [cell_words(review.names, row.get(column)) for column in columns]
        words: list[Words] = [Span(cell, "strong") if count else cell for cell in cells]
        rows.append((*words, Span(str(count), "strong") if count else ""))
    heads = (*(Column(capital(spoken(column))) for column in columns), Column("Used", number=True))
    title = one_line(data.title)
    caption = f"{title}, with how often each row was used"
    blocks: list[Block] = [Paragraph(one_line(data.source) or _UNSAID), Table(heads, tuple(rows), caption)]
    if version.number:
        blocks.insert(0, Paragraph(("Adopted in ", event_link(version.number), ".")))
    entered = version.rows.total()
    times = "once" if entered == 1 else f"{entered} times"
    return Unfold(
        (f"{title} ", badge(data.provenance)),
        tuple(blocks),
        f"used {times}" if entered else "not used",
        anchor=version.anchor,
        struck=version.struck,
    )


def readings(review: Review) -> Section | None:
    """How the rules were read where the document is silent or contradicts itself."""
    taken = readings_of(review.opened.system)
    if not taken:
        return None
    used = readings_used(review)
    options = {name: review.names.thing(value) for name, value in review.options.items()}
    system = one_line(review.opened.system)
    unfolds: list[Unfold] = []
    others: list[str] = []
    for reading in taken:
        told: list[Block] = [Paragraph(reading.question)]
        changes = ""
        if reading.option:
            here = options.get(reading.option, "not offered")
            changes = f"Option {spoken(reading.option)} changes this; in this game: {here}."
            told.append(Paragraph(changes, "soft"))
        heading = f"{system} {reading.rule}: {reading.reading}"
        if reading in used:
            unfolds.append(Unfold(heading, tuple(told)))
        else:
            others.append(f"{heading} {changes}".rstrip())
    lead = Paragraph(
        "How the rules that this game used were read where the document is silent or contradicts itself.",
        "soft",
    )
    if others:
        number = number_of(len(others), "interpretation", "interpretations")
        unfolds.append(Unfold(f"{number} of rules that this game did not use", (Bullets(tuple(others)),)))
    return Section("readings", "Interpretations of the rules", (lead, *unfolds))


def readings_used(review: Review) -> list[Reading]:
    """The readings of rules that were cited, directly or through a part of them (`9.2.1` by `9.2.1b`)."""
    cited = {line.rule.partition(" ")[2] for line in review.lines if line.rule and not line.struck_by}
    cited |= {rule.rstrip(ascii_lowercase) for rule in cited}
    return [reading for reading in readings_of(review.opened.system) if reading.rule in cited]


def rules(review: Review) -> Section | None:
    """Every rule cited, what it says, and how often it was cited."""
    cited = Counter(line.rule for line in review.lines if line.rule)
    if not cited:
        return None
    rows = []
    own = {
        f"house {line.fields['id']}": one_line(line.fields["text"])
        for line in review.lines
        if line.kind == "house-rule-adopted"
    }
    for citation, count in sorted(cited.items()):
        rule = rule_text(review.opened.system, citation)
        said: Words = own.get(citation, "Manual change, under no rule of the document.")
        if rule.title:
            said = (Span(f"{rule.title}. ", "strong"), rule.summary)
        rows.append((one_line(citation), said, str(count)))
    table = Table(
        (Column("Rule"), Column("What it says"), Column("Cited", number=True)), tuple(rows), "Rules cited"
    )
    return Section("rules", "Rules cited", (Unfold(number_of(len(rows), "rule"), (table,)),))
