"""Warnings to the white cell about what it has just put on the log."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from adjudication.engine.by_hand.acts import KINDS, words_in
from adjudication.engine.prose import names_in
from domain.events import EntryCorrected, Event, MessageSent, OrderGiven
from domain.events.registry import SEEN
from domain.table.state import State
from domain.views.masks import identifies
from domain.views.words import typed_in
from reports.words.names import joined


def warnings_of_names(state: State, written: Iterable[Event]) -> list[str]:
    """Where the white cell's own words name, to a side, a piece that the side does not know. Players are
    warned of nothing: it would tell them what is hidden."""
    found = []
    for event in written:
        because: Any = getattr(event, "because", "")
        if not (because or SEEN[type(event)].typed) or _of_a_side(state, event):
            continue
        for side in state.sides.values():
            names = hidden_names_in(event, state, side.id)
            if names:
                found.append(
                    f"Warning: {side.name or side.id} can read this and may not know of {joined(names)}. "
                    "`whitecell correct` corrects or withdraws a note, message or inject."
                )
    return found


def hidden_names_in(event: Event, state: State, side: str) -> list[str]:
    """The names in an event, as a side reads it, of pieces that the side does not know."""
    fields = SEEN[type(event)].fields(event, state, side)
    if fields is None:
        return []
    all_typed = SEEN[type(event)].typed
    said = " ".join(_texts(msgspec.to_builtins(fields)) if all_typed else _typed(event, fields, state))
    if not said:
        return []
    called = {
        name: piece.name
        for piece in state.pieces.values()
        if not identifies(state, side, piece)
        for name in (piece.id, piece.name)
        if name != piece.kind.name
    }
    return sorted({called[name] for name in names_in(said, called)})


def _typed(event: Event, fields: Mapping[str, Any], state: State) -> Iterator[str]:
    """What people typed in an event that has ids beside it, which are masked."""
    for name in typed_in(type(event)) & fields.keys():
        if type(fields[name]) is str:
            yield fields[name]
    if isinstance(event, OrderGiven) and event.order in KINDS:
        yield from (text for text in words_in(fields["arguments"]) if text not in state.pieces)


def _of_a_side(state: State, event: Event) -> bool:
    """Whether people of a side wrote it."""
    if isinstance(event, MessageSent | EntryCorrected | OrderGiven) and event.side:
        return True
    seat = state.cell.seats.get(str(getattr(event, "by", "") or getattr(event, "sender", "")))
    return seat is not None and bool(seat.side)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
