"""The after-action review: what people keep of a game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.many_games import number_of_games
from cli.options.shared import By, Force, LogFile, Viewer
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from adjudication.seminar.door import Caller
    from seats.looking.review import Logged

app = commands()


@app.command(cls=Command)
@grouped
def aar(
    file: LogFile = None,
    format: Annotated[
        str,
        typer.Option("--format", metavar="html|md|pdf|docx", help="By default what --out ends in, or html."),
    ] = "",
    audience: Annotated[
        str,
        typer.Option(
            "--audience",
            metavar="all|SIDE|senior",
            help="For the white cell, for a side, or one page for seniors.",
            autocompletion=complete_sides,
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; by default aar-GAME.html.")
    ] = None,
    with_luck: Annotated[
        bool, typer.Option("--with-luck", help="Weigh each order against all it could have brought.")
    ] = False,
    with_turning_points: Annotated[
        bool, typer.Option("--with-turning-points", help="Play the game on from each point, many times.")
    ] = False,
    with_decisions: Annotated[
        bool,
        typer.Option("--with-decisions", help="Split the chances into decisions, luck and rulings (slow)."),
    ] = False,
    annex: Annotated[
        bool, typer.Option("--annex", help="Print the annex too: derivations and the detailed record.")
    ] = False,
    games: Annotated[int, number_of_games(1)] = 200,
    viewer: Viewer = None,
    force: Force = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Write the after-action review.

    It is made from the log alone, while the game goes on or when it is over. What was weighed or played on
    before is kept in the user's cache folder, and is in the next review without being asked for.

    \b
    Examples:
      whitecell aar
      whitecell aar game.jsonl --audience isf --format pdf
      whitecell aar --format pdf --annex
      whitecell aar --with-luck --with-turning-points --games 200
    """
    from cli.terminal.progress import progress
    from cli.terminal.writing import target, warning_of_missing_letters
    from domain.views.view import WHITE
    from seats.looking.review import Wanted, audience_of, made
    from seats.looking.review import review as review_data
    from seats.seat.seat import looks

    kind = format or (out.suffix.lower().removeprefix(".") if out is not None else "") or "html"
    wanted = Wanted(kind, audience, annex, with_luck, with_turning_points, with_decisions, games)
    wanted.check()
    log = (
        _of_file(file, where.game)
        if file is not None
        else _of_database(where.database, where.game, looks(by, viewer))
    )
    eyes, senior = audience_of(log.game, audience, log.own or viewer)
    path = out if out is not None else Path(f"aar-{_slug(log.name)}{_suffix(eyes, senior)}.{kind}")
    place = target(path, force, "--out NAME", where.database)
    with warning_of_missing_letters():
        found = made(log, wanted, viewer, progress)
    place.write(found.content)
    if where.as_json:
        show_json(review_data(found, str(path)))
        return
    say(f"The review of {log.name} is in {path}.")
    if found.report.findings and eyes == WHITE:  # they count what is hidden from a side
        from reports.words.names import number_of

        say(f"The audit has {number_of(len(found.report.findings), 'finding')}; the review says so.")


def _of_file(file: Path, game: str | None) -> "Logged":
    """The game of an exported log. Raises BadLog when it is not whole."""
    from domain.errors import BadData, BadLog
    from domain.game.chain import broken_links
    from domain.game.game import Game
    from domain.ledger.logfile import read_log
    from seats.looking.review import Logged

    if game is not None:
        raise BadData("Give a log file, or a game of the database by --game, not both.")
    entries, of = read_log(file)
    for number, fault in broken_links(entries):
        raise BadLog(f"The log is broken at event {number}: {fault}; `whitecell audit {file}` says more.")
    if of != len(entries):
        lost = min(of, len(entries)) + 1
        raise BadLog(f"The log is broken at event {lost}: it should have {of} events.", lost)
    found = Game.from_entries(entries[0].game, entries)
    return Logged(file.stem, found, entries, of)


def _of_database(database: str, name: str | None, caller: "Caller") -> "Logged":
    from cli.seat.opening import open_seat
    from seats.looking.review import Logged
    from seats.seat.seat import entries_of

    with open_seat(database, name, caller) as seat:
        return Logged(seat.name, seat.game, entries_of(seat), 0, seat.me.own)


def _slug(name: str) -> str:
    """A game's name as part of the name of a file."""
    kept = "".join(char if char.isalnum() or char in "-_" else "-" for char in name).strip("-")
    return kept[:80] or "game"


def _suffix(eyes: str, senior: bool) -> str:
    from domain.views.view import WHITE
    from seats.looking.review import SENIOR

    if senior:
        return f"-{SENIOR}"
    return "" if eyes == WHITE else f"-{_slug(eyes)}"
