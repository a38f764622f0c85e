"""The analyst's notebook runs from its first cell to its last; what it reads is documented."""

import ast
import os
import re
import sqlite3
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from reports.read_model.build import from_file, refresh
from tests.docs.documents import ROOT
from tests.reports.read_models import recorded

NOTEBOOK = ROOT / "docs" / "analysis.ipynb"


def test_every_cell_answers_of_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells as code, on a game that was recorded: the quick form of the test below."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    entries = recorded("ramadi-sensible")
    refresh(tmp_path / "games.db", [from_file(entries, len(entries))])
    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    names: dict[str, Any] = {}
    said = []
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        assert not cell.outputs, "kept without what it printed"
        *_, last = ast.parse(cell.source).body
        exec(compile(cell.source, str(NOTEBOOK), "exec"), names)
        if isinstance(last, ast.Expr) and ast.unparse(last).startswith("show("):
            said.append(eval(ast.unparse(last), names).data)
    assert len(said) == 9
    assert all(each.startswith("<table>") or each == "<p>Nothing.</p>" for each in said)
    assert "<td>ramadi</td>" in said[0]
    assert sum(each == "<p>Nothing.</p>" for each in said) <= 3


@pytest.mark.slow
def test_the_notebook_runs_and_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    assert all(not cell.get("outputs") for cell in notebook.cells), "kept without what it printed"
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()

    told = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert not [output for output in told if output.output_type == "error"]
    figures = [output for output in told if "image/png" in output.get("data", {})]
    assert len(figures) == 3
    shown = [output.data["text/html"] for output in told if "text/html" in output.get("data", {})]
    database = sqlite3.connect(tmp_path / "games.db")
    [rolls] = database.execute("SELECT count(*) FROM rolls WHERE die = 6").fetchone()
    verdicts = [verdict for (verdict,) in database.execute("SELECT verdict FROM games")]
    database.close()
    assert len(verdicts) == 6
    assert all(verdict in shown[0] for verdict in verdicts)
    (printed,) = [output.text for output in told if output.output_type == "stream"]
    assert re.match(rf"{rolls} rolls; chi-square \d+\.\d", printed)


def test_the_document_of_the_read_model_is_that_of_the_database(tmp_path: Path) -> None:
    """Held against a database as it is made, not against the code that makes it."""
    refresh(tmp_path / "out.db", [])
    database = sqlite3.connect(tmp_path / "out.db")
    text = (ROOT / "docs" / "read-model.md").read_text(encoding="utf-8").split("\n## What is in it\n")[1]
    told: dict[str, list[tuple[str, str, str]]] = {}
    keys: dict[str, set[str]] = {}
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        name = part.partition("\n")[0]
        keys[name] = set(re.findall(r"`(\w+)`", "".join(re.findall(r" Key: ([^.]+)\.", part))))
        told[name] = []
        for column, rest in re.findall(r"^\| `(\w+)` \| (.+) \|$", part, flags=re.MULTILINE):
            leads = re.search(r" Leads to `(\w+)`\.$", rest)
            told[name].append((column, rest.partition(" |")[0], leads[1] if leads else ""))
    made = database.execute(
        "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE '%_fts%' "
        "AND name NOT IN ('read_model', 'described') AND name NOT LIKE 'sqlite%'"
    ).fetchall()
    assert set(told) == {name for name, _ in made}
    types = {"INTEGER": "number", "TEXT": "text"}
    for name, kind in made:
        columns = database.execute(f"PRAGMA table_info({name})").fetchall()
        leads_to = {row[3]: row[2] for row in database.execute(f"PRAGMA foreign_key_list({name})")}
        assert [column for column, _, _ in told[name]] == [row[1] for row in columns]
        if kind == "table":
            there = [(row[1], types[row[2]], leads_to.get(row[1], "")) for row in columns]
            assert told[name] == there
            assert keys[name] == {row[1] for row in columns if row[5]}
    database.close()
