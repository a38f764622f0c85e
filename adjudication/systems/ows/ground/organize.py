"""Organize (ground.2): reserves and task organization, main efforts, and the missions of ground units."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire

R = citations("ows", __file__)

MISSION = "ground mission"
"""Mark of a ground unit: DEFENSE or DELAY; public. What Defense and Fortified add to its red shield is the
mark FORTIFIED of `damage`."""
DEFENSE, DELAY = "defense", "delay"


def begin(umpire: Umpire) -> None:
    """A Ground Phase begins."""


def end(umpire: Umpire) -> None:
    """All sides are organized."""


def end_of_turn(umpire: Umpire) -> None:
    """The last Ground Phase of the turn is over."""


KINDS: tuple[OrderKind, ...] = ()
