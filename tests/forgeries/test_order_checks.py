"""Each check of orders, rulings and undos by itself, on events that no session writes."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.audits.guards import Guards
from adjudication.audits.procedures import _covert, _is_done, _leave_out, _misfits, order_faults
from domain.events import (
    ClockPaused,
    ClockResumed,
    Event,
    GameDeclared,
    GameForked,
    MarkingSet,
    Noted,
    Objection,
    OrderDone,
    OrderGiven,
    Ruled,
    SeatTaken,
    TakenBack,
    VerdictReached,
)
from domain.events.people import Topic
from domain.events.strikes import Strikes
from domain.table.state import State
from tests.builders import TOY
from tests.forgeries.few import BACK, BEGUN, ORDER, RULED, given, log, table

# --- orders ---------------------------------------------------------------------------------------


def faults(order: OrderGiven, state: State | None = None, system: Any = TOY) -> list[str]:
    return order_faults(replace(order, number=9, procedure=9), state or table(), system)


ADVANCE: dict[str, Any] = {"piece": "b1", "to": "b1"}


def test_an_order_as_the_session_writes_it_has_no_fault() -> None:
    assert faults(given(arguments=ADVANCE)) == []
    assert faults(given("begin", "")) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"beside": True}, "is recorded as given while another waited; it was not."),
        ({"rule": "toy 2"}, "cites toy 2; an order of a side cites no rule of its own."),
        ({"because": "x"}, "carries a reason, which only manual changes do."),
        ({"side": "green"}, "is given by green, which is not a side."),
        ({"shown": ("to",)}, "shows nothing to others, which is not what is recorded."),
        ({"audience": ("blue",)}, "is for everyone to see, which is not the audience recorded."),
        ({"arguments": {"piece": 1, "to": "b1"}}, "has an argument of the wrong type"),
        ({"covert": True}, "is recorded as covert; such an order cannot be."),
        ({"contacts": ("piece",)}, "does not say which of its arguments name contacts."),
    ],
)
def test_an_order_that_differs_in_one_thing_has_one_fault(change: dict[str, Any], message: str) -> None:
    found = faults(replace(given(arguments=ADVANCE), **change))
    assert any(message in each for each in found), found
    assert len(found) <= 2


def test_orders_that_wait_and_a_verdict_bar_an_order() -> None:
    state = table()
    state.procedures = {6: replace(given(), number=6)}
    assert faults(given(arguments=ADVANCE), state) == [
        "Order 6 (advance) was still waiting for an answer.",
        "Order advance is recorded as given alone; it was not.",
    ]
    over = table()
    over.verdict = VerdictReached(number=7, winner="", reason="x")
    assert faults(given(arguments=ADVANCE), over) == [
        "Order advance was given after the game was decided (event 7)."
    ]


@pytest.mark.parametrize("change", [{"side": "blue"}, {"by": "Zoe"}, {"arguments": {"x": 1}}])
def test_the_opening_of_play_has_nobody_and_nothing(change: dict[str, Any]) -> None:
    assert faults(replace(given("begin", ""), **change)) == [
        "The opening of play names a side, a person or arguments; it has none."
    ]


def test_a_secret_order_is_for_its_side_and_shows_what_its_kind_says() -> None:
    kind = TOY.orders["advance"]._replace(secret=True, shown=("to",))
    secret: Any = SimpleNamespace(orders={"advance": kind})
    right = given(arguments=ADVANCE, shown=("to",), audience=("blue",))
    assert faults(right, system=secret) == []
    assert faults(replace(right, audience=None), system=secret) == [
        "Order advance is for blue alone to see, which is not the audience recorded."
    ]
    assert faults(replace(right, shown=()), system=secret) == [
        "Order advance shows to to others, which is not what is recorded."
    ]
    assert faults(given("dig"), system=secret) == [], "what the rules do not have they refuse when it is run"
    assert faults(given("dig"), system=None) == []


@pytest.mark.parametrize(
    ("audience", "usual", "message"),
    [
        (("blue",), None, ""),
        (("blue", "red"), None, ""),
        ((), None, ""),
        (None, None, "for everyone to see"),
        (("red",), None, "kept from blue, whose order it is"),
        (("blue",), ("blue",), ""),
        ((), ("blue",), ""),
        (("blue", "red"), ("blue",), "for sides to see that could not see it otherwise"),
        (("red",), ("blue", "red"), "kept from blue, whose order it is"),
        (("red",), ("red",), ""),
    ],
)
def test_a_covert_order_is_kept_for_its_side_or_for_nobody(
    audience: tuple[str, ...] | None, usual: tuple[str, ...] | None, message: str
) -> None:
    kind = TOY.orders["advance"]._replace(covert=lambda state: True)
    system: Any = SimpleNamespace(orders={"advance": kind})
    found = list(_covert(given(audience=audience, covert=True), usual, system))
    assert len(found) == bool(message)
    assert all(message in each for each in found)
    assert len(list(_covert(given("dig", audience=("blue",)), None, system))) == 1
    assert len(list(_covert(given(audience=("blue",)), None, None))) == 1


def test_a_manual_change_is_kept_for_sides_that_there_are() -> None:
    act = given("hand-move", "", arguments={"piece": "b1", "to": "b2"}, audience=("blue", "green"))
    assert "The manual change is kept for green, which is not a side." in faults(act)
    assert not any("kept for" in each for each in faults(replace(act, audience=("blue",))))


def test_arguments_have_the_type_of_the_form() -> None:
    kind = TOY.orders["advance"]
    assert _misfits(given(arguments=ADVANCE), kind) == []
    assert len(_misfits(given(arguments={"piece": "b1"}), kind)) == 1
    assert _is_done([OrderDone(procedure=9)], replace(given(), number=9))
    assert not _is_done([OrderDone(procedure=8), Noted(text="x", procedure=9)], replace(given(), number=9))


def test_struck_places_are_left_out() -> None:
    standing = [1, 3, 5, 7, 9]
    _leave_out(standing, [3, 4, 7])
    assert standing == [1, 5, 9]


# --- entries by people ----------------------------------------------------------------------------


def guarded(event: Event, *before: Event, state: State | None = None) -> list[str]:
    """What is wrong with an event behind these, on the table as they leave it."""
    events = log(*before, event)
    guards = Guards(events, Strikes(events), "toy")
    for place in range(len(events) - 1):
        guards.faults(place, table())
    return guards.faults(len(events) - 1, state or table())


@pytest.mark.parametrize(
    ("change", "messages"),
    [
        ({}, []),
        ({"because": " "}, ["A ruling needs a reason."]),
        ({"value": 7}, ["Event 9 could not have come to what is ruled."]),
        ({"audience": ()}, ["It is for those who may know event 9, which is not the audience recorded."]),
        ({"concerns": 8}, ["It rules on event 8, which is not a roll, look-up or choice of an order."]),
        ({"concerns": 11}, ["The ruling concerns no earlier event."]),
        ({"concerns": 0}, ["The ruling concerns no earlier event."]),
        ({"concerns": 1}, ["It rules on event 1, which is not a roll, look-up or choice of an order."]),
        ({"rule": "toy 1"}, ["It cites toy 1; an entry by people cites no rule."]),
        ({"decided_by": (8,)}, ["It rests on event 8, which is not a roll, look-up or argument made since."]),
    ],
)
def test_a_ruling_is_on_an_answer_in_force(change: dict[str, Any], messages: list[str]) -> None:
    assert guarded(replace(RULED, **change), *ORDER, OrderDone(procedure=8)) == messages


def test_a_ruling_comes_in_time() -> None:
    done = OrderDone(procedure=8)
    later = given(procedure=11)
    assert guarded(RULED, *ORDER, done, later) == [
        "It comes too late: order 11 (advance) had been given since."
    ]
    undone = (later, TakenBack(first=11, by="", because="x"))
    assert guarded(RULED, *ORDER, done, *undone) == []
    by_hand = given("hand-move", "", procedure=11)
    assert guarded(RULED, *ORDER, done, by_hand) == []
    waiting = table()
    waiting.procedures = {11: by_hand}
    assert guarded(RULED, *ORDER, done, by_hand, state=waiting) == [
        "Order 11 (hand-move) was waiting for an answer."
    ]
    assert guarded(RULED, *ORDER, done, BACK) == ["It rules on event 9, which was no longer in force."]
    aside = given("hand-roll", "", procedure=11)
    assert guarded(RULED, *ORDER, done, aside) == [
        "It passes over event 11, which was rolled, looked up or argued since."
    ]
    assert guarded(replace(RULED, decided_by=(11,)), *ORDER, done, aside) == []


def test_an_undo_is_of_an_order_in_force_with_a_reason() -> None:
    done = OrderDone(procedure=8)
    assert guarded(BACK, *ORDER, done) == []
    assert guarded(replace(BACK, because=" "), *ORDER, done) == ["An undo needs a reason."]
    for first in (6, 7, 9, 99):
        assert guarded(replace(BACK, first=first), *ORDER, done) == [
            f"It takes back event {first}, which was not an order in force."
        ]
    assert guarded(BACK, *ORDER, done, BACK) == ["It takes back event 8, which was not an order in force."]
    assert guarded(replace(BACK, overruled=("red", "green")), *ORDER, done) == [
        "green is overruled, but is not a side of this game."
    ]
    seated = table()
    seated.cell.seats = {"Ann": SeatTaken(name="Ann")}
    agreed = replace(BACK, agreed=("Ann", "red", "Bob"), asked_by="Eve")
    assert guarded(agreed, *ORDER, done, state=seated) == [
        "Bob is named as having agreed or asked, but is neither seated nor a side.",
        "Eve is named as having agreed or asked, but is neither seated nor a side.",
    ]
    assert guarded(agreed, *ORDER, done) == [], "nobody is seated"


def test_an_undo_does_not_part_a_ruling_from_its_order() -> None:
    later = given(procedure=12)
    assert guarded(replace(BACK, first=12), *ORDER, OrderDone(procedure=8), RULED, later) == []
    between = (*ORDER, OrderDone(procedure=8), given("hand-move", "", procedure=11), RULED)
    assert guarded(replace(BACK, first=11), *between) == [
        "It takes back what followed ruling 12, but not the order that was ruled on."
    ]
    assert guarded(BACK, *between) == []


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Noted(text="x", kind="poem"), "There is no kind of note 'poem'."),
        (
            GameDeclared(purpose="x", audience=("blue",)),
            "A declaration is for everyone or for the white cell",
        ),
        (
            GameDeclared(questions=(Topic("q", "x"), Topic("q", "y"))),
            "It declares a question or outcome twice.",
        ),
        (GameForked(game=" ", name="x", at=6, audience=()), "A fork names the game that goes on."),
        (GameForked(game="x", name="", at=6, audience=()), "A fork names the game that goes on."),
        (GameForked(game="x", name="x", at=6), "A fork is for the white cell alone"),
        (
            GameForked(game="x", name="x", at=5, audience=()),
            "goes on from event 5, from which no game can go on",
        ),
        (
            GameForked(game="x", name="x", at=8, audience=()),
            "goes on from event 8, from which no game can go on",
        ),
        (ClockResumed(), "The clock is resumed, but it was not paused."),
        (ClockPaused(audience=("blue",)), "It is for everyone to see, which is not the audience recorded."),
        (Noted(text="x", rule="toy 1"), "It cites toy 1; an entry by people cites no rule."),
        (MarkingSet(marking="x", concerns=6, audience=()), "It is for those who may know event 6"),
        (
            given("advance", procedure=8, effect_of=99),
            "carries out event 99, which was not an order in force",
        ),
        (
            given("advance", procedure=8, effect_of=6),
            "carries out another order, which only manual changes do",
        ),
    ],
)
def test_an_entry_that_no_session_writes_is_found(event: Event, message: str) -> None:
    assert any(message in each for each in guarded(event, *BEGUN)), guarded(event, *BEGUN)


@pytest.mark.parametrize(
    "event",
    [
        Noted(text="x"),
        GameForked(game="x", name="x", at=6, audience=()),
        GameForked(game="x", name="x", at=7, audience=()),
        ClockPaused(),
        MarkingSet(marking="x", concerns=6),
        MarkingSet(marking="x", audience=()),
    ],
)
def test_an_entry_as_the_session_writes_it_is_none(event: Event) -> None:
    assert guarded(event, *BEGUN) == []


def test_a_paused_clock_is_not_paused_again() -> None:
    state = table()
    state.cell.paused = ClockPaused(number=4)
    assert guarded(ClockPaused(), *BEGUN, state=state) == [
        "The clock is paused, but event 4 had paused it already."
    ]
    assert guarded(ClockResumed(), *BEGUN, state=state) == []


# --- late rulings and what carries out an order ---------------------------------------------------


def late(**more: Any) -> OrderGiven:
    """A late ruling on the die of order 8, event 9, which said 3."""
    arguments = {"concerns": 9, "value": 4, "was": 3, "about": "x", **more}
    return given("hand-late-ruling", "", 11, effect_of=8, arguments=arguments)


def late_faults(order: OrderGiven, *before: Event) -> list[str]:
    found = guarded(order, *ORDER, OrderDone(procedure=8), *before)
    return [each for each in found if not each.startswith("The rules do not object")]


@pytest.fixture
def about_x(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudication.audits.guards.subject_of", lambda answer, state: "x")


@pytest.mark.usefixtures("about_x")
@pytest.mark.parametrize(
    ("more", "messages"),
    [
        ({}, []),
        ({"concerns": 0}, ["The late ruling concerns no earlier event."]),
        ({"concerns": 11}, ["The late ruling concerns no earlier event."]),
        ({"concerns": True}, ["The late ruling concerns no earlier event."]),
        (
            {"concerns": 8},
            ["It rules on event 8, which is no roll, look-up or choice of the order it names."],
        ),
        ({"value": 7}, ["Event 9 could not have come to what is ruled."]),
        ({"was": 2}, ["It does not say what event 9 was about, or how it stood, as the log has it."]),
        ({"about": "y"}, ["It does not say what event 9 was about, or how it stood, as the log has it."]),
    ],
)
def test_a_late_ruling_says_what_the_log_says(more: dict[str, Any], messages: list[str]) -> None:
    assert late_faults(late(**more)) == messages


@pytest.mark.usefixtures("about_x")
def test_a_late_ruling_is_on_what_is_in_force_and_for_those_who_may_know() -> None:
    undone = late_faults(replace(late(), procedure=12), TakenBack(first=8, by="", because="x"))
    assert "It rules on event 9, which was no longer in force." in undone
    assert "It carries out event 8, which was not an order in force." in undone
    kept = replace(ORDER[3], audience=("blue",))
    found = guarded(late(), *ORDER[:3], kept, OrderDone(procedure=8))
    assert "It is told to sides that may not know event 9." in found
    other = replace(late(), effect_of=6)
    assert late_faults(other) == [
        "It rules on event 9, which is no roll, look-up or choice of the order it names."
    ]


def test_what_carries_out_an_order_follows_right_upon_it_for_those_who_know_it() -> None:
    effect = given("hand-move", "", 11, effect_of=8)
    done = OrderDone(procedure=8)
    assert guarded(effect, *ORDER, done) == []
    later = (given(procedure=11), OrderDone(procedure=11))
    assert guarded(replace(effect, procedure=13), *ORDER, done, *later) == [
        "It carries out order 8, but does not follow right upon it."
    ]
    ruled = Ruled(concerns=9, value=4, by="", because="x")
    assert guarded(replace(effect, procedure=12), *ORDER, done, ruled) == []
    elsewhere = Ruled(concerns=99, value=4, by="", because="x")
    assert "It carries out order 8, but does not follow right upon it." in guarded(
        replace(effect, procedure=12), *ORDER, done, elsewhere
    )
    secret = replace(ORDER[2], audience=("blue",))
    found = guarded(effect, *ORDER[:2], secret, ORDER[3], done)
    assert found == ["It is told to sides that may not know order 8."]
    assert guarded(replace(effect, audience=("blue",)), *ORDER[:2], secret, ORDER[3], done) == []
    assert guarded(replace(effect, effect_of=6), *ORDER, done) == [], "the opening of play may have effects"


def test_rules_object_to_acts_by_hand_alone() -> None:
    objection = (Objection("toy 1", "Too far."),)
    assert "Rules object to what is no act by hand." in guarded(
        given(procedure=8, objections=objection), *BEGUN
    )
    act = given("hand-move", "", 8, objections=objection)
    assert "Rules object to what is no act by hand." in guarded(act, *BEGUN), "no rules are here"


def test_a_ruling_that_was_undone_with_its_order_is_in_nobodys_way() -> None:
    """An order of itself is in force for a later undo only until another has undone it."""
    done, again = OrderDone(procedure=8), given(procedure=12)
    undone = (*ORDER, done, TakenBack(first=8, by="", because="x"), again)
    assert guarded(TakenBack(first=12, by="", because="x"), *undone) == []
    assert guarded(TakenBack(first=8, by="", because="x"), *undone) == [
        "It takes back event 8, which was not an order in force."
    ]
