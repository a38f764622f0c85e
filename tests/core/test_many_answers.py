"""Questions and orders with too many answers to list, in all that is done with a game."""

import random
from typing import Any

import pytest

from adjudication.chances.odds import MOST_OPTIONS, Answers, odds
from adjudication.chances.playout import Playout, luck_of
from adjudication.chances.positions import play_on, position_at
from adjudication.engine.choices import Allotment, Choices, Subset
from adjudication.engine.games.systems import load
from adjudication.engine.orders import OpenOrder, Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.questions import Answer, Question
from adjudication.engine.session import Session
from domain.errors import BadData, IllegalOrder
from domain.events import Chosen, OrderGiven
from domain.table.state import State
from tests.core.games import altered, findings, new_game, random_people, seat
from tests.toys import strikes
from tests.words import words_of

NAME = strikes.NAME
SHIELDS = [f"shield-{n}" for n in range(1, 7)]
LIGHT = [f"light-{n}" for n in range(1, 7)]


class Screening:
    """Answers the first question of a turn: nothing is held back."""

    def answer(self, question: Question, state: State) -> Answer | None:
        return Answer([]) if words_of(question.text).startswith("What do you hold") else None


def at_the_strike() -> Session:
    """All six shields guard the port, and Blue is to strike."""
    session = seat(new_game((NAME, {})), Screening())
    session.begin()
    posts = [{"shield": f"shield-{n}", "target": "port"} for n in range(1, 7)]
    session.order(Order("red", "screen", {"posts": posts}))
    return session


def strike(session: Session, salvoes: list[str]) -> None:
    session.order(Order("blue", "strike", {"target": "port", "salvoes": salvoes}))


def test_orders_that_choose_are_one_line_and_reach_rule_code_as_forms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = at_the_strike()
    legal = session.legal()
    assert [order.name for order in legal] == ["strike", "strike", "pass"]
    line = legal[0]
    assert isinstance(line, OpenOrder)
    assert line.fixed() == {"target": "port"}
    assert line.choices.size == 9 + 36 + 84 + 126
    assert line.arguments["salvoes"] in line.choices
    given: list[Any] = []
    kind = session.system.orders["screen"]
    monkeypatch.setitem(
        session.system.orders,
        "screen",
        kind._replace(procedure=lambda umpire, order: given.append(order)),
    )
    posts = [{"shield": "shield-1", "target": "port"}]
    again = seat(new_game((NAME, {})))
    again.begin()
    again.order(Order("red", "screen", {"posts": posts}))
    assert given == [strikes.Screen("red", (strikes.Post("shield-1", "port"),))]


@pytest.mark.parametrize(
    ("chosen", "refusal"),
    [
        (["heavy-1", "heavy-2", "light-1"], "These salvoes weigh 7; a wave carries 6."),
        (LIGHT[:5], "Choose 1 to 4, not 5."),
        ([], "Choose 1 to 4, not none."),
        (["light-1", "light-1"], "light-1 is named twice."),
        (["shield-1"], "shield-1 cannot be chosen here; these can: light-1"),
    ],
)
def test_a_strike_off_the_list_is_refused_and_nothing_is_written(chosen: list[str], refusal: str) -> None:
    session = at_the_strike()
    before = list(session.game.log)
    order = Order("blue", "strike", {"target": "port", "salvoes": chosen})
    with pytest.raises(IllegalOrder, match=refusal) as refused:
        session.order(order)
    assert refused.value.rule == f"{NAME} 4"
    assert session.game.log == before
    assert order not in session.legal()
    told = session.legal().refusal(order)
    assert refusal in str(told)


def test_an_argument_that_the_form_does_not_have_is_refused() -> None:
    session = at_the_strike()
    arguments = {"target": "port", "salvoes": ["light-1"], "escort": "heavy-1"}
    with pytest.raises(IllegalOrder, match="strike does not take that: it has no escort"):
        session.order(Order("blue", "strike", arguments))


def test_membership_is_checked_without_listing() -> None:
    session = at_the_strike()
    order = Order("blue", "strike", {"target": "port", "salvoes": ["light-2", "heavy-1"]})
    nths = Choices.__iter__

    def never(self: Choices) -> Any:
        raise AssertionError("the answers were listed")

    try:
        Choices.__iter__ = never  # type: ignore[method-assign]
        assert session.legal().refusal(order) == ""
    finally:
        Choices.__iter__ = nths  # type: ignore[method-assign]
    assert Order("blue", "pass") in session.legal()
    assert Order("red", "pass") not in session.legal()
    assert session.legal().refusal(Order("red", "strike", order.arguments)) is None


def test_shields_are_allotted_by_the_side_that_is_asked() -> None:
    session = at_the_strike()
    strike(session, LIGHT[:4])
    (question,) = session.pending()
    assert isinstance(question.options, Allotment)
    assert question.options.size == 5**6
    before = list(session.game.log)
    with pytest.raises(BadData, match=r"shield-1 may be allotted to one of light-1, .*, not light-5\."):
        session.decide({"shield-1": "light-5"})
    crowd = dict.fromkeys(["shield-1", "shield-2", "shield-3"], "light-1")
    with pytest.raises(BadData, match=r"Only two shields can meet light-1\."):
        session.decide(crowd)
    assert session.game.log == before
    session.decide({"shield-6": "light-1", "shield-2": "light-3"})
    chosen = [event for event in session.game.log if isinstance(event, Chosen)][-1]
    assert list(chosen.value.items()) == [("shield-2", "light-3"), ("shield-6", "light-1")]
    (question,) = session.pending()
    assert isinstance(question.options, Subset)
    session.decide([])
    assert session.state.phase == "screen"
    assert not findings(session.game.log).findings


def test_of_nothing_to_choose_from_nothing_is_asked() -> None:
    session = at_the_strike()
    session.order(Order("blue", "strike", {"target": "airfield", "salvoes": ["light-1"]}))
    assert not session.pending()
    assert [event.question for event in session.game.log if isinstance(event, Chosen)] == [
        "What do you hold back?",
        "What do you hold back?",
    ]


def test_the_audit_finds_what_was_not_offered() -> None:
    session = at_the_strike()
    strike(session, LIGHT[:2])
    session.decide({"shield-1": "light-1", "shield-2": "light-1", "shield-3": "light-2"})
    while session.pending():
        session.decide([])
    log = session.game.log
    assert not findings(log).findings
    given = next(e for e in log if isinstance(e, OrderGiven) and e.order == "strike")
    met = next(e for e in log if isinstance(e, Chosen) and isinstance(e.value, dict))
    heavy = {**given.arguments, "salvoes": ["heavy-1", "heavy-2", "heavy-3"]}
    for event, other, told in (
        (given, altered(given, arguments=heavy), "These salvoes weigh 9; a wave carries 6."),
        (met, altered(met, value=dict.fromkeys(met.value, "light-1")), "does not give this event"),
        (met, altered(met, value={"shield-1": "light-3"}), "does not give this event"),
    ):
        report = findings([other if each is event else each for each in log])
        assert any(each.event == event.number and told in each.message for each in report.findings)


def test_odds_try_some_answers_and_say_of_how_many() -> None:
    session = at_the_strike()
    order = Order("blue", "strike", {"target": "port", "salvoes": LIGHT[:2]})
    found = odds(session.system, session.state, [order], "white")
    assert found.exact
    shields, losses = found.choices
    assert shields.of == 3**6
    assert len(shields.options) == MOST_OPTIONS
    assert sum(option.assumed for option in shields.options) == 1
    offered = Allotment(dict.fromkeys(SHIELDS, LIGHT[:2]))
    assert all(option.answer in offered for option in shields.options)
    assert {len(option.answer) for option in losses.options} == {0, 1, 2}
    nobody = found.probability(lambda outcome: outcome.tracks.get("damage", 0) == 2)
    assert nobody == pytest.approx((4 / 6) ** 2)

    text = "Which salvo does each shield meet? (target port)"
    met: Answers = {("", text): "shield-1:light-1,shield-2:light-1"}
    guarded = odds(session.system, session.state, [order], "white", met)
    assert guarded.probability(lambda outcome: outcome.tracks.get("damage", 0) == 2) == 0
    with pytest.raises(BadData, match=r"Only two shields can meet light-1"):
        odds(session.system, session.state, [order], "white", {("", text): "1:1,2:1,3:1"})
    heavy = Order("blue", "strike", {"target": "port", "salvoes": ["heavy-1", "heavy-2", "heavy-3"]})
    with pytest.raises(IllegalOrder, match="weigh 9"):
        odds(session.system, session.state, [heavy], "white")


def test_few_answers_are_all_tried() -> None:
    session = at_the_strike()
    order = Order("blue", "strike", {"target": "port", "salvoes": LIGHT[:1]})
    (question, *_) = odds(session.system, session.state, [order], "white").choices
    assert question.of == 2**6  # two at most of six, or nobody: 22 of them fit
    fewer = seat(new_game((NAME, {})), Screening())
    fewer.begin()
    posts = [{"shield": f"shield-{n}", "target": "port"} for n in range(1, 4)]
    fewer.order(Order("red", "screen", {"posts": posts}))
    (question, *_) = odds(fewer.system, fewer.state, [order], "white").choices
    assert question.of == 0
    assert len(question.options) == 7


def test_it_is_played_on_from_any_question_and_in_studies() -> None:
    session = at_the_strike()
    strike(session, LIGHT[:4])
    position = position_at(session.game.log, len(session.game.log))
    endings = {
        play_on(session.system, position, RandomPolicy(), "red", seed).tracks["damage"] for seed in range(12)
    }
    assert len(endings) > 1
    state = seat(new_game((NAME, {})), random_people(1)).state
    dice, chance = luck_of(4)
    playout = Playout(load(NAME), state, RandomPolicy(), dice, chance)
    playout.begin()
    assert playout.play().verdict is not None


def test_random_orders_take_any_line_and_any_answer() -> None:
    legal = at_the_strike().legal()
    chance = random.Random(1)
    drawn = [legal.sample(chance) for _ in range(600)]
    assert all(type(order) is Order for order in drawn)
    assert all(order in legal for order in drawn)
    names = [order.arguments.get("target") for order in drawn]
    assert all(140 < names.count(name) < 260 for name in ("port", "airfield", None))
    assert {len(order.arguments["salvoes"]) for order in drawn if order.name == "strike"} == {1, 2, 3, 4}


def test_a_ruling_on_an_allotment_is_held_against_what_was_offered() -> None:
    session = at_the_strike()
    strike(session, LIGHT[:2])
    session.decide({"shield-1": "light-1"})
    chosen = [event for event in session.game.log if isinstance(event, Chosen)][-1]
    with pytest.raises(BadData, match="Only two shields can meet light-2"):
        session.rule(chosen.number, dict.fromkeys(["shield-1", "shield-2", "shield-3"], "light-2"), "no")
    session.rule(chosen.number, {"shield-2": "light-2"}, "he meant the other one")
    session.decide([])
    assert not findings(session.game.log).findings
