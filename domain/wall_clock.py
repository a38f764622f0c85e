"""The wall clock. It is read here and nowhere else; rule code never uses it."""

from datetime import UTC, datetime
from pathlib import Path


def read() -> datetime:
    """The time, UTC. Nobody imports this name: tests replace it with a clock of their own."""
    return datetime.now(UTC)


def now() -> str:
    """The time to the second, UTC, in the form that events use."""
    return read().strftime("%Y-%m-%dT%H:%M:%SZ")


def offset_here() -> str:
    """The offset of the machine's local time from UTC: `+02:00`."""
    told = read().astimezone().strftime("%z")
    return f"{told[:3]}:{told[3:5]}"


def age(file: Path) -> float:
    """Seconds since a file was last written, by the machine's clock, which also gave the file its time.

    Raises `OSError` if the file does not exist.
    """
    return datetime.now(UTC).timestamp() - file.stat().st_mtime
