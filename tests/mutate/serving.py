"""A pytest session that has imported the program and collected the tests once, and tries one mutant after
another in processes forked from it."""

import contextlib
import importlib
import json
import math
import os
import resource
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.mutate.swapping import Imported, Swap

MEMORY = 8 << 30
"""Bytes of address space that the tests of a mutant may take: some mutants never stop to grow a list."""
IMPORT_AGAIN = "import again"
"""The answer to a mutant that only a fresh import of the program shows."""


@dataclass(frozen=True)
class Trial:
    """A mutant's file, what it contains without and with the mutant, and the tests to run, in their order.

    `seconds` are those of processor time that each test may take, `limit` those that all may take together.
    """

    file: str
    before: bytes
    after: bytes
    tests: list[str]
    seconds: list[float]
    limit: float


class Chosen:
    """A pytest plugin that runs the chosen tests alone, in their order, and names the first that fails."""

    def __init__(self, tests: list[str], seconds: list[float], report: Path) -> None:
        self._places = {test: place for place, test in enumerate(tests)}
        self._seconds = dict(zip(tests, seconds, strict=True))
        self._report = report

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self._places]
        items[:] = sorted(chosen, key=lambda item: self._places[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        until = math.ceil(time.process_time() + self._seconds[nodeid])
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._report.exists():
            self._report.write_text(json.dumps(report.nodeid), encoding="utf-8")


class Serving:
    """A pytest plugin that runs no test itself; it tries each `Trial` that comes over a connection."""

    def __init__(self, folder: Path, modules: Iterable[str], connection: Connection, report: Path) -> None:
        self._imported = Imported(str(folder))
        self._modules = modules
        self._connection = connection
        self._report = report

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        with self._imported.watched():
            result = yield
            for name in self._modules:
                # What a test imports when it runs would be imported anew for each mutant.
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Returns in the processes that are forked, too: there pytest goes on and runs `session.items`."""
        if session.testsfailed:
            return None
        self._imported.take_stock()
        self._connection.send(sorted({item.nodeid for item in session.items}))
        while True:
            try:
                trial = Trial(**self._connection.recv())
            except EOFError:
                return True
            swaps = self._swaps(trial)
            if swaps is None:
                self._connection.send(IMPORT_AGAIN)
                continue
            child = os.fork()
            if child == 0:
                self._prepare(session, trial, swaps)
                return None
            self._connection.send(ended(child, trial.limit))

    def _swaps(self, trial: Trial) -> list[Swap] | None:
        if trial.file not in {getattr(each, "__file__", None) for each in list(sys.modules.values())}:
            return []  # The tests import it, as it stands in the file.
        return self._imported.swaps(trial.file, trial.before, trial.after)

    def _prepare(self, session: pytest.Session, trial: Trial, swaps: list[Swap]) -> None:
        os.setpgid(0, 0)
        limit_memory()
        capture = session.config.pluginmanager.getplugin("capturemanager")
        if capture is not None and capture.is_globally_capturing():
            # Into files of its own, not those in which a test that was stopped has left something.
            capture.stop_global_capturing()
            capture.start_global_capturing()
            capture.suspend_global_capture()
        chosen = Chosen(trial.tests, trial.seconds, self._report)
        session.config.pluginmanager.register(chosen)
        chosen.pytest_collection_modifyitems(session.items)
        for function, code in swaps:
            function.__code__ = code


def limit_memory() -> None:
    """Set the limit of `MEMORY` for this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))


def ended(child: int, limit: float | None) -> int | None:
    """The exit code of a process, less than 0 for a signal; `None` if it takes longer than `limit` seconds.

    The process leads a group: all that it has started ends with it.
    """
    until = None if limit is None else time.monotonic() + limit
    try:
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            if until is not None and time.monotonic() > until:
                return None
            time.sleep(0.005)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)
