"""Sealed orders: a side submits them, and nobody else sees more than a digest."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import own_orders
from cli.options.grouped import Where, grouped
from cli.options.shared import By, OfSide
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from collections.abc import Container

    from adjudication.engine.orders import Order
    from cli.seat.seat import Seat

app = commands()


@app.command(cls=Command)
@grouped
def submit(
    texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ORDER...",
            help="Each order in quotes: its name and key=value.",
            autocompletion=own_orders,
        ),
    ] = None,
    side: OfSide = "",
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A JSON list of orders.")
    ] = None,
    none: Annotated[bool, typer.Option("--none", help="Submit that the side gives no orders.")] = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Submit a side's sealed orders.

    Until `open-orders` everyone else sees only a digest of them. Submitted again, they replace those that are
    still sealed.

    \b
    Example:
      whitecell submit --as isf "move unit=cts-1 to=0407" "move unit=cts-2 to=0408"
    """
    import secrets

    from adjudication.seminar.secret_orders import check_sealing, sealing
    from cli.seat.seat import acts
    from domain.errors import BadData
    from domain.events.seen import held

    if texts == ["none"]:
        texts, none = None, True
    if (bool(texts) + (file is not None) + none) != 1:
        raise BadData('Give orders in quotes (`submit --as SIDE "move unit=a to=b"`), --file, or --none.')
    with where.seat(acts(by, side)) as seat:
        if seat.me.side is None or len(held(seat.me.side)) > 1:
            raise BadData("Say whose orders they are: --as SIDE.")
        whose = seat.me.side
        if not whose:
            raise BadData(
                "A side submits sealed orders, not the white cell; "
                f"there are: {', '.join(seat.game.state.sides)}."
            )
        orders = _of_file(seat, file, whose) if file is not None else _of_texts(seat, texts or [], whose)
        check_sealing(seat.game.state, whose, orders)
        salt = secrets.token_hex(16)
        seat.deciding_again(
            lambda: seat.session_without_dice().record(
                lambda number, time: sealing(number, time, whose, orders, salt, by)
            ),
            lambda: check_sealing(seat.game.state, whose, orders),
        )
        _tell_sealed(seat, whose, where.as_json)


def _tell_sealed(seat: "Seat", side: str, as_json: bool) -> None:
    """What was sealed, for its side; no event's number, which would count what the side did not see."""
    from reports.words.names import Names, capital

    sealed = next(each for each in seat.game.state.cell.sealed.values() if each.side == side)
    doubts = _doubts(seat, side)
    if as_json:
        told = {"side": side, "digest": sealed.digest, "salt": sealed.salt, "orders": sealed.orders}
        show_json({**told, "doubts": doubts})
        return
    count = len(sealed.orders)
    orders = "no orders" if not count else "1 order" if count == 1 else f"{count} orders"
    name = capital(Names(seat.game.state, side).side(side))
    say(f"{name} submitted {orders}, sealed. Digest: {sealed.digest}")
    say(*doubts)


def _doubts(seat: "Seat", side: str) -> list[str]:
    """What of a side's sealed orders it could not order now, as far as it knows itself: a slip of the pen
    is better found before they are opened. Only pieces and places are looked at, and only in such orders as
    it may give now."""
    from cli.dialogue.eyes import orders_masked

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


def _parted(texts: list[str], kinds: "Container[str]") -> list[str]:
    """The orders that were typed, each in quotes, or all without quotes and separated by commas.

    A comma separates `cts-1 to 0407, cts-2 to 0408`; within `key=value` it belongs to the order.
    """
    if not any(re.search(r"\s", text) for text in texts) and not all(text in kinds for text in texts):
        texts = [" ".join(texts)]
    return [part for text in texts for part in ([text] if "=" in text else text.split(","))]


def _of_texts(seat: "Seat", texts: list[str], side: str) -> "list[Order]":
    import shlex

    from cli.dialogue.orders import finished, read_words
    from domain.errors import BadData

    orders = []
    for text in _parted(texts, seat.system.orders):
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise BadData(f"The order {text[:60]!r} has a quote that does not end.") from error
        if not words or words[0].isdigit():
            raise BadData(f"Write an order by its name and key=value, not {text[:60]!r}.")
        orders.append(finished(seat, read_words(seat, words, side, strict=False)))
    return orders


def _of_file(seat: "Seat", file: Path, side: str) -> "list[Order]":
    import msgspec

    from cli.dialogue.orders import LARGEST_ORDER, read_data
    from domain.errors import BadData, NotFound

    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    with file.open("rb") as opened:
        raw = opened.read(LARGEST_ORDER + 1)
    if len(raw) > LARGEST_ORDER:
        raise BadData(f"{file.name} is larger than {LARGEST_ORDER} bytes.")
    try:
        listed = msgspec.json.decode(raw, type=list[msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadData(f"{file.name} is no JSON list of orders: {error}.") from error
    return [read_data(seat, bytes(each), side) for each in listed]
