"""Orders that nobody listed: listed orders with one argument changed to something else."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order, OrderKind, found_in
from adjudication.engine.session import Session
from adjudication.engine.umpire import Nobody
from domain.errors import Refused
from domain.events import Event, OrderGiven, PhaseEntered
from domain.game.game import Game
from domain.table.dice import SealedDice
from domain.table.state import State
from tests.core.games import SECRET, TIME

HOSTILE = (
    "{}",
    "{to}",
    "{0}",
    "{side.__class__}",
    "{to.__init__.__globals__}",
    "{",
    "%s%n%(to)s",
    "(?P<x>[",
    "\\1\\g<0>",
    "../../x",
    "*",
    "[bold]x[/bold]",
    "",
    " ",
    "nothing-like-it",
    "\0",
    "\ud800",
    "x" * 3_000,
)
"""Texts that a program may take for a format string, a pattern, a path, markup, or nothing at all."""
SAMPLES = 200
"""Orders of a list that are looked at."""


class Trial(NamedTuple):
    """An order that was tried: on which table (until the next trial), which argument was changed, whether the
    list has it, and how it was refused (None: it was accepted)."""

    state: State
    order: Order
    kind: OrderKind
    changed: str
    listed: bool
    refused: Refused | None


def trials(log: Sequence[Event], seed: int, most: int) -> Iterator[Trial]:
    """Orders tried on tables of a game, one for each phase and at most so many: each order is refused with
    nothing recorded, or taken back again."""
    chance = random.Random(seed)
    for end in _moments(log, most, chance):
        game = Game.from_events("", log[:end])
        system = load(game.opened.system)
        session = Session(system, game, SealedDice(SECRET), Nobody(), None, lambda: TIME)
        for changed, order in _unlisted(session, chance):
            kind = system.orders[order.name]
            free = (*kind.unlisted, kind.text)  # a text in somebody's own words is any text
            listed = found_in(session.legal(), kind, order.side, order.arguments, free) == ""
            before, number = len(game.log), session.state.number
            try:
                session.order(order, "test")
            except Refused as refused:
                assert (len(game.log), session.state.number) == (before, number)
                yield Trial(session.state, order, kind, changed, listed, refused)
            else:
                game.forget_after(before)
                yield Trial(session.state, order, kind, changed, listed, None)


def _moments(log: Sequence[Event], most: int, chance: random.Random) -> list[int]:
    """The events before an order that is given in each phase."""
    given: dict[str, list[int]] = defaultdict(list)
    phase = ""
    for event in log:
        if isinstance(event, PhaseEntered):
            phase = event.phase
        elif isinstance(event, OrderGiven) and phase:
            given[phase].append(event.number - 1)
    ends = [chance.choice(numbers) for numbers in given.values()]
    return sorted(chance.sample(ends, min(most, len(ends))))


def _unlisted(session: Session, chance: random.Random) -> Iterator[tuple[str, Order]]:
    legal = session.legal()
    found: dict[str, list[Order]] = defaultdict(list)
    values: dict[str, dict[str, None]] = defaultdict(dict)
    for _ in range(SAMPLES if legal else 0):
        order = legal.sample(chance)
        found[order.name].append(order)
        for name, value in order.arguments.items():
            if isinstance(value, str):
                values[name][value] = None
    for orders in found.values():
        order = chance.choice(orders)
        for name, value in order.arguments.items():
            for other in _others(value, _strings(session.state, list(values[name]), chance)):
                yield name, Order(order.side, order.name, {**order.arguments, name: other})
            without = {each: kept for each, kept in order.arguments.items() if each != name}
            yield name, Order(order.side, order.name, without)
        for side in session.state.sides:
            if side != order.side:
                yield "side", Order(side, order.name, order.arguments)
        yield "more", Order(order.side, order.name, {**order.arguments, "more": "{}"})


def _strings(state: State, listed: list[str], chance: random.Random) -> list[str]:
    """Names of what else there is, and hostile texts."""
    return [
        text
        for names, many in ((listed, 2), (list(state.pieces), 3), (list(state.board.spaces), 2), (HOSTILE, 4))
        for text in chance.sample(names, min(many, len(names)))
    ]


def _others(value: Any, texts: list[str]) -> Iterator[Any]:
    """What may be typed in the place of an argument."""
    match value:
        case str():
            yield from texts
        case bool():
            yield not value
        case int():
            yield from (value + 1, -1, 10**9)
        case list():
            yield from ([*value, text] for text in texts)
            yield from (value[:-1], value + value, [])
        case dict():
            yield from ({**value, text: text} for text in texts)
            yield from (dict.fromkeys(value, text) for text in texts)
            yield {}
