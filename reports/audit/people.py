"""Who did what, and when."""

from collections import Counter
from collections.abc import Iterable

from adjudication.engine.by_hand.acts import KINDS as BY_HAND
from adjudication.seminar.roster import roles_of, spoken_for
from domain.events import (
    Chosen,
    CounterDrawn,
    CountersAdopted,
    DieRolled,
    Event,
    HouseRuleAdopted,
    MessageSent,
    Noted,
    OptionChanged,
    OrderGiven,
    Picked,
    Ruled,
    SeatTaken,
    SecretOrderSealed,
    TableAdopted,
    TakenBack,
)
from reports.audit.log import Log, hour
from reports.document.blocks import Column, Paragraph, Section, Steps, Table, Words
from reports.words.names import joined, number_of, one_line

_DEEDS = {
    "order": "orders",
    "answer": "answers",
    "manual change": "manual changes",
    "override": "overrides",
    "undo": "undos",
    "note": "notes",
    "message": "messages",
    "die typed in": "dice typed in",
    "other entry": "other entries",
}
"""The words for a deed, for one and for several."""
_NOBODY = ""


def _deed(event: Event) -> str:
    """The kind of deed that an event is."""
    match event:
        case OrderGiven(order=order):
            return "manual change" if order in BY_HAND else "order"
        case Chosen():
            return "answer"
        case Ruled() | HouseRuleAdopted() | OptionChanged() | TableAdopted() | CountersAdopted():
            return "override"
        case TakenBack():
            return "undo"
        case Noted():
            return "note"
        case MessageSent() | SecretOrderSealed():
            return "message"
        case DieRolled() | CounterDrawn() | Picked():
            return "die typed in"
        case _:
            return "other entry"


def _who(event: Event) -> str | None:
    """The person who gave an event; empty if a person gave it and is not named, None for events that
    nobody gives or that are only repeated after a ruling."""
    if getattr(event, "again", 0):
        return None
    said = spoken_for(event)
    if said is not None:
        return said[0]
    if isinstance(event, DieRolled | CounterDrawn | Picked):
        return event.by if event.source == "typed" else None
    return getattr(event, "by", "") or None


def who(log: Log) -> Section:
    """For each person: what they did, how often, from when to when, and their seats."""
    deeds: dict[str, Counter[str]] = {}
    spans: dict[str, list[str]] = {}
    for event in log.events:
        person = _who(event)
        if person is None:
            continue
        deeds.setdefault(person, Counter())[_deed(event)] += 1
        if event.time:
            spans.setdefault(person, []).append(event.time)
    seats = _seats(log.events, log)
    for person in seats:
        deeds.setdefault(person, Counter())
    if not deeds:
        return Section("people", "People", (Paragraph("The log names nobody."),))
    rows: list[tuple[Words, ...]] = []
    for person in sorted(deeds, key=lambda name: (name == _NOBODY, name)):
        counted, span = deeds[person], spans.get(person, ())
        said = [number_of(counted[deed], deed, many) for deed, many in _DEEDS.items() if counted[deed]]
        rows.append(
            (
                one_line(person) or "no name",
                joined(seats[person]) if person in seats else "",
                joined(said) if said else "no entries",
                str(counted.total()),
                hour(min(span)) if span else "",
                hour(max(span)) if span else "",
            )
        )
    columns = (
        Column("Person"),
        Column("Roles"),
        Column("Entries"),
        Column("Events", number=True),
        Column("First"),
        Column("Last"),
    )
    told = "The log records the names that people gave; it cannot prove them."
    table = Table(columns, tuple(rows), "Entries of each person", heads=True)
    return Section("people", "People", (table, Paragraph(told, "soft")))


def _seats(events: Iterable[Event], log: Log) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, SeatTaken) and not event.left:
            facts = (_roles(event), one_line(event.cell), log.names.side(event.side))
            seat = " of ".join(fact for fact in facts if fact) if event.side else _white(event)
            if seat not in found.setdefault(event.name, []):
                found[event.name].append(seat)
    return found


def _roles(event: SeatTaken) -> str:
    roles = roles_of(event)
    return joined([one_line(role) for role in roles]) if roles else ""


def _white(event: SeatTaken) -> str:
    facts = (_roles(event), one_line(event.cell), "the white cell")
    return " of ".join(fact for fact in facts if fact)


def seats(log: Log) -> Section | None:
    """Every seat taken and left."""
    found = [event for event in log.events if isinstance(event, SeatTaken)]
    if not found:
        return None
    return Section("seats", "Roster changes", (Steps(log.steps(found)),))
