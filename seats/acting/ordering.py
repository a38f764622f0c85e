"""Giving an order: what must hold before, and what comes of it."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.engine.orders import Order
from adjudication.engine.session import Outcome
from adjudication.engine.umpire import WHITE_CELL
from adjudication.engine.umpire.audiences import held_up_by
from adjudication.seminar.addressing import sides_meant
from adjudication.seminar.roster import speaker
from domain.errors import BadData, Refused
from domain.events.seen import EVERYONE
from domain.views.view import knows
from seats.acting.acted import Acted
from seats.acting.effects import carried_out
from seats.dialogue.answers import Prepared
from seats.dialogue.reader import Reader
from seats.seat.seat import Seat, clock_of


class Judged(NamedTuple):
    """What the white cell says with an order: how it comes out, what changes with it, and why."""

    results: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    because: str = ""


def order(
    seat: Seat,
    order: Order,
    by: str = "",
    faces: Sequence[int] = (),
    judged: Judged = Judged(),  # noqa: B008
    only: Sequence[str] | None = None,
) -> Acted:
    """Give an order, again when others wrote first, unless the phase it was meant for is over.

    faces: of physical dice. judged: what the white cell says with it. only: the sides that may know of it.
    Raises what the rules refuse, BadData for what is said beside it and does not fit, and Refused while an
    answer of others is awaited. What it costs is not asked here: `to_agree` tells it.
    """
    check_order(seat, order, by, judged, only)
    clock = clock_of(seat.game.state)
    reader = Reader(seat)
    judge = _judge(seat, by)

    def give() -> Outcome:
        people = Prepared(faces, by, None, WHITE_CELL, judged.results, judged.because, reader.called, judge)
        session = seat.session(people)
        with session.at_once():
            outcome = session.order(order, by, only)
            if people.later:
                raise BadData(f"This order asks for no judgement that {people.later[0]!r} would be.")
            people.check_used(seat.game.opened.dice)
            number = outcome.events[0].number
            return carried_out(seat, session, outcome, judged.effects, judged.because, judge, number)

    def still_meant() -> None:
        if clock_of(seat.game.state) != clock:
            raise Refused(
                "Somebody else ended the phase meanwhile; nothing was ordered, look and decide again."
            )

    outcome = seat.deciding_again(give, still_meant)
    return Acted(seat, outcome.events, outcome.questions)


def check_order(
    seat: Seat, order: Order, by: str, judged: Judged, only: Sequence[str] | None, reason: bool = True
) -> None:
    """Raises what must be right before an order is given. reason: also where a reason is missing that it
    needs, when all else is right."""
    waiting = held_up(seat, order)
    if waiting:
        raise Refused(waiting)
    if judged.results or judged.effects:
        speaker(seat.game.state, by if seat.me.player else _judge(seat, by))
        if not judged.because.strip():
            attempt(seat, order, by, only)
            if reason:
                raise BadData("A result or an effect needs a reason: --because REASON.")
    elif judged.because:
        raise BadData("--because is the reason for --result or --effect; an order has none of its own.")


def _judge(seat: Seat, by: str) -> str:
    """Who judges an order: whoever gives it, or for a player whoever reads the answers."""
    return (seat.caller.at or "") if seat.me.sits else by


def to_agree(seat: Seat, order: Order, by: str) -> list[str]:
    """What whoever gives an order must agree to first, in sentences: what it costs that its side may not have
    thought of, and the sealed orders that the end of the phase would leave. Raises what giving it would."""
    from reports.words.names import Names, joined

    state = seat.game.state
    found = []
    if order == seat.system.proceed(state):
        names = Names(state)
        sealed = [names.side(each.side) for each in state.cell.sealed.values() if each.orders]
        if sealed:
            sides = joined(list(dict.fromkeys(sealed)))
            found.append(f"Sealed orders of {sides} have not been opened (`whitecell open-orders`).")
    kind = seat.system.orders.get(order.name)
    costs = kind.costs(state, order) if kind is not None and kind.costs is not None else ""
    if costs:
        found.append(costs)
    if found:
        attempt(seat, order, by)
    return found


def awaited_answer(seat: Seat) -> str:
    """Which answer the game waits for."""
    from reports.words.names import Names
    from reports.words.questions import asked

    questions = seat.session_without_dice().pending()
    if seat.me.own:
        from seats.dialogue.eyes import awaited, own_questions

        names = Names(seat.game.state, seat.me.own)
        own = [
            asked(each, names) for each in own_questions(seat, seat.me.own, questions) if not each.optional
        ]
        others = awaited(seat, seat.me.own, questions)
        return " ".join(["An order still waits for an answer.", *(own[:1] or [others])]).strip()
    names = Names(seat.game.state)
    waiting = [each for each in questions if not each.optional][:1]
    told = [
        each if each.endswith(("?", ".")) else f"{each}." for each in (asked(one, names) for one in waiting)
    ]
    dice = any(each.kind in ("die", "dice") for each in waiting)
    then = "`whitecell answer RESULT` records it." if dice else "`whitecell answer` shows the options."
    return " ".join(("An answer is awaited.", *told, then))


def held_up(seat: Seat, order: Order | None = None) -> str:
    """That whoever speaks must wait for an answer of others before they may give an order, or end the phase,
    in words that tell a player no more than they may know; empty where they need not, or for an order the
    rules say so."""
    state, sits = seat.game.state, seat.me.sits
    kind = seat.system.orders.get(order.name) if order is not None else None
    waiting = held_up_by(state, sits, kind is not None and kind.stands_beside(state.phase))
    if waiting and sits and not knows(sits, waiting[-1].audience):
        return "Something else is being adjudicated just now; give the order again in a while."
    return awaited_answer(seat) if waiting and (sits or order is None) else ""


def attempt(seat: Seat, order: Order, by: str, only: Sequence[str] | None = None) -> None:
    """Raises what giving an order now would raise; nothing is kept of it."""
    session = seat.session(Prepared((), by))
    with session.on_trial():
        session.order(order, by, only)


def covert_sides(seat: Seat, named: Sequence[str] | None) -> tuple[str, ...] | None:
    """The sides that may know of a covert order, `all` for one that is not covert; None when nothing was
    said. Raises NotFound or BadData."""
    if named is None:
        return None
    sides = sides_meant(seat.game.state, named, "--only")
    return (EVERYONE,) if sides is None else sides
