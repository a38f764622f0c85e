"""Dice thrown on the table, choices, judgements and secret answers; each answer is kept at once."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from domain.events import Chosen, DieRolled
from tests.cli.conftest import Cell
from tests.words import words_of


def rolls(cell: Cell, game: str | None = None) -> list[DieRolled]:
    return [event for event in cell.events(game) if isinstance(event, DieRolled)]


@pytest.fixture
def typed(cell: Cell) -> Cell:
    """The typed-dice game in front, at an operation that may be executed."""
    cell.done("use", "typed")
    return cell


def test_an_order_stops_at_the_first_die_and_waits_for_it(typed: Cell) -> None:
    before = len(rolls(typed))
    told = typed.done("order", "1", "--json").json
    (question,) = told["pending"]
    assert question["kind"] == "die"
    assert question["options"] == list(range(1, question["die"] + 1))
    assert len(rolls(typed)) == before
    assert "answer RESULT" in typed.done("answer").out
    assert question["text"] in typed.done("status").out
    assert "answer" in typed.refused("order", "1")
    assert "answer" in typed.refused("next")


def test_the_pending_die_is_answered_by_its_face(typed: Cell) -> None:
    typed.done("order", "1")
    before = len(rolls(typed))
    typed.done("answer", "4", "--by", "Umpire A")
    new = rolls(typed)[before:]
    assert [(roll.face, roll.source, roll.by) for roll in new] == [(4, "typed", "Umpire A")]


def test_the_white_cell_says_that_it_is_asked_itself(typed: Cell) -> None:
    typed.done("order", "1")
    before = len(rolls(typed))
    assert "D6" in typed.done("answer", "--side", "white").out
    typed.done("answer", "4", "--side", "white")
    assert [roll.face for roll in rolls(typed)[before:]] == [4]


@pytest.mark.parametrize("face", ["0", "7", "-1", "six", "4.0", "99999999999999999999", ""])
def test_impossible_faces_are_refused(typed: Cell, face: str) -> None:
    typed.done("order", "1")
    typed.refused("answer", face)


def test_an_order_that_waits_for_a_die_can_be_taken_back(typed: Cell) -> None:
    before = typed.done("pieces", "--as", "white", "--json").json
    typed.done("order", "1")
    typed.done("undo", "--because", "The wrong hex", "--yes")
    assert typed.done("pieces", "--as", "white", "--json").json == before
    assert typed.done("status", "--json").json["pending"] == []
    typed.done("order", "1", "--roll", "4")
    assert rolls(typed)[-1].face == 4


def test_faces_given_up_front_are_used_in_order(typed: Cell) -> None:
    before = len(rolls(typed))
    told = typed.done("order", "1", "--roll", "3", "--roll", "2", "--json").json
    new = rolls(typed)[before:]
    assert [roll.face for roll in new] == [3, 2][: len(new)]
    assert new
    assert all(
        event["fields"].get("source") != "sealed" for event in told["events"] if "face" in event["fields"]
    )


def test_an_impossible_face_up_front_leaves_nothing_written(typed: Cell) -> None:
    typed.refused("order", "1", "--roll", "9")
    assert typed.done("status", "--json").json["pending"] == []


@pytest.mark.parametrize(
    "command",
    [
        ("order", "1", *(["--roll", "1"] * 30)),
        ("roll", "d6", "--because", "Weather", "--roll", "5", "--roll", "6"),
    ],
)
def test_faces_that_no_die_is_asked_for_are_refused_before_anything_is_recorded(
    typed: Cell, command: tuple[str, ...]
) -> None:
    before = typed.events()
    assert "No die was asked for these faces" in typed.refused(*command)
    assert typed.events() == before


def test_an_answer_with_a_face_too_many_is_refused_whole(typed: Cell) -> None:
    typed.done("order", "1")
    before = typed.events()
    assert "No die was asked" in typed.refused("answer", *(["--roll", "1"] * 30))
    assert typed.events() == before


@pytest.mark.parametrize(
    "command",
    [
        ("order", "1", "--roll", "4"),
        ("roll", "2d10", "7+", "--because", "Morale", "--roll", "3", "--roll", "8"),
    ],
)
def test_a_game_that_rolls_its_own_dice_refuses_faces_and_says_how_one_is_entered(
    cell: Cell, command: tuple[str, ...]
) -> None:
    before = cell.events()
    said = cell.refused(*command)
    assert "--roll is for physical dice" in said
    assert "`whitecell ruling EVENT FACE --because REASON`" in said
    assert cell.events() == before


def test_a_physical_die_replaces_a_roll_of_the_game_and_the_audit_lists_it(cell: Cell) -> None:
    cell.done("roll", "2d10", "7+", "--because", "Morale")
    first = rolls(cell)[-2]
    face = 1 + first.face % 10
    cell.done("ruling", str(first.number), str(face), "--because", "Rolled on the table", "--yes")
    ruled = f"event {first.number} was ruled {face} (recorded: {first.face}). Reason: Rolled on the table"
    assert ruled in cell.done("audit").out


@pytest.mark.usefixtures("someone_there")
def test_each_roll_is_asked_by_its_purpose_and_the_rest_stays_open_when_input_ends(typed: Cell) -> None:
    before = len(rolls(typed))
    result = typed("order", "1", said="9\nx\n\n2\n")
    assert result.code == 0
    new = rolls(typed)[before:]
    assert [roll.face for roll in new] == [2]
    assert result.out.count(words_of(new[0].purpose)) >= 3
    assert len(result.err.splitlines()) == 2


@pytest.mark.usefixtures("someone_there")
def test_a_whole_operation_by_typed_dice_passes_the_audit(typed: Cell) -> None:
    before = len(rolls(typed))
    typed.done("order", "1", said="1\n" * 30)
    assert {roll.face for roll in rolls(typed)[before:]} == {1}
    assert typed.done("status", "--json").json["pending"] == []
    report = typed.done("audit", "--json").json
    assert report["findings"] == []
    assert "typed" in report["dice"]


def test_a_real_terminal_asks_for_each_die(typed: Cell) -> None:
    parent, child = pty.openpty()
    before = len(rolls(typed))
    target = typed.done("orders", "--json").json[0]["order"]["target"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from cli.main import run; run()", "order", "execute", f"target={target}"],
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "WHITECELL_DB": str(typed.database)},
        stdin=child,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(child)
    os.write(parent, b"5\n5\n\x04")
    out, err = process.communicate(timeout=30)
    os.close(parent)
    assert process.returncode == 0, err
    assert [roll.face for roll in rolls(typed)[before:]][:1] == [5]
    assert b"?" in out


# --- choices, judgements, several asked at once ----------------------------------------------------


@pytest.fixture
def losses(cell: Cell) -> Cell:
    """A toy game whose attack lets the owner choose its losses; the question is open."""
    cell.done("use", "losses")
    for _ in range(30):
        told = cell.done("order", "1", "--json").json
        if told["pending"]:
            return cell
    raise AssertionError("no losses were ever asked for")


def test_a_choice_by_number_by_words_and_by_value(losses: Cell) -> None:
    shown = losses.done("answer").out
    (question,) = losses.done("status", "--json").json["pending"]
    options = question["options"]
    assert f"   {len(options)}  " in shown
    for answer in (str(len(options)), "+".join(options[-1])):
        losses.done("answer", answer)
        chosen = [event for event in losses.events() if isinstance(event, Chosen)][-1]
        assert chosen.value == options[-1]
        number = chosen.procedure
        losses.done("undo", str(number), "--because", "again", "--yes")
        told = losses.done("order", "1", "--json").json
        if not told["pending"]:
            break
        options = told["pending"][0]["options"]


@pytest.mark.parametrize("answer", ["0", "99", "bn-nobody", '["bn-blue-1"', ""])
def test_an_answer_that_was_not_offered_is_refused(losses: Cell, answer: str) -> None:
    assert "answer one of" in losses.refused("answer", answer)


def test_an_answer_for_a_side_that_is_not_asked_is_refused(losses: Cell) -> None:
    assert "no side 'green'" in losses.refused("answer", "1", "--side", "green")


def test_a_note_falls_between_a_question_and_its_answer(losses: Cell) -> None:
    losses.done("note", "They think about it")
    losses.done("answer", "1")
    assert losses.done("audit", "--json").json["findings"] == []


def test_several_sides_answer_in_secret_in_any_order(cell: Cell) -> None:
    cell.done("use", "secret")
    told = cell.done("order", "next", "--json").json
    assert {question["side"] for question in told["pending"]} == {"north", "south"}
    assert "--side" in cell.refused("answer", "1")
    cell.done("answer", "2", "--side", "south")
    seen = cell.done("log", "--as", "north", "--json").out
    assert '"chosen"' not in seen.partition("planning")[2].rpartition("order-given")[2]
    told = cell.done("answer", "1", "--side", "north", "--json").json
    (opened,) = (event for event in told["events"] if event["event"] == "answers-opened")
    assert opened["fields"]["answers"] == {"north": ["assault", "hill"], "south": ["assault", "ford"]}


def test_a_judgement_needs_a_reason(empty: Cell) -> None:
    from domain.ledger.store import Ledger
    from tests.cli.conftest import play

    ledger = Ledger(str(empty.database))
    session = play(ledger, "events", "toy-events", lambda session: session.state.verdict is not None)
    ledger.close()
    judged = next(e for e in session.game.log if isinstance(e, Chosen) and e.side == "white")
    order = session.game.log[judged.procedure - 1]
    empty.done("undo", str(order.number), "--because", "Once more", "--yes")
    for _ in range(60):
        told = empty.done("order", "1", "--json").json
        asked = told["pending"][0]["kind"] if told["pending"] else ""
        if asked == "judgement":
            break
        while told["pending"]:
            told = empty.done("answer", "1", "--json").json
        if told["verdict"]:
            pytest.fail("no judgement was asked for again")
    assert "reason" in empty.refused("answer", "1")
    empty.done("answer", "1", "--because", "Tankers were hit last month")
    chosen = [event for event in empty.events() if isinstance(event, Chosen)][-1]
    assert chosen.because == "Tankers were hit last month"
