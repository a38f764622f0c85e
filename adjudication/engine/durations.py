"""Lengths of time: as people write them, and between two events."""

import re
from datetime import datetime

from domain.errors import BadData

LONGEST = 24 * 3600
"""Seconds that a timer may run."""

_LENGTH = re.compile(r"(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?", re.ASCII)


def read_length(text: str) -> int:
    """A length of time in seconds: `10m`, `90s`, `1h30m`. Raises BadData."""
    found = _LENGTH.fullmatch(text.strip().lower())
    if found is None or not any(found.groups()):
        raise BadData(f"Write a length of time as 10m, 90s or 1h30m, not {text[:40]!r}.")
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    length = hours * 3600 + minutes * 60 + seconds
    if not 1 <= length <= LONGEST:
        raise BadData("A timer runs for a second at least, and a day at most.")
    return length


def seconds_between(earlier: str, later: str) -> int:
    """Whole seconds from one event's time to another's; none where a log has no times, or they go back."""
    try:
        gone = datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    except (ValueError, TypeError):
        return 0
    return max(0, gone.days * 86_400 + gone.seconds)
