"""Ending a phase."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from adjudication.engine.orders import Order
from adjudication.engine.session import Outcome
from adjudication.engine.umpire.audiences import table_of
from domain.errors import BadData, Refused
from domain.events import Event, OrderGiven, PhaseEntered
from domain.resolving import resolve
from seats.acting.acted import Acted
from seats.acting.ordering import held_up, order
from seats.dialogue.answers import Prepared
from seats.dialogue.dice_words import words_wanted
from seats.dialogue.eyes import next_lines
from seats.seat.seat import Seat


class Ending(NamedTuple):
    """The order that ends a phase, and the phase up to which idle ones are passed."""

    order: Order
    until: str | None


def ending(seat: Seat, side: str | None = None, until: str | None = None, rolled: bool = False) -> Ending:
    """How the phase is ended: by which order.

    side: the side that says that it is done, where it was named. until: the phase up to which idle ones are
    passed. rolled: whether dice were typed with it. Raises Refused where the phase cannot end, or another
    side is to end it; BadData or NotFound for what does not go together.
    """
    state = seat.game.state
    if until is not None and (side is not None or rolled or seat.me.sits):
        raise BadData("--until passes phases of all sides: the white cell says it, without --side or --roll.")
    ends = _ends_phase(seat) if side is None else seat.me.side or ""
    seat.check_speaks(ends)
    if state.closed:
        raise Refused("This game is closed; nothing more can be ordered.")
    if state.verdict is not None:
        raise Refused("This game is decided; `whitecell close` closes it and reveals the dice seed.")
    wanted = words_wanted(seat)
    if wanted:
        raise Refused(" ".join(wanted))
    waiting = held_up(seat)
    if waiting:
        raise Refused(waiting)
    proceed = seat.system.proceed(state)
    if proceed is None:
        raise Refused(f"This phase cannot end yet. {_hint(seat)}")
    if side is not None:
        proceed = of_side(seat, proceed, ends)
    elif until is not None:
        until = _phase(seat, until)
        if not idle(seat):
            raise Refused(f"--until passes phases in which nobody can give an order. {_hint(seat)}")
    elif not seat.me.sits:
        check_meant(seat, proceed)
    return Ending(proceed, until)


def end_phase(seat: Seat, how: Ending, by: str = "", faces: Sequence[int] = ()) -> Acted:
    """End the phase, or all idle ones up to the one that is meant. Raises as `order` does; what it costs is
    not asked here: `to_agree` tells it."""
    return order(seat, how.order, by, faces) if how.until is None else _pass_phases(seat, how.until, by)


def check_meant(seat: Seat, proceed: Order) -> None:
    """Raises Refused where a bare `next` may be meant for another side than the one whose phase would end."""
    from reports.words.names import Names, joined

    if not proceed.side or idle(seat):
        return
    names = Names(seat.game.state)
    able = [side for side in seat.game.state.sides if _can_end(seat, proceed, side)]
    if len(able) > 1:
        who = joined([names.side(side) for side in able])
        say = joined([f"`next --side {side}`" for side in able], "or")
        raise Refused(f"{who} each end this phase for themselves; say which side is done: {say}.")
    last = _last_to_order(seat, proceed)
    if last not in ("", proceed.side):
        raise Refused(
            f"The last order was that of {names.side(last)}, and `next` would end the phase for "
            f"{names.side(proceed.side)}; if you mean that, say `next --side {proceed.side}`."
        )


def _can_end(seat: Seat, proceed: Order, side: str) -> bool:
    """Whether that side may give the order with which a side ends the phase, too."""
    own = msgspec.structs.replace(proceed, side=side)
    return own == proceed or own in seat.session_without_dice().legal()


def _last_to_order(seat: Seat, proceed: Order) -> str:
    """The side of the last order in this phase; empty where there is none, or where that side was done with
    it."""
    given = _given_here(seat)
    return given[-1].side if given and given[-1].order != proceed.name else ""


def _given_here(seat: Seat) -> list[OrderGiven]:
    """The orders that were given in this phase, without those that were undone."""
    state = seat.game.state
    found: list[OrderGiven] = []
    here = False
    for event in seat.game.log:
        if event.number in seat.game.struck:
            continue
        if isinstance(event, PhaseEntered):
            here = (event.turn, event.phase) == (state.turn, state.phase)
        elif here and isinstance(event, OrderGiven):
            found.append(event)
    return found


def idle(seat: Seat) -> bool:
    """Whether nobody may give an order now but the one that ends the phase."""
    proceed, legal = seat.system.proceed(seat.game.state), seat.session_without_dice().legal()
    return proceed is not None and not any(
        len(part) for name in legal.names() if name != proceed.name for part in legal.of_kind(name)
    )


def _phase(seat: Seat, typed: str) -> str:
    """The phase that is meant. Raises NotFound."""
    return resolve([(name, "") for name in seat.system.phases_in(seat.game.state)], typed, "phase")


def _pass_phases(seat: Seat, until: str, by: str) -> Acted:
    """End phases as long as they are idle and the one named has not begun; all of it is one answer."""

    def give() -> Outcome:
        found: list[Event] = []
        while True:
            proceed = seat.system.proceed(seat.game.state)
            assert proceed is not None  # as `idle` saw
            outcome = seat.session(Prepared((), by)).order(proceed, by)
            found += outcome.events
            state = seat.game.state
            begun = any(isinstance(event, PhaseEntered) and event.phase == until for event in outcome.events)
            if begun or outcome.questions or state.verdict is not None or not idle(seat):
                return outcome._replace(events=found)

    outcome = seat.deciding_again(give, lambda: None)
    return Acted(seat, outcome.events, outcome.questions)


def _ends_phase(seat: Seat) -> str:
    """The side whose order ends the phase, as far as whoever speaks may know; empty for the white cell."""
    state = table_of(seat.game, seat.me.sits) if seat.me.sits else seat.game.state
    proceed = seat.system.proceed(state)
    return state.side if proceed is None else proceed.side


def _hint(seat: Seat) -> str:
    """What may be done next, as whoever reads it may know."""
    if not seat.me.own:
        return seat.system.hint(seat.game.state)
    return " ".join(next_lines(seat, seat.me.own, seat.session_without_dice().pending()))


def of_side(seat: Seat, proceed: Order, side: str) -> Order:
    """The order with which that side ends the phase or says that it is done. Raises Refused."""
    from reports.words.names import Names

    if side == proceed.side:
        return proceed
    own = msgspec.structs.replace(proceed, side=side)
    if proceed.side and side and any(order == own for order in seat.session_without_dice().legal()):
        return own
    names = Names(seat.game.state)
    now = names.side(proceed.side) if proceed.side else "The white cell"
    own_orders = [event.order for event in _given_here(seat) if side and event.side == side]
    if own_orders and own_orders[-1] == proceed.name:
        raise Refused(f"{names.first(side)} has ended this phase already; now {now} is to end it.")
    raise Refused(f"{now} ends this phase, not {names.side(side) if side else 'the white cell'}.")
