"""`whitecell compare`: from the database and from files, for the white cell alone."""

from pathlib import Path

import msgspec
import pytest

from adjudication.chances.luck import luck
from adjudication.engine.games.systems import load
from domain.ledger.store import Ledger
from reports.studies.kept import luck_cache
from tests.cli.conftest import Cell


def exported(cell: Cell, *names: str) -> list[str]:
    for name in names:
        cell.done("export", f"{name}.jsonl", "--game", name)
    return [f"{name}.jsonl" for name in names]


def test_games_and_their_exports_compare_alike(cell: Cell) -> None:
    told = cell.done("compare", "over", "ramadi")
    files = exported(cell, "over", "ramadi")
    assert cell.done("compare", *files).out == told.out
    assert cell.done("compare", "over", files[1]).out == told.out
    assert "over and ramadi" in told.out
    assert "were the same throughout" in told.out
    empty = Cell(Path("nowhere.db").absolute())
    assert empty.done("compare", *files).out == told.out, "files need no database"
    assert not empty.database.exists()


def test_json_has_every_game_in_its_order(cell: Cell) -> None:
    found = cell.done("compare", "ramadi", "over", "typed", "--json").json["comparison"]
    assert [game["name"] for game in found["games"]] == ["ramadi", "over", "typed"]
    assert found["games"][0]["winner"] is None
    assert [each["what"] for each in found["differences"]] == ["dice"]
    assert all(len(row["orders"]) == 3 for point in found["decisions"] for row in point["rows"])


@pytest.mark.parametrize("ending", ["html", "md", "pdf", "docx"])
def test_the_report_is_written_and_not_over_another(cell: Cell, ending: str) -> None:
    out = Path(f"groups.{ending}")
    told = cell.done("compare", "over", "ramadi", "--out", str(out)).out
    assert told.endswith(f"The comparison is in groups.{ending}.\n")
    content = out.read_bytes()
    assert len(content) > 5_000
    assert "exists; add --force" in cell.refused("compare", "over", "ramadi", "--out", str(out))
    cell.done("compare", "over", "ramadi", "--out", str(out), "--force")
    assert out.read_bytes() == content, "the same bytes each time"


def test_it_is_for_the_white_cell_alone(cell: Cell) -> None:
    for side in ("isf", "isis", "nato"):
        assert "for the white cell alone" in cell.refused("compare", "over", "ramadi", "--as", side)
    cell.done("compare", "over", "ramadi", "--as", "white")


def test_a_forged_log_is_refused_by_the_event_at_fault(cell: Cell) -> None:
    (file,) = exported(cell, "over")
    lines = Path(file).read_text().splitlines(keepends=True)
    rolled = next(place for place, line in enumerate(lines) if '"die-rolled.1"' in line)
    lines[rolled] = lines[rolled].replace('"face":', '"face":1')
    Path(file).write_text("".join(lines))
    assert f"over.jsonl is broken at event {rolled + 1}" in cell.refused("compare", file, "ramadi")


def test_a_log_cut_short_is_refused(cell: Cell) -> None:
    (file,) = exported(cell, "over")
    lines = Path(file).read_text().splitlines(keepends=True)
    Path(file).write_text("".join(lines[:-1]))
    said = cell.refused("compare", file, "ramadi")
    assert f"over.jsonl is broken at event {len(lines)}: it should have {len(lines)} events" in said


def test_files_of_one_name_keep_their_folders(cell: Cell) -> None:
    for place, name in (("one", "over"), ("two", "ramadi")):
        Path(place).mkdir()
        cell.done("export", f"{place}/log.jsonl", "--game", name)
    found = cell.done("compare", "one/log.jsonl", "two/log.jsonl", "--json").json["comparison"]
    assert [game["name"] for game in found["games"]] == ["one/log.jsonl", "two/log.jsonl"]


def test_luck_that_was_weighed_before_is_told(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    without = cell.done("compare", "over", "ramadi", "--json").json["comparison"]
    assert without["luck"] == [None, None]
    monkeypatch.setenv("XDG_CACHE_HOME", str(cell.database.parent / "cache"))
    ledger = Ledger(str(cell.database))
    id = ledger.desk().game_id("ramadi")
    game, entries = ledger.load(id), ledger.entries(id)
    ledger.close()
    weighed = luck(load("ramadi"), game, samples=50)
    luck_cache("ramadi", entries).put(weighed)
    told = cell.done("compare", "over", "ramadi", "--json").json["comparison"]
    assert told["luck"] == [None, msgspec.to_builtins(weighed.sides)]


def test_the_marking_stands_above_and_below(cell: Cell) -> None:
    cell.done("declare", "--marking", "OFFICIAL", "--game", "over")
    cell.done("declare", "--marking", "SECRET", "--game", "ramadi")
    lines = cell.done("compare", "over", "ramadi").out.splitlines()
    assert (lines[0], lines[-1]) == ("SECRET", "SECRET")
    cell.done("compare", "over", "ramadi", "--out", "groups.html")
    assert Path("groups.html").read_text().count('<p class="marking">SECRET</p>') == 2
