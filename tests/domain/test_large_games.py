"""Much is saved at once in PostgreSQL: over either kind of connection, and nobody else waits for it."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from threading import Thread
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from domain.errors import GameMoved
from domain.events import Noted
from domain.game.chain import Entry
from domain.ledger import postgres_store
from domain.ledger.store import Ledger
from tests.builders import TIME, new_game, started
from tests.domain.conftest import address

EVENTS = 5_000
"""Of a hundred letters each; in psycopg's pipeline mode 3,000 stood still over a Unix socket."""


@pytest.fixture(scope="module")
def tcp_port(postgres_url: str) -> Iterator[int]:
    """A port whose connections reach the server: those of the client are TCP."""
    parts = conninfo_to_dict(postgres_url)
    with ExitStack() as stack:
        door = stack.enter_context(socket.create_server(("127.0.0.1", 0)))

        def forward(source: socket.socket, to: socket.socket) -> None:
            try:
                while data := source.recv(65_536):
                    to.sendall(data)
                to.shutdown(socket.SHUT_WR)
            except OSError:
                to.close()

        def serve() -> None:
            while True:
                try:
                    client, _ = door.accept()
                except OSError:
                    return
                server = socket.socket(socket.AF_UNIX)
                server.connect(f"{parts['host']}/.s.PGSQL.{parts.get('port', 5432)}")
                for pair in ((client, server), (server, client)):
                    Thread(target=forward, args=pair, daemon=True).start()

        Thread(target=serve, daemon=True).start()
        yield door.getsockname()[1]
        door.shutdown(socket.SHUT_RDWR)


@pytest.fixture(params=["unix", "tcp"])
def connection(request: pytest.FixtureRequest, postgres_url: str) -> Iterator[str]:
    """The address of an empty database, over either kind of connection."""
    name = f"large_{uuid4().hex}"
    over = {"dbname": name}
    if request.param == "tcp":
        over.update(host="127.0.0.1", port=str(request.getfixturevalue("tcp_port")))
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield address(postgres_url, **over)
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@cache
def entries() -> tuple[Entry, ...]:
    """A game of that many events, as its log file has them."""
    game = new_game()
    for number in range(len(game.log) + 1, EVENTS + 1):
        game.append(Noted(number=number, time=TIME, text=f"{number} ".ljust(100, "x"), audience=()))
    return tuple(game.unsaved())


def test_a_large_game_is_taken_in_and_read_back(connection: str) -> None:
    ledger = Ledger(connection)
    game = ledger.bring_in(entries(), "large")
    assert len(game.log) == EVENTS
    assert [entry.digest for entry in ledger.entries(game.id)] == [entry.digest for entry in entries()]
    for number in range(EVENTS + 1, EVENTS + 1_001):
        game.append(Noted(number=number, time=TIME, text=str(number), audience=()))
    ledger.save(game)
    assert ledger.load(game.id).head == game.head
    ledger.close()


def test_while_a_large_game_is_taken_in_others_write_to_theirs(
    connection: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, elsewhere = Ledger(connection), Ledger(connection)
    other = started(elsewhere, "other")
    sent = postgres_store.batches
    saved = []

    def with_a_note_between(rows: list[StoredEvent]) -> Iterator[list[StoredEvent]]:
        for n, batch in enumerate(sent(rows)):
            if n == 3:
                note = Noted(number=len(other.log) + 1, time=TIME, text="Meanwhile", audience=())
                other.append(note)
                monkeypatch.setattr("domain.ledger.postgres_store.batches", sent)
                elsewhere.save(other)
                saved.append(elsewhere.load(other.id).log[-1])
            yield batch

    monkeypatch.setattr("domain.ledger.postgres_store.batches", with_a_note_between)
    large = ledger.bring_in(entries(), "large")
    assert saved == [other.log[-1]]
    assert len(elsewhere.load(large.id).log) == EVENTS
    ledger.close()
    elsewhere.close()


def test_who_waits_too_long_is_told_and_nothing_is_written(
    connection: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(connection)
    game = started(ledger)
    game.append(Noted(number=len(game.log) + 1, time=TIME, text="Late", audience=()))
    monkeypatch.setattr("domain.ledger.postgres_store.LIMITS", sql.SQL("SET LOCAL lock_timeout = '100ms'"))
    with psycopg.connect(connection) as holder:
        holder.execute("LOCK TABLE whitecell_events IN EXCLUSIVE MODE")
        with pytest.raises(GameMoved, match="held by another process; try again"):
            ledger.save(game)
    assert len(ledger.load(game.id).log) == len(game.log) - 1
    ledger.save(game)
    assert ledger.load(game.id).head == game.head
    ledger.close()


def test_batches_are_bounded_and_keep_the_order() -> None:
    sizes = [200_000] * 7 + [1] * 999  # two large ones fit together; the last goes with 499 small ones
    rows = [StoredEvent(uuid4(), n, "noted.1", b"x" * size) for n, size in enumerate(sizes)]
    parts = list(postgres_store.batches(rows))
    assert [row for part in parts for row in part] == rows
    assert [len(part) for part in parts] == [2, 2, 2, 500, 500]
    assert list(postgres_store.batches([])) == []
