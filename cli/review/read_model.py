"""The read model: games as a database for analysts, and as CSV and Parquet."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import games
from cli.options.shared import AsJson, By, Database, Force, Viewer
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from adjudication.seminar.door import Caller
    from domain.ledger.desk import Desk
    from domain.ledger.store import Ledger
    from reports.read_model.build import Source

app = commands()


@app.command("read-model", cls=Command)
def read_model(
    file: Annotated[Path, typer.Argument(metavar="FILE.db", help="The SQLite database to build or refresh.")],
    logs: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[LOG]...", help="Exported logs to take in, instead of a database's games."),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game", metavar="NAME", help="Only this game; repeatable. Else all.", autocompletion=games
        ),
    ] = None,
    viewer: Viewer = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FOLDER", help="Also write every table as CSV.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FOLDER", help="Also write every table as Parquet.")
    ] = None,
    force: Force = False,
    by: By = "",
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Build or refresh an SQLite database of games.

    It holds games, orders, rolls, look-ups, moves, losses, scores, rulings, insights and more, each table
    and column described, with full-text search and views. What is new in the logs is added; whatever else
    it holds stays. metadata.json beside it is for Datasette.

    \b
    Examples:
      whitecell read-model games.db
      whitecell read-model tuesday.db one.jsonl two.jsonl --csv tables --parquet tables
      whitecell read-model isf.db --as isf --game ramadi
    """
    from contextlib import ExitStack

    from cli.seat.opening import open_ledger
    from cli.terminal.progress import progress
    from cli.terminal.writing import targets
    from domain.errors import BadData
    from domain.ledger.protected import check_file
    from domain.views.view import WHITE
    from reports.read_model.build import from_file, open_read_model, refresh
    from reports.read_model.files import check_metadata, export_files, write_exports, write_metadata
    from seats.seat.seat import looks

    if logs and game:
        raise BadData("Give log files, or games of a database by --game, not both.")
    check_file(file)
    check_metadata(file.parent)
    folders = {"csv": csv, "parquet": parquet}
    for kind, folder in folders.items():
        if folder is not None:
            targets(export_files(folder, kind), force, f"--{kind} FOLDER", database)
    with ExitStack() as stack:
        if logs:
            from domain.ledger.logfile import read_log

            sources = [from_file(*read_log(log)) for log in logs]
            eyes = viewer or WHITE
        else:
            ledger = stack.enter_context(open_ledger(database))
            desk = ledger.desk()
            eyes = _eyes(ledger, desk, game or [], looks(by, viewer))
            sources = _of_games(ledger, desk, game or [])
        with progress("read model", len(sources), "games") as advance:
            done = refresh(file, sources, eyes, advance)
    metadata = write_metadata(file)
    written: dict[str, str] = {}
    with open_read_model(file, eyes) as tables:
        for kind, folder in folders.items():
            if folder is not None:
                write_exports(tables, folder, kind)
                written[kind] = str(folder)
    if as_json:
        told = [each._asdict() for each in done]
        show_json({"file": str(file), "viewer": eyes, "metadata": str(metadata), "games": told, **written})
        return
    for each in done:
        anew = ", built anew: its log is another one now" if each.anew else ""
        say(f"{each.name}: {each.events} events, {each.new} of them new{anew}.")
    say(f"The read model is {file}; `datasette {file} --metadata {metadata}` shows it.")
    for kind, where in written.items():
        say(f"Every table is in {where} as {'CSV' if kind == 'csv' else 'Parquet'}.")


def _ids(desk: "Desk", names: list[str]) -> list[str]:
    """The ids of the games of these names, or of all. Raises NotFound."""
    from domain.errors import NotFound

    ids = [desk.game_id(name) for name in dict.fromkeys(names)] or list(desk.games.values())
    if not ids:
        raise NotFound("There is no game here yet; `whitecell new SYSTEM` starts one.")
    return ids


def _eyes(ledger: "Ledger", desk: "Desk", names: list[str], caller: "Caller") -> str:
    """Through whose eyes all of these games are read. Raises Refused for a player of one whom another does
    not admit, or seats elsewhere."""
    from cli.seat.opening import admitted_to
    from domain.errors import Refused
    from domain.views.view import WHITE

    eyes = {admitted_to(ledger.entries(id), caller).own or WHITE for id in _ids(desk, names)}
    if len(eyes) > 1:
        raise Refused("These games seat you at different sides; name one of them with --game.")
    return eyes.pop()


def _of_games(ledger: "Ledger", desk: "Desk", names: list[str]) -> "list[Source]":
    """The games of a database, those named or all. Raises NotFound."""
    from reports.read_model.build import Source

    def source(id: str) -> Source:
        return Source(id, desk.name_of(id), lambda after: ledger.entries(id, after))

    return [source(id) for id in _ids(desk, names)]
