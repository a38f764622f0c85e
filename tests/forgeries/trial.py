"""The forgeries of every kind on every log, and what an audit comes to."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from adjudication.audit import AuditReport, audit
from domain.chain import Entry
from domain.errors import BadLog
from domain.logfile import from_lines, to_lines
from tests.forgeries import (  # noqa: F401  (each makes its kinds known)
    chances,
    closing,
    consequences,
    entries_by_people,
    openings,
    orders,
    stored,
)
from tests.forgeries.kinds import FINDINGS, KINDS, NOT_FULLY, VERIFIED, Kind, chained
from tests.forgeries.logs import MAKERS, Log, log

POSITIONS = 4
"""On how many events of a log a kind is tried, at most."""
ON_LARGE_LOGS = 2
LARGE = 300
"""Events of a log that takes so long to audit that a kind is tried on fewer of its events."""

REFUSED = "refused"
"""What an audit comes to whose log cannot be read at all."""


class Trial(NamedTuple):
    """One forgery. event: the number of the event it was tried on."""

    kind: Kind
    log: str
    event: int
    verdict: str
    report: AuditReport | None

    @property
    def as_expected(self) -> bool:
        """Whether the audit came to what the kind says; a log that cannot be read is no log to believe."""
        if self.verdict == self.kind.verdict:
            return True
        return self.kind.verdict == FINDINGS and self.verdict == REFUSED

    def __str__(self) -> str:
        found = [f"{f.event}: {f.message}" for f in self.report.findings[:2]] if self.report else []
        return f"{self.log}, event {self.event}: {self.kind.name}: {self.verdict} {'; '.join(found)}".rstrip()


def some(events: Sequence[int], most: int) -> list[int]:
    """At most so many of the numbers, from the first to the last."""
    if len(events) <= most:
        return list(events)
    return [events[place * (len(events) - 1) // (most - 1)] for place in range(most)]


def forgeries(of: Log, kind: Kind) -> Iterator[tuple[int, Sequence[Entry] | None]]:
    """The forgeries of a kind on a log: at which event, and the forged log, None where it cannot be read."""
    numbers = [event.number for event in of.events if isinstance(event, kind.on)]
    most = ON_LARGE_LOGS if len(of.events) > LARGE else POSITIONS
    left = most
    for number in [*some(numbers, most), *some(numbers, 12)]:
        if not left:
            return
        forged = kind.forge(of, of.events[number - 1])
        if forged is None:
            continue
        if isinstance(forged[0], bytes):
            left -= 1
            yield number, _read(forged)  # type: ignore[arg-type]
            continue
        entries = forged if isinstance(forged[0], Entry) else chained(forged)  # type: ignore[arg-type]
        if entries == of.entries:
            continue  # what was put there stood there
        left -= 1
        yield number, _read(to_lines(entries))  # type: ignore[arg-type]


def _read(lines: Iterable[bytes]) -> Sequence[Entry] | None:
    """The entries of a forged file as an auditor reads them, None when it cannot be read."""
    try:
        return from_lines(lines)[0]
    except BadLog:
        return None


def verdict(of: Log, entries: Sequence[Entry]) -> AuditReport:
    """What an auditor with the log, its origins and their seals is told; of an open game with its seal."""
    return audit(
        entries,
        of=len(entries),
        secret=None if of.closed else of.secret,
        origins=of.origins,
        secrets=of.secrets,
    )


def word(report: AuditReport) -> str:
    """The verdict of a report."""
    if report.findings:
        return FINDINGS
    return getattr(report, "verdict", VERIFIED)


def trials(name: str, kinds: Sequence[Kind] | None = None) -> Iterator[Trial]:
    """Every forgery of a log, audited."""
    original = log(name)
    for kind in kinds or KINDS.values():
        for number, entries in forgeries(original, kind):
            if entries is None:
                yield Trial(kind, name, number, REFUSED, None)
                continue
            report = verdict(original, entries)
            yield Trial(kind, name, number, word(report), report)


__all__ = [
    "FINDINGS",
    "KINDS",
    "MAKERS",
    "NOT_FULLY",
    "REFUSED",
    "VERIFIED",
    "Trial",
    "trials",
    "verdict",
    "word",
]
