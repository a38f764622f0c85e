"""A game through one side's own eyes: what `--as SIDE` shows, and nothing that would count what it hides."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adjudication.engine.choices import Choices
from adjudication.engine.orders import OpenOrder, Order
from adjudication.engine.play.own_orders import own_orders
from adjudication.engine.umpire import Question
from adjudication.engine.umpire.audiences import table_of
from domain.events.seen import held, own_of
from domain.views.masks import masked_for
from domain.views.view import WHITE, EventView, knows, see_log
from seats.dialogue.answers import masked_question
from seats.dialogue.dice_words import words_wanted
from seats.seat.seat import Seat


def views_of(seat: Seat, side: str) -> list[EventView]:
    """The log as the side reads it, numbered for it alone."""
    return see_log(seat.game.log, side)


def orders_masked(seat: Seat, side: str) -> list[Order]:
    """The orders that the side may give now, unknown pieces masked; numbers would count the others'."""
    mask = masked_for(seat.game.state, side)
    found: dict[bytes, Order] = {}
    for orders in own_orders(seat.system, seat.game, side).values():
        for order in orders:
            order = _order_masked(order, mask)
            found.setdefault(msgspec.json.encode(order.data()), order)
    return list(found.values())


def _order_masked(order: Order, mask: Callable[[Any], Any]) -> Order:
    arguments = mask(order.arguments)
    if isinstance(order, OpenOrder):
        return OpenOrder(order.side, order.name, arguments, order.vary, order.choices.altered(mask))
    return Order(order.side, order.name, arguments)


def own_questions(seat: Seat, side: str, questions: Sequence[Question]) -> list[Question]:
    """What is asked of the side, unknown pieces masked; no numbers of orders, which count the others'."""
    from reports.words.names import Names
    from reports.words.questions import read

    mask = masked_for(seat.game.state, side)
    names = Names(seat.game.state, side)
    return [
        read(masked_question(question, mask), names)._replace(order=0, pieces={})
        for question in questions
        if question.side in held(side)
    ]


def awaited(seat: Seat, side: str, questions: Sequence[Question]) -> str:
    """That an answer of others is awaited, as far as the side may know; empty when it may not, or none is."""
    from reports.words.names import Names, joined

    waiting = seat.game.state.procedures
    others = [
        question
        for question in questions
        if question.side not in held(side)
        and knows(side, waiting[question.order].audience)
        and not question.optional
    ]
    if not others:
        return ""
    if any(question.secret for question in others):
        return "Waiting for answers."  # who has answered in secret already is not told
    names = Names(seat.game.state, side)
    sides = dict.fromkeys(names.side(question.side) for question in others)
    return f"Waiting for {joined(list(sides))} to answer."


def next_lines(seat: Seat, side: str, questions: Sequence[Question]) -> list[str]:
    """What the side may do next, in words that tell it nothing of the others' business."""
    from adjudication.seminar.asked import wanted_of
    from reports.words.asking import asked_lines
    from reports.words.names import Names, capital
    from reports.words.questions import asked

    state = seat.game.state
    names = Names(state, side)
    if state.closed:
        return ["The game is closed."]
    if state.verdict is not None:
        return ["The game is decided."]
    if words_wanted(seat):
        return words_wanted(seat)
    sealed = [*_sealed(seat, side), *asked_lines(wanted_of(seat.game, side), names)]
    own = own_questions(seat, side, questions)
    waiting = awaited(seat, side, questions)
    lists = f"`whitecell orders --as {side}` lists them"
    meanwhile = []
    if (own or waiting) and table_of(seat.game, side).procedures and orders_masked(seat, side):
        meanwhile = [f"{capital(names.side(side))} can give other orders meanwhile; {lists}."]
    if own:
        told = list(sealed)
        for question in own:
            if question.optional:
                told.append(f"Your sealed plan for “{question.text}”: {names.thing(question.given)}.")
                told.append(
                    f"You can change it with `whitecell answer --side {side}` until all plans are in."
                )
                continue
            told += [asked(question, names), *_shown(names, question)]
        if waiting and all(question.optional for question in own):
            told.append(waiting)
        return [*told, *meanwhile]
    if waiting:
        return [*sealed, waiting, *meanwhile]
    if orders_masked(seat, side):
        can = f"{capital(names.side(side))} can give orders now; {lists}."
        return [*sealed, can, *left_lines(seat, side)]
    return [*sealed, f"No orders for {names.side(side)} to give now."]


def left_lines(seat: Seat, viewer: str) -> list[str]:
    """What each side has still to do in this phase, where the rules say so; a side is told its own alone, by
    what it knows."""
    left = seat.system.words.left
    if left is None:
        return []
    from reports.words.names import Names, joined

    state = seat.game.state if viewer == WHITE else table_of(seat.game, viewer)
    names = Names(seat.game.state, viewer)
    sides = state.players() if viewer == WHITE else own_of(viewer, state.sides)
    told = [(side, left(state, side)) for side in sides]
    return [f"  {names.first(side)}: {joined(parts)}." for side, parts in told if parts]


def _sealed(seat: Seat, side: str) -> list[str]:
    """What the side itself has handed in sealed, while it is not opened."""
    from reports.words.names import Names, capital

    counts = [len(each.orders) for each in seat.game.state.cell.sealed.values() if each.side in held(side)]
    name = capital(Names(seat.game.state, side).side(side))
    return [
        f"{name}: {count or 'no'} sealed {'order' if count == 1 else 'orders'} submitted, not opened yet."
        for count in counts
    ]


def _shown(names: Any, question: Question) -> list[str]:
    """What may be answered."""
    from reports.words.names import joined
    from seats.dialogue.choices import choice_lines

    if isinstance(question.options, Choices):
        return choice_lines(question.options, names.thing)
    if not question.options:
        return []
    return [f"  one of {joined([names.thing(option) for option in question.options], 'or')}"]


def order_lines(seat: Seat, side: str, orders: Sequence[Order]) -> list[str]:
    """The side's own orders as they are typed, by kind."""
    from adjudication.engine.choice_texts import as_text
    from reports.words.names import Names
    from seats.dialogue.choices import in_short_once
    from seats.dialogue.listing import place_of_contact

    lines: list[str] = []
    names = Names(seat.game.state, side)
    for order in orders:
        kind = seat.system.orders.get(order.name)
        head = f"{order.name}: {kind.about(seat.game.state.phase)}" if kind is not None else order.name
        if head not in lines:
            lines.append(head)
            said_once: dict[str, str] = {}
        fixed = order.fixed() if isinstance(order, OpenOrder) else order.arguments
        words = [f"{key}={as_text(value)}" for key, value in fixed.items()]
        called = [place_of_contact(names, value) or names.thing(value) for value in fixed.values()]
        said = [name for name, word in zip(called, words, strict=True) if name != word.partition("=")[2]]
        called_so = f"  ({', '.join(said)})" if said else ""
        if isinstance(order, OpenOrder):
            may = in_short_once(order.choices, said_once, " ".join(words))
            words.append(f"{order.vary}=... ({may})")
        lines.append(f"  {' '.join([order.name, *words])}{called_so}")
    return lines
