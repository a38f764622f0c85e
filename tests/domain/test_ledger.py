import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from domain.errors import BadData, BadLog, GameMoved, NotFound, Refused
from domain.game.chain import broken_links
from domain.ledger.database import database_settings
from domain.ledger.desk import DESK
from domain.ledger.store import Ledger
from tests.builders import SECRET, add, new_game, note, notes, started, table
from tests.domain.conftest import address

Opener = Callable[[], Ledger]


# --- one game ------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was_saved(ledger: Ledger, open_ledger: Opener) -> None:
    game = started(ledger)
    add(game, note("one"), note("two"))
    ledger.save(game)
    again = open_ledger().load(game.id)
    assert again.log == game.log
    assert (again.head, again.saved) == (game.head, len(game.log))
    assert table(again.state) == table(game.state)
    assert again.unsaved() == []


def test_stored_bytes_are_what_the_chain_covers(ledger: Ledger) -> None:
    game = new_game()
    add(game, note("höhe 42 \0 'quoted' \U0001f9ed"))
    entries = game.unsaved()
    ledger.start(game, "test", None)
    stored = ledger.entries(game.id)
    assert stored == entries
    assert list(broken_links(stored)) == []
    assert ledger.entries(game.id, after=4) == entries[4:]
    assert ledger.entries(game.id, after=6) == []


def test_a_game_goes_on_from_where_it_was_loaded(ledger: Ledger, open_ledger: Opener) -> None:
    id = started(ledger).id
    for text in ("a", "b", "c"):
        game = open_ledger().load(id)
        add(game, note(text))
        ledger.save(game)
    assert notes(ledger.load(id).log) == ["a", "b", "c"]
    assert list(broken_links(ledger.entries(id))) == []


def test_a_save_of_nothing_is_nothing(ledger: Ledger) -> None:
    game = started(ledger)
    ledger.save(game)
    assert len(ledger.entries(game.id)) == 5


def test_what_cannot_be_stored_leaves_the_log_as_it_was(ledger: Ledger) -> None:
    game = started(ledger)
    add(game, note("good"), note("bad \udcff"))
    with pytest.raises(BadData, match="Event 7"):
        ledger.save(game)
    assert len(ledger.entries(game.id)) == 5


@pytest.mark.parametrize("id", ["", "x", "../..", "0" * 31, "0" * 32, "G" * 32, "f" * 32, DESK.hex])
def test_a_game_that_is_not_there_is_told(ledger: Ledger, id: str) -> None:
    started(ledger)
    with pytest.raises(NotFound):
        ledger.load(id)


def test_an_id_is_spelled_in_one_way_only(ledger: Ledger) -> None:
    game = started(ledger)
    for other in (game.id.upper(), f"{{{game.id}}}", f"urn:uuid:{game.id}"):
        if other != game.id:
            with pytest.raises(NotFound):
                ledger.load(other)


def test_nobody_starts_a_game_on_the_desk_of_the_ledger(ledger: Ledger) -> None:
    game = new_game()
    game.id = DESK.hex
    with pytest.raises(NotFound, match="is not the id of a game"):
        ledger.start(game, "desk", None)
    assert ledger.desk().games == {}


# --- several games -------------------------------------------------------------------------------


def test_several_games_lie_side_by_side(ledger: Ledger) -> None:
    games = {name: started(ledger, name) for name in ("alpha", "bravo", "Übung 3")}
    for name, game in games.items():
        add(game, note(f"in {name}"))
        ledger.save(game)
    desk = ledger.desk()
    assert desk.games == {name: game.id for name, game in games.items()}
    for name, game in games.items():
        assert notes(ledger.load(desk.game_id(name)).log) == [f"in {name}"]
        assert desk.name_of(game.id) == name


def test_the_game_started_last_is_in_front_until_another_is_brought_there(
    ledger: Ledger, open_ledger: Opener
) -> None:
    one, two = started(ledger, "one"), started(ledger, "two")
    assert ledger.desk().game_id(None) == two.id
    ledger.bring_to_front(one.id)
    ledger.bring_to_front(one.id)
    assert open_ledger().desk().game_id(None) == one.id
    third = new_game()
    ledger.start(third, "three", None, bring_to_front=False)
    assert ledger.desk().game_id(None) == one.id


def test_an_empty_desk_and_an_unknown_name_are_told(ledger: Ledger) -> None:
    with pytest.raises(NotFound, match="There is no game here yet"):
        ledger.desk().game_id(None)
    started(ledger, "bravo")
    started(ledger, "alpha")
    with pytest.raises(NotFound, match="There is no game called 'charlie'; there are: alpha, bravo"):
        ledger.desk().game_id("charlie")


def test_a_seal_is_kept_on_the_desk_and_not_in_the_log(ledger: Ledger, open_ledger: Opener) -> None:
    game = started(ledger)
    other = new_game()
    ledger.start(other, "open dice", None)
    desk = open_ledger().desk()
    assert desk.seal(game.id) == SECRET
    assert desk.seal(other.id) is None
    assert not any(SECRET.encode() in entry.body for entry in ledger.entries(game.id))


def test_a_name_that_is_taken_is_refused_and_nothing_is_written(ledger: Ledger) -> None:
    first = started(ledger, "alpha")
    second = new_game()
    with pytest.raises(Refused, match="There is a game called 'alpha' here already; choose another name"):
        ledger.start(second, "alpha", SECRET)
    assert ledger.desk().games == {"alpha": first.id}
    assert ledger.entries(second.id) == []
    assert ledger.desk().seal(second.id) is None
    ledger.start(second, "bravo", SECRET)
    assert len(ledger.load(second.id).log) == 5


def test_a_game_is_not_started_twice(ledger: Ledger) -> None:
    game = new_game()
    ledger.start(game, "alpha", None)
    with pytest.raises(Refused, match="This game is here already, as 'alpha'"):
        ledger.start(game, "bravo", None)
    assert list(ledger.desk().games) == ["alpha"]


# --- two at once ---------------------------------------------------------------------------------


def test_the_second_writer_is_told_and_nothing_is_lost_or_doubled(open_ledger: Opener) -> None:
    one, two = open_ledger(), open_ledger()
    id = started(one).id
    mine, theirs = one.load(id), two.load(id)
    add(mine, note("mine 1"), note("mine 2"))
    add(theirs, note("theirs"))
    one.save(mine)
    with pytest.raises(GameMoved, match="Somebody else wrote to this game meanwhile"):
        two.save(theirs)
    assert notes(one.load(id).log) == ["mine 1", "mine 2"], "nothing of the refused save is written"
    again = two.load(id)
    add(again, note("theirs"))
    two.save(again)
    assert notes(one.load(id).log) == ["mine 1", "mine 2", "theirs"]
    assert list(broken_links(one.entries(id))) == []


def test_a_save_is_all_or_nothing(open_ledger: Opener) -> None:
    """The save's first two events collide with nothing; they must not be there all the same."""
    one, two = open_ledger(), open_ledger()
    id = started(one).id
    late = two.load(id)
    add(late, note("x"), note("y"), note("z"))
    first, *others = late.unsaved()
    late.unsaved = lambda: [*others, first]  # type: ignore[method-assign]
    winner = one.load(id)
    add(winner, note("winner"))
    one.save(winner)
    with pytest.raises(GameMoved):
        two.save(late)
    assert notes(one.load(id).log) == ["winner"]


def test_the_desk_is_looked_at_again_when_another_writes_to_it(open_ledger: Opener) -> None:
    one, two = open_ledger(), open_ledger()
    desk_before = two.desk()
    started(one, "alpha")
    read = iter([desk_before])
    real = two.desk
    two.desk = lambda: next(read, None) or real()  # type: ignore[method-assign]
    started(two, "bravo")
    assert list(one.desk().games) == ["alpha", "bravo"]
    read = iter([desk_before])
    with pytest.raises(Refused, match="'alpha' here already"):
        started(two, "alpha")
    assert list(one.desk().games) == ["alpha", "bravo"]


# --- damage --------------------------------------------------------------------------------------


def tamper(database: str, statement: str, *values: object) -> None:
    """Write to the events table past the ledger; `?` are values."""
    if not database.startswith("postgresql"):
        with sqlite3.connect(database) as connection:
            connection.execute(statement.format(table="stored_events"), values)
        connection.close()
        return
    with psycopg.connect(database) as server:
        server.execute(statement.format(table="whitecell_events").replace("?", "%s"), values)


def test_an_event_missing_from_the_database_is_named(ledger: Ledger, database: str) -> None:
    game = started(ledger)
    add(game, note("a"), note("b"))
    ledger.save(game)
    tamper(database, "DELETE FROM {table} WHERE originator_version = ? AND topic = ?", 6, "noted.1")
    with pytest.raises(BadLog, match="Event 6 of this game is missing") as refusal:
        ledger.load(game.id)
    assert refusal.value.number == 6
    assert {number for number, _ in broken_links(ledger.recorded(game.id))} == {7}


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("topic", "os.system", "there is no event called 'os.system'"),
        ("topic", "noted.9", "there is no event called 'noted.9'"),
        ("state", b"", "Event 6 cannot be read"),
        ("state", b"\xff" * 70, "Event 6 cannot be read"),
        ("state", b"0" * 64 + b'{"number":6,"text":7}', "Event 6 cannot be read"),
    ],
)
def test_an_event_damaged_in_the_database_is_named(
    ledger: Ledger, database: str, column: str, value: object, said: str
) -> None:
    game = started(ledger)
    add(game, note("a"))
    ledger.save(game)
    tamper(database, f"UPDATE {{table}} SET {column} = ? WHERE topic = ?", value, "noted.1")
    with pytest.raises(BadLog, match=said) as refusal:
        ledger.load(game.id)
    assert refusal.value.number == 6


def test_an_event_altered_in_the_database_is_named(ledger: Ledger, database: str) -> None:
    game = started(ledger)
    add(game, note("they held"), note("b"))
    ledger.save(game)
    old = ledger.entries(game.id)[5]
    new = old.digest.encode() + old.body.replace(b"held", b"fled")
    tamper(database, "UPDATE {table} SET state = ? WHERE originator_version = ?", new, 6)
    assert [number for number, _ in broken_links(ledger.recorded(game.id))] == [6]
    for read in (ledger.entries, ledger.load):
        with pytest.raises(
            BadLog, match=r"^Event 6 of this game, or one before it, is not what was"
        ) as refusal:
            read(game.id)
        assert refusal.value.number == 6


def test_a_damaged_desk_is_told(ledger: Ledger, database: str) -> None:
    started(ledger)
    tamper(database, "UPDATE {table} SET state = ? WHERE topic = ?", b"{", "desk-fact.1")
    with pytest.raises(BadLog, match=r"The desk of .* cannot be read"):
        ledger.desk()


# --- what can be opened, and what is said when it cannot -----------------------------------------


def refusal_of(database: str) -> str:
    with pytest.raises(Refused) as refusal:
        Ledger(database)
    assert "\n" not in refusal.value.sentence
    assert refusal.value.sentence.endswith(".")
    return refusal.value.sentence


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 1000)
    assert refusal_of(str(path)) == f"The database {path} cannot be used: file is not a database."
    assert path.read_text().startswith("Dear diary, Dear")


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert str(tmp_path) in refusal_of(str(tmp_path))
    assert "cannot be used" in refusal_of(str(tmp_path / "no" / "such" / "folder" / "games.db"))


@pytest.mark.parametrize("name", ["", "  ", "a\0b"])
def test_no_name_is_no_database(name: str) -> None:
    assert "No database is named" in refusal_of(name)


def test_a_database_held_by_another_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "games.db")
    ledger = Ledger(path)
    game = started(ledger)
    monkeypatch.setattr("eventsourcing.sqlite.SQLITE3_DEFAULT_LOCK_TIMEOUT", 0.1)
    impatient = Ledger(path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    again = impatient.load(game.id)
    add(again, note("blocked"))
    with pytest.raises(GameMoved, match="held by another process; try again"):
        impatient.save(again)
    holder.execute("ROLLBACK")
    holder.close()
    impatient.save(again)
    assert notes(ledger.load(game.id).log) == ["blocked"]
    ledger.close()
    impatient.close()


def test_a_folder_with_a_database_can_be_copied(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    ledger = Ledger(str(folder / "games.db"))
    game = started(ledger)
    shutil.copytree(folder, tmp_path / "there")
    copied = Ledger(str(tmp_path / "there" / "games.db"))
    assert copied.load(game.id).log == game.log
    ledger.close()
    copied.close()


NOISE = {
    "PERSISTENCE_MODULE": "eventsourcing.popo",
    "SQLITE_DBNAME": "/nonexistent/elsewhere.db",
    "WHITECELL_SQLITE_DBNAME": "/nonexistent/elsewhere.db",
    "WHITECELL_PERSISTENCE_MODULE": "eventsourcing.popo",
    "POSTGRES_DBNAME": "elsewhere",
    "POSTGRES_HOST": "nonexistent.invalid",
    "POSTGRES_SCHEMA": "elsewhere",
    "CREATE_TABLE": "no",
    "COMPRESSOR_TOPIC": "zlib",
    "CIPHER_TOPIC": "no.such.module:Cipher",
    "IS_SNAPSHOTTING_ENABLED": "y",
    "MAPPER_TOPIC": "no.such.module:Mapper",
}


def test_settings_are_not_taken_from_the_environment(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in NOISE.items():
        monkeypatch.setenv(name, value)
    ledger = Ledger(database)
    game = started(ledger)
    ledger.close()
    for name in NOISE:
        monkeypatch.delenv(name)
    again = Ledger(database)
    assert again.load(game.id).log == game.log
    again.close()


# --- addresses -----------------------------------------------------------------------------------

ADDRESSES = [
    "postgresql://ann:secret@host:5433/games",
    "postgresql://ann@host/games",
    "postgres://host",
    "postgresql://",
    "postgresql:///games?host=/var/run/postgresql&port=5433",
    "postgresql://ann@/games?host=/tmp/A+Folder",
    "postgresql://%2Fvar%2Flib%2FPostgres/games",
    "postgresql://ann:p%40ss%2Fw%23rd+1@[::1]:5433/my%20games",
    "postgresql://one/games?host=two&user=bob&password=x",
    "postgresql://ann:pa#ss?word@host/games",
]


@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_is_read_as_libpq_reads_it(url: str) -> None:
    read = conninfo_to_dict(url)
    settings = database_settings(url)
    assert settings["PERSISTENCE_MODULE"] == "eventsourcing.postgres"
    for ours, theirs in (
        ("DBNAME", "dbname"),
        ("HOST", "host"),
        ("PORT", "port"),
        ("USER", "user"),
        ("PASSWORD", "password"),
    ):
        assert settings[f"POSTGRES_{ours}"] == read.get(theirs, "")


def test_a_path_is_a_file() -> None:
    assert database_settings("games/2024.db") == {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": "games/2024.db",
    }


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:sesame/street@host/games",
        "postgresql://ann:12345/sesame@host/games",
        "postgresql://ann:sesame@[::1/games",
        "postgresql://ann:sesame%zz@host/games",
        "postgresql://ann:sesame@host:port/games",
        "postgresql://ann:sesame@host/games?password_of=sesame",
        "postgresql://sesame:sesame@host:99999999/games",
    ],
)
def test_an_address_that_cannot_be_read_does_not_give_the_password_away(url: str) -> None:
    sentence = refusal_of(url)
    assert "sesame" not in sentence
    assert "12345" not in sentence


def test_a_server_that_is_not_there_is_told_at_once() -> None:
    start = time.monotonic()
    sentence = refusal_of("postgresql://ann:sesame@127.0.0.1:1/games")
    assert sentence.startswith("The database postgresql://127.0.0.1/games cannot be used: ")
    assert "refused" in sentence
    assert "sesame" not in sentence
    assert time.monotonic() - start < 5


def test_a_database_that_the_server_does_not_have_is_told(postgres_url: str) -> None:
    sentence = refusal_of(address(postgres_url, dbname="no_such_database"))
    assert 'database "no_such_database" does not exist' in sentence


def test_a_parameter_of_the_address_reaches_the_server(postgres_url: str) -> None:
    ledger = Ledger(address(postgres_url, application_name="whitecell at the table"))
    with psycopg.connect(postgres_url) as server:
        names = server.execute("SELECT application_name FROM pg_stat_activity").fetchall()
    ledger.close()
    assert ("whitecell at the table",) in names


def test_a_wrong_password_is_told_without_it(postgres_url: str) -> None:
    role, right, wrong = f"guard_{uuid4().hex}", "open/sesame@1", "shut/barley@2"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        [file] = server.execute("SHOW hba_file").fetchone() or [""]
        rules = Path(file).read_text()
        name = sql.Identifier(role)
        server.execute(sql.SQL("CREATE ROLE {} LOGIN SUPERUSER PASSWORD {}").format(name, right))
        server.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, name))
        try:
            Path(file).write_text(
                f"local all {role} scram-sha-256\nhost all {role} all scram-sha-256\n{rules}"
            )
            server.execute("SELECT pg_reload_conf()")
            time.sleep(0.2)
            sentence = refusal_of(address(postgres_url, dbname=role, user=role, password=wrong))
            assert "password authentication failed" in sentence
            assert wrong not in sentence
            ledger = Ledger(address(postgres_url, dbname=role, user=role, password=right))
            started(ledger)
            ledger.close()
        finally:
            Path(file).write_text(rules)
            server.execute("SELECT pg_reload_conf()")
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
            server.execute(sql.SQL("DROP ROLE {}").format(name))
