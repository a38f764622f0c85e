"""What came of each order in one line, as a viewer may know it: `fired by USS Alpha; 1 intercepted; hit`."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from adjudication.engine.summary import Part
from adjudication.engine.systems import load
from domain.errors import NotFound
from domain.events import Event, OrderDone, OrderGiven, PhaseEntered
from domain.events.mutators import MUTATORS
from domain.game.game import Game
from domain.table.state import State
from domain.views.view import WHITE, identifies, sees
from reports.story.replay import table_before, views_by_number
from reports.words.names import Names, capital, joined
from reports.words.rulebook import short_rule


class Summed(NamedTuple):
    """What came of an order. given, concluded, end: the numbers of the events with which it begins, with
    which what was ordered is over, and with which it ends; 0 as long as it has not ended. whole: in one line;
    phases: the same for each phase that it went through, empty where nothing came of it."""

    given: int
    concluded: int
    end: int
    whole: str
    phases: tuple[str, ...]


def summaries(game: Game, viewer: str = WHITE, first: int = 1) -> dict[int, str]:
    """The summaries of the orders that were done from event `first` on and are in force, by the number of the
    event that ends the order. Of a rule system without summaries there are none."""
    return {each.end: each.whole for each in summed(game, viewer, first) if each.end}


def summed(game: Game, viewer: str = WHITE, first: int = 1) -> Iterator[Summed]:
    """The same, with what came of each phase in an order that ends some; of orders that go on, too, once what
    was ordered is over."""
    try:
        system = load(game.opened.system)
    except NotFound:
        return
    summary, concludes = system.summary, system.concludes
    if summary is None:
        return
    struck = game.struck

    def last(event: Event) -> bool:
        return isinstance(event, OrderDone) or (concludes is not None and concludes(event))

    later = {event.procedure for event in game.log[first - 1 :] if last(event) and event.number not in struck}
    if not later:
        return
    of_order: dict[int, list[Event]] = {procedure: [] for procedure in later}
    in_force = [event for event in game.log if event.number not in struck]
    for event in in_force:
        if event.procedure in of_order:
            of_order[event.procedure].append(event)
    known = None if viewer == WHITE else views_by_number(game.log, viewer).keys()
    ends = [next(filter(last, events)) for events in of_order.values()]
    for end, state in _tables_at(game, sorted(ends, key=lambda end: end.number)):
        given, *rest = of_order[end.procedure]
        if not isinstance(given, OrderGiven) or (known is not None and end.number not in known):
            continue
        before = in_force[: bisect_left(in_force, given.number, key=lambda event: event.number)]
        parts = [
            part
            for part in summary(given, rest, state, before)
            if known is None or all(number in known for number in part.events)
        ]
        names = Names(state, viewer, then=True)
        told = _told(parts, names)
        if told:
            begun = [event.number for event in rest if isinstance(event, PhaseEntered)]
            phases = [
                _told([part for part in parts if bisect_left(begun, _first(part, end)) == place], names)
                for place in range(len(begun) + 1)
            ]
            done = rest[-1].number if isinstance(rest[-1], OrderDone) else 0
            yield Summed(given.number, end.number, done, capital(told), tuple(map(capital, phases)))


def _first(part: Part, end: Event) -> int:
    """The event with which a part begins; one that names none comes last."""
    return min(part.events, default=end.number)


def _tables_at(game: Game, ends: list[Event]) -> Iterable[tuple[Event, State]]:
    """Each end of an order with the table then; one state, which goes on changing."""
    state = table_before(game.log, ends[0].number)
    at = ends[0].number
    corrected = set(game.struck.values())
    for end in ends:
        between = game.log[at - 1 : end.number - 1]
        if any(event.number in corrected for event in between):
            state = table_before(game.log, end.number)
        else:
            for event in between:
                MUTATORS[type(event)](state, event)
                state.number = event.number
        at = end.number
        yield end, state


def _told(parts: Iterable[Part], names: Names) -> str:
    """The parts in one line, without those about pieces that the viewer does not see."""
    told = ""
    for part in parts:
        pieces = [names.state.pieces.get(thing) for thing in part.things if isinstance(thing, str)]
        if all(piece is None or sees(names.state, names.viewer, piece) for piece in pieces):
            said = _filled(part.text, [_called(thing, names) for thing in part.things])
            joint = ". " if part.head else "; "
            told += f"{joint if told else ''}{capital(said) if part.head else said}"
    return told


def _filled(text: str, things: Sequence[str]) -> str:
    """A text with things in its gaps; what is put in is never read for gaps."""
    first, *others = text.split("{}")
    return first + "".join(thing + other for thing, other in zip_longest(things, others, fillvalue=""))


def _called(thing: object, names: Names) -> str:
    """What the viewer calls a thing; a piece that it does not know by its contact or its back."""
    if isinstance(thing, list | tuple):
        return joined([_called(each, names) for each in thing])
    piece = names.state.pieces.get(thing) if isinstance(thing, str) else None
    if isinstance(thing, str) and piece is None and thing.startswith(f"{names.system} "):
        return short_rule(names.system, thing)
    if piece is None or identifies(names.state, names.viewer, piece):
        return names.thing(thing)
    contact = names.state.name_for(names.viewer, piece.id)
    return contact if contact != piece.id else f"a hidden {piece.kind.back or 'piece'}"
