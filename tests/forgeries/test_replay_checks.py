"""Every order is run again: a log of the small game, as it was recorded and with one thing otherwise."""

from dataclasses import replace as with_parts
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.audits.accounting import Accounts
from adjudication.audits.findings import AuditReport
from adjudication.audits.procedures import NO_DICE, Course, LogEnds, Procedures
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Diverged, Nobody, Umpire
from domain.events import DieRolled, Event, LookedUp, Marked, Noted, OrderDone, OrderGiven, PieceMoved
from domain.events.strikes import Strikes
from domain.table.mutators import apply
from domain.table.state import State
from tests.builders import TOY, new_game, session
from tests.forgeries.few import report, said


def played(*targets: str) -> Session:
    found = session(new_game())
    found.begin()
    for to in targets:
        found.order(Order("blue", "advance", {"piece": "b1", "to": to}))
    return found


def replayed(events: list[Event], system: Any = TOY, cut_at: int = 0) -> AuditReport:
    """The report on every order of a log, run again on the table before it."""
    found, strikes = report(), Strikes(events)
    procedures = Procedures(events, Accounts(events), strikes, system, found, cut_at)
    for place, event in enumerate(events):
        table = State()
        for at in range(place + 1):
            if strikes.in_force(at, place + 1):
                apply(table, events[at])
        if isinstance(event, OrderGiven):
            procedures.check(place, table)
    return found


def test_a_log_as_it_was_recorded_is_retraced() -> None:
    found = replayed(list(played("b1", "b2", "b1").game.log))
    assert said(found) == []
    assert found.procedures == 4


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (DieRolled, {"purpose": "something else"}),
        (LookedUp, {"row": 3}),
        (PieceMoved, {"to": "c3"}),
        (Marked, {"value": 9}),
    ],
)
def test_an_event_that_does_not_follow_is_named_with_what_does(
    kind: type[Event], change: dict[str, Any]
) -> None:
    events = list(played("b1", "b2").game.log)
    place = max(at for at, event in enumerate(events) if isinstance(event, kind))
    events[place] = replace(events[place], **change)
    (found,) = replayed(events).findings
    assert found.event == events[place].number
    assert found.kind == "rules"
    assert found.message.endswith("(advance) does not give this event.")
    assert found.recorded
    assert found.expected
    assert found.recorded != found.expected


def test_an_order_that_the_log_does_not_finish_is_incomplete_unless_it_was_cut_off() -> None:
    events = list(played("b1", "b2").game.log)
    last = max(at for at, event in enumerate(events) if isinstance(event, DieRolled))
    (found,) = replayed(events[: last + 1]).findings
    assert (found.event, found.kind) == (events[last].number + 1, "rules")
    assert "is incomplete: the rules go on from here." in found.message
    assert found.expected.startswith("looked-up")
    assert said(replayed(events[: last + 1], cut_at=events[last].number)) == []
    assert len(replayed(events[: last + 1], cut_at=events[last].number - 1).findings) == 1
    (undiced,) = replayed(events[:last]).findings
    assert (undiced.event, undiced.expected) == (events[last].number, "a roll, a draw or an answer")


def test_an_order_that_waits_for_an_answer_is_a_notice() -> None:
    def asks(umpire: Umpire, order: Any) -> None:
        umpire.choose("blue", "Which way?", [1, 2], rule="toy 2")

    kind = TOY.orders["advance"]._replace(procedure=asks)
    system = with_parts(TOY, orders={"advance": kind})
    waiting = session(new_game())
    waiting.system, waiting.people = system, Nobody()
    waiting.begin()
    waiting.order(Order("blue", "advance", {"piece": "b1", "to": "b1"}))
    found = replayed(list(waiting.game.log), system)
    assert said(found) == []
    number = waiting.game.log[-1].number
    assert found.notices == [f"Event {number}: order advance is waiting for an answer: Which way?"]


def test_an_order_that_the_rules_refuse_or_stumble_over_is_told() -> None:
    events = list(played("b1").game.log)
    place = next(at for at, event in enumerate(events) if isinstance(event, OrderGiven) and event.side)
    given = events[place]
    assert isinstance(given, OrderGiven)
    far = [*events[:place], replace(given, arguments={"piece": "b1", "to": "c3"}), *events[place + 1 :]]
    (refused,) = replayed(far).findings
    assert refused.event == given.number
    assert refused.message.startswith(f"The rules refuse order {given.number} (advance): ")

    def stumbles(umpire: Umpire, order: Any) -> None:
        raise ZeroDivisionError("by nought")

    broken = with_parts(TOY, orders={"advance": TOY.orders["advance"]._replace(procedure=stumbles)})
    (found,) = replayed(events, broken).findings
    assert found.event == given.number


def test_an_order_that_was_undone_is_retraced_up_to_there_and_what_follows_goes_on_from_before() -> None:
    game = played("b1", "b2")
    game.take_back(game.orders_in_force()[-1].number, "a slip")
    game.order(Order("blue", "advance", {"piece": "b1", "to": "a1"}))
    events = list(game.game.log)
    found = replayed(events)
    assert said(found) == []
    assert found.procedures == 4
    struck = max(at for at in Strikes(events).by if isinstance(events[at], PieceMoved))
    events[struck] = replace(events[struck], to="c3")
    assert [each.event for each in replayed(events).findings] == [events[struck].number]


def test_a_ruling_parts_an_order_into_two_courses() -> None:
    game = played("b1")
    die = next(event for event in game.game.log if isinstance(event, DieRolled))
    game.rule(die.number, 1 + die.face % 6, "The die was cocked.")
    events = list(game.game.log)
    found = replayed(events)
    assert said(found) == []
    assert found.procedures == 3, "the opening, and the order before and after the ruling"
    strikes = Strikes(events)
    procedures = Procedures(events, Accounts(events), strikes, TOY, report())
    ruled = next(iter(strikes.of))
    done = [
        at
        for at, event in enumerate(events)
        if isinstance(event, OrderDone) and event.procedure == die.procedure
    ]
    assert procedures.courses(die.procedure) == [Course(ruled, done[0]), Course(len(events), done[-1])]


def test_what_diverges_is_told_by_the_rule_of_what_was_expected() -> None:
    given = OrderGiven(number=6, side="blue", order="advance", rule="toy 1")
    recorded = Noted(number=9, text="x", rule="toy 3")

    def found(recorded: Event | None, expected: Event | str) -> tuple[Any, ...]:
        procedures = Procedures.__new__(Procedures)
        procedures._report = report()
        procedures._diverged(Diverged(9, recorded, expected), given)
        (finding,) = procedures._report.findings
        return finding.event, finding.rule, bool(finding.recorded), finding.expected[:6]

    assert found(recorded, Noted(number=9, text="y", rule="toy 4")) == (9, "toy 4", True, "noted."[:6])
    assert found(recorded, Noted(number=9, text="y")) == (9, "toy 3", True, "noted."[:6])
    assert found(recorded, "a face") == (9, "toy 3", True, "a face")
    assert found(None, "a face") == (9, "toy 1", False, "a face")
    with pytest.raises(LogEnds):
        NO_DICE.number(6, 1, ())
