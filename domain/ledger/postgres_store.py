"""The event store in PostgreSQL: heads beside the rows, and the seals in a schema of their own."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.utils import retry
from psycopg import errors
from psycopg.sql import SQL, Identifier

from domain.errors import HELD, GameMoved, Refused
from domain.ledger.heads import heads

_SCHEMA = "whitecell_seals"
_TRIES = 5
LIMITS = SQL(
    "SET LOCAL lock_timeout = '5s'; SET LOCAL statement_timeout = '60s'; "
    "SET LOCAL idle_in_transaction_session_timeout = '60s'"
)
"""How long a save waits for another writer and for the server, and the server for the save: a program that
hangs releases its locks."""
_MOST_ROWS, _MOST_BYTES = 500, 500_000
"""The most that is sent to the server at once."""


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's recorder, which also keeps each stream's head, in the transaction of the rows."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._heads = SQL("{}.{}").format(Identifier(datastore.schema), Identifier("whitecell_heads"))
        self._events = SQL("{}.{}").format(Identifier(datastore.schema), Identifier(events_table_name))
        self._insert_head = SQL(
            "INSERT INTO {} VALUES (%s, %s, %s) ON CONFLICT (stream) DO UPDATE "
            "SET number = excluded.number, digest = excluded.digest"
        ).format(self._heads)
        self.sql_create_statements.append(
            SQL(
                "CREATE TABLE IF NOT EXISTS {} "
                "(stream uuid PRIMARY KEY, number bigint NOT NULL, digest text NOT NULL)"
            ).format(self._heads)
        )

    def create_table(self) -> None:
        """Create missing tables."""
        with self.datastore.get_connection() as connection:
            names = [self._events.as_string(connection), self._heads.as_string(connection)]
            row = connection.execute(
                "SELECT to_regclass(%s) IS NOT NULL AND to_regclass(%s) IS NOT NULL AS there", names
            ).fetchone()
        if row is not None and row["there"]:
            self.datastore.register_type_adapters()
        else:
            super().create_table()

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        """Write rows and heads, all in one transaction or not at all.

        The library sends a whole save at once, in psycopg's pipeline mode, and locks the whole table. With
        half a megabyte over a Unix socket, neither end then reads what the other has sent, and every other
        writer waits. Here each batch is answered before the next is sent, and only the rows are locked.

        Raises GameMoved if another writer holds them for too long.
        """
        try:
            with self.datastore.transaction(commit=True) as cursor:
                cursor.execute(LIMITS)
                for stream, number, digest in heads(stored_events):
                    cursor.execute(self._insert_head, (stream, number, digest))
                for batch in batches(stored_events):
                    super(PostgresApplicationRecorder, self)._insert_stored_events(cursor, batch)
        except OperationalError as error:
            if isinstance(error.__cause__, errors.LockNotAvailable | errors.QueryCanceled):
                raise GameMoved(HELD) from error
            raise

    def kept_head(self, stream: UUID) -> tuple[int, str] | None:
        """Number and digest of the last row of a stream, recorded when it was written."""
        try:
            with self.datastore.get_connection() as connection, connection.cursor() as cursor:
                cursor.execute(
                    SQL("SELECT number, digest FROM {} WHERE stream = %s").format(self._heads), (stream,)
                )
                row = cursor.fetchone()
        except errors.UndefinedTable:
            return None
        return None if row is None else (row["number"], row["digest"])

    def integrity(self) -> str:
        """Nothing: the server looks after its own files."""
        return ""


def batches(rows: Sequence[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """The rows in order, in batches of limited size; a row that is larger is a batch of its own."""
    batch: list[StoredEvent] = []
    size = 0
    for row in rows:
        if batch and (len(batch) == _MOST_ROWS or size + len(row.state) > _MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += len(row.state)
    if batch:
        yield batch


class PostgresSeals:
    """Seals in a schema of their own, on which only its owner has rights unless they are granted."""

    def __init__(self, address: dict[str, str], shown: str) -> None:
        self._address: dict[str, Any] = {"connect_timeout": 5, **address}
        self._shown = f"the schema {_SCHEMA} of {shown}"
        self.warning = ""
        self._fault = ""

    def get(self, game: str) -> str | None:
        """The secret of a game's dice, None if it is not here."""
        statement = SQL("SELECT secret FROM {}.seals WHERE game = %s").format(Identifier(_SCHEMA))
        self._fault = ""
        try:
            with psycopg.connect(**self._address) as server:
                row = server.execute(statement, (game,)).fetchone()
        except (errors.UndefinedTable, errors.InvalidSchemaName):
            return None
        except errors.InsufficientPrivilege:
            self._fault = f"This account may not read {self._shown}."
            return None
        return None if row is None else str(row[0])

    def why_not(self, game: str) -> str:
        """Why the secret of a game's dice is not available, in one sentence."""
        if self.get(game) is not None:
            return ""
        return self._fault or f"{self._shown[0].upper()}{self._shown[1:]} does not hold it."

    def keep(self, game: str, secret: str) -> None:
        """Store a seal; it is on the disk when this returns. Raises Refused if that is impossible."""
        schema = Identifier(_SCHEMA)
        for attempt in range(_TRIES):
            try:
                with psycopg.connect(**self._address) as server:
                    found = server.execute("SELECT to_regclass(%s)", (f"{_SCHEMA}.seals",)).fetchone()
                    if found is None or found[0] is None:
                        server.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(schema))
                        server.execute(
                            SQL(
                                "CREATE TABLE IF NOT EXISTS {}.seals "
                                "(game text PRIMARY KEY, secret text NOT NULL)"
                            ).format(schema)
                        )
                    server.execute(
                        SQL("INSERT INTO {}.seals VALUES (%s, %s) ON CONFLICT (game) DO NOTHING").format(
                            schema
                        ),
                        (game, secret),
                    )
                return
            except (errors.UniqueViolation, errors.DuplicateSchema, errors.DuplicateTable):
                if attempt == _TRIES - 1:  # several processes created the schema at once
                    raise
            except errors.InsufficientPrivilege as error:
                raise Refused(
                    f"This account may not keep seals in {self._shown}; let its owner grant that, or name a "
                    "file of your own in WHITECELL_SEALS; the game was not started."
                ) from error

    def narrow(self) -> tuple[str, ...]:
        """Nothing: the server guards its schemas."""
        return ()
