"""The audit of a game or of a log, and of registers of games."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from adjudication.audits.audit import AuditReport, Finding
from adjudication.audits.audit import audit as check
from adjudication.audits.paper import read_paper
from adjudication.seminar.markings import highest
from domain.errors import BadLog, NotFound
from domain.events import GameOpened, MarkingSet
from domain.game.chain import Entry
from domain.game.lineage import forebears
from domain.ledger.desk import Desk
from domain.ledger.register import ExportedRegister
from domain.ledger.register_check import check_log, check_registers
from domain.ledger.store import Ledger

Beside = Callable[[Sequence[Entry]], Mapping[str, Any]]
"""What an auditor holds beside a log, as arguments of an audit: heads, a commitment, a scenario."""
Advance = Callable[[Sequence[Entry]], "contextlib.AbstractContextManager[Callable[[int], None]]"]
"""Shows how far the audit of a log is."""


def audit_of_game(
    ledger: Ledger,
    desk: Desk,
    id: str,
    entries: list[Entry],
    origins: Mapping[str, list[Entry]],
    beside: Beside,
    show: Advance,
) -> AuditReport:
    """The audit of a game of a database, with the seals and the logs of its forebears that are there.
    entries: as they are recorded. Raises NotFound where there are none."""
    cut = ledger.tail_fault(id, entries)
    if cut is not None and not entries:
        return unreadable(cut)
    if not entries:
        raise NotFound("There is no such game in this database.")
    known = {**_forebears(ledger, desk, entries), **origins}
    seals = {game: seal for game in known if (seal := desk.seal(game)) is not None}
    said = beside(entries)
    with show(entries) as advance:
        report = check(entries, 0, desk.seal(id), known, seals, **said, advance=advance)
    if cut is not None:
        what = cut.sentence.partition(";")[0].rstrip(".")
        report.find(cut.number or len(entries), "chain", f"{what}.")
    elif (unkept := ledger.unkept(id, entries)) > 0:
        report.notices.append(f"The last {unkept} events were written past the ledger, which keeps the head.")
    if damage := ledger.integrity():
        report.notices.append(f"The database file is damaged ({damage}); export the games that can be read.")
    report.conclude()
    return report


def audit(report: AuditReport, written: Mapping[str, str] | None = None) -> Any:
    """What an audit found. written: the file, format and marking of the report that was written of it."""
    return report if written is None else {**msgspec.structs.asdict(report), "report": written}


def _forebears(ledger: Ledger, desk: Desk, entries: list[Entry]) -> dict[str, list[Entry]]:
    """The logs, in the same database, of the games that a game was forked from."""
    found: dict[str, list[Entry]] = {}
    here = set(desk.games.values())
    opened = entries[0].event
    if isinstance(opened, GameOpened):
        with contextlib.suppress(BadLog):  # the audit itself says what cannot be read
            for forebear in forebears(opened, len(entries)):
                if forebear.origin.game in here:
                    found[forebear.origin.game] = ledger.recorded(forebear.origin.game)
    return found


def unreadable(error: BadLog) -> AuditReport:
    """A log with an event that cannot even be read: that is the finding. Raises what is no log at all."""
    if not error.number:
        raise error
    return AuditReport(
        game="",
        system="",
        events=0,
        verdict="findings",
        chain="broken",
        rules="not checked",
        findings=[Finding(error.number, "log", error.sentence)],
    )


def audit_of_registers(registers: Sequence[ExportedRegister], heads: Sequence[str] = ()) -> dict[str, Any]:
    """What a check of registers without a log found. heads: as somebody wrote them down. Raises BadData."""
    found = check_registers(registers)
    longest = max(registers, key=lambda register: len(register.entries))
    findings = [*found.findings, *_heads_that_differ(longest, heads)]
    games = [
        {"number": entry.number, **msgspec.to_builtins(entry.said), "last": msgspec.to_builtins(last)}
        for entry, last in zip(longest.entries, longest.last, strict=True)
    ]
    return {
        "verdict": "findings" if findings else "verified",
        "head": longest.head,
        "games": games,
        "findings": findings,
        "notices": found.notices,
    }


def _heads_that_differ(register: ExportedRegister, heads: Sequence[str]) -> list[str]:
    """What is said of each head that was written down and is not the register's. Raises BadData."""
    told = []
    for paper in map(read_paper, heads):
        number = paper.event or len(register.entries)
        if number > len(register.entries):
            told.append(f"A head was written down after game {number}; the register ends before it.")
        elif not register.entries[number - 1].digest.startswith(paper.digits):
            told.append(f"The head of the register after game {number} is not the one written down.")
    return told


def with_registers(
    report: AuditReport, entries: Sequence[Entry], registers: Sequence[ExportedRegister]
) -> AuditReport:
    """An audit with what the registers say of its game."""
    if not registers:
        return report
    longest = max(registers, key=lambda register: len(register.entries))
    of_log = check_log(entries, longest)
    for message in (*check_registers(registers).findings, *of_log.findings):
        report.find(1, "register", message)
    report.notices.extend(of_log.notices)
    if not of_log.findings:
        report.checked.append("The register of games has this game as its log says.")
    report.conclude()
    return report


def exported(name: str, file: str, entries: Sequence[Entry], verifier: str = "") -> dict[str, Any]:
    """That the log of a game was written to a file, with how it is to be handled: it shows every event.
    verifier: the file of the program that checks it, if that was written too."""
    told = {"game": name, "file": file, "events": len(entries), "head": entries[-1].digest}
    if verifier:
        told["verifier"] = verifier
    return {**told, "marking": _marking(entries)}


def _marking(entries: Sequence[Entry]) -> str:
    """How an exported log is to be handled: it shows every event."""
    events = (entry.event for entry in entries)
    said = {event.concerns: event.marking for event in events if isinstance(event, MarkingSet)}
    return highest(said.values())


def bring_in(ledger: Ledger, entries: Sequence[Entry], name: str) -> dict[str, Any]:
    """Take a game in from a log whose chain is whole. Raises Refused for one that is here already."""
    taken = ledger.bring_in(entries, name)
    return {"name": name, "game": taken.id, "events": len(taken.log), "head": taken.head}


def register_exported(file: str, count: int, head: str) -> dict[str, Any]:
    """That the register of games was written to a file."""
    return {"file": file, "games": count, "head": head}
