"""What the documents show is what happens: every command, file, link and table in them."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from cli.main import COMMANDS, app
from tests.docs.documents import DOCUMENTS, ROOT, Block, Shown, anchors, blocks, links
from tests.docs.tables import TABLES, between_marks

IN_A_CHECKOUT = {"adding-a-rule-system.md": "adding-a-scenario.md"}
"""Documents whose files belong into a checkout (they get a copy of ours), and whose scenario they take."""

LANGUAGES = {"console", "python", "yaml", "json", "csv", "sh", "text"}
"""`console` is run, `python` and `yaml` too; `sh` needs a machine of its own, `text` is only looked at."""

_SIGNS = frozenset("|;&<>$*`(){}~\n#")


class Terminal:
    """Runs a document's commands in order, in a folder of its own."""

    def __init__(self, folder: Path, checkout: bool) -> None:
        self.folder = folder
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("WHITECELL", "PYTHON", "PYTEST"))
        }
        self.environment.update(
            NO_COLOR="1",
            PYTHONDONTWRITEBYTECODE="1",
            PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        )
        self.checkout = checkout
        if checkout:
            self.environment["PYTHONPATH"] = str(folder)
            _copy_checkout(folder)

    def run(self, command: str) -> tuple[int, str]:
        """Exit code and all that was printed. A plain `whitecell` command runs in this process, for speed."""
        if self.checkout or _SIGNS & set(command) or not command.startswith("whitecell "):
            ended = subprocess.run(
                ["bash", "-c", command],
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=120,
                check=False,
            )
            return ended.returncode, ended.stdout
        settings = {"NO_COLOR": "1", "WHITECELL_DB": None, "WHITECELL_DEBUG": None}
        result = CliRunner().invoke(app, shlex.split(command)[1:], env=settings, prog_name="whitecell")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.output


def _copy_checkout(folder: Path) -> None:
    """As much of the checkout as is installed, and what tests of a rule system stand on."""
    leave = shutil.ignore_patterns("__pycache__")
    for package in ("domain", "adjudication", "cli", "reports", "scenarios"):
        shutil.copytree(ROOT / package, folder / package, ignore=leave)
    (folder / "tests").mkdir()
    for file in ("pyproject.toml", "tests/__init__.py"):
        shutil.copy(ROOT / file, folder / file)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_shows_is_what_happens(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    terminal = Terminal(tmp_path, path.name in IN_A_CHECKOUT)
    before = IN_A_CHECKOUT.get(path.name)
    for block in blocks(path.with_name(before)) if before else ():
        if block.file.startswith("scenarios/"):
            _write(tmp_path, block)
    for block in blocks(path):
        where = f"{path.name}, line {block.line}"
        assert block.language in LANGUAGES, f"{where}: a block is in one of {sorted(LANGUAGES)}"
        if block.language == "yaml":
            yaml.safe_load(block.text)
        if block.file:
            _write(tmp_path, block)
        elif block.language == "python":
            _fits(terminal, Shown(block.line, f"python -c {shlex.quote(block.text)}"), where)
        elif block.language == "console":
            for shown in block.commands():
                _fits(terminal, shown, f"{path.name}, line {shown.line}")


def _write(folder: Path, block: Block) -> None:
    file = folder / block.file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text((file.read_text() if block.more else "") + block.text)


def _fits(terminal: Terminal, shown: Shown, where: str) -> None:
    code, printed = terminal.run(shown.command)
    expected = "\n".join(shown.output)
    assert shown.fits(printed), f"{where}: {shown.command}\n--- shown\n{expected}\n--- printed\n{printed}"
    assert code == 0 or shown.may_fail, f"{where}: {shown.command} ended with {code}"


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


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_the_tables_are_those_of_the_code(path: Path) -> None:
    name, table = TABLES[path]
    shown = between_marks(path, name)[0]
    assert shown == table(), "`python -m tests.docs` writes the tables anew"


def test_every_command_is_shown_in_use_or_told_of() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS if path.name != "commands.md")
    missing = [name for name in COMMANDS if f"whitecell {name}" not in told]
    assert not missing, f"no document shows {missing}"


def test_documents_keep_to_themselves() -> None:
    for path in DOCUMENTS:
        assert "/work/" not in path.read_text(encoding="utf-8"), path.name
