"""Replenishment of tactical support units from depots in the Logistics & Regeneration Phase (10.13.2.4b)."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.logistics import (
    DELIVERED,
    DEPOT,
    TACTICAL,
    count,
    radius_of,
    support_of,
    support_units,
)
from adjudication.systems.ows.table.counters import SPENT, sheet, spent
from adjudication.systems.ows.table.infrastructure import draw_down, stock
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.state import State

R = citations("ows", __file__)


@dataclass(frozen=True, slots=True)
class Replenish:
    """Refill a tactical support unit from a depot: so much fuel, or so many ammunition steps of a type."""

    side: str
    unit: Contact
    depot: Contact
    goods: str
    amount: int


def replenish(umpire: Umpire, order: Replenish) -> None:
    """The goods change hands."""
    state = umpire.state
    depot = state.pieces[order.depot]
    draw_down(umpire, depot.id, {order.goods: order.amount}, rule=R["10.13.2.4b"])
    count(umpire, depot, DELIVERED, {order.goods: order.amount}, rule=R["10.13.2.4b"])
    used = dict(umpire.state.mark(order.unit, SPENT, {}))
    used[order.goods] -= order.amount
    left = {goods: number for goods, number in used.items() if number}
    umpire.mark(order.unit, SPENT, left or None, rule=R["10.13.2.4b"])


def short(state: State, side: str) -> list[str]:
    """The tactical support units that have issued anything."""
    return [
        id
        for id in support_units(state, side)
        if support_of(state.pieces[id]).echelon == TACTICAL and bool(state.mark(id, SPENT))
    ]


def depots(state: State, side: str, unit: str) -> list[str]:
    """The depots in whose distribution radius a support unit stands."""
    found = []
    for id in support_units(state, side):
        depot = state.pieces[id]
        if support_of(depot).echelon != DEPOT or unit not in state.pieces:
            continue
        apart = state.board.range(depot.place, state.pieces[unit].place)
        if apart is not None and apart <= radius_of(state, depot):
            found.append(id)
    return found


def goods(state: State, unit: str) -> list[str]:
    """What a support unit has issued: only as much of each commodity comes back, whatever room it has for
    others (10.13.2b)."""
    piece = state.pieces[unit]
    return [each for each in sheet(piece).holds if spent(state, piece, each) > 0]


def amounts(state: State, unit: str, depot: str, goods: str) -> range:
    """How much of a commodity a depot can deliver: what the unit has room for, the depot has left, and its
    transport still carries this turn (10.13.2a)."""
    source = state.pieces[depot]
    most = min(spent(state, state.pieces[unit], goods), stock(state, source).get(goods, 0))
    transports = support_of(source).transports
    if goods in transports:
        most = min(most, transports[goods] - state.mark(depot, DELIVERED, {}).get(goods, 0))
    return range(1, most + 1)


REPLENISH = Legality(
    IN_TURN,
    insist(
        lambda state: on(state, "logistics"),
        "logistics",
        R["10.13"],
        "played without combat service support",
    ),
    only("unit", short, "unit", R["10.13.2.4b"], "no support unit that needs anything"),
    only("depot", depots, "depot", R["10.13.2.4c"], "not within the distribution radius"),
    only("goods", goods, "goods", R["10.13.2b"], "no room for more goods"),
    only("amount", amounts, "amount", R["10.13.2a"], "cannot deliver so much"),
    arguments={"unit": short, "depot": depots, "goods": goods, "amount": amounts},
    sides=acting,
    phases=("regeneration",),
    elsewhere=R["10.13.2.4b"],
)
KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "replenish",
        Replenish,
        replenish,
        R["10.13.2.4b"],
        "refill a support unit from a depot",
        secret=True,
        legality=(REPLENISH,),
    ),
)
