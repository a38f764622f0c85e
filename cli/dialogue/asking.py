"""Asking for a reason once all else is known to be right."""

from collections.abc import Callable

from adjudication.engine.session import Session
from cli.terminal import terminal
from seats.seat.seat import Seat


def reason_for(seat: Seat, act: Callable[[Session, str], object], because: str, as_json: bool) -> str:
    """The reason that was said, or else what the person at the keyboard says now; empty when nobody does.

    act: what the reason is for, done on trial before anybody is asked. Raises whatever refuses it, or its
    speaker.
    """
    if because.strip() or as_json or not terminal.interactive():
        return because
    session = seat.session_without_dice()
    with session.on_trial():
        act(session, "on trial")
    return terminal.reason(because, as_json)
