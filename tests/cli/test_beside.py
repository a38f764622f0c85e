"""Several questions to several sides at once: who is asked what, and what may be ordered meanwhile."""

import pytest

from domain.events import Chosen
from tests.cli.conftest import Cell


@pytest.fixture
def talks(cell: Cell) -> Cell:
    """East is asked where it raids."""
    cell.done("new", "toy-talks", "--scenario", "toy", "--name", "talks", "--seed", "3")
    cell.done("next")
    return cell


def orders(cell: Cell) -> list[int]:
    return [question["order"] for question in cell.done("answer", "--json").json["pending"]]


def test_what_may_be_ordered_beside_a_question_is_listed_and_given(talks: Cell) -> None:
    told = talks.done("status").out
    assert "East to choose: Where do you raid?" in told
    assert "Other orders can be given meanwhile; `whitecell orders` lists them." in told
    listed = talks.done("orders", "--json").json
    assert {each["order"]["order"] for each in listed} == {"talk"}
    assert "talk to=east" in talks.done("orders", "--as", "west").out
    assert "still waits for an answer" in talks.refused(
        "order", "ambush", "area=wells", "strength=1", "--side", "east"
    )
    talks.done("order", "talk", "to=east", "goats=2", "--side", "west")
    (talk, main) = orders(talks)
    told = talks.done("status").out
    assert f"East to choose: Take 2 goats of west? (toy-talks 2) [order {talk}]" in told
    assert f"East to choose: Where do you raid? (toy-talks 4) [order {main}]" in told
    assert "Answer with `whitecell answer ANSWER --order NUMBER`." in told


def test_which_question_is_answered_is_said_with_order(talks: Cell) -> None:
    talks.done("order", "talk", "to=east", "goats=2", "--side", "west")
    (talk, main) = orders(talks)
    refusal = talks.refused("answer", "wells", "--side", "east")
    assert refusal == f"Orders {talk} and {main} both ask east; say which with --order."
    assert "Order 99 asks nothing just now." in talks.refused("answer", "wells", "--order", "99")
    talks.done("answer", "wells", "--side", "east", "--order", str(main))
    talks.done("answer", "yes", "--side", "east", "--order", str(talk))
    assert [e.value for e in talks.events() if isinstance(e, Chosen)] == ["wells", True]
    assert orders(talks) == [main]
    talks.done("answer", "2")
    assert "Audit passed" in talks.done("audit").out


def test_each_side_sees_what_is_asked_of_it_alone(talks: Cell) -> None:
    west = talks.done("status", "--as", "west").out
    assert "Waiting for East to answer." in west
    assert "West can give other orders meanwhile; `whitecell orders --as west` lists them." in west
    assert "Where do you raid" not in west
    talks.done("order", "talk", "to=west", "goats=2", "--side", "east")
    west = talks.done("status", "--as", "west").out
    assert "West to choose: Take 2 goats of east?" in west
    east = talks.done("status", "--as", "east").out
    assert "East to choose: Where do you raid?" in east
    assert "Take 2 goats" not in east
    (question,) = talks.done("answer", "--side", "west", "--json").json["pending"]
    assert question["side"] == "west"
    told = talks.done("answer", "--side", "east").out
    assert "Where do you raid?" in told
    assert "Take 2 goats" not in told


def test_a_side_is_not_told_the_numbers_of_orders(talks: Cell) -> None:
    """They would count what others did."""
    talks.done("order", "talk", "to=west", "goats=2", "--side", "east")
    for side in ("east", "west"):
        (question,) = talks.done("status", "--as", side, "--json").json["pending"]
        assert "order" not in question
        assert "[order" not in talks.done("status", "--as", side).out


def test_odds_of_an_order_beside_a_question(talks: Cell) -> None:
    assert "Take 1 goats" in talks.done("odds", "talk", "to=east", "goats=1", "--side", "west").out
    assert "still waits" in talks.refused("odds", "next")


def test_of_a_secret_order_others_read_what_is_shown(cell: Cell) -> None:
    cell.done("new", "toy-talks", "--scenario", "toy", "--name", "shown", "--seed", "3")
    cell.done("order", "ambush", "area=wells", "strength=2", "--side", "east")
    assert "ambush, area Wells, strength 2" in cell.done("log", "--as", "east").out
    west = cell.done("log", "--as", "west").out
    assert "ambush, area Wells" in west
    assert "strength" not in west
