"""The forgeries of every kind on every log, and what an audit comes to."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from adjudication.audits.audit import AuditReport, audit
from domain.errors import BadLog
from domain.game.chain import Entry
from domain.ledger.logfile import from_lines, odd_among, to_lines
from tests.forgeries import (  # noqa: F401  (each makes its kinds known)
    ceremony,
    chances,
    closing,
    consequences,
    entries_by_people,
    openings,
    orders,
    replayed,
    stored,
)
from tests.forgeries.kinds import FINDINGS, KINDS, NOT_FULLY, NOTICED, REFUSED, VERIFIED, Kind, chained
from tests.forgeries.logs import Log, log

POSITIONS = {"freeform": 4, "freeform-open": 2, "ramadi": 2, "toy-cards": 2, "toy-losses": 2}
"""On how many events of a log a kind is tried, at most; once on those not named."""

WORSE = (VERIFIED, NOTICED, NOT_FULLY, FINDINGS, REFUSED)
"""What an audit can come to, each worse than the one before."""


class File(NamedTuple):
    """A log file as an auditor reads it. odd: the first line that is not as it is written, 0 for none."""

    entries: Sequence[Entry]
    of: int
    odd: int = 0


class Trial(NamedTuple):
    """One forgery. event: the number of the event it was tried on."""

    kind: Kind
    log: str
    event: int
    verdict: str
    report: AuditReport | None

    @property
    def as_expected(self) -> bool:
        """Whether the audit came to what the kind says, or to worse; a log that cannot be read is refused,
        and nobody believes it."""
        return WORSE.index(self.verdict) >= WORSE.index(self.kind.verdict)

    def __str__(self) -> str:
        found = [f"{f.event}: {f.message}" for f in self.report.findings[:2]] if self.report else []
        return f"{self.log}, event {self.event}: {self.kind.name}: {self.verdict} {'; '.join(found)}".rstrip()


def some(events: Sequence[int], most: int) -> list[int]:
    """At most so many of the numbers, from the first to the last."""
    if len(events) <= most:
        return list(events)
    if most == 1:
        return [events[len(events) // 2]]
    return [events[place * (len(events) - 1) // (most - 1)] for place in range(most)]


def forgeries(of: Log, kind: Kind, most: int = 0) -> Iterator[tuple[int, File | None]]:
    """The forgeries of a kind on a log: at which event, and the forged file, None where it cannot be read.

    most: at how many events, by default those of POSITIONS."""
    numbers = [event.number for event in of.events if isinstance(event, kind.on)]
    most = most or POSITIONS.get(of.name, 1)
    left = most
    for number in [*some(numbers, most), *some(numbers, 12)]:
        if not left:
            return
        forged = kind.forge(of, of.events[number - 1])
        if forged is None:
            continue
        if isinstance(forged[0], bytes):
            lines = [line for line in forged if isinstance(line, bytes)]
        else:
            entries = forged if isinstance(forged[0], Entry) else chained(forged)  # type: ignore[arg-type]
            lines = [line + b"\n" for line in to_lines(entries)]  # type: ignore[arg-type]
        if lines == of.lines:
            continue  # what was put there stood there
        left -= 1
        yield number, _read(lines)


def _read(lines: Sequence[bytes]) -> File | None:
    """A forged file as an auditor reads it, None when it cannot be read."""
    try:
        entries, of = from_lines(lines)
    except BadLog:
        return None
    return File(entries, of, odd_among(lines, entries, of))


def verdict(of: Log, file: File | None = None, head: str = "") -> AuditReport:
    """What an auditor of a file is told who has the origins and seals of the log; of an open game its seal,
    too. file: by default that of the log itself."""
    file = file or File(of.entries, len(of.entries))
    return audit(
        file.entries,
        of=file.of,
        secret=None if of.closed else of.secret,
        origins=of.origins,
        secrets=of.secrets,
        heads=(head,) if head else (),
        odd_line=file.odd,
    )


def word(report: AuditReport, before: Collection[str] = ()) -> str:
    """The verdict of a report; before: the notices on the log that was forged."""
    if report.findings:
        return FINDINGS
    if report.verdict == VERIFIED and set(report.notices) - set(before):
        return NOTICED
    return report.verdict


def trials(name: str, kinds: Sequence[Kind] | None = None, most: int = 0) -> Iterator[Trial]:
    """Every forgery of a log, audited. most: at how many events, by default those of POSITIONS."""
    original = log(name)
    notices = verdict(original).notices
    for kind in KINDS.values() if kinds is None else kinds:
        for number, file in forgeries(original, kind, most):
            if file is None:
                yield Trial(kind, name, number, REFUSED, None)
                continue
            report = verdict(original, file)
            yield Trial(kind, name, number, word(report, notices), report)
