"""A game's frames as plain data for the script that moves a map: everything once, then what changed.

All that is drawn is drawn here; the script only puts it where a frame says. Places, stacks, arrows and words
are numbered in the order they first come up, and a frame names them by their numbers.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from adjudication.seminar.markings import marking_of
from domain.table.state import State
from domain.views.view import PieceView
from reports.figures.svg import tag
from reports.maps.arrows import LABEL, LABELLED, SEAM, STROKES, Arrow, samples, shape, together
from reports.maps.arrows import told as arrows_told
from reports.maps.boxes import Panel, filled, frame, panels
from reports.maps.drawing import (
    LINE,
    by_place,
    counters_for,
    least_width,
    line_sample,
    stacked,
    way,
    whole,
)
from reports.maps.frames import Frame
from reports.maps.ground import borders, ground, labels, legend
from reports.maps.layout import points, sheet_of
from reports.maps.pieces import INK, Counters, Slot, alike, badge_samples
from reports.story.turns import Line
from reports.words.names import Names, capital, one_line, spoken

_PREFIX = "moving"

T = TypeVar("T", bound=Hashable)


class _Numbered(Generic[T]):
    """Things numbered in the order they come up, each once."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}

    def of(self, thing: T) -> int:
        """The number of a thing."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def all(self) -> list[T]:
        """The things by their numbers."""
        return list(self._numbers)


class Moving:
    """Takes frames one after another, and gives the drawing and the data that the script moves it by."""

    def __init__(self, state: State, viewer: str, markings: Mapping[int, str]) -> None:
        self.names = Names(state, viewer)
        self.markings = markings
        self.board = state.board
        self.state = state
        self.sheet = sheet_of(state)
        self.width, self.height = self.sheet.width, self.sheet.height
        self.at = self.sheet.at
        self.frames: list[dict[str, Any]] = []
        self.stacks: list[dict[str, tuple[PieceView, ...]]] = []
        self.standing: dict[str, tuple[PieceView, ...]] = {}
        self.groups: dict[str, int] = {}
        self.control: dict[str, str] = {}
        self.tracks: dict[str, int] = {}
        self.told_of: dict[str, None] = {}
        self.ways = _Numbered[tuple[tuple[str, str, str], ...]]()
        self.way: int = -1
        self.arrows = _Numbered[Arrow]()
        self.over: list[int] = []

    def take(self, found: Frame) -> None:
        """One more frame."""
        standing = {place: tuple(pieces) for place, pieces in by_place(found.view, found.state).items()}
        for place, pieces in standing.items():
            if place not in self.at and pieces != self.standing.get(place):
                self.groups[place] = max(self.groups.get(place, 0), len(alike(pieces)))
        self.stacks.append(_changed(self.standing, standing, ()))
        self.standing = standing
        told: dict[str, Any] = {
            "t": found.turn,
            "p": capital(spoken(found.phase)),
            "h": found.words,
            "l": [self._line(line) for line in found.lines],
        }
        date = self.state.date(found.turn).name
        if date:
            told["d"] = one_line(date)
        if found.number:
            told["n"] = found.number
        if found.side:
            told["s"] = self.names.side(found.side)
        if found.struck:
            told["x"] = 1
        held = {space: side for space, side in found.control.items() if space in self.at}
        if held != self.control:
            told["c"] = _changed(self.control, held, "")
            self.control = held
        tracks = dict(found.view.tracks)
        if tracks != self.tracks:
            told["k"] = _changed(self.tracks, tracks, None)
            self.tracks = tracks
            self.told_of.update(dict.fromkeys(tracks))
        way = self.ways.of(found.ways)
        if way != self.way:
            told["w"] = self.way = way
        over = self._arrows(together(found.overlays))
        if over != self.over:
            told["o"] = self.over = over
        arrows = self._arrows(found.arrows)
        if arrows:
            told["a"] = arrows
        self.frames.append(told)

    def _line(self, line: Line) -> list[Any]:
        """A line of the log: its number, its words, whether it is struck, its own marking."""
        marking = self.markings.get(line.number, "")
        told: list[Any] = [line.number, capital(line.words)]
        if line.struck_by or marking:
            told.append(int(bool(line.struck_by)))
        return [*told, marking] if marking else told

    def _arrows(self, arrows: Iterable[Arrow]) -> list[int]:
        found = []
        for arrow in arrows:
            if arrow.origin in self.at and arrow.to in self.at:
                found.append(self.arrows.of(arrow))
        return found

    def data(self) -> dict[str, Any]:
        """The data for the script, and under `svg` the drawing that it moves."""
        counters = counters_for(self.state, self.names, _PREFIX)
        boxes, foot = panels(self.state, self.groups, self.width, self.height)
        panel_of = {panel.place: panel for panel in boxes}
        places, words = _Numbered[str](), _Numbered[str]()
        stacks = _Numbered[tuple[Slot, ...]]()

        def slots(place: str, pieces: Sequence[PieceView]) -> list[Slot]:
            if place in self.at:
                return stacked(self.at[place], pieces, counters)
            return filled(panel_of[place], pieces, counters) if pieces else []

        for told, changes in zip(self.frames, self.stacks, strict=True):
            if changes:
                told["m"] = {
                    places.of(place): stacks.of(tuple(slots(place, pieces)))
                    for place, pieces in changes.items()
                }
        arrows = self.arrows.all()
        sides = {side: [counters.colour(side), counters.dashes(side) or ""] for side in self.state.sides}
        nobody = [counters.colour(""), ""]
        spoken_for = dict.fromkeys(side for ways in self.ways.all() for side, *_ in ways)
        return {
            "svg": self._svg(counters, boxes, foot, arrows, list(spoken_for)),
            "frames": self.frames,
            "stacks": [
                [
                    [slot.key, slot.glyph, slot.x, slot.y, slot.size, slot.many, words.of(slot.told)]
                    for slot in each
                ]
                for each in stacks.all()
            ],
            "words": words.all(),
            "places": [self.names.space(place) for place in places.all()],
            "sides": {**sides, "": nobody},
            "tracks": {
                id: [self.names.track(id), track.data.lowest, track.data.highest]
                for id, track in self.state.tracks.items()
                if id in self.told_of
            },
            "arrows": [self._arrow(arrow) for arrow in arrows],
            "strokes": {
                kind: [stroke.width, stroke.dashes, stroke.colour] for kind, stroke in STROKES.items()
            },
            "ways": [
                [
                    [side, way(self.at[one], self.at[other])]
                    for side, one, other in ways
                    if one in self.at and other in self.at
                ]
                for ways in self.ways.all()
            ],
            "seam": SEAM,
            "label": {"font-size": LABEL, **_attributes(LABELLED)},
            "line": LINE[1],
            "ink": INK,
        }

    def _arrow(self, arrow: Arrow) -> list[Any]:
        """An arrow for the script: its kind, its side, its two paths, what it tells, and its label."""
        paths = shape(arrow, self.at)
        assert paths is not None
        told = [arrow.kind, arrow.side, paths.shaft, paths.head, arrows_told([arrow], self.names)]
        return [*told, arrow.label, *map(round, paths.at)] if arrow.label else told

    def _svg(
        self,
        counters: Counters,
        boxes: Sequence[Panel],
        foot: float,
        arrows: Sequence[Arrow],
        lines: Sequence[str],
    ) -> str:
        """The drawing without what moves: a layer for each thing that does stands ready."""
        badged = (piece for stack in self.stacks for pieces in stack.values() for piece in pieces)
        more = [*badge_samples(badged), *(line_sample(side, counters) for side in lines), *samples(arrows)]
        drawn, height = legend(self.state, counters, self.width, foot, more)
        ever = dict.fromkeys(space for told in self.frames for space in told.get("c", ()))
        held = [
            tag("polygon", points=points(self.at[space], 0.06), data_space=space, visibility="hidden")
            for space in ever
        ]
        inside = (
            tag("defs", counters.definitions())
            + ground(self.state, self.sheet)
            + tag("g", *held, data_layer="held", fill="none", stroke_width=4)
            + "".join(borders(self.state, self.sheet))
            + tag("g", data_layer="ways", opacity="0.45", fill="none", stroke_linecap="round")
            + labels(self.state, self.sheet)
            + "".join(map(frame, boxes))
            + tag("g", data_layer="pieces")
            + tag("g", data_layer="arrows")
            + drawn
        )
        name = one_line(self.state.board.data.name) or "The board"
        return whole(
            _PREFIX,
            (self.width, height),
            least=least_width(self.sheet),
            heading=f"{name}, as it was at the moment that the slider stands at",
            told="What stands where is told below the map, and in every counter's own title.",
            marking=one_line(marking_of(self.state)),
            inside=inside,
        )


def _attributes(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in given.items()}


def _changed(before: Mapping[str, Any], now: Mapping[str, Any], gone: Any) -> dict[str, Any]:
    """What is otherwise than before; what is no longer there is `gone`."""
    changes = {key: value for key, value in now.items() if before.get(key) != value}
    return changes | {key: gone for key in before if key not in now}
