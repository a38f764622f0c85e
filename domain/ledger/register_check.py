"""Checks of registers: each by itself, one against a later one, and a game's log against its entry."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from domain.events import GameOpened
from domain.game.chain import Entry
from domain.ledger.register import ExportedRegister, LastKnown, Registered


class RegisterReport(NamedTuple):
    """The findings about registers, and notices that an auditor should know but that are no findings."""

    findings: list[str]
    notices: list[str]


def check_registers(registers: Sequence[ExportedRegister]) -> RegisterReport:
    """Check each register's chain, and that each register begins like the shorter ones."""
    findings = [register.fault for register in registers if register.fault]
    ordered = sorted(registers, key=lambda register: len(register.entries))
    for earlier, later in pairwise(ordered):
        if earlier.entries != later.entries[: len(earlier.entries)]:
            first = next(
                n
                for n, (one, two) in enumerate(zip(earlier.entries, later.entries, strict=False), start=1)
                if one != two
            )
            findings.append(f"The registers differ from entry {first} on; one of them was rewritten.")
    if not ordered:
        return RegisterReport(findings, [])
    longest = ordered[-1]
    return RegisterReport(findings, [*_opened_again(longest), *_comings(longest)])


def check_log(entries: Sequence[Entry], register: ExportedRegister) -> RegisterReport:
    """Check a game's log against its entry in a register."""
    opened = entries[0].event if entries else None
    if not isinstance(opened, GameOpened):
        return RegisterReport(["The log has no opening to look up in the register."], [])
    found = register.find(opened.game)
    if found is None:
        return RegisterReport(["This game is not in the register of games."], [])
    said, last = found[0].said, found[1]
    findings = []
    for what, registered, recorded in (
        ("rule system", said.system, opened.system),
        ("scenario", said.scenario, opened.scenario),
        ("kind of dice", said.dice, opened.dice),
        ("commitment", said.commitment, opened.commitment),
    ):
        if registered != recorded and said.head:
            findings.append(f"The register has another {what} for this game: {registered or 'none'}.")
    for when, events, head in (
        ("when it was registered", said.events, said.head),
        ("when the register was exported", last.events, last.head),
    ):
        if not events:
            continue
        if events > len(entries):
            findings.append(f"The log has {len(entries)} events; it had {events} {when}.")
        elif entries[events - 1].digest != head:
            findings.append(f"The log is not the one that it was {when}: event {events} differs.")
    return RegisterReport(findings, _others(said, register))


def _others(said: Registered, register: ExportedRegister) -> list[str]:
    """Notices of other games of the same scenario, and of forks of a game."""
    names = [
        _told(entry.said, last)
        for entry, last in zip(register.entries, register.last, strict=True)
        if entry.said.game != said.game
        and (entry.said.system, entry.said.scenario) == (said.system, said.scenario)
    ]
    if not names:
        return []
    games = "1 other game" if len(names) == 1 else f"{len(names)} other games"
    return [f"The register has {games} of {said.system} {said.scenario}: {'; '.join(names)}."]


def _told(said: Registered, last: LastKnown) -> str:
    kind = {"fork": f", fork at event {said.at}", "import": ", imported"}.get(said.how, "")
    end = "could not be read" if last.fault else "closed" if last.closed else "not closed"
    return f"{said.name} (opened {said.opened or 'at an unknown time'}{kind}; {last.events} events, {end})"


def _opened_again(register: ExportedRegister) -> list[str]:
    """Notices of scenarios that were opened more than once."""
    times: dict[tuple[str, str], list[tuple[Registered, LastKnown]]] = {}
    for entry, last in zip(register.entries, register.last, strict=True):
        times.setdefault((entry.said.system, entry.said.scenario), []).append((entry.said, last))
    return [
        f"{system} {scenario} was opened {len(games)} times; "
        f"{sum(last.closed for _, last in games)} of these games "
        f"{'is' if sum(last.closed for _, last in games) == 1 else 'are'} closed."
        for (system, scenario), games in times.items()
        if len(games) > 1 and system
    ]


def _comings(register: ExportedRegister) -> list[str]:
    """Notices of games that did not begin here, and of games that could not be read."""
    names = {entry.said.game: entry.said.name for entry in register.entries}
    told = []
    for entry, last in zip(register.entries, register.last, strict=True):
        said = entry.said
        if said.forked_from:
            origin = names.get(said.forked_from, "a game that is not in this register")
            told.append(f"{said.name} was forked from {origin} at event {said.at}.")
        if said.how == "import":
            told.append(f"{said.name} was imported with {said.events} events.")
        if last.fault:
            told.append(f"{said.name} could not be read when the register was exported: {last.fault}")
    return told
