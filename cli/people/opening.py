"""Sealed and covert orders: opened together, given in an order of precedence, and revealed."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Only, Rolls, To
from cli.terminal import terminal
from cli.terminal.terminal import complain, confirm, say, show_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudication.engine.orders import Order
    from adjudication.engine.session import Outcome
    from adjudication.engine.umpire import Question
    from adjudication.seminar.disclosing import Kept
    from adjudication.seminar.secret_orders import Left
    from cli.dialogue.telling import Teller
    from cli.seat.seat import Seat
    from domain.events import Event

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
    from cli.dialogue.telling import Teller
    from cli.seat.seat import leads
    from domain.errors import BadData, Refused
    from domain.views.view import WHITE

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
        if seat.game.state.closed:
            raise Refused("This game is closed; it can be read and audited, not changed.")
        teller = Teller(seat, where.as_json, WHITE)
        sides_first = tuple(map(seat.game.state.side_named, first or ()))
        act = _OpenedOrders(seat, teller, sides_first, by, because)
        to_give(seat.game, act.first)
        whom = sides_meant(seat.game.state, to or (), "--to")
        if drop:
            act.drop(drop)
        elif reveal:
            act.reveal(reveal, whom, text)
        elif numbers:
            act.check_shown()
            if to:
                act.show(numbers, whom, text)
        elif seat.game.state.cell.sealed or not (to_give(seat.game) or act.kept()):
            act.open([seat.game.state.side_named(side) for side in of or ()], anyway, whom)
        elif to:
            act.show(range(1, len(to_give(seat.game)) + 1), whom, "")
        act.finish(numbers or (), give, only, tuple(roll or ()))


class _OpenedOrders:
    """What the white cell does with sealed and covert orders in one command."""

    def __init__(self, seat: "Seat", teller: "Teller", first: tuple[str, ...], by: str, because: str) -> None:
        self.seat = seat
        self.teller = teller
        self.first = first
        self.by = by
        self.because = because

    def left(self) -> "list[Left]":
        """The opened orders that are to be given."""
        from adjudication.seminar.secret_orders import left_to_give

        return left_to_give(self.seat.game, self.first)

    def kept(self) -> "list[Kept]":
        """The covert orders that some sides do not know."""
        from adjudication.seminar.disclosing import kept

        return kept(self.seat.game)

    def check_shown(self) -> None:
        """Raises Refused for numbers of another list than was shown here last."""
        from cli.dialogue.numbers import check_opened

        check_opened(self.seat, [each.order for each in self.left()])

    def open(self, of: "list[str]", anyway: bool, to: "tuple[str, ...] | None") -> None:
        """Open all sealed orders."""
        from adjudication.seminar.secret_orders import opening
        from domain.errors import BadData

        seat = self.seat
        if anyway != bool(self.because.strip()):
            raise BadData("To open orders without waiting takes both --anyway and --because REASON.")
        if to != () and not anyway:
            _check_givable(seat, of, self.by)
        self._record(
            lambda number, time: opening(
                seat.system, seat.game.state, number, time, of, self.by, self.because, to
            ),
            lambda: None,
        )

    def drop(self, place: int) -> None:
        """Do not give an opened order."""
        from adjudication.seminar.secret_orders import dropping

        self.check_shown()
        self._record(
            lambda number, time: [
                dropping(self.seat.game, number, time, place, self.first, self.by, self.because)
            ],
            _unmoved(self.seat),
        )

    def reveal(self, order: int, to: "tuple[str, ...] | None", text: str) -> None:
        """Tell sides of a covert order."""
        from adjudication.seminar.disclosing import disclosing

        self._record(
            lambda number, time: [
                disclosing(self.seat.game, number, time, order, to, text, self.by, self.because)
            ],
            lambda: None,
        )

    def show(self, places: "Sequence[int]", to: "tuple[str, ...] | None", text: str) -> None:
        """Tell sides of opened orders."""
        from adjudication.seminar.disclosing import disclosing_opened
        from adjudication.seminar.secret_orders import numbered

        game = self.seat.game

        def make(number: int, time: str) -> "list[Event]":
            return [
                disclosing_opened(
                    game,
                    number + nth,
                    time,
                    each.sealed,
                    each.order,
                    to,
                    text,
                    self.by,
                    self.because,
                )
                for nth, each in enumerate(numbered(game, places, self.first))
            ]

        self._record(make, _unmoved(self.seat))

    def _record(
        self, make: "Callable[[int, str], Sequence[Event]]", still_meant: "Callable[[], None]"
    ) -> None:
        seat = self.seat
        self.teller.tell(
            seat.deciding_again(lambda: seat.session_without_dice().record_all(make), still_meant)
        )

    def finish(
        self, numbers: "Sequence[int]", give: bool, only: "list[str] | None", faces: tuple[int, ...]
    ) -> None:
        """List what is left, give it where that was said, and say what may be done next."""
        from adjudication.seminar.secret_orders import is_late, numbered
        from cli.dialogue.shown import note_opened
        from cli.game.playing import covert_sides

        seat, left = self.seat, self.left()
        note_opened(seat, [each.order for each in left])
        session = seat.session()
        late = {nth: is_late(session, each, self.by) for nth, each in enumerate(left)}
        kept = self.kept()
        as_json = self.teller.as_json
        if not as_json:
            say(*(_listed(seat, left, late) if left or not kept else ()), *_kept_lines(seat, kept))
        chosen = numbered(seat.game, numbers, self.first) if numbers else None
        in_time = [each.order for nth, each in enumerate(left) if not late[nth]]
        orders = [each.order for each in chosen] if chosen is not None else in_time
        asks = in_time and not numbers and not as_json and terminal.interactive()
        if give or (asks and _agreed()):
            _give_all(self, orders, covert_sides(seat, only), faces)
        elif as_json:
            show_json(
                {
                    **self.teller.data(()),
                    "to_give": [_data(each.order, late[nth]) for nth, each in enumerate(left)],
                    "covert": [_kept_data(each) for each in kept],
                }
            )
        elif in_time:
            say("`whitecell open-orders --give` gives them in this order, `open-orders N --give` only one.")


def _check_givable(seat: "Seat", of: "Sequence[str]", by: str) -> None:
    """Raises Refused when the rules refuse all sealed orders: they are not shown to sides for nothing."""
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
        f"None of the sealed orders can be given now{why} Open them for the white cell alone "
        "(`whitecell open-orders`), or add --anyway --because REASON."
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


def _data(order: "Order", late: str) -> dict[str, Any]:
    return {"side": order.side, "order": order.data(), **({"late": late} if late else {})}


def _kept_data(kept: "Kept") -> dict[str, Any]:
    return {
        "event": kept.number,
        "side": kept.side,
        "order": kept.order,
        "results": kept.results,
        "known": list(kept.known),
    }


def _listed(seat: "Seat", left: "list[Left]", late: "dict[int, str]") -> list[str]:
    """The opened orders that are to be given, by number; late ones with what the rules say."""
    from reports.words.names import Names, spoken

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


def order_text(order: "Order") -> str:
    """An order as it is typed: `move unit=cts-1 to=0407`."""
    import shlex

    from adjudication.engine.choice_texts import as_text

    words = [f"{key}={as_text(value)}" for key, value in order.arguments.items()]
    return " ".join([order.name, *map(shlex.quote, words)])


def _check_faces(
    opened: _OpenedOrders, orders: "list[Order]", only: tuple[str, ...] | None, faces: tuple[int, ...]
) -> None:
    """Raises BadData where the orders, given one after the other, would not ask for all these faces."""
    from cli.dialogue.answers import Prepared
    from domain.errors import Refused

    people = Prepared(faces, opened.by)
    session = opened.seat.session(people)
    with session.on_trial():
        for order in orders:
            try:
                if session.order(order, opened.by, only).questions:
                    break
            except Refused:
                break  # what came before it is given
        people.check_used(opened.seat.game.opened.dice)


def _give_all(
    opened: _OpenedOrders, orders: "list[Order]", only: tuple[str, ...] | None, faces: tuple[int, ...]
) -> None:
    """Give orders one after the other, up to the first that is refused or waits for an answer.

    Exit code 2 when the very first is refused, 1 when some were given before one was.
    """
    from cli.dialogue.answers import Prepared
    from cli.dialogue.shown import note_opened
    from domain.errors import Refused

    seat, teller, by = opened.seat, opened.teller, opened.by
    people = Prepared(faces, by)
    if faces:
        _check_faces(opened, orders, only, faces)
    questions: Sequence[Question] = ()
    refused: tuple[str, Order] | None = None
    given = 0
    for order in orders:

        def act(order: "Order" = order) -> "Outcome":
            return seat.session(people).order(order, by, only)

        try:
            outcome = seat.deciding_again(act, lambda: None)
        except Refused as error:
            refused = (f"{order_text(order)} of {order.side}: {error.sentence}", order)
            break
        given += 1
        questions = teller.answered(outcome, by)
        if questions:
            break
    left = [each.order for each in opened.left()]
    note_opened(seat, left)
    if teller.as_json:
        to_give = [_data(order, "") for order in left]
        show_json({**teller.data(questions), "to_give": to_give, "refused": refused[0] if refused else ""})
    else:
        if refused is not None:
            complain(f"Refused: {refused[0]}")
        teller.finish(questions)
        if refused is not None:
            before = "".join(f" --first {side}" for side in opened.first)
            drop = f"--drop {left.index(refused[1]) + 1} --because REASON"
            say(f"`whitecell open-orders{before} {drop}` leaves the refused order out.")
    if refused is not None:
        raise typer.Exit(1 if given else 2)
