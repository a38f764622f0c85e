"""The end of the game (9): when it is judged, and the final score."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adjudication.engine.legality import Legality, insist
from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.critical import TO_COME
from adjudication.systems.somalia.table.forces import GANG, on_map
from adjudication.systems.somalia.table.sides import BASE, UN, game, several
from adjudication.systems.somalia.table.standings import leading, score, standing
from domain.table.state import State
from domain.texts import Text

R = citations("somalia", __file__)
T = texts("somalia")

LAST_TURN = "last-turn"
"""Track: the last turn of the game (10.0f, 7.0b)."""
GOOD_JOB = 21
"""The UN wins with this score (9.0b)."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign in frustration: play stops, and the score decides (9.0a)."""

    side: str


def over(umpire: Umpire) -> bool:
    """Whether play has stopped: it does at once when no Bandit unit is left on the map (9.0a)."""
    state = umpire.state
    gone = not on_map(state, GANG) and not state.marked(TO_COME)
    if state.verdict is None and game(state) == BASE and state.turn and gone:
        judge(umpire, T("no Bandit unit is left"))
    return state.verdict is not None


def last_turn(umpire: Umpire) -> bool:
    """Whether this was the last turn; the game is judged then (9.0a)."""
    state = umpire.state
    if state.turn < state.track(LAST_TURN):
        return False
    judge(umpire, T("last turn", turn=state.turn))
    return True


def judge(umpire: Umpire, why: Text) -> None:
    """The score of the UN less that of the Bandits, and what it comes to (9.0b, 11.22f)."""
    state = umpire.state
    margin = score(state)
    if margin >= GOOD_JOB:
        winner, verdict = UN, T("the UN wins")
    elif several(state):
        ahead = leading(state)
        winner = ahead[0] if len(ahead) == 1 else ""
        verdict = T("victory of a player", side=winner) if winner else T("shared victory", sides=list(ahead))
    elif margin > 0:
        winner, verdict = "", T("stalemate")
    else:
        (bandit,) = leading(state)
        winner, verdict = bandit, T("the Bandits win")
    umpire.declare(
        winner,
        T("verdict by the score", why=why, verdict=verdict, margin=margin),
        scores=standing(state),
        rule=R["11.22f"] if several(state) and winner != UN else R["9.0b"],
    )


def resign(umpire: Umpire, order: Resign) -> None:
    """Play stops; the score decides as ever."""
    judge(umpire, T("a side resigned", side=order.side))


def watched(procedure: Callable[[Umpire, Any], None]) -> Callable[[Umpire, Any], None]:
    """An order's procedure, after which play stops at once if no Bandit unit is left (9.0a)."""

    def and_then(umpire: Umpire, order: Any) -> None:
        procedure(umpire, order)
        over(umpire)

    return and_then


def players(state: State) -> tuple[str, ...]:
    """Who may resign."""
    return tuple(state.sides)


def under_way(state: State) -> bool:
    """Whether the base game has begun."""
    return game(state) == BASE and state.turn > 0


def _list(state: State) -> list[OrderGroup]:
    return [OrderGroup(side, "resign", {}) for side in state.sides] if under_way(state) else []


RESIGN = Legality(
    insist(under_way, "begun", R["9.0a"], "a player resigns during a turn of the base game"),
    sides=players,
    quickly=_list,
)
KINDS = (OrderKind("resign", Resign, resign, R["9.0a"], "resign; the score decides", legality=(RESIGN,)),)
