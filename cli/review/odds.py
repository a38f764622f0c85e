"""Odds before committing, and luck afterwards."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import order_words
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.many_games import Seed, Top
from cli.options.shared import By, OrderFile, Viewer
from cli.terminal.terminal import say, show_json
from domain.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudication.chances.odds import Answers, Odds
    from adjudication.engine.orders import Order
    from adjudication.engine.policies import Policy
    from adjudication.engine.systems import RuleSystem
    from cli.seat.seat import Seat
    from domain.table.state import State
    from domain.texts import Said

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
    from adjudication.chances.odds import check_open
    from adjudication.chances.odds import odds as odds_of
    from adjudication.engine.umpire.audiences import table_of
    from cli.dialogue.orders import NUMBERS_ARE_WHITE
    from cli.seat.seat import looks
    from cli.terminal.page import page
    from domain.errors import BadData
    from reports.words.names import Names
    from reports.words.odds import odds_brief, odds_lines

    with where.seat(looks(by, viewer)) as seat:
        eyes, own = seat.me.eyes, seat.me.own
        state = table_of(seat.game, own) if own else seat.game.state
        player = _policy(seat.system, policy)
        if not seat.system.legal_now(state).parts:
            check_open(state)
        with _as_own(seat, own):
            if own and any(text.strip().isdigit() for text in [*(words or ())[:1], *(then or ())]):
                raise BadData(NUMBERS_ARE_WHITE)
            orders = _orders(seat, list(words or ()), file, then or (), own or side)
            if own:
                orders = [_of_no_side(seat, state, order) for order in orders]
            _check_own(seat, own, orders)

            def ask(said: "Answers") -> "Odds":
                return odds_of(
                    seat.system,
                    state,
                    orders,
                    eyes,
                    said,
                    player,
                    samples=samples,
                    seed=seed,
                    progress=_bar("samples"),
                    spoken=lambda text, table: Names(table, eyes).text(text),
                )

            found = _answered(ask, _answers(answer or ()), seat, eyes)
        if own and found.on_secrets:
            raise _on_secrets(own)
        with page(state, where.as_json) as marking:
            if where.as_json:
                show_json(_data(seat, eyes, orders, found, marking))
            else:
                texts = [_text(order) for order in orders]
                if every:
                    say(*odds_lines(found, state, eyes, orders[0].side, texts))
                else:
                    say(*odds_brief(found, state, eyes, seat.system.name, orders, texts))


QUICK = 300
"""Samples of odds that are shown while an order is built."""


def lines_of(seat: "Seat", order: "Order", player: str = "") -> list[str]:
    """The odds of an order before it is given, in short: as its player, or the white cell, may know them.
    Raises Refused as `odds` does."""
    from adjudication.chances.odds import odds as odds_of
    from adjudication.engine.umpire.audiences import table_of
    from reports.words.odds import odds_brief

    eyes = player or seat.default_viewer
    state = table_of(seat.game, player) if player else seat.game.state
    _check_own(seat, player, [order])
    with _as_own(seat, player):
        found = odds_of(
            seat.system, state, [order], eyes, {}, _policy(seat.system, None), samples=QUICK, seed=1
        )
    if player and found.on_secrets:
        raise _on_secrets(player)
    return odds_brief(found, state, eyes, seat.system.name, [order], [_text(order)])


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
    from adjudication.chances.luck import luck as luck_of
    from adjudication.chances.odds import SAMPLES
    from adjudication.chances.study import default_policy
    from cli.seat.seat import entries_of, leads
    from cli.terminal.page import page
    from reports.studies.kept import largest_split, luck_cache
    from reports.words.luck import luck_lines

    with where.seat(leads(by)) as seat:
        found = luck_of(
            seat.system,
            seat.game,
            _policy(seat.system, policy),
            samples=samples,
            seed=seed,
            progress=_bar("orders"),
        )
        if (policy, samples, seed) == (None, SAMPLES, 1):
            luck_cache(seat.system.name, entries_of(seat)).put(found)  # for the review
        state = seat.game.state
        with page(state, where.as_json, [text for n, text in state.cell.markings.items() if n]) as marking:
            if where.as_json:
                named = {
                    side: {
                        "luckiest": [order.number for order in found.luckiest(side, top)],
                        "unluckiest": [order.number for order in found.unluckiest(side, top)],
                    }
                    for side in found.sides
                }
                show_json({"game": seat.name, "marking": marking, "luck": found, "named": named})
            else:
                who = policy or default_policy(seat.system)
                split = largest_split(seat.system.name, entries_of(seat), who, seed)
                say(*luck_lines(found, state, top, split, judged=bool(seat.system.rules.judged)))


def _policy(system: "RuleSystem", name: str | None) -> "Policy | None":
    """Who answers what is asked. Raises NotFound."""
    from adjudication.chances.study import default_policy

    if name is None:
        return system.players.policies.get(default_policy(system))
    return system.policy(name)


def _bar(unit: str) -> "Callable[[str, int], AbstractContextManager[Callable[[int], None]]]":
    """What shows a progress bar of such units."""
    from cli.terminal.progress import progress

    return lambda what, total: progress(what[:40], total, unit)


def _orders(
    seat: "Seat", words: list[str], file: str | None, then: Sequence[str], side: str | None
) -> "list[Order]":
    """The orders, read as `order` reads them. Raises BadData or NotFound."""
    from cli.dialogue.orders import finished, read_data, read_file, read_order, read_words
    from domain.errors import BadData

    if bool(words) == (file is not None):
        raise BadData("Give an order: a number from `whitecell orders`, a name with key=value, or --file.")
    first = read_words(seat, words, side) if file is None else read_data(seat, read_file(file), side)
    return [finished(seat, first), *(read_order(seat, text, side, "--then") for text in then)]


def _of_no_side(seat: "Seat", state: "State", order: "Order") -> "Order":
    """An order that a side asks about, as no side's where the game has it as a step that no side gives."""
    from adjudication.engine.orders import Order

    sides = {part.side for part in seat.system.legal_now(state).of_kind(order.name)}
    return Order("", order.name, order.arguments) if sides == {""} else order


@contextmanager
def _as_own(seat: "Seat", side: str) -> Iterator[None]:
    """A side that looks through its own eyes learns from a refusal neither what is hidden nor that there
    is something. Raises Refused."""
    from adjudication.engine.umpire import RuleCodeFault
    from domain.errors import IllegalOrder

    try:
        yield
    except Refused as refused:
        if not side:
            raise
        if isinstance(refused, RuleCodeFault):  # it is one of the table as the side supposes it to be
            raise _on_secrets(side) from refused
        if isinstance(refused, IllegalOrder):
            raise _none_of_its_own(seat, side) from refused
        raise


def _check_own(seat: "Seat", side: str, orders: "Sequence[Order]") -> None:
    """Raises Refused when a side that looks through its own eyes asks about another's order, or names what
    is hidden from it."""
    from domain.views.masks import masked_for

    mask = masked_for(seat.game.state, side)
    for order in orders:
        if side and (order.side not in (side, "") or mask(order.data()) != order.data()):
            raise _none_of_its_own(seat, side)


def _on_secrets(side: str) -> Refused:
    return Refused(f"These odds hang on what {side} may not know; only the white cell can be told them.")


def _none_of_its_own(seat: "Seat", side: str) -> Refused:
    known = seat.game.state.sides.get(side)
    name = known.name if known is not None else side
    return Refused(f"That is no order that {name} may give now; `whitecell orders --as {side}` lists them.")


def _answers(texts: Sequence[str]) -> "Answers":
    """`QUESTION=ANSWER` texts. Raises BadData."""
    from domain.errors import BadData

    found: dict[tuple[str, Said], str] = {}
    for text in texts:
        question, sign, answer = text.rpartition("=")
        if not sign or not question.strip() or not answer.strip():
            raise BadData(f"Write QUESTION=ANSWER, not {text[:60]!r}.")
        found["", question.strip()] = answer.strip()
    return found


def _answered(ask: "Callable[[Answers], Odds]", said: "Answers", seat: "Seat", viewer: str) -> "Odds":
    """The odds with these answers, each said as an option or as what it is called. Raises BadData."""
    from adjudication.engine.umpire import show_option
    from domain.errors import BadData
    from domain.text import headed
    from reports.words.names import Names

    names = Names(seat.game.state, viewer)
    while True:
        found = ask(said)
        settled = dict(said)
        for key, answer in said.items():
            options = found.asked.get(str(key[1]))
            if options and answer not in (*options, *map(show_option, options)):
                called = [option for option in options if names.thing(option).lower() == str(answer).lower()]
                if not called:
                    offered = ", ".join(map(show_option, options))
                    raise BadData(f"{headed(str(key[1]))} answer one of {offered}, not {str(answer)[:40]!r}.")
                settled[key] = called[0]
        if settled == said:
            break
        said = settled
    for _, question in said:
        if question not in found.asked:
            asked = "; ".join(found.asked) or "nothing"
            raise BadData(f"{str(question)[:80]!r} is not asked under this order; asked is: {asked}")
    return found


def _text(order: "Order") -> str:
    from adjudication.engine.choice_texts import as_text

    return " ".join([order.name, *(f"{key}={as_text(value)}" for key, value in order.arguments.items())])


def _data(
    seat: "Seat", viewer: str, orders: "Sequence[Order]", found: "Odds", marking: str
) -> dict[str, object]:
    from msgspec import to_builtins

    from reports.words.names import Names

    names = Names(seat.game.state, viewer)
    choices = [{**to_builtins(each), "question": names.text(each.question)} for each in found.choices]
    return {
        "game": seat.name,
        "viewer": viewer,
        "marking": marking,
        "orders": [{"side": order.side, "order": order.data()} for order in orders],
        "odds": {**to_builtins(found), "choices": choices},
    }
