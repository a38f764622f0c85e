"""The look-up tables in force, and putting another in the place of one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.common.completion import table_names
from cli.common.completion import tables as complete_tables
from cli.common.options import AsJson, Because, By, Command, Database, GameName, commands
from cli.common.page import marked_row, page
from cli.common.terminal import reason, say, show_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.events import TableData
    from domain.table.tables import Table

app = commands()


@app.command(cls=Command)
def tables(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[list | show] [TABLE]", help="A table to show.", autocompletion=complete_tables
        ),
    ] = None,
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """List the look-up tables in force, or show the rows of one.

    Each says where it comes from: the document, a reconstruction of it, or this house.

    \b
    Examples:
      whitecell tables list
      whitecell tables show operation_results
    """
    from cli.common.seat import open_seat
    from domain.errors import BadData

    said = list(words or ())
    listed = said[:1] == ["list"]
    if said[:1] in (["list"], ["show"]):
        del said[0]
        if listed == bool(said):
            raise BadData("`tables list` lists the tables, `tables show TABLE` shows one.")
    if len(said) > 1:
        raise BadData("One table at a time: `tables show TABLE`.")
    with open_seat(database, game) as seat:
        known = seat.game.state.tables
        state = seat.game.state
        if said:
            data = _known(known, said[0]).data
            with page(state, as_json):
                if as_json:
                    show_json(marked_row(state, {"name": said[0], **_described(data), "rows": data.rows}))
                else:
                    say(*table_lines(data))
            return
        if as_json:
            rows = [{"name": name, **_described(table.data)} for name, table in known.items()]
            show_json([marked_row(state, row) for row in rows])
            return
        with page(state):
            for name, table in known.items():
                say(f"{name}: {table.data.title} ({table.data.provenance}; {len(table.data.rows)} rows)")
            if not known:
                say("This game has no tables.")


def _known(tables: "Mapping[str, Table]", name: str) -> "Table":
    """The table of that name. Raises NotFound."""
    from domain.errors import NotFound

    if name not in tables:
        raise NotFound(f"There is no table {name[:60]!r}; there are: {', '.join(tables) or 'none'}.")
    return tables[name]


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


@app.command("adopt-table", cls=Command)
def adopt_table(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="The table to replace.", autocompletion=table_names)
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Its rows, as CSV or YAML.")],
    because: Because = "",
    by: By = "",
    game: GameName = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Replace a table by one from a file, from now on.

    So a printed chart that you own takes the place of a reconstructed one. It must answer exactly once
    whatever the old one answers, and have its columns; what is different is said.

    A CSV file has the columns of the old table; ranges are written 2..5 or 6.. there.

    \b
    Example:
      whitecell adopt-table operation_results chart.csv --because "The printed chart"
    """
    from adjudication.engine.by_hand.house_tables import differences
    from cli.common.seat import open_seat
    from cli.common.telling import Teller
    from cli.white_cell.charts_files import read_table
    from domain.errors import BadData
    from reports.words.by_hand import difference_lines

    with open_seat(database, game) as seat:
        session = seat.session_without_dice()
        old = _known(session.state.tables, table).data
        new = read_table(file, old)
        because = reason(because, as_json)
        if not because.strip():
            raise BadData("A new table needs a reason: --because REASON.")
        adopted = session.adopt_table(table, new, because, by)
        found = differences(table, old, new)
        teller = Teller(seat, as_json)
        if as_json:
            teller.tell([adopted])
            show_json({**teller.data(()), "differences": [each._asdict() for each in found]})
            return
        teller.tell([adopted])
        say(*(f"       {line}" for line in difference_lines(found)))
        teller.finish(())
