"""Suppression (10.15.7): who becomes suppressed, and what it ends at once.

What it does to movement, combat, fires, air defence and zones of control is asked where these are worked out.
"""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.designations import main_effort_of, use_main_effort
from adjudication.systems.ows.ground.forces.formations import headed_by
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import COUNTERMEASURES, SIGINT, SUPPRESSED
from adjudication.systems.ows.table.tokens import SOURCE, lies_on, take_back
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)

HELD_DOWN = Mark[int]("held down")
"""Mark of a unit that Partisans suppressed: the turn through which it stays so (10.15.10.4d)."""


def suppressed(state: State, unit: str) -> bool:
    """Whether a unit is suppressed."""
    return bool(state.mark(unit, SUPPRESSED))


def suppress(umpire: Umpire, unit: str, *, rule: str, through: int = 0) -> None:
    """A unit becomes suppressed; one that is so already is not suppressed again. A headquarters loses its
    effects at once (10.15.7e). through: the turn through which it stays so, where that is not this one
    (10.15.10.4d)."""
    state = umpire.state
    if through:
        umpire.mark(unit, HELD_DOWN, through, rule=rule)
    if suppressed(state, unit):
        return
    umpire.mark(unit, SUPPRESSED, True, rule=rule)
    if sheet(state.pieces[unit]).hq is not None:
        end_effects(umpire, unit)


def held_down(state: State, unit: str) -> bool:
    """Whether a suppression lasts through the next turn (10.15.10.4d)."""
    return state.mark(unit, HELD_DOWN, 0) > state.turn


def end_effects(umpire: Umpire, hq: str) -> None:
    """The effects of a headquarters leave the map: its Main Effort, and the information tokens that it has
    generated (10.15.7e)."""
    rule = R["10.15.7e"]
    state = umpire.state
    for formation in headed_by(state, hq):
        for unit in main_effort_of(state, formation):
            use_main_effort(umpire, unit, rule=rule)
    for token in [id for id, source in state.marked(SOURCE).items() if source == hq]:
        on = lies_on(umpire.state, token)
        if not on:
            continue
        for mark in (SIGINT, COUNTERMEASURES):
            if umpire.state.mark(on, mark) == token:
                umpire.mark(on, mark, None, rule=rule, audience=umpire.state.marks_for.get((on, mark.name)))
        take_back(umpire, umpire.state.pieces[token], rule=rule)
