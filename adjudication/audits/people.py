"""What an audit says of the white cell's own doing: by hand, by ruling, by rules and options of the house.

What followed the rules of its making is a notice, with who did it and why; what did not is a fault.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudication.seminar import by_hand
from adjudication.seminar.estimates import target
from adjudication.seminar.house import check_option, check_rule, shown
from adjudication.seminar.house_tables import fits
from adjudication.umpire import show_option
from domain.errors import Refused
from domain.events import (
    DieRolled,
    Event,
    HouseRuleAdopted,
    OptionChanged,
    OrderGiven,
    Ruled,
    TableAdopted,
)
from domain.mutators import struck
from domain.state import State


def notices(events: Sequence[Event]) -> Iterator[str]:
    """Everything done by hand, every house rule and every option changed, with its author and reason."""
    for event in events:
        match event:
            case OrderGiven() if event.order in by_hand.KINDS:
                about = by_hand.in_short(event.order, event.arguments)
                what = f"{by_hand.KINDS[event.order].summary} by hand ({event.rule}), {about}"
                if event.order == "hand-chance":
                    what += f", {_heard(event)}"
            case HouseRuleAdopted():
                instead = f" in the place of {event.replaces}" if event.replaces else ""
                what = f"house rule {event.id} was adopted{instead}"
            case OptionChanged():
                what = f"option {event.option} was changed to {shown(event.value)}"
            case _:
                continue
        comma = "," if isinstance(event, OrderGiven) else ""
        by = f"{comma} by {event.by}" if event.by else ""
        yield f"Event {event.number}: {what}{by}: {event.because}"


def _heard(event: OrderGiven) -> str:
    """Who estimated what, before the die."""
    percent, estimates = event.arguments.get("percent"), event.arguments.get("estimates") or {}
    told = ", ".join(f"{name} {estimate} %" for name, estimate in estimates.items())
    return f"{percent} % used" + (f", heard: {told}" if told else "")


def ruled_words(ruled: Ruled, events: Sequence[Event]) -> str:
    """What was ruled, and what was computed in its place."""
    on = events[ruled.concerns - 1] if 0 < ruled.concerns < ruled.number else None
    said: Any = on.face if isinstance(on, DieRolled) else getattr(on, "value", getattr(on, "result", None))
    if isinstance(said, Mapping) and isinstance(ruled.value, Mapping):
        said = {column: cell for column, cell in said.items() if column in ruled.value}
    computed = f" (which said {_shown(said)})" if on is not None else ""
    return f"{_shown(ruled.value)} was ruled in the place of event {ruled.concerns}{computed}"


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{column} {show_option(cell)}" for column, cell in value.items())
    return show_option(value)


def faults(event: Event, state: State, events: Sequence[Event]) -> Iterator[str]:
    """What is wrong with an event by people, given the table before it and the log."""
    try:
        match event:
            case HouseRuleAdopted():
                check_rule(event.id, event.text, event.because)
            case OptionChanged():
                check_option(state, event.option, event.value, event.because)
            case TableAdopted():
                fits(state, event.table, event.data)
                if not event.because.strip():
                    yield "A new table needs a reason."
            case Ruled():
                yield from _ruling_faults(event, events)
    except Refused as refused:
        yield refused.sentence


def _ruling_faults(ruled: Ruled, events: Sequence[Event]) -> Iterator[str]:
    """A ruling has a reason, rests on what changed nothing, and says what its die said, if it had one."""
    if not ruled.because.strip():
        yield "A ruling needs a reason."
    before = events[: ruled.number - 1]
    out_of_force = struck(before)
    said = [e for e in before[ruled.concerns :] if isinstance(e, OrderGiven) and e.order in by_hand.SAID]
    for since in said:
        if since.number not in ruled.decided_by and since.number not in out_of_force:
            yield f"It passes over event {since.number}, which was rolled, looked up or argued since."
    for number in ruled.decided_by:
        order = events[number - 1] if 0 < number < ruled.number else None
        if not isinstance(order, OrderGiven) or order.order not in by_hand.SAID or number <= ruled.concerns:
            yield f"It rests on event {number}, which is nothing rolled, looked up or argued since."
            continue
        if order.order == "hand-chance" and order.arguments.get("concerns") == ruled.concerns:
            yield from _chance_faults(ruled, order, events)


def _chance_faults(ruled: Ruled, order: OrderGiven, events: Sequence[Event]) -> Iterator[str]:
    die = next((e for e in events if isinstance(e, DieRolled) and e.procedure == order.number), None)
    if die is None:
        return
    least = target(order.arguments["percent"], order.arguments.get("die", 10))
    said = order.arguments.get("yes" if die.face >= least else "no")
    last = max(number for number in ruled.decided_by)
    if said != ruled.value and order.number == last:
        yield f"The die of event {die.number} says {show_option(said)}, not {show_option(ruled.value)}."
