"""What decisions, luck and rulings did to the chances of winning."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.many_games import Seed, Top, number_of_games
from cli.options.shared import By
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from adjudication.chances.split import Split
    from adjudication.engine.systems import RuleSystem
    from domain.game.game import Game
    from reports.studies.kept import Kept

app = commands()


@app.command(cls=Command)
@grouped
def decisions(
    top: Top = 10,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy", metavar="POLICY", help="Who plays the positions on; by default the system's own."
        ),
    ] = None,
    games: Annotated[int | None, number_of_games(1, 10_000)] = None,
    seed: Seed = 1,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Decisions, luck and rulings: what changed the chances.

    Each order's change of every side's chance of winning is split into what was decided, what chance did,
    and what was ruled; the parts add up from the start to the result. It takes minutes, and is kept for
    the review. For the white cell: it looks at everything.

    \b
    Example:
      whitecell decisions --games 50
    """
    from adjudication.chances.split import PLAYOUTS
    from adjudication.chances.study import default_policy
    from cli.seat.seat import entries_of, leads
    from cli.terminal.page import page
    from reports.studies.kept import split_cache
    from reports.words.split import split_lines

    with where.seat(leads(by)) as seat:
        who, games = policy or default_policy(seat.system), games or PLAYOUTS
        seat.system.policy(who)  # which is there
        kept = split_cache(seat.system.name, entries_of(seat), who, games, seed)
        found = worked_out(seat.system, seat.game, kept, who, games, seed)
        state = seat.game.state
        with page(state, where.as_json, [text for n, text in state.cell.markings.items() if n]) as marking:
            if where.as_json:
                marked = [order.number for order in found.marked()]
                data = {"split": found, "totals": found.totals(), "marked": marked}
                show_json({"game": seat.name, "marking": marking, **data})
            else:
                say(*split_lines(found, state, top))


def worked_out(
    system: "RuleSystem", game: "Game", kept: "Kept[Split]", policy: str, games: int, seed: int
) -> "Split":
    """A game, split: as it was worked out before, or now. Raises Refused where people judge."""
    from contextlib import ExitStack

    from adjudication.chances.split import split
    from cli.terminal.progress import progress

    found = kept.get()
    if found is None:
        with ExitStack() as stack:
            found = split(
                system,
                game,
                policy,
                games,
                seed,
                progress=lambda total: stack.enter_context(progress("Weighing decisions", total, "orders")),
            )
        kept.put(found)
    return found
