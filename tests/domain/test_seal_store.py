"""Seals lie apart from the games, readable by their owner alone, and are there before their game is."""

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from domain.errors import GameMoved, Refused
from domain.ledger.database import address_of
from domain.ledger.seal_store import FileSeals
from domain.ledger.store import Ledger
from tests.builders import SECRET, new_game, started
from tests.domain.conftest import address

Opener = Callable[[], Ledger]


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def all_bytes(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


def test_a_copy_of_the_database_has_no_seal_in_it(tmp_path: Path) -> None:
    ledger = Ledger(str(tmp_path / "whitecell.db"))
    game = started(ledger)
    ledger.close()
    there = tmp_path / "there"
    there.mkdir()
    for file in tmp_path.glob("whitecell.db*"):
        shutil.copy(file, there / file.name)
    assert SECRET.encode() not in all_bytes(there)
    assert SECRET.encode() in (tmp_path / "whitecell.seals").read_bytes()
    copied = Ledger(str(there / "whitecell.db"))
    desk = copied.desk()
    assert copied.load(game.id).log == game.log
    assert desk.seal(game.id) is None
    assert desk.why_no_seal(game.id) == f"{there / 'whitecell.seals'} is not there."
    copied.close()


def test_no_file_is_open_to_others_whatever_the_umask(tmp_path: Path, open_umask: None) -> None:
    ledger = Ledger(str(tmp_path / "whitecell.db"))
    started(ledger)
    modes = {file.name: mode(file) for file in tmp_path.iterdir()}
    ledger.close()
    assert modes == dict.fromkeys(
        ("whitecell.db", "whitecell.db-wal", "whitecell.db-shm", "whitecell.seals"), 0o600
    )


def test_files_that_were_open_to_others_are_closed_and_that_is_said_once(tmp_path: Path) -> None:
    database = tmp_path / "whitecell.db"
    holding = Ledger(str(database))
    started(holding)
    for file in tmp_path.iterdir():
        file.chmod(0o664)
    ledger = Ledger(str(database))
    files = [*(f"{database}{end}" for end in ("", "-shm", "-wal")), tmp_path / "whitecell.seals"]
    assert sorted(ledger.told) == [
        f"{file} could be read by others on this machine; now only its owner can read it." for file in files
    ]
    ledger.close()
    assert {mode(file) for file in tmp_path.iterdir()} == {0o600}
    again = Ledger(str(database))
    assert (again.told, again.warnings) == ((), ())
    again.close()
    holding.close()


def test_a_seal_is_on_the_disk_before_its_game_is(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash between the two leaves a seal too many; the game can be started all the same."""
    game = new_game()

    def crash(*_: object) -> None:
        assert ledger.desk().seal(game.id) == SECRET
        raise GameMoved("The power failed.")

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "_put", crash)
        with pytest.raises(GameMoved):
            ledger.start(game, "alpha", SECRET)
    assert ledger.desk().games == {}
    assert ledger.entries(game.id) == []
    ledger.start(game, "alpha", SECRET)
    assert ledger.desk().seal(game.id) == SECRET


def test_a_game_whose_seal_cannot_be_kept_is_not_started(tmp_path: Path) -> None:
    ledger = Ledger(str(tmp_path / "whitecell.db"))
    (tmp_path / "whitecell.seals").mkdir()
    game = new_game()
    with pytest.raises(Refused, match=r"The seal cannot be kept in .*whitecell\.seals: .*not started"):
        ledger.start(game, "alpha", SECRET)
    assert ledger.desk().games == {}
    assert ledger.entries(game.id) == []
    ledger.close()


def test_a_line_that_a_crash_cut_short_costs_no_other_seal(tmp_path: Path) -> None:
    seals = FileSeals(tmp_path / "a.seals")
    one, two, three = (uuid4().hex for _ in range(3))
    seals.keep(one, "aa" * 32)
    with seals.path.open("ab") as file:
        file.write(b'{"game":"' + two.encode() + b'","secr')
    seals.keep(three, "bb" * 32)
    again = FileSeals(seals.path)
    assert (again.get(one), again.get(two), again.get(three)) == ("aa" * 32, None, "bb" * 32)
    assert again.why_not(two) == f"{seals.path} does not hold it; its line 2 is damaged."
    assert again.why_not(one) == ""


def test_seals_may_lie_in_another_file(database: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "stick" / "my.seals"
    elsewhere.parent.mkdir()
    ledger = Ledger(database, str(elsewhere))
    game = started(ledger)
    assert ledger.desk().seal(game.id) == SECRET
    ledger.close()
    plain = Ledger(database)
    assert plain.desk().seal(game.id) is None
    plain.close()
    assert SECRET in elsewhere.read_text()


# --- PostgreSQL ----------------------------------------------------------------------------------


def test_who_may_read_the_games_on_a_server_may_not_read_the_seals(postgres_url: str) -> None:
    name, reader = f"test_{uuid4().hex}", f"reader_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        server.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(reader)))
    ledger = Ledger(address(postgres_url, dbname=name))
    game = started(ledger)
    ledger.close()
    with psycopg.connect(address(postgres_url, dbname=name), autocommit=True) as server:
        [secret] = server.execute("SELECT secret FROM whitecell_seals.seals").fetchone() or [""]
        assert secret == SECRET
        stored = server.execute("SELECT state FROM whitecell_events").fetchall()
        assert not any(SECRET.encode() in bytes(state) for (state,) in stored)
        server.execute(
            sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {}").format(sql.Identifier(reader))
        )
    reading = Ledger(address(postgres_url, dbname=name, user=reader))
    assert reading.read_only
    assert reading.load(game.id).log == game.log
    desk = reading.desk()
    assert desk.seal(game.id) is None
    assert desk.why_no_seal(game.id).startswith("This account may not read the schema whitecell_seals of ")
    with pytest.raises(Refused, match="is read-only here"):
        started(reading, "second")
    reading.close()
    assert address_of(address(postgres_url, dbname=name))["dbname"] == name
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
        server.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(reader)))


def test_a_seal_is_on_the_disk_with_the_folder_that_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a game is started nothing of its seal may be lost to a power cut, not even the file's name."""
    flushed: list[int] = []
    fsync = os.fsync

    def noted(file: int) -> None:
        flushed.append(os.fstat(file).st_ino)
        fsync(file)

    monkeypatch.setattr("os.fsync", noted)
    seals = FileSeals(tmp_path / "games.seals")
    seals.keep("aa" * 16, SECRET)
    assert flushed == [tmp_path.stat().st_ino, seals.path.stat().st_ino]
    seals.keep("bb" * 16, SECRET)
    assert flushed[2:] == [seals.path.stat().st_ino]
