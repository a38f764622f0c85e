"""The audit accounts for what happens around the table, and finds what was forged."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import audit
from domain.events import (
    Event,
    InjectHandled,
    InjectsListed,
    MarkingSet,
    MessageSent,
    OrderGiven,
    SeatTaken,
    SecretOrderSealed,
    SecretOrdersOpened,
)
from domain.events.secret_orders import Opened
from domain.game.chain import GENESIS, enter
from tests.cli.conftest import Cell
from tests.seminar.three import NAME


@pytest.fixture
def events(empty: Cell) -> list[Event]:
    """The log of a small seminar in which everything was done as it should be."""
    Path("events.csv").write_text("id,audience,text\nI1,blue,The bridge is down\nI2,all,It rains\n")
    empty.done("new", NAME)
    empty.done("roster", "Ada", "--white")
    empty.done("roster", "Bo", "--side", "blue")
    empty.done("message", "--to", "blue", "--field", "text=Hello")
    for side in ("amber", "blue", "coral"):
        empty.done("submit", "--as", side, f"march piece={side}-guard to=hill")
    empty.done("open-orders", "--give")
    empty.done("inject", "--file", "events.csv")
    empty.done("inject", "I1", "deliver")
    empty.done("inject", "I2", "alter", "--text", "It snows", "--because", "Winter")
    empty.done("declare", "--marking", "SECRET", "--event", "9")
    return empty.events()


def findings(events: list[Event]) -> list[tuple[int, str]]:
    """What the audit finds in a log whose chain was made anew."""
    report = audit(enter("0" * 32, events, GENESIS))
    return [(finding.event, finding.message) for finding in report.findings]


def forge(events: list[Event], kind: type[Event], change: Callable[[Any], Event]) -> tuple[list[Event], int]:
    """The log with the last event of a kind changed, and its number."""
    place = max(place for place, event in enumerate(events) if isinstance(event, kind))
    return [*events[:place], change(events[place]), *events[place + 1 :]], place + 1


def test_what_was_done_properly_is_no_finding(events: list[Event]) -> None:
    assert findings(events) == []


def replaced(**fields: Any) -> Callable[[Any], Event]:
    return lambda event: msgspec.structs.replace(event, **fields)


def opened_otherwise(event: SecretOrdersOpened) -> Event:
    number, first = next(iter(event.opened.items()))
    other = Opened(first.side, first.salt, ({"order": "march", "piece": "amber-guard", "to": "ford"},))
    return msgspec.structs.replace(event, opened={**event.opened, number: other})


@pytest.mark.parametrize(
    ("kind", "change", "part"),
    [
        (SecretOrderSealed, replaced(orders=({"order": "march"},)), "do not match their digest"),
        (SecretOrderSealed, replaced(salt="0"), "do not match their digest"),
        (SecretOrderSealed, replaced(audience=None), "can be read by others"),
        (SecretOrdersOpened, opened_otherwise, "not what it sealed"),
        (SecretOrdersOpened, replaced(opened={"3": Opened("blue", "s", ())}), "did not seal orders"),
        (SecretOrdersOpened, replaced(opened={"three": Opened("blue", "s", ())}), "cannot be read"),
        (SecretOrdersOpened, replaced(audience=("nato",)), "opened for nato"),
        (MessageSent, replaced(audience=None), "read by others than its sender"),
        (InjectsListed, replaced(audience=None), "for the white cell alone"),
        (InjectHandled, replaced(inject="I9"), "was not listed"),
        (InjectHandled, replaced(inject="I1"), "had already been delivered"),
        (InjectHandled, replaced(how="delivered"), "different text"),
        (InjectHandled, replaced(how="sung"), "cannot be sung"),
        (InjectHandled, replaced(because=""), "without a reason"),
        (InjectHandled, replaced(audience=("coral",)), "not told to those"),
        (MarkingSet, replaced(concerns=4000), "which had not happened"),
        (SeatTaken, replaced(side="nato"), "There is no side"),
    ],
)
def test_what_was_forged_is_found_and_the_event_named(
    events: list[Event], kind: type[Event], change: Callable[[Any], Event], part: str
) -> None:
    forged, number = forge(events, kind, change)
    assert any(event == number and part in message for event, message in findings(forged))


def test_whoever_is_not_in_the_roster_is_noticed(events: list[Event]) -> None:
    forged, number = forge(events, OrderGiven, replaced(by="Mallory"))
    notices = audit(enter("0" * 32, forged, GENESIS)).notices
    assert f"Event {number}: Mallory is not in the roster." in notices
    forged, number = forge(events, OrderGiven, replaced(by="Bo", side="amber"))
    notices = audit(enter("0" * 32, forged, GENESIS)).notices
    assert f"Event {number}: Bo sits at Blue and may not speak for Amber." in notices
