"""Terrorism (8.5): the Bandit player extorts Supply Points in the Seasonal Interphase, and Militia answer."""

from dataclasses import dataclass

import adjudication.systems.somalia.missions.critical as critical
import adjudication.systems.somalia.table.hits as hits
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import GANG, MILITIA, at, firepower
from adjudication.systems.somalia.table.holding import TERROR
from adjudication.systems.somalia.table.phases import TERRORISM
from adjudication.systems.somalia.table.points import gain_sp
from adjudication.systems.somalia.table.raf import fire
from adjudication.systems.somalia.table.sides import UN
from adjudication.systems.somalia.table.zones import MILITIA_BOX, zones
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")

NATIONALISM = Mark[bool]("Somali Nationalism")
"""Mark of the game: no Terrorism may be attempted (8.5h)."""
TRIED = Mark[bool]("Terrorism this season", turns=1)
"""Mark of a Zone in which it has been attempted in this Seasonal Interphase (8.5g)."""
MILITIA_LOST, EXTORTED = "eliminate Militia", "take Supply Points"


@dataclass(frozen=True, slots=True)
class Terrorise:
    """Extort the people of a Zone (8.5a)."""

    side: str
    zone: str


def terrorise(umpire: Umpire, order: Terrorise) -> None:
    """Roll with all Bandit units in the Zone; Militia that are left fire back (8.5b to e)."""
    state, zone = umpire.state, order.zone
    gangs = gangs_in(state, order.side, zone)
    umpire.mark(zone, TRIED, True, rule=R["8.5g"])
    found = fire(umpire, firepower(gangs), T("Terrorism in a Zone", zone=zone), rule=R["8.5b"])
    if found.number:
        take(umpire, order.side, zone, found.number)
        umpire.mark(zone, TERROR, True, rule=R["8.5e"])
    fire_back(umpire, order.side, zone)


def take(umpire: Umpire, side: str, zone: str, number: int) -> None:
    """So many Militia units, or twice that many Supply Points, which the UN does not lose (8.5d)."""
    militia = [unit.id for unit in at(umpire.state, zone, MILITIA)]
    options = [EXTORTED, MILITIA_LOST] if militia else [EXTORTED]
    if umpire.choose(side, T("what Terrorism takes", number=number), options, rule=R["8.5d"]) == EXTORTED:
        gain_sp(umpire, side, 2 * number, T("Terrorism"), rule=R["8.5d"])
        return
    most = min(number, len(militia))
    for unit in umpire.choose_some(
        side, T("Militia units that you eliminate"), militia, most, most, rule=R["8.5d"]
    ):
        umpire.move(unit, MILITIA_BOX, rule=R["8.5d"])


def fire_back(umpire: Umpire, side: str, zone: str) -> None:
    """The UN player may fire back with the Militia at full Firepower (8.5c); no Leader is lost (8.4b)."""
    militia = at(umpire.state, zone, MILITIA)
    if not militia or not umpire.choose(
        UN,
        T("whether the Militia fire back", zone=zone),
        [True, False],
        rule=R["8.5c"],
        suggest=True,
        because=T("only a critical hit helps the Bandits"),
    ):
        return
    found = fire(umpire, firepower(militia), T("Militia in a Zone", zone=zone), rule=R["8.5c"])
    gangs = [gang.id for gang in gangs_in(umpire.state, side, zone)]
    hits.lose(umpire, gangs, found.number, leaders=False, rule=R["8.5c"])
    if found.critical:
        critical.by_un(umpire, side, zone, rule=R["6.3a"])
        critical.reinforce(umpire)


def gangs_in(state: State, side: str, zone: str) -> list[Piece]:
    """The units of a Bandit player in a Zone."""
    return [gang for gang in at(state, zone, GANG) if gang.side == side]


def in_turn(state: State) -> tuple[str, ...]:
    """Whose Terrorism it is."""
    return (state.side,)


def candidates(state: State, side: str) -> list[str]:
    """The Zones where a player may still attempt it (8.5g, 8.5h)."""
    if state.mark("game", NATIONALISM):
        return []
    return [
        zone for zone in zones(state.board) if gangs_in(state, side, zone) and not state.mark(zone, TRIED)
    ]


TERRORISE = Legality(
    only("side", in_turn, "turn", R["8.5a"], "may not act"),
    insist(
        lambda state: not state.mark("game", NATIONALISM),
        "nationalism",
        R["8.5h"],
        "Somali Nationalism",
    ),
    only(
        "zone",
        candidates,
        "zone",
        R["8.5g"],
        "name a Zone for Terrorism",
    ),
    arguments={"zone": candidates},
    sides=in_turn,
    phases=(TERRORISM,),
    elsewhere=R["8.5a"],
)
KINDS = (
    OrderKind(
        "terrorise", Terrorise, terrorise, R["8.5a"], "extort the people of a Zone", legality=(TERRORISE,)
    ),
)
