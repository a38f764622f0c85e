"""The board in the terminal and as a drawing."""

import math
import random
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from adjudication.engine.systems import load
from cli.main import app
from domain.events import (
    Adjacency,
    BoardData,
    BorderData,
    HexLayout,
    KindData,
    LineData,
    MapData,
    PieceData,
    SideData,
    SpaceData,
    TerrainStyle,
)
from domain.game.game import Game
from domain.table.board import Board
from domain.table.fitting import faults_of
from domain.table.state import State
from domain.table.textures import TEXTURES
from domain.views.view import WHITE, PieceView, knows
from reports.maps.arrows import STROKES, Arrow, shape
from reports.maps.control import rings
from reports.maps.drawing import in_words, map_svg
from reports.maps.layout import half, sheet_of
from reports.maps.marks import codes, glyph
from reports.maps.pieces import CALLED, NOBODY, SIDE_COLOURS, Counters, designation, side_colour
from reports.maps.polygons import distance_to, drawn_in, inside
from reports.maps.symbols import Symbol, by_library, plain, shipped, symbol, undrawn
from reports.maps.terrain import SIGNS, mark_at, style_of, textured
from reports.maps.text import map_rich, map_text
from reports.story.control import held
from tests.builders import hexes, new_game, opening
from tests.core.games import VARIANTS, Variant, play_orders, seat, variant_id
from tests.core.games import new_game as toy_game
from tests.reports.games import GAME, HOSTILE, played, ramadi
from tests.symbols import codes as scenario_symbols
from tests.toys.landing import BOARD as LANDING

SVG = "{http://www.w3.org/2000/svg}"
REFERENCE = re.compile(r"""(?:href|src)\s*=\s*["'](?!#)|url\((?!#)""")


def hidden_words(state: State, viewer: str) -> set[str]:
    """What would name a piece that the viewer does not know."""
    public = {kind.name for kind in state.kinds.values()}
    unknown = [p for p in state.pieces.values() if not knows(viewer, p.known_to)]
    known = {p.name for p in state.pieces.values() if knows(viewer, p.known_to)}
    return {piece.id for piece in unknown} | ({piece.name for piece in unknown} - public - known)


def names_any(text: str, words: set[str]) -> list[str]:
    """Which of the words stand in the text by themselves."""
    return [word for word in words if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)]


def in_play() -> State:
    """Ramadi with ISIS counters laid face down in a hex, and some ISF units on the map."""
    session = ramadi()
    game = session.game
    for piece, place in (
        ("ied-deep-1", "0806"),
        ("f-militia-1", "0806"),
        ("cts-1", "0407"),
        ("cts-2", "0407"),
    ):
        game.state.pieces[piece].place = place
    return game.state


def test_the_map_of_ramadi_fits_eighty_columns_and_shows_every_hex_that_can_be_entered() -> None:
    state = in_play()
    text = map_text(state)
    assert max(len(line) for line in text.splitlines()) <= 80
    data = state.board.data
    for space in data.spaces:
        if space.terrain not in data.impassable:
            row, column = where(text, space.id)
            sign = glyph(space.terrain, style_of(data, space.terrain).texture)
            assert text.splitlines()[row + 1][column - 1] == sign
            assert f"{space.id} {space.name}" in text.replace("\n  ", " ")
    assert "CTS2" in text
    assert "0407 al-Hoz Bridge: CTS 1st Battalion, 1st ISOF Brigade; CTS 2nd" in text
    assert "Names: " not in map_text(state, legend=False)


def test_the_map_says_who_holds_a_hex_and_what_is_to_be_attacked() -> None:
    state = played()[0].state.copy()
    state.marks["0806"] = {
        **state.marks.get("0806", {}),
        "operation": next(iter(state.marks["game"].values())),
    }
    text = map_text(state, system=load("ramadi"))

    def below(id: str) -> str:
        row, column = where(text, id)
        return text.splitlines()[row + 1][column : column + 5].strip()

    assert below("0806").startswith("!")
    control = load("ramadi").control
    assert control is not None
    for space, side in control(state).items():
        if space in {space.id for space in state.board.data.spaces}:
            assert below(space).lstrip("! ") == {"isf": "ISF", "isis": "ISIS"}[side]
    styles = {str(span.style) for span in map_rich(state, system=load("ramadi")).spans}
    assert len([style for style in styles if " on " in style]) == 3


def where(text: str, id: str) -> tuple[int, int]:
    """The line and the column where a hex's number stands."""
    return next(
        (row, line.index(f"{id}\\")) for row, line in enumerate(text.splitlines()) if f"{id}\\" in line
    )


def test_a_hex_stands_where_its_neighbours_are() -> None:
    text = map_text(in_play())
    row, column = where(text, "0707")
    assert where(text, "0708") == (row + 4, column)
    assert where(text, "0807") == (row + 2, column + 6)
    assert where(text, "0607") == (row + 2, column - 6)


def test_what_a_side_does_not_know_is_a_question_mark() -> None:
    state = in_play()
    text = map_text(state, "isf")
    assert "0806 Government Complex: hidden ISIS IED; hidden ISIS fighters" in text.replace("\n  ", " ")
    assert "?2" in text
    assert not names_any(text, hidden_words(state, "isf"))
    assert "IDE Deep IED state 1" in map_text(state, WHITE)


def test_a_terminal_too_narrow_for_the_hexes_gets_a_list() -> None:
    text = map_text(in_play(), width=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    assert "\\____/" not in text
    beside = "0507, 0508, 0606, 0608, 0707, 0708"  # column 6 is shoved down
    assert f"0607 al-Hoz (urban), beside {beside}" in text.replace("\n  ", " ")


def test_colours_change_no_character() -> None:
    state = in_play()
    rich = map_rich(state, "isf")
    assert [line.rstrip() for line in rich.plain.splitlines()] == map_text(state, "isf").splitlines()
    assert {"blue", "green"} <= {str(span.style) for span in rich.spans}


def test_codes_are_short_and_no_two_alike() -> None:
    kinds = [*in_play().kinds, "infantry", "inf", "in-f", "", "--", "ïnf"]
    found = codes(kinds)
    assert len(set(found.values())) == len(set(kinds))
    assert all(0 < len(code) <= 3 for code in found.values())
    assert found["mech"] == "MEC"


def test_the_drawing_of_ramadi_is_well_formed_and_has_every_hex_and_every_counter() -> None:
    state = in_play()
    drawn = map_svg(state)
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert {g.get("data-space") for g in root.iter(f"{SVG}g")} - {None} == {
        space.id for space in state.board.data.spaces
    }
    titles = "; ".join(title.text or "" for title in root.iter(f"{SVG}title"))
    for piece in state.pieces.values():
        assert piece.name in titles
    assert root.get("role") == "img"
    labels = (root.get("aria-labelledby") or "").split()
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(labels) == 2
    assert set(labels) <= set(ids)
    assert len(ids) == len(set(ids))
    assert not REFERENCE.search(drawn)
    assert "<script" not in drawn


def test_everything_that_is_used_is_defined() -> None:
    root = ElementTree.fromstring(map_svg(in_play()))
    ids = {element.get("id") for element in root.iter()}
    used = [element.get("href", "")[1:] for element in root.iter(f"{SVG}use")]
    assert len(used) > 20
    assert set(used) <= ids


def test_a_map_prints_in_a_moment() -> None:
    assert "<pattern" not in map_svg(in_play()), "a browser works on a map of patterns for minutes"


def test_two_maps_in_one_document_do_not_share_ids() -> None:
    state = in_play()
    first, second = (
        {e.get("id") for e in ElementTree.fromstring(map_svg(state, prefix=prefix)).iter()} - {None}
        for prefix in ("one", "two")
    )
    assert first
    assert not first & second


def test_a_side_s_drawing_names_nothing_that_is_hidden() -> None:
    state = in_play()
    drawn = map_svg(state, "isf")
    assert not names_any(drawn, hidden_words(state, "isf"))
    assert "hidden ISIS IED" in drawn


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_any_board_is_drawn_for_every_side_and_hides_what_is_hidden(variant: Variant) -> None:
    session = seat(toy_game(variant))
    session.begin()
    play_orders(session, 4, random.Random(5))
    state = session.state
    for viewer in (WHITE, *state.sides):
        text, drawn = map_text(state, viewer), map_svg(state, viewer)
        root = ElementTree.fromstring(drawn)
        assert {g.get("data-space") for g in root.iter(f"{SVG}g")} - {None} == {
            space.id for space in state.board.data.spaces
        }
        hidden = hidden_words(state, viewer)
        assert not names_any(text, hidden)
        assert not names_any(drawn, hidden)
        for space in state.board.data.spaces:
            if space.terrain in state.board.data.impassable:
                continue
            assert space.id[-4:] in text or (space.name and space.name in text)


def hostile() -> Game:
    """A table on which every name is an attack."""
    layout = BoardData(
        name=HOSTILE,
        layout=HexLayout("hex", "pointy", "odd"),
        spaces=(
            SpaceData("a\"'><b", HOSTILE, terrain=HOSTILE, column=1, row=1),
            SpaceData("c3", HOSTILE, terrain="urban", column=2, row=1),
        ),
        boxes=(SpaceData("cup", HOSTILE, kind="box"),),
        borders=(BorderData(("a\"'><b", "c3"), HOSTILE),),
    )
    pieces = (PieceData("p", "company", "c3", name=HOSTILE, face=HOSTILE), PieceData("q", "cell", "cup"))
    return Game.from_events(GAME, opening(GAME, pieces=pieces, layout=layout))


def test_hostile_names_stay_text() -> None:
    state = hostile().state
    state.kinds["company"] = KindData(HOSTILE, side="blue", symbol=HOSTILE, back=HOSTILE)
    drawn = map_svg(state, prefix="m")
    root = ElementTree.fromstring(drawn)
    assert "<script" not in drawn
    assert "\x1b" not in drawn
    assert not [e for e in root.iter() if e.tag.endswith("script")]
    assert "alert('x')" in "".join(root.itertext())
    text = map_text(state)
    assert all(line.isprintable() for line in text.splitlines())
    assert "alert" in text


def test_borders_and_cuts_are_drawn_along_the_side_that_two_hexes_share() -> None:
    drawn = map_svg(in_play())
    barrage = re.search(r'<g><title>no way across</title><path d="M\d+ \d+L\d+ \d+"', drawn)
    assert barrage is not None


def test_a_code_that_cannot_be_drawn_leaves_a_labelled_box(capsys: pytest.CaptureFixture[str]) -> None:
    for code in ("", "bogus", "1003", "<svg onload=x>00000000000000000000", "9" * 20):
        found = symbol(code)
        assert found is None or "<" in found.body
    assert symbol("bogus") is None
    assert capsys.readouterr().out == ""


def test_symbols_are_plain_shapes_without_names() -> None:
    for kind in ramadi().state.kinds.values():
        if kind.symbol:
            found = symbol(kind.symbol)
            assert found is not None, kind.name
            root = ElementTree.fromstring(f"<g>{found.body}</g>")
            assert len(list(root.iter())) > 1, kind.name
            assert not [e for e in root.iter() if e.get("id") or e.get("href") or e.get("style")]


def test_the_symbols_of_all_scenarios_come_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library they are drawn, and any other is a labelled box that the map tells of."""
    monkeypatch.setitem(sys.modules, "military_symbol", None)
    symbol.cache_clear()
    codes = scenario_symbols()
    assert len(codes) > 150
    assert undrawn(codes) == []
    other = "10031000121213000000"
    assert plain(other) not in shipped()
    assert undrawn([other, "bogus", other]) == [other]
    symbol.cache_clear()


def test_the_symbols_that_come_with_the_program_are_those_of_the_library() -> None:
    pytest.importorskip("military_symbol")
    assert set(scenario_symbols()) == set(shipped()), "`python -m tests.symbols` draws them anew"
    for code in random.Random(1).sample(sorted(shipped()), 12):
        assert by_library(code) == shipped()[code], "`python -m tests.symbols` draws them anew"


def test_no_shape_of_a_symbol_lies_far_outside_its_drawing() -> None:
    """The library takes a mirrored part to make a symbol twice as wide: it was drawn half as large."""
    for code, found in shipped().items():
        left, top, width, height = map(float, found.view_box.split())
        assert left >= 0, code
        assert top > -8, code
        assert width < 70, code
        assert height < 75, code


def test_an_assumed_friend_is_framed_as_a_friend() -> None:
    assert symbol("10021000161211000000") == symbol("10031000161211000000")
    assert "dasharray" not in (symbol("10021000161211000000") or Symbol("", "")).body


def test_a_symbol_leaves_the_working_folder_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "svg.tmp").write_text("my own")  # the name that the library takes for its own file
    pytest.importorskip("military_symbol")
    assert by_library("10031000151211000000") is not None
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("svg.tmp", "my own")]
    assert Path.cwd() == tmp_path


def test_a_space_is_held_by_the_one_side_whose_known_pieces_stand_there() -> None:
    game = new_game()
    assert held(game.state) == {"a1": "blue", "c3": "red"}
    assert held(game.state, "blue") == {"a1": "blue"}
    game.state.pieces["r3"].place = "a1"
    assert held(game.state) == {}
    assert held(game.state, "blue") == {"a1": "blue"}


def test_a_drawing_of_the_end_of_a_game_says_who_holds_what() -> None:
    game, _, _ = played()
    drawn = map_svg(game.state, control={"0607": "isf"})
    assert drawn.count('stroke-width="4"') >= 1
    assert "held by Iraqi Security Forces" in drawn


def test_an_empty_board_is_no_fault() -> None:
    state = State()
    state.board = Board(BoardData())
    assert ElementTree.fromstring(map_svg(state)).tag == f"{SVG}svg"
    assert map_text(state) == ""


def arrows_in(drawn: str) -> list[tuple[str, str]]:
    """The arrows of a drawing: the kind of each, and what it tells."""
    groups = [
        g for g in ElementTree.fromstring(drawn).iter(f"{SVG}g") if "arrow" in g.get("class", "").split()
    ]
    return [(g.get("class", "").split()[1], g.findtext(f"{SVG}title") or "") for g in groups]


def test_arrows_say_what_was_done_and_stand_in_the_legend() -> None:
    state = in_play()
    arrows = [
        Arrow("move", "0407", "0507", "isf", "one"),
        Arrow("move", "0407", "0507", "isf", "another"),
        Arrow("attack", "0507", "0506", "isf", "one"),
        Arrow("plan", "0507", "0508", "isf", "one"),
        Arrow("arrive", "0308", "0308", "isf", "a bomber"),
        Arrow("leave", "0308", "0308", "isf", "a bomber"),
        Arrow("loss", "0407", "0407", "isf", "a third"),
        Arrow("pick", "0806", "0806"),
        Arrow("flight", "0407", "0507", "isf", "a drone", "CAP"),
        Arrow("seen", "0507", "0507", "isis", "one"),
        Arrow("emits", "0507", "0507", "isis", "another", row=1),
        Arrow("miss", "0407", "0507", "isf", "a battery at a cell, no loss"),
        Arrow("hit", "0507", "0507", "isf", "a cell, 1 lost"),
        Arrow("move", "nowhere", "0507", "isf", "lost"),
    ]
    drawn = map_svg(state, arrows=arrows)
    found = arrows_in(drawn)
    kinds = [kind for kind, _ in found]
    assert kinds[:8] == ["flight", "move", "attack", "plan", "arrive", "leave", "loss", "pick"]
    assert kinds[8:] == ["seen", "emits", "miss", "hit"], "what is seen and fired lies above all others"
    assert found[1][1] == (
        "Moves: one from al-Hoz Bridge (0407) to al-Hoz West (0507) and "
        "another from al-Hoz Bridge (0407) to al-Hoz West (0507)."
    )
    text = "".join(ElementTree.fromstring(drawn).itertext())
    assert all(stroke.says in text for stroke in STROKES.values())
    assert "Is picked by chance: Government Complex (0806)." in in_words(state, WHITE, {}, arrows)


def test_an_arrow_runs_from_one_space_to_the_other_and_its_counterpart_runs_beside_it() -> None:
    spots = {spot.space.id: spot for spot in sheet_of(in_play()).spots}

    def ends(one: str, other: str) -> tuple[list[float], list[float]]:
        found = shape(Arrow("move", one, other), spots)
        assert found is not None
        start = [float(n) for n in re.findall(r"-?[\d.]+", found.shaft)[:2]]
        return start, [float(n) for n in re.findall(r"-?[\d.]+", found.head)[:2]]

    (there, here), (back, _) = ends("0607", "0907"), ends("0907", "0607")
    near = {id: math.dist((spot.x, spot.y), there) for id, spot in spots.items()}
    far = {id: math.dist((spot.x, spot.y), here) for id, spot in spots.items()}
    assert min(near, key=near.__getitem__) == "0607"
    assert min(far, key=far.__getitem__) == "0907"
    assert math.dist(here, back) > 8


def test_a_counter_shows_its_strength_and_its_state() -> None:
    state = in_play()
    state.pieces["cts-1"].face = "casualty"
    drawn = map_svg(state)
    titles = [title.text or "" for title in ElementTree.fromstring(drawn).iter(f"{SVG}title")]
    assert "1st Battalion, 1st ISOF Brigade (Iraqi Security Forces), combat 4, casualty" in titles
    assert "2nd Battalion, 1st ISOF Brigade (Iraqi Security Forces), combat 4" in titles
    assert "2 times hidden ISIS IED" not in map_svg(state), "the white cell knows them all"
    state.pieces["ied-deep-2"].place = "0806"
    assert "2 times hidden ISIS IED" in map_svg(state, "isf")


def test_a_high_stack_says_how_many_more_and_which() -> None:
    state = in_play()
    for id in ("inf-1", "mech-1", "np-1", "eb-1", "militia-1"):
        state.pieces[id].place = "0407"
    groups = [
        g for g in ElementTree.fromstring(map_svg(state)).iter(f"{SVG}g") if g.find(f"{SVG}text") is not None
    ]
    more = [g.findtext(f"{SVG}title") or "" for g in groups if g.findtext(f"{SVG}text") == "+3"]
    assert len(more) == 1
    drawn = [state.pieces[id].name for id in ("np-1", "eb-1", "militia-1")]
    assert all(name in more[0] for name in drawn)


def test_lines_of_communication_are_drawn_where_the_rules_tell_them() -> None:
    state = in_play()
    assert "line of communication" not in map_svg(state)
    drawn = map_svg(state, lines=[("isf", "0407", "0307")])
    spots = {spot.space.id: spot for spot in sheet_of(state).spots}
    one, other = spots["0407"], spots["0307"]
    assert f'd="M{one.x:.0f} {one.y:.0f}L{other.x:.0f} {other.y:.0f}"' in drawn
    assert "line of communication, Iraqi Security Forces" in drawn


def test_a_board_of_areas_without_places_is_drawn_in_rows_that_do_not_overlap() -> None:
    spaces = tuple(SpaceData(f"area-{n}", f"Area {n}", kind="area") for n in range(7))
    board = BoardData(name="No places", spaces=spaces, adjacency=Adjacency(join=(("area-0", "area-6"),)))
    pieces = (PieceData("b1", "company", "area-6"), PieceData("r1", "cell", "area-0", known_to=("red",)))
    state = Game.from_events(GAME, opening(GAME, pieces=pieces, layout=board)).state
    spots = sheet_of(state).spots
    assert len({(spot.x, spot.y) for spot in spots}) == 7
    for index, one in enumerate(spots):
        for other in spots[index + 1 :]:
            assert abs(one.x - other.x) >= 2 * half(one)[0] or abs(one.y - other.y) >= 2 * half(one)[1]
    drawn = map_svg(state, "blue", arrows=[Arrow("move", "area-0", "area-6")])
    assert arrows_in(drawn) == [("move", "Moves: a hidden piece from Area 0 to Area 6.")]


def test_no_attribute_of_a_drawing_is_cut_short() -> None:
    game, _, _ = played()
    drawn = map_svg(game.state, lines=[("isf", "0407", "0307")] * 200)
    assert "…" not in "".join(re.findall(r'"[^"]*"', drawn))


@pytest.mark.parametrize(("spaces", "style"), [(20, False), (500, True)])
def test_a_map_too_wide_for_a_page_keeps_a_size_that_can_be_read(spaces: int, style: bool) -> None:
    state = State()
    state.board = Board(
        BoardData(spaces=tuple(SpaceData(f"s{n}", f"Area {n}", kind="area") for n in range(spaces)))
    )
    assert ('style="min-width:' in map_svg(state)) == style


# --- several maps, outlines, lines and styles ----------------------------------------------------


def laid(board: BoardData) -> State:
    """A table with nothing on it but a board."""
    state = State()
    state.board = Board(board)
    return state


def drawn_spaces(drawn: str) -> dict[str, ElementTree.Element]:
    """The spaces of a drawing, each with its outline in it."""
    groups = ElementTree.fromstring(drawn).iter(f"{SVG}g")
    return {id: group for group in groups if (id := group.get("data-space")) is not None}


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


def test_an_overview_names_objectives_alone_and_large() -> None:
    drawn = map_svg(in_play(), boxes=False, overview=True)
    root = ElementTree.fromstring(drawn)
    names = {text.text for text in root.iter(f"{SVG}text")}
    assert {"Stadium", "Hospital", "Grand Mosque"} <= names
    assert not {"Iskan", "Warrar", "0806", "1/1 ISOF"} & names
    assert len(drawn) < len(map_svg(in_play(), boxes=False)) * 0.8


def test_a_map_of_ramadi_weighs_little() -> None:
    game, _, _ = played()
    assert len(map_svg(game.state, boxes=False)) < 60_000


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("1st Battalion, 34th Brigade, 9th Division", "1/34/9"),
        ("2nd Battalion, 1st ISOF Brigade", "2/1 ISOF"),
        ("3rd Hashd Battalion", "3 Hashd"),
        ("7th Marine Regiment", "7 Marine"),
        ("Ambassador Haldane", "Ambassador Haldane"),
        ("Battalion", "Battalion"),
        ("", ""),
        ("T-72 tanks", "T-72 tanks"),
    ],
)
def test_a_counter_bears_its_designation(name: str, short: str) -> None:
    assert designation(name) == short


def test_no_counter_on_a_map_is_smaller_than_can_be_read() -> None:
    """However many stand in a hex: in a row, then over each other, then the first ones and how many more."""
    counters = Counters("m", {"blue": "Blue", "red": "Red"}, {})
    for many in range(1, 20):
        pieces = [
            PieceView("a1", side="blue", id=f"p{n}", kind=f"k{n}", name=f"{n}th Company") for n in range(many)
        ]
        slots = counters.stack(pieces, 0, 0, 92, 63)
        assert all(slot.size >= 34 for slot in slots)
        assert sum(slot.many for slot in slots) == many
        shown = [slot for slot in slots if slot.glyph >= 0]
        assert all(abs(slot.x) <= 50 for slot in shown)
        steps = [two.x - one.x for one, two in pairwise(shown)]
        assert all(step >= 13 for step in steps), "a part of each is seen"


def test_a_marker_is_a_flag_smaller_than_a_unit() -> None:
    counters = Counters("m", {"blue": "Blue"}, {"cleared": "Cleared"})
    unit = PieceView("a1", side="blue", id="u", kind="inf", name="1st Company")
    flag = PieceView("a1", side="blue", id="c", kind="cleared", name="Cleared 1", group="marker")
    unit_slot, flag_slot = counters.stack([flag, unit], 0, 0, 92, 63)
    assert unit_slot.told.startswith("1st Company")
    assert flag_slot.size < unit_slot.size / 1.5


def test_a_map_tells_how_to_get_symbols_that_it_cannot_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.maps.symbols.undrawn", lambda codes: ["10031000121213000000"])
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert runner.invoke(app, ["new", "ramadi"]).exit_code == 0
    done = runner.invoke(app, ["map", "--svg", "map.svg"])
    assert done.exit_code == 0
    assert "1 unit symbol cannot be drawn. To get more: pip install 'whitecell[symbols]'" in done.output


def test_a_side_called_by_a_colour_has_it_and_no_other_side_has() -> None:
    sides = ["icu", "pink", "orange", "yellow", "purple", "transitional"]
    colours = [side_colour(sides, side) for side in sides]
    assert colours[1:5] == [CALLED[side] for side in sides[1:5]]
    assert len(set(colours)) == len(sides)
    assert [side_colour(["isf", "isis"], side) for side in ("isf", "isis", "")] == [*SIDE_COLOURS[:2], NOBODY]
    assert [side_colour(["red", "blue"], side) for side in ("red", "blue")] == [CALLED["red"], CALLED["blue"]]
