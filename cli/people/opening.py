"""Sealed and covert orders: opened together, given in an order of precedence, and revealed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Only, Rolls, To
from cli.terminal import terminal
from cli.terminal.terminal import complain, confirm, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudication.engine.orders import Order
    from adjudication.seminar.disclosing import Kept
    from adjudication.seminar.secret_orders import Left
    from cli.dialogue.telling import Teller
    from seats.acting.opened_orders import OpenedOrders
    from seats.seat.seat import Seat

app = commands()


@app.command("open-orders", cls=Command)
@grouped
def open_orders(
    numbers: Annotated[
        list[int] | None,
        typer.Argument(metavar="[N]...", help="Only these of the opened orders, by their numbers."),
    ] = None,
    of: Annotated[
        list[str] | None,
        typer.Option(
            "--of",
            metavar="SIDE",
            help="Wait for this side, not for all that people play; repeatable.",
            autocompletion=complete_sides,
        ),
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Do not wait for sides that submitted nothing.")
    ] = False,
    because: Because = "",
    first: Annotated[
        list[str] | None,
        typer.Option(
            "--first",
            metavar="SIDE",
            help="Its orders go before the others'; repeatable.",
            autocompletion=complete_sides,
        ),
    ] = None,
    give: Annotated[bool, typer.Option("--give", help="Give them, one after the other.")] = False,
    only: Only = None,
    drop: Annotated[
        int, typer.Option("--drop", metavar="N", help="Do not give order N of the list.", show_default=False)
    ] = 0,
    reveal: Annotated[
        int,
        typer.Option("--reveal", metavar="EVENT", help="Tell sides of this order.", show_default=False),
    ] = 0,
    to: To = None,
    text: Annotated[
        str, typer.Option("--text", metavar="TEXT", help="What to tell the sides instead, in your own words.")
    ] = "",
    roll: Rolls = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Open sealed orders, give them, and reveal what sides may know.

    Orders are opened for the white cell alone; `--to` shows them to sides as well, all or those numbered.
    They are listed in the order they would be given: by the sides named with --first, then as the scenario
    lists the sides. `--give` gives them, or those numbered, and stops where one is refused or asks for an
    answer. A given order is seen as the rules say; `--only` keeps it and its outcome from other sides.
    `--reveal` tells sides later of a covert order and its outcome, or what you say with --text.
    `--drop` leaves one out.

    \b
    Examples:
      whitecell open-orders
      whitecell open-orders --first isf --give
      whitecell open-orders 2 --give --only white
      whitecell open-orders --reveal 34 --to all --text "Cable 10 has been cut"
      whitecell open-orders --anyway --because "Red has left the room"
      whitecell open-orders --drop 2 --because "The bridge is down"
    """
    from adjudication.seminar.addressing import sides_meant
    from adjudication.seminar.secret_orders import to_give
    from cli.dialogue.numbers import check_opened
    from domain.errors import BadData
    from seats.acting.opened_orders import OpenedOrders
    from seats.seat.seat import leads

    doing = [bool(drop), bool(reveal), give]
    if sum(doing) > 1 or (drop and (anyway or of or to)) or (reveal and (anyway or of)):
        raise BadData("Say one of --give, --drop N and --reveal EVENT; --drop and --reveal open nothing.")
    if reveal and not to:
        raise BadData("Say whom to tell: --to SIDE, or --to all.")
    if only and not give:
        raise BadData("--only goes with --give; `whitecell order ... --only` gives a single covert order.")
    if text and not (to and (reveal or numbers)):
        raise BadData("--text goes with --to SIDE, and with --reveal EVENT or the number of an order.")
    with where.seat(leads(by)) as seat:
        act = OpenedOrders(seat, first or (), by, because)
        whom = sides_meant(seat.game.state, to or (), "--to")
        if drop:
            check_opened(seat, [each.order for each in act.left()])
            act.drop(drop)
        elif reveal:
            act.reveal(reveal, whom, text)
        elif numbers:
            check_opened(seat, [each.order for each in act.left()])
            if to:
                act.show(numbers, whom, text)
        elif seat.game.state.cell.sealed or not (to_give(seat.game) or act.kept()):
            act.open([seat.game.state.side_named(side) for side in of or ()], anyway, whom)
        elif to:
            act.show(range(1, len(to_give(seat.game)) + 1), whom, "")
        _finish(act, numbers or (), give, only, tuple(roll or ()), where.as_json)


def _finish(
    act: "OpenedOrders",
    numbers: "Sequence[int]",
    give: bool,
    only: "list[str] | None",
    faces: tuple[int, ...],
    as_json: bool,
) -> None:
    """List what is left, give it where that was said, and say what may be done next."""
    from cli.dialogue.shown import note_opened
    from cli.dialogue.telling import Teller, show
    from domain.views.view import WHITE
    from seats.acting.ordering import covert_sides

    seat, left = act.seat, act.left()
    note_opened(seat, [each.order for each in left])
    teller = Teller(seat, WHITE)
    late, kept = act.late(), act.kept()
    if not as_json:
        teller.tell(act.events)
        say(*(_listed(seat, left, late) if left or not kept else ()), *_kept_lines(seat, kept))
    orders = act.numbered(numbers)
    in_time = [each for nth, each in enumerate(left) if not late[nth]]
    asks = in_time and not numbers and not as_json and terminal.interactive()
    if give or (asks and _agreed()):
        _give(act, teller, orders, covert_sides(seat, only), faces, as_json)
    elif as_json:
        show(act.listed(), as_json)
    elif in_time:
        say("`whitecell open-orders --give` gives them in this order, `open-orders N --give` only one.")


def _give(
    act: "OpenedOrders",
    teller: "Teller",
    orders: "list[Order]",
    only: tuple[str, ...] | None,
    faces: tuple[int, ...],
    as_json: bool,
) -> None:
    """Give orders one after the other, up to the first that is refused or waits for an answer.

    Exit code 2 when the very first is refused, 1 when some were given before one was.
    """
    from cli.dialogue.shown import note_opened
    from cli.dialogue.telling import show

    given = act.give(orders, only, faces, None if as_json else lambda each: teller.answered(each, act.by))
    left = [each.order for each in act.left()]
    note_opened(act.seat, left)
    if as_json:
        show(given.acted, as_json)
    else:
        if given.refused is not None:
            complain(f"Refused: {given.why}")
        teller.finish(given.questions)
        if given.refused is not None:
            before = "".join(f" --first {side}" for side in act.first)
            drop = f"--drop {left.index(given.refused) + 1} --because REASON"
            say(f"`whitecell open-orders{before} {drop}` leaves the refused order out.")
    if given.refused is not None:
        raise typer.Exit(1 if given.count else 2)


def _agreed() -> bool:
    from domain.errors import Refused

    try:
        confirm("These can be given now, in this order.", yes=False)
    except Refused:
        return False
    return True


def _listed(seat: "Seat", left: "list[Left]", late: "dict[int, str]") -> list[str]:
    """The opened orders that are to be given, by number; late ones with what the rules say."""
    from reports.words.names import Names, spoken
    from seats.acting.opened_orders import order_text

    if not left:
        return ["All opened orders have been given or dropped."]
    state = seat.game.state
    names = Names(state)
    lines = []
    for nth, each in enumerate(left):
        turn, phase = each.clock
        lines.append(f"{nth + 1:>4}  {names.side(each.order.side)}: {order_text(each.order)}")
        if late[nth]:
            when = f"turn {state.turn_name(turn)}, {spoken(phase)}"
            lines.append(f"      Late (submitted in {when}): {late[nth]}")
    if any(late.values()):
        lines.append(
            "Adjudicate a late order with `whitecell change`, then `whitecell open-orders --drop N "
            "--because REASON`."
        )
    return lines


def _kept_lines(seat: "Seat", kept: "list[Kept]") -> list[str]:
    """The covert orders that some sides do not know, with their outcomes."""
    from reports.words.names import Names, joined
    from reports.words.seminar import order_words

    if not kept:
        return []
    names = Names(seat.game.state)
    lines = ["Covert orders not known to all sides:"]
    for each in kept:
        arguments = dict(each.order)
        name = arguments.pop("order")
        outcome = ", ".join(names.thing(told["value"]) for told in each.results)
        state = f" Outcome: {outcome}." if outcome else "" if each.done else " Not adjudicated yet."
        known = joined([names.side(side) for side in each.known]) or "the white cell alone"
        said = order_words(name, arguments, names)
        told = f"{names.first(each.side)}: {said.rstrip('.')}.{state} Known to {known}."
        lines.append(f"{each.number:>6}  {told}")
    return [*lines, "`whitecell open-orders --reveal EVENT --to SIDE` tells sides of one of them."]
