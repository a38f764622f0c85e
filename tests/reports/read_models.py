"""What tests of the read model share: building one, all that it holds, and a seminar in which all happens."""

import random
import shlex
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from adjudication.chances.selfplay import PolicyPeople, play_out
from domain.events import DieRolled
from domain.game.chain import Entry
from domain.ledger.logfile import read_log
from domain.views.view import WHITE
from reports.read_model.build import Refreshed, Source, refresh
from reports.read_model.schema import tables
from reports.read_model.views import VIEWS
from tests.cli.conftest import Cell
from tests.reports.games import GAME, entries_of, ramadi

RECORDED = Path(__file__).resolve().parents[1] / "games"


def source(entries: Sequence[Entry], name: str = "game") -> Source:
    return Source(entries[0].game, name, lambda after: entries[after:])


def build(path: Path, *logs: Sequence[Entry], viewer: str = WHITE) -> list[Refreshed]:
    return refresh(path, [source(log) for log in logs], viewer)


def query(path: Path, sql: str, *values: Any) -> list[dict[str, Any]]:
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(sql, values)]
    finally:
        connection.close()


def one(path: Path, sql: str, *values: Any) -> Any:
    (row,) = query(path, sql, *values)
    (value,) = row.values()
    return value


def all_of(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table and view; of tables in the order of their keys."""
    held = {
        table.name: query(path, f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}")
        for table in tables()
    }
    held.update({view.name: query(path, f"SELECT * FROM {view.name}") for view in VIEWS})
    return held


def found(path: Path, table: str, words: str) -> list[int]:
    """The keys of the rows of a table in which full-text search finds words."""
    rows = query(
        path,
        f"SELECT event FROM {table} WHERE rowid IN (SELECT rowid FROM {table}_fts WHERE {table}_fts MATCH ?) "
        "ORDER BY event",
        words,
    )
    return [row["event"] for row in rows]


def recorded(name: str) -> list[Entry]:
    return read_log(RECORDED / f"{name}.jsonl")[0]


def corrected_often() -> list[Entry]:
    """A game of Ramadi with rulings, take-backs and notes at many points."""
    session = ramadi(5)
    policy, chance = session.system.policy("sensible"), random.Random(5)
    session.people = PolicyPeople({}, policy, chance)
    while len(session.game.log) < 700 and session.state.verdict is None:
        outcome = session.order(policy.order(session.state, session.legal(), chance), by="Ann")
        rolls = [event for event in outcome.events if isinstance(event, DieRolled)]
        if rolls and chance.random() < 0.5:
            session.rule(rolls[0].number, 7 - rolls[0].face, "the die was cocked", by="Ben")
        if chance.random() < 0.2:
            session.take_back(session.orders_in_force()[-1].number, "a slip", by="Ben", agreed=("isf",))
            session.note(f"after {len(session.game.log)}", by="Ben", concerns=3)
    play_out(session, policy, chance)
    return entries_of(session.game)


def seminar(cell: Cell, each: Callable[[], object] = lambda: None) -> None:
    """A game in which what people do around a table has all been done; `each` is called after each act."""
    cell.done("new", "freeform", "--scenario", "strait", "--seed", "1")
    Path("injects.csv").write_text("id,turn,audience,text\nI1,1,all,The ferry is late\nI2,2,verrin,A storm\n")
    for words in (
        ("declare", "--purpose", "Who closes it?", "--question", "RQ1=Who?", "--outcome", "LO1=Read signals"),
        ("roster", "Ada", "--role", "facilitator"),
        ("roster", "Bo", "--role", "commander", "--side", "verrin", "--cell", "Blue"),
        ("roster", "Cy", "--side", "aldmark"),
        ("roster", "Cy", "--leave"),
        ("message", "--to", "verrin", "--field", "text=The dam is mined", "--by", "Ada"),
        ("inject", "--file", "injects.csv"),
        ("inject", "I1", "alter", "--text", "The ferry sank", "--because", "It fits"),
        ("house-rule", "H1", "--text", "Fog at night", "--because", "It was dark", "--by", "Ada"),
        ("note", "insight", "Pilots", "decided", "--on", "7", "--link", "3", "--tag", "LO1", "--rate", "4"),
        ("note", "for", "nobody", "else", "--by", "Ada"),
        ("note", "decision", "We", "open", "the", "strait", "--to", "all"),
    ):
        cell.done(*words)
        each()
    for argued in (
        'argue "Pilots refuse" --for "[strong] Bo: Unpaid" --against "[weak] Law" --because x',
        'undo --because "Too early" --yes',
        'argue "Pilots sail" --for "[weak] Bo: Paid" --success Sailing --failure Waiting --because x',
    ):
        cell.done(*shlex.split(argued), "--by", "Ada")
        each()


__all__ = ["GAME", "all_of", "build", "corrected_often", "found", "one", "query", "recorded", "seminar"]
