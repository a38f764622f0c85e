"""Logs as files, and the audit of a game or of a file."""

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.options.command import Command, commands
from cli.options.grouped import Where, grouped
from cli.options.shared import AsJson, By, CalledHere, Database, Force, LogFile, Viewer
from cli.terminal.terminal import say, show_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudication.audits.audit import AuditReport
    from cli.terminal.writing import Target
    from domain.game.chain import Entry

app = commands()

_LONG = 5_000
"""Events from which on it is worth a person's while to see how far an audit is."""


@app.command(cls=Command)
@grouped
def audit(
    file: LogFile = None,
    origin: Annotated[
        list[Path] | None,
        typer.Option(
            "--origin", metavar="FILE", help="The log of a game that this one was forked from; repeatable."
        ),
    ] = None,
    register: Annotated[
        list[Path] | None,
        typer.Option(
            "--register",
            metavar="FILE",
            help="A register of games, from `games --register`; repeatable.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--report", metavar="FILE", help="Write it as a report too: .html, .pdf, .docx or .md."),
    ] = None,
    head: Annotated[
        list[str] | None,
        typer.Option(
            "--head", metavar="N:DIGITS", help="The log's head as written down after event N; repeatable."
        ),
    ] = None,
    commitment: Annotated[
        str,
        typer.Option("--commitment", metavar="DIGITS", help="The commitment as it was written down."),
    ] = "",
    scenario: Annotated[
        Path | None,
        typer.Option("--scenario", metavar="FILE", help="The scenario file of a game played from one."),
    ] = None,
    viewer: Viewer = None,
    force: Force = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Check that every outcome follows from rules and dice.

    Exits 0 when everything was checked and holds, 1 on any finding, 3 when something could not be checked.
    A file needs no database. Where this database has the seal of a game, its dice are derived even before
    the game is closed. A fork is compared with the game that it was forked from if that game is in the same
    database, or in a file named with --origin. The report of --report is made from the log and such files
    alone: it is the same wherever it is made. --head and --commitment compare the log with what was written
    down in play: 8 digits or more; without N it is the head of the whole log. With --register the game is
    looked up in a register of all games opened; without a game or file the register itself is checked. A game
    on a scenario of one's own is compared with the file it was started from, if that is in this folder, or
    beside the log or database, or is named with --scenario.

    \b
    Examples:
      whitecell audit game.jsonl --json
      whitecell audit game.jsonl --head 157:3f2a-91c0-77de-04b8 --commitment 772e-3ca2-dd02-0d23
      whitecell audit game.jsonl --report audit.pdf
      whitecell audit fork.jsonl --origin game.jsonl
      whitecell audit --register register.jsonl
    """
    from adjudication.audits.findings import EXIT_CODES
    from cli.files.register import check_alone, read_registers
    from domain.errors import Refused
    from domain.views.view import WHITE
    from reports.words.audit import audit_lines
    from seats.looking.audit import audit as audit_data
    from seats.looking.audit import with_registers

    if viewer not in (None, WHITE):
        raise Refused("An audit looks at all that is hidden; it is for the white cell alone.")
    registers = read_registers(register or ())
    if registers and file is None and where.game is None:
        if out is not None:
            raise Refused("--report is the report of a game; name the game or its log.")
        if commitment:
            raise Refused("--commitment is that of a game; name the game or its log.")
        raise typer.Exit(check_alone(registers, head or (), where.as_json))
    place = _report_place(out, force, where.database) if out is not None else None
    origins = _origins(origin or ())
    written = _Written(head or (), commitment, scenario)
    audited = (
        _of_file(file, origins, written)
        if file is not None
        else _of_game(where.database, where.game, by, origins, written)
    )
    report = with_registers(audited.report, audited.entries, registers)
    told: dict[str, str] = {}
    if place is not None:
        told = _write_report(audited, origins, place, written)
    if where.as_json:
        show_json(audit_data(report, told if place is not None else None))
    else:
        say(*audit_lines(report))
        if out is not None:
            say(f"The report is in {out}.")
    if EXIT_CODES[report.verdict]:
        raise typer.Exit(EXIT_CODES[report.verdict])


class _Written(NamedTuple):
    """What the auditor holds beside the log: heads and the commitment as written down in play, and the file
    of the scenario."""

    heads: "Sequence[str]"
    commitment: str
    scenario: Path | None

    def beside(self, entries: "Sequence[Entry]", near: "Sequence[Path]" = ()) -> dict[str, Any]:
        """The same as arguments of an audit. near: folders where the file of the scenario may be, if it is
        not named. Raises NotFound or BadData for a scenario file that cannot be read, or is one of another
        rule system."""
        from adjudication.engine.games.scenario import load_scenario
        from cli.files.own_scenario import scenario_near
        from domain.errors import BadData
        from domain.events import GameOpened

        found: dict[str, Any] = {"heads": self.heads, "commitment": self.commitment}
        opened = entries[0].event if entries else None
        if self.scenario is not None and isinstance(opened, GameOpened):
            if self.scenario.suffix.lower() not in (".yaml", ".yml"):
                raise BadData(f"A scenario file ends in .yaml; {self.scenario} does not.")
            found["scenario"] = load_scenario(opened.system, str(self.scenario))
        elif isinstance(opened, GameOpened):
            found["scenario"] = scenario_near(opened, near)
        return found


class _Audited(NamedTuple):
    """A log that was audited. alone: whether nothing but the log, and files named with it, was asked."""

    report: "AuditReport"
    entries: "Sequence[Entry]" = ()
    of: int = 0
    alone: bool = True


def _report_place(out: Path, force: bool, database: str) -> "Target":
    """Where a report goes. Raises BadData for an ending of no format, Refused as `target` does."""
    from cli.terminal.writing import target
    from domain.errors import BadData
    from reports.document import FORMATS

    if _format(out) not in FORMATS:
        raise BadData(f"A report ends in {', '.join(f'.{each}' for each in FORMATS)}; {out} does not.")
    return target(out, force, "--report NAME", database)


def _format(out: Path) -> str:
    return out.suffix.lower().removeprefix(".")


def _write_report(
    audited: _Audited, origins: "dict[str, list[Entry]]", place: "Target", written: _Written
) -> dict[str, str]:
    """Write the report on a log, from that log alone: its file, format and handling marking."""
    from adjudication.audits.audit import audit as check
    from cli.terminal.writing import warning_of_missing_letters
    from reports.audit import audit_report
    from reports.document import FORMATS

    entries, report = audited.entries, audited.report
    if not audited.alone:
        report = check(entries, audited.of, None, origins, None, **written.beside(entries))
    document = audit_report(entries, report, list(origins.values()))
    format = _format(place.path)
    with warning_of_missing_letters():
        place.write(FORMATS[format](document))
    return {"file": str(place.path), "format": format, "marking": document.marking}


def _origins(files: Iterable[Path]) -> "dict[str, list[Entry]]":
    """The logs of games that others were forked from, by the ids of the games. Raises BadLog."""
    from domain.ledger.logfile import read_log

    logs = [read_log(file)[0] for file in files]
    return {entries[0].game: entries for entries in logs}


def _of_file(file: Path, origins: "dict[str, list[Entry]]", written: _Written) -> _Audited:
    from adjudication.audits.audit import audit as check
    from domain.errors import BadLog
    from domain.ledger.logfile import odd_line, read_log
    from seats.looking.audit import unreadable

    try:
        entries, of = read_log(file)
        odd = odd_line(file, entries, of)
    except BadLog as error:
        return _Audited(unreadable(error))
    beside = written.beside(entries, (file.parent, Path()))
    with _progress(entries) as advance:
        report = check(entries, of, None, origins, None, **beside, odd_line=odd, advance=advance)
    return _Audited(report, entries, of)


def _progress(entries: "Sequence[Entry]") -> "contextlib.AbstractContextManager[Callable[[int], None]]":
    """How far the audit of a long log is."""
    from cli.terminal.progress import progress

    if len(entries) < _LONG:
        return contextlib.nullcontext(lambda count: None)
    return progress("Audit", len(entries), "events")


def _of_game(
    database: str, name: str | None, by: str, origins: "dict[str, list[Entry]]", written: _Written
) -> _Audited:
    from cli.seat.opening import admitted_to, open_ledger
    from domain.errors import BadLog
    from seats.looking.audit import audit_of_game, unreadable
    from seats.seat.seat import leads

    with open_ledger(database) as ledger:
        desk = ledger.desk()
        id = desk.game_id(name)
        try:
            entries = ledger.recorded(id)
        except BadLog as error:
            return _Audited(unreadable(error))
        with contextlib.suppress(BadLog):  # who sits where, a log that cannot be replayed does not say
            admitted_to(entries, leads(by))
        near = [Path(), *([] if "://" in database else [Path(database).parent])]
        report = audit_of_game(
            ledger, desk, id, entries, origins, lambda log: written.beside(log, near), _progress
        )
        return _Audited(report, entries, alone=not entries)


@app.command(cls=Command)
@grouped
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the log, one event a line.")],
    with_verifier: Annotated[
        bool,
        typer.Option(
            "--with-verifier", help="Write verify_log.py beside it: it checks a log by Python alone."
        ),
    ] = False,
    force: Force = False,
    by: By = "",
    *,
    where: Where,
) -> None:
    """Write a game's log to a file, one event a line.

    Digests are in it; the secret of the dice is not, until the game is closed.

    With --with-verifier the log can be handed to somebody who has no whitecell: `python3 verify_log.py FILE`
    checks its chain, its form, its dice and that every event is accounted for. It needs Python 3.9 or later.

    \b
    Examples:
      whitecell export game.jsonl
      whitecell export evidence/game.jsonl --with-verifier
    """
    from cli.seat.opening import admitted_to, open_ledger
    from cli.terminal.writing import target
    from domain.errors import BadData
    from domain.game.chain import short
    from domain.ledger.logfile import write_log
    from reports.verifier import NAME, verifier
    from seats.looking.audit import exported
    from seats.seat.seat import leads

    with open_ledger(where.database) as ledger:
        desk = ledger.desk()
        id = desk.game_id(where.game)
        entries = ledger.entries(id)
        admitted_to(entries, leads(by))
        beside = file.parent / NAME
        if with_verifier and file.name == NAME:
            raise BadData(f"{NAME} is the name of the verifier; name the log otherwise.")
        place = target(file, force, "name another file", where.database)
        copy = None
        if with_verifier and not _is_verifier(beside):
            copy = target(beside, force, "export into another folder", where.database)
        write_log(file, entries, place.replaces)
        if copy is not None:
            copy.write(verifier())
        head = entries[-1].digest
        if where.as_json:
            made = str(beside) if with_verifier else ""
            show_json(exported(desk.name_of(id), str(file), entries, made))
        else:
            say(f"{len(entries)} events of {desk.name_of(id)} are in {file}; head of the chain: {head}.")
            say(f"To write down: {len(entries)}:{short(head)}")
            if with_verifier:
                say(f"The verifier is in {beside}; run: python3 {beside} {file}")


def _is_verifier(path: Path) -> bool:
    """Whether the verifier is there already, byte for byte."""
    from reports.verifier import verifier

    try:
        return path.read_bytes() == verifier()
    except OSError:
        return False


@app.command("import", cls=Command)
def bring_in(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log that `export` wrote.")],
    name: CalledHere = None,
    database: Database = "whitecell.db",
    as_json: AsJson = False,
) -> None:
    """Take a game in from a log file.

    Its chain is verified first. Its seal stays where it was played: it can be read and audited here.

    \b
    Example:
      whitecell import game.jsonl --name from-tuesday
    """
    from cli.seat.opening import open_ledger
    from domain.errors import BadLog
    from domain.game.chain import broken_links
    from domain.ledger.logfile import read_log
    from seats.looking.audit import bring_in as take_in
    from seats.seat.game_names import check_name, free_name

    entries, of = read_log(file)
    for number, fault in broken_links(entries):
        raise BadLog(f"The log is broken at event {number}: {fault}.", number)
    if of != len(entries):
        lost = min(of, len(entries)) + 1
        raise BadLog(f"The log is broken at event {lost}: it should have {of} events.", lost)
    with open_ledger(database, create=True) as ledger:
        desk = ledger.desk()
        opened = getattr(entries[0].event, "name", "") or "imported"
        called = check_name(name if name is not None else free_name(str(opened), desk.games))
        told = take_in(ledger, entries, called)
        if as_json:
            show_json(told)
        else:
            say(f'Imported game "{called}": {told["events"]} events; its chain is whole.')
