"""The command line in a process of its own, with the tiny rule systems known to it."""

import tests.toys  # noqa: F401
from cli.main import run

if __name__ == "__main__":
    run()
