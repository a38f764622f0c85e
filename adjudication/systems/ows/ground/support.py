"""Supporting fires of attacker and defender (ground.3.D, ground.3.E, 10.15.6)."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire

R = citations("ows", __file__)


def begin(umpire: Umpire) -> None:
    """The impulse begins."""


def end(umpire: Umpire) -> None:
    """The impulse is over."""


KINDS: tuple[OrderKind, ...] = ()
