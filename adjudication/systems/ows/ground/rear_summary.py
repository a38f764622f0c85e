"""Battles for control of the rear area in a line each, read from the log alone."""

import re
from collections.abc import Sequence

from adjudication.engine.summary import Part
from adjudication.systems.ows.ground.security import DESTROYED, DISRUPTED, HOLDS, outcome
from domain.events import Event, Modified
from domain.texts import code_of

_SUM = re.compile(r"(Security Zone|Partisans) of .* in the battle for (.*)")
CAME = {
    DISRUPTED: "the Partisans disrupt the zone",
    DESTROYED: "the Partisans are destroyed",
    HOLDS: "the Security Zone holds, and the Partisans stay",
}


def rear_parts(events: Sequence[Event]) -> list[Part]:
    """The parts of the summary of an order after which the rear area was settled: one for each battle."""
    battles: dict[str, dict[str, Modified]] = {}
    for event in events:
        if isinstance(event, Modified) and (found := _SUM.fullmatch(code_of(event.sum))):
            battles.setdefault(found[2], {})[found[1]] = event
    parts = []
    for zone, totals in battles.items():
        if len(totals) == 2:
            security, partisans = totals["Security Zone"], totals["Partisans"]
            came = CAME[outcome(security.total, partisans.total)]
            told = f"Security Zone {security.total}, Partisans {partisans.total}: {came}"
            numbers = (security.number, partisans.number)
            parts.append(Part("battle for {}: {}", (zone, told), numbers, head=True))
    return parts
