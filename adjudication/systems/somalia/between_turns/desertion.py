"""Desertion of Government Militia at the end of a season (8.2e)."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import GANG, MILITIA, on_map
from adjudication.systems.somalia.table.sides import bandits, factions
from adjudication.systems.somalia.table.zones import BANDIT_CUP, MILITIA_BOX
from domain.table.dice import D6
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

DESERTS = 5
"""A Militia unit deserts on this number or more."""
WEAK = 1
"""The Firepower of the Bandit unit that takes its place."""


def muster(umpire: Umpire, least: int = DESERTS) -> None:
    """Each Militia unit on the map rolls: on `least` or more it deserts."""
    for militia in on_map(umpire.state, MILITIA):
        if umpire.roll_at_least(least, D6, T("desertion", unit=militia.id), rule=R["8.2e"]):
            desert(umpire, militia.id)


def desert(umpire: Umpire, militia: str) -> None:
    """A Bandit unit of Firepower 1 of a random faction takes its place, whoever is there; where no such
    counter is free the Militia is just removed."""
    zone = umpire.state.pieces[militia].place
    umpire.move(militia, MILITIA_BOX, rule=R["8.2e"])
    ready = deserters(umpire.state)
    if ready:
        faction = umpire.pick(list(ready), T("the faction that deserters join"), rule=R["8.2e"])
        umpire.move(ready[faction], zone, rule=R["8.2e"])


def deserters(state: State) -> dict[str, str]:
    """Faction -> a free unit of Firepower 1; those in play alone (11.2a)."""
    found: dict[str, str] = {}
    for side in bandits(state):
        for faction in factions(state, side):
            for piece in state.pieces_at(BANDIT_CUP):
                weak = piece.kind.group == GANG and piece.value("firepower") == WEAK
                if weak and piece.kind.data["faction"] == faction:
                    found.setdefault(faction, piece.id)
    return found
