"""Rule registers: citations are checked when a module is imported, and rules are counted."""

import importlib.util
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudication.engine.games.systems import load
from adjudication.engine.register import (
    Reading,
    Register,
    RuleEntry,
    UnknownRule,
    by_chapter,
    citations,
    coverage,
    register,
    registers,
)
from cli.main import app
from domain.errors import BadData, NotFound


def write_module(folder: Path, *cited: str) -> Path:
    path = folder / "ambushes.py"
    lines = [
        "from adjudication.engine.register import citations",
        'R = citations("ramadi", __file__)',
        "def procedure():",
    ]
    lines += [f'    yield R["{rule}"]' for rule in cited]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def import_module(path: Path) -> object:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_module_with_right_citations_is_imported_and_cites(tmp_path: Path) -> None:
    module = import_module(write_module(tmp_path, "6.4e", "6.5b"))
    assert list(module.procedure()) == ["ramadi 6.4e", "ramadi 6.5b"]  # type: ignore[attr-defined]


def test_a_module_with_a_wrong_citation_is_not_imported(tmp_path: Path) -> None:
    with pytest.raises(UnknownRule, match=r"ambushes\.py, line 5: ramadi has no rule 99\.9z"):
        import_module(write_module(tmp_path, "6.4e", "99.9z"))


def test_a_wrong_citation_is_told_with_its_line_and_the_rules_that_are_like_it(tmp_path: Path) -> None:
    with pytest.raises(UnknownRule) as caught:
        import_module(write_module(tmp_path, "6.4e", "6.4x"))
    assert "ambushes.py, line 5: ramadi has no rule 6.4x; like it: 6.4" in str(caught.value)


def test_rules_that_data_cites_are_checked_with_those_of_the_text(tmp_path: Path) -> None:
    path = write_module(tmp_path, "6.4e")
    cited = citations("ramadi", str(path), also=["6.5b", "6.5c"])
    assert cited == {"6.4e": "ramadi 6.4e", "6.5b": "ramadi 6.5b", "6.5c": "ramadi 6.5c"}
    with pytest.raises(UnknownRule, match=r"ambushes\.py, cited by its data: ramadi has no rule 6\.4x"):
        citations("ramadi", str(path), also=["6.4x"])


def test_a_citation_in_single_quotes_is_checked_too(tmp_path: Path) -> None:
    path = tmp_path / "ambushes.py"
    path.write_text("RULE = R['99.9z']\n", encoding="utf-8")
    with pytest.raises(UnknownRule, match=r"ramadi has no rule 99\.9z"):
        citations("ramadi", str(path))


def test_a_system_without_a_register_cannot_be_cited(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no rule register for 'atlantis'"):
        citations("atlantis", str(write_module(tmp_path, "1")))


def test_a_register_knows_its_rules_by_number_with_or_without_its_name() -> None:
    rule = RuleEntry("1a", "Fire", "procedure", "basic", "enforced", "Roll and look up.")
    tiny = Register("toy", [rule], [Reading("1a", "Which die?", "A D6.")])
    assert tiny.cite("1a") == "toy 1a"
    assert tiny.rule("toy 1a") == tiny.rule("1a") == rule
    with pytest.raises(UnknownRule, match="toy has no rule 2"):
        tiny.cite("2")
    with pytest.raises(NotFound, match="toy has no rule '2'"):
        tiny.rule("2")


def test_coverage_counts_rules_and_names_those_without_a_test() -> None:
    known = register("ramadi")
    owed = [id for id, rule in known.rules.items() if rule.handled != "reference"]
    nothing = coverage("ramadi", [])
    assert nothing["untested"] == owed
    handled = nothing["enforced"] + nothing["asked"] + nothing["reference"]
    assert handled == nothing["rules"] == len(known.rules)
    some = coverage("ramadi", [known.cite(owed[0]), "ows 6.4e", "ramadi 99.9z"])
    assert some["untested"] == owed[1:]
    assert some["unknown"] == ["99.9z"]
    assert coverage("ramadi", map(known.cite, owed))["untested"] == []


def test_rules_are_grouped_by_the_chapter_of_the_document() -> None:
    ids = ["2.0", "2.11a", "10.1", "3.1", "event.21", "event.no-event", "setup"]
    assert by_chapter(ids) == {
        "2": ["2.0", "2.11a"],
        "10": ["10.1"],
        "3": ["3.1"],
        "event": ["event.21", "event.no-event"],
        "setup": ["setup"],
    }


@pytest.mark.parametrize("name", ["x" * 5000, "../ramadi", "", "a/b", "ramadi\0"])
def test_what_cannot_be_a_system_has_no_register(name: str) -> None:
    with pytest.raises(NotFound, match="no rule system"):
        register(name)


def test_a_register_is_known_before_its_rules_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules of a new system are counted and read before there is a package of it."""
    lines = (Path(__file__).parents[2] / "scenarios" / "freeform" / "rules.jsonl").read_text()
    for name, has in (("far_hills", True), ("maps", False)):
        (tmp_path / name).mkdir()
        if has:
            (tmp_path / name / "rules.jsonl").write_text(lines)
    monkeypatch.setattr("adjudication.engine.register.files", lambda package: tmp_path)
    assert registers() == ["far-hills"]
    with pytest.raises(NotFound, match="no rule system 'far-hills'"):
        load("far-hills")
    (first, *_) = register("far-hills").rules.values()
    shown = CliRunner().invoke(app, ["rules", "show", "far-hills", first.id])
    assert shown.exit_code == 0
    assert shown.stdout.startswith(f"far-hills {first.id}: {first.title}")
    refused = CliRunner().invoke(app, ["rules", "list", "maps"])
    assert refused.exit_code == 2
    assert "there are: far-hills" in refused.stderr


def test_a_damaged_register_is_refused_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.jsonl").write_bytes(b'\n{"id": "1", "title')
    monkeypatch.setattr(importlib.import_module(register.__module__), "folder", lambda system: tmp_path)
    with pytest.raises(BadData, match=r"The rules\.jsonl of atlantis, line 2: Input data was truncated\."):
        register("atlantis")
