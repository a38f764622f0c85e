"""What was checked and how, what was found, and how to hold the report against a log."""

import re
from collections import Counter

from adjudication.audits.findings import CHANCE, Finding
from domain.events import BoardLaid, CountersLaid, LookedUp, OrderGiven, TablesLaid, TracksLaid
from reports.audit_report.log import Log, hour
from reports.audit_text import CHAIN, RULES, dice_words
from reports.audit_text import verdict as verdict_of
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
from reports.names import capital, number_of, one_line
from reports.rulebook import rule_text

_PARTS = (
    (
        "chain",
        "Chain",
        "Is this the log that was written?",
        "The digest of each event was worked out again from its bytes and the digest before it.",
    ),
    (
        "log",
        "Log",
        "Can it be replayed?",
        "Orders, procedures and chances were counted; each event was applied to the table.",
    ),
    (
        "dice",
        "Dice",
        "Are these the dice that were sealed at the start?",
        "Where the secret is in the log, every roll, draw, pick and shuffle was derived from it again.",
    ),
    (
        "rules",
        "Rules",
        "Do the rules give these events, on the table that the scenario lays?",
        "Every order was adjudicated again with the recorded dice and answers alone; each event must come "
        "out the same. What was laid at the start was held against the scenario.",
    ),
)
"""Each kind of finding: its name, the question, and how it was answered."""

_ON_EVENT = re.compile(r"Event ([0-9]{1,9})(?=:)")

_CANNOT = (
    "That dice on the table showed what was typed in.",
    "That people said what was entered in their names, or were who they said.",
    "That a judgement of the white cell was right: it shows who judged, and why.",
    "That a reconstructed or house table is the printed one: it shows which were used.",
    "That nobody looked at what is hidden who could read the database or the file.",
    "That this is the log of that game, unless its head or the commitment of its dice was written down by "
    "somebody else at the time.",
)


def verdict(log: Log) -> Section:
    """What the audit comes to, and which log it is."""
    report = log.report
    badge = Span("findings", "warning") if report.findings else Span("clean", "badge")
    rows: list[tuple[str, Words]] = []
    if log.opened is not None:
        opened = log.opened
        rows += [
            ("Game", one_line(opened.name)),
            ("Its id", Span(one_line(opened.game), "code")),
            ("Rule system", f"{one_line(opened.system)}, scenario {one_line(opened.scenario)}"),
            ("State of the game", _end(log)),
        ]
    rows += [
        ("Events", str(report.events)),
        ("Head of the chain", Span(report.head, "code") if report.head else "none"),
        ("Chain", f"{report.chain}: {CHAIN.get(report.chain, 'unknown')}"),
        ("Dice", dice_words(report)),
        ("Rules", f"{report.rules}: {RULES.get(report.rules, 'unknown')}"),
    ]
    if log.entries and not log.replays:
        rows.append(("Names", "The log cannot be replayed; things bear their ids where names are not known."))
    return Section(
        "verdict",
        "Verdict",
        (Paragraph((badge, " ", Span(verdict_of(report), "strong")), "verdict"), Facts(tuple(rows))),
    )


def _end(log: Log) -> str:
    state = log.state
    if state.closed:
        return "closed"
    return "decided, not closed" if state.verdict is not None else "going on when the log ends"


def findings(log: Log) -> Section:
    """Everything that does not hold."""
    found = log.report.findings
    if not found:
        return Section("findings", "Findings", (Paragraph("Nothing was found that does not hold."),))
    columns = (
        Column("Event", number=True),
        Column("Kind"),
        Column("Rule"),
        Column("What does not hold"),
        Column("Recorded"),
        Column("Expected"),
    )
    rows = tuple(_finding(log, each) for each in found)
    told = "A finding is something that does not hold. Those behind the first may follow from it."
    return Section("findings", "Findings", (Paragraph(told, "soft"), Table(columns, rows, "Findings")))


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
        "log": "whole" if log.entries and log.replays else "not replayed",
        "dice": report.dice,
        "rules": report.rules,
    }
    rows = tuple(
        (name, question, how, results[kind], str(count[kind])) for kind, name, question, how in _PARTS
    )
    columns = (
        Column("Part"),
        Column("Question"),
        Column("How it was answered"),
        Column("Answer"),
        Column("Findings", number=True),
    )
    blocks: list[Block] = [
        Table(columns, rows, "What was checked", heads=True),
        Paragraph(f"It was checked over {_extent(log)}."),
    ]
    if report.notices:
        told = Bullets(tuple(_notice(one_line(notice)) for notice in report.notices))
        blocks.append(Section("notices", "What an auditor should know besides", (told,)))
    blocks.append(
        Unfold("What an audit cannot show", (Bullets(_CANNOT),), quiet=True),
    )
    return Section("checked", "What was checked, and how", tuple(blocks))


def _notice(sentence: str) -> Words:
    """A notice; the event that it is on is a link to where more is said of it."""
    found = _ON_EVENT.match(sentence)
    return sentence if found is None else (event_link(int(found[1]), found[0]), sentence[found.end() :])


def _extent(log: Log) -> str:
    chances = sum(isinstance(event, CHANCE) and not event.again for event in log.events)
    orders = sum(isinstance(event, OrderGiven) for event in log.events)
    look_ups = sum(isinstance(event, LookedUp) for event in log.events)
    laid = sum(isinstance(event, BoardLaid | CountersLaid | TablesLaid | TracksLaid) for event in log.events)
    return (
        f"{number_of(log.report.events, 'event')}: {number_of(orders, 'order')}, "
        f"{number_of(chances, 'chance')} of the dice, {number_of(look_ups, 'look-up')} "
        f"and {number_of(laid, 'event')} that laid the table; "
        f"{number_of(log.report.procedures, 'adjudication was', 'adjudications were')} run again"
    )


def holding(log: Log) -> Section:
    """How to hold a printed report against a log."""
    steps: tuple[Words, ...] = (
        "Compare the head of the chain in this report with the one that was written down when the game "
        "ended, by somebody who does not keep the log. They are the same, or it is another log.",
        ("Have the log audited again: ", Span("whitecell audit FILE", "code"), " ends with its head."),
        (
            "Have this report made again, with the program of the version below: ",
            Span("whitecell audit FILE --report OUT", "code"),
            ". The same log gives the same file, byte for byte.",
        ),
    )
    last = log.events[-1] if log.events else None
    rows: list[tuple[str, Words]] = [
        ("Head of the chain", Span(log.report.head, "code") if log.report.head else "none"),
        ("Events", str(log.report.events)),
    ]
    if last is not None and last.time:
        rows.append(("Last event recorded", hour(last.time)))
    if log.opened is not None and log.opened.commitment:
        rows.append(("Commitment of the dice", Span(one_line(log.opened.commitment), "code")))
    return Section(
        "holding",
        "How to hold this report against a log",
        (Facts(tuple(rows)), Bullets(steps, numbered=True)),
    )
