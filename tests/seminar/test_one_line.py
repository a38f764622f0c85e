"""An action, its judgement and its effects in one line; several answers in a row; faces on one line."""

from typing import TypeVar

import pytest

from cli.console.words import meant
from domain.events import Chosen, Concluded, DieRolled, Event, OrderGiven, Scored, TakenBack
from tests.cli.conftest import Cell

T = TypeVar("T", bound=Event)
MOVES = "moves=ver-destroyers:outer-banks,ver-missiles:verrin-city"
ACT = ("order", "act", "--side", "verrin", "intent=Lay mines")


@pytest.fixture
def strait(empty: Cell) -> Cell:
    empty.done("new", "freeform", "--seed", "11")
    empty.done("next")
    return empty


@pytest.fixture
def table(empty: Cell) -> Cell:
    empty.done("new", "freeform", "--dice", "typed")
    empty.done("next")
    return empty


def of_kind(cell: Cell, kind: type[T]) -> list[T]:
    return [event for event in cell.events() if isinstance(event, kind)]


def test_action_judgement_and_effects_are_one_command(strait: Cell) -> None:
    results = ("--result", "partial", "--result", "yes", "--result", "no")
    told = strait.done(*ACT, MOVES, *results, "--effect", "tension+1", "--because", "Night").out
    assert [event.value for event in of_kind(strait, Chosen)] == ["succeeds in part", True, False]
    assert {event.because for event in of_kind(strait, Chosen)} == {"Night"}, "one reason for all of it"
    order, effects = of_kind(strait, OrderGiven)[-2:]
    assert (effects.effect_of, effects.because) == (order.number, "Night")
    assert [event.value for event in of_kind(strait, Scored)] == [4]
    assert "Tension +1, now 4" in told
    assert "Audit passed" in strait.done("audit").out


def test_what_was_judged_in_one_command_is_undone_in_one(strait: Cell) -> None:
    strait.done(*ACT, "--result", "fails", "--effect", "tension+1", "--because", "Night")
    told = strait.done("undo", "--because", "A slip").out
    [taken], acts = of_kind(strait, TakenBack), of_kind(strait, OrderGiven)
    assert taken.first == acts[-2].number
    assert f"This undoes events {acts[-2].number}-{taken.number - 1}:" in told
    assert strait.done("status", "--json").json["tracks"]["tension"] == 3


def test_undo_takes_the_action_just_judged_not_the_argument_beside_it(strait: Cell) -> None:
    strait.done(*ACT)
    strait.done("argue", "They lay mines", "--because", "Seminar")
    strait.done("answer", "fails", "--because", "The argument")
    strait.done("undo", "--because", "A slip", "--yes")
    act = next(event for event in of_kind(strait, OrderGiven) if event.order == "act")
    assert of_kind(strait, TakenBack)[0].first == act.number


def test_undo_takes_what_whoever_asks_did_last_and_asks_about_the_rest(strait: Cell) -> None:
    strait.done("roster", "Mara", "--role", "facilitator")
    strait.done("roster", "Tom", "--white")
    strait.done("change", "tension+1", "--because", "x", "--by", "Mara")
    strait.done("change", "tension+1", "--because", "x", "--by", "Tom")
    mine, _ = of_kind(strait, OrderGiven)[-2:]
    assert "Later orders would be undone as well" in strait.refused("undo", "--because", "x", "--by", "Mara")
    strait.done("undo", "--because", "x", "--by", "Mara", "--yes")
    assert of_kind(strait, TakenBack)[0].first == mine.number


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--result", "fails"), "needs a reason"),
        (("--because", "x"), "--because is the reason for --result or --effect"),
        (("--result", "mumble", "--because", "x"), "answer one of succeeds"),
        (("--result", "succ", "--because", "x"), "may mean succeeds, succeeds in part"),
        (("--result", "fails", "--result", "yes", "--because", "x"), "'yes'"),
        (("--result", "fails", "--effect", "tension+90", "--because", "x"), "its maximum is 10"),
        (("--result", "fails", "--effect", "sing", "--because", "x"), "not an effect"),
    ],
)
def test_what_is_wrong_in_one_part_records_nothing(strait: Cell, words: tuple[str, ...], part: str) -> None:
    assert part in strait.refused(*ACT, *words)


def test_a_player_judges_nothing(strait: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    strait.done("roster", "Mara", "--role", "facilitator")
    strait.done("roster", "Sirin", "--side", "verrin")
    judged = (*ACT, "--by", "Sirin", "--result", "fails", "--because", "x")
    assert "may not speak for the white cell" in strait.refused(*judged)
    monkeypatch.setenv("WHITECELL_USER", "Mara")
    strait.done(*judged)
    assert (of_kind(strait, OrderGiven)[-1].by, of_kind(strait, Chosen)[-1].by) == ("Sirin", "Mara")


def test_several_answers_are_taken_in_turn(strait: Cell) -> None:
    strait.done(*ACT, MOVES)
    assert "'no'" in strait.refused("answer", "fails", "no", "--because", "x")
    assert "answer one of" in strait.refused("answer", "2 9", "--because", "x")
    strait.done("answer", "2 1 2", "--effect", "tension-1", "--because", "Night")
    assert [event.value for event in of_kind(strait, Chosen)] == ["succeeds in part", True, False]
    assert "Audit passed" in strait.done("audit").out


def test_a_reason_holds_for_the_questions_behind_it(strait: Cell) -> None:
    strait.done(*ACT, MOVES)
    assert "reason" in strait.refused("answer", "2")
    strait.done("answer", "succeeds", "in", "part", "--because", "Night")
    strait.done("answer", "yes")
    strait.done("answer", "no", "--because", "They were seen")
    assert [event.because for event in of_kind(strait, Chosen)] == ["Night", "Night", "They were seen"]


def test_an_effect_wants_its_answer(strait: Cell) -> None:
    strait.done(*ACT)
    assert "Give the answer" in strait.refused("answer", "--effect", "tension+1")


def test_faces_are_typed_on_one_line(table: Cell) -> None:
    table.done("roll", "2d6", "--for", "Luck", "--because", "x", "--roll", "4 6")
    table.done("argue", "They sail", "--because", "x")
    table.done("answer", "5 1")
    assert [event.face for event in of_kind(table, DieRolled)] == [4, 6, 5, 1]
    table.done("argue", "They sail", "--because", "x", "--roll", "2,3")
    assert [event.face for event in of_kind(table, DieRolled)][4:] == [2, 3]
    assert '--roll "4 6"' in table.refused("roll", "2d6", "--for", "x", "--because", "x", "--roll", "six")
    table.done("argue", "They sail", "--because", "x")
    assert "shows 1 to 6, not '7'" in table.refused("answer", "3 7")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2 1 2 because Night", ["answer", "--because", "Night", "--", "2 1 2"]),
        ("4 6", ["answer", "--", "4 6"]),
        (
            '2 --effect "tension+1" because Night',
            ["answer", "2", "--effect", "tension+1", "--because", "Night"],
        ),
    ],
)
def test_the_prompt_takes_the_same(line: str, words: list[str]) -> None:
    assert meant(line, ("answer",), True) == words


def test_an_argument_with_its_dice_and_telling_is_one_line(table: Cell) -> None:
    words = (
        "argue",
        "They sail",
        "--side",
        "verrin",
        "--for",
        "[strong] Orsk: By night",
        "--because",
        "Seminar",
    )
    told = table.done(*words, "--roll", "4 3", "--told", "Half of them arrive").out
    assert "Half of them arrive" in told
    [concluded] = of_kind(table, Concluded)
    assert concluded.narration == "Half of them arrive"
    assert "leave out --success" in table.refused(*words, "--roll", "4 3", "--told", "x", "--success", "y")


def test_the_effects_of_a_covert_act_do_not_say_why(strait: Cell) -> None:
    words = (
        "--only",
        "verrin",
        "--result",
        "succeeds",
        "--effect",
        "tension+1",
        "--because",
        "Divers at night",
    )
    strait.done(*ACT, *words)
    for side in ("aldmark", "council"):
        told = strait.done("log", "--as", side).out + strait.done("log", "--as", side, "--json").out
        assert "Tension +1, now 4" in told, "the track is public"
        assert "Divers" not in told
        assert "Lay mines" not in told
    assert "Divers at night" in strait.done("log", "--as", "verrin").out
    number = str(next(event.number for event in of_kind(strait, Chosen)))
    strait.done(
        "ruling",
        number,
        "--value",
        "fails",
        "--late",
        "--effect",
        "tension-1",
        "--because",
        "Fog hid them",
        "--yes",
    )
    assert "Fog hid them" not in strait.done("log", "--as", "council", "--json").out
    assert "Fog hid them" in strait.done("log", "--as", "verrin").out
    assert "Audit passed" in strait.done("audit").out
