"""The space capability dashboard (2.1.3, 7.5, 7.6): each side's C2, PNT and ISR constellations, as tracks."""

from adjudication.engine.register import citations
from domain.table.state import State

R = citations("ows", __file__)

FUNCTIONS = ("c2", "pnt", "isr-die", "isr-pawns")
"""The tracks are called by the function and the side: `c2-blue`. C2 is a number of long-range strike actions
(7.5.1), PNT 1 or disrupted 0 (7.5.2), ISR a die and a number of pawns (7.6)."""


def c2(state: State, side: str) -> int:
    """Long-range strike actions that the side may take this turn (7.5.1)."""
    return state.track(f"c2-{side}")


def pnt_disrupted(state: State, side: str) -> bool:
    """Whether the side's strikes beyond one hex are demoted (7.5.2)."""
    return state.track(f"pnt-{side}") == 0


def isr_die(state: State, side: str) -> int:
    """The theater detection die; 0 for none (7.6)."""
    return state.track(f"isr-die-{side}")


def isr_pawns(state: State, side: str) -> int:
    """How many ISR pawns the side may place (7.6)."""
    return state.track(f"isr-pawns-{side}")
