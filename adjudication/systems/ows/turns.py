"""Who acts now (3.1a): both sides together, one after the other, or one action each."""

from adjudication.engine.legality import only
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.status import enemy_of, name_of_side, sides
from domain.table.state import State

R = citations("ows", __file__)

TOGETHER = "together"
READY = "ready"
"""Mark of the game: the sides that are done with the phase, or that passed their last action."""


def ready(state: State) -> list[str]:
    """The sides that are done."""
    return list(state.mark("game", READY) or [])


def acting(state: State) -> tuple[str, ...]:
    """The sides that may give orders now: the one in turn, or all that are not done."""
    if state.side:
        return (state.side,)
    done = ready(state)
    return tuple(side for side in sides(state) if side not in done)


IN_TURN = only(
    "side",
    acting,
    "turn",
    R["3.1a"],
    lambda state, side: (
        f"{name_of_side(state, side)} may not act now; "
        f"{' and '.join(name_of_side(state, each) for each in acting(state)) or 'nobody'} may."
    ),
)
"""A check of every order: its side may act now (3.1a)."""


def end_action(umpire: Umpire) -> None:
    """An action is done where sides alternate: the other side acts, and passes before count no more."""
    state = umpire.state
    if ready(state):
        umpire.mark("game", READY, None, rule=R["9.8a"])
    umpire.enter_phase(state.turn, state.phase, side=enemy_of(state, state.side), rule=R["9.8a"])
