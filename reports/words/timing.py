"""The scenario's date and pauses of the clock, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.table.dates import span_spelled, spelled
from reports.words.names import Names, one_line

Fields = Mapping[str, Any]


def _by(f: Fields) -> str:
    return f" ({one_line(f['by'])})" if f.get("by") else ""


def _date_set(f: Fields, names: Names) -> str:
    why = f". Reason: {one_line(f['because'])}" if f.get("because") else ""
    if f.get("advanced"):
        return f"Scenario time{_by(f)}: {span_spelled(f['advanced'])} later, {spelled(f['date'])}{why}"
    return f"Scenario time{_by(f)}: {spelled(f['date'])}{why}"


def _paused(f: Fields, names: Names) -> str:
    return f"Clock paused{_by(f)}" + (f": {one_line(f['purpose'])}" if f.get("purpose") else "")


TIMED: dict[str, Callable[[Fields, Names], str]] = {
    "date-set": _date_set,
    "clock-paused": _paused,
    "clock-resumed": lambda f, names: f"Clock resumed{_by(f)}",
}
"""How each event of these clocks is told."""
