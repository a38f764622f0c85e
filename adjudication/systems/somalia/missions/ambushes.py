"""Ambushes (6.22): gangs fire at UN units that enter or leave their Zone, and are fired at by half of
them."""

from collections.abc import Sequence

import adjudication.systems.somalia.table.raf as raf
import adjudication.systems.somalia.table.tally as tally
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.critical import by_bandits, by_un
from adjudication.systems.somalia.table.forces import GANG, act, at, firepower, has_acted, led
from adjudication.systems.somalia.table.hits import AMBUSHED, few, hit_un, lose, more_than_few
from adjudication.systems.somalia.table.sides import bandits
from domain.table.derived import derived
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")


@derived
def able(state: State, zone: str) -> tuple[str, ...]:
    """The gangs of a Zone that may join in an Ambush (6.22e): none that has done so this turn, and, since it
    is a mission, none that has acted (option)."""
    return tuple(
        gang.id
        for gang in at(state, zone, GANG)
        if not state.mark(gang.id, AMBUSHED)
        and not (state.options["ambush_uses_mission"] and has_acted(state, gang))
    )


def offer(umpire: Umpire, units: Sequence[str], zone: str, *, rule: str = R["6.22a"]) -> None:
    """UN units enter or leave a Zone: the Bandit player with gangs there says which of them ambush these
    units, if any (6.22a). Of several players only one does."""
    for side in bandits(umpire.state):
        state = umpire.state
        gangs = [gang for gang in able(state, zone) if state.pieces[gang].side == side]
        if not gangs:
            continue
        ambushers = umpire.choose_some(
            side,
            T("gangs that ambush", units=few(units), more=more_than_few(units), zone=zone),
            gangs,
            rule=rule,
            suggest=gangs,
            because=T("only half of the ambushed Firepower fires back"),
        )
        if ambushers:
            spring(umpire, side, tuple(ambushers), tuple(units), zone)
            return


def spring(umpire: Umpire, side: str, gangs: tuple[str, ...], units: tuple[str, ...], zone: str) -> None:
    """The Ambush: hits, and return fire at half strength (6.22b-6.22d, 6.3)."""
    state = umpire.state
    for gang in gangs:
        umpire.mark(gang, AMBUSHED, True, rule=R["6.22e"])
    if state.options["ambush_uses_mission"]:
        act(umpire, gangs, rule=R["6.0c"])
    tally.attacks(umpire, side, rule=R["11.22d"])
    strength = firepower(state.pieces[gang] for gang in gangs)
    assisted = led(state, zone, side, gangs)
    fired = raf.fire(umpire, strength, T("the ambush"), led=assisted, rule=R["6.22b"])
    hit_un(umpire, side, fired.number, rule=R["6.22c"])
    if fired.critical:
        by_bandits(umpire)
    half = firepower(state.pieces[unit] for unit in units) // 2
    back = raf.fire(umpire, half, T("the ambushed units"), rule=R["6.22d"])
    lose(umpire, gangs, back.number, rule=R["6.22d"])
    if back.critical:
        by_un(umpire, side, zone)
