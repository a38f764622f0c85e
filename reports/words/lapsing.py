"""Marks that the clock takes off, and when, as far as a viewer may know them."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.events import Lapse
from domain.table.dates import spelled
from domain.table.state import State
from domain.views.view import see
from reports.words.names import Names, capital, one_line, spoken
from reports.words.phrases import phrased, phrases


def lapsing_data(state: State, viewer: str) -> list[dict[str, Any]]:
    """Subject, mark and value, and the turn and phase that end the mark."""
    return [
        {
            "subject": subject,
            "mark": mark,
            "value": value,
            "until": lapse.turn,
            "until_phase": lapse.phase,
            "until_date": lapse.date,
        }
        for subject, mark, value, lapse in _seen(state, viewer)
    ]


def lapsing_words(state: State, viewer: str) -> list[str]:
    """`1st Brigade: suppressed, until turn 5 (May 1981)`, one line a mark, without bookkeeping."""
    names = Names(state, viewer)
    of_system = phrases(names.system)
    lines = []
    for subject, mark, value, lapse in _seen(state, viewer):
        if of_system.bookkeeping(mark):
            continue
        who = "The game" if subject == "game" else capital(names.thing(subject))
        words = of_system.marks.get(mark)
        gaps = value if isinstance(value, Mapping) else {"value": value}
        said = phrased(words.set, gaps, names.thing, of_system.values) if words is not None else ""
        if not said:
            told = "" if value is True else f" {names.thing(value)}"
            said = f"{one_line(spoken(mark))}{told}"
        lines.append(f"{who}: {said}, until {until(lapse, names)} ({one_line(lapse.rule)})")
    return lines


def until(lapse: Lapse, names: Names) -> str:
    """When a mark ends: `turn 5 (May 1981), combat`, or `8 June 2031`."""
    if lapse.date:
        return spelled(lapse.date)
    turn = f"turn {names.turn(lapse.turn)}" if lapse.turn else ""
    return ", ".join(part for part in (turn, spoken(lapse.phase)) if part)


def _seen(state: State, viewer: str) -> Iterator[tuple[str, str, Any, Lapse]]:
    if state.lapses:
        marks = see(state, viewer).marks
        for (subject, mark), lapse in state.lapses.items():
            if mark in marks.get(subject, {}):
                yield subject, mark, marks[subject][mark], lapse


__all__ = ["lapsing_data", "lapsing_words", "until"]
