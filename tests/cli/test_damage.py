"""Flipped bytes, rows deleted and rows changed by SQL: every command says so in one sentence."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.ledger.store import Ledger
from tests.cli.conftest import Cell, play


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of two small games, all of it in one file."""
    database = tmp_path_factory.mktemp("sound") / "games.db"
    ledger = Ledger(str(database))
    play(ledger, "alpha", "toy-losses", lambda session: len(session.game.log) > 20)
    play(ledger, "bravo", "toy-cards", lambda session: len(session.game.log) > 40)
    ledger.close()
    return database


@pytest.fixture
def small(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    for file in sound.parent.glob("games.*"):
        shutil.copy(file, tmp_path / file.name)
    monkeypatch.chdir(tmp_path)
    return Cell(tmp_path / "games.db")


def rows_of(database: Path, numbers: range) -> list[tuple[object, ...] | None]:
    """Rows as they lie in the table, whatever the index says; None for one that cannot be read."""
    found: list[tuple[object, ...] | None] = []
    connection = sqlite3.connect(database)
    connection.text_factory = bytes
    try:
        for number in numbers:
            try:
                found += connection.execute(
                    "SELECT * FROM stored_events WHERE rowid = ?", (number,)
                ).fetchall()
            except sqlite3.Error:
                found.append(None)
    finally:
        connection.close()
    return found


@pytest.mark.parametrize("flipped", [60, pytest.param(180, marks=pytest.mark.slow)])
def test_every_flipped_byte_in_the_rows_of_a_game_is_noticed(small: Cell, flipped: int) -> None:
    """Fixed seed. A database that cannot be opened is noticed; nothing ends in a fault of the program."""
    chance = random.Random(20151222)
    content = small.database.read_bytes()
    games, next_row = {}, 1
    ledger = Ledger(str(small.database))
    for name, id in ledger.desk().games.items():
        games[name] = range(next_row, next_row + len(ledger.entries(id)))
        next_row = games[name].stop + 2  # the entry of the register and the fact on the desk
    ledger.close()
    sound = {name: rows_of(small.database, rows) for name, rows in games.items()}
    assert [rows[0][1] for rows in sound.values() if rows[0]] == [1, 1]
    changed = 0
    for n in range(flipped):
        damaged = bytearray(content)
        for _ in range(chance.choice((1, 1, 2, 8))):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        small.database.write_bytes(bytes(damaged))
        for beside in small.database.parent.glob("games.db-*"):
            beside.unlink()
        differ = [name for name, rows in games.items() if rows_of(small.database, rows) != sound[name]]
        for beside in small.database.parent.glob("games.db-*"):
            beside.unlink()
        small.database.write_bytes(bytes(damaged))
        for name in games:
            status, audit = small("status", "--game", name), small("audit", "--game", name)
            assert {status.code, audit.code} <= {0, 1, 2}, f"{n} {name}: {status} {audit}"
            assert "Traceback" not in status.err + audit.err
            if name in differ:
                changed += 1
                assert status.code == 2, f"{n}: status of {name} carries on: {status}"
                assert status.err.count("\n") == 1
                assert audit.code in (1, 2), f"{n}: audit of {name} finds nothing: {audit}"
        assert small("games").code in (0, 2)
    assert changed > flipped / 3


def alter(database: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute(statement, values)
    connection.close()


def cut_tail(database: Path, game: str) -> None:
    alter(database, "DELETE FROM stored_events WHERE originator_id = ? AND originator_version > 15", game)


def cut_all(database: Path, game: str) -> None:
    alter(database, "DELETE FROM stored_events WHERE originator_id = ?", game)


def change_row(database: Path, game: str) -> None:
    alter(
        database,
        "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'toy', 'yot') AS BLOB) "
        "WHERE originator_id = ? AND originator_version = 1",
        game,
    )


def chain_anew(database: Path, game: str) -> None:
    """Another body in the last row but one, and all digests after it made to fit."""
    from domain.game.chain import digest_of

    ledger = Ledger(str(database))
    *before, last = ledger.entries(game)
    ledger.close()
    head = before[-1].digest
    body = last.body.replace(b'"number"', b'"number"') + b" "
    digest = digest_of(last.wire_name, body, head)
    alter(
        database,
        "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
        digest.encode() + body,
        game,
        last.number,
    )


def forget_head(database: Path, game: str) -> None:
    alter(database, "DELETE FROM whitecell_heads WHERE stream = ?", game)


HARM: dict[str, tuple[Callable[[Path, str], None], str]] = {
    "tail": (cut_tail, "Events 16 to "),
    "all": (cut_all, "Events 1 to "),
    "row": (change_row, "Event 1 of this game, or one before it, is not what was recorded"),
    "chained": (chain_anew, "is not the one that was recorded"),
    "head": (forget_head, "The record of where this game's log ends is missing"),
}

COMMANDS: dict[str, list[str]] = {
    "status": [],
    "log": [],
    "pieces": [],
    "orders": [],
    "order": ["1"],
    "note": ["Hello"],
    "export": ["out.jsonl"],
    "explain": ["10"],
    "aar": ["--out", "out.html"],
    "fork": ["--at", "5"],
    "read-model": ["out.db"],
    "close": ["--yes", "--because", "x"],
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_a_damaged_game_in_one_sentence(small: Cell, harm: str, command: str) -> None:
    ledger = Ledger(str(small.database))
    game = ledger.desk().game_id("alpha")
    ledger.close()
    act, said = HARM[harm]
    act(small.database, game)
    result = small(command, *COMMANDS[command], "--game", "alpha")
    assert (result.code, result.err.count("\n")) == (2, 1), result
    assert said in result.err
    assert "`whitecell audit` gives details, and `whitecell import FILE` restores" in result.err
    assert not list(small.database.parent.glob("out*"))
    small.done("status", "--game", "bravo")


@pytest.mark.parametrize("harm", HARM)
def test_an_audit_finds_what_was_done_to_a_game_by_sql(small: Cell, harm: str) -> None:
    ledger = Ledger(str(small.database))
    game = ledger.desk().game_id("alpha")
    ledger.close()
    assert small("audit", "--game", "alpha").code in (0, 3)
    HARM[harm][0](small.database, game)
    result = small("audit", "--game", "alpha", "--json")
    assert result.code == 1
    assert result.json["findings"]
    assert small("audit", "--game", "bravo").code in (0, 3)
    listed = small.done("games", "--json").json
    assert [("fault" in row) for row in listed] == [True, False]


def test_a_damaged_file_is_told_with_what_to_do(small: Cell) -> None:
    content = bytearray(small.database.read_bytes())
    for page in range(1, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    small.database.write_bytes(bytes(content))
    sentence = small("status").err
    assert "is damaged (database disk image is malformed); restore it from a backup, or import" in sentence


def test_a_database_whose_table_of_events_has_another_name_is_not_taken_for_an_empty_one(small: Cell) -> None:
    alter(small.database, "ALTER TABLE stored_events RENAME TO stored_eventr")
    result = small("status")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "it is not whitecell's, or it is damaged" in result.err


@pytest.mark.parametrize("statement", ["DELETE", "UPDATE"])
def test_a_register_that_was_changed_is_told_and_not_added_to(small: Cell, statement: str) -> None:
    what = {
        "DELETE": "DELETE FROM stored_events WHERE topic = 'game-registered.1' AND originator_version = 2",
        "UPDATE": "UPDATE stored_events SET state = "
        "CAST(replace(CAST(state AS TEXT), 'bravo', 'brava') AS BLOB) WHERE topic = 'game-registered.1'",
    }[statement]
    alter(small.database, what)
    said = "The last entries of the register" if statement == "DELETE" else "Entry 2 of the register"
    assert said in small.done("games").err
    assert said in small.done("status", "--game", "alpha").err
    assert said in small.refused("games", "--register", "register.jsonl")
    result = small("new", "toy-losses", "--name", "charlie")
    assert result.code == 2
    assert said in result.err
