"""Every roll, draw, pick and shuffle held against the seal, event by event, those that were struck included.

This is a check of its own, beside the replay of the orders. It shares no code with the rules, the umpire or
the session: the derivation, the candidates of a draw and the count of the chances are worked out here.
"""

import hmac
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from adjudication.audits.cups import Cups
from adjudication.audits.findings import AuditReport, describe
from domain.events import (
    CHANCE,
    NAMES_ON_WIRE,
    CounterDrawn,
    DieRolled,
    EntropyGiven,
    Event,
    GameOpened,
    Picked,
    Shuffled,
)
from domain.events.strikes import Strikes

_SHUFFLE_STRIDE = 2**32
_LARGEST = 2**64

Chance = DieRolled | CounterDrawn | Picked | Shuffled


class Source(NamedTuple):
    """Where an event's chance has to come from: the game that threw it, and its secret, None when that is not
    known here."""

    opened: GameOpened
    secret: bytes | None


class _First(NamedTuple):
    """A chance when it was first recorded, and what it was chosen from."""

    event: Chance
    candidates: tuple[Any, ...]


def audit_chances(
    events: Sequence[Event], strikes: Strikes, source: Callable[[int], Source], report: AuditReport
) -> dict[str, int]:
    """Check all chances of a log. `source`: by the number of an event.

    Sets `dice` and `derived` of the report; gives how many sealed chances could not be derived, by the id of
    the game whose secret is not known.
    """
    check = _Check(events, strikes, source, report)
    for place, event in enumerate(events):
        if isinstance(event, CHANCE):
            check.chance(place, event)
        elif isinstance(event, EntropyGiven):
            check.words.append(event.text)
        check.cups.take(place)
    sources = {event.source for event in events if isinstance(event, CHANCE)} - {"sealed"}
    sources |= {"derived"} if report.derived else set()
    sources |= {"sealed"} if check.unknown else set()
    report.dice = "+".join(sorted(sources)) or "none"
    return check.unknown


class _Check:
    def __init__(
        self,
        events: Sequence[Event],
        strikes: Strikes,
        source: Callable[[int], Source],
        report: AuditReport,
    ) -> None:
        self.cups = Cups(events, strikes)
        self.words: list[str] = []
        self.unknown: dict[str, int] = {}
        self._strikes = strikes
        self._source = source
        self._report = report
        self._last = 0
        self._first: dict[int, _First] = {}
        """By the number of the event that recorded it first."""
        self._standing: dict[int, int] = {}
        """The place where a chance was recorded last."""
        self._keyed: tuple[tuple[bytes, int], bytes] | None = None

    def chance(self, place: int, event: Chance) -> None:
        self._check_source(event)
        candidates = self._candidates(event)
        index = self._index(event, candidates)
        again = event.again
        if again:
            self._check_repeated(place, event, again, candidates)
        else:
            if event.chance != self._last + 1:
                message = f"Chance {self._last + 1} should come here, not chance {event.chance}."
                self._find(event, "log", message)
            self._last = max(event.chance, 0)
            self._first[event.number] = _First(event, candidates)
            if index is not None and event.source == "sealed":
                self._derive(event, index, candidates)
        self._standing[event.chance] = place

    def _check_source(self, event: Chance) -> None:
        opened = self._source(event.number).opened
        drawn_sealed = opened.dice == "typed" and not isinstance(event, DieRolled)
        wanted = "sealed" if drawn_sealed else opened.dice
        if event.source != wanted:
            what = NAMES_ON_WIRE[type(event)].partition(".")[0]
            message = (
                f"The dice of this game are {opened.dice}: {what} comes as {wanted}, not {event.source}."
            )
            self._find(event, "dice", message)
        by = getattr(event, "by", "")
        if by and event.source != "typed":
            self._find(event, "log", f"A {event.source} chance is nobody's entry, yet it names {by[:60]}.")

    def _candidates(self, event: Chance) -> tuple[Any, ...]:
        """What was chosen from; nothing for a die, which is chosen from its faces."""
        match event:
            case CounterDrawn(cup=cup):
                return tuple(self.cups.at.get(cup, ()))
            case Shuffled(place=place):
                return tuple(self.cups.at.get(place, ()))
            case Picked(options=options):
                return tuple(options)
        return ()

    def _index(self, event: Chance, candidates: tuple[Any, ...]) -> int | None:
        """Which of the candidates it came to, from 1; 0 for an order, None for what cannot have come."""
        match event:
            case DieRolled(die=die, face=face):
                if type(face) is int and 1 <= face <= die <= _LARGEST:
                    return face
                self._find(event, "dice", f"A D{die} has no face {face}.")
            case CounterDrawn(piece=piece, cup=cup):
                if piece in candidates:
                    return candidates.index(piece) + 1
                self._find(event, "dice", f"{piece[:60]} was not in {cup[:60]} to be drawn.")
            case Picked(value=value):
                for number, option in enumerate(candidates, start=1):
                    if type(option) is type(value) and option == value:
                        return number
                self._find(event, "dice", f"{value!r:.60} is not one of the options of this pick.")
            case Shuffled(order=order, place=where):
                if sorted(order) == sorted(candidates):
                    return 0
                self._find(event, "dice", f"The order is not one of the pieces in {where[:60]}.")
        return None

    def _derive(self, event: Chance, index: int, candidates: tuple[Any, ...]) -> None:
        opened, secret = self._source(event.number)
        if secret is None:
            self.unknown[opened.game] = self.unknown.get(opened.game, 0) + 1
            return
        self._report.derived += 1
        key = self._key(secret)
        expected = ""
        if isinstance(event, Shuffled):
            order = shuffle(key, event.chance, candidates)
            if order != event.order:
                expected = ", ".join(order)
        else:
            sides = event.die if isinstance(event, DieRolled) else len(candidates)
            number = derive(key, event.chance, sides)
            if number != index:
                expected = str(number) if isinstance(event, DieRolled) else str(candidates[number - 1])
        if expected:
            self._find(event, "dice", "The seal does not give this.", describe(event), expected)

    def _key(self, secret: bytes) -> bytes:
        if not self.words:
            return secret
        known = (secret, len(self.words))
        if self._keyed is None or self._keyed[0] != known:
            words = "\0".join(f"{len(text)}:{text}" for text in self.words)
            self._keyed = known, hmac.digest(secret, b"entropy:" + words.encode(), "sha256")
        return self._keyed[1]

    def _check_repeated(self, place: int, event: Chance, again: int, candidates: tuple[Any, ...]) -> None:
        """A chance told again after a ruling is the very one that was recorded, and counts no second time."""
        first = self._first.get(again)
        if first is None:
            self._find(event, "dice", f"It repeats event {again}, which recorded no chance first.")
            return
        if _content(event) != _content(first.event) or sorted(map(str, candidates)) != sorted(
            map(str, first.candidates)
        ):
            message = f"It repeats event {again}, but is not the same."
            self._find(event, "dice", message, describe(event), describe(first.event))
        before = self._standing.get(first.event.chance)
        if before is not None and self._strikes.in_force(before, place):
            self._find(event, "dice", f"Chance {first.event.chance} is used a second time.")

    def _find(self, event: Chance, kind: str, message: str, recorded: str = "", expected: str = "") -> None:
        self._report.find(event.number, kind, message, event.rule, recorded, expected)


def derive(key: bytes, chance: int, sides: int) -> int:
    """The number from 1 to `sides` that a key gives for a chance: HMAC-SHA256, without modulo bias."""
    limit, attempt = _LARGEST - _LARGEST % sides, 0
    while True:
        digest = hmac.digest(key, f"{chance}:{attempt}".encode(), "sha256")
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            return value % sides + 1
        attempt += 1


def shuffle(key: bytes, chance: int, pieces: Sequence[str]) -> tuple[str, ...]:
    """The order into which a key puts pieces for a chance."""
    rest, order = list(pieces), []
    for pick in range(len(pieces)):
        order.append(rest.pop(derive(key, chance + pick * _SHUFFLE_STRIDE, len(rest)) - 1))
    return tuple(order)


def _content(event: Chance) -> tuple[Any, ...]:
    """All that a repeated chance has in common with the first: what was thrown, for what, and how it fell."""
    match event:
        case DieRolled():
            own: tuple[Any, ...] = (event.die, event.face, event.purpose, event.by)
        case CounterDrawn():
            own = (event.cup, event.piece, event.to, event.purpose, event.by)
        case Picked():
            own = (event.options, event.value, event.purpose, event.by)
        case Shuffled():
            own = (event.place, event.order)
    return (type(event), event.procedure, event.rule, event.chance, event.source, *own)


__all__ = ["Chance", "Source", "audit_chances", "derive", "shuffle"]
