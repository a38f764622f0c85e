"""Where an area that joins a map is drawn: near those it lies beside, where nothing is yet."""

from collections.abc import Sequence
from typing import Any

from domain.errors import BadData
from domain.events import Point, SpaceData
from domain.table.grid import hex_neighbours
from domain.table.state import State

_FARTHEST = 60
"""Cells of a grid around the neighbours that are tried."""


def placed(state: State, beside: Sequence[str], at: Point | None = None) -> dict[str, Any]:
    """What a new area beside these needs to be drawn: its map, its kind, and its cell or outline. at: where
    people want it, in the map's own units; cells of a grid, else points of its outline's drawing.

    Raises BadData where a map has no room left.
    """
    data = state.board.data
    near = [space for space in data.spaces if space.id in beside]
    chart = near[0].map if near else (data.spaces[0].map if data.spaces else "")
    others = [space for space in data.spaces if space.map == chart]
    near = [space for space in near if space.map == chart] or others
    layout = state.board.layout_of(chart)
    taken = {(space.column, space.row) for space in others}
    found: dict[str, Any] = {"map": chart}
    if layout is not None and all(space.kind == "hex" for space in others):
        around = [cell for space in near for cell in hex_neighbours(layout, space.column, space.row)]
        free = [cell for cell in around if cell not in taken and min(cell) > 0]
        column, row = at or (free[0] if free else _free_cell(near, taken))
        return {**found, "kind": "hex", "column": column, "row": row}
    outlined = bool(others) and all(len(space.outline) > 2 for space in others)
    if len(taken) == len(others) or not others:
        cell = at if at and not outlined else _free_cell(near, taken)
        found |= {"column": cell[0], "row": cell[1]}
    if outlined:
        found["outline"] = _outline(near, others, at)
    return found


def _free_cell(near: Sequence[SpaceData], taken: set[Point]) -> Point:
    """The free cell of a grid nearest to the middle of some spaces."""
    if not near:
        return 1, 1
    column = sum(space.column for space in near) // len(near)
    row = sum(space.row for space in near) // len(near)
    for far in range(_FARTHEST):
        ring = [
            (column + dx, row + dy)
            for dx in range(-far, far + 1)
            for dy in range(-far, far + 1)
            if max(abs(dx), abs(dy)) == far
        ]
        free = [cell for cell in ring if cell not in taken and min(cell) > 0]
        if free:
            return min(free, key=lambda cell: (abs(cell[0] - column) + abs(cell[1] - row), cell))
    raise BadData("There is no room near these areas; say where it is drawn: --at COLUMN,ROW.")


Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""


def _outline(near: Sequence[SpaceData], others: Sequence[SpaceData], at: Point | None) -> tuple[Point, ...]:
    """A square of the size of a small area: around a point, or outside the map, where nothing is, at the edge
    that is nearest to some areas."""
    boxes = [_box(space) for space in others]
    widths = sorted(min(right - left, bottom - top) for left, top, right, bottom in boxes)
    size = max(4, widths[len(widths) // 3])
    if at is not None:
        return _square(at[0] - size // 2, at[1] - size // 2, size)
    edges = (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
    around = [_box(space) for space in near]
    x = sum(box[0] + box[2] for box in around) // (2 * len(around))
    y = sum(box[1] + box[3] for box in around) // (2 * len(around))
    gap = max(1, size // 4)
    left, top, right, bottom = edges
    starts = {
        x - left: (left - gap - size, y - size // 2),
        right - x: (right + gap, y - size // 2),
        y - top: (x - size // 2, top - gap - size),
        bottom - y: (x - size // 2, bottom + gap),
    }
    return _square(*starts[min(starts)], size)


def _box(space: SpaceData) -> Box:
    xs, ys = [x for x, _ in space.outline], [y for _, y in space.outline]
    return min(xs), min(ys), max(xs), max(ys)


def _square(x: int, y: int, size: int) -> tuple[Point, ...]:
    return (x, y), (x + size, y), (x + size, y + size), (x, y + size)
