"""The victory index: one signed number, above zero in favour of Iran; a VP to one side moves it by one
toward that side."""

from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.table.sides import INDEX, IRAN, IRAQ
from domain.table.state import State
from domain.texts import Text

T = texts("ignorant-armies")


def points(umpire: Umpire, side: str, number: int, why: Text, *, rule: str) -> None:
    """VPs to a side."""
    umpire.score(INDEX, number if side == IRAN else -number, why=why, rule=rule)


def level(state: State) -> int:
    """The victory level: above zero Iran's, below zero Iraq's."""
    return state.track(INDEX)


def standing(state: State) -> dict[str, int]:
    """How far the index favours Iran; below zero it favours Iraq."""
    return {IRAN: level(state)}


def judged(state: State) -> tuple[str, Text]:
    """Who is ahead by the index when play stops, and how to say it."""
    now = level(state)
    if not now:
        return "", T("index at zero")
    winner = IRAN if now > 0 else IRAQ
    return winner, T("index in favour of a side", points=abs(now), side=winner)


def stop(umpire: Umpire, why: Text, *, rule: str) -> None:
    """Play stops, and victory is judged from the index as it stands (event.11, event.65)."""
    winner, stands = judged(umpire.state)
    umpire.declare(winner, T("play stops", why=why, index=stands), rule=rule)
