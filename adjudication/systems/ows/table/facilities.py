"""Ports, airfields and railheads (2.1.7): whose they are, and how much a port still handles this turn."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.counters import FACILITY, sheet
from adjudication.systems.ows.table.status import HANDLED, holder
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)

PORT, AIRFIELD, RAILHEAD = "port", "airfield", "railhead"
"""Types of facilities."""


@derived
def facilities(state: State, type: str) -> tuple[str, ...]:
    """All facilities of a type, in the order of the scenario."""
    return tuple(piece.id for piece in state.of_group(FACILITY) if sheet(piece).type == type)


def friendly(state: State, side: str, facility: Piece) -> bool:
    """Whether a side holds a facility: it goes with its hex."""
    return (holder(state, facility.place) or facility.side) == side


@derived
def held(state: State, side: str, type: str) -> dict[str, str]:
    """The facilities of a type that a side holds: hex to id."""
    found = [state.pieces[id] for id in facilities(state, type)]
    return {each.place: each.id for each in found if friendly(state, side, each)}


def throughput(state: State, port: Piece) -> int:
    """How many steps a port may still embark or offload this turn: its boxes that are left, less what it has
    handled (2.1.7.1b)."""
    return max(0, port.steps - state.mark(port.id, HANDLED, 0))


def handle(umpire: Umpire, port: Piece, number: int, *, rule: str) -> None:
    """A port embarks or offloads so many steps, or resupplies so many ships (2.1.7.1b, 11.9)."""
    state = umpire.state
    done = state.mark(port.id, HANDLED, 0) + number
    holding = holder(state, port.place) or port.side
    umpire.mark(port.id, HANDLED, done, rule=rule, audience=(holding,))
