"""The place of every space in a drawing: hexes by their grid, areas by their outlines, at their centres or
in rows; several maps side by side, each under its name and scale."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from domain.events import BoardData, HexLayout, Point, SpaceData
from domain.table.state import State
from reports.maps.lens import Lens, lens_over
from reports.maps.polygons import Corner, drawn_in, inside, widest_point
from reports.maps.shores import wandering
from reports.words.names import capital, one_line, spoken
from reports.words.phrases import Enlarged, phrases

R = 50.0
"""From a hex's centre to its corners."""
MARGIN = 16.0
HEADING = 24.0
"""The room above a map for its name and scale."""
_AREA = (150.0, 104.0)
_AREA_STEP = (190.0, 150.0)
_SIDE_BY_SIDE = 1_500.0
"""The width from which a further map goes below instead of beside."""
_ROOM = 46.0
"""How far the smaller areas with outlines should extend from their centres, so that counters have room."""
_ROOM_AROUND = 38.0
"""The same on a map with an enlarged part: its names stay large enough on a page of 900 pixels."""
_STACK = 150.0
"""The greatest distance of counters from the centre of a wide area."""
_ARROWS = 58.0
"""The distance from the centre of a wide area at which arrows to it end."""
_DRAWN_IN = 5.0
"""How far inside the outline of an area the line of control runs."""
_WIDEST = (620.0, 1_200.0)
"""The least and the greatest width of a drawn map of outlines."""
_AROUND = 1.25 * R
"""How much of the ground around its spaces a detail of a map shows."""
_LEAST_DETAIL = 7 * R
"""The least width of a detail."""
_SHAPE = 4 / 3
"""The ratio of width to height of a detail."""


class Spot(NamedTuple):
    """A space where it is drawn: its centre and its outline. reach: how far from its centre counters may
    be, across and down; None for as far as the outline. label: the place of its name, if not above the
    centre."""

    space: SpaceData
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]
    reach: tuple[float, float] | None = None
    label: tuple[float, float] | None = None


INVENTED = "house"
"""The provenance of a board that shows no real place."""


class Chart(NamedTuple):
    """A map where it is drawn: its heading, its upper left corner, and the conversion of its own units to
    those of the drawing. units: the place of its own (0, 0), and the size of one unit; None for a map
    without units. lens: what enlarges a part of it."""

    id: str
    heading: str
    left: float
    top: float
    units: tuple[float, float, float] | None
    lens: Lens | None = None

    def line(self, points: Sequence[Corner]) -> list[Corner]:
        """A line through points in the map's own units, in the drawing; empty for a map without units."""
        if self.units is None:
            return []
        x, y, scale = self.units
        seen = points if self.lens is None else self.lens.line(points)
        return [(x + right * scale, y + down * scale) for right, down in seen]


class Box(NamedTuple):
    """A part of a drawing: its upper left corner and its size."""

    left: float
    top: float
    width: float
    height: float


class Sheet(NamedTuple):
    """All maps of a board as they are drawn, and the size of the drawing so far. side_by_side: whether any
    two maps are. beyond: spaces that are left out because they are outside a detail."""

    spots: list[Spot]
    charts: list[Chart]
    width: float
    height: float
    side_by_side: bool
    beyond: tuple[Spot, ...] = ()

    @property
    def at(self) -> dict[str, Spot]:
        """Spots by the ids of their spaces."""
        return {spot.space.id: spot for spot in self.spots}

    @property
    def everywhere(self) -> dict[str, Spot]:
        """The spots of all spaces, including those that are left out."""
        return {spot.space.id: spot for spot in (*self.spots, *self.beyond)}


def sheet_of(state: State) -> Sheet:
    """Every space of the board with its place in the drawing."""
    data = state.board.data
    maps: dict[str, list[SpaceData]] = {}
    for space in data.spaces:
        maps.setdefault(space.map, []).append(space)
    spots: list[Spot] = []
    charts: list[Chart] = []
    width, row, foot, left = 400.0, MARGIN, MARGIN, MARGIN
    side_by_side = False
    enlarged = phrases(state.opened.system).enlarged if state.opened is not None else None
    for chart, spaces in maps.items():
        lens = _lens(spaces, enlarged)
        found, units = _drawn(data, state.board.layout_of(chart), spaces, lens)
        heading = _heading(data, chart, spaces) if len(maps) > 1 or chart in data.maps else ""
        west, north, east, south = _bounds(found)
        if left > MARGIN and left + east - west + MARGIN > _SIDE_BY_SIDE:
            row, left = foot, MARGIN
        side_by_side = side_by_side or left > MARGIN
        top = row + (HEADING if heading else 0)
        dx, dy = left - west, top - north
        spots += [_shifted(spot, dx, dy) for spot in found]
        moved = None if units is None else (dx, dy, units)
        charts.append(Chart(chart, heading, left, row, moved, lens))
        width = max(width, left + east - west + MARGIN)
        foot = max(foot, top + south - north + MARGIN)
        left += max(east - west, 8.6 * len(heading)) + 2 * MARGIN
    return Sheet(spots, charts, width, foot, side_by_side)


def detail(sheet: Sheet, spaces: Iterable[str]) -> tuple[Sheet, Box]:
    """The surroundings of some spaces, on the map on which most of them are, with their place in the
    drawing; the whole sheet if none of them is on a map."""
    at = sheet.at
    wanted = [at[id] for id in dict.fromkeys(spaces) if id in at]
    if not wanted:
        return sheet, Box(0, 0, sheet.width, sheet.height)
    maps = [spot.space.map for spot in wanted]
    chart = max(dict.fromkeys(maps), key=maps.count)
    on_map = [spot for spot in sheet.spots if spot.space.map == chart]
    west, north, east, south = _bounds(spot for spot in wanted if spot.space.map == chart)
    wide = max(east - west + 2 * _AROUND, _LEAST_DETAIL, (south - north + 2 * _AROUND) * _SHAPE)
    high = wide / _SHAPE
    edges = _bounds(on_map)
    box = Box(
        _within((west + east - wide) / 2, wide, edges[0], edges[2]),
        _within((north + south - high) / 2, high, edges[1], edges[3]),
        wide,
        high,
    )
    inside = [spot for spot in on_map if _overlaps(spot, box)]
    kept = {spot.space.id for spot in inside}
    beyond = tuple(spot for spot in sheet.spots if spot.space.id not in kept)
    charts = [each._replace(heading="") for each in sheet.charts if each.id == chart]
    return Sheet(inside, charts, sheet.width, sheet.height, False, beyond), box


def _within(start: float, size: float, low: float, high: float) -> float:
    """A stretch moved so that it does not leave another one; centred in it if it is the longer one."""
    low, high = low - MARGIN / 2, high + MARGIN / 2
    if size >= high - low:
        return (low + high - size) / 2
    return min(max(start, low), high - size)


def _overlaps(spot: Spot, box: Box) -> bool:
    west, north, east, south = _bounds([spot])
    across = west < box.left + box.width and east > box.left
    return across and north < box.top + box.height and south > box.top


def _heading(data: BoardData, chart: str, spaces: Sequence[SpaceData]) -> str:
    """A map's name and scale, and the space of another map that contains all of it."""
    around = {space.lies_in for space in spaces}
    within = f", in {_called(data, *around)}" if len(around) == 1 and around != {""} else ""
    return f"{map_name(data, chart)}{scale_of(data, chart)}{within}"


def _called(data: BoardData, id: str) -> str:
    """A space by its name and its id."""
    name = next((space.name for space in data.spaces if space.id == id), "")
    return f"{one_line(name)} ({one_line(id)})" if name else one_line(id)


def map_name(data: BoardData, chart: str) -> str:
    """The name of one of a board's maps."""
    named = data.maps.get(chart)
    return (one_line(named.name) if named is not None else "") or capital(spoken(chart)) or "Main map"


def scale_of(data: BoardData, chart: str) -> str:
    """The scale of a map, as written after its name; empty if it has none."""
    named = data.maps.get(chart)
    return f", {named.scale} {one_line(named.unit)} a hex" if named is not None and named.scale else ""


def _lens(spaces: Sequence[SpaceData], enlarged: Enlarged | None) -> Lens | None:
    """The lens for a part of a map of outlines, if the rule system wants one."""
    if enlarged is None or not all(len(space.outline) > 2 for space in spaces):
        return None
    return lens_over((space.outline for space in spaces if space.terrain == enlarged.terrain), enlarged.by)


def _drawn(
    data: BoardData, layout: HexLayout | None, spaces: Sequence[SpaceData], lens: Lens | None
) -> tuple[list[Spot], float | None]:
    """The spots of one map in a drawing of its own, and the size of the map's unit in it."""
    if layout is not None and all(space.kind == "hex" for space in spaces):
        return _hexes(spaces, layout.orientation == "pointy", layout.offset == "even"), None
    if all(len(space.outline) > 2 for space in spaces):
        return _outlined(data, spaces, lens)
    return _areas(spaces), None


def _bounds(spots: Iterable[Spot]) -> tuple[float, float, float, float]:
    corners = [corner for spot in spots for corner in spot.outline]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _hexes(spaces: Sequence[SpaceData], pointy: bool, offsets_even: bool) -> list[Spot]:
    turn = 30 if pointy else 0
    corners = [
        (R * math.cos(math.radians(60 * n + turn)), R * math.sin(math.radians(60 * n + turn)))
        for n in range(6)
    ]
    spots = []
    for space in spaces:
        line = space.row if pointy else space.column
        shove = 0.5 if (line % 2 == 0) == offsets_even else 0.0
        along, across = 1.5 * R, math.sqrt(3) * R
        x = (space.column + shove) * across if pointy else space.column * along
        y = space.row * along if pointy else (space.row + shove) * across
        spots.append(Spot(space, x, y, tuple((x + dx, y + dy) for dx, dy in corners)))
    return spots


def _outlined(data: BoardData, spaces: Sequence[SpaceData], lens: Lens | None) -> tuple[list[Spot], float]:
    """Areas by their outlines, so large that the smaller ones have room for counters, and no larger than a
    page."""
    outlines = _shored(data, spaces)
    if lens is not None:
        outlines = [lens.outline(outline) for outline in outlines]
    middles = [widest_point(outline) for outline in outlines]
    rooms = sorted(room for _, _, room in middles)
    across = [x for outline in outlines for x, _ in outline]
    wide = max(across) - min(across) or 1
    wanted = (_ROOM if lens is None else _ROOM_AROUND) / (rooms[len(rooms) // 4] or 1)
    scale = min(max(wanted, _WIDEST[0] / wide), _WIDEST[1] / wide)
    spots = []
    for space, ring, (x, y, room) in zip(spaces, outlines, middles, strict=True):
        outline = tuple((cx * scale, cy * scale) for cx, cy in ring)
        reach = min(max(room * scale * 0.8, 14.0), _ARROWS)
        label = space.label if space.label is None or lens is None else lens.point(space.label)
        named = None if label is None else (label[0] * scale, label[1] * scale)
        spots.append(Spot(space, x * scale, y * scale, outline, (reach, reach), named))
    return spots, scale


def shores(data: BoardData, chart: str) -> frozenset[frozenset[Point]]:
    """The stretches of coast that wander on a map of areas: those of an invented place."""
    if data.provenance != INVENTED:
        return frozenset()
    lines = [line.points for line in data.lines if line.map == chart and line.kind == "coast"]
    return frozenset(frozenset(ends) for line in lines for ends in pairwise(line))


def along(points: Sequence[Point], wander: frozenset[frozenset[Point]]) -> list[Corner]:
    """A line, with its stretches of coast wandering."""
    found: list[Corner] = [points[0]]
    for one, other in pairwise(points):
        wanders = frozenset((one, other)) in wander
        found += wandering(one, other, 1)[1:] if wanders else [other]
    return found


def _shored(data: BoardData, spaces: Sequence[SpaceData]) -> list[tuple[Corner, ...]]:
    """The outlines of areas, following their coast."""
    wander = shores(data, spaces[0].map)
    return [tuple(along((*space.outline, space.outline[0]), wander)[:-1]) for space in spaces]


def _areas(spaces: Sequence[SpaceData]) -> list[Spot]:
    """Areas at the centres that data gives, or in rows if it gives none."""
    placed = len({(space.column, space.row) for space in spaces}) == len(spaces)
    in_row = math.ceil(math.sqrt(len(spaces)))
    half_width, half_height = _AREA[0] / 2, _AREA[1] / 2
    spots = []
    for index, space in enumerate(spaces):
        row, column = (space.row, space.column) if placed else divmod(index, in_row)
        x, y = column * _AREA_STEP[0], row * _AREA_STEP[1]
        outline = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        spots.append(
            Spot(space, x, y, tuple((x + dx * half_width, y + dy * half_height) for dx, dy in outline))
        )
    return spots


def _shifted(spot: Spot, dx: float, dy: float) -> Spot:
    outline = tuple((x + dx, y + dy) for x, y in spot.outline)
    label = None if spot.label is None else (spot.label[0] + dx, spot.label[1] + dy)
    return Spot(spot.space, spot.x + dx, spot.y + dy, outline, spot.reach, label)


def points(spot: Spot, inset: float = 0.0) -> str:
    """A space's outline as an attribute, shrunk by a part of its size; the outline of an area by
    `_DRAWN_IN`."""
    if inset and spot.reach is not None:
        return " ".join(f"{x:.0f},{y:.0f}" for x, y in drawn_in(spot.outline, _DRAWN_IN))
    scale = 1 - inset
    return " ".join(
        f"{spot.x + (x - spot.x) * scale:.0f},{spot.y + (y - spot.y) * scale:.0f}" for x, y in spot.outline
    )


def half(spot: Spot) -> tuple[float, float]:
    """How far from its centre counters may be in a space, across and down."""
    if spot.reach is not None:
        return spot.reach
    return max(abs(x - spot.x) for x, _ in spot.outline), max(abs(y - spot.y) for _, y in spot.outline)


def room(spot: Spot) -> tuple[float, float]:
    """The width and height available for all counters in a space."""
    if spot.reach is None:
        across, down = half(spot)
        return across * 1.84, down + 20
    across = min(_far(spot, side, y) for side in (-1, 1) for y in (-14, 4, 22))
    return max(2 * across, 36.0), _far(spot, 0, 0) + 18


def _far(spot: Spot, side: int, y: float) -> float:
    """The distance from a space's centre to a side, or down, at a height; found in steps."""
    far = 0.0
    while far < _STACK:
        point = (spot.x + side * (far + 6), spot.y + y) if side else (spot.x, spot.y + far + 6)
        if not inside(spot.outline, *point):
            break
        far += 6
    return far


def edge(spot: Spot, towards: Spot) -> tuple[float, float]:
    """The point at the edge of a space on the line from its centre to another's."""
    dx, dy = towards.x - spot.x, towards.y - spot.y
    half_width, half_height = half(spot)
    scale = min(half_width / abs(dx) if dx else math.inf, half_height / abs(dy) if dy else math.inf, 0.5)
    return spot.x + dx * scale, spot.y + dy * scale
