"""Holds the verifier against the audit: on what both check, they come to the same."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from adjudication.audits.audit import audit
from domain.errors import BadLog
from domain.game.chain import Entry
from domain.ledger.logfile import odd_line, read_log
from reports.verifier.verify_log import Check

AROUND_THE_TABLE = (
    r"Inject ",
    r"The list of injects",
    r"The (sealed|opened) orders of",
    r"The orders of .* are not opened",
    r"The order that is dropped",
    r"An opened order is dropped",
    r"Orders are (sealed by|opened for)",
    r"It tells (another (order|outcome)|either the order|of order|an (order|outcome)|a side)",
    r"Event \d+ is no covert order",
    r"More than \d+ orders are sealed",
    r"Event \d+ did not seal orders",
    r"The message can be read",
    r"It marks event",
    r"The event cannot be read",
    r"Inject .* was skipped",
    r"A correction names a topic",
    r"Event \d+ declares no topic",
    r"The (note|message|inject|topic) was withdrawn already",
    r"What is withdrawn gets no new text",
    r"A correction needs the new text",
    r"A (note|inject|topic) has at most",
    r"A side corrects its own messages",
    r"Only .* may correct this message",
)
"""What people say and hand in beside the table: the verifier leaves it to the audit, and says so."""

ON_THE_TABLE = (r"The event cannot be replayed: it names what is not on the table",)
"""What needs the whole table: the verifier follows pieces, and no tracks."""

BEYOND = re.compile("|".join((*AROUND_THE_TABLE, *ON_THE_TABLE)))

OF_THE_RULES = re.compile(
    r"The rule register|Scenario |Rule system|The rule code has changed|"
    r"The opening does not say by which rule code"
)
"""What keeps an audit from replaying the rules, and the verifier from nothing."""

OF_ANOTHER_LOG = "The log of the game"
"""What the verifier never holds a fork against."""


def difference(
    path: Path,
    secret: str | None = None,
    origins: Mapping[str, Sequence[Entry]] | None = None,
    secrets: Mapping[str, str] | None = None,
) -> str:
    """What the two say of the log in a file where they differ; empty when they agree."""
    held = [each for each in (secret, *(secrets or {}).values()) if each is not None]
    try:
        mine = Check(str(path), [bytes.fromhex(each) for each in held])
    except ValueError:
        mine = None
    try:
        entries, of = read_log(path)
        report = audit(entries, of, secret, origins, secrets, odd_line=odd_line(path, entries, of))
    except BadLog as error:
        return "" if mine is None or mine.findings else f"only the audit refuses it: {error}"
    if mine is None:
        return "" if report.findings else "only the verifier refuses it"
    if mine.findings:
        return "" if report.findings else f"only the verifier finds {sorted(mine.findings)[:2]}"
    points = [each for each in report.findings if each.kind != "rules" and not BEYOND.match(each.message)]
    if points:
        return f"only the audit finds {points[:2]}"
    if report.findings:
        return ""
    unchecked = [each for each in report.unchecked if not OF_THE_RULES.match(each)]
    also = [each for each in mine.unchecked if not (origins and each.startswith(OF_ANOTHER_LOG))]
    return "" if bool(unchecked) == bool(also) else f"not checked: {unchecked}; by the verifier: {also}"
