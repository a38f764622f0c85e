"""The opening of a log: its dice, the program, rules, code and scenario it names, and what it lays out."""

from collections.abc import Sequence

import msgspec

from adjudication.audits.findings import AuditReport
from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.scenario import Scenario, known_scenario, opening
from adjudication.engine.games.systems import RuleSystem, load
from adjudication.engine.register import rules_digest
from domain.errors import BadData, NotFound
from domain.events import (
    BoardData,
    BoardLaid,
    CountersLaid,
    Event,
    GameOpened,
    KindData,
    PieceData,
    TableData,
    TablesLaid,
    TrackData,
    TracksLaid,
)
from domain.program import program
from domain.text import value_said

_OF_THE_GAME = (
    "salt",
    "mixing",
    "zone",
    "commitment",
    "rules_digest",
    "forked_from",
    "format",
    "code_digest",
    "seeded",
)
"""Fields of the opening that follow from the game and not from its scenario."""


def audit_dice(opened: GameOpened, report: AuditReport) -> None:
    """Where the dice come from: seal and seed."""
    if opened.dice in ("sealed", "typed") and not opened.commitment:
        report.find(1, "dice", f"The dice are {opened.dice}, but the game committed itself to no seal.")
    if opened.dice not in ("sealed", "typed"):
        report.notices.append(f"The dice of this game are {opened.dice}: no seal gives them.")
    if opened.seeded:
        report.notices.append(
            "The dice come from a chosen number (--seed): anyone who knows it can predict every roll."
        )


def audit_opening(
    events: Sequence[Event], opened: GameOpened, report: AuditReport, scenario: Scenario | None
) -> None:
    """Is what the scenario says what was laid out? Only where the same scenario is at hand.

    scenario: what the auditor holds to be the game's; without it, the one of that name that comes with the
    system. A scenario of one's own need not be at hand: what was played is in the opening, which the
    commitment covers.
    """
    if opened.program and opened.program != program():
        report.notices.append(f"Recorded with {opened.program}; audited with {program()}.")
    if opened.rules_digest != _rules(opened.system):
        report.unchecked.append("The rule register here is not the one the game was played with.")
    named = f"{opened.system} {opened.scenario}"[:100]
    try:
        scenario = scenario or known_scenario(opened.system, opened.scenario)
    except (NotFound, BadData):
        told = (
            f"Scenario {named} does not come with the program; its board, counters, tables and tracks were "
            "taken as they are in the log. `audit --scenario FILE` compares them with its file."
        )
        bare = _code(opened.system) == "none"
        (report.unchecked if bare else report.notices).append(told)
        if not bare:
            _same(events, opened, _recorded(events, opened), report)
        return
    if scenario.digest != opened.scenario_digest:
        report.unchecked.append(
            f"Scenario {named} here is not the one the game was played with: "
            "the board, counters, tables and tracks were not compared."
        )
        return
    if _same(events, opened, scenario, report):
        report.checked.append(f"The board, counters, tables and tracks are those of scenario {named}.")


def _recorded(events: Sequence[Event], opened: GameOpened) -> Scenario:
    """The scenario as the opening of the log has it; empty where an event of the opening is missing."""
    board, kinds, pieces, provenance = BoardData(), dict[str, KindData](), tuple[PieceData, ...](), "document"
    tables, tracks = dict[str, TableData](), tuple[TrackData, ...]()
    for event in events[1:5]:
        match event:
            case BoardLaid():
                board = event.board
            case CountersLaid():
                kinds, pieces, provenance = event.kinds, event.pieces, event.provenance
            case TablesLaid():
                tables = event.tables
            case TracksLaid():
                tracks = event.tracks
    return Scenario(
        opened.scenario,
        opened.title,
        opened.system,
        opened.sides,
        opened.options,
        board,
        kinds,
        pieces,
        tables,
        tracks,
        opened.background,
        opened.scenario_digest,
        provenance,
        opened.timers,
        opened.roles,
        opened.calendar,
        opened.one_of,
        opened.phases,
        opened.date,
        opened.turn_lasts,
    )


def _rules(system: str) -> str:
    """The digest of the rule register at hand; nothing where there is none of that name."""
    try:
        return rules_digest(system)
    except NotFound:
        return "none"


def _code(system: str) -> str:
    """The digest of the rule code at hand; nothing where there is none of that name."""
    try:
        return code_digest(load(system))
    except NotFound:
        return "none"


def _same(events: Sequence[Event], opened: GameOpened, scenario: Scenario, report: AuditReport) -> bool:
    try:
        laid = opening(
            scenario,
            game=opened.game,
            name=opened.name,
            options=opened.options,
            dice=opened.dice,
            program=opened.program,
            time=opened.time,
        )
    except BadData as error:
        report.find(1, "rules", error.sentence)
        return False
    if opened.forked_from is not None:  # what is laid was carried over, and bears the time of its own day
        laid = [
            msgspec.structs.replace(expected, time=event.time)
            for expected, event in zip(laid, events, strict=False)
        ]
    laid[0] = msgspec.structs.replace(laid[0], **{name: getattr(opened, name) for name in _OF_THE_GAME})
    same = _options(opened, scenario, report)
    for place, expected in enumerate(laid):
        recorded = events[place] if place < len(events) else None
        if recorded is None or recorded != msgspec.structs.replace(expected, blind=recorded.blind):
            message = "The opening is not what the scenario lays out."
            report.find(place + 1, "rules", message)
            return False
    return same


def _options(opened: GameOpened, scenario: Scenario, report: AuditReport) -> bool:
    """Options are those of the scenario, each of its own type; other values are a notice."""
    same = True
    for name in {**scenario.options, **opened.options}:
        if name not in scenario.options or name not in opened.options:
            report.find(1, "rules", f"Option {name[:60]} is not an option of the scenario, or is missing.")
            same = False
            continue
        default, value = scenario.options[name], opened.options[name]
        if type(default) is not type(value):
            report.find(1, "rules", f"Option {name} cannot be {value!r:.40}.")
            same = False
        elif scenario.one_of.get(name) and value not in scenario.one_of[name]:
            known = ", ".join(map(value_said, scenario.one_of[name]))
            report.find(1, "rules", f"Option {name} is one of {known}, not {value!r:.40}.")
            same = False
        elif default != value:
            report.notices.append(
                f"Option {name} was set to {value_said(value):.60} (default {value_said(default)})."
            )
    return same


def audit_code(opened: GameOpened, system: RuleSystem, report: AuditReport) -> None:
    """Whether the orders were replayed by the rule code that the game was played with."""
    if opened.code_digest == code_digest(system):
        return
    if not opened.code_digest:
        report.unchecked.append("The opening does not say by which rule code the game was played.")
        return
    if report.found("rules"):
        report.notices.append(
            "The rule code has changed since this game was recorded; "
            "a finding on the rules may come from that change."
        )
    else:
        report.unchecked.append(
            "The rule code has changed since this game was recorded; "
            "replaying under the current code reproduces every event."
        )
