"""Giving an order: what must hold before, and telling what came of it."""

from typing import TYPE_CHECKING, NamedTuple

from cli.terminal.terminal import reason
from cli.white_cell.giving import carried_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudication.engine.orders import Order
    from adjudication.engine.session import Outcome
    from cli.seat.seat import Seat


def check_costs(seat: "Seat", order: "Order", by: str, yes: bool) -> None:
    """Before an order that costs its side what it may not have thought of: only if it can be given, and the
    person agrees. Raises Refused."""
    from cli.terminal.terminal import confirm

    kind = seat.system.orders.get(order.name)
    said = kind.costs(seat.game.state, order) if kind is not None and kind.costs is not None else ""
    if said and not yes:
        attempt(seat, order, by)
        confirm(said, yes)


def awaited_answer(seat: "Seat") -> str:
    """Which answer the game waits for."""
    from reports.words.names import Names
    from reports.words.questions import asked

    questions = seat.session_without_dice().pending()
    if seat.me.own:
        from cli.dialogue.eyes import awaited, own_questions

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


def held_up(seat: "Seat", order: "Order | None" = None) -> str:
    """That whoever speaks must wait for an answer of others before they may give an order, or end the phase,
    in words that tell a player no more than they may know; empty where they need not, or for an order the
    rules say so."""
    from adjudication.engine.umpire.audiences import held_up_by
    from domain.views.view import knows

    state, sits = seat.game.state, seat.me.sits
    kind = seat.system.orders.get(order.name) if order is not None else None
    waiting = held_up_by(state, sits, kind is not None and kind.stands_beside(state.phase))
    if waiting and sits and not knows(sits, waiting[-1].audience):
        return "Something else is being adjudicated just now; give the order again in a while."
    return awaited_answer(seat) if waiting and (sits or order is None) else ""


def check_sealed(seat: "Seat", proceed: "Order", by: str, yes: bool) -> None:
    """Before a phase ends over sealed orders: only if it can end, and the person agrees. Raises Refused."""
    from cli.terminal.terminal import confirm
    from reports.words.names import Names, joined

    names = Names(seat.game.state)
    sides = list(
        dict.fromkeys(names.side(each.side) for each in seat.game.state.cell.sealed.values() if each.orders)
    )
    if sides:
        attempt(seat, proceed, by)
        confirm(f"Sealed orders of {joined(sides)} have not been opened (`whitecell open-orders`).", yes)


def attempt(seat: "Seat", order: "Order", by: str, only: "Sequence[str] | None" = None) -> None:
    """Raises what giving an order now would raise; nothing is kept of it."""
    from cli.dialogue.answers import Prepared

    session = seat.session(Prepared((), by))
    with session.on_trial():
        session.order(order, by, only)


class Judged(NamedTuple):
    """What the white cell says with an order: how it comes out, what changes with it, and why."""

    results: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    because: str = ""


def give_order(
    seat: "Seat",
    order: "Order",
    faces: tuple[int, ...],
    by: str,
    as_json: bool,
    judged: Judged | None = None,
    only: tuple[str, ...] | None = None,
) -> None:
    """Give an order, again when others wrote first, unless the phase it was meant for is over."""
    from adjudication.engine.umpire import WHITE_CELL
    from adjudication.seminar.roster import speaker
    from cli.dialogue.answers import Prepared
    from cli.dialogue.telling import Teller
    from cli.terminal.terminal import reader
    from domain.errors import BadData, Refused

    state = seat.game.state
    waiting = held_up(seat, order)
    if waiting:
        raise Refused(waiting)
    clock = (state.turn, state.phase, state.side)
    people: list[Prepared] = []
    teller = Teller(seat, as_json)
    judge = reader() or "" if seat.me.sits else by
    judged = judged or Judged()
    because = judged.because
    if judged.results or judged.effects:
        speaker(state, by if teller.player else judge)
        if not because.strip():
            attempt(seat, order, by, only)
        because = reason(because, as_json)
        if not because.strip():
            raise BadData("A result or an effect needs a reason: --because REASON.")
    elif because:
        raise BadData("--because is the reason for --result or --effect; an order has none of its own.")

    def give() -> "Outcome":
        people[:] = [Prepared(faces, by, None, WHITE_CELL, judged.results, because, teller.called, judge)]
        session = seat.session(people[0])
        with session.at_once():
            outcome = session.order(order, by, only)
            if people[0].later:
                raise BadData(f"This order asks for no judgement that {people[0].later[0]!r} would be.")
            people[0].check_used(seat.game.opened.dice)
            number = outcome.events[0].number
            return carried_out(seat, session, outcome, judged.effects, because, judge, number)

    def still_meant() -> None:
        state = seat.game.state
        if (state.turn, state.phase, state.side) != clock:
            raise Refused(
                "Somebody else ended the phase meanwhile; nothing was ordered, look and decide again."
            )

    outcome = seat.deciding_again(give, still_meant)
    teller.go_on(outcome, by)
