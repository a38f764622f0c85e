"""What the documents show is what happens: every command, file, link and table in them."""

import dataclasses
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
import yaml

from adjudication.engine.games.systems import RuleSystem, names
from adjudication.engine.orders import OrderKind
from tests.docs.documents import DOCUMENTS, ROOT, anchors, blocks, links
from tests.docs.tables import (
    RULE_CODE_FILE,
    RULES_GUIDE,
    TABLES,
    between_marks,
    documented,
    groups_of_a_system,
    section,
    verbs,
    verbs_told,
)
from tests.docs.terminal import IN_A_CHECKOUT, play

LANGUAGES = {"console", "python", "yaml", "json", "csv", "sh", "text"}
"""`console` and `python` are run, `yaml` is loaded; `sh` needs a machine of its own, `text` is only read."""


LONG = {
    "adding-a-rule-system.md": 5,
    "analysts-guide.md": 2,
    "nineveh-study.md": 5,
    "odds-and-luck.md": 4,
    "ows-seminar.md": 5,
    "ows-tutorial.md": 5,
    "seminar.md": 5,
    "studies.md": 2,
}
"""Documents with studies, odds and whole games: of how many of their commands `make test` runs. Formats of
reviews, odds and studies are tested by `tests/cli`, too."""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_shows_is_what_happens(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the checks of a whole checkout, and the rest of long documents, which are run below."""
    monkeypatch.chdir(tmp_path)
    happens(path, tmp_path, checks=False, most=LONG.get(path.name))


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for path in DOCUMENTS if path.name in LONG], ids=lambda path: path.name
)
def test_what_a_long_document_shows_to_its_end_is_what_happens(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    happens(path, tmp_path, checks=False)


def test_the_long_documents_are_there() -> None:
    assert {*LONG} < {path.name for path in DOCUMENTS}


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for path in DOCUMENTS if path.name in IN_A_CHECKOUT], ids=lambda path: path.name
)
def test_what_is_added_to_a_checkout_passes_its_checks(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make test` runs their other commands: `test_what_a_document_shows_is_what_happens`."""
    monkeypatch.chdir(tmp_path)
    happens(path, tmp_path, checks=True)


def happens(path: Path, folder: Path, checks: bool, most: int | None = None) -> None:
    """What a document shows is what its commands print; of the first `most`, if that is given."""
    for shown, code, printed in islice(play(path, folder, checks), most):
        where = f"{path.name}, line {shown.line}: {shown.command}"
        expected = "\n".join(shown.output)
        assert shown.fits(printed), (
            f"{where}\n--- shown\n{expected}\n--- printed\n{printed}\n"
            f"`python -m tests.docs {path.name}` shows what is printed now; read it before you keep it"
        )
        assert code == 0 or shown.may_fail, f"{where} ended with {code}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_blocks_are_in_known_languages_and_yaml_loads(path: Path) -> None:
    for block in blocks(path):
        assert block.language in LANGUAGES, f"{path.name}, line {block.line}: {block.language}"
        if block.language == "yaml":
            assert yaml.safe_load(block.text)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in links(path):
        target, _, anchor = link.partition("#")
        file = (path.parent / target).resolve() if target else path
        assert file.exists(), f"{path.name} links to {link}, which is not there"
        if anchor:
            assert anchor in anchors(file), f"{path.name} links to {link}; {file.name} has no such heading"


def test_every_document_can_be_found_from_the_readme() -> None:
    found = [ROOT / "README.md"]
    for path in found:
        linked = [(path.parent / link.partition("#")[0]).resolve() for link in links(path)]
        found += [each for each in linked if each in DOCUMENTS and each not in found]
    assert set(DOCUMENTS) == set(found)


def test_the_architecture_says_where_every_module_is() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("Where what is:")[2]
    named = re.findall(
        r"`((?:domain|adjudication|reports|seats|cli)/[\w/*]+\.py)`", text.partition("\n## ")[0]
    )
    there = [sorted(ROOT.glob(each)) for each in named]
    assert all(there), [each for each, found in zip(named, there, strict=True) if not found]
    found = Counter(path for paths in there for path in paths)
    assert {path for path, times in found.items() if times > 1} == set()
    modules = {
        path
        for top in ("domain", "adjudication", "reports", "seats", "cli")
        for path in (ROOT / top).rglob("*.py")
    }
    assert {path for path in modules - set(found) if path.name != "__init__.py"} == set()


def test_the_readme_names_every_game_that_there_is() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = text.partition("It plays ")[2].partition("## Install")[0]
    assert set(re.findall(r"`([\w-]+)`", told)) == {name for name in names() if not name.startswith("toy-")}
    demo = text.partition("`make demo SYSTEM=ows` plays another game")[2].partition(";")[0]
    assert set(re.findall(r"`([\w-]+)`", demo)) <= set(names())


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_the_tables_are_those_of_the_code(path: Path) -> None:
    name, table = TABLES[path]
    shown = between_marks(path, name)[0]
    assert shown == table(), "`python -m tests.docs` writes the tables anew"


def test_the_reference_names_every_verb_of_the_umpire_with_its_arguments() -> None:
    assert verbs_told(RULE_CODE_FILE) == verbs()


def test_the_guide_names_every_field_of_every_group_of_a_rule_system() -> None:
    text = section(RULES_GUIDE, "What a rule system has")
    own, *groups = re.split(r"^\| \*\*`(\w+)`.*\n", text, flags=re.MULTILINE)
    told = {"": own, **dict(zip(groups[::2], groups[1::2], strict=True))}
    kinds = groups_of_a_system()
    assert {name: re.findall(r"^\| `(\w+)`", rows, flags=re.MULTILINE) for name, rows in told.items()} == {
        "": [field.name for field in dataclasses.fields(RuleSystem) if field.name not in kinds],
        **{name: [field.name for field in dataclasses.fields(kind)] for name, kind in kinds.items()},
    }


@pytest.mark.parametrize("kind", [*groups_of_a_system().values(), OrderKind], ids=lambda kind: kind.__name__)
def test_every_field_that_may_be_left_out_says_what_happens_then(kind: type) -> None:
    defaults = getattr(kind, "_field_defaults", None) or kind.__annotations__
    told = documented(kind)
    assert told.keys() == kind.__annotations__.keys()
    assert [name for name in defaults if not re.search(r"\. Without it [^.]+\.$", told[name])] == []


def test_the_guide_stays_short_enough_to_be_worked_through() -> None:
    assert len(RULES_GUIDE.read_text(encoding="utf-8").split()) <= 4_000
