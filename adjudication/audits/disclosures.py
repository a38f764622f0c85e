"""What sides were told of covert and sealed orders later: that it is what the log says."""

from collections.abc import Iterator, Sequence

from adjudication.audits.findings import Finding
from adjudication.seminar.disclosing import content, results
from domain.events import Disclosed, Event, OrderGiven, SecretOrderSealed, SecretOrdersOpened
from domain.events.strikes import Strikes


def disclosures(events: Sequence[Event], strikes: Strikes) -> tuple[list[Finding], list[str]]:
    """What does not hold of them, and a notice of each."""
    findings: list[Finding] = []
    notices: list[str] = []
    opened: set[int] = set()
    for place, event in enumerate(events):
        if isinstance(event, SecretOrdersOpened):
            opened.update(int(number) for number in event.opened if number.isdecimal())
        elif isinstance(event, Disclosed):
            at = event.concerns - events[0].number
            on = events[at] if 0 <= at < place else None
            faults = list(_faults(event, on, place, events, strikes, opened))
            findings += [Finding(event.number, "log", message) for message in faults]
            if not faults and on is not None:
                notices.append(_notice(event, on))
    return findings, notices


def _faults(
    event: Disclosed,
    on: Event | None,
    place: int,
    events: Sequence[Event],
    strikes: Strikes,
    opened: set[int],
) -> Iterator[str]:
    if bool(event.text.strip()) == bool(event.order):
        yield "It tells either the order or the white cell's own words; it has both, or neither."
    match on:
        case OrderGiven(covert=True):
            told = content(on)
            procedure = [
                events[each]
                for each in range(on.number - events[0].number, place)
                if events[each].procedure == on.number and strikes.in_force(each, place)
            ]
            if not procedure:
                yield f"It tells of order {on.number}, which was not in force."
            if event.order and (event.side, event.order) != (on.side, told):
                yield f"It tells another order than that of event {on.number}."
            if event.order and event.results != results(procedure):
                yield f"It tells another outcome than that of order {on.number}."
        case SecretOrderSealed():
            if on.number not in opened:
                yield f"It tells of orders sealed in event {on.number}, which were not opened."
            if event.order and (event.side != on.side or event.order not in on.orders):
                yield f"It tells an order that {on.side} did not seal in event {on.number}."
            if event.results:
                yield "It tells an outcome of an order that was not given."
        case _:
            yield f"Event {event.concerns} is no covert order, and did not seal orders."
    if (event.text or not event.order) and (event.side or event.results):
        yield "It tells a side or an outcome without the order."


def _notice(event: Disclosed, on: Event) -> str:
    who = f" ({event.by})" if event.by else ""
    to = "everyone" if event.audience is None else ", ".join(event.audience) or "nobody"
    side = on.side if isinstance(on, OrderGiven | SecretOrderSealed) else ""
    what = f"{'covert order' if isinstance(on, OrderGiven) else 'an order sealed in event'} {event.concerns}"
    how = f" in other words: {event.text}" if event.text else ""
    why = f". Reason: {event.because}" if event.because else ""
    return f"Event {event.number}{who}: {what} of {side} was revealed to {to}{how}{why}"
