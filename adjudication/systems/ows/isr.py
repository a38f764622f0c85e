"""Detection (8): theater ISR, local sensors, and strike plans."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from domain.table.state import State

R = citations("ows", __file__)


def begin(umpire: Umpire) -> None:
    """What happens as the phase begins."""


def end(umpire: Umpire) -> None:
    """What happens as the phase ends."""


def needed(state: State) -> bool:
    """Whether there is anything to do or decide."""
    return False


KINDS: tuple[OrderKind, ...] = ()


def begin_strike_plans(umpire: Umpire) -> None:
    """What happens as the step begins."""


def end_strike_plans(umpire: Umpire) -> None:
    """What happens as the step ends."""


def plans_needed(state: State) -> bool:
    """Whether there is anything to plan for (8.7)."""
    return False
