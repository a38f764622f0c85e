"""The orders that may be given now."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from adjudication.engine.orders import Order
from seats.dialogue.eyes import orders_masked
from seats.dialogue.listing import Numbered, Wanted, names_piece, numbered_orders, order_data
from seats.dialogue.naming import piece_named
from seats.dialogue.orders import kind_lines
from seats.seat.seat import Seat


class Found(NamedTuple):
    """Orders that were looked for: each with its number for the white cell; and what words were to fit."""

    orders: list[Order]
    numbers: list[int]
    wanted: Wanted | None

    def numbered(self) -> list[Numbered]:
        """The orders with their numbers."""
        return list(zip(self.numbers, self.orders, strict=True))


def orders(
    seat: Seat, words: Sequence[str] = (), kind: str | None = None, piece: str | None = None
) -> list[dict[str, Any]]:
    """The orders that may be given now, as `orders_found` finds them: with their numbers for the white cell;
    as they are typed for a side, since numbers would count the others'."""
    found = orders_found(seat, words, kind, piece)
    if seat.me.own:
        return [order_data(order) for order in found.orders]
    return [{"number": number, **order_data(order)} for number, order in found.numbered()]


def orders_found(
    seat: Seat, words: Sequence[str] = (), kind: str | None = None, piece: str | None = None
) -> Found:
    """The orders that may be given now by whoever sits here.

    words: only those that they fit: a unit, the name of an order, parts of what is typed. kind: only of that
    name. piece: only of that unit. A number is not changed by them. Raises NotFound for a kind or piece that
    there is not.
    """
    side, eyes = seat.me.own, seat.me.eyes
    if side and kind is not None:
        seat.system.kind(kind)
    piece = None if piece is None else piece_named(seat.game.state, eyes, piece)
    if side:
        masked = [
            order
            for order in orders_masked(seat, side)
            if kind in (None, order.name) and (piece is None or names_piece(order, piece))
        ]
        wanted = Wanted(seat, words, side) if words else None
        return Found([each for each in masked if wanted is None or wanted(each)], [], wanted)
    found = numbered_orders(seat, kind, piece)
    wanted = Wanted(seat, words, eyes) if words else None
    found = [each for each in found if wanted is None or wanted(each[1])]
    return Found([order for _, order in found], [number for number, _ in found], wanted)


def how(seat: Seat, name: str) -> dict[str, Any]:
    """How an order of that name is typed: its arguments, what they may be now, an example. Raises
    NotFound."""
    return {"order": name, "how": kind_lines(seat, seat.system.kind(name), seat.me.eyes)}
