"""The board in the terminal and as a drawing."""

import math
import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from adjudication.engine.games.systems import load
from domain.events import (
    Adjacency,
    BoardData,
    BorderData,
    HexLayout,
    KindData,
    PieceData,
    SpaceData,
)
from domain.game.game import Game
from domain.table.board import Board
from domain.table.state import State
from domain.views.view import WHITE, PieceView
from reports.figures.colours import CALLED, NOBODY, SIDE_COLOURS, side_colour
from reports.maps.arrows import STROKES, Arrow, shape
from reports.maps.drawing import in_words, map_svg
from reports.maps.layout import half, sheet_of
from reports.maps.marks import codes, glyph
from reports.maps.pieces import Counters, designation
from reports.maps.terrain import style_of
from reports.maps.text import map_rich, map_text
from reports.story.control import held
from tests.builders import new_game, opening
from tests.core.games import VARIANTS, Variant, play_orders, seat, variant_id
from tests.core.games import new_game as toy_game
from tests.reports.drawings import REFERENCE, SVG, arrows_in, hidden_words, in_play, names_any
from tests.reports.games import GAME, HOSTILE, played


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
    control = load("ramadi").reports.control
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
    beside = "0507, 0508, 0606, 0608, 0707, 0708"  # column 6 is offset down
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


def test_a_side_called_by_a_colour_has_it_and_no_other_side_has() -> None:
    sides = ["icu", "pink", "orange", "yellow", "purple", "transitional"]
    colours = [side_colour(sides, side) for side in sides]
    assert colours[1:5] == [CALLED[side] for side in sides[1:5]]
    assert len(set(colours)) == len(sides)
    assert [side_colour(["isf", "isis"], side) for side in ("isf", "isis", "")] == [*SIDE_COLOURS[:2], NOBODY]
    assert [side_colour(["red", "blue"], side) for side in ("red", "blue")] == [CALLED["red"], CALLED["blue"]]
