"""A page as it is printed: between its handling marking on top and the same at the bottom."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cli.terminal.terminal import say
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


@contextmanager
def page(state: State, as_json: bool = False, shown: Iterable[str] = ()) -> Iterator[str]:
    """Print the marking above and below what is said meanwhile, which is told it; JSON has it in a field."""
    marking = marking_line(state, shown)
    if marking and not as_json:
        say(marking)
    yield marking
    if marking and not as_json:
        say(marking)
