"""`export --with-verifier`: the log goes with the file that checks it."""

import subprocess
import sys
from pathlib import Path

from reports.verifier import verifier
from tests.cli.conftest import Cell


def test_the_verifier_goes_with_the_log_and_runs_there(cell: Cell, tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    folder.mkdir()
    log = folder / "game.jsonl"
    cell.done("new", "freeform", "--scenario", "ford", "--name", "seminar")
    cell.done("roll", "d6", "--for", "The weather", "--because", "Asked by the table")
    cell.done("close", "--yes")
    out = cell.done("export", str(log), "--with-verifier").out
    beside = folder / "verify_log.py"
    told, written, run = out.splitlines()
    assert run == f"The verifier is in {beside}; run: python3 {beside} {log}"
    assert beside.read_bytes() == verifier()
    done = subprocess.run(
        [sys.executable, "-I", "-S", beside, log, "--head", written.removeprefix("To write down: ")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.startswith("verdict: verified\n")
    assert told.rpartition(" ")[2].rstrip(".") in done.stdout


def test_one_verifier_serves_many_logs(cell: Cell, tmp_path: Path) -> None:
    cell.done("export", str(tmp_path / "one.jsonl"), "--with-verifier", "--game", "over")
    told = cell.done("export", str(tmp_path / "two.jsonl"), "--with-verifier", "--game", "ramadi", "--json")
    assert told.json["verifier"] == str(tmp_path / "verify_log.py")


def test_another_file_of_that_name_stays(cell: Cell, tmp_path: Path) -> None:
    beside = tmp_path / "verify_log.py"
    beside.write_text("mine")
    said = cell.refused("export", str(tmp_path / "one.jsonl"), "--with-verifier", "--game", "over")
    assert "verify_log.py exists; add --force to replace it, or export into another folder." in said
    assert beside.read_text() == "mine"
    assert not (tmp_path / "one.jsonl").exists()
    cell.done("export", str(tmp_path / "one.jsonl"), "--with-verifier", "--game", "over", "--force")
    assert beside.read_bytes() == verifier()


def test_the_log_itself_is_not_called_so(cell: Cell, tmp_path: Path) -> None:
    said = cell.refused("export", str(tmp_path / "verify_log.py"), "--with-verifier", "--game", "over")
    assert "name the log otherwise" in said
    assert list(tmp_path.glob("*.py")) == []
