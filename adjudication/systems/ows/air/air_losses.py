"""Losses in the air (9.7.4): what is hit goes to the Regeneration Box, and who is aboard is lost with it."""

from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.counters import LOADED
from adjudication.systems.ows.table.damage import take_hits
from adjudication.systems.ows.table.status import ATTACK_MISSION, EMITTING, JAMMED, MISSION_FLOWN
from domain.table.marks import Mark

R = citations("ows", __file__)


LOST_WITH_IT: tuple[Mark[Any], ...] = (MISSION_FLOWN, ATTACK_MISSION, EMITTING, LOADED)
"""Marks of an air mission that is shot down: what it flew, its radar, its munitions."""


def shoot_down(umpire: Umpire, mission: str, number: int, *, rule: str = R["9.7.4"]) -> None:
    """An air mission takes so many hits, in the air or on the ground; its electronic warfare ends with it
    (9.7.4)."""
    take_hits(umpire, mission, number, rule=rule)
    state = umpire.state
    if state.pieces[mission].steps:
        return
    for mark in LOST_WITH_IT:
        if state.mark(mission, mark) is not None:
            umpire.mark(
                mission, mark, None, rule=R["9.7.4"], audience=state.marks_for.get((mission, mark.name))
            )
    for target, jammer in state.marked(JAMMED).items():
        if jammer == mission:
            audience = state.marks_for.get((target, JAMMED.name))
            umpire.mark(target, JAMMED, None, rule=R["6.5.8"], audience=audience)
