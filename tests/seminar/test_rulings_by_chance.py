"""Rulings: on an order's answers in words, by a die on what experts estimate, and after an argument."""

from fractions import Fraction
from typing import Any

import pytest

from adjudication.engine.by_hand.estimates import fitted, spread, target
from adjudication.engine.session import Session
from adjudication.engine.umpire import Nobody
from adjudication.seminar.foreseeing import Undo, foresee
from adjudication.seminar.house import adopt_rule
from adjudication.seminar.ruling import Throw, answers_of, event_to_rule_on, readings, rule, rule_by_chance
from domain.errors import BadData, Refused
from domain.events import (
    Chosen,
    Concluded,
    DieRolled,
    Event,
    LookedUp,
    OrderGiven,
    PieceMoved,
    Ruled,
    TakenBack,
)
from domain.game.game import Game
from domain.table.dice import ScriptedDice
from domain.views.view import see_log
from tests.core.games import SECRET, altered, asked, findings, new_game, random_people, seat, table
from tests.seminar.games import act, freeform, go_on, of_kind
from tests.seminar.test_by_hand import told
from tests.words import words_of

WHY = "Experts were heard"


def judged(scripted: list[int] | None = None) -> tuple[Session, Event]:
    """An action that was judged to fail, and the judgement."""
    session = freeform(dice=ScriptedDice(scripted) if scripted is not None else None)
    go_on(session)
    act(session, "aldmark", "Sail through", "ald-frigates:narrows")
    session.decide("fails", "Ada", "The missiles")
    return session, of_kind(session.game.log, Chosen)[-1]


# --- estimates -------------------------------------------------------------------------------------


def test_the_spread_of_estimates() -> None:
    found = spread({"Ash": 40, "Bey": 75, "Cox": 20, "Dee": 60})
    assert found == (4, 20, 75, Fraction(195, 4), Fraction(50))
    assert spread({"Ash": 41, "Bey": 70, "Cox": 20}) == (3, 20, 70, Fraction(131, 3), Fraction(41))
    assert spread({}) is None


@pytest.mark.parametrize(
    ("median", "die", "used"),
    [
        (55, 10, 60),
        (54, 10, 50),
        (45, 10, 50),
        (0, 10, 10),
        (100, 10, 90),
        (55, 100, 55),
        (0, 100, 1),
        (100, 100, 99),
    ],
)
def test_the_median_is_rounded_to_what_the_die_can_give(median: int, die: int, used: int) -> None:
    assert fitted(Fraction(median), die) == used


@pytest.mark.parametrize(
    ("percent", "die", "least"), [(50, 10, 6), (40, 10, 7), (90, 10, 2), (60, 100, 41), (1, 100, 100)]
)
def test_half_a_chance_is_six_or_more_on_a_d10(percent: int, die: int, least: int) -> None:
    assert target(percent, die) == least
    assert 100 // die * (die - least + 1) == percent


@pytest.mark.parametrize(("percent", "die"), [(65, 10), (0, 10), (100, 100), (50, 8), (-10, 10)])
def test_a_chance_that_the_die_cannot_give_is_refused(percent: int, die: int) -> None:
    with pytest.raises(BadData):
        target(percent, die)


# --- outright --------------------------------------------------------------------------------------


def test_the_answers_of_an_order_and_the_one_that_is_meant() -> None:
    session = seat(new_game(("toy-options", {})), random_people(3))
    session.begin()
    session.order(session.legal()[0])
    [given] = session.orders_in_force()
    answers = answers_of(session.game, given)
    assert [type(each) for each in answers] == [Chosen, DieRolled, LookedUp]
    assert event_to_rule_on(session.game, given.number) == answers[-1]
    assert event_to_rule_on(session.game, answers[1].number) == answers[1]
    lost = answers[-1].result["lost"]  # type: ignore[attr-defined]
    other = next(each for each in (0, 1, 2) if each != lost)
    rule(session, answers[-1], str(other), WHY, "Ada")
    assert of_kind(session.game.log, Ruled)[0].value == {"lost": other}
    assert session.state.track("host-emir") == 8 - other
    assert findings(session.game.log, SECRET).findings == []


def test_what_a_ruling_says_is_read_as_the_answer_was() -> None:
    session = seat(new_game(("toy-options", {})), random_people(3))
    session.begin()
    session.order(session.legal()[0])
    chosen, die, looked_up = answers_of(session.game, session.orders_in_force()[0])
    state = session.state
    assert readings(die, state, "5") == [5]
    assert readings(looked_up, state, "lost=2") == [{"lost": 2}]
    assert readings(chosen, state, "give way") == ["give way"]
    assert readings(chosen, state, "yes") == [True, "yes"]
    assert readings(chosen, state, "a+2") == ["a+2", ["a", "2"], ["a", 2]]
    for event, text in (
        (die, "7"),
        (die, "x"),
        (looked_up, "wins=2"),
        (looked_up, "lost=many"),
        (chosen, " "),
    ):
        with pytest.raises(BadData):
            readings(event, state, text)
    with pytest.raises(BadData, match="stand, give way"):
        rule(session, chosen, "flee", WHY)


def test_an_argument_since_stays_when_a_ruling_rests_on_it() -> None:
    session, judgement = judged()
    argued = told(session, "argue", action="They are let through", method=VOTE, votes={"Ada": "for"})
    after = rule(session, judgement, "succeeds", "By the vote", "Ada").events
    ruled = of_kind(after, Ruled)[0]
    assert ruled.decided_by == (argued[0].number - 1,)
    assert session.state.pieces["ald-frigates"].place == "narrows"
    assert not {event.number for event in argued} & session.game.struck.keys()
    assert findings(session.game.log, SECRET).findings == []
    with pytest.raises(Refused, match="was made since"):
        session.take_back(argued[0].number - 1, "Not heard")
    session.take_back(judgement.procedure, "All of it")
    assert session.state.pieces["ald-frigates"].place == "aldport"
    assert findings(session.game.log, SECRET).findings == []


VOTE = {"id": "vote", "title": "vote", "kind": "vote"}


def test_what_changed_the_table_since_stays() -> None:
    session, judgement = judged()
    told(session, "score", track="tension", change=1)
    before = session.state.track("tension")
    rule(session, judgement, "succeeds", WHY)
    assert session.state.track("tension") == before
    assert session.state.pieces["ald-frigates"].place == "narrows"
    assert findings(session.game.log, SECRET).findings == []


def test_what_stands_in_the_way_is_undone_with_the_ruling() -> None:
    session, judgement = judged()
    session.by_hand("hand-remove", {"piece": "ald-frigates"}, WHY)
    act = session.orders_in_force()[-1].number
    with pytest.raises(Refused, match=f"Event {act} "):
        rule(session, judgement, "succeeds", WHY)
    rule(session, judgement, "succeeds", WHY, undo=Undo(act, agreed=("verrin",)))
    assert session.state.pieces["ald-frigates"].place == "narrows"
    [taken] = of_kind(session.game.log, TakenBack)
    assert (taken.first, taken.agreed) == (act, ("verrin",))
    assert taken.because == f"Undone with the ruling on event {judgement.number}"
    assert findings(session.game.log, SECRET).findings == []


def test_a_ruling_is_foreseen_without_a_roll_or_a_trace() -> None:
    session = freeform(dice=ScriptedDice([3, 4]))
    session.by_hand("hand-argue", {"action": "Grain passes", "method": METHOD}, WHY)
    first, second = of_kind(session.game.log, DieRolled)
    log = list(session.game.log)
    seen = foresee(session, first, [6])
    assert [each.again for each in seen.stays if isinstance(each, DieRolled)] == [second.number]
    assert (seen.asked, seen.dropped, seen.left, seen.kept, seen.undone) == ((), (), (), (), ())
    assert [type(each) for each in seen.gone] == [Concluded]
    assert [type(each) for each in seen.new] == [Concluded]
    assert session.game.log == log


METHOD = {"id": "two-dice", "title": "two dice", "kind": "dice", "dice": [6, 6], "target": 7}


def test_what_is_rolled_anew_is_foreseen_by_its_purpose() -> None:
    """A ruling on the target that was chosen: the shots at the other one have not been rolled yet."""
    session = seat(new_game(("toy-both-fire", {})), random_people(4))
    session.begin()
    session.order(session.legal()[0])
    order = session.orders_in_force()[-1]
    chosen = next(each for each in answers_of(session.game, order) if isinstance(each, Chosen))
    offered = next(q.options for q, _ in asked(session) if q.text == chosen.question)
    chances, log = session.state.chances, list(session.game.log)
    seen = foresee(session, chosen, [next(each for each in offered if each != chosen.value)])
    assert (session.state.chances, session.game.log) == (chances, log)
    session.rule(chosen.number, seen.value, WHY)
    fresh = [each for each in session.game.log[len(log) :] if type(each) is DieRolled and not each.again]
    assert fresh
    assert [(each.kind, words_of(each.text)) for each in seen.asked] == [
        ("chance", f"D6: {fresh[0].purpose}")
    ]


# --- by a die --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "comes_off"), [(5, True), (4, False)])
def test_a_chance_is_recorded_with_its_estimates_before_the_die(face: int, comes_off: bool) -> None:
    session, judgement = judged([face])
    throw = Throw(60, 10, {"Ash": 40, "Bey": 80}, "succeeds")
    events = rule_by_chance(session, judgement, throw, WHY, "Ada", Nobody()).events
    given = of_kind(events, OrderGiven)[0]
    assert given.arguments["estimates"] == {"Ash": 40, "Bey": 80}
    assert given.number < of_kind(events, DieRolled)[0].number < of_kind(events, Concluded)[0].number
    assert bool(of_kind(events, Ruled)) is comes_off
    assert (session.state.pieces["ald-frigates"].place == "narrows") is comes_off
    report = findings(session.game.log)
    assert report.findings == []
    assert any("60 % used, estimates: Ash 40 %, Bey 80 %" in notice for notice in report.notices)
    again = Game.from_events("again", session.game.log)
    assert table(again.state) == table(session.state)


def test_what_is_ruled_otherwise_when_the_chance_does_not_come_off() -> None:
    session, judgement = judged([4])
    rule_by_chance(session, judgement, Throw(60, 10, {}, "succeeds", "succeeds in part"), WHY, "", Nobody())
    [question] = session.pending()
    assert words_of(question.text, "freeform") == "Move ald-frigates to narrows?"
    session.decide(True, "Ada", "Half of them")
    assert findings(session.game.log).findings == []


def test_no_die_is_thrown_for_what_could_not_be_ruled() -> None:
    session, judgement = judged([4])
    log = list(session.game.log)
    for throw, part in (
        (Throw(60, 10, {}, "succeeds", "sinks"), "can be ruled one of"),
        (Throw(60, 10, {}), "--if-yes"),
        (Throw(65, 10, {}, "succeeds"), "in tens"),
        (Throw(60, 10, {"Ash": 101}, "succeeds"), "from 0 to 100"),
    ):
        with pytest.raises(BadData, match=part):
            rule_by_chance(session, judgement, throw, WHY, "", Nobody())
    with pytest.raises(BadData, match="reason"):
        rule_by_chance(session, judgement, Throw(60, 10, {}, "succeeds"), " ", "", Nobody())
    assert session.game.log == log
    rule_by_chance(session, judgement, Throw(60, 10, {}, "succeeds"), WHY, "", Nobody())


def test_a_chance_on_no_event_is_thrown_for_and_kept() -> None:
    session = freeform(dice=ScriptedDice([41]))
    events = told(session, "chance", subject="Does the dam hold?", percent=60, die=100)
    assert words_of(of_kind(events, Concluded)[0].result).startswith("yes (rolled 41, needed 41 or more")


def test_forged_rulings_are_found() -> None:
    session, judgement = judged([5])
    events = rule_by_chance(
        session, judgement, Throw(60, 10, {"Ash": 60}, "succeeds"), WHY, "", Nobody()
    ).events
    ruled, given = of_kind(events, Ruled)[0], of_kind(events, OrderGiven)[0]
    log = session.game.log

    def found(event: Event, **changes: Any) -> list[str]:
        forged = [altered(each, **changes) if each is event else each for each in log]
        return [finding.message for finding in findings(forged).findings]

    assert any("says succeeds, not fails" in each for each in found(ruled, value="fails"))
    assert any(
        "not a roll, look-up or argument" in each for each in found(ruled, decided_by=(judgement.procedure,))
    )
    assert any("not a roll, look-up or argument" in each for each in found(ruled, decided_by=(9999,)))
    assert found(ruled, because="") == ["A ruling needs a reason."]
    assert any("passes over" in each for each in found(ruled, decided_by=()))
    assert found(given, arguments={**given.arguments, "percent": 20})
    moved = of_kind(events, PieceMoved)[0]
    assert found(moved, to="ocean")


def test_a_side_does_not_learn_from_a_ruling_how_much_it_did_not_see() -> None:
    session, judgement = judged([5])
    adopt_rule(session, "H1", "Fog", WHY)
    rule_by_chance(session, judgement, Throw(60, 10, {}, "succeeds"), WHY, "", Nobody())
    for view in see_log(session.game.log, "verrin"):
        assert "decided_by" not in view.fields
        assert "concerns" not in (view.fields.get("arguments") or {})
