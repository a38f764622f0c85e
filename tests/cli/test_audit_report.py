"""`audit --report`: the same bytes from the database and from the exported log, and what it refuses."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from reports.document import FORMATS
from tests.cli.conftest import Cell
from tests.cli.test_processes import CHECKOUT
from tests.thinned import thinned

RUN = "import tests.toys; from cli.main import run; run()"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of an auditor's own."""
    folder = tmp_path / "an auditor's desk"
    folder.mkdir()
    return folder


def same(
    cell: Cell, elsewhere: Path, game: str, *origins: str, formats: tuple[str, ...] = ("html", "pdf")
) -> bytes:
    """The report on a game made in the room and made from its export alone: one and the same file."""
    cell.done("export", str(elsewhere / "log.jsonl"), "--force", "--game", game)
    named = [word for name in origins for word in ("--origin", name)]
    auditor = Cell(elsewhere / "none.db")
    for format in formats:
        room, desk = Path(f"room.{format}"), elsewhere / f"report.{format}"
        cell("audit", "--game", game, "--report", str(room), "--force", *named)
        auditor("audit", str(elsewhere / "log.jsonl"), "--report", str(desk), *named)
        assert room.read_bytes() == desk.read_bytes(), format
        desk.unlink()
    assert not auditor.database.exists()
    return Path("room.html").read_bytes()


def test_an_open_game_whose_seal_only_the_database_has(cell: Cell, elsewhere: Path) -> None:
    assert "Dice: derived" in cell.done("audit").out
    page = same(cell, elsewhere, "ramadi", formats=tuple(FORMATS)).decode()
    assert "no: the seed is not in the log yet" in page
    assert "Where the database has the seed, `whitecell audit` derives the dice." in page


@pytest.mark.parametrize("format", thinned(["html", "pdf", "docx"], 3))
def test_another_process_writes_the_same_bytes(cell: Cell, format: str) -> None:
    """Also where sets have another order."""
    cell.done("export", "log.jsonl", "--game", "closed")
    made = []
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", RUN, "audit", "log.jsonl", "--report", f"{seed}.{format}"],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(CHECKOUT)},
            check=True,
            capture_output=True,
        )
        made.append(Path(f"{seed}.{format}").read_bytes())
    assert made[0] == made[1]


def test_games_that_are_closed_decided_or_of_typed_dice(cell: Cell, elsewhere: Path) -> None:
    assert b"yes: each one is what the seed gives" in same(cell, elsewhere, "closed")
    assert b"physical dice, typed in" in same(cell, elsewhere, "typed")


def test_a_game_imported_under_another_name_has_the_same_report(cell: Cell, elsewhere: Path) -> None:
    page = same(cell, elsewhere, "over")
    other = Cell(elsewhere / "other.db")
    other.done("import", str(elsewhere / "log.jsonl"), "--name", "anything")
    assert other("audit", "--report", str(elsewhere / "again.html")).code == 3, "the seal is not there"
    assert (elsewhere / "again.html").read_bytes() == page


def test_a_fork_is_held_against_no_game_that_is_not_named(cell: Cell, elsewhere: Path) -> None:
    cell.done("fork", "--at", str(len(cell.events("ramadi"))))
    cell.done("order", "1")
    cell.done("export", "origin.jsonl", "--game", "ramadi")
    alone = same(cell, elsewhere, "ramadi-fork")
    held = same(cell, elsewhere, "ramadi-fork", "origin.jsonl")
    assert b"Audited with the log of" in held
    assert b"Audited with the log of" not in alone
    assert b"Forked from" in alone


def test_a_harmed_log_has_a_report_that_names_the_event(cell: Cell) -> None:
    cell.done("export", "game.jsonl", "--game", "over")
    lines = Path("game.jsonl").read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"die-rolled.1"' in line)
    Path("bad.jsonl").write_bytes(
        b"".join([*lines[:at], lines[at].replace(b'"face":', b'"face":1'), *lines[at + 1 :]])
    )
    result = cell("audit", "bad.jsonl", "--report", "bad.pdf")
    assert result.code == 1
    assert "The report is in bad.pdf." in result.out
    text = "".join(page.extract_text() for page in PdfReader("bad.pdf").pages)
    assert f"{at + 1} Chain" in " ".join(text.split())


@pytest.mark.parametrize("format", FORMATS)
def test_a_log_that_cannot_be_read_has_a_report_too(cell: Cell, format: str) -> None:
    cell.done("export", "game.jsonl", "--game", "over")
    lines = Path("game.jsonl").read_bytes().splitlines(keepends=True)
    Path("bad.jsonl").write_bytes(b"".join([*lines[:30], b'{"number": 31}\n', *lines[31:]]))
    result = cell("audit", "bad.jsonl", "--report", f"bad.{format}")
    assert result.code == 1
    made = Path(f"bad.{format}").read_bytes()
    if format == "html":
        assert "Line 31 is not an event of a log" in made.decode()
    if format == "pdf":
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
        assert "not an event of a log" in " ".join(text.split())


def test_it_says_where_it_is(cell: Cell) -> None:
    assert cell.done("audit", "--report", "audit.html").out.endswith("The report is in audit.html.\n")
    told = cell.done("audit", "--report", "audit.md", "--json").json
    assert told["report"] == {"file": "audit.md", "format": "md", "marking": ""}
    assert told["findings"] == []
    assert "report" not in cell.done("audit", "--json").json


def test_a_report_is_not_overwritten_unasked(cell: Cell) -> None:
    Path("audit.html").write_text("kept")
    assert "audit.html exists" in cell.refused("audit", "--report", "audit.html")
    assert Path("audit.html").read_text() == "kept"
    cell.done("audit", "--report", "audit.html", "--force")
    assert Path("audit.html").read_text() != "kept"


@pytest.mark.parametrize(
    ("out", "part"),
    [
        ("audit", "ends in .html"),
        ("audit.txt", "ends in .html"),
        ("game.jsonl", "ends in .html"),
        ("no/such/folder/audit.html", "there is no folder"),
        ("folder.html", "is a folder; name a file"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused(cell: Cell, out: str, part: str) -> None:
    Path("folder.html").mkdir()
    assert part in cell.refused("audit", "--report", out, "--force")


def test_no_side_has_an_audit(cell: Cell) -> None:
    sentence = cell.refused("audit", "--report", "audit.html", "--as", "isf")
    assert "white cell" in sentence
    assert not Path("audit.html").exists()
    assert "white cell" in cell.refused("audit", "--as", "isis")
    cell.done("audit", "--as", "white")


def test_the_marking_stands_on_the_report(cell: Cell) -> None:
    cell.done("declare", "--marking", "OFFICIAL")
    cell.done("declare", "--marking", "SECRET", "--event", "9")
    told = cell.done("audit", "--report", "audit.pdf", "--json").json
    assert told["report"]["marking"] == "SECRET"
    for page in PdfReader("audit.pdf").pages:
        assert page.extract_text().splitlines().count("SECRET") == 2


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("a blank line", lambda lines: [*lines[:4], b"", *lines[4:]]),
        ("a space", lambda lines: [*lines[:4], lines[4].replace(b",", b", ", 1), *lines[5:]]),
        ("another key", lambda lines: [*lines[:4], lines[4][:-1] + b',"more":1}', *lines[5:]]),
        ("another count", lambda lines: [*lines[:4], lines[4].replace(b'"of":', b'"of":1'), *lines[5:]]),
    ],
)
def test_a_line_that_export_does_not_write_is_a_finding(cell: Cell, what: str, change: Any) -> None:
    cell.done("export", "log.jsonl", "--game", "over")
    lines = Path("log.jsonl").read_bytes().splitlines()
    Path("log.jsonl").write_bytes(b"\n".join(change(lines)) + b"\n")
    told = cell("audit", "log.jsonl", "--json")
    assert told.code == 1, what
    messages = [finding["message"] for finding in told.json["findings"]]
    assert any("of the file is not in the form that `export` writes" in each for each in messages), what
