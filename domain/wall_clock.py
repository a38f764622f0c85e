"""The clock of the wall. Rule code never asks it."""

from datetime import UTC, datetime


def now() -> str:
    """The time to the second, UTC, as events bear it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
