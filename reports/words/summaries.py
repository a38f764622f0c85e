"""The result of each order in one line, as a viewer may know it: `fired by USS Alpha; 1 intercepted; hit`."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from adjudication.engine.games.systems import load
from adjudication.engine.summary import ABOUT, Part
from domain.errors import NotFound
from domain.events import Event, OrderDone, OrderGiven, PhaseEntered
from domain.game.game import Game
from domain.game.replay import table_before, views_by_number, walk
from domain.table.mutators import MUTATORS
from domain.table.state import State
from domain.views.masks import identifies, sees
from domain.views.view import WHITE
from reports.words.names import Names, capital, joined
from reports.words.rulebook import short_rule


class SummaryPart(NamedTuple):
    """A part of a summary as its viewer reads it. about: what it is about, such as a target; empty if
    it does not begin with that. result: what it says besides. head: whether it begins a sentence of its
    own."""

    about: str
    result: str
    head: bool = False

    @property
    def words(self) -> str:
        """The part as a whole."""
        return f"{self.about}: {self.result}" if self.about else self.result

    def begins(self) -> "SummaryPart":
        """The part with a capital letter, as the first of a sentence."""
        if self.about:
            return self._replace(about=capital(self.about))
        return self._replace(result=capital(self.result))


class Summed(NamedTuple):
    """The result of an order. given, concluded, end: the numbers of the event with which it begins, of the
    event with which what was ordered is over, and of the event with which it ends; 0 until then. parts: the
    result, part by part. phases: the same in one line for each phase that it went through, empty where it had
    no result."""

    given: int
    concluded: int
    end: int
    parts: tuple[SummaryPart, ...]
    phases: tuple[str, ...]

    @property
    def whole(self) -> str:
        """The result in one line."""
        return in_a_line(self.parts)


NO_SUMMARY = Summed(0, 0, 0, (), ())
"""Of an event that ends no order, or one without a result worth a line."""


def summaries(game: Game, viewer: str = WHITE, first: int = 1) -> dict[int, str]:
    """The summaries of the orders in force that ended at or after event `first`, by the number of the
    event that ends the order. Empty for a rule system without summaries."""
    return {each.end: each.whole for each in summed(game, viewer, first) if each.end}


def summed(game: Game, viewer: str = WHITE, first: int = 1) -> Iterator[Summed]:
    """The same, with the results by phase of an order that ends phases; also for orders that go on, once
    what was ordered is over."""
    try:
        system = load(game.opened.system)
    except NotFound:
        return
    summary, concludes = system.words.summary, system.words.concludes
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
    found: list[tuple[Summed, list[int], list[_Said]]] = []
    for end, state in _tables_at(game, sorted(ends, key=lambda end: end.number)):
        given, *rest = of_order[end.procedure]
        if not isinstance(given, OrderGiven) or (known is not None and end.number not in known):
            continue
        before = in_force[: bisect_left(in_force, given.number, key=lambda event: event.number)]
        said = [
            _Said(part, end.number, viewer)
            for part in summary(given, rest, state, before)
            if known is None or all(number in known for number in part.events)
        ]
        begun = [event.number for event in rest if isinstance(event, PhaseEntered)]
        done = rest[-1].number if isinstance(rest[-1], OrderDone) else 0
        found.append((Summed(given.number, end.number, done, (), ()), begun, said))
    _look(game, [each for *_, said in found for each in said])
    for order, begun, said in found:
        if parts := _told(said):
            phases = [
                in_a_line(_told(each for each in said if bisect_left(begun, each.first) == place))
                for place in range(len(begun) + 1)
            ]
            yield order._replace(parts=parts, phases=tuple(phases))


class _Said:
    """A part of a summary, in the names that its viewer had for pieces when it happened: at the line of
    its last event, which may itself have revealed or hidden a piece. first, last: its events; a part
    without events comes at the end of its order."""

    def __init__(self, part: Part, end: int, viewer: str) -> None:
        self.part = part
        self.viewer = viewer
        self.first = min(part.events, default=end)
        self.last = max(part.events, default=end)
        self.read = SummaryPart("", "")
        self._called: dict[str, str] = {}

    def before(self, state: State) -> None:
        """Look at the table just before the last event."""
        for id in self._ids(self.part.things, state):
            if sees(state, self.viewer, state.pieces[id]):
                self._called[id] = self._name(id, state)

    def after(self, state: State) -> None:
        """Look at the table just after the last event, and word the part; it is empty if it is about a
        piece that the viewer does not see."""
        ids = self._ids(self.part.things, state)
        for id in ids:
            piece = state.pieces[id]
            if identifies(state, self.viewer, piece) or id not in self._called:
                if not sees(state, self.viewer, piece):
                    return
                self._called[id] = self._name(id, state)
        names = Names(state, self.viewer)
        things = [self._thing(thing, names) for thing in self.part.things]
        text = self.part.text
        about = things.pop(0) if text.startswith(ABOUT) else ""
        read = SummaryPart(about, _filled(text.removeprefix(ABOUT), things), self.part.head)
        self.read = read.begins() if read.head else read

    def _ids(self, things: object, state: State) -> Iterator[str]:
        if isinstance(things, list | tuple):
            for each in things:
                yield from self._ids(each, state)
        elif isinstance(things, str) and things in state.pieces:
            yield things

    def _name(self, id: str, state: State) -> str:
        """The viewer's name for a piece; its contact or its back if it does not know the piece."""
        names, piece = Names(state, self.viewer), state.pieces[id]
        if names.knows(id):
            return names.thing(id)
        contact = state.name_for(self.viewer, id)
        return contact if contact != id else f"a hidden {piece.kind.back or 'piece'}"

    def _thing(self, thing: object, names: Names) -> str:
        if isinstance(thing, list | tuple):
            return joined([self._thing(each, names) for each in thing])
        if isinstance(thing, str) and thing in self._called:
            return self._called[thing]
        if isinstance(thing, str) and thing.startswith(f"{names.system} "):
            return short_rule(names.system, thing)
        return names.thing(thing)


def _look(game: Game, parts: Sequence[_Said]) -> None:
    """Show each part the table at its own moment."""
    if not parts:
        return
    waiting: dict[int, list[_Said]] = {}
    for part in parts:
        waiting.setdefault(part.last, []).append(part)
    just: list[_Said] = []
    for event, state in walk(game.log[: max(waiting)], min(waiting)):
        for part in just:
            part.after(state)
        just = waiting.get(event.number, [])
        for part in just:
            part.before(state)
    for part in just:
        part.after(state)


def _tables_at(game: Game, ends: list[Event]) -> Iterable[tuple[Event, State]]:
    """Each end of an order with the table at that moment; it is one state, which goes on changing."""
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


def _told(parts: Iterable[_Said]) -> tuple[SummaryPart, ...]:
    """The parts as they are read, without those about pieces that the viewer does not see."""
    told = [each.read for each in parts if each.read.words]
    return (told[0].begins(), *told[1:]) if told else ()


def in_a_line(parts: Iterable[SummaryPart]) -> str:
    """Parts of a summary as a line: those of a sentence with semicolons between them."""
    line = ""
    for part in parts:
        line += f"{'. ' if part.head else '; '}{part.words}" if line else part.words
    return line


def _filled(text: str, things: Sequence[str]) -> str:
    """A text with its gaps filled; gaps in what is filled in are ignored."""
    first, *others = text.split("{}")
    return first + "".join(thing + other for thing, other in zip_longest(things, others, fillvalue=""))
