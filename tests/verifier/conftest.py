"""The fixtures of the command line, for the verifier's tests."""

from tests.cli.conftest import cell, empty, prepared, someone_there

__all__ = ["cell", "empty", "prepared", "someone_there"]
