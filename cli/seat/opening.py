"""Opening a game at a terminal: who sits there comes through its door, and is told of what others did."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from adjudication.seminar.door import Admitted, Caller, admit
from cli.seat.meanwhile import Since
from cli.terminal.memory import saved
from cli.terminal.terminal import complain, let_in, reader
from domain.errors import NotFound
from domain.game.chain import Entry
from domain.game.game import Game
from domain.ledger.desk import Desk
from domain.ledger.store import Ledger
from seats.seat.seat import Seat


class _Terminal:
    """What a terminal keeps of what is written at it, and says of it at once."""

    def __init__(self) -> None:
        self.since: Since | None = None

    def wrote(self, game: Game, before: int, after: int, warnings: Sequence[str]) -> None:
        """Say what the white cell is warned of, and remember which events are this terminal's own."""
        for sentence in warnings:
            complain(sentence)
        saved(game.id, before, after)
        if self.since is not None:
            self.since.wrote(before, after)


@contextmanager
def open_ledger(database: str, create: bool = False, quiet: bool = False) -> Iterator[Ledger]:
    """The ledger in a database. Raises NotFound for a file that is not there, unless it may be made.

    quiet: without saying what was done with its files. WHITECELL_SEALS names another file for the seals.
    """
    if not create and "://" not in database and not Path(database).exists():
        raise NotFound(f"There is no database {database} yet; `whitecell new SYSTEM` starts a game in one.")
    ledger = Ledger(database, os.environ.get("WHITECELL_SEALS"))
    try:
        if not quiet:
            for sentence in ledger.told:
                complain(sentence)
        yield ledger
    finally:
        ledger.close()


def sit(
    ledger: Ledger,
    desk: Desk,
    id: str,
    caller: Caller,
    game: Game | None = None,
    terminal: _Terminal | None = None,
) -> Seat:
    """A seat for who is at this terminal. Raises Refused or NotFound as the door does."""
    seat = Seat(ledger, desk, id, replace(caller, at=reader()), game, terminal or _Terminal())
    let_in(seat.me)
    return seat


@contextmanager
def open_seat(database: str, name: str | None, caller: Caller, quiet: bool = False) -> Iterator[Seat]:
    """The game of that name, or the current one, for somebody whom its door lets in. Raises what it does."""
    with open_ledger(database, quiet=quiet) as ledger:
        desk = ledger.desk()
        terminal = _Terminal()
        seat = sit(ledger, desk, desk.game_id(name), caller, terminal=terminal)
        if quiet:
            yield seat
            return
        terminal.since = since = Since(seat.game, seat.me, lambda: seat.system, seat.seen)
        seat.since_last = since.lines()
        if seat.since_last and not since.as_json:
            complain(f"Since your last command: {'; '.join(seat.since_last)}.")
        try:
            yield seat
        finally:
            since.end()


def admitted_to(entries: Sequence[Entry], caller: Caller) -> Admitted:
    """Somebody let in to a game that is read as it is recorded. Raises what the door does, and BadLog."""
    return let_in(admit(Game.from_entries("", entries).state, replace(caller, at=reader())))
