"""Adding to a game in play: sides, areas and boxes, links, tracks, tables, kinds of pieces, pieces."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from cli.options.command import Command, commands
from cli.options.completion import ADDITIONS, additions, places
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By, Only, Rule
from cli.white_cell.giving import give, tell

app = commands()


class Features(NamedTuple):
    """What it is like: options of which each thing takes some."""

    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--beside", metavar="AREA", help="An area that it lies beside; repeatable.", autocompletion=places
        ),
    ] = None
    at: Annotated[
        str,
        typer.Option(
            "--at", metavar="PLACE", help="Of a piece where it is; of an area X,Y on the map, if it matters."
        ),
    ] = ""
    terrain: Annotated[str, typer.Option("--terrain", metavar="WORD", help="Of an area: its terrain.")] = ""
    value: Annotated[
        int | None, typer.Option("--value", metavar="N", help="Of a track: where it starts.")
    ] = None
    ends: Annotated[
        str, typer.Option("--ends", metavar="LOWEST,HIGHEST", help="Of a track: its ends; 0,10 by default.")
    ] = ""
    side: Annotated[
        str,
        typer.Option(
            "--side", metavar="SIDE", help="Whose it is, or whose score.", autocompletion=complete_sides
        ),
    ] = ""
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="Of a piece: its kind; a new one by default.")
    ] = ""
    group: Annotated[
        str, typer.Option("--group", metavar="WORD", help="Of a kind: the group that it belongs to.")
    ] = ""
    back: Annotated[
        str, typer.Option("--back", metavar="TEXT", help="Of a kind: what its pieces show face down.")
    ] = ""
    keys: Annotated[
        str,
        typer.Option("--keys", metavar="COLUMN,...", help="Of a table in CSV: its key columns."),
    ] = ""
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Of a table: its title.")] = ""
    player: Annotated[
        str, typer.Option("--player", metavar="PLAYER", help="Of a side: who holds it beside another.")
    ] = ""

    def given(self) -> dict[str, Any]:
        """What was said of them, by name."""
        return {name: said for name, said in self._asdict().items() if said not in ("", None, (), [])}


class Recorded(NamedTuple):
    """With what it is recorded: who alone may know, why, by which rule, by whom."""

    only: Only = None
    because: Because = ""
    rule: Rule = "house"
    by: By = ""


@app.command(cls=Command)
@grouped
def add(
    what: Annotated[
        str,
        typer.Argument(metavar="THING", help=f"One of: {', '.join(ADDITIONS)}.", autocompletion=additions),
    ],
    names: Annotated[
        list[str],
        typer.Argument(metavar="NAME", help="What it is called; of a link the two areas, of a table a file."),
    ],
    *,
    features: Features,
    id: Annotated[str, typer.Option("--id", metavar="ID", help="Its id; by default made of its name.")] = "",
    recorded: Recorded,
    where: Where,
) -> None:
    """Add a side, area, track, table, piece and more to the game.

    It is a manual change with a reason, which `undo` takes off again. Tracks, boxes and pieces may be kept
    secret with --only; everything else is known to everyone. An area is drawn near those that it lies beside.

    \b
    Examples:
      whitecell add side "Neutral League" --because "It asks to take part"
      whitecell add area "Grey Shoal" --beside narrows --beside outer-banks --because "A cable lands there"
      whitecell add track Bandwidth --value 80 --ends 0,100 --because "The plan turns on it"
      whitecell add track Leverage --only aldmark --because "Only Aldmark keeps count of it"
      whitecell add link aldport naval-base --because "The ferry runs again"
      whitecell add piece "Cable ship" --side council --at selmhaven --because "The Council charters one"
      whitecell add table weather.yaml --because "Weather begins to matter"
    """
    from cli.white_cell.charts_files import read_table
    from seats.acting.adding import Wanted, added
    from seats.acting.by_hand import Said
    from seats.seat.seat import leads

    only, because, rule, by = recorded
    file = Path(names[0]) if what == "table" else Path()
    wanted = Wanted(names, id, only, features.given(), lambda like: read_table(file, like))
    build = added(what, wanted)
    public = what not in ("track", "box", "piece")
    said = Said(because, rule, by, only if public else None)
    with where.seat(leads(by)) as seat:
        acted = give(seat, build, said, ask_reason=not where.as_json)
        tell(acted, by, where.as_json, only=only)
