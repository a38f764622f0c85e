"""Odds before committing, and luck afterwards."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import order_words
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.many_games import Seed, Top
from cli.options.shared import By, OrderFile, Viewer
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudication.engine.orders import Order
    from seats.seat.seat import Seat

app = commands()

PolicyName = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="POLICY",
        help="Who answers what is asked; the system's own player, else the first answer is taken.",
    ),
]
Samples = Annotated[
    int,
    typer.Option(
        "--samples", metavar="N", help="Samples, where not all can be taken.", min=1, max=10_000_000
    ),
]


@app.command(cls=Command)
@grouped
def odds(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NUMBER | ORDER KEY=VALUE...",
            help="The order, just as `order` takes it.",
            autocompletion=order_words,
        ),
    ] = None,
    file: OrderFile = None,
    then: Annotated[
        list[str] | None,
        typer.Option(
            "--then",
            metavar='"ORDER KEY=VALUE..."',
            help="Another order after it: number, name and arguments, or JSON; repeatable.",
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option("--side", metavar="SIDE", help="Whose order it is.", autocompletion=complete_sides),
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer", metavar='"QUESTION=ANSWER"', help="What is answered on the way; repeatable."
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every result, piece and question, not the headline alone.")
    ] = False,
    policy: PolicyName = None,
    samples: Samples = 2_000,
    seed: Seed = 1,
    viewer: Viewer = None,
    by: By = "",
    *,
    where: Where,
) -> None:
    """What an order may bring, and how likely.

    Nothing is written. Every roll and draw is taken in turn; where that is too much, they are sampled, and
    it says so. What the viewer does not know of the table is as uncertain here as it is to them.

    \b
    Examples:
      whitecell odds 12
      whitecell odds execute target=0407 --then "execute target=0809"
    """
    from cli.terminal.page import page
    from reports.words.odds import odds_brief, odds_lines
    from seats.looking.odds import odds as odds_data
    from seats.looking.odds import weigh
    from seats.seat.seat import looks

    with where.seat(looks(by, viewer)) as seat:
        weighed = weigh(
            seat,
            lambda whose: _orders(seat, list(words or ()), file, then or (), whose),
            answer or (),
            side=side,
            numbers=any(text.strip().isdigit() for text in [*(words or ())[:1], *(then or ())]),
            policy=policy,
            samples=samples,
            seed=seed,
            progress=_bar("samples"),
        )
        if where.as_json:
            show_json(odds_data(weighed))
            return
        state, eyes, orders = weighed.state, seat.me.eyes, weighed.orders
        with page(state):
            if every:
                say(*odds_lines(weighed.found, state, eyes, orders[0].side, weighed.texts()))
            else:
                name = seat.system.name
                say(*odds_brief(weighed.found, state, eyes, name, orders, weighed.texts()))


@app.command(cls=Command)
@grouped
def luck(
    top: Top = 5,
    policy: PolicyName = None,
    samples: Samples = 2_000,
    seed: Seed = 1,
    by: By = "",
    *,
    where: Where,
) -> None:
    """How far luck carried each side.

    Each order's outcome is weighed against all that the same order could have brought, as the side that
    gave it could know; answers and rulings are taken as they were given. Where no track is a side's score,
    luck is measured in the chance of winning, once `whitecell decisions` has computed it. For the white
    cell: it looks at everything.

    \b
    Example:
      whitecell luck --top 3
    """
    from adjudication.chances.study import default_policy
    from cli.terminal.page import page
    from reports.studies.kept import largest_split
    from reports.words.luck import luck_lines
    from seats.looking.odds import find_luck
    from seats.looking.odds import luck as luck_data
    from seats.seat.seat import entries_of, leads

    with where.seat(leads(by)) as seat:
        found = find_luck(seat, policy, samples, seed, _bar("orders"))
        if where.as_json:
            show_json(luck_data(seat, found, top))
            return
        state = seat.game.state
        with page(state, shown=[text for n, text in state.cell.markings.items() if n]):
            who = policy or default_policy(seat.system)
            split = largest_split(seat.system.name, entries_of(seat), who, seed)
            say(*luck_lines(found, state, top, split, judged=bool(seat.system.rules.judged)))


def _bar(unit: str) -> "Callable[[str, int], AbstractContextManager[Callable[[int], None]]]":
    """What shows a progress bar of such units."""
    from cli.terminal.progress import progress

    return lambda what, total: progress(what[:40], total, unit)


def _orders(
    seat: "Seat", words: list[str], file: str | None, then: Sequence[str], side: str | None
) -> "list[Order]":
    """The orders, read as `order` reads them. Raises BadData or NotFound."""
    from cli.dialogue.finishing import finished, read_file
    from domain.errors import BadData
    from seats.dialogue.orders import read_data, read_order, read_words

    if bool(words) == (file is not None):
        raise BadData("Give an order: a number from `whitecell orders`, a name with key=value, or --file.")
    first = read_words(seat, words, side) if file is None else read_data(seat, read_file(file), side)

    def finish(order: "Order") -> "Order":
        return finished(seat, order)

    return [finish(first), *(read_order(seat, text, side, "--then", finish) for text in then)]
