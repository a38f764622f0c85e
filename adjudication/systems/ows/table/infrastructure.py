"""Strikes on infrastructure (9.9.7): ports, airfields and railways lose capacity, fuel and ammunition points
what they hold."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.counters import AMMUNITION, FACILITY, SPENT, Sheet, sheet, spent
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

FUEL = "fuel"


def stores(read: Sheet) -> bool:
    """Whether hits destroy what a point holds, and not its steps: ammunition and fuel (9.9.7d)."""
    return read.type in (AMMUNITION, FUEL) or bool(read.holds)


def stock(state: State, point: Piece) -> dict[str, int]:
    """What a point still holds, by name: salvos of munitions, or fuel."""
    held = {name: number - spent(state, point, name) for name, number in sheet(point).holds.items()}
    return {name: number for name, number in held.items() if number > 0}


def draw_down(umpire: Umpire, point: str, taken: dict[str, int], *, rule: str) -> None:
    """Mark so much of each thing off a point; only its side reads how much is left."""
    state = umpire.state
    used = dict(state.mark(point, SPENT, {}))
    for name, number in taken.items():
        used[name] = used.get(name, 0) + number
    umpire.mark(point, SPENT, used, rule=rule)


def destroyed_stocks(umpire: Umpire, point: str, die: int, number: int) -> int:
    """How many salvos, or how much fuel, so many hits destroy at a point: a die for each."""
    what = T("stocks destroyed", point=point)
    return umpire.tally(number, die, what, int, rule=R["2.2.2.6a"]) if number else 0


def lose_stocks(umpire: Umpire, point: Piece, number: int, held: dict[str, int]) -> None:
    """So many salvos, or so much fuel, is marked off; of several sorts the owner says which goes first."""
    names = list(held)
    if len(names) > 1 and number < sum(held.values()):
        question = T("stocks that are marked off first", point=point.id)
        first = umpire.choose(point.side, question, names, audience=(point.side,), rule=R["9.9.7d"])
        names = [first, *(name for name in names if name != first)]
    taken: dict[str, int] = {}
    for name in names:
        lost = min(number, held[name])
        number -= lost
        if lost:
            taken[name] = lost
    draw_down(umpire, point.id, taken, rule=R["9.9.7d"])


def is_infrastructure(piece: Piece) -> bool:
    """Whether a target is infrastructure (9.9.7a)."""
    return piece.kind.group in (FACILITY, AMMUNITION)


__all__ = [
    "destroyed_stocks",
    "draw_down",
    "is_infrastructure",
    "lose_stocks",
    "stock",
    "stores",
]
