"""What an audit says: its findings, each of which names an event, and the report as a whole."""

import msgspec

from domain.events import CounterDrawn, DieRolled, Picked, Shuffled

CHANCE = (DieRolled, CounterDrawn, Picked, Shuffled)
"""The kinds of events that use up a chance of the dice."""


class Finding(msgspec.Struct, frozen=True):
    """Something that does not hold. kind: `chain`, `log`, `dice` or `rules`; event: its number."""

    event: int
    kind: str
    message: str
    rule: str = ""
    recorded: str = ""
    expected: str = ""


class AuditReport(msgspec.Struct):
    """What was checked, and what was found.

    chain, dice, rules: one word each on the whole (`whole`, `broken`; `derived`, `sealed`, `typed`,
    `scripted`, `none`, `wrong`; `followed`, `broken`, `not checked`). notices: what an auditor should
    know that is no finding.
    """

    game: str
    system: str
    events: int
    chain: str = "whole"
    dice: str = "none"
    rules: str = "followed"
    head: str = ""
    rolls: dict[str, int] = {}
    procedures: int = 0
    findings: list[Finding] = []
    notices: list[str] = []
