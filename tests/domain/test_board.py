from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.events import Adjacency, BoardData, BorderData, HexLayout, SpaceData
from domain.table.board import Board
from domain.table.grid import hex_neighbours
from tests.builders import hexes

layouts = st.builds(
    HexLayout,
    orientation=st.sampled_from(["flat", "pointy"]),
    offset=st.sampled_from(["even", "odd"]),
)
ALL_LAYOUTS = [HexLayout(orientation=o, offset=e) for o in ("flat", "pointy") for e in ("even", "odd")]
cells = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


def centre(layout: HexLayout, column: int, row: int) -> tuple[int, int]:
    """Where a hex's centre lies, in halves of a hex along the line and thirds across: no table needed."""
    line, along = (column, row) if layout.orientation == "flat" else (row, column)
    offset_by_half = line % 2 == (0 if layout.offset == "even" else 1)
    return line, 2 * along + offset_by_half


# --- neighbours ----------------------------------------------------------------------------------


@given(layouts, cells)
def test_neighbours_are_the_six_hexes_that_touch(layout: HexLayout, cell: tuple[int, int]) -> None:
    here = centre(layout, *cell)
    around = [
        (column, row) for column in range(cell[0] - 2, cell[0] + 3) for row in range(cell[1] - 2, cell[1] + 3)
    ]
    touching = {
        other
        for other in around
        for there in [centre(layout, *other)]
        if (abs(there[0] - here[0]), abs(there[1] - here[1])) in {(0, 2), (1, 1)}
    }
    found = hex_neighbours(layout, *cell)
    assert len(found) == 6
    assert set(found) == touching


@given(layouts, cells)
def test_neighbours_are_symmetric(layout: HexLayout, cell: tuple[int, int]) -> None:
    for other in hex_neighbours(layout, *cell):
        assert cell in hex_neighbours(layout, *other)


def test_the_four_layouts_differ() -> None:
    around = {frozenset(hex_neighbours(layout, 2, 2)) for layout in ALL_LAYOUTS}
    assert len(around) == 4


def test_the_edge_of_the_map_is_the_end() -> None:
    board = Board(BoardData(layout=HexLayout(), spaces=hexes(3, 3)))
    assert board.neighbours["b2"] == ("a2", "a3", "b1", "b3", "c2", "c3")
    assert board.neighbours["a1"] == ("a2", "b1")
    assert board.neighbours["b3"] == ("a3", "b2", "c3")


spaces = [space.id for space in hexes(4, 4)]
pairs = st.tuples(st.sampled_from(spaces), st.sampled_from(spaces)).filter(lambda pair: pair[0] != pair[1])
some_pairs = st.lists(pairs, max_size=6).map(tuple)


@given(layouts, some_pairs, some_pairs, st.sets(st.sampled_from(spaces)))
def test_a_board_is_symmetric_whatever_is_cut_joined_or_impassable(
    layout: HexLayout,
    cut: tuple[tuple[str, str], ...],
    join: tuple[tuple[str, str], ...],
    water: set[str],
) -> None:
    board = Board(
        BoardData(
            layout=layout,
            impassable=("water",),
            spaces=tuple(
                SpaceData(
                    space.id, terrain="water" if space.id in water else "", column=space.column, row=space.row
                )
                for space in hexes(4, 4)
            ),
            adjacency=Adjacency(cut=cut, join=join),
        )
    )
    joined = {frozenset(pair) for pair in join}
    for space, others in board.neighbours.items():
        assert list(others) == sorted(set(others))
        assert space not in others
        for other in others:
            assert space in board.neighbours[other]
            if space in water or other in water:
                assert frozenset((space, other)) in joined, "only data leads over impassable terrain"
    for one, other in join:
        assert other in board.neighbours[one]
    for one, other in cut:
        assert frozenset((one, other)) in joined or other not in board.neighbours[one]


# --- what data says ------------------------------------------------------------------------------


def small(**changes: Any) -> Board:
    """Three by three hexes and a pool; `changes` to the board's data."""
    data = BoardData(layout=HexLayout(), spaces=hexes(3, 3), boxes=(SpaceData("pool", kind="box"),))
    return Board(replace(data, **changes))


def test_a_cut_parts_two_neighbours_and_only_these() -> None:
    before, after = small(), small(adjacency=Adjacency(cut=(("b2", "b1"),)))
    parted = {
        (one, other)
        for one, others in before.neighbours.items()
        for other in others
        if other not in after.neighbours[one]
    }
    assert parted == {("b1", "b2"), ("b2", "b1")}


def test_a_join_makes_neighbours_of_any_two_spaces() -> None:
    board = small(adjacency=Adjacency(join=(("a1", "c3"), ("pool", "a1"))))
    assert "c3" in board.neighbours["a1"]
    assert "a1" in board.neighbours["c3"]
    assert board.neighbours["pool"] == ("a1",)


def test_a_box_touches_nothing_of_itself() -> None:
    assert small().neighbours["pool"] == ()
    assert small().spaces["pool"].kind == "box"


def test_nobody_enters_impassable_terrain_from_the_grid() -> None:
    lake = tuple(replace(space, terrain="lake") if space.id == "b2" else space for space in hexes(3, 3))
    board = small(spaces=lake, impassable=("lake",))
    assert board.neighbours["b2"] == ()
    assert all("b2" not in others for others in board.neighbours.values())
    assert board.neighbours["a2"] == ("a1", "a3", "b1")


def test_a_border_is_the_same_from_both_its_sides() -> None:
    board = small(borders=(BorderData(("a1", "b1"), "river"),))
    assert board.border("a1", "b1") == board.border("b1", "a1") == "river"
    assert board.border("a1", "a2") == ""


def test_areas_without_a_grid_touch_only_by_data() -> None:
    areas = tuple(SpaceData(id, kind="area", column=1, row=n) for n, id in enumerate("xyz", 1))
    board = Board(BoardData(spaces=areas, adjacency=Adjacency(join=(("x", "y"),))))
    assert board.neighbours == {"x": ("y",), "y": ("x",), "z": ()}


# --- ways ----------------------------------------------------------------------------------------


def test_what_can_be_reached_is_joined_by_an_unbroken_chain() -> None:
    board = small()
    assert set(board.reachable(["a1"], {"a2", "c1", "c2"})) == {"a1", "a2"}
    assert list(board.reachable(["a1"], set())) == ["a1"]
    assert set(board.reachable(["a1", "c3"], {"a2", "c2"})) == {"a1", "a2", "c3", "c2"}
    assert list(board.reachable([], set(board.spaces))) == []


def test_what_can_be_reached_comes_in_order_of_discovery() -> None:
    found = list(small().reachable(["a1"], set(spaces) | {"pool"}))
    assert found[:3] == ["a1", "a2", "b1"]
    assert len(found) == 9
    assert "pool" not in found


@given(st.sets(st.sampled_from(spaces)), st.sampled_from(spaces), st.sampled_from(spaces))
def test_a_space_has_a_distance_exactly_when_it_can_be_reached(
    open_to: set[str], origin: str, goal: str
) -> None:
    board = Board(BoardData(layout=HexLayout(), spaces=hexes(4, 4)))
    reached = board.reachable([origin], open_to)
    distance = board.distance(origin, goal, lambda space: space in open_to)
    assert (distance is not None) == (goal in reached)
    if distance:
        before = [
            board.distance(origin, space, lambda space: space in open_to) for space in board.neighbours[goal]
        ]
        assert min(steps for steps in before if steps is not None) == distance - 1


@pytest.mark.parametrize(("goal", "distance"), [("a1", 0), ("b1", 1), ("c3", 3), ("c1", 2), ("pool", None)])
def test_a_distance_counts_the_spaces_entered(goal: str, distance: int | None) -> None:
    assert small().distance("a1", goal) == distance


def test_a_distance_goes_round_what_may_not_be_entered() -> None:
    board = small()
    assert board.distance("a1", "c1", lambda space: space != "b1") == 4
    assert board.distance("a1", "c1", lambda space: space[0] != "b") is None
    assert board.distance("a1", "a1", lambda space: False) == 0


# --- several maps --------------------------------------------------------------------------------


@given(layouts)
def test_two_maps_in_one_board_do_not_touch_unless_joined(layout: HexLayout) -> None:
    both = (*hexes(3, 3, "near-"), *hexes(3, 3, "far-"))
    apart = Board(BoardData(layout=layout, spaces=both))
    near = {space.id for space in hexes(3, 3, "near-")}
    assert set(apart.reachable(["near-a1"], set(apart.spaces))) == near
    assert apart.distance("near-b2", "far-b2") is None

    joined = Board(BoardData(layout=layout, spaces=both, adjacency=Adjacency(join=(("near-c3", "far-a1"),))))
    crossing = [
        (one, other)
        for one, others in joined.neighbours.items()
        for other in others
        if (one in near) != (other in near)
    ]
    assert sorted(crossing) == [("far-a1", "near-c3"), ("near-c3", "far-a1")]
    assert joined.distance("near-c3", "far-a1") == 1
