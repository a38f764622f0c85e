"""What makes a board inconsistent is told with its place, and what looks like it is allowed."""

import pytest
from msgspec.structs import replace

from domain.events import (
    Adjacency,
    BoardData,
    BorderData,
    HexLayout,
    LineData,
    MapData,
    Point,
    SpaceData,
    TerrainStyle,
)
from domain.table.fitting import FARTHEST, faults_of
from tests.builders import hexes

FIELD = BoardData(layout=HexLayout(), spaces=hexes(3, 3))
SQUARE: tuple[Point, ...] = ((0, 0), (4, 0), (4, 4), (0, 4))


def area(id: str, outline: tuple[Point, ...] = SQUARE, **more: object) -> SpaceData:
    return SpaceData(id, kind="area", outline=outline, **more)  # type: ignore[arg-type]


AREAS = BoardData(spaces=(area("north"), area("south")))


def with_spaces(*spaces: SpaceData) -> BoardData:
    return replace(FIELD, spaces=(*FIELD.spaces, *spaces))


def with_line(line: LineData, board: BoardData = FIELD) -> BoardData:
    return replace(board, lines=(line,))


@pytest.mark.parametrize(
    ("board", "path", "told"),
    [
        (with_spaces(SpaceData(" ", column=9)), ("spaces", 9), "a space needs an id"),
        (with_spaces(SpaceData("a1", column=9)), ("spaces", 9), "there is a space 'a1' already"),
        (replace(FIELD, boxes=(SpaceData("a1", kind="box"),)), ("boxes", 0), "there is a space 'a1' already"),
        (
            with_spaces(SpaceData("x", column=2, row=3)),
            ("spaces", 9),
            "x: column 2, row 3 is the place of b3 already",
        ),
        (replace(FIELD, layouts={"sea": HexLayout()}), ("layouts", "sea"), "no space is on a map 'sea'"),
        (replace(FIELD, maps={"sea": MapData()}), ("maps", "sea"), "no space is on a map 'sea'"),
        (replace(FIELD, layout=HexLayout(kind="square")), ("layout",), "not 'square'"),
        (replace(FIELD, layout=HexLayout(orientation="round")), ("layout",), "not 'round'"),
        (replace(FIELD, layout=HexLayout(offset="third")), ("layout",), "not 'third'"),
        (replace(FIELD, layouts={"": HexLayout(offset="third")}), ("layouts", ""), "not 'third'"),
        (
            replace(FIELD, terrains={"sea": TerrainStyle("blue")}),
            ("terrains", "sea"),
            "'blue' is not a colour",
        ),
        (
            replace(FIELD, terrains={"sea": TerrainStyle(texture="wet")}),
            ("terrains", "sea"),
            "there is no texture 'wet'; there are ",
        ),
        (
            replace(AREAS, spaces=(area("north"), SpaceData("south", kind="area"))),
            ("spaces", 1),
            "no outline",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(board: BoardData, path: tuple[str | int, ...], told: str) -> None:
    (fault,) = faults_of(board)
    assert fault.path == path
    assert told in fault.message


def test_a_sound_board_has_no_fault() -> None:
    assert list(faults_of(FIELD)) == []
    assert list(faults_of(AREAS)) == []
    other_map = with_spaces(*hexes(3, 3, "sea"), SpaceData("port", kind="area", column=1, row=1))
    assert list(faults_of(replace(other_map, maps={"sea": MapData()}))) == []
    assert list(faults_of(replace(FIELD, terrains={"sea": TerrainStyle("#a6cfe6", "waves")}))) == []


@pytest.mark.parametrize(
    ("space", "told"),
    [
        (area("x", ((0, 0), (4, 0))), "an outline has three corners or more"),
        (area("x", ((0, 0), (4, 0), (FARTHEST + 1, 4))), "a corner of its outline is out of reach"),
        (area("x", ((0, 0), (4, 0), (4, 0), (0, 4))), "has the corner [4, 0] twice in a row"),
        (area("x", ((0, 0), (4, 4), (4, 0), (0, 4))), "crosses itself at the side from [4, 0] to [0, 4]"),
        # A star crosses itself five times, and this line stays at its corner twice: it is told once.
        (area("x", ((0, 9), (6, -9), (-9, 3), (9, 3), (-6, -9))), "crosses itself at the side from [6, -9]"),
        (area("x", ((0, 0), (0, 0), (4, 0), (4, 0))), "has the corner [0, 0] twice in a row"),
        (area("x", label=(0, -FARTHEST - 1)), "its label is out of reach"),
        (area("x", lies_in="nowhere"), "it lies in 'nowhere', which is not a space"),
        (area("x", lies_in="north"), "it lies in north, which is on the same map"),
    ],
)
def test_a_fault_of_a_space_names_it(space: SpaceData, told: str) -> None:
    (fault,) = faults_of(replace(AREAS, spaces=(*AREAS.spaces, space)))
    assert fault.path == ("spaces", 2)
    assert fault.message.startswith("x: ")
    assert told in fault.message


def test_the_farthest_points_are_within_reach() -> None:
    assert FARTHEST == 1_000_000
    far = area("x", ((0, 0), (FARTHEST, 0), (0, -FARTHEST)), label=(FARTHEST, -FARTHEST))
    assert list(faults_of(replace(AREAS, spaces=(*AREAS.spaces, far)))) == []


def test_spaces_that_lie_in_each_other_are_told_and_a_chain_of_maps_is_not() -> None:
    chain = (
        SpaceData("town", kind="area", map="town", lies_in="county"),
        SpaceData("county", kind="area", map="county", lies_in="land"),
        SpaceData("land", kind="area", map="land"),
    )
    assert list(faults_of(BoardData(spaces=chain))) == []
    ring = (*chain[:2], replace(chain[2], lies_in="town"))
    assert [fault.message for fault in faults_of(BoardData(spaces=ring))] == [
        "town: it lies in county, which lies in it",
        "county: it lies in land, which lies in it",
        "land: it lies in town, which lies in it",
    ]


PAIRS = [
    (("a1", "a2"), None),
    (("a1", "nowhere"), "names 'nowhere', which is not a space"),
    (("nowhere", "a1"), "names 'nowhere', which is not a space"),
    (("a1", "a1"), "names 'a1' twice"),
    (("a1", "c3"), "names a1 and c3, which do not touch"),
    (("a1", "seaa1"), None),
    (("a1", "port"), None),
]


@pytest.mark.parametrize(("pair", "told"), PAIRS)
def test_a_border_and_a_cut_are_between_two_spaces_that_touch(
    pair: tuple[str, str], told: str | None
) -> None:
    """Of spaces that do not lie in one grid, nobody can say that they do not touch."""
    board = with_spaces(*hexes(1, 1, "sea"), SpaceData("port", kind="area", column=9, row=9))
    for path, changed in (
        (("borders", 0), replace(board, borders=(BorderData(pair, "river"),))),
        (("adjacency", "cut", 0), replace(board, adjacency=Adjacency(cut=(pair,)))),
    ):
        found = list(faults_of(changed))
        assert [fault.path for fault in found] == ([path] if told else [])
        assert all(told in fault.message for fault in found if told)


def test_a_join_joins_what_does_not_touch_and_such_a_pair_may_have_a_border() -> None:
    joined = replace(FIELD, adjacency=Adjacency(join=(("a1", "c3"),)))
    assert list(faults_of(joined)) == []
    assert list(faults_of(replace(joined, borders=(BorderData(("c3", "a1"), "bridge"),)))) == []
    for pair in (("a1", "a1"), ("a1", "nowhere")):
        (fault,) = faults_of(replace(FIELD, adjacency=Adjacency(join=(pair,))))
        assert fault.path == ("adjacency", "join", 0)


@pytest.mark.parametrize(
    ("line", "board", "told"),
    [
        (LineData("river", through=("a1", "a2")), FIELD, None),
        (LineData("river", points=((0, 0), (4, 4))), AREAS, None),
        (LineData("coast"), FIELD, None),
        (LineData("zones"), FIELD, None),
        (LineData(" ", through=("a1", "a2")), FIELD, "a line needs a kind"),
        (LineData("river"), FIELD, "coast and zones of hexes need neither"),
        (LineData("coast"), AREAS, "coast and zones of hexes need neither"),
        (
            LineData("river", points=((0, 0), (4, 4)), through=("north", "south")),
            AREAS,
            "either through points",
        ),
        (LineData("river", through=("a1",)), FIELD, "two points or spaces or more"),
        (LineData("river", points=((0, 0),)), AREAS, "two points or spaces or more"),
        (
            LineData("river", map="sea", through=("a1", "a2")),
            FIELD,
            "a map 'sea', on which there is no space",
        ),
        (LineData("river", points=((0, 0), (FARTHEST + 1, 4))), AREAS, "a point of a line is out of reach"),
        (LineData("river", points=((0, 0), (4, 4))), FIELD, "on a map of outlines only"),
        (LineData("river", through=("a1", "nowhere")), FIELD, "through 'nowhere', which is not a space"),
    ],
)
def test_a_line_runs_through_points_of_outlines_or_through_spaces(
    line: LineData, board: BoardData, told: str | None
) -> None:
    found = list(faults_of(with_line(line, board)))
    assert [fault.path for fault in found] == ([("lines", 0)] if told else [])
    assert all(told in fault.message for fault in found if told)
