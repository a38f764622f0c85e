"""A part of a map of areas drawn larger than the rest of it, which makes room on all sides.

Inside the lens everything is larger by the same factor; outside, everything moves away from its centre by the
same distance. Neighbours stay neighbours.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from reports.maps.polygons import Corner, Outline

_BENDS = 9.0
"""The greatest length of a straight stretch, in units of the map, that the lens does not bend."""

_AROUND = 1.2
"""How much further a lens reaches than the areas it is for, so that their surroundings have room too."""


class Lens(NamedTuple):
    """The place of a lens on a map, its reach, and its factor."""

    x: float
    y: float
    reach: float
    by: float

    def point(self, point: Corner) -> Corner:
        """The place at which a point of the map is drawn."""
        dx, dy = point[0] - self.x, point[1] - self.y
        far = math.hypot(dx, dy)
        scale = 1 + (self.by - 1) * min(1.0, self.reach / far) if far else 1.0
        return self.x + dx * scale, self.y + dy * scale

    def line(self, points: Sequence[Corner]) -> list[Corner]:
        """A line as it is drawn, bent if it is long."""
        found = [points[0]]
        for one, other in pairwise(points):
            found += _between(one, other)[1:]
        return [self.point(point) for point in found]

    def outline(self, points: Outline) -> tuple[Corner, ...]:
        """An outline as it is drawn."""
        return tuple(self.line((*points, points[0]))[:-1])


def lens_over(outlines: Iterable[Outline], by: float) -> Lens | None:
    """A lens over areas; None without any."""
    corners = [corner for outline in outlines for corner in outline]
    if not corners:
        return None
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Lens(x, y, _AROUND * max(max(xs) - x, max(ys) - y), by)


def _between(one: Corner, other: Corner) -> list[Corner]:
    """The points of a stretch, the same from either end."""
    if one > other:
        return _between(other, one)[::-1]
    parts = max(1, math.ceil(math.dist(one, other) / _BENDS))
    return [
        (one[0] + (other[0] - one[0]) * n / parts, one[1] + (other[1] - one[1]) * n / parts)
        for n in range(parts + 1)
    ]
