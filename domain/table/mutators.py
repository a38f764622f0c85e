"""What events do to a state, one by one or a whole log. Nothing here checks a rule."""

from collections.abc import Callable, Container, Iterable
from typing import Any

from domain.events.base import Event
from domain.events.kind import EventKind, drops_derived
from domain.events.registry import ByKind
from domain.table.state import State


def _mutator(kind: EventKind) -> Callable[[State, Any], None]:
    """The mutator of a type. It also drops derived values that the event may have changed."""
    mutator = kind.mutator
    if not drops_derived(kind):
        return mutator

    def change(state: State, event: Any) -> None:
        mutator(state, event)
        state.kept.forget()

    return change


MUTATORS = ByKind(_mutator)


def apply(state: State, event: Event) -> None:
    """Apply one event to the state, in place."""
    state.number = event.number
    MUTATORS[type(event)](state, event)


def rebuild(events: Iterable[Event], out_of_force: Container[int] = ()) -> State:
    """The state after these events, leaving out those out of force. Their chances still count as used."""
    state = State()
    for event in events:
        if event.number in out_of_force:
            state.chances = max(state.chances, getattr(event, "chance", 0))
        else:
            MUTATORS[type(event)](state, event)
        state.number = event.number
    return state
