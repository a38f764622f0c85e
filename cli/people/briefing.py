"""Hand-outs: what one side may know, as a page to print."""

from pathlib import Path
from typing import Annotated

import typer

from cli.common.completion import sides as complete_sides
from cli.common.options import AsJson, Command, Database, Force, GameName, commands
from cli.common.terminal import say, show_json

app = commands()


@app.command(cls=Command)
def brief(
    side: Annotated[str, typer.Argument(metavar="SIDE", help="Whose brief.", autocompletion=complete_sides)],
    format: Annotated[
        str, typer.Option("--format", metavar="html|pdf", help="By default what --out ends in, or html.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; by default brief-SIDE.html.")
    ] = None,
    force: Force = False,
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Write a side's hand-out.

    It has what the side may know, and nothing else.

    Situation, map, own forces, what is known of others, its messages, what it was told, and the marking on
    top and bottom of every page.

    \b
    Examples:
      whitecell brief isf --out isf.html
      whitecell brief isf --format pdf
    """
    from cli.common.seat import open_seat
    from cli.common.writing import target, warning_of_missing_letters
    from domain.errors import BadData
    from reports.document.brief import FORMATS, brief_html, brief_pdf, gather

    wanted = format or (out.suffix.lower().removeprefix(".") if out is not None else "") or "html"
    if wanted not in FORMATS:
        raise BadData(f"A brief is {' or '.join(FORMATS)}, not {wanted[:40]!r}.")
    with open_seat(database, game) as seat:
        state = seat.game.state
        players = dict.fromkeys(each.player for each in state.sides.values() if each.player)
        side = state.side_named(side, *players)
        told = gather(seat.game, state.viewer(side))
        path = out if out is not None else Path(f"brief-{side}.{wanted}")
        place = target(path, force, "--out NAME", database)
        with warning_of_missing_letters():
            place.write(brief_pdf(told) if wanted == "pdf" else brief_html(told).encode())
        if as_json:
            show_json({"side": side, "format": wanted, "file": str(path), "marking": told.marking})
        else:
            say(f"The brief of {told.side} is in {path}.")
