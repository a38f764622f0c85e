"""An area that joins a map is drawn where nothing is yet, near those it lies beside."""

from typing import Any

import pytest

from adjudication.engine.by_hand.placing import placed
from domain.errors import BadData
from domain.events import BoardData, HexLayout, Point, SpaceData
from domain.table.state import State
from tests.builders import hexes


def square(x: int, y: int, size: int) -> tuple[Point, ...]:
    return (x, y), (x + size, y), (x + size, y + size), (x, y + size)


def drawn(id: str, outline: tuple[Point, ...], **more: Any) -> SpaceData:
    return SpaceData(id, kind="area", outline=outline, **more)


FOUR = (
    drawn("nw", square(0, 0, 10)),
    drawn("ne", square(10, 0, 10)),
    drawn("sw", square(0, 10, 10)),
    drawn("se", square(10, 10, 10)),
)
"""A map of four squares, with a corner at (0, 0) and one at (20, 20)."""


def with_map(*spaces: SpaceData, layout: HexLayout | None = None) -> State:
    state = State()
    state.lay_board(BoardData(layout=layout, spaces=spaces))
    return state


@pytest.mark.parametrize(
    ("beside", "corner"),
    [
        (("nw", "sw"), (-12, 5)),
        (("ne", "se"), (22, 5)),
        (("nw", "ne"), (5, -12)),
        (("sw", "se"), (5, 22)),
    ],
)
def test_it_stands_outside_at_the_edge_of_its_neighbours(beside: tuple[str, ...], corner: Point) -> None:
    """A square of ten as they are, a quarter of that away from the edge."""
    assert placed(with_map(*FOUR), beside)["outline"] == square(*corner, 10)


def test_what_joined_there_before_moves_the_edge() -> None:
    state = with_map(*FOUR, drawn("west", square(-12, 5, 10)))
    # Left of `west` is 17 away from the middle of nw and sw, the lower edge 10.
    assert placed(state, ("nw", "sw"))["outline"] == square(0, 22, 10)


def test_it_stands_around_the_point_where_people_want_it() -> None:
    assert placed(with_map(*FOUR), ("nw",), (50, 41))["outline"] == square(45, 36, 10)


@pytest.mark.parametrize(
    ("sizes", "size"),
    [((2, 2), 4), ((2, 8, 10), 8), ((9, 20, 30), 20), ((6, 7, 8, 9, 10, 11), 8)],
)
def test_it_is_as_large_as_a_small_area(sizes: tuple[int, ...], size: int) -> None:
    spaces = [drawn(f"a{n}", square(100 * n, 0, each), column=n, row=1) for n, each in enumerate(sizes)]
    found = placed(with_map(*spaces), ("a0",), (0, 0))
    half = size // 2
    assert found["outline"] == square(-half, -half, size)


def test_on_a_grid_it_takes_a_free_hex_beside_them_or_the_one_that_people_want() -> None:
    state = with_map(*hexes(3, 3), layout=HexLayout())
    hexagon = placed(state, ("c3",))
    cell = hexagon["column"], hexagon["row"]
    assert hexagon == {"map": "", "kind": "hex", "column": cell[0], "row": cell[1]}
    assert cell not in {(space.column, space.row) for space in state.board.data.spaces}
    taken = (*hexes(3, 3), SpaceData("new", column=cell[0], row=cell[1]))
    assert "new" in with_map(*taken, layout=HexLayout()).board.neighbours["c3"]
    wanted = placed(state, ("c3",), (7, 8))
    assert (wanted["column"], wanted["row"]) == (7, 8)


def test_amid_a_full_grid_it_takes_the_nearest_free_cell() -> None:
    state = with_map(*hexes(3, 3), layout=HexLayout())
    found = placed(state, ("b2",))
    assert (found["column"], found["row"]) == (2, 4), "right below, nearer than a corner"


def test_cells_that_are_no_hexes_are_free_where_nothing_lies() -> None:
    spaces = [SpaceData(f"a{x}{y}", kind="area", column=x, row=y) for x in (1, 2, 3) for y in (1, 2)]
    found = placed(with_map(*spaces), ("a21",))
    assert found == {"map": "", "column": 2, "row": 3}
    assert placed(with_map(*spaces), ("a21",), (9, 9)) == {"map": "", "column": 9, "row": 9}
    assert placed(with_map(), ()) == {"map": "", "column": 1, "row": 1}


def test_it_joins_the_map_of_its_first_neighbour() -> None:
    town = drawn("town", square(0, 0, 30), map="town")
    found = placed(with_map(*FOUR, town), ("town",))
    assert (found["map"], found["outline"][0]) == ("town", (0, 37))
    assert placed(with_map(town, *FOUR), ())["map"] == "town"


def test_a_map_without_room_is_told() -> None:
    full = [SpaceData(f"a{x}-{y}", kind="area", column=x, row=y) for x in range(1, 63) for y in range(1, 63)]
    with pytest.raises(BadData, match="no room near these areas"):
        placed(with_map(*full), ("a1-1",))
