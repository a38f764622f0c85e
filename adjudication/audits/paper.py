"""Heads and commitments that were written down on paper in play, and a log held against them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from adjudication.audits.findings import AuditReport
from domain.errors import BadData
from domain.events import GameClosed, GameOpened
from domain.game.chain import Entry

FEWEST_DIGITS = 8
"""Digits of a digest that have to be written down at least."""

_FULL = 64
_NUMBER = re.compile("0*[1-9][0-9]{0,8}")


class Paper(NamedTuple):
    """Digits that were written down, and the event after which; 0 is the last of the log."""

    digits: str
    event: int = 0


def read_paper(text: str) -> Paper:
    """What was written down: `3f2a-91c0-77de`, or `157:3f2a-91c0-77de` for the head after event 157.

    Spaces, separators and capitals do not count. Raises BadData.
    """
    number, colon, digits = text.rpartition(":")
    plain = "".join(each for each in digits.lower() if each not in " -.\t")
    if colon and not _NUMBER.fullmatch(number.strip()):
        raise BadData(f"{text[:80]!r} has no event's number before its colon; write 157:3f2a-91c0-77de.")
    if not FEWEST_DIGITS <= len(plain) <= _FULL or plain.strip("0123456789abcdef"):
        raise BadData(f"{text[:80]!r} is no digest; it takes {FEWEST_DIGITS} to {_FULL} hexadecimal digits.")
    return Paper(plain, int(number) if colon else 0)


def audit_paper(report: AuditReport, entries: Sequence[Entry], heads: Sequence[str], commitment: str) -> None:
    """Compare heads and the commitment with what was written down. Raises BadData for what is no digest."""
    for head in map(read_paper, heads):
        event = head.event or _meant(head, entries)
        if event > len(entries):
            message = f"A head was written down after event {event}; the log ends before it."
            report.find(len(entries) + 1, "chain", message)
            continue
        _compare(report, f"head of the log after event {event}", head, entries[event - 1].digest, event)
    if commitment:
        opened = entries[0].event if entries else None
        recorded = opened.commitment if isinstance(opened, GameOpened) else ""
        _compare(report, "commitment of the dice", read_paper(commitment), recorded, 1)


def _meant(head: Paper, entries: Sequence[Entry]) -> int:
    """The event after which a head without a number was written down: the last of the log, or, where entries
    were added to a closed game, the close or one of those."""
    closed = next((entry.number for entry in entries if isinstance(entry.event, GameClosed)), len(entries))
    after = [entry.number for entry in entries[closed - 1 :] if entry.digest.startswith(head.digits)]
    return after[-1] if after else len(entries)


def _compare(report: AuditReport, what: str, paper: Paper, recorded: str, event: int) -> None:
    digits = paper.digits
    if recorded.startswith(digits):
        some = "" if len(digits) == _FULL else f", in its first {len(digits)} digits of {_FULL}"
        report.checked.append(f"The {what} is the one written down{some}.")
    else:
        message = f"The {what} is not the one written down."
        report.find(event, "chain", message, recorded=recorded[: len(digits)] or "none", expected=digits)
