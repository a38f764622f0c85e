"""The register of all games opened in a database: exporting it, and checking it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.terminal.terminal import complain, say, show_json

if TYPE_CHECKING:
    from domain.ledger.desk import Desk
    from domain.ledger.register import ExportedRegister
    from domain.ledger.store import Ledger


def warn(ledger: "Ledger", desk: "Desk") -> None:
    """Say what somebody has to do about the database and its seals."""
    from seats.looking.games import warnings_of

    for sentence in warnings_of(ledger, desk):
        complain(sentence)


def export_register(ledger: "Ledger", file: Path, force: bool, as_json: bool) -> None:
    """Write the register to a file, one game a line. Raises Refused for one that is damaged."""
    from cli.terminal.writing import target
    from domain.errors import BadLog
    from domain.ledger.register import head_of, to_lines
    from seats.looking.audit import register_exported

    place = target(file, force, "name another file", ledger.database)
    desk = ledger.desk()
    if desk.register_fault:
        raise BadLog(f"{desk.register_fault} It is not exported.")
    place.write(b"".join(line + b"\n" for line in to_lines(desk.register, ledger.last_known(desk))))
    count, head = len(desk.register), head_of(desk.register)
    if as_json:
        show_json(register_exported(str(file), count, head))
    else:
        say(f"The register of {count} {'game' if count == 1 else 'games'} is in {file}; head: {head}.")


def read_registers(files: Sequence[Path]) -> "list[ExportedRegister]":
    """Exported registers. Raises BadLog for a file that is none."""
    from domain.ledger.register import read_register

    return [read_register(file) for file in files]


def check_alone(registers: "Sequence[ExportedRegister]", heads: Sequence[str], as_json: bool) -> int:
    """Check registers without a log: the exit code. heads: as somebody wrote them down (`read_paper`)."""
    from seats.looking.audit import audit_of_registers

    told = audit_of_registers(registers, heads)
    findings = told["findings"]
    if as_json:
        show_json(told)
        return 1 if findings else 0
    longest = max(registers, key=lambda register: len(register.entries))
    pairs = list(zip(longest.entries, longest.last, strict=True))
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
    say(
        *(f"  Finding: {finding}" for finding in findings), *(f"  Notice: {each}" for each in told["notices"])
    )
    return 1 if findings else 0
