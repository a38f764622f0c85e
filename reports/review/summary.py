"""The first page beside the game itself: the main insights, and what limits the review."""

from collections.abc import Iterator

from adjudication.audits.provenance import kinds_told, map_told
from reports.document.blocks import (
    Block,
    Bullets,
    Paragraph,
    Section,
    Span,
    Words,
    event_link,
)
from reports.review.moments import (
    short,
)
from reports.review.review import Review
from reports.review.sources import readings_used
from reports.words.names import joined, number_of, one_line
from reports.words.notes import notes_told

INSIGHTS = 5
MOST_PEOPLE = 24
_NO_CHANCES = "Chances of winning were not computed"
_CHANCE = ("die-rolled", "counter-drawn", "picked", "shuffled")


def insights_in_short(review: Review) -> Section | None:
    """The insights that were rated highest."""
    notes = notes_told(review.game, review.views, review.viewer, kind="insight")
    if not notes:
        return None
    top = sorted(notes, key=lambda note: (-note.rating, note.number))[:INSIGHTS]
    items: list[Words] = []
    for note in top:
        rated = f", rated {note.rating} of 5" if note.rating else ""
        by = f" {one_line(note.by)}" if note.by else ""
        tags = f", on {joined(list(map(one_line, note.tags)))}" if note.tags else ""
        text = short(one_line(note.text), 300)
        items.append(
            (
                text,
                Span(f" —{by}{rated}{tags}, " if by or rated or tags else " (", "soft"),
                event_link(note.number),
                Span("" if by or rated or tags else ")", "soft"),
            )
        )
    more = len(notes) - len(top)
    blocks: list[Block] = [Bullets(tuple(items))]
    if more:
        blocks.append(Paragraph((Span(f"{more} more under Insights.", "soft", to="insights"),)))
    return Section("summary-insights", "Main insights", tuple(blocks))


def caveats(review: Review) -> Iterator[Words]:
    """Caveats for the reader."""
    state = review.state
    findings = len(review.audit.findings)
    if findings:
        yield (
            Span("The audit failed: ", "warning"),
            Span(number_of(findings, "discrepancy", "discrepancies"), to="audit"),
            ". This log may not be a true record of the game.",
        )
    if state.verdict is None:
        yield "The game was not decided when this review was written."
    elif review.white and not state.closed and review.opened.dice == "sealed":
        yield "The game is not closed: the dice seed is still secret, so nobody else can check the dice yet."
    if review.opened.forked_from is not None:
        yield f"The game continues another one, {one_line(review.opened.forked_from.name)}."
    yield from _sources(review)
    yield from _by_people(review)
    taken = len(readings_used(review))
    if taken:
        yield (
            Span(number_of(taken, "interpretation", "interpretations"), to="readings"),
            " of the rules where the document is silent or contradicts itself.",
        )


def _sources(review: Review) -> Iterator[Words]:
    """Map, cards and tables in use that are not from the document, and dice that cannot be derived."""
    for told in (map_told(review.state.board.data), kinds_told(review.state.kinds.values())):
        if told:
            yield (Span(told.removesuffix("."), to="tables"), ".")
    used = {line.fields["table"] for line in review.lines if line.kind == "looked-up" and not line.struck_by}
    made: dict[str, list[str]] = {}
    for name, table in review.state.tables.items():
        if name in used and table.data.provenance != "document":
            made.setdefault(one_line(table.data.provenance), []).append(one_line(table.data.title))
    for provenance, titles in made.items():
        named = joined(titles[:4]) + (f" and {len(titles) - 4} more" if len(titles) > 4 else "")
        if provenance == "house":
            kind = "house table was" if len(titles) == 1 else "house tables were"
        else:
            kind = f"{provenance} table was" if len(titles) == 1 else f"{provenance} tables were"
        yield (Span(f"{len(titles)} {kind} used", to="tables"), f": {named}.")
    rolls = [line.fields for line in review.lines if line.kind == "die-rolled"]
    typed = sum(fields["source"] == "typed" and not fields.get("again") for fields in rolls)
    if typed:
        yield f"{number_of(typed, 'roll was', 'rolls were')} typed in; nobody can check them afterwards."


def _by_people(review: Review) -> Iterator[Words]:
    """Rulings, house rules, options, manual changes and what was undone."""
    live = [line for line in review.lines if not line.struck_by]
    counted = [
        ("ruled", "ruling replaced an outcome", "rulings replaced an outcome"),
        ("house-rule-adopted", "house rule was adopted", "house rules were adopted"),
        ("option-changed", "option was changed in play", "options were changed in play"),
        ("table-adopted", "table was replaced in play", "tables were replaced in play"),
        ("counters-adopted", "counter set was replaced in play", "counter sets were replaced in play"),
    ]
    for kind, one, many in counted:
        count = sum(line.kind == kind for line in live)
        if count:
            where = "rulings" if kind == "ruled" else "house"
            yield (Span(number_of(count, one, many), to=where), ".")
    by_hand = sum(line.kind == "order-given" and line.fields["order"].startswith("hand-") for line in live)
    if by_hand:
        was = "manual change was made" if by_hand == 1 else "manual changes were made"
        yield f"{by_hand} {was} outside the rules."
    overruled = sum(bool(line.fields.get("objections")) for line in live if line.kind == "order-given")
    if overruled:
        these = "one of these" if overruled == 1 else f"{overruled} of these"
        yield f"The rules objected to {these}; the record says what was overruled."
    backs = sum(line.kind == "taken-back" for line in review.lines)
    if backs:
        again = "undo" if backs == 1 else "undos"
        yield (
            Span(f"{backs} {again}", to="corrections"),
            ": what was undone stays in the log but has no effect.",
        )
