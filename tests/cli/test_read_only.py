"""Copies and media that nothing can be written to: everything that reads works, what writes refuses."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain.ledger.store import Ledger
from tests.builders import add, note
from tests.cli.conftest import Cell, play

NOBODY = 65534


@contextmanager
def unwritable(folder: Path) -> Iterator[None]:
    """Nothing can be written in that folder; to root, who minds no mode, by being somebody else."""
    files = [folder, *folder.iterdir()]
    modes = {file: file.stat().st_mode for file in files}
    for file in files:
        file.chmod(0o555 if file.is_dir() else 0o444)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for file, mode in modes.items():
            file.chmod(mode)


@pytest.fixture
def evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cell]:
    """A white cell with one game, in a folder that everyone may enter; the current folder can be written."""
    folder = Path(tempfile.mkdtemp(prefix="whitecell-evidence-"))
    ledger = Ledger(str(folder / "games.db"))
    play(ledger, "alpha", "toy-losses", lambda session: len(session.game.log) > 20)
    ledger.close()
    cell = Cell(folder / "games.db")
    out = Path(tempfile.mkdtemp(prefix="whitecell-out-"))
    out.chmod(0o777)
    monkeypatch.chdir(out)
    for words in READS:  # what a command imports is imported by somebody who may read it
        cell(*words)
    for file in out.iterdir():
        file.unlink()
    yield cell
    shutil.rmtree(folder)
    monkeypatch.chdir(tmp_path)
    shutil.rmtree(out)


READS = (
    ("status",),
    ("games",),
    ("log",),
    ("pieces",),
    ("orders",),
    ("explain", "10"),
    ("note",),
    ("audit",),
    ("export", "out.jsonl"),
    ("audit", "--report", "out.md"),
    ("aar", "--out", "aar.html"),
    ("games", "--register", "register.jsonl"),
)
WRITES = (
    ("note", "hello"),
    ("use", "alpha"),
    ("new", "toy-losses"),
    ("import", "out.jsonl"),
    ("fork", "--at", "10"),
    ("close", "--yes", "--because", "x"),
    ("roster", "Anna", "--role", "facilitator"),
)


def test_all_that_reads_works_where_nothing_can_be_written(evidence: Cell) -> None:
    before = evidence.database.read_bytes()
    with unwritable(evidence.database.parent):
        for words in READS:
            result = evidence(*words)
            assert result.code in (0, 3), f"{words}: {result}"
            assert "read-only" not in result.err
    assert evidence.database.read_bytes() == before
    assert {file.name for file in evidence.database.parent.glob("games*")} == {"games.db", "games.seals"}
    assert Path("out.jsonl").read_bytes().count(b"\n") > 20
    assert {file.stat().st_mode & 0o777 for file in Path().iterdir()} == {0o600}


def test_all_that_writes_refuses_in_one_sentence(evidence: Cell) -> None:
    evidence.done("export", "out.jsonl")
    Path("out.jsonl").chmod(0o644)
    before = evidence.database.read_bytes()
    with unwritable(evidence.database.parent):
        for words in WRITES:
            result = evidence(*words)
            if words in (("use", "alpha"), ("import", "out.jsonl")):
                continue  # what is so already needs no writing; a game that is here is refused anyway
            assert (result.code, result.err.count("\n")) == (2, 1), f"{words}: {result}"
            assert (
                "is read-only here: its games can be read, audited and exported, not changed." in result.err
            )
    assert evidence.database.read_bytes() == before


def leave_journal(database: Path) -> None:
    """Append a note that only the journal holds, and leave it there, as a killed process does."""
    ledger = Ledger(str(database))
    game = ledger.load(ledger.desk().game_id(None))
    add(game, note("in the journal alone"))
    ledger.save(game)
    kept = database.with_name("kept")
    kept.mkdir()
    for file in database.parent.glob("games.db*"):
        shutil.copy(file, kept / file.name)
    ledger.close()
    for file in kept.iterdir():
        shutil.copy(file, database.parent / file.name)
    shutil.rmtree(kept)


@pytest.mark.parametrize("shared", [True, False])
def test_what_only_the_journal_holds_is_read_too(evidence: Cell, shared: bool) -> None:
    """With the journal's index or without: nothing that was acknowledged is missing."""
    before = len(evidence.events())
    leave_journal(evidence.database)
    if not shared:
        Path(f"{evidence.database}-shm").unlink()
    assert Path(f"{evidence.database}-wal").stat().st_size > 0
    content = evidence.database.read_bytes()
    connection = sqlite3.connect(f"file:{evidence.database}?mode=ro&immutable=1", uri=True)
    [bare] = connection.execute("SELECT count(*) FROM stored_events WHERE topic = 'noted.1'").fetchone()
    connection.close()
    assert bare == 0, "the note is in the journal alone"
    temporary = set(Path(tempfile.gettempdir()).glob("whitecell-*"))
    with unwritable(evidence.database.parent):
        result = evidence("log", "--last", "1")
        assert "in the journal alone" in result.out
        if not shared:
            said = "is read-only here; the changes that only games.db-wal holds yet are read too."
            assert result.err == f"{evidence.database} {said}\n"
        refused = evidence("note", "more")
        assert refused.code == 2
        assert "is read-only here: its games can be read" in refused.err
        assert evidence("status", "--json").json["events"] == before + 1
    assert evidence.database.read_bytes() == content
    assert set(Path(tempfile.gettempdir()).glob("whitecell-*")) == temporary


def test_a_file_that_others_may_read_and_only_its_owner_can_close_is_told(evidence: Cell) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can own nothing of it")
    folder = evidence.database.parent
    os.chown(folder, NOBODY, -1)
    evidence.database.chmod(0o666)
    os.seteuid(NOBODY)
    try:
        result = evidence.done("status")
        assert f"{evidence.database} can be read by others on this machine" in result.err
        assert f"`chmod 600 {evidence.database}`" in result.err
        assert "can be read by others" not in evidence.done("log").err
    finally:
        os.seteuid(0)
