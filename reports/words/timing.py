"""The scenario's date and pauses of the clock, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.table.dates import span_spelled, spelled
from domain.table.state import State
from reports.words.names import Names, by, one_line, with_reason

Fields = Mapping[str, Any]


def scenario_time(state: State) -> list[str]:
    """The scenario's date now, if it is another than at the start of the turn; else empty."""
    now, _, turns = state.time
    return [f"Scenario time: {spelled(now)}"] if now and now != turns.get(state.turn) else []


def _date_set(f: Fields, names: Names) -> str:
    gone = f"{span_spelled(f['advanced'])} later, " if f.get("advanced") else ""
    return with_reason(f"Scenario time: {gone}{spelled(f['date'])}{by(f)}", f)


def _paused(f: Fields, names: Names) -> str:
    purpose = one_line(f.get("purpose") or "")
    return f"Clock paused{f': {purpose}' if purpose else ''}{by(f)}"


TIMED: dict[str, Callable[[Fields, Names], str]] = {
    "date-set": _date_set,
    "clock-paused": _paused,
}
"""The words for each event of these clocks."""
