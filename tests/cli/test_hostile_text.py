"""A forged log whose every text and name is hostile: no command prints what hides in it."""

import random
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import category

import msgspec
import pytest
from typer.testing import CliRunner

from adjudication.chances.selfplay import PolicyPeople, play_out
from adjudication.engine.games.systems import load
from adjudication.engine.session import Session
from adjudication.seminar.declaring import declaring
from cli.main import COMMANDS, app
from domain.events import Event, MarkingSet, MessageSent, SeatTaken
from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import write_log
from domain.table.dice import SealedDice
from tests.cli.conftest import SECRET, Cell
from tests.seminar.games import freeform
from tests.thinned import thinned

HOSTILE = "x\x1b[31m\x07\x00\x9b\u202egnp\u2066\u200f\u061c\u2028\u200b\nFORGED 99"
_TEXTS = """name title text by because role cell sender purpose why reason narration label about back
background description wording short intent result doubts asked_by hint marking"""
TEXTS = frozenset(_TEXTS.split())


def _hostile(value: Any) -> Any:
    """Plain data, every text in it that is no id with what hides in it."""
    if isinstance(value, dict):
        return {
            key: f"{inside}{HOSTILE}"
            if key in TEXTS and isinstance(inside, str) and inside
            else _hostile(inside)
            for key, inside in value.items()
        }
    return [_hostile(each) for each in value] if isinstance(value, list) else value


def _forged(events: list[Event]) -> list[Event]:
    return [msgspec.convert(_hostile(msgspec.to_builtins(event)), type(event)) for event in events]


def _seminar() -> list[Event]:
    """A game with people, messages, notes, arguments and markings."""
    policy, chance = load("freeform").policy("random"), random.Random(4)
    session = freeform("strait", people=PolicyPeople({}, policy, chance))

    def record(event: type[Event], **fields: Any) -> None:
        session.record(lambda number, time: event(number=number, time=time, **fields))

    outcomes = {"LO1": "When to talk"}
    session.record(
        lambda number, time: declaring(session.state, number, time, "To learn", {}, outcomes, by="Ann")
    )
    record(SeatTaken, name="Ann", role="facilitator")
    record(SeatTaken, name="Bo", role="President", side="verrin", cell="Red")
    record(
        MessageSent,
        form="message",
        fields={"text": f"Hello{HOSTILE}"},
        sender="Bo",
        side="verrin",
        to=("aldmark",),
        turn=1,
        phase="planning",
    )
    session.note("Seen", by="Ann", kind="insight", tags=("LO1",), rating=3, audience=None)
    record(MarkingSet, marking="OFFICIAL", by="Ann")
    session.by_hand("hand-score", {"track": next(iter(session.state.tracks)), "change": 1}, "A slip", "Ann")
    play_out(session, policy, chance)
    return session.game.log


def _ramadi() -> list[Event]:
    from seats.acting.starting import lay

    system = load("ramadi")
    policy, chance = system.policy("sensible"), random.Random(4)
    game = lay("ramadi", None, {}, game="a" * 32, name="r", secret=SECRET)
    session = Session(system, game, SealedDice(SECRET), PolicyPeople({}, policy, chance))
    session.begin()
    while session.state.turn < 2:
        session.order(policy.order(session.state, session.legal(), chance), "Ann")
    session.take_back(session.orders_in_force()[-1].number, "A slip", "Ann")
    return session.game.log


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the forged logs of two games."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, events in (("seminar", _seminar()), ("ramadi", _ramadi())):
        write_log(folder / f"{name}.jsonl", enter(getattr(events[0], "game", ""), _forged(events), GENESIS))
    return folder


def _check(text: str, what: object) -> None:
    bad = {
        f"{ord(char):04x}"
        for char in text
        if category(char) in ("Cc", "Cf", "Zl", "Zp") and char not in "\n\t"
    }
    assert not bad, f"{what}: {bad}"
    assert not re.search(r"^FORGED", text, re.MULTILINE), what


SIDE = {"seminar": "verrin", "ramadi": "isf"}
READS = [
    "games",
    "status",
    "status --as SIDE",
    "map",
    "pieces",
    "kinds",
    "orders",
    "orders --as SIDE",
    "answer",
    "note",
    "clock",
    "roster",
    "message",
    "inject",
    "declare",
    "house-rule",
    "option",
    "ruling 9",
    "log",
    "log --as SIDE",
    *(f"explain {number}" for number in range(1, 40, 3)),
    "tables",
    "tables TABLE",
    "luck",
    "audit",
    "compare GAME LOG",
    "games --db nowhere.db",
]
"""What reads a game, and what is refused with its words."""

ACTS = [
    "order 1",
    "next",
    "undo --because x",
    "note x",
    "roster Olga --role Presidnet",
    "brief nobody",
    "order nothing a=b",
    "close --yes",
    "aar --audience nobody",
    "change nothing to nowhere --because x",
    "odds 1",
    "what-if --at 9 --games 1 --workers 1",
    "turning-points --games 1 --workers 1",
    "decisions --games 1",
    "fork --at 9",
    "tables nothing --adopt x.csv",
    "kinds --adopt x.yaml",
    "inject x deliver",
    "correct 9 x --because x",
    "clock start planning 10m",
    "message Hello --to nobody",
]


@pytest.mark.parametrize("game", thinned(SIDE, 2))
def test_nothing_that_hides_in_a_log_is_printed(empty: Cell, logs: Path, game: str) -> None:
    log = logs / f"{game}.jsonl"
    empty.done("import", str(log), "--name", "G")
    table = empty.done("tables", "--json").json
    names = {"SIDE": SIDE[game], "GAME": "G", "LOG": str(log), "TABLE": table[0]["name"] if table else "none"}
    for line in [*READS, *ACTS]:
        words = [names.get(word, word) for word in line.split()]
        result = empty(*words)
        assert result.code != 70, (line, result.err)
        _check(result.out, line)
        _check(result.err, line)
        result = empty(*words, "--json")
        _check(result.out, (line, "--json"))
    result = empty("run", said="status\nlog\n?\nanswer\nnonsense\n")
    _check(result.out + result.err, "run")


@pytest.mark.parametrize(
    ("game", "formats"),
    [
        ("seminar", ("html", "md")),
        pytest.param("seminar", ("html", "md", "docx", "pdf"), marks=pytest.mark.slow),
        pytest.param("ramadi", ("html", "md", "docx", "pdf"), marks=pytest.mark.slow),
    ],
)
def test_nothing_that_hides_in_a_log_is_in_a_report(
    empty: Cell, logs: Path, game: str, formats: tuple[str, ...]
) -> None:
    log = logs / f"{game}.jsonl"
    empty.done("import", str(log), "--name", "G")
    for format in formats:
        empty.done("aar", "--out", f"aar.{format}")
        empty("audit", "--report", f"audit.{format}")
    empty.done("aar", "--audience", "senior", "--out", "senior.html")
    empty.done("aar", "--audience", SIDE[game], "--out", "side.html")
    empty.done("brief", SIDE[game], "--out", "brief.html")
    empty.done("brief", SIDE[game], "--out", "brief.pdf")
    empty.done("map", "--svg", "map.svg", "--as", "white")
    empty("compare", "G", str(log), "--out", "compare.md")
    empty.done("read-model", "read.db", "--csv", "tables")
    seen = {file.suffix for file in _files(Path())}
    assert {f".{format}" for format in formats} | {".html", ".pdf", ".svg", ".csv"} <= seen
    for file in _files(Path()):
        for text in _texts(file):
            _check(text, file)


def _files(folder: Path) -> Iterator[Path]:
    endings = (".html", ".md", ".docx", ".pdf", ".svg", ".csv")
    yield from (file for file in sorted(folder.rglob("*")) if file.suffix in endings)


def _texts(file: Path) -> Iterator[str]:
    if file.suffix == ".docx":
        with zipfile.ZipFile(file) as opened:
            yield from (opened.read(name).decode() for name in opened.namelist() if name.endswith(".xml"))
    elif file.suffix == ".pdf":
        from pypdf import PdfReader

        read = PdfReader(file)
        # a page may begin in the middle of a sentence
        yield from (" " + page.extract_text().replace("\n", " ") for page in read.pages)
    elif file.suffix == ".csv":
        import csv

        for row in csv.reader(file.open(newline="")):
            yield from (cell.replace("\n", " ") for cell in row)
    else:
        text = file.read_text()
        yield text
        if file.suffix == ".html":  # what a script reads
            yield from re.findall(r"\\u(?:202e|2066|200f|061c|2028|001b|009b)", text)


def test_every_command_that_reads_a_game_is_walked() -> None:
    walked = {line.split()[0] for line in [*READS, *ACTS]} | {"run", "import", "aar", "brief", "read-model"}
    nothing_to_read = {"new", "use", "rules", "play", "demo", "study", "export"}
    writes = {
        "submit",
        "open-orders",
        "roll",
        "look-up",
    }
    writes |= {"begin", "draw", "argue", "add"}
    assert COMMANDS.keys() == walked | nothing_to_read | writes


@pytest.mark.usefixtures("empty")
def test_completion_offers_nothing_that_hides(empty: Cell, logs: Path) -> None:
    empty.done("import", str(logs / "seminar.jsonl"), "--name", "G")
    environment = {
        "WHITECELL_DB": str(empty.database),
        "_WHITECELL_COMPLETE": "complete_bash",
        "COMP_WORDS": "whitecell note x --by ",
        "COMP_CWORD": "4",
    }
    result = CliRunner().invoke(app, [], env=environment, prog_name="whitecell")
    _check(result.stdout, "completion")
