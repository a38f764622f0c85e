"""Whose sealed dice gave each chance of a game, where an audited one comes from, and who may stir its dice.

A game that was forked from another has that one's events up to some number, and that one's dice in them:
they are derived again from that one's seal, all later ones from its own.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudication.audits.findings import CHANCE, AuditReport, Finding
from domain.chain import Entry, broken_links
from domain.dice import SealedDice, commitment
from domain.errors import BadData, BadLog, Refused
from domain.events import (
    CounterDrawn,
    DieRolled,
    Event,
    GameForked,
    GameOpened,
    Picked,
    SealRevealed,
    Shuffled,
)
from domain.lineage import Forebear, digest_carried, forebears
from domain.state import State

LONGEST_STIRRING = 200
"""Characters that the words may have with which a side stirs the dice."""

_OF_THE_GAME = ("system", "scenario", "title", "sides", "options", "dice", "scenario_digest", "background")
"""What a fork's opening takes over from the game that it was forked from."""


def check_stirring(state: State, side: str, text: str) -> None:
    """Raises BadData, NotFound or Refused for words that cannot stir the dice."""
    if state.closed:
        raise Refused("This game is closed; its seal is open, and no words stir its dice any more.")
    if state.opened is None or not state.opened.commitment:
        raise Refused("Nothing of this game comes from a seal; words stir sealed dice alone.")
    state.check_side(side)
    if not text.strip():
        raise BadData("Say with which words the dice are stirred: stir WORDS --side SIDE.")
    if len(text) > LONGEST_STIRRING or not text.isprintable():
        raise BadData(
            f"The words have at most {LONGEST_STIRRING} characters, none of them a control character."
        )


class _Part(NamedTuple):
    """The events up to number `last` have the dice of that opening; None when its seal is not known."""

    last: int
    opened: GameOpened
    dice: SealedDice | None


class Seals:
    """The dice to hold a log against: those of the game, and of those that it was forked from."""

    def __init__(self, parts: Sequence[_Part]) -> None:
        self._parts = sorted(parts, key=lambda part: part.last)  # of equals the first: the oldest game

    def opened(self, number: int) -> GameOpened:
        """The opening whose dice that event has."""
        return self._part(number).opened

    def dice(self, number: int) -> SealedDice | None:
        """The dice that event has to have; None when their seal is not known."""
        return self._part(number).dice

    def _part(self, number: int) -> _Part:
        return next((part for part in self._parts if number <= part.last), self._parts[-1])


def audit_origin(
    entries: Sequence[Entry],
    opened: GameOpened,
    origins: Mapping[str, Sequence[Entry]],
    report: AuditReport,
) -> list[Forebear]:
    """Is what a fork carries over what was recorded in the game that it was forked from?

    The digest of the last event carried over is worked out again; and where the log of the other game is at
    hand (`origins`, by game) the events are held against it one by one.
    """

    def find(event: int, message: str, kind: str = "log") -> None:
        report.findings.append(Finding(event, kind, message))

    found: list[Forebear] = []
    child = opened
    try:
        for forebear in forebears(opened, len(entries)):
            origin, before, last = forebear
            found.append(forebear)
            named = f"{origin.name or 'another game'} ({origin.game})"
            report.notices.append(f"Events 2 to {last} are those of {named}, from which this was forked.")
            if before.game != origin.game or any(
                getattr(before, name) != getattr(child, name) for name in _OF_THE_GAME
            ):
                find(1, f"It is not opened as {named}, from which it was forked, was.")
            if origin.event > last and child is opened:
                find(len(entries) + 1, f"Event {origin.event}, from which it was forked, is missing.")
            elif origin.event <= last and digest_carried(origin, entries) != origin.digest:
                find(last, f"The events up to here do not come to the digest they had in {named}.", "chain")
            if origin.game in origins:
                _hold_against(entries, opened, forebear, origins[origin.game], report)
            child = before
    except BadLog as error:
        find(1, f"What it says of the game it was forked from cannot be read: {error}")
    if any(finding.kind == "chain" for finding in report.findings):
        report.chain = "broken"
    return found


def _hold_against(
    entries: Sequence[Entry],
    opened: GameOpened,
    forebear: Forebear,
    origin: Sequence[Entry],
    report: AuditReport,
) -> None:
    """Hold the events carried over against the log that they were taken from."""
    last, named = forebear.last, forebear.origin.name or forebear.origin.game
    for number, fault in broken_links(origin[:last]):
        report.notices.append(f"The log of {named} is broken at its event {number}: {fault}.")
        return
    if len(origin) < last:
        report.notices.append(f"The log of {named} at hand ends before event {last}.")
        return
    if origin[0].body.decode(errors="replace") != forebear.origin.opening:
        report.findings.append(Finding(1, "log", f"{named} was opened otherwise, by its own log."))
    for mine, other in zip(entries[1:last], origin[1:last], strict=True):
        if (mine.wire_name, mine.body) != (other.wire_name, other.body):
            report.findings.append(Finding(mine.number, "log", f"{named} has another event here."))
            return
    if forebear.origin == opened.forked_from and not any(
        isinstance(entry.event, GameForked) and entry.event.game == opened.game for entry in origin
    ):
        report.notices.append(f"The log of {named} at hand does not know of this fork.")


def audit_seals(
    events: Sequence[Event],
    opened: GameOpened,
    line: Sequence[Forebear],
    secrets: Mapping[str, str],
    report: AuditReport,
) -> Seals:
    """The dice to hold the log against, where their secret is known and is the one committed to."""
    revealed = next((event for event in events if isinstance(event, SealRevealed)), None)
    if revealed is not None:
        secrets = {**secrets, opened.game: revealed.secret}
    at = revealed.number if revealed is not None else 1
    own = _Part(len(events) + 1, opened, _opened_seal(opened, secrets.get(opened.game), at, report))
    inherited = [
        _Part(each.last, each.opened, _opened_seal(each.opened, secrets.get(each.opened.game), 1, report))
        for each in reversed(line)
    ]
    seals = Seals([*inherited, own])
    known: set[bool] = {True} if revealed is not None and own.dice is not None else set()
    unknown: dict[str, None] = {}
    for event in events:
        if not isinstance(event, CHANCE):
            continue
        thrown_by = seals.opened(event.number)
        if not _source_fits(event, thrown_by):
            message = f"The dice of this game are {opened.dice}, not {event.source}."
            report.findings.append(Finding(event.number, "dice", message, event.rule))
        if event.source == "sealed":
            known.add(seals.dice(event.number) is not None)
            if thrown_by.game not in secrets:
                unknown[thrown_by.game] = None
    for game in unknown:
        if game == opened.game:
            report.notices.append("The seal is not revealed yet: sealed dice were not derived again.")
        else:
            named, last = next((each.origin.name, each.last) for each in line if each.opened.game == game)
            report.notices.append(
                f"The seal of {named or game} is not known here: "
                f"its sealed dice, in events up to {last}, were not derived again."
            )
    sources = set(report.rolls) - {"sealed"}
    sources |= {"derived" if each else "sealed" for each in known}
    report.dice = "+".join(sorted(sources)) if sources else "none"
    return seals


def _opened_seal(opened: GameOpened, secret: str | None, at: int, report: AuditReport) -> SealedDice | None:
    if secret is None:
        return None
    try:
        fits = commitment(secret) == opened.commitment
    except ValueError:
        fits = False
    if not fits:
        report.findings.append(
            Finding(at, "dice", "The seal is not the one that the game committed itself to.")
        )
        return None
    return SealedDice(secret)


def _source_fits(event: DieRolled | CounterDrawn | Picked | Shuffled, opened: GameOpened) -> bool:
    """A committed seal gives every chance, but for the dice of a game that throws them on the table."""
    if not opened.commitment:
        return True
    typed = opened.dice == "typed" and isinstance(event, DieRolled)
    return event.source == ("typed" if typed else "sealed")
