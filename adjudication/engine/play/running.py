"""Running an order: the procedure that adjudicates it, with its arguments, as far as answers go."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, is_dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

import domain
from adjudication import engine
from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.choices import as_data
from adjudication.engine.contacts import by_contacts, by_ids, naming
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.legality import refusal, unchecked
from adjudication.engine.orders import Order, OrderKind, found_in
from adjudication.engine.reasons import rule_of, said_of
from adjudication.engine.refusals import in_words
from adjudication.engine.umpire import Nobody, Pending, Question, RuleCodeFault, Umpire, Unthrown
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


FAULTS = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    NameError,
    RuntimeError,
)
"""What rule code raises that has a fault."""


class RulesFailed(RuleCodeFault):
    """Rule code failed in an order: one sentence for whoever plays, and in `detail` order, rule, file, line
    and fault for whoever writes the rules. Nothing was recorded."""

    def __init__(self, title: str, order: str, rule: str, fault: BaseException) -> None:
        ValueError.__init__(
            self,
            f"The rules of {title} have a fault, so nothing was done or recorded. Report it to whoever "
            "maintains these rules; the same with WHITECELL_DEBUG=1 says where it is.",
        )
        cited, what = rule, f"{type(fault).__name__}: {fault}"
        if isinstance(fault, RuleCodeFault):
            cited, what = fault.rule or rule, fault.what
        self.detail = f"order {order}{f' ({cited})' if cited else ''}, {_place_of(fault)}: {what}"
        self.what, self.rule = what, cited
        self.add_note(self.detail)


def _place_of(fault: BaseException) -> str:
    """File, line and function of the rule code that failed: the last call that is not of the engine."""
    calls = [call.tb_frame.f_code for call in _calls(fault)]
    lines = [call.tb_lineno for call in _calls(fault)]
    own = [at for at, code in enumerate(calls) if not code.co_filename.startswith(_ENGINE)]
    if not calls:
        return "somewhere"
    at = own[-1] if own else len(calls) - 1
    return f"{calls[at].co_filename}:{lines[at]}, in {calls[at].co_name}"


def _calls(fault: BaseException) -> Iterator[TracebackType]:
    call = fault.__traceback__
    while call is not None:
        yield call
        call = call.tb_next


_ENGINE = tuple(str(Path(package.__file__).parent) for package in (engine, domain) if package.__file__)


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
                admit(system, umpire.state, given)
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
    except IllegalOrder as refused:
        refused.said = _told(refused, system, umpire.state, given)
        raise
    except FAULTS as fault:
        if isinstance(fault, Refused) and not isinstance(fault, RuleCodeFault):
            raise
        last = next((event.rule for event in reversed(umpire.fresh) if event.rule), "")
        raise RulesFailed(system.title, given.order, last, fault) from fault
    return ()


def admit(system: RuleSystem, state: State, given: OrderGiven) -> None:
    """Raises IllegalOrder for an order that may not be given on this table.

    The checks of its kind refuse it, or its procedure; what neither of them looks at must be in the list of
    legal orders.
    """
    kind = system.orders[given.order]
    named = given.arguments
    if naming(kind.form):
        named = by_contacts(kind.form, named, state, given.side)
    try:
        refused = refusal(kind, state, given.side, named)
    except FAULTS:
        check_types(kind.form, given)
        refused = _not_listed(system, kind, state, given, named)
        if refused is None:
            raise
    if refused is None:
        refused = _not_listed(system, kind, state, given, named)
    if refused is not None:
        refused.said = _told(refused, system, state, given)
        raise refused


def _told(refused: IllegalOrder, system: RuleSystem, state: State, given: OrderGiven) -> str:
    """Why an order is refused, in words for its side; what it said, it said of contacts."""
    kind = system.orders.get(given.order)
    said = given.arguments
    if kind is not None and naming(kind.form):
        said = by_contacts(kind.form, said, state, given.side)
    return in_words(refused.said, state, given.side, said)


def _not_listed(
    system: RuleSystem, kind: OrderKind, state: State, given: OrderGiven, named: Mapping[str, Any]
) -> IllegalOrder | None:
    """The refusal of an order that the list of legal orders does not have; None where it has it, or where all
    that it says is checked otherwise."""
    open_to_doubt = unchecked(kind, state, named) if kind.legality else named.keys() - set(kind.unlisted)
    if kind.legality and not open_to_doubt:
        if not any(isinstance(value, list | dict) for value in named.values()):
            return None
        refused = system.legal(state).refusal(Order(given.side, given.order, dict(named)))
        return IllegalOrder("choice", rule_of(refused, kind.rule), said_of(refused)) if refused else None
    checked = (named.keys() | set(kind.unlisted)) - open_to_doubt
    refused = found_in(system.legal(state), kind, given.side, named, checked)
    if refused == "":
        return None
    if refused:
        return IllegalOrder("choice", rule_of(refused, kind.rule), said_of(refused))
    return _refusal_of_procedure(kind, state, given) or IllegalOrder(
        "unlisted",
        kind.rule,
        f"{kind.name} cannot be given like this now; `whitecell orders --kind {kind.name}` lists how it can.",
    )


def _refusal_of_procedure(kind: OrderKind, state: State, given: OrderGiven) -> IllegalOrder | None:
    """What the procedure itself says against an order, on a table of its own and with no dice thrown."""
    trial = Umpire(state.copy(), given.number, Unthrown(), Nobody())
    try:
        kind.procedure(trial, form(kind.form, given, trial.state))
    except IllegalOrder as refused:
        return refused
    except (Pending, Refused, *FAULTS):
        return None
    return None


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
    except (TypeError, msgspec.ValidationError) as error:
        why = _misnamed(kind, arguments) or str(error)
        raise IllegalOrder("form", given.rule, f"{given.order} does not take that: {why}") from error
    unknown = _unknown(arguments, msgspec.to_builtins(read))
    if unknown:
        raise IllegalOrder("form", given.rule, f"{given.order} does not take that: it has no {unknown[:40]}.")
    return read


def _misnamed(kind: type[Any], arguments: Mapping[str, Any]) -> str:
    """Which argument an order lacks, or does not take; empty where their names are right."""
    fields = {name: field for name, field in kind.__dataclass_fields__.items() if name != "side"}
    for name, field in fields.items():
        if name not in arguments and field.default is MISSING and field.default_factory is MISSING:
            return f"it needs {name}."
    unknown = next((name for name in arguments if name not in fields and name != "side"), None)
    if unknown is None:
        return ""
    return f"it takes {', '.join(fields) or 'no argument'}, not {unknown[:40]}."


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
