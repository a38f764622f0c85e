"""Hexes as whole numbers: neighbours, ranges and straight lines on a grid, without any rounding.

A hex is a cell (column, row), counted from 1, in the layout of its map. For measuring, a cell is converted to
skewed coordinates (q, r), in which the six neighbours are (1, 0), (0, 1), (1, -1) and their opposites.
"""

from domain.events import HexLayout

Cell = tuple[int, int]

_FLAT_STEPS = {
    False: ((0, -1), (0, 1), (-1, -1), (1, -1), (-1, 0), (1, 0)),
    True: ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Flat-topped neighbours as (column, row) steps, by whether the column is offset down by half a hex."""


def hex_neighbours(layout: HexLayout, column: int, row: int) -> tuple[Cell, ...]:
    """The (column, row) of the six hexes around one; columns and rows count from 1."""
    pointy = layout.orientation == "pointy"
    line = row if pointy else column
    offset_by_half = (line % 2 == 0) == (layout.offset == "even")
    steps = _FLAT_STEPS[offset_by_half]
    if pointy:
        return tuple((column + down, row + across) for across, down in steps)
    return tuple((column + across, row + down) for across, down in steps)


def skewed(layout: HexLayout, column: int, row: int) -> tuple[int, int]:
    """The skewed coordinates of a hex."""
    line, along = (row, column) if layout.orientation == "pointy" else (column, row)
    return line, along - (line + (layout.offset == "even")) // 2


def offset(layout: HexLayout, q: int, r: int) -> Cell:
    """The column and row of a hex given in skewed coordinates."""
    along = r + (q + (layout.offset == "even")) // 2
    return (along, q) if layout.orientation == "pointy" else (q, along)


def steps_between(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many hexes one enters on the shortest route from one hex to another, in skewed coordinates."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


_AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))


def crossed(one: tuple[int, int], other: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
    """The hexes, in skewed coordinates, that the straight line between the centres of two hexes runs through,
    from one to the other.

    Each step is one hex, or two where the line runs along the side that they share. A hex that the line
    touches only at a corner is not crossed.
    """
    found = {one: 0}
    queue = [one]
    dq, dr = other[0] - one[0], other[1] - one[1]
    for q, r in queue:
        for step_q, step_r in _AROUND:
            near = q + step_q, r + step_r
            if near not in found and _runs_through(near[0] - one[0], near[1] - one[1], dq, dr):
                # How far along the line the centre of the hex lies: the order in which it is crossed.
                oq, orr = near[0] - one[0], near[1] - one[1]
                found[near] = 2 * oq * dq + oq * dr + orr * dq + 2 * orr * dr
                queue.append(near)
    steps: dict[int, list[tuple[int, int]]] = {}
    for cell, along in found.items():
        steps.setdefault(along, []).append(cell)
    return [tuple(sorted(steps[along])) for along in sorted(steps)]


def _runs_through(oq: int, orr: int, dq: int, dr: int) -> bool:
    """Whether the line from the origin to (dq, dr) runs through the inside, or along a side, of the hex whose
    centre is (oq, orr).

    A hex is the set of points no further than 1 from its centre by each of three measures. By each of them
    the line is inside the hex from one moment to a later one; it runs through the hex if the three stretches
    have a part of the line in common.
    """
    first, last = (0, 1), (1, 1)  # the moments as fractions with a positive denominator
    for way, middle in ((2 * dq + dr, 2 * oq + orr), (dq + 2 * dr, oq + 2 * orr), (dq - dr, oq - orr)):
        if way == 0:
            if abs(middle) > 1:
                return False
            continue
        enters, leaves = (middle - 1, middle + 1) if way > 0 else (-middle - 1, -middle + 1)
        size = abs(way)
        if enters * first[1] > first[0] * size:
            first = enters, size
        if leaves * last[1] < last[0] * size:
            last = leaves, size
    return first[0] * last[1] < last[0] * first[1]
