"""Resupply (2.2.2.5, 2.2.2.6, 11.9): spent munitions are refilled from ammunition points and ports, against
the critical munitions inventory."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.support.reset import munitions
from adjudication.systems.ows.table.charts import rows
from adjudication.systems.ows.table.counters import (
    AMMUNITION,
    FACILITY,
    GROUND,
    SHIP,
    SPENT,
    SUBMARINE,
    Shield,
    Weapon,
    sheet,
    spent,
)
from adjudication.systems.ows.table.facilities import PORT, friendly, handle, throughput
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import RESUPPLIED, on_map
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.state import Piece, State
from domain.texts import as_argument

R = citations("ows", __file__)
T = texts("ows")

PORTS = "resupply-ports"
"""Chart: the ports that can resupply ships, where the scenario limits them (11.9b)."""


# --- resupply: 11.9, 2.2.2.5, 2.2.2.6 -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resupply:
    """Refill some of a unit's spent munitions, by the id of weapon or shield, from a stock in its hex: an
    ammunition point, or a port that has one (11.9)."""

    side: str
    unit: Contact
    munition: str
    stock: Contact
    salvos: int


def resupply(umpire: Umpire, order: Resupply) -> None:
    """The stock and the inventory go down by what is refilled; a ship takes one port action a turn."""
    state = umpire.state
    unit, stock = state.pieces[order.unit], state.pieces[order.stock]
    item = named(unit, order.munition)
    assert item is not None
    used = dict(state.mark(unit.id, SPENT, {}))
    for id in {item.id: 0, item.shares: 0}:
        if id in used:
            used[id] -= min(used[id], order.salvos)
    umpire.mark(unit.id, SPENT, {id: count for id, count in used.items() if count} or None, rule=R["11.9a"])
    drawn = dict(state.mark(stock.id, SPENT, {}))
    drawn[item.name] = drawn.get(item.name, 0) + order.salvos
    umpire.mark(stock.id, SPENT, drawn, rule=R["2.2.2.6"], audience=(order.side,))
    inventory = inventory_of(order.side, item)
    if inventory in state.tracks:
        umpire.score(
            inventory,
            -order.salvos,
            why=T("munition that is refilled", munition=as_argument(item.name)),
            rule=R["2.2.2.5"],
        )
    if afloat(unit) and not state.mark(unit.id, RESUPPLIED):
        port = port_of(umpire.state, unit)
        assert port is not None
        handle(umpire, port, 1, rule=R["11.9b"])
        umpire.mark(unit.id, RESUPPLIED, True, rule=R["11.9b"])


def named(unit: Piece, id: str) -> Weapon | Shield | None:
    """A unit's weapon or shield of that id."""
    return next((item for item in munitions(sheet(unit)) if item.id == id), None)


def inventory_of(side: str, item: Weapon | Shield) -> str:
    """The track of the scenario's critical munitions inventory for a munition, if it has one."""
    return f"inventory-{side}-{item.name.lower().replace(' ', '-')}"


def afloat(unit: Piece) -> bool:
    """Whether a unit refills in port alone (11.9b)."""
    return unit.kind.group in (SHIP, SUBMARINE)


def port_of(state: State, unit: Piece) -> Piece | None:
    """The port in a ship's hex that can resupply it: its side's, among those that the scenario names."""
    listed = [row["port"] for row in rows(state, PORTS)]
    for port in state.pieces_at(unit.place):
        if port.kind.group != FACILITY or sheet(port).type != PORT or (listed and port.id not in listed):
            continue
        if friendly(state, unit.side, port):
            return port
    return None


def in_stock(state: State, stock: Piece, item: Weapon | Shield) -> int:
    """Salvos of a munition that a stock has left."""
    if not stock.steps:
        return 0
    return sheet(stock).holds.get(item.name, 0) - spent(state, stock, item.name)


def stocks(state: State, unit: str, munition: str) -> tuple[str, ...]:
    """The stocks in a unit's hex that hold a munition: ammunition points of its side, and for a ship the
    port."""
    piece = state.pieces.get(unit)
    item = named(piece, munition) if piece is not None else None
    if piece is None or item is None:
        return ()
    port = port_of(state, piece) if afloat(piece) else None
    return tuple(
        stock.id
        for stock in state.pieces_at(piece.place)
        if (stock.kind.group == AMMUNITION and stock.side == piece.side)
        or (port is not None and stock.id == port.id)
        if in_stock(state, stock, item) > 0
    )


def units_spent(state: State, side: str) -> list[str]:
    """A side's units on the map that have spent munitions and stand where there is a stock of them."""
    places = {stock.place for stock in stock_pieces(state)}
    used = state.marked(SPENT)
    return [
        id
        for id in on_map(state, side)
        if id in used
        and state.pieces[id].place in places
        and state.pieces[id].kind.group in (SHIP, SUBMARINE, GROUND)
    ]


def stock_pieces(state: State) -> list[Piece]:
    """All ammunition points, and ports that hold a stock."""
    ports = [port for port in state.of_group(FACILITY) if sheet(port).holds]
    return [*state.of_group(AMMUNITION), *ports]


def munitions_spent(state: State, unit: str) -> tuple[str, ...]:
    """The munitions of a unit that are spent, by id."""
    return tuple(state.mark(unit, SPENT, {}))


def amounts(state: State, unit: str, munition: str, stock: str, side: str) -> range:
    """How many salvos may be refilled."""
    item = named(state.pieces[unit], munition)
    if item is None:
        return range(0)
    most = min(spent(state, state.pieces[unit], munition), in_stock(state, state.pieces[stock], item))
    inventory = inventory_of(side, item)
    if inventory in state.tracks:
        most = min(most, state.track(inventory))
    return range(1, most + 1)


def allowed(state: State) -> bool:
    """Whether the scenario lets missiles be resupplied (2.2.2.5)."""
    return on(state, "missile_resupply")


def port_action_left(state: State, unit: str) -> bool:
    """Whether a ship has a port action to be refilled with; other units need none."""
    piece = state.pieces.get(unit)
    if piece is None or not afloat(piece) or state.mark(unit, RESUPPLIED):
        return True
    port = port_of(state, piece)
    return port is not None and throughput(state, port) > 0


RESUPPLY = Legality(
    IN_TURN,
    insist(allowed, "scenario", R["2.2.2.5"], "this scenario does not allow missiles to be resupplied"),
    only("unit", units_spent, "unit", R["11.9a"], "spent nothing, or at no stock"),
    insist(port_action_left, "port", R["11.9b"], "needs a port to be refilled"),
    only("munition", munitions_spent, "munition", R["11.9a"], "not spent of that munition"),
    only("stock", stocks, "stock", R["11.9a"], "no stock of it there"),
    only("salvos", amounts, "salvos", R["2.2.2.5"], "so many cannot be refilled"),
    arguments={"unit": units_spent, "munition": munitions_spent, "stock": stocks, "salvos": amounts},
    sides=acting,
    phases=("regeneration",),
    elsewhere=R["seq.7.I"],
)
