"""Python imports this by itself when it starts: the process has the clock of the tests that started it."""

import os
from contextlib import suppress
from datetime import datetime

if "TESTS_CLOCK" in os.environ:
    with suppress(ImportError):  # a process of another environment
        import domain.wall_clock

        domain.wall_clock.read = lambda: datetime.fromisoformat(os.environ["TESTS_CLOCK"])
