"""What people wrote and were told: notes, messages, injects; what the game is for; who sits where."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from domain.events import GameDeclared, InjectHandled, InjectsListed
from domain.events.seen import knows
from domain.views.view import WHITE, EventView, see_log
from seats.seat.marked import marked_row
from seats.seat.seat import Seat

if TYPE_CHECKING:
    from reports.words.notes import NoteTold


def notes(seat: Seat, kind: str | None = None, tags: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The notes that whoever sits here may read. kind, tags: only some. Raises BadData or NotFound."""
    found, own = notes_found(seat, kind, tags)
    rows = [msgspec.to_builtins(note) for note in found]
    return [marked_row(seat.game.state, row, own.get(row["number"], "")) for row in rows]


def notes_found(
    seat: Seat, kind: str | None = None, tags: Sequence[str] = ()
) -> "tuple[list[NoteTold], dict[int, str]]":
    """The same notes, and by their numbers how each is marked."""
    from reports.words.notes import notes_told

    eyes = seat.me.own or WHITE
    views = seat.seen(eyes) if eyes == WHITE else see_log(seat.game.log, eyes)
    own = {view.number or view.line: view.marking for view in views if view.marking}
    return notes_told(seat.game, views, eyes, kind, tags), own


def messages(seat: Seat, form: str | None = None, turn: int | None = None) -> list[dict[str, Any]]:
    """The messages that whoever sits here sent or received. form, turn: only some. Raises NotFound."""
    return [
        marked_row(
            seat.game.state,
            {
                "number": view.number or view.line,
                **view.fields,
                **({"amended": view.amended} if view.amended else {}),
            },
            view.marking,
        )
        for view in messages_found(seat, form, turn)
    ]


def messages_found(seat: Seat, form: str | None = None, turn: int | None = None) -> list[EventView]:
    """The same as lines of the log, each as it reads after its corrections."""
    from adjudication.seminar.forms import form_named
    from reports.words.corrections import amended, now

    name = None if form is None else form_named(form)
    views = see_log(seat.game.log, seat.me.eyes)
    changes = amended(views)
    return [
        now(view, changes)
        for view in views
        if view.event == "message-sent"
        and name in (None, view.fields["form"])
        and turn in (None, view.fields["turn"])
    ]


def message_forms() -> list[dict[str, Any]]:
    """The forms of messages and their fields."""
    from adjudication.seminar.forms import forms

    return [{"name": name, **msgspec.to_builtins(each)} for name, each in forms().items()]


def injects(seat: Seat) -> list[dict[str, Any]]:
    """The injects as the white cell has them, with how each stands; of a side those that it was told."""
    from adjudication.seminar.markings import highest

    if seat.me.own:
        return _injects_told(seat, seat.me.own)
    own = inject_markings(seat)
    return [marked_row(seat.game.state, row, highest(own[row["id"]])) for row in inject_rows(seat)]


def _injects_told(seat: Seat, side: str) -> list[dict[str, Any]]:
    """What a side was told, in the order it was told it."""
    from reports.words.corrections import amended, now

    views = see_log(seat.game.log, side)
    changes = amended(views)
    return [
        marked_row(
            seat.game.state,
            {
                "line": view.line,
                "time": view.time,
                "text": now(view, changes).fields["text"],
                **({"amended": view.amended} if view.amended else {}),
            },
            view.marking,
        )
        for view in views
        if view.event == "inject-handled"
    ]


def inject_markings(seat: Seat) -> dict[str, list[str]]:
    """Each inject's own markings: of the event that listed it, and of those that handled it."""
    markings = seat.game.state.cell.markings
    found: dict[str, list[str]] = {id: [] for id in seat.game.state.cell.injects}
    for event in seat.game.log:
        own = markings.get(event.number)
        if own and isinstance(event, InjectsListed):
            for inject in event.injects:
                found[inject.id].append(own)
        elif own and isinstance(event, InjectHandled):
            found[event.inject].append(own)
    return found


def inject_rows(seat: Seat) -> list[dict[str, Any]]:
    """Every inject with whether it was planned, and how it stands."""
    from adjudication.seminar.injects import due

    cell = seat.game.state.cell
    now = {inject.id for inject in due(seat.game)}
    unplanned = {
        event.inject for event in seat.game.log if isinstance(event, InjectHandled) and event.unplanned
    }
    return [
        {
            **msgspec.structs.asdict(inject),
            "unplanned": id in unplanned,
            "status": cell.handled.get(id) or ("due" if id in now else "waiting"),
        }
        for id, inject in cell.injects.items()
    ]


def declared(seat: Seat) -> dict[str, Any]:
    """What the game is for, how it is marked, and what evidence there is; to a side what is declared to it,
    and of markings those of lines of its own log: evidence counts the white cell's notes."""
    from adjudication.engine.by_hand.noting import evidence
    from adjudication.seminar.markings import marking_of
    from seats.dialogue.eyes import views_of

    state, side = seat.game.state, seat.me.own
    said, marking = state.cell.declared, marking_of(state)
    if side:
        said = None if said is None or not knows(side, said.audience) else said
        lines = {view.line: view.marking for view in views_of(seat, side) if view.marking}
        return {**_declared(said), "marking": marking, "events": lines}
    events = {number: text for number, text in state.cell.markings.items() if number and text}
    counts = {
        each.topic.id: {"insights": each.insights, "notes": each.notes, "events": each.events}
        for each in evidence(seat.game)
    }
    return {**_declared(said), "evidence": counts, "marking": marking, "events": events}


def _declared(declared: GameDeclared | None) -> dict[str, Any]:
    """What is declared; an empty purpose and nothing else where it is not yet."""
    return {
        "purpose": declared.purpose if declared else "",
        "questions": declared.questions if declared else [],
        "outcomes": declared.outcomes if declared else [],
        "shared": declared is not None and declared.audience is None,
    }


def roster(seat: Seat) -> list[dict[str, Any]]:
    """Who sits where, then the roles that nobody has, whose name is empty."""
    return [marked_row(seat.game.state, row) for row in roster_rows(seat)]


def roster_rows(seat: Seat) -> list[dict[str, Any]]:
    """People, then roles that nobody has, whose name is empty; the white cell first, then side by side."""
    from adjudication.seminar.roster import vacant

    state = seat.game.state
    places = [WHITE, *state.sides]
    seats = [(each.name, each.role, each.side, each.cell, each.also) for each in state.cell.seats.values()]
    seats += [("", each.role, each.side, each.cell, ()) for each in vacant(state)]
    return [
        {"name": name, "role": role, "side": side or WHITE, "cell": cell, **({"also": also} if also else {})}
        for name, role, side, cell, also in sorted(seats, key=lambda row: _place(places, row[2] or WHITE))
    ]


def _place(places: Sequence[str], side: str) -> int:
    """Where a side stands in a list; last of all one whose joining was undone."""
    return places.index(side) if side in places else len(places)


def house_rules(seat: Seat) -> list[dict[str, Any]]:
    """The house rules, and what took the place of one that no longer holds."""
    from adjudication.engine.by_hand.acts import replaced_by

    state = seat.game.state
    return [
        {
            "id": rule.id,
            "text": rule.text,
            "replaces": rule.replaces,
            "because": rule.because,
            "by": rule.by,
            "event": rule.number,
            "replaced_by": replaced_by(state, rule.id),
        }
        for rule in state.cell.house_rules.values()
    ]


def options(seat: Seat) -> dict[str, Any]:
    """The options of the game, as they are now."""
    return dict(seat.game.state.options)
