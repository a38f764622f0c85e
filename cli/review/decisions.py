"""What decisions, luck and rulings did to the chances of winning."""

from typing import Annotated

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.many_games import Seed, Top, number_of_games
from cli.options.shared import By
from cli.terminal.terminal import say, show_json

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
    from cli.terminal.page import page
    from cli.terminal.progress import progress
    from reports.studies.kept import split_cache
    from reports.words.split import split_lines
    from seats.looking.forecasts import decisions as decisions_of
    from seats.looking.forecasts import split_of
    from seats.seat.seat import entries_of, leads

    with where.seat(leads(by)) as seat:
        who, games = policy or default_policy(seat.system), games or PLAYOUTS
        seat.system.policy(who)  # which is there
        kept = split_cache(seat.system.name, entries_of(seat), who, games, seed)
        found = split_of(seat.system, seat.game, kept, who, games, seed, progress)
        state = seat.game.state
        if where.as_json:
            show_json(decisions_of(seat, found))
            return
        with page(state, shown=[text for n, text in state.cell.markings.items() if n]):
            say(*split_lines(found, state, top))
