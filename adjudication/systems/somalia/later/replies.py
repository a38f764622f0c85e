"""How the policy `sensible` answers in the later scenarios: whom it ambushes, whether it fires back."""

from collections.abc import Sequence
from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.umpire import Question
from adjudication.systems.somalia.later.player import contested, too_soon
from adjudication.systems.somalia.later.units import at
from domain.table.state import State

R = citations("somalia", __file__)


def answer(question: Question, state: State) -> Any:
    """What suits the side; None where it takes what is suggested."""
    if question.rule == R["6.22a"]:
        return ambush(state, question.side, question.suggested[0])
    if question.rule == R["6.21g"] and question.options == (True, False):
        return not ends_game(state, question.side)
    return None


def ambush(state: State, side: str, able: Sequence[str]) -> list[str]:
    """All that can: they fire first and are answered at half Firepower. Nobody where that could end the game
    too soon."""
    units = [state.pieces[id] for id in able]
    return [] if too_soon(state, side, units[0].place, units) else list(able)


def ends_game(state: State, side: str) -> bool:
    """Whether return fire could oust the last tan and green units too soon."""
    return any(too_soon(state, side, zone, at(state, zone, side)) for zone in contested(state, side))
