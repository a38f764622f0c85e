"""The audit's result and the chain's head, so that a printed review can be compared with a log."""

import re
from collections.abc import Sequence

from adjudication.audits.audit import AuditReport
from adjudication.audits.findings import Finding
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Facts,
    Paragraph,
    Section,
    Span,
    Table,
    Words,
    event_link,
)
from reports.review.outcome import audit_sentence
from reports.review.review import Review
from reports.words.audit import dice_words
from reports.words.names import capital, number_of, one_line

_EVENT = re.compile(r"Event (\d{1,9})\b")


def audit(review: Review) -> Section:
    """What the audit found; its findings and notices for the white cell alone."""
    report, opened = review.audit, review.opened
    told = report.verdict if review.white else "failed" if report.findings else "passed"
    verdict = Span(told, "warning" if report.findings else "badge")
    head = review.entries[-1].digest if review.entries else review.game.head
    again = f"; {number_of(report.procedures, 'order')} replayed" if review.white else ""
    rows: list[tuple[str, Words]] = [
        ("Chain", report.chain),
        ("Dice", dice_words(report) if review.white else _dice_for_a_side(report)),
        ("Rules", f"{report.rules}{again}"),
    ]
    if review.white:  # the head changes with every event, including events that a side does not see
        rows.append(("Chain head", Span(head, "code")))
    if opened.commitment:
        rows.append(("Dice commitment", Span(one_line(opened.commitment), "code")))
    rows.append(("Rules digest", Span(one_line(opened.rules_digest) or "none", "code")))
    if review.white:
        rows.append(("Scenario digest", Span(one_line(opened.scenario_digest) or "none", "code")))
    blocks: list[Block] = [Paragraph((verdict, " ", audit_sentence(review))), Facts(tuple(rows))]
    if review.white:
        held = Paragraph(
            (
                "Each event's digest covers the one before it, so the chain head identifies the whole log. "
                "To check that this review belongs to a log, run ",
                Span("whitecell audit FILE", "code"),
                " and compare the two heads.",
            ),
            "soft",
        )
        blocks.append(held)
        if report.findings:
            columns = (
                Column("Event", number=True),
                Column("Kind"),
                Column("Discrepancy"),
                Column("Recorded"),
                Column("Expected"),
            )
            blocks.append(Table(columns, tuple(map(_finding, report.findings)), "Discrepancies"))
        if report.unchecked:
            unchecked = Bullets(tuple(map(one_line, report.unchecked)))
            blocks.append(Section("unchecked", "Not checked", (unchecked,)))
        if report.notices:
            blocks.append(Section("notices", "Notices", (_notices(report.notices),)))
    return Section("audit", "Audit", tuple(blocks))


def _dice_for_a_side(report: AuditReport) -> str:
    """Whether the dice hold; not their source, because a side that saw no roll would learn of one."""
    return "wrong" if "wrong" in report.dice.split("+") else "no discrepancies"


def _finding(found: Finding) -> tuple[Words, ...]:
    rule = f" ({one_line(found.rule)})" if found.rule else ""
    return (
        event_link(found.event, str(found.event)),
        capital(found.kind),
        f"{one_line(found.message)}{rule}",
        one_line(found.recorded),
        one_line(found.expected),
    )


def _notices(notices: Sequence[str]) -> Bullets:
    """Notices that are no findings but should be known; the number of an event is a link."""
    items: list[Words] = []
    for notice in map(one_line, notices):
        named = _EVENT.match(notice)
        if named is None:
            items.append(notice)
        else:
            items.append((event_link(int(named[1]), f"Event {named[1]}"), notice[named.end() :]))
    return Bullets(tuple(items))
