"""Outlines that are polygons, and those that are none."""

import math
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import BoardData, Point, SpaceData
from domain.table.fitting import faults_of

corners = st.tuples(st.integers(0, 6), st.integers(0, 6))
outlines = st.lists(corners, min_size=3, max_size=7).map(tuple)


def is_refused(outline: tuple[Point, ...]) -> bool:
    return bool(list(faults_of(BoardData(spaces=(SpaceData("a", kind="area", outline=outline),)))))


def points_on(one: Point, other: Point) -> set[tuple[Fraction, Fraction]]:
    """Where a side can meet another one: with corners of 0 to 6 no two sides cross at a finer place."""
    (ax, ay), (bx, by) = one, other
    return {
        (ax + Fraction(bx - ax) * part, ay + Fraction(by - ay) * part)
        for size in range(1, 73)
        for part in {Fraction(step, size) for step in range(size + 1)}
    }


def meets_itself(outline: tuple[Point, ...]) -> bool:
    """Whether two sides have more in common than the corner that they share."""
    sides = [points_on(outline[n - 1], outline[n]) for n in range(len(outline))]
    for n, side in enumerate(sides):
        for later in range(n + 1, len(sides)):
            shared = side & sides[later]
            allowed = set()
            if later == n + 1:
                allowed = {(Fraction(outline[n][0]), Fraction(outline[n][1]))}
            if (n, later) == (0, len(sides) - 1):
                allowed |= {(Fraction(outline[-1][0]), Fraction(outline[-1][1]))}
            if shared - allowed:
                return True
    return any(outline[n - 1] == outline[n] for n in range(len(outline)))


@settings(max_examples=25, deadline=None)
@given(outlines)
def test_an_outline_is_refused_just_where_it_meets_itself(outline: tuple[Point, ...]) -> None:
    assert is_refused(outline) == meets_itself(outline)


@given(st.integers(3, 12), st.integers(1, 40))
def test_a_star_is_a_polygon_wherever_it_begins_and_whichever_way_it_runs(points: int, size: int) -> None:
    angles = [2 * math.pi * n / (2 * points) for n in range(2 * points)]
    star = tuple(
        (round(math.cos(angle) * reach), round(math.sin(angle) * reach))
        for n, angle in enumerate(angles)
        for reach in [size * (100 if n % 2 else 60)]
    )
    for turned in (star, star[::-1], star[3:] + star[:3]):
        assert not is_refused(turned)
    assert is_refused((star[2], *star[1::-1], *star[3:]))
