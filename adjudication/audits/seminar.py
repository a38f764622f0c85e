"""The audit of what happens around the table: seats, sealed orders, messages, injects, markings."""

from collections.abc import Iterator, Sequence

from adjudication.audits.findings import Finding
from adjudication.seminar import forms, injects
from adjudication.seminar.roster import strangers
from adjudication.seminar.secret_orders import awaited, digest_of, flat
from domain.events import (
    Event,
    GameOpened,
    InjectHandled,
    InjectsListed,
    MarkingSet,
    MessageSent,
    SeatTaken,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
)
from domain.mutators import MUTATORS
from domain.seminar import Opened
from domain.state import State

_KEPT = (GameOpened, InjectHandled, InjectsListed, SeatTaken, SecretOrderSealed, SecretOrdersOpened)
_FAULTS = (KeyError, ValueError, TypeError, AttributeError)


def audit_seminar(events: Sequence[Event]) -> tuple[list[Finding], list[str]]:
    """What does not hold, and what an auditor should know.

    None of these events is ever struck, so that a table with nothing else on it is enough to read them by.
    """
    table = State()
    findings: list[Finding] = []
    notices: list[str] = []
    for event in events:
        try:
            findings += [Finding(event.number, "log", message) for message in _faults(event, table)]
            notices += strangers(table, event)
            notices += _notices(event, table)
            if isinstance(event, _KEPT):
                MUTATORS[type(event)](table, event)
        except _FAULTS as error:
            findings.append(Finding(event.number, "log", f"The event cannot be read: {error!r}."))
    return findings, notices


def _faults(event: Event, table: State) -> Iterator[str]:
    match event:
        case SecretOrderSealed():
            if digest_of(event.salt, event.orders) != event.digest:
                yield f"The orders that {event.side} sealed are not those of their digest."
            if event.audience != (event.side,):
                yield f"The orders that {event.side} sealed are for others to read too."
        case SecretOrdersOpened():
            yield from _opened(event, table)
        case MessageSent():
            if event.audience != forms.audience_of(event.side, event.to):
                yield "The message is not kept for who sent it and to whom it is addressed."
        case InjectsListed():
            if event.audience != ():
                yield "The list of injects is not kept for the white cell alone."
            twice = [inject.id for inject in event.injects if inject.id in table.cell.injects]
            if twice:
                yield f"Inject {twice[0]} is listed a second time."
        case InjectHandled():
            yield from _handled(event, table)
        case MarkingSet() if not 0 <= event.concerns < event.number:
            yield f"It marks event {event.concerns}, which had not happened."
        case SeatTaken() if event.side and event.side not in table.sides:
            yield f"A seat is taken at {event.side}, which is no side of this game."


def _opened(event: SecretOrdersOpened, table: State) -> Iterator[str]:
    for number, content in event.opened.items():
        sealed = table.cell.sealed.get(int(number))
        if sealed is None:
            yield f"What is opened as event {number} was not sealed, or was opened before."
        elif content != Opened(sealed.side, sealed.salt, sealed.orders):
            yield f"What is opened of {sealed.side} is not what it sealed in event {number}."
        elif event.audience not in (None, (sealed.side,)):
            yield f"The orders of {sealed.side} are opened for others alone."


def _handled(event: InjectHandled, table: State) -> Iterator[str]:
    inject = table.cell.injects.get(event.inject)
    if inject is None:
        yield f"Inject {event.inject} was never listed."
        return
    if not injects.may_follow(table.cell.handled.get(event.inject), event.how):
        yield f"Inject {event.inject} had been {table.cell.handled[event.inject]} already."
    if event.how not in injects.HOW.values():
        yield f"Inject {event.inject} is {event.how}, which is nothing that can be done with one."
    if event.how == "delivered" and event.text != inject.text:
        yield f"Inject {event.inject} is delivered with another text than it was listed with."
    if event.how != "delivered" and not event.because.strip():
        yield f"Inject {event.inject} is {event.how} without a reason."
    if event.audience != injects.audience_of(inject, event.how):
        yield f"Inject {event.inject} is told to others than it was listed for."


def _notices(event: Event, table: State) -> Iterator[str]:
    by = getattr(event, "by", "")
    who = f" by {by}" if by else ""
    match event:
        case InjectHandled(how=how, because=because) if how != "delivered":
            yield f"Event {event.number}: inject {event.inject} was {how}{who}: {because}"
        case SecretOrderDropped(side=side, order=order, because=because):
            yield f"Event {event.number}: {flat(order)} of {side}, opened, was not given{who}: {because}"
        case SecretOrdersOpened(because=because):
            missing = awaited(table)
            if because:
                yield f"Event {event.number}: sealed orders were opened{who} without waiting: {because}"
            elif missing and event.audience is None:
                without = ", ".join(missing)
                yield f"Event {event.number}: sealed orders were opened{who}; none were sealed by {without}."
