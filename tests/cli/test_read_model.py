"""`whitecell read-model`: what it takes, refuses and writes; opened in Datasette; killed at any moment."""

import asyncio
import csv
import json
import os
import random
import signal
import time
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from pyarrow import parquet

from domain.ledger.logfile import read_log
from domain.ledger.store import Ledger
from reports.read_model.build import Source, refresh
from reports.read_model.rows import GAME_SPAN
from reports.read_model.schema import all_tables, tables
from reports.read_model.views import VIEWS
from tests.cli.conftest import Cell
from tests.reports.games import HOSTILE, corrected, entries_of
from tests.reports.read_models import all_of, build, found, one, query, recorded, seminar


def test_a_seminar_is_all_there(empty: Cell) -> None:
    seminar(empty, lambda: empty.done("read-model", "steps.db"))
    empty.done("read-model", "out.db")
    path = Path("out.db")
    held = all_of(path)
    assert all_of(Path("steps.db")) == held, "refreshed after each act it is the same"
    assert query(path, "PRAGMA foreign_key_check") == []
    said = [(row["stance"], row["who"], row["text"], row["in_force"]) for row in held["arguments"]]
    assert said == [("for", "Bo", "Unpaid", 0), ("against", "", "Law", 0), ("for", "Bo", "Paid", 1)]
    struck, concluded = held["conclusions"]
    assert (struck["in_force"], concluded["subject"], concluded["in_force"]) == (0, "Pilots sail", 1)
    assert found(path, "arguments", "unpaid") == [struck["order_event"]]
    (game,) = held["games"]
    assert (game["purpose"], game["system"]) == ("Who closes it?", "freeform")
    assert [(row["topic"], row["what"]) for row in held["topics"]] == [
        ("LO1", "learning outcome"),
        ("RQ1", "research question"),
    ]
    insight, note, decision = held["insights"]
    assert (insight["rating"], insight["concerns"], insight["in_force"]) == (4, GAME_SPAN + 7, 1)
    assert [row["event"] for row in held["insight_links"]] == [GAME_SPAN + 3]
    assert [(row["topic"], row["text"]) for row in held["insights_by_topic"]] == [
        ("LO1", "Pilots decided"),
        ("RQ1", None),
    ]
    assert (note["kind"], note["rating"], decision["kind"]) == ("note", None, "decision")
    assert [row["name"] for row in held["seats"]] == ["Ada", "Bo", "Cy", "Cy"]
    assert [(row["name"], row["side"]) for row in held["roster"]] == [("Ada", ""), ("Bo", "verrin")]
    (message,) = held["messages"]
    assert json.loads(message["fields"]) == {"text": "The dam is mined"}
    assert (message["sender"], json.loads(message["to_sides"])) == ("Ada", ["verrin"])
    assert [(row["inject"], row["how"]) for row in held["inject_status"]] == [("I1", "altered"), ("I2", None)]
    rule, back = held["rulings"]
    assert (back["kind"], back["concerns"]) == ("taken-back", struck["order_event"])
    assert (rule["kind"], rule["subject"], rule["because"]) == ("house-rule-adopted", "H1", "It was dark")
    for words, what in {"mined": "message", "sank": "inject", "dark": "reason", "pilots": "insight"}.items():
        (event,) = found(path, "texts", words)
        assert (
            one(path, "SELECT what FROM texts WHERE event = ? AND text LIKE ?", event, f"%{words}%") == what
        )


def test_a_side_reads_only_notes_that_are_shared_with_it(empty: Cell) -> None:
    seminar(empty)
    empty.done("read-model", "verrin.db", "--as", "verrin")
    empty.done("read-model", "aldmark.db", "--as", "aldmark")
    for side in ("verrin", "aldmark"):
        held = all_of(Path(f"{side}.db"))
        text = str(held)
        assert "We open the strait" in text
        assert "for nobody else" not in text
        assert "Pilots decided" not in text
        assert "A storm" not in text
        assert ("mined" in text) == (side == "verrin")
        assert "The ferry sank" in text
        assert "It fits" not in text, "why an inject was altered is the white cell's"
        assert "The ferry is late" not in text


def test_games_of_every_toy_system_can_be_read(cell: Cell) -> None:
    told = cell.done("read-model", "out.db", "--json").json
    assert [game["name"] for game in told["games"]] == [
        "over",
        "closed",
        "losses",
        "secret",
        "typed",
        "ramadi",
    ]
    path = Path("out.db")
    for game in query(path, "SELECT game, name, id FROM games"):
        there = one(path, "SELECT count(*) FROM events WHERE game = ?", game["game"])
        assert there == len(cell.events(game["name"]))
    assert query(path, "PRAGMA foreign_key_check") == []
    assert {table.name for table in tables() if not all_of(path)[table.name]} <= {
        "seats", "topics", "conclusions", "arguments", "insights", "insight_topics", "insight_links",
        "corrections", "injects", "injects_handled", "messages", "rulings", "summaries", "texts",
    }  # fmt: skip
    cell.done("order", "1")
    (changed,) = [g for g in cell.done("read-model", "out.db", "--json").json["games"] if g["new"]]
    assert changed["name"] == "ramadi"
    cell.done("export", "log.jsonl", "--game", "over")
    cell.done("read-model", "file.db", "log.jsonl")
    entries, _ = read_log(Path("log.jsonl"))
    assert one(Path("file.db"), "SELECT head FROM games") == entries[-1].digest


# --- files beside it -------------------------------------------------------------------------------


def test_csv_and_parquet_hold_every_table_and_view(tmp_path: Path, cell: Cell) -> None:
    told = cell.done("read-model", "out.db", "--csv", "tables", "--parquet", "tables", "--json").json
    assert (told["csv"], told["parquet"]) == ("tables", "tables")
    held = all_of(Path("out.db"))
    assert {path.name for path in Path("tables").iterdir()} == {
        f"{name}.{kind}" for name in held for kind in ("csv", "parquet")
    }
    for name, rows in held.items():
        with Path(f"tables/{name}.csv").open(newline="", encoding="utf-8") as file:
            read = list(csv.DictReader(file))
        assert len(read) == len(rows)
        assert parquet.read_table(f"tables/{name}.parquet").num_rows == len(rows)
    numbers = parquet.read_table("tables/rolls.parquet").column("face").to_pylist()
    assert numbers == [row["face"] for row in held["rolls"]]
    types = {field.name: str(field.type) for field in parquet.read_schema("tables/seats.parquet")}
    assert (types["event"], types["name"]) == ("int64", "string"), "also of a table without a row"


def test_without_pyarrow_parquet_is_refused_before_anything_is_written(
    cell: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.studies.tables.find_spec", lambda name: None)
    refused = cell.refused("read-model", "out.db", "--csv", "tables", "--parquet", "tables")
    assert refused == "Parquet needs `pip install 'whitecell[parquet]'`."
    assert not Path("out.db").exists()
    assert not Path("tables").exists()


def test_a_spreadsheet_takes_nothing_for_a_formula(empty: Cell) -> None:
    seminar(empty)
    empty.done("note", "=HYPERLINK(1)")
    empty.done("read-model", "out.db", "--csv", "tables")
    for path in Path("tables").glob("*.csv"):
        with path.open(newline="", encoding="utf-8") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        assert not [cell for cell in cells if cell[:1] in ("=", "@", "+", "\t", "\r")]
        assert all(cell.lstrip("-").replace(".", "").isdigit() for cell in cells if cell[:1] == "-")
    text = Path("tables/insights.csv").read_text(encoding="utf-8")
    assert "'=HYPERLINK(1)" in text


def test_metadata_describes_everything_and_leaves_others_alone(tmp_path: Path) -> None:
    cell = Cell(tmp_path / "games.db")
    folder = tmp_path / "beside"
    folder.mkdir()
    (folder / "metadata.json").write_text('{"title": "Ours", "databases": {"else": {"title": "Else"}}}')
    cell.done("new", "ramadi")
    cell.done("read-model", str(folder / "out.db"))
    said = json.loads((folder / "metadata.json").read_text())
    assert said["title"] == "Ours"
    assert said["databases"]["else"] == {"title": "Else"}
    tables = said["databases"]["out"]["tables"]
    named = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE '%_fts%'"
    names = query(folder / "out.db", named)
    assert set(tables) == {row["name"] for row in names if not row["name"].startswith("sqlite")}
    for name, told in tables.items():
        columns = [row["name"] for row in query(folder / "out.db", f"PRAGMA table_xinfo({name})")]
        assert list(told["columns"]) == columns
        assert all(told["columns"].values())
        assert told["description"]
        described = query(folder / "out.db", "SELECT column_name FROM described WHERE table_name = ?", name)
        assert {row["column_name"] for row in described} == {"", *columns}
    (folder / "metadata.json").write_text("[]")
    assert "no metadata" in cell.refused("read-model", str(folder / "new.db"))
    assert not (folder / "new.db").exists()


def test_it_opens_in_datasette(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    build(path, recorded("ramadi-corrected"))
    refresh(path, [Source("0" * 32, "hostile", lambda after: entries_of(corrected())[after:])])
    from reports.read_model.files import write_metadata

    metadata = json.loads(write_metadata(path).read_text())

    from datasette.app import Datasette  # takes a second, which only this test is worth

    async def look() -> None:
        datasette = Datasette([str(path)], metadata=metadata)
        await datasette.invoke_startup()
        front = (await datasette.client.get("/games")).text
        for name in [*(table.name for table in all_tables()), *(view.name for view in VIEWS)]:
            rows = await datasette.client.get(f"/games/{name}.json?_shape=array&_size=5")
            assert rows.status_code == 200, name
            page = await datasette.client.get(f"/games/{name}")
            assert page.status_code == 200, name
            assert metadata["databases"]["games"]["tables"][name]["description"] in unescape(page.text)
            assert f"/games/{name}" in front
        page = (await datasette.client.get("/games/insights")).text
        assert "<script>alert" not in page
        assert "<script>alert" in unescape(page)
        assert metadata["databases"]["games"]["tables"]["insights"]["columns"]["rating"] in unescape(page)
        hits = await datasette.client.get("/games/texts.json?_shape=array&_search=cocked")
        assert [HOSTILE in row["text"] for row in hits.json()].count(True) == 1
        roll = await datasette.client.get("/games/rolls?_size=1")
        assert 'href="/games/games/1"' in roll.text, "a foreign key is a link"

    asyncio.run(look())


# --- killed ----------------------------------------------------------------------------------------


def sources(database: Path) -> list[Source]:
    ledger = Ledger(str(database))
    return [Source(id, name, partial(ledger.entries, id)) for name, id in ledger.desk().games.items()]


def test_killed_at_any_moment_each_game_is_there_whole_or_not_at_all(prepared: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.db"
    start = time.monotonic()
    refresh(whole, sources(prepared))
    took = time.monotonic() - start
    lengths = {row["name"]: row["events"] for row in query(whole, "SELECT name, events FROM games")}
    path = tmp_path / "killed.db"
    chance = random.Random(1)
    partly = tries = 0
    while tries < 20 or (not partly and tries < 200):
        tries += 1
        child = os.fork()
        if child == 0:
            try:
                refresh(path, sources(prepared))
            finally:
                os._exit(0)
        time.sleep(chance.uniform(0, 1.2 * took))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        there = query(path, "SELECT name FROM sqlite_master WHERE name = 'games'") if path.exists() else []
        games = query(path, "SELECT game, name, events FROM games ORDER BY game") if there else []
        for row in games:
            held = one(path, "SELECT count(*) FROM events WHERE game = ?", row["game"])
            assert held == row["events"] == lengths[row["name"]]
        assert [row["name"] for row in games] == list(lengths)[: len(games)]
        partly += 0 < len(games) < len(lengths)
        if len(games) == len(lengths):
            path.unlink()
    assert partly, "it was killed between two games at least once"
    refresh(path, sources(prepared))
    assert all_of(path) == all_of(whole)


def test_two_may_refresh_it_at_once(prepared: Path, tmp_path: Path) -> None:
    path = tmp_path / "both.db"
    refresh(path, [])
    children = []
    for _ in range(2):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                refresh(path, sources(prepared))
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0]
    refresh(tmp_path / "once.db", sources(prepared))
    assert all_of(path) == all_of(tmp_path / "once.db")
