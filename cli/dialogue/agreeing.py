"""Asking for agreement before an order is given."""

from adjudication.engine.orders import Order
from cli.terminal.terminal import confirm
from seats.acting.ordering import to_agree
from seats.seat.seat import Seat


def agree(seat: Seat, order: Order, by: str, yes: bool) -> None:
    """Go on only if the person agrees to what an order costs and leaves, or said `--yes`. Raises Refused."""
    for question in [] if yes else to_agree(seat, order, by):
        confirm(question, yes)
