"""An order as it is typed or sent: read from words or data."""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from adjudication.engine.choice_texts import as_text, read_text, unfit
from adjudication.engine.choices import show_option
from adjudication.engine.json_data import read_json
from adjudication.engine.orders import (
    OpenOrder,
    Order,
    OrderKind,
    as_data,
    read_arguments,
)
from domain.errors import BadData, NotFound, Refused
from domain.events.seen import held
from domain.resolving import fold
from domain.table.state import State
from domain.views.masks import masked_for
from domain.views.view import WHITE
from seats.dialogue.choices import example, in_short
from seats.dialogue.listing import in_brackets, legal_orders
from seats.dialogue.order_names import by_name, samples_of
from seats.dialogue.pairs import pairs
from seats.seat.seat import Seat

LARGEST_ORDER = 1_000_000
"""Bytes that an order file may have."""
NUMBERS_ARE_WHITE = "Say the order by its name: the numbers of `whitecell orders` are the white cell's."
"""Refusal of a number that would tell a player how many orders the others have."""


def read_words(seat: Seat, words: Sequence[str], side: str | None, strict: bool = True) -> Order:
    """An order from a number of the list, from its name and `key=value` pairs, from `UNIT to PLACE`, or from
    what a side says it does; one of which an argument is left open as an `OpenOrder`.

    strict: whether a place that there is not is refused here. Raises NotFound or BadData; whether it is legal
    the rules say when it is given.
    """
    if is_number(words):
        return _of_side(seat, by_number(seat, int(words[0])), words[0], side)
    name, texts = _moving(seat, words, side) or (words[0], None)
    if name not in seat.system.orders and " " in " ".join(words).strip():
        name, words = _stated(seat) or name, [name, *words]
    kind = seat.system.kind(name)
    if texts is None:
        if words[1:] and "=" not in words[1] and not _without_key(kind):
            known = " ".join(f"{key}=..." for key in _fields(kind))
            example = _for_example(seat, kind, _sight(seat, side))
            raise BadData(f"Write {name} with key=value: {known}; not {words[1][:40]!r}. {example}")
        texts = _in_pairs(kind, _arguments(kind, words[1:]))
    found = _offered(seat, name, texts, side)
    if found is None:
        plain = by_name(seat, kind, texts, _sight(seat, side), strict)
        found = _offered(seat, name, plain, side) if plain != texts else None
        texts = plain
    if found is not None:
        return found
    _check_fields(seat, kind, texts, _sight(seat, side))
    arguments = read_arguments(kind, _typed(kind, texts))
    return Order(_side(seat, name, arguments, side), name, arguments)


def _fields(kind: OrderKind) -> dict[str, bool]:
    """The arguments that are typed with an order of that kind, and whether each is needed."""
    return {
        name: field.default is MISSING and field.default_factory is MISSING
        for name, field in kind.form.__dataclass_fields__.items()
        if name != "side"
    }


def _without_key(kind: OrderKind) -> str:
    """The argument that may be typed without its key: the order's text, or the only one that it needs."""
    needed = [key for key, needed in _fields(kind).items() if needed]
    return kind.text or (needed[0] if len(needed) == 1 else "")


def _check_fields(seat: Seat, kind: OrderKind, texts: Mapping[str, str], sight: str) -> None:
    """Raises BadData, with the arguments and an example, for one that the order does not take, or lacks."""
    fields = _fields(kind)
    unknown = [key for key in texts if key not in fields]
    missing = [key for key, needed in fields.items() if needed and key not in texts]
    if unknown:
        known = ", ".join(f"{key}=" for key in fields) or "no arguments"
        raise BadData(f"{kind.name} takes {known}; not {unknown[0][:40]}=. {_for_example(seat, kind, sight)}")
    if missing:
        values = _values(seat, kind, missing[0], sight)
        told = f": {', '.join(values)}" if values else ""
        raise BadData(f"{kind.name} needs {missing[0]}={told}. {_for_example(seat, kind, sight)}")


def _values(seat: Seat, kind: OrderKind, key: str, sight: str, most: int = 8) -> list[str]:
    """Some of what an argument may be now: ids, each with its name."""
    from reports.words.names import Names

    names, state = Names(seat.game.state, sight), seat.game.state
    values = sorted(
        value
        for value in samples_of(seat, kind.name, sight).get(key, ())
        if value in state.pieces or value in state.board.spaces
    )
    shown = []
    for value in values[:most]:
        called = in_brackets(names, value)
        shown.append(value if fold(called) == f" ({fold(value)})" else f"{value}{called}")
    return [*shown, f"{len(values) - most} more"] if len(values) > most else shown


def _for_example(seat: Seat, kind: OrderKind, sight: str) -> str:
    return f"For example: {example_of(seat, kind, sight)}"


PAIR = "item: target"
"""How an item is typed with what it goes to."""


def example_of(seat: Seat, kind: OrderKind, sight: str) -> str:
    """An order of that kind as it is typed: one that may be given now, if there is one."""
    from seats.dialogue.eyes import orders_masked

    legal = legal_orders(seat) if sight == WHITE else orders_masked(seat, sight)
    order = next((each for each in legal if each.name == kind.name), None)
    if order is None:
        hints = get_type_hints(kind.form)
        typed = [
            f'{key}="{PAIR.upper()}"' if get_origin(hints[key]) is dict else f"{key}={key.upper()}"
            for key, needed in _fields(kind).items()
            if needed
        ]
    else:
        typed = [f"{key}={as_text(value)}" for key, value in order.arguments.items()]
    return " ".join(["order", kind.name, *typed])


def kind_lines(seat: Seat, kind: OrderKind, sight: str) -> list[str]:
    """How an order of that kind is typed: its arguments, what they may be now, and an example."""
    about = " ".join((kind.form.__doc__ or "").split("\n\n")[0].split())
    lines = [f"{kind.name}: {kind.about(seat.game.state.phase)}", *([f"  {about}"] if about else [])]
    hints = get_type_hints(kind.form)
    for key, needed in _fields(kind).items():
        of = get_origin(hints[key])
        several = ", several with commas" if of in (tuple, list, dict) else ""
        several += f", each as `{PAIR}`" if _of_pairs(hints[key]) else ""
        values = _values(seat, kind, key, sight)
        told = f": {', '.join(values)}" if values else ""
        lines.append(f"  {key}={'' if needed else ' (may be left out)'}{several}{told}")
    return [*lines, f"Example: {example_of(seat, kind, sight)}"]


def _arguments(kind: OrderKind, words: Sequence[str]) -> dict[str, str]:
    """`key=value` pairs. A word without a key of the order belongs to the value before it, so that a text
    needs no quotes: `intent=We open the strait`; what `_without_key` says needs no key. Raises BadData."""
    fields = get_type_hints(kind.form).keys()
    first = _without_key(kind)
    if first and words and words[0].partition("=")[0] not in fields and (kind.text or "=" not in words[0]):
        words = [f"{first}={words[0]}", *words[1:]]
    parted: list[str] = []
    for word in words:
        key, sign, _ = word.partition("=")
        if parted and not (sign and (key.strip() in fields or key.strip().isidentifier())):
            parted[-1] += f" {word}"
        else:
            parted.append(word)
    return pairs(parted)


def _in_pairs(kind: OrderKind, texts: Mapping[str, str]) -> dict[str, str]:
    """Texts with each pair as `item:target` where it was typed `item to target`, as lists say it, or
    `item=target`."""
    hints = get_type_hints(kind.form)

    def pair(part: str) -> str:
        sign = next((sign for sign in (":", "=", " to ") if sign in part), "")
        item, _, target = part.partition(sign) if sign else (part, "", "")
        return f"{item.strip()}:{target.strip()}" if sign else part

    return {
        key: ",".join(map(pair, text.split(",")))
        if _of_pairs(hints.get(key)) and not text.startswith(("{", "["))
        else text
        for key, text in texts.items()
    }


def _sight(seat: Seat, side: str | None) -> str:
    """Through whose eyes the names in an order are read: of its side, or of whoever gives it."""
    return seat.me.player or side or seat.me.eyes


def _legal(seat: Seat, side: str | None) -> Iterable[Order]:
    """The orders that may be given now, of the side or sides for which somebody acts; of all for None."""
    return (order for order in legal_orders(seat) if side is None or order.side in held(side))


def _offered(seat: Seat, name: str, texts: Mapping[str, str], side: str | None) -> Order | None:
    """The legal order with these arguments, if there is one. Raises BadData for what an open argument does
    not take."""
    misfit: BadData | None = None
    for order in _legal(seat, side):
        if order.name != name:
            continue
        if isinstance(order, OpenOrder):
            fixed = {key: as_text(value) for key, value in order.fixed().items()}
            if fixed == texts:
                return order
            if {**fixed, order.vary: texts.get(order.vary)} == texts:
                try:
                    return order.order(read_text(order.choices, texts[order.vary], caller(seat)))
                except BadData as refused:
                    mask = masked_for(seat.game.state, order.side or WHITE)
                    why = unfit(order.choices, texts[order.vary], refused, mask, caller(seat))
                    misfit = BadData(f"{order.name}: {order.vary}: {why}")
        elif {key: as_text(value) for key, value in order.arguments.items()} == texts:
            return order
    if misfit is not None:
        raise misfit
    return None


def _moving(seat: Seat, words: Sequence[str], side: str | None) -> tuple[str, dict[str, str]] | None:
    """The order and its arguments that `UNIT to PLACE` means: the one that may be given now of those that
    need a unit and the place where it goes `to`, or else `move`. None for words that say something else."""
    kinds = seat.system.orders
    unit, _, place = (part.strip() for part in " ".join(words).partition(" to "))
    if not (unit and place) or words[0] in kinds or any("=" in word for word in words):
        return None
    forms = {
        name: [field for field, needed in _fields(kind).items() if needed] for name, kind in kinds.items()
    }
    moving = [name for name, fields in forms.items() if fields[1:] == ["to"]]
    legal = [order for order in legal_orders(seat) if order.name in moving]
    now = list(dict.fromkeys(order.name for order in legal if _is_place(seat, order.arguments["to"])))
    meant = len(words) <= _WORDS_OF_A_MOVE or _is_piece(seat, unit, _sight(seat, side))
    if _stated(seat) and not (now and meant):
        return None
    name = now[0] if len(now) == 1 else "move"
    return (name, {forms[name][0]: unit, "to": place}) if name in moving else None


_WORDS_OF_A_MOVE = 4
"""So few words are a move, be it with a slip, rather than what a side says it does."""


def _is_place(seat: Seat, id: Any) -> bool:
    """Whether a piece can go there: to a space, or aboard another piece."""
    return id in seat.game.state.board.spaces or id in seat.game.state.pieces


def _is_piece(seat: Seat, text: str, sight: str) -> bool:
    from seats.dialogue.naming import piece_named

    try:
        piece_named(seat.game.state, sight, text)
    except NotFound:
        return False
    return True


def _stated(seat: Seat) -> str:
    """The one order in somebody's own words that may be given now, if there is one."""
    texts = [name for name, kind in seat.system.orders.items() if kind.text]
    found = list(dict.fromkeys(order.name for order in legal_orders(seat) if order.name in texts))
    return found[0] if len(found) == 1 else ""


def caller(seat: Seat) -> Callable[[Any], str]:
    """What an item is called, for whoever types it: by names that everyone knows."""
    from reports.words.names import Names

    names = Names(seat.game.state)
    return lambda item: names.thing(item) if isinstance(item, str) else show_option(item)


def whole(order: Order) -> Order:
    """An order with nothing left open. Raises BadData, with what may stand there and an example, for one that
    has something open."""
    if not isinstance(order, OpenOrder):
        return order
    given = f"{order.vary}={example(order.choices) or 'none'}"
    raise BadData(f"{order.name}: say {order.vary}=..., {in_short(order.choices)}; for example {given}.")


def is_number(words: Sequence[str]) -> bool:
    """Whether an order is given by its number in the list."""
    return len(words) == 1 and words[0].isascii() and words[0].isdigit()


def _of_side(seat: Seat, order: Order, number: str, side: str | None) -> Order:
    """An order that was given by its number. Raises BadData where it is not of the side that was said."""
    state = seat.game.state
    if side and ("" if side == WHITE else state.side_named(side)) != order.side:
        whose = state.sides[order.side].name if order.side else "the white cell"
        raise BadData(f"Order {number} is an order of {whose}; leave --side out, or give another number.")
    return order


def by_number(seat: Seat, number: int) -> Order:
    """The legal order of that number. Raises NotFound."""
    legal = legal_orders(seat)
    if not 1 <= number <= len(legal):
        state = seat.game.state
        if state.closed or state.verdict is not None:
            raise NotFound(f"This game is {'closed' if state.closed else 'decided'}; nothing can be ordered.")
        if state.procedures:
            raise NotFound(
                "No order can be given while an answer is awaited; `whitecell answer` shows the question."
            )
        raise NotFound(f"There is no order {number}; `whitecell orders` lists {len(legal)}.")
    return legal[number - 1]


def read_data(seat: Seat, raw: bytes, side: str | None) -> Order:
    """An order from JSON: `{"order": NAME, ...arguments}`, or a line of `orders --json` as it stands.

    Raises BadData or NotFound in one sentence.
    """
    if len(raw) > LARGEST_ORDER:
        raise BadData(f"An order file has at most {LARGEST_ORDER} bytes.")
    try:
        data = read_json(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadData(f"The order is not JSON: {error}.") from error
    if isinstance(data, dict) and isinstance(data.get("order"), dict):
        side = _said_side(seat, data.get("side"), side)
        data = data["order"]
    if not isinstance(data, dict) or not isinstance(data.get("order"), str):
        raise BadData('An order is an object such as {"order": "move", "unit": "...", "to": "..."}.')
    arguments = {key: as_data(value) for key, value in data.items() if key != "order"}
    name: str = data["order"]
    kind = seat.system.kind(name)
    for order in _legal(seat, side):
        if order.name != name:
            continue
        if isinstance(order, OpenOrder):
            if order.vary in arguments and {**order.fixed(), order.vary: arguments[order.vary]} == arguments:
                return Order(order.side, name, {**order.fixed(), order.vary: _as_offered(order, arguments)})
        elif order.arguments == arguments:
            return order
    read = read_arguments(kind, arguments)
    return Order(_side(seat, name, read, side), name, read)


def _said_side(seat: Seat, said: Any, side: str | None) -> str | None:
    """The side that an order is for which says one itself: where the door does not say, that one. Raises
    Refused for one that whoever speaks may not speak for."""
    if not isinstance(said, str) or not said:
        return side
    seat.check_speaks(seat.game.state.side_named(said, WHITE))
    return said if side is None or len(held(side)) > 1 else side


def _as_offered(order: OpenOrder, arguments: Mapping[str, Any]) -> Any:
    try:
        return order.choices.take(arguments[order.vary])
    except BadData as refused:
        raise BadData(f"{order.name}: {order.vary}: {refused.sentence}") from refused


def read_order(
    seat: Seat, text: str, side: str | None, said_with: str, finish: Callable[[Order], Order] = whole
) -> Order:
    """An order in one text: its number, its name with `key=value`, or JSON. finish: fills in what is open in
    it. Raises BadData or NotFound."""
    if text.lstrip().startswith("{"):
        return read_data(seat, text.encode(), side)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadData(f"The order cannot be read: {str(error).lower()}.") from error
    if not words:
        raise BadData(f"{said_with} takes an order: its number, or its name and key=value.")
    return finish(read_words(seat, words, side))


def _typed(kind: OrderKind, texts: Mapping[str, str]) -> dict[str, Any]:
    """Texts as the form's fields have them: several values are parted by commas, pairs are `item:target`."""
    hints = get_type_hints(kind.form)
    return {key: _typed_field(hints.get(key), text) for key, text in texts.items()}


def _typed_field(hint: Any, text: str) -> Any:
    origin = get_origin(hint)
    if origin not in (tuple, list, dict):
        return text
    if text[:1] in ("[", "{"):
        try:
            return read_json(text)
        except msgspec.DecodeError as error:
            raise BadData(f"{text[:60]!r} is not JSON: {error}.") from error
    parts = [part.strip() for part in text.split(",") if part.strip() and text != "none"]
    if not _of_pairs(hint):
        return parts
    alone = next((part for part in parts if ":" not in part), None)
    if alone is not None:
        raise BadData(f"Write pairs as item:target, parted by commas, not {alone[:60]!r}.")
    found = [(item.strip(), target.strip()) for item, _, target in (part.partition(":") for part in parts)]
    return dict(found) if origin is dict else [{item: target} for item, target in found]


def _of_pairs(hint: Any) -> bool:
    """Whether a field has pairs of an item and its target: all in one, or one after the other."""
    return get_origin(hint) is dict or any(get_origin(each) is dict for each in get_args(hint))


def _side(seat: Seat, name: str, arguments: Mapping[str, Any], named: str | None) -> str:
    """Whose order it is when nobody says: the side that may give such an order, whose turn it is, the only
    one that people play, the side of the player who gives it, or whose pieces it names.

    Raises BadData when that is not clear, or the refusal of the rules when it is the same for every side.
    """
    state = seat.game.state
    if named is not None and len(held(named)) == 1:
        return state.side_named(named) if named else ""
    may = dict.fromkeys(order.side for order in _legal(seat, named) if order.name == name)
    if len(may) == 1:
        return next(iter(may))
    if state.side:
        return state.side
    players = state.players()
    if len(players) == 1:
        return players[0]
    if named is not None:  # before the pieces: whose a hidden one is a player is not told
        return held(named)[0]
    owners = _owners(state, arguments)
    if len(owners) == 1:
        return owners[0]
    refusals = [_refusal(seat, Order(side, name, dict(arguments))) for side in players]
    refused = [each for each in refusals if each is not None]
    if refused and len(refused) == len(players):
        if len({each.sentence for each in refused}) == 1:
            raise refused[0]
        told = " ".join(f"{side}: {each.sentence}" for side, each in zip(players, refused, strict=True))
        raise BadData(f"No side can give this order. {told}")
    raise BadData(f"Say whose order it is with --side: {', '.join(players)}.")


def _owners(state: State, arguments: Mapping[str, Any]) -> list[str]:
    """The sides of the pieces that an order names, alone or each with its place."""
    values = [
        each for value in arguments.values() for each in (value if isinstance(value, list) else [value])
    ]
    named = [id for each in values for id in (each if isinstance(each, dict) else [str(each)])]
    return list(dict.fromkeys(state.pieces[id].side for id in named if id in state.pieces))


def _refusal(seat: Seat, order: Order) -> Refused | None:
    """How the rules refuse an order; None when they do not."""
    session = seat.session()
    with session.on_trial():
        try:
            session.order(order)
        except Refused as refused:
            return refused
    return None
