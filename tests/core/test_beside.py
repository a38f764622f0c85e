"""Orders given while another order waits for an answer, and secret orders of which others see some."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.chances.positions import play_on, position_at
from adjudication.engine.orders import Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from domain.errors import BadData, NotFound, Refused
from domain.events import OrderGiven
from domain.game.game import Game
from domain.table.dice import ScriptedDice
from domain.views.view import see_log
from tests.core.games import altered, answer_at_random, findings, new_game, seat, table
from tests.toys import talks
from tests.words import words_of

NAME = talks.NAME
TALK = Order("west", "talk", {"to": "east", "goats": 3})


def asked_where() -> Session:
    """East is asked where it raids."""
    session = seat(new_game((NAME, {})))
    session.begin()
    session.order(Order("", "next"))
    return session


def questions(session: Session) -> list[tuple[str, str, int]]:
    return [(each.side, words_of(each.text), each.order) for each in session.pending()]


def test_an_order_is_given_beside_a_question() -> None:
    session = asked_where()
    main = session.game.open_procedure()
    assert main is not None
    assert {order.name for order in session.legal()} == {"talk"}
    outcome = session.order(TALK)
    talk = outcome.events[0].number
    assert questions(session) == [
        ("east", "Take 3 goats of west?", talk),
        ("east", "Where do you raid?", main.number),
    ]
    assert list(outcome.questions) == [session.pending()[0]]
    session.decide(True, side="east", order=talk)
    assert session.state.track("goats-east") == 9
    assert questions(session) == [("east", "Where do you raid?", main.number)]
    session.decide("wells")
    assert session.pending()[0].options == tuple(range(10)), "the goats can be staked that were just given"
    session.decide(9)
    assert not findings(session.game.log).findings


def test_the_order_that_waited_can_be_answered_first() -> None:
    session = asked_where()
    talk = session.order(TALK).events[0].number
    with pytest.raises(BadData, match=rf"Orders {talk} and \d+ both ask east; say which one is answered\."):
        session.decide(True, side="east")
    main = session.pending()[1].order
    session.decide("wells", side="east", order=main)
    session.decide(2, side="east", order=main)
    with pytest.raises(BadData, match=r"Several sides are asked \(east, west\); say which one answers\."):
        session.decide(False)
    session.decide("market", side="west")
    session.decide(False, side="east")
    session.decide(1)
    assert not session.pending()
    assert not findings(session.game.log).findings
    with pytest.raises(NotFound, match="Nothing is asked"):
        session.decide(1)


def with_talk(session: Session, **changes: Any) -> Session:
    """The session with other rules for talks."""
    talk = session.system.orders["talk"]._replace(**changes)
    session.system = replace(session.system, orders={**session.system.orders, "talk": talk})
    return session


def rob(umpire: Umpire, order: object) -> None:
    umpire.score("goats-east", -6, rule=f"{NAME} 2")


def test_an_order_beside_may_not_break_the_one_that_waits() -> None:
    """East is asked how many goats it stakes; were all taken away there would be nothing to ask."""
    session = asked_where()
    session.decide("wells")
    before = list(session.game.log)
    with pytest.raises(
        Refused,
        match=r"Order 11 \(next\) would no longer ask east what it asks now",
    ):
        with_talk(session, procedure=rob).order(TALK)
    assert session.game.log == before
    assert session.pending()[0].side == "east"


def test_who_may_not_know_of_the_order_that_waits_is_not_told_of_it() -> None:
    session = asked_where()
    session.decide("wells")
    session.state.procedures[11] = altered(session.state.procedures[11], audience=("east",))  # type: ignore[assignment]
    with pytest.raises(Refused, match=r"^That cannot be ordered while another order is adjudicated"):
        with_talk(session, procedure=rob).order(TALK)


def test_an_answer_may_not_break_the_order_beside() -> None:
    """A talk that asks only a side with goats: the answer that would take them is refused until then."""
    session = with_talk(asked_where(), procedure=if_any)
    session.order(TALK)
    talk, main = (each.order for each in session.pending())
    session.decide("wells", side="east", order=main)
    session.decide(6, side="east", order=main)
    session.decide("market", side="west")
    before = list(session.game.log)
    session.dice = ScriptedDice([1, 1])
    with pytest.raises(Refused, match=rf"Order {talk} \(talk\) would not wait for its answer any more"):
        session.decide(0, side="west")
    assert session.game.log == before
    assert questions(session)[0] == ("east", "Still there?", talk)


def if_any(umpire: Umpire, order: object) -> None:
    if umpire.state.track("goats-east"):
        umpire.choose("east", "Still there?", [True, False], rule=f"{NAME} 2")


def test_other_orders_and_other_phases_are_refused() -> None:
    session = asked_where()
    with pytest.raises(Refused, match=r"Order \d+ \(next\) still waits for an answer; `answer` first\.$"):
        session.order(Order("east", "ambush", {"area": "wells", "strength": 1}))
    with_talk(session, during=("winter",))
    with pytest.raises(Refused, match=r"talk may be given meanwhile in: winter\.$"):
        session.order(TALK)
    assert not session.legal()


def what_is_refused(act: Callable[[], object]) -> str:
    try:
        act()
    except Refused as refused:
        return refused.sentence
    return ""


def test_random_talks_beside_random_questions() -> None:
    """Orders and answers in any course: each is resumed from the log alone, and all pass the audit."""
    beside = sum(random_course(seed) for seed in range(12))
    assert beside > 10


def random_course(seed: int) -> int:
    chance = random.Random(seed)
    session = seat(new_game((NAME, {})))
    session.begin()
    beside = 0
    while session.state.verdict is None or session.state.procedures:
        session = seat(Game.from_events(session.game.id, session.game.log))
        asked, legal = session.pending(), session.legal()
        if asked and (not legal or chance.random() < 0.5):
            question = asked[chance.randrange(len(asked))]
            answer = answer_at_random(question, chance)
            decide = partial(session.decide, answer.value, "policy")
            told = what_is_refused(partial(decide, side=question.side, order=question.order))
        else:
            beside += bool(asked)
            told = what_is_refused(partial(session.order, legal.sample(chance), "policy"))
        assert not told or (asked and re.search("could not go on|would not (wait|ask)", told))
        assert len(session.game.log) < 400
    assert not findings(session.game.log).findings
    assert table(Game.from_events(session.game.id, session.game.log).state) == table(session.state)
    return beside


def test_the_audit_finds_an_order_that_may_not_stand_beside() -> None:
    session = asked_where()
    session.order(TALK)
    log = list(session.game.log)
    given = log[-2]
    assert isinstance(given, OrderGiven)
    forged = altered(given, order="ambush", side="west", audience=("west",), shown=("area",))
    report = findings([forged if each is given else each for each in log])
    assert any("was still waiting for an answer" in finding.message for finding in report.findings)


def test_an_order_beside_can_be_taken_back_alone() -> None:
    session = asked_where()
    before = table(session.state)
    talk = session.order(TALK).events[0].number
    session.take_back(talk, "The envoy never left")
    assert table(session.state) == before
    assert questions(session) == [("east", "Where do you raid?", talk - 1)]
    session.decide("wells")
    assert not findings(session.game.log).findings


def test_odds_and_play_outs_from_the_middle() -> None:
    session = asked_where()
    found = odds(session.system, session.state, [TALK], "white")
    assert found.exact
    assert {option.answer for choice in found.choices for option in choice.options} == {True, False}
    with pytest.raises(Refused, match="still waits"):
        odds(session.system, session.state, [Order("", "next")], "white")
    session.order(TALK)
    position = position_at(session.game.log, len(session.game.log))
    endings = {play_on(session.system, position, RandomPolicy(), "east", seed).winner for seed in range(10)}
    assert len(endings) > 1


def test_of_a_secret_order_others_see_what_is_shown() -> None:
    session = seat(new_game((NAME, {})))
    session.begin()
    session.order(Order("east", "ambush", {"area": "wells", "strength": 2}), "Amina")
    (given,) = [e for e in session.game.log if isinstance(e, OrderGiven) and e.order == "ambush"]
    assert (given.audience, given.shown) == (("east",), ("area",))

    def seen(viewer: str) -> list[dict[str, object]]:
        return [line.fields for line in see_log(session.game.log, viewer) if line.event == "order-given"][1:]

    assert seen("west") == [{"side": "east", "order": "ambush", "arguments": {"area": "wells"}}]
    assert seen("east")[0]["arguments"] == {"area": "wells", "strength": 2}
    for shown in ((), ("area", "strength")):
        report = findings([altered(e, shown=shown) if e is given else e for e in session.game.log])
        assert any("shows area to others" in finding.message for finding in report.findings)
