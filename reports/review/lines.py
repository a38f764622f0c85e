"""Lines of a log as blocks: each with its number, its marking, and the rule and table row it is based on."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.views.masks import identifies
from reports.document.blocks import Span, Step, Steps, Words, event_link, spans
from reports.review.review import Review
from reports.story.turns import Line
from reports.words.names import Names, capital, one_line, spoken
from reports.words.rulebook import rule_text

UNTOLD = ("order-given", "order-done")
"""Kinds of events without a line of their own, because the order is above its lines."""


def step(
    review: Review, line: Line, notes: tuple[Words, ...] = (), here: bool = False, ruled: bool = True
) -> Step:
    """A line, with its rule below it if it is `ruled`. here: this is its place in the document."""
    told: list[Words] = [_rule(review, line.rule)] if line.rule and ruled else []
    row = _row(review, line) if here and line.kind == "looked-up" else ""
    if row:
        told.append(row)
    ruling = review.ruled.get(line.number) if here else None
    if ruling is not None:
        value = Span(review.names_in(ruling).thing(ruling.fields["value"]), "strong")
        told.append(("ruling: ", value, ", ", event_link(ruling.number)))
    late = review.corrected.get(line.number) if here else None
    if late is not None:
        value = Span(review.names_in(late).thing(late.fields["arguments"].get("value")), "strong")
        told.append(("late ruling: ", value, ", ", event_link(late.number)))
    if line.struck_by > 0:
        told.append(("no longer in force: ", event_link(line.struck_by)))
    change = review.amended.get(line.number)
    if change is not None:
        told.append((f"{'withdrawn' if change.withdrawn else 'corrected'}: ", event_link(change.by)))
    words = (capital(line.words), *marked(review, line.number))
    struck = bool(line.struck_by) or change is not None
    return Step(line.number, words, (*told, *notes), struck, here)


def steps(review: Review, lines: Iterable[Line], here: bool = False, brief: bool = False) -> Steps:
    """Lines in a list, without those that have no line of their own. brief: bookkeeping is left out, and a
    rule is shown only where it starts to apply."""
    told = [
        line
        for line in lines
        if line.kind not in UNTOLD and not (brief and line.quiet and _plain(review, line))
    ]
    found = []
    rule = ""
    for line in told:
        found.append(step(review, line, here=here, ruled=not (brief and line.rule == rule)))
        rule = line.rule
    return Steps(tuple(found))


def _plain(review: Review, line: Line) -> bool:
    """Whether nothing else is said about a line."""
    return not line.struck_by and line.number not in review.markings and line.number not in review.amended


def marked(review: Review, number: int) -> tuple[str | Span, ...]:
    """The handling marking of a single event, after its words."""
    marking = review.markings.get(number)
    return (" ", Span(marking, "marking")) if marking else ()


def joined_words(parts: Iterable[Words], between: str = " · ") -> tuple[str | Span, ...]:
    """Several pieces of text in one line."""
    found: list[str | Span] = []
    for part in parts:
        found += [between, *spans(part)] if found else spans(part)
    return tuple(found)


def _rule(review: Review, citation: str) -> Words:
    title = rule_text(review.opened.system, citation).title
    return f"{citation}, {title}" if title else citation


def _row(review: Review, line: Line) -> Words:
    """The table row that applied, quoted."""
    version = review.tables.entered(line)
    if version is None:
        return ""
    data, row = version.data, line.fields["row"]
    cells = data.rows[row - 1]
    keys = row_words(review.names, {key: cells[key] for key in data.keys if key in cells})
    result = row_words(review.names, {name: cell for name, cell in cells.items() if name not in data.keys})
    where = Span(f"row {row} of {len(data.rows)}", to=version.anchor)
    provenance = "" if data.provenance == "document" else f" ({one_line(data.provenance)})"
    return (where, f"{provenance}: ", Span(f"{keys}: {result or 'nothing'}", "strong"))


def row_words(names: Names, cells: Mapping[str, Any]) -> str:
    """Cells of a row by their columns: `die 3 to 4, casualties 2 or more`."""
    return ", ".join(f"{spoken(name)} {cell_words(names, cell)}" for name, cell in cells.items())


def cell_words(names: Names, cell: Any) -> str:
    """A cell of a table: one value, or a range that may be open. A piece that the viewer does not know
    stays as it is written there for all to read: its contact would show which one the row means."""
    if not isinstance(cell, list | tuple):
        piece = names.state.pieces.get(cell) if isinstance(cell, str) else None
        if piece is not None and not identifies(names.state, names.viewer, piece):
            return one_line(cell)
        return names.thing(cell)
    low, high = cell
    if low is None:
        return f"{high} or less"
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"
