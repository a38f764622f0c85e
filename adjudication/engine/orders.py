"""Orders: what may be ordered, as data that can be listed, given back unchanged, and checked."""

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import msgspec

from adjudication.engine.choices import Allotment, Choices, Fits, Subset, as_data
from adjudication.engine.reasons import Why
from domain.errors import BadData
from domain.events import Value

if TYPE_CHECKING:
    from adjudication.engine.legality import Legality
    from domain.table.state import State


class Order(msgspec.Struct, frozen=True, gc=False):
    """An order of a side: its name and its arguments, plain data."""

    side: str
    name: str
    arguments: dict[str, Any] = {}

    def data(self) -> dict[str, Any]:
        """The order as one flat object, as `orders --json` lists it and `order` takes it."""
        return {"order": self.name, **self.arguments}


class OrderKind(NamedTuple):
    """A kind of order: what it is called, its arguments, what it does, and when it is legal."""

    name: str
    """What people type."""
    form: type[Any]
    """A frozen dataclass of its arguments; `side` is filled with the side that gives the order."""
    procedure: Callable[..., None]
    """Adjudicates it: a function of an umpire and a form."""
    rule: str
    """The rule by which it is given."""
    summary: str
    """What it does, in words, for lists of orders."""
    secret: bool = False
    """Whether only its side learns that it was given; its results have audiences of their own. Without it all
    learn of it who see the pieces that it names."""
    shown: tuple[str, ...] = ()
    """The arguments of a secret order that all learn, with its name and side. Without it none."""
    beside: bool = False
    """Whether it may be given while another order waits for an answer. Without it that is refused."""
    during: tuple[str, ...] = ()
    """The phases in which `beside` holds. Without it in all."""
    legality: tuple["Legality", ...] = ()
    """When it is legal, for each of its phases. Without it the procedure refuses, and the system lists the
    legal orders itself."""
    covert: Callable[["State"], bool] | None = None
    """Whether such orders are covert on a table where nobody says so. Without it they cannot be covert."""
    text: str = ""
    """The argument in somebody's own words, which is typed without its name. Without it there is none."""
    leads_to: Callable[..., None] | None = None
    """The procedure that odds run after its own, for what comes of it in a later phase, such as the combat of
    a declared attack. Without it odds end with its own."""
    told: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """Phase to another summary and rule for it there. Without it `summary` and `rule` hold."""
    unlisted: tuple[str, ...] = ()
    """The arguments that its procedure checks itself, such as free text. Without it an argument that no check
    of its legality looks at must stand in the list of legal orders."""
    costs: Callable[["State", Order], str] | None = None
    """What an order costs that its side may not have thought of: a sentence to confirm before it is given, or
    an empty one. Without it nothing is confirmed."""

    def told_in(self, phase: str) -> tuple[str, str]:
        """The summary and the rule of such an order in that phase."""
        return self.told.get(phase, (self.summary, self.rule))

    def about(self, phase: str) -> str:
        """Both in words: `flush a Zone (somalia 6.12e)`."""
        summary, rule = self.told_in(phase)
        return f"{summary} ({rule})"

    def stands_beside(self, phase: str) -> bool:
        """Whether such an order may be given in that phase while another order waits for an answer."""
        return self.beside and (not self.during or phase in self.during)


class OrderGroup(msgspec.Struct, frozen=True, gc=False):
    """Orders alike but for one argument: `vary` takes each of `values` in turn.

    With `vary` empty it is the one order that `fixed` says; the value None leaves the argument out.
    """

    side: str
    name: str
    fixed: dict[str, Any]
    vary: str = ""
    values: Sequence[Any] = (None,)

    def __len__(self) -> int:
        return len(self.values)

    def order(self, index: int) -> Order:
        """The order of that index, from 0."""
        if not self.vary:
            return Order(self.side, self.name, self.fixed)
        return _with(self.side, self.name, self.fixed, self.vary, self.values[index])


class OrderGrid(msgspec.Struct, frozen=True, gc=False):
    """Many groups in one, of orders of one name: with each of `fixed`, `vary` takes each of `values` in turn.

    values: one list for each of `fixed`, or a single one for all of them. but: for each the value that is
    left out of its list, None for nothing; empty: nothing of any.
    """

    side: str
    name: str
    fixed: Sequence[dict[str, Any]]
    vary: str
    values: Sequence[Sequence[Any]]
    but: Sequence[Any] = ()

    def __len__(self) -> int:
        values, but = self.values, self.but
        size = len(values[0]) * len(self.fixed) if len(values) == 1 else sum(map(len, values))
        return size - len(but) + but.count(None) if but else size

    def order(self, index: int) -> Order:
        """The order of that index, from 0."""
        shared = len(self.values) == 1
        if shared and not self.but:
            (values,) = self.values
            nth, index = divmod(index, len(values))
            return _with(self.side, self.name, self.fixed[nth], self.vary, values[index])
        for nth, fixed in enumerate(self.fixed):
            values = self.values[0 if shared else nth]
            left_out = self.but[nth] if self.but else None
            size = len(values) - (left_out is not None)
            if index < size:
                if left_out is not None and index >= values.index(left_out):
                    index += 1
                return _with(self.side, self.name, fixed, self.vary, values[index])
            index -= size
        raise IndexError("no order of that number")

    def group(self, nth: int) -> OrderGroup:
        """The group of the orders with the arguments `fixed[nth]`."""
        values = self.values[0 if len(self.values) == 1 else nth]
        if self.but and self.but[nth] is not None:
            values = [value for value in values if value != self.but[nth]]
        return OrderGroup(self.side, self.name, self.fixed[nth], self.vary, values)

    def groups(self) -> Iterator[OrderGroup]:
        """The same in groups, without those that have no order."""
        for nth in range(len(self.fixed)):
            group = self.group(nth)
            if group.values:
                yield group


class OpenOrder(Order, frozen=True, gc=False):
    """A line of the list that stands for all orders with these arguments but for `vary`, which may be any of
    `choices`. As it stands it is the first of them."""

    vary: str = ""
    choices: Choices = Subset(())

    def fixed(self) -> dict[str, Any]:
        """The arguments that all of these orders have."""
        return {name: value for name, value in self.arguments.items() if name != self.vary}

    def order(self, answer: Any) -> Order:
        """The order with that argument. Raises BadData for one that may not be given."""
        return Order(self.side, self.name, {**self.fixed(), self.vary: self.choices.take(answer)})


class OrderChoice:
    """Orders alike but for one argument, which is some of several items or an allotment of items: too many to
    list, so that they are one line of the list.

    of: the items, a mapping from items to what each may be allotted to, or choices made elsewhere. least,
    most: how many of the items. every: whether each item must be allotted. fits: as `Choices` has it.
    """

    def __init__(
        self,
        side: str,
        name: str,
        fixed: dict[str, Any],
        vary: str,
        of: "Choices | Sequence[Any] | Mapping[str, Sequence[Any]]",
        least: int = 0,
        most: int | None = None,
        fits: Fits | None = None,
        every: bool = False,
    ) -> None:
        self.side = side
        self.name = name
        self.fixed = fixed
        self.vary = vary
        if isinstance(of, Choices):
            self.choices = of
        elif isinstance(of, Mapping):
            self.choices = Allotment(of, every, fits)
        else:
            self.choices = Subset(of, least, most, fits)

    def __len__(self) -> int:
        return 1 if self.choices.size else 0

    def order(self, index: int = 0) -> OpenOrder:
        """The line that stands for them."""
        first = {**self.fixed, self.vary: self.choices.first()}
        return OpenOrder(self.side, self.name, first, self.vary, self.choices)

    def sample(self, chance: random.Random) -> Order:
        """One of the orders at random, as `Choices.sample` takes it."""
        return Order(self.side, self.name, {**self.fixed, self.vary: self.choices.sample(chance)})

    def refusal(self, arguments: Mapping[str, Any]) -> Why | None:
        """Why none of these orders has these arguments, empty where one has; None where they are not about
        the same."""
        given = {name: value for name, value in arguments.items() if name != self.vary}
        if given != self.fixed:
            return None
        return self.choices.refusal(arguments.get(self.vary, self.choices.empty()))


Part = OrderGroup | OrderGrid | OrderChoice


class LegalOrders(Sequence[Order]):
    """All legal orders, made only when looked at: groups and grids that read as a list of orders.

    What stands for more orders than can be listed is one entry of it, an `OpenOrder`.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts: Sequence[Part] | None = parts
        self._counted: list[int] | None = None

    @property
    def parts(self) -> Sequence[Part]:
        """All of them, kind by kind."""
        if self._parts is None:
            self._parts = [part for name in self.names() for part in self.of_kind(name)]
        return self._parts

    def names(self) -> Sequence[str]:
        """The kinds of orders that may be among them, in the order of the list."""
        return list(dict.fromkeys(part.name for part in self.parts))

    def of_kind(self, name: str) -> Sequence[Part]:
        """The orders of one kind."""
        return [part for part in self.parts if part.name == name]

    def __bool__(self) -> bool:
        """Whether there is any, with no more listed than it takes to know."""
        for name in self.names():
            for part in self.of_kind(name):
                if len(part):
                    return True
        return False

    def may_order(self, side: str) -> bool:
        """Whether some are of that side, with no more listed than it takes to know."""
        return any(part.side == side for name in self.names() for part in self.of_kind(name))

    @property
    def _sizes(self) -> list[int]:
        if self._counted is None:
            self._counted = [
                len(part.values) if type(part) is OrderGroup else len(part) for part in self.parts
            ]
        return self._counted

    @property
    def size(self) -> int:
        """How many there are."""
        return sum(self._sizes)

    @property
    def groups(self) -> list[OrderGroup]:
        """The same, all in groups; what cannot be listed is left out."""
        found: list[OrderGroup] = []
        for part in self.parts:
            if type(part) is OrderGrid:
                found.extend(part.groups())
            elif type(part) is OrderGroup:
                found.append(part)
        return found

    def named(self, name: str) -> Iterator[OrderGroup]:
        """The groups of orders of that name; what cannot be listed is left out."""
        for part in self.of_kind(name):
            if type(part) is OrderGrid:
                yield from part.groups()
            elif type(part) is OrderGroup:
                yield part

    def choices(self, name: str) -> Iterator[OrderChoice]:
        """The orders of that name that cannot be listed."""
        for part in self.of_kind(name):
            if type(part) is OrderChoice:
                yield part

    def sample(self, chance: random.Random) -> Order:
        """An order at random: each entry of the list with the same chance, and of one that stands for many
        orders any, as `Choices.sample` takes it."""
        parts, sizes = self.parts, self._sizes
        index = int(chance.random() * sum(sizes))
        for part, size in zip(parts, sizes, strict=True):
            if index < size:
                return part.sample(chance) if type(part) is OrderChoice else part.order(index)
            index -= size
        raise IndexError("no order may be given")

    def refusal(self, order: Order) -> Why | None:
        """Why an order is none of these, as far as that can be said: empty where it is one of them, None
        where there is nothing like it. Nothing is listed for it."""
        found: Why | None = None
        for part in self.of_kind(order.name):
            if part.side != order.side:
                continue
            if type(part) is OrderChoice:
                refused = part.refusal(order.arguments)
                if refused == "":
                    return ""
                found = refused if found is None else found
            elif any(_has(group, order.arguments) for group in _groups(part)):
                return ""
        return found

    def __contains__(self, order: object) -> bool:
        return isinstance(order, Order) and self.refusal(order) == ""

    def group(self, name: str, fixed: dict[str, Any]) -> OrderGroup | None:
        """The group of orders of that name with these arguments fixed, if one of them is legal."""
        for part in self.of_kind(name):
            if type(part) is OrderGrid:
                for nth, arguments in enumerate(part.fixed):
                    if arguments == fixed:
                        return part.group(nth)
            elif type(part) is OrderGroup and part.fixed == fixed:
                return part
        return None

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Order: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Order]: ...
    def __getitem__(self, index: int | slice) -> Order | Sequence[Order]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(self.size))]
        if index < 0:
            index += self.size
        if index < 0:
            raise IndexError("no order of that number")
        return self.at(index)

    def at(self, index: int) -> Order:
        """The order of that index, from 0 on."""
        for nth, size in enumerate(self._sizes):
            if index < size:
                return self.parts[nth].order(index)
            index -= size
        raise IndexError("no order of that number")

    def __iter__(self) -> Iterator[Order]:
        for part in self.parts:
            for group in _groups(part):
                for index in range(len(group)):
                    yield group.order(index)


def _with(side: str, name: str, fixed: dict[str, Any], vary: str, value: Any) -> Order:
    """The order with that argument; None leaves it out."""
    return Order(side, name, fixed if value is None else {**fixed, vary: value})


def _groups(part: Part) -> Iterator[OrderGroup | OrderChoice]:
    """A part as what varies in one argument alone."""
    if type(part) is OrderGrid:
        yield from part.groups()
    else:
        assert not isinstance(part, OrderGrid)
        yield part


def _has(group: OrderGroup | OrderChoice, arguments: Mapping[str, Any]) -> bool:
    """Whether one of the orders of a group has these arguments."""
    assert isinstance(group, OrderGroup)
    if not group.vary:
        return arguments == group.fixed
    rest = {name: value for name, value in arguments.items() if name != group.vary}
    return rest == group.fixed and arguments.get(group.vary) in group.values


def found_in(
    legal: LegalOrders, kind: OrderKind, side: str, arguments: Mapping[str, Any], but: Collection[str] = ()
) -> Why | None:
    """Why a list has no order of that kind with these arguments, whatever those named in `but` are: as
    `LegalOrders.refusal` has it. An argument left out is its default."""
    refused = legal.refusal(Order(side, kind.name, dict(arguments)))
    if refused == "":
        return refused
    defaults = {
        name: as_data(field.default)
        for name, field in kind.form.__dataclass_fields__.items()
        if field.default is not MISSING
    }
    wanted = _whole(arguments, defaults, but)
    for group in (group for part in legal.of_kind(kind.name) if part.side == side for group in _groups(part)):
        open_to = () if isinstance(group, OrderChoice) else group.values if group.vary not in but else (None,)
        for value in open_to:
            listed = group.fixed if value is None or not group.vary else {**group.fixed, group.vary: value}
            if _whole(listed, defaults, but) == wanted:
                return ""
    return refused


def _whole(arguments: Mapping[str, Any], defaults: Mapping[str, Any], but: Collection[str]) -> dict[str, Any]:
    """Arguments as plain data, with those that are left out, without some."""
    whole = {**defaults, **arguments}
    return {name: as_data(value) for name, value in whole.items() if name not in but}


def read_arguments(kind: OrderKind, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments from outside, checked against the order's form and made its plain data.

    Raises BadData, in one sentence, for a missing, unknown or malformed argument.
    """
    from pydantic import TypeAdapter, ValidationError

    fields = kind.form.__dataclass_fields__
    side = {"side": ""} if "side" in fields else {}  # the order's own, never an argument
    try:
        form = TypeAdapter(kind.form).validate_python({**raw, **side}, extra="forbid")
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"]) or "the order"
        raise BadData(f"Order {kind.name}: {where}: {fault['msg'].rstrip('.').lower()}.") from error
    arguments: dict[str, Any] = {}
    for name in fields:
        value = getattr(form, name)
        if name not in side and value is not None and value != ():
            arguments[name] = as_data(value)
    return arguments


def plain(value: Any) -> Value:
    """A scalar argument as text would give it."""
    return value if isinstance(value, str | int | bool) or value is None else str(value)


__all__ = [
    "Allotment",
    "Choices",
    "LegalOrders",
    "OpenOrder",
    "Order",
    "OrderChoice",
    "OrderGrid",
    "OrderGroup",
    "OrderKind",
    "Part",
    "Subset",
    "as_data",
    "plain",
    "read_arguments",
]
