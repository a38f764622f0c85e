"""Who may know of an event: it follows from what the event touches.

Whoever sees a piece, a track or a place sees what happens to it, and nobody else does. What only says
something (a roll, a look-up, a sum, an answer) is for those who may know of the order, or for fewer.
"""

from collections.abc import Collection
from typing import Any

from adjudication.engine.umpire.names import RuleCodeFault
from domain.events import AnswersOpened, Chosen, Event, OrderGiven, PiecePlaced, Sides
from domain.events.kind import Audience, Says
from domain.events.registry import KIND_OF
from domain.events.seen import both, either, knows
from domain.game.game import Game
from domain.table.state import State
from domain.texts import strings_in


def audience_of(event: Event, state: State, order: OrderGiven | None) -> Sides:
    """Who may know of an event that is told on this table, in the course of this order.

    Raises RuleCodeFault where rule code names other sides for a change than see what it touches.
    """
    kind, given = KIND_OF[type(event)], event.audience
    audience, touches = kind.audience, kind.seen.touches
    if isinstance(audience, Says):
        return _of_what_is_said(event, audience, state, order)
    if audience is Audience.GIVEN or touches is None:
        return given
    seeing = touches(event, state)
    if audience is Audience.NARROWED:
        return both(given, seeing)
    if audience is Audience.INSISTED and given is not None and not _same(given, seeing, state):
        raise RuleCodeFault(state, _told_wrongly(event, given, seeing, state), event.rule)
    return seeing


def order_audience(state: State, secret: bool, side: str, arguments: Any) -> Sides:
    """Who may know that a side gives an order: it alone when the order is secret, else all who know that
    what it names is there."""
    if secret:
        return (side,)
    seeing = who_sees_named(state, arguments)
    return None if seeing is None else either(seeing, (side,) if side else ())


def covert_audience(state: State, usual: Sides, side: str, only: Collection[str]) -> tuple[str, ...]:
    """Who may know of a covert order: its side and those in `only`, as far as they would know of it usually;
    with `only` empty the white cell alone, which then tells the side itself what it likes."""
    named = {*only, side} if only else ()
    return tuple(each for each in state.sides if each in named and (usual is None or each in usual))


def held_up_by(state: State, side: str, beside: bool) -> list[OrderGiven]:
    """The orders that wait for an answer and that one of a side must wait for. It does not wait for a covert
    order, or an act of the white cell, that the side may not know of: that it must wait would tell it.

    beside: whether such an order may be given while others wait.
    """
    if beside:
        return []
    return [
        each
        for each in state.procedures.values()
        if not (side and _is_covert(each) and each.audience is not None and side not in each.audience)
    ]


def _is_covert(given: OrderGiven) -> bool:
    """Whether an order is covert, or an act of the white cell, which is hidden only where that was said."""
    return given.covert or not given.side


def table_of(game: Game, side: str) -> State:
    """The table for what a side may do: when an order waits of which it may not know, the one before it;
    covert orders and acts hold it up no more than if they had not been given."""
    hidden = {
        number: each for number, each in game.state.procedures.items() if not knows(side, each.audience)
    }
    if not hidden:
        return game.state
    secret = [number for number, order in hidden.items() if not _is_covert(order)]
    state = game.state_before(min(secret)) if secret else game.state.copy()
    for number in hidden:
        state.procedures.pop(number, None)
    return state


def who_sees_named(state: State, arguments: Any) -> Sides:
    """The sides that know that every piece, track and place is there which plain data names."""
    if not state.unseen:
        return None
    found: Sides = None
    for text in sorted(strings_in(arguments)):
        if text in state.pieces:
            found = both(found, state.who_sees(text))
        elif text in state.tracks:
            found = both(found, state.tracks[text].known_to)
        else:
            found = both(found, state.who_sees_place(text))
    return found


def _of_what_is_said(event: Event, says: Says, state: State, order: OrderGiven | None) -> Sides:
    if order is not None and event.audience:
        _insist_narrower(event, state, order)
    found = both(event.audience, order.audience) if order is not None else event.audience
    if state.unseen:
        said = [getattr(event, name) for name in says.fields]
        found = both(found, who_sees_named(state, said))
    if isinstance(event, Chosen) and event.side in state.sides:
        return either(found, (event.side,))
    if isinstance(event, AnswersOpened):
        return either(found, tuple(event.answers))
    return found


def _insist_narrower(event: Event, state: State, order: OrderGiven) -> None:
    """Raises RuleCodeFault where rule code tells sides that may not know of the order itself. Of what people
    keep from them, a covert order or an act of the white cell, rule code does not know: that is narrowed."""
    if order.audience is None or _is_covert(order):
        return
    known: Collection[str] = order.audience
    if isinstance(event, Chosen):
        known = (*known, event.side)
    elif isinstance(event, AnswersOpened):
        known = (*known, *event.answers)
    beyond = [side for side in event.audience or () if side not in known]
    if beyond:
        may_know = ", ".join(order.audience) or "nobody"
        raise RuleCodeFault(
            state,
            f"it tells {', '.join(beyond)} what comes of an order that only {may_know} may know of; an "
            "audience can be narrower than the order's, not wider",
            event.rule,
        )


def _all(sides: Sides, state: State) -> Collection[str]:
    return state.sides.keys() if sides is None else {*sides}


def _same(one: Sides, other: Sides, state: State) -> bool:
    return {*_all(one, state)} == {*_all(other, state)}


def _told_wrongly(event: Event, given: tuple[str, ...], seeing: Sides, state: State) -> str:
    subject = changed_by(event)
    told = ", ".join(given) or "nobody"
    shown = ", ".join(side for side in state.sides if side in _all(seeing, state)) or "nobody"
    return (
        f"it tells {told} of a change to {subject}, which the table shows to {shown}; leave the audience "
        f"out, and to keep a change from a side conceal {subject} from it first"
    )


def changed_by(event: Event) -> str:
    """The piece or track that an event changes."""
    if isinstance(event, PiecePlaced):
        return event.piece.id
    return str(getattr(event, "piece", "") or getattr(event, "track", ""))
