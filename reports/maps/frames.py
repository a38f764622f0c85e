"""A game as a row of frames: the table after each order, as the viewer knew it then, and what was done.

A frame is the lines of the viewer's log that belong together, and the table as the viewer saw it when the
last of them was written. What happened between two frames unseen is nobody's frame.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from adjudication.engine.systems import RuleSystem
from domain.game.game import Game
from domain.table.board import Board
from domain.table.state import State
from domain.views.view import WHITE, StateView, see, see_log
from reports.maps.arrows import Arrow, arrows_of
from reports.maps.overlays import in_force, strikes
from reports.story.control import held, lines_held
from reports.story.replay import walk
from reports.story.turns import Line, OrderTold, PhaseTold, Story
from reports.words.names import capital, spoken
from reports.words.phrases import phrases
from reports.words.rulebook import short_rule

_AROUND = frozenset(("order-given", "order-done"))


class Frame(NamedTuple):
    """The table after an order, or after what stands between two.

    number: the order's event, for a side its line; 0 for what belongs to none. state: goes on changing when
    the next frame is asked for. view: the table as the viewer saw it.
    lines: its log. arrows: what was done. overlays: missions under way, and what was detected. control, ways:
    who held what, and by which lines. ends: it is the last of its turn;
    final: of all.
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


class _Cut(NamedTuple):
    """Lines that make one frame, and the event that the last of them tells of."""

    phase: PhaseTold
    told: OrderTold
    first: bool
    lines: tuple[Line, ...]
    event: int


def frames(game: Game, story: Story, system: RuleSystem | None) -> Iterator[Frame]:
    """The frames of a game in the order of its log, the table as it was laid out first."""
    viewer = story.viewer
    event_of = _event_of(game, viewer)
    cuts = _cuts(story, event_of)
    laid = event_of[story.set_up[-1].number] if story.set_up else 0
    last = {cut.phase.turn: index for index, cut in enumerate(cuts, 1)}
    before: StateView | None = None
    drawn = _Overlays(game)
    ends = [laid, *(cut.event for cut in cuts)]
    for index, state in _tables(game, ends):
        view = see(state, viewer)
        control = held(state, viewer, system, view)
        ways = tuple(lines_held(state, system))
        if index == 0:
            words = "The table as it was laid out"
            turn = cuts[0].phase.turn if cuts else state.turn
            lines = tuple(story.set_up)
            over = drawn.in_force(lines, view)
            done = not cuts
            yield Frame(
                0, turn, "", "", words, False, lines, (), over, state, view, control, ways, done, done
            )
        else:
            assert before is not None
            cut = cuts[index - 1]
            told = cut.told
            yield Frame(
                told.number,
                cut.phase.turn,
                cut.phase.phase,
                cut.phase.side,
                _words(cut),
                bool(told.struck_by),
                tuple(line for line in cut.lines if line.kind not in _AROUND),
                drawn.done(cut, before, view, state.board),
                drawn.in_force(cut.lines, view),
                state,
                view,
                control,
                ways,
                last[cut.phase.turn] == index,
                index == len(cuts),
            )
        before = view


class _Overlays:
    """What is drawn by the data of the rule system, along a game."""

    def __init__(self, game: Game) -> None:
        self.system = game.opened.system
        self.overlays = phrases(self.system).overlays
        self.marks = {seen.mark for seen in self.overlays.seen}
        self.rules: dict[tuple[str, str], str] = {}
        self.sides = [id for id, side in game.state.sides.items() if side.played_by == "player"]

    def in_force(self, lines: Iterable[Line], view: StateView) -> tuple[Arrow, ...]:
        """Missions under way and what is detected after these lines."""
        for line in lines:
            if line.kind == "marked" and line.fields.get("mark") in self.marks:
                self.rules[line.fields["subject"], line.fields["mark"]] = line.rule
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
    told = cut.told
    if not told.number:
        return cut.lines[0].words if len(cut.lines) == 1 else "Beside the orders"
    return told.words if cut.first else f"{capital(spoken(told.name))} goes on"


def _cuts(story: Story, event_of: Mapping[int, int]) -> list[_Cut]:
    """The lines of the log, cut where another order begins or goes on."""
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
        # An order begins where it is given; whatever else comes of it later goes on.
        first = any(line.kind == "order-given" for line in found)
        cuts.append(_Cut(phase, told, first, found, event_of[found[-1].number]))
    return cuts


def _event_of(game: Game, viewer: str) -> dict[int, int]:
    """The number of the event that each of the viewer's lines tells of; never to be shown to a side."""
    if viewer == WHITE:
        return {event.number: event.number for event in game.log}
    # The view of a side leaves numbers out; the time carries them through.
    numbered = [msgspec.structs.replace(event, time=str(event.number)) for event in game.log]
    return {view.line: int(view.time) for view in see_log(numbered, viewer)}


def _tables(game: Game, ends: Sequence[int]) -> Iterator[tuple[int, State]]:
    """The table after each of these events, as it was then, with their place in the row."""
    index = 0
    for event, state in walk(game.log):
        while index < len(ends) and ends[index] < event.number:
            yield index, state
            index += 1
    while index < len(ends):
        yield index, game.state
        index += 1
