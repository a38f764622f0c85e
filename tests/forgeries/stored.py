"""How events are stored: bytes, numbers, times."""

import re
from typing import Any

import msgspec

from domain.events import Chosen, DieRolled, GameOpened, Marked, OrderGiven
from domain.events.base import Event
from domain.game.chain import GENESIS, enter
from tests.forgeries.kinds import Forged, altered, changed, in_bytes, kind, put
from tests.forgeries.logs import Log


def _body(log: Log, event: Event) -> bytes:
    return log.entries[event.number - 1].body


def _fields(log: Log, event: Event) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(_body(log, event))
    return found


@kind(Event)
def an_unknown_field(log: Log, event: Event) -> Forged:
    """An event has a field that its kind does not know."""
    return in_bytes(log, event.number, msgspec.json.encode({**_fields(log, event), "weather": "fine"}))


@kind(Event)
def fields_in_another_order(log: Log, event: Event) -> Forged:
    """The fields of an event stand the other way round."""
    fields = _fields(log, event)
    return in_bytes(log, event.number, msgspec.json.encode(dict(reversed(fields.items()))))


@kind(Event)
def a_number_with_a_point(log: Log, event: Event) -> Forged:
    """1.0 stands for 1."""
    body = re.sub(rb'"number":(\d+)', rb'"number":\1.0', _body(log, event), count=1)
    return in_bytes(log, event.number, body)


@kind(Event)
def a_space_between_fields(log: Log, event: Event) -> Forged:
    """A space stands where none is written."""
    return in_bytes(log, event.number, _body(log, event).replace(b",", b", ", 1))


@kind(Event)
def a_field_at_its_default(log: Log, event: Event) -> Forged:
    """A field that is left out where it says nothing is written out."""
    fields = _fields(log, event)
    return (
        None if "rule" in fields else in_bytes(log, event.number, msgspec.json.encode({**fields, "rule": ""}))
    )


@kind(Event)
def a_field_that_comes_twice(log: Log, event: Event) -> Forged:
    """A field stands there twice; readers differ on which they take."""
    return in_bytes(log, event.number, b'{"number":1,' + _body(log, event)[1:])


@kind(Event)
def an_escaped_letter(log: Log, event: Event) -> Forged:
    """A letter is written as its number."""
    body = _body(log, event)
    at = re.search(rb':"([a-z])', body)
    if at is None:
        return None
    return in_bytes(
        log, event.number, body[: at.start(1)] + b"\\u00%02x" % at.group(1)[0] + body[at.end(1) :]
    )


@kind(DieRolled)
def a_true_for_a_1(log: Log, event: DieRolled) -> Forged:
    """A truth stands for a number."""
    body = re.sub(rb'"chance":\d+', b'"chance":true', _body(log, event))
    return in_bytes(log, event.number, body)


@kind(Chosen, Marked)
def an_answer_or_mark_with_a_point(log: Log, event: Chosen | Marked) -> Forged:
    """An answer, or a mark, is 1.0 where it was 1; both are equal, and both can be recorded."""
    return changed_in_kind(log, event, value=float(event.value)) if type(event.value) is int else None


@kind(Chosen, Marked)
def an_answer_or_mark_that_is_a_truth(log: Log, event: Chosen | Marked) -> Forged:
    """An answer, or a mark, is true where it was 1, or 1 where it was true."""
    if event.value in (0, 1):
        other = bool(event.value) if type(event.value) is int else int(event.value)
        return changed_in_kind(log, event, value=other)
    return None


@kind(OrderGiven)
def an_argument_with_a_point(log: Log, event: OrderGiven) -> Forged:
    """An argument of an order is 1.0 where it was 1."""
    other = {name: float(value) for name, value in event.arguments.items() if type(value) is int}
    return changed_in_kind(log, event, arguments={**event.arguments, **other}) if other else None


@kind(OrderGiven)
def an_argument_that_is_a_truth(log: Log, event: OrderGiven) -> Forged:
    """An argument of an order is true where it was 1."""
    other = {name: True for name, value in event.arguments.items() if type(value) is int and value == 1}
    return changed_in_kind(log, event, arguments={**event.arguments, **other}) if other else None


def changed_in_kind(log: Log, event: Event, **changes: Any) -> Forged:
    """The log with an event changed into one that is equal and is not the same."""
    return put(log, altered(event, **changes))


@kind(GameOpened)
def a_blank_line(log: Log, event: GameOpened) -> Forged:
    """The file has an empty line."""
    return [*log.lines[:3], b"\n", *log.lines[3:]]


@kind(GameOpened)
def an_unknown_field_of_a_line(log: Log, event: GameOpened) -> Forged:
    """A line has a field beside those of a line."""
    lines = log.lines
    return [lines[0].replace(b"{", b'{"seen":1,', 1), *lines[1:]]


@kind(GameOpened)
def spaces_in_a_line(log: Log, event: GameOpened) -> Forged:
    """A line is written with spaces."""
    lines = log.lines
    return [lines[0].replace(b",", b", ", 1), *lines[1:]]


@kind(GameOpened)
def another_length_in_one_line(log: Log, event: GameOpened) -> Forged:
    """One line says that the file has fewer events than the others say."""
    lines = log.lines
    of = b'"of":%d' % len(lines)
    return [lines[0].replace(of, b'"of":3', 1), *lines[1:]]


@kind(Event)
def a_gap_in_the_numbers(log: Log, event: Event) -> Forged:
    """From here on every number is one higher."""
    if event.number < 7:
        return None
    return [altered(e, number=e.number + 1) if e.number >= event.number else e for e in log.events]


@kind(Event)
def a_number_of_another_event(log: Log, event: Event) -> Forged:
    """An event calls itself by another number."""
    return changed(log, event, number=event.number + 1)


@kind(Event)
def time_that_runs_backwards(log: Log, event: Event) -> Forged:
    """An event was recorded the day before."""
    return changed(log, event, time="2001-01-01T00:00:00Z") if event.time and event.number > 1 else None


@kind(Event)
def a_time_that_is_none(log: Log, event: Event) -> Forged:
    """An event was recorded half past tea."""
    return changed(log, event, time="half past tea")


@kind(Event)
def a_time_of_another_zone(log: Log, event: Event) -> Forged:
    """The time is that of another place."""
    return changed(log, event, time=event.time.replace("Z", "+02:00")) if event.time else None


@kind(Event)
def a_time_left_out(log: Log, event: Event) -> Forged:
    """An event bears no time, though the others do."""
    return changed(log, event, time="")


@kind(OrderGiven, passes="entered")
def all_times_later(log: Log, event: OrderGiven) -> Forged:
    """From an order on everything was recorded three hours later than it was."""
    if not event.time:
        return None

    def later(e: Event) -> str:
        return re.sub(r"T(\d\d)", lambda hour: f"T{min(23, int(hour[1]) + 3):02}", e.time)

    if any(e.time.startswith("2026-02") or "T2" in e.time for e in log.events):
        return None
    return [altered(e, time=later(e)) if e.number >= event.number else e for e in log.events]


@kind(Event)
def a_digest_that_does_not_fit(log: Log, event: Event) -> Forged:
    """An event bears another digest; what follows is chained to the true one."""
    entries = list(enter("", log.events, GENESIS))
    entries[event.number - 1] = msgspec.structs.replace(entries[event.number - 1], digest="0" * 64)
    return entries
