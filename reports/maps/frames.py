"""A game as a series of frames: the table after each order, as the viewer knew it then, and what was done.

A frame is the lines of the viewer's log that belong together, and the table as the viewer saw it when the
last of them was written. What happens unseen between two frames belongs to no frame. Some frames are steps:
fights, what people argued and ruled, and the ends of turns.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from adjudication.engine.games.systems import RuleSystem
from domain.game.game import Game
from domain.game.replay import walk
from domain.table.board import Board
from domain.table.state import State
from domain.views.view import WHITE, PieceView, StateView, see, see_numbered
from reports.maps.arrows import Arrow, arrows_of
from reports.maps.drawing import by_place
from reports.maps.fights import Fight, Rolling, fight_of, first_die, is_step
from reports.maps.overlays import in_force, strikes
from reports.story.control import held, lines_held
from reports.story.turns import Line, OrderTold, PhaseTold, Story
from reports.words.names import capital, joined, spoken
from reports.words.phrases import phrases
from reports.words.rulebook import short_rule

_AROUND = frozenset(("order-given", "order-done"))
_AFTER = frozenset(("seal-revealed", "game-closed"))


class Frame(NamedTuple):
    """The table after an order, or after what lies between two orders.

    number: the order's event, for a side its line; 0 if it belongs to none. state: goes on changing when the
    next frame is requested. view: the table as the viewer saw it. lines: its log. arrows: what was done.
    overlays: missions under way, and what was detected. control, ways: who held what, and supply lines. ends:
    it is the last of its turn. final: the last of all. event: its last event, by the number that no side may
    read. step: whether it is one of the frames that tell the game. fight: the fight, if dice were rolled on
    the map.
    """

    number: int
    turn: int
    phase: str
    side: str
    words: str
    struck: bool
    lines: tuple[Line, ...]
    arrows: tuple[Arrow, ...]
    overlays: tuple[Arrow, ...]
    state: State
    view: StateView
    control: dict[str, str]
    ways: tuple[tuple[str, str, str], ...]
    ends: bool
    final: bool
    event: int = 0
    step: bool = False
    fight: Fight | None = None


class _Cut(NamedTuple):
    """Lines that make one frame, and the event of the last of them. rolled: the event just before its
    first die, 0 without one."""

    phase: PhaseTold
    told: OrderTold
    first: bool
    lines: tuple[Line, ...]
    event: int
    rolled: int

    @property
    def after(self) -> bool:
        """Whether it has only what comes after play: the dice seed, and the close."""
        return all(line.kind in _AFTER for line in self.lines)


def frames(
    game: Game, story: Story, system: RuleSystem | None, wanted: Collection[int] | None = None
) -> Iterator[Frame]:
    """The frames of a game in the order of its log, the table as it was laid out first.

    wanted: the numbers of the orders whose frames are asked for, all of them by default.
    """
    viewer = story.viewer
    event_of = _event_of(game, viewer)
    cuts = _cuts(story, event_of)
    laid = event_of[story.set_up[-1].number] if story.set_up else 0
    last = {cut.phase.turn: index for index, cut in enumerate(cuts, 1) if not cut.after}
    drawn = _Overlays(game)
    tables = _tables(game, [laid, *(stop for cut in cuts for stop in _stops(cut))])
    state = next(tables)
    kept: dict[str, PieceView] = {}
    before = see(state, viewer, kept)
    control = held(state, viewer, system, before)
    yield Frame(
        0,
        cuts[0].phase.turn if cuts else state.turn,
        "",
        "",
        "The table as it was laid out",
        False,
        tuple(story.set_up),
        (),
        drawn.in_force(story.set_up, before),
        state,
        before,
        control,
        tuple(lines_held(state, system)),
        not cuts,
        not cuts,
        laid,
        not cuts,
    )
    for index, cut in enumerate(cuts, 1):
        told = cut.told
        if wanted is not None and told.number not in wanted:
            state = [next(tables) for _ in _stops(cut)][-1]
            drawn.note(cut.lines)
            if index < len(cuts) and cuts[index].told.number in wanted:  # which begins with this table
                before = see(state, viewer, kept)
                control = held(state, viewer, system, before)
            continue
        rolling = _rolling(next(tables), viewer, kept) if cut.rolled else None
        state = next(tables)
        view = see(state, viewer, kept)
        now = held(state, viewer, system, view)
        arrows = drawn.done(cut, before, view, state.board)
        ends = last.get(cut.phase.turn) == index
        fight = fight_of(cut.lines, told, rolling, cut.rolled, arrows, state.board) if rolling else None
        yield Frame(
            told.number,
            cut.phase.turn,
            cut.phase.phase,
            cut.phase.side,
            _words(cut),
            bool(told.struck_by),
            tuple(line for line in cut.lines if line.kind not in _AROUND),
            arrows,
            drawn.in_force(cut.lines, view),
            state,
            view,
            now,
            tuple(lines_held(state, system)),
            ends,
            index == len(cuts),
            cut.event,
            ends or is_step(cut.lines, told, arrows, drawn.phrases, taken=now != control),
            fight,
        )
        before, control = view, now


def _rolling(state: State, viewer: str, kept: dict[str, PieceView]) -> Rolling:
    view = see(state, viewer, kept)
    return Rolling(view, {place: tuple(pieces) for place, pieces in by_place(view, state).items()})


def _stops(cut: _Cut) -> tuple[int, ...]:
    """The events after which the table is viewed: before the first die, and at the end."""
    return (cut.rolled, cut.event) if cut.rolled else (cut.event,)


class _Overlays:
    """What is drawn according to the data of the rule system, along a game."""

    def __init__(self, game: Game) -> None:
        self.system = game.opened.system
        self.phrases = phrases(self.system)
        self.overlays = self.phrases.overlays
        self.marks = {seen.mark for seen in self.overlays.seen}
        self.rules: dict[tuple[str, str], str] = {}
        self.sides = [id for id, side in game.state.sides.items() if side.played_by == "player"]

    def note(self, lines: Iterable[Line]) -> None:
        """Take in by which rules something is detected after these lines."""
        for line in lines:
            if line.kind == "marked" and line.fields.get("mark") in self.marks:
                self.rules[line.fields["subject"], line.fields["mark"]] = line.rule

    def in_force(self, lines: Iterable[Line], view: StateView) -> tuple[Arrow, ...]:
        """Missions under way and what is detected after these lines."""
        self.note(lines)
        return in_force(view, self.overlays, self.sides, self._means)

    def _means(self, piece: str, mark: str) -> str:
        rule = self.rules.get((piece, mark), "")
        return short_rule(self.system, rule) if rule else ""

    def done(self, cut: _Cut, before: StateView, view: StateView, board: Board) -> tuple[Arrow, ...]:
        """What an order did on the map."""
        flown = {flight.mark for flight in self.overlays.flights}
        flying = {
            subject
            for table in (before, view)
            for subject, marks in table.marks.items()
            if not flown.isdisjoint(marks)
        }
        arrows = arrows_of(cut.lines, before, board, flying=flying, attacks=self.overlays.attacks)
        if not self.overlays.strikes:
            return arrows
        return (*arrows, *strikes(cut.lines, cut.told.lines, before, view, self.overlays))


def _words(cut: _Cut) -> str:
    """The title of a frame: its order, and if the order goes on, its results."""
    told = cut.told
    if told.number and cut.first:
        return told.words
    entered = next((line for line in cut.lines if line.kind == "phase-entered"), None)
    if entered is not None:
        return (
            f"{capital(spoken(entered.fields['phase']))} phase" if entered.fields["phase"] else "Play begins"
        )
    said = [line.words for line in cut.lines if not line.quiet and line.kind not in _AROUND]
    if not told.number and said:
        more = len(said) - 1
        return joined([said[0], f"{more} more"]) if more else said[0]
    return capital(said[-1]) if said else f"{capital(spoken(told.name))} continues"


def _cuts(story: Story, event_of: Mapping[int, int]) -> list[_Cut]:
    """The lines of the log, divided where another order begins or goes on."""
    lines = [
        (line, told, phase)
        for turn in story.turns
        for phase in turn.phases
        for told in phase.orders
        for line in told.lines
    ]
    lines.sort(key=lambda item: item[0].number)
    cuts = []
    for _, group in groupby(lines, key=lambda item: id(item[1])):
        items = list(group)
        _, told, phase = items[0]
        found = tuple(line for line, _, _ in items)
        # An order begins where it is given; its later effects continue it.
        first = any(line.kind == "order-given" for line in found)
        die = first_die(found)
        rolled = event_of[found[die].number] - 1 if die is not None else 0
        cuts.append(_Cut(phase, told, first, found, event_of[found[-1].number], rolled))
    return cuts


def _event_of(game: Game, viewer: str) -> dict[int, int]:
    """The number of the event of each of the viewer's lines; never to be shown to a side."""
    if viewer == WHITE:
        return {event.number: event.number for event in game.log}
    return {view.line: number for number, view in see_numbered(game.log, viewer)}


def _tables(game: Game, stops: Sequence[int]) -> Iterator[State]:
    """The table after each of these events, as it was then."""
    index = 0
    for event, state in walk(game.log):
        while index < len(stops) and stops[index] < event.number:
            yield state
            index += 1
    while index < len(stops):
        yield game.state
        index += 1
