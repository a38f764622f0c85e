"""US Intervention (8.7): the request, what it brings, the rotation of US units, and its end."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.between_turns.rotation import arrive, draw, put_back
from adjudication.systems.somalia.table.forces import MILITARY, is_us, on_map
from adjudication.systems.somalia.table.points import gain_sp, gain_vp
from adjudication.systems.somalia.table.sides import UN
from adjudication.systems.somalia.table.stationing import station
from adjudication.systems.somalia.table.zones import US_CUP, zones
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")

INTERVENTION = Mark[int]("US Intervention")
"""Mark of the game: the last turn of the Intervention (8.7e)."""
REQUESTED = Mark[int]("US Intervention requested")
"""Mark of the game: the one request has been made (8.7a)."""
FIRST = 6
"""No request before the Seasonal Interphase of this turn (8.7a, 10.0g)."""
YEAR = 12
"""Turns that an Intervention lasts (8.7e)."""
ROTATED = 2
"""US units that may rotate in a Seasonal Interphase (8.7g)."""


def in_effect(state: State) -> bool:
    """Whether US Intervention is in effect (8.7e)."""
    return state.mark("game", INTERVENTION) is not None


def us_units(state: State) -> list[Piece]:
    """The US units on the map."""
    return [unit for unit in on_map(state, MILITARY) if is_us(unit)]


def may_request(state: State) -> bool:
    """Whether the UN player may request Intervention in this Seasonal Interphase (8.7a)."""
    return state.turn >= FIRST and not state.mark("game", REQUESTED)


def request(umpire: Umpire) -> None:
    """The UN player requests US Intervention, or not (8.7a)."""
    state = umpire.state
    if not may_request(state):
        return
    question = T("whether Intervention is requested")
    if not umpire.choose(UN, question, [True, False], rule=R["8.7a"]):
        return
    umpire.mark("game", REQUESTED, state.turn, rule=R["8.7a"])
    umpire.mark("game", INTERVENTION, state.turn + YEAR, rule=R["8.7e"])
    number = sum(umpire.rolls(2, D6, T("US Intervention"), rule=R["8.7b"]))
    gain_sp(umpire, UN, number, T("US Intervention"), rule=R["8.7b"])
    gain_vp(umpire, UN, -2 * number, T("US Intervention"), rule=R["8.7d"])
    units = draw(umpire, US_CUP, number, T("US Intervention"), rule=R["8.7c"])
    where = umpire.allot(
        UN,
        T("Zones where US units enter"),
        {unit: zones(state.board) for unit in units},
        every=True,
        rule=R["8.7c"],
    )
    for unit, zone in where.items():
        umpire.move(unit, zone, rule=R["8.7c"])
    station(umpire, units, rule=R["6.21a"])


def rotate(umpire: Umpire) -> None:
    """Up to two US units go home during Intervention, and as many come (8.7g)."""
    if not in_effect(umpire.state):
        return
    ids = [unit.id for unit in us_units(umpire.state)]
    home = umpire.choose_some(
        UN, T("US units that rotate home"), ids, 0, min(ROTATED, len(ids)), rule=R["8.7g"]
    )
    put_back(umpire, home, US_CUP, rule=R["8.7g"])
    arrive(umpire, draw(umpire, US_CUP, len(home), T("US rotation"), rule=R["8.7g"]), rule=R["8.7g"])


def end(umpire: Umpire) -> None:
    """After twelve turns a die of US units stay, the others go home (8.7h)."""
    state = umpire.state
    if not in_effect(state) or state.turn < state.mark("game", INTERVENTION, 0):
        return
    umpire.mark("game", INTERVENTION, None, rule=R["8.7h"])
    ids = [unit.id for unit in us_units(state)]
    most = min(umpire.roll(D6, T("US units that stay"), rule=R["8.7h"]), len(ids))
    stay = umpire.choose_some(UN, T("US units that may stay", number=most), ids, most, most, rule=R["8.7h"])
    put_back(umpire, [unit for unit in ids if unit not in stay], US_CUP, rule=R["8.7h"])
