"""A copy of the project in which one mutant after another stands, and the tests that run in it, each time in
a process of its own."""

import contextlib
import importlib
import json
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.mutate.mutants import Mutant
from tests.mutate.reach import KEPT, Reach, Recorder, recorded
from tests.mutate.serving import IMPORT_AGAIN, Chosen, Serving, Trial, ended, limit_memory

PROCESSOR = 20
"""Seconds of processor time that a test of a mutant may take beyond five times what the longest of its file
takes without it."""
ALLOWANCE = 60
"""Seconds that all tests of a mutant may take beyond twenty times the processor time that they take without
it: those that wait for something never end, and a machine that is busy is slow."""
PYTEST = (
    *("-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"),
    *("--hypothesis-seed=0", "--tb=no", "--assert=plain", "-x"),
)
_NOT_COPIED = shutil.ignore_patterns(".*", KEPT, "*.db")
_LIBRARIES = (
    "hypothesis",
    "jinja2",
    "msgspec",
    "eventsourcing",
    "pydantic",
    "rich",
    "sqlite_utils",
    "typer",
    "yaml",
)
"""What nearly all tests import, and no mutant changes: imported once, before the first fork."""


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"
    NOT_REACHED = "not reached"


@dataclass(frozen=True)
class Result:
    """A mutant, what became of it, and the test that failed first."""

    mutant: Mutant
    outcome: Outcome
    by: str = ""
    imported_again: bool = False
    untried: int = 0
    """How many tests that reach it were left out for their time."""


class Workplace:
    """A copy of the project at `root`, in a folder that goes when the workplace is left."""

    def __init__(self, root: Path, most: float = inf) -> None:
        """`most` seconds of tests are run against a mutant, as long as those took when they were recorded."""
        self.root = root
        self._most = most
        self._folder = Path(tempfile.mkdtemp(prefix="mutate-"))
        self._copy = self._folder / "project"
        self._report = self._folder / "failed.json"
        self._changes = 0
        self._server: tuple[int, Connection, set[str]] | None = None
        self._sound: dict[str, bool] = {}
        ours = {path.parent.name for path in root.glob("*/*.py")}
        self.packages = sorted(name for name in ours if not name.startswith("."))
        self._copy.mkdir()
        for path in root.iterdir():
            if path.name in self.packages:
                shutil.copytree(path, self._copy / path.name, ignore=_NOT_COPIED)
            elif not path.name.startswith(".") and (path.is_dir() or path.suffix in (".toml", ".md", "")):
                (self._copy / path.name).symlink_to(path)
        for name in _LIBRARIES:
            with contextlib.suppress(ImportError):
                importlib.import_module(name)

    def __enter__(self) -> "Workplace":
        return self

    def __exit__(self, *error: object) -> None:
        if self._server is not None:
            child, connection, _ = self._server
            connection.close()
            ended(child, 5)
        shutil.rmtree(self._folder, ignore_errors=True)

    def reached(self, test_files: list[str], afresh: bool = False) -> Reach:
        """What the tests of some files reach; see `reach.recorded`."""
        code = [name for name in self.packages if name != "tests"]
        return recorded(self.root, code, test_files, self._record, afresh)

    def _record(self, test_files: list[str], to: Path) -> None:
        def recording() -> int:
            recorder = Recorder(self._copy, [name for name in self.packages if name != "tests"])
            arguments = [each for each in PYTEST if each != "-x"]
            code = pytest.main([*arguments, *self._temporary(), *test_files], plugins=[recorder])
            recorder.save(to)
            return code

        code = ended(self._forked(recording), None)
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise RuntimeError(f"The tests could not be recorded:\n{self._output()}")

    def serve(self, test_files: list[str], reach: Reach) -> None:
        """Import the program and collect the tests of some files, for all mutants that follow."""
        ours, theirs = multiprocessing.Pipe()

        def serving() -> int:
            ours.close()
            modules = [
                name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in reach.files()
            ]
            plugin = Serving(self._copy, modules, theirs, self._report)
            return pytest.main([*PYTEST, *self._temporary(), *test_files], plugins=[plugin])

        child = self._forked(serving)
        theirs.close()
        try:
            self._server = child, ours, set(ours.recv())
        except EOFError:
            ended(child, 5)
            raise RuntimeError(f"The tests could not be collected:\n{self._output()}") from None

    def tried(self, mutant: Mutant, reach: Reach) -> Result:
        """Run the tests that reach a mutant against it."""
        tests = [test for test in reach.of(mutant) if self._sound.get(test, True)]
        if self._server is not None:
            tests = [test for test in tests if test in self._server[2]]
        if not tests:
            return Result(mutant, Outcome.NOT_REACHED)
        known, tests = tests, reach.within(tests, self._most)
        original = (self._copy / mutant.path).read_bytes()
        changed = mutant.applied(original)
        with self._standing(mutant.path, changed):
            code, again = self._run(mutant.path, original, changed, tests, reach)
        if code is None or code == -signal.SIGXCPU:
            return Result(mutant, Outcome.TIMED_OUT, "", again)
        if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return Result(mutant, Outcome.SURVIVED, "", again, len(known) - len(tests))
        if not self._report.exists():
            return Result(mutant, Outcome.KILLED, "the tests cannot be collected", again)
        by = json.loads(self._report.read_text(encoding="utf-8"))
        if reach.is_old(by) and not self._is_sound(by, mutant.path, original, reach):
            return self.tried(mutant, reach)
        return Result(mutant, Outcome.KILLED, by, again)

    def _is_sound(self, test: str, path: str, original: bytes, reach: Reach) -> bool:
        """Whether a test passes without any mutant, which was recorded with older code."""
        if test not in self._sound:
            self._sound[test] = self._run(path, original, original, [test], reach)[0] == 0
            if not self._sound[test]:
                print(f"{test} fails without any mutant and is left out", flush=True)
        return self._sound[test]

    def _run(
        self, path: str, before: bytes, after: bytes, tests: list[str], reach: Reach
    ) -> tuple[int | None, bool]:
        """The exit code of tests with a file changed, `None` if they take too long, and whether the program
        was imported again for it."""
        self._report.unlink(missing_ok=True)
        limit = ALLOWANCE + 20 * reach.seconds(tests)
        seconds = [PROCESSOR + 5 * reach.longest(test) for test in tests]
        if self._server is not None:
            self._temporary()
            connection = self._server[1]
            connection.send(vars(Trial(str(self._copy / path), before, after, tests, seconds, limit)))
            answer = connection.recv()
            if answer != IMPORT_AGAIN:
                return answer, False

        def trying() -> int:
            limit_memory()
            files = list(dict.fromkeys(test.split("::")[0] for test in tests))
            chosen = Chosen(tests, seconds, self._report)
            return pytest.main([*PYTEST, *self._temporary(), *files], plugins=[chosen])

        return ended(self._forked(trying), limit), True

    def _temporary(self) -> Iterable[str]:
        shutil.rmtree(self._copy / ".hypothesis", ignore_errors=True)
        return ("--basetemp", str(self._folder / "temporary"))

    def _output(self) -> str:
        return (self._folder / "output.txt").read_text(encoding="utf-8", errors="replace")[-3000:]

    @contextlib.contextmanager
    def _standing(self, path: str, changed: bytes) -> Iterator[None]:
        """Tests that start a process, and modules that are imported late, find the mutant in its file."""
        file = self._copy / path
        original, when = file.read_bytes(), file.stat().st_mtime
        file.write_bytes(changed)
        # Bytecode is taken for current by the second and the size of its source: no two may share both.
        self._changes += 1
        os.utime(file, (when + self._changes, when + self._changes))
        try:
            yield
        finally:
            file.write_bytes(original)
            os.utime(file, (when, when))

    def _forked(self, work: Callable[[], int]) -> int:
        """A forked process in the copy that ends with the exit code of `work`."""
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            code = 70
            try:
                os.setsid()
                self._settle()
                code = work()
            finally:
                os._exit(code)
        return child

    def _settle(self) -> None:
        """Make this process one that knows the copy alone."""
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        output = os.open(self._folder / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(output, stream)
        os.chdir(self._copy)
        os.environ["PYTHONPATH"] = str(self._copy)
        os.environ["WHITECELL_PLAY_ANEW"] = "1"  # see tests.kept
        sys.path[:] = [str(self._copy), *(each for each in sys.path if each not in ("", str(self.root)))]
        for name in [name for name in sys.modules if name.split(".")[0] in self.packages]:
            del sys.modules[name]
        importlib.invalidate_caches()
