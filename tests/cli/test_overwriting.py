"""No command replaces a file unasked, and none ever replaces a database."""

import os
import sqlite3
from pathlib import Path

import pytest

from domain.errors import Refused
from domain.ledger.files import write_whole
from domain.ledger.logfile import read_log
from domain.ledger.protected import protected
from tests.cli.conftest import Cell

WRITERS = {
    "export": (("export", "OUT"), "o.jsonl"),
    "export-verifier": (("export", "log.jsonl", "--with-verifier"), "verify_log.py"),
    "aar": (("aar", "--out", "OUT"), "o.md"),
    "aar-default": (("aar",), "aar-ramadi.html"),
    "audit": (("audit", "--report", "OUT"), "o.html"),
    "compare": (("compare", "ramadi", "typed", "--out", "OUT"), "o.html"),
    "brief": (("brief", "isf", "--out", "OUT"), "o.html"),
    "brief-default": (("brief", "isf"), "brief-isf.html"),
    "map": (("map", "--svg", "OUT"), "o.svg"),
    "play": (("play", "toy-cards", "--out", "OUT"), "o.jsonl"),
    "demo": (("demo", "ramadi", "--out", "."), "log.jsonl"),
    "read-model": (("read-model", "read.db", "--csv", "."), "events.csv"),
}
"""Every command that writes a file: its words, and a file that it writes."""


def words_of(writer: str, out: str = "") -> list[str]:
    words, file = WRITERS[writer]
    return [word.replace("OUT", out or file) for word in words]


@pytest.mark.parametrize("writer", WRITERS)
def test_a_file_that_exists_is_replaced_only_when_asked_to(cell: Cell, writer: str) -> None:
    file = Path(WRITERS[writer][1])
    file.write_text("mine")
    said = cell.refused(*words_of(writer))
    assert f"{file} exists; add --force to replace it, or " in said
    assert file.read_text() == "mine"
    cell.done(*words_of(writer), "--force")
    assert file.read_bytes() != b"mine"
    assert not list(Path().glob("*.part"))


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.usefixtures("someone_there")
def test_a_person_at_the_terminal_is_asked(cell: Cell, writer: str) -> None:
    file = Path(WRITERS[writer][1])
    file.write_text("mine")
    result = cell(*words_of(writer), said="n\n")
    assert result.code == 2
    assert f"{file} exists. Replace it?" in result.out
    assert result.err == "Nothing was written.\n"
    assert file.read_text() == "mine"
    cell.done(*words_of(writer), said="y\n")
    assert file.read_bytes() != b"mine"


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("way", ["symlink", "hard link", "copy"])
def test_a_database_is_never_replaced_whatever_it_is_called(cell: Cell, writer: str, way: str) -> None:
    file = Path(WRITERS[writer][1])
    if way == "symlink":
        file.symlink_to(cell.database)
    elif way == "hard link":
        file.hardlink_to(cell.database)
    else:
        file.write_bytes(cell.database.read_bytes())
    for force in ((), ("--force",)):
        assert f"{file} is a database, which is never replaced" in cell.refused(*words_of(writer), *force)
    assert file.read_bytes()[:15] == b"SQLite format 3"
    assert cell("games").out.count(" events, ") == 6


@pytest.mark.parametrize(
    "name", ["games.db", "new.db", "new.SQLITE", "games.db-wal", "games.db-shm", "games.seals"]
)
@pytest.mark.parametrize("writer", ["export", "map", "play"])
def test_no_report_is_named_like_a_database(cell: Cell, writer: str, name: str) -> None:
    there = Path(name).exists()
    before = Path(name).read_bytes() if there else b""
    said = cell.refused(*words_of(writer, name), "--force")
    assert "is never replaced" in said or "choose a name with another ending" in said
    assert Path(name).exists() == there
    assert not there or Path(name).read_bytes() == before


def test_what_belongs_to_a_database_is_known_by_its_content(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.db"
    with sqlite3.connect(ledger, isolation_level=None) as opened:
        opened.execute("pragma journal_mode = wal")
        opened.execute("create table a (b)")
        opened.execute("insert into a values (1)")
        for part in ("-wal", "-shm"):
            other = tmp_path / f"report{part[1:]}.html"
            other.hardlink_to(f"{ledger}{part}")
            assert protected(other) == "part of a database"
        opened.execute("pragma journal_mode = delete")
        opened.execute("begin")
        opened.execute("insert into a values (2)")
        opened.execute("update a set b = 3")
    opened.close()
    odd = tmp_path / "games"
    odd.write_bytes(ledger.read_bytes())
    assert protected(odd) == "a database"
    assert protected(tmp_path / "games-wal") == "part of a database"
    seals = tmp_path / "notes.txt"
    seals.write_text('{"game":"00","secret":"ff"}\n')
    assert protected(seals) == "a file of seals"
    for harmless in ("report.html", "map-wal", "db", "my.dbx"):
        (tmp_path / harmless).write_text("SQLite")
        assert protected(tmp_path / harmless) == ""
    assert protected(tmp_path / "map-wal", str(tmp_path / "map-wal")) == "the database in use"


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.html"

    def slow(part: Path) -> None:
        part.write_bytes(b"ours")
        file.write_bytes(b"theirs")

    with pytest.raises(Refused, match="written by somebody else meanwhile"):
        write_whole(file, slow, replace=False)
    assert file.read_bytes() == b"theirs"
    assert os.listdir(tmp_path) == ["a.html"]
    write_whole(tmp_path / "b.html", b"new", replace=False)
    assert (tmp_path / "b.html").read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == ["a.html", "b.html"]


def test_the_last_step_refuses_a_database_too(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    sqlite3.connect(file).executescript("create table a (b)").close()
    with pytest.raises(Refused, match="is a database"):
        write_whole(file, b"{}")


def test_a_study_writes_only_into_its_own_folder(cell: Cell) -> None:
    words = ("study", "toy-cards", "--games", "2", "--policy", "random", "--workers", "1", "--out", "s")
    Path("s").mkdir()
    Path("s/games.csv").write_text("mine")
    assert "holds other things" in cell.refused(*words)
    Path("s/games.csv").unlink()
    cell.done(*words)
    cell.done(*words)
    Path("s/games.csv").unlink()
    Path("s/games.csv").hardlink_to(cell.database)
    assert "s/games.csv is a database" in cell.refused(*words)


def test_an_export_that_is_not_written_leaves_the_old_one_whole(cell: Cell) -> None:
    cell.done("export", "o.jsonl")
    cell.done("order", "1")
    cell.refused("export", "o.jsonl")
    entries, of = read_log(Path("o.jsonl"))
    assert len(entries) == of
