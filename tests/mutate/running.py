"""A copy of the project in which one mutant after another stands, and the tests that run in it, each time in
a process of its own."""

import contextlib
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest

from tests.mutate.mutants import Mutant
from tests.mutate.reach import KEPT, Reach, Reached, Recorder, recorded

MEMORY = 8 << 30
"""Bytes of address space that the tests of a mutant may take: some mutants never stop to grow a list."""
ALLOWANCE = 60
"""Seconds that the tests of a mutant may take beyond five times what they take without it."""
PYTEST = (
    *("-q", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"),
    *("--hypothesis-seed=0", "--tb=no", "-x"),
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


class _Chosen:
    """A pytest plugin that runs the chosen tests alone, in their order, and names the first that fails."""

    def __init__(self, tests: list[str], report: Path) -> None:
        self._places = {test: place for place, test in enumerate(tests)}
        self._report = report

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self._places]
        items[:] = sorted(chosen, key=lambda item: self._places[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._report.exists():
            self._report.write_text(json.dumps(report.nodeid), encoding="utf-8")


class Workplace:
    """A copy of the project at `root`, in a folder that goes when the workplace is left."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._folder = Path(tempfile.mkdtemp(prefix="mutate-"))
        self._copy = self._folder / "project"
        self._changes = 0
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
        shutil.rmtree(self._folder, ignore_errors=True)

    def reached(self, test_files: list[str]) -> dict[str, Reached]:
        """What the tests of some files reach; see `reach.recorded`."""
        return recorded(self.root, self.packages, test_files, self._record)

    def _record(self, test_files: list[str], to: Path) -> None:
        def recording() -> int:
            recorder = Recorder(self._copy, [f"{name}/*" for name in self.packages if name != "tests"])
            arguments = [each for each in PYTEST if each != "-x"]
            code = pytest.main([*arguments, *self._temporary(), *test_files], plugins=[recorder])
            recorder.save(to)
            return code

        if self._forked(recording, None) is None or not to.exists():
            raise RuntimeError(f"The tests could not be recorded:\n{self._output()}")

    def tried(self, mutant: Mutant, reach: Reach) -> Result:
        """Run the tests that reach a mutant against it."""
        tests = reach.of(mutant)
        if not tests:
            return Result(mutant, Outcome.NOT_REACHED)
        report = self._folder / "failed.json"
        report.unlink(missing_ok=True)

        def trying() -> int:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
            files = list(dict.fromkeys(test.split("::")[0] for test in tests))
            return pytest.main([*PYTEST, *self._temporary(), *files], plugins=[_Chosen(tests, report)])

        with self._standing(mutant):
            code = self._forked(trying, ALLOWANCE + 5 * reach.seconds(tests))
        if code is None:
            return Result(mutant, Outcome.TIMED_OUT)
        if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return Result(mutant, Outcome.SURVIVED)
        by = (
            json.loads(report.read_text(encoding="utf-8"))
            if report.exists()
            else "the tests cannot be collected"
        )
        return Result(mutant, Outcome.KILLED, by)

    def _temporary(self) -> Iterable[str]:
        shutil.rmtree(self._copy / ".hypothesis", ignore_errors=True)
        return ("--basetemp", str(self._folder / "temporary"))

    def _output(self) -> str:
        return (self._folder / "output.txt").read_text(encoding="utf-8", errors="replace")[-3000:]

    @contextlib.contextmanager
    def _standing(self, mutant: Mutant) -> Iterator[None]:
        path = self._copy / mutant.path
        original, when = path.read_bytes(), path.stat().st_mtime
        path.write_bytes(mutant.applied(original))
        # Bytecode is taken for current by the second and the size of its source: no two may share both.
        self._changes += 1
        os.utime(path, (when + self._changes, when + self._changes))
        try:
            yield
        finally:
            path.write_bytes(original)
            os.utime(path, (when, when))

    def _forked(self, work: Callable[[], int], limit: float | None) -> int | None:
        """The exit code of `work` in a forked process in the copy; `None` if it takes longer than `limit`."""
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            code = 70
            try:
                self._settle()
                code = work()
            finally:
                os._exit(code)
        until = None if limit is None else time.monotonic() + limit
        try:
            while True:
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    return os.waitstatus_to_exitcode(status)
                if until is not None and time.monotonic() > until:
                    return None
                time.sleep(0.02)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)  # and what the tests have started
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)

    def _settle(self) -> None:
        """Make this process one that knows the copy alone."""
        os.setsid()
        output = os.open(self._folder / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(output, stream)
        os.chdir(self._copy)
        os.environ["PYTHONPATH"] = str(self._copy)
        os.environ["COVERAGE_CORE"] = "ctrace"  # newer cores cannot tell one test from another
        sys.path[:] = [str(self._copy), *(each for each in sys.path if each not in ("", str(self.root)))]
        for name in [name for name in sys.modules if name.split(".")[0] in self.packages]:
            del sys.modules[name]
        importlib.invalidate_caches()
