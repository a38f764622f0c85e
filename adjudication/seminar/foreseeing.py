"""What a ruling would do, before it is recorded: what stays, what is rolled or asked anew, what changes."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.questions import Nobody, Question
from adjudication.engine.recall import ANSWERS
from adjudication.engine.session import Session
from adjudication.engine.umpire import Unthrown
from domain.errors import BadData
from domain.events import Event, OrderDone, OrderGiven, Ruled
from domain.game.rulings import origin, ruled_answers


class Undo(NamedTuple):
    """A take-back that is recorded with a ruling: from order `first` on, with whose consent."""

    first: int
    agreed: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()


class Foreseen(NamedTuple):
    """A ruling as it would go, up to the first thing that nobody has rolled or answered yet.

    stays: recorded answers that the order has again. asked: what it waits for then, dice among it; more may
    follow. dropped: recorded answers that it no longer asks for, so far as that is known; left: such as it
    may still come to. gone, new: what else it told and no longer tells, and the other way round. kept: later
    orders by hand that stay. undone: those that are undone with the ruling. held: the ruling on it until now.
    """

    event: Event
    value: Any
    stays: tuple[Event, ...]
    asked: tuple[Question, ...]
    dropped: tuple[Event, ...]
    left: tuple[Event, ...]
    gone: tuple[Event, ...]
    new: tuple[Event, ...]
    kept: tuple[OrderGiven, ...]
    undone: tuple[OrderGiven, ...]
    held: Ruled | None = None


def foresee(session: Session, event: Event, values: Sequence[Any], undo: int = 0) -> Foreseen:
    """The first of these values that can be ruled, tried: nothing is rolled, asked or written.

    undo: an order by hand that is undone with the ruling, with all since; 0 for none. Raises what
    `Session.rule` raises for the last of the values.
    """
    for value in values[:-1]:
        try:
            return _foresee(session, event, value, undo)
        except BadData:
            continue
    return _foresee(session, event, values[-1], undo)


def _foresee(session: Session, event: Event, value: Any, undo: int) -> Foreseen:
    game, number = session.game, event.procedure
    before = [each for each in game.procedure(number) if each.number > event.number]
    later = [each for each in session.orders_in_force() if each.number > event.number]
    dice, people = session.dice, session.people
    session.dice, session.people = Unthrown(), Nobody()
    try:
        with session.on_trial():
            if undo:
                session.take_back(undo, "tried")
            outcome = session.rule(event.number, value, "tried")
    finally:
        session.dice, session.people = dice, people
    told = [each for each in outcome.events if each.procedure == number]
    again = {origin(each) for each in told if isinstance(each, ANSWERS)}
    unused = tuple(e for e in before if isinstance(e, ANSWERS) and origin(e) not in again)
    return Foreseen(
        event,
        value,
        tuple(each for each in told if isinstance(each, ANSWERS)),
        outcome.questions,
        () if outcome.questions else unused,
        unused if outcome.questions else (),
        () if outcome.questions else _only_in(before, told),
        _only_in(told, before),
        tuple(each for each in later if not undo or each.number < undo),
        tuple(each for each in later if undo and each.number >= undo),
        ruled_answers(game.log, game.struck).get(event.number),
    )


def _only_in(these: Sequence[Event], those: Sequence[Event]) -> tuple[Event, ...]:
    """What these tell that those do not, answers apart."""
    left = [_bare(each) for each in those]
    found = []
    for each in these:
        if isinstance(each, (*ANSWERS, OrderDone)):
            continue
        if _bare(each) in left:
            left.remove(_bare(each))
        else:
            found.append(each)
    return tuple(found)


def _bare(event: Event) -> Event:
    return msgspec.structs.replace(event, number=0, time="", blind="")


def rule_with(session: Session, act: Callable[[], Any], undo: Undo | None, concerns: int, by: str) -> Any:
    """Do `act`, which rules on event `concerns`, with what is undone for it, all in one."""
    with session.at_once():
        if undo is not None:
            reason = f"Undone with the ruling on event {concerns}"
            session.take_back(undo.first, reason, by, undo.agreed, "", undo.overruled)
        return act()


def changes_the_table(order: OrderGiven) -> bool:
    """Whether an order by hand did more than roll, look up or argue."""
    return order.order not in by_hand.SAID
