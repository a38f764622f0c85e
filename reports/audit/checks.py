"""What was checked and how, what was found, and how to compare the report with a log."""

import re
from collections import Counter

from adjudication.audits.findings import VERIFIED, Finding
from domain.events import CHANCE, BoardLaid, CountersLaid, LookedUp, OrderGiven, TablesLaid, TracksLaid
from reports.audit.log import Log, hour
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Facts,
    Paragraph,
    Section,
    Span,
    Table,
    Unfold,
    Words,
    event_link,
)
from reports.words.audit import CHAIN, RULES, dice_words
from reports.words.audit import verdict as verdict_of
from reports.words.names import capital, number_of, one_line
from reports.words.rulebook import rule_text

_PARTS = (
    (
        "chain",
        "Chain",
        "Is this the log that was written?",
        "The digest of each event was computed again from its bytes and the digest before it.",
    ),
    (
        "log",
        "Log",
        "Does every event belong where it stands?",
        "Form, numbers and times of each event were checked; each was assigned to the opening, an order or "
        "manual change, an entry by a person, or the closing, and applied to the table.",
    ),
    (
        "dice",
        "Dice",
        "Do the dice come from the seed committed to at the start?",
        "Where the seed is in the log, every roll, draw, pick and shuffle was derived from it, by code that "
        "uses no rules.",
    ),
    (
        "rules",
        "Rules",
        "Do the rules produce these events, starting from the scenario?",
        "Every order was replayed from the recorded dice and answers, and must produce every recorded event. "
        "Entries by people were checked as in play. The opening was compared with the scenario.",
    ),
)
"""For each kind of finding: its name, the question, and the method."""

_ON_EVENT = re.compile(r"Event ([0-9]{1,9})\b")

_CANNOT = (
    "That dice rolled at the table showed what was typed in.",
    "That people said what was entered in their name, or were who they said they were.",
    "That a judgement of the white cell was right. The report shows who judged, and why.",
    "That a reconstructed or house table is the published one. The report shows which were used.",
    "That nobody with access to the database or the file looked at hidden information.",
    "That this is the log of that game, unless somebody else wrote down its head when it ended, or its "
    "commitment before it began.",
)


def verdict(log: Log) -> Section:
    """The result of the audit, and which log it is about."""
    report = log.report
    badge = Span(report.verdict, "badge" if report.verdict == VERIFIED else "warning")
    rows: list[tuple[str, Words]] = []
    if log.opened is not None:
        opened = log.opened
        rows += [
            ("Game", one_line(opened.name)),
            ("Game id", Span(one_line(opened.game), "code")),
            ("Rule system", f"{one_line(opened.system)}, scenario {one_line(opened.scenario)}"),
            ("Status", _end(log)),
        ]
    rows += [
        ("Events", str(report.events)),
        ("Chain head", Span(report.head, "code") if report.head else "none"),
        ("Chain", f"{report.chain}: {CHAIN.get(report.chain, 'unknown')}"),
        ("Dice", dice_words(report)),
        ("Rules", f"{report.rules}: {RULES.get(report.rules, 'unknown')}"),
    ]
    if log.entries and not log.replays:
        rows.append(("Names", "The log cannot be replayed, so some names are shown as ids."))
    return Section(
        "verdict",
        "Verdict",
        (Paragraph((badge, " ", Span(verdict_of(report), "strong")), "verdict"), Facts(tuple(rows))),
    )


def _end(log: Log) -> str:
    state = log.state
    if state.closed:
        return "closed"
    return "decided, not closed" if state.verdict is not None else "in progress"


def findings(log: Log) -> Section:
    """Every discrepancy."""
    found = log.report.findings
    if not found:
        return Section("findings", "Discrepancies", (Paragraph("None."),))
    columns = (
        Column("Event", number=True),
        Column("Kind"),
        Column("Rule"),
        Column("Discrepancy"),
        Column("Recorded"),
        Column("Expected"),
    )
    rows = tuple(_finding(log, each) for each in found)
    told = "Discrepancies after the first may follow from it."
    return Section(
        "findings", "Discrepancies", (Paragraph(told, "soft"), Table(columns, rows, "Discrepancies"))
    )


def _finding(log: Log, found: Finding) -> tuple[Words, ...]:
    rule = one_line(found.rule)
    title = rule_text(log.report.system, found.rule).title if rule else ""
    event = log.numbered.get(found.event)
    recorded = one_line(found.recorded) or (log.words(event) if event is not None else "no such event")
    return (
        event_link(found.event, str(found.event)),
        capital(found.kind),
        f"{rule}, {title}" if title else rule,
        one_line(found.message),
        recorded,
        one_line(found.expected),
    )


def checked(log: Log) -> Section:
    """What was checked, how, and with what result."""
    report = log.report
    count = Counter(finding.kind for finding in report.findings)
    results = {
        "chain": report.chain,
        "log": "not replayed" if not (log.entries and log.replays) else "broken" if count["log"] else "whole",
        "dice": report.dice,
        "rules": report.rules,
    }
    rows = tuple(
        (name, question, how, results[kind], str(count[kind])) for kind, name, question, how in _PARTS
    )
    columns = (
        Column("Part"),
        Column("Question"),
        Column("Method"),
        Column("Answer"),
        Column("Discrepancies", number=True),
    )
    blocks: list[Block] = [
        Table(columns, rows, "What was checked", heads=True),
        Paragraph(f"Checked: {_extent(log)}."),
    ]
    for anchor, heading, sentences in (
        ("unchecked", "Not checked", report.unchecked),
        ("verified", "Checked and correct", report.checked),
    ):
        if sentences:
            blocks.append(Section(anchor, heading, (Bullets(tuple(map(one_line, sentences))),)))
    if report.notices:
        told = Bullets(tuple(_notice(one_line(notice)) for notice in report.notices))
        blocks.append(Section("notices", "Notices", (told,)))
    blocks.append(
        Unfold("What an audit cannot show", (Bullets(_CANNOT),), quiet=True),
    )
    return Section("checked", "Checks", tuple(blocks))


def _notice(sentence: str) -> Words:
    """A notice; the number of its event is a link to the details."""
    found = _ON_EVENT.match(sentence)
    return sentence if found is None else (event_link(int(found[1]), found[0]), sentence[found.end() :])


def _extent(log: Log) -> str:
    chances = sum(isinstance(event, CHANCE) and not event.again for event in log.events)
    orders = sum(isinstance(event, OrderGiven) for event in log.events)
    look_ups = sum(isinstance(event, LookedUp) for event in log.events)
    laid = sum(isinstance(event, BoardLaid | CountersLaid | TablesLaid | TracksLaid) for event in log.events)
    return (
        f"{number_of(log.report.events, 'event')}: {number_of(orders, 'order')}, "
        f"{number_of(chances, 'roll or draw', 'rolls and draws')}, {number_of(look_ups, 'look-up')} "
        f"and {number_of(laid, 'event')} of the opening; "
        f"{number_of(log.report.procedures, 'order')} replayed"
    )


def holding(log: Log) -> Section:
    """How to compare a printed report with a log."""
    steps: tuple[Words, ...] = (
        "Compare the chain head in this report with the one that somebody who does not keep the log wrote "
        "down when the game ended. If they differ, this is another log.",
        ("Audit the log again: ", Span("whitecell audit FILE", "code"), " prints its head."),
        (
            "Make this report again with the program version above: ",
            Span("whitecell audit FILE --report OUT", "code"),
            ". The same log gives the same file, byte for byte.",
        ),
    )
    last = log.events[-1] if log.events else None
    rows: list[tuple[str, Words]] = [
        ("Chain head", Span(log.report.head, "code") if log.report.head else "none"),
        ("Events", str(log.report.events)),
    ]
    if last is not None and last.time:
        rows.append(("Last event recorded", hour(last.time)))
    if log.opened is not None and log.opened.commitment:
        rows.append(("Dice commitment", Span(one_line(log.opened.commitment), "code")))
    return Section(
        "holding",
        "Compare this report with a log",
        (Facts(tuple(rows)), Bullets(steps, numbered=True)),
    )
