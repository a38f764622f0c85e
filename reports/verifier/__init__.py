"""The verifier: one file of the standard library that checks a log without whitecell, to go with the log."""

from pathlib import Path

NAME = "verify_log.py"
"""What the file is called wherever it goes."""


def verifier() -> bytes:
    """The bytes of the file."""
    return Path(__file__).with_name(NAME).read_bytes()
