"""Which units stand with the Base of their Zone (6.21a): the UN player says so when they are placed and after
each move, or in the order of a mission who stands apart from it."""

from collections.abc import Collection, Iterable

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import GUARDS, base_in
from adjudication.systems.somalia.table.sides import UN

R = citations("somalia", __file__)
T = texts("somalia")


def station(umpire: Umpire, units: Iterable[str], apart: Collection[str] | None = None, *, rule: str) -> None:
    """Which of these units stand with the Base of the Zone where they are now: all but those that stand
    `apart`, as a mission says; where it is None the UN player is asked."""
    by_zone: dict[str, list[str]] = {}
    for unit in units:
        by_zone.setdefault(umpire.state.pieces[unit].place, []).append(unit)
    for zone, here in by_zone.items():
        base = base_in(umpire.state, zone)
        stay: list[str] = []
        if base is not None and apart is not None:
            stay = [unit for unit in here if unit not in apart]
        elif base is not None:
            stay = umpire.choose_some(
                UN,
                T("units that guard the Base", zone=zone),
                here,
                suggest=here,
                because=T("units with the Base defend it"),
                rule=rule,
            )
        for unit in here:
            umpire.mark(unit, GUARDS, base.id if base is not None and unit in stay else None, rule=rule)
