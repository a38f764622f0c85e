"""West Mosul as the rules ask of it: terrain and stacking limits (2.2, 5.2), roads and junctions (5.1,
5.4), starting areas (3.3), edges, and what lies closer to something (6.4i). Areas that touch one
junction are neighbours in the board's data."""

from fractions import Fraction

from adjudication.engine.register import citations
from domain.table.board import Board
from domain.table.derived import derived

R = citations("nineveh", __file__)

OPEN, URBAN, OLD_CITY = "open", "urban", "old city"
"""Terrains (2.2a)."""
LIMIT = {OPEN: 4, URBAN: 3, OLD_CITY: 2}
"""Blocks of a side that an area holds (5.2a)."""
ROAD, RING_ROAD, START, EXIT, TIGRIS, MOSQUE, SUPPLY = (
    "road",
    "ring road",
    "start",
    "exit",
    "tigris",
    "grand mosque",
    "supply",
)
"""Tags of areas. EXIT: the darker rings on the north edge; SUPPLY: areas that touch the junction beside
the Old City (7.1a)."""
NORTH, SOUTH, WEST = "north edge", "south edge", "west edge"
"""Tags of the areas on an edge of the map; also the names of the edges."""


@derived
def areas(board: Board) -> tuple[str, ...]:
    """All areas, in the order of the board."""
    return tuple(space.id for space in board.data.spaces)


@derived
def tagged(board: Board, tag: str) -> tuple[str, ...]:
    """The areas with a tag, in the order of the board."""
    return tuple(space.id for space in board.data.spaces if tag in space.tags)


@derived
def of_terrain(board: Board, terrain: str) -> tuple[str, ...]:
    """The areas of a terrain, in the order of the board."""
    return tuple(space.id for space in board.data.spaces if space.terrain == terrain)


@derived
def at_junctions(board: Board) -> tuple[str, ...]:
    """The areas that touch a road junction (2.2b)."""
    return tuple(space.id for space in board.data.spaces if space.values.get("junctions"))


def terrain(board: Board, area: str) -> str:
    """The terrain of an area: open, urban or old city. One that was added without any of these is open."""
    found = board.spaces[area].terrain
    return found if found in LIMIT else OPEN


def is_area(board: Board, place: str) -> bool:
    """Whether a place is an area of the map."""
    return place in on_the_map(board)


@derived
def on_the_map(board: Board) -> frozenset[str]:
    """All areas of the map, to ask whether a place is one."""
    return frozenset(areas(board))


@derived
def closer(board: Board, here: str, there: str, goal: str) -> bool:
    """Whether `there` lies closer than `here` to an edge of the map, or to an area (or the Old City), by
    the nearest part of each (6.4i). goal: an edge, OLD_CITY, or the id of an area."""
    return _distance(board, there, goal) < _distance(board, here, goal)


@derived
def _distance(board: Board, area: str, goal: str) -> Fraction:
    """How far the nearest part of an area is from a goal: from an edge straight, from areas squared."""
    outline = board.spaces[area].outline
    match goal:
        case "north edge":
            return Fraction(min(down for _, down in outline))
        case "south edge":
            return Fraction(-max(down for _, down in outline))
        case "west edge":
            return Fraction(min(right for right, _ in outline))
    goals = of_terrain(board, OLD_CITY) if goal == OLD_CITY else (goal,)
    if area in goals:
        return Fraction(-1)
    return min(_gap(outline, board.spaces[each].outline) for each in goals)


@derived
def apart(board: Board, one: str, other: str) -> Fraction:
    """The square of the distance between the nearest parts of two areas."""
    return Fraction(0) if one == other else _gap(board.spaces[one].outline, board.spaces[other].outline)


@derived
def south_of_the_old_city(board: Board) -> tuple[str, ...]:
    """The Old City areas on its southern edge: those beside an area south of all the Old City (10.1o)."""
    inside = of_terrain(board, OLD_CITY)
    middle = _middle(board)
    return tuple(
        area
        for area in inside
        if any(
            each not in inside and middle_of(board, each)[1] > max(middle_of(board, area)[1], middle[1])
            for each in board.neighbours[area]
        )
    )


@derived
def north_west_of_the_old_city(board: Board, area: str) -> bool:
    """Whether the middle of an area lies further north and further west than that of the Old City (10.1o)."""
    across, down = middle_of(board, area)
    middle = _middle(board)
    return across < middle[0] and down < middle[1] and area not in of_terrain(board, OLD_CITY)


def _middle(board: Board) -> tuple[Fraction, Fraction]:
    """The middle of the Old City."""
    return _mean([middle_of(board, area) for area in of_terrain(board, OLD_CITY)])


@derived
def middle_of(board: Board, area: str) -> tuple[Fraction, Fraction]:
    """The middle of an area: the mean of the corners of its outline."""
    return _mean([(Fraction(right), Fraction(down)) for right, down in board.spaces[area].outline])


def _mean(points: list[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    right, down = (sum(each, Fraction(0)) / len(points) for each in zip(*points, strict=True))
    return right, down


Outline = tuple[tuple[int, int], ...]


def _gap(one: Outline, other: Outline) -> Fraction:
    """The square of the shortest distance between two outlines that do not cross; it is at a corner of
    one of them."""
    return min(
        _to_segment(corner, start, end)
        for corners, sides in ((one, other), (other, one))
        for corner in corners
        for start, end in zip(sides, (*sides[1:], sides[0]), strict=True)
    )


def _to_segment(point: tuple[int, int], start: tuple[int, int], end: tuple[int, int]) -> Fraction:
    """The square of the distance from a point to a straight line between two others."""
    right, down = end[0] - start[0], end[1] - start[1]
    across, along = point[0] - start[0], point[1] - start[1]
    length = right * right + down * down
    part = across * right + along * down
    if part <= 0:
        return Fraction(across * across + along * along)
    if part >= length:
        return Fraction((point[0] - end[0]) ** 2 + (point[1] - end[1]) ** 2)
    return Fraction((across * down - along * right) ** 2, length)
