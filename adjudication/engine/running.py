"""Running an order: the procedure that adjudicates it, with its arguments, as far as answers go."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.systems import RuleSystem
from adjudication.engine.umpire import Pending, Question, Umpire
from domain.errors import IllegalOrder, Refused
from domain.events import OrderGiven

BEGIN = "begin"
"""The order by which the white cell opens play; every log has it once, first."""


STUMBLES = (KeyError, ValueError, IndexError, AttributeError, TypeError)
"""What rule code raises on a table that it could never have left so."""


@contextmanager
def going_on(orders: Callable[[], Sequence[OrderGiven]]) -> Iterator[None]:
    """Raises Refused where rule code stumbles after these orders over what was done by hand among them."""
    try:
        yield
    except STUMBLES as error:
        by_hands = [
            each for each in orders() if each.order in by_hand.KINDS and each.order not in by_hand.SAID
        ]
        if not by_hands:
            raise
        last = by_hands[-1]
        raise Refused(
            f"The rules cannot go on from what was done by hand, last in event {last.number} "
            f"({by_hand.KINDS[last.order].summary}): put it right by hand, or take it back."
        ) from error


def run(system: RuleSystem, umpire: Umpire, given: OrderGiven) -> tuple[Question, ...]:
    """Run an order's procedure as far as answers go: the questions it waits for, none at its end."""
    try:
        kind = system.orders.get(given.order)
        if kind is not None:
            kind.procedure(umpire, form(kind.form, given))
        elif given.order == BEGIN:
            system.begin(umpire)
        elif given.order in by_hand.KINDS:
            by_hand.adjudicate(system, umpire, given)
        else:
            system.kind(given.order)
        umpire.done(given.audience)
    except Pending as pending:
        return pending.questions
    return ()


def form(kind: type[Any], given: OrderGiven) -> Any:
    """The order's arguments in the form that rule code reads. Raises IllegalOrder when they do not fit."""
    arguments: Mapping[str, Any] = given.arguments
    try:
        if "side" in kind.__dataclass_fields__:
            return kind(**{**arguments, "side": given.side})
        return kind(**arguments)
    except TypeError as error:
        raise IllegalOrder("form", given.rule, f"{given.order} does not take that: {error}") from error
