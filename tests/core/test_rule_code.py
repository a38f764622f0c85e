"""The digest of rule code: it changes with any byte of the rules, and with nothing else."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.engine.games import rule_code
from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.systems import RuleSystem, load

BEGIN = "def begin(umpire):\n    pass\n"


def system_in(module: str) -> RuleSystem:
    """A system whose play is opened by a function of that module, read anew from its file."""
    for name in [name for name in sys.modules if name.partition(".")[0] == module.partition(".")[0]]:
        del sys.modules[name]
    rule_code._digest.cache_clear()
    ramadi = load("ramadi")
    return RuleSystem(
        name="club",
        title="Club",
        begin=import_module(module).begin,
        orders={},
        legal=ramadi.legal,
        proceed=ramadi.proceed,
        hint=ramadi.hint,
        default_scenario="none",
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def test_it_changes_with_any_module_of_the_package(here: Path) -> None:
    package = here / "club_rules"
    (package / "air").mkdir(parents=True)
    for file in ("__init__.py", "air/__init__.py"):
        (package / file).touch()
    (package / "sequence.py").write_text(BEGIN)
    (package / "air" / "strikes.py").write_text("LOSS = 1\n")
    found = [code_digest(system_in("club_rules.sequence"))]
    assert [code_digest(system_in("club_rules.sequence"))] == found
    for change in ("LOSS = 2\n", "LOSS = 2  # mended\n"):
        (package / "air" / "strikes.py").write_text(change)
        found.append(code_digest(system_in("club_rules.sequence")))
    (package / "air" / "strikes.py").rename(package / "air" / "salvoes.py")
    found.append(code_digest(system_in("club_rules.sequence")))
    assert len(set(found)) == 4
    (package / "air" / "salvoes.py").write_bytes(b"LOSS = 2  # mended\r\n")  # a checkout for Windows
    (package / "notes.txt").write_text("no code")
    assert code_digest(system_in("club_rules.sequence")) == found[-1]


def test_a_system_of_one_module_counts_that_module_alone(here: Path) -> None:
    (here / "club_alone.py").write_text(BEGIN)
    (here / "other.py").write_text("")
    before = code_digest(system_in("club_alone"))
    (here / "other.py").write_text("CHANGED = True\n")
    assert code_digest(system_in("club_alone")) == before
    (here / "club_alone.py").write_text(BEGIN + "MENDED = True\n")
    assert code_digest(system_in("club_alone")) != before


def test_a_system_that_begins_in_a_folder_of_its_package_counts_as_a_whole() -> None:
    whole = code_digest(load("ramadi"))
    assert rule_code._digest("adjudication.systems.ramadi.player.policy") == whole


def test_systems_differ_and_so_does_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    rule_code._digest.cache_clear()
    digests = {code_digest(load(name)) for name in ("ramadi", "freeform", "toy-losses")}
    assert len(digests) == 3
    monkeypatch.setattr(rule_code, "_ENGINE", ("adjudication",))
    rule_code._digest.cache_clear()
    assert code_digest(load("ramadi")) not in digests
    rule_code._digest.cache_clear()


@pytest.mark.parametrize("package", ["chances", "seminar"])
def test_what_lies_in_folders_of_the_engine_counts_too(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rule_code._digest.cache_clear()
    whole = code_digest(load("ramadi"))
    monkeypatch.setattr(rule_code, "_SYSTEMS", {"adjudication.systems", f"adjudication.{package}"})
    rule_code._digest.cache_clear()
    assert code_digest(load("ramadi")) != whole
    rule_code._digest.cache_clear()
