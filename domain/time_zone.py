"""The time zone of the room: events have UTC, people read local time. Rule code never uses it."""

import os
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from domain.wall_clock import now, offset_here

_LOCAL = Path("/etc/localtime")
_FOLDER = "zoneinfo/"
_UTC = frozenset(("", "UTC", "Etc/UTC", "Universal", "Etc/Universal", "Zulu", "Etc/Zulu", "+00:00"))


def zone_here() -> str:
    """The time zone of this machine: `Europe/Oslo`, or `+02:00` if it has no name; empty for UTC."""
    named = os.environ.get("TZ") or _of_the_system()
    if named and zone_of(named) is not None:
        return "" if named in _UTC else named
    offset = offset_here()
    return "" if offset in _UTC else offset


def _of_the_system() -> str:
    """The name of the system's own time zone, if its file gives one."""
    try:
        return str(_LOCAL.resolve(strict=True)).partition(_FOLDER)[2]
    except OSError:
        return ""


@cache
def zone_of(name: str) -> tzinfo | None:
    """A time zone by its name or its offset from UTC; None if this machine does not know it."""
    if name in _UTC:
        return UTC
    try:
        if name[0] in "+-":
            offset = timedelta(hours=int(name[1:3]), minutes=int(name[4:6]))
            return timezone(-offset if name[0] == "-" else offset)
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return None


def local(time: str, zone: str) -> str:
    """An event's time in local time: `2026-03-03 10:05`; empty if it has none.

    In UTC if the zone is not known.
    """
    at = zone_of(zone)
    if not (time and zone) or at is None:
        return time[:16].replace("T", " ")
    try:
        return datetime.fromisoformat(time).astimezone(at).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return time[:16].replace("T", " ")


def hour_here() -> str:
    """The local time where the game is played: `09:30`."""
    return local(now(), zone_here())[-5:]


def zone_words(zone: str) -> str:
    """A zone as it is written beside times: `Europe/Oslo time`, `UTC+02:00`, `UTC`."""
    if not zone or zone_of(zone) is None:
        return "UTC"
    return f"UTC{zone}" if zone[0] in "+-" else f"{zone} time"
