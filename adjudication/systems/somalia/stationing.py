"""Which units stand with the Base of their Zone (6.21a): the UN player says so when they are placed and after
each move."""

from collections.abc import Iterable

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.forces import GUARDS, base_in
from adjudication.systems.somalia.sides import UN

R = citations("somalia", __file__)


def station(umpire: Umpire, units: Iterable[str], *, rule: str) -> None:
    """Ask which of these units stand with the Base of the Zone where they are now."""
    by_zone: dict[str, list[str]] = {}
    for unit in units:
        by_zone.setdefault(umpire.state.pieces[unit].place, []).append(unit)
    for zone, here in by_zone.items():
        base = base_in(umpire.state, zone)
        stay: list[str] = []
        if base is not None:
            name = umpire.state.board.spaces[zone].name
            stay = umpire.choose_some(
                UN,
                f"Which of these units guard the Base in {name}?",
                here,
                suggest=here,
                because="units with the Base defend it",
                rule=rule,
            )
        for unit in here:
            umpire.mark(unit, GUARDS, base.id if base is not None and unit in stay else None, rule=rule)
