"""The event store in an SQLite file: rows are checked when read, and each stream's head is kept beside
them."""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor

from domain.errors import BadLog, Refused
from domain.ledger.files import close_to_others, is_open, make_private, may_write, others_may_read, was_open
from domain.ledger.heads import heads

_HEADS = "whitecell_heads"
_BESIDE = ("-wal", "-shm", "-journal")


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, which also keeps each stream's head, in the transaction of the rows."""

    def construct_create_table_statements(self) -> list[str]:
        """The statements for the tables of events and of heads."""
        return [
            *super().construct_create_table_statements(),
            f"CREATE TABLE IF NOT EXISTS {_HEADS} "
            "(stream TEXT PRIMARY KEY, number INTEGER, digest TEXT) WITHOUT ROWID",
        ]

    def create_table(self) -> None:
        """Create missing tables; none in a database that belongs to another program."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
            found = {row["name"]: row["sql"] for row in cursor.fetchall()}
        if found and "originator_id TEXT" not in str(found.get(self.events_table_name)):
            name = self.datastore.pool.db_name
            raise Refused(f"The database {name} cannot be used: it is not whitecell's, or it is damaged.")
        if _HEADS not in found:
            super().create_table()

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        numbers = super()._insert_events(c, stored_events, **kwargs)
        for stream, number, digest in heads(stored_events):
            c.execute(
                f"INSERT INTO {_HEADS} VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE "
                "SET number = excluded.number, digest = excluded.digest",
                (stream.hex, number, digest),
            )
        return numbers

    def kept_head(self, stream: UUID) -> tuple[int, str] | None:
        """Number and digest of the last row of a stream, recorded when it was written."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (_HEADS,))
            if cursor.fetchone() is None:
                return None
            cursor.execute(
                f"SELECT number, CAST(digest AS BLOB) AS digest FROM {_HEADS} WHERE stream = ?", (stream.hex,)
            )
            row = cursor.fetchone()
        if row is None:
            return None
        number, digest = row["number"], row["digest"]
        if type(number) is not int or type(digest) is not bytes:
            raise BadLog("The record of where this game's log ends is damaged.")
        return number, digest.decode("ascii", "replace")

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """A stream's rows in order. Each is found by the index and read from the table; the two must agree.

        Raises BadLog, naming the row, if it cannot be a row of that stream.
        """
        stream = originator_id if isinstance(originator_id, UUID) else UUID(originator_id)
        table = self.events_table_name
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                "SELECT i.originator_version AS number, CAST(t.originator_id AS BLOB) AS stream, "
                "t.originator_version AS version, CAST(t.topic AS BLOB) AS topic, t.state AS state "
                f"FROM {table} AS i JOIN {table} AS t ON t.rowid = i.rowid "
                "WHERE i.originator_id = ? AND i.originator_version > ? AND i.originator_version <= ? "
                f"ORDER BY i.originator_version {'DESC' if desc else 'ASC'} LIMIT ?",
                (stream.hex, gt or 0, 2**62 if lte is None else lte, -1 if limit is None else limit),
            )
            rows = cursor.fetchall()
        key = stream.hex.encode()
        found = []
        for number, named, version, topic, state in rows:
            sound = type(number) is int and named == key and version == number
            if not sound or type(topic) is not bytes or type(state) is not bytes:
                at = number if type(number) is int else 0
                raise BadLog(f"Event {at} cannot be read: its row in the database is damaged.", at)
            found.append(StoredEvent(stream, number, topic.decode("utf-8", "replace"), state))
        return found

    def integrity(self) -> str:
        """What SQLite itself finds wrong with the file; empty if nothing."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            said = str(cursor.fetchone()[0])
        return "" if said == "ok" else said.strip().splitlines()[-1]


class Place(NamedTuple):
    """How a database file is opened.

    told: what the user must know about that, one sentence each. copied_to: the folder in which a copy was
    made.
    """

    name: str
    read_only: bool = False
    told: tuple[str, ...] = ()
    copied_to: Path | None = None


def place_of(database: str) -> Place:
    """How to open a database file; a new one is created for its owner alone.

    If nothing can be written, it is opened so that nothing is written; if a journal then holds changes that
    are not in the file yet, a copy is read and the user is told. Raises OSError.
    """
    path = Path(database)
    if database.startswith("file:") or ":memory:" in database or path.is_dir():
        return Place(database)
    if not path.exists():
        with contextlib.suppress(FileExistsError):
            make_private(path)
    files = [path, *(Path(f"{path}{end}") for end in _BESIDE)]
    if may_write(path):
        return Place(database)
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    if not any(_holds_something(file) for file in files[1:] if not file.name.endswith("-shm")):
        return Place(f"{address}&immutable=1", read_only=True)
    if _opens(address):
        return Place(address, read_only=True)
    folder = Path(tempfile.mkdtemp(prefix="whitecell-"))
    try:
        for file in files:
            if file.exists() and not file.name.endswith("-shm"):
                shutil.copyfile(file, folder / file.name)
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    journals = " and ".join(f.name for f in files[1:] if not f.name.endswith("-shm") and _holds_something(f))
    told = f"{path} is read-only here; the changes that only {journals} holds yet are read too."
    return Place(str(folder / path.name), read_only=True, told=(told,), copied_to=folder)


def narrow(database: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Close a database's files to others where they are open and belong to us.

    Returns the sentences about those that were closed, and about those that only somebody else can close.
    """
    wide = [
        file
        for file in map(Path, (database, *(f"{database}{end}" for end in _BESIDE)))
        if others_may_read(file)
    ]
    closed = {file for file in wide if close_to_others(file)}
    return (
        tuple(was_open(file) for file in wide if file in closed),
        tuple(is_open(file) for file in wide if file not in closed),
    )


def _holds_something(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _opens(address: str) -> bool:
    """Whether SQLite itself can read a database and its journal where nothing can be written."""
    try:
        connection = sqlite3.connect(address, uri=True)
    except sqlite3.Error:
        return False
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        return False
    finally:
        connection.close()
    return True
