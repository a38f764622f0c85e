"""The register of all games opened in a database: exporting it, and checking it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.terminal.terminal import complain, say, show_json

if TYPE_CHECKING:
    from adjudication.audits.audit import AuditReport
    from domain.game.chain import Entry
    from domain.ledger.desk import Desk
    from domain.ledger.register import ExportedRegister
    from domain.ledger.store import Ledger


def short_register(desk: "Desk") -> dict[str, Any]:
    """How many games the register has, and its head in short: what a commitment to it needs."""
    from domain.game.chain import short
    from domain.ledger.register import head_of

    told: dict[str, Any] = {"games": len(desk.register), "head": short(head_of(desk.register))}
    return {**told, "fault": desk.register_fault} if desk.register_fault else told


def warn(ledger: "Ledger", desk: "Desk") -> None:
    """Say what somebody has to do about the database and its seals."""
    for sentence in ledger.warnings:
        complain(sentence)
    if desk.register_fault:
        complain(desk.register_fault)


def export_register(ledger: "Ledger", file: Path, force: bool, as_json: bool) -> None:
    """Write the register to a file, one game a line. Raises Refused for one that is damaged."""
    from cli.terminal.writing import target
    from domain.errors import BadLog
    from domain.ledger.register import head_of, to_lines

    place = target(file, force, "name another file", ledger.database)
    desk = ledger.desk()
    if desk.register_fault:
        raise BadLog(f"{desk.register_fault} It is not exported.")
    place.write(b"".join(line + b"\n" for line in to_lines(desk.register, ledger.last_known(desk))))
    count, head = len(desk.register), head_of(desk.register)
    if as_json:
        show_json({"file": str(file), "games": count, "head": head})
    else:
        say(f"The register of {count} {'game' if count == 1 else 'games'} is in {file}; head: {head}.")


def read_registers(files: Sequence[Path]) -> "list[ExportedRegister]":
    """Exported registers. Raises BadLog for a file that is none."""
    from domain.ledger.register import read_register

    return [read_register(file) for file in files]


def check_alone(registers: "Sequence[ExportedRegister]", heads: Sequence[str], as_json: bool) -> int:
    """Check registers without a log: the exit code. heads: as somebody wrote them down (`read_paper`)."""
    import msgspec

    from domain.ledger.register_check import check_registers

    found = check_registers(registers)
    longest = max(registers, key=lambda register: len(register.entries))
    findings = list(found.findings)
    findings += _heads_that_differ(longest, heads)
    pairs = list(zip(longest.entries, longest.last, strict=True))
    if as_json:
        games = [
            {"number": entry.number, **msgspec.to_builtins(entry.said), "last": msgspec.to_builtins(last)}
            for entry, last in pairs
        ]
        show_json(
            {
                "verdict": "findings" if findings else "verified",
                "head": longest.head,
                "games": games,
                "findings": findings,
                "notices": found.notices,
            }
        )
        return 1 if findings else 0
    count = f"{len(pairs)} {'game' if len(pairs) == 1 else 'games'}"
    if findings:
        say(f"Audit of a register of {count}: {len(findings)} finding{'s' if len(findings) > 1 else ''}.")
    else:
        say(f"Audit passed: register of {count}.")
    for entry, last in pairs:
        said = entry.said
        end = "could not be read" if last.fault else "closed" if last.closed else "not closed"
        say(
            f"  {entry.number:>3}  {said.name}: {said.system} {said.scenario}, opened "
            f"{said.opened or 'at an unknown time'}, {last.events} events, {end}"
        )
    say(f"  Head of the register: {longest.head}")
    say(*(f"  Finding: {finding}" for finding in findings), *(f"  Notice: {each}" for each in found.notices))
    return 1 if findings else 0


def _heads_that_differ(register: "ExportedRegister", heads: Sequence[str]) -> list[str]:
    """What is said of each head that was written down and is not the register's. Raises BadData."""
    from adjudication.audits.paper import read_paper

    told = []
    for paper in map(read_paper, heads):
        number = paper.event or len(register.entries)
        if number > len(register.entries):
            told.append(f"A head was written down after game {number}; the register ends before it.")
        elif not register.entries[number - 1].digest.startswith(paper.digits):
            told.append(f"The head of the register after game {number} is not the one written down.")
    return told


def with_registers(
    report: "AuditReport", entries: "Sequence[Entry]", registers: "Sequence[ExportedRegister]"
) -> "AuditReport":
    """An audit with what the registers say of its game."""
    from domain.ledger.register_check import check_log, check_registers

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
