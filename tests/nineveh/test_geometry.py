"""How far areas lie from each other, from the edges of the map and from the Old City (6.4i, 10.1o), on maps
of a few drawn areas."""

from fractions import Fraction
from itertools import combinations

import pytest

from adjudication.systems.nineveh.table.board import (
    apart,
    closer,
    middle_of,
    north_west_of_the_old_city,
    south_of_the_old_city,
)
from domain.events.data import Adjacency, BoardData, SpaceData
from domain.table.board import Board
from tests.nineveh.alone import field

Corners = list[tuple[int, int]]
SQUARE: Corners = [(0, 0), (2, 0), (2, 2), (0, 2)]
BOARD = field().state.board


def drawn(old_city: str = "", **outlines: Corners) -> Board:
    """A map of these areas, each beside each other; those named are of the Old City."""
    spaces = tuple(
        SpaceData(
            id=id,
            kind="area",
            terrain="old city" if id in old_city.split() else "urban",
            outline=tuple(corners),
        )
        for id, corners in outlines.items()
    )
    return Board(BoardData(spaces=spaces, adjacency=Adjacency(join=tuple(combinations(outlines, 2)))))


@pytest.mark.rule("nineveh 6.4i")
@pytest.mark.parametrize(
    ("other", "square"),
    [
        ([(5, 1), (8, 0), (8, 3)], 9),  # a corner of the other, before a side of the square
        ([(1, -7), (0, -9), (2, -9)], 49),
        ([(4, -10), (4, 10), (9, 10), (9, -10)], 4),  # corners of the square, before a side of the other
        ([(4, -10), (9, -10), (9, 10), (4, 10)], 4),  # before its last side
        ([(-10, 7), (10, 7), (0, 9)], 25),
        ([(5, 6), (9, 6), (9, 9), (5, 9)], 9 + 16),  # corner from corner
        ([(-3, -4), (-3, -9), (-9, -4)], 9 + 16),
        ([(5, 6), (5, 6), (9, 9)], 9 + 16),  # a corner that is drawn twice
        ([(2, 5), (5, 2), (9, 9)], Fraction(9, 2)),  # before a slanting side
        ([(3, 8), (11, 2), (12, 12)], Fraction(54**2, 100)),
        ([(2, 0), (4, 0), (4, 2), (2, 2)], 0),  # touching
    ],
)
def test_the_distance_is_that_of_the_nearest_parts(other: Corners, square: Fraction) -> None:
    board = drawn(one=SQUARE, other=other)
    assert apart(board, "one", "other") == apart(board, "other", "one") == square
    assert apart(board, "one", "one") == apart(board, "other", "other") == 0


@pytest.mark.rule("nineveh 6.4i", "nineveh 6.4e", "nineveh 6.4f", "nineveh 6.4g")
@pytest.mark.parametrize(
    ("edge", "further", "nearer"),
    [
        ("north edge", [(0, 10), (4, 4), (4, 10)], [(0, 20), (4, 3), (4, 20)]),
        ("south edge", [(0, 1), (4, 4), (4, 10)], [(0, 0), (4, 3), (4, 11)]),
        ("west edge", [(5, 0), (9, 4), (9, 10)], [(4, 30), (30, 0), (30, 30)]),
    ],
)
def test_any_part_nearer_to_an_edge_is_nearer(edge: str, further: Corners, nearer: Corners) -> None:
    board = drawn(further=further, nearer=nearer)
    assert closer(board, "further", "nearer", edge)
    assert not closer(board, "nearer", "further", edge)
    assert not closer(board, "nearer", "nearer", edge)


@pytest.mark.rule("nineveh 6.4i", "nineveh 6.4f")
def test_an_area_is_nearer_to_the_hq_by_its_nearest_part_and_the_area_of_the_hq_is_nearest() -> None:
    board = drawn(
        hq=SQUARE,
        beside=[(2, 0), (4, 0), (4, 2), (2, 2)],
        near=[(3, 5), (9, 5), (9, 9)],
        far=[(5, 5), (6, 5), (6, 6)],
    )
    order = ("hq", "beside", "near", "far")
    for here in order:
        for there in order:
            assert closer(board, here, there, "hq") is (order.index(there) < order.index(here))


@pytest.mark.rule("nineveh 6.4e", "nineveh 6.4i")
@pytest.mark.parametrize(
    ("here", "there", "is_closer"),
    [
        ("sikak", "faruq", True),  # into the Old City
        ("faruq", "sikak", False),
        ("faruq", "bab-jadid", False),  # within it
        ("aghawat", "sikak", False),  # both border on it
        ("nablus", "sikak", True),
        ("sikak", "nablus", False),
    ],
)
def test_what_is_nearer_to_the_old_city(here: str, there: str, is_closer: bool) -> None:
    assert closer(BOARD, here, there, "old city") is is_closer


def square(right: int, down: int, side: int = 2) -> Corners:
    """A square with its first corner there."""
    return [(right, down), (right + side, down), (right + side, down + side), (right, down + side)]


@pytest.mark.rule("nineveh 10.1o")
def test_the_middle_of_an_area_is_that_of_its_corners() -> None:
    assert middle_of(drawn(one=[(0, 0), (6, 3), (3, 9)]), "one") == (Fraction(3), Fraction(4))


@pytest.mark.rule("nineveh 10.1o")
@pytest.mark.parametrize(
    ("right", "down", "north_west"),
    [
        (0, 0, True),
        (14, 9, True),
        (15, 9, False),
        (16, 9, False),
        (14, 10, False),
        (14, 11, False),
        (9, 14, False),
        (30, 30, False),
    ],
)
def test_north_west_is_north_and_west_of_the_middle_of_the_old_city(
    right: int, down: int, north_west: bool
) -> None:
    """The middles of its two areas are (7, 11) and (25, 11), together (16, 11)."""
    board = drawn("one two", one=square(6, 10), two=square(24, 10), area=square(right, down))
    assert north_west_of_the_old_city(board, "area") is north_west
    assert not north_west_of_the_old_city(board, "one")


@pytest.mark.rule("nineveh 10.1o")
def test_no_area_of_the_old_city_lies_north_west_of_it() -> None:
    assert not north_west_of_the_old_city(BOARD, "ras-al-kur")
    assert north_west_of_the_old_city(BOARD, "shifa")


@pytest.mark.rule("nineveh 10.1o")
@pytest.mark.parametrize(
    ("down", "southern"), [(13, ["lower"]), (12, ["lower"]), (11, []), (10, []), (2, []), (0, [])]
)
def test_the_southern_edge_is_beside_an_area_south_of_it_and_of_the_middle(
    down: int, southern: list[str]
) -> None:
    """The Old City has an area with its middle at 2 and one with its middle at 12; that of both is at 7."""
    board = drawn("upper lower", upper=square(0, 1), lower=square(0, 11), outside=square(4, down))
    found = south_of_the_old_city(board)
    assert list(found) == [*(["upper"] if down > 6 else []), *southern]
