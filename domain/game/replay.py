"""A log read together with its table: every event beside the state before it."""

from collections.abc import Iterator, Sequence

from domain.events import Event, Ruled, TakenBack
from domain.events.strikes import struck
from domain.table.mutators import MUTATORS, rebuild
from domain.table.state import State
from domain.views.view import EventView, see_numbered


def walk(log: Sequence[Event], first: int = 1) -> Iterator[tuple[Event, State]]:
    """Each event from number `first` on, with the table just before it.

    It is one state, which goes on changing: look at it before asking for the next event.
    """
    state = table_before(log, first)
    for event in log[first - 1 :]:
        yield event, state
        if isinstance(event, TakenBack | Ruled):
            state = table_before(log, event.number + 1)
        else:
            MUTATORS[type(event)](state, event)
            state.number = event.number


def table_before(log: Sequence[Event], number: int) -> State:
    """The table just before the event of that number, as it was when that event happened."""
    before = log[: number - 1]
    return rebuild(before, struck(before))


def views_by_number(log: Sequence[Event], viewer: str) -> dict[int, EventView]:
    """What the viewer sees of each event, by the event's own number, which a side's view leaves out."""
    return dict(see_numbered(log, viewer))
