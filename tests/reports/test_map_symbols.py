"""Symbols of units on a map, and what stands where there is none."""

import random
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from cli.main import app
from reports.maps.symbols import Symbol, by_library, plain, shipped, symbol, undrawn
from tests.reports.games import ramadi
from tests.symbols import codes as scenario_symbols


def test_a_code_that_cannot_be_drawn_leaves_a_labelled_box(capsys: pytest.CaptureFixture[str]) -> None:
    for code in ("", "bogus", "1003", "<svg onload=x>00000000000000000000", "9" * 20):
        found = symbol(code)
        assert found is None or "<" in found.body
    assert symbol("bogus") is None
    assert capsys.readouterr().out == ""


def test_symbols_are_plain_shapes_without_names() -> None:
    for kind in ramadi().state.kinds.values():
        if kind.symbol:
            found = symbol(kind.symbol)
            assert found is not None, kind.name
            root = ElementTree.fromstring(f"<g>{found.body}</g>")
            assert len(list(root.iter())) > 1, kind.name
            assert not [e for e in root.iter() if e.get("id") or e.get("href") or e.get("style")]


def test_the_symbols_of_all_scenarios_come_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library they are drawn, and any other is a labelled box that the map tells of."""
    monkeypatch.setitem(sys.modules, "military_symbol", None)
    symbol.cache_clear()
    codes = scenario_symbols()
    assert len(codes) > 150
    assert undrawn(codes) == []
    other = "10031000121213000000"
    assert plain(other) not in shipped()
    assert undrawn([other, "bogus", other]) == [other]
    symbol.cache_clear()


def test_the_symbols_that_come_with_the_program_are_those_of_the_library() -> None:
    pytest.importorskip("military_symbol")
    assert set(scenario_symbols()) == set(shipped()), "`python -m tests.symbols` draws them anew"
    for code in random.Random(1).sample(sorted(shipped()), 12):
        assert by_library(code) == shipped()[code], "`python -m tests.symbols` draws them anew"


def test_no_shape_of_a_symbol_lies_far_outside_its_drawing() -> None:
    """The library takes a mirrored part to make a symbol twice as wide: it was drawn half as large."""
    for code, found in shipped().items():
        left, top, width, height = map(float, found.view_box.split())
        assert left >= 0, code
        assert top > -8, code
        assert width < 70, code
        assert height < 75, code


def test_an_assumed_friend_is_framed_as_a_friend() -> None:
    assert symbol("10021000161211000000") == symbol("10031000161211000000")
    assert "dasharray" not in (symbol("10021000161211000000") or Symbol("", "")).body


def test_a_symbol_leaves_the_working_folder_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "svg.tmp").write_text("my own")  # the name that the library takes for its own file
    pytest.importorskip("military_symbol")
    assert by_library("10031000151211000000") is not None
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("svg.tmp", "my own")]
    assert Path.cwd() == tmp_path


def test_a_map_tells_how_to_get_symbols_that_it_cannot_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.maps.symbols.undrawn", lambda codes: ["10031000121213000000"])
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert runner.invoke(app, ["new", "ramadi"]).exit_code == 0
    done = runner.invoke(app, ["map", "--svg", "map.svg"])
    assert done.exit_code == 0
    assert "1 unit symbol cannot be drawn. To get more: pip install 'whitecell[symbols]'" in done.output
