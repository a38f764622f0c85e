"""The audit in plain lines."""

from adjudication.audit import AuditReport, Finding
from reports.names import capital, joined, number_of, one_line

CHAIN = {
    "whole": "every event bears the digest of what was recorded",
    "broken": "what stands in the log is not what was recorded",
}
_DICE = {
    "derived": "derived again from the seal",
    "sealed": "sealed, and not revealed yet",
    "typed": "thrown on the table and typed in",
    "scripted": "taken from a script",
    "sampled": "sampled for a study",
    "none": "there were none",
    "wrong": "they are not those that the seal gives",
}
RULES = {
    "followed": "run again with the recorded answers, they tell the recorded events",
    "broken": "run again with the recorded answers, they tell other events than the log",
    "not checked": "the rules of this game are not at hand, or its log cannot be read",
}


def audit_lines(report: AuditReport) -> list[str]:
    """An audit report as lines of plain text, its verdict first."""
    lines = [verdict(report)]
    lines += [f"  Chain: {report.chain} ({CHAIN.get(report.chain, 'unknown')})."]
    lines += [f"  Dice: {dice_words(report)}."]
    lines += [
        f"  Rules: {report.rules} ({RULES.get(report.rules, 'unknown')}); "
        f"{report.procedures} adjudications were run again."
    ]
    if report.head:
        lines.append(f"  Head of the chain: {report.head}")
    lines += [line for finding in report.findings for line in finding_lines(finding)]
    lines += [f"  Notice: {one_line(notice)}" for notice in report.notices]
    return lines


def verdict(report: AuditReport) -> str:
    """The audit in one sentence."""
    what = f"{report.events} events of {one_line(report.system) or 'an unknown system'}"
    count = len(report.findings)
    if not count:
        return f"Audit of {what}: nothing was found."
    return f"Audit of {what}: {number_of(count, 'finding')}."


def dice_words(report: AuditReport) -> str:
    """Where the dice came from, and whether they could be derived again."""
    told = [f"{part} ({_DICE.get(part, 'unknown')})" for part in report.dice.split("+")]
    rolls = [f"{count} {one_line(source)}" for source, count in sorted(report.rolls.items())]
    return joined(told) + (f"; rolls, draws and picks: {joined(rolls)}" if rolls else "")


def finding_lines(finding: Finding) -> list[str]:
    """A finding: the event it names, and what was recorded against what should stand there."""
    rule = f" ({one_line(finding.rule)})" if finding.rule else ""
    lines = [f"  {capital(finding.kind)}, event {finding.event}: {one_line(finding.message)}{rule}"]
    if finding.recorded:
        lines.append(f"    recorded: {one_line(finding.recorded)}")
    if finding.expected:
        lines.append(f"    expected: {one_line(finding.expected)}")
    return lines
