"""Every option of every command: one that is accepted has an effect, and what is typed into one stays a text.

The lines are made from the commands themselves, so that a new command or option is tried without being named.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from typer.main import get_command

from cli.main import COMMANDS, app
from tests.worlds.test_door import a_seminar, nothing, public_question
from tests.worlds.typing import WITHOUT_A_GAME, Desk, at_one_time, words_behind, words_for

HOSTILE = (
    "{}",
    "{to.__init__.__globals__}",
    "%s%n%(to)s",
    "../../x",
    "<script>alert(1)</script>",
    "[red]x[/red]",
    "a\0b",
    "\u202egnp.\u2066x",
    "x" * 100_000,
    "\ud800",
    "",
    " ",
    "-",
    "\x1b[31mred",
)
"""Texts that a program may take for a format string, a path, markup, a terminal's command, or nothing."""
ONE_IN = 150
"""Which part of all lines with hostile texts the ordinary suite tries."""
ONE_OPTION_IN = 6
"""Which part of all options it tries."""
FACILITATOR = "Ada"
NEVER = ("Traceback", "__globals__'", "object at 0x", "<class", "\x1b[31m", "\u202e", "\u2066")
"""What a text that was read as something else prints."""
EVERYWHERE = ("--by", "--db", "--game", "--help")

LINES: dict[str, tuple[list[str], ...]] = {
    "new": (["freeform", "--scenario", "strait", "--name", "other"],),
    "use": (["game"],),
    "rules": (["freeform"],),
}
"""Lines of commands that open no game."""

MAY_DO_NOTHING = {
    ("*", "--yes"): "nothing is confirmed",
    ("brief", "--force"): "there is no file yet",
    ("read-model", "--force"): "there is no file yet",
    ("orders", "--all"): "the list has one page",
    ("orders", "--page"): "the list has one page",
    ("orders", "--kind"): "all that is listed is of that kind",
    ("orders", "--piece"): "nothing is listed, of whatever piece",
    ("odds", "--all"): "there is nothing more to tell",
    ("odds", "--samples"): "the odds are exact",
    ("odds", "--seed"): "the odds are exact",
    ("luck", "--top"): "no order had chance in it",
    ("luck", "--samples"): "no order had chance in it",
    ("luck", "--seed"): "no order had chance in it",
    ("message", "--turn"): "there are no messages",
}
"""Options that change nothing in the games of this test, and why that is so."""


class Counting(Desk):
    """A desk that says what a command left in the database, and which files it wrote."""

    database: str = ""
    files: tuple[str, ...] = ()

    def _restored(self) -> list[str]:
        self.database = hashlib.sha256((self.folder / "games.db").read_bytes()).hexdigest()
        self.files = tuple(super()._restored())
        return []


class Answer(NamedTuple):
    """What came of a line: its exit code, what it printed, the files that it wrote, each with its text, and
    the digest of the database after it."""

    code: int
    said: str
    files: tuple[str, ...]
    database: str


class Typist:
    """The facilitator of a seminar, who types."""

    def __init__(self, folder: Path, asked: bool) -> None:
        pair = a_seminar(public_question if asked else nothing)
        self.words = pair.words
        self.folder = folder
        self.desk = Counting(pair.here, folder / "desk")

    def __call__(self, line: list[str]) -> Answer:
        code, said = self.desk.says(FACILITATOR, line, True)
        return Answer(code, said, self.desk.files, self.desk.database)

    def lines(self) -> Iterator[tuple[str, list[str], Any]]:
        """Each command with what may stand behind it, and its parameters."""
        group: Any = get_command(app)
        for name in COMMANDS:
            if name in WITHOUT_A_GAME and name not in LINES:
                continue
            command = group.get_command(None, name)
            arguments = [each for each in command.params if each.param_type_name == "argument"]
            forms = LINES.get(name) or words_behind(name, arguments, self.words, self.desk.folder)
            for form in forms:
                yield name, form, command.params


@pytest.mark.parametrize("one_in", [ONE_OPTION_IN, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("asked", [False, True], ids=["nothing asked", "a question"])
def test_an_option_that_is_accepted_does_something(tmp_path: Path, asked: bool, one_in: int) -> None:
    ignored = []
    with at_one_time():
        type_in = Typist(tmp_path, asked)
        for name, form, params in type_in.lines():
            if name in LINES:
                continue
            chosen = [each for each in params if _picked([name, *form, each.name], one_in)]
            plain = type_in([name, *form]) if chosen else None
            if plain is None or plain.code:
                continue
            for option in chosen:
                flag = max(option.opts, key=len)
                if option.param_type_name == "argument" or flag in EVERYWHERE:
                    continue
                if {(name, flag), ("*", flag)} & MAY_DO_NOTHING.keys():
                    continue
                values = (
                    [[]]
                    if option.is_flag
                    else [[each] for each in words_for(option, type_in.words, type_in.desk.folder)]
                )
                if all(type_in([name, *form, flag, *value]) == plain for value in values):
                    ignored.append((name, form, flag))
    assert ignored == []


def _picked(line: list[str], one_in: int) -> bool:
    """Whether a line is among those that are tried: always the same ones."""
    said = [each.rpartition("/")[2] for each in line]  # without the folder of this run
    return crc32(repr(said).encode("utf-8", "surrogatepass")) % one_in == 0


def hostile_lines(type_in: Typist) -> Iterator[tuple[list[str], str]]:
    """Each command with a hostile text in the place of each of its texts."""
    for name, form, params in type_in.lines():
        for option in params:
            flag = max(option.opts, key=len)
            if option.param_type_name == "argument" or option.is_flag or flag in ("--db", "--help"):
                continue
            yield from (([name, *form, flag, text], text) for text in HOSTILE)
        for place in range(len(form)):
            yield from (([name, *form[:place], text, *form[place + 1 :]], text) for text in HOSTILE)
        yield from (([name, *form, text], text) for text in HOSTILE)


@pytest.mark.parametrize("one_in", [ONE_IN, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("asked", [False, True], ids=["nothing asked", "a question"])
def test_what_is_typed_is_a_text_and_nothing_else(tmp_path: Path, asked: bool, one_in: int) -> None:
    with at_one_time():
        type_in = Typist(tmp_path, asked)
        before = sorted(tmp_path.iterdir())
        for line, text in hostile_lines(type_in):
            if not _picked(line, one_in):
                continue
            code, said, files, _ = type_in(line)
            case = [each[:80] for each in line], code, said[:2_000]
            assert code in (0, 2) or (line[0] in ("audit", "compare") and code in (1, 3)), case
            assert not any(sign in said for sign in NEVER), case
            assert sorted(tmp_path.iterdir()) == before, case
            pages = [each for each in files if each.partition(": ")[0].endswith((".html", ".svg"))]
            assert not any("<script>alert" in page for page in pages), case
            if code == 2 and len(text) > 50_000:
                assert len(said) < 5_000, case
