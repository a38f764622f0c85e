"""The look-up tables in force, and putting another in the place of one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options.command import Command, commands
from cli.options.completion import table_names
from cli.options.grouped import Where, grouped
from cli.options.shared import Because, By
from cli.terminal.page import marked_row, page
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from cli.seat.seat import Seat
    from domain.events import TableData

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
    from cli.seat.seat import leads, looks
    from domain.errors import BadData

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
    state = seat.game.state
    if as_json:
        rows = [{"name": name, **_described(table.data)} for name, table in state.tables.items()]
        show_json([marked_row(state, row) for row in rows])
        return
    with page(state):
        for name, table in state.tables.items():
            say(f"{name}: {table.data.title} ({table.data.provenance}; {len(table.data.rows)} rows)")
        if not state.tables:
            say("This game has no tables.")


def _show(seat: "Seat", name: str, as_json: bool) -> None:
    state = seat.game.state
    data = state.tables[name].data
    with page(state, as_json):
        if as_json:
            show_json(marked_row(state, {"name": name, **_described(data), "rows": data.rows}))
        else:
            say(*table_lines(data))


def _described(data: "TableData") -> dict[str, Any]:
    return {"title": data.title, "keys": data.keys, "provenance": data.provenance, "source": data.source}


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
    from cli.dialogue.telling import Teller
    from cli.white_cell.charts_files import read_table
    from domain.errors import BadData
    from reports.words.by_hand import difference_lines

    session = seat.session_without_dice()
    old = session.state.tables[table].data
    new = read_table(file, old)
    because = reason_for(
        seat, lambda trial, why: trial.adopt_table(table, new, why, by), because, by, as_json
    )
    if not because.strip():
        raise BadData("A new table needs a reason: --because REASON.")
    adopted = session.adopt_table(table, new, because, by)
    found = differences(table, old, new)
    teller = Teller(seat, as_json)
    teller.tell([adopted])
    if as_json:
        show_json({**teller.data(()), "differences": [each._asdict() for each in found]})
        return
    say(*(f"       {line}" for line in difference_lines(found)))
    teller.finish(())
