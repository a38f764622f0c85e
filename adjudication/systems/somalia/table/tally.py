"""What is counted over a turn for the Victory Table and for several Bandit players (7.0a, 11.22)."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import HIT
from adjudication.systems.somalia.table.sides import UN, several
from domain.table.marks import Mark
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

KILLED = Mark[int]("eliminated this turn", turns=1)
LEADERS = Mark[int]("Leaders eliminated this turn", turns=1)
"""Marks of the side that eliminated them: Bandit units, and Leaders."""
SCORED = Mark[int]("hits this turn", turns=1)
"""Mark of a Bandit player: the hits that its units scored, where several play."""
ATTACKED = Mark[bool]("attacked this turn", turns=1)
"""Mark of a Bandit player that made an attack (11.22d)."""


def add(umpire: Umpire, side: str, what: Mark[int], number: int = 1, *, rule: str) -> None:
    """Count something for a side, until the turn is over."""
    if number:
        so_far = umpire.state.mark(side, what, 0)
        umpire.mark(side, what, so_far + number, rule=rule)


def count(state: State, side: str, what: Mark[int]) -> int:
    """What has been counted for a side this turn."""
    return state.mark(side, what, 0)


def hit(umpire: Umpire, side: str, number: int, *, rule: str) -> None:
    """The units of a Bandit player score hits on UN units (6.0f)."""
    umpire.score(HIT, number, why=T("hits on UN units"), rule=rule)
    if several(umpire.state):
        add(umpire, side, SCORED, number, rule=rule)


def attacks(umpire: Umpire, side: str, *, rule: str) -> None:
    """A Bandit player makes an attack: a Raid, an Ambush or an attack on a faction (11.22d)."""
    if several(umpire.state) and side != UN:
        umpire.mark(side, ATTACKED, True, rule=rule)


def hits(state: State, side: str) -> int:
    """The hits that count for a Bandit player this turn."""
    return count(state, side, SCORED) if several(state) else state.track(HIT)
