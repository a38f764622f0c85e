"""Reports of long games: the audit report from its exported log to the file, as HTML and as a PDF."""

import tempfile
from functools import cache
from pathlib import Path

from adjudication.audits.audit import audit
from domain.ledger.logfile import read_log, write_log
from reports.audit import audit_report
from reports.document import FORMATS
from tests.bench import Measured, bench, best
from tests.bench.ramadi import played


@cache
def _seconds(format: str) -> tuple[int, float]:
    """Events, and seconds from the exported log to the report."""
    entries = played("random", 10_000)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "game.jsonl"
        write_log(log, entries)

        def report() -> bytes:
            read, of = read_log(log)
            return FORMATS[format](audit_report(read, audit(read, of)))

        return len(entries), best(report, times=2)


@bench
def audit_report_as_html() -> Measured:
    events, took = _seconds("html")
    return Measured(f"audit report of {events} events, HTML", took / events * 10_000, "s / 10,000", at_most=5)


@bench
def audit_report_as_pdf() -> Measured:
    events, took = _seconds("pdf")
    return Measured(f"audit report of {events} events, PDF", took / events * 10_000, "s / 10,000", at_most=5)
