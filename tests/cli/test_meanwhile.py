"""What others did since the last command at this terminal is said in one line, as its reader may know it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.console.prompt import Console
from cli.terminal.memory import Memory, Shown, memory, remembering
from tests.cli.conftest import Cell
from tests.cli.test_shown import elsewhere

At = Callable[[str], Cell]


@pytest.fixture
def at(empty: Cell, monkeypatch: pytest.MonkeyPatch) -> At:
    """The same game at another terminal: `at("a")`."""
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")
    for who, side in (("Bo", "aldmark"), ("Cy", "verrin")):
        empty.done("roster", who, "--role", "Head", "--side", side)
    empty.done("roster", "Mara", "--role", "facilitator")
    empty.done("roster", "Zoe", "--role", "scribe", "--white")

    def sit(name: str) -> Cell:
        monkeypatch.setattr("cli.terminal.memory.terminal", lambda: name)
        return Cell(empty.database, looks=False)

    return sit


MOVE = ("order", "move", "piece=ald-frigates", "to=narrows", "--side", "aldmark")


def test_a_terminal_is_told_once_what_another_did(at: At) -> None:
    assert at("a")("orders").err == ""  # the first command here has nothing to compare with
    assert at("b")(*MOVE, "--by", "Zoe").err == ""
    told = at("a")("log", "--last", "1")
    assert told.err.startswith("Since your last command: ")
    assert told.err.count("\n") == 1
    assert "1st Frigate Squadron" in told.err
    assert "Zoe" in told.err
    assert "the numbers of `whitecell orders` have changed" in told.err
    assert at("a")("log", "--last", "1").err == ""


def test_nobody_is_told_of_the_own_commands(at: At) -> None:
    at("a").done("status")
    assert at("a")(*MOVE).err == ""
    assert at("a")("status").err == ""
    assert at("a")("status", "--as", "verrin").err == ""
    assert at("a")("note", "Quiet so far").err == ""
    assert at("a")("status", "--as", "verrin").err == ""


def test_each_reader_is_told_what_he_may_know(at: At) -> None:
    at("a").done("next")
    for side in ("verrin", "aldmark"):
        assert at(side)("status", "--as", side).err == ""
    covert = ["order", "act", "--side", "aldmark", "intent=Cut the cable", "--only", "aldmark"]
    at("a").done(*covert)
    assert at("verrin")("status", "--as", "verrin").err == ""
    assert "Cut the cable" in at("aldmark")("status", "--as", "aldmark").err
    at("a").done("answer", "fails", "--because", "Fog")
    assert at("verrin")("orders", "--as", "verrin").err == ""
    assert "fails" in at("aldmark")("log", "--as", "aldmark", "--last", "1").err


def test_much_is_counted_and_not_listed(at: At) -> None:
    at("a").done("status")
    for nth in range(5):
        at("b").done("note", f"Remark {nth}")
    assert "; 2 more entries in the log." in at("a")("status").err


def test_programs_have_it_in_a_field(at: At) -> None:
    at("a").done("status")
    at("b").done("note", "Tea is late")
    told = at("a")("status", "--json")
    assert told.err == ""
    assert ["Tea is late" in line for line in told.json["since"]] == [True]
    assert at("a")("status", "--json").json["since"] == []
    at("b").done("note", "Tea is here")
    assert "Tea is here" in at("a")("next", "--json").json["since"][0]
    at("b").done("note", "Cake")
    assert len(at("verrin")("status", "--as", "verrin", "--json").json["since"]) == 0


def test_a_number_that_means_another_order_now_is_refused_after_it_is_said(at: At) -> None:
    at("a").done("orders")
    at("b").done(*MOVE)
    told = at("a")("order", "1")
    assert told.code == 2
    assert told.err.index("Since your last command") < told.err.index("The list of orders has changed")


def test_the_console_tells_it_too(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    from cli.terminal.memory import Memory, remembering

    cell = at("b")
    console = Console(str(cell.database), by="Mara")
    with remembering(Memory()):
        console.do("status")
        elsewhere(cell, "note", "Tea is late", "--by", "Zoe")
        capsys.readouterr()
        console.place()
        console.do("status")
        assert "Since your last command: " in capsys.readouterr().err
        console.do("status")
        assert capsys.readouterr().err == ""


def test_what_others_wrote_during_a_command_is_told_by_the_next(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seats.seat.seat import Seat

    at("a").done("status")
    plainly = Seat._save

    def interrupted(seat: Seat, game: object) -> None:
        monkeypatch.setattr(Seat, "_save", plainly)
        Cell(at("b").database, looks=False).done("note", "Tea is late", "--by", "Zoe")
        at("a")
        plainly(seat, game)  # type: ignore[arg-type]

    monkeypatch.setattr(Seat, "_save", interrupted)
    assert at("a")(*MOVE).err == ""
    assert "Tea is late" in at("a")("status").err
    assert at("a")("status").err == ""


def test_what_a_console_had_seen_its_terminal_has_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After orders that were piped into `run` nobody else has done anything."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for last, expected in ((7, 7), (3, 7), (9, 9)):
        with remembering(Memory(scripted=True)):
            memory().put("a game", Shown(seen={"white": last}))
        assert memory().get("a game").seen == {"white": expected}
