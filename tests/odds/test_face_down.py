"""What lies face down while odds are worked out: when a piece is turned up, as what, and how it is undone."""

from collections.abc import Sequence
from typing import Any

import pytest

from adjudication.chances.face_down import (
    Closed,
    FaceDown,
    Skipped,
    Urns,
    exchange,
    identity,
    order_unknown,
)
from adjudication.chances.secret_marks import Watch
from domain.events import BoardData, KindData, Lapse, PieceData, SpaceData
from domain.table.journal import Journal
from domain.table.marks import Mark
from domain.table.state import Piece, State

MINES = Mark[int]("mines")

HIT = Mark[int]("hit")

SMOKE = Mark[int]("smoke")

KINDS = {
    "tank": KindData("Tank", side="red", group="armour", back="unit", values={"strength": 4}),
    "gun": KindData("Gun", side="red", group="fires", back="unit", values={"strength": 4, "range": 3}),
    "decoy": KindData("Decoy", side="red", group="fires", back="unit"),
}


def table(**at: str) -> State:
    """A table with red pieces that only red knows, called by kind and number: `tank_1="hill"`."""
    state = State()
    spaces = ("hill", "wood")
    state.lay_board(
        BoardData(
            spaces=tuple(SpaceData(id, kind="area") for id in spaces),
            boxes=(SpaceData("cup", kind="cup"), SpaceData("deck", kind="deck")),
        )
    )
    state.kinds = dict(KINDS)
    for id, place in at.items():
        state.put(PieceData(id, id.partition("_")[0], place, steps=2, known_to=("red",)))
    return state


class Takes:
    """Takes these outcomes, one after the other, and remembers what there was to take."""

    def __init__(self, *outcomes: int) -> None:
        self.outcomes = list(outcomes)
        self.weights: list[tuple[int, ...]] = []

    def __call__(self, weights: Sequence[int]) -> int:
        self.weights.append(tuple(weights))
        return self.outcomes.pop(0) if self.outcomes else 0


def urns_of(
    state: State, *outcomes: int, viewer: str = "blue", named: Sequence[str] = ()
) -> tuple[Urns, Takes]:
    urns, takes = Urns(Journal(state), viewer, named), Takes(*outcomes)
    urns.take = takes
    return urns, takes


# --- identities -----------------------------------------------------------------------------------


def test_two_pieces_exchange_what_they_are_and_stay_where_they_lie() -> None:
    state = table(tank_1="hill", gun_1="wood")
    tank, gun = state.pieces["tank_1"], state.pieces["gun_1"]
    tank.face, gun.steps = "moved", 1
    state.put_mark("tank_1", "hit", 3, ("red",))
    state.lapses["tank_1", "hit"] = Lapse(2, "", "x")
    state.put_mark("game", "weather", "rain", None)
    assert list(state.marked(HIT)) == ["tank_1"]
    before = [identity(state, each) for each in (tank, gun)]
    exchange(state, tank, gun)
    assert [identity(state, each) for each in (gun, tank)] == before
    assert (tank.kind_id, tank.kind.name, tank.name, tank.face, tank.steps) == ("gun", "Gun", "Gun", "", 1)
    assert (tank.id, tank.place, gun.id, gun.place) == ("tank_1", "hill", "gun_1", "wood")
    assert state.marks == {"gun_1": {"hit": 3}, "game": {"weather": "rain"}}
    assert state.marks_for == {("gun_1", "hit"): ("red",)}
    assert list(state.lapses) == [("gun_1", "hit")]
    assert list(state.marked(HIT)) == ["gun_1"]
    exchange(state, gun, tank)
    assert [identity(state, each) for each in (tank, gun)] == before
    exchange(state, tank, tank)
    assert state.marks["tank_1"] == {"hit": 3}


def test_marks_stay_where_both_bear_the_same() -> None:
    state = table(tank_1="hill", gun_1="wood")
    for id in ("tank_1", "gun_1"):
        state.put_mark(id, "hit", 3, ("red",))
    marks = state.marks
    exchange(state, state.pieces["tank_1"], state.pieces["gun_1"])
    assert state.marks is marks, "nothing had to be worked out again"


@pytest.mark.parametrize("what", ["value", "eyes", "lapse", "none"])
def test_marks_that_differ_in_anything_go_with_the_piece(what: str) -> None:
    state = table(tank_1="hill", gun_1="wood")
    state.put_mark("tank_1", "hit", 1, ("red",))
    if what != "none":
        state.put_mark("gun_1", "hit", 2 if what == "value" else 1, None if what == "eyes" else ("red",))
    if what == "lapse":
        state.lapses["gun_1", "hit"] = Lapse(2, "", "x")
    had = {id: dict(state.marks.get(id, {})) for id in ("tank_1", "gun_1")}
    eyes, lapses = dict(state.marks_for), dict(state.lapses)
    exchange(state, state.pieces["tank_1"], state.pieces["gun_1"])
    assert {id: state.marks.get(id, {}) for id in had} == {"tank_1": had["gun_1"], "gun_1": had["tank_1"]}
    other = {"tank_1": "gun_1", "gun_1": "tank_1"}
    assert state.marks_for == {(other[id], mark): sides for (id, mark), sides in eyes.items()}
    assert state.lapses == {(other[id], mark): lapse for (id, mark), lapse in lapses.items()}


def test_equal_counters_have_the_same_identity() -> None:
    state = table(tank_1="hill", tank_2="wood", gun_1="hill")
    one, two, gun = (state.pieces[id] for id in ("tank_1", "tank_2", "gun_1"))
    assert identity(state, one) == identity(state, two) == ("tank", "", 2, "")
    assert identity(state, gun) != identity(state, one)
    for change in ("face", "steps", "mark"):
        if change == "mark":
            state.put_mark("tank_2", "hit", 1, None)
        else:
            setattr(two, change, "moved" if change == "face" else 1)
        assert identity(state, one) != identity(state, two)
        state.put_mark("tank_2", "hit", None, None)
        two.face, two.steps = "", 2


# --- order ----------------------------------------------------------------------------------------


def test_what_a_viewer_does_not_know_comes_last_place_by_place() -> None:
    state = table(gun_1="wood", tank_1="hill", tank_2="deck", gun_2="hill")
    state.put(PieceData("seen", "gun", "hill"))
    assert [piece.id for piece in order_unknown(state, "blue")] == ["tank_2", "tank_1", "gun_2", "gun_1"]
    assert list(state.pieces) == ["seen", "tank_2", "tank_1", "gun_2", "gun_1"]
    assert state.at["hill"] == ["tank_1", "gun_2", "seen"]
    assert order_unknown(state, "red") == []


def test_the_order_stays_while_rules_are_in_the_midst_of_it() -> None:
    state = table(gun_1="wood", tank_1="hill")
    state.procedures = {3: None}  # type: ignore[dict-item]
    assert [piece.id for piece in order_unknown(state, "blue")] == ["tank_1", "gun_1"]
    assert list(state.pieces) == ["gun_1", "tank_1"]


# --- turning up -----------------------------------------------------------------------------------


def test_a_piece_is_turned_up_when_what_differs_is_read() -> None:
    state = table(gun_1="hill", tank_1="hill", tank_2="wood")
    urns, takes = urns_of(state, 1)
    piece = state.pieces["gun_1"]
    assert isinstance(piece, FaceDown)
    assert (piece.steps, piece.face, piece.value("strength"), piece.side, piece.kind.back) == (
        2,
        "",
        4,
        "red",
        "unit",
    )
    assert takes.weights == [], "all are alike in this"
    assert piece.kind_id == "tank"
    assert takes.weights == [(1, 2)]
    assert type(piece) is Piece
    assert list(urns.of) == ["tank_1", "tank_2"]
    assert sorted(identity(state, state.pieces[id])[0] for id in urns.of) == ["gun", "tank"]
    assert piece.value("range") == 0
    assert takes.weights == [(1, 2)], "it is turned up once"
    urns.journal.back_to(0)
    assert isinstance(piece, FaceDown)
    assert list(urns.of) == ["tank_1", "tank_2", "gun_1"]
    assert len(urns.of["gun_1"].pieces) == 3


@pytest.mark.parametrize(
    "read",
    [
        lambda piece: piece.value("range"),
        lambda piece: piece.name,
        lambda piece: piece.kind.name,
        lambda piece: piece.kind.group == "armour",
        lambda piece: str(piece.kind.group),
        lambda piece: hash(piece.kind.group),
    ],
)
def test_each_reading_of_what_differs_takes_one_branch(read: Any) -> None:
    state = table(gun_1="hill", tank_1="wood")
    _, takes = urns_of(state)
    read(state.pieces["gun_1"])
    assert takes.weights == [(1, 1)]


def test_a_number_that_some_do_not_have_is_nought_for_them() -> None:
    state = table(gun_1="hill", decoy_1="wood")
    state.kinds["gun"] = state.pieces["gun_1"].kind = KindData("Gun", back="unit", values={"range": 1})
    _, takes = urns_of(state, 0)
    assert state.pieces["gun_1"].value("speed") == 0
    assert takes.weights == []
    assert state.pieces["gun_1"].value("range") == 0, "it turned out to be the decoy"
    assert takes.weights == [(1, 1)]


def test_a_group_that_none_has_is_told_without_turning_up() -> None:
    state = table(gun_1="hill", tank_1="wood")
    _, takes = urns_of(state)
    group = state.pieces["gun_1"].kind.group
    assert group != "ships"
    assert takes.weights == []
    assert (group == "fires", group == "armour") == (True, False)
    assert takes.weights == [(1, 1)]
    assert str(group) == "fires"
    alike = table(gun_1="hill", decoy_1="wood")
    _, takes = urns_of(alike)
    assert alike.pieces["gun_1"].kind.group == "fires"
    assert takes.weights == []


def test_the_last_piece_of_an_urn_leaves_nothing_open() -> None:
    state = table(gun_1="hill", tank_1="wood")
    _, takes = urns_of(state, 0)
    assert state.pieces["gun_1"].kind_id == "gun"
    assert state.pieces["tank_1"].kind_id == "tank"
    assert takes.weights == [(1, 1)]


def test_pieces_that_look_different_or_are_known_are_in_no_urn_together() -> None:
    state = table(gun_1="hill", tank_1="wood")
    state.put(PieceData("known", "tank", "hill"))
    state.put(PieceData("blues", "tank", "hill", side="green", known_to=("red",)))
    urns, takes = urns_of(state)
    assert set(urns.of) == {"gun_1", "tank_1", "blues"}
    assert urns.of["gun_1"] is urns.of["tank_1"] is not urns.of["blues"]
    assert state.pieces["blues"].kind_id == "tank"
    assert takes.weights == []
    assert urns_of(table(gun_1="hill"), viewer="red")[0].of == {}


# --- those with -----------------------------------------------------------------------------------


def guns(piece: Piece) -> bool:
    return piece.kind_id == "gun"


def test_how_many_count_is_one_branch() -> None:
    """Two guns and two tanks, two of them on the hill: none, one or two guns, in 1, 4 and 1 of 6 ways."""
    for outcome, found in enumerate(([], ["gun_1"], ["gun_1", "tank_1"])):
        state = table(gun_1="hill", tank_1="hill", gun_2="wood", tank_2="wood")
        urns, takes = urns_of(state, outcome)
        assert [piece.id for piece in urns.those_with(state.pieces_at("hill"), guns)] == found
        assert takes.weights == [(1, 4, 1)]
        assert urns.those_with(state.pieces_at("hill"), guns) == [state.pieces[id] for id in found]
        assert takes.weights == [(1, 4, 1)], "that is known now"
        left = urns.those_with(state.pieces_at("wood"), guns)
        assert len(left) == 2 - len(found)
        assert takes.weights == [(1, 4, 1)], "and so is the rest"
        urns.journal.back_to(0)
        assert all(isinstance(state.pieces[id], FaceDown) for id in state.pieces)
        assert urns._passed == {}


@pytest.mark.parametrize(
    "read",
    [
        lambda piece: piece.name == "Gun",
        lambda piece: piece.kind.name == "Gun",
        lambda piece: piece.kind.values.get("range"),
        lambda piece: piece.kind_id == "gun" and (piece.known_to, piece.seen_by) == (("red",), None),
        lambda piece: piece.kind_id == "gun" and (piece.face, piece.steps, piece.place) == ("", 2, "hill"),
    ],
)
def test_what_a_piece_would_be_is_read_as_if_it_lay_face_up(read: Any) -> None:
    state = table(gun_1="hill", tank_1="hill", tank_2="wood")
    urns, takes = urns_of(state, 1)
    assert [piece.kind_id for piece in urns.those_with(state.pieces_at("hill"), read)] == ["gun"]
    assert takes.weights == [(1, 2)]


def test_what_nobody_could_be_takes_no_branch() -> None:
    state = table(gun_1="hill", tank_1="hill")
    urns, takes = urns_of(state)
    assert urns.those_with(state.pieces_at("hill"), lambda piece: piece.steps > 5) == []
    assert takes.weights == []
    assert len(urns.of) == 2


def test_pieces_that_an_order_names_are_looked_at_one_by_one() -> None:
    state = table(gun_1="hill", tank_1="hill", tank_2="wood")
    urns, takes = urns_of(state, 1, 0, named=["tank_1"])
    assert [piece.id for piece in urns.those_with(state.pieces_at("hill"), guns)] == ["gun_1"]
    assert takes.weights == [(2, 1)], "then none is left to be it"


def test_nothing_is_passed_over_in_full() -> None:
    state = table(gun_1="hill", tank_1="hill", tank_2="wood")
    urns, takes = urns_of(state, 1, 1)
    urns.in_full = True
    assert urns.those_with(state.pieces_at("hill"), guns) == []
    assert takes.weights == [(1, 2), (1, 1)]


# --- drawn until one fits -------------------------------------------------------------------------


def test_one_that_fits_is_turned_up_with_the_others_passed_over() -> None:
    state = table(gun_1="cup", tank_1="cup", tank_2="cup")
    urns, takes = urns_of(state)
    piece = state.pieces["tank_2"]
    assert urns.turn_up_fitting(piece, state.pieces_at("cup"), guns)
    assert piece.kind_id == "gun"
    assert takes.weights == [], "there is one gun"
    with pytest.raises(Skipped):
        urns.turn_up(state.pieces["tank_1"])
    assert not urns.turn_up_fitting(state.pieces["tank_1"], state.pieces_at("cup"), guns)
    urns.journal.back_to(0)
    assert urns._skewed == {}
    assert urns.turn_up_fitting(piece, state.pieces_at("cup"), lambda piece: True)
    urns.turn_up(state.pieces["tank_1"])


def test_where_none_may_fit_or_one_is_seen_they_are_turned_up_one_by_one() -> None:
    none = table(gun_1="wood", tank_1="cup")
    urns, _ = urns_of(none)
    assert not urns.turn_up_fitting(none.pieces["tank_1"], none.pieces_at("cup"), guns)
    seen = table(gun_1="cup", tank_1="cup")
    seen.put(PieceData("gun_2", "gun", "cup"))
    urns, _ = urns_of(seen)
    assert not urns.turn_up_fitting(seen.pieces["tank_1"], seen.pieces_at("cup"), guns)
    assert not urns.turn_up_fitting(seen.pieces["gun_2"], seen.pieces_at("cup"), guns)
    two = table(gun_1="cup", tank_1="cup")
    two.put(PieceData("gun_2", "gun", "cup", side="green", known_to=("green",)))
    urns, _ = urns_of(two)
    assert not urns.turn_up_fitting(two.pieces["tank_1"], two.pieces_at("cup"), guns)


# --- narrowed -------------------------------------------------------------------------------------


def test_narrowed_pieces_can_only_be_such_as_they_may_be() -> None:
    state = table(gun_1="hill", tank_1="wood", tank_2="wood")
    urns, takes = urns_of(state)
    urns.narrow(["gun_1"], lambda piece: not guns(piece))
    urns.turn_up(state.pieces["gun_1"])
    assert state.pieces["gun_1"].kind_id == "tank"
    few = table(gun_1="hill", tank_1="wood")
    urns, takes = urns_of(few)
    urns.narrow(["gun_1", "tank_1"], guns)
    assert urns._passed == {}, "there are too few guns"
    urns.turn_up(few.pieces["gun_1"])
    assert takes.weights == [(1, 1)]


# --- mixed and closed -----------------------------------------------------------------------------


def test_mixed_pieces_are_in_an_urn_of_their_own() -> None:
    state = table(gun_1="cup", tank_1="cup", tank_2="wood")
    urns, takes = urns_of(state, viewer="red")
    for id in ("gun_1", "tank_1"):
        state.pieces[id].known_to = ()
    assert urns.of == {}
    assert urns.mix("cup")
    assert set(urns.of) == set(urns.mixed) == {"gun_1", "tank_1"}
    assert urns.mix("cup"), "it is one urn already"
    assert len(urns.journal.since(0)) == 1
    assert {name for name, *_ in urns.left()} == {"1/cup"}
    assert state.pieces["gun_1"].kind_id == "gun"
    assert takes.weights == [(1, 1)]
    urns.journal.back_to(0)
    assert (urns.of, urns.mixed, urns._made) == ({}, {}, 0)
    assert {type(piece) for piece in state.pieces.values()} == {Piece}


def test_one_piece_needs_no_mixing_and_pieces_that_look_different_cannot_be() -> None:
    one = table(gun_1="cup")
    urns, _ = urns_of(one, viewer="red")
    assert urns.mix("cup")
    assert urns.mix("hill")
    assert urns.of == {}
    two = table(gun_1="cup", tank_1="cup")
    two.pieces["gun_1"].known_to = None
    urns, _ = urns_of(two, viewer="red")
    assert not urns.mix("cup")
    part = table(gun_1="cup", tank_1="cup", tank_2="wood")
    urns, takes = urns_of(part)
    assert urns.mix("cup"), "both are in the urn of all three"
    assert takes.weights == []


def test_what_turned_out_to_be_something_is_closed_unless_the_viewer_knows_it() -> None:
    state = table(gun_1="hill", tank_1="hill", tank_2="wood")
    urns, _ = urns_of(state)
    urns.close()
    assert urns.journal.since(0) == [], "nothing was turned up"
    urns.turn_up(state.pieces["gun_1"])
    shown = state.pieces["tank_1"]
    urns.turn_up(shown)
    shown.known_to = None
    mark = urns.journal.mark()
    urns.close()
    closed = state.pieces["gun_1"]
    assert (type(closed), type(shown)) == (Closed, Piece)
    assert (closed.kind.back, closed.kind.group in ("fires", "armour"), closed.place) == (
        "unit",
        True,
        "hill",
    )
    for name in ("kind_id", "name", "face", "steps"):
        with pytest.raises(Skipped):
            getattr(closed, name)
    with pytest.raises(Skipped):
        closed.value("strength")
    with pytest.raises(Skipped):
        assert closed.kind.name
    with pytest.raises(Skipped):
        urns.turn_up(state.pieces["tank_2"])
    urns.journal.back_to(mark)
    assert type(closed) is Piece
    assert urns._skewed == {}


def test_what_is_left_is_told_apart_by_urn_and_by_what_was_passed_over() -> None:
    state = table(gun_1="hill", tank_1="hill", tank_2="wood")
    urns, _ = urns_of(state, 0, 0)
    first = urns.left()
    urns.turn_up(state.pieces["tank_1"])
    second = urns.left()
    urns.journal.back_to(0)
    assert urns.left() == first != second
    urns.skew("red/unit")
    third = urns.left()
    assert third != first
    urns.journal.back_to(0)
    urns.those_with(state.pieces_at("hill"), guns)
    assert urns.left() not in (first, second, third)


# --- secret marks ---------------------------------------------------------------------------------


def test_it_is_noticed_when_a_secret_mark_is_read() -> None:
    def watched(viewer: str) -> tuple[State, Watch]:
        state = table(gun_1="hill")
        state.put_mark("hill", "mines", 2, ("red",))
        state.put_mark("wood", "smoke", 1, None)
        return state, Watch(state, viewer)

    state, watch = watched("blue")
    assert watch.secret == {("hill", "mines")}
    assert state.mark_named("wood", "smoke") == 1
    assert state.mark_named("wood", "mines") is None
    assert state.mark("hill", SMOKE, 7) == 7
    assert state.marked(SMOKE) == {"wood": 1}
    assert not watch.was_read
    assert state.mark_named("hill", "mines") == 2
    assert watch.was_read
    state, watch = watched("blue")
    assert state.marked(MINES) == {"hill": 2}
    assert watch.was_read
    state, watch = watched("red")
    assert watch.secret == set()
    assert state.mark("hill", MINES) == 2
    assert not watch.was_read
    assert type(state) is State
