"""Nothing depends on the hour, the date or the zone: one module reads the clock, which stands in tests."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.time_zone import hour_here
from domain.wall_clock import now
from tests.clock import CLOCK
from tests.docs.documents import DOCUMENTS
from tests.docs.terminal import Terminal, play
from tests.test_layers import ROOT, SOURCES, name_of

READS = {
    *(f"datetime.datetime.{name}" for name in ("now", "utcnow", "today")),
    "datetime.date.today",
    *(f"time.{name}" for name in ("time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime")),
}
"""What tells the hour or the date. `monotonic` and `perf_counter` tell how long something takes."""


def reads(source: str) -> Iterator[str]:
    """Every function of a source that reads the clock, under whatever name it is imported."""
    if not re.search(r"\b(import|from)\b.*\b(date)?time\b", source):
        return
    tree = ast.parse(source)
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update({each.asname or each.name: each.name for each in node.names})
        elif isinstance(node, ast.ImportFrom):
            names.update({each.asname or each.name: f"{node.module}.{each.name}" for each in node.names})
    clocks = {alias for alias, name in names.items() if name.partition(".")[0] in ("time", "datetime")}
    for node in ast.walk(tree) if clocks else ():
        if isinstance(node, ast.Attribute | ast.Name):
            first, dot, rest = ast.unparse(node).partition(".")
            if names.get(first, "") + dot + rest in READS:
                yield ast.unparse(node)


def test_whatever_reads_the_clock_is_found() -> None:
    source = (
        "import time as t, datetime\nfrom datetime import datetime as d\nfrom time import ctime\n"
        "t.time()\ndatetime.datetime.now()\nd.now(UTC)\nctime()\nt.monotonic()\nd.fromisoformat('')\n"
    )
    assert sorted(reads(source)) == ["ctime", "d.now", "datetime.datetime.now", "t.time"]


def test_one_module_reads_the_clock_and_no_test_does() -> None:
    tests = {name_of(path): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    found = {name: list(reads(source)) for name, source in {**SOURCES, **tests}.items()}
    assert {name for name, read in found.items() if read} == {"domain.wall_clock"}


def test_the_clock_of_the_tests_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    assert now() == "2026-03-02T09:00:00Z"
    monkeypatch.setenv(CLOCK, "2031-12-31T23:59:00+00:00")
    assert now() == "2031-12-31T23:59:00Z"


def test_processes_that_tests_start_have_the_clock_of_the_tests(tmp_path: Path) -> None:
    shows = "from domain.wall_clock import now; print(now())"
    run = subprocess.run([sys.executable, "-c", shows], capture_output=True, text=True, check=True)
    assert run.stdout == "2026-03-02T09:00:00Z\n"
    terminal = Terminal(tmp_path, checkout=False)
    assert terminal.run(f'true && python -c "{shows}"') == (0, "2026-03-02T09:00:00Z\n")
    assert terminal.run("whitecell new ramadi > out")[0] == 0
    assert (
        '"time":"2026-03-02T09:00:00Z"' in terminal.run("whitecell export log.jsonl && head -1 log.jsonl")[1]
    )


def test_a_document_that_speaks_of_the_hour_shows_the_same_at_any_hour_and_in_any_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CLOCK, "2027-02-28T23:59:00+00:00")
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    assert hour_here() == "13:59"
    [document] = [path for path in DOCUMENTS if path.name == "sides.md"]
    monkeypatch.chdir(tmp_path)
    for shown, _, printed in play(document, tmp_path):
        assert shown.fits(printed), f"line {shown.line}: {shown.command}\n{printed}"
