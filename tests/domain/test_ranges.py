"""Ranges, straight lines and cheapest ways, held against counting them out."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.events import Adjacency, BoardData, HexLayout, SpaceData
from domain.table.board import Board, Ways
from tests.builders import hexes
from tests.domain.test_board import ALL_LAYOUTS, centre

COLUMNS, ROWS = 7, 6
GROUND = hexes(COLUMNS, ROWS)
IDS = [space.id for space in GROUND]
FIELDS = {
    (layout.orientation, layout.offset): Board(BoardData(layout=layout, spaces=GROUND))
    for layout in ALL_LAYOUTS
}
layouts = st.sampled_from(ALL_LAYOUTS)
ids = st.sampled_from(IDS)


def field(layout: HexLayout) -> Board:
    """A full rectangle of hexes with that layout."""
    return FIELDS[layout.orientation, layout.offset]


def counted_out(beside: Callable[[str], list[str]], start: str) -> dict[str, int]:
    """How far everything is, by walking over it all until nothing gets nearer."""
    far = {start: 0}
    while True:
        nearer = {
            other: steps + 1
            for space, steps in far.items()
            for other in beside(space)
            if far.get(other, steps + 2) > steps + 1
        }
        if not nearer:
            return far
        far |= nearer


def touching(layout: HexLayout) -> Callable[[str], list[str]]:
    """Which hexes of the rectangle touch one, by where their middles are."""
    middles = {space.id: centre(layout, space.column, space.row) for space in GROUND}

    def beside(space: str) -> list[str]:
        x, y = middles[space]
        return [o for o, (ox, oy) in middles.items() if (abs(ox - x), abs(oy - y)) in {(0, 2), (1, 1)}]

    return beside


# --- ranges --------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ALL_LAYOUTS, ids=str)
def test_a_range_is_what_counting_hexes_gives(layout: HexLayout) -> None:
    board, beside = field(layout), touching(layout)
    for one in IDS:
        far = counted_out(beside, one)
        assert {other: board.range(one, other) for other in IDS} == far


@given(layouts, ids, ids, ids)
def test_ranges_are_a_measure(layout: HexLayout, one: str, other: str, third: str) -> None:
    board = field(layout)
    there = board.range(one, other)
    by_the_third = (board.range(one, third), board.range(third, other))
    assert there == board.range(other, one)
    assert (there == 0) == (one == other)
    assert None not in (there, *by_the_third)
    assert there <= sum(by_the_third)  # type: ignore[operator, arg-type]


@given(layouts, st.sets(ids), st.sets(ids, max_size=20))
def test_a_range_runs_over_impassable_terrain_and_holes(
    layout: HexLayout, lake: set[str], holes: set[str]
) -> None:
    spaces = tuple(
        replace(space, terrain="lake" if space.id in lake else "open")
        for space in GROUND
        if space.id not in holes
    )
    cut = tuple((one, other) for one, other in [("a1", "a2"), ("b2", "b3")] if not {one, other} & holes)
    board = Board(BoardData(layout=layout, spaces=spaces, impassable=("lake",), adjacency=Adjacency(cut=cut)))
    for one in board.spaces:
        for other in list(board.spaces)[::5]:
            assert board.range(one, other) == field(layout).range(one, other)


@given(layouts, ids, st.integers(-1, 9))
def test_within_and_ring_are_what_is_in_range(layout: HexLayout, space: str, reach: int) -> None:
    board = field(layout)
    far = {other: board.range(space, other) for other in IDS}
    assert set(board.within(space, reach)) == {other for other, steps in far.items() if steps <= reach}  # type: ignore[operator]
    assert list(board.ring(space, reach)) == [other for other, steps in far.items() if steps == reach]
    assert [far[other] for other in board.within(space, reach)] == sorted(
        steps
        for steps in far.values()
        if steps <= reach  # type: ignore[operator, type-var]
    )


@given(layouts, ids, ids)
def test_between_is_what_a_shortest_way_can_lead_through(layout: HexLayout, one: str, other: str) -> None:
    board = field(layout)
    shortest = board.range(one, other)
    on_the_way = {
        space
        for space in IDS
        if space not in (one, other) and board.range(one, space) + board.range(space, other) == shortest  # type: ignore[operator]
    }
    assert set(board.between(one, other)) == on_the_way
    assert set(board.between(other, one)) == on_the_way


def areas(count: int, joins: tuple[tuple[str, str], ...]) -> Board:
    """Areas x0, x1, ... joined by these pairs."""
    spaces = tuple(SpaceData(f"x{n}", kind="area") for n in range(count))
    return Board(BoardData(spaces=spaces, adjacency=Adjacency(join=joins)))


area_pairs = st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] != pair[1])
some_joins = st.lists(area_pairs.map(lambda pair: (f"x{pair[0]}", f"x{pair[1]}")), max_size=14).map(tuple)


@given(some_joins)
def test_areas_are_as_far_apart_as_the_areas_one_must_enter(joins: tuple[tuple[str, str], ...]) -> None:
    board = areas(8, joins)
    for one in board.spaces:
        far = counted_out(lambda space: list(board.neighbours[space]), one)
        assert {o: board.range(one, o) for o in board.spaces} == {o: far.get(o) for o in board.spaces}
        assert set(board.within(one, 2)) == {other for other, steps in far.items() if steps <= 2}
        assert set(board.ring(one, 2)) == {other for other, steps in far.items() if steps == 2}
        for other in far:
            line = board.line(one, other)
            assert (line[0], line[-1], len(line)) == (one, other, far[other] + 1)
            assert all(b in board.neighbours[a] for a, b in pairwise(line))


def test_a_box_joined_to_a_map_is_reached_over_what_touches_though_nobody_can_enter_it() -> None:
    board = Board(
        BoardData(
            layout=HexLayout(),
            impassable=("sea",),
            spaces=hexes(4, 1, terrain="sea"),
            boxes=(SpaceData("ocean", kind="box"), SpaceData("dead", kind="box")),
            adjacency=Adjacency(join=(("d1", "ocean"),)),
        )
    )
    assert board.range("a1", "ocean") == board.range("ocean", "a1") == 4
    assert board.range("a1", "dead") is None
    assert board.within("ocean", 2) == ("ocean", "d1", "c1")
    assert board.within("dead", 9) == ("dead",)
    with pytest.raises(ValueError, match="nothing leads from a1 to dead"):
        board.line("a1", "dead")


# --- straight lines ------------------------------------------------------------------------------

MOMENTS = 997
"""More than the moments at which a short line can change hexes, and a prime: no moment of the one kind is one
of the other, so a moment at which two hexes are equally near is on the side that they share."""


def walked(layout: HexLayout, one: str, other: str) -> list[frozenset[str]]:
    """The hexes nearest to a point that walks from one middle to another; those beyond the edge of the map
    are walked through too, and left out."""
    middles = {
        f"{chr(96 + column)}{row}": centre(layout, column, row)
        for column in range(COLUMNS + 2)
        for row in range(ROWS + 2)
    }
    (x1, y1), (x2, y2) = middles[one], middles[other]
    steps: list[frozenset[str]] = []
    for moment in range(MOMENTS + 1):
        x, y = x1 * (MOMENTS - moment) + x2 * moment, y1 * (MOMENTS - moment) + y2 * moment
        far = {id: 3 * (MOMENTS * ox - x) ** 2 + (MOMENTS * oy - y) ** 2 for id, (ox, oy) in middles.items()}
        nearest = min(far.values())
        step = frozenset(id for id, distance in far.items() if distance == nearest)
        if not steps or steps[-1] != step:
            steps.append(step)
    return [step & set(IDS) for step in steps if step & set(IDS)]


@settings(max_examples=60, deadline=None)
@given(layouts, ids, ids)
def test_a_line_runs_through_what_a_walk_along_it_finds(layout: HexLayout, one: str, other: str) -> None:
    found = [frozenset(step) for step in field(layout).crossed(one, other)]
    assert found == walked(layout, one, other)


@given(layouts, ids, ids)
def test_a_line_is_the_same_from_both_ends(layout: HexLayout, one: str, other: str) -> None:
    board = field(layout)
    assert board.crossed(one, other) == board.crossed(other, one)[::-1]
    line = board.line(one, other)
    assert line == board.line(other, one)[::-1]
    assert (line[0], line[-1]) == (one, other)
    assert all(board.range(a, b) == 1 for a, b in pairwise(line))


def test_a_line_along_a_side_has_both_its_hexes_and_takes_the_first() -> None:
    board = field(HexLayout())
    assert board.crossed("b2", "d2") == (("b2",), ("c2", "c3"), ("d2",))
    assert board.line("b2", "d2") == ("b2", "c2", "d2")
    pointy = field(ALL_LAYOUTS[2])
    assert pointy.crossed("b2", "b4") == (("b2",), ("b3", "c3"), ("b4",))


def test_a_line_can_run_through_more_hexes_than_the_range_says() -> None:
    board = field(HexLayout(offset="odd"))
    assert board.range("a1", "f5") == 6
    assert board.line("a1", "f5") == ("a1", "b2", "c2", "c3", "d3", "d4", "e4", "f5")


def test_sight_is_blocked_between_its_ends_and_along_a_side_by_both() -> None:
    board = field(HexLayout())

    def woods(*where: str) -> Callable[[str], bool]:
        return lambda space: space in where

    assert board.in_sight("b2", "d2", woods("b2", "d2"))
    assert board.in_sight("b2", "d2", woods("c2"))
    assert board.in_sight("b2", "d2", woods("c3"))
    assert not board.in_sight("b2", "d2", woods("c2", "c3"))
    assert not board.in_sight("b2", "d2", woods("c3"), strict=True)
    assert not board.in_sight("b1", "b4", woods("b2"))
    assert board.in_sight("b1", "b2", lambda space: True)


@given(layouts, ids, ids, st.sets(ids))
def test_who_sees_is_seen(layout: HexLayout, one: str, other: str, woods: set[str]) -> None:
    board = field(layout)
    for strict in (False, True):
        there = board.in_sight(one, other, woods.__contains__, strict=strict)
        assert there == board.in_sight(other, one, woods.__contains__, strict=strict)
    assert board.in_sight(one, other, lambda _: False)


def test_a_line_over_a_hole_in_the_map_leaves_it_out() -> None:
    board = Board(BoardData(layout=HexLayout(), spaces=tuple(s for s in GROUND if s.id != "b3")))
    assert board.line("b1", "b5") == ("b1", "b2", "b4", "b5")


# --- ways ----------------------------------------------------------------------------------------


def cheapest_by_trying(board: Board, start: str, price: dict[str, int], stops: set[str]) -> dict[str, int]:
    """What every space costs, by paying for every step until nothing gets cheaper."""
    costs = {start: 0}
    while True:
        cheaper: dict[str, int] = {}
        for space, spent in costs.items():
            if space in stops and space != start:
                continue
            for other in board.neighbours[space]:
                if other in price and costs.get(other, spent + price[other] + 1) > spent + price[other]:
                    cheaper[other] = min(cheaper.get(other, spent + price[other]), spent + price[other])
        if not cheaper:
            return costs
        costs |= cheaper


@given(layouts, ids, st.dictionaries(ids, st.integers(0, 5)), st.sets(ids), st.none() | st.integers(0, 12))
def test_the_cheapest_ways_are_those_that_trying_all_finds(
    layout: HexLayout, start: str, price: dict[str, int], stops: set[str], allowance: int | None
) -> None:
    board = field(layout)
    ways = board.cheapest(start, lambda _, to: price.get(to), allowance, stops=stops.__contains__)
    costs = cheapest_by_trying(board, start, price, stops)
    assert ways.costs == {to: c for to, c in costs.items() if allowance is None or c <= allowance}
    assert list(ways.costs.values()) == sorted(ways.costs.values())
    for to, spent in ways.costs.items():
        path = ways.path(to)
        assert (path[0], path[-1]) == (start, to)
        assert all(b in board.neighbours[a] for a, b in pairwise(path))
        assert sum(price[space] for space in path[1:]) == spent
        assert not stops & set(path[1:-1])


def test_of_equally_cheap_ways_it_is_always_the_same() -> None:
    shuffled = Board(BoardData(layout=HexLayout(), spaces=GROUND[::-1]))
    for board, way in ((field(HexLayout()), ("b2", "c2", "d2")), (shuffled, ("b2", "c3", "d2"))):
        assert board.cheapest("b2", lambda _, to: 1).path("d2") == way
    free = {"c2": 1, "c3": 0, "d2": 2, "b3": 0}
    short = field(HexLayout()).cheapest("b2", lambda _, to: free.get(to))
    assert short.path("d2") == ("b2", "c3", "d2")
    assert short.costs == {"b2": 0, "b3": 0, "c3": 0, "c2": 1, "d2": 2}


def test_a_way_may_cost_by_the_side_it_crosses_and_may_fly() -> None:
    lake = tuple(replace(s, terrain="lake" if s.column == 3 else "open") for s in hexes(5, 1))
    board = Board(BoardData(layout=HexLayout(), spaces=lake, impassable=("lake",)))
    by_land = board.cheapest("a1", lambda _, to: 1)
    by_air = board.cheapest("a1", lambda _, to: 1, over=board.touching)
    assert by_land.path("e1") == ()
    assert list(by_land.costs) == ["a1", "b1"]
    assert by_air.costs["e1"] == 4
    toll = board.cheapest("a1", lambda here, to: 7 if (here, to) == ("a1", "b1") else 1)
    assert toll.costs["b1"] == 7
    with pytest.raises(ValueError, match="from a1 to b1 cannot cost -1"):
        board.cheapest("a1", lambda _, to: -1)
    assert isinstance(by_land, Ways)


# --- several maps --------------------------------------------------------------------------------


def theatre() -> Board:
    """A sea of flat hexes, a coast of pointy ones inside one of them, and a town of areas inside one of
    these."""
    return Board(
        BoardData(
            layout=HexLayout(),
            layouts={"coast": HexLayout(orientation="pointy", offset="odd")},
            spaces=(
                *hexes(3, 3),
                *(replace(space, lies_in="b2") for space in hexes(3, 3, "coast")),
                *(SpaceData(f"town-{n}", kind="area", map="town", lies_in="coasta1") for n in (1, 2)),
            ),
            adjacency=Adjacency(join=(("town-1", "town-2"),)),
        )
    )


def test_each_map_has_a_layout_of_its_own() -> None:
    board = theatre()
    assert board.neighbours["b2"] == ("a2", "a3", "b1", "b3", "c2", "c3")
    assert board.neighbours["coastb2"] == ("coasta1", "coasta2", "coasta3", "coastb1", "coastb3", "coastc2")
    assert board.layout_of("town") == board.layout_of("") == HexLayout()
    assert board.range("coasta1", "coasta3") == 2
    assert board.range("b2", "coasta1") is None
    assert board.within("coasta1", 1) == ("coasta1", "coasta2", "coastb1", "coastb2")


def test_a_space_of_one_map_lies_in_a_space_of_another() -> None:
    board = theatre()
    assert board.on_map("town-2", "") == "b2"
    assert board.on_map("town-2", "coast") == "coasta1"
    assert board.on_map("town-2", "town") == "town-2"
    assert board.on_map("b2", "coast") is None
    assert board.parts_of("coasta1") == ("town-1", "town-2")
    assert len(board.parts_of("b2")) == 11
    assert board.parts_of("b2", "town") == ("town-1", "town-2")
    assert board.parts_of("b1") == ()
