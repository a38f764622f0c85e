"""Freeform: its few rules, whole random games, and what the white cell judges."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from adjudication.engine.games.scenario import load_scenario, scenario_names
from adjudication.engine.games.systems import load, names
from adjudication.engine.orders import Order
from adjudication.engine.register import coverage
from adjudication.engine.session import Session
from cli.game import rules
from domain.errors import IllegalOrder, Refused
from domain.events import Chosen, PieceMoved, VerdictReached
from domain.views.view import see, see_log
from tests.cli.conftest import Cell
from tests.core.games import SECRET, findings
from tests.seminar.games import act, freeform, go_on, of_kind


def move(session: Session, piece: str, to: str, side: str) -> None:
    session.order(Order(side, "move", {"piece": piece, "to": to}))


def refusal(session: Session, order: Order) -> IllegalOrder:
    log = list(session.game.log)
    with pytest.raises(IllegalOrder) as refused:
        session.order(order)
    assert session.game.log == log
    return refused.value


def test_it_is_found_with_its_scenarios() -> None:
    assert "freeform" in names()
    assert scenario_names("freeform") == ["cables", "ford", "strait", "strait-orders"]
    assert len(load_scenario("freeform", "strait").sides) == 3
    assert load("freeform").default_scenario == "strait"


@pytest.mark.rule("freeform 1.1", "freeform 1.2", "freeform 5.1")
def test_three_phases_a_turn_and_a_judgement_at_the_end() -> None:
    session = freeform("ford")
    phases = [(session.state.turn, session.state.phase)]
    for _ in range(5):
        go_on(session)
        phases.append((session.state.turn, session.state.phase))
    assert phases == [(turn, phase) for turn in (1, 2) for phase in ("planning", "discussion", "assessment")]
    assert refusal(session, Order("north", "proceed")).rule == "freeform 1.1"
    go_on(session)
    [question] = session.pending()
    assert question.options == ("north", "south", "nobody")
    session.decide("south", "Ada", "The herd drank")
    [verdict] = of_kind(session.game.log, VerdictReached)
    assert (verdict.winner, verdict.scores) == ("south", {"north": 0, "south": 0})
    assert findings(session.game.log, SECRET).findings == []


@pytest.mark.rule("freeform 5.1")
def test_it_may_have_served_nobody() -> None:
    session = freeform("ford", turns=1)
    for _ in range(3):
        go_on(session)
    session.decide("nobody", "Ada", "All lost")
    assert session.state.verdict is not None
    assert session.state.verdict.winner == ""


@pytest.mark.rule("freeform 2.1")
def test_a_piece_moves_once_a_turn_to_an_area_beside_it_in_planning() -> None:
    session = freeform()
    move(session, "ald-frigates", "narrows", "aldmark")
    assert session.state.pieces["ald-frigates"].place == "narrows"
    for order, code in (
        (Order("aldmark", "move", {"piece": "ald-frigates", "to": "aldport"}), "moved"),
        (Order("aldmark", "move", {"piece": "ald-brigade", "to": "ocean"}), "reach"),
        (Order("aldmark", "move", {"piece": "ald-brigade", "to": "reserve"}), "reach"),
        (Order("aldmark", "move", {"piece": "ver-destroyers", "to": "outer-banks"}), "piece"),
        (Order("aldmark", "move", {"piece": "dragon", "to": "outer-banks"}), "piece"),
        (Order("", "move", {"piece": "ald-brigade", "to": "aldport"}), "piece"),
    ):
        assert refusal(session, order).code == code
    go_on(session)
    assert (
        refusal(session, Order("aldmark", "move", {"piece": "ald-brigade", "to": "aldport"})).code == "phase"
    )
    go_on(session)
    go_on(session)
    move(session, "ald-frigates", "aldport", "aldmark")


@pytest.mark.rule("freeform 2.2")
def test_by_the_option_a_piece_moves_anywhere_on_the_board() -> None:
    session = freeform(free_movement=True)
    move(session, "ald-frigates", "ocean", "aldmark")
    wrong = refusal(session, Order("aldmark", "move", {"piece": "ald-brigade", "to": "reserve"}))
    assert (wrong.code, wrong.rule) == ("reach", "freeform 2.2")


@pytest.mark.rule("freeform 3.1")
def test_an_action_is_stated_in_discussion_as_often_as_the_option_says() -> None:
    session = freeform(actions=2)
    assert refusal(session, Order("aldmark", "act", {"intent": "Sail"})).code == "phase"
    go_on(session)
    for order, code in (
        (Order("aldmark", "act", {"intent": "  "}), "intent"),
        (Order("aldmark", "act", {"intent": "x" * 5000}), "intent"),
        (Order("", "act", {"intent": "Sail"}), "side"),
        (Order("aldmark", "act", {"intent": "Sail", "moves": [{"ald-frigates": "ocean"}]}), "reach"),
        (Order("aldmark", "act", {"intent": "Sail", "moves": [{"ver-envoy": "narrows"}]}), "piece"),
        (Order("aldmark", "act", {"intent": "Sail", "moves": [{"ald-envoy": "narrows"}] * 2}), "moves"),
    ):
        assert refusal(session, order).code == code
    for _ in range(2):
        act(session, "aldmark", "Sail")
        session.decide("fails", "Ada", "No wind")
    assert refusal(session, Order("aldmark", "act", {"intent": "Sail"})).code == "actions"
    act(session, "verrin", "Wait")


@pytest.mark.rule("freeform 3.2", "freeform 3.3")
@pytest.mark.parametrize(
    ("outcome", "answers", "moved"),
    [
        ("succeeds", [], {"ald-frigates", "ald-envoy"}),
        ("fails", [], set()),
        ("succeeds in part", [True, False], {"ald-frigates"}),
        ("succeeds in part", [False, True], {"ald-envoy"}),
    ],
)
def test_the_white_cell_judges_with_a_reason_and_the_moves_follow(
    outcome: str, answers: list[bool], moved: set[str]
) -> None:
    session = freeform()
    go_on(session)
    act(session, "aldmark", "Sail", "ald-frigates:narrows", "ald-envoy:narrows")
    [question] = session.pending()
    assert (question.side, question.kind, question.rule) == ("white", "judgement", "freeform 3.2")
    with pytest.raises(Refused, match="reason"):
        session.decide(outcome)
    session.decide(outcome, "Ada", "It is so")
    for answer in answers:
        session.decide(answer, "Ada", "So too")
    assert not session.pending()
    assert {event.piece for event in of_kind(session.game.log, PieceMoved)} == moved
    assert findings(session.game.log, SECRET).findings == []


@pytest.mark.rule("freeform 4.1")
def test_in_assessment_nothing_is_ordered_but_its_end() -> None:
    session = freeform()
    go_on(session)
    go_on(session)
    assert [order.name for order in session.legal()] == ["proceed"]
    wrong = refusal(session, Order("aldmark", "move", {"piece": "ald-brigade", "to": "aldport"}))
    assert wrong.rule == "freeform 4.1"
    assert refusal(session, Order("aldmark", "act", {"intent": "Sail"})).rule == "freeform 4.1"


def test_a_hidden_piece_is_known_to_its_side_alone() -> None:
    session = freeform()
    move(session, "ver-submarine", "outer-banks", "verrin")
    go_on(session)
    act(session, "verrin", "The boat surfaces", "ver-submarine:ocean")
    session.decide("succeeds in part", "Ada", "In sight of nobody")
    session.decide(True, "Ada", "It dived again")
    for side in ("aldmark", "council"):
        text = msgspec.json.encode([*see_log(session.game.log, side), see(session.state, side)]).decode()
        assert "ver-submarine" not in text
        assert "Boat 17" not in text
        assert '"known":false' in text


def test_every_rule_has_its_test() -> None:
    tests = rules.tests_folder()
    assert tests is not None
    assert coverage("freeform", rules.tested_rules(tests))["untested"] == []


@pytest.mark.rule("freeform 5.1")
def test_the_verdict_has_the_reason_that_the_white_cell_gave() -> None:
    session = freeform("ford", turns=1)
    for _ in range(3):
        go_on(session)
    session.decide("south", "Ada", "The herd drank\nin the end")
    [verdict] = of_kind(session.game.log, VerdictReached)
    assert verdict.reason == "The herd drank\nin the end"


@pytest.mark.rule("freeform 5.1")
def test_a_ruling_on_the_verdict_brings_its_own_reason() -> None:
    session = freeform("ford", turns=1)
    for _ in range(3):
        go_on(session)
    session.decide("south", "Ada", "The herd drank")
    [chosen] = of_kind(session.game.log, Chosen)
    session.rule(chosen.number, "north", "The count was wrong", "Ada")
    assert session.state.verdict is not None
    assert (session.state.verdict.winner, session.state.verdict.reason) == ("north", "The count was wrong")
    assert findings(session.game.log, SECRET).findings == []


@pytest.mark.parametrize("told", ["status", "log", "brief", "aar", "compare", "read-model"])
def test_the_reason_of_the_verdict_is_told_everywhere(empty: Cell, told: str) -> None:
    reason = "The herd drank"
    empty.done("new", "freeform", "--scenario", "ford", "--name", "one", "--option", "turns=1", "--seed", "3")
    empty.done("roster", "Ada", "--role", "facilitator")
    for _ in range(3):
        empty.done("next")
    empty.done("answer", "south", "--because", reason)
    match told:
        case "brief" | "aar":
            words = ("brief", "north") if told == "brief" else ("aar",)
            empty.done(*words, "--out", "page.html")
            text = Path("page.html").read_text()
        case "compare":
            empty.done("fork", "--at", "10", "--name", "two")
            text = empty.done("compare", "one", "two").out
        case "read-model":
            empty.done("read-model", "out.db")
            [[text]] = sqlite3.connect("out.db").execute("select verdict from games").fetchall()
        case "log":
            lines = empty.done("log").out.splitlines()
            text = next(line for line in lines if "Winner: " in line)
        case _:
            text = empty.done(told).out
    assert reason in text


def test_an_illegal_order_is_refused_for_its_true_reason(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait")
    said = empty.refused("order", "move", "piece=ald-frigates", "to=nowhere")
    assert "nowhere" in said
    assert "--side" not in said
    assert "there is no space" in said
    assert "there is no piece 'x'" in empty.refused("order", "move", "piece=x", "to=narrows")
    refused = empty.refused("order", "act", "intent=They sail")
    assert refused == empty.refused("order", "act", "intent=They sail", "--side", "verrin")
    assert "Actions are stated in the discussion phase" in refused
    empty.done("next")
    assert "Say whose order it is with --side" in empty.refused("order", "act", "intent=They sail")
    moved = empty.done("order", "act", "intent=They sail", "moves=ald-frigates:narrows", "--json").json
    assert moved["pending"][0]["text"].startswith("Aldmark: They sail")
    assert empty.refused("order", "mvoe", "piece=x").startswith("Freeform has no order 'mvoe'")


def test_play_takes_the_policy_that_the_system_has(empty: Cell) -> None:
    assert empty.done("play", "freeform", "--seed", "1", "--json").json["policy"] == "random"
    assert empty.done("play", "toy-cards", "--json").json["policy"] == "random"
    assert "it has: random" in empty.refused("play", "freeform", "--policy", "sensible")
