"""What transports carry, and what is lost with them (5.1.1.2a, 5.1.1.2b, 5.1.1.3d)."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.counters import GROUND, boxes_left
from adjudication.systems.ows.rsoi import STACKED, stacked_with
from adjudication.systems.ows.status import lose, own
from domain.table.state import Piece, State

R = citations("ows", __file__)


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


def lose_boxes(umpire: Umpire, ship: str, carried: list[int]) -> None:
    """A ship has lost boxes, given by the ground steps that each carries: for each with a ground unit symbol
    the units that it transports lose a step, also while they lie under RSO&I with it in port (5.1.1.2b). The
    owner says which."""
    for _ in filter(None, carried):
        state = umpire.state
        units = [*(unit.id for unit in cargo(state, ship)), *stacked_with(state, ship)]
        units = [unit for unit in dict.fromkeys(units) if state.pieces[unit].steps]
        if units:
            transport = state.pieces[ship]
            asked = f"Which unit transported by {transport.name} loses a step?"
            unit = umpire.choose_piece(transport.side, asked, units, rule=R["5.1.1.2b"])
            lose_steps(umpire, unit, 1, rule=R["5.1.1.2b"])


def lose_lift(umpire: Umpire, transport: str) -> None:
    """A transport aircraft is destroyed: the steps that it carried are lost, as long as they lie under RSO&I
    with it (5.1.1.3d)."""
    for unit in stacked_with(umpire.state, transport):
        lifts = umpire.state.mark(unit, STACKED)
        lost = [lift for lift in lifts if transport in lift["by"]]
        left = [lift for lift in lifts if lift not in lost]
        own(umpire, unit, STACKED, left or None, rule=R["5.1.1.3d"])
        lose_steps(umpire, unit, sum(lift["steps"] for lift in lost), rule=R["5.1.1.3d"])


def lose_steps(umpire: Umpire, unit: str, number: int, *, rule: str) -> None:
    """A unit that is transported loses steps, and is lost with the last."""
    piece = umpire.state.pieces[unit]
    left = max(0, piece.steps - number)
    if left < piece.steps:
        umpire.change(unit, steps=left, rule=rule)
        if not left:
            lose(umpire, unit, rule=rule)
