"""The log as bytes: the chain, the canonical form of each event, event numbers, the tail, and times."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from adjudication.audits.findings import AuditReport
from domain.events import NAMES_ON_WIRE, Event, GameClosed
from domain.game.chain import Entry, broken_links

_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
LONGEST_PAUSE = timedelta(hours=12)
"""A longer pause between two events is worth a notice."""

_PERHAPS_A_FLOAT = re.compile(rb"[0-9][.eE]")


def _refuse(number: str) -> None:
    """A body holds whole numbers only: where a value may be anything, 1.0 would be read as it stands."""
    raise ValueError(number)


_whole = msgspec.json.Decoder(float_hook=_refuse)
_encode = msgspec.json.Encoder(order="deterministic").encode


def audit_bytes(entries: Sequence[Entry], of: int, report: AuditReport, forked: int = 0) -> None:
    """Check the chain, the canonical form, the numbers and the times of a log.

    of: how many events the file says it has, 0 where it says nothing. forked: the last event that was carried
    over from another game, 0 for none.
    """
    before = len(report.findings)
    for number, message in broken_links(entries):
        report.find(number, "chain", f"The chain is broken: {message}.")
    if report.found("chain"):
        report.chain = "broken"
    for entry in entries:
        if not is_canonical(entry):
            report.find(entry.number, "log", "The event is not stored in the canonical form.")
    _audit_numbers(entries, report)
    if of > len(entries):
        report.unchecked.append(
            f"The end of the log is missing: the file says it has {of} events and contains {len(entries)}."
        )
    elif of and of < len(entries):
        report.find(of + 1, "log", f"The file says it has {of} events; it contains {len(entries)}.")
    _audit_times([entry.event for entry in entries], report, forked)
    if len(report.findings) == before:
        report.checked.append(
            "Every event carries the digest of its bytes and of the event before it, "
            "and is stored in the canonical form."
        )


def is_canonical(entry: Entry) -> bool:
    """Whether an event's stored bytes are what encoding it again gives, under the name of its kind."""
    try:
        if NAMES_ON_WIRE[type(entry.event)] != entry.wire_name or _encode(entry.event) != entry.body:
            return False
        if _PERHAPS_A_FLOAT.search(entry.body):
            _whole.decode(entry.body)
    except (ValueError, TypeError):
        return False
    return True


def _audit_numbers(entries: Sequence[Entry], report: AuditReport) -> None:
    ahead = 0
    for place, entry in enumerate(entries, start=1):
        if entry.event.number - place != ahead:
            report.find(entry.event.number, "log", f"Event {entry.event.number} is in place {place}.")
            ahead = entry.event.number - place


def _audit_times(events: Sequence[Event], report: AuditReport, forked: int) -> None:
    """Times are UTC to the second and do not run backwards, or there are none at all."""
    empty = sum(not event.time for event in events)
    timed = [event for event in events if event.time]
    if empty and timed:
        number = next(event.number for event in events if not event.time)
        report.find(number, "log", "The event has no time, though others in this log have one.")
    last: tuple[Event, datetime] | None = None
    closed = False
    for event in timed:
        when = _read(event.time)
        if when is None:
            report.find(event.number, "log", f"{event.time[:40]!r} is not a time in UTC to the second.")
            continue
        if event.number == 1 and forked:  # a fork is opened later than what it carries over
            continue
        if last is not None:
            before, then = last
            if when < then:
                message = f"Time runs backwards: event {before.number} was recorded at {before.time}."
                report.find(event.number, "log", message)
            elif when - then > LONGEST_PAUSE and before.number != forked and not closed:
                hours = (when - then) // timedelta(hours=1)
                report.notices.append(
                    f"Event {event.number}: recorded {hours} hours after event {before.number}."
                )
        last = event, when
        closed = closed or isinstance(event, GameClosed)


def _read(time: str) -> datetime | None:
    if not _TIME.fullmatch(time):
        return None
    try:
        return datetime.fromisoformat(time)
    except ValueError:
        return None
