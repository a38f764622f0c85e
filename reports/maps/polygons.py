"""Polygons in a drawing: whether a point is inside, and where a polygon has most room."""

import math
from collections.abc import Sequence
from functools import lru_cache

Corner = tuple[float, float]
Outline = Sequence[Corner]

_CELLS = (7, 2, 2)
"""How finely an outline is searched for its widest point, on each side of the best point so far."""


def inside(outline: Outline, x: float, y: float) -> bool:
    """Whether a point lies inside an outline."""
    found = False
    before_x, before_y = outline[-1]
    for corner_x, corner_y in outline:
        if (corner_y > y) != (before_y > y):
            crosses = (before_x - corner_x) * (y - corner_y) / (before_y - corner_y) + corner_x
            found ^= x < crosses
        before_x, before_y = corner_x, corner_y
    return found


def distance_to(outline: Outline, x: float, y: float) -> float:
    """The distance of a point from the nearest side of an outline."""
    nearest = math.inf
    ax, ay = outline[-1]
    for bx, by in outline:
        dx, dy = bx - ax, by - ay
        size = dx * dx + dy * dy
        part = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / size)) if size else 0.0
        nearest = min(nearest, math.hypot(ax + part * dx - x, ay + part * dy - y))
        ax, ay = bx, by
    return nearest


@lru_cache(maxsize=4096)
def widest_point(outline: tuple[Corner, ...]) -> tuple[float, float, float]:
    """The approximate point inside an outline that is farthest from its sides, and its distance from them."""
    west, east = min(x for x, _ in outline), max(x for x, _ in outline)
    north, south = min(y for _, y in outline), max(y for _, y in outline)
    best = ((west + east) / 2, (north + south) / 2, 0.0)
    reach_x, reach_y = (east - west) / 2, (south - north) / 2
    for cells in _CELLS:
        middle_x, middle_y, _ = best
        step_x, step_y = reach_x / cells, reach_y / cells
        for column in range(-cells, cells + 1):
            for row in range(-cells, cells + 1):
                x, y = middle_x + column * step_x, middle_y + row * step_y
                if inside(outline, x, y):
                    room = distance_to(outline, x, y)
                    if room > best[2] + 1e-9:
                        best = x, y, room
        reach_x, reach_y = step_x, step_y
    return best


def area_of(outline: Outline) -> float:
    """Twice the area of an outline; negative for one that runs the other way round."""
    return sum(
        outline[n - 1][0] * outline[n][1] - outline[n][0] * outline[n - 1][1] for n in range(len(outline))
    )


def drawn_in(outline: Outline, by: float) -> list[Corner]:
    """An outline with all its sides moved inwards by that distance, for a line along its inside."""
    count = len(outline)
    inwards = by if area_of(outline) > 0 else -by
    found = []
    for n, (x, y) in enumerate(outline):
        before, after = outline[n - 1], outline[(n + 1) % count]
        one, other = _normal(before, (x, y)), _normal((x, y), after)
        across, down = one[0] + other[0], one[1] + other[1]
        # A sharp corner moves at most three times as far as its sides.
        size = max(across * one[0] + down * one[1], 1 / 3)
        found.append((x + across / size * inwards, y + down / size * inwards))
    return found


def _normal(one: Corner, other: Corner) -> Corner:
    """A step of length 1 at a right angle to the line from one corner to another."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    far = math.hypot(dx, dy) or 1.0
    return -dy / far, dx / far
