"""Where every space of a board is drawn: hexes as they lie, areas at their centres or in rows."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from domain.events import SpaceData
from domain.table.state import State

R = 50.0
"""From a hex's middle to its corners."""
MARGIN = 16.0
_AREA = (150.0, 104.0)
_AREA_STEP = (190.0, 150.0)


class Spot(NamedTuple):
    """A space where it is drawn: its middle and its outline."""

    space: SpaceData
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]


def spots_of(state: State) -> tuple[list[Spot], float, float]:
    """Every space of the board with its place in the drawing, and how large the drawing is so far."""
    layout = state.board.data.layout
    maps: dict[str, list[SpaceData]] = {}
    for space in state.board.data.spaces:
        maps.setdefault(space.map, []).append(space)
    spots: list[Spot] = []
    width, top = 400.0, MARGIN
    for spaces in maps.values():
        hexes = layout is not None and all(space.kind == "hex" for space in spaces)
        if hexes and layout is not None:
            found = _hexes(spaces, layout.orientation == "pointy", layout.offset == "even")
        else:
            found = _areas(spaces)
        left = min(x for spot in found for x, _ in spot.outline)
        high = min(y for spot in found for _, y in spot.outline)
        moved = [_shifted(spot, MARGIN - left, top - high) for spot in found]
        spots += moved
        width = max(width, max(x for spot in moved for x, _ in spot.outline) + MARGIN)
        top = max(y for spot in moved for _, y in spot.outline) + MARGIN
    return spots, width, top


def _hexes(spaces: Sequence[SpaceData], pointy: bool, shoves_even: bool) -> list[Spot]:
    turn = 30 if pointy else 0
    corners = [
        (R * math.cos(math.radians(60 * n + turn)), R * math.sin(math.radians(60 * n + turn)))
        for n in range(6)
    ]
    spots = []
    for space in spaces:
        line = space.row if pointy else space.column
        shove = 0.5 if (line % 2 == 0) == shoves_even else 0.0
        along, across = 1.5 * R, math.sqrt(3) * R
        x = (space.column + shove) * across if pointy else space.column * along
        y = space.row * along if pointy else (space.row + shove) * across
        spots.append(Spot(space, x, y, tuple((x + dx, y + dy) for dx, dy in corners)))
    return spots


def _areas(spaces: Sequence[SpaceData]) -> list[Spot]:
    """Areas at the centres that data gives, or, where it gives none, in rows."""
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
    return Spot(spot.space, spot.x + dx, spot.y + dy, outline)


def points(spot: Spot, inset: float = 0.0) -> str:
    """A space's outline as an attribute, drawn in by a part of its size."""
    scale = 1 - inset
    return " ".join(
        f"{spot.x + (x - spot.x) * scale:.0f},{spot.y + (y - spot.y) * scale:.0f}" for x, y in spot.outline
    )


def half(spot: Spot) -> tuple[float, float]:
    """How far a space's outline reaches from its middle, across and down."""
    return max(abs(x - spot.x) for x, _ in spot.outline), max(abs(y - spot.y) for _, y in spot.outline)


def edge(spot: Spot, towards: Spot) -> tuple[float, float]:
    """A point on the way from one space's middle to another's, at the edge of the first."""
    dx, dy = towards.x - spot.x, towards.y - spot.y
    half_width, half_height = half(spot)
    scale = min(half_width / abs(dx) if dx else math.inf, half_height / abs(dy) if dy else math.inf, 0.5)
    return spot.x + dx * scale, spot.y + dy * scale
