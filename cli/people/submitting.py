"""Sealed orders: a side submits them, and nobody else sees more than a digest."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import own_orders
from cli.options.grouped import Where, grouped
from cli.options.shared import By, OfSide
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from adjudication.engine.orders import Order
    from seats.seat.seat import Seat

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
    from cli.dialogue.finishing import finished
    from domain.errors import BadData
    from seats.acting.submitting import orders_said, submitting_side
    from seats.acting.submitting import submit as submit_them
    from seats.seat.seat import acts

    if texts == ["none"]:
        texts, none = None, True
    if (bool(texts) + (file is not None) + none) != 1:
        raise BadData('Give orders in quotes (`submit --as SIDE "move unit=a to=b"`), --file, or --none.')
    with where.seat(acts(by, side)) as seat:
        whose = submitting_side(seat)
        if file is not None:
            orders = _of_file(seat, file, whose)
        else:
            orders = orders_said(seat, texts or [], whose, lambda order: finished(seat, order))
        told = submit_them(seat, whose, orders, by)
        if where.as_json:
            show_json(told)
        else:
            _tell_sealed(seat, told)


def _tell_sealed(seat: "Seat", told: "dict[str, Any]") -> None:
    """What was sealed, for its side; no event's number, which would count what the side did not see."""
    from reports.words.names import Names, capital

    side, count = told["side"], len(told["orders"])
    orders = "no orders" if not count else "1 order" if count == 1 else f"{count} orders"
    name = capital(Names(seat.game.state, side).side(side))
    say(f"{name} submitted {orders}, sealed. Digest: {told['digest']}")
    say(*told["doubts"])


def _of_file(seat: "Seat", file: Path, side: str) -> "list[Order]":
    from domain.errors import NotFound
    from seats.acting.submitting import orders_listed
    from seats.dialogue.orders import LARGEST_ORDER

    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    with file.open("rb") as opened:
        raw = opened.read(LARGEST_ORDER + 1)
    return orders_listed(seat, raw, file.name, side)
