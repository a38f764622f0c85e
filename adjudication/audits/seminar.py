"""The audit of what happens around the table: sealed orders, messages, injects, markings."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from adjudication.audits.findings import Finding
from adjudication.engine.sealing import digest_of
from adjudication.seminar import forms, injects
from adjudication.seminar.roster import strangers
from adjudication.seminar.secret_orders import MOST_ORDERS, awaited, flat
from domain.events import (
    EntryCorrected,
    Event,
    GameOpened,
    InjectHandled,
    InjectsListed,
    MarkingSet,
    MessageSent,
    OrderGiven,
    SeatTaken,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
    SideAdded,
)
from domain.events.secret_orders import Opened
from domain.table.mutators import MUTATORS
from domain.table.state import State

_KEPT = (
    GameOpened,
    InjectHandled,
    InjectsListed,
    SeatTaken,
    SecretOrderSealed,
    SecretOrdersOpened,
    SideAdded,
)
_FAULTS = Exception


def audit_seminar(events: Sequence[Event]) -> tuple[list[Finding], list[str]]:
    """What does not hold, and what an auditor should know.

    None of these events is ever struck, but for a side's joining, so that a table with nothing else on it is
    enough to read them by.
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
            findings.append(Finding(event.number, "log", f"The event cannot be read: {error!r:.200}."))
    return findings, notices


def _faults(event: Event, table: State) -> Iterator[str]:
    match event:
        case SecretOrderSealed():
            if digest_of(event.salt, event.orders) != event.digest:
                yield f"The sealed orders of {event.side} do not match their digest."
            if event.audience != (event.side,):
                yield f"The sealed orders of {event.side} can be read by others."
            if event.side not in table.sides:
                yield f"Orders are sealed by {event.side[:40]}, which is not a side of this game."
            if len(event.orders) > MOST_ORDERS:
                yield f"More than {MOST_ORDERS} orders are sealed at once."
        case SecretOrdersOpened():
            yield from _opened(event, table)
        case SecretOrderDropped() if not event.because.strip():
            yield "An opened order is dropped without a reason."
        case MessageSent():
            if event.audience != forms.audience_of(event.side, event.to):
                yield "The message can be read by others than its sender and addressees, or not by them."
        case InjectsListed():
            if event.audience != ():
                yield "The list of injects is for the white cell alone, which is not the audience recorded."
            twice = [inject.id for inject in event.injects if inject.id in table.cell.injects]
            if twice:
                yield f"Inject {twice[0]} is listed a second time."
        case InjectHandled():
            yield from _handled(event, table)
        case MarkingSet() if not 0 <= event.concerns < event.number:
            yield f"It marks event {event.concerns}, which had not happened."


def _opened(event: SecretOrdersOpened, table: State) -> Iterator[str]:
    for number, content in event.opened.items():
        sealed = table.cell.sealed.get(int(number))
        if sealed is None:
            yield f"Event {number} did not seal orders, or they were opened before."
        elif content != Opened(sealed.side, sealed.salt, sealed.orders):
            yield f"The opened orders of {sealed.side} are not what it sealed in event {number}."
    strangers = [side for side in event.audience or () if side not in table.sides]
    if strangers:
        yield f"Orders are opened for {strangers[0][:40]}, which is not a side of this game."


def _handled(event: InjectHandled, table: State) -> Iterator[str]:
    inject = table.cell.injects.get(event.inject)
    if event.unplanned:
        if inject is not None:
            yield f"Inject {event.inject} is said to be unplanned, but was listed before."
        if event.how != "delivered" or not event.text.strip():
            yield f"Inject {event.inject} is unplanned, but was not delivered with a text."
        return
    if inject is None:
        yield f"Inject {event.inject} was not listed."
        return
    if not injects.may_follow(table.cell.handled.get(event.inject), event.how):
        yield f"Inject {event.inject} had already been {table.cell.handled[event.inject]}."
    if event.how not in injects.HOW.values():
        yield f"Inject {event.inject} cannot be {event.how[:40]}."
    if event.how == "delivered" and event.text != inject.text:
        yield f"Inject {event.inject} is delivered with a different text than listed."
    if event.how != "delivered" and not event.because.strip():
        yield f"Inject {event.inject} is {event.how} without a reason."
    if event.audience != injects.audience_of(inject, event.how):
        yield f"Inject {event.inject} is not told to those it was listed for."


def _notices(event: Event, table: State) -> Iterator[str]:
    by = getattr(event, "by", "")
    who = f" ({by})" if by else ""
    match event:
        case InjectHandled(unplanned=True, text=text):
            yield f"Event {event.number}{who}: inject {event.inject} was unplanned: {text}"
        case EntryCorrected(concerns=concerns, kind=kind, topic=topic, because=because):
            what = "withdrawn" if event.withdrawn else "corrected"
            which = topic or f"event {concerns}"
            yield f"Event {event.number}{who}: {kind} {which} was {what}. Reason: {because}"
        case InjectHandled(how=how, because=because) if how != "delivered":
            yield f"Event {event.number}{who}: inject {event.inject} was {how}. Reason: {because}"
        case SecretOrderDropped(side=side, order=order, because=because):
            what = f"opened order {flat(order)} of {side} was not given"
            yield f"Event {event.number}{who}: {what}. Reason: {because}"
        case SecretOrdersOpened(because=because):
            missing = awaited(table)
            if because:
                what = "sealed orders were opened without waiting"
                yield f"Event {event.number}{who}: {what}. Reason: {because}"
            elif missing and not event.audience:
                without = ", ".join(missing)
                yield f"Event {event.number}{who}: sealed orders were opened; {without} had sealed none."
            sides = ", ".join(opened.side for opened in event.opened.values())
            if event.audience and event.audience != (sides,):
                to = ", ".join(event.audience)
                yield f"Event {event.number}{who}: the sealed orders of {sides} were opened for {to}."


def opened_orders(events: Sequence[Event], struck: Container[int]) -> tuple[list[Finding], list[str]]:
    """Orders that were dropped without having been opened; and a notice of each that was opened, and neither
    given (in force by now) nor dropped. struck: places of the events that are out of force."""
    findings: list[Finding] = []
    notices: list[str] = []
    left: list[tuple[int, str, dict[str, Any]]] = []

    for place, event in enumerate(events):
        match event:
            case SecretOrdersOpened():
                for opened in event.opened.values():
                    left += [(event.number, opened.side, order) for order in opened.orders]
            case OrderGiven() if place not in struck:
                _settle(left, event.side, {"order": event.order, **event.arguments})
            case SecretOrderDropped():
                if not _settle(left, event.side, event.order):
                    message = "The order that is dropped was not opened, or was given or dropped before."
                    findings.append(Finding(event.number, "log", message))
    for number, side, order in left:
        notices.append(f"Event {number}: order {flat(order)} of {side} was opened, but never given.")
    return findings, notices


def _settle(left: list[tuple[int, str, dict[str, Any]]], side: str, order: Mapping[str, Any]) -> bool:
    """Take an order off the list of those opened; False when it is not on it."""
    for place, (_, whose, each) in enumerate(left):
        if whose == side and each == order:
            del left[place]
            return True
    return False
