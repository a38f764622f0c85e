"""A process that writes is killed at any moment: what it had saved is there, and the log is whole."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psycopg
import pytest

from domain.events import OrderDone, OrderGiven
from domain.game.chain import GENESIS, broken_links, digest_of
from domain.ledger.store import Ledger
from tests.builders import SECRET, check_conservation, notes, opening, session, started

CHECKOUT = Path(__file__).resolve().parents[2]
KILLS = {"sqlite": 100, "postgresql": 20}
"""How often, by kind of database: PostgreSQL commits in a process that nobody kills here."""
SAVES = (0, 0, 1, 1, 2, 3, 5, 8)
"""After how many saves a child is killed, and a moment later: with 0 it may be opening the database yet."""
OPENING = {"sqlite": 0.01, "postgresql": 0.1}
"""Seconds that a child needs to open the database, more or less."""


def kind_of(database: str) -> str:
    return "postgresql" if database.startswith("postgresql") else "sqlite"


class Nursery:
    """Brings up children that write to a database, and kills them."""

    def __init__(self, process: "subprocess.Popen[str]", reports: Path) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._to: IO[str] = process.stdin
        self._from: IO[str] = process.stdout
        self._reports = reports

    def kill_one(self, what: str, game: str, tag: str, saves: int, delay: float) -> list[str]:
        """Start a child, wait until it has reported so many saves and then so many seconds, and kill it:
        what it reported as saved."""
        report = self._reports / tag
        report.touch()
        self._to.write(f"{what} {game} {tag} {report}\n")
        self._to.flush()
        child = int(self._from.readline())
        patience = time.monotonic() + 30
        while report.read_bytes().count(b"\n") < saves:
            assert time.monotonic() < patience, "the child writes nothing"
            time.sleep(0.001)
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        assert self._from.readline() == "ended by -9\n", "the child failed before it was killed"
        return report.read_text().splitlines()


@contextmanager
def nursery(database: str, reports: Path) -> Iterator[Nursery]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.domain.writer", "nursery", database],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Nursery(process, reports)
    finally:
        process.communicate(timeout=30)


def moment(chance: random.Random, database: str) -> tuple[int, float]:
    """When to kill a child: after how many saves, and how many seconds later."""
    saves = chance.choice(SAVES)
    return saves, chance.uniform(0, 0.004 if saves else OPENING[kind_of(database)])


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_loses_nothing_that_it_saved(database: str, tmp_path: Path) -> None:
    kills = KILLS[kind_of(database)]
    chance = random.Random(20151222)
    ledger = Ledger(database)
    game = started(ledger)
    session(game, ledger).begin()
    ledger.close()

    seen, head = 0, GENESIS
    with nursery(database, tmp_path) as children:
        for kill in range(kills):
            saved = children.kill_one("append", game.id, f"k{kill}", *moment(chance, database))
            ledger = Ledger(database)
            fresh = ledger.entries(game.id, after=seen)
            for number, entry in enumerate(fresh, start=seen + 1):
                head = digest_of(entry.wire_name, entry.body, head)
                assert (entry.number, entry.digest) == (number, head)
            seen += len(fresh)

            again = ledger.load(game.id)
            assert len(again.log) == seen
            assert ledger.tail_fault(game.id, ledger.recorded(game.id)) is None
            assert ledger.unkept(game.id, ledger.recorded(game.id)) == 0, "the head is kept with the events"
            assert again.open_procedure() is None, "an order is there whole, or not at all"
            check_conservation(again.state)
            events = [entry.event for entry in fresh]
            there = [f"note {text}" for text in notes(events)]
            there += [f"order {event.by}" for event in events if isinstance(event, OrderGiven) and event.by]
            assert len(there) == len(set(there))
            assert set(saved) <= set(there)
            assert len(there) - len(saved) in (0, 1), "only the last may be saved and not reported"
            ledger.close()

        ledger = Ledger(database)
        entries = ledger.entries(game.id)
        assert list(broken_links(entries)) == []
        assert sum(isinstance(entry.event, OrderDone) for entry in entries) >= kills / 4
        session(ledger.load(game.id), ledger).note("and it goes on")
        ledger.close()


@pytest.mark.slow
def test_a_start_killed_at_any_moment_leaves_whole_games_or_none(database: str, tmp_path: Path) -> None:
    kills = KILLS[kind_of(database)] // 4
    chance = random.Random(1)
    with nursery(database, tmp_path) as children:
        for kill in range(kills):
            saved = children.kill_one("start", "-", f"s{kill}", *moment(chance, database))
            ledger = Ledger(database)
            desk = ledger.desk()
            for line in saved:
                _, id, name = line.split()
                assert desk.games[name] == id
            assert streams(database) == len(desk.games), "a game lies here that is not listed, or not whole"
            for name, id in list(desk.games.items())[-3:]:
                log = ledger.load(id).log
                assert len(log) == len(opening(id))
                assert desk.seal(id) == SECRET
                assert ledger.load(id).opened.name == name
            assert desk.register_fault == ""
            assert [entry.said.game for entry in desk.register] == list(desk.games.values())
            assert desk.in_front == (list(desk.games.values())[-1] if desk.games else None)
            ledger.close()
        assert len(desk.games) > kills


def streams(database: str) -> int:
    """How many games have events in the database, listed or not."""
    count = "SELECT count(DISTINCT originator_id) FROM {} WHERE topic LIKE 'game-opened%'"
    if kind_of(database) == "postgresql":
        with psycopg.connect(database) as server:
            [games] = server.execute(count.format("whitecell_events")).fetchone() or [0]
            return int(games)
    connection = sqlite3.connect(database)
    [games] = connection.execute(count.format("stored_events")).fetchone()
    connection.close()
    return int(games)
