"""Playing on: the orders that may be given, giving one, and answering."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.game.adjudicating import Judged, check_costs, check_sealed, give_order
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
from cli.white_cell.giving import carried_out

if TYPE_CHECKING:
    from adjudication.engine.orders import Order
    from cli.dialogue.listing import Wanted
    from cli.seat.seat import Seat

app = commands()

Results = Annotated[
    list[str] | None,
    typer.Option(
        "--result",
        metavar="ANSWER",
        help="How the white cell judges it, or what is asked next; repeatable, in the order asked.",
    ),
]


def covert_sides(seat: "Seat", named: "list[str] | None") -> tuple[str, ...] | None:
    """The sides that may know of a covert order, `all` for one that is not covert; None when nothing was
    said. Raises NotFound or BadData."""
    from adjudication.seminar.addressing import sides_meant
    from domain.events.seen import EVERYONE

    if named is None:
        return None
    sides = sides_meant(seat.game.state, named, "--only")
    return (EVERYONE,) if sides is None else sides


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
    from cli.dialogue.listing import (
        PAGE,
        Wanted,
        numbered_orders,
        order_data,
        order_lines,
        page_of,
        summary_lines,
    )
    from cli.dialogue.naming import piece_named
    from cli.dialogue.orders import kind_lines
    from cli.dialogue.shown import note_orders
    from cli.dialogue.telling import Teller
    from cli.seat.seat import looks
    from cli.terminal.page import page

    with where.seat(looks(by, viewer)) as seat:
        side, eyes = seat.me.own, seat.me.eyes
        if how is not None:
            asked = seat.system.kind(how)
            lines = kind_lines(seat, asked, eyes)
            if where.as_json:
                show_json({"order": how, "how": lines})
            else:
                say(*lines)
            return
        if side:
            _own_orders(seat, side, kind, piece, where.as_json, words or [], page_number, every)
            return
        piece = None if piece is None else piece_named(seat.game.state, eyes, piece)
        found = numbered_orders(seat, kind, piece)
        wanted = Wanted(seat, words, eyes) if words else None
        if wanted is not None:
            found = [each for each in found if wanted(each[1])]
        picked = bool(kind or piece or words)
        if where.as_json:
            note_orders(seat, [number for number, _ in found] if picked else None)
            show_json([{"number": number, **order_data(order)} for number, order in found])
            return
        teller = Teller(seat, where.as_json)
        with page(seat.game.state):
            if len(found) > PAGE and not (picked or page_number or every):
                note_orders(seat)
                say(*summary_lines(seat, [each for _, each in found], teller.viewer, SUMMED))
            elif found:
                shown, more = page_of(found, page_number or 1, every)
                note_orders(seat, [number for number, _ in shown] if picked or more else None)
                say(*order_lines(seat, shown, teller.viewer), *([more] if more else []))
            elif kind is not None or piece is not None or words:
                say(none_now(seat, kind, wanted))
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
    kind: str | None,
    piece: str | None,
    as_json: bool,
    words: list[str],
    page_number: int | None,
    every: bool,
) -> None:
    """The orders of a side that looks through its own eyes."""
    from cli.dialogue.eyes import next_lines, order_lines, orders_masked
    from cli.dialogue.listing import PAGE, Wanted, names_piece, order_data, page_of, summary_lines
    from cli.dialogue.naming import piece_named
    from cli.terminal.page import page

    if kind is not None:
        seat.system.kind(kind)
    piece = None if piece is None else piece_named(seat.game.state, side, piece)
    found = [
        order
        for order in orders_masked(seat, side)
        if kind in (None, order.name) and (piece is None or names_piece(order, piece))
    ]
    wanted = Wanted(seat, words, side) if words else None
    if wanted is not None:
        found = [order for order in found if wanted(order)]
    if as_json:
        show_json([order_data(order) for order in found])
        return
    with page(seat.game.state):
        if len(found) > PAGE and not (kind or piece or words or page_number or every):
            say(*summary_lines(seat, found, side, SUMMED))
        elif found:
            shown, more = page_of(found, page_number or 1, every)
            say(*order_lines(seat, side, shown), *([more] if more else []))
        elif kind is not None or piece is not None or words:
            say(none_now(seat, kind, wanted))
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
    from cli.dialogue.numbers import check_number
    from cli.dialogue.orders import NUMBERS_ARE_WHITE, finished, is_number, read_data, read_file, read_words
    from cli.review.odds import lines_of
    from cli.seat.seat import Seat, acts
    from domain.errors import BadData

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
        return finished(
            seat, read_words(seat, said, seat.me.side), lambda order: lines_of(seat, order, player)
        )

    with where.seat(acts(by, side)) as seat:
        given = find(seat)
        seat.check_speaks(given.side)
        if given == seat.system.proceed(seat.game.state):
            check_sealed(seat, given, by, yes)
        check_costs(seat, given, by, yes)
        judged = Judged(tuple(result or ()), tuple(effect or ()), because)
        give_order(seat, given, tuple(roll or ()), by, where.as_json, judged, covert_sides(seat, only))


def nothing_asked(seat: "Seat") -> str:
    """That nothing is asked of whoever wants to answer."""
    from cli.dialogue.eyes import awaited

    if not seat.me.own:
        return "Nothing is asked just now."
    others = awaited(seat, seat.me.own, seat.session_without_dice().pending())
    return " ".join(["Nothing is asked of you just now.", *([others] if others else [])])


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
    from adjudication.engine.session import Outcome
    from adjudication.engine.umpire import WHITE_CELL, Answer
    from cli.dialogue.answers import Prepared, question_for, read_as
    from cli.dialogue.numbers import check_answer, what_became_of_it
    from cli.dialogue.shown import question_digest
    from cli.dialogue.telling import Teller
    from cli.seat.seat import acts
    from domain.errors import BadData, NotFound, Refused
    from domain.text import headed

    faces = tuple(roll or ())
    with where.seat(acts(by, side)) as seat:
        teller = Teller(seat, where.as_json)
        questions = teller.may_answer(seat.session().pending())
        side = seat.me.side or WHITE_CELL if side or seat.me.player else None
        order = order if order is None else seat.number(order)
        effects = tuple(effect or ())
        if not said and not faces and not suggested and not final:
            if effects:
                raise BadData("Give the answer that has this effect, or `change` without one.")
            if because:
                raise BadData("Give the answer that has this reason.")
            shown = [each for each in questions if side in (None, each.side) and order in (None, each.order)]
            if not shown:
                question_for(questions, side, order, none=nothing_asked(seat))
            teller.go_on(Outcome([], tuple(shown)), by)
            return
        if not questions:
            raise NotFound(what_became_of_it(seat, teller.player) or nothing_asked(seat))
        question = question_for(questions, side, order, latest=bool(teller.player))
        which = question_digest(seat, question)
        why = question.because if question.kind == "judgement" else ""
        question = teller.in_words(question)
        value = None
        if suggested:
            if said or faces:
                raise BadData("Give an answer, or --suggested.")
            if not question.suggested:
                raise BadData(f"{headed(question.text)} the rules suggest no answer.")
            value = Answer(question.suggested[0], by, because or why)
        else:
            typed = " ".join(said) if said else str(faces[0]) if faces else ""
            check_answer(seat, which, question, typed, teller.player)
        later: list[str] = []
        if said:
            chosen, later = read_as(seat.game.state, teller.player, question, said, teller.called)
            if question.kind == "judgement":
                because = because or reason_before(seat, question.order)
            if question.kind == "judgement" or effects:
                because = reason(because, where.as_json)
            value = Answer(chosen, by, because, final)
        elif final:
            if not question.optional:
                raise BadData(f"{question.side} has not sealed a plan for “{question.text}” yet.")
            value = Answer(question.given, by, "", final)
        people: list[Prepared] = []

        def give() -> Outcome:
            people[:] = [
                Prepared(faces, by, value, question.side, later, because, teller.called, reader=teller.player)
            ]
            session = seat.session(people[0])
            with session.at_once():
                outcome = session.proceed_with(people[0], question.order)
                people[0].check_used(seat.game.opened.dice)
                return carried_out(seat, session, outcome, effects, because, by, question.order)

        def still_meant() -> None:
            if which not in [question_digest(seat, each) for each in seat.session().pending()]:
                raise Refused("Somebody else answered meanwhile; `whitecell answer` shows what is asked now.")

        outcome = seat.deciding_again(give, still_meant)
        teller.go_on(outcome, by)


def reason_before(seat: "Seat", order: int) -> str:
    """The reason that the white cell gave last for a judgement in that order, or for a ruling on one; empty
    when it gave none."""
    from adjudication.engine.umpire import WHITE_CELL
    from domain.events import Chosen, Ruled

    told = [event for event in seat.game.procedure(order) if isinstance(event, Chosen)]
    judged = {
        event.number: event.because
        for event in told
        if event.side == WHITE_CELL and event.because and isinstance(event.because, str)
    }
    log, struck = seat.game.log[order:], seat.game.struck
    ruled = {
        event.number: event.because
        for event in log
        if isinstance(event, Ruled) and event.number not in struck and event.concerns in judged
    }
    last = max({**judged, **ruled}, default=0)
    return {**judged, **ruled}.get(last, "")
