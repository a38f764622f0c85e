"""A part of a map of areas drawn larger than the rest of it, which makes way on all sides.

Within the lens everything is so many times as large; beyond it everything moves away from its middle by the
same distance. What lies beside each other before does so afterwards.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from reports.maps.polygons import Corner, Outline

_BENDS = 9.0
"""How long a straight stretch may be, in units of the map, that the lens does not bend."""

_AROUND = 1.2
"""How much farther a lens reaches than the areas it is for, so that what lies beside them has room too."""


class Lens(NamedTuple):
    """Where a lens lies on a map, how far it reaches, and how much it enlarges."""

    x: float
    y: float
    reach: float
    by: float

    def point(self, point: Corner) -> Corner:
        """Where a point of the map is seen."""
        dx, dy = point[0] - self.x, point[1] - self.y
        far = math.hypot(dx, dy)
        scale = 1 + (self.by - 1) * min(1.0, self.reach / far) if far else 1.0
        return self.x + dx * scale, self.y + dy * scale

    def line(self, points: Sequence[Corner]) -> list[Corner]:
        """A line as it is seen, bent where it is long."""
        found = [points[0]]
        for one, other in pairwise(points):
            found += _between(one, other)[1:]
        return [self.point(point) for point in found]

    def outline(self, points: Outline) -> tuple[Corner, ...]:
        """An outline as it is seen."""
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
