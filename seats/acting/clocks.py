"""The clock on the wall: planning timers and pauses; and the scenario's own date."""

from collections.abc import Sequence

from adjudication.seminar.timers import (
    advance,
    offered,
    pause,
    read_length,
    resume,
    set_date,
    start,
    stop,
)
from domain.errors import BadData, NotFound
from domain.events import Event
from seats.seat.seat import Seat

DATED = ("set", "advance")
"""Words that move the scenario's date."""


def dated(seat: Seat, said: Sequence[str], because: str = "", by: str = "") -> Event:
    """Set or advance the scenario's date: `set "6 June 2031 04:00"`, `advance 6h`. Raises BadData."""
    act, *rest = said
    if not rest:
        example = '"6 June 2031 04:00"' if act == "set" else "6h"
        raise BadData(f"Say which: `whitecell clock {act} {example}`.")
    move = set_date if act == "set" else advance
    return seat.deciding_again(
        lambda: move(seat.session_without_dice(), " ".join(rest), by, because), lambda: None
    )


def clock(seat: Seat, said: Sequence[str], by: str = "") -> None:
    """Start, stop, pause or resume the clock: `start 10m`, `stop`, `pause lunch`, `resume`, `10m`. Raises
    BadData, NotFound or Refused; what runs then says `clock_data`."""
    seat.deciding_again(lambda: _act(seat, list(said), by), lambda: None)


def _act(seat: Seat, said: list[str], by: str) -> None:
    session = seat.session_without_dice()
    if said == ["stop"]:
        stop(session, by)
    elif said == ["resume"]:
        resume(session, by)
    elif said[0] == "pause":
        pause(session, " ".join(said[1:]), by)
    elif said == ["start"]:
        offer = offered(seat.game)
        if offer is None:
            raise NotFound(
                "The scenario gives this phase no planning time, or it was used already. "
                "Say how long: `clock start 10m`."
            )
        start(session, offer.purpose, offer.seconds, by)
    else:
        *purpose, length = said[1:] if said[0] == "start" else said
        start(session, " ".join(purpose) or seat.game.state.phase or "the phase", read_length(length), by)
