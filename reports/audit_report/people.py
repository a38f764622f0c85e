"""Who did what, and when."""

from collections import Counter
from collections.abc import Iterable

from adjudication.by_hand import KINDS as BY_HAND
from adjudication.roster import spoken_for
from domain.events import (
    Chosen,
    CounterDrawn,
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
from reports.audit_report.log import Log, hour
from reports.document.blocks import Column, Paragraph, Section, Steps, Table, Words
from reports.names import joined, one_line

_DEEDS = (
    "Orders",
    "Answers",
    "By hand",
    "Overrides",
    "Take-backs",
    "Notes",
    "Messages",
    "Dice typed",
    "Other",
)
_NOBODY = ""


def _deed(event: Event) -> str:
    """What an event is of what a person does."""
    match event:
        case OrderGiven(order=order):
            return "By hand" if order in BY_HAND else "Orders"
        case Chosen():
            return "Answers"
        case Ruled() | HouseRuleAdopted() | OptionChanged() | TableAdopted():
            return "Overrides"
        case TakenBack():
            return "Take-backs"
        case Noted():
            return "Notes"
        case MessageSent() | SecretOrderSealed():
            return "Messages"
        case DieRolled() | CounterDrawn() | Picked():
            return "Dice typed"
        case _:
            return "Other"


def _who(event: Event) -> str | None:
    """Who gave an event; empty when nobody is named for what somebody gave, None for what nobody gives."""
    said = spoken_for(event)
    if said is not None:
        return said[0]
    if isinstance(event, DieRolled | CounterDrawn | Picked):
        return event.by if event.source == "typed" else None
    return getattr(event, "by", "") or None


def who(log: Log) -> Section:
    """Per person: what they did, how often, from when to when, and where they sat."""
    deeds: dict[str, Counter[str]] = {}
    times: dict[str, list[str]] = {}
    for event in log.events:
        person = _who(event)
        if person is None:
            continue
        deeds.setdefault(person, Counter())[_deed(event)] += 1
        if event.time:
            times.setdefault(person, []).append(event.time)
    if not deeds:
        return Section("people", "Who did what", (Paragraph("No person is named in the log."),))
    used = [deed for deed in _DEEDS if any(counted[deed] for counted in deeds.values())]
    seats = _seats(log.events, log)
    rows: list[tuple[Words, ...]] = []
    for person in sorted(deeds, key=lambda name: (name == _NOBODY, name)):
        counted, span = deeds[person], times.get(person, ())
        rows.append(
            (
                one_line(person) or "nobody named",
                joined(seats[person]) if person in seats else "",
                *(str(counted[deed] or "") for deed in used),
                hour(min(span)) if span else "",
                hour(max(span)) if span else "",
            )
        )
    columns = (
        Column("Person"),
        Column("Seats"),
        *(Column(deed, number=True) for deed in used),
        Column("First"),
        Column("Last"),
    )
    told = "People are those that they said they were: the log keeps names, and proves none."
    table = Table(columns, tuple(rows), "What each person entered", heads=True)
    return Section("people", "Who did what, and when", (table, Paragraph(told, "soft")))


def _seats(events: Iterable[Event], log: Log) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, SeatTaken) and not event.left:
            facts = (one_line(event.role), one_line(event.cell), log.names.side(event.side))
            seat = " of ".join(fact for fact in facts if fact) if event.side else _white(event)
            if seat not in found.setdefault(event.name, []):
                found[event.name].append(seat)
    return found


def _white(event: SeatTaken) -> str:
    facts = (one_line(event.role), one_line(event.cell), "the white cell")
    return " of ".join(fact for fact in facts if fact)


def seats(log: Log) -> Section | None:
    """Every seat taken and left."""
    found = [event for event in log.events if isinstance(event, SeatTaken)]
    if not found:
        return None
    return Section("seats", "Seats taken and left", (Steps(log.steps(found)),))
