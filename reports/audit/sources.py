"""The basis of a game: its tables, sealed orders, and the versions of rules, scenario and program."""

import hashlib
from collections import Counter
from typing import NamedTuple

import msgspec

from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.scenario import known_scenario
from adjudication.engine.games.systems import load
from adjudication.engine.register import rules_digest
from adjudication.engine.sealing import digest_of
from domain.errors import Refused
from domain.events import (
    BoardLaid,
    CountersLaid,
    GameForked,
    LookedUp,
    SecretOrderSealed,
    SecretOrdersOpened,
    TableAdded,
    TableAdopted,
    TableData,
    TablesLaid,
)
from domain.program import program
from reports.audit.log import Log, hour
from reports.document.blocks import Block, Column, Facts, Paragraph, Section, Span, Table, Unfold, Words
from reports.words.names import number_of, one_line

_NONE = "not available"
_encode = msgspec.json.Encoder(order="deterministic").encode


def table_digest(data: TableData) -> str:
    """The digest of a table: SHA-256 of the table as the log has it, in canonical JSON."""
    return hashlib.sha256(_encode(data)).hexdigest()


class _Used(NamedTuple):
    """A table that was in force from event `first` to event `last` (0: to the end)."""

    name: str
    data: TableData
    first: int
    last: int


def tables(log: Log) -> Section:
    """Every table that was ever in force, by provenance, with its digest."""
    used = _tables(log)
    entered: Counter[tuple[str, int]] = Counter()
    for event in log.events:
        if isinstance(event, LookedUp) and event.number not in log.struck:
            entered[event.table, _in_force(used, event)] += 1
    blocks: list[Block] = []
    for provenance in ("house", "reconstructed", "document"):
        blocks += _of(provenance, [each for each in used if each.data.provenance == provenance], entered)
    known = {"house", "reconstructed", "document"}
    blocks += _of("other", [each for each in used if each.data.provenance not in known], entered)
    if not blocks:
        blocks.append(Paragraph("None."))
    blocks += _laid(log)
    return Section("tables", "Tables by source", tuple(blocks))


def _tables(log: Log) -> list[_Used]:
    found: list[_Used] = []
    for event in log.events:
        if isinstance(event, TablesLaid):
            found += [_Used(name, data, event.number, 0) for name, data in event.tables.items()]
        elif isinstance(event, TableAdopted | TableAdded):
            found = [
                each._replace(last=event.number) if each.name == event.table and not each.last else each
                for each in found
            ]
            found.append(_Used(event.table, event.data, event.number, 0))
    return found


def _in_force(used: list[_Used], event: LookedUp) -> int:
    """The event that laid the table which a look-up used."""
    return next(
        (
            each.first
            for each in used
            if each.name == event.table
            and each.first < event.number
            and (not each.last or event.number < each.last)
        ),
        0,
    )


def _of(provenance: str, used: list[_Used], entered: Counter[tuple[str, int]]) -> list[Block]:
    if not used:
        return []
    columns = (
        Column("Table"),
        Column("From event", number=True),
        Column("Until", number=True),
        Column("Rows", number=True),
        Column("Used", number=True),
        Column("Source"),
    )
    rows = tuple(
        (
            f"{one_line(each.data.title)} ({one_line(each.name)})",
            str(each.first),
            str(each.last or ""),
            str(len(each.data.rows)),
            str(entered[each.name, each.first]),
            one_line(each.data.source) or "not stated",
        )
        for each in used
    )
    heading = {
        "house": "House tables",
        "reconstructed": "Reconstructed tables",
        "document": "Published tables",
    }.get(provenance, "Other tables")
    digests: tuple[tuple[str, Words], ...] = tuple(
        (f"{one_line(each.name)}, event {each.first}", Span(table_digest(each.data), "code")) for each in used
    )
    return [
        Section(
            f"tables-{provenance}",
            f"{heading}: {len(used)}",
            (
                Table(columns, rows, heading, heads=True),
                Unfold("Digests: SHA-256 of each as the log has it", (Facts(digests),), quiet=True),
            ),
        )
    ]


def _laid(log: Log) -> list[Block]:
    """The provenance of board and counters."""
    rows: list[tuple[str, Words]] = []
    for event in log.events:
        if isinstance(event, BoardLaid):
            told = one_line(event.board.source)
            rows.append(("Board", f"{one_line(event.board.provenance)}{f'; {told}' if told else ''}"))
        elif isinstance(event, CountersLaid):
            rows.append(("Counters", one_line(event.provenance)))
    return [Facts(tuple(rows))] if rows else []


def sealed_orders(log: Log) -> Section | None:
    """Every set of sealed orders: when it was opened, and whether it is what was sealed."""
    opened: dict[int, int] = {}
    for event in log.events:
        if isinstance(event, SecretOrdersOpened):
            opened.update({int(number): event.number for number in event.opened if number.isdecimal()})
    rows: list[tuple[Words, ...]] = []
    standing: dict[str, int] = {}
    for event in log.events:
        if not isinstance(event, SecretOrderSealed):
            continue
        standing[event.side] = event.number
        fits = digest_of(event.salt, event.orders) == event.digest
        rows.append(
            (
                str(event.number),
                log.names.side(event.side),
                one_line(event.by),
                hour(event.time),
                str(opened.get(event.number, "")),
                "as submitted" if fits else "does not fit the digest",
                Span(one_line(event.digest), "code"),
            )
        )
    if not rows:
        return None
    for place, row in enumerate(rows):
        if not row[4]:
            number = int(str(row[0]))
            told = "not opened" if number in standing.values() else "replaced"
            rows[place] = (*row[:4], told, *row[5:])
    columns = (
        Column("Event", number=True),
        Column("Side"),
        Column("By"),
        Column("Submitted"),
        Column("Opened in event"),
        Column("Content"),
        Column("Digest"),
    )
    return Section(
        "sealed-orders", "Sealed orders", (Table(columns, tuple(rows), "Sealed orders submitted"),)
    )


def versions(log: Log) -> Section:
    """The versions of program, rules and scenario with which the game was played, and with which it was
    audited."""
    here: tuple[tuple[Words, ...], ...] = ()
    blocks: list[Block] = []
    columns = (Column("What"), Column("In the log"), Column("This audit"), Column("Same"))
    if log.opened is not None:
        opened = log.opened
        pairs = (
            ("Program", one_line(opened.program), program()),
            ("Rule register", one_line(opened.rules_digest), _rules(opened.system)),
            ("Scenario", one_line(opened.scenario_digest), _scenario(opened.system, opened.scenario)),
        )
        here = tuple(
            (what, _code(then), _code(now), "yes" if then == now else "-" if now == _NONE else "no")
            for what, then, now in pairs
        )
        blocks.append(Table(columns, here, "Versions", heads=True))
        told = "Where they differ, a discrepancy in the rules may come from a corrected rule, not a forgery."
        blocks.append(Paragraph(told, "soft"))
        rows: list[tuple[str, Words]] = [("Rule code of this audit", _code(_rule_code(opened.system)))]
        if opened.options:
            rows.append(("Options at the start", log.names.pairs(opened.options)))
        if opened.forked_from is not None:
            origin = opened.forked_from
            rows += [
                ("Forked from", f"{one_line(origin.name)} ({one_line(origin.game)}), event {origin.event}"),
                ("Digest of that event", Span(one_line(origin.digest), "code")),
            ]
        blocks.append(Facts(tuple(rows)))
    else:
        blocks.append(Paragraph(f"Not stated in the log. Audited with {program()}."))
    blocks += _family(log)
    return Section("versions", "Program, rules and scenario", tuple(blocks))


def _family(log: Log) -> list[Block]:
    """The forks of this game, and the logs that were audited with it."""
    rows: list[tuple[str, Words]] = [
        (
            f"Event {event.number}",
            f"{one_line(event.name)} ({one_line(event.game)}) continues from event {event.at}",
        )
        for event in log.events
        if isinstance(event, GameForked)
    ]
    for entries in log.origins:
        told = f"{number_of(len(entries), 'event')} of {one_line(entries[0].game)}, head {entries[-1].digest}"
        rows.append(("Audited with the log of", told))
    return [Facts(tuple(rows))] if rows else []


def _code(text: str) -> Words:
    digest = len(text) == 64
    return Span(text, "code") if digest else text or "none"


def _rules(system: str) -> str:
    try:
        return rules_digest(system)
    except Refused:
        return _NONE


def _rule_code(system: str) -> str:
    try:
        return code_digest(load(system))
    except Refused:
        return _NONE


def _scenario(system: str, name: str) -> str:
    try:
        return known_scenario(system, name).digest
    except Refused:
        return _NONE
