"""A matrix argument on the action that waits to be judged: nothing about the action is typed again."""

import pytest

from domain.events import Concluded, OrderGiven
from domain.views.view import see_log
from tests.cli.conftest import Cell


@pytest.fixture(name="strait")
def an_action_waits(empty: Cell) -> Cell:
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")
    empty.done("next")
    empty.done("order", "--side", "aldmark", "The frigates escort a grain ship")
    return empty


def argued(cell: Cell) -> OrderGiven:
    """The last order, an argument."""
    given = [event for event in cell.events() if isinstance(event, OrderGiven)][-1]
    assert given.order == "hand-argue"
    return given


def test_the_argument_is_about_the_action_that_waits(strait: Cell) -> None:
    strait.done("argue", "--for", "[strong] Ash: By day", "--against", "Orsk: Mines")
    given = argued(strait)
    assert given.arguments["action"] == "The frigates escort a grain ship"
    assert given.arguments["actor"] == "aldmark"
    waiting = next(each.number for each in strait.events() if getattr(each, "order", "") == "act")
    assert given.because == f"To judge order {waiting}"
    assert strait.done("answer", "--json").json["pending"], "the action still waits"


def test_another_action_is_argued_over_as_ever(strait: Cell) -> None:
    strait.done("argue", "The pilots sail", "--side", "council", "--because", "They were asked")
    assert (argued(strait).arguments["action"], argued(strait).because) == (
        "The pilots sail",
        "They were asked",
    )


@pytest.mark.usefixtures("someone_there")
def test_the_arguments_are_asked_for_line_by_line(strait: Cell) -> None:
    said = "++Ash: By day\n+ The tide\nMines\n--Orsk: Mines: new ones\n- Fog\n\n"
    result = strait.done("argue", said=said)
    assert "Begin an argument with + " in result.err
    assert [tuple(each[key] for key in ("stance", "who", "text", "strength"))
            for each in argued(strait).arguments["arguments"]] == [
        ("for", "Ash", "By day", "strong"),
        ("for", "", "The tide", "weak"),
        ("against", "Orsk", "Mines: new ones", "strong"),
        ("against", "", "Fog", "weak"),
    ]  # fmt: skip
    assert [event.narration for event in strait.events() if isinstance(event, Concluded)] == [""]


@pytest.mark.usefixtures("someone_there")
def test_those_who_judge_are_asked_where_the_method_wants_it(strait: Cell) -> None:
    result = strait.done("argue", "--method", "estimate", said="++ Strong\n+ By day\n\nAsh=40\nBey=60\n\n")
    assert "all arguments count the same" in result.err
    assert argued(strait).arguments["estimates"] == {"Ash": 40, "Bey": 60}
    strait.done("argue", "--method", "vote", said="\nAsh=for\n\n")
    assert argued(strait).arguments["votes"] == {"Ash": "for"}


def test_without_an_action_that_waits_it_must_be_said(strait: Cell) -> None:
    strait.done("answer", "fails", "--because", "Fog")
    assert "ACTION" in strait.refused("argue", "--for", "Ash: By day", "--because", "Seminar")


def test_the_argument_on_a_covert_action_is_as_covert(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")
    empty.done("next")
    empty.done("order", "--side", "verrin", "We mine the Narrows", "--only", "verrin")
    before = [len(see_log(empty.events(), side)) for side in ("verrin", "aldmark", "council")]
    empty.done("argue", "--for", "Kovac: By night")
    after = [len(see_log(empty.events(), side)) for side in ("verrin", "aldmark", "council")]
    assert after[0] > before[0]
    assert after[1:] == before[1:]
