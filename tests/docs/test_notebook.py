"""The analyst's notebook runs from its first cell to its last, in a folder of its own."""

import os
import re
import sqlite3
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.docs.documents import ROOT

NOTEBOOK = ROOT / "docs" / "analysis.ipynb"


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
