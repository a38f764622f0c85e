"""Builds the read model and brings it up to date: each game from its log, completely or not at all.

It loops over the log from the last event that is already here: events are added, and those that take-backs
and rulings have struck since are marked. The result is the same as when built from the start. The read model
of a side is made from that side's view alone, and each of its games is written again completely, because
numbers would reveal what is hidden.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlite_utils import Database
from sqlite_utils.db import Table as DbTable

from domain.errors import BadLog, NotFound, Refused
from domain.events import (
    GameOpened,
    PhaseEntered,
    Ruled,
    Scored,
    SideAdded,
    TakenBack,
    TrackAdded,
    TracksLaid,
)
from domain.game.chain import Entry, broken_links
from domain.game.game import Game
from domain.ledger.files import make_private
from domain.views.view import WHITE
from reports.read_model.rows import GAME_SPAN, Rows, as_json, key, scores, whole
from reports.read_model.schema import DESCRIBED, FORMAT, READ_MODEL, Table, all_tables, tables
from reports.read_model.seen import Seen, seen_by_side, seen_by_white
from reports.read_model.views import VIEWS
from reports.story.time_spent import clock
from reports.words.events import event_kind
from reports.words.names import Names

_WHOLE = ("games", "scores", "phases")
"""Tables that are written again for a game whenever its log has grown."""
_TRACKS = (TracksLaid, TrackAdded, PhaseEntered, Scored)
_FAULTS = Exception
"""What wording an event may raise if nobody could have recorded it."""


class Source(NamedTuple):
    """A game to read: its id, its name, and a function that gives its entries after a number."""

    id: str
    name: str
    entries: Callable[[int], Sequence[Entry]]


class Refreshed(NamedTuple):
    """What was done for a game: the number of its events here, how many are new, and whether it was built
    from the start."""

    name: str
    events: int
    new: int
    anew: bool


def from_file(entries: Sequence[Entry], of: int) -> Source:
    """The game of a log file. Raises BadLog if it is not whole."""
    if of != len(entries):
        lost = min(of, len(entries)) + 1
        raise BadLog(f"The log is broken at event {lost}: it should have {of} events.", lost)
    opened = _opened(entries)
    _check_chain(entries)
    return Source(opened.game, opened.name, lambda after: entries[after:])


def refresh(
    path: Path, sources: Sequence[Source], viewer: str = WHITE, done: Callable[[int], None] = lambda n: None
) -> list[Refreshed]:
    """Build or refresh a read model; `done` is called for each game.

    Raises Refused if the file is something else or belongs to another viewer; NotFound if a game has no such
    side; BadLog for a log that is not whole.
    """
    if viewer != WHITE:
        for source in sources:
            known = _sides(source.entries(0))
            if viewer not in known:
                raise NotFound(
                    f"{source.name} has no side {viewer[:40]!r} (there are: {', '.join(known)}); name the "
                    "games that have it with --game."
                )
    found: list[Refreshed] = []
    new = not path.exists()
    try:
        with open_read_model(path, viewer) as database:
            for source in sources:
                found.append(_refresh_game(database, source, viewer))
                done(1)
    except Refused:
        if new and not found:
            path.unlink(missing_ok=True)
        raise
    return found


@contextmanager
def open_read_model(path: Path, viewer: str = WHITE) -> Iterator[Database]:
    """The read model in a file, created if needed. Raises Refused if it cannot be used."""
    database = None
    new = not path.exists()
    try:
        if new:
            make_private(path)
        database = Database(path)
        _prepare(database, path, viewer)
        yield database
    except OSError as error:
        raise Refused(f"The read model {path} cannot be used: {error.strerror or error}.") from error
    except sqlite3.Error as error:
        said = "it is held by another process; try again" if "locked" in str(error) else str(error)
        raise Refused(f"The read model {path} cannot be used: {said.rstrip('.')}.") from error
    finally:
        if database is not None:
            database.close()


def _prepare(database: Database, path: Path, viewer: str) -> None:
    """Check that it is a read model of that viewer; create its tables if it is empty."""
    with database.atomic():
        there = database.table_names()
        if not there:
            _create(database, viewer)
            return
        if READ_MODEL.name not in there:
            raise Refused(f"{path} is a database of something else; name another file.")
        row = next(iter(database.query(f"SELECT format, viewer FROM {READ_MODEL.name}")))
        if row["format"] != FORMAT:
            raise Refused(f"{path} is a read model of another format; delete it and build it anew.")
        if row["viewer"] != viewer:
            whose = "the white cell" if row["viewer"] == WHITE else row["viewer"]
            raise Refused(f"{path} is the read model of {whose}; name another file for this view.")


def _create(database: Database, viewer: str) -> None:
    key_of = {spec.name: spec.key[0] for spec in tables()}
    for spec in all_tables():
        table = _table(database, spec.name)
        table.create(
            {column.name: column.kind for column in spec.columns},
            pk=spec.key[0] if len(spec.key) == 1 else spec.key,
            strict=True,
            foreign_keys=[
                (column.name, column.references, key_of[column.references])
                for column in spec.columns
                if column.references
            ],
        )
        if "game" in spec.names and spec.key[0] != "game":
            table.create_index(["game"])
        if "order_event" in spec.names:
            table.create_index(["order_event"])
        if spec.searched:
            table.enable_fts(list(spec.searched), create_triggers=True)
    _table(database, "events").create_index(["kind"])
    _table(database, "games").create_index(["id"], unique=True)
    for view in VIEWS:
        database.create_view(view.name, view.sql)
    _table(database, READ_MODEL.name).insert({"format": FORMAT, "viewer": viewer})
    about = [(spec.name, "", spec.about) for spec in all_tables()]
    about += [(spec.name, column.name, column.about) for spec in all_tables() for column in spec.columns]
    about += [(view.name, "", view.about) for view in VIEWS]
    about += [(view.name, name, says) for view in VIEWS for name, says in view.columns.items()]
    _insert(database, DESCRIBED, about)


def _table(database: Database, name: str) -> DbTable:
    found = database.table(name)
    assert isinstance(found, DbTable)
    return found


def _insert(database: Database, spec: Table, rows: Sequence[tuple[Any, ...]], replace: bool = False) -> None:
    """Insert rows unchanged: the library's own insert looks at each cell, and takes three times as long."""
    columns = ", ".join(f'"{name}"' for name in spec.names)
    verb = "INSERT OR REPLACE" if replace else "INSERT"
    marks = ", ".join("?" * len(spec.columns))
    database.conn.executemany(f"{verb} INTO {spec.name} ({columns}) VALUES ({marks})", rows)


def _refresh_game(database: Database, source: Source, viewer: str) -> Refreshed:
    with database.atomic():
        # Write first: another process that refreshes at the same time waits here, and then sees the result.
        database.execute(f"UPDATE {READ_MODEL.name} SET format = format")
        here = next(
            iter(database.query("SELECT game, events, head FROM games WHERE id = ?", [source.id])), None
        )
        if here is None:
            [last] = database.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()
            return _write(database, last + 1, source, viewer, 0)
        if viewer == WHITE:
            fresh = source.entries(here["events"] - 1)
            if not fresh and source.entries(0):
                return Refreshed(source.name, here["events"], 0, False)  # an older export of the same game
            if fresh and fresh[0].digest == here["head"]:
                if len(fresh) == 1:
                    database.execute("UPDATE games SET name = ? WHERE game = ?", [source.name, here["game"]])
                    return Refreshed(source.name, here["events"], 0, False)
                return _write(database, here["game"], source, viewer, here["events"])
        for spec in tables():
            database.execute(f"DELETE FROM {spec.name} WHERE game = ?", [here["game"]])
        told = _write(database, here["game"], source, viewer, 0)
        new = max(0, told.events - here["events"]) if viewer != WHITE else told.new
        return told._replace(new=new, anew=viewer == WHITE)


def _opened(entries: Sequence[Entry]) -> GameOpened:
    if not entries or not isinstance(entries[0].event, GameOpened):
        raise BadLog("A log begins with the opening of its game.", 1)
    return entries[0].event


def _sides(entries: Sequence[Entry]) -> list[str]:
    """The sides of a game, with those that joined it in play."""
    joined = [entry.event.side.id for entry in entries if isinstance(entry.event, SideAdded)]
    return [*(side.id for side in _opened(entries).sides), *joined]


def _check_chain(entries: Sequence[Entry]) -> None:
    for number, fault in broken_links(entries):
        raise BadLog(f"The log is broken at event {number}: {fault}; `whitecell audit` says more.", number)
    if len(entries) >= GAME_SPAN:
        raise Refused(f"A game in a read model has fewer than {GAME_SPAN} events.")


def _write(database: Database, number: int, source: Source, viewer: str, last: int) -> Refreshed:
    """Write a game's events after `last`, and what follows from all of them."""
    entries = source.entries(0)
    _opened(entries)
    _check_chain(entries)
    game = Game.from_entries(source.id, entries)
    rows = Rows(number)
    white = viewer == WHITE
    told: list[Seen] = []
    try:
        for seen in seen_by_white(game, entries, last + 1) if white else seen_by_side(game, viewer):
            rows.take(seen)
            if not white:
                told.append(seen)
    except Refused:
        raise
    except _FAULTS as error:
        raise BadLog(
            f"{source.name} has an event that could not have been recorded; `whitecell audit` says which."
        ) from error
    if white:
        tracked = (event for event in game.log if isinstance(event, _TRACKS))
        kept = scores(
            number,
            ((event_kind(e), msgspec.structs.asdict(e), e.number not in game.struck) for e in tracked),
        )
        # Its columns are those of `phases`, without the game.
        phases = [
            (number, whole(turn.turn), *msgspec.structs.astuple(phase))
            for turn in clock(game).turns
            for phase in turn.phases
        ]
    else:
        kept = scores(number, ((seen.kind, seen.fields, seen.in_force) for seen in told))
        phases = []
    for name in _WHOLE:
        database.execute(f"DELETE FROM {name} WHERE game = ?", [number])
    rows.by_table["scores"], rows.by_table["phases"] = kept, phases
    events = rows.by_table["events"]
    row = _game_row(number, source.name, game, entries)
    if not white:
        row.update(_as_told(told))
    rows.by_table["games"] = [tuple(row.values())]
    for spec in tables():
        _insert(database, spec, rows.by_table[spec.name], replace=spec.key[0] == "game")
    if last and any(isinstance(event, TakenBack | Ruled) for event in game.log[last:]):
        _strike(database, number, game.struck, last)
    return Refreshed(source.name, row["events"], len(events), False)


def _game_row(number: int, name: str, game: Game, entries: Sequence[Entry]) -> dict[str, Any]:
    opened, state = game.opened, game.state
    origin, verdict, declared = opened.forked_from, state.verdict, state.cell.declared
    return {
        "game": number,
        "id": game.id,
        "name": name,
        "system": opened.system,
        "scenario": opened.scenario,
        "title": opened.title,
        "dice": opened.dice,
        "options": as_json(dict(sorted(state.options.items()))),
        "program": opened.program,
        "rules_digest": opened.rules_digest,
        "scenario_digest": opened.scenario_digest,
        "forked_from": origin.game if origin is not None else None,
        "forked_at": origin.event if origin is not None else None,
        "purpose": declared.purpose if declared is not None else "",
        "marking": state.cell.markings.get(0, ""),
        "opened_at": opened.time,
        "last_at": max(event.time for event in game.log),
        "events": len(game.log),
        "turn": whole(state.turn),
        "winner": verdict.winner if verdict is not None else None,
        "verdict": Names(state).text(verdict.reason) if verdict is not None else None,
        "scores": as_json(verdict.scores) if verdict is not None else None,
        "closed": int(state.closed),
        "head": entries[-1].digest,
    }


def _as_told(told: Sequence[Seen]) -> dict[str, Any]:
    """The values that a side sees differently: counts, times, options and purpose from its own view."""
    options: dict[str, Any] = {}
    purpose = ""
    for seen in told:
        if seen.kind == "game-opened":
            options.update(seen.fields["options"])
        elif seen.kind == "option-changed" and seen.in_force:
            options[seen.fields["option"]] = seen.fields["value"]
        elif seen.kind == "game-declared":
            purpose = seen.fields["purpose"]
    return {
        "options": as_json(dict(sorted(options.items()))),
        "forked_at": None,
        "purpose": purpose,
        "last_at": max(seen.time for seen in told),
        "events": len(told),
        "head": None,
        "scenario_digest": "",
    }


def _strike(database: Database, number: int, struck: Mapping[int, int], last: int) -> None:
    """Mark events that were here already and are struck now."""
    fresh = [(key(number, by), key(number, n)) for n, by in struck.items() if n <= last < by]
    database.conn.executemany("UPDATE events SET in_force = 0, struck_by = ? WHERE event = ?", fresh)
    for spec in tables():
        if "in_force" not in spec.names or spec.name in ("events", *_WHOLE):
            continue
        database.execute(
            f"UPDATE {spec.name} SET in_force = 0 WHERE game = ? AND in_force = 1 AND event IN "
            "(SELECT event FROM events WHERE game = ? AND in_force = 0)",
            [number, number],
        )
