"""What a game rested on: its tables and where they come from, readings taken, options, rules cited."""

from collections import Counter
from typing import Any

from domain.events import TableData
from reports.aar.review import Review
from reports.document.blocks import Block, Column, Facts, Paragraph, Section, Span, Table, Unfold, Words
from reports.names import capital, joined, one_line, spoken
from reports.rulebook import readings as readings_of
from reports.rulebook import rule_text

_UNSAID = "Nothing is said of where it comes from."


def tables(review: Review) -> Section:
    """Every table, with its provenance and how often it was entered; those rebuilt or of the house first."""
    made = Span("reconstructed", "warning")
    blocks: list[Block] = [
        Paragraph(
            (
                "A table marked ",
                made,
                " was rebuilt because the printed one is not at hand, one marked ",
                Span("house", "warning"),
                " was made by those who ran the game: what rests on them rests on these choices.",
            )
        )
    ]
    board = review.state.board.data
    if board.spaces:
        name = one_line(board.name) or "without a name"
        summary: Words = (f"The board: {name} ", badge(board.provenance))
        blocks.append(Unfold(summary, (Paragraph(one_line(board.source) or _UNSAID),)))
    kinds = [kind.name for kind in review.state.kinds.values() if kind.provenance != "document"]
    if kinds:
        told = f"Kinds of counters that the document does not describe: {joined(list(map(one_line, kinds)))} "
        blocks.append(Paragraph((told, made)))
    entered = Counter(line.fields["table"] for line in review.lines if line.kind == "looked-up")
    known = sorted(review.state.tables.items(), key=lambda item: item[1].data.provenance == "document")
    blocks += [_table(review, name, table.data, entered[name]) for name, table in known]
    if not known:
        blocks.append(Paragraph("There were none."))
    return Section("tables", "Tables, and where they come from", tuple(blocks))


def badge(provenance: str) -> Span:
    """Where a thing comes from; a warning when it is not from the document."""
    return Span(one_line(provenance), "badge" if provenance == "document" else "warning")


def _table(review: Review, name: str, data: TableData, entered: int) -> Unfold:
    columns = [*data.keys, *(key for key in (data.rows[0] if data.rows else ()) if key not in data.keys)]
    rows = tuple(tuple(cell_words(review, row.get(column)) for column in columns) for row in data.rows)
    title = one_line(data.title)
    times = "once" if entered == 1 else f"{entered} times"
    return Unfold(
        (f"{title} ", badge(data.provenance)),
        (
            Paragraph(one_line(data.source) or _UNSAID),
            Table(tuple(Column(capital(spoken(column))) for column in columns), rows, title),
        ),
        f"entered {times}" if entered else "not entered",
        anchor=f"table-{one_line(name)}",
    )


def cell_words(review: Review, cell: Any) -> str:
    """A cell of a table: one value, or a range that may be open."""
    if not isinstance(cell, list | tuple):
        return review.names.thing(cell)
    low, high = cell
    if low is None:
        return f"{high} or less"
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def readings(review: Review) -> Section | None:
    """Where the document is silent or at odds with itself, what was taken; and the options in force."""
    taken = readings_of(review.opened.system)
    options = {name: review.names.thing(value) for name, value in review.state.options.items()}
    if not taken and not options:
        return None
    blocks: list[Block] = []
    if options:
        rows: tuple[tuple[str, Words], ...] = tuple((spoken(name), said) for name, said in options.items())
        blocks.append(Section("options", "Options", (Facts(rows),)))
    unfolds = []
    for reading in taken:
        told: list[Block] = [Paragraph(reading.question)]
        if reading.option:
            here = options.get(reading.option, "not offered")
            told.append(
                Paragraph(f"The option {spoken(reading.option)} changes this; here it was {here}.", "soft")
            )
        system = one_line(review.opened.system)
        unfolds.append(Unfold(f"{system} {reading.rule}: {reading.reading}", tuple(told)))
    if unfolds:
        heading = "Where the document is silent or at odds with itself"
        blocks.append(Section("silent", heading, tuple(unfolds)))
    return Section("readings", "Readings taken and options", tuple(blocks))


def rules(review: Review) -> Section | None:
    """Every rule cited, what it says, and how often it was cited."""
    cited = Counter(line.rule for line in review.lines if line.rule)
    if not cited:
        return None
    rows = []
    for citation, count in sorted(cited.items()):
        rule = rule_text(review.opened.system, citation)
        said: Words = (
            (Span(f"{rule.title}. ", "strong"), rule.summary) if rule.title else "A rule of the house."
        )
        rows.append((one_line(citation), said, str(count)))
    table = Table(
        (Column("Rule"), Column("What it says"), Column("Cited", number=True)), tuple(rows), "Rules cited"
    )
    return Section("rules", "Rules cited", (Unfold(f"{len(rows)} rules are cited above", (table,)),))
