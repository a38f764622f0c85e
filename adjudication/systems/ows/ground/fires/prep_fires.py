"""Prep fires (ground.3.A): the actioning unit's artillery and assigned aircraft shape the battle."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.fires.fire import KIND, resolve
from adjudication.systems.ows.ground.forces.acting import actioning_side

R = citations("ows", __file__)


def begin(umpire: Umpire) -> None:
    """The actioning side declares its fires."""


def end(umpire: Umpire) -> None:
    """All are declared, and adjudicated (10.15.2b, 10.15.4)."""
    resolve(umpire, actioning_side(umpire.state))


KINDS: tuple[OrderKind, ...] = (KIND,)
