"""Secret orders: handed in sealed, opened together, then given by the white cell.

What everyone sees of sealed orders is their digest (`adjudication.engine.sealing`). When they are opened,
salt and orders are shown, and anyone can make the digest again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudication.engine.orders import Order, as_data
from adjudication.engine.sealing import digest_of
from adjudication.engine.systems import RuleSystem
from domain.errors import BadData, NotFound, Refused
from domain.events import OrderGiven, SecretOrderDropped, SecretOrderSealed, SecretOrdersOpened
from domain.events.secret_orders import Opened
from domain.game.game import Game
from domain.table.state import State

MOST_ORDERS = 200
"""Orders that one side may seal at once."""


def check_sealing(state: State, side: str, orders: Sequence[Order]) -> None:
    """Raises Refused for orders that cannot be sealed."""
    if state.closed or state.verdict is not None:
        raise Refused(f"This game is {'closed' if state.closed else 'decided'}; nothing can be ordered.")
    state.check_side(side)
    phase = state.phase_now()
    if phase is not None and "submit" not in phase.may(side):
        assert state.opened is not None
        named = [each.name for each in state.opened.phases if "submit" in each.may(side)]
        when = " and ".join(named) or "no phase of this scenario"
        raise Refused(f"{state.sides[side].name} submits orders in {when}; this is {state.phase}.")
    if len(orders) > MOST_ORDERS:
        raise BadData(f"At most {MOST_ORDERS} orders can be sealed at once.")
    other = next((order.side for order in orders if order.side not in ("", side)), None)
    if other is not None:
        raise BadData(f"An order of {other} cannot be sealed by {side}.")


def sealing(
    number: int, time: str, side: str, orders: Sequence[Order], salt: str, by: str
) -> SecretOrderSealed:
    """The event by which a side hands in its orders; only that side may know what they are."""
    content = tuple(as_data(order.data()) for order in orders)
    return SecretOrderSealed(
        number=number,
        time=time,
        audience=(side,),
        side=side,
        digest=digest_of(salt, content),
        salt=salt,
        orders=content,
        by=by,
    )


def awaited(state: State, of: Sequence[str] = ()) -> list[str]:
    """The sides that have sealed nothing of those in `of`; by default of all that people play."""
    must = of or state.players()
    sealed = {sealing.side for sealing in state.cell.sealed.values()}
    return [side for side in must if side not in sealed]


def opening(
    system: RuleSystem, state: State, number: int, time: str, of: Sequence[str], by: str, because: str
) -> list[SecretOrdersOpened]:
    """The events that open all sealed orders: one for what everyone may read, and one for each side that
    has orders which the rules keep secret. Raises Refused when a side that must has sealed nothing, unless
    a reason is given, or when the seal of one does not fit."""
    for side in of:
        state.check_side(side)
    sealed = state.cell.sealed
    if not sealed:
        raise NotFound("No orders are sealed just now; `whitecell submit --as SIDE ORDER` hands some in.")
    missing = awaited(state, of)
    if missing and not because.strip():
        raise Refused(
            f"Still to seal: {', '.join(missing)}; wait, or open the rest with --anyway --because REASON."
        )
    shown: dict[tuple[str, ...] | None, dict[str, Opened]] = {}
    for at, event in sealed.items():
        if digest_of(event.salt, event.orders) != event.digest:
            raise Refused(f"The orders that {event.side} sealed (event {at}) are not those of their digest.")
        audience = (event.side,) if any(_is_secret(system, order) for order in event.orders) else None
        shown.setdefault(audience, {})[str(at)] = Opened(event.side, event.salt, event.orders)
    return [
        SecretOrdersOpened(
            number=number + place, time=time, audience=audience, opened=opened, by=by, because=because
        )
        for place, (audience, opened) in enumerate(shown.items())
    ]


def _is_secret(system: RuleSystem, order: Mapping[str, Any]) -> bool:
    kind = system.orders.get(str(order.get("order")))
    return kind is not None and kind.secret


def to_give(game: Game, precedence: Sequence[str] = ()) -> list[Order]:
    """Of the orders opened last those that have been neither given nor dropped since, by precedence.

    precedence: sides, first to last; those not named come after them, in the order of the game's sides. A
    side's own orders stay in the order it wrote them. Raises NotFound for a side that is not there.
    """
    for side in precedence:
        game.state.check_side(side)
    together = _opened_last(game)
    if not together:
        return []
    orders = [
        Order(opened.side, str(order.get("order")), _arguments(order))
        for event in together
        for opened in event.opened.values()
        for order in opened.orders
    ]
    given = [
        (event.side, event.order, event.arguments)
        for event in game.log[together[0].number :]
        if isinstance(event, OrderGiven) and event.number not in game.struck
    ]
    given += [
        (event.side, str(event.order.get("order")), _arguments(event.order))
        for event in game.log[together[0].number :]
        if isinstance(event, SecretOrderDropped)
    ]
    left = []
    for order in orders:
        key = (order.side, order.name, order.arguments)
        if key in given:
            given.remove(key)
        else:
            left.append(order)
    places = [*precedence, *(side for side in game.state.sides if side not in precedence)]
    return sorted(left, key=lambda order: places.index(order.side))


def _arguments(order: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in order.items() if name != "order"}


def _opened_last(game: Game) -> list[SecretOrdersOpened]:
    """The events that opened orders together last."""
    together: list[SecretOrdersOpened] = []
    for event in reversed(game.log):
        if isinstance(event, SecretOrdersOpened):
            together.insert(0, event)
        elif together:
            break
    return together


def dropping(
    game: Game, number: int, time: str, place: int, precedence: Sequence[str], by: str, because: str
) -> SecretOrderDropped:
    """The event by which the order at that place in the list of those to give is not given.

    Who could read it when it was opened can read that. Raises BadData without a reason, NotFound for a
    place that the list does not have.
    """
    if not because.strip():
        raise BadData("To drop an opened order needs a reason: --because REASON.")
    left = to_give(game, precedence)
    if not 1 <= place <= len(left):
        raise NotFound(f"There is no opened order {place}; {_count(len(left))} to be given.")
    order = left[place - 1]
    content = order.data()
    audience = next(
        event.audience
        for event in _opened_last(game)
        if any(opened.side == order.side and content in opened.orders for opened in event.opened.values())
    )
    return SecretOrderDropped(
        number=number,
        time=time,
        audience=audience,
        side=order.side,
        order=content,
        by=by,
        because=because,
    )


def _count(orders: int) -> str:
    return "1 is left" if orders == 1 else f"{orders or 'none'} are left"


def flat(order: Mapping[str, Any]) -> str:
    """An order as it is typed, but for quotes: `move piece=cts-1 to=0407`."""
    return " ".join([str(order.get("order")), *(f"{k}={v}" for k, v in _arguments(order).items())])
