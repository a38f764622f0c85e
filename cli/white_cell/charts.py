"""The look-up tables in force, and putting another in the place of one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import table_names
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By
from cli.terminal.page import page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from domain.events import TableData
    from seats.seat.seat import Seat

app = commands()


@app.command(cls=Command)
@grouped
def tables(
    name: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help="A table to show.", autocompletion=table_names)
    ] = None,
    adopt: Annotated[
        Path | None,
        typer.Option("--adopt", metavar="FILE", help="Replace that table by the rows of a CSV or YAML file."),
    ] = None,
    because: Because = "",
    by: By = "",
    *,
    where: Where,
) -> None:
    """List the look-up tables, show one, or replace one.

    Each says where it comes from: the document, a reconstruction of it, or this house.

    --adopt puts a printed chart that you own in the place of a reconstructed one, from now on. It must
    answer exactly once whatever the old one answers, and have its columns; the differences are listed. A
    CSV file has the columns of the old table; ranges are written 2..5 or 6.. there.

    \b
    Examples:
      whitecell tables
      whitecell tables operation_results
      whitecell tables operation_results --adopt chart.csv --because "The printed chart"
    """
    from adjudication.engine.resolving import find
    from domain.errors import BadData
    from seats.seat.seat import leads, looks

    if adopt is None and because:
        raise BadData("--because belongs to --adopt FILE.")
    if adopt is not None and name is None:
        raise BadData(f"Say which table it replaces: `tables TABLE --adopt {adopt}`.")
    with where.seat(looks(by) if adopt is None else leads(by)) as seat:
        if name is not None:
            name = find(seat.game.state, ("table",), name)
        if name is None:
            _list(seat, where.as_json)
        elif adopt is None:
            _show(seat, name, where.as_json)
        else:
            _adopt(seat, name, adopt, because, by, where.as_json)


def _list(seat: "Seat", as_json: bool) -> None:
    from seats.looking.board import tables as tables_of

    if as_json:
        show_json(tables_of(seat))
        return
    state = seat.game.state
    with page(state):
        for name, table in state.tables.items():
            say(f"{name}: {table.data.title} ({table.data.provenance}; {len(table.data.rows)} rows)")
        if not state.tables:
            say("This game has no tables.")


def _show(seat: "Seat", name: str, as_json: bool) -> None:
    from seats.looking.board import table

    if as_json:
        show_json(table(seat, name))
        return
    state = seat.game.state
    with page(state):
        say(*table_lines(state.tables[name].data))


def table_lines(data: "TableData") -> list[str]:
    """A table in columns, keys first, its provenance below."""
    from adjudication.engine.by_hand.house_tables import cell_text

    columns = list(dict.fromkeys([*data.keys, *(column for row in data.rows for column in row)]))
    rows = [columns, *([cell_text(row.get(column, "")) for column in columns] for row in data.rows)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(columns))]
    lines = [_row(row, widths) for row in rows]
    source = f": {data.source}" if data.source else ""
    return [data.title, *lines, f"Entered with {', '.join(data.keys)}; {data.provenance}{source}"]


def _row(texts: list[str], widths: list[int]) -> str:
    return "  ".join(text.ljust(width) for text, width in zip(texts, widths, strict=True)).rstrip()


def _adopt(seat: "Seat", table: str, file: Path, because: str, by: str, as_json: bool) -> None:
    from adjudication.engine.by_hand.house_tables import differences
    from cli.dialogue.asking import reason_for
    from cli.dialogue.telling import Teller, show
    from cli.white_cell.charts_files import read_table
    from reports.words.by_hand import difference_lines
    from seats.acting import house

    old = seat.game.state.tables[table].data
    new = read_table(file, old)
    because = reason_for(seat, house.table(table, new, by).adopt, because, as_json)
    acted = house.adopt_table(seat, table, new, because, by)
    if as_json:
        show(acted, as_json)
        return
    teller = Teller(seat)
    teller.tell(acted.events)
    say(*(f"       {line}" for line in difference_lines(differences(table, old, new))))
    teller.finish(())
