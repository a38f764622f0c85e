"""The timeline: map, tracks and log together, order by order with a slider, and turn by turn without one."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudication.seminar.markings import marking_of
from domain.table.state import State
from reports.document.blocks import Block, Figure, Interactive, Paragraph, Section
from reports.maps.arrows import FIRE, Arrow
from reports.maps.drawing import in_words, map_svg
from reports.maps.frames import Frame, frames
from reports.maps.moving import Curve, Moving
from reports.review.moments import MOMENTS, forecast_of, in_time, turning
from reports.review.review import Review
from reports.story.standings import margins_of
from reports.words.names import one_line

ROOM = 1_800_000
"""Characters that the drawings of the turns may have together; of a longer game the last turns are drawn."""

ANCHOR = "map-turn-"
"""What the anchor of a turn's map begins with; its number follows."""

_HOW = (
    "Keys: left and right arrow for the previous and next step, Page Up and Page Down for turns, Home and "
    "End for start and end. On the map: + and - zoom, arrows move, 0 shows all of it."
)


def timeline(review: Review) -> Section | None:
    """The section of the timeline; None for a game without a board."""
    if not review.state.board.data.spaces:
        return None
    moving = Moving(review.state, review.viewer, review.markings, _numbered(review), _curve(review))
    stills = _Stills(review)
    for frame in frames(review.game, review.story, review.system()):
        moving.take(frame)
        stills.take(frame)
    data: dict[str, Any] = moving.data()
    drawings = {name: data.pop(name) for name in ("svg", "boxes", "legend")}
    marking = one_line(marking_of(review.state))
    given = {"how": _HOW, "marking": marking, **drawings, "moving": data}
    return Section("timeline", "Map and timeline", (Interactive("timeline", given, stills.blocks()),))


def _numbered(review: Review) -> dict[int, int]:
    """The numbers of the turning points as the curve shows them, by the numbers of their orders."""
    found = sorted(moment.number for moment in turning(review, MOMENTS) or in_time(review))
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
        name = review.names.side(side)
        return Curve(f"Chance of winning, {name}", side, 50, " %", told) if told else None
    if review.standings:
        margins = [(each.number, margins_of(each.points)) for each in review.standings]
        side = next((side for side in sides if side in margins[0][1]), "")
        counted = tuple((number, float(margin[side])) for number, margin in margins if side in margin)
        return Curve(f"Margin of {review.names.side(side)}", side, by_event=counted) if counted else None
    scored = {track.data.side for track in review.state.tracks.values()} - {""}
    side = next((side for side in sides if side in scored), "")
    return Curve(f"Margin of {review.names.side(side)}", side) if len(scored) > 1 and side else None


class _Still(NamedTuple):
    """A frame to be drawn, with its table as it was then, and what was done in its turn."""

    frame: Frame
    state: State
    arrows: tuple[Arrow, ...]


class _Turn:
    """What a turn's maps show: its moves and attacks at its end; and, where a rule system declares them, its
    missions, detections and strikes on the table on which the last strike came, or most was to be seen."""

    def __init__(self) -> None:
        self.arrows: dict[Arrow, None] = {}
        self.over: dict[Arrow, None] = {}
        self.eyes: dict[Arrow, None] = {}
        self.end: _Still | None = None
        self.fight: tuple[Frame, State] | None = None
        self.most = 0
        self.fired = False

    def take(self, frame: Frame) -> None:
        """One more frame of the turn that is in force."""
        fired = any(arrow.kind in FIRE for arrow in frame.arrows)
        for arrow in frame.arrows:
            (self.over if arrow.kind in FIRE else self.arrows)[arrow] = None
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
        """The maps of the turn, the last one at its end."""
        if self.end is None:
            return
        if self.fight is not None:
            lost = [arrow for arrow in self.arrows if arrow.kind == "loss"]
            yield _Still(*self.fight, (*self.over, *self.eyes, *lost))
        yield self.end._replace(arrows=tuple(self.arrows))


class _Stills:
    """The map at the end of each turn, with the arrows of the turn; the last one has what lies beside it."""

    def __init__(self, review: Review) -> None:
        self.review = review
        self.turns: dict[int, _Turn] = {}

    def take(self, frame: Frame) -> None:
        """One more frame; a turn is drawn by its last one, unless it was taken back as a whole."""
        turn = self.turns.setdefault(frame.turn, _Turn())
        if not frame.struck:
            turn.take(frame)

    def _map(self, still: _Still, *, fight: bool) -> Figure:
        frame, state, arrows = still
        turn = self.review.names.turn(frame.turn)
        if fight:
            caption = f"Missions, detections and strikes of turn {turn}"
        elif frame.turn:
            caption = f"The map at the end of turn {turn}, with its moves and attacks"
        else:
            caption = "The map at the start"
        viewer = self.review.viewer
        boxes = frame.final and not fight
        drawn = map_svg(
            state,
            viewer,
            heading=caption,
            prefix=f"turn{frame.turn}{'f' if fight else ''}",
            control=frame.control,
            lines=frame.ways,
            arrows=arrows,
            boxes=boxes,
            marking=marking_of(self.review.state),
        )
        return Figure(drawn, in_words(state, viewer, frame.control, arrows, boxes=boxes), caption, "map")

    def _heading(self, turn: int) -> str:
        return f"Map, turn {self.review.names.turn(turn)}" if turn else "Map, start"

    def blocks(self) -> tuple[Block, ...]:
        """The maps of the turns, as many of the last ones as there is room for."""
        shown: list[Block] = []
        room = ROOM
        drawn = {number: list(turn.stills()) for number, turn in sorted(self.turns.items(), reverse=True)}
        drawn = {number: stills for number, stills in drawn.items() if stills}
        for turn, stills in drawn.items():
            figures = tuple(self._map(still, fight=still is not stills[-1]) for still in stills)
            room -= sum(len(figure.svg) for figure in figures)
            if room < 0 and shown:
                left = f"Only the last {len(shown)} of {len(drawn)} turns are drawn."
                shown.append(Paragraph(left, "soft"))
                break
            shown.append(Section(f"{ANCHOR}{turn}", self._heading(turn), figures))
        return tuple(reversed(shown))
