"""Who controls a Zone (7.1b, 7.1c)."""

from adjudication.engine.register import citations
from adjudication.systems.somalia.table.forces import BASE, GANG, MILITARY, MILITIA, at
from adjudication.systems.somalia.table.sides import UN, several
from adjudication.systems.somalia.table.zones import zones
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)

TERROR = Mark[bool]("terrorised")
"""Mark of a Zone: its Terror marker (8.5e)."""


def government(state: State, zone: str) -> bool:
    """Whether the government controls a Zone: Militia, and no Bandit units or a Base beside them (7.1b)."""
    return bool(at(state, zone, MILITIA)) and (not at(state, zone, GANG) or bool(at(state, zone, BASE)))


def holders(state: State, zone: str) -> tuple[str, ...]:
    """The Bandit players with units in a Zone where there is no unit of the UN, Base or Militia (7.1c)."""
    gangs = at(state, zone, GANG)
    if not gangs or at(state, zone, MILITARY, BASE, MILITIA):
        return ()
    return tuple(dict.fromkeys(gang.side for gang in gangs))


def claimed(state: State, side: str) -> list[str]:
    """The Zones that count as Bandit-controlled for a player: a terrorised one never does (8.5f)."""
    return [
        zone for zone in zones(state.board) if side in holders(state, zone) and not state.mark(zone, TERROR)
    ]


def governed(state: State) -> list[str]:
    """The Zones that the government controls."""
    return [zone for zone in zones(state.board) if government(state, zone)]


def control(state: State) -> dict[str, str]:
    """Zone -> the side that controls it."""
    found = dict.fromkeys(governed(state), UN)
    for zone in zones(state.board):
        held = holders(state, zone)
        if len(held) == 1:
            found[zone] = held[0]
    return found


def alone(state: State, side: str) -> list[str]:
    """The Zones that hold units of one faction of this player and no other units (11.22c). A Terror marker
    makes no difference, unless the option says so (8.5f)."""
    if not several(state):
        return []
    found = []
    for zone in zones(state.board):
        gangs = at(state, zone, GANG)
        one = len({gang.kind.data["faction"] for gang in gangs}) == 1 and gangs[0].side == side
        denied = state.options.get("terror_denies_faction_zones") and state.mark(zone, TERROR)
        if one and not denied and not at(state, zone, MILITARY, MILITIA):
            found.append(zone)
    return found
