"""The audit: does every outcome follow from the rules, the tables and the dice?

It reads a log alone, with no database, and asks in turn: are these the bytes that were recorded; does every
event belong to something that is checked; does the seal give every chance; was everything people entered
allowed when they entered it; and do the rules, replayed with the recorded dice and answers, tell exactly the
recorded events? Each answer that is no is a finding, which names its event and rule. What could not be asked
is listed; only where all was asked, and all answers are yes, is a log `verified`.

The parts are in `adjudication/audits`. The dice are checked twice: by `audits/chances.py`, which uses no rule
code, and by the replay of the orders.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from adjudication.audits import people
from adjudication.audits.accounting import Accounts, audit_accounts
from adjudication.audits.canonical import audit_bytes
from adjudication.audits.chances import audit_chances
from adjudication.audits.dice_words import audit_entropy
from adjudication.audits.disclosures import disclosures
from adjudication.audits.findings import AuditReport, Finding, describe
from adjudication.audits.guards import Guards
from adjudication.audits.opening import audit_code, audit_dice, audit_opening
from adjudication.audits.origins import audit_origin
from adjudication.audits.paper import audit_paper
from adjudication.audits.procedures import FAULTS, Procedures, order_faults
from adjudication.audits.rulings import ruling_notices
from adjudication.audits.seals import Seals
from adjudication.audits.seminar import audit_seminar, opened_orders
from adjudication.engine.games.scenario import Scenario
from adjudication.engine.games.systems import RuleSystem, load
from domain.errors import NotFound
from domain.events import CHANCE, Event, GameClosed, GameOpened, OrderDone, OrderGiven, SealRevealed
from domain.events.strikes import Strikes
from domain.game.chain import Entry
from domain.game.lineage import Forebear
from domain.game.timeline import Timeline

_AT_A_TIME = 250
"""Events replayed before it is said how far the audit is."""


def audit(
    entries: Sequence[Entry],
    of: int = 0,
    secret: str | None = None,
    origins: Mapping[str, Sequence[Entry]] | None = None,
    secrets: Mapping[str, str] | None = None,
    heads: Sequence[str] = (),
    commitment: str = "",
    odd_line: int = 0,
    scenario: Scenario | None = None,
    advance: Callable[[int], object] = int,
) -> AuditReport:
    """Audit a log.

    entries: as they stand in the file or database. of: how many it says it has, 0 when it does not.
    secret: the seal, when the auditor holds it before it is revealed in the log. origins, secrets: of the
    games that this one was forked from, by their ids, such logs and seals as the auditor holds.
    heads, commitment: as somebody wrote them down in play (`read_paper`); a difference is a finding.
    odd_line: of a file, the first line that is not as `export` writes it; 0 when all are.
    scenario: the game's, where it does not come with its rule system. advance: called with a number of events
    each time so many more were replayed.
    """
    events = [entry.event for entry in entries]
    opened = events[0] if events and isinstance(events[0], GameOpened) else None
    forked = opened.forked_from if opened is not None else None
    report = AuditReport(
        game=opened.game if opened else "",
        system=opened.system if opened else "",
        events=len(events),
        head=entries[-1].digest if entries else "",
        findings=[],
        notices=[],
        checked=[],
        unchecked=[],
        rolls=dict(Counter(e.source for e in events if isinstance(e, CHANCE) and not e.again)),
    )
    audit_bytes(entries, of, report, min(forked.event, len(events)) if forked is not None else 0)
    if odd_line:
        report.find(odd_line, "log", f"Line {odd_line} of the file is not in the form that `export` writes.")
    audit_paper(report, entries, heads, commitment)
    if opened is None:
        report.rules = "not checked"
        report.find(1, "log", "The log does not begin with the opening of a game.")
        report.conclude()
        return report
    try:
        _audit_game(
            entries, events, opened, of, secret, origins or {}, secrets or {}, report, scenario, advance
        )
    except FAULTS as error:  # whatever it is, an audit that cannot go on is one that found something
        report.find(1, "log", f"The log cannot be checked to its end: {error!r:.200}.")
    report.conclude()
    return report


def _audit_game(
    entries: Sequence[Entry],
    events: Sequence[Event],
    opened: GameOpened,
    of: int,
    secret: str | None,
    origins: Mapping[str, Sequence[Entry]],
    secrets: Mapping[str, str],
    report: AuditReport,
    scenario: Scenario | None,
    advance: Callable[[int], object],
) -> None:
    audit_dice(opened, report)
    report.notices += people.notices(events)
    report.notices += ruling_notices(events)
    report.notices += people.laid_out(events)
    report.notices += people.tables_used(events)
    strikes, accounts = Strikes(events), Accounts(events)
    audit_accounts(accounts, strikes, opened, of > len(events), report)
    line = audit_origin(entries, opened, origins, report)
    held = {**_revealed(origins), **secrets, **({opened.game: secret} if secret is not None else {})}
    seals = Seals(events, opened, line, held, report)
    unknown = audit_chances(events, strikes, seals.source, report)
    _tell_dice(events, opened, line, unknown, report)
    words, who_could = audit_entropy(events)
    report.add(*words)
    report.notices += who_could
    found, notices = audit_seminar(events)
    more, opened_notices = opened_orders(events, strikes.by)
    of_disclosures, disclosed = disclosures(events, strikes)
    report.add(*found, *more, *of_disclosures)
    report.notices += [*notices, *opened_notices, *disclosed]
    audit_opening(events, opened, report, scenario)
    system: RuleSystem | None = None
    try:
        system = load(opened.system)
    except NotFound:
        report.rules = "not checked"
        report.unchecked.append(
            f"Rule system {opened.system[:40]!r} is not installed here: no order was replayed."
        )
    _replay(events, accounts, strikes, system, opened, of, report, advance)
    if system is not None:
        audit_code(opened, system, report)


def _revealed(origins: Mapping[str, Sequence[Entry]]) -> dict[str, str]:
    """The seals that these logs reveal, by game."""
    return {
        game: entry.event.secret
        for game, entries in origins.items()
        for entry in entries
        if isinstance(entry.event, SealRevealed)
    }


def _tell_dice(
    events: Sequence[Event],
    opened: GameOpened,
    line: Sequence[Forebear],
    unknown: Mapping[str, int],
    report: AuditReport,
) -> None:
    """What of the dice was derived, and what could not be, and why."""
    if report.derived and not report.found("dice"):
        report.checked.append(f"The seal gives {_chances(report.derived)}, with no rule code involved.")
    closed = any(isinstance(event, GameClosed) for event in events)
    for game, count in unknown.items():
        if game == opened.game:
            why = "the seal of this game is not at hand" if closed else "the game is still open"
            if not report.found("dice"):
                report.unchecked.append(f"{_chances(count).capitalize()} could not be derived: {why}.")
        else:
            origin = next(each.origin for each in line if each.opened.game == game)
            report.unchecked.append(
                f"The seal of {origin.name or game} is not at hand: {_chances(count)} carried over from it "
                "could not be derived."
            )
    typed = report.rolls.get("typed", 0)
    if typed:
        report.notices.append(
            f"{typed} {'die was' if typed == 1 else 'dice were'} thrown by hand and typed in; "
            "no audit can check what lay there."
        )


def _chances(count: int) -> str:
    return "1 sealed chance" if count == 1 else f"{count} sealed chances"


def _replay(
    events: Sequence[Event],
    accounts: Accounts,
    strikes: Strikes,
    system: RuleSystem | None,
    opened: GameOpened,
    of: int,
    report: AuditReport,
    advance: Callable[[int], object],
) -> None:
    """Follow the log event by event: repeat the guards of each, and run each order again."""
    before = len(report.findings)
    guards = Guards(events, strikes, opened.system)
    timeline = Timeline(events, strikes)
    cut_at = opened.forked_from.event if opened.forked_from is not None else 0
    if of > len(events):
        cut_at = events[-1].number
    procedures = Procedures(events, accounts, strikes, system, report, cut_at) if system is not None else None
    contradictions = system.rules.contradictions if system is not None else None
    known: list[tuple[str, str]] = []
    for place, event in enumerate(events):
        if place and not place % _AT_A_TIME:
            advance(_AT_A_TIME)
        try:
            for fault in guards.faults(place, timeline.state):
                report.find(event.number, "rules", fault, event.rule)
            if isinstance(event, OrderGiven):
                for fault in order_faults(event, timeline.state, system):
                    report.find(event.number, "rules", fault, event.rule)
            timeline.take(place)
            if isinstance(event, OrderDone) and contradictions is not None:
                wrong = list(contradictions(timeline.state))
                for rule, why in wrong:
                    if (rule, why) not in known:
                        report.find(event.number, "rules", why, rule)
                known = wrong
            if isinstance(event, OrderGiven) and procedures is not None:
                procedures.check(place, timeline.state)
        except FAULTS as error:
            message = f"The event cannot be replayed: it names what is not on the table ({error!s:.200})."
            report.find(event.number, "log", message, event.rule)
            break
    if len(report.findings) > before:
        return
    report.checked.append("Every order, manual change and entry by people was allowed when it was made.")
    if procedures is not None:
        report.checked.append(
            f"Replaying every order reproduces every recorded event ({report.procedures} replays)."
        )


__all__ = ["AuditReport", "Finding", "audit", "describe"]
