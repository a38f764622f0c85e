"""Playing on: the orders that may be given, giving one, and answering."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import answers, order_kinds, order_words
from cli.options.grouped import Where, grouped
from cli.options.shared import (
    Because,
    By,
    Effects,
    Only,
    OrderFile,
    OrderSide,
    PieceId,
    Rolls,
    Viewer,
    Yes,
)
from cli.terminal.terminal import reason, say, show_json

if TYPE_CHECKING:
    from adjudication.engine.orders import Order
    from seats.dialogue.listing import Wanted
    from seats.looking.orders import Found
    from seats.seat.seat import Seat

app = commands()

Results = Annotated[
    list[str] | None,
    typer.Option(
        "--result",
        metavar="ANSWER",
        help="How the white cell judges it, or what is asked next; repeatable, in the order asked.",
    ),
]


@app.command(cls=Command)
@grouped
def orders(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[UNIT | ORDER | WORDS]...",
            help="Only orders for this unit, of this name, or that these words fit.",
            autocompletion=order_kinds,
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="ORDER", help="Only orders of this name.", autocompletion=order_kinds),
    ] = None,
    piece: PieceId = None,
    how: Annotated[
        str | None,
        typer.Option(
            "--how", metavar="ORDER", help="How such an order is typed.", autocompletion=order_kinds
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="List all of them, however many.")] = False,
    page_number: Annotated[
        int | None, typer.Option("--page", metavar="N", help="Page N of a long list.", min=1)
    ] = None,
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """List the orders that may be given now.

    Each has the number that `order` takes; a filter does not change it. Of more than a hundred it says how
    many there are for each unit: name a unit, an order or words to list some. `--as SIDE` lists that side's
    own as they are typed: a number would count the others'.

    \b
    Examples:
      whitecell orders cts-1
      whitecell orders move
      whitecell orders --kind move --piece cts-1
      whitecell orders --how move
      whitecell orders --as isf
    """
    from cli.dialogue.shown import note_orders
    from cli.dialogue.telling import Teller
    from cli.terminal.page import page
    from seats.dialogue.listing import PAGE, order_lines, page_of, summary_lines
    from seats.looking.orders import how as how_typed
    from seats.looking.orders import orders as orders_of
    from seats.looking.orders import orders_found
    from seats.seat.seat import looks

    with where.seat(looks(by, viewer)) as seat:
        if how is not None:
            told = how_typed(seat, how)
            if where.as_json:
                show_json(told)
            else:
                say(*told["how"])
            return
        picked = bool(kind or piece or words)
        if where.as_json:
            listed = orders_of(seat, words or (), kind, piece)
            if not seat.me.own:
                note_orders(seat, [row["number"] for row in listed] if picked else None)
            show_json(listed)
            return
        found = orders_found(seat, words or (), kind, piece)
        if seat.me.own:
            _own_orders(seat, seat.me.own, found, kind, picked, page_number, every)
            return
        teller, numbered = Teller(seat), found.numbered()
        with page(seat.game.state):
            if len(numbered) > PAGE and not (picked or page_number or every):
                note_orders(seat)
                say(*summary_lines(seat, found.orders, teller.viewer, SUMMED))
            elif numbered:
                shown, more = page_of(numbered, page_number or 1, every)
                note_orders(seat, [number for number, _ in shown] if picked or more else None)
                say(*order_lines(seat, shown, teller.viewer), *([more] if more else []))
            elif kind is not None or piece is not None or words:
                say(none_now(seat, kind, found.wanted))
            teller.finish(seat.session_without_dice().pending())


def none_now(seat: "Seat", name: str | None, wanted: "Wanted | None" = None) -> str:
    """That no order of that kind may be given, and in which phases it is, where this is none of them; and
    what the words that were typed may mean."""
    from adjudication.engine.legality import elsewhere

    kind = seat.system.orders.get(name or "")
    refused = elsewhere(kind, seat.game.state) if kind is not None else None
    told = refused.message if refused is not None else "No such order may be given now."
    near = wanted.likely() if wanted is not None else ""
    return f"{told} Perhaps you mean {near}." if near else told


SUMMED = "`orders UNIT`, `orders ORDER` or `orders WORDS` lists some, `orders --all` all of them."
"""What to do about a list that is too long to show."""


def _own_orders(
    seat: "Seat",
    side: str,
    found: "Found",
    kind: str | None,
    picked: bool,
    page_number: int | None,
    every: bool,
) -> None:
    """The orders of a side that looks through its own eyes."""
    from cli.terminal.page import page
    from seats.dialogue.eyes import next_lines, order_lines
    from seats.dialogue.listing import PAGE, page_of, summary_lines

    orders = found.orders
    with page(seat.game.state):
        if len(orders) > PAGE and not (picked or page_number or every):
            say(*summary_lines(seat, orders, side, SUMMED))
        elif orders:
            shown, more = page_of(orders, page_number or 1, every)
            say(*order_lines(seat, side, shown), *([more] if more else []))
        elif picked:
            say(none_now(seat, kind, found.wanted))
        else:
            say(*next_lines(seat, side, seat.session_without_dice().pending()))


@app.command(cls=Command)
@grouped
def order(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NUMBER | ORDER KEY=VALUE...",
            help="A number from `orders`, or an order's name and its arguments.",
            autocompletion=order_words,
        ),
    ] = None,
    file: OrderFile = None,
    side: OrderSide = None,
    only: Only = None,
    result: Results = None,
    effect: Effects = None,
    because: Because = "",
    roll: Rolls = None,
    yes: Yes = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Give an order and adjudicate it.

    With physical dice, each roll is asked for by its purpose, or taken from --roll. Where the white
    cell judges an order, --result says how it comes out, and --effect what changes with it: the order, the
    judgement and its effects are recorded at once, or none of them.

    With --only the order is covert: its side, the sides named and the white cell know of it and of its
    outcome, nobody else. `open-orders --reveal` tells others later.

    \b
    Examples:
      whitecell order 12
      whitecell order move unit=cts-1 to=0407
      whitecell order act --side aldmark intent="Cut the cable" --only aldmark
      whitecell order --file order.json --roll "4 3"
      whitecell order act --side verrin intent="Lay mines" --result partial --effect tension+1 --because "Fog"
    """
    from cli.dialogue.agreeing import agree
    from cli.dialogue.finishing import finished, read_file
    from cli.dialogue.numbers import check_number
    from cli.dialogue.telling import show
    from domain.errors import BadData
    from seats.acting import ordering
    from seats.dialogue.orders import NUMBERS_ARE_WHITE, is_number, read_data, read_words
    from seats.seat.seat import Seat, acts

    said = list(words or ())
    if bool(said) == (file is not None):
        raise BadData("Give an order: a number from `whitecell orders`, a name with key=value, or --file.")
    raw = read_file(file) if file is not None else b""

    def find(seat: Seat) -> "Order":
        if file is not None:
            return read_data(seat, raw, seat.me.side)
        player = seat.me.player
        if is_number(said):
            if player and player != seat.default_viewer:
                raise BadData(NUMBERS_ARE_WHITE)
            check_number(seat, int(said[0]), player)

        def odds(order: "Order") -> list[str]:
            from seats.looking.odds import lines_of

            return lines_of(seat, order, player)

        return finished(seat, read_words(seat, said, seat.me.side), odds)

    with where.seat(acts(by, side)) as seat:
        given = find(seat)
        seat.check_speaks(given.side)
        agree(seat, given, by, yes)
        judged = ordering.Judged(tuple(result or ()), tuple(effect or ()), because)
        alone = ordering.covert_sides(seat, only)
        if (judged.results or judged.effects) and not because.strip():
            ordering.check_order(seat, given, by, judged, alone, reason=False)
            judged = judged._replace(because=reason(because, where.as_json))
        show(ordering.order(seat, given, by, tuple(roll or ()), judged, alone), where.as_json, by)


@app.command(cls=Command)
@grouped
def answer(
    said: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ANSWER]...",
            help="An option, its number in the list, or a die's face; several as a,b, pairs as a:x,b:y.",
            autocompletion=answers,
        ),
    ] = None,
    suggested: Annotated[bool, typer.Option("--suggested", help="Answer what the rules suggest.")] = False,
    because: Because = "",
    side: OrderSide = None,
    order: Annotated[
        int | None,
        typer.Option(
            "--order", metavar="NUMBER", help="The order that asks, when several ask the same side."
        ),
    ] = None,
    final: Annotated[
        bool,
        typer.Option("--final", help="The side will not change its plan: ANSWER, or the one sealed."),
    ] = False,
    effect: Effects = None,
    roll: Rolls = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Answer a question of the rules, or show it.

    Several answers are taken in turn, for what is asked next: `answer 4 6` types two dice. The white cell's
    reason for a judgement holds for what the same order asks after it, until another is given. --effect says
    what changes with the answer, as `change` does; both are recorded at once.

    Where the rules suggest an answer, --suggested takes it, with the reason they give.
    When several sides are asked, --side says whose question is shown or answered. A plan can be changed until
    all plans are in, or until it is handed in with --final.

    \b
    Examples:
      whitecell answer 2
      whitecell answer yes --because "The bridge was seen to fall"
      whitecell answer "succeeds in part" --effect "tension+1, cts-1 to 0407" --because "Half of them arrived"
      whitecell answer --suggested
    """
    from cli.dialogue.numbers import check_answer, what_became_of_it
    from cli.dialogue.telling import show
    from domain.errors import BadData
    from seats.acting import answering
    from seats.dialogue.digests import question_digest
    from seats.seat.seat import acts

    faces, effects = tuple(roll or ()), tuple(effect or ())
    with where.seat(acts(by, side)) as seat:
        order = order if order is None else seat.number(order)
        if not said and not faces and not suggested and not final:
            if effects:
                raise BadData("Give the answer that has this effect, or `change` without one.")
            if because:
                raise BadData("Give the answer that has this reason.")
            show(answering.questions(seat, side, order), where.as_json, by)
            return
        player = seat.me.player
        question = answering.question(seat, side, order, lambda: what_became_of_it(seat, player))
        if not suggested:
            typed = " ".join(said) if said else str(faces[0]) if faces else ""
            check_answer(seat, question_digest(seat, question), question, typed, player)
        reply = answering.reply(
            seat,
            question,
            said or (),
            suggested=suggested,
            final=final,
            because=because,
            by=by,
            rolled=bool(faces),
        )
        if said and (question.kind == "judgement" or effects):
            reply = reply.with_reason(reason(reply.because, where.as_json))
        show(answering.answer(seat, question, reply, by, faces, effects), where.as_json, by)
