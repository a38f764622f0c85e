"""Messages and structured orders: forms filled in and addressed."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudication.seminar.forms import Form, addressees, fill, form, form_named, read_field, sending
from domain.errors import BadData
from domain.events.seen import held
from domain.views.view import WHITE
from seats.dialogue.pairs import pairs
from seats.seat.marked import marked_row
from seats.seat.seat import Seat

PLAIN = "message"
"""The form of a message that is a text and nothing else."""


class Sent(NamedTuple):
    """A message that was sent: by which form, with which fields, from whom and to whom."""

    form: str
    fields: Mapping[str, Any]
    sender: str
    side: str
    to: tuple[str, ...]


def form_meant(name: str | None) -> tuple[str, Form]:
    """The form of that name, and what it is called; a plain message where nothing was said. Raises
    NotFound."""
    called = form_named(name) if name else PLAIN
    return called, form(called)


def fields_said(form: Form, texts: Sequence[str]) -> dict[str, Any]:
    """Fields said one by one as `name=value`; a list's entries come one each. Raises BadData."""
    found: dict[str, Any] = {}
    for text in texts:
        [(name, value)] = pairs([text]).items()
        if form.field(name).type == "list":
            found.setdefault(name, []).append(value)
        elif name in found:
            raise BadData(f"{name} is given twice.")
        else:
            found[name] = value
    return found


def check_message(seat: Seat, form: Form, fields: Mapping[str, Any], to: Sequence[str]) -> None:
    """Raises NotFound for whom it cannot be sent to, BadData for a field that cannot be so."""
    addressees(seat.game.state, to)
    for name, value in fields.items():
        read_field(form, form.field(name), value)


def send(seat: Seat, called: str, form: Form, fields: Mapping[str, Any], to: Sequence[str]) -> Sent:
    """Send a message for the side for which somebody acts here. Raises BadData for fields that are missing or
    do not fit, NotFound for whom it cannot be sent to."""
    state, me = seat.game.state, seat.me
    seated = state.cell.seats.get(me.by)
    own = me.side or ""
    if len(held(own)) > 1 and seated is not None:
        own = seated.side
    receivers, sender, filled = addressees(state, to), me.by, fill(form, fields)
    seat.deciding_again(
        lambda: seat.session_without_dice().record(
            lambda number, time: sending(
                seat.game.state, number, time, called, filled, sender, own, receivers
            )
        ),
        lambda: None,
    )
    return Sent(called, filled, sender, own, receivers)


def sent_data(seat: Seat, sent: Sent) -> dict[str, Any]:
    """That a message is sent, and no event's number: that would count what a side did not see."""
    state = seat.game.state
    row = {**sent._asdict(), "side": sent.side or WHITE}
    return marked_row(state, {**row, "turn": state.turn, "phase": state.phase})
