"""The timeline: map, tracks and log together, order by order with a slider, and turn by turn without one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudication.seminar.markings import marking_of
from domain.table.state import State
from reports.document.blocks import Block, Figure, Grid, Interactive, Paragraph, Section
from reports.maps.arrows import FIRE, Arrow
from reports.maps.drawing import in_words, map_svg
from reports.maps.frames import Frame, frames
from reports.maps.layout import R, Spot, detail, sheet_of
from reports.maps.moving import Curve, Moving
from reports.maps.results import changed_hands, losses_told
from reports.review.curves import turning_points
from reports.review.moments import forecast_of
from reports.review.review import Review
from reports.story.standings import margins_of
from reports.words.names import one_line

ROOM = 600_000
"""The most characters of the drawings of turns together; of a longer game the last turns are drawn."""
COLUMNS = 3
"""The number of maps of turns side by side on paper."""
_FOUGHT = frozenset(("attack", "hit", "miss", "loss"))
"""The part of a turn to which its small map is cropped."""
_WIDEST = (4 * R, 3 * R)
"""The greatest distance, across and down, of the spaces to which a small map is cropped."""
_DRAWN = frozenset(("move", "attack", "loss", "pick"))
"""Kinds of arrow that it shows; arrivals and departures would cover it."""

_HOW = (
    "Keys: left and right arrow for the previous and next step, Page Up and Page Down for turns, Home and "
    "End for start and end. On the map: + and - zoom, arrows move, 0 shows all of it."
)

_LONG = (
    "This is a long game: the slider stops at the ends of turns and at the fights that cost or took most. "
    "Select “Every order” to see all of it."
)


def timeline(review: Review) -> Section | None:
    """The section of the timeline; None for a game without a board."""
    if not review.state.board.data.spaces:
        return None
    lines = {
        (line.number, line.phase): (line.named(), " · ".join(line.parts))
        for turn in review.fights.values()
        for line in turn
    }
    moving = Moving(review.state, review.viewer, review.markings, _numbered(review), _curve(review), lines)
    stills = _Stills(review)
    for frame in frames(review.game, review.story, review.system()):
        moving.take(frame)
        stills.take(frame)
    data: dict[str, Any] = moving.data()
    drawings = {name: data.pop(name) for name in ("svg", "boxes", "legend")}
    marking = one_line(marking_of(review.state))
    how = f"{_LONG} {_HOW}" if data["once"] else _HOW
    given = {"how": how, "marking": marking, **drawings, "moving": data}
    return Section("timeline", "Map and timeline", (Interactive("timeline", given, stills.blocks()),))


def _numbered(review: Review) -> dict[int, int]:
    """The numbers of the turning points as the curve shows them, by the numbers of their orders."""
    found = [turn.order for turn in turning_points(review)]
    return {number: place for place, number in enumerate(found, 1)}


def _curve(review: Review) -> Curve | None:
    """The chance of winning of the first side; without a forecast its margin by points, or by tracks."""
    sides = [id for id, side in review.state.sides.items() if side.played_by == "player"]
    forecast = forecast_of(review)
    if forecast is not None:
        side = next((side for side in sides if side in forecast.points[0].chances.sides), "")
        told = tuple(
            (point.number, round(100 * point.chances.sides[side].value, 1))
            for point in forecast.points
            if side in point.chances.sides
        )
        name = review.names.brief(side)
        return Curve(f"Chance of winning, {name}", side, 50, " %", told) if told else None
    if review.standings:
        margins = [(each.number, margins_of(each.points)) for each in review.standings]
        side = next((side for side in sides if side in margins[0][1]), "")
        counted = tuple((number, float(margin[side])) for number, margin in margins if side in margin)
        return Curve(f"Margin of {review.names.brief(side)}", side, by_event=counted) if counted else None
    scored = {track.data.side for track in review.state.tracks.values()} - {""}
    side = next((side for side in sides if side in scored), "")
    return Curve(f"Margin of {review.names.brief(side)}", side) if len(scored) > 1 and side else None


class _Still(NamedTuple):
    """A frame to be drawn, with its table at that time, and what was done in its turn."""

    frame: Frame
    state: State
    arrows: tuple[Arrow, ...]


class _Turn:
    """The maps of a turn: its moves and attacks at its end; and, if a rule system declares them, its
    missions, detections and strikes on the table of the last strike, or of the moment with most to see."""

    def __init__(self, control: dict[str, str]) -> None:
        self.control = control
        self.arrows: dict[Arrow, None] = {}
        self.over: dict[Arrow, None] = {}
        self.eyes: dict[Arrow, None] = {}
        self.where: Counter[str] = Counter()
        self.end: _Still | None = None
        self.fight: tuple[Frame, State] | None = None
        self.most = 0
        self.fired = False

    def take(self, frame: Frame) -> None:
        """Take one more frame of the turn that is in force."""
        fired = any(arrow.kind in FIRE for arrow in frame.arrows)
        for arrow in frame.arrows:
            (self.over if arrow.kind in FIRE else self.arrows)[arrow] = None
            if arrow.kind in _FOUGHT:
                self.where.update((arrow.origin, arrow.to))
        if frame.fight is not None and frame.step:
            self.where[frame.fight.at] += 3
        for arrow in frame.overlays:
            if arrow.kind == "flight":
                self.over[arrow] = None
        if fired or (not self.fired and len(frame.overlays) > self.most):
            self.eyes = dict(self.eyes) if self.fired else {}
            self.eyes.update((arrow, None) for arrow in frame.overlays if arrow.kind != "flight")
            self.fight = frame, frame.state.copy()
            self.fired, self.most = self.fired or fired, len(frame.overlays)
        if frame.ends:
            self.end = _Still(frame, frame.state.copy(), ())

    def stills(self) -> Iterator[_Still]:
        """The maps of the turn; the last one shows its end."""
        if self.end is None:
            return
        if self.fight is not None:
            lost = [arrow for arrow in self.arrows if arrow.kind == "loss"]
            yield _Still(*self.fight, (*self.over, *self.eyes, *lost))
        shown = [arrow for arrow in self.arrows if arrow.kind in _DRAWN]
        yield self.end._replace(arrows=tuple(shown))

    def action(self, at_the_end: Mapping[str, str]) -> list[str]:
        """The spaces with action, those with most of it first: fights and strikes, else changes of
        control, else moves."""
        if self.where:
            return [space for space, _ in self.where.most_common()]
        taken = [space for space in at_the_end if at_the_end[space] != self.control.get(space)]
        taken += [space for space in self.control if space not in at_the_end]
        moves = [place for arrow in self.arrows for place in (arrow.origin, arrow.to)]
        return taken or moves


class _Stills:
    """A small map of each turn, cropped to the action, with what changed in words."""

    def __init__(self, review: Review) -> None:
        self.review = review
        self.sheet = sheet_of(review.state)
        self.turns: dict[int, _Turn] = {}
        self.control: dict[str, str] = {}

    def take(self, frame: Frame) -> None:
        """Take one more frame; a turn is drawn from its last frame, unless it was taken back as a whole."""
        turn = self.turns.setdefault(frame.turn, _Turn(self.control))
        if not frame.struck:
            turn.take(frame)
        self.control = frame.control

    def _map(self, turn: _Turn, still: _Still, *, fight: bool) -> Figure:
        frame, state, arrows = still
        caption = self._caption(turn, still, fight=fight)
        viewer = self.review.viewer
        crop = self._near(turn.action(frame.control))
        shown = detail(self.sheet, crop)[0].at if crop else self.sheet.at
        drawn = map_svg(
            state,
            viewer,
            heading=caption,
            prefix=f"turn{frame.turn}{'f' if fight else ''}",
            control=frame.control,
            lines=frame.ways,
            arrows=arrows,
            boxes=False,
            marking=marking_of(self.review.state),
            crop=crop,
        )
        told = in_words(state, viewer, frame.control, arrows, within=shown)
        return Figure(drawn, told, caption, "map")

    def _near(self, spaces: Sequence[str]) -> list[str]:
        """The spaces among these that fit on a small map together; earlier ones take precedence."""
        found: list[Spot] = []
        for space in spaces:
            spot = self.sheet.at.get(space)
            if spot is None or (found and spot.space.map != found[0].space.map):
                continue
            xs, ys = [each.x for each in (*found, spot)], [each.y for each in (*found, spot)]
            if max(xs) - min(xs) <= _WIDEST[0] and max(ys) - min(ys) <= _WIDEST[1]:
                found.append(spot)
        return [spot.space.id for spot in found]

    def _caption(self, turn: _Turn, still: _Still, *, fight: bool) -> str:
        """What changed in a turn: `Turn 3. Iskan taken by ISF; losses: ISF 1.`"""
        number, names = still.frame.turn, self.review.names
        head = f"Turn {names.turn(number)}" if number > 0 else "At the start"
        if fight:
            return f"{head}: missions, detections and strikes"
        told = next((each for each in self.review.story.turns if each.turn == number), None)
        lost: Counter[str] = Counter()
        for loss in told.losses if told is not None else ():
            lost[loss.side] += loss.amount
        said = changed_hands(names, turn.control, still.frame.control) if number > 0 else []
        losses = losses_told(names, lost)
        if number > 0 and not said and not losses:
            said = ["No space changed hands"]
        return ". ".join([head, *said, *([losses] if losses else [])])

    def blocks(self) -> tuple[Block, ...]:
        """The maps of the turns, as many of the last ones as there is room for."""
        shown: list[Figure] = []
        room = ROOM
        drawn = {number: list(turn.stills()) for number, turn in sorted(self.turns.items(), reverse=True)}
        drawn = {number: stills for number, stills in drawn.items() if stills}
        # The set-up and turns without action need no map; if there are no others, the last turn has one.
        done = [
            number
            for number, stills in drawn.items()
            if number > 0 and self._near(self.turns[number].action(stills[-1].frame.control))
        ]
        drawn = {number: drawn[number] for number in done or list(drawn)[:1]}
        left = 0
        for number, stills in drawn.items():
            turn = self.turns[number]
            figures = [self._map(turn, still, fight=still is not stills[-1]) for still in stills]
            room -= sum(len(figure.svg) for figure in figures)
            if room < 0 and shown:
                left = len(drawn) - list(drawn).index(number)
                break
            shown[:0] = figures
        if not shown:
            return ()
        grid = Grid(tuple(shown), COLUMNS)
        if left:
            said = f"Only the last {len(drawn) - left} of {len(drawn)} turns are drawn."
            return Paragraph(said, "soft"), grid
        return (grid,)
