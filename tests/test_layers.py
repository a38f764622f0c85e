"""Imports point one way, wherever in a file they stand."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ("domain", "adjudication", "reports", "seats", "cli")
"""From the ground up; each may import those before it."""
SYSTEMS = sorted(path.parent.name for path in (ROOT / "adjudication" / "systems").glob("*/__init__.py"))
OF_THE_TERMINAL = {"jinja2", "matplotlib", "prompt_toolkit", "rich", "typer"}
"""What neither `domain` nor `adjudication` knows of."""
NO_RULE = {"datetime", "random", "secrets", "time", "uuid"}
"""What may differ from one run to the next. A policy names the type of the seeded generator it is given."""


def imported(source: str) -> Iterator[str]:
    """All modules that a source imports but for types; of `from a import b` both `a` and `a.b`."""
    for_types: set[ast.AST] = set()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for_types.update(each for part in node.body for each in ast.walk(part))
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole module"
            yield node.module or ""
            yield from (f"{node.module}.{each.name}" for each in node.names)


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    name_of(path): path.read_text(encoding="utf-8")
    for layer in (*LAYERS, "scenarios")
    for path in sorted((ROOT / layer).rglob("*.py"))
}


@cache
def imports() -> dict[str, list[str]]:
    """What each module imports."""
    return {name: sorted(set(imported(source))) for name, source in SOURCES.items()}


def test_an_import_is_found_wherever_it_stands() -> None:
    source = "import os.path\nif TYPE_CHECKING:\n    import rich\ndef f():\n    from cli import seat\n"
    assert list(imported(source)) == ["os.path", "cli", "cli.seat"]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_lies_below_it(layer: str) -> None:
    above = LAYERS[LAYERS.index(layer) + 1 :]
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if name.split(".")[0] == layer and other.split(".")[0] in (*above, "tests")
    ]
    assert not wrong


def test_the_data_has_no_code_in_it() -> None:
    code = [
        name
        for name, source in SOURCES.items()
        if name.startswith("scenarios") and len(ast.parse(source).body) > 1
    ]
    assert not code


def test_a_rule_system_is_imported_by_itself_alone() -> None:
    assert {"freeform", "ramadi"} <= set(SYSTEMS)
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        for system in SYSTEMS
        if f"{other}.".startswith(f"adjudication.systems.{system}.")
        and not f"{name}.".startswith(f"adjudication.systems.{system}.")
    ]
    assert not wrong


def test_the_engine_imports_nothing_of_what_rests_on_it() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if name.startswith("adjudication.engine")
        and other.startswith("adjudication.")
        and other.split(".")[1] not in ("engine", "systems")
    ]
    assert not wrong


def test_a_rule_system_rests_on_the_engine_alone() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if name.startswith("adjudication.systems.")
        and other.startswith("adjudication.")
        and other.split(".")[1] not in ("engine", "systems")
    ]
    assert not wrong


def test_the_game_knows_no_terminal_and_no_template() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if name.split(".")[0] in ("domain", "adjudication") and other.split(".")[0] in OF_THE_TERMINAL
    ]
    assert not wrong


def test_a_seat_knows_no_terminal() -> None:
    """It prints nothing, asks nobody, and keeps nothing but what it was opened with."""
    strange = {*OF_THE_TERMINAL, "sys", "os", "contextvars"}
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if name.split(".")[0] == "seats" and other.split(".")[0] in strange
    ]
    wrong += [
        f"{name} calls {node.func.id}"
        for name, source in SOURCES.items()
        if name.split(".")[0] == "seats"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in ("print", "input", "open")
    ]
    assert not wrong


def test_rule_code_asks_no_clock_and_no_chance_of_its_own() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if name.startswith(tuple(f"adjudication.systems.{system}" for system in SYSTEMS))
        and other.split(".")[0] in NO_RULE
        and (other.split(".")[0], name.split(".")[-1]) != ("random", "policy")
    ]
    assert not wrong


def test_no_modules_import_each_other_in_a_circle() -> None:
    needs = {
        name: {other for other in others if other in SOURCES and other != name}
        for name, others in imports().items()
    }
    assert set(TopologicalSorter(needs).static_order()) == set(SOURCES)  # it refuses a circle


def folder_of(module: str) -> str:
    """The package that a module lies in; of a package it is the package itself."""
    return module if (ROOT / Path(*module.split("."))).is_dir() else module.rpartition(".")[0]


def test_no_folders_import_each_other() -> None:
    """Neither two, nor more in a circle."""
    needs: dict[str, set[str]] = {}
    for name, others in imports().items():
        below = {folder_of(other) for other in others if other in SOURCES}
        needs.setdefault(folder_of(name), set()).update(below - {folder_of(name)})
    assert set(TopologicalSorter(needs).static_order()) == {folder_of(name) for name in SOURCES}


def test_rules_know_nothing_of_who_plays_by_them() -> None:
    """A system names its computer players in its declaration, and nowhere else."""
    players = {f"adjudication.systems.{system}.player" for system in SYSTEMS} & set(SOURCES)
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        for player in players
        if f"{other}.".startswith(f"{player}.")
        and not f"{name}.".startswith(f"{player}.")
        and name != player.rpartition(".")[0]
    ]
    assert players
    assert not wrong


def reached(name: str) -> set[str]:
    """All modules of ours that a module imports, directly or by others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for other in imports()[waiting.pop()]:
            if other in SOURCES and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def test_the_dice_are_audited_by_code_that_knows_no_rules() -> None:
    """The check of every chance against the seal shares nothing with the umpire, the session or rule code."""
    below = reached("adjudication.audits.chances")
    assert "adjudication.audits.cups" in below
    assert {name for name in below if not name.startswith("domain")} == {
        "adjudication.audits.cups",
        "adjudication.audits.findings",
    }
    assert not below & {
        "domain.table.dice",
        "domain.table.mutators",
        "domain.table.state",
        "domain.game.game",
    }
