"""The after-action review: what people keep of a game."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from cli.options.command import Command, commands
from cli.options.completion import sides as complete_sides
from cli.options.grouped import Where, grouped
from cli.options.many_games import number_of_games
from cli.options.shared import By, Force, LogFile, Viewer
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from adjudication.chances.luck import Luck
    from adjudication.chances.split import Split
    from adjudication.chances.turning_points import Forecast
    from adjudication.engine.systems import RuleSystem
    from adjudication.seminar.door import Caller
    from domain.game.chain import Entry
    from domain.game.game import Game

app = commands()

ALL, SENIOR = "all", "senior"
_FAULTS = Exception
"""What telling an event raises that nobody could have recorded."""


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
    from adjudication.audits.audit import audit
    from cli.seat.seat import looks
    from cli.terminal.writing import target, warning_of_missing_letters
    from domain.errors import BadData, BadLog
    from domain.views.view import WHITE
    from reports.document import FORMATS
    from reports.document.paper import check_annex, in_format
    from reports.review import build_review

    wanted = format or (out.suffix.lower().removeprefix(".") if out is not None else "") or "html"
    if wanted not in FORMATS:
        raise BadData(f"A review is one of {', '.join(FORMATS)}, not {wanted[:40]!r}.")
    check_annex("a review", wanted, annex)
    log = (
        _of_file(file, where.game)
        if file is not None
        else _of_database(where.database, where.game, looks(by, viewer))
    )
    eyes, senior = _audience(log.game, audience, log.own or viewer)
    path = out if out is not None else Path(f"aar-{_slug(log.name)}{_suffix(eyes, senior)}.{wanted}")
    place = target(path, force, "--out NAME", where.database)
    luck = _luck(log, eyes, with_luck)
    forecast = _forecast(log, eyes, games, with_turning_points)
    decisions = _decisions(log, eyes, with_decisions)
    report = audit(log.entries, log.of)
    try:
        document = build_review(log.game, log.entries, report, eyes, luck, forecast, decisions, senior=senior)
    except _FAULTS as error:
        if not report.findings:
            raise
        raise BadLog(
            "This log tells what nobody can have played; `whitecell audit` names the event."
        ) from error
    with warning_of_missing_letters():
        content = FORMATS[wanted](in_format(document, wanted, annex))
    place.write(content)
    if where.as_json:
        told = {
            "game": log.name,
            "audience": audience or log.own or viewer or ALL,
            "format": wanted,
            "file": str(path),
            "bytes": len(content),
            "marking": document.marking,
            "sections": [section.anchor for section in document.sections],
            **({"findings": len(report.findings)} if eyes == WHITE else {}),
            "luck": luck is not None,
            "turning_points": forecast is not None,
            "decisions": decisions is not None,
        }
        show_json(told)
        return
    say(f"The review of {log.name} is in {path}.")
    if report.findings and eyes == WHITE:  # they count what is hidden from a side
        from reports.words.names import number_of

        say(f"The audit has {number_of(len(report.findings), 'finding')}; the review says so.")


class _Log(NamedTuple):
    """A game to review, what it is called, and the side whose review alone may be made, if there is one."""

    name: str
    game: "Game"
    entries: "Sequence[Entry]"
    of: int
    own: str = ""


def _of_file(file: Path, game: str | None) -> _Log:
    """The game of an exported log. Raises BadLog when it is not whole."""
    from domain.errors import BadData, BadLog
    from domain.game.chain import broken_links
    from domain.game.game import Game
    from domain.ledger.logfile import read_log

    if game is not None:
        raise BadData("Give a log file, or a game of the database by --game, not both.")
    entries, of = read_log(file)
    for number, fault in broken_links(entries):
        raise BadLog(f"The log is broken at event {number}: {fault}; `whitecell audit {file}` says more.")
    if of != len(entries):
        lost = min(of, len(entries)) + 1
        raise BadLog(f"The log is broken at event {lost}: it should have {of} events.", lost)
    found = Game.from_entries(entries[0].game, entries)
    return _Log(file.stem, found, entries, of)


def _of_database(database: str, name: str | None, caller: "Caller") -> _Log:
    from cli.seat.seat import entries_of, open_seat

    with open_seat(database, name, caller) as seat:
        return _Log(seat.name, seat.game, entries_of(seat), 0, seat.me.own)


def _audience(game: "Game", audience: str, viewer: str | None) -> tuple[str, bool]:
    """Through whose eyes, and whether it is the page for seniors. Raises NotFound or Refused."""
    from domain.errors import Refused
    from domain.resolving import resolve
    from domain.views.view import WHITE

    sides = game.state.sides
    known = [*sides, WHITE]
    if viewer is not None:
        viewer = game.state.side_named(viewer, WHITE)
    own = "" if viewer in (None, WHITE) else viewer
    if audience and audience not in (*known, ALL, SENIOR):
        named = [(side.id, side.name) for side in sides.values()]
        audience = resolve([*named, (ALL, ""), (SENIOR, "seniors")], audience, "audience")
    if own and audience not in ("", own):
        raise Refused(f"With --as {own} there is the review of {own} alone; leave --audience out.")
    if own or audience in sides:
        return own or audience, False
    return WHITE, audience == SENIOR


def _slug(name: str) -> str:
    """A game's name as part of the name of a file."""
    kept = "".join(char if char.isalnum() or char in "-_" else "-" for char in name).strip("-")
    return kept[:80] or "game"


def _suffix(eyes: str, senior: bool) -> str:
    from domain.views.view import WHITE

    if senior:
        return f"-{SENIOR}"
    return "" if eyes == WHITE else f"-{_slug(eyes)}"


def _rules_of(log: _Log, asked: bool) -> "RuleSystem | None":
    """The rule system of a game; None where it is not at hand. Raises NotFound where it is asked for."""
    from adjudication.engine.systems import load
    from domain.errors import NotFound

    try:
        return load(log.game.opened.system)
    except NotFound:
        if asked:
            raise
        return None


def _luck(log: _Log, eyes: str, asked: bool) -> "Luck | None":
    """The luck of the game, when it is asked for or known already. Raises Refused for a side."""
    from adjudication.chances.luck import luck
    from cli.terminal.progress import progress
    from domain.errors import Refused
    from domain.views.view import WHITE
    from reports.studies.kept import luck_cache

    if eyes != WHITE:
        if asked:
            raise Refused("Luck is weighed with all that is hidden; it is in the white cell's review alone.")
        return None
    system = _rules_of(log, asked)
    if system is None:
        return None
    cache = luck_cache(system.name, log.entries)
    found = cache.get()
    if found is None and asked:
        found = luck(
            system,
            log.game,
            system.players.policies.get("sensible"),
            progress=lambda what, total: progress(what[:40], total, "orders"),
        )
        cache.put(found)
    return found


def _decisions(log: _Log, eyes: str, asked: bool) -> "Split | None":
    """What decisions, luck and rulings did, when it is asked for or known already. Raises Refused for a
    side."""
    from adjudication.chances.split import PLAYOUTS
    from adjudication.chances.study import default_policy
    from cli.review.decisions import worked_out
    from domain.errors import Refused
    from domain.views.view import WHITE
    from reports.studies.kept import largest_split, split_cache

    if eyes != WHITE:
        if asked:
            raise Refused("Decisions are weighed with all that is hidden; see the white cell's review.")
        return None
    system = _rules_of(log, asked)
    if system is None:
        return None
    policy = default_policy(system)
    cache = split_cache(system.name, log.entries, policy, PLAYOUTS, 1)
    if asked:
        return worked_out(system, log.game, cache, policy, PLAYOUTS, 1)
    return cache.get() or largest_split(system.name, log.entries, policy, 1)


def _forecast(log: _Log, eyes: str, games: int, asked: bool) -> "Forecast | None":
    """The chances behind every order, when they are asked for or known already. Raises Refused for a side.

    They are worked out as `turning-points` does it: with what the only side that people play knew. Play-outs
    that are kept serve whoever asks for no more of them.
    """
    from contextlib import ExitStack, suppress

    from adjudication.chances.study import default_policy
    from adjudication.chances.turning_points import turning_points
    from cli.terminal.progress import progress
    from domain.errors import Refused
    from domain.views.view import WHITE
    from reports.studies.forecast_cache import NotKept, OnlyKept, forecast_cache

    if eyes != WHITE:
        if asked:
            raise Refused("Forecasts draw on what is hidden; they are in the white cell's review alone.")
        return None
    players = log.game.state.players()
    knowing = players[0] if len(players) == 1 else WHITE
    system = _rules_of(log, asked)
    if system is None:
        return None
    who, seed = default_policy(system), 1
    kept = forecast_cache(system, log.entries, who, knowing, games, seed)
    # Whoever writes a review finds what was played before, in whatever number: two reviews of a game name the
    # same turning points.
    for number in kept.played():
        if asked and number < games:
            break
        with suppress(NotKept, Refused):
            known = OnlyKept(kept.of(number))
            found = turning_points(system, log.game.log, who, knowing, number, seed, None, known)
            return found if found.points else None
    if not asked:
        return None
    with ExitStack() as stack:
        found = turning_points(
            system,
            log.game.log,
            who,
            knowing,
            games,
            seed,
            None,
            kept,
            lambda wanted: stack.enter_context(progress("Playing on", wanted, "games")),
        )
    return found if found.points else None
