"""Manual changes and openings that a forger altered so that every digest fits."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import AuditReport, audit
from adjudication.engine.session import Session
from adjudication.seminar.late import prepare, record
from domain.events import DieRolled, Event, GameOpened, OrderGiven
from domain.game.chain import GENESIS, enter
from domain.game.opening import committed, opening_of
from tests.core.games import SECRET
from tests.seminar.games import freeform
from tests.seminar.test_late_openings import opened


def audited(log: Sequence[Event], secret: str | None = None) -> AuditReport:
    return audit(enter("", log, GENESIS), secret=secret)


def messages(log: Sequence[Event]) -> list[str]:
    return [finding.message for finding in audited(log).findings]


def altered(log: Sequence[Event], number: int, **changes: Any) -> list[Event]:
    """The log with one event changed."""
    return [msgspec.structs.replace(e, **changes) if e.number == number else e for e in log]


@pytest.mark.parametrize("value", [0, 99, True, "x", ["x"], None])
def test_a_late_ruling_of_what_no_die_shows_is_a_finding(value: Any) -> None:
    session = opened("ignorant-armies", "gulf-war", 1)
    die = next(event for event in session.game.log if isinstance(event, DieRolled))
    late = record(session, prepare(session, die, str(die.face % die.die + 1), []), "Read wrongly", "Ash")
    assert messages(session.game.log) == []
    given = late.events[0]
    assert isinstance(given, OrderGiven)
    forged = altered(session.game.log, given.number, arguments={**given.arguments, "value": value})
    assert f"Event {die.number} could not have come to what is ruled." in messages(forged)


def hand_move() -> Session:
    session = freeform()
    session.by_hand("hand-move", {"piece": "ald-frigates", "to": "ocean"}, "Wind", "Ada")
    return session


def test_a_manual_move_of_what_all_see_cannot_be_kept_from_them() -> None:
    session = hand_move()
    assert messages(session.game.log) == []
    given = next(e for e in session.game.log if isinstance(e, OrderGiven) and e.order == "hand-move")
    forged = [
        msgspec.structs.replace(event, audience=()) if event.procedure == given.number else event
        for event in session.game.log
    ]
    assert any("does not give this event" in each for each in messages(forged))


def test_an_opening_that_does_not_name_its_rule_code_is_not_fully_checked() -> None:
    session = hand_move()
    log = session.game.log
    laid = opening_of(log)
    bare = committed([msgspec.structs.replace(laid[0], code_digest="", commitment=""), *laid[1:]], SECRET)
    assert isinstance(laid[0], GameOpened)
    report = audited([*bare, *log[len(laid) :]], SECRET)
    assert "The opening does not say by which rule code the game was played." in report.unchecked
    without = committed([msgspec.structs.replace(bare[0], background={}, commitment=""), *bare[1:]], SECRET)
    found = [each.message for each in audited([*without, *log[len(laid) :]], SECRET).findings]
    assert "The opening is not what the scenario lays out." in found


def test_an_objection_of_the_table_cannot_be_left_out() -> None:
    session = freeform()
    tension = session.state.tracks["tension"].value
    looked = {"table": "escalation", "keys": {"die": 5, "tension": tension + 1}}
    session.by_hand("hand-look-up", looked, "The flag was not counted", "Ada", anyway=True)
    given = next(event for event in session.game.log if isinstance(event, OrderGiven) and event.objections)
    assert messages(session.game.log) == []
    forged = altered(session.game.log, given.number, objections=())
    assert messages(forged) == ["The rules do not object to it as the log says."]
