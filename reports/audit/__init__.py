"""The audit report: what was checked in a log, what was found, and what people did to it.

It is made from the log alone, and from the logs of games it was forked from that the auditor names: without a
clock, a database, or a seal that the log does not reveal. Anyone with the exported log and this program gets
the same report, byte for byte.
"""

from collections.abc import Callable, Sequence

from adjudication.audits.findings import AuditReport
from domain.game.chain import Entry
from reports.audit import chance, changes, checks, people, sources
from reports.audit.log import Log, hour
from reports.document import blocks
from reports.words.names import one_line

Section = Callable[[Log], blocks.Section | None]

SECTIONS: tuple[Section, ...] = (
    checks.verdict,
    checks.findings,
    checks.checked,
    changes.overrides,
    changes.take_backs,
    changes.by_hand,
    changes.around_the_table,
    chance.dice,
    chance.faces,
    sources.tables,
    sources.sealed_orders,
    people.who,
    people.seats,
    sources.versions,
    checks.holding,
)


def audit_report(
    entries: Sequence[Entry], report: AuditReport, origins: Sequence[Sequence[Entry]] = ()
) -> blocks.Document:
    """The report on a log.

    report: the result of its audit. origins: the logs of games that it was forked from, if they were audited
    with it. Without entries, for a log that cannot even be read, it gives the audit's result.
    """
    log = Log(entries, report, origins)
    opened = log.opened
    found = [_made(section, log) for section in SECTIONS]
    subtitle = "A log that cannot be read as a game"
    if opened is not None:
        begun = f" · begun {hour(opened.time)}" if opened.time else ""
        subtitle = f"{one_line(opened.name)} · {one_line(opened.system)}, {one_line(opened.scenario)}{begun}"
    return blocks.Document(
        title=(one_line(opened.title) if opened is not None else "") or "Unknown game",
        kicker="Audit report",
        subtitle=subtitle,
        marking=log.marking,
        sections=tuple(section for section in found if section is not None),
        foot="Made from the log alone. For the white cell and its auditors: it shows hidden information.",
    )


def _made(section: Section, log: Log) -> blocks.Section | None:
    """A section; None if the content of a damaged log cannot be put into words."""
    try:
        return section(log)
    except Exception:
        if not log.report.findings:
            raise
        return None


__all__ = ["SECTIONS", "audit_report"]
