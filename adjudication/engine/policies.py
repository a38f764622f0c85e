"""Policies: who plays a side without people, and the two that play by chance."""

import random
from collections.abc import Sequence
from typing import Any, Protocol

from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.questions import Question
from domain.table.state import State


class Policy(Protocol):
    """Plays a side without people: picks among legal orders, and answers questions."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """One of the legal orders."""
        ...

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """One of the question's options."""
        ...


class RandomPolicy:
    """Gives any legal order and any answer, with equal chances. but: names of orders that only undo another
    one, so that random play would do and undo without end; they are left out as long as there are others."""

    but: frozenset[str] = frozenset()

    def __init__(self, but: Sequence[str] = ()) -> None:
        self.but = frozenset(but)

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        parts = [part for part in legal.parts if part.name not in self.but] if self.but else ()
        return (LegalOrders(parts) if parts else legal).sample(chance)

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        if question.kind == "dice":
            return [1 + int(chance.random() * question.die) for _ in range(question.dice)]
        return question.sample(chance)


class RandomByKind(RandomPolicy):
    """Takes any kind of order with equal chances, then any order of that kind; a kind is listed when it is
    drawn. Where some kinds have a hundred times the orders of others its games are shorter and more varied.
    """

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        names = list(legal.names())
        for few in ([name for name in names if name not in self.but], [*self.but]):
            while few:
                found = LegalOrders(legal.of_kind(few.pop(int(chance.random() * len(few)))))
                if found.size:
                    return found.sample(chance)
        raise IndexError("no order may be given")
