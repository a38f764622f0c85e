"""Special operations (6.6), information and cyber (7), theater ISR (8) and target lists."""

from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.ows.player.picture import (
    enemies,
    is_carrier,
    is_to_land,
    near,
    places_to_hold,
    worth,
)
from adjudication.systems.ows.strike_warfare.strike_plans import listed
from adjudication.systems.ows.table.counters import GROUND, SHIP, sheet
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.tokens import by_name, effect_of
from adjudication.systems.ows.theater_isr.isr import pawns
from domain.table.state import State

MOST_LISTED = 3
"""Targets that a staff puts on its list each turn."""


def special_operations(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Teams raid what is worth most, and come home when there is nothing near them."""
    best: tuple[int, Order] | None = None
    for group in legal.named("sof-mission"):
        for order in (group.order(n) for n in range(len(group))):
            if order.side != side:
                break
            target = state.pieces.get(str(order.arguments.get("target")))
            merit = worth(state, side, target) if target is not None else 1
            merit += 5 * (order.arguments["mission"] == "direct action")
            if best is None or merit > best[0]:
                best = merit, order
    if best is not None:
        return best[1]
    for group in legal.named("insert"):
        if group.side == side and group.vary == "hex":
            rich = {hex: _prey(state, side, hex) for hex in group.values}
            hex = max(rich, key=lambda each: rich[each])
            if rich[hex]:
                return Order(side, "insert", {**group.fixed, "hex": hex})
        elif group.side == side and len(group) and _prey(state, side, str(group.fixed.get("hex", ""))):
            return group.order(0)
    for group in legal.named("recover"):
        if group.side == side and len(group):
            order = group.order(0)
            if not _prey(state, side, state.where(order.arguments["team"])):
                return order
    return None


def _prey(state: State, side: str, hex: str) -> int:
    """What is worth raiding in a hex."""
    return sum(
        worth(state, side, state.pieces[each.name])
        for each in enemies(state, side)
        if each.known and each.place == hex
    )


FUNCTIONS = ("isr-die", "c2", "isr-pawns", "pnt")
"""The functions of the dashboard, those first that matter most."""


def information(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Attacks on the enemy's eyes and command, protection for one's own, countermeasures over the
    carriers."""
    best: tuple[int, Order] | None = None
    for name in ("influence", "cyber"):
        for group in legal.named(name):
            if group.side != side:
                continue
            for order in (group.order(n) for n in range(len(group))):
                merit = _merit(state, side, order)
                if merit > 0 and (best is None or merit > best[0]):
                    best = merit, order
    return best[1] if best is not None else None


def _merit(state: State, side: str, order: Order) -> int:
    function = order.arguments.get("function")
    if function:
        kind = str(function).rpartition(":")[2]
        place = next((n for n, each in enumerate(FUNCTIONS) if each in kind), len(FUNCTIONS))
        return 40 - 5 * place
    target = str(order.arguments.get("target", ""))
    id = by_name(state, side).get(target) or state.called(side, target)
    if id is None:
        return 1
    unit = state.pieces[id]
    token = state.pieces.get(str(order.arguments.get("token")))
    if token is not None and effect_of(token).combat and _can_strike(state, side):
        return 0  # it is placed as the strike is made
    if unit.side == side:
        return 30 if is_carrier(unit) else 5 + len(sheet(unit).shields)
    return 20 - 3 * near(state, unit.place, places_to_hold(state, side))


def _can_strike(state: State, side: str) -> bool:
    """Whether the side has found an enemy unit other than an installation."""
    return any(
        each.known and state.pieces[each.name].kind.group in (SHIP, GROUND) for each in enemies(state, side)
    )


def survey(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Pawns go where most is unknown, surface contacts before others."""
    for group in legal.named("survey"):
        if group.side == side and len(group):
            there = pawns(state, side) if is_to_land(state, side) else []
            looked = {hex: _unknown(state, side, hex) // (1 + there.count(hex)) for hex in group.values}
            return Order(side, "survey", {**group.fixed, "hex": max(looked, key=lambda hex: looked[hex])})
    return None


SHIP_KILLERS = 15
"""How much more it matters to look where missiles against ships may stand, for a side that is to land."""


def _unknown(state: State, side: str, hex: str) -> int:
    coast = SHIP_KILLERS * (is_to_land(state, side) and not tactical(state, hex))
    return sum(
        (30 if SHIP in each.groups else 20 + coast)
        for each in enemies(state, side)
        if each.place == hex and not each.known
    )


def target_list(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The detected units that are worth most."""
    if len(listed(state, side)) >= MOST_LISTED:
        return None
    best: tuple[int, Order] | None = None
    for group in legal.named("target"):
        for order in (group.order(n) for n in range(len(group))):
            if order.side != side:
                break
            unit = state.pieces.get(order.arguments["target"])
            merit = worth(state, side, unit) if unit is not None else 0
            if (
                merit
                and order.arguments["target"] not in listed(state, side)
                and (best is None or merit > best[0])
            ):
                best = merit, order
    return best[1] if best is not None else None
