"""A number is good only for the list, or the question, that this terminal was shown last."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.console.prompt import Console
from domain.events import Chosen, OrderGiven
from tests.cli.conftest import Cell
from tests.seminar.test_console import Terminal, terminal
from tests.seminar.three import NAME

__all__ = ["terminal"]

ROOT = Path(__file__).resolve().parents[2]
At = Callable[[str], Cell]


@pytest.fixture
def at(empty: Cell, monkeypatch: pytest.MonkeyPatch) -> At:
    """The same game at another terminal: `at("a")`."""
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")

    def sit(name: str) -> Cell:
        monkeypatch.setattr("cli.terminal.memory.terminal", lambda: name)
        return Cell(empty.database, looks=False)

    return sit


def orders_of(cell: Cell) -> list[dict[str, object]]:
    return [each["order"] for each in cell.done("orders", "--json").json]


def given(cell: Cell) -> list[OrderGiven]:
    return [event for event in cell.events() if isinstance(event, OrderGiven) and event.order != "begin"]


def words(order: dict[str, object]) -> list[str]:
    return [str(order["order"]), *(f"{key}={value}" for key, value in order.items() if key != "order")]


def elsewhere(cell: Cell, *said: str) -> None:
    """A command in a process of its own, at another terminal."""
    state = str(cell.database.parent / "elsewhere")
    subprocess.run(
        [sys.executable, "-m", "tests.seminar.shell", *said],
        env={**os.environ, "WHITECELL_DB": str(cell.database), "XDG_STATE_HOME": state},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )


# --- orders ----------------------------------------------------------------------------------------


def test_a_number_is_refused_until_the_list_was_shown_here(at: At) -> None:
    assert "No list of orders was shown at this terminal yet" in at("a").refused("order", "3")
    (wanted,) = orders_of(at("a"))[2:3]
    assert "No list of orders was shown" in at("b").refused("order", "3")
    at("a").done("order", "3")
    assert {"order": given(at("a"))[-1].order, **given(at("a"))[-1].arguments} == wanted


def test_an_order_by_its_name_needs_no_list(at: At) -> None:
    at("a").done("order", "move", "piece=ald-frigates", "to=selmhaven")
    assert given(at("a"))[-1].arguments == {"piece": "ald-frigates", "to": "selmhaven"}


def test_a_number_that_a_shorter_list_did_not_show_is_refused(at: At) -> None:
    cell = at("a")
    envoys = [each["number"] for each in cell.done("orders", "--piece", "ald-envoy", "--json").json]
    frigates = [each["number"] for each in cell.done("orders", "ald-frigates", "--json").json]
    hidden = next(n for n in range(1, len(orders_of(at("b"))) + 1) if n not in {*envoys, *frigates})
    said = at("a").refused("order", str(hidden))
    assert f"Number {hidden} was not in the list shown here last" in said
    assert not given(cell)
    at("a").done("order", str(envoys[0]))
    at("a").done("orders", "ald-frigates")
    at("a").done("orders")
    at("a").done("order", str(hidden))


def test_a_number_that_means_another_order_now_is_refused(at: At) -> None:
    listed = orders_of(at("a"))
    moved = words(listed[0])
    at("b").done("order", *moved)
    new = orders_of(at("b"))
    other = next(n for n, order in enumerate(listed, start=1) if n > len(new) or order != new[n - 1])
    said = at("a").refused("order", str(other))
    assert f"has changed since it was shown here (event {given(at('b'))[-1].number}: " in said
    assert "`whitecell orders` shows it again" in said
    wanted = orders_of(at("a"))[other - 1]
    at("a").done("order", str(other))
    assert {"order": given(at("a"))[-1].order, **given(at("a"))[-1].arguments} == wanted


def test_a_number_that_still_means_the_same_order_is_taken(at: At) -> None:
    listed = orders_of(at("a"))
    at("b").done("order", *words(listed[-2]))
    assert orders_of(at("b"))[0] == listed[0]
    at("a").done("order", "1")
    assert {"order": given(at("a"))[-1].order, **given(at("a"))[-1].arguments} == listed[0]


def test_what_changes_no_list_changes_no_number(at: At) -> None:
    listed = orders_of(at("a"))
    at("b").done("note", "Seen")
    at("b").done("message", "--to", "verrin", "--field", "text=Hello")
    at("a").done("order", "2")
    assert given(at("a"))[-1].arguments["to"] == listed[1]["to"]


def test_ones_own_order_changes_the_numbers_too(at: At) -> None:
    orders_of(at("a"))
    at("a").done("order", "1")
    assert "has changed since it was shown here" in at("a").refused("order", "1")


def test_the_number_that_ends_a_phase_ends_no_other_phase(at: At) -> None:
    listed = orders_of(at("a"))
    ends = next(n for n, order in enumerate(listed, start=1) if order == {"order": "proceed"})
    while True:  # until `proceed` has the same number in another phase
        at("b").done("next")
        now = orders_of(at("b"))
        if ends <= len(now) and now[ends - 1] == {"order": "proceed"}:
            break
        if at("b").done("status", "--json").json["turn"] > 1:
            break
    assert "has changed since it was shown here (event " in at("a").refused("order", str(ends))


def test_a_take_back_brings_the_numbers_back(at: At) -> None:
    listed = orders_of(at("a"))
    at("b").done("order", *words(listed[0]))
    at("b").done("undo", "--because", "A slip", "--yes")
    at("a").done("order", "5")
    assert {"order": given(at("a"))[-1].order, **given(at("a"))[-1].arguments} == listed[4]


def test_each_database_game_and_terminal_has_a_list_of_its_own(at: At) -> None:
    orders_of(at("a"))
    at("a").done("new", "freeform", "--scenario", "strait", "--name", "other")
    assert "No list of orders" in at("a").refused("order", "1")
    at("a").done("order", "1", "--game", "freeform")


def test_a_closed_game_or_an_open_question_is_the_reason_that_is_told(at: At) -> None:
    at("b").done("next")
    at("b").done("order", "act", "intent=They sail", "--side", "verrin")
    assert "an answer is awaited" in at("a").refused("order", "1")
    at("a").done("close", "--yes")
    assert "closed" in at("a").refused("order", "1")


def test_a_player_is_not_told_what_others_did(at: At) -> None:
    at("a").done("roster", "Ada", "--role", "facilitator")
    at("a").done("roster", "Bo", "--side", "verrin")
    listed = orders_of(at("a"))
    before = at("a").refused("order", str(len(listed)), "--by", "Bo")
    at("b").done("order", *words(listed[0]))
    assert at("a").refused("order", str(len(listed)), "--by", "Bo") == before
    assert before.startswith("Say the order by its name: ")


def test_a_player_who_names_no_side_orders_for_the_own(at: At) -> None:
    at("a").done("roster", "Ada", "--role", "facilitator")
    at("a").done("roster", "Bo", "--side", "verrin")
    said = at("a").refused("order", "move", "piece=ald-frigates", "to=nowhere", "--by", "Bo")
    assert said == at("a").refused("order", "move", "piece=ald-frigates", "to=nowhere", "--side", "verrin")


# --- questions -------------------------------------------------------------------------------------


@pytest.fixture
def asked(at: At) -> At:
    """Terminal a has stated an action, and was shown the question how it comes out."""
    at("a").done("next")
    at("a").done("order", "act", "intent=They sail", "--side", "verrin")
    return at


@pytest.mark.parametrize("answer", ["3", "fails"])
def test_an_answer_to_a_question_answered_elsewhere_says_so(asked: At, answer: str) -> None:
    asked("b").done("answer", "succeeds", "--because", "They are fast")
    said = asked("a").refused("answer", answer, "--because", "x")
    number = next(event.number for event in asked("a").events() if isinstance(event, Chosen))
    assert said.startswith(f"The question that was shown here is no longer open (event {number}: ")


@pytest.mark.parametrize("answer", ["3", "fails"])
def test_an_answer_is_for_no_question_that_another_has_opened(asked: At, answer: str) -> None:
    asked("b").done("answer", "succeeds", "--because", "They are fast")
    asked("b").done("order", "act", "intent=They sail", "--side", "aldmark")
    said = asked("a").refused("answer", answer, "--because", "x")
    assert "The question that was shown here is no longer open (event " in said
    assert "Aldmark: They sail" in asked("a").done("answer").out
    asked("a").done("answer", answer, "--because", "x")
    assert asked("a").events()[-2].value == "fails"


def test_the_same_words_asked_again_are_another_question(asked: At) -> None:
    asked("b").done("answer", "succeeds", "--because", "They are fast")
    asked("b").done("undo", "--because", "A slip", "--yes")
    asked("b").done("order", "act", "intent=They sail", "--side", "verrin")
    assert "no longer open" in asked("a").refused("answer", "1", "--because", "x")


def test_a_number_answers_no_question_that_was_never_shown(asked: At) -> None:
    said = asked("c").refused("answer", "1", "--because", "x")
    assert "was not shown at this terminal yet" in said
    asked("c").done("answer", "fails", "--because", "Said in full")


def test_a_face_is_taken_for_no_roll_that_was_never_shown(at: At) -> None:
    at("a").done("new", "freeform", "--scenario", "strait", "--dice", "typed", "--name", "typed")
    at("a").done("roll", "d6", "4+", "--because", "Will they see it?")
    assert at("b").refused("answer", "5") == (
        "The roll that is awaited now was not shown at this terminal yet, so 5 may belong to another roll: "
        "`whitecell answer` shows it."
    )
    at("b").done("answer")
    at("b").done("answer", "5")


def test_a_question_shown_by_any_command_may_be_answered(asked: At) -> None:
    asked("c").done("status")
    asked("c").done("answer", "1", "--because", "x")
    assert [event.value for event in asked("c").events() if isinstance(event, Chosen)] == ["succeeds"]


def test_secret_answers_of_others_make_no_other_question(
    empty: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty.done("new", NAME)
    one = Cell(empty.database, looks=False)
    monkeypatch.setattr("cli.terminal.memory.terminal", lambda: "a")
    one.done("order", "next")
    monkeypatch.setattr("cli.terminal.memory.terminal", lambda: "b")
    one.done("status")
    one.done("answer", "1", "--side", "amber")
    monkeypatch.setattr("cli.terminal.memory.terminal", lambda: "a")
    one.done("answer", "2", "--side", "blue")
    assert sum(isinstance(event, Chosen) for event in one.events()) == 2


# --- opened orders ---------------------------------------------------------------------------------


def test_an_opened_order_is_dropped_from_the_list_that_was_shown(at: At) -> None:
    at("a").done("submit", "--as", "aldmark", "move piece=ald-frigates to=selmhaven")
    at("a").done("submit", "--as", "verrin", "--none")
    at("a").done("submit", "--as", "council", "move piece=pilots to=narrows")
    at("a").done("open-orders")
    drop = ("open-orders", "--drop", "1", "--because", "x")
    assert "was not shown here yet" in at("b").refused(*drop)
    at("b").done("open-orders")
    at("a").done("order", "move", "piece=ald-frigates", "to=selmhaven", "--side", "aldmark")
    assert "has changed since it was shown here" in at("b").refused(*drop)


# --- scripts and consoles --------------------------------------------------------------------------


def test_a_script_that_gives_all_orders_itself_may_count(at: At) -> None:
    at("a").done("run", "--strict", said="order 1\n" * 3)
    assert len(given(at("a"))) == 3


def test_a_script_may_not_count_when_others_have_ordered(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    cell = at("a")

    def lines() -> Iterator[str]:
        yield "order 1"
        elsewhere(cell, "order", "move", "piece=ver-destroyers", "to=outer-banks")
        yield "order 1"
        yield "note Seen"
        yield "order 1"
        yield "orders"
        yield "order 1"
        yield "order 1"

    Console(str(cell.database)).read(lines())
    told = capsys.readouterr()
    assert told.err.count("No list of orders was shown") == 2
    assert len(given(cell)) == 4


def test_a_console_is_told_what_others_did_meanwhile(at: At, terminal: Terminal) -> None:
    terminal.type("new freeform --scenario strait --name strait\r")
    terminal.until("planning>")
    terminal.type("orders\r")
    terminal.until("planning>")
    elsewhere(terminal.cell, "order", "move", "piece=ald-divers", "to=narrows")
    terminal.type("12\r")
    terminal.until("The list of orders has changed since it was shown here")
    terminal.type("next\r")
    terminal.until("discussion>")
    terminal.type('order act --side verrin intent="They sail"\r')
    terminal.until("asked>")
    elsewhere(terminal.cell, "answer", "succeeds", "--because", "x")
    terminal.type("fails\r")
    terminal.until("The question that was shown here is no longer open")
    assert sum(event.order == "act" for event in given(terminal.cell)) == 1


# --- where it is kept ------------------------------------------------------------------------------


def test_it_is_kept_in_a_file_for_its_owner_alone(at: At) -> None:
    cell = at("a")
    orders_of(cell)
    file = cell.database.parent / "state" / "whitecell" / "terminals" / "a.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert list(file.parent.iterdir()) == [file]
    file.write_bytes(b"\xff no json")
    assert "No list of orders" in cell.refused("order", "1")


def test_where_nothing_can_be_kept_lists_are_shown_and_numbers_refused(at: At) -> None:
    cell = at("a")
    (cell.database.parent / "state").write_text("a file, no folder")
    assert orders_of(cell)
    assert "No list of orders" in cell.refused("order", "1")
    cell.done("order", "move", "piece=ald-frigates", "to=selmhaven")


def test_a_shell_is_one_terminal_and_another_shell_another(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait")
    whitecell = f"{sys.executable} -c 'from cli.main import run; run()'"
    environment = {
        **os.environ,
        "WHITECELL_DB": str(empty.database),
        "XDG_STATE_HOME": str(empty.database.parent / "shells"),
        "PYTHONPATH": str(ROOT),
    }

    def shell(script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
        )

    ended = shell(f"{whitecell} orders > listed.txt; {whitecell} order 1; true")
    assert ended.returncode == 0, ended.stderr
    assert len(given(empty)) == 1
    other = shell(f"{whitecell} order 1; true")
    assert "No list of orders was shown at this terminal yet" in other.stderr
    assert len(given(empty)) == 1
