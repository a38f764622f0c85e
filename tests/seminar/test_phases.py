"""Phases that a scenario names itself: their order, who acts, what they ask, and faults in their file."""

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

from adjudication.engine.games.scenario import load_scenario
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.seminar.asked import wanted, wanted_of
from adjudication.seminar.forms import sending
from adjudication.seminar.secret_orders import check_sealing
from domain.errors import BadData, IllegalOrder, Refused
from domain.events import AnswersOpened, Chosen, PhaseEntered
from domain.views.view import see_log
from tests.cli.conftest import Cell
from tests.core.games import SECRET, findings
from tests.seminar.games import act, freeform, go_on, of_kind

OWN = "strait-orders"


def at(session: Session, phase: str) -> Session:
    """The game gone on to that phase of its first turn."""
    while session.state.phase != phase:
        go_on(session)
    return session


def end_assessment(session: Session) -> None:
    """End the assessment, all its questions answered."""
    go_on(session)
    for side in ("aldmark", "verrin", "council"):
        session.decide("wait", side=side)
    session.decide("nobody", "Ada", "All waited")


@pytest.mark.rule("freeform 1.3")
def test_a_turn_has_the_phases_that_the_scenario_names_and_some_only_in_their_turns() -> None:
    session = freeform(OWN, turns=2)
    for _ in range(2):
        at(session, "assessment")
        end_assessment(session)
    entered = of_kind(session.game.log, PhaseEntered)
    assert [(each.turn, each.phase) for each in entered] == [
        (1, "briefing"),
        (1, "orders"),
        (1, "adjudication"),
        (1, "assessment"),
        (2, "orders"),
        (2, "adjudication"),
        (2, "assessment"),
    ]
    assert {each.rule for each in entered} == {"freeform 1.3", "freeform 1.2"}
    [served] = session.pending()
    assert served.rule == "freeform 5.1"
    session.decide("nobody", "Ada", "It ended as it began")
    assert findings(session.game.log, SECRET).findings == []


@pytest.mark.rule("freeform 1.4")
def test_sides_do_what_the_phase_says_and_nothing_else() -> None:
    session = at(freeform(OWN), "orders")
    sailing = Order("aldmark", "move", {"piece": "ald-frigates", "to": "narrows"})
    assert {order.name for order in session.legal()} == {"proceed"}
    for order in (sailing, Order("aldmark", "act", {"intent": "Sail"})):
        with pytest.raises(
            IllegalOrder, match=r"Aldmark can .* in: adjudication; the phase is now orders\. \(freeform 1\.4"
        ):
            session.order(order)
    check_sealing(session.state, "aldmark", [sailing])
    go_on(session)
    with pytest.raises(Refused, match=r"Aldmark submits orders in orders; this is adjudication\."):
        check_sealing(session.state, "aldmark", [sailing])
    session.order(sailing)
    act(session, "verrin", "Close the Narrows")
    session.decide("fails", "Ada", "Nobody turned back")
    assert session.state.pieces["ald-frigates"].place == "narrows"


@pytest.mark.rule("freeform 1.4")
def test_a_phase_may_let_some_sides_act_and_others_not(tmp_path: Path) -> None:
    session = own_game(tmp_path, [{"name": "raid", "do": {"verrin": ["move"], "aldmark": ["act"]}}])
    assert {(order.side, order.name) for order in session.legal()} == {
        ("verrin", "move"),
        ("aldmark", "act"),
        ("", "proceed"),
    }
    with pytest.raises(IllegalOrder, match="Council of the Straits can move pieces in no phase of this turn"):
        session.order(Order("council", "move", {"piece": "cou-pilots", "to": "narrows"}))


@pytest.mark.rule("freeform 1.5")
def test_what_a_phase_asks_is_answered_before_the_next_begins() -> None:
    session = at(freeform(OWN), "assessment")
    assert [(each.ask.text or each.ask.note, each.missing) for each in wanted(session.game)] == [
        ("What will you do first if the strait is closed", ("aldmark", "verrin", "council")),
        ("Who gained the initiative", ("white",)),
        ("insight", ("white",)),
    ]
    go_on(session)
    assert {question.side for question in session.pending()} == {"aldmark", "verrin", "council"}
    session.decide("escort", side="verrin")
    assert [view.event for view in see_log(session.game.log, "aldmark")][-1] == "order-given"
    session.decide("wait", side="aldmark")
    session.decide("wait", side="council")
    assert see_log(session.game.log, "aldmark")[-1].fields["answers"]["verrin"] == "escort"
    [question] = session.pending()
    assert (question.side, question.kind) == ("white", "judgement")
    session.decide("Verrin", "Ada", "It moved first")
    assert (session.state.turn, session.state.phase) == (2, "orders")
    assert [each.rule for each in of_kind(session.game.log, AnswersOpened)] == ["freeform 1.5"]


@pytest.mark.rule("freeform 1.5")
def test_an_answer_may_be_words_and_may_stay_secret(tmp_path: Path) -> None:
    asks = [{"of": "verrin", "text": "What do you fear", "secret": True}, {"text": "How is the mood"}]
    session = own_game(tmp_path, [{"name": "talks", "ask": asks}])
    go_on(session)
    session.decide("A blockade", side="verrin")
    session.decide("Tense", "Ada")
    said = of_kind(session.game.log, Chosen)
    assert [(each.side, each.value, each.audience) for each in said] == [
        ("verrin", "A blockade", ("verrin",)),
        ("white", "Tense", None),
    ]
    assert "blockade" not in str(see_log(session.game.log, "aldmark"))


@pytest.mark.rule("freeform 1.5")
def test_messages_and_notes_that_a_phase_asks_for_are_named_until_they_are_there() -> None:
    session = at(freeform(OWN), "orders")
    [guidance] = wanted(session.game)
    assert guidance.missing == ("aldmark", "verrin")
    assert [each.missing for each in wanted_of(session.game, "verrin")] == [("verrin",)]
    assert wanted_of(session.game, "council") == []
    session.record(
        lambda number, time: sending(
            session.state, number, time, "commanders-guidance", {"intent": "Wait"}, "", "verrin", ("verrin",)
        )
    )
    assert [each.missing for each in wanted(session.game)] == [("aldmark",)]
    assert [each.missing for each in wanted_of(session.game, "verrin")] == [()]
    at(session, "assessment")
    session.note("Talk earlier", kind="insight")
    assert [each.missing for each in wanted(session.game) if each.ask.note] == [()]


def test_a_phase_that_asks_nothing_and_lets_nobody_act_ends_at_once(tmp_path: Path) -> None:
    session = own_game(tmp_path, [{"name": "lull"}], turns=1)
    go_on(session)
    assert session.pending()[0].rule == "freeform 5.1"


def test_injects_may_come_in_the_phases_of_the_scenario() -> None:
    assert load("freeform").phases_in(freeform(OWN).state) == (
        "briefing",
        "orders",
        "adjudication",
        "assessment",
    )
    assert load("freeform").phases_in(freeform().state) == ("planning", "discussion", "assessment")


# --- the file ------------------------------------------------------------------------------------


def own_scenario(folder: Path, phases: Any, **more: Any) -> Path:
    """The scenario of the strait in a folder of one's own, with these phases."""
    for path in files("scenarios").joinpath("freeform").iterdir():
        if path.name.startswith("strait"):
            shutil.copy(str(path), folder / path.name)
    file = folder / "own.yaml"
    data = yaml.safe_load((folder / "strait.yaml").read_text("utf-8"))
    del data["timers"]
    file.write_text(yaml.safe_dump({**data, "name": "own", "phases": phases, **more}, sort_keys=False))
    return file


def own_game(folder: Path, phases: Any, **options: Any) -> Session:
    """A game of the strait with these phases."""
    return freeform(str(own_scenario(folder, phases)), **options)


@pytest.mark.parametrize(
    ("phases", "line", "says"),
    [
        ([{"name": "a"}, {"name": "A"}], "name: A", "two phases are called A"),
        ([{"name": "a", "do": ["fly"]}], "do:", "Input should be 'move', 'act' or 'submit'"),
        ([{"name": "a", "do": ["move"], "sides": ["mars"]}], "sides:", "there is no side 'mars'"),
        ([{"name": "a", "do": {"mars": ["move"]}}], "mars:", "there is no side 'mars'"),
        ([{"name": "a", "do": {"verrin": ["move"]}, "sides": ["verrin"]}], "sides:", "leave `sides` out"),
        ([{"name": "a", "timer": "soon"}], "timer: soon", "Write a length of time as 10m"),
        ([{"name": "a", "turns": [0]}], "turns:", "turns are numbers from 1"),
        ([{"name": "a", "turns": [1]}], "phases:", "at least one phase is in every turn"),
        ([{"name": "a", "lasts": "2h"}], "lasts: 2h", "scenario time needs a `clock`"),
        ([{"name": "a", "asks": []}], "asks: []", "Extra inputs are not permitted"),
        ([{"name": "a", "ask": [{"of": "mars", "text": "b"}]}], "of: mars", "there is no side 'mars'"),
        ([{"name": "a", "ask": [{"of": "verrin"}]}], "- of: verrin", "a question needs its `text`"),
        ([{"name": "a", "ask": [{"text": "b", "answers": ["c"]}]}], "answers:", "two answers or more"),
        ([{"name": "a", "ask": [{"form": "poem"}]}], "form: poem", "there is no form 'poem'"),
        ([{"name": "a", "ask": [{"note": "insight", "of": "verrin"}]}], "of: verrin", "white cell alone"),
        ([{"name": "a", "ask": [{"form": "message", "note": "note"}]}], "note: note", "it has form already"),
        ([{"name": f"p{n}"} for n in range(31)], "phases:", "at most 30 phases"),
        ([{"name": "x" * 61}], "name: xxx", "at most 60 characters"),
    ],
)
def test_a_fault_in_the_phases_is_refused_with_its_line(
    tmp_path: Path, phases: Any, line: str, says: str
) -> None:
    file = own_scenario(tmp_path, phases)
    with pytest.raises(BadData) as refused:
        load_scenario("freeform", str(file))
    text = file.read_text("utf-8").splitlines()
    told = refused.value.sentence
    assert says in told
    number = int(told.partition("line ")[2].partition(":")[0])
    assert line.strip("- ") in text[number - 1]


def test_phases_of_ones_own_are_for_rules_without_phases(tmp_path: Path) -> None:
    folder = files("scenarios").joinpath("ramadi")
    for path in folder.iterdir():
        shutil.copy(str(path), tmp_path / path.name)
    with (tmp_path / "historical.yaml").open("a", encoding="utf-8") as file:
        file.write("\nphases:\n  - {name: parley}\n")
    with pytest.raises(BadData, match="the rules of ramadi have phases of their own"):
        load_scenario("ramadi", str(tmp_path / "historical.yaml"))


def test_status_and_brief_say_what_the_phase_is_for_and_asks(cell: Cell, tmp_path: Path) -> None:
    cell("new", "freeform", "--scenario", OWN, "--name", "own", "--seed", "3")
    cell("next")
    told = cell("status").out
    assert "Each side writes its orders unseen by the others." in told
    assert "Still to send: Commander's guidance and orders (Aldmark and Verrin)" in told
    own = cell("status", "--as", "verrin").out
    assert "Still to send: Commander's guidance and orders (Verrin)" in own
    assert "Commander's guidance" not in cell("status", "--as", "council").out
    brief = tmp_path / "brief.md"
    assert cell("brief", "verrin", "--out", str(brief)).code == 0
    assert "Still to send: Commander" in brief.read_text("utf-8").replace("\\", "")


@pytest.mark.rule("freeform 3.5")
def test_in_a_covert_phase_actions_are_covert_unless_their_side_says_otherwise(tmp_path: Path) -> None:
    session = own_game(tmp_path, [{"name": "night", "do": ["act"], "covert": True}], actions=2)
    session.order(Order("verrin", "act", {"intent": "Cut the cable"}))
    session.decide("fails", "Ada", "The sea is rough")
    assert "cable" not in str(see_log(session.game.log, "aldmark"))
    session.order(Order("verrin", "act", {"intent": "Offer talks"}), only=["all"])
    session.decide("succeeds", "Ada", "They sit down")
    assert "Offer talks" in str(see_log(session.game.log, "aldmark"))
    assert findings(session.game.log, SECRET).findings == []
