"""The Operations Phase (6.0): who acts next, passing, and the end of the phase."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.phases import OPERATIONS
from adjudication.systems.somalia.sides import chief
from domain.table.state import State

R = citations("somalia", __file__)

TO_ACT = "to act"
"""Mark of the game: the side that conducts the next mission, or passes (6.0a)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Conduct no mission now (6.0b)."""

    side: str


def begin(umpire: Umpire) -> None:
    """The Bandit player says who acts first (6.0a)."""
    umpire.mark("game", TO_ACT, chief(umpire.state), rule=R["6.0a"])


def acting(state: State) -> tuple[str, ...]:
    """Who conducts the next mission."""
    side = state.mark("game", TO_ACT)
    return (side,) if side else ()


def pass_(umpire: Umpire, order: Pass) -> None:
    """The side does nothing now."""


def pass_order(state: State) -> Order | None:
    """The order by which the side in turn passes."""
    sides = acting(state)
    return Order(sides[0], "pass") if sides and state.phase == OPERATIONS else None


PASS = Legality(sides=acting, phases=(OPERATIONS,), elsewhere=R["6.0b"])
KINDS = (OrderKind("pass", Pass, pass_, R["6.0b"], "conduct no mission now", legality=(PASS,)),)
