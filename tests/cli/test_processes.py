"""The command as a process: races, kills, Ctrl-C, closed pipes, and what a start imports."""

import contextlib
import os
import pty
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from domain.events import Modified, OrderDone, OrderGiven
from domain.game.chain import broken_links
from domain.ledger.store import Ledger
from tests.cli.conftest import Cell
from tests.thinned import thinned

CHECKOUT = Path(__file__).resolve().parents[2]
RUN = "from cli.main import run; run()"


def environment(cell: Cell) -> dict[str, str]:
    state = str(cell.database.parent / "state")
    return {**os.environ, "WHITECELL_DB": str(cell.database), "XDG_STATE_HOME": state}


def start(cell: Cell, *words: str, stdin: int = subprocess.DEVNULL) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", RUN, *words],
        cwd=CHECKOUT,
        env=environment(cell),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def whole(cell: Cell) -> list[object]:
    """The events of the current game, which must be whole: chain, replay, numbers."""
    ledger = Ledger(str(cell.database))
    try:
        id = ledger.desk().game_id(None)
        entries = ledger.entries(id)
        assert list(broken_links(entries)) == []
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        ledger.load(id)
        return [entry.event for entry in entries]
    finally:
        ledger.close()


@pytest.mark.parametrize("races", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_two_processes_that_order_at_once_lose_and_double_nothing(empty: Cell, races: int) -> None:
    empty.done("new", "ramadi")
    told = 0
    units = ["mech-1", "mech-2", "mech-3", "inf-1", "inf-2", "inf-3", "inf-4", "inf-5"]
    units = units[: 2 * races]
    hexes = ["0503", "0602", "0702", "0801"]
    for n in range(0, len(units), 2):
        racers = [
            start(empty, "order", "deploy", f"unit={unit}", f"to={hexes[n // 2]}", "--by", unit)
            for unit in units[n : n + 2]
        ]
        for process in racers:
            code, _, err = finish(process)
            assert code == 0, err
            told += 1
    given = [event.by for event in whole(empty) if isinstance(event, OrderGiven)]
    assert sorted(given[1:]) == sorted(units)
    assert told == len(units)
    assert empty.done("audit").code == 0


def test_two_processes_that_give_the_same_order_give_it_once(empty: Cell) -> None:
    empty.done("new", "ramadi")
    order = ("order", "deploy", "unit=cts-1", "to=0503")
    ended = [finish(process) for process in [start(empty, *order), start(empty, *order)]]
    assert sorted(code for code, _, _ in ended) == [0, 2]
    (err,) = (err for code, _, err in ended if code == 2)
    assert err.count("\n") == 1
    assert sum(isinstance(event, OrderGiven) for event in whole(empty)) == 2


@pytest.mark.parametrize(("seed", "times"), thinned([(0, 2), (0, 6), (1, 6), (2, 6)], 4, several=True))
def test_a_killed_order_is_wholly_there_or_not_at_all(empty: Cell, seed: int, times: int) -> None:
    empty.done("new", "ramadi")
    chance = random.Random(seed)
    done = 0
    for _ in range(times):
        before = len(whole(empty))
        assert finish(start(empty, "orders"))[0] == 0
        process = start(empty, "order", "1")
        time.sleep(chance.uniform(0.02, 0.4))
        process.send_signal(signal.SIGKILL)
        finish(process)
        events = whole(empty)
        given = [event for event in events if isinstance(event, OrderGiven)]
        assert len(given) == sum(isinstance(event, OrderDone) for event in events)
        assert len(events) in (before, before + 3)
        done += len(events) > before
    empty.done("order", "1")
    assert empty.done("audit").code == 0


@pytest.mark.parametrize("times", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_a_killed_start_leaves_a_whole_game_or_none(empty: Cell, times: int) -> None:
    chance = random.Random(3)
    for n in range(times):
        process = start(empty, "new", "ramadi", "--name", f"game-{n}")
        time.sleep(chance.uniform(0.1, 0.7))
        process.kill()
        finish(process)
        if empty.database.exists():
            rows = empty.done("games", "--json").json
            assert all(row["events"] == 8 for row in rows)
    empty.done("new", "ramadi", "--name", "last")
    whole(empty)


def test_ctrl_c_at_a_question_ends_with_one_line_and_keeps_what_was_recorded(cell: Cell) -> None:
    cell.done("use", "typed")
    parent, child = pty.openpty()
    assert finish(start(cell, "orders"))[0] == 0
    process = start(cell, "order", "1", stdin=child)
    os.close(child)
    assert process.stdout is not None
    seen = ""
    while not seen.endswith("? "):
        letter = process.stdout.read(1)
        assert letter, seen
        seen += letter
    time.sleep(0.5)
    for _ in range(8):  # one that falls between the prompt and the reading is not heeded
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
    process.kill()
    code, _, err = finish(process)
    os.close(parent)
    assert code == 130
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert isinstance(whole(cell)[-1], Modified)
    assert cell.done("status", "--json").json["pending"]


def test_a_reader_that_leaves_early_is_no_fault(cell: Cell) -> None:
    process = start(cell, "log", "--game", "over", "--json")
    assert process.stdout is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait(timeout=30) == 141
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()


def test_an_order_imports_nothing_heavy(cell: Cell) -> None:
    code = (
        "import sys\nfrom cli.main import run\ntry:\n    run()\nexcept SystemExit as end:\n"
        "    heavy = {'pydantic', 'yaml', 'rich', 'jinja2', 'military_symbol', 'sqlite_utils', 'psycopg'}\n"
        "    print(end.code, sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    assert finish(start(cell, "orders"))[0] == 0
    ended = subprocess.run(
        [sys.executable, "-c", code, "order", "1"],
        cwd=CHECKOUT,
        env=environment(cell),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.stderr == "0 []\n"


def test_a_terminal_of_few_letters_is_no_fault(cell: Cell) -> None:
    cell.done("note", "Überraschung — 奇襲", "--to", "all")
    ended = subprocess.run(
        [sys.executable, "-c", RUN, "log", "--last", "1"],
        cwd=CHECKOUT,
        env={**os.environ, "WHITECELL_DB": str(cell.database), "PYTHONIOENCODING": "ascii"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0
    assert b"\\u5947" in ended.stdout


def test_debugging_shows_the_traceback(empty: Cell) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", RUN, "new", "chess"],
        cwd=CHECKOUT,
        env={**os.environ, "WHITECELL_DB": str(empty.database), "WHITECELL_DEBUG": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" in ended.stderr
    assert ended.returncode != 0


def test_the_same_commands_on_postgresql(empty: Cell, postgres_url: str) -> None:
    there = ("--db", postgres_url, "--game", "by-command")
    empty.done("new", "ramadi", "--name", "by-command", "--db", postgres_url)
    empty.done("order", "deploy", "unit=cts-1", "to=0503", *there)
    empty.done("undo", "--because", "Slip", *there)
    assert empty.done("status", "--json", *there).json["events"] == 12
    assert empty.done("audit", "--json", *there).json["findings"] == []
    assert not empty.database.exists()
