"""Assessment (12), and the end of the game."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.settings import number
from adjudication.systems.ows.status import sides
from domain.table.state import State

R = citations("ows", __file__)


def begin(umpire: Umpire) -> None:
    """What happens as the phase begins."""


def end(umpire: Umpire) -> None:
    """The game ends with its last turn: the white cell judges who achieved its aims."""
    state = umpire.state
    if state.turn >= number(state, "turns"):
        winner = umpire.judge("Which side achieved its aims?", [*sides(state), "neither"], rule=R["12.1"])
        umpire.declare("" if winner == "neither" else winner, "as the white cell judged", rule=R["12.1"])


def needed(state: State) -> bool:
    """Whether there is anything to do or decide."""
    return state.turn >= number(state, "turns")


KINDS: tuple[OrderKind, ...] = ()
