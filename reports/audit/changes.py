"""What people changed: rulings, house rules, options, tables, manual changes, and what was undone."""

from collections.abc import Sequence

from adjudication.audits.rulings import Effect, effects
from adjudication.engine.by_hand import acts as hands
from domain.events import (
    CountersAdopted,
    EntropyGiven,
    EntropyPromised,
    EntropyWaived,
    Event,
    HouseRuleAdopted,
    InjectHandled,
    OptionChanged,
    OrderGiven,
    Ruled,
    SecretOrdersOpened,
    TableAdopted,
    TakenBack,
)
from domain.game.rulings import origin
from reports.audit.log import Log
from reports.audit.sources import table_digest
from reports.document.blocks import Block, Paragraph, Section, Span, Step, Steps, Words
from reports.words.names import joined, number_of, one_line

_OVERRIDES: tuple[tuple[str, str, type[Event]], ...] = (
    ("rulings", "Rulings", Ruled),
    ("house-rules", "House rules", HouseRuleAdopted),
    ("options", "Options changed during play", OptionChanged),
    ("adopted", "Tables replaced", TableAdopted),
    ("counters", "Counters replaced", CountersAdopted),
)


def overrides(log: Log) -> Section:
    """Every ruling, house rule, option and table by which people changed what the rules would have given."""
    parts: list[Block] = []
    done = {effect.ruled.number: effect for effect in effects(log.events)}
    for anchor, heading, kind in _OVERRIDES:
        found = [event for event in log.events if isinstance(event, kind)]
        if found:
            steps = tuple(_override(log, event, done.get(event.number)) for event in found)
            parts.append(Section(anchor, f"{heading}: {len(found)}", (Steps(steps),)))
    told = "None: no ruling, house rule, changed option, replaced table or replaced counters."
    return Section("overrides", "Overrides", tuple(parts) or (Paragraph(told),))


def _override(log: Log, event: Event, effect: Effect | None) -> Step:
    notes: list[Words] = []
    match event:
        case Ruled(concerns=concerns, decided_by=decided_by):
            instead = log.numbered.get(concerns)
            words = log.words(instead) if instead is not None else "no event of this log"
            notes.append((f"replaces event {concerns}: ", Span(words, "strong")))
            if decided_by:
                notes.append(f"based on {_events(decided_by)}")
            if effect is not None:
                notes += _chances(effect)
        case TableAdopted(data=data):
            notes.append(("digest of the new table: ", Span(table_digest(data), "code")))
            notes.append(f"source: {one_line(data.source) or 'not stated'}")
        case CountersAdopted(kinds=kinds, pieces=pieces):
            notes += [f"{one_line(id)}: {one_line(kind.name)}" for id, kind in kinds.items()]
            notes += [f"{one_line(piece)} is now of kind {one_line(id)}" for piece, id in pieces.items()]
            notes.append(f"source: {one_line(event.source) or 'not stated'}")
    if not getattr(event, "by", ""):
        notes.append("no person named")
    return log.step(event, *notes)


def _chances(effect: Effect) -> list[Words]:
    """The rolls and draws that a ruling added to its order, or removed."""
    found: list[Words] = []
    if effect.added:
        found.append(f"added rolls or draws: {_events([origin(event) for event in effect.added])}")
    if effect.dropped:
        found.append(f"dropped rolls or draws: {_events([origin(event) for event in effect.dropped])}")
    if not (found or effect.open):
        found.append("no roll or draw added or dropped")
    return found


def take_backs(log: Log) -> Section:
    """Everything undone, by whom, why, and who agreed."""
    found = [event for event in log.events if isinstance(event, TakenBack)]
    if not found:
        return Section("take-backs", "Undone", (Paragraph("None."),))
    strikers: dict[int, list[int]] = {}
    for number, by in log.struck.items():
        strikers.setdefault(by, []).append(number)
    steps = tuple(_take_back(log, event, sorted(strikers.get(event.number, ()))) for event in found)
    struck = sum(len(strikers.get(event.number, ())) for event in found)
    told = f"{number_of(struck, 'event is', 'events are')} no longer in force. The log keeps them."
    return Section("take-backs", f"Undone: {len(found)}", (Steps(steps), Paragraph(told, "soft")))


def _take_back(log: Log, event: TakenBack, struck: Sequence[int]) -> Step:
    first = log.numbered.get(event.first)
    notes: list[Words] = []
    if isinstance(first, OrderGiven):
        notes.append(f"starts with event {event.first}: {log.words(first)}")
    told = number_of(len(struck), "event")
    notes.append(f"{told} undone, {struck[0]} to {struck[-1]}" if struck else "no event undone")
    if not (event.agreed or event.overruled):
        notes.append("no side's agreement recorded")
    return log.step(event, *notes)


def by_hand(log: Log) -> Section | None:
    """What the white cell changed outside the rules."""
    found = [event for event in log.events if isinstance(event, OrderGiven) and event.order in hands.KINDS]
    if not found:
        return None
    steps = []
    for event in found:
        came = [log.words(each) for each in log.procedures.get(event.number, ())]
        notes: tuple[Words, ...] = (f"result: {'; '.join(came)}",) if came else ()
        steps.append(log.step(event, *notes))
    return Section("by-hand", f"Manual changes: {len(found)}", (Steps(tuple(steps)),))


def around_the_table(log: Log) -> Section | None:
    """Injects not delivered as listed, sealed orders opened early, words that the sides gave for the dice."""
    found = [
        event
        for event in log.events
        if (isinstance(event, InjectHandled) and event.how != "delivered")
        or (isinstance(event, SecretOrdersOpened) and event.because)
        or isinstance(event, EntropyPromised | EntropyGiven | EntropyWaived)
    ]
    if not found:
        return None
    return Section("around", "Injects, early openings, words for the dice", (Steps(log.steps(found)),))


def _events(numbers: Sequence[int]) -> str:
    return f"{'event' if len(numbers) == 1 else 'events'} {joined([str(number) for number in numbers])}"
