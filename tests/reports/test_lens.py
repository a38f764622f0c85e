"""A part of a map drawn larger: what lies beside each other stays so, and there is room in it."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from domain.views.view import WHITE
from reports.maps.drawing import map_svg
from reports.maps.layout import room, sheet_of
from reports.maps.lens import lens_over
from reports.maps.polygons import area_of, inside
from tests.table import Table

SVG = "{http://www.w3.org/2000/svg}"
STATE = Table("nineveh", seed=1).state
SHEET = sheet_of(STATE)


def test_within_a_lens_all_is_as_much_larger_and_beyond_it_everything_gives_way() -> None:
    lens = lens_over([((0, 0), (20, 0), (20, 10), (0, 10))], 3)
    assert lens is not None
    assert lens.point((10, 5)) == (10, 5)
    assert lens.point((14, 5)) == (22, 5)
    near, far = lens.point((10, 50)), lens.point((10, 150))
    assert near[1] - 50 == pytest.approx(2 * lens.reach)
    assert far[1] - 150 == pytest.approx(2 * lens.reach)
    assert lens_over([], 3) is None


def test_a_stretch_is_bent_the_same_from_either_end() -> None:
    lens = lens_over([((0, 0), (20, 0), (20, 10), (0, 10))], 2)
    assert lens is not None
    there = lens.line([(-40.0, 3.0), (71.0, 13.0)])
    assert len(there) > 10
    assert there == lens.line([(71.0, 13.0), (-40.0, 3.0)])[::-1]


def test_areas_of_mosul_still_border_those_that_they_border_and_none_lies_in_another() -> None:
    spaces = STATE.board.spaces
    for one, other in combinations(SHEET.spots, 2):
        corners = set(spaces[one.space.id].outline) & set(spaces[other.space.id].outline)
        shared = {(round(x), round(y)) for x, y in one.outline} & {
            (round(x), round(y)) for x, y in other.outline
        }
        assert len(shared) >= len(corners), (one.space.id, other.space.id)
        assert not inside(one.outline, other.x, other.y)
        assert not inside(other.outline, one.x, one.y)
    for spot in SHEET.spots:
        assert (area_of(spot.outline) > 0) == (area_of(spaces[spot.space.id].outline) > 0), spot.space.id


def test_each_area_of_the_old_city_has_room_for_two_counters_and_its_name_lies_in_it() -> None:
    assert SHEET.width < 1_100
    old_city = [spot for spot in SHEET.spots if spot.space.terrain == "old city"]
    assert len(old_city) == 12
    for spot in old_city:
        across, down = room(spot)
        assert across >= 60, spot.space.id
        assert down >= 50, spot.space.id
        assert spot.label is not None
        assert inside(spot.outline, *spot.label), spot.space.id


def test_designations_in_the_old_city_have_eight_pixels_on_a_page_of_900() -> None:
    """Two blocks in each of its areas, as many as it holds: each is named in one line."""
    table = Table("nineveh", dice="scripted")
    state = table.state
    areas = [space.id for space in state.board.data.spaces if space.terrain == "old city"]
    kinds = ("veteran", "militia", "ashbal", "technical", "rumour", "arms-cache", "ied-factory", "ied")
    blocks = [id for id, piece in state.pieces.items() if piece.kind_id in kinds][: 2 * len(areas)]
    for nth, block in enumerate(blocks):
        table.put(block, areas[nth // 2])
    drawing = ElementTree.fromstring(map_svg(state, WHITE))
    written = {
        f"#{glyph.get('id')}": [(float(g.get("font-size", 0)), [line.text for line in g]) for g in glyph[-1:]]
        for glyph in drawing.iter(f"{SVG}g")
        if "-g" in glyph.get("id", "")
    }
    titles = {f"{state.pieces[block].name} (Daesh)" for block in blocks}
    seen = 0
    for counter in drawing.iter(f"{SVG}g"):
        told = (counter.findtext(f"{SVG}title") or "").partition(",")[0]
        if told in titles:
            use = counter.find(f"{SVG}use")
            assert use is not None
            ((size, lines),) = written[use.get("href", "")]
            scale = float(re.findall(r"scale\((\S+)\)", use.get("transform", ""))[0])
            assert len(lines) == 1, lines
            assert size * scale * 900 / float(drawing.get("viewBox", "").split()[2]) >= 8, lines
            seen += 1
    assert seen == 2 * len(areas)
