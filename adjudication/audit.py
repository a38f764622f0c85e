"""The audit: does every outcome follow from the rules, the tables and the dice?

Four questions are put to a log alone, with no database: is the chain whole; do its events replay; does
the sealed secret give every roll and draw; and do the rules, run again with the recorded answers, tell
exactly the recorded events? Each answer that is no is a finding, which names its event and rule.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudication.audits import people as audit_people
from adjudication.audits.findings import CHANCE, AuditReport, Finding
from adjudication.audits.seminar import audit_seminar
from adjudication.scenario import known_scenario, opening, rules_digest
from adjudication.seals import Seals, audit_origin, audit_seals
from adjudication.seminar import by_hand
from adjudication.seminar.consent import consent_words, take_back_faults
from adjudication.seminar.noting import note_faults
from adjudication.seminar.timers import timer_faults
from adjudication.session import BEGIN, rulings, run
from adjudication.systems import RuleSystem, load
from adjudication.umpire import Diverged, Nobody, Umpire, WrongDie
from domain.chain import Entry, broken_links
from domain.errors import BadData, NotFound, Refused
from domain.events import (
    NAMES_ON_WIRE,
    BoardLaid,
    CountersLaid,
    Event,
    GameClosed,
    GameForked,
    GameOpened,
    HouseRuleAdopted,
    InjectHandled,
    LookedUp,
    OptionChanged,
    OrderDone,
    OrderGiven,
    Ruled,
    SealRevealed,
    SecretOrderSealed,
    SecretOrdersOpened,
    TableAdopted,
    TablesLaid,
    TakenBack,
    TracksLaid,
)
from domain.mutators import MUTATORS, rebuild, struck
from domain.state import State

_FAULTS = (KeyError, ValueError, AttributeError, IndexError, TypeError, Refused)
_BY_PEOPLE = (
    GameOpened,
    Ruled,
    TakenBack,
    TableAdopted,
    HouseRuleAdopted,
    OptionChanged,
    InjectHandled,
    SecretOrderSealed,
    SecretOrdersOpened,
)
"""What happens on the table by no order of a side."""


def audit(
    entries: Sequence[Entry],
    of: int = 0,
    secret: str | None = None,
    origins: Mapping[str, Sequence[Entry]] | None = None,
    secrets: Mapping[str, str] | None = None,
) -> AuditReport:
    """Audit a log.

    entries: as they stand in the file or database. of: how many it says it has, 0 when it does not.
    secret: the seal, when the auditor holds it before it is revealed in the log. origins, secrets: of the
    games that this one was forked from, by their ids, such logs and seals as the auditor holds.
    """
    events = [entry.event for entry in entries]
    opened = events[0] if events and isinstance(events[0], GameOpened) else None
    report = AuditReport(
        game=opened.game if opened else "",
        system=opened.system if opened else "",
        events=len(events),
        head=entries[-1].digest if entries else "",
        findings=[],
        notices=[],
        rolls=dict(Counter(event.source for event in events if isinstance(event, CHANCE))),
    )
    _audit_chain(entries, of, report)
    if opened is None:
        report.rules = "not checked"
        report.findings.append(Finding(1, "log", "A log begins with the opening of its game."))
        return report
    _audit_order_of_log(events, report)
    report.notices += _by_people(events)
    report.notices += audit_people.notices(events)
    report.notices += _tables_used(events)
    around_the_table, notices = audit_seminar(events)
    report.findings += around_the_table
    report.notices += notices
    origins = origins or {}
    line = audit_origin(entries, opened, origins, report)
    held = {**_revealed(origins), **(secrets or {}), **({opened.game: secret} if secret is not None else {})}
    seals = audit_seals(events, opened, line, held, report)
    try:
        system = load(opened.system)
    except NotFound as error:
        report.rules = "not checked"
        report.notices.append(f"{error} Its rules were not checked.")
        return report
    _audit_opening(events, opened, report)
    _Adjudication(events, system, seals, report).check()
    if any(finding.kind == "rules" for finding in report.findings):
        report.rules = "broken"
    if any(finding.kind == "dice" for finding in report.findings):
        report.dice = "wrong"
    report.findings.sort(key=lambda finding: finding.event)
    return report


def _by_people(events: Sequence[Event]) -> Iterator[str]:
    """Every ruling, take-back and new table, with its reason; and every fork."""
    for event in events:
        match event:
            case Ruled():
                what = audit_people.ruled_words(event, events)
            case TakenBack():
                what = f"order {event.first} and what followed it was taken back"
            case TableAdopted():
                what = f"table {event.table} was replaced by one that is {event.data.provenance}"
            case GameForked():
                yield f"Event {event.number}: another game, {event.name}, goes on from event {event.at}."
                continue
            case _:
                continue
        by = f" by {event.by}" if event.by else ""
        consent = consent_words(event) if isinstance(event, TakenBack) else ""
        yield f"Event {event.number}: {what}{by}{consent}: {event.because}"


def _revealed(origins: Mapping[str, Sequence[Entry]]) -> dict[str, str]:
    """The seals that these logs reveal, by game."""
    return {
        game: entry.event.secret
        for game, entries in origins.items()
        for entry in entries
        if isinstance(entry.event, SealRevealed)
    }


def _tables_used(events: Sequence[Event]) -> Iterator[str]:
    """Every table entered in play that is not the document's own."""
    provenance: dict[str, str] = {}
    used: dict[tuple[str, str], None] = {}
    for event in events:
        match event:
            case TablesLaid():
                provenance.update({name: data.provenance for name, data in event.tables.items()})
            case TableAdopted():
                provenance[event.table] = event.data.provenance
            case LookedUp():
                used[event.table, provenance.get(event.table, "document")] = None
    for table, source in used:
        if source != "document":
            yield f"Table {table}, which was used, is {source}, not the document's."


def _audit_chain(entries: Sequence[Entry], of: int, report: AuditReport) -> None:
    for number, message in broken_links(entries):
        report.chain = "broken"
        report.findings.append(Finding(number, "chain", f"The chain is broken: {message}."))
    if of and of != len(entries):
        report.chain = "broken"
        report.findings.append(
            Finding(
                len(entries) + 1 if of > len(entries) else of + 1,
                "chain",
                f"The log says that it has {of} events; it has {len(entries)}.",
            )
        )


def _audit_order_of_log(events: Sequence[Event], report: AuditReport) -> None:
    """What holds for every log: one opening, orders that are their own procedures, chances counted."""

    def find(event: Event, message: str) -> None:
        report.findings.append(Finding(event.number, "log", message, event.rule))

    orders: set[int] = set()
    ahead = 0
    laid: set[type[Event]] = set()
    chance = 0
    closed = False
    for place, event in enumerate(events, start=1):
        if event.number - place != ahead:
            find(event, f"Event {event.number} stands in place {place}.")
            ahead = event.number - place
        if closed and not isinstance(event, GameForked):
            find(event, "Something was recorded after the game was closed.")
        match event:
            case GameOpened() if place > 1:
                find(event, "The game is opened a second time.")
            case OrderGiven():
                orders.add(event.number)
                if event.procedure != event.number:
                    find(event, "An order does not bear its own number.")
                if (event.order == BEGIN) != (len(orders) == 1):
                    find(event, "Play is not opened by the first order, or opened twice.")
            case GameClosed():
                closed = True
            case _ if event.procedure and event.procedure not in orders:
                find(event, f"It belongs to order {event.procedure}, which was never given.")
            case BoardLaid() | CountersLaid() | TablesLaid() | TracksLaid():
                if orders or type(event) in laid or event.procedure:
                    find(event, "Something is laid on the table a second time, or after play began.")
                laid.add(type(event))
            case _ if not event.procedure and event.OF_THE_TABLE and not isinstance(event, _BY_PEOPLE):
                find(event, "Something changed on the table by no order.")
        if isinstance(event, CHANCE):
            if event.chance != chance + 1:
                find(event, f"Chance {chance + 1} should come here, not chance {event.chance}.")
            chance = event.chance
    for faults in (note_faults, timer_faults, take_back_faults):
        report.findings += [Finding(number, "log", fault) for number, fault in faults(events)]
    if any(isinstance(event, SealRevealed) for event in events) and not closed:
        report.findings.append(
            Finding(len(events) + 1, "log", "The seal is revealed, but the game is not closed.")
        )


def _audit_opening(events: Sequence[Event], opened: GameOpened, report: AuditReport) -> None:
    """Was laid on the table what the scenario says? Only where the same scenario is at hand."""
    if opened.rules_digest != rules_digest(opened.system):
        report.notices.append("The rule register here is not the one that the game was played with.")
    try:
        scenario = known_scenario(opened.system, opened.scenario)
    except (NotFound, BadData):
        report.notices.append(f"The scenario {opened.scenario!r} is not at hand to compare with.")
        return
    if scenario.digest != opened.scenario_digest:
        report.notices.append("The scenario here is not the one that the game was played with.")
        return
    laid = opening(
        scenario,
        game=opened.game,
        name=opened.name,
        options=opened.options,
        dice=opened.dice,
        commitment=opened.commitment,
        program=opened.program,
        time=opened.time,
    )
    if opened.forked_from is not None:  # what is laid was carried over, and bears the time of its own day
        laid = [
            msgspec.structs.replace(expected, time=event.time)
            for expected, event in zip(laid, events, strict=False)
        ]
    laid[0] = msgspec.structs.replace(
        laid[0], rules_digest=opened.rules_digest, forked_from=opened.forked_from
    )
    if not opened.background:  # earlier versions did not record it
        laid[0] = msgspec.structs.replace(laid[0], background={})
    for place, expected in enumerate(laid):
        if place >= len(events) or events[place] != expected:
            message = "What was laid on the table is not what the scenario says."
            report.findings.append(Finding(place + 1, "rules", message))
            return


class _Adjudication:
    """Runs every order again, in the order of the log, on the table as it was then."""

    def __init__(
        self,
        events: Sequence[Event],
        system: RuleSystem,
        seals: Seals,
        report: AuditReport,
    ) -> None:
        self.events = events
        self.system = system
        self.seals = seals
        self.report = report
        self.strikes: list[tuple[int, TakenBack | Ruled]] = []
        self.members: dict[int, list[int]] = {}
        for place, event in enumerate(events):
            if event.procedure:
                self.members.setdefault(event.procedure, []).append(place)
            if isinstance(event, TakenBack | Ruled):
                self.strikes.append((place, event))
        self._struck_within: dict[int, dict[int, int]] = {}

    def check(self) -> None:
        state = State()
        for place, event in enumerate(self.events):
            try:
                if isinstance(event, OrderGiven) and state.procedures and event.order not in by_hand.KINDS:
                    waiting = max(state.procedures)
                    message = (
                        f"Order {waiting} ({state.procedures[waiting].order}) still waited for an answer."
                    )
                    self._find(event.number, "rules", event.rule, message)
                for fault in audit_people.faults(event, state, self.events):
                    self._find(event.number, "rules", event.rule, fault)
                if isinstance(event, TakenBack | Ruled):
                    state = self._struck_at(place)
                else:
                    MUTATORS[type(event)](state, event)
                    state.number = event.number
                if isinstance(event, OrderGiven):
                    self._adjudicate(event, place, place, state.copy())
                elif isinstance(event, Ruled):
                    self._adjudicate_ruled(event, place)
            except _FAULTS as error:
                self._find(
                    event.number,
                    "log",
                    event.rule,
                    f"The event cannot be replayed: it names what is not on the table ({error}).",
                )
                return

    def _struck_at(self, place: int) -> State:
        so_far = self.events[: place + 1]
        return rebuild(so_far, struck(so_far))

    def _adjudicate_ruled(self, ruled: Ruled, place: int) -> None:
        """After a ruling the order it concerns is run again, with the ruled value."""
        if not 1 <= ruled.concerns <= place:
            self._find(ruled.number, "rules", "", "The ruling concerns no earlier event.")
            return
        order = self.events[ruled.concerns - 1].procedure
        given = self.events[order - 1] if 1 <= order <= place else None
        if not isinstance(given, OrderGiven):
            self._find(ruled.number, "rules", "", "The ruling concerns an event of no order.")
            return
        before = self.events[:order]
        self._adjudicate(given, order - 1, place, rebuild(before, struck(before)))

    def _adjudicate(self, given: OrderGiven, stands: int, place: int, state: State) -> None:
        """Run the order that stands in one place, on the state behind it, as of another place: up to
        whatever next strikes any of its events."""
        self.report.procedures += 1
        members = self.members.get(given.number, [])
        end = len(self.events)
        for at, strike in self.strikes:
            first = strike.first if isinstance(strike, TakenBack) else strike.concerns + 1
            if at > place and any(first <= self.events[m].number and m < at for m in members):
                end = at
                break
        if end not in self._struck_within:
            self._struck_within[end] = struck(self.events[:end])
        out_of_force = self._struck_within[end]
        own = [m for m in members if m < end and self.events[m].number not in out_of_force]
        numbers = {self.events[m].number for m in own}
        last_ruling = max((at for at, e in self.strikes if at < end and _rules_on(e, numbers)), default=0)
        behind = self.events[stands + 1 : max([last_ruling, *own]) + 1]
        recorded = [event for event in behind if event.number not in out_of_force]
        umpire = Umpire(
            state,
            given.number,
            _NoDice(),
            Nobody(),
            recorded=recorded,
            rulings=rulings(recorded),
            next_number=len(self.events) + 1,
            checked_by=self.seals.dice,
        )
        try:
            questions = run(self.system, umpire, given)
        except Diverged as error:
            self._diverged(error, given)
        except _LogEnds:
            self._stops_short(given, umpire, recorded)
        except Refused as error:
            self._find(given.number, "rules", given.rule, f"The rules refuse order {given.order}: {error}")
        except _FAULTS as error:
            self._find(given.number, "rules", given.rule, f"Order {given.order} cannot be run: {error!r}.")
        else:
            if umpire.fresh or (not questions and not _is_done(recorded, given)):
                self._stops_short(given, umpire, recorded)
        for wrong in umpire.wrong_dice:
            self._wrong_die(wrong)

    def _stops_short(self, given: OrderGiven, umpire: Umpire, recorded: Sequence[Event]) -> None:
        own = [event.number for event in recorded if event.procedure == given.number]
        number = (own[-1] if own else given.number) + 1
        expected = describe(umpire.fresh[0]) if umpire.fresh else "a roll, a draw or an answer"
        self._find(
            number,
            "rules",
            umpire.fresh[0].rule if umpire.fresh else "",
            f"The adjudication of order {given.number} ({given.order}) stops short here.",
            expected=expected,
        )

    def _diverged(self, error: Diverged, given: OrderGiven) -> None:
        expected = error.expected if isinstance(error.expected, str) else describe(error.expected)
        rule = error.recorded.rule if error.recorded is not None else given.rule
        if not isinstance(error.expected, str):
            rule = error.expected.rule or rule
        self._find(
            error.number,
            "rules",
            rule,
            f"Order {given.number} ({given.order}), adjudicated again, does not tell this.",
            recorded=describe(error.recorded) if error.recorded is not None else "",
            expected=expected,
        )

    def _wrong_die(self, wrong: WrongDie) -> None:
        self._find(
            wrong.recorded.number,
            "dice",
            wrong.recorded.rule,
            "The seal does not give this.",
            recorded=describe(wrong.recorded),
            expected=str(wrong.derived),
        )

    def _find(
        self,
        number: int,
        kind: str,
        rule: str,
        message: str,
        recorded: str = "",
        expected: str = "",
    ) -> None:
        finding = Finding(number, kind, message, rule, recorded, expected)
        if finding not in self.report.findings:
            self.report.findings.append(finding)


def _rules_on(event: Event, numbers: Container[int]) -> bool:
    return isinstance(event, Ruled) and event.concerns in numbers


def _is_done(recorded: Sequence[Event], given: OrderGiven) -> bool:
    return any(isinstance(e, OrderDone) and e.procedure == given.number for e in recorded)


class _LogEnds(Exception):
    """The rules need a die that the log does not have."""


class _NoDice:
    """An audit rolls nothing itself."""

    source = "none"

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        raise _LogEnds


def describe(event: Event) -> str:
    """An event's wire name and own fields, on one line, for findings."""
    fields: dict[str, Any] = msgspec.structs.asdict(event)
    for common in ("number", "time", "procedure", "audience"):
        fields.pop(common)
    shown = ", ".join(f"{name} {value}" for name, value in fields.items() if value not in ("", None))
    return f"{NAMES_ON_WIRE[type(event)]}: {shown}"[:500]


__all__ = ["AuditReport", "Finding", "audit", "describe"]
