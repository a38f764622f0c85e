"""What events do to a state, one by one or a whole log, and which are struck. Nothing here checks a rule."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from domain.events.base import Event
from domain.events.chance import CounterDrawn, DieRolled, Picked
from domain.events.clock import PhaseEntered
from domain.events.closing import VerdictReached
from domain.events.corrections import Ruled, RuledAfresh, TakenBack
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
"""Events whose mutators say what of the state changes, or change nothing that a value may be derived from."""


def _mutator(kind: EventKind) -> Callable[[State, Any], None]:
    """What an event does to a state. What was derived from that is forgotten, as far as it may change."""
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


def struck(events: Iterable[Event]) -> dict[int, int]:
    """The numbers of events that are no longer in force, each with the event that struck it.

    A take-back strikes all that happened on the table from its `first` event on. A ruling strikes what its
    own order told behind the answer that it replaces; one of an earlier version struck all that followed,
    but for what was done by hand to come to it.
    """
    struck_by: dict[int, int] = {}
    seen: list[Event] = []
    for event in events:
        kind = type(event)
        if kind is TakenBack or kind is Ruled or kind is RuledAfresh:
            first, order, kept = _reach(event, seen)
            for earlier in reversed(seen):
                if earlier.number < first:
                    break
                if earlier.OF_THE_TABLE and (
                    earlier.procedure == order if order else earlier.procedure not in kept
                ):
                    struck_by.setdefault(earlier.number, event.number)
        seen.append(event)
    return struck_by


def _reach(event: Event, before: Sequence[Event]) -> tuple[int, int, tuple[int, ...]]:
    """What a take-back or ruling strikes: from which event on; of which order alone, 0 for all; and which
    orders not."""
    match event:
        case TakenBack():
            return event.first or event.number, 0, ()
        case RuledAfresh():
            return event.concerns + 1, 0, event.decided_by
        case Ruled():
            place = event.concerns - (before[0].number if before else 1)
            order = before[place].procedure if 0 <= place < len(before) else 0
            return (event.concerns + 1, order, ()) if order else (event.number, 0, ())
    raise AssertionError("only a take-back or a ruling strikes")


def rebuild(events: Iterable[Event], out_of_force: Container[int] = ()) -> State:
    """The state after these events, those out of force left out. Chances count on past them."""
    state = State()
    for event in events:
        if event.number in out_of_force:
            state.chances = max(state.chances, getattr(event, "chance", 0))
        else:
            MUTATORS[type(event)](state, event)
        state.number = event.number
    return state
