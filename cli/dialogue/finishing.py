"""An order at the keyboard: what is left open in it is asked for, and a file is read."""

import sys
from collections.abc import Callable
from pathlib import Path

from adjudication.engine.orders import OpenOrder, Order
from domain.errors import BadData
from seats.dialogue.orders import LARGEST_ORDER, caller, whole
from seats.seat.seat import Seat


def finished(seat: Seat, order: Order, odds: Callable[[Order], list[str]] | None = None) -> Order:
    """An order with nothing left open: the person at the keyboard is asked for what is. odds: of an order, in
    lines, where they may be seen before. Raises BadData where nobody sits there, or they leave it."""
    from cli.terminal import terminal

    if not isinstance(order, OpenOrder) or not terminal.interactive():
        return whole(order)
    from cli.dialogue.building import build
    from seats.dialogue.choices import choice_lines

    called = caller(seat)
    terminal.say(*choice_lines(order.choices, called))
    told = None if odds is None else lambda answer: odds(order.order(answer))
    answer = build(order.choices, f"{order.vary}? ", called, told)
    if answer is None:
        raise BadData(f"No {order.vary} chosen; nothing was ordered.")
    return order.order(answer)


def read_file(file: str) -> bytes:
    """What is in an order file, `-` the input, and a byte more than one may have when it is too large."""
    if file == "-":
        return sys.stdin.buffer.read(LARGEST_ORDER + 1)
    with Path(file).open("rb") as opened:
        return opened.read(LARGEST_ORDER + 1)
