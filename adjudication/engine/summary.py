"""What came of an order in one line: a rule system says it part by part (`Words.summary`)."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.events import Event, OrderGiven
from domain.table.state import State

ABOUT = "{}: "
"""How a part begins that is about a thing."""


class Part(NamedTuple):
    """A part of a summary. text: `fired by {}, {} salvos`, with a gap for each of `things`: ids of pieces,
    places and sides, rules, or plain values; each viewer reads what it calls them. Where the part is about a
    thing, the text begins with `ABOUT`. events: the numbers of the events that say so; a part is told to
    those who may know of all of them. head: it begins a sentence of its own, such as that on another target.
    """

    text: str
    things: tuple[Any, ...] = ()
    events: tuple[int, ...] = ()
    head: bool = False


Summary = Callable[[OrderGiven, Sequence[Event], State, Sequence[Event]], Sequence[Part]]
"""The parts of an order's summary, given the order, its events in force, the table at its end, and the events
in force before the order; none for an order that needs no summary."""
