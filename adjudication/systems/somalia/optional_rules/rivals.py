"""The scores of two or three Bandit players (11.22): units eliminated and lost, Zones, attacks."""

from typing import Protocol

import adjudication.systems.somalia.table.tally as tally
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.holding import alone
from adjudication.systems.somalia.table.points import gain_vp
from adjudication.systems.somalia.table.sides import UN, several
from domain.table.state import State
from domain.texts import Text

R = citations("somalia", __file__)
T = texts("somalia")


class Points(Protocol):
    """A sum that points are added to."""

    def add(self, label: Text, amount: int, *, rule: str) -> None:
        """Add an amount under a label."""


def lost(umpire: Umpire, owner: str, *, rule: str = R["11.22e"]) -> None:
    """A Bandit unit is lost, whoever eliminated it: a point less for its player."""
    if several(umpire.state):
        gain_vp(umpire, owner, -1, T("a unit lost"), rule=rule)


def replaces_table(state: State, side: str) -> bool:
    """Whether what 11.22 says is all that a Bandit player scores, in the place of the Victory Table; else it
    is added to the table. Games from before this option add."""
    return several(state) and side != UN and not state.options.get("bandits_score_victory_table", True)


def add_points(state: State, points: Points, side: str) -> None:
    """What a Bandit player scores beside the Victory Table: a point for each Zone that one of its factions
    has for itself, and one for having attacked."""
    if side == UN or not several(state):
        return
    number = len(alone(state, side))
    points.add(T("Zones of one faction", number=number), number, rule=R["11.22c"])
    points.add(T("at least one attack"), int(bool(state.mark(side, tally.ATTACKED))), rule=R["11.22d"])
