"""Engineers of the staff (10.7, 10.11, 10.12): bridges and obstacles where they help, and what would help the
enemy taken away."""

from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.ows.ground.forces.engineers import obstacle
from adjudication.systems.ows.player.land import facing, far, gate, near_enemy, to_hold, troops
from domain.table.state import State

WITHIN_REACH = 2
"""How near the enemy is, in hexes, when he could soon use what lies there."""
IN_USE = 2
"""How near to a bridge a side's own units are, in hexes, that may want to come back over it."""


def build(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Obstacles of the enemy come down where he could come back to them; bridges where nobody stands in
    the way, obstacles before what is to be held."""
    cleared = _clear(state, side, legal)
    if cleared is not None:
        return cleared
    best: tuple[int, Order] | None = None
    for group in legal.named("bridge"):
        for order in (group.order(nth) for nth in range(len(group)) if group.side == side):
            merit = gate(state, side, order.arguments["to"])
            if best is None or merit > best[0]:
                best = merit, order
    if best is not None and best[0] > 0:
        return best[1]
    for group in legal.named("obstacle"):
        for order in (group.order(nth) for nth in range(len(group)) if group.side == side):
            here = state.pieces[order.arguments["engineers"]].place
            if here in to_hold(state, side) or facing(state, side, here) > 0:
                return order
    return None


def _clear(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The enemy's Obstacles; one's own stay, which hinder the enemy alone."""
    for group in legal.named("clear-obstacle"):
        for order in (group.order(nth) for nth in range(len(group)) if group.side == side):
            if obstacle(state, str(order.arguments["hex"])) != side:
                return order
    return None


def level(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Fortified positions that nobody holds, where the enemy could take them over."""
    manned = {unit.place for unit in troops(state, side)}
    for group in legal.named("level"):
        for order in (group.order(nth) for nth in range(len(group)) if group.side == side):
            hex = str(order.arguments["hex"])
            if hex not in manned and near_enemy(state, side, hex) <= WITHIN_REACH:
                return order
    return None


def take_up(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Bridges that the enemy could use, and those that no unit is near any more to use."""
    for group in legal.named("take-up-bridge"):
        for order in (group.order(nth) for nth in range(len(group)) if group.side == side):
            ends = [str(order.arguments[end]) for end in ("hex", "to")]
            over = _beyond(state, side, *ends)
            threatened = min(near_enemy(state, side, end) for end in ends) <= WITHIN_REACH
            if not over and (threatened or not _near(state, side, ends)):
                return order
    return None


def _near(state: State, side: str, ends: list[str]) -> bool:
    return any(far(state, unit.place, end) <= IN_USE for unit in troops(state, side) for end in ends)


def _beyond(state: State, side: str, end: str, over: str) -> bool:
    """Whether units of a side stand beyond a bridge, near its far end."""
    return any(
        far(state, unit.place, over) <= IN_USE and far(state, unit.place, over) < far(state, unit.place, end)
        for unit in troops(state, side)
    )
