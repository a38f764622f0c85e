"""Secret orders: handed in sealed, opened together, given in an order of precedence."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.common import terminal
from cli.common.completion import own_orders
from cli.common.completion import sides as complete_sides
from cli.common.options import AsJson, Because, By, Command, Database, GameName, Rolls, commands
from cli.common.terminal import complain, confirm, say, show_json

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from adjudication.engine.orders import Order
    from adjudication.engine.session import Outcome
    from adjudication.engine.umpire import Question
    from cli.common.seat import Seat
    from cli.common.telling import Teller

app = commands()


@app.command(cls=Command)
def submit(
    texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ORDER...",
            help="Each order in quotes: its name and key=value.",
            autocompletion=own_orders,
        ),
    ] = None,
    side: Annotated[
        str, typer.Option("--as", metavar="SIDE", help="Whose orders.", autocompletion=complete_sides)
    ] = "",
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A JSON list of orders.")
    ] = None,
    none: Annotated[bool, typer.Option("--none", help="Submit that the side gives no orders.")] = False,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Submit a side's orders sealed.

    Until `open-orders` everyone else sees only a digest of them. Submitted again, they replace those that are
    still sealed.

    \b
    Example:
      whitecell submit --as isf "move unit=cts-1 to=0407" "move unit=cts-2 to=0408"
    """
    import secrets

    from adjudication.seminar.roster import speaker
    from adjudication.seminar.secret_orders import check_sealing, sealing
    from cli.common.seat import open_seat
    from domain.errors import BadData

    if not side:
        raise BadData("Say whose orders they are: --as SIDE.")
    if (bool(texts) + (file is not None) + none) != 1:
        raise BadData('Give orders in quotes (`submit --as SIDE "move unit=a to=b"`), --file, or --none.')
    with open_seat(database, game) as seat:
        whose = seat.side(side)
        if not whose:
            raise BadData(
                "A side submits sealed orders, not the white cell; "
                f"there are: {', '.join(seat.game.state.sides)}."
            )
        speaker(seat.game.state, by, whose)
        orders = _of_file(seat, file, whose) if file is not None else _of_texts(seat, texts or [], whose)
        check_sealing(seat.game.state, whose, orders)
        salt = secrets.token_hex(16)
        seat.deciding_again(
            lambda: seat.session_without_dice().record(
                lambda number, time: sealing(number, time, whose, orders, salt, by)
            ),
            lambda: check_sealing(seat.game.state, whose, orders),
        )
        _tell_sealed(seat, whose, as_json)


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
    say(f"{capital(Names(seat.game.state, side).side(side))} has sealed {orders}; digest {sealed.digest}.")
    say(*doubts)


def _doubts(seat: "Seat", side: str) -> list[str]:
    """What of a side's sealed orders it could not order now, as far as it knows itself: a slip of the pen
    is better found before they are opened. Only pieces and places are looked at, and only in such orders as
    it may give now."""
    from cli.common.eyes import own_orders

    state = seat.game.state
    choices: dict[tuple[str, str], set[str]] = {}
    for order in own_orders(seat, side):
        for key, value in order.arguments.items():
            choices.setdefault((order.name, key), set()).add(str(value))
    sealed = next(each for each in state.cell.sealed.values() if each.side == side)
    found = []
    for given in sealed.orders:
        name = str(given["order"])
        for key, value in given.items():
            known = choices.get((name, key), set())
            named = known and all(each in state.pieces or each in state.board.spaces for each in known)
            if named and str(value) not in known:
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

    from cli.game.orders import finished, read_words
    from domain.errors import BadData

    orders = []
    for text in _parted(texts, seat.system.orders):
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise BadData(f"The order {text[:60]!r} has a quote that does not end.") from error
        if not words or words[0].isdigit():
            raise BadData(f"Write an order by its name and key=value, not {text[:60]!r}.")
        orders.append(finished(seat, read_words(seat, words, side)))
    return orders


def _of_file(seat: "Seat", file: Path, side: str) -> "list[Order]":
    import msgspec

    from cli.game.orders import LARGEST_ORDER, read_data
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


@app.command("open-orders", cls=Command)
def open_orders(
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
        bool,
        typer.Option(
            "--anyway", help="Do not wait for sides that sealed nothing; open what cannot be given now."
        ),
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
    give: Annotated[bool, typer.Option("--give", help="Give them at once, one after the other.")] = False,
    drop: Annotated[
        int, typer.Option("--drop", metavar="N", help="Do not give order N of the list.", show_default=False)
    ] = 0,
    roll: Rolls = None,
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Open all sealed orders together, and give them.

    Their digests are checked first. Opened orders are listed in the order they would be given: by the sides
    named with --first, then as the scenario lists the sides. `--give` gives them, and stops where one is
    refused or asks for an answer; again it goes on with those that are left. `--drop` leaves one out.

    Orders stay sealed while the rules refuse all of them, for instance when their phase is over.

    \b
    Examples:
      whitecell open-orders
      whitecell open-orders --first isf --give
      whitecell open-orders --anyway --because "Red has left the room"
      whitecell open-orders --drop 2 --because "The bridge is down"
    """
    from adjudication.seminar.roster import speaker
    from adjudication.seminar.secret_orders import dropping, opening, to_give
    from cli.common.seat import open_seat
    from cli.common.shown import note_opened
    from cli.common.telling import Teller
    from cli.game.numbers import check_opened
    from domain.errors import BadData, Refused
    from domain.events import Event
    from domain.views.view import WHITE

    if drop and (anyway or give or of):
        raise BadData("An order is dropped by itself: --drop N --because REASON.")
    if not drop and anyway != bool(because.strip()):
        raise BadData("To open orders without waiting takes both --anyway and --because REASON.")
    with open_seat(database, game) as seat:
        state = seat.game.state
        speaker(state, by)
        if state.closed:
            raise Refused("This game is closed; it can be read and audited, not changed.")
        to_give(seat.game, first or [])
        opened: list[Event] = []
        if drop:
            check_opened(seat, to_give(seat.game, first or []))
            opened.append(
                seat.deciding_again(
                    lambda: seat.session_without_dice().record(
                        lambda number, time: dropping(seat.game, number, time, drop, first or [], by, because)
                    ),
                    _unmoved(seat),
                )
            )
        elif state.cell.sealed or not to_give(seat.game):
            if not anyway:
                _check_givable(seat, of or [], by)
            opened += seat.deciding_again(
                lambda: seat.session_without_dice().record_all(
                    lambda number, time: opening(
                        seat.system, seat.game.state, number, time, of or [], by, because
                    )
                ),
                lambda: None,
            )
        teller = Teller(seat, as_json, WHITE)
        teller.tell(opened)
        left = to_give(seat.game, first or [])
        note_opened(seat, left)
        if not as_json:
            say(*_listed(seat, left))
        if give or (left and not as_json and terminal.interactive() and _agreed()):
            _give_all(seat, teller, left, first or [], tuple(roll or ()), by, as_json)
        elif as_json:
            show_json({**teller.data(()), "to_give": [_data(order) for order in left]})
        elif left:
            say("`whitecell open-orders --give` gives them in this order, `whitecell order` one of them.")


def _check_givable(seat: "Seat", of: "Sequence[str]", by: str) -> None:
    """Raises Refused when the rules refuse all sealed orders: they are not shown to everyone for nothing."""
    from adjudication.engine.orders import Order
    from adjudication.seminar.secret_orders import awaited
    from domain.errors import Refused

    state = seat.game.state
    orders = [
        Order(each.side, str(order["order"]), {key: value for key, value in order.items() if key != "order"})
        for each in state.cell.sealed.values()
        for order in each.orders
    ]
    if not orders or awaited(state, of):
        return
    reasons: dict[str, None] = {}
    session = seat.session()
    for order in orders:
        with session.on_trial():
            try:
                session.order(order, by)
            except Refused as error:
                reasons[error.sentence] = None
            else:
                return
    why = f": {next(iter(reasons))}" if len(reasons) == 1 else "."
    raise Refused(
        f"None of the sealed orders can be given now{why} They stay sealed: go back with `whitecell undo`, "
        "or open them nevertheless with --anyway --because REASON."
    )


def _unmoved(seat: "Seat") -> "Callable[[], None]":
    """For a number in the list: refuse it when others have written meanwhile: the list may differ."""
    from domain.errors import Refused

    before = len(seat.game.log)

    def check() -> None:
        if len(seat.game.log) != before:
            raise Refused("Somebody else has given an order meanwhile; look at the list again.")

    return check


def _agreed() -> bool:
    from domain.errors import Refused

    try:
        confirm("These can be given now, in this order.", yes=False)
    except Refused:
        return False
    return True


def _data(order: "Order") -> dict[str, Any]:
    return {"side": order.side, "order": order.data()}


def _listed(seat: "Seat", orders: "list[Order]") -> list[str]:
    from reports.words.names import Names

    if not orders:
        return ["No opened order is left to give."]
    names = Names(seat.game.state)
    return [
        f"{number:>4}  {names.side(order.side)}: {order_text(order)}"
        for number, order in enumerate(orders, start=1)
    ]


def order_text(order: "Order") -> str:
    """An order as it is typed: `move unit=cts-1 to=0407`."""
    import shlex

    from adjudication.engine.choice_texts import as_text

    words = [f"{key}={as_text(value)}" for key, value in order.arguments.items()]
    return " ".join([order.name, *map(shlex.quote, words)])


def _give_all(
    seat: "Seat",
    teller: "Teller",
    orders: "list[Order]",
    first: "Sequence[str]",
    faces: tuple[int, ...],
    by: str,
    as_json: bool,
) -> None:
    """Give orders one after the other, up to the first that is refused or waits for an answer.

    Exit code 2 when the very first is refused, 1 when some were given before one was.
    """
    from adjudication.seminar.secret_orders import to_give
    from cli.common.shown import note_opened
    from cli.game.answers import Prepared
    from domain.errors import Refused

    people = Prepared(faces, by)
    questions: Sequence[Question] = ()
    refused = ""
    given = 0
    for order in orders:

        def act(order: "Order" = order) -> "Outcome":
            return seat.session(people).order(order, by)

        try:
            outcome = seat.deciding_again(act, lambda: None)
        except Refused as error:
            refused = f"{order_text(order)} of {order.side}: {error.sentence}"
            break
        given += 1
        questions = teller.answered(outcome, by)
        if questions:
            break
    note_opened(seat, to_give(seat.game, first))
    if as_json:
        left = [_data(order) for order in to_give(seat.game)]
        show_json({**teller.data(questions), "to_give": left, "refused": refused})
    else:
        if refused:
            complain(f"Refused: {refused}")
        teller.finish(questions)
        if refused:
            before = "".join(f" --first {side}" for side in first)
            say(f"`whitecell open-orders{before} --drop 1 --because REASON` leaves the refused order out.")
    if refused:
        raise typer.Exit(1 if given else 2)
