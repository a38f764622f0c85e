"""The coast of a map of hexes: it wanders around the sides between water and land, so that land looks
natural. Its course follows from the hexes alone, so that a board is always drawn the same."""

from collections.abc import Sequence

from domain.events import BoardData
from reports.figures.svg import tag, title
from reports.maps.layout import R, Sheet, Spot
from reports.maps.shores import chance, wandering
from reports.maps.terrain import drawn_line, stroke_of, style_of

KIND = "coast"
WATER = ("waves", "swell")
"""The textures of terrain that is water."""

_Point = tuple[float, float]
_Side = tuple[_Point, _Point]

_DRAWN_BACK = {1: 0.22, 2: 0.05}
"""How far a corner is inside the land, as a part of a hex: for a cape of one hex, and for a shore of two."""


def coasted(board: BoardData) -> frozenset[str]:
    """The maps whose coast is drawn: those with a line of the kind `coast` that has no points."""
    return frozenset(
        line.map for line in board.lines if line.kind == KIND and not line.points and not line.through
    )


def coast(board: BoardData, sheet: Sheet) -> list[str]:
    """Land with its coast over the plain hexes, and the line along the coast."""
    found = []
    for chart in sorted(coasted(board)):
        spots = [spot for spot in sheet.spots if spot.space.map == chart and len(spot.outline) == 6]
        found += _drawn(board, spots)
    return found


def is_water(board: BoardData, spot: Spot) -> bool:
    """Whether a hex is drawn as water."""
    return style_of(board, spot.space.terrain).texture in WATER


def _drawn(board: BoardData, spots: Sequence[Spot]) -> list[str]:
    land = [spot for spot in spots if not is_water(board, spot)]
    waters: dict[_Side, Spot] = {}
    around: dict[_Point, list[Spot]] = {}
    for spot in spots:
        wet = is_water(board, spot)
        for one, other in _sides(spot):
            around.setdefault(one, []).append(spot)
            if wet:
                waters[other, one] = spot  # seen from the other hex, the side runs the other way
    corners = {point: _corner(board, point, beside) for point, beside in around.items()}
    found, shores = [], []
    for spot in land:
        sides = _sides(spot)
        beside = [waters[side] for side in sides if side in waters]
        if beside:
            colour = style_of(board, beside[0].space.terrain).colour
            found.append(tag("path", d=_closed([one for one, _ in sides]), fill=colour))
    for spot in land:
        ring: list[_Point] = []
        for one, other in _sides(spot):
            way = [corners[one], corners[other]]
            if (one, other) in waters:
                way = wandering(corners[one], corners[other], R)
                shores.append(way)
            ring += way[:-1]
        found.append(tag("path", d=_closed(ring), fill=style_of(board, spot.space.terrain).colour))
    stroke = stroke_of(board, KIND)._replace(width=1.6)
    return [*found, tag("g", title(KIND), *(drawn_line(_open(way), stroke) for way in shores))]


def _sides(spot: Spot) -> list[_Side]:
    """The sides of a hex, given by corners that both hexes sharing a side have in common."""
    corners = [(float(round(x)), float(round(y))) for x, y in spot.outline]
    return [(corners[n], corners[(n + 1) % len(corners)]) for n in range(len(corners))]


def _corner(board: BoardData, point: _Point, beside: Sequence[Spot]) -> _Point:
    """The place of a corner: at a coast it is drawn back into the land."""
    land = [spot for spot in beside if not is_water(board, spot)]
    part = _DRAWN_BACK.get(len(land), 0.0)
    if len(land) == len(beside) or not part:
        return point
    x = sum(spot.x for spot in land) / len(land)
    y = sum(spot.y for spot in land) / len(land)
    part *= 1 + 0.6 * chance(point, point, R)
    return point[0] + (x - point[0]) * part, point[1] + (y - point[1]) * part


def _open(way: Sequence[_Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in way)


def _closed(way: Sequence[_Point]) -> str:
    return _open(way) + "z"


__all__ = ["KIND", "WATER", "coast", "coasted", "is_water"]
