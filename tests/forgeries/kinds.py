"""What a kind of forgery is, and the tools of a forger: every digest is made to fit again."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from domain.events import (
    CHANCE,
    Disclosed,
    EntryCorrected,
    GameForked,
    GameOpened,
    MarkingSet,
    Noted,
    OrderGiven,
    SecretOrdersOpened,
    TakenBack,
)
from domain.events.base import Event
from domain.game.blinding import is_blinded
from domain.game.chain import GENESIS, Entry, digest_of, enter
from tests.forgeries.logs import Log

VERIFIED, FINDINGS, NOT_FULLY = "verified", "findings", "not fully checked"
NOTICED = "verified, with a notice"
REFUSED = "refused"
"""What an audit comes to whose log cannot be read at all."""

CHANCES = CHANCE

UNSEEN = {
    "dice": "That physical dice showed what was typed.",
    "said": "That a player said what the facilitator entered",
    "consent": "That somebody outside the roster agreed to an undo.",
    "judged": "That a judgement of the white cell was right.",
    "entered": "That notes, messages, names, reasons and times are complete and unchanged.",
    "end": "That the log is complete at its end.",
    "evening": "That it is the log of that game, unless",
}
"""Why a forgery can pass: how the sentences of the auditor's guide begin that say so."""

Forged = Sequence[Event] | Sequence[Entry] | Sequence[bytes] | None
"""The events to be chained, entries or lines that are chained already; None where the kind does not apply."""

Target = TypeVar("Target", bound=Event)


@dataclass(frozen=True)
class Kind:
    """A kind of forgery. on: the events that it is tried on, one at a time. verdict: what an audit must come
    to at least. passes: why no audit can see it, a key of `UNSEEN`."""

    name: str
    family: str
    told: str
    forge: Callable[[Log, Any], Forged]
    on: tuple[type[Event], ...]
    verdict: str
    passes: str


KINDS: dict[str, Kind] = {}


def kind(
    *on: type[Event], verdict: str = FINDINGS, passes: str = ""
) -> Callable[[Callable[[Log, Any], Forged]], Callable[[Log, Any], Forged]]:
    """Make a function a kind of forgery; its name is the kind's, its docstring what the forger does."""

    def add(forge: Callable[[Log, Any], Forged]) -> Callable[[Log, Any], Forged]:
        name = forge.__name__.replace("_", " ")
        assert name not in KINDS, name
        assert not passes or passes in UNSEEN
        family = forge.__module__.rpartition(".")[2]
        told = (forge.__doc__ or "").strip()
        least = VERIFIED if passes else verdict
        KINDS[name] = Kind(name, family, told, forge, on, least, passes)
        return forge

    return add


# --- tools -------------------------------------------------------------------------------------------


def altered(event: Target, **changes: Any) -> Target:
    """The event with other fields."""
    return msgspec.structs.replace(event, **changes)


def put(log: Log, *events: Event) -> list[Event]:
    """The log with these events in the places of those of their numbers."""
    new = {event.number: event for event in events}
    return [new.get(event.number, event) for event in log.events]


def changed(log: Log, event: Event, **changes: Any) -> list[Event] | None:
    """The log with one event changed; None where that changes nothing."""
    other = altered(event, **changes)
    return None if other == event else put(log, other)


def without(log: Log, *gone: Event) -> list[Event]:
    """The log without these events, everything behind them renumbered."""
    return renumbered([event for event in log.events if event not in gone])


def behind(log: Log, after: int, *new: Event) -> list[Event]:
    """The log with more events behind one, everything after them renumbered. New ones bear number 0, and the
    time of the event before them."""
    time = log.events[after - 1].time
    put_in = [altered(event, number=0, time=event.time or time) for event in new]
    return renumbered([*log.events[:after], *put_in, *log.events[after:]])


def renumbered(events: Sequence[Event]) -> list[Event]:
    """The events numbered by their places, with whatever refers to a number following it."""
    place = {event.number: number for number, event in enumerate(events, start=1) if event.number}
    return [_renumbered(event, number, place) for number, event in enumerate(events, start=1)]


def _renumbered(event: Event, number: int, place: dict[int, int]) -> Event:
    def at(old: int) -> int:
        return place.get(old, old)

    changes: dict[str, Any] = {"number": number}
    if (isinstance(event, OrderGiven) and not event.number) or event.procedure == -1:
        changes["procedure"] = number
    elif event.procedure:
        changes["procedure"] = at(event.procedure)
    match event:
        case TakenBack():
            changes["first"] = at(event.first)
        case Noted():
            changes.update(concerns=at(event.concerns), links=tuple(map(at, event.links)))
        case MarkingSet() | Disclosed() | EntryCorrected():
            changes["concerns"] = at(event.concerns)
        case GameForked():
            changes["at"] = at(event.at)
        case SecretOrdersOpened():
            changes["opened"] = {
                str(place.get(int(key), 9000 + int(key))): opened for key, opened in event.opened.items()
            }
        case OrderGiven() if "concerns" in event.arguments:
            changes["arguments"] = {**event.arguments, "concerns": at(event.arguments["concerns"])}
        case _ if hasattr(event, "decided_by"):
            changes["concerns"] = at(event.concerns)  # type: ignore[attr-defined]
            changes["decided_by"] = tuple(map(at, event.decided_by))
    if getattr(event, "again", 0):
        changes["again"] = at(event.again)  # type: ignore[attr-defined]
    return altered(event, **changes)


def of(log: Log, *kinds: type[Event]) -> list[Any]:
    """The events of these kinds."""
    return [event for event in log.events if isinstance(event, kinds)]


def members(log: Log, order: int) -> list[Event]:
    """The events of an order, itself first."""
    return [event for event in log.events if event.procedure == order]


def chances_behind(log: Log, number: int) -> int:
    """How many sealed chances come behind an event; by luck a few may fall alike from any seal."""
    return sum(isinstance(e, CHANCES) and e.source == "sealed" and e.number > number for e in log.events)


ENOUGH = 8
"""So many chances do not fall alike by luck."""


def rests_on(log: Log, number: int) -> bool:
    """Whether later orders of the rules, with chances of their own, follow that event."""
    return any(
        isinstance(e, CHANCES)
        and e.procedure > number
        and e.number > number
        and not _by_hand(log, e.procedure)
        for e in log.events
    )


def _by_hand(log: Log, order: int) -> bool:
    given = log.events[order - 1]
    return isinstance(given, OrderGiven) and given.order.startswith("hand-")


def in_bytes(log: Log, number: int, body: bytes) -> list[Entry]:
    """The log with other bytes of one event, chained anew: what they say may be the same."""
    entries: list[Entry] = []
    head = GENESIS
    for entry in log.entries:
        if entry.number == number:
            entry = msgspec.structs.replace(entry, body=body)
        head = digest_of(entry.wire_name, entry.body, head)
        entries.append(msgspec.structs.replace(entry, digest=head))
    return entries


def chained(forged: Iterable[Event]) -> list[Entry]:
    """What a forger writes down: what was put in is blinded as the rest is."""
    events = list(forged)
    blinded = is_blinded(next((each for each in events if isinstance(each, GameOpened)), None))
    put_in = [event if event.blind or not blinded else altered(event, blind=f"{1:032x}") for event in events]
    return enter("", put_in, GENESIS)
