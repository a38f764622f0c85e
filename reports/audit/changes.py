"""What people changed: rulings, house rules, options, tables, take-backs, and all that was done by hand."""

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
    ("rulings", "Rulings in the place of what was recorded", Ruled),
    ("house-rules", "House rules", HouseRuleAdopted),
    ("options", "Options changed in play", OptionChanged),
    ("adopted", "Tables put in the place of others", TableAdopted),
    ("counters", "Counters put in the place of others", CountersAdopted),
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
    told = (
        "Nobody changed what the rules gave: no ruling, house rule, option, table or counters of their own."
    )
    return Section("overrides", "Overrides", tuple(parts) or (Paragraph(told),))


def _override(log: Log, event: Event, effect: Effect | None) -> Step:
    notes: list[Words] = []
    match event:
        case Ruled(concerns=concerns, decided_by=decided_by):
            instead = log.numbered.get(concerns)
            words = log.words(instead) if instead is not None else "no event of this log"
            notes.append((f"recorded was, in event {concerns}: ", Span(words, "strong")))
            if decided_by:
                notes.append(f"it rests on {_events(decided_by)}")
            if effect is not None:
                notes += _chances(effect)
        case TableAdopted(data=data):
            notes.append(("digest of the new table: ", Span(table_digest(data), "code")))
            notes.append(f"where it comes from: {one_line(data.source) or 'nothing is said of it'}")
        case CountersAdopted(kinds=kinds, pieces=pieces):
            notes += [f"{one_line(id)}: {one_line(kind.name)}" for id, kind in kinds.items()]
            notes += [f"{one_line(piece)} is now of the kind {one_line(id)}" for piece, id in pieces.items()]
            notes.append(f"where they come from: {one_line(event.source) or 'nothing is said of it'}")
    if not getattr(event, "by", ""):
        notes.append("nobody is named for it")
    return log.step(event, *notes)


def _chances(effect: Effect) -> list[Words]:
    """What a ruling did to the chances of its order."""
    found: list[Words] = []
    if effect.added:
        found.append(f"chances that it added: {_events([origin(event) for event in effect.added])}")
    if effect.dropped:
        found.append(f"chances that it dropped: {_events([origin(event) for event in effect.dropped])}")
    if not (found or effect.open):
        found.append("it added no chance and dropped none")
    return found


def take_backs(log: Log) -> Section:
    """Everything taken back, by whom, why, and who agreed."""
    found = [event for event in log.events if isinstance(event, TakenBack)]
    if not found:
        return Section("take-backs", "Take-backs", (Paragraph("Nothing was taken back."),))
    strikers: dict[int, list[int]] = {}
    for number, by in log.struck.items():
        strikers.setdefault(by, []).append(number)
    steps = tuple(_take_back(log, event, sorted(strikers.get(event.number, ()))) for event in found)
    struck = sum(len(strikers.get(event.number, ())) for event in found)
    told = f"{number_of(struck, 'event is', 'events are')} out of force by them, and still in the log."
    return Section("take-backs", f"Take-backs: {len(found)}", (Steps(steps), Paragraph(told, "soft")))


def _take_back(log: Log, event: TakenBack, struck: Sequence[int]) -> Step:
    first = log.numbered.get(event.first)
    notes: list[Words] = []
    if isinstance(first, OrderGiven):
        notes.append(f"the first of it, event {event.first}: {log.words(first)}")
    told = number_of(len(struck), "event")
    notes.append(f"{told} struck, from {struck[0]} to {struck[-1]}" if struck else "it struck nothing")
    if not (event.agreed or event.overruled):
        notes.append("no consent of any side is recorded")
    return log.step(event, *notes)


def by_hand(log: Log) -> Section | None:
    """What the white cell did by hand beside the rules."""
    found = [event for event in log.events if isinstance(event, OrderGiven) and event.order in hands.KINDS]
    if not found:
        return None
    steps = []
    for event in found:
        came = [log.words(each) for each in log.procedures.get(event.number, ())]
        notes: tuple[Words, ...] = (f"came of it: {'; '.join(came)}",) if came else ()
        steps.append(log.step(event, *notes))
    return Section("by-hand", f"Done by hand: {len(found)}", (Steps(tuple(steps)),))


def around_the_table(log: Log) -> Section | None:
    """Injects that were not delivered as listed, sealed orders opened early, words that stirred the dice."""
    found = [
        event
        for event in log.events
        if (isinstance(event, InjectHandled) and event.how != "delivered")
        or (isinstance(event, SecretOrdersOpened) and event.because)
        or isinstance(event, EntropyPromised | EntropyGiven | EntropyWaived)
    ]
    if not found:
        return None
    return Section("around", "Around the table", (Steps(log.steps(found)),))


def _events(numbers: Sequence[int]) -> str:
    return f"{'event' if len(numbers) == 1 else 'events'} {joined([str(number) for number in numbers])}"
