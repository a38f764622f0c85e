"""Security force battles and partisan attacks (ground.5, ground.6, 10.15.10)."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire

R = citations("ows", __file__)


def begin(umpire: Umpire) -> None:
    """The impulse begins."""


def end(umpire: Umpire) -> None:
    """The impulse is over."""


KINDS: tuple[OrderKind, ...] = ()
