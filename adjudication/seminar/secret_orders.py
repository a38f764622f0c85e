"""Secret orders: submitted sealed, opened together, then given by the white cell.

What everyone sees of sealed orders is their digest (`adjudication.engine.sealing`). They are opened for the
white cell alone, or for sides too: these are shown salt and orders, and can make the digest again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order, as_data
from adjudication.engine.sealing import digest_of
from adjudication.engine.session import Session
from domain.errors import BadData, NotFound, Refused
from domain.events import (
    OrderGiven,
    PhaseEntered,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
    Sides,
)
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
    system: RuleSystem,
    state: State,
    number: int,
    time: str,
    of: Sequence[str],
    by: str,
    because: str,
    to: Sides = (),
) -> list[SecretOrdersOpened]:
    """The events that open all sealed orders for the white cell, and for the sides in `to` (None: everyone):
    one for what these may read, and one for each side that has orders which the rules keep secret. Raises
    Refused when a side that must has sealed nothing, unless a reason is given, or when the seal of one does
    not fit."""
    of = [state.side_named(side) for side in of]
    for side in to or ():
        state.check_side(side)
    sealed = state.cell.sealed
    if not sealed:
        raise NotFound("There are no sealed orders to open; `whitecell submit --as SIDE ORDER` submits some.")
    missing = awaited(state, of)
    if missing and not because.strip():
        named = ", ".join(state.sides[side].name for side in missing)
        raise Refused(f"Not submitted yet: {named}. Wait, or open the others with --anyway --because REASON.")
    shown: dict[tuple[str, ...] | None, dict[str, Opened]] = {}
    for at, event in sealed.items():
        if digest_of(event.salt, event.orders) != event.digest:
            raise Refused(f"The orders that {event.side} sealed (event {at}) are not those of their digest.")
        secret = any(_is_secret(system, order) for order in event.orders)
        audience = (event.side,) if secret and to != () else to
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


class Left(NamedTuple):
    """An opened order that has been neither given nor dropped.

    sealed: the event that sealed it. opened: the event that opened it. clock: turn and phase in which it was
    sealed. together: the number of that opening, from 0.
    """

    order: Order
    sealed: int
    opened: SecretOrdersOpened
    clock: tuple[int, str]
    together: int


def to_give(game: Game, precedence: Sequence[str] = ()) -> list[Order]:
    """The opened orders that have been neither given nor dropped, as `left_to_give` has them."""
    return [each.order for each in left_to_give(game, precedence)]


def left_to_give(game: Game, precedence: Sequence[str] = ()) -> list[Left]:
    """The opened orders that have been neither given nor dropped: those opened first come first, of those
    opened together those of the sides in `precedence`, first to last, then the others in the order of the
    game's sides. A side's own orders stay in the order it wrote them. Raises NotFound for a side that is not
    there."""
    precedence = [game.state.side_named(side) for side in precedence]
    left: list[Left] = []
    clock = (0, "")
    clocks: dict[int, tuple[int, str]] = {}
    together, before = -1, False
    for event in game.log:
        if isinstance(event, SecretOrdersOpened):
            together += not before
            left += [
                Left(
                    Order(opened.side, str(order.get("order")), _arguments(order)),
                    int(number),
                    event,
                    clocks.get(int(number), clock),
                    together,
                )
                for number, opened in event.opened.items()
                for order in opened.orders
            ]
        elif isinstance(event, SecretOrderSealed):
            clocks[event.number] = clock
        elif event.number in game.struck:
            pass
        elif isinstance(event, PhaseEntered):
            clock = (event.turn, event.phase)
        elif isinstance(event, OrderGiven):
            _settle(left, event.side, event.order, event.arguments)
        elif isinstance(event, SecretOrderDropped):
            _settle(left, event.side, str(event.order.get("order")), _arguments(event.order))
        before = isinstance(event, SecretOrdersOpened)
    places = [*precedence, *(side for side in game.state.sides if side not in precedence)]
    last = len(places)  # of a side whose joining was undone
    known = {side: number for number, side in enumerate(places)}
    return sorted(left, key=lambda each: (each.together, known.get(each.order.side, last)))


def _settle(left: list[Left], side: str, name: str, arguments: Mapping[str, Any]) -> None:
    """Take an order that was given, or dropped, off the list."""
    for place, each in enumerate(left):
        if (each.order.side, each.order.name, each.order.arguments) == (side, name, arguments):
            del left[place]
            return


def is_late(session: Session, each: Left, by: str = "") -> str:
    """Why the rules refuse an opened order now whose phase is over; empty where it can be given."""
    state = session.state
    if each.clock == (state.turn, state.phase):
        return ""
    with session.on_trial():
        try:
            session.order(each.order, by)
        except Refused as refused:
            return refused.sentence
    return ""


def _arguments(order: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in order.items() if name != "order"}


def dropping(
    game: Game, number: int, time: str, place: int, precedence: Sequence[str], by: str, because: str
) -> SecretOrderDropped:
    """The event by which the order at that place in the list of those to give is not given.

    Who could read it when it was opened can read that. Raises BadData without a reason, NotFound for a
    place that the list does not have.
    """
    if not because.strip():
        raise BadData("To drop an opened order needs a reason: --because REASON.")
    (left,) = numbered(game, [place], precedence)
    return SecretOrderDropped(
        number=number,
        time=time,
        audience=left.opened.audience,
        side=left.order.side,
        order=left.order.data(),
        by=by,
        because=because,
    )


def numbered(game: Game, places: Sequence[int], precedence: Sequence[str] = ()) -> list[Left]:
    """The orders at those places in the list of those to give. Raises NotFound."""
    left = left_to_give(game, precedence)
    for place in places:
        if not 1 <= place <= len(left):
            raise NotFound(f"There is no opened order {place}; {_count(len(left))} to be given.")
    return [left[place - 1] for place in dict.fromkeys(places)]


def _count(orders: int) -> str:
    return "1 is left" if orders == 1 else f"{orders or 'none'} are left"


def flat(order: Mapping[str, Any]) -> str:
    """An order as it is typed, but for quotes: `move piece=cts-1 to=0407`."""
    return " ".join([str(order.get("order")), *(f"{k}={v}" for k, v in _arguments(order).items())])
