"""Running an order: the procedure that adjudicates it, with its arguments, as far as answers go."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import is_dataclass
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.choices import as_data
from adjudication.engine.contacts import by_contacts, by_ids, naming
from adjudication.engine.legality import refusal
from adjudication.engine.orders import Order
from adjudication.engine.systems import RuleSystem
from adjudication.engine.umpire import Pending, Question, Umpire
from domain.errors import IllegalOrder, Refused
from domain.events import OrderGiven
from domain.table.state import State

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
            f"The rules cannot continue after the manual change in event {last.number} "
            f"({by_hand.KINDS[last.order].summary}): correct it with `change`, or undo it."
        ) from error


UNREADABLE = (AttributeError, KeyError, TypeError, ValueError)
"""What checks of an order raise over an argument of another kind than its form has."""


def run(
    system: RuleSystem, umpire: Umpire, given: OrderGiven, listed: bool = False, foreseen: bool = False
) -> tuple[Question, ...]:
    """Run an order's procedure as far as answers go: the questions it waits for, none at its end.

    listed: the order was taken from the list of legal orders, so that what it chooses from many is checked.
    foreseen: for odds, what the order leads to in a later phase is run too.
    """
    try:
        kind = system.orders.get(given.order)
        if kind is not None:
            if not listed:
                misfit = misfit_of(system, umpire.state, given)
                named = given.arguments
                if naming(kind.form):
                    named = by_contacts(kind.form, named, umpire.state, given.side)
                try:
                    refused = refusal(kind, umpire.state, given.side, named)
                except UNREADABLE:
                    check_types(kind.form, given)
                    raise
                if refused is not None:
                    raise refused
                if misfit:
                    raise IllegalOrder("choice", kind.rule, misfit)
            filled_in = form(kind.form, given, umpire.state)
            kind.procedure(umpire, filled_in)
            if foreseen and kind.leads_to is not None:
                kind.leads_to(umpire, filled_in)
        elif given.order == BEGIN:
            system.begin(umpire)
        elif given.order in by_hand.KINDS:
            by_hand.adjudicate(system, umpire, given)
        else:
            system.kind(given.order)
        umpire.done(None if given.shown else given.audience)
    except Pending as pending:
        return pending.questions
    return ()


def check_choice(system: RuleSystem, state: State, given: OrderGiven) -> None:
    """Raises IllegalOrder for an order that chooses from many what the list of legal orders does not have."""
    misfit = misfit_of(system, state, given)
    if misfit:
        raise IllegalOrder("choice", system.orders[given.order].rule, misfit)


def misfit_of(system: RuleSystem, state: State, given: OrderGiven) -> str | None:
    """Why the list of legal orders does not have what an order chooses from many; empty or None where it has,
    or where it has nothing like it. Other orders their procedures refuse."""
    if not any(isinstance(value, list | dict) for value in given.arguments.values()):
        return None
    kind = system.orders[given.order]
    arguments = by_contacts(kind.form, given.arguments, state, given.side)
    return system.legal(state).refusal(Order(given.side, given.order, arguments))


def form(kind: type[Any], given: OrderGiven, state: State) -> Any:
    """The order's arguments in the form that rule code reads, forms within it too. Raises IllegalOrder when
    they do not fit."""
    arguments: Mapping[str, Any] = given.arguments
    shape = _SHAPES.get(kind)
    if shape is None:
        hints = get_type_hints(kind).values()
        sided = "side" in kind.__dataclass_fields__
        shape = _SHAPES[kind] = _Shape(bool(naming(kind)), sided, any(map(_is_nested, hints)))
    if shape.names_pieces:
        arguments = by_ids(kind, arguments, state, given.side)
    for value in arguments.values():
        if type(value) is dict or type(value) is list:
            arguments = as_data(dict(arguments))
            break
    if shape.has_side:
        arguments = {**arguments, "side": given.side}
    try:
        if not shape.nests:
            return kind(**arguments)
        read = msgspec.convert(arguments, kind)
        unknown = _unknown(arguments, msgspec.to_builtins(read))
        if unknown:
            raise TypeError(f"it has no {unknown[:40]}")
        return read
    except (TypeError, msgspec.ValidationError) as error:
        raise IllegalOrder("form", given.rule, f"{given.order} does not take that: {error}") from error


def check_types(kind: type[Any], given: OrderGiven) -> None:
    """Raises IllegalOrder for an argument that is of another type than its form has."""
    try:
        msgspec.convert({**given.arguments, "side": given.side}, kind)
    except msgspec.ValidationError as error:
        raise IllegalOrder("form", given.rule, f"{given.order} does not take that: {error}") from error


def _unknown(told: Any, read: Any) -> str:
    """The first argument told, at any depth, that the form does not know; empty when it knows all."""
    if isinstance(told, Mapping) and isinstance(read, dict):
        for key, value in told.items():
            found = _unknown(value, read[key]) if key in read else str(key)
            if found:
                return found
    elif isinstance(told, list | tuple) and isinstance(read, list | tuple):
        return next(filter(None, map(_unknown, told, read)), "")
    return ""


class _Shape(NamedTuple):
    """What a form declares: arguments that name pieces as its side calls them, the side, and forms of its own
    or tuples, which a log has as objects and lists."""

    names_pieces: bool
    has_side: bool
    nests: bool


_SHAPES: dict[type[Any], _Shape] = {}


def _is_nested(hint: Any) -> bool:
    if get_origin(hint) is tuple or is_dataclass(hint):
        return True
    return any(_is_nested(part) for part in get_args(hint))
