"""How an answer is to be handled: the marking of the game, and of what is shown of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.table.state import State


def marking_line(state: State, shown: Iterable[str] = ()) -> str:
    """What a page is marked that shows events with these markings of their own; empty when it is not."""
    if not state.cell.markings:
        return ""
    from adjudication.seminar.markings import page_marking

    return page_marking(state, shown)


def marked_row(state: State, row: Mapping[str, Any], own: str = "") -> dict[str, Any]:
    """A row for programs, with how it is to be handled where it is: by the game's marking and its own."""
    marking = marking_line(state, [own])
    return {**row, "marking": marking} if marking else dict(row)
