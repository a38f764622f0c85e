"""What an audit says: its findings, each of which names an event, what was checked, and its verdict."""

import re
from typing import Any

import msgspec

from domain.events import NAMES_ON_WIRE, Event

_ON_EVENT = re.compile(r"Event ([0-9]{1,9})\b")

VERIFIED = "verified"
FINDINGS = "findings"
NOT_FULLY_CHECKED = "not fully checked"
"""The three verdicts. `verified` is given only where everything was checked and holds."""

EXIT_CODES = {VERIFIED: 0, FINDINGS: 1, NOT_FULLY_CHECKED: 3}


class Finding(msgspec.Struct, frozen=True):
    """A discrepancy. kind: `chain`, `log`, `dice` or `rules`; event: its number."""

    event: int
    kind: str
    message: str
    rule: str = ""
    recorded: str = ""
    expected: str = ""


class AuditReport(msgspec.Struct):
    """What was checked, and what was found.

    verdict: one of the three above. chain, dice, rules: one word each on the whole (`whole`, `broken`;
    `derived`, `sealed`, `typed`, `scripted`, `sampled`, `none`, `wrong`, several joined by `+`; `followed`,
    `broken`, `not checked`). checked, unchecked: what was checked and what could not be, each a sentence.
    notices: what an auditor should know that is no discrepancy. derived: how many chances the seal gave.
    """

    game: str
    system: str
    events: int
    verdict: str = NOT_FULLY_CHECKED
    chain: str = "whole"
    dice: str = "none"
    rules: str = "followed"
    head: str = ""
    rolls: dict[str, int] = {}
    derived: int = 0
    procedures: int = 0
    findings: list[Finding] = []
    notices: list[str] = []
    checked: list[str] = []
    unchecked: list[str] = []

    def find(
        self, event: int, kind: str, message: str, rule: str = "", recorded: str = "", expected: str = ""
    ) -> None:
        """Add a finding."""
        self.add(Finding(event, kind, message, rule, recorded, expected))

    def add(self, *found: Finding) -> None:
        """Add findings."""
        self.findings.extend(found)

    def found(self, *kinds: str) -> bool:
        """Whether there is a finding of one of these kinds; of any kind when none is named."""
        return any(not kinds or finding.kind in kinds for finding in self.findings)

    def conclude(self) -> None:
        """Sort findings (each once) and notices by their events, and reach the verdict."""
        self.findings = sorted(dict.fromkeys(self.findings), key=lambda finding: finding.event)
        self.notices.sort(key=_event_of)
        if self.found("chain"):
            self.chain = "broken"
        if self.found("dice"):
            self.dice = "wrong"
        if self.found("rules"):
            self.rules = "broken"
        self.verdict = FINDINGS if self.findings else NOT_FULLY_CHECKED if self.unchecked else VERIFIED


def _event_of(notice: str) -> int:
    """The event that a notice is on; 0 for one on the whole game."""
    found = _ON_EVENT.match(notice)
    return int(found[1]) if found is not None else 0


def describe(event: Event) -> str:
    """An event's wire name and own fields, on one line, for findings."""
    fields: dict[str, Any] = msgspec.structs.asdict(event)
    for common in ("number", "time", "procedure", "audience", "blind"):
        fields.pop(common)
    if not fields.get("again"):
        fields.pop("again", None)
    try:
        shown = ", ".join(f"{name} {value}" for name, value in fields.items() if value not in ("", None))
    except (ValueError, RecursionError):  # a number, or a nest, beyond what can be written down
        shown = "what cannot be shown"
    return f"{NAMES_ON_WIRE[type(event)]}: {shown}"[:500]
