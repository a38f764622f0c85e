"""The audit of the sides' words for the dice: what broke their rules, and who could have chosen the dice."""

from collections.abc import Iterable

from adjudication.audits.findings import Finding
from adjudication.engine.play.entropy import Ceremony
from domain.events import Event


def audit_entropy(events: Iterable[Event]) -> tuple[list[Finding], list[str]]:
    """What broke the rules of the ceremony; and as notices who could have chosen the dice."""
    ceremony = Ceremony()
    findings: list[Finding] = []
    for event in events:
        fault = ceremony.fault(event)
        if fault:
            findings.append(Finding(event.number, "dice", fault))
        ceremony.take(event)
    return findings, _notices(ceremony)


def _notices(ceremony: Ceremony) -> list[str]:
    opened = ceremony.opened
    if opened is None or not opened.commitment or opened.seeded or not ceremony.thrown:
        return []
    if not ceremony.given:
        return ["No side gave words for the dice: whoever started the game could try seals until one suited."]
    if opened.forked_from is not None:
        return [
            "The seal of this fork was drawn after the words for the dice were given: whoever forked "
            "the game could try seals until one suited."
        ]
    return []
