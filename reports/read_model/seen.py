"""The source of a read model: each event of a log as its viewer may know it, in words, with its turn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudication.engine.games.systems import losses_in
from adjudication.engine.losses import Loss
from domain.events import PhaseEntered
from domain.game.chain import Entry
from domain.game.game import Game
from domain.game.replay import views_by_number, walk
from domain.table.state import State
from reports.story.turns import as_seen
from reports.words.events import event_kind, sentence
from reports.words.names import Names
from reports.words.summaries import summaries
from reports.words.then import names_then


class Seen(NamedTuple):
    """An event as its viewer may know it; for a side all numbers are lines of its own view.

    order: the number of its order, 0 for none. order_side: the side of that order. turn, phase, side: the
    clock. struck_by: the event that struck it, 0 for none and for a side, which is not shown it. audience: as
    the event has it, None for a side. state: the table just before; it goes on changing. adopted_unseen: it
    enters a table whose adoption the side did not see. loss: what it cost a side. summary: at the end of an
    order, its result in one line.
    """

    number: int
    time: str
    kind: str
    order: int
    order_side: str
    rule: str
    turn: int
    phase: str
    side: str
    words: str
    fields: Mapping[str, Any]
    audience: tuple[str, ...] | None
    in_force: bool
    struck_by: int
    digest: str | None
    state: State
    names: Names
    adopted_unseen: bool = False
    loss: Loss | None = None
    summary: str = ""


def seen_by_white(game: Game, entries: Sequence[Entry], first: int) -> Iterator[Seen]:
    """The events from number `first` on, complete, as the white cell knows them."""
    struck, losses = game.struck, losses_in(game.opened.system)
    summed = summaries(game, first=first)
    for entry, (event, state) in zip(entries[first - 1 :], walk(game.log, first), strict=True):
        kind = event_kind(event)
        fields = msgspec.structs.asdict(event)
        for name in _ENVELOPE:
            del fields[name]
        names = Names(state, then=True)
        by = struck.get(event.number, 0)
        turn, phase, side = _clock(event, state)
        given = state.procedures.get(event.procedure)
        yield Seen(
            event.number,
            event.time,
            kind,
            event.procedure,
            given.side if given is not None else fields["side"] if kind == "order-given" else "",
            event.rule,
            turn,
            phase,
            side,
            sentence(kind, fields if kind != "order-done" else {"procedure": event.procedure}, "", names),
            fields,
            event.audience,
            not by,
            by,
            entry.digest,
            state,
            names,
            loss=losses(event, state),
            summary=summed.get(event.number, ""),
        )


AFTER_THE_CLOSE = "after the close"
"""The phase of what was entered in a closed game."""

_ENVELOPE = ("number", "time", "procedure", "rule", "audience", "blind")


def _clock(event: Any, state: State) -> tuple[int, str, str]:
    if isinstance(event, PhaseEntered):
        return event.turn, event.phase, event.side
    if state.closed:
        return state.turn, AFTER_THE_CLOSE, ""
    return state.turn, state.phase, state.side


def seen_by_side(game: Game, viewer: str) -> Iterator[Seen]:
    """All events that a side may know of, as far as it may."""
    views = views_by_number(game.log, viewer)
    losses = losses_in(game.opened.system)
    summed = summaries(game, viewer)
    for event, state in walk(game.log):
        view = views.get(event.number)
        if view is None:
            continue
        given = views.get(event.procedure)
        names = names_then(view, state, viewer)
        turn, phase, side = _clock(event, state)
        table = state.tables.get(view.fields.get("table", "")) if view.event == "looked-up" else None
        loss = losses(event, state)
        yield Seen(
            view.line,
            event.time,
            view.event,
            given.line if given is not None else 0,
            given.fields["side"] if given is not None else "",
            view.rule,
            turn,
            phase,
            side,
            sentence(view.event, view.fields, "", names),
            view.fields,
            None,
            not view.struck,
            0,
            None,
            state,
            names,
            table is not None and table.adopted > 0 and table.adopted not in views,
            as_seen(loss, event, state, viewer) if loss is not None else None,
            summed.get(event.number, ""),
        )
