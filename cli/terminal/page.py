"""A page as it is printed: between its handling marking on top and the same at the bottom."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from cli.terminal.terminal import say
from domain.table.state import State
from seats.seat.marked import marking_line


@contextmanager
def page(state: State, as_json: bool = False, shown: Iterable[str] = ()) -> Iterator[str]:
    """Print the marking above and below what is said meanwhile, which is told it; JSON has it in a field."""
    marking = marking_line(state, shown)
    if marking and not as_json:
        say(marking)
    yield marking
    if marking and not as_json:
        say(marking)
