"""What events do to a state, one by one or a whole log. Nothing here checks a rule."""

from collections.abc import Callable, Container, Iterable
from typing import Any

from domain.events.base import Event
from domain.events.chance import CounterDrawn, DieRolled, Picked
from domain.events.clock import PhaseEntered
from domain.events.closing import VerdictReached
from domain.events.marks import Marked, Scored
from domain.events.orders import OrderDone, OrderGiven
from domain.events.pieces import PieceChanged, PieceKnown, PieceMoved
from domain.events.registry import KINDS
from domain.events.seen import EventKind, nothing
from domain.table.state import State

SAY_WHAT_CHANGES = frozenset(
    (
        CounterDrawn,
        DieRolled,
        Marked,
        OrderDone,
        OrderGiven,
        PhaseEntered,
        Picked,
        PieceChanged,
        PieceKnown,
        PieceMoved,
        Scored,
        VerdictReached,
    )
)
"""Events whose mutators say what they change in the state, or change nothing that values are derived from."""


def _mutator(kind: EventKind) -> Callable[[State, Any], None]:
    """The mutator of a kind. It also drops derived values that the event may have changed."""
    mutator = kind.mutator
    if mutator is nothing or kind.type in SAY_WHAT_CHANGES:
        return mutator

    def change(state: State, event: Any) -> None:
        mutator(state, event)
        state.kept.forget()

    return change


MUTATORS: dict[type[Event], Callable[[State, Any], None]] = {kind.type: _mutator(kind) for kind in KINDS}


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
