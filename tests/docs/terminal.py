"""Runs what a document shows, in order, in a folder of its own."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from typer.testing import CliRunner

from cli.main import app
from tests.clock import CLOCK, MORNING, PROCESSES, read
from tests.docs.documents import ROOT, Block, Shown, blocks

IN_A_CHECKOUT = {"adding-a-rule-system.md": "adding-a-scenario.md"}
"""Documents whose files belong into a checkout (they get a copy of ours), and whose scenario they take."""

CONTRACT = ("__init__", "held", "plays", "moments", "test_play", "test_log", "test_told")
OF_THE_CHECKOUT = (
    "pyproject.toml",
    "tests/__init__.py",
    "tests/cli/__init__.py",
    "tests/cli/conftest.py",
    *(f"tests/contract/{name}.py" for name in CONTRACT),
    "tests/core/__init__.py",
    "tests/core/games.py",
    "tests/odds/__init__.py",
    "tests/odds/oracle.py",
    "tests/seminar/__init__.py",
    "tests/seminar/three.py",
    "tests/kept.py",
    "tests/table.py",
    "tests/test_layers.py",
    "tests/unlisted.py",
    "tests/words.py",
)
"""What a new rule system is tested and checked with, beside the packages and the toys."""

_SIGNS = frozenset("|;&<>$*`(){}~\n#")
_NOTICE = "Since your last command: "


class Terminal:
    """A shell in a folder, which is the current one."""

    def __init__(self, folder: Path, checkout: bool) -> None:
        self.folder = folder
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("WHITECELL", "PYTHON", "PYTEST"))
        }
        self.environment.update(
            NO_COLOR="1",
            TZ="UTC",
            **{CLOCK: MORNING},
            XDG_STATE_HOME=str(folder.with_name(f"{folder.name}-state")),
            PYTHONDONTWRITEBYTECODE="1",
            PYTHONPATH=PROCESSES,
            PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        )
        self.checkout = checkout
        if checkout:
            self.environment["PYTHONPATH"] = f"{folder}{os.pathsep}{PROCESSES}"
            # Each command is a process: what is not compiled yet is compiled once.
            del self.environment["PYTHONDONTWRITEBYTECODE"]
            _copy_checkout(folder)

    def run(self, command: str) -> tuple[int, str]:
        """Exit code and all that was printed, but for notices of other terminals: a reader has one, here each
        process is one."""
        code, printed = self._run(command)
        return code, "".join(
            line for line in printed.splitlines(keepends=True) if not line.startswith(_NOTICE)
        )

    def _run(self, command: str) -> tuple[int, str]:
        """A plain `whitecell` command runs in this process, for speed."""
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
        settings: dict[str, str | None] = {name: None for name in os.environ if name.startswith("WHITECELL")}
        settings.update(
            (name, self.environment[name]) for name in ("NO_COLOR", "TZ", CLOCK, "XDG_STATE_HOME")
        )
        with patch("domain.wall_clock.read", read):
            result = CliRunner().invoke(app, shlex.split(command)[1:], env=settings, prog_name="whitecell")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.output


CHECKS = ("mypy ", "python -m pytest ")
"""What checks a whole checkout, and takes as long as all other commands of its document."""


def play(path: Path, folder: Path, checks: bool = True) -> Iterator[tuple[Shown, int, str]]:
    """Write a document's files and run its commands: each with its exit code and what it printed.

    checks: whether those that check a whole checkout are run, too."""
    terminal = Terminal(folder, path.name in IN_A_CHECKOUT)
    before = IN_A_CHECKOUT.get(path.name)
    for block in blocks(path.with_name(before)) if before else ():
        if block.file.startswith("scenarios/"):
            _write(folder, block)
    for block in blocks(path):
        if block.file:
            _write(folder, block)
        elif block.language == "python":
            shown = Shown(block.line, f"python -c {shlex.quote(block.text)}")
            yield shown, *terminal.run(shown.command)
        elif block.language == "console":
            for shown in block.commands():
                if checks or not shown.command.startswith(CHECKS):
                    yield shown, *terminal.run(shown.command)


def _copy_checkout(folder: Path) -> None:
    """As much of the checkout as is installed, as it is compiled here, and what tests of a rule system stand
    on."""
    leave = shutil.ignore_patterns("*.pyc.*")  # another test process is writing it
    for package in ("domain", "adjudication", "cli", "reports", "scenarios", "seats"):
        shutil.copytree(ROOT / package, folder / package, ignore=leave)
    for file in OF_THE_CHECKOUT:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    shutil.copytree(ROOT / "tests" / "toys", folder / "tests" / "toys", ignore=leave)


def _write(folder: Path, block: Block) -> None:
    file = folder / block.file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text((file.read_text() if block.more else "") + block.text)
