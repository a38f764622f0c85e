"""How the policy `sensible` answers in the later scenarios: whom it ambushes, whether it fires back."""

from collections.abc import Sequence
from typing import Any

import adjudication.systems.somalia.later.courts as courts
from adjudication.engine.register import citations
from adjudication.engine.umpire import Question
from adjudication.systems.somalia.later.units import UNITS, at, courts_2006, ready
from adjudication.systems.somalia.player.later import contested, strongest_first, too_soon
from adjudication.systems.somalia.table.sides import COURTS
from domain.table.state import State

R = citations("somalia", __file__)

BESIDE = 0.35
"""What a unit beside an area of the ICU counts against the turn of its faction, in units that can act."""


def answer(question: Question, state: State) -> Any:
    """What suits the side; None where it takes what is suggested."""
    if question.rule == R["6.0a"] and courts_2006(state):
        return next_side(state, [str(side) for side in question.options])
    if question.rule == R["6.22a"]:
        return ambush(state, question.side, question.suggested[0])
    if question.rule == R["6.21g"] and question.options == (True, False):
        return not ends_game(state, question.side)
    return None


def next_side(state: State, sides: Sequence[str]) -> str:
    """Who conducts the next mission in 2006, as the ICU sees it: itself last, since units that have acted
    cannot ambush it. Before it the factions, first those with many units to act and few of these beside the
    ICU: they wear each other down meanwhile."""

    def haste(side: str) -> float:
        places = [state.pieces[id].place for id in ready(state, side) if state.pieces[id].kind.group in UNITS]
        beside = sum(
            bool(at(state, near, COURTS)) for zone in places for near in state.board.neighbours[zone]
        )
        return len(places) - BESIDE * beside

    factions = [side for side in sides if side != COURTS]
    return max(factions, key=haste) if factions else COURTS


def ambush(state: State, side: str, able: Sequence[str]) -> list[str]:
    """All that can: they fire first and are answered at half Firepower. Before an income the ICU of 2006
    ambushes with its strongest alone, so that others can still take areas. Nobody where that could end the
    game too soon."""
    units = [state.pieces[id] for id in able]
    if too_soon(state, side, units[0].place, units):
        return []
    if side == COURTS and courts_2006(state) and state.turn in courts.SEASONS:
        return strongest_first(state, able)[:1]
    return list(able)


def ends_game(state: State, side: str) -> bool:
    """Whether return fire could oust the last tan and green units too soon."""
    return any(too_soon(state, side, zone, at(state, zone, side)) for zone in contested(state, side))
