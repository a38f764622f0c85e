"""Studies: whole games by the thousand, and what they come to."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.many_games import Seed, WhoPlays, Workers, number_of_games
from cli.options.shared import AsJson, Options, Scenario, SystemName
from cli.terminal.terminal import complain, say, show_json
from seats.dialogue.pairs import pairs

if TYPE_CHECKING:
    from adjudication.chances.study import Study
    from domain.events import TableData
    from reports.studies.figures import Figures
    from reports.studies.folder import RunFolder

app = commands()


@app.command(cls=Command)
def study(
    system: SystemName,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FOLDER", help="Where results go; a run broken off goes on there."),
    ],
    games: Annotated[int, number_of_games(1, 100_000_000)] = 1000,
    policy: WhoPlays = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="KEY=V1,V2",
            help="option.NAME, table.NAME (files, or `own`), scenario or policy; repeatable.",
        ),
    ] = None,
    scenario: Scenario = None,
    option: Options = None,
    seed: Seed = 1,
    workers: Workers = None,
    engine: Annotated[
        str, typer.Option("--engine", metavar="local|dask", help="Processes here, or a Dask cluster.")
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="ADDRESS", help="Of the Dask scheduler: tcp://host:8786."),
    ] = None,
    format: Annotated[
        str, typer.Option("--format", metavar="html|md|pdf|docx", help="Of the report; by default html.")
    ] = "html",
    annex: Annotated[
        bool, typer.Option("--annex", help="Print the annex too: orders, rules, tables and the method.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play many whole games and report what they come to.

    The folder gets a report, every game (Parquet, CSV), and how often each rule and table row came
    up. With --vary each value is played, and its effect reported; several keys make every combination. A
    run that was broken off goes on when the same command is given again.

    \b
    Examples:
      whitecell study ramadi --games 10000 --policy sensible --out study
      whitecell study ramadi --vary option.drones=on,off --vary policy=random,sensible --out drones
    """
    from adjudication.chances.engines import play_batches
    from adjudication.chances.study import plan
    from adjudication.engine.games.systems import load
    from domain.errors import BadData
    from domain.program import program
    from reports.document import FORMATS
    from reports.document.paper import check_annex

    if format not in FORMATS:
        raise BadData(f"A report of a study is one of {', '.join(FORMATS)}, not {format[:40]!r}.")
    check_annex("a study", format, annex)
    asked = plan(
        load(system),
        games=games,
        seed=seed,
        program=program(),
        scenario=scenario,
        options=pairs(option),
        policy=policy,
        vary={key: [value.strip() for value in values.split(",")] for key, values in pairs(vary).items()},
        read_table=_table,
    )
    play_batches([], engine, workers, address)  # refuses a wrong engine before a folder is made
    from reports.studies.folder import RunFolder

    folder = RunFolder(out, asked)
    _play(folder, asked, engine, workers, address)
    told = _report(folder, asked, format, annex)
    if as_json:
        show_json({"out": str(out), "rate": told.rate, "study": told})
    else:
        _say(asked, told)
        _where(out, format)
    if told.faults:
        complain(f"{sum(v.faults for v in told.variants)} games stopped with an error; see the report.")
        raise typer.Exit(1)


def _where(out: Path, format: str) -> None:
    """Where the report is, and the games."""
    from reports.studies.tables import NO_PARQUET, has_parquet

    report = f"The report is {out / f'report.{format}'}"
    if has_parquet():
        say(f"{report}; every game is in {out / 'games.parquet'} and games.csv.")
    else:
        say(f"{report}; every game is in {out / 'games.csv'}. {NO_PARQUET}")


def _table(file: str, old: "TableData") -> "TableData":
    from cli.white_cell.charts_files import read_table

    return read_table(Path(file), old)


def _play(folder: "RunFolder", asked: "Study", engine: str, workers: int | None, address: str | None) -> None:
    """Play what is missing; each batch is on disk before the next is waited for."""
    from contextlib import closing

    from adjudication.chances.engines import play_batches
    from cli.terminal.progress import progress

    missing = folder.missing()
    total = asked.games * len(asked.variants)
    done = total - sum(batch.last - batch.first + 1 for batch in missing)
    with (
        progress(asked.system, total, "games", done) as advance,
        closing(play_batches(missing, engine, workers, address)) as batches,
    ):
        for played in batches:
            folder.keep(played)
            advance(len(played.games))
    folder.finish()


def _report(folder: "RunFolder", asked: "Study", format: str, annex: bool) -> "Figures":
    """Write results and report from what is on disk."""
    import msgspec

    from cli.terminal.writing import warning_of_missing_letters
    from domain.ledger.files import write_whole
    from reports.document import FORMATS
    from reports.document.paper import in_format
    from reports.studies.figures import figures
    from reports.studies.page import study_document
    from reports.studies.tables import write_tables

    parts = folder.parts()
    told = figures(asked, parts)
    write_tables(folder.path, asked, parts)
    write_whole(folder.path / "figures.json", msgspec.json.format(msgspec.json.encode(told), indent=2))
    document = in_format(study_document(asked, parts, told, folder.record), format, annex)
    with warning_of_missing_letters():
        write_whole(folder.path / f"report.{format}", FORMATS[format](document))
    return told


def _say(asked: "Study", told: "Figures") -> None:
    from reports.studies.lines import study_lines

    say(*study_lines(asked, told))
