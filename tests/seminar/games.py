"""Freeform games for the seminar's tests, and the questions asked of them."""

from typing import Any
from uuid import NAMESPACE_URL, uuid5

from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import People
from domain.events import Event, Value
from domain.table.dice import Dice, SealedDice
from tests.core.games import SECRET, TIME
from tests.table import laid


def freeform(
    scenario: str = "strait", people: People | None = None, dice: Dice | None = None, **options: Value
) -> Session:
    """A freeform game in planning of its first turn."""
    id = uuid5(NAMESPACE_URL, f"freeform {scenario} {options}").hex
    secret = SECRET if dice is None else ""
    source = "sealed" if dice is None else dice.source
    game = laid("freeform", scenario, options, secret=secret, dice=source, game=id, name=scenario)
    session = Session(load("freeform"), game, dice or SealedDice(SECRET), people, clock=lambda: TIME)
    session.begin()
    return session


def go_on(session: Session) -> None:
    """End the phase."""
    session.order(Order("", "proceed"))


def act(session: Session, side: str, intent: str, *moves: str) -> None:
    """State an action, in discussion."""
    arguments: dict[str, Any] = {"intent": intent}
    if moves:
        arguments["moves"] = [dict([each.split(":")]) for each in moves]
    session.order(Order(side, "act", arguments))


def of_kind(events: list[Event], *kinds: type[Event]) -> list[Any]:
    """The events of these kinds."""
    return [event for event in events if isinstance(event, kinds)]
