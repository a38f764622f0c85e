"""Processes that write to a game, for tests that race them or kill them.

python -m tests.domain.writer append DATABASE GAME NAME COUNT   as soon as a line comes in: NAME
    appends COUNT notes and as many orders, tells each that was saved, and how often it decided again
python -m tests.domain.writer nursery DATABASE                  for each line `WHAT GAME TAG REPORT`:
    a child that appends (or starts games) and reports what was saved, until somebody kills it
"""

import os
import sys
from collections.abc import Callable

from adjudication.engine.session import Session
from domain.errors import GameMoved
from domain.ledger.store import Ledger
from tests.builders import SECRET, any_order, new_game, session


def append(database: str, game: str, name: str, count: str) -> None:
    """Append notes and orders as people do: who comes second looks at the table and decides again."""
    ledger = Ledger(database)
    at_the_table = session(ledger.load(game), ledger)
    print("ready", flush=True)
    sys.stdin.readline()
    again = 0
    for n in range(int(count)):
        for act in (_note(f"{name}-{n}"), _order(f"{name}-{n}", n)):
            while True:
                try:
                    print(act(at_the_table))
                    break
                except GameMoved:
                    again += 1
                    at_the_table = session(ledger.load(game), ledger)
    print(f"again {again}")
    ledger.close()


def _note(text: str) -> Callable[[Session], str]:
    def act(at_the_table: Session) -> str:
        at_the_table.note(text)
        return f"note {text}"

    return act


def _order(by: str, pick: int) -> Callable[[Session], str]:
    def act(at_the_table: Session) -> str:
        at_the_table.order(any_order(at_the_table.state, pick), by=by)
        return f"order {by}"

    return act


def append_until_killed(database: str, game: str, tag: str, report: int) -> None:
    """Notes and orders without end; `report` is a file that each is told to once it is saved."""
    ledger = Ledger(database)
    at_the_table = session(ledger.load(game), ledger)
    n = 0
    while True:
        for act in (_note(f"{tag}-{n}"), _order(f"{tag}-{n}", n)):
            try:
                os.write(report, act(at_the_table).encode() + b"\n")
            except GameMoved:  # what a child before this one left under way
                at_the_table = session(ledger.load(game), ledger)
        n += 1


def start_until_killed(database: str, game: str, tag: str, report: int) -> None:
    """New games without end."""
    ledger = Ledger(database)
    n = 0
    while True:
        name = f"{tag}-{n}"
        started = new_game(name=name)
        try:
            ledger.start(started, name, SECRET)
            os.write(report, f"start {started.id} {name}\n".encode())
        except GameMoved:
            pass
        n += 1


def nursery(database: str) -> None:
    """Fork children that need no start-up of their own; tell the number of each, and when it is dead."""
    kinds = {"append": append_until_killed, "start": start_until_killed}
    for line in sys.stdin:
        what, game, tag, report = line.split()
        child = os.fork()
        if child == 0:
            try:
                kinds[what](database, game, tag, os.open(report, os.O_WRONLY | os.O_APPEND | os.O_CREAT))
            finally:  # a child that ends by itself has failed
                os._exit(3)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(f"ended by {os.waitstatus_to_exitcode(status)}", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "nursery":
        nursery(sys.argv[2])
    else:
        append(*sys.argv[2:])
