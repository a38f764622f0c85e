"""The clock of the wall. It is read here and nowhere else; rule code never asks it."""

from datetime import UTC, datetime
from pathlib import Path


def read() -> datetime:
    """The time, UTC. Nobody imports this name: tests put a clock of their own in its place."""
    return datetime.now(UTC)


def now() -> str:
    """The time to the second, UTC, as events bear it."""
    return read().strftime("%Y-%m-%dT%H:%M:%SZ")


def offset_here() -> str:
    """How far the machine's local time is ahead of UTC: `+02:00`."""
    told = read().astimezone().strftime("%z")
    return f"{told[:3]}:{told[3:5]}"


def age(file: Path) -> float:
    """Seconds since a file was last written, by the machine's clock, as the file's own time is.

    Raises `OSError` if it is not there.
    """
    return datetime.now(UTC).timestamp() - file.stat().st_mtime
