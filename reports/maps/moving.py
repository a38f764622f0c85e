"""A game's frames as plain data for the script that moves a map: everything once, then what changed.

Everything is drawn here; the script only places it where a frame says. Places, pieces, stacks, arrows and
words are numbered in the order of their first use, and a frame refers to them by these numbers.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from adjudication.chances.spreads import margins
from domain.table.state import State
from domain.views.view import PieceView
from reports.figures.svg import tag
from reports.maps.arrows import LABEL, LABELLED, SEAM, STROKES, Arrow, samples, shape, together
from reports.maps.boxes import Panel, filled, frame, panels
from reports.maps.control import TINT
from reports.maps.drawing import (
    LINE,
    by_place,
    counters_for,
    line_sample,
    stacked,
    way,
    whole,
)
from reports.maps.fights import Fight
from reports.maps.frames import Frame
from reports.maps.ground import borders, ground, labels, legend
from reports.maps.layout import R, Spot, points, sheet_of
from reports.maps.pieces import INK, Counters, Slot, alike
from reports.maps.pieces import samples as counter_samples
from reports.maps.results import changed_hands, losses_told, worth_telling
from reports.maps.stops import shorten, weight
from reports.story.turns import Line
from reports.words.names import Names, capital, one_line, spoken
from reports.words.phrases import phrases

_PREFIX = "moving"
_NEAR = 2.2 * R
"""How much of the map around an action the camera shows."""
_NOT_SHOWN = frozenset(("leave", "arrive"))
"""Kinds of arrow that are left out where there is a fight: they would cover it."""

T = TypeVar("T", bound=Hashable)


class _Numbered(Generic[T]):
    """Things numbered in the order of their first use, each once."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}

    def of(self, thing: T) -> int:
        """The number of a thing."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def all(self) -> list[T]:
        """The things by their numbers."""
        return list(self._numbers)


class Curve(NamedTuple):
    """A line along the whole game for one side: its chance of winning, or its margin.

    label: its name. half: the value at which nobody leads. unit: the unit after a value. by_event: its value
    from each event on, in the order of the log; None for the margin by the tracks of the sides.
    """

    label: str
    side: str
    half: float = 0
    unit: str = ""
    by_event: tuple[tuple[int, float], ...] | None = None


class Moving:
    """Takes frames one after another, and gives the drawing and the data with which the script moves it.

    turning: the numbers of the turning points, by the numbers of their orders. in_a_line: orders that the
    record shows in one line, by their numbers and phases: what was done, and the result.
    """

    def __init__(
        self,
        state: State,
        viewer: str,
        markings: Mapping[int, str],
        turning: Mapping[int, int] | None = None,
        curve: Curve | None = None,
        in_a_line: Mapping[tuple[int, str], tuple[str, str]] | None = None,
    ) -> None:
        self.names = Names(state, viewer)
        self.markings = markings
        self.turning = dict(turning or {})
        self.curve = curve
        self.in_a_line = dict(in_a_line or {})
        self.board = state.board
        self.state = state
        self.sheet = sheet_of(state)
        self.width, self.height = self.sheet.width, self.sheet.height
        self.at = self.sheet.at
        self.frames: list[dict[str, Any]] = []
        self.weights: list[float] = []
        self.events: list[int] = []
        self.margins: list[dict[str, int]] = []
        self.stacks: list[dict[str, tuple[PieceView, ...]]] = []
        self.fights: list[tuple[Fight, dict[str, tuple[PieceView, ...]]] | None] = []
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
        """Take one more frame."""
        standing = {place: tuple(pieces) for place, pieces in by_place(found.view, found.state).items()}
        self._make_room(standing)
        fight = self._seen(found) if found.step and not found.struck else None
        self.fights.append(None if fight is None else (fight, self._as_it_rolled(fight)))
        self.stacks.append(_changed(self.standing, standing, ()))
        self.standing = standing
        self.events.append(found.event)
        self.margins.append(margins(found.view.tracks, found.state))
        short = self.in_a_line.get((found.number, found.phase)) if found.step and not found.ends else None
        told: dict[str, Any] = {
            "t": found.turn,
            "p": capital(spoken(found.phase)),
            "h": short[0] if short else self._heading(found),
            "l": [self._line(line) for line in worth_telling(found)],
        }
        if found.number:
            told["n"] = found.number
        if found.side:
            told["s"] = found.side
        if found.struck:
            told["x"] = 1
        if found.step:
            told["e"] = 2 if found.ends else 1
        before = self.control
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
        shown = [arrow for arrow in found.arrows if fight is None or arrow.kind not in _NOT_SHOWN]
        arrows = self._arrows(shown)
        if arrows:
            told["a"] = arrows
        if found.step and not found.ends:
            box = self._focus(fight, shown)
            if box is not None:
                told["z"] = box
        came = self._came(found, before, short) if found.step and not found.struck else ""
        if came:
            told["r"] = capital(came)
        if not (found.step or shown or any(line.kind != "phase-entered" for line in worth_telling(found))):
            told["q"] = 1
        self.weights.append(weight(found, len(told.get("c", ())), found.number in self.turning))
        self.frames.append(told)

    def _came(self, found: Frame, before: Mapping[str, str], short: tuple[str, str] | None) -> str:
        """The ground that changed hands in a frame, and each side's losses, in a line."""
        lost: Counter[str] = Counter()
        for line in found.lines:
            if line.loss is not None and not line.struck_by:
                lost[line.loss.side] += line.loss.amount
        ends = [short[1]] if short and short[1] else [losses_told(self.names, lost)]
        return ". ".join(part for part in (*ends, *changed_hands(self.names, before, self.control)) if part)

    def _called(self, piece: PieceView) -> str:
        """The name of a piece beside its picture, which shows its strength and steps."""
        if not piece.known:
            return f"hidden {one_line(piece.back) or 'piece'}"
        return phrases(self.names.system).designation(one_line(piece.name or piece.id))

    def _make_room(self, standing: Mapping[str, Sequence[PieceView]]) -> None:
        """Note how much room the boxes beside the map need."""
        for place, pieces in standing.items():
            if place not in self.at and pieces != self.standing.get(place):
                self.groups[place] = max(self.groups.get(place, 0), len(alike(pieces)))

    def _seen(self, found: Frame) -> Fight | None:
        """A fight in which pieces that the viewer no longer knows afterwards are named only by their kind:
        which of several similar ones they were is hidden again."""
        if found.fight is None:
            return None
        known = {piece.id for piece in found.view.pieces if piece.known}
        alike: Counter[str] = Counter()
        told: dict[str, PieceView] = {}

        def by_kind(piece: PieceView) -> PieceView:
            if not piece.known or piece.id in known or piece.id in self.state.gone:
                return piece
            if piece.id not in told:
                alike[piece.kind] += 1
                kind = self.state.kinds.get(piece.kind)
                name = one_line(kind.name) if kind is not None and kind.name else spoken(piece.kind)
                id = f"{piece.kind} {alike[piece.kind]} of {found.number}"
                told[piece.id] = msgspec.structs.replace(piece, id=id, name=name, contact="")
            return told[piece.id]

        fight = found.fight
        return fight._replace(
            standing={place: tuple(map(by_kind, pieces)) for place, pieces in fight.standing.items()},
            attackers=tuple(map(by_kind, fight.attackers)),
            defenders=tuple(map(by_kind, fight.defenders)),
        )

    def _as_it_rolled(self, fight: Fight) -> dict[str, tuple[PieceView, ...]]:
        """The pieces that were elsewhere than before when the dice were rolled. In a space that others
        hold, supporters of the attackers would cover the defenders: they are shown only beside the map,
        with the attackers."""
        standing = dict(fight.standing)
        attack = {piece.id for piece in fight.attackers}
        acting = next((piece.side for piece in fight.attackers), "")
        holder = self.control.get(fight.at, "")
        coming = any(piece.place != fight.at for piece in fight.attackers)
        if fight.at in standing and acting and coming and holder not in ("", acting):
            standing[fight.at] = tuple(piece for piece in standing[fight.at] if piece.id not in attack)
        self._make_room(standing)
        return _changed(self.standing, standing, ())

    def _heading(self, found: Frame) -> str:
        """The title of a frame, without its side if that is shown beside it."""
        whose, stop, order = found.words.partition(": ")
        known = found.side and stop and whose == capital(self.names.side(found.side))
        return capital(order) if known else found.words

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

    def _focus(self, fight: Fight | None, arrows: Iterable[Arrow]) -> list[int] | None:
        """The part of the map with action: its corner and its size."""
        places = [place for arrow in arrows for place in (arrow.origin, arrow.to)]
        if fight is not None:
            places += [fight.at, *(piece.place for piece in fight.attackers)]
        spots = [self.at[place] for place in places if place in self.at]
        return _around(spots) if spots else None

    def data(self) -> dict[str, Any]:
        """The data for the script; under `svg`, `boxes` and `legend` the drawings that it moves or shows."""
        counters = counters_for(self.state, self.names, _PREFIX)
        boxes, foot = panels(self.state, self.groups, self.width, 0)
        panel_of = {panel.place: panel for panel in boxes}
        places, words = _Numbered[str](), _Numbered[str]()
        pieces, stacks = _Numbered[tuple[str, int, int]](), _Numbered[tuple[tuple[int, ...], ...]]()

        def slot_of(slot: Slot) -> tuple[int, ...]:
            piece = pieces.of((slot.key, slot.glyph, words.of(slot.told)))
            found = (piece, slot.x, slot.y, slot.size)
            return (*found, slot.many) if slot.many > 1 else found

        def stack(place: str, standing: Sequence[PieceView]) -> int:
            slots: list[Slot] = []
            if place in self.at:
                slots = stacked(self.at[place], standing, counters)
            elif standing:
                slots = filled(panel_of[place], standing, counters)
            return stacks.of(tuple(map(slot_of, slots)))

        def changed(changes: Mapping[str, Sequence[PieceView]]) -> dict[int, int]:
            return {places.of(place): stack(place, standing) for place, standing in changes.items()}

        def shown(found: Sequence[PieceView]) -> list[list[int]]:
            named = [
                (counters.slot([piece], 0, 0, 36).glyph, words.of(self._called(piece))) for piece in found
            ]
            return [[*look, count] if count > 1 else [*look] for look, count in Counter(named).items()]

        once = shorten(self.frames, self.weights, sum(fight is not None for fight in self.fights))
        for told, changes, fought in zip(self.frames, self.stacks, self.fights, strict=True):
            if changes:
                told["m"] = changed(changes)
            if fought is not None:
                fight, beside = fought
                told["f"] = {
                    "at": fight.at,
                    "y": shown(fight.attackers),
                    "z": shown(fight.defenders),
                    "d": [[face, words.of(capital(purpose))] for face, _, purpose in fight.dice],
                }
                if fight.strengths:
                    told["f"]["v"] = [[capital(name), total] for name, total in fight.strengths]
                if beside:
                    told["f"]["m"] = changed(beside)
        for number, place in self.turning.items():
            told_of = [told for told in self.frames if told.get("n") == number and "x" not in told]
            if told_of:
                next((told for told in told_of if "e" in told), told_of[0])["u"] = place
        arrows = self.arrows.all()
        colours = {
            side: [counters.colour(side), counters.dashes(side) or "", self.names.brief(side)]
            for side in self.state.sides
        }
        spoken_for = dict.fromkeys(side for ways in self.ways.all() for side, *_ in ways)
        drawn = [self._arrow(arrow, places, words) for arrow in arrows]
        dates = {turn: one_line(self.state.date(turn).name) for turn in {told["t"] for told in self.frames}}
        return {
            "svg": self._svg(counters),
            "boxes": self._boxes(boxes, foot),
            "legend": self._legend(counters, arrows, list(spoken_for)),
            "frames": self.frames,
            "once": once,
            "pieces": pieces.all(),
            "stacks": stacks.all(),
            "words": words.all(),
            "places": [self.names.space(place) for place in places.all()],
            "beside": [number for number, place in enumerate(places.all()) if place not in self.at],
            "dates": {turn: date for turn, date in dates.items() if date},
            "sides": {**colours, "": [counters.colour(""), "", ""]},
            "tracks": {
                id: [self.names.track(id), *((track.data.side,) if track.data.side else ())]
                for id, track in self.state.tracks.items()
                if id in self.told_of
            },
            "arrows": drawn,
            "strokes": {
                kind: [stroke.width, stroke.dashes, stroke.colour, capital(stroke.says)]
                for kind, stroke in STROKES.items()
            },
            "ways": [
                [
                    [side, way(self.at[one], self.at[other])]
                    for side, one, other in ways
                    if one in self.at and other in self.at
                ]
                for ways in self.ways.all()
            ],
            "curve": self._curve(),
            "seam": SEAM,
            "label": {"font-size": LABEL, **_attributes(LABELLED)},
            "line": LINE[1],
            "ink": INK,
        }

    def _curve(self) -> dict[str, Any] | None:
        """The line along the game, with its value after each frame; without a value before its first."""
        if self.curve is None:
            return None
        values: list[float | None] = []
        index, value = 0, None
        for event, margin in zip(self.events, self.margins, strict=True):
            for number, found in (self.curve.by_event or ())[index:]:
                if number > event:
                    break
                index, value = index + 1, found
            values.append(margin.get(self.curve.side) if self.curve.by_event is None else value)
        told = self.curve._asdict()
        del told["by_event"]
        return told | {"values": values} if len(set(values) - {None}) > 1 else None

    def _arrow(self, arrow: Arrow, places: _Numbered[str], words: _Numbered[str]) -> list[Any]:
        """An arrow for the script: its kind, its side, its two paths, the pieces, origin and destination,
        and its label."""
        paths = shape(arrow, self.at)
        assert paths is not None
        ways = (places.of(arrow.origin), places.of(arrow.to))
        told = [arrow.kind, arrow.side, paths.shaft, paths.head, words.of(arrow.told), *ways]
        return [*told, arrow.label, *map(round, paths.at)] if arrow.label else told

    def _svg(self, counters: Counters) -> str:
        """The drawing without moving parts, with an empty layer for each kind of them."""
        ever = dict.fromkeys(space for told in self.frames for space in told.get("c", ()))
        held = [tag("polygon", points=points(self.at[space]), data_space=space) for space in ever]
        inside = (
            tag("defs", counters.definitions())
            + ground(self.state, self.sheet)
            + tag("g", *held, data_layer="held", fill="none", stroke="none", fill_opacity=TINT)
            + "".join(borders(self.state, self.sheet))
            + tag("g", data_layer="front", fill="none", stroke_width=4, stroke_linecap="round")
            + tag("g", data_layer="ways", opacity="0.45", fill="none", stroke_linecap="round")
            + tag("g", data_layer="here", fill="none")
            + tag("g", data_layer="pieces")
            + tag("g", labels(self.state, self.sheet), pointer_events="none")
            + tag("g", data_layer="arrows")
        )
        name = one_line(self.state.board.data.name) or "The board"
        return whole(
            _PREFIX,
            (self.width, self.height),
            heading=f"{name}, as it was at the moment that the slider stands at",
            told="What stands where is told below the map, and in every counter's own title.",
            marking="",
            inside=inside,
        )

    def _boxes(self, boxes: Sequence[Panel], foot: float) -> str:
        """The boxes beside the map; empty without any."""
        if not boxes:
            return ""
        return whole(
            f"{_PREFIX}-boxes",
            (self.width, foot),
            heading="What lies beside the map",
            told="What lies in each box is told below, and in every counter's own title.",
            marking="",
            inside="".join(map(frame, boxes)) + tag("g", data_layer="beside"),
        )

    def _legend(self, counters: Counters, arrows: Sequence[Arrow], lines: Sequence[str]) -> str:
        badged = [piece for stack in self.stacks for pieces in stack.values() for piece in pieces]
        more = [
            *counter_samples(badged, counters, True),
            *(line_sample(side, counters) for side in lines),
            *samples(arrows),
        ]
        drawn, height = legend(self.state, counters, self.width, 0, more)
        return whole(
            f"{_PREFIX}-legend",
            (self.width, height),
            heading="Legend of the map",
            told="What the colours, lines and marks of the map mean.",
            marking="",
            inside=drawn,
        )


def _around(spots: Sequence[Spot]) -> list[int]:
    """The part of a map around some spaces: its corner and its size."""
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    left, top = min(xs) - _NEAR, min(ys) - _NEAR
    return [round(part) for part in (left, top, max(xs) + _NEAR - left, max(ys) + _NEAR - top)]


def _attributes(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in given.items()}


def _changed(before: Mapping[str, Any], now: Mapping[str, Any], gone: Any) -> dict[str, Any]:
    """The differences from before; what is no longer there is `gone`."""
    changes = {key: value for key, value in now.items() if before.get(key) != value}
    return changes | {key: gone for key in before if key not in now}
