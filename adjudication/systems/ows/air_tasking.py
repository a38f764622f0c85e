"""The air tasking order (6.5): missions, fuel, tankers, bases, packages, assaults from the air."""

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
