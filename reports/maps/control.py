"""Who holds what on a map: a light tint for everything a side holds, and a front where two sides meet."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from reports.figures.svg import tag, title
from reports.maps.layout import Sheet
from reports.maps.pieces import Counters
from reports.maps.polygons import area_of, drawn_in

FRONT = 4.0
"""The width of a front on each side of it."""
TINT = 0.11
EDGE = 1.2
"""The width of the line around what a side holds where no other side's ground begins."""
_NEAR = 2
"""The greatest distance between corners that are meant to be one."""

_Point = tuple[int, int]
_Way = tuple[_Point, _Point]
_Outline = tuple[tuple[float, float], ...]


class Ring(NamedTuple):
    """A closed line around what a side holds: its corners, and on which of its sides (from each corner to
    the next) another side holds the ground beyond."""

    corners: tuple[_Point, ...]
    meets: tuple[bool, ...]


def control(sheet: Sheet, holders: Mapping[str, str], counters: Counters) -> str:
    """What each side holds, tinted, with lines around it: a front where another side's ground begins."""
    drawn, lines = [], []
    for side, found in rings(sheet, holders).items():
        colour = counters.colour(side)
        ground = "".join(_closed(ring.corners) for ring in found)
        drawn.append(tag("path", d=ground, fill=colour, fill_opacity=TINT, fill_rule="evenodd"))
        front, rim = (_stretches(found, meets) for meets in (True, False))
        shown = tag("path", d=rim, stroke_width=EDGE) if rim else ""
        if front:
            shown += tag("path", d=front, stroke_width=FRONT, stroke_dasharray=counters.dashes(side))
        name = title(f"Held by {counters.names.get(side, side)}")
        style = {"fill": "none", "stroke": colour, "stroke_linejoin": "round"}
        lines.append(tag("g", name, shown, class_="held", **style))
    return "".join((*drawn, *lines))


def samples(sheet: Sheet, holders: Mapping[str, str] | None, counters: Counters) -> list[tuple[str, str]]:
    """For a legend: the ground of each side, and a front. holders: None for all sides that can hold any."""
    if holders is None:
        return [_ground_sample(side, counters) for side in counters.sides]
    held = rings(sheet, holders)
    found = [_ground_sample(side, counters) for side in held]
    meeting = [side for side, around in held.items() if any(any(ring.meets) for ring in around)]
    if meeting:
        lines = [
            tag("path", d=f"M0 {y}h22", stroke=counters.colour(side), stroke_width=FRONT)
            for y, side in zip((5, 10), meeting, strict=False)
        ]
        found.append(("".join(lines), "front"))
    return found


def _ground_sample(side: str, counters: Counters) -> tuple[str, str]:
    colour = counters.colour(side)
    square = tag("rect", width=22, height=14, fill=colour, fill_opacity=TINT, stroke=colour)
    return square, f"held by {counters.names.get(side, side)}"


def rings(sheet: Sheet, holders: Mapping[str, str]) -> dict[str, list[Ring]]:
    """The lines around everything that each side holds; neighbouring spaces are joined."""
    ways_of: dict[str, dict[_Way, None]] = {}
    for id, ways in outlines(sheet).items():
        if id in holders:
            ways_of.setdefault(holders[id], {}).update(dict.fromkeys(ways))
    found = {}
    for side, own in ways_of.items():
        others = [held for other, held in ways_of.items() if other != side]
        outer = [way for way in own if way[::-1] not in own]
        meets = {way for way in outer if any(way[::-1] in other for other in others)}
        found[side] = [_ring(loop, meets) for loop in _loops(outer)]
    return found


def outlines(sheet: Sheet) -> Mapping[str, Sequence[_Way]]:
    """The outline of each space as stretches from corner to corner, all in the same direction of turn; two
    spaces that touch have the same stretches there, in opposite directions."""
    return _outlines(tuple((spot.space.id, spot.space.map, spot.outline) for spot in sheet.spots))


@lru_cache(maxsize=16)
def _outlines(spots: tuple[tuple[str, str, _Outline], ...]) -> dict[str, list[_Way]]:
    """The same for spaces with their maps and outlines; a report draws one board many times."""
    corners = _Corners()
    found = {}
    for chart in dict.fromkeys(map for _, map, _ in spots):
        round_ = {space: corners.around(outline) for space, map, outline in spots if map == chart}
        all_of_them = sorted({corner for ring in round_.values() for corner in ring})
        for id, ring in round_.items():
            ways = [
                way for one, other in pairwise((*ring, ring[0])) for way in _parted(one, other, all_of_them)
            ]
            found[id] = [way for way in ways if way[0] != way[1]]
    return found


class _Corners:
    """Corners as whole numbers; those that are close together are one."""

    def __init__(self) -> None:
        self._known: dict[_Point, _Point] = {}

    def around(self, outline: _Outline) -> list[_Point]:
        """A space's corners, in the order in which its ground is always on the same side."""
        found = [self._corner(round(x), round(y)) for x, y in outline]
        return found if area_of(found) > 0 else found[::-1]

    def _corner(self, x: int, y: int) -> _Point:
        for dx in range(-_NEAR, _NEAR + 1):
            for dy in range(-_NEAR, _NEAR + 1):
                if (x + dx, y + dy) in self._known:
                    return self._known[x + dx, y + dy]
        return self._known.setdefault((x, y), (x, y))


def _parted(one: _Point, other: _Point, corners: Sequence[_Point]) -> Iterator[_Way]:
    """A stretch, divided where corners of other spaces are on it. corners: sorted."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    size = dx * dx + dy * dy
    low, high = min(one[0], other[0]) - _NEAR, max(one[0], other[0]) + _NEAR
    bottom, top = min(one[1], other[1]) - _NEAR, max(one[1], other[1]) + _NEAR
    on: list[tuple[float, _Point]] = []
    for corner in corners[bisect_left(corners, (low, bottom)) : bisect_right(corners, (high, top))]:
        if not bottom <= corner[1] <= top or corner in (one, other):
            continue
        along = (corner[0] - one[0]) * dx + (corner[1] - one[1]) * dy
        aside = (corner[0] - one[0]) * dy - (corner[1] - one[1]) * dx
        if 0 < along < size and aside * aside <= _NEAR * _NEAR * size:
            on.append((along, corner))
    yield from pairwise((one, *(corner for _, corner in sorted(on)), other))


def _loops(ways: Sequence[_Way]) -> Iterator[list[_Point]]:
    """Stretches joined to closed lines."""
    after: dict[_Point, list[_Point]] = {}
    for one, other in ways:
        after.setdefault(one, []).append(other)
    for start in list(after):
        while after.get(start):
            loop = [start]
            here = after[start].pop()
            while here != start and after.get(here):
                loop.append(here)
                here = after[here].pop()
            yield loop


def _ring(loop: list[_Point], meets: set[_Way]) -> Ring:
    """A closed line without corners on straight stretches."""
    flags = [way in meets for way in pairwise((*loop, loop[0]))]
    kept = []
    for number, corner in enumerate(loop):
        before, after = loop[number - 1], loop[(number + 1) % len(loop)]
        bends = (corner[0] - before[0]) * (after[1] - corner[1]) - (corner[1] - before[1]) * (
            after[0] - corner[0]
        )
        if bends or flags[number] != flags[number - 1]:
            kept.append(number)
    return Ring(tuple(loop[number] for number in kept), tuple(flags[number] for number in kept))


def _stretches(found: Sequence[Ring], meets: bool) -> str:
    """The stretches of rings that are a front, or those that are not, drawn inside what is held."""
    paths = []
    for ring in found:
        if len(ring.corners) < 3 or meets not in ring.meets:
            continue
        by = (FRONT if meets else EDGE) / 2 + 0.3 * meets
        # Around a hole the ground is outside.
        inner = drawn_in(ring.corners, by if area_of(ring.corners) > 0 else -by)
        if all(flag == meets for flag in ring.meets):
            paths.append(_closed(inner))
            continue
        count = len(inner)
        start = next(n for n in range(count) if ring.meets[n] == meets and ring.meets[n - 1] != meets)
        line: list[tuple[float, float]] = []
        for n in (*range(start, count), *range(start)):
            if ring.meets[n] == meets:
                line = line or [inner[n]]
                line.append(inner[(n + 1) % count])
            elif line:
                paths.append(_open(line))
                line = []
        if line:
            paths.append(_open(line))
    return "".join(paths)


def _open(line: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line)


def _closed(line: Sequence[tuple[float, float]]) -> str:
    return _open(line) + "z"
