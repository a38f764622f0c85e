"""A part of a map; its title block, scale and legend."""

from xml.etree import ElementTree

import pytest

from domain.events import (
    BoardData,
    HexLayout,
    MapData,
)
from reports.maps.arrows import Arrow
from reports.maps.drawing import map_svg
from reports.maps.layout import sheet_of
from tests.builders import hexes
from tests.reports.drawings import SVG, arrows_in, drawn_spaces, hidden_words, in_play, laid, names_any
from tests.toys.landing import BOARD as LANDING


def box_of(drawn: str) -> tuple[float, float, float, float]:
    left, top, wide, high = map(float, (ElementTree.fromstring(drawn).get("viewBox") or "").split())
    return left, top, wide, high


@pytest.mark.parametrize("spaces", [["0607"], ["0606", "0706", "0807"], ["0306", "0310"], ["1206"]])
def test_a_detail_shows_its_spaces_and_what_lies_around_them(spaces: list[str]) -> None:
    state = in_play()
    at = sheet_of(state).at
    drawn = map_svg(state, crop=spaces)
    left, top, wide, high = box_of(drawn)
    shown = drawn_spaces(drawn)
    assert wide / high == pytest.approx(4 / 3, abs=0.02)
    for id in spaces:
        assert all(left <= x <= left + wide and top <= y <= top + high for x, y in at[id].outline), id
    for id, spot in at.items():
        inside_it = left < spot.x < left + wide and top < spot.y < top + high
        assert not inside_it or id in shown, id
    assert len(shown) < len(at)
    assert len(drawn) < len(map_svg(state)) / 2
    assert "held by" not in "".join(ElementTree.fromstring(drawn).itertext()).replace(", held by", "")


def test_a_detail_draws_what_is_done_in_it_and_tells_of_no_other_place() -> None:
    arrows = [
        Arrow("attack", "0407", "0507", "isf", "one"),
        Arrow("attack", "1207", "1206", "isf", "another"),
    ]
    drawn = map_svg(in_play(), crop=["0507"], arrows=arrows)
    assert [told for _, told in arrows_in(drawn)] == [
        "Attacks: one from al-Hoz Bridge (0407) to al-Hoz West (0507)."
    ]
    desc = ElementTree.fromstring(drawn).findtext(f"{SVG}desc") or ""
    assert "al-Hoz Bridge (0407)" in desc
    assert "Government Complex" not in desc


def test_a_detail_of_several_maps_is_of_the_one_with_most_of_its_spaces() -> None:
    shown = drawn_spaces(map_svg(laid(LANDING), crop=["s11", "c22", "c23", "nowhere"]))
    assert {"c22", "c23"} <= set(shown)
    assert "s11" not in shown


def test_a_detail_of_no_space_of_the_map_is_the_whole_map() -> None:
    state = in_play()
    assert len(drawn_spaces(map_svg(state, crop=["nowhere"]))) == len(state.board.data.spaces)


def test_a_side_s_detail_names_nothing_that_is_hidden() -> None:
    state = in_play()
    drawn = map_svg(state, "isf", crop=["0806"], marking="SECRET")
    assert not names_any(drawn, hidden_words(state, "isf"))
    assert "hidden ISIS IED" in drawn
    assert drawn.count(">SECRET<") == 2


def test_a_title_block_says_which_game_turn_and_view_this_is_and_where_north_lies() -> None:
    state = in_play()
    drawn = map_svg(state, "isf", title_block=True)
    text = "".join(ElementTree.fromstring(drawn).itertext())
    assert "Ramadi · The Final Assault on the City, 22-28 December 2015" in text
    assert f"Turn {state.turn_name()}" in text or "Set-up" in text
    assert "View of Iraqi Security Forces" in text
    assert ">N</text>" in drawn
    assert "View of" not in map_svg(state, "isf")


def test_a_map_says_that_it_is_a_reconstruction() -> None:
    state = in_play()
    told = "This map is a reconstruction"
    root = ElementTree.fromstring(map_svg(state))
    assert told in (root.findtext(f"{SVG}desc") or "")
    assert any(told in "".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    assert told not in map_svg(laid(LANDING))


def test_a_scale_bar_is_drawn_where_all_maps_have_one_scale() -> None:
    maps = {"": MapData("The Bay", 20, "km")}
    one = BoardData(layout=HexLayout(), spaces=hexes(3, 3), maps=maps)
    assert ">20 km</text>" in map_svg(laid(one), title_block=True)
    assert ">20 km</text>" not in map_svg(laid(LANDING), title_block=True)


def in_legend(drawn: str) -> set[str]:
    """What the legend of a drawing explains: the texts that stand beside a sample."""
    groups = ElementTree.fromstring(drawn).iter(f"{SVG}g")
    return {group.findall(f"{SVG}text")[-1].text or "" for group in groups if is_entry(group)}


def is_entry(group: ElementTree.Element) -> bool:
    return (group.get("transform") or "").startswith("translate") and bool(group.findall(f"{SVG}text"))


def test_the_legend_has_what_is_drawn_and_nothing_else() -> None:
    state = in_play()
    told = in_legend(map_svg(state, "isf", control={"0407": "isf", "0507": "isis"}))
    assert {"urban", "bridge", "dam", "barrage", "no way across", "combat", "not identified"} <= told
    assert {
        "Iraqi Security Forces",
        "held by Iraqi Security Forces",
        "held by Islamic State",
        "front",
    } <= told
    assert not {"steps", "pieces carried", "connected", "zone boundary", "moves"} & told
    apart = in_legend(map_svg(state, control={"0407": "isf"}))
    assert "held by Islamic State" not in apart
    assert "front" not in apart
    assert "OPS / Cleared" not in apart
    state.pieces["cleared-1"].place = "0606"
    state.at.setdefault("0606", []).append("cleared-1")
    assert "OPS / Cleared" in in_legend(map_svg(state, control={}))
