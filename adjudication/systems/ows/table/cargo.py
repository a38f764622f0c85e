"""What transports carry (5.1.1.2a); what is lost with them is in `damage`."""

from adjudication.systems.ows.table.counters import GROUND, boxes_left
from domain.table.state import Piece, State


def cargo(state: State, ship: str) -> list[Piece]:
    """The ground units aboard a ship."""
    return [piece for piece in state.aboard(ship) if piece.kind.group == GROUND]


def capacity(ship: Piece) -> int:
    """The ground steps that a ship carries with the boxes that it has left (5.1.1.2a)."""
    return sum(box.carries for box in boxes_left(ship))


def room(state: State, ship: Piece) -> int:
    """How many more steps a ship can take aboard."""
    return capacity(ship) - sum(unit.steps for unit in cargo(state, ship.id))


def steps(number: int) -> str:
    """A number of steps in words."""
    return f"{number} step" if number == 1 else f"{number} steps"
