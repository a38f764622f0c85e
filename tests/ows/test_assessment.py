"""Assessment (12): objectives and the verdict; losses and objections; rulings and house rules."""

from typing import Any

import pytest

from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.systems.ows.command.assessment import THEMES, add_up, theme
from adjudication.systems.ows.command.objectives import COUNTS, leading, standing, total
from adjudication.systems.ows.losses import losses, objections
from domain.errors import BadData, Objected
from domain.events import Concluded, DieRolled, Modified, PieceChanged, PieceMoved, TableAdded, TableData
from domain.table.dice import ScriptedDice
from tests.ows import umpiring
from tests.table import Table
from tests.words import spoken, words_of


def last_turn(**options: Any) -> Table:
    """The last turn is over; the players assess it."""
    table = Table("ows", dice="scripted", options=options or None)
    return table.phase("assessment", turn=table.state.options["turns"], side="")  # type: ignore[arg-type]


def aims(table: Table, *rows: tuple[str, str, str, int]) -> Table:
    """Give the sides objectives: side, what, subject, points."""
    told = tuple(dict(zip(("side", "what", "subject", "points"), row, strict=True)) for row in rows)
    data = TableData(title="Objectives", keys=("side", "what", "subject"), rows=told)  # type: ignore[arg-type]
    table.session.record(lambda n, t: TableAdded(number=n, time=t, table="objectives", data=data))
    return table


def over(table: Table, *answers: str) -> Table:
    table.order("proceed", side="blue")
    table.order("proceed", side="red", answers=answers)
    return table


@pytest.mark.rule("ows 12.1", "ows 3.10", "ows seq.8")
@pytest.mark.parametrize(("on", "phase"), [(True, "assessment"), (False, "planning")])
def test_the_pause_after_a_turn_is_optional(on: bool, phase: str) -> None:
    table = Table("ows", dice="scripted", options={"assessment": on}).phase("regeneration", side="")
    table.order("proceed", side="blue")
    table.order("proceed", side="red", dice=[1])
    assert table.state.phase == phase


@pytest.mark.rule("ows 12.1")
def test_the_white_cell_judges_the_verdict() -> None:
    verdict = over(last_turn(), "red").state.verdict
    assert verdict is not None
    assert verdict.winner == "red"


@pytest.mark.rule("ows 12.1")
def test_points_are_suggested_to_the_white_cell() -> None:
    table = aims(last_turn(), ("blue", "steps left", "cvn", 3))
    over(table, "neither")
    (question,) = table.people.asked
    assert question.suggested == ("blue",)
    assert words_of(question.because, "ows") == "objectives: blue 12, red 0"
    assert table.state.verdict is not None
    assert (table.state.verdict.winner, table.state.verdict.scores) == ("", {"blue": 12, "red": 0})


@pytest.mark.rule("ows 12.1")
@pytest.mark.parametrize(("points", "winner"), [(1, "red"), (3, "blue"), (2, "")])
def test_the_verdict_by_points(points: int, winner: str) -> None:
    table = last_turn(verdict="points").change("type055-1", steps=1).change("cvn-1", steps=2)
    aims(table, ("blue", "steps destroyed", "ship", points), ("red", "steps destroyed", "cvn", 2))
    events = []
    table.order("proceed", side="blue")
    events = table.order("proceed", side="red")
    sums = [words_of(event.label, "ows") for event in events if isinstance(event, Modified)]
    assert sums == ["steps destroyed, ship: 2", "steps destroyed, cvn: 2"]
    assert table.state.verdict is not None
    assert table.state.verdict.winner == winner


@pytest.mark.rule("ows 12.1")
@pytest.mark.parametrize(
    ("aim", "points"),
    [
        (("steps destroyed", "any"), 3),
        (("steps destroyed", "submarine"), 1),
        (("facilities hit", "any"), 3),
        (("facilities hit", "port"), 1),
        (("hexes controlled", "0904"), 1),
        (("hexes controlled", "any"), 2),
        (("units delivered", "any"), 3),
        (("units delivered", "0903"), 0),
        (("steps left", "cvn"), 4),
    ],
)
def test_what_objectives_count(aim: tuple[str, str], points: int) -> None:
    table = last_turn().change("type055-1", steps=1).change("ssk-1", steps=0).put("ssk-1", "attrition-red")
    table.change("port-r", steps=3).change("airfield-r", steps=2)
    table.mark("0904", "control", "blue").mark("0905", "control", "blue").put("marines-1", "0904")
    assert total(aims(table, ("blue", *aim, 1)).state, "blue") == points


@pytest.mark.rule("ows 3.2")
def test_objectives_that_cannot_be_counted_are_refused() -> None:
    for row, why in ((("blue", "glory", "any", 1), "glory"), (("green", "steps left", "any", 1), "green")):
        table = aims(Table("ows", dice="scripted", begun=False), row)
        with pytest.raises(BadData, match=why):
            table.session.begin()
    assert len(COUNTS) == 5


def test_each_learning_outcome_has_a_question_for_the_debrief() -> None:
    assert [found.rule for found in THEMES] == [f"ows learning.{n}" for n in range(1, 8)]
    assert theme(1) == theme(8)
    assert all(found.question.endswith("?") for found in THEMES)


# --- losses and objections --------------------------------------------------------------------------------


@pytest.mark.rule("ows 2.2.3b")
@pytest.mark.parametrize(
    ("piece", "steps", "loss"),
    [
        ("cvn-1", 2, Loss("cvn-1", "blue", "step loss", 2)),
        ("port-b", 3, Loss("port-b", "blue", "damage", 1)),
        ("cvn-1", 4, None),
    ],
)
def test_steps_are_losses(piece: str, steps: int, loss: Loss | None) -> None:
    state = last_turn().state
    assert losses(PieceChanged(number=1, time="", piece=piece, steps=steps), state) == loss


@pytest.mark.rule("ows 2.2.3b")
def test_what_comes_back_is_counted_off() -> None:
    table = last_turn().change("cvn-1", steps=1)
    back = PieceChanged(number=1, time="", piece="cvn-1", steps=2)
    assert losses(back, table.state) == Loss("cvn-1", "blue", "regenerated", -1)


@pytest.mark.rule("ows 2.2.4c")
def test_a_mission_that_goes_down_with_its_base_is_lost() -> None:
    state = last_turn().state
    moved = PieceMoved(number=1, time="", piece="f35-1", origin="sq-f35", to="attrition-blue")
    assert losses(moved, state) == Loss("f35-1", "blue", "step loss", 1)
    assert (
        losses(PieceMoved(number=1, time="", piece="f35-1", origin="sq-f35", to="regeneration-blue"), state)
        is None
    )


@pytest.mark.rule("ows 2.1.5")
@pytest.mark.parametrize(
    ("piece", "origin", "to", "rule"),
    [
        ("ddg-1", "attrition-blue", "0404", "ows 2.1.5"),
        ("f35-1", "regeneration-blue", "0404", "ows 11.7"),
        ("ddg-1", "0404", "0105", "ows 6.4"),
        ("marines-1", "0204", "0404", "ows 5.1.1.2"),
        ("sq-f35", "0203", "0105", "ows 6.5.5"),
    ],
)
def test_the_rules_object_to_manual_moves(piece: str, origin: str, to: str, rule: str) -> None:
    table = last_turn().put(piece, origin)
    act = Order("", "hand-move", {"piece": piece, "to": to})
    assert [cited for cited, _ in objections(table.state, act)] == [rule]
    with pytest.raises(Objected):
        table.session.by_hand("hand-move", act.arguments, because="to see")


def test_the_rules_have_nothing_against_what_they_allow() -> None:
    state = last_turn().state
    for piece, to in (
        ("ddg-1", "0204"),
        ("ddg-1", "0405"),
        ("marines-1", "0205"),
        ("sq-f35", "attrition-blue"),
    ):
        assert objections(state, Order("", "hand-move", {"piece": piece, "to": to})) == []


def test_the_rules_object_to_more_steps_than_a_counter_has() -> None:
    state = last_turn().state
    found = objections(state, Order("", "hand-change", {"subject": "ddg-1", "steps": 3}))
    assert [(rule, spoken(why, state)) for rule, why in found] == [
        ("ows 2.2.3", "USS Alpha has 2 steps, not 3.")
    ]


# --- rulings and house rules ------------------------------------------------------------------------------


@pytest.mark.rule("ows 2.1.1.4")
@pytest.mark.parametrize(
    ("percent", "die", "yes"), [(50, 6, True), (50, 5, False), (40, 7, True), (40, 6, False)]
)
def test_a_ruling_outside_the_rules_is_a_chance_on_a_d10(percent: int, die: int, yes: bool) -> None:
    table = Table("ows", dice="scripted")
    table.session.dice = ScriptedDice([die])
    outcome = table.session.by_hand(
        "hand-chance",
        {"subject": "Does the tug save the ship?", "percent": percent},
        because="no rule covers it",
    )
    (roll,) = [event for event in outcome.events if isinstance(event, DieRolled)]
    (said,) = [event for event in outcome.events if isinstance(event, Concluded)]
    assert (roll.die, words_of(said.result, "ows").startswith("yes")) == (10, yes)


@pytest.mark.rule("ows 2.1.1.4a")
def test_house_numbers_replace_the_scenarios_and_are_recorded() -> None:
    table = Table("ows", dice="scripted").phase("regeneration", side="")
    rows = [{**row, "weather": "storm"} for row in table.state.tables["weather"].data.rows]
    table.adopt("weather", rows)
    table.order("proceed", side="blue")
    table.order("proceed", side="red", dice=[1])
    assert table.state.mark_named("game", "weather") == {"everywhere": "storm"}
    assert table.state.tables["weather"].adopted
    assert table.state.tables["weather"].data.provenance == "house"


@pytest.mark.rule("ows 2.2.4b")
def test_a_mission_without_a_base_cannot_be_put_into_the_air_by_hand() -> None:
    table = last_turn().mark("f35-1", "home", None)
    act = Order("white", "hand-move", {"piece": "f35-1", "to": "0404"})
    assert [rule for rule, _ in objections(table.state, act)] == ["ows 2.2.4b"]
    token = Order("white", "hand-move", {"piece": "mobilization", "to": "0404"})
    assert objections(table.state, token) == []
    assert objections(table.state, Order("white", "hand-move", {"piece": "ddg-1", "to": "nowhere"})) == []
    assert objections(table.state, Order("white", "hand-move", {"piece": "nobody", "to": "0404"})) == []


@pytest.mark.rule("ows 2.2.3")
@pytest.mark.parametrize(("steps", "rules"), [(2, []), (3, ["ows 2.2.3"]), (None, [])])
def test_a_counter_is_not_given_more_steps_than_it_has_by_hand(steps: int | None, rules: list[str]) -> None:
    act = Order("white", "hand-change", {"subject": "ddg-1", "steps": steps})
    assert [rule for rule, _ in objections(last_turn().state, act)] == rules


@pytest.mark.rule("ows 12.1")
def test_without_objectives_nobody_has_points_and_the_white_cell_judges_by_itself() -> None:
    table = last_turn()
    table.state.tables.pop("objectives", None)
    table.state.forget()
    found: list[dict[str, int]] = []
    umpiring.run(table, lambda umpire: found.append(add_up(umpire)))
    assert found == [{}]
    assert standing(table.state) == {}
    assert leading(table.state) == ""


@pytest.mark.rule("ows 12.1")
@pytest.mark.parametrize(("turn", "question"), [(1, 0), (2, 1), (7, 6), (8, 0), (15, 0)])
def test_the_questions_come_in_their_order_and_again(turn: int, question: int) -> None:
    assert theme(turn) == THEMES[question]
