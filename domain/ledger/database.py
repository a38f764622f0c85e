"""The database below the ledger: which one an address means, and how it is opened."""

import contextlib
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    InfrastructureFactory,
    IntegrityError,
    InternalError,
    Mapper,
    OperationalError,
    PersistenceError,
    ProgrammingError,
    StoredEvent,
    TrackingRecorder,
)
from eventsourcing.utils import Environment, EnvType

from domain.errors import HELD, BadLog, GameMoved, Refused
from domain.game.chain import Entry, read_event
from domain.ledger.desk import DESK, DeskEntry, GameInFront
from domain.ledger.heads import DIGEST_LENGTH
from domain.ledger.register import REGISTER, WIRE_NAME, RegisterEntry, read_body
from domain.ledger.seal_store import FileSeals, seals_beside

if TYPE_CHECKING:
    from domain.ledger.postgres_store import PostgresRecorder, PostgresSeals
    from domain.ledger.sqlite_store import SqliteRecorder

_TRIES = 5


class _EntryMapper(Mapper[UUID]):
    """Stored bytes are the digest and the event's own bytes; names come from a closed registry."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        match domain_event:
            case Entry(game, number, wire_name, body, digest):
                return StoredEvent(UUID(game), number, wire_name, digest.encode() + body)
            case RegisterEntry(number, body, digest):
                return StoredEvent(REGISTER, number, WIRE_NAME, digest.encode() + body)
            case DeskEntry(number, fact):
                return StoredEvent(DESK, number, "desk-fact.1", msgspec.json.encode(fact))
        raise TypeError(f"not an entry: {type(domain_event).__name__}")

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        number = stored_event.originator_version
        state = bytes(stored_event.state)
        if stored_event.originator_id == DESK:
            return DeskEntry(number, msgspec.json.decode(state, type=GameInFront))
        body = state[DIGEST_LENGTH:]
        digest = state[:DIGEST_LENGTH].decode("ascii", "replace")
        if stored_event.originator_id == REGISTER:
            return RegisterEntry(number, body, digest, read_body(body, number))
        event = read_event(stored_event.topic, body, number)
        stream = stored_event.originator_id
        game = stream.hex if isinstance(stream, UUID) else stream
        return Entry(game, number, stored_event.topic, body, digest, event)


def is_postgres(database: str) -> bool:
    """Whether an address is the address of a PostgreSQL server."""
    return database.startswith(("postgresql://", "postgres://"))


def address_of(database: str) -> dict[str, str]:
    """The parameters in a `postgresql://` address, read by libpq's own rules. Raises Refused.

    Messages of libpq quote the address including the password, and are not passed on.
    """
    try:
        from psycopg import ProgrammingError as Unreadable
        from psycopg.conninfo import conninfo_to_dict
    except ImportError as error:
        raise Refused("PostgreSQL needs `pip install 'whitecell[postgres]'`.") from error
    unreadable = Refused(
        "The database address cannot be read; it is postgresql://USER:PASSWORD@HOST:PORT/NAME, and signs "
        "such as / @ : # % in a password are percent-encoded."
    )
    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(database).items()}
    except Unreadable:
        raise unreadable from None
    # A password that contains a slash is split: its head is read as a port, its tail as a name.
    if not parts.get("port", "").replace(",", "").isdigit() and "port" in parts:
        raise unreadable
    if any(sign in parts.get("dbname", "") for sign in "/@"):
        raise unreadable
    return parts


def database_settings(database: str) -> dict[str, str]:
    """The event store's settings for a file path or a `postgresql://` address.

    libpq supplies what an address leaves out, as with `psql`. Raises Refused if the address cannot be read.
    """
    if not database.strip() or "\0" in database:
        raise Refused("No database is named; give a file or a postgresql:// address.")
    if not is_postgres(database):
        return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": database}
    parts = address_of(database)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": parts.get("dbname", ""),
        "POSTGRES_HOST": parts.get("host", ""),
        "POSTGRES_PORT": parts.get("port", ""),
        "POSTGRES_USER": parts.get("user", ""),
        "POSTGRES_PASSWORD": parts.get("password", ""),
        "POSTGRES_CONNECT_TIMEOUT": "5",
        "POSTGRES_POOL_SIZE": "1",
    }


class Store(Application[UUID]):
    """The event store of whitecell; settings are passed to it, never taken from the environment.

    read_only: nothing can be written here. told: what was done with the files, or must be known about them.
    warnings: what somebody else has to do about them. Both have one sentence per item.
    """

    name = "whitecell"

    def __init__(self, database: str) -> None:
        self._database = database
        self.told: tuple[str, ...] = ()
        self.warnings: tuple[str, ...] = ()
        self._copy: Path | None = None
        settings = database_settings(database)
        if is_postgres(database):
            settings["APPLICATION_RECORDER_TOPIC"] = "domain.ledger.postgres_store:PostgresRecorder"
            self.read_only = _greet(database)
        else:
            from domain.ledger.sqlite_store import narrow, place_of

            place = place_of(database)
            settings["APPLICATION_RECORDER_TOPIC"] = "domain.ledger.sqlite_store:SqliteRecorder"
            settings["SQLITE_DBNAME"] = place.name
            self.read_only, self._copy = place.read_only, place.copied_to
            self.told = place.told
        settings["CREATE_TABLE"] = "no" if self.read_only else "yes"
        try:
            super().__init__(env=settings)
        except BaseException:
            self._forget_copy()
            raise
        if not (self.read_only or is_postgres(database)):
            self.told, self.warnings = narrow(database)

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        return Environment(name, dict(env or {}))

    def construct_factory(self, env: Environment) -> InfrastructureFactory[TrackingRecorder]:
        factory = super().construct_factory(env)
        if is_postgres(self._database):
            # The library passes on five parameters; an address may have more (sslmode, port by default).
            pool = factory.datastore.pool  # type: ignore[attr-defined]
            pool.kwargs = {"row_factory": pool.kwargs["row_factory"], **address_of(self._database)}
        return factory

    def construct_mapper(self) -> Mapper[UUID]:
        return _EntryMapper(self.construct_transcoder())

    @property
    def rows(self) -> "SqliteRecorder | PostgresRecorder":
        """What reads and writes the rows."""
        return self.recorder  # type: ignore[return-value]

    def close(self) -> None:
        """Close the database."""
        super().close()
        self._forget_copy()

    def _forget_copy(self) -> None:
        if self._copy is not None:
            shutil.rmtree(self._copy, ignore_errors=True)


def open_seals(database: str, path: str | None) -> "FileSeals | PostgresSeals":
    """The store of seals for a database's games: the file at that path if given, else the default place."""
    if path:
        return FileSeals(Path(path))
    if is_postgres(database):
        from domain.ledger.postgres_store import PostgresSeals

        return PostgresSeals(address_of(database), shown(database))
    return FileSeals(seals_beside(database))


def open_store(database: str) -> Store:
    """The event store; its table is created if needed.

    If several processes open a new database at once, all but one may be refused: they try again.
    """
    for attempt in range(_TRIES):
        try:
            return Store(database)
        except (IntegrityError, InternalError, ProgrammingError) as error:
            if attempt == _TRIES - 1:
                raise Refused(f"The database {shown(database)} cannot be used: {_line(error)}.") from error
        except (OperationalError, sqlite3.OperationalError) as error:
            if attempt == _TRIES - 1 or not ("locked" in str(error) or "deadlock" in str(error)):
                raise
        time.sleep(0.05 * (attempt + 1))
    raise AssertionError("the last try returns or raises")


def _greet(database: str) -> bool:
    """Connect once to get a clear error early: the event store's pool waits without saying for what.

    Returns whether this account, or this server, can only read.
    """
    address = address_of(database)
    import psycopg

    try:
        with psycopg.connect(**{"connect_timeout": 5, **address}) as server:  # type: ignore[arg-type]
            row = server.execute(
                "SELECT current_setting('transaction_read_only') = 'on' OR "
                "NOT has_table_privilege(to_regclass('public.whitecell_events'), 'INSERT')"
            ).fetchone()
    except psycopg.Error as error:
        raise Refused(f"The database {shown(database)} cannot be used: {_line(error)}.") from error
    return row is not None and row[0] is True


@contextlib.contextmanager
def plain_words(database: str) -> Iterator[None]:
    """Turn errors of the event store into one sentence; a version conflict passes unchanged."""
    try:
        yield
    except (IntegrityError, Refused):
        raise
    except (PersistenceError, sqlite3.Error, OSError, ImportError) as error:
        if isinstance(error, OperationalError | sqlite3.OperationalError) and "locked" in str(error):
            raise GameMoved(HELD) from error
        said = _line(error)
        if "malformed" in said or "corrupt" in said:
            raise Refused(
                f"The database {shown(database)} is damaged ({said}); restore it from a backup, or import "
                "the last export of each game into a new one (`whitecell import FILE --db NEW.db`)."
            ) from error
        raise Refused(f"The database {shown(database)} cannot be used: {said}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLog(f"The desk of {shown(database)} cannot be read: {error}.") from error


def _line(error: Exception) -> str:
    """The first line of a database's message, without its full stop."""
    return str(error).partition("\n")[0].rstrip(". ")


def shown(database: str) -> str:
    """The address without a password in it."""
    if not is_postgres(database):
        return database
    parts = address_of(database)
    return f"postgresql://{parts.get('host', '')}/{parts.get('dbname', '')}"
