"""`whitecell study`: its folder, broken off and gone on with, its results and its words."""

import contextlib
import csv
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from typing import Any

import pypdf
import pytest
from pyarrow import parquet

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.table.marks import Mark
from tests.cli.conftest import Cell
from tests.cli.test_processes import CHECKOUT, RUN
from tests.toys.kit import Bare, areas, build, lay

FILES = {
    "run.json",
    "parts",
    "report.html",
    "figures.json",
    *(f"{name}.{kind}" for name in ("games", "rules", "table_rows") for kind in ("parquet", "csv")),
}


def study(cell: Cell, out: str, *words: str, games: int = 20, workers: int = 1) -> str:
    """Run a study of a toy: what it printed."""
    said = ("study", "toy-losses", "--games", str(games), "--workers", str(workers), "--out", out, *words)
    return cell.done(*said).out


def results(out: str) -> dict[str, bytes]:
    """What a study found, which nothing but its settings may change."""
    return {name: (Path(out) / name).read_bytes() for name in FILES - {"run.json", "parts", "figures.json"}}


def test_a_study_leaves_report_and_results(empty: Cell) -> None:
    told = study(empty, "s")
    assert {path.name for path in Path("s").iterdir()} == FILES
    assert "toy-losses: 20 games, seed 1" in told
    assert "won by Blue" in told
    assert "report.html" in told
    run = json.loads(Path("s/run.json").read_bytes())
    assert (run["system"], run["games"], run["seed"]) == ("toy-losses", 20, 1)
    assert run["program"].startswith("whitecell ")
    assert run["begun"] <= run["finished"]
    (variant,) = run["variants"]
    assert len(variant["digest"]) == 64
    assert variant["policy"] == "random"


def test_without_pyarrow_there_is_csv_alone_and_a_line_on_parquet(
    empty: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.studies.tables.find_spec", lambda name: None)
    told = study(empty, "s")
    assert {path.name for path in Path("s").iterdir()} == {n for n in FILES if not n.endswith(".parquet")}
    assert "every game is in s/games.csv. Parquet needs `pip install 'whitecell[parquet]'`." in told


@pytest.mark.parametrize("format", ["md", "pdf", "docx"])
def test_a_report_in_another_format_plays_nothing_anew(
    empty: Cell, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    study(empty, "s")
    monkeypatch.setattr("adjudication.chances.engines.play_batch", None)
    told = study(empty, "s", "--format", format)
    assert f"The report is s/report.{format}" in told
    begins = {"md": b"Study", "pdf": b"%PDF", "docx": b"PK"}[format]
    assert Path(f"s/report.{format}").read_bytes().startswith(begins)


def test_on_paper_the_annex_is_printed_where_it_is_asked_for(empty: Cell) -> None:
    study(empty, "s", "--format", "pdf")
    short = "".join(page.extract_text() for page in pypdf.PdfReader("s/report.pdf").pages)
    study(empty, "s", "--format", "pdf", "--annex")
    long = "".join(page.extract_text() for page in pypdf.PdfReader("s/report.pdf").pages)
    assert ("Annex A. " in short, "Annex A. " in long) == (False, True)
    assert "What limits this" in short
    said = empty.refused("study", "toy-losses", "--games", "2", "--out", "t", "--annex")
    assert "a study as html always has its annex" in said
    assert not Path("t").exists()


def test_a_format_that_no_report_has_is_refused_before_a_folder_is_made(empty: Cell) -> None:
    said = empty.refused("study", "toy-losses", "--games", "2", "--out", "s", "--format", "odt")
    assert "html, md, pdf, docx" in said
    assert not Path("s").exists()


def test_parquet_and_csv_hold_the_same_games(empty: Cell) -> None:
    study(empty, "s", "--seed", "3")
    for name, wanted in (("games", 20), ("table_rows", 3)):
        table: list[dict[str, Any]] = parquet.read_table(f"s/{name}.parquet").to_pylist()
        with Path(f"s/{name}.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(table) == wanted
        assert [
            {column: "" if value is None else str(value) for column, value in row.items()} for row in table
        ] == rows
    games = parquet.read_table("s/games.parquet")
    types = {field.name: str(field.type) for field in games.schema}
    assert types["seed"] == types["orders"] == types["lost.blue"] == "int64"
    assert types["winner"] == types["variant"] == "string"
    told = empty.done("study", "toy-losses", "--games", "20", "--seed", "3", "--out", "s", "--json").json
    (figures,) = told["study"]["variants"]
    wins = [row["winner"] for row in games.to_pylist()]
    assert figures["wins"]["blue"]["count"] == wins.count("blue")
    assert figures["orders"]["mean"] == pytest.approx(sum(games["orders"].to_pylist()) / 20)


def test_workers_and_time_make_no_difference_to_any_result(empty: Cell) -> None:
    study(empty, "one", "--vary", "policy=random", workers=1)
    study(empty, "two", "--vary", "policy=random", workers=2)
    assert results("one") == results("two")
    study(empty, "other", "--vary", "policy=random", "--seed", "2")
    assert results("other")["games.csv"] != results("one")["games.csv"]


def test_a_study_that_is_done_is_not_played_again(empty: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    study(empty, "s")
    before = results("s")
    (Path("s") / "games.csv").unlink()
    monkeypatch.setattr("adjudication.chances.engines.play_batch", None)
    study(empty, "s")
    assert results("s") == before


def test_a_part_that_cannot_be_read_is_played_again(empty: Cell) -> None:
    study(empty, "s")
    before = results("s")
    first, second, third, *_ = sorted(Path("s/parts").iterdir())
    first.write_bytes(first.read_bytes()[:50])
    second.write_text("[]")
    third.write_bytes(sorted(Path("s/parts").iterdir())[-1].read_bytes())  # another's games
    study(empty, "s")
    assert results("s") == before


def test_a_study_is_not_gone_on_with_by_other_code(empty: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    study(empty, "s")
    monkeypatch.setattr("adjudication.chances.study.code_digest", lambda system: "mended")
    assert "code of the rules has changed" in empty.refused(
        "study", "toy-losses", "--games", "20", "--out", "s"
    )


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--seed", "2"), "seed: 1 there, 2 now"),
        (("--games", "40"), "games: 20 there, 40 now"),
        (("--vary", "policy=random"), "varied"),
        (("--scenario", "own.yaml"), "no file"),
    ],
)
def test_another_study_is_refused_the_folder(empty: Cell, words: tuple[str, ...], part: str) -> None:
    study(empty, "s")
    before = {path: path.stat().st_mtime_ns for path in Path("s").rglob("*")}
    settings = ("study", "toy-losses", *(() if "--games" in words else ("--games", "20")), "--out", "s")
    assert part in empty.refused(*settings, *words)
    assert {path: path.stat().st_mtime_ns for path in Path("s").rglob("*")} == before


def test_changed_options_and_tables_are_other_studies_too(empty: Cell) -> None:
    chart = Path("chart.csv")
    chart.write_text("score,attacker,defender\n..,1,1\n")
    vary = ("--games", "2", "--vary", "table.combat=own,chart.csv", "--out", "t", "--workers", "1")
    empty.done("study", "toy-losses", *vary)
    chart.write_text("score,attacker,defender\n..,1,2\n")
    assert "other tables for table.combat=chart.csv" in empty.refused("study", "toy-losses", *vary)
    empty.done("study", "toy-options", "--games", "2", "--out", "o", "--option", "turns=2", "--workers", "1")
    assert "other options" in empty.refused("study", "toy-options", "--games", "2", "--out", "o")
    assert "system: toy-options there, toy-losses now" in empty.refused("study", "toy-losses", "--out", "o")


@pytest.mark.parametrize("record", ["", "{}", '{"format": "x"}', "[]"])
def test_a_folder_with_a_spoilt_record_is_refused(empty: Cell, record: str) -> None:
    study(empty, "s")
    Path("s/run.json").write_text(record)
    assert "run.json" in empty.refused("study", "toy-losses", "--games", "20", "--out", "s")


def test_varying_reports_the_effect(empty: Cell) -> None:
    vary = ("--games", "40", "--vary", "option.duels=off,on", "--vary", "option.turns=1,5", "--workers", "1")
    told = empty.done("study", "toy-options", *vary, "--out", "s").out
    assert "40 games of each of 4 variants" in told
    change = r"[+-]?[\d.]+ \([+-]?[\d.]+ to [+-]?[\d.]+\) points"
    assert re.search(rf"^  Duels on  +off +{change}", told, re.M)
    assert re.search(rf"^  Turns: 5  +1 +{change}", told, re.M)
    figures = json.loads(Path("s/figures.json").read_bytes())
    assert [
        (effect["key"], effect["value"], effect["figures"]["games"]) for effect in figures["effects"]
    ] == [
        ("option.duels", "on", 80),
        ("option.turns", "5", 80),
    ]
    rows = parquet.read_table("s/games.parquet").to_pylist()
    assert {(row["option.duels"], row["option.turns"]) for row in rows} == {
        (duels, turns) for duels in ("off", "on") for turns in ("1", "5")
    }


def test_a_study_of_a_game_that_people_judge_says_who_judged(empty: Cell) -> None:
    told = empty.done("study", "freeform", "--games", "3", "--workers", "1", "--out", "s").out
    assert "The policy picked the white cell's judgements" in told
    assert "The policy picked the white cell's judgements" in unescape(Path("s/report.html").read_text())
    games = parquet.read_table("s/games.parquet").to_pylist()
    assert all(game["judged"] >= 1 for game in games)  # whom it has served best, at least
    assert "judgements" not in study(empty, "other")


def test_a_broken_game_is_told_with_its_seed(empty: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("=cmd <script>")

    monkeypatch.setattr("adjudication.chances.playout.Playout.begin", fails)
    ended = empty("study", "toy-losses", "--games", "3", "--workers", "1", "--out", "s")
    assert ended.code == 1
    assert ended.err == "3 games stopped with an error; see the report.\n"
    assert "KeyError" in Path("s/games.csv").read_text()
    page = Path("s/report.html").read_text()
    assert "&lt;script&gt;" in page
    assert page.count("<script") == 1, "the page's own"


# --- as a process ----------------------------------------------------------------------------------


def start(out: Path, *words: str, workers: int = 2) -> "subprocess.Popen[str]":
    """A study of Ramadi in a process group of its own."""
    settings = ("--games", "120", "--policy", "random", "--workers", str(workers), "--out", str(out))
    return subprocess.Popen(
        [sys.executable, "-c", RUN, "study", "ramadi", *settings, *words],
        cwd=CHECKOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def parts(out: Path) -> list[Path]:
    return sorted((out / "parts").glob("*.json")) if (out / "parts").is_dir() else []


def wait_for_parts(process: "subprocess.Popen[str]", out: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(parts(out)) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.slow
def test_a_study_that_is_killed_loses_no_finished_batch_and_goes_on(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    process = start(killed)
    wait_for_parts(process, killed, 4)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    kept = {path: path.read_bytes() for path in parts(killed)}
    assert 4 <= len(kept) < 20
    assert all(json.loads(content)["games"] for content in kept.values())
    again = start(killed)
    _, err = again.communicate(timeout=120)
    assert (again.returncode, err) == (0, "")
    assert {path: path.read_bytes() for path in kept} == kept  # time and all: not played again
    unbroken = start(whole, workers=1)
    unbroken.communicate(timeout=120)
    assert results(str(killed)) == results(str(whole))
    assert list(killed.rglob("*.part")) == []


def test_a_terminal_shows_how_far_how_fast_and_how_long_yet(tmp_path: Path) -> None:
    reader, writer = pty.openpty()
    words = ("study", "toy-losses", "--games", "500", "--workers", "1", "--out", str(tmp_path / "s"))
    process = subprocess.Popen(
        [sys.executable, "-c", f"import tests.toys; {RUN}", *words],
        cwd=CHECKOUT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=writer,
    )
    os.close(writer)
    shown = b""
    with contextlib.suppress(OSError):  # how a terminal ends on Linux
        while piece := os.read(reader, 65536):
            shown += piece
    os.close(reader)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert re.search(r"toy-losses .*/500 [\d,]+ games/s left \d:\d\d:\d\d", text)
    assert b"games/s" not in out


def test_ctrl_c_is_understood_and_keeps_what_was_played(tmp_path: Path) -> None:
    out = tmp_path / "s"
    process = start(out)
    wait_for_parts(process, out, 2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "Interrupted; what was recorded before is kept.\n"
    kept = {path: path.read_bytes() for path in parts(out)}
    assert len(kept) >= 2
    assert all(json.loads(content)["games"] for content in kept.values())


def test_workers_of_a_killed_study_do_not_stay(tmp_path: Path) -> None:
    out = tmp_path / "s"
    process = start(out)
    wait_for_parts(process, out, 2)
    group = process.pid
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 45
    while time.monotonic() < deadline:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, 0)
            time.sleep(0.1)
            continue
        return
    os.killpg(group, signal.SIGKILL)
    pytest.fail("worker processes outlived the study")


FLAGS = "toy-flags"


def _play(umpire: Umpire, order: Bare) -> None:
    """The game bears a flag, a mark that is a word or a number, and one of several parts."""
    face = umpire.roll(6, "the day", rule=f"{FLAGS} 1")
    umpire.mark("game", Mark[object]("truce"), True if face > 2 else None, rule=f"{FLAGS} 1")
    umpire.mark("game", Mark[object]("weather"), face if face % 2 else "fog", rule=f"{FLAGS} 1")
    umpire.mark("game", Mark[object]("result"), {"margin": face, "level": "narrow"}, rule=f"{FLAGS} 1")
    umpire.declare("north", "", rule=f"{FLAGS} 1")


lay(FLAGS, "Flags", sides="north south", board=areas("map"), kinds={}, pieces=[])
build(
    FLAGS,
    "Flags",
    lambda umpire: umpire.enter_phase(1, "day", rule=f"{FLAGS} 1"),
    [OrderKind("next", Bare, _play, f"{FLAGS} 1", "Play the day.")],
    lambda state: [OrderGroup("", "next", {})],
)


def test_a_mark_of_the_game_may_be_a_flag_or_of_several_kinds(empty: Cell) -> None:
    empty.done("study", FLAGS, "--games", "20", "--workers", "1", "--out", "s")
    games = parquet.read_table("s/games.parquet")
    assert str(games.schema.field("mark.truce").type) == "bool"
    assert str(games.schema.field("mark.weather").type) == "string"
    assert set(games.column("mark.truce").to_pylist()) == {True, None}
    assert {"fog", "3"} <= set(games.column("mark.weather").to_pylist())
    assert set(games.column("mark.result margin").to_pylist()) == set(range(1, 7))
    assert "mark.result level" not in games.schema.names
