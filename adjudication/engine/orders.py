"""Orders: what may be ordered, as data that can be listed, given back unchanged, and checked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast, overload

import msgspec

from domain.errors import BadData
from domain.events import Value


class Order(msgspec.Struct, frozen=True, gc=False):
    """An order of a side: its name and its arguments, plain data."""

    side: str
    name: str
    arguments: dict[str, Any] = {}

    def data(self) -> dict[str, Any]:
        """The order as one flat object, as `orders --json` lists it and `order` takes it."""
        return {"order": self.name, **self.arguments}


class OrderKind(NamedTuple):
    """A kind of order: `form` is a frozen dataclass of its arguments, `procedure` adjudicates it. Of a
    `secret` one only its side learns that it was given; what comes of it has audiences of its own."""

    name: str
    form: type[Any]
    procedure: Callable[..., None]
    rule: str
    summary: str
    secret: bool = False


class OrderGroup(msgspec.Struct, frozen=True, gc=False):
    """Orders alike but for one argument: `vary` takes each of `values` in turn.

    With `vary` empty it is the one order that `fixed` says.
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
        return Order(self.side, self.name, {**self.fixed, self.vary: self.values[index]})


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
            return Order(self.side, self.name, {**self.fixed[nth], self.vary: values[index]})
        for nth, fixed in enumerate(self.fixed):
            values = self.values[0 if shared else nth]
            left_out = self.but[nth] if self.but else None
            size = len(values) - (left_out is not None)
            if index < size:
                if left_out is not None and index >= values.index(left_out):
                    index += 1
                return Order(self.side, self.name, {**fixed, self.vary: values[index]})
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


class LegalOrders(Sequence[Order]):
    """All legal orders, made only when looked at: groups and grids that read as a list of orders."""

    def __init__(self, parts: Sequence[OrderGroup | OrderGrid]) -> None:
        self.parts = parts
        self._sizes: list[int] = []
        self.size = 0
        for part in parts:
            size = len(part.values) if type(part) is OrderGroup else len(part)
            self._sizes.append(size)
            self.size += size

    @property
    def groups(self) -> list[OrderGroup]:
        """The same, all in groups."""
        found: list[OrderGroup] = []
        for part in self.parts:
            if type(part) is OrderGrid:
                found.extend(part.groups())
            else:
                found.append(cast(OrderGroup, part))
        return found

    def named(self, name: str) -> Iterator[OrderGroup]:
        """The groups of orders of that name."""
        for part in self.parts:
            if part.name == name:
                if type(part) is OrderGrid:
                    yield from part.groups()
                else:
                    yield cast(OrderGroup, part)

    def group(self, name: str, fixed: dict[str, Any]) -> OrderGroup | None:
        """The group of orders of that name with these arguments fixed, if one of them is legal."""
        for part in self.parts:
            if part.name == name:
                if type(part) is OrderGrid:
                    for nth, arguments in enumerate(part.fixed):
                        if arguments == fixed:
                            return part.group(nth)
                elif part.fixed == fixed:
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
        for group in self.groups:
            for index in range(len(group)):
                yield group.order(index)


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


def as_data(value: Any) -> Any:
    """Plain data as the log gives it back: what was a tuple is a list."""
    kind = type(value)
    if kind is tuple or kind is list:
        return [as_data(part) for part in value]
    if kind is dict:
        return {key: as_data(part) for key, part in value.items()}
    return value


def plain(value: Any) -> Value:
    """A scalar argument as text would give it."""
    return value if isinstance(value, str | int | bool) or value is None else str(value)
