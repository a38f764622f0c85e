"""The background of one's own scenario: recorded, in every brief and review, and to each side its own."""

import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from tests.cli.conftest import Cell
from tests.seminar.test_brief import pdf_text

COMPARED = "The board, counters, tables and tracks are those of scenario freeform own."
FOR_ALL = "The ferry sails at dawn."
PER_SIDE = {
    "all": FOR_ALL,
    "white": "The envoy is a fake.",
    "aldmark": "Grain lasts nine days.",
    "verrin": "The carrier is empty.",
}


def own_scenario(background: str) -> None:
    """The strait with a background of one's own, as a file in this folder."""
    for file in files("scenarios").joinpath("freeform").iterdir():
        if file.name.startswith("strait"):
            Path(file.name).write_bytes(file.read_bytes())
    text = Path("strait.yaml").read_text()
    text, changed = re.subn(r"^background: >-\n(  .*\n?)+", f"background: {background}\n", text, flags=re.M)
    assert changed == 1
    Path("own.yaml").write_text(text.replace("name: strait", "name: own", 1))


def written(cell: Cell, *words: str) -> str:
    """What a command writes into a file."""
    Path("out.html").unlink(missing_ok=True)
    cell.done(*words, "--out", "out.html")
    return " ".join(re.sub(r"<[^>]+>", " ", Path("out.html").read_text()).split())


@pytest.fixture
def own(empty: Cell) -> Cell:
    own_scenario("\n" + "\n".join(f"  {who}: {text}" for who, text in PER_SIDE.items()))
    empty.done("new", "freeform", "--scenario", "own.yaml", "--name", "own", "--seed", "3")
    return empty


def test_the_background_of_a_file_is_in_every_brief_and_the_review(empty: Cell) -> None:
    own_scenario(FOR_ALL)
    empty.done("new", "freeform", "--scenario", "own.yaml", "--name", "own", "--seed", "3")
    for side in ("aldmark", "verrin", "council"):
        assert FOR_ALL in written(empty, "brief", side)
        empty.done("brief", side, "--out", "out.pdf", "--force")
        assert FOR_ALL in pdf_text(Path("out.pdf"))
    assert FOR_ALL in written(empty, "aar")
    assert FOR_ALL in written(empty, "aar", "--as", "verrin")


@pytest.mark.parametrize("side", ["aldmark", "verrin", "council"])
def test_each_side_reads_its_own_background_and_no_other(own: Cell, side: str) -> None:
    mine = {text for who, text in PER_SIDE.items() if who in ("all", side)}
    shown = {
        "brief": written(own, "brief", side),
        "review": written(own, "aar", "--as", side),
        "log": own.done("log", "--as", side, "--json").out,
    }
    for name, text in shown.items():
        assert {each for each in PER_SIDE.values() if each in text} == mine, name


def test_the_white_cell_reads_all_of_it_and_whose_it_is(own: Cell) -> None:
    text = written(own, "aar")
    assert FOR_ALL in text
    assert "White cell only: The envoy is a fake." in text
    assert "Aldmark only: Grain lasts nine days." in text
    assert "Verrin only: The carrier is empty." in text


def test_a_log_brought_elsewhere_gives_the_same_brief(own: Cell, tmp_path: Path) -> None:
    before = written(own, "brief", "verrin")
    own.done("export", "own.jsonl")
    away = tmp_path / "away"
    away.mkdir()
    shutil.copy("own.jsonl", away)
    for file in Path().glob("*.yaml"):
        file.unlink()
    there = Cell(away / "games.db")
    there.done("import", str(away / "own.jsonl"))
    assert written(there, "brief", "verrin") == before
    assert "The carrier is empty." in before


def test_a_fork_keeps_the_background(own: Cell) -> None:
    last = len(own.events())
    own.done("fork", "--at", str(last), "--name", "again")
    assert "The carrier is empty." in written(own, "brief", "verrin")
    told = own.done("audit", "--json").json
    assert COMPARED in told["checked"]
    assert own.done("audit", "--scenario", "own.yaml", "--json").json["checked"] == told["checked"]


def test_an_audit_compares_a_game_with_the_scenario_file_it_is_given(own: Cell) -> None:
    own.done("close", "--by", "Zoe", "--because", "Enough for today", "--yes")
    own.done("export", "own.jsonl")
    told = own.done("audit", "own.jsonl", "--scenario", "own.yaml", "--json").json
    assert COMPARED in told["checked"]
    assert own.done("audit", "own.jsonl", "--json").json["checked"] == told["checked"], "it is beside the log"
    place = Path("own.yaml")
    place.write_text(place.read_text(encoding="utf-8") + "\n# another file\n", encoding="utf-8")
    other = own("audit", "own.jsonl", "--scenario", "own.yaml")
    assert other.code == 3
    assert "not the one the game was played with" in other.out
    assert "ends in .yaml" in own.refused("audit", "own.jsonl", "--scenario", "own.jsonl")
    assert "There is no file" in own.refused("audit", "own.jsonl", "--scenario", "gone.yaml")


def test_an_audit_and_a_review_without_the_scenario_file_are_complete(own: Cell) -> None:
    own.done("close", "--by", "Zoe", "--because", "Enough for today", "--yes")
    own.done("export", "own.jsonl")
    for place in Path().glob("*.yaml"):
        place.unlink()
    for log in ([], ["own.jsonl"]):
        told = own.done("audit", *log, "--json").json
        assert told["verdict"] == "verified"
        assert COMPARED not in told["checked"]
        assert [each for each in told["notices"] if "`audit --scenario FILE` compares" in each]
        own.done("aar", *log, "--out", "own.md", "--force")
        assert "Audit passed" in Path("own.md").read_text(encoding="utf-8")
    own.done("audit", "own.jsonl", "--report", "audit.md")
    assert "Audit incomplete" not in Path("audit.md").read_text(encoding="utf-8")


def test_a_background_for_a_side_that_is_not_there_is_refused(empty: Cell) -> None:
    own_scenario("{verin: A secret}")
    empty.done("new", "freeform")
    told = empty.refused("new", "freeform", "--scenario", "own.yaml", "--name", "own")
    assert told == "own: background: 'verin' is no side; it takes all, white, aldmark, verrin, council."
