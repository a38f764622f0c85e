"""The numbered list of legal orders; a long one is filtered by words, summed up, or shown page by page."""

import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from adjudication.engine.alike import sort_of
from adjudication.engine.choice_texts import as_text
from adjudication.engine.orders import LegalOrders, OpenOrder, Order
from domain.errors import BadData, NotFound
from domain.resolving import Named, fold, likely
from domain.table.contacts import PREFIX
from domain.views.masks import identifies
from domain.views.view import WHITE

if TYPE_CHECKING:
    from domain.table.state import State
    from reports.words.names import Names
    from seats.seat.seat import Seat

PAGE = 100
"""Orders that are listed one by one; of more there is a summary, or a page."""
MOST_UNITS = 40
"""Units of a side that a summary names."""
WIDE = 44
"""Characters of a unit's id and name in a summary."""


WIDTH = 100
"""Characters of a line of the list."""

Numbered = tuple[int, Order]


def legal_orders(seat: "Seat") -> LegalOrders:
    """What may be ordered now."""
    return seat.session_without_dice().legal()


def numbered_orders(seat: "Seat", kind: str | None = None, piece: str | None = None) -> list[Numbered]:
    """The legal orders with their numbers, which a filter does not change.

    Raises NotFound for a kind or a piece that the game does not have.
    """
    if kind is not None:
        seat.system.kind(kind)
    if piece is not None and piece not in seat.game.state.pieces:
        raise NotFound(f"There is no piece {piece[:60]!r} on the table; `whitecell pieces` lists them.")
    return [
        (number, order)
        for number, order in enumerate(legal_orders(seat), start=1)
        if (kind is None or order.name == kind) and (piece is None or names_piece(order, piece))
    ]


def names_piece(order: Order, piece: str) -> bool:
    """Whether an order names a piece, or can."""
    arguments = order.arguments
    if isinstance(order, OpenOrder):
        arguments = {**order.fixed(), order.vary: order.choices.pieces()}
    return any(_names(value, piece) for value in arguments.values())


def _names(value: Any, piece: str) -> bool:
    if isinstance(value, Mapping):
        return any(_names(each, piece) for pair in value.items() for each in pair)
    if isinstance(value, list):
        return any(_names(each, piece) for each in value)
    return bool(value == piece) or sort_of(value).partition("/")[0] == piece


def order_data(order: Order) -> dict[str, Any]:
    """An order for programs, with its side; `choices` says what may stand in an argument that is open, of
    which the order has one answer as an example."""
    data = {"side": order.side, "order": order.data()}
    if isinstance(order, OpenOrder):
        data["choices"] = {order.vary: order.choices.data()}
    return data


def order_lines(seat: "Seat", orders: Sequence[Numbered], viewer: str) -> list[str]:
    """The list for people: by kind of order, then by what an order begins with, then number by number."""
    from reports.words.names import Names

    names = Names(seat.game.state, viewer)
    many_sides = len({order.side for _, order in orders}) > 1
    lines: list[str] = []
    for (side, name), of_kind in groupby(orders, key=lambda each: (each[1].side, each[1].name)):
        kind = seat.system.orders.get(name)
        who = f"{names.side(side) or 'The white cell'}: " if many_sides else ""
        about = f": {kind.about(seat.game.state.phase)}" if kind is not None else ""
        lines.append(f"{who}{name}{about}")
        said: dict[str, str] = {}
        for head, alike in groupby(of_kind, key=lambda each: _head(each[1])):
            lines += _group_lines(names, dict(head), list(alike), said)
    return lines


def _head(order: Order) -> tuple[tuple[str, Any], ...]:
    """All arguments of an order but the one that tells it from its neighbours in the list."""
    items = [(key, as_text(value)) for key, value in order.arguments.items()]
    return tuple(items[:-1])


def _group_lines(
    names: Any, head: Mapping[str, str], alike: Sequence[Numbered], said: dict[str, str]
) -> list[str]:
    from seats.dialogue.choices import in_short_once

    lines = []
    if head:
        told = ", ".join(
            f"{key}={text}{in_brackets(names, text, key == 'target')}" for key, text in head.items()
        )
        lines.append(f"  {told}")
    entries = []
    for number, order in alike:
        last = list(order.arguments.items())[-1:]
        words = "".join(
            f"{key}={as_text(value)}{in_brackets(names, value, key == 'target')}" for key, value in last
        )
        if isinstance(order, OpenOrder):
            words = f"{order.vary}=... ({in_short_once(order.choices, said, str(number))})"
        entries.append(f"{number:>5}  {words or order.name}")
    width = max(map(len, entries)) + 3
    across = max(1, (WIDTH - 2) // width)
    for start in range(0, len(entries), across):
        row = entries[start : start + across]
        lines.append(f"  {''.join(entry.ljust(width) for entry in row)}".rstrip())
    return lines


def in_brackets(names: Any, value: Any, where: bool = False) -> str:
    """What an id is called, in brackets, if it is called otherwise. where: and where a piece stands."""
    name = names.thing(value).removesuffix(f" ({value})")
    piece = names.state.pieces.get(value) if where and isinstance(value, str) else None
    if (
        piece is not None
        and piece.place in names.state.board.spaces
        and identifies(names.state, names.viewer, piece)
    ):
        name = f"{name}, {names.space(piece.place)}"
    elif at := place_of_contact(names, value):
        name = at if name == value else f"{name}, {at}"
    return f" ({textwrap.shorten(name, 40, placeholder='...')})" if name and name != as_text(value) else ""


def place_of_contact(names: "Names", value: Any) -> str:
    """Where a piece stands that a side calls by a contact; empty for anything else."""
    if not isinstance(value, str) or not value.startswith(PREFIX):
        return ""
    state = names.state
    sides = state.sides if names.viewer == WHITE else (names.viewer,)
    found = (state.called(side, value) for side in sides)
    return next((names.space(state.where(id)) for id in found if id is not None), "")


class Wanted:
    """Which orders are wanted: of a kind, of a unit, of a side, or those that words fit.

    words: each is the name of a kind of order, a piece, place or side by its id or name, or a part of what is
    typed or of what it is called. sight: the viewer whose names are read.
    """

    def __init__(self, seat: "Seat", words: Sequence[str], sight: str) -> None:
        from reports.words.names import Names

        self._names = Names(seat.game.state, sight)
        self.kinds: list[str] = []
        self.things: list[str] = []
        self.sides: list[str] = []
        self.texts: list[str] = []
        known = things_seen(seat.game.state, sight)
        sides = [(side.id, side.name) for side in seat.game.state.sides.values()]
        self._may_mean = [*known, *sides, *((name, "") for name in seat.system.orders)]
        whole = " ".join(words)
        thing = exactly(known, whole) if len(words) > 1 else ""
        for word in [] if thing else words:
            if word in seat.system.orders:
                self.kinds.append(word)
            elif found := exactly(known, word):
                self.things.append(found)
            elif found := exactly(sides, word):
                self.sides.append(found)
            else:
                self.texts.append(fold(word))
        if thing:
            self.things.append(thing)
        self._words = whole

    def likely(self) -> str:
        """What words with a slip may mean; empty for none, or where there is none."""
        texts = dict.fromkeys([self._words, *self.texts] if self.texts else [])
        return next(filter(None, (likely(self._may_mean, text) for text in texts)), "")

    def __call__(self, order: Order) -> bool:
        """Whether an order is wanted."""
        if self.kinds and order.name not in self.kinds:
            return False
        if self.sides and order.side not in self.sides:
            return False
        if not all(names_piece(order, thing) for thing in self.things):
            return False
        if not self.texts:
            return True
        text = fold(self._text(order))
        return all(word in text for word in self.texts)

    def _text(self, order: Order) -> str:
        """An order as it is typed, with what its arguments are called."""
        values = order.fixed() if isinstance(order, OpenOrder) else order.arguments
        told = [f"{key} {as_text(value)} {self._names.thing(value)}" for key, value in values.items()]
        return " ".join([order.name, *told])


def things_seen(state: "State", sight: str) -> list[Named]:
    """The pieces and places that a viewer knows of."""
    from domain.views.named import pieces_seen, places_seen

    return [*pieces_seen(state, sight), *places_seen(state, sight)]


def exactly(known: Sequence[Named], text: str) -> str:
    """The thing of that id or name; empty for none, or for one of several."""
    plain = fold(text)
    found = {id for id, name in known if plain in (fold(id), fold(name))}
    return found.pop() if len(found) == 1 else ""


def unit_of(order: Order, names: "Names") -> str:
    """The piece that an order is for: the first that it names; empty for none."""
    values = order.fixed() if isinstance(order, OpenOrder) else order.arguments
    pieces = names.state.pieces
    for value in values.values():
        if isinstance(value, str) and (value in pieces or value.startswith(PREFIX)):
            return value
    return ""


def summary_lines(seat: "Seat", orders: Sequence[Order], viewer: str, how: str) -> list[str]:
    """How many orders there are, by side, by unit and by kind; how: what lists some of them."""
    from reports.words.names import Names

    names = Names(seat.game.state, viewer)
    counts: dict[str, dict[str, dict[str, int]]] = {}
    for order in orders:
        of_unit = counts.setdefault(order.side, {}).setdefault(unit_of(order, names), {})
        of_unit[order.name] = of_unit.get(order.name, 0) + 1
    lines = [f"{len(orders):,} orders can be given now. {how}"]
    for side, units in counts.items():
        if len(counts) > 1:
            lines.append(f"{names.first(side) if side else 'White cell'}:")
        of_nobody = units.pop("", {})
        heading = ""
        for group, unit in _grouped(seat, side, list(units)[:MOST_UNITS]):
            if group != heading:
                lines.append(f"  {group or 'Others'}:")
                heading = group
            indent = "    " if heading else "  "
            lines.append(f"{indent}{_called(names, unit).ljust(WIDE)}  {_kinds(units[unit])}")
        if len(units) > MOST_UNITS:
            lines.append(f"  and {len(units) - MOST_UNITS} more units")
        if of_nobody:
            head = "other orders" if units else ""
            lines.append(f"  {head.ljust(WIDE)}  {_kinds(of_nobody)}" if units else f"  {_kinds(of_nobody)}")
    return lines


def _grouped(seat: "Seat", side: str, units: Sequence[str]) -> list[tuple[str, str]]:
    """Units under their headings, in the order in which headings come; those without one last."""
    heading_of = seat.system.words.heading
    state = seat.game.state
    found: dict[str, list[str]] = {}
    for unit in units:
        heading = heading_of(state, side, unit) if heading_of is not None and unit in state.pieces else ""
        found.setdefault(heading, []).append(unit)
    others = found.pop("", [])
    grouped = [(heading, unit) for heading, members in found.items() for unit in members]
    return [*grouped, *(("", unit) for unit in others)]


def _called(names: "Names", unit: str) -> str:
    name = names.piece(unit).removesuffix(f" ({unit})")
    told = unit if fold(name) == fold(unit) else f"{unit} ({name})"
    return textwrap.shorten(told, WIDE, placeholder="...")


def _kinds(counts: dict[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in counts.items())


def page_of(items: Sequence[Any], page: int, every: bool) -> tuple[Sequence[Any], str]:
    """The items of a page, from 1 on, and what says that there are more; all of them where `every` is said.

    Raises NotFound for a page that there is not, BadData for one beside all of them.
    """
    pages = max(1, -(-len(items) // PAGE))
    if not 1 <= page <= pages:
        raise NotFound(f"There is no page {page}; the list has {pages}.")
    if every and page > 1:
        raise BadData("--all lists every page; leave --page out.")
    if every or pages == 1:
        return items, ""
    start = (page - 1) * PAGE
    shown = items[start : start + PAGE]
    more = f"; `--page {page + 1}` shows more" if page < pages else ""
    return shown, f"{start + 1} to {start + len(shown)} of {len(items):,} orders{more}, `--all` all of them."
