"""Studies: whole games by the thousand, and what they come to."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.common.options import AsJson, Command, Options, SystemName, commands
from cli.common.pairs import pairs
from cli.common.terminal import complain, say, show_json

if TYPE_CHECKING:
    from adjudication.chances.study import Study
    from domain.events import TableData
    from reports.studies.deciding import Relation
    from reports.studies.figures import Figures, VariantFigures
    from reports.studies.folder import RunFolder

app = commands()


@app.command(cls=Command)
def study(
    system: SystemName,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FOLDER", help="Where results go; a run broken off goes on there."),
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            help="How many games to play (from each point, of each variant).",
            min=1,
            max=100_000_000,
        ),
    ] = 1000,
    policy: Annotated[
        str | None,
        typer.Option("--policy", metavar="POLICY", help="Who plays; left out: its best player."),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="KEY=V1,V2",
            help="option.NAME, table.NAME (files, or `own`), scenario or policy; repeatable.",
        ),
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", metavar="NAME|FILE", help="One of the system's, or a YAML file."),
    ] = None,
    option: Options = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The same seed gives the same result.")
    ] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", help="Processes; by default one for each core.")
    ] = None,
    engine: Annotated[
        str, typer.Option("--engine", metavar="local|dask", help="Processes here, or a Dask cluster.")
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option("--address", metavar="ADDRESS", help="Of the Dask scheduler: tcp://host:8786."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play many whole games and report what they come to.

    The folder gets a report (HTML), every game (Parquet, CSV), and how often each rule and table row came
    up. With --vary each value is played, and its effect reported; several keys make every combination. A
    run that was broken off goes on when the same command is given again.

    \b
    Examples:
      whitecell study ramadi --games 10000 --policy sensible --out study
      whitecell study ramadi --vary option.drones=on,off --vary policy=random,sensible --out drones
    """
    from adjudication.chances.engines import play_batches
    from adjudication.chances.study import plan
    from adjudication.engine.systems import load
    from domain.program import program

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
    told = _report(folder, asked)
    if as_json:
        show_json({"out": str(out), "rate": told.rate, "study": told})
    else:
        _say(told)
        _where(out)
    if told.faults:
        complain(f"{sum(v.faults for v in told.variants)} games stopped with an error; see the report.")
        raise typer.Exit(1)


def _where(out: Path) -> None:
    """Where the report is, and the games."""
    from reports.studies.tables import NO_PARQUET, has_parquet

    report = f"The report is {out / 'report.html'}"
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
    from cli.common.progress import progress

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


def _report(folder: "RunFolder", asked: "Study") -> "Figures":
    """Write results and report from what is on disk."""
    import msgspec

    from domain.ledger.files import write_whole
    from reports.studies.figures import figures
    from reports.studies.page import render_study
    from reports.studies.tables import write_tables

    parts = folder.parts()
    told = figures(asked, parts)
    write_tables(folder.path, asked, parts)
    write_whole(folder.path / "figures.json", msgspec.json.format(msgspec.json.encode(told), indent=2))
    write_whole(folder.path / "report.html", render_study(asked, parts, told, folder.record).encode())
    return told


def _say(told: "Figures") -> None:
    from reports.studies.page import mean
    from reports.words.names import joined

    played = f"{told.games:,} {'game' if told.games == 1 else 'games'}"
    each = f" of each of {len(told.variants)} variants" if len(told.variants) > 1 else ""
    say(f"{told.system}: {played}{each}, seed {told.seed}; {told.rate:,.0f} games a second and worker.")
    for variant in told.variants:
        say(f"{variant.name or 'As it is'}: {_won(variant, told)}.")
        scoring = [side for side in told.sides if side in variant.margins]
        margins = [f"margin of {told.sides[side]} {mean(variant.margins[side])}" for side in scoring]
        means = margins[:1] if len(scoring) == 2 else margins  # of two, one's gain is the other's loss
        means += [f"turns {mean(variant.turns)}", f"orders {mean(variant.orders)}"]
        say(f"  On the average: {joined(means)}.")
    if told.judged:
        often = f"{told.judged:.1f} a game"
        say(f"The white cell's judgements, {often}, were picked by the policy: who wins hangs on them.")
    for effect in told.effects:
        changes = [
            f"{told.sides.get(side, 'draws')} {100 * change.difference:+.1f} points "
            f"({100 * change.low:+.1f} to {100 * change.high:+.1f})"
            for side, change in effect.wins.items()
            if change.difference or side
        ]
        say(f"{effect.key} {effect.value} against {effect.against}: {joined(changes)}.")
    for found in told.deciding:
        if found.relations:
            first = max(found.relations, key=lambda one: abs(one.difference.difference))
            played_as = f" ({found.variant})" if found.variant else ""
            say(f"Most closely tied to winning{played_as}: {_tied(first, told)}.")
    if told.never:
        some = sum(kind == "procedure" for _, _, kind in told.never)
        say(f"{len(told.never)} rules, {some} of them procedures, were cited in no game: see the report.")


def _tied(relation: "Relation", told: "Figures") -> str:
    from reports.studies.page import percent

    side, with_it, without = told.sides[relation.side], relation.with_it, relation.without
    return (
        f"{relation.what}. {side} won {percent(with_it)} of those {with_it.games:,} games "
        f"and {percent(without)} of the other {without.games:,}"
    )


def _won(variant: "VariantFigures", told: "Figures") -> str:
    from reports.studies.page import percent
    from reports.words.names import joined

    return joined(
        [
            f"{told.sides.get(side, '')} wins {percent(share)}" if side else f"draws {percent(share)}"
            for side, share in variant.wins.items()
            if share.count or side
        ]
    )
