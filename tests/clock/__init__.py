"""The clock on the wall as all tests have it: it stands still, whatever the hour of the machine."""

import os
from datetime import datetime
from pathlib import Path

CLOCK = "TESTS_CLOCK"
"""The environment variable that says what the clock shows, UTC."""
MORNING = "2026-03-02T09:00:00+00:00"
PROCESSES = str(Path(__file__).with_name("processes"))
"""On the `PYTHONPATH` of a process: it has the clock of the tests, too."""


def read() -> datetime:
    """What the clock shows."""
    return datetime.fromisoformat(os.environ[CLOCK])
