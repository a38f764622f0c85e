"""Several maps side by side, their outlines, coasts, fronts, lines and styles."""

import math
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from domain.events import (
    BoardData,
    HexLayout,
    LineData,
    SideData,
    SpaceData,
    TerrainStyle,
)
from domain.table.fitting import faults_of
from domain.table.state import State
from domain.table.textures import TEXTURES
from reports.maps.control import rings
from reports.maps.drawing import map_svg
from reports.maps.layout import half, sheet_of
from reports.maps.polygons import distance_to, drawn_in, inside
from reports.maps.terrain import SIGNS, mark_at, style_of, textured
from reports.maps.text import map_rich, map_text
from tests.builders import hexes
from tests.reports.drawings import REFERENCE, SVG, drawn_spaces, laid
from tests.toys.landing import BOARD as LANDING


def corners_of(group: ElementTree.Element) -> list[tuple[float, float]]:
    polygon = group.find(f"{SVG}polygon")
    assert polygon is not None
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in polygon.get("points", "").split())]


def test_maps_of_different_layouts_stand_side_by_side_under_their_names_and_scales() -> None:
    drawn = map_svg(laid(LANDING))
    text = "".join(ElementTree.fromstring(drawn).itertext())
    assert "The Selm Sea, 200 nm a hex" in text
    assert "Cape Selm, 20 km a hex, in Cape Selm (s42)" in text
    spaces = drawn_spaces(drawn)
    flat, pointy = corners_of(spaces["s11"]), corners_of(spaces["c11"])
    assert len({y for _, y in flat}) == 3
    assert len({x for x, _ in pointy}) == 3
    east = max(x for id in ("s41", "s42", "s43") for x, _ in corners_of(spaces[id]))
    assert east < min(x for x, _ in corners_of(spaces["c12"]))
    assert min(y for _, y in flat) == min(y for _, y in pointy)
    assert 'style="min-width:' in drawn, "maps side by side are scrolled on a phone, not shrunk"


def test_maps_go_below_when_they_do_not_fit_beside() -> None:
    spaces = (*hexes(15, 2, "one"), *hexes(15, 2, "two"))
    drawn = drawn_spaces(map_svg(laid(BoardData(layout=HexLayout(), spaces=spaces))))
    assert max(y for _, y in corners_of(drawn["onea2"])) < min(y for _, y in corners_of(drawn["twoa1"]))


def test_areas_are_drawn_by_their_outlines_and_share_their_sides() -> None:
    drawn = map_svg(laid(replace(LANDING, provenance="reconstructed")))
    spaces = drawn_spaces(drawn)
    docks, old = corners_of(spaces["town-docks"]), corners_of(spaces["town-old"])
    assert len(docks) == 5
    assert len(set(docks) & set(old)) == 2
    (ax, ay), (bx, by) = docks[0], docks[1]
    assert (by, bx > ax) == (ay, True)
    assert math.dist(docks[0], docks[1]) / math.dist(docks[0], docks[4]) == pytest.approx(40 / 70, abs=0.01)
    assert "see the map Selmhaven; part of s42" in (spaces["c52"].findtext(f"{SVG}title") or "")


def test_the_coast_of_an_invented_map_of_areas_wanders_for_both_sides_of_it_alike() -> None:
    land = SpaceData(
        "n", "North", kind="area", terrain="land", outline=((0, 0), (100, 0), (100, 40), (0, 40))
    )
    sea = SpaceData(
        "s", "South", kind="area", terrain="sea", outline=((0, 40), (100, 40), (100, 80), (0, 80))
    )
    coast = LineData(kind="coast", points=((0, 40), (100, 40)))
    board = BoardData(spaces=(land, sea), lines=(coast,))
    north, south = (set(spot.outline) for spot in sheet_of(laid(board)).spots)
    assert len(north & south) == 9, "a side in eight parts, the same for both"
    assert len({round(y) for _, y in north & south}) > 4, "and not straight"
    assert list(faults_of(board)) == []
    real = sheet_of(laid(replace(board, provenance="reconstructed"))).spots
    assert [len(spot.outline) for spot in real] == [4, 4], "what shows a real place is drawn as it is"


def test_counters_in_an_area_stand_inside_its_outline() -> None:
    for spot in sheet_of(laid(LANDING)).spots:
        assert inside(spot.outline, spot.x, spot.y)
        across, down = half(spot)
        assert min(across, down) > 12
    crooked = ((0, 0), (100, 0), (100, 10), (10, 10), (10, 100), (0, 100))
    spaces = (SpaceData("hook", kind="area", outline=crooked),)
    (spot,) = sheet_of(laid(BoardData(spaces=spaces))).spots
    assert inside(spot.outline, spot.x, spot.y), "the middle of a hook lies outside it"


@pytest.mark.parametrize("turned", [1, -1])
def test_the_line_of_who_holds_an_area_runs_within_it_at_one_distance(turned: int) -> None:
    outline = ((0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (50.0, 40.0), (0.0, 80.0))[::turned]
    inner = drawn_in(outline, 5)
    assert len(inner) == 5
    assert all(inside(outline, x, y) for x, y in inner)
    assert min(distance_to(outline, x, y) for x, y in inner) == pytest.approx(5, abs=0.01)
    assert {(5.0, 5.0), (95.0, 5.0)} <= {(round(x, 3), round(y, 3)) for x, y in inner}


def test_a_label_stands_where_data_puts_it() -> None:
    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    spaces = (SpaceData("a", "Alpha", kind="area", outline=square, label=(20, 90)),)
    state = laid(BoardData(spaces=spaces))
    (spot,) = sheet_of(state).spots
    assert spot.label is not None
    assert f'<text x="{spot.label[0]:.0f}" y="{spot.label[1]:.0f}">Alpha</text>' in map_svg(state)


def test_lines_run_through_corners_or_through_the_middles_of_spaces() -> None:
    root = ElementTree.fromstring(map_svg(laid(LANDING)))
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert {"Coast road, road", "coast", "Harbour line, railway", "river"} <= set(titles)
    spots = sheet_of(laid(LANDING)).at
    through = "L".join(f"{spots[id].x:.0f} {spots[id].y:.0f}" for id in ("c11", "c22", "c23", "c34"))
    assert f'd="M{through}"' in map_svg(laid(LANDING))


def shores(board: BoardData) -> list[str]:
    """The paths of the coast of a board."""
    groups = ElementTree.fromstring(map_svg(laid(board))).iter(f"{SVG}g")
    coast = [group for group in groups if group.findtext(f"{SVG}title") == "coast"]
    return [path.get("d", "") for group in coast for path in group.iter(f"{SVG}path")]


def ends(path: str) -> frozenset[str]:
    corners = path.removeprefix("M").split("L")
    return frozenset((corners[0], corners[-1]))


def test_a_coast_runs_between_water_and_land_all_around() -> None:
    """A hex of land amid the sea has six shores that join; with a second one beside it, ten."""
    sea = [replace(space, terrain="sea") for space in hexes(5, 5)]
    line = LineData(kind="coast", map="")
    for land, number in ((("c3",), 6), (("c3", "c4"), 10)):
        spaces = tuple(replace(each, terrain="open") if each.id in land else each for each in sea)
        board = BoardData(layout=HexLayout(), spaces=spaces, lines=(line,))
        found = shores(board)
        assert len(found) == number
        assert found == shores(board), "a board is always drawn alike"
        touching = Counter(corner for path in found for corner in ends(path))
        assert set(touching.values()) == {2}, "each shore goes on in another"
        assert not shores(replace(board, lines=()))
    assert list(faults_of(board)) == []


def test_a_line_other_than_a_coast_of_hexes_says_where_it_runs() -> None:
    board = BoardData(layout=HexLayout(), spaces=hexes(3, 3), lines=(LineData(kind="river", map=""),))
    (fault,) = faults_of(board)
    assert "points or through spaces" in fault.message


def two_sided(spaces: BoardData) -> State:
    state = laid(spaces)
    state.sides = {"blue": SideData("blue", "Blue"), "red": SideData("red", "Red")}
    return state


def test_hexes_that_one_side_holds_have_one_line_around_them_all() -> None:
    """Two hexes side by side: five sides of each, none between them; between two sides each has a front."""
    sheet = sheet_of(two_sided(BoardData(layout=HexLayout(), spaces=hexes(4, 4))))

    def around(holders: dict[str, str]) -> dict[str, list[tuple[int, int]]]:
        """The rings of each side: how many sides of hexes each has, and along how many another one begins."""
        found = rings(sheet, holders)
        return {side: [(len(ring.corners), sum(ring.meets)) for ring in each] for side, each in found.items()}

    assert around({"b2": "blue"}) == {"blue": [(6, 0)]}
    assert around({"b2": "blue", "b3": "blue"}) == {"blue": [(10, 0)]}
    assert around({"b2": "blue", "b3": "red"}) == {"blue": [(6, 1)], "red": [(6, 1)]}
    near = [id for id in sheet.at if id != "b2"]
    surrounded = around({"b2": "blue"} | dict.fromkeys(near, "red"))
    assert surrounded["blue"] == [(6, 6)]
    assert (6, 6) in surrounded["red"], "the hole has a front on its outside"
    assert sum(meets for _, meets in surrounded["red"]) == 6


def test_a_front_runs_within_the_ground_of_each_side() -> None:
    state = two_sided(BoardData(layout=HexLayout(), spaces=hexes(2, 1)))
    drawn = map_svg(state, control={"a1": "blue", "b1": "red"})
    at = sheet_of(state).at
    lines = {
        group.findtext(f"{SVG}title"): path.get("d", "")
        for group in ElementTree.fromstring(drawn).iter(f"{SVG}g")
        if group.get("class") == "held"
        for path in group.iter(f"{SVG}path")
        if path.get("stroke-width") == "4"
    }
    assert set(lines) == {"Held by Blue", "Held by Red"}
    for told, id in (("Held by Blue", "a1"), ("Held by Red", "b1")):
        corners = [tuple(map(int, pair.split())) for pair in lines[told].removeprefix("M").split("L")]
        assert len(corners) == 2
        middle = (sum(x for x, _ in corners) / 2, sum(y for _, y in corners) / 2)
        assert inside(at[id].outline, *middle)


def test_areas_whose_corners_lie_on_each_others_sides_are_held_as_one() -> None:
    """A wide area above two narrow ones: the corner between these lies on its side."""
    above = SpaceData("n", "North", kind="area", outline=((0, 0), (100, 0), (100, 50), (0, 50)))
    west = SpaceData("w", "West", kind="area", outline=((0, 50), (40, 50), (40, 100), (0, 100)))
    east = SpaceData("e", "East", kind="area", outline=((40, 50), (100, 50), (100, 100), (40, 100)))
    sheet = sheet_of(two_sided(BoardData(spaces=(above, west, east))))
    (ring,) = rings(sheet, dict.fromkeys("nwe", "blue"))["blue"]
    assert len(ring.corners) == 4
    found = rings(sheet, {"n": "blue", "w": "blue", "e": "red"})
    assert [sum(ring.meets) for ring in found["red"]] == [2]


def test_ways_between_maps_are_told_and_not_drawn_across_them() -> None:
    drawn = map_svg(laid(LANDING))
    assert "\u21c4 c12" in drawn
    assert "\u21c4 s32" in drawn
    assert 'stroke-dasharray="6 4"' not in drawn


def colour_of(board: BoardData, space: str) -> str:
    polygon = drawn_spaces(map_svg(laid(board)))[space].find(f"{SVG}polygon")
    assert polygon is not None
    return polygon.get("fill", "")


def test_a_board_says_how_its_terrain_is_drawn() -> None:
    assert colour_of(LANDING, "s31") == "#b5e0e4"
    plain = replace(LANDING, terrains={})
    assert colour_of(plain, "s31") == style_of(plain, "littoral").colour != "#b5e0e4"
    assert style_of(plain, "Deep Sea") == style_of(plain, "deep sea")
    blue = [
        int(style_of(plain, each).colour[start : start + 2], 16)
        for each in ("sea", "deep sea")
        for start in (1, 5)
    ]
    assert blue[1] > blue[0] + 40, "a sea is blue"
    assert blue[3] > blue[2] + 40, "a deep sea is blue"


@pytest.mark.parametrize("colour", ["url(http://a.example/x)", "red", "#fff", "#12345g", "", "#123456;x"])
def test_a_style_that_is_none_is_not_drawn(colour: str) -> None:
    board = replace(LANDING, terrains={"littoral": TerrainStyle(colour, "<script>")})
    drawn = map_svg(laid(board))
    assert "<script>" not in drawn
    assert not REFERENCE.search(drawn)
    assert colour_of(board, "s31") == colour_of(replace(LANDING, terrains={}), "s31")


def test_every_texture_can_be_drawn_and_none_twice() -> None:
    drawn = {texture: mark_at(texture, 0, 0) for texture in TEXTURES if texture}
    assert len(set(drawn.values())) == len(TEXTURES) - 1
    assert set(SIGNS) == set(drawn)
    for texture, path in drawn.items():
        ElementTree.fromstring(textured(texture, [path]))


def test_maps_of_hexes_stand_side_by_side_in_a_terminal_that_is_wide_enough() -> None:
    state = laid(LANDING)
    wide, narrow = map_text(state), map_text(state, width=60)
    assert re.search(r"The Selm Sea, 200 nm a hex {4,}Cape Selm, 20 km a hex", wide)
    assert max(map(len, wide.splitlines())) <= 100
    assert "\n\nCape Selm, 20 km a hex\n" in narrow
    assert max(map(len, narrow.splitlines())) <= 60
    assert "Selmhaven:\ntown-docks The Docks (port, part of c52), beside c52" in wide
    assert map_rich(state).plain.rstrip() == "\n".join(line.rstrip() for line in wide.splitlines()).rstrip()
    assert "~ deep sea" in wide


def test_zones_are_parted_by_lines_and_bear_their_names() -> None:
    """Only where the board asks for it: on the sides between hexes of two zones, and nowhere else."""
    spaces = tuple(replace(space, zone="alfa" if space.column == 1 else "bravo") for space in hexes(2, 2))
    shown = BoardData(layout=HexLayout(), spaces=spaces, lines=(LineData(kind="zones"),))
    drawn = ElementTree.fromstring(map_svg(laid(shown)))
    (lines,) = [group for group in drawn.iter(f"{SVG}g") if group.findtext(f"{SVG}title") == "zone boundary"]
    assert len(list(lines.iter(f"{SVG}path"))) == 3
    assert {"Alfa", "Bravo"} <= set(drawn.itertext())
    plain = map_svg(laid(BoardData(layout=HexLayout(), spaces=spaces)))
    assert "zone boundary" not in plain
    assert "Alfa" not in plain
