"""The console: one command a line, from a keyboard or a file, and nothing lost when the terminal is."""

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from cli.console.keyboard import Completing, history
from cli.console.prompt import Console
from cli.console.words import meant, split
from cli.main import COMMANDS
from domain.events import OrderGiven, TakenBack
from tests.cli.conftest import Cell

# --- a line and what it means ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("note They don't know", ["note", "They", "don't", "know"]),
        ("note won't and can't", ["note", "won't", "and", "can't"]),
        ('undo --because "A slip of the pen"', ["undo", "--because", "A slip of the pen"]),
        ("undo --because 'Anna''s slip'", ["undo", "--because", "'Anna''s", "slip'"]),
        (
            'order act intent="Close the strait" moves=a:b',
            ["order", "act", "intent=Close the strait", "moves=a:b"],
        ),
        ('note ""', ["note", ""]),
        ("  log   --last 4 ", ["log", "--last", "4"]),
        ('note 5" of rain', ["note", '5"', "of", "rain"]),
    ],
)
def test_lines_are_split_into_words(line: str, words: list[str]) -> None:
    assert split(line) == words


@pytest.mark.parametrize(
    ("line", "asked", "words"),
    [
        ("12", False, ["order", "12"]),
        ("12 --by Ann", False, ["order", "12", "--by", "Ann"]),
        ("12", True, ["answer", "--", "12"]),
        ("-1", True, ["answer", "--", "-1"]),
        ("fails because the tide turned", True, ["answer", "--because", "the tide turned", "--", "fails"]),
        ("succeeds in part", True, ["answer", "--", "succeeds in part"]),
        ("note something", True, ["note", "something"]),
        ("whitecell log", False, ["log"]),
        ("whitecell", False, ["whitecell"]),
        ("frob", False, ["frob"]),
    ],
)
def test_numbers_and_answers_need_no_command(line: str, asked: bool, words: list[str]) -> None:
    assert meant(line, COMMANDS, asked) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move cts-1 0407 because They ran", ["move", "cts-1", "0407", "--because", "They ran"]),
        ('move a b because "They ran"', ["move", "a", "b", "--because", "They ran"]),
        ("move a b because They don't", ["move", "a", "b", "--because", "They don't"]),
        ("move a b --because x because y", ["move", "a", "b", "--because", "x", "because", "y"]),
        ("whitecell undo because of rain", ["undo", "--because", "of rain"]),
        ('argue "It rains because of me"', ["argue", "It rains because of me"]),
        ("note They ran because of us", ["note", "They", "ran", "because", "of", "us"]),
    ],
)
def test_a_reason_is_said_as_it_is_spoken(line: str, words: list[str]) -> None:
    assert meant(line, COMMANDS, False, ("move", "undo", "argue")) == words


def test_because_is_part_of_an_answer_that_takes_no_reason() -> None:
    line = "It sinks because it was hit"
    assert meant(line, COMMANDS, True, judged=False) == ["answer", "--", line]


# --- a script --------------------------------------------------------------------------------------


def test_a_script_is_played_line_by_line(empty: Cell) -> None:
    script = """
        # a seminar in short
        new freeform --scenario ford --name short --seed 3
        orders
        1
        next
        order act --side north intent="Fence the ford off"
        fails because nobody has seen a fence
        undo --because "It was seen after all"
        log --last 1 --as white
        exit
        next
    """
    result = empty.done("run", "--by", "Mara", said=script)
    prompts = [line.strip() for line in result.out.splitlines() if "> " in line]
    assert prompts == [
        "whitecell> new freeform --scenario ford --name short --seed 3",
        "short, turn 1 planning> orders",
        "short, turn 1 planning> 1",
        "short, turn 1 planning> next",
        'short, turn 1 discussion> order act --side north intent="Fence the ford off"',
        "short, turn 1 discussion, asked> fails because nobody has seen a fence",
        'short, turn 1 discussion> undo --because "It was seen after all"',
        "short, turn 1 discussion> log --last 1 --as white",
        "short, turn 1 discussion> exit",
    ]
    assert isinstance(empty.events()[-1], TakenBack)
    assert {
        event.by for event in empty.events() if isinstance(event, OrderGiven) and event.order != "begin"
    } == {"Mara"}
    assert result.err == ""


def test_what_is_next_is_said_once_a_phase_and_whenever_it_is_asked_for(empty: Cell) -> None:
    lines = [
        "new freeform --scenario ford --name short --seed 3",
        "note Dawn",
        "1",
        "status",
        "note Noon",
        "next",
    ]
    script = "\n".join([*lines, "note Dusk"])
    out = empty.done("run", said=script).out
    told = [
        line for line in out.splitlines() if line.startswith("short, turn 1") or "` ends the phase" in line
    ]
    said = [line.rpartition("> ")[2] if line.startswith("short") else line.partition(":")[0] for line in told]
    assert said == [
        "Turn 1, planning", "note Dawn", "1", "status", "Turn 1, planning", "note Noon", "next",
        "Turn 1, discussion", "note Dusk",
    ]  # fmt: skip
    told_alone = empty.done("status").out
    assert "Turn 1, discussion: " in told_alone


def test_what_is_refused_is_said_and_the_console_goes_on(cell: Cell) -> None:
    before = cell.everything()
    lines = ["frob", "!rm -rf /", "run", "99999", "order --file -", "status --as nato", "? frob"]
    result = cell.done("run", said="\n".join(lines) + "\n")
    sentences = result.err.splitlines()
    assert len(sentences) == len(lines)
    assert all(len(sentence.split()) > 3 for sentence in sentences)
    assert "outside whitecell" in sentences[1]
    assert cell.everything() == before


def test_strict_stops_at_the_first_refusal(cell: Cell) -> None:
    count = len(cell.events())
    result = cell("run", "--strict", said="note one\nfrob\nnote two\n")
    assert result.code == 2
    assert "Stopped at line 2" in result.err
    assert len(cell.events()) == count + 1


def test_findings_do_not_stop_a_strict_script(cell: Cell) -> None:
    result = cell("run", "--strict", said="rules coverage ramadi\nnote after\n")
    assert result.code == 0, result.err


def test_a_fault_of_the_program_does_not_leave_the_console(
    cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("adjudication.engine.session.beside_play.check_note", fail)
    result = cell.done("run", said="note one\ngames\n")
    assert "a fault of whitecell (ZeroDivisionError)" in result.err
    assert "* ramadi: " in result.out


def test_the_prompt_comes_whatever_is_wrong_with_the_game(
    cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("cli.seat.opening.open_seat", fail)
    told = cell.done("run", said="status\ngames\n")
    assert "whitecell> games" in told.out
    assert "a fault of whitecell (ZeroDivisionError)" in told.err


def test_help_in_the_console(cell: Cell) -> None:
    told = cell.done("run", said="?\n? note\nhelp clock\n").out
    for command in COMMANDS:
        assert re.search(rf"[ ]{command}[,\n]", told)
    assert "Usage: whitecell note" in told
    assert "Usage: whitecell clock" in told


def test_another_game_and_database_are_kept_from_line_to_line(cell: Cell) -> None:
    assert "closed, closed> status" in cell.done("run", "--game", "closed", said="status\n").out
    told = cell.done("run", "--game", "closed", said="use over\nstatus\n").out
    assert "over, turn " in told
    assert "whitecell> games" in cell.done("run", "--db", "none.db", said="games\n").out
    assert not Path("none.db").exists()


def test_bytes_that_are_no_text_are_a_line_like_any_other(cell: Cell) -> None:
    words = [sys.executable, "-m", "tests.seminar.shell", "run", "--db", str(cell.database)]
    ended = subprocess.run(words, input=b"note \xff\xfe\ngames\n", capture_output=True, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr
    assert b"* ramadi: " in ended.stdout


# --- a keyboard ------------------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[2]


_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_BEGUN = re.compile(r"\x1b(\[[0-9;?]*)?\Z")


class Terminal:
    """A console in a process of its own, at a terminal that can be typed at, and lost."""

    def __init__(self, cell: Cell, home: Path) -> None:
        self.cell = cell
        self.keys, theirs = pty.openpty()
        environment = {
            **os.environ,
            "XDG_STATE_HOME": str(home),
            "TERM": "xterm",
            "PROMPT_TOOLKIT_NO_CPR": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.seminar.shell", "run", "--db", str(cell.database)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = self._raw = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def until(self, text: str) -> str:
        """What was shown up to where the text is, without control sequences: a slow machine draws a word in
        several parts."""
        end = time.monotonic() + 60
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.keys], [], [], 0.2)[0]:
                self._raw += self._decode(os.read(self.keys, 65536))
                read = _SEQUENCE.sub("", self._raw)
                begun = _BEGUN.search(read)
                self._raw = begun.group() if begun is not None else ""
                self.shown += read.removesuffix(self._raw)
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, text: str) -> None:
        os.write(self.keys, text.encode())

    def ended(self) -> int:
        return self.process.wait(timeout=60)


@pytest.fixture
def terminal(cell: Cell, tmp_path: Path) -> Iterator[Terminal]:
    there = Terminal(cell, tmp_path)
    yield there
    if there.process.poll() is None:
        there.process.kill()
        there.process.wait()


def test_a_person_types_completes_and_leaves(cell: Cell, terminal: Terminal, tmp_path: Path) -> None:
    count = len(cell.events())
    terminal.until("operations>")
    terminal.type("stat\t")
    terminal.until("status")
    terminal.type("\x15note observation They don't look up\r")
    terminal.until("Observation: They don't look up")
    terminal.until("operations>")
    terminal.type("map\r")
    drawn = terminal.until("`whitecell map --legend` says what signs and codes mean")
    assert "/0602\\MIL2  /0802\\" in drawn, "lines are not broken at their spaces"
    terminal.until("operations>")
    terminal.type("half a line\x03")
    terminal.until("operations>")
    for _ in range(20):  # the line is redrawn with every key: one typed too early finds it still full
        if terminal.process.poll() is not None:
            break
        terminal.type("\x04")
        time.sleep(0.5)
    assert terminal.ended() == 0
    assert len(cell.events()) == count + 1
    kept = tmp_path / "whitecell" / "history"
    assert "note observation They don't look up" in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("loss", ["hangs up", "is killed"])
def test_a_lost_terminal_loses_nothing(cell: Cell, terminal: Terminal, loss: str) -> None:
    count = len(cell.events())
    terminal.until("operations>")
    for number in range(3):
        terminal.type(f"note number {number}\r")
        terminal.until(f"Note: number {number}")
        terminal.until("operations>")
    terminal.type("note half ty")
    if loss == "hangs up":
        os.close(terminal.keys)
        terminal.process.send_signal(signal.SIGHUP)
    else:
        terminal.process.kill()
    assert terminal.ended() != 70
    assert len(cell.events()) == count + 3
    assert cell.done("audit", "--game", "ramadi").code == 0


def test_a_question_is_answered_at_the_prompt_and_leaves_it_free(empty: Cell, tmp_path: Path) -> None:
    """While the white cell is asked it can note, argue and roll; nothing else waits for its keyboard."""
    empty.done("new", "freeform", "--name", "selm")
    empty.done("next")
    there = Terminal(empty, tmp_path)
    try:
        there.until("discussion>")
        there.type('order act --side aldmark intent="Sail" moves=ald-frigates:narrows\r')
        there.until("Outcome?")
        assert "Type the answer and the reason: ANSWER because REASON." in there.until("asked>") + there.shown
        there.type("note They wait because of the fog\r")
        there.until("Note: They wait because of the fog")
        there.until("asked>")
        there.type("change tension+1 because Guns were seen\r")
        there.until("Tension +1, now 4. Reason: Guns were seen")
        there.until("asked>")
        there.type("nonsense\r")
        assert "answer one of succeeds" in there.until("begins with no command")
        there.until("asked>")
        there.type("3\r")
        there.until("Because?")
        there.type("The mines\r")
        there.until("fails. Reason: The mines")
        there.until("discussion>")
        there.type("change tension -1\r")
        there.until("Because?")
        there.type("\r")
        there.until("needs a reason")
    finally:
        there.process.kill()
        there.process.wait()
    assert empty.done("audit").code == 0
    assert empty.done("status", "--json").json["tracks"]["tension"] == 4


def test_an_answer_that_leaves_another_open_asks_that_one(empty: Cell) -> None:
    empty.done("new", "freeform")
    empty.done("next")
    empty.done("order", "act", "--side", "aldmark", "intent=Sail")
    assert "Narrate the outcome" in empty.done("argue", "Fog lifts", "--narrate", "--because", "x").out
    told = empty.done("answer", "It lifts at noon").out
    assert told.splitlines()[-1] == "Answer with `whitecell answer ANSWER --because REASON`."
    assert "White cell to adjudicate: Aldmark: Sail" in told


def test_completion_offers_what_stands_at_that_place(empty: Cell) -> None:
    empty.done("new", "freeform")
    empty.done("house-rule", "H1", "--text", "Fog", "--because", "x")
    words = Completing(Console(str(empty.database))).words
    assert {"tension+", "ver-destroyers", "place"} <= set(words(["change"], ""))
    assert "inner-sea" not in words(["change"], "")
    assert {"to", "steps"} <= set(words(["change", "ver-destroyers"], ""))
    assert "inner-sea" in words(["change", "ver-destroyers", "to"], "")
    assert "inner-sea" not in words(["change", "ver-destroyers", "to", "talks,"], "")
    assert list(words(["look-up"], "")) == ["escalation"]
    assert list(words(["look-up", "escalation", "die=3"], "")) == ["tension="]
    assert {"house", "house H1", "3.4"} <= set(words(["roll", "d6", "--rule"], ""))
    assert "estimate" in words(["argue", "--method"], "")
    line = Document("roll d6 --rule hou")
    offered = Completing(Console(str(empty.database))).get_completions(line, CompleteEvent())
    assert [each.text for each in offered] == ["house", '"house H1"'], "two words are one argument"
    assert {"verrin", "white", "all"} <= set(words(["roll", "--only"], ""))
    assert list(words(["option"], "")) == ["actions", "free_movement", "turns"]
    assert list(words(["house-rule"], "")) == ["H1"]
    assert "submarine" in words(["change", "place"], "")
    assert "submarine" not in words(["change", "remove"], "")


def test_completion_offers_commands_options_and_values(cell: Cell) -> None:
    completing = Completing(Console(str(cell.database)))
    assert {"order", "orders"} <= set(completing.words([], "or"))
    assert "--tag" in completing.words(["note", "insight", "x"], "--")
    assert "execute" in completing.words(["order"], "")
    assert any(word.startswith("target=") for word in completing.words(["order", "execute"], ""))
    assert {"isf", "isis"} <= set(completing.words(["log", "--as"], ""))
    assert list(completing.words(["frob"], "")) == []
    assert list(completing.words(["log", "--nonsense", "--game"], ""))


def test_history_is_kept_in_memory_where_no_file_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert type(history()).__name__ == "InMemoryHistory"
