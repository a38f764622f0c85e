"""Losses (6.0f): hits on UN units are counted, gangs are eliminated, and Leaders with them (8.4b). The only
place where gangs and Leaders leave the map in combat."""

from collections.abc import Sequence

import adjudication.systems.somalia.table.tally as tally
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import DONE, GANG, LEADER, at
from adjudication.systems.somalia.table.points import gain_vp
from adjudication.systems.somalia.table.sides import UN, bandits, several
from adjudication.systems.somalia.table.zones import BANDIT_CUP, REMOVED
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")

AMBUSHED = Mark[bool]("has ambushed", turns=1)
"""Mark of a gang that has joined in an Ambush this turn (6.22e)."""
FEW = 2
"""Counters that a question names one by one."""


def few(units: Sequence[str]) -> Sequence[str]:
    """Those of some counters that are named in a question: one or two, of more the first."""
    return units if len(units) <= FEW else units[:1]


def more_than_few(units: Sequence[object]) -> int | None:
    """How many more there are, where not all are named."""
    return len(units) - 1 if len(units) > FEW else None


def hit_un(umpire: Umpire, side: str, number: int, *, rule: str) -> None:
    """UN units take hits from a Bandit player: they are counted and do nothing else (6.0f)."""
    if number:
        tally.hit(umpire, side, number, rule=rule)


def lose(
    umpire: Umpire, gangs: Sequence[str], number: int, *, rule: str, leaders: bool = True, who: str = ""
) -> None:
    """So many of these gangs, all in one Zone, are eliminated; the Bandit player picks (6.21g). leaders:
    whether a Leader is lost with the last of them: in a Raid, Flush or Ambush (8.4b). who: picks in place of
    the owner, as whoever fires does (11.21d)."""
    if not number or not gangs:
        return
    state = umpire.state
    pieces = [state.pieces[gang] for gang in gangs]
    zone, side = pieces[0].place, who or owner(state, pieces)
    count = min(number, len(gangs))
    weakest = sorted(pieces, key=lambda gang: (gang.value("firepower"), not state.mark(gang.id, DONE)))
    first = [gang.id for gang in weakest[:count]]
    lost = umpire.choose_some(
        side,
        T("gangs that are eliminated", zone=zone),
        list(gangs),
        count,
        count,
        rule=rule,
        suggest=[gang for gang in gangs if gang in first],
        because=T("the weakest first"),
    )
    for gang in lost:
        eliminate(umpire, gang, rule=rule)
    if leaders and not at(umpire.state, zone, GANG):
        for leader in at(umpire.state, zone, LEADER):
            umpire.move(leader.id, REMOVED, rule=R["8.4b"])
            tally.add(umpire, UN, tally.LEADERS, rule=R["8.4b"])


def owner(state: State, gangs: Sequence[Piece]) -> str:
    """The Bandit player of these gangs; of several the one with most of them."""
    return max(bandits(state), key=lambda side: sum(gang.side == side for gang in gangs))


def eliminate(umpire: Umpire, gang: str, *, rule: str, by: str = UN) -> None:
    """A gang goes back to the cup, from which it may come again (6.0f, 8.61c). by: who has eliminated it."""
    side = umpire.state.pieces[gang].side
    umpire.unmark(gang, DONE, AMBUSHED, rule=rule)
    umpire.move(gang, BANDIT_CUP, rule=rule)
    tally.add(umpire, by, tally.KILLED, rule=rule)
    if several(umpire.state):
        gain_vp(umpire, side, -1, T("gang lost"), rule=R["11.22e"])
