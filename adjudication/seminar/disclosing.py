"""Telling sides of covert orders, and of sealed ones that were opened for the white cell alone: whole, with
what was judged of them, or in words of the white cell.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from adjudication.engine.choices import as_data
from adjudication.engine.orders import Order
from domain.errors import BadData, NotFound, Refused
from domain.events import Chosen, Concluded, Disclosed, Event, OrderGiven, Sides
from domain.events.seen import WHITE
from domain.game.game import Game
from domain.texts import Said, as_argument

LONGEST_TEXT = 4_000


class Kept(NamedTuple):
    """An order that some sides do not know of: its event, and to whom it has been told since. known: those
    that know of it now. done: whether its adjudication is at its end."""

    number: int
    side: str
    order: dict[str, Any]
    results: tuple[dict[str, Any], ...]
    known: tuple[str, ...]
    done: bool


def kept(game: Game) -> list[Kept]:
    """The covert orders in force of which some side does not know, oldest first."""
    told: dict[int, set[str]] = {}
    for event in game.log:
        if isinstance(event, Disclosed) and not event.text:
            told.setdefault(event.concerns, set()).update(
                game.state.sides if event.audience is None else event.audience
            )
    found = []
    for given in game.log:
        if not isinstance(given, OrderGiven) or not given.covert or given.number in game.struck:
            continue
        known = {*(given.audience or ()), *told.get(given.number, ())}
        if known >= game.state.sides.keys():
            continue
        found.append(
            Kept(
                given.number,
                given.side,
                content(given),
                results(game.procedure(given.number)),
                tuple(side for side in game.state.sides if side in known),
                given.number not in game.state.procedures,
            )
        )
    return found


def content(given: OrderGiven) -> dict[str, Any]:
    """An order as flat data."""
    return {"order": given.order, **given.arguments}


def results(procedure: Iterable[Event]) -> tuple[dict[str, Any], ...]:
    """What was judged and concluded of an order, by what it was about. procedure: its events in force."""
    found: dict[Said, Any] = {}
    for event in procedure:
        if isinstance(event, Chosen) and event.side == WHITE:
            found[event.question] = event.value
        elif isinstance(event, Concluded):
            found[event.subject] = as_data(event.result)
    return tuple({"about": as_argument(about), "value": value} for about, value in found.items())


def check_disclosing(game: Game, to: Sides, text: str) -> None:
    """Raises Refused or BadData where nothing can be told."""
    if game.state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    for side in to or ():
        game.state.check_side(side)
    if len(text) > LONGEST_TEXT:
        raise BadData(f"The text has at most {LONGEST_TEXT} characters.")


def disclosing(
    game: Game, number: int, time: str, order: int, to: Sides, text: str, by: str, because: str
) -> Disclosed:
    """The event by which the white cell tells sides (None: everyone) of a covert order.

    text: its own words, instead of the order and its outcome. Raises NotFound for what is no covert order.
    """
    check_disclosing(game, to, text)
    given = game.log[order - 1] if 1 <= order <= len(game.log) else None
    if not isinstance(given, OrderGiven) or not given.covert or given.number in game.struck:
        numbers = ", ".join(str(each.number) for each in kept(game))
        known = f"covert orders are: {numbers}" if numbers else "there is no covert order"
        raise NotFound(f"Event {order} is not a covert order; {known}.")
    if text.strip():
        return Disclosed(
            number=number, time=time, audience=to, concerns=order, text=text.strip(), by=by, because=because
        )
    return Disclosed(
        number=number,
        time=time,
        audience=to,
        concerns=order,
        side=given.side,
        order=content(given),
        results=results(game.procedure(order)),
        by=by,
        because=because,
    )


def disclosing_opened(
    game: Game,
    number: int,
    time: str,
    sealed: int,
    order: Order,
    to: Sides,
    text: str,
    by: str,
    because: str,
) -> Disclosed:
    """The same of an order that was opened for the white cell alone, by the event that sealed it."""
    check_disclosing(game, to, text)
    words = text.strip()
    return Disclosed(
        number=number,
        time=time,
        audience=to,
        concerns=sealed,
        side="" if words else order.side,
        order={} if words else order.data(),
        text=words,
        by=by,
        because=because,
    )
