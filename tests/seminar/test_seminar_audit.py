"""The audit accounts for what happens around the table, and finds what was forged."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.engine.sealing import digest_of
from adjudication.seminar.secret_orders import MOST_ORDERS
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
        (InjectHandled, replaced(unplanned=True, how="delivered"), "unplanned, but was listed before"),
        (InjectHandled, replaced(unplanned=True, inject="I9"), "was not delivered with a text"),
        (
            InjectHandled,
            replaced(unplanned=True, inject="I9", how="delivered", text=" "),
            "was not delivered with a text",
        ),
        (MessageSent, replaced(turn=9), "not when it was sent"),
        (MessageSent, replaced(phase="night"), "not when it was sent"),
        (MessageSent, replaced(to=("nato",)), "to nato, which is not a side"),
        (MessageSent, replaced(side="nato"), "to nato, which is not a side"),
        (MarkingSet, replaced(concerns=1, audience=("blue",)), "for those who may know event 1"),
        (MarkingSet, lambda event: replaced(concerns=event.number)(event), "which had not happened"),
        (MarkingSet, replaced(concerns=-1), "which had not happened"),
        (MarkingSet, replaced(concerns=4000), "which had not happened"),
        (SeatTaken, replaced(side="nato"), "There is no side"),
    ],
)
def test_what_was_forged_is_found_and_the_event_named(
    events: list[Event], kind: type[Event], change: Callable[[Any], Event], part: str
) -> None:
    forged, number = forge(events, kind, change)
    assert any(event == number and part in message for event, message in findings(forged))


@pytest.mark.parametrize(("number", "too_many"), [(MOST_ORDERS, False), (MOST_ORDERS + 1, True)])
def test_a_side_seals_at_most_so_many_orders(events: list[Event], number: int, too_many: bool) -> None:
    orders = ({"order": "march", "piece": "coral-guard", "to": "hill"},) * number
    forged, at = forge(
        events,
        SecretOrderSealed,
        lambda event: replaced(orders=orders, digest=digest_of(event.salt, orders))(event),
    )
    found = [message for event, message in findings(forged) if event == at]
    assert ("More than 200 orders are sealed at once." in found) == too_many
    assert len(found) == too_many


def test_an_inject_is_listed_once(events: list[Event]) -> None:
    listed = next(event for event in events if isinstance(event, InjectsListed))
    twice = [*events, replaced(number=len(events) + 1, time=events[-1].time)(listed)]
    assert (len(twice), "Inject I1 is listed a second time.") in findings(twice)


def test_what_departs_from_the_plan_is_noticed(events: list[Event]) -> None:
    def notices(log: list[Event]) -> list[str]:
        return audit(enter("0" * 32, log, GENESIS)).notices

    altered = max(event.number for event in events if isinstance(event, InjectHandled))
    assert f"Event {altered} (Ada): inject I2 was altered. Reason: Winter" in notices(events)
    assert not any("was delivered" in notice for notice in notices(events))
    unplanned, _ = forge(
        events, InjectHandled, replaced(inject="I9", unplanned=True, how="delivered", because="")
    )
    assert f"Event {altered} (Ada): inject I9 was unplanned: It snows" in notices(unplanned)
    assert f"Event {altered} (Ada): inject I2 was altered. Reason: Winter" not in notices(unplanned)
    one = next(iter(next(e for e in events if isinstance(e, SecretOrdersOpened)).opened.items()))
    early, number = forge(events, SecretOrdersOpened, replaced(opened=dict([one]), because="It is late"))
    told = f"Event {number} (Ada): sealed orders were opened without waiting. Reason: It is late"
    assert told in notices(early)


def test_whoever_is_not_in_the_roster_is_noticed(events: list[Event]) -> None:
    forged, number = forge(events, OrderGiven, replaced(by="Mallory"))
    notices = audit(enter("0" * 32, forged, GENESIS)).notices
    assert f"Event {number}: Mallory is not in the roster." in notices
    forged, number = forge(events, OrderGiven, replaced(by="Bo", side="amber"))
    notices = audit(enter("0" * 32, forged, GENESIS)).notices
    assert f"Event {number}: Bo sits at Blue and may not speak for Amber." in notices
