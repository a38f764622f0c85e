"""The orders of a game, and sessions at the moments when they were given."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from adjudication.engine.contacts import by_contacts
from adjudication.engine.games.systems import load
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.play.running import BEGIN
from adjudication.engine.session import Session
from adjudication.engine.umpire import Answer, People, Question
from domain.events import Chosen, Event, OrderDone, OrderGiven
from domain.game.game import Game
from domain.game.replay import walk
from domain.table.state import State
from tests.contract.plays import Played, game
from tests.core.games import seat


def whole_orders(log: Sequence[Event]) -> list[OrderGiven]:
    """The orders of a log that are completed in it, without the opening of play."""
    done = {event.procedure for event in log if isinstance(event, OrderDone)}
    return [
        event
        for event in log
        if isinstance(event, OrderGiven) and event.order != BEGIN and event.number in done
    ]


def some(orders: Sequence[OrderGiven], count: int) -> list[OrderGiven]:
    """So many of them, spread over the game."""
    return list(orders[:: max(1, len(orders) // count)])[:count]


def stood(found: Played, upto: int) -> Game:
    """A game as it stood after so many events."""
    game = Game.from_events("", found.whole[:upto])
    game.id = game.opened.game
    return game


def seated(found: Played, upto: int, people: People | None = None) -> Session:
    """A session at a game as it stood after so many events, with its own dice."""
    return seat(stood(found, upto), people, secret=found.secret)


class First(NamedTuple):
    """An order of a kind where the list has the kind first: the number of events before it."""

    upto: int
    phase: str
    order: Order


@cache
def listed(name: str, seed: int = 1) -> dict[str, First]:
    """By kind, any order of it where a game's list has it first."""
    found = game(name, seed)
    chance, firsts = Random(seed), dict[str, First]()
    for legal, state, given in lists(found.whole):
        for kind in legal.names():
            if kind not in firsts:
                those = LegalOrders(legal.of_kind(kind))
                if those.size:
                    firsts[kind] = First(given.number - 1, state.phase, those.sample(chance))
    return firsts


def lists(log: Sequence[Event]) -> Iterator[tuple[LegalOrders, State, OrderGiven]]:
    """What is legal before each order, on a table that goes on changing."""
    system = load(Game.from_events("", log[:1]).opened.system)
    for event, state in walk(log):
        if isinstance(event, OrderGiven) and event.order != BEGIN:
            yield system.legal_now(state), state, event


def as_given(state: State, given: OrderGiven) -> Order:
    """An order as its side gave it: with what it called the pieces that stand in it."""
    assert state.opened is not None
    form = load(state.opened.system).kind(given.order).form
    return Order(given.side, given.order, by_contacts(form, given.arguments, state, given.side))


class AsAnswered:
    """People who say again what they said when an order was given."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.said = [event for event in events if isinstance(event, Chosen)]

    def answer(self, question: Question, state: State) -> Answer | None:
        """The next recorded answer of the side that is asked."""
        if question.optional:
            return None
        said = next(each for each in self.said if each.side == question.side)
        self.said.remove(said)
        value: Any = question.as_asked(said.value)
        return Answer(value, said.by, said.because)
