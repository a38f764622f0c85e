"""What the staff decides before anything moves (4): its order sheet, its main effort, its reserve."""

from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.ows.command.cards import effect_of
from adjudication.systems.ows.command.planning import ORDERS
from adjudication.systems.ows.ground.forces.designations import designated
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.player.fires import first_of
from adjudication.systems.ows.player.picture import (
    aims,
    enemies,
    is_carrier,
    near,
    of_groups,
    own,
    places_to_hold,
    worth,
)
from adjudication.systems.ows.table.counters import GROUND, SHIP, SUBMARINE
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import MAIN_EFFORT, RESERVE, sides
from domain.table.state import Piece, State

MOST_WRITTEN = 3
"""Names in a line of the order sheet."""


def planning(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Cards first, then the order sheet of the turn, and once the main effort and the reserve."""
    return (
        _card(state, side, legal)
        or _sheet(state, side)
        or _effort(state, side, legal)
        or _reserve(state, side)
    )


def _card(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Cards are played as soon as they can be; those that let its formations act first wait for a turn in
    which the enemy would."""
    for group in legal.named("card"):
        for order in (group.order(nth) for nth in range(len(group)) if group.side == side):
            first = "own" in effect_of(state.pieces[order.arguments["card"]]).ground_order
            if not first or sides(state)[0] != side or state.turn >= number(state, "turns"):
                return order
    return None


def _sheet(state: State, side: str) -> Order | None:
    """The order sheet: what is to be held, what the commander must know, what is to be struck first."""
    written = state.mark(side, ORDERS)
    if ground_war(state) or (written and written["move"] == state.turn):
        return None
    places = [state.board.spaces[hex].name or hex for hex in places_to_hold(state, side)][:MOST_WRITTEN]
    carriers = [ship.name for ship in _carriers(state, side)][:MOST_WRITTEN]
    known = [state.pieces[each.name] for each in enemies(state, side) if each.known]
    known.sort(key=lambda unit: -worth(state, side, unit))
    intent = f"Find, fix and strike what comes near {_joined(places)}." if places else "Find, fix and strike."
    said = {
        "guidance": intent,
        "pir": ["Where are the enemy's carriers and landing ships?"],
        "ffir": [f"Damage to {name}." for name in carriers],
        "objectives": "; ".join(dict.fromkeys(what for what, _, _ in aims(state, side))),
        "priority_targets": _joined([unit.name for unit in known[:MOST_WRITTEN]]),
    }
    return Order(side, "guidance", {name: text for name, text in said.items() if text})


def _joined(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _carriers(state: State, side: str) -> list[Piece]:
    return [ship for ship in of_groups(state, own(state, side), SHIP) if is_carrier(ship)]


def _effort(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The carrier, or who carries the landing force, is the main effort."""
    if designated(state, side, MAIN_EFFORT):
        return None
    if ground_war(state):
        return first_of(legal, side, "main-effort")
    ships = of_groups(state, own(state, side), SHIP)
    first = max(ships, key=lambda ship: (is_carrier(ship), len(state.aboard(ship.id))), default=None)
    units = [first] if first is not None else of_groups(state, own(state, side), GROUND)
    return Order(side, "main-effort", {"unit": units[0].id}) if units else None


def _reserve(state: State, side: str) -> Order | None:
    """Whoever can be sent anywhere is the reserve: a submarine in the ocean, or troops inland."""
    if ground_war(state) or designated(state, side, RESERVE):
        return None
    places = places_to_hold(state, side)
    units = of_groups(state, own(state, side), SUBMARINE, GROUND)
    far = max(
        units,
        key=lambda unit: near(state, unit.place, places),
        default=None,
    )
    return Order(side, "reserve", {"units": [far.id]}) if far is not None else None
