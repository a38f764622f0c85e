"""Ground movement (10.10) in the impulses 3.C and 3.G."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire

R = citations("ows", __file__)


def begin(umpire: Umpire) -> None:
    """The impulse begins."""


def end(umpire: Umpire) -> None:
    """The impulse is over."""


KINDS: tuple[OrderKind, ...] = ()
