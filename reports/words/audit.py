"""The audit in plain lines."""

from adjudication.audits.audit import AuditReport, Finding
from adjudication.audits.findings import FINDINGS, VERIFIED
from reports.words.names import capital, joined, number_of, one_line

CHAIN = {
    "whole": "every event carries the digest of what was recorded",
    "broken": "the log is not what was recorded",
}
_DICE = {
    "derived": "derived from the seal",
    "sealed": "sealed, and not derived",
    "typed": "physical dice, typed in",
    "scripted": "taken from a script",
    "sampled": "sampled for a study",
    "none": "no dice were used",
    "wrong": "not what the seal gives",
}
RULES = {
    "followed": "replaying every order reproduces every recorded event",
    "broken": "replaying the orders gives other events than the log",
    "not checked": "no order was replayed",
}


def audit_lines(report: AuditReport) -> list[str]:
    """An audit report as lines of plain text, its verdict first."""
    lines = [verdict(report)]
    lines += [f"  Chain: {report.chain} ({CHAIN.get(report.chain, 'unknown')})"]
    lines += [f"  Dice: {dice_words(report)}"]
    replays = f"; {number_of(report.procedures, 'order')} replayed" if report.procedures else ""
    lines += [f"  Rules: {report.rules} ({RULES.get(report.rules, 'unknown')}{replays})"]
    if report.head:
        lines.append(f"  Head of the chain: {report.head}")
    lines += [line for finding in report.findings for line in finding_lines(finding)]
    lines += [f"  Not checked: {one_line(sentence)}" for sentence in report.unchecked]
    if report.unchecked:
        lines += [f"  Checked: {one_line(sentence)}" for sentence in report.checked]
    lines += [f"  Notice: {one_line(notice)}" for notice in report.notices]
    return lines


def verdict(report: AuditReport) -> str:
    """The audit in one sentence."""
    what = number_of(report.events, "event")
    if report.verdict == FINDINGS:
        return f"Audit failed: {what}, {number_of(len(report.findings), 'finding')}"
    if report.verdict == VERIFIED:
        return f"Audit passed: {what}, no discrepancies"
    count = number_of(len(report.unchecked), "check")
    return f"Audit incomplete: {what}, no discrepancies, but {count} could not be made"


def dice_words(report: AuditReport) -> str:
    """The source of the dice, and whether they could be derived again."""
    told = [f"{part} ({_DICE.get(part, 'unknown')})" for part in report.dice.split("+")]
    rolls = [f"{count} {one_line(source)}" for source, count in sorted(report.rolls.items())]
    return joined(told) + (f"; rolls, draws and picks: {joined(rolls)}" if rolls else "")


def finding_lines(finding: Finding) -> list[str]:
    """A finding: the event it names, and what was recorded beside what was expected."""
    rule = f" ({one_line(finding.rule)})" if finding.rule else ""
    lines = [f"  {capital(finding.kind)}, event {finding.event}: {one_line(finding.message)}{rule}"]
    if finding.recorded:
        lines.append(f"    recorded: {one_line(finding.recorded)}")
    if finding.expected:
        lines.append(f"    expected: {one_line(finding.expected)}")
    return lines
