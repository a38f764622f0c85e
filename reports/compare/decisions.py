"""Decisions at the same points of several games, and where the games diverge."""

import contextlib
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

import msgspec

from adjudication.engine.by_hand.acts import PREFIX as BY_HAND
from adjudication.engine.play.running import BEGIN
from domain.errors import BadLog
from domain.events import CounterDrawn, DieRolled, Event, Picked
from domain.events.kind import Undo
from domain.events.registry import KIND_OF
from domain.game.lineage import forebears
from domain.game.replay import walk
from domain.game.rulings import ruled_answers
from reports.compare.found import Decisions, Group, Parting, Row, Said, Shared
from reports.story.turns import OrderTold, Story
from reports.words.events import in_words
from reports.words.names import Names, spoken

MOST_ALIGNED = 1_000
"""The most orders of one phase that are matched by what they order; more are matched by their place."""


def decisions(groups: Sequence[Group], stories: Sequence[Story]) -> Iterator[Decisions]:
    """The orders in force, phase by phase, with equal ones side by side.

    Orders that only advance the clock are left out.
    """
    found: list[dict[tuple[int, str, str], list[OrderTold]]] = []
    for told in stories:
        phases: dict[tuple[int, str, str], list[OrderTold]] = {}
        for turn in told.turns:
            for phase in turn.phases:
                key = (phase.turn, phase.phase, phase.side)
                phases.setdefault(key, []).extend(order for order in phase.orders if _decides(order))
        found.append(phases)
    names = [Names(group.game.state) for group in groups]
    ruled = [_rulings(group) for group in groups]
    places = {key: place for place, key in enumerate(dict.fromkeys(key for each in found for key in each))}
    for key in sorted(places, key=lambda key: (key[0], places[key])):
        beside = _beside([each.get(key, []) for each in found])
        rows = tuple(_row(orders, names, ruled, key[2]) for orders in beside)
        if rows:
            yield Decisions(key[0], key[1], key[2], rows)


def _decides(order: OrderTold) -> bool:
    return (
        order.number > 0
        and not order.struck_by
        and not order.continued
        and not order.idle()
        and order.name != BEGIN
    )


def _beside(games: Sequence[Sequence[OrderTold]]) -> list[list[OrderTold | None]]:
    """The orders of each game in rows, as far as possible with equal orders in the same row."""
    if any(len(orders) > MOST_ALIGNED for orders in games):
        return [list(row) for row in zip_longest(*games)]
    rows: list[tuple[bytes, list[OrderTold | None]]] = []
    for place, orders in enumerate(games):
        keys = [_what_was_ordered(order) for order in orders]
        merged: list[tuple[bytes, list[OrderTold | None]]] = []
        matcher = SequenceMatcher(None, [key for key, _ in rows], keys, autojunk=False)
        for _, first, last, start, end in matcher.get_opcodes():
            for row, one in zip_longest(rows[first:last], range(start, end)):
                key, told = row if row is not None else (keys[one], [None] * place)
                merged.append((key, [*told, None if one is None else orders[one]]))
        rows = merged
    return [told for _, told in rows]


def _row(
    orders: Sequence[OrderTold | None], names: Sequence[Names], ruled: Sequence[dict[int, Any]], side: str
) -> Row:
    keys = {None if order is None else _what_was_ordered(order) for order in orders}
    said = tuple(
        None if order is None else _ordered(order, called, side)
        for order, called in zip(orders, names, strict=True)
    )
    answers = [
        _answers(order, rulings) for order, rulings in zip(orders, ruled, strict=True) if order is not None
    ]
    asked_alike = len({tuple(question for question, _ in each) for each in answers}) == 1
    return Row(said, len(keys) == 1, not asked_alike or all(each == answers[0] for each in answers))


def _rulings(group: Group) -> dict[int, Any]:
    """The ruled values that replace answers, by the answer's number."""
    held = ruled_answers(group.game.log, group.game.struck)
    return {number: ruling.value for number, ruling in held.items()}


def _answers(order: OrderTold, ruled: dict[int, Any]) -> list[tuple[str, Any]]:
    """The questions that people answered in an order, each with the answer that finally held."""
    return [
        (line.texts["question"], ruled.get(line.number, line.fields.get("value")))
        for line in order.lines
        if line.kind == "chosen" and not line.struck_by
    ]


def _ordered(order: OrderTold, names: Names, side: str) -> Said:
    """An order, in short form if it is one of the side whose phase it is."""
    asked = any(line.kind == "chosen" for line in order.lines)
    came = "; ".join(order.outcome()) if order.decisive() or asked else ""
    short = ""
    if order.side == side and not order.name.startswith(BY_HAND):
        arguments = names.pairs(_arguments(order))
        short = f"{spoken(order.name)}, {arguments}" if arguments else spoken(order.name)
    return Said(order.number, order.words, came, short)


def _arguments(order: OrderTold) -> dict[str, Any]:
    given = next((line.fields for line in order.lines if line.kind == "order-given"), {})
    return dict(given.get("arguments", {}))


def _what_was_ordered(order: OrderTold) -> bytes:
    """A key that is equal for equal orders: without the number of the event that a manual order concerns."""
    given = _arguments(order)
    if order.name.startswith(BY_HAND):
        given.pop("concerns", None)
    return msgspec.json.encode((order.side, order.name, given), order="sorted")


def first_decision(points: Sequence[Decisions]) -> Parting | None:
    """The first place where the games decided differently."""
    for point in points:
        for row in point.rows:
            if not row.alike:
                return Parting(point.turn, point.phase, row.orders)
    return None


def first_roll(groups: Sequence[Group]) -> Parting | None:
    """The first roll, draw or pick for the same purpose that came out differently."""
    chances = [[event for event in _in_force(group) if _chance(event)] for group in groups]
    for events in zip(*chances, strict=False):
        asked, came = zip(*(chance for event in events if (chance := _chance(event))), strict=True)
        if len(set(asked)) > 1:
            return None
        if len(set(came)) > 1:
            told = [_said(group, event.number) for group, event in zip(groups, events, strict=True)]
            turn, phase = _when(groups[0], events[0].number)
            return Parting(turn, phase, tuple(told))
    return None


def _in_force(group: Group) -> Iterator[Event]:
    return (event for event in group.game.log if event.number not in group.game.struck)


def _chance(event: Event) -> tuple[str, str] | None:
    """The purpose of a chance, and its result."""
    match event:
        case DieRolled():
            return f"D{event.die} {event.purpose}", str(event.face)
        case Picked():
            return f"pick {event.purpose}", str(event.value)
        case CounterDrawn():
            return f"draw {event.purpose} {event.cup}", event.piece
        case _:
            return None


def _said(group: Group, number: int) -> Said | None:
    """An event of a game in words; None beyond its end."""
    for event, state in walk(group.game.log, number):
        return Said(number, in_words(event, state))
    return None


def _when(group: Group, number: int) -> tuple[int, str]:
    for _, state in walk(group.game.log, number):
        return state.turn, state.phase
    return 0, ""


def shared(groups: Sequence[Group]) -> Iterator[Shared]:
    """Games forked from each other, or from the same game, and how far their logs are the same."""
    families = [_family(group) for group in groups]
    for later in range(1, len(groups)):
        related = [earlier for earlier in range(later) if families[earlier] & families[later]]
        if related:
            lengths = {earlier: _in_common(groups[earlier], groups[later]) for earlier in related}
            nearest = max(related, key=lambda earlier: (lengths[earlier], -earlier))
            one, other, last = groups[nearest], groups[later], lengths[nearest]
            then = (_next_on_the_table(one, last), _next_on_the_table(other, last))
            yield Shared((one.name, other.name), last, then)


def _next_on_the_table(group: Group, last: int) -> Said | None:
    """The first thing that happened on the table after an event."""
    behind = (event.number for event in group.game.log[last:] if KIND_OF[type(event)].undo is Undo.STRUCK)
    return _said(group, next(behind, len(group.game.log) + 1))


def _family(group: Group) -> set[str]:
    """The game and those it was forked from, by their ids."""
    opened = group.game.opened
    found = {opened.game}
    with contextlib.suppress(BadLog):  # the audit reports what cannot be read
        found.update(forebear.origin.game for forebear in forebears(opened, len(group.entries)))
    return found


def _in_common(one: Group, other: Group) -> int:
    """The last event up to which two logs are the same, byte for byte; each has an opening of its own."""
    last = 1
    for mine, theirs in zip(one.entries[1:], other.entries[1:], strict=False):
        if (mine.wire_name, mine.body) != (theirs.wire_name, theirs.body):
            break
        last = mine.number
    return last
