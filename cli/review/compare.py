"""The same scenario run by several groups, side by side."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.command import Command, commands
from cli.options.completion import games as complete_games
from cli.options.shared import AsJson, By, Database, Force, Viewer
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from adjudication.chances.luck import Luck
    from adjudication.seminar.door import Caller
    from domain.game.chain import Entry
    from domain.ledger.desk import Desk
    from domain.ledger.store import Ledger
    from reports.compare import Group

app = commands()


@app.command(cls=Command)
def compare(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME GAME...",
            help="Games of the database, or exported logs (.jsonl).",
            autocompletion=complete_games,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Write a report with every order: .html, .md, .pdf or .docx."
        ),
    ] = None,
    force: Force = False,
    viewer: Viewer = None,
    by: By = "",
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Compare games of the same scenario.

    For the white cell: it looks at everything. Outcomes, scores, decisions at the same points and where they
    part, losses, time spent, luck where it was weighed before, insights by learning outcome, rulings. Where
    scenario, options or rules differ, it says so; games of different rule systems are refused.

    \b
    Examples:
      whitecell compare tuesday wednesday
      whitecell compare tuesday wednesday.jsonl --out groups.html
    """
    from cli.terminal.writing import target, warning_of_missing_letters
    from domain.errors import BadData, Refused
    from domain.views.view import WHITE
    from reports.compare import compare as compare_games
    from reports.compare.page import comparison_document
    from reports.compare.words import compare_lines
    from reports.document import FORMATS
    from seats.seat.seat import leads

    if viewer not in (None, WHITE):
        raise Refused("A comparison shows everything of every game: it is for the white cell alone.")
    wanted = out.suffix.lower().removeprefix(".") if out is not None else ""
    if out is not None and wanted not in FORMATS:
        raise BadData(f"A comparison is one of {', '.join(FORMATS)}, not {wanted[:40]!r}.")
    place = target(out, force, "--out NAME", database) if out is not None else None
    found = compare_games(_groups(games, database, leads(by)))
    if place is not None:
        with warning_of_missing_letters():
            place.write(FORMATS[wanted](comparison_document(found)))
    if as_json:
        show_json({"file": None if out is None else str(out), "comparison": found})
        return
    marking = [found.marking] if found.marking else []
    say(*marking, *compare_lines(found), *marking)
    if out is not None:
        say(f"The comparison is in {out}.")


def _groups(named: Sequence[str], database: str, caller: "Caller") -> "list[Group]":
    """The games of these names and files. Raises BadData, NotFound or BadLog."""
    from cli.seat.opening import open_ledger
    from domain.errors import BadData
    from domain.ledger.logfile import LARGEST_LOG
    from reports.compare import FEWEST, MOST

    if not FEWEST <= len(named) <= MOST:
        raise BadData(f"Name {FEWEST} to {MOST} games to compare, not {len(named)}.")
    files = {name: Path(name) for name in named if _is_file(name)}
    if sum(file.stat().st_size for file in files.values() if file.is_file()) > LARGEST_LOG:
        raise BadData(f"The logs to compare are larger than {LARGEST_LOG} bytes together.")
    if len(files) == len(named):
        return [_of_file(name, files[name], named) for name in named]
    with open_ledger(database) as ledger:
        desk = ledger.desk()
        return [
            _of_file(name, files[name], named) if name in files else _of_ledger(ledger, desk, name, caller)
            for name in named
        ]


def _is_file(name: str) -> bool:
    return name.endswith(".jsonl") or "/" in name


def _of_file(name: str, file: Path, named: Sequence[str]) -> "Group":
    """The game of an exported log, whose chain must be whole; two of the same name keep their folders."""
    from domain.errors import BadLog
    from domain.game.chain import broken_links
    from domain.ledger.logfile import read_log

    entries, of = read_log(file)
    for number, fault in broken_links(entries):
        raise BadLog(
            f"{file.name} is broken at event {number}: {fault}; `whitecell audit` says more.", number
        )
    if of != len(entries):
        lost = min(of, len(entries)) + 1
        raise BadLog(f"{file.name} is broken at event {lost}: it should have {of} events.", lost)
    alike = sum(Path(other).stem == file.stem for other in named)
    return _group(file.stem if alike == 1 else name, entries, of)


def _of_ledger(ledger: "Ledger", desk: "Desk", name: str, caller: "Caller") -> "Group":
    from cli.seat.opening import admitted_to

    id = desk.game_id(name)
    entries = ledger.entries(id)
    admitted_to(entries, caller)
    return _group(name, entries, 0, desk.seal(id))


def _group(name: str, entries: "Sequence[Entry]", of: int, seal: str | None = None) -> "Group":
    """A game with its audit, and its luck where that was weighed before."""
    from adjudication.audits.audit import audit
    from domain.errors import BadLog
    from domain.game.game import Game
    from reports.compare import Group
    from reports.words.names import one_line

    called = one_line(name)[:60]
    try:
        game = Game.from_entries(entries[0].game, entries)
    except BadLog as error:
        raise BadLog(f"{called}: {error.sentence}", error.number) from error
    report = audit(entries, of or len(entries), secret=seal)
    return Group(called, game, entries, report, _luck(game.opened.system, entries))


def _luck(system: str, entries: "Sequence[Entry]") -> "Luck | None":
    from adjudication.engine.games.systems import load
    from domain.errors import NotFound
    from reports.studies.kept import luck_cache

    try:
        load(system)
    except NotFound:
        return None
    return luck_cache(system, entries).get()
