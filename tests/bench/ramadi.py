"""The Battle for Ramadi: whole games, orders kept, commands, audits and reviews."""

import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from time import perf_counter

from adjudication.audits.audit import audit
from adjudication.chances.playout import Playout, luck_of
from adjudication.chances.selfplay import PolicyPeople, play_out
from adjudication.engine.choice_texts import as_text
from adjudication.engine.games.systems import load
from adjudication.engine.session import Session
from domain.events import Event, OrderGiven
from domain.game.chain import Entry, broken_links, enter
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.table.dice import secret_from_seed
from domain.table.mutators import rebuild
from domain.table.state import State
from reports.review import render_aar
from tests.bench import Measured, bench, best, best_of_a_core
from tests.table import Table

SECRET = secret_from_seed(1)
GAME = "0" * 31 + "2"


def fresh() -> Session:
    """A game laid on the table, with sealed dice."""
    return Table("ramadi", game=GAME, name="bench", begun=False).session


@cache
def played(policy: str, at_least: int) -> tuple[Entry, ...]:
    """The log of a game, gone on with after take-backs until it has so many events."""
    session = fresh()
    session.begin()
    seed = 0
    while True:
        seed += 1
        play_out(session, session.system.policy(policy), random.Random(seed))
        if len(session.game.log) >= at_least:
            break
        session.take_back(session.orders_in_force()[0].number, "another game on the same log")
    session.close(SECRET)
    return tuple(enter(GAME, session.game.log, session.game.head))


@cache
def laid() -> State:
    """The table before play."""
    return rebuild(fresh().game.log)


@bench
def games_by_random() -> Measured:
    """Each game's log is kept in memory, as long as it is played."""
    system = load("ramadi")

    def play() -> None:
        for seed in range(20):
            state = laid().copy()
            dice, chance = luck_of(seed)
            log: list[Event] = []

            def record(given: OrderGiven, events: Sequence[Event], log: list[Event] = log) -> None:
                log.append(given)
                log.extend(events)

            game = Playout(system, state, system.policy("random"), dice, chance, record)
            game.begin()
            game.play()

    took = best_of_a_core(play)
    return Measured("whole Ramadi games, random policy, a core", 20 / took, "games/s", at_least=200)


@bench
def orders_kept() -> Measured:
    """Orders of a game played by policy, each saved to SQLite before the next."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(str(Path(folder) / "games.db"))
        opened = fresh()
        opened.begin()
        ledger.start(opened.game, "bench", SECRET)
        session = Session(opened.system, opened.game, opened.dice, save=ledger.save)
        start = perf_counter()
        play_out(session, session.system.policy("random"), random.Random(1))
        took = perf_counter() - start
        ledger.close()
    return Measured(
        "Ramadi orders adjudicated and kept", len(session.orders_in_force()) / took, "orders/s", at_least=300
    )


@bench
def command() -> Measured:
    """`whitecell order 2`, whole process, on a game of 500 events."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.db")
        whitecell = str(Path(sys.executable).with_name("whitecell"))
        session = fresh()
        session.begin()
        chance = random.Random(1)
        policy = session.system.policy("sensible")
        while len(session.game.log) < 500 or session.state.phase != "planning":
            legal = session.legal()
            session.people = PolicyPeople({}, policy, chance)
            session.order(policy.order(session.state, legal, chance))
        ledger = Ledger(database)
        ledger.start(session.game, "bench", SECRET)
        ledger.close()
        said = []
        for _ in range(2):
            order = session.legal()[1]
            said.append([order.name, *(f"{key}={as_text(value)}" for key, value in order.arguments.items())])
            session.order(order)
        took = best(
            lambda: subprocess.run(
                [whitecell, "order", *said.pop(0), "--db", database], check=True, capture_output=True
            ),
            times=2,
        )
    return Measured("a command that orders, whole process", took * 1000, "ms", at_most=160)


@bench
def audit_of_ten_thousand() -> Measured:
    entries = played("random", 10_000)
    took = best(lambda: audit(entries), times=2)
    return Measured(f"audit of {len(entries)} events", took / len(entries) * 10_000, "s / 10,000", at_most=2)


@bench
def chain_of_ten_thousand() -> Measured:
    entries = played("random", 10_000)
    took = best(lambda: list(broken_links(entries)), times=3)
    return Measured("the chain alone of a Ramadi log", len(entries) / took, "events/s")


@bench
def review() -> Measured:
    entries = played("random", 2_000)
    game = Game.from_entries(GAME, entries)
    report = audit(entries)
    took = best(lambda: render_aar(game, entries, report), times=2)
    return Measured(f"AAR of {len(entries)} events as HTML", took, "s", at_most=5)


@bench
def review_size() -> Measured:
    entries = played("random", 2_000)
    page = render_aar(Game.from_entries(GAME, entries), entries, audit(entries))
    size = len(page.encode()) / 1_000_000 * 2_000 / len(entries)
    return Measured(f"that HTML, of {len(entries)} events", size, "MB / 2,000", at_most=3)
