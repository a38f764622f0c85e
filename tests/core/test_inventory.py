"""Inventories: a document's rules become a register, checked line by line; nothing is replaced unasked."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner, Result

from adjudication.engine.register import register
from cli.main import app

RULES: list[dict[str, Any]] = [
    {"id": "1", "title": "Scale", "kind": "definition", "option": "basic", "must": "A turn is an hour."},
    {
        "id": "2.1",
        "title": "Fire",
        "kind": "procedure",
        "must": "Roll a D6\n  and look it up.",
        "see": ["3", "9"],
    },
    {
        "id": "3.1",
        "title": "Smoke",
        "kind": "procedure",
        "option": "optional",
        "must": "Ask.",
        "handled": "asked",
    },
    {"id": "4", "title": "Advice", "kind": "guidance", "option": "basic", "must": "Play fast."},
]
OPEN = [{"rule": "2.1", "question": "Which\n die?", "reading": "A D6.", "option": "heavy"}]


@pytest.fixture(autouse=True)
def scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of scenarios."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "scenarios"
    folder.mkdir()
    monkeypatch.setattr("adjudication.engine.register.files", lambda package: folder)
    register.cache_clear()
    return folder


def made(content: Any, *more: str) -> Result:
    text = content if isinstance(content, str) else yaml.safe_dump(content)
    Path("inventory.yaml").write_text(text, encoding="utf-8")
    return CliRunner().invoke(app, ["rules", "register", "inventory.yaml", "far-hills", "--new", *more])


def test_an_inventory_becomes_a_register_with_its_readings(scenarios: Path) -> None:
    result = made({"system": "hills", "rules": RULES, "ambiguous": OPEN, "missing": [{"name": "map"}]})
    assert result.exit_code == 0, result.stderr
    assert "4 rules of far-hills: 1 enforced, 1 asked, 2 reference; 1 reading." in result.stdout
    assert "Rules refer to 1 that are not listed: 9." in result.stdout
    known = register("far-hills")
    assert {id: rule.handled for id, rule in known.rules.items()} == {
        "1": "reference",
        "2.1": "enforced",
        "3.1": "asked",
        "4": "reference",
    }
    assert known.rules["2.1"].summary == "Roll a D6 and look it up."
    assert known.rules["2.1"].option == "basic"
    assert [(each.rule, each.question, each.option) for each in known.readings] == [
        ("2.1", "Which die?", "heavy")
    ]


def test_a_register_is_not_replaced_unasked_and_keeps_how_rules_are_handled(scenarios: Path) -> None:
    made({"rules": RULES, "ambiguous": OPEN})
    place = scenarios / "far_hills" / "rules.jsonl"
    decided = place.read_text().replace('"handled": "enforced"', '"handled": "asked"')
    place.write_text(decided)
    refused = made({"rules": RULES[:2]})
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert place.read_text() == decided
    told = made({"rules": [{**RULES[1], "title": "Fires"}, *RULES[2:]]}, "--force", "--json")
    assert json.loads(told.stdout)["kept"] == 2
    register.cache_clear()
    rules = register("far-hills").rules
    assert list(rules) == ["2.1", "3.1", "4"]
    assert (rules["2.1"].title, rules["2.1"].handled) == ("Fires", "asked")


def without(rule: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in rule.items() if name != field}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"rules": [RULES[0], dict(RULES[0])]}, "rule 1 is there twice"),
        ({"rules": [{**RULES[0], "id": "1 a"}]}, "'1 a' cannot be cited"),
        ({"rules": [{**RULES[0], "id": 1.1}]}, "`id` is text; put it in quotes"),
        ({"rules": [without(RULES[0], "must")]}, "rule 1 has no `must`"),
        (
            {"rules": [{**RULES[0], "handled": "coded"}]},
            "`handled` is enforced, asked or reference, not 'coded'",
        ),
        ({"rules": [{**RULES[0], "option": "maybe"}]}, "`option` is basic, optional or advanced"),
        ({"rules": RULES, "ambiguous": [{**OPEN[0], "rule": "7"}]}, "rule '7', which is not listed"),
        (
            {"rules": RULES, "ambiguous": [without(OPEN[0], "reading")]},
            "`ambiguous`, number 1 has no `reading`",
        ),
        ({"rules": []}, "it holds no rules"),
        ({"chapters": []}, "it holds no `rules`"),
        ("- 1\n", "it holds no `rules`"),
        ("rules: [", "not readable YAML"),
    ],
)
def test_a_faulty_inventory_is_refused_and_nothing_is_written(
    scenarios: Path, content: Any, sentence: str
) -> None:
    result = made(content)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert list(scenarios.iterdir()) == []


def test_the_folder_of_a_new_system_is_not_made_unasked(scenarios: Path) -> None:
    Path("inventory.yaml").write_text(yaml.safe_dump({"rules": RULES}), encoding="utf-8")
    words = ["rules", "register", "inventory.yaml", "far-hills"]
    refused = CliRunner().invoke(app, words)
    assert refused.exit_code == 2
    assert f"--new makes its folder, {scenarios / 'far_hills'}." in refused.stderr.replace("\n", " ")
    assert list(scenarios.iterdir()) == []
    assert CliRunner().invoke(app, [*words, "--new"]).exit_code == 0
    assert CliRunner().invoke(app, [*words, "--force"]).exit_code == 0, "it is there now"
    assert "belongs to `rules register`" in CliRunner().invoke(app, ["rules", "list", "ows", "--new"]).stderr


def test_what_is_no_inventory_file_is_refused() -> None:
    for words, sentence in (
        (["rules.txt", "far-hills"], "An inventory is a YAML file"),
        (["nowhere.yaml", "far-hills"], "There is no file nowhere.yaml"),
        (["far-hills"], "rules register INVENTORY.yaml SYSTEM"),
    ):
        result = CliRunner().invoke(app, ["rules", "register", *words])
        assert result.exit_code == 2
        assert sentence in result.stderr


def test_untested_rules_are_shown_a_line_a_chapter(scenarios: Path) -> None:
    many = [{**without(RULES[1], "see"), "id": f"{chapter}.{n}"} for chapter in (2, 10) for n in range(1, 40)]
    assert made({"rules": many}).stderr == ""
    result = CliRunner().invoke(app, ["rules", "coverage", "far-hills"])
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[1] == "Without a test: 78."
    assert lines[2].startswith("  2         2.1  2.2  2.3")
    assert any(line.startswith("  10        10.1  10.2") for line in lines)
    assert max(map(len, lines)) <= 100
