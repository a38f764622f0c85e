"""Dates and times of a scenario: as people write them, as events hold them, and how time advances.

An event holds a day (`2031-06-06`) or a day and a time (`2031-06-06T04:00`), without a zone: it is the time
in the scenario's own world.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from domain.errors import BadData

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
DAY = 24 * 60
"""Minutes."""
LONGEST_SPAN = 3_660 * DAY

_HELD = re.compile(r"\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?", re.ASCII)
_TIME = r"(?:[ T,]+(\d{1,2}):?(\d{2})\s*(?:hrs|h)?)?"
_FORMS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})" + _TIME, re.ASCII),
    re.compile(r"(?P<day>\d{1,2})\.?[ -](?P<month>[A-Za-z]{3,9})\.?[ -](?P<year>\d{4})" + _TIME, re.ASCII),
    re.compile(r"(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2}),? (?P<year>\d{4})" + _TIME, re.ASCII),
)
_SPAN = re.compile(
    r"(?:(\d{1,4})\s*(?:w|weeks?))?\s*(?:(\d{1,4})\s*(?:d|days?))?\s*"
    r"(?:(\d{1,5})\s*(?:h|hours?))?\s*(?:(\d{1,6})\s*(?:m|min|minutes?))?",
    re.ASCII,
)


def read_date(text: str) -> str:
    """A date, with or without a time, as an event holds it. Raises BadData."""
    said = " ".join(text.split())
    for form in _FORMS:
        found = form.fullmatch(said)
        if found is not None:
            month, (hour, minute) = found["month"], found.groups()[-2:]
            number = int(month) if month.isdigit() else _month(month)
            try:
                moment = datetime(
                    int(found["year"]), number, int(found["day"]), int(hour or 0), int(minute or 0)
                )
            except ValueError:
                break
            return _held(moment, timed=hour is not None)
    raise BadData(f'Write a date such as "6 June 2031 04:00" or 2031-06-06, not {text[:40]!r}.')


def _month(name: str) -> int:
    known = [n for n, month in enumerate(MONTHS, 1) if month.casefold().startswith(name.casefold())]
    return known[0] if len(known) == 1 else 0


def is_date(text: str) -> bool:
    """Whether a text is a date as an event holds it."""
    if not _HELD.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def read_span(text: str) -> int:
    """A length of the scenario's time in minutes: `6h`, `2d`, `1d 12h`, `3 weeks`. Raises BadData."""
    found = _SPAN.fullmatch(text.strip().lower())
    if found is None or not any(found.groups()):
        raise BadData(f"Write a length of time as 6h, 2d or 1d 12h, not {text[:40]!r}.")
    weeks, days, hours, minutes = (int(part or 0) for part in found.groups())
    span = (weeks * 7 + days) * DAY + hours * 60 + minutes
    if not 1 <= span <= LONGEST_SPAN:
        raise BadData(f"The scenario's clock goes on by a minute to 10 years at once, not {text[:40]!r}.")
    return span


def later(date: str, minutes: int) -> str:
    """The date that many minutes later. A day without a time stays one as long as whole days pass. Beyond
    the end of the calendar the date stays as it is."""
    if not minutes:
        return date
    try:
        moment = datetime.fromisoformat(date) + timedelta(minutes=minutes)
    except (ValueError, OverflowError):
        return date
    return _held(moment, timed="T" in date or bool(minutes % DAY))


def minutes_between(earlier: str, later: str) -> int:
    """Minutes from one date to another, negative if it is earlier."""
    try:
        gone = datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    except ValueError:
        return 0
    return gone.days * DAY + gone.seconds // 60


def spelled(date: str) -> str:
    """A date in words: `6 June 2031, 04:00`; empty for none."""
    if not is_date(date):
        return date
    day, _, time = date.partition("T")
    year, month, number = day.split("-")
    return f"{int(number)} {MONTHS[int(month) - 1]} {year}" + (f", {time}" if time else "")


def span_spelled(minutes: int) -> str:
    """A length of the scenario's time in words: `1 day 12 hours`."""
    days, rest = divmod(abs(minutes), DAY)
    hours, rest = divmod(rest, 60)
    parts = [
        f"{count} {name}{'' if count == 1 else 's'}"
        for count, name in ((days, "day"), (hours, "hour"), (rest, "minute"))
        if count
    ]
    return " ".join(parts) or "no time"


def _held(moment: datetime, timed: bool) -> str:
    return moment.isoformat(timespec="minutes") if timed else moment.date().isoformat()


class ScenarioTime(NamedTuple):
    """The scenario's own date: now, at the start of this turn, and at the start of each turn; empty if
    none."""

    now: str = ""
    turn_began: str = ""
    turns: Mapping[int, str] = {}
