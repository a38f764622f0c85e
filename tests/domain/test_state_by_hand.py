"""What a state says of pieces, places, marks, kinds, dates and sides: each question by itself."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.errors import BadData, NotFound
from domain.events import (
    Adjacency,
    BoardData,
    GameOpened,
    HexLayout,
    KindData,
    Lapse,
    PhaseData,
    PieceData,
    SideData,
    SpaceData,
    TurnData,
)
from domain.events.seen import OMIT, Player, both, either, held, knows, own_of
from domain.table.board import Board, with_links, with_space
from domain.table.kept import recount
from domain.table.marks import Mark
from domain.table.state import State
from tests.builders import hexes, opening

HIT = Mark[int]("hit")


def table(*pieces: PieceData, **more: Any) -> State:
    """A hill, a wood and a cup; trucks carry what is put aboard them by their ids."""
    state = State()
    first = opening("0" * 32, secret=None)[0]
    assert isinstance(first, GameOpened)
    state.opened = replace(first, **more)
    state.sides = {"blue": SideData("blue", "Blue force"), "red": SideData("red", "Red force", player="eve")}
    state.lay_board(
        BoardData(
            spaces=(SpaceData("hill"), SpaceData("wood")),
            boxes=(SpaceData("cup", kind="cup"), SpaceData("den", seen_by=("red",))),
        )
    )
    state.kinds = {
        "tank": KindData("Tank", side="blue", group="hard", values={"armour": 2, "note": "x"}),
        "truck": KindData("Truck", side="blue", group="soft"),
    }
    for piece in pieces:
        state.put(piece)
    return state


TANK, TRUCK, CREW = (
    PieceData("t1", "tank", "hill", steps=2),
    PieceData("v1", "truck", "hill"),
    PieceData("c1", "tank", "v1"),
)


# --- pieces and places --------------------------------------------------------------------------


def test_a_piece_takes_what_it_does_not_say_from_its_kind() -> None:
    state = table(TANK, PieceData("t2", "tank", "wood", name="Old one", side="red"))
    one, other = state.pieces["t1"], state.pieces["t2"]
    assert (one.name, one.side, other.name, other.side) == ("Tank", "blue", "Old one", "red")
    assert [one.value(name) for name in ("armour", "note", "speed")] == [2, 0, 0]


def test_what_is_aboard_goes_where_its_carrier_goes() -> None:
    state = table(TANK, TRUCK, CREW, PieceData("c2", "tank", "c1"))
    assert [piece.id for piece in state.pieces_at("hill")] == ["t1", "v1"]
    assert [piece.id for piece in state.aboard("v1")] == ["c1"]
    assert [piece.id for piece in state.aboard("v1", deep=True)] == ["c1", "c2"]
    assert state.aboard("hill") == []
    assert [state.where(id) for id in ("t1", "c1", "c2")] == ["hill"] * 3
    state.move("v1", "wood")
    assert state.where("c2") == "wood"
    assert [state.is_piece(place) for place in ("v1", "hill", "nowhere")] == [True, False, False]
    for into in ("v1", "c1", "c2"):
        with pytest.raises(BadData, match="v1 would carry itself"):
            state.move("v1", into)
    state.move("c1", "hill")
    assert state.at["v1"] == []
    assert state.at["hill"] == ["t1", "c1"]


def test_pieces_aboard_are_hidden_ones() -> None:
    plain = State()
    plain.lay_board(BoardData(spaces=(SpaceData("hill"),)))
    plain.kinds = {"tank": KindData("Tank"), "truck": KindData("Truck")}
    plain.put(PieceData("v1", "truck", "hill"))
    assert not plain.unseen
    plain.put(PieceData("c1", "tank", "hill"))
    plain.move("c1", "v1")
    assert plain.unseen
    other = State()
    other.lay_board(BoardData(spaces=(SpaceData("hill"), SpaceData("den", seen_by=("red",)))))
    assert other.unseen


def test_pieces_are_counted_by_group_and_place() -> None:
    state = table(TANK, PieceData("t2", "tank", "wood"), TRUCK)
    assert state.numbers_at("hard") == {"hill": 1, "wood": 1}
    assert state.ids_of("hard") == {"t1", "t2"}
    assert [piece.id for piece in state.of_group("soft")] == ["v1"]
    assert state.places_of("hard", "soft", among={"hill": 1, "cup": 1}) == {"hill"}
    state.move("t2", "hill")
    assert state.numbers_at("hard") == {"hill": 2}
    state.take_off("t1")
    assert state.numbers_at("hard") == {"hill": 1}
    assert state.ids_of("hard") == {"t2"}
    assert state.at["hill"] == ["v1", "t2"]
    numbers = {"a": 2, "b": 1}
    recount(numbers, "a", "b")
    assert numbers == {"a": 1, "b": 2}
    recount(numbers, "a", "c")
    assert numbers == {"b": 2, "c": 1}


def test_who_sees_a_piece_a_place_and_the_marks_on_it() -> None:
    state = table(TANK, TRUCK, CREW, PieceData("s1", "tank", "den"), PieceData("k1", "tank", "wood"))
    assert (state.who_sees_place("hill"), state.who_sees_place("den")) == (None, ("red",))
    assert (state.who_sees("t1"), state.who_sees("s1")) == (None, ("red",))
    state.let_know("k1", ("red",))
    assert (state.who_sees("k1"), state.who_knows("k1")) == (None, ("red",))
    state.conceal("k1", ("blue", "red"))
    assert (state.who_sees("k1"), state.who_knows("k1")) == (("blue", "red"), ("red",))
    state.let_know("v1", ("blue",))
    assert state.who_sees("c1") == ("blue",), "inside a carrier only those see who know it"
    assert [state.who_sees_subject(subject) for subject in ("k1", "den", "hill", "game")] == [
        ("red",),
        ("red",),
        None,
        None,
    ]


# --- marks ------------------------------------------------------------------------------------------


def test_a_mark_for_some_eyes_is_for_all_when_it_is_put_anew() -> None:
    state = table(TANK)
    state.put_mark("t1", "hit", 1, ("blue",))
    assert state.marks_for == {("t1", "hit"): ("blue",)}
    assert state.marked(HIT) == {"t1": 1}
    state.put_mark("t1", "hit", 2, None)
    assert state.marks_for == {}
    assert (
        state.mark_named("t1", "hit"),
        state.mark("t1", Mark[int]("x"), 7),
        state.mark_named("v1", "hit"),
    ) == (
        2,
        7,
        None,
    )
    assert state.marked(HIT) == {"t1": 2}
    state.put_mark("hill", "hit", 2, None)
    assert list(state.marked(HIT).items()) == [("t1", 2), ("hill", 2)]
    assert state.marked_as(HIT, 2) == {"t1", "hill"}
    assert state.marked_as(HIT, 3) == frozenset()
    state.put_mark("t1", "hit", None, None)
    assert state.marks == {"hill": {"hit": 2}}
    assert state.marked_as(HIT, 2) == {"hill"}
    state.put_mark("wood", "none", None, None)
    assert "wood" not in state.marks


def test_the_clock_takes_off_the_marks_that_are_due() -> None:
    state = table()
    state.lapses = {
        ("hill", "smoke"): Lapse(3, "", "r1"),
        ("hill", "fire"): Lapse(0, "night", "r2"),
        ("wood", "rain"): Lapse(3, "night", "r3"),
    }
    assert state.lapsing(2, "day") == []
    assert state.lapsing(2, "night") == [("hill", "fire", "r2")]
    assert state.lapsing(3, "day") == [("hill", "smoke", "r1")]
    assert {mark for _, mark, _ in state.lapsing(3, "night")} == {"smoke", "fire", "rain"}


# --- kinds ------------------------------------------------------------------------------------------


def test_a_piece_takes_the_name_and_side_of_its_new_kind_where_it_had_those_of_the_old() -> None:
    state = table(TANK, PieceData("t2", "tank", "wood", name="Old one", side="red"), TRUCK)
    state.numbers_at("hard")
    state.adopt_kinds({"tank": KindData("Heavy tank", side="green", group="heavy")}, {})
    one, other, truck = (state.pieces[id] for id in ("t1", "t2", "v1"))
    assert (one.name, one.side, one.kind.group) == ("Heavy tank", "green", "heavy")
    assert (other.name, other.side, other.kind_id) == ("Old one", "red", "tank")
    assert (truck.name, truck.side) == ("Truck", "blue")
    assert state.numbers_at("hard") == {}
    state.adopt_kinds({}, {"t2": "truck"})
    assert (other.name, other.kind_id, other.side) == ("Truck", "truck", "red")


# --- time ------------------------------------------------------------------------------------------


def dated(**more: Any) -> State:
    phases = (PhaseData("day", lasts=720), PhaseData("night", lasts=60))
    state = table(**{"phases": phases, **more})
    state.start_clock("2031-06-06T06:00")
    state.enter_phase(1, "day", "")
    return state


def test_the_date_goes_on_by_the_phase_that_ends_and_at_least_by_the_turn() -> None:
    state = dated()
    assert state.time.now == "2031-06-06T06:00"
    state.enter_phase(1, "night", "")
    assert state.time.now == "2031-06-06T18:00"
    state.enter_phase(2, "day", "")
    assert (state.time.now, state.time.turn_began) == ("2031-06-06T19:00", "2031-06-06T19:00")
    assert state.time.turns == {1: "2031-06-06T06:00", 2: "2031-06-06T19:00"}
    long = dated(turn_lasts=1_440)
    long.enter_phase(2, "day", "")
    assert long.time.now == "2031-06-07T06:00"
    long.enter_phase(4, "day", "")
    assert long.time.now == "2031-06-09T06:00"
    short = dated(turn_lasts=60)
    short.enter_phase(2, "day", "")
    assert short.time.now == "2031-06-06T18:00", "never back"
    none = table()
    none.enter_phase(2, "day", "red")
    assert (none.turn, none.phase, none.side, none.time.now) == (2, "day", "red", "")


def test_a_date_set_anew_moves_the_start_of_the_turn_and_one_that_passed_does_not() -> None:
    state = dated()
    state.set_date("2031-06-06T09:00", 180)
    assert (state.time.now, state.time.turn_began) == ("2031-06-06T09:00", "2031-06-06T06:00")
    state.set_date("2032-06-06T09:00", 0)
    assert (state.time.now, state.time.turn_began) == ("2032-06-06T09:00", "2032-06-06T06:00")
    bare = table()
    bare.turn = 3
    bare.set_date("2031-06-06", 0)
    assert (bare.time.turn_began, bare.time.turns) == ("2031-06-06", {3: "2031-06-06"})
    bare.set_date("2031-06-07", 0)
    assert bare.time.turns == {3: "2031-06-06"}


def test_a_turn_is_called_by_the_calendar_or_its_date() -> None:
    state = dated(calendar=(TurnData(1, name="Sep 1980", year=1980), TurnData(3)))
    assert [state.turn_name(turn) for turn in (None, 1, 2)] == ["1 (Sep 1980)", "1 (Sep 1980)", "2"]
    assert (state.date().year, state.date(2).turn, state.date(2).year) == (1980, 2, TurnData(2).year)
    other = dated()
    assert other.turn_name() == "1 (6 June 2031, 06:00)"
    now = other.phase_now()
    assert now is not None
    assert now.name == "day"
    other.phase = "dusk"
    assert other.phase_now() is None
    assert State().phase_now() is None
    assert State().date(4) == TurnData(4)


# --- sides -----------------------------------------------------------------------------------------


def test_sides_and_players_are_found_by_their_names() -> None:
    state = table()
    state.sides = {
        **state.sides,
        "green": SideData("green", "Green", player="eve"),
        "rain": SideData("rain", "Rain", played_by="umpire"),
    }
    assert state.players() == ["blue", "red", "green"]
    assert state.side_named("Blue force") == "blue"
    assert state.side_named("white", "white") == "white"
    player = state.viewer("eve")
    assert isinstance(player, Player)
    assert (str(player), player.sides) == ("eve", ("red", "green"))
    assert (state.viewer("blue"), state.viewer("white")) == ("blue", "white")
    assert (state.player_of("blue"), state.player_of("nobody")) == ("blue", "nobody")
    assert state.player_of("red") == "eve"
    assert isinstance(state.player_of("red"), Player)
    alone = table()
    assert not isinstance(alone.player_of("red"), Player)
    state.check_side("red")
    state.check_side("white", "white")
    for unknown in ("white", "grey"):
        with pytest.raises(NotFound, match=f"no side '{unknown}'; there are: blue, red, green, rain"):
            state.check_side(unknown)
        with pytest.raises(NotFound):
            state.side_named(unknown)


def test_who_may_know() -> None:
    eve = Player.of("eve", ("red", "green"))
    assert [knows(viewer, ("red",)) for viewer in ("red", "blue", "white", eve)] == [True, False, True, True]
    assert not knows(eve, ("blue",))
    assert knows("blue", None)
    assert (both(None, ("a",)), both(("a",), None), both(("a", "b"), ("b", "c")), both(None, None)) == (
        ("a",),
        ("a",),
        ("b",),
        None,
    )
    assert (either(None, ("a",)), either(("a",), None), either(("a", "b"), ("b", "c"))) == (
        None,
        None,
        ("a", "b", "c"),
    )
    assert (held("blue"), held(eve)) == (("blue",), ("red", "green"))
    assert own_of(eve, ("blue", "green", "red")) == ("red", "green")
    assert OMIT is not None


# --- boards ------------------------------------------------------------------------------------------


def test_a_space_that_joins_lies_beside_others_or_beside_the_map() -> None:
    board = BoardData(
        spaces=(SpaceData("a"), SpaceData("b")),
        adjacency=Adjacency(join=(("a", "b"),), cut=(("a", "c"), ("b", "c"))),
    )
    new = with_space(board, SpaceData("c"), ("a",), box=False)
    assert [space.id for space in new.spaces] == ["a", "b", "c"]
    assert new.adjacency.join == (("a", "b"), ("c", "a"))
    assert new.adjacency.cut == (("b", "c"),), "what is joined is cut no more"
    box = with_space(board, SpaceData("c"), ("a",), box=True)
    assert ([space.id for space in box.boxes], box.spaces, box.adjacency) == (
        ["c"],
        board.spaces,
        board.adjacency,
    )
    assert with_links(board, ()) is board
    state = table()
    state.add_space(SpaceData("ford"), ("hill",), box=False)
    state.join("ford", "wood")
    assert state.board.neighbours["ford"] == ("hill", "wood")


FIELD = Board(
    BoardData(layout=HexLayout(), spaces=(*hexes(5, 5), *hexes(2, 2, "sea")), boxes=(SpaceData("cup"),))
)
LINE = Board(
    BoardData(
        spaces=tuple(SpaceData(id) for id in "abcde"),
        adjacency=Adjacency(join=(("a", "b"), ("b", "c"), ("c", "d"), ("a", "d"))),
    )
)
"""A square of a, b, c and d, and e by itself."""


def test_distances_are_in_hexes_or_in_spaces_that_touch() -> None:
    assert [FIELD.range("a1", other) for other in ("a1", "a2", "a5", "e1")] == [0, 1, 4, 4]
    assert FIELD.range("a1", "cup") is None
    assert [LINE.range("a", other) for other in "abcde"] == [0, 1, 2, 1, None]
    assert LINE.within("a", 1) == ("a", "b", "d")
    assert LINE.within("a", 0) == ("a",)
    assert (LINE.ring("a", 2), LINE.ring("a", 3)) == (("c",), ())
    assert LINE.between("a", "c") == ("b", "d")
    assert LINE.between("a", "b") == LINE.between("a", "e") == ()
    assert FIELD.within("a1", 0) == ("a1",)
    assert len(FIELD.within("c3", 1)) == 7
    assert len(FIELD.ring("c3", 1)) == 6
    assert len(FIELD.within("c3", 2)) == 19
    assert FIELD.between("a1", "a3") == ("a2",)
    assert set(FIELD.within("seaa1", 9)) == {"seaa1", "seaa2", "seab1", "seab2"}


def test_a_line_of_sight_is_blocked_between_its_ends() -> None:
    assert FIELD.line("a1", "a4") == ("a1", "a2", "a3", "a4")
    assert FIELD.in_sight("a1", "a4", lambda space: space in ("a1", "a4"))
    assert not FIELD.in_sight("a1", "a4", lambda space: space == "a3")
    assert LINE.crossed("a", "c") == (("a",), ("b",), ("c",))
    with pytest.raises(ValueError, match="nothing leads from a to e"):
        LINE.line("a", "e")
    along = next(
        (one, other)
        for one in FIELD.ring("c3", 2)
        for other in ["c3"]
        if len(FIELD.crossed(one, other)[1]) == 2
    )
    first, second = FIELD.crossed(*along)[1]
    assert FIELD.in_sight(*along, lambda space: space == first)
    assert not FIELD.in_sight(*along, lambda space: space == first, strict=True)
    assert not FIELD.in_sight(*along, lambda space: space in (first, second))
    assert FIELD.line(*along)[1] == first


def test_the_cheapest_way_is_taken_within_the_allowance() -> None:
    prices = {("a", "b"): 5, ("b", "c"): 1, ("a", "d"): 1, ("d", "c"): 1, ("c", "b"): 1}

    def cost(one: str, other: str) -> int | None:
        return prices.get((one, other))

    ways = LINE.cheapest("a", cost)
    assert ways.costs == {"a": 0, "d": 1, "c": 2, "b": 3}
    assert ways.path("b") == ("a", "d", "c", "b")
    assert (ways.path("e"), ways.path("a")) == ((), ("a",))
    assert LINE.cheapest("a", cost, 2).costs == {"a": 0, "d": 1, "c": 2}
    assert LINE.cheapest("a", cost, stops=lambda space: space == "d").costs == {
        "a": 0,
        "d": 1,
        "b": 5,
        "c": 6,
    }
    assert LINE.cheapest("a", cost, over={"a": ("b",), "b": ()}).costs == {"a": 0, "b": 5}
    with pytest.raises(ValueError, match="cannot cost -1"):
        LINE.cheapest("a", lambda one, other: -1)
    equal = LINE.cheapest("a", lambda one, other: 1)
    assert equal.path("c") == ("a", "b", "c"), "of equals the first in the order of the board"
    assert LINE.distance("a", "c") == 2
    assert LINE.distance("a", "c", lambda space: space != "b") == 2
    assert LINE.distance("a", "c", lambda space: space == "c") is None
    assert list(LINE.reachable(["a"], {"b", "c"})) == ["a", "b", "c"]
