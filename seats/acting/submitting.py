"""Sealed orders: a side submits them, and nobody else sees more than a digest."""

import re
import secrets
import shlex
from collections.abc import Callable, Container, Sequence
from typing import Any

import msgspec

from adjudication.engine.orders import Order
from adjudication.seminar.secret_orders import check_sealing, sealing
from domain.errors import BadData
from domain.events.seen import held
from seats.dialogue.eyes import orders_masked
from seats.dialogue.orders import LARGEST_ORDER, read_data, read_words, whole
from seats.seat.seat import Seat


def submitting_side(seat: Seat) -> str:
    """The side that submits orders here. Raises BadData where that is not one side."""
    if seat.me.side is None or len(held(seat.me.side)) > 1:
        raise BadData("Say whose orders they are: --as SIDE.")
    if not seat.me.side:
        raise BadData(
            "A side submits sealed orders, not the white cell; "
            f"there are: {', '.join(seat.game.state.sides)}."
        )
    return seat.me.side


def submit(seat: Seat, side: str, orders: Sequence[Order], by: str = "") -> dict[str, Any]:
    """Submit a side's sealed orders, which replace those that are still sealed. What was sealed, for its
    side, with what it could not order now; no event's number, which would count what the side did not see.
    Raises Refused."""
    check_sealing(seat.game.state, side, orders)
    salt = secrets.token_hex(16)
    seat.deciding_again(
        lambda: seat.session_without_dice().record(
            lambda number, time: sealing(number, time, side, orders, salt, by)
        ),
        lambda: check_sealing(seat.game.state, side, orders),
    )
    sealed = next(each for each in seat.game.state.cell.sealed.values() if each.side == side)
    told = {"side": side, "digest": sealed.digest, "salt": sealed.salt, "orders": sealed.orders}
    return {**told, "doubts": _doubts(seat, side)}


def orders_listed(seat: Seat, raw: bytes, called: str, side: str) -> list[Order]:
    """The orders in a JSON list. called: what it is called. Raises BadData or NotFound."""
    if len(raw) > LARGEST_ORDER:
        raise BadData(f"{called} is larger than {LARGEST_ORDER} bytes.")
    try:
        listed = msgspec.json.decode(raw, type=list[msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadData(f"{called} is no JSON list of orders: {error}.") from error
    return [read_data(seat, bytes(each), side) for each in listed]


def orders_said(
    seat: Seat, texts: Sequence[str], side: str, finish: Callable[[Order], Order] = whole
) -> list[Order]:
    """The orders that were typed, each in quotes, or parted by commas. finish: fills in what is open in one.
    Raises BadData or NotFound."""
    orders = []
    for text in _parted(texts, seat.system.orders):
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise BadData(f"The order {text[:60]!r} has a quote that does not end.") from error
        if not words or words[0].isdigit():
            raise BadData(f"Write an order by its name and key=value, not {text[:60]!r}.")
        orders.append(finish(read_words(seat, words, side, strict=False)))
    return orders


def _parted(texts: Sequence[str], kinds: Container[str]) -> list[str]:
    """The orders that were typed, each in quotes, or all without quotes and separated by commas.

    A comma separates `cts-1 to 0407, cts-2 to 0408`; within `key=value` it belongs to the order.
    """
    if not any(re.search(r"\s", text) for text in texts) and not all(text in kinds for text in texts):
        texts = [" ".join(texts)]
    return [part for text in texts for part in ([text] if "=" in text else text.split(","))]


def _doubts(seat: Seat, side: str) -> list[str]:
    """What of a side's sealed orders it could not order now, as far as it knows itself: a slip of the pen
    is better found before they are opened. Only pieces and places are looked at, and only in such orders as
    it may give now."""
    state = seat.game.state
    choices: dict[tuple[str, str], set[str]] = {}
    for order in orders_masked(seat, side):
        for key, value in order.arguments.items():
            choices.setdefault((order.name, key), set()).add(str(value))
    sealed = next(each for each in state.cell.sealed.values() if each.side == side)
    found = []
    for given in sealed.orders:
        name = str(given["order"])
        for key, value in given.items():
            known = choices.get((name, key), set())
            named = known and all(each in state.pieces or each in state.board.spaces for each in known)
            if named and value != "" and str(value) not in known:  # an empty one was left out
                found.append(
                    f"As things stand {name} takes no {key}={value}: "
                    f"`whitecell orders --as {side} --kind {name}` lists what it takes."
                )
    return found
