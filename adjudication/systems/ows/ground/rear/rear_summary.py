"""Battles for control of the rear area in a line each, read from the log alone."""

from collections.abc import Sequence

from adjudication.engine.summary import Part
from adjudication.systems.ows.ground.forces.security import DESTROYED, DISRUPTED, HOLDS, outcome
from domain.events import Event, Modified
from domain.texts import Text

ZONE, PARTISANS = "Security Zone in a battle", "Partisans in a battle"
"""What the totals of the two sides are called."""
CAME = {
    DISRUPTED: "the Partisans disrupt the zone",
    DESTROYED: "the Partisans are destroyed",
    HOLDS: "the Security Zone holds, and the Partisans stay",
}


def rear_parts(events: Sequence[Event]) -> list[Part]:
    """The parts of the summary of an order after which the rear area was settled: one for each battle."""
    battles: dict[str, dict[str, Modified]] = {}
    for event in events:
        match event:
            case Modified(sum=Text(code, {"zone": zone})) if code in (ZONE, PARTISANS):
                battles.setdefault(zone, {})[code] = event
    parts = []
    for zone, totals in battles.items():
        if len(totals) == 2:
            security, partisans = totals[ZONE], totals[PARTISANS]
            came = CAME[outcome(security.total, partisans.total)]
            told = f"Security Zone {security.total}, Partisans {partisans.total}: {came}"
            numbers = (security.number, partisans.number)
            parts.append(Part("battle for {}: {}", (zone, told), numbers, head=True))
    return parts
