"""Who holds what on a map: a light tint of all that a side holds, and a front where two sides meet."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.figures.svg import tag, title
from reports.maps.layout import Sheet, Spot
from reports.maps.pieces import Counters

FRONT = 4.0
"""How wide a front is drawn, on each side of it."""
TINT = 0.16
EDGE = 1.2
"""How wide the line is around what a side holds where nobody else's begins."""
_GAP = 3.0
"""How far apart outlines may lie that are meant to touch."""


def control(sheet: Sheet, holders: Mapping[str, str], counters: Counters) -> str:
    """What each side holds, tinted, and the lines around it: a front where another side's begins."""
    held = _held(sheet, holders)
    if not held:
        return ""
    drawn = [
        tag("path", d=_path(shape), fill=counters.colour(side), fill_opacity=TINT)
        for side, shape in held.items()
    ]
    for side, shape in held.items():
        front, rim = _lines(held, side)
        colour = counters.colour(side)
        lines = tag("path", d=_path(rim), stroke=colour, stroke_width=EDGE) if not rim.is_empty else ""
        if not front.is_empty:
            lines += tag(
                "path",
                d=_path(front),
                stroke=colour,
                stroke_width=FRONT,
                stroke_dasharray=counters.dashes(side),
            )
        name = title(f"Held by {counters.names.get(side, side)}")
        drawn.append(tag("g", name, lines, fill="none", stroke_linejoin="round", class_="held"))
    return "".join(drawn)


def fronts(sheet: Sheet, holders: Mapping[str, str]) -> list[str]:
    """The sides that have a front with another one."""
    held = _held(sheet, holders)
    return [side for side in held if not _lines(held, side)[0].is_empty]


def contacts(sheet: Sheet) -> list[tuple[str, str, str, str]]:
    """All lines along which two spaces of a map meet: the two, and a path inside each of them."""
    from shapely import STRtree

    shapes = [_polygon(spot) for spot in sheet.spots]
    tree = STRtree(shapes)
    found = []
    for one, other in zip(*tree.query(shapes, predicate="dwithin", distance=_GAP).tolist(), strict=True):
        here, there = sheet.spots[one], sheet.spots[other]
        if one < other and here.space.map == there.space.map:
            ways = [_along(shapes[a], shapes[b]) for a, b in ((one, other), (other, one))]
            if not any(way.is_empty for way in ways):
                found.append((here.space.id, there.space.id, _path(ways[0]), _path(ways[1])))
    return found


def _held(sheet: Sheet, holders: Mapping[str, str]) -> dict[str, Any]:
    """The ground of each side as one shape."""
    from shapely import union_all

    spots: dict[str, list[Any]] = {}
    for spot in sheet.spots:
        if spot.space.id in holders:
            spots.setdefault(holders[spot.space.id], []).append(
                _polygon(spot).buffer(0.6, join_style="mitre")
            )
    return {side: union_all(shapes) for side, shapes in spots.items()}


def _lines(held: Mapping[str, Any], side: str) -> tuple[Any, Any]:
    """The line within what a side holds: where another side's begins, and all else of it."""
    from shapely import line_merge, union_all

    shape = held[side]
    others = [other for id, other in held.items() if id != side]
    rim = shape.buffer(-EDGE / 2, join_style="mitre").boundary
    inner = shape.buffer(-FRONT / 2 - 0.4, join_style="mitre").boundary
    if not others:
        return line_merge(inner.difference(inner)), rim
    near = union_all(others).buffer(FRONT + _GAP)
    # A touch of a corner is no front.
    front = [line for line in _parts(line_merge(inner.intersection(near))) if line.length > 3 * FRONT]
    return union_all(front), rim.difference(union_all(others).buffer(_GAP))


def _along(one: Any, other: Any) -> Any:
    """The line within an outline where another one begins."""
    from shapely import line_merge, union_all

    inner = one.buffer(-FRONT / 2 - 0.4, join_style="mitre").boundary
    lines = _parts(line_merge(inner.intersection(other.buffer(FRONT + _GAP))))
    return union_all([line for line in lines if line.length > 3 * FRONT])


def _polygon(spot: Spot) -> Any:
    from shapely import Polygon

    return Polygon(spot.outline).buffer(0)


def _parts(shape: Any) -> Sequence[Any]:
    return list(shape.geoms) if hasattr(shape, "geoms") else [shape]


def _path(shape: Any) -> str:
    """A shape as a path in whole numbers."""
    found = []
    for part in _parts(shape):
        if part.is_empty:
            continue
        rings = [part.exterior, *part.interiors] if hasattr(part, "exterior") else [part]
        for ring in rings:
            corners = [f"{x:.0f} {y:.0f}" for x, y in ring.simplify(0.7).coords]
            closed = len(corners) > 2 and corners[0] == corners[-1]
            found.append("M" + "L".join(corners[:-1] if closed else corners) + ("z" if closed else ""))
    return "".join(found)
