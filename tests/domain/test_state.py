from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import BadLog, NotFound
from domain.events import (
    WIRE_NAMES,
    AnswersOpened,
    BoardData,
    BoardLaid,
    Chosen,
    CounterDrawn,
    CountersLaid,
    DieRolled,
    EntropyGiven,
    Event,
    GameClosed,
    GameOpened,
    KindData,
    LookedUp,
    Marked,
    Modified,
    Noted,
    OrderDone,
    OrderGiven,
    PhaseData,
    PhaseEntered,
    Picked,
    PieceChanged,
    PieceData,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    Ruled,
    Scored,
    SealRevealed,
    Shuffled,
    SideData,
    SpaceData,
    TableAdopted,
    TableData,
    TablesLaid,
    TakenBack,
    TrackData,
    TracksLaid,
    VerdictReached,
)
from domain.events.kind import Undo
from domain.events.opening import FORMAT
from domain.events.registry import KIND_OF
from domain.events.strikes import struck
from domain.game.game import Game, find_fault
from domain.table.contacts import contact
from domain.table.marks import Mark
from domain.table.mutators import MUTATORS, apply, rebuild
from domain.table.state import State
from tests.builders import add, board, check_conservation, new_game, note, numbered, opening, table

HELD = Mark[int]("held")

MOVED = Mark[int]("moved")

MINED = Mark[list[int]]("mined")


def laid() -> State:
    return rebuild(opening("0" * 32))


def after(*events: Event) -> State:
    state = laid()
    for event in events:
        apply(state, event)
    return state


def changed(*events: Event) -> dict[str, tuple[Any, Any]]:
    """What these events change on the table: name -> what it was and what it is."""
    before, now = table(laid()), table(after(*events))
    return {
        name: (before[name], now[name]) for name in before if before[name] != now[name] and name != "number"
    }


# --- each mutator --------------------------------------------------------------------------------


def test_a_game_is_opened_with_its_sides_and_options() -> None:
    state = State()
    event = GameOpened(
        number=1,
        game="g",
        name="n",
        system="s",
        scenario="c",
        title="t",
        sides=(SideData("blue", "Blue"),),
        options={"fog": True},
        format=FORMAT,
    )
    apply(state, event)
    assert (state.number, state.opened, state.options) == (1, event, {"fog": True})
    assert list(state.sides) == ["blue"]


def test_everything_is_laid_where_the_data_say() -> None:
    state = laid()
    assert state.board.neighbours["a1"] == ("a2", "b1")
    assert [piece.id for piece in state.pieces_at("a1")] == ["b1", "b2"]
    assert state.at["cup"] == ["r1", "r2"]
    piece = state.pieces["b1"]
    assert (piece.name, piece.side, piece.steps, piece.value("strength")) == ("Company", "blue", 2, 4)
    assert piece.value("range") == 0
    assert state.pieces["r1"].known_to == ("red",)
    assert (state.track("vp"), state.track("alert")) == (5, 1)
    assert state.tables["results"].look_up({"roll": 3}) == (2, {"loss": 0})
    check_conservation(state)


def test_a_second_laying_adds_to_the_first() -> None:
    more = after(
        CountersLaid(number=6, kinds={"mine": KindData("Mine")}, pieces=(PieceData("m1", "mine", "b2"),)),
        TablesLaid(number=7, tables={"other": TableData("Other", ("x",), ({"x": 1, "y": 2},))}),
        TracksLaid(number=8, tracks=(TrackData("time", value=2, highest=9),)),
    )
    assert set(more.kinds) == {"company", "cell", "mine"}
    assert more.at["b2"] == ["m1"]
    assert set(more.tables) == {"results", "other"}
    assert more.track("time") == 2
    assert more.track("vp") == 5
    check_conservation(more)


def test_a_board_takes_the_place_of_the_old() -> None:
    state = after(BoardLaid(number=6, board=BoardData(spaces=(SpaceData("only"),))))
    assert list(state.board.spaces) == ["only"]


def test_an_order_is_open_until_it_is_done() -> None:
    given = OrderGiven(number=6, procedure=6, side="blue", order="advance")
    assert after(given).procedures == {6: given}
    assert after(given, OrderDone(number=7, procedure=6)).procedures == {}


@pytest.mark.parametrize(
    "event",
    [
        DieRolled(number=6, die=6, face=3, purpose="p", chance=4),
        Picked(number=6, purpose="p", options=("a", "b"), value="a", chance=4),
    ],
)
def test_a_roll_and_a_pick_count_a_chance_and_change_nothing_else(event: Event) -> None:
    assert changed(event) == {"chances": (0, 4)}


def test_a_draw_moves_the_piece_and_counts_a_chance() -> None:
    state = after(CounterDrawn(number=6, cup="cup", piece="r2", to="b2", purpose="p", chance=1))
    assert (state.at["cup"], state.at["b2"], state.pieces["r2"].place) == (["r1"], ["r2"], "b2")
    assert state.chances == 1
    check_conservation(state)


def test_a_shuffle_changes_the_order_of_a_place() -> None:
    assert changed(Shuffled(number=6, place="cup", order=("r2", "r1"), chance=1)) == {
        "chances": (0, 1),
        "at": (
            {"a1": ("b1", "b2"), "cup": ("r1", "r2"), "c3": ("r3",)},
            {"a1": ("b1", "b2"), "cup": ("r2", "r1"), "c3": ("r3",)},
        ),
    }


@pytest.mark.parametrize(
    "event",
    [
        Chosen(number=6, side="blue", question="?", value=[1, "x"]),
        AnswersOpened(number=6, question="?", answers={"blue": 1}),
        LookedUp(number=6, table="results", keys={"roll": 1}, row=1, result={"loss": 1}),
        Modified(number=6, sum="attack", label="flank", amount=1, total=3),
        Noted(number=6, text="x"),
        SealRevealed(number=6, secret="ab"),
        Ruled(number=6, concerns=5, value=1, by="white", because="x"),
        TakenBack(number=6, first=6, by="white", because="x"),
    ],
)
def test_what_is_said_or_found_changes_nothing_on_the_table(event: Event) -> None:
    assert changed(event) == {}
    assert after(event).number == 6


def test_a_moved_piece_comes_last_where_it_arrives() -> None:
    state = after(
        PieceMoved(number=6, piece="b1", origin="a1", to="a2"),
        PieceMoved(number=7, piece="b2", origin="a1", to="a2"),
    )
    assert (state.at["a1"], state.at["a2"]) == ([], ["b1", "b2"])
    assert [piece.id for piece in state.pieces_at("a2")] == ["b1", "b2"]
    assert state.pieces_at("a1") == state.pieces_at("nowhere") == []
    check_conservation(state)


def test_a_piece_is_changed_only_in_what_the_event_says() -> None:
    piece = after(PieceChanged(number=6, piece="b1", steps=0)).pieces["b1"]
    assert (piece.face, piece.steps, piece.side) == ("", 0, "blue")
    piece = after(PieceChanged(number=6, piece="b1", face="back", side="red")).pieces["b1"]
    assert (piece.face, piece.steps, piece.side) == ("back", 2, "red")


def test_a_piece_comes_into_the_game_and_leaves_it() -> None:
    placed = PiecePlaced(number=6, piece=PieceData("b9", "company", "b2", name="Dagger", steps=1))
    state = after(placed)
    assert (state.pieces["b9"].name, state.pieces["b9"].side, state.at["b2"]) == ("Dagger", "blue", ["b9"])
    check_conservation(state)
    apply(state, PieceRemoved(number=7, piece="b9", origin="b2"))
    assert "b9" not in state.pieces
    assert state.at["b2"] == []
    check_conservation(state)


def test_who_knows_a_piece_is_what_was_said_last() -> None:
    assert after(PieceKnown(number=6, piece="r3")).pieces["r3"].known_to is None
    assert after(PieceKnown(number=6, piece="b1", sides=())).pieces["b1"].known_to == ()


def test_a_score_stands_where_the_event_says() -> None:
    assert after(Scored(number=6, track="vp", change=-2, value=3)).track("vp") == 3


def test_a_mark_is_put_changed_and_taken_off() -> None:
    put = Marked(number=6, subject="a1", mark="mined", value=[1, 2])
    assert after(put).mark_named("a1", "mined") == [1, 2]
    assert after(put).marked(MINED) == {"a1": [1, 2]}
    assert after(put, replace(put, value=3)).mark_named("a1", "mined") == 3
    both = (put, Marked(number=7, subject="a1", mark="seen", value=True))
    assert after(*both, replace(put, number=8, value=None)).marks == {"a1": {"seen": True}}
    assert after(put, replace(put, value=None)).marks == {}
    assert after(replace(put, value=None)).mark("a1", MINED, "none") == "none"


def test_a_mark_may_be_false_or_nought() -> None:
    assert after(Marked(number=6, subject="a1", mark="held", value=False)).mark("a1", HELD, True) is False
    assert after(Marked(number=6, subject="a1", mark="held", value=0)).marked(HELD) == {"a1": 0}


def test_numbers_at_places_follow_the_pieces() -> None:
    units, cups = KindData("Unit", group="units"), KindData("Cup", group="cups")
    pieces = (PieceData("u1", "unit", "a1"), PieceData("u2", "unit", "a1"), PieceData("c1", "cup", "a1"))
    state = after(CountersLaid(number=6, kinds={"unit": units, "cup": cups}, pieces=pieces))
    assert state.numbers_at("units") == {"a1": 2}
    apply(state, PieceMoved(number=7, piece="u1", origin="a1", to="c3"))
    apply(state, PieceMoved(number=8, piece="c1", origin="a1", to="c3"))
    assert state.numbers_at("units") == {"a1": 1, "c3": 1}
    assert state.places_of("units", "cups", among={"c3": None}) == {"c3"}
    apply(state, PieceRemoved(number=9, piece="u2", origin="a1"))
    assert state.numbers_at("units") == {"c3": 1}


def test_who_bears_a_mark_is_kept_as_marks_change() -> None:
    state = laid()

    def mark(subject: str, name: str, value: object) -> None:
        apply(state, Marked(number=state.number + 1, subject=subject, mark=name, value=value))

    mark("c3", "seen", True)
    mark("a1", "moved", 1)
    assert list(state.marked(MOVED).items()) == [("a1", 1)]
    assert state.marked_as(MOVED, 1) == {"a1"}
    mark("b2", "moved", 2)
    before = state.marked(MOVED)
    assert list(before.items()) == [("a1", 1), ("b2", 2)]
    assert state.marked_as(MOVED, 1) == {"a1"}
    assert state.marked_as(MOVED, 2) == {"b2"}
    mark("c3", "moved", 2)  # marked otherwise before the others were: it stands first
    assert list(state.marked(MOVED).items()) == [("c3", 2), ("a1", 1), ("b2", 2)]
    assert list(before.items()) == [("a1", 1), ("b2", 2)]
    assert state.marked_as(MOVED, 2) == {"b2", "c3"}
    mark("a1", "moved", 2)
    assert list(state.marked(MOVED)) == ["c3", "a1", "b2"]
    mark("b2", "moved", None)
    assert list(state.marked(MOVED).items()) == [("c3", 2), ("a1", 2)]
    assert state.marked_as(MOVED, 2) == {"a1", "c3"}


def test_the_clock_is_set() -> None:
    assert changed(PhaseEntered(number=6, turn=3, phase="air", side="red")) == {
        "clock": ((0, "", ""), (3, "air", "red"))
    }


def test_a_verdict_a_table_words_and_the_close_are_kept() -> None:
    verdict = VerdictReached(number=6, winner="blue", reason="objectives", scores={"blue": 3})
    assert after(verdict).verdict == verdict
    adopted = TableAdopted(
        number=6,
        table="results",
        data=TableData("New", ("roll",), ({"roll": (1, 6), "loss": 9},)),
        by="w",
        because="x",
    )
    assert after(adopted).tables["results"].look_up({"roll": 3}) == (1, {"loss": 9})
    words = (EntropyGiven(number=6, side="blue", text="x"), EntropyGiven(number=7, side="red", text="y"))
    assert after(*words).entropy == ("x", "y")
    assert after(GameClosed(number=6)).closed
    assert not laid().closed


@pytest.mark.parametrize(
    "told_anew",
    [
        DieRolled(number=8, die=6, face=2, purpose="p", chance=1, again=6),
        Picked(number=8, purpose="p", options=("a", "b"), value="a", chance=1, again=6),
        Shuffled(number=8, place="cup", order=("r1", "r2"), chance=1, again=6),
    ],
)
def test_a_chance_told_anew_is_not_counted_twice(told_anew: Event) -> None:
    rolls = [DieRolled(number=number, die=6, face=2, purpose="p", chance=number - 5) for number in (6, 7)]
    assert after(*rolls, told_anew).chances == 2
    out_of_force = rebuild([*opening("0" * 32), *rolls, told_anew], {told_anew.number: 9})
    assert out_of_force.chances == 2


def test_every_event_has_its_mutator() -> None:
    assert all(callable(MUTATORS[kind]) for kind in WIRE_NAMES.values())


# --- random tables -------------------------------------------------------------------------------


def made(state: State, kind: int, pick: int, other: int) -> Event:
    """An event that fits the table as it is; `kind`, `pick` and `other` say which."""
    number = state.number + 1
    pieces, places = sorted(state.pieces), sorted(state.board.spaces)
    piece, place = pieces[pick % len(pieces)], places[other % len(places)]
    at = state.pieces[piece].place
    cup = state.at.get("cup") or [piece]
    chance = state.chances + 1
    filled = sorted(place for place, ids in state.at.items() if ids)
    deck = filled[pick % len(filled)]
    turned = other % len(state.at[deck])
    last = max(state.procedures, default=0)
    subject, value = ("game", place)[pick % 2], (None, 0, [other])[other % 3]
    makers: list[Event] = [
        PieceMoved(number=number, piece=piece, origin=at, to=place),
        PieceMoved(number=number, piece=piece, origin=at, to=at),
        PieceChanged(number=number, piece=piece, steps=other, face=str(pick), side="red"),
        PiecePlaced(number=number, piece=PieceData(f"new{number}", "cell", place, known_to=())),
        PieceRemoved(number=number, piece=piece, origin=at) if len(pieces) > 1 else note("last one"),
        PieceKnown(number=number, piece=piece, sides=("blue",) * (other % 2)),
        CounterDrawn(
            number=number,
            cup="cup",
            piece=cup[other % len(cup)],
            to=place,
            purpose="p",
            chance=chance,
        ),
        Shuffled(
            number=number,
            place=deck,
            order=(*state.at[deck][turned:], *state.at[deck][:turned]),
            chance=chance,
        ),
        DieRolled(number=number, die=6, face=other % 6 + 1, purpose="p", chance=chance),
        Scored(number=number, track="vp", change=0, value=other % 11),
        Marked(number=number, subject=subject, mark=f"m{pick % 3}", value=value),
        PhaseEntered(number=number, turn=other, phase=str(pick)),
        OrderGiven(number=number, procedure=number, side="blue", order="advance"),
        OrderDone(number=number, procedure=last) if last else note("nothing open"),
        EntropyGiven(number=number, side="blue", text=str(other)),
        note("beside"),
    ]
    return numbered(makers[kind % len(makers)], number)


steps = st.lists(st.tuples(st.integers(0, 15), st.integers(0, 30), st.integers(0, 30)), max_size=40)


def played(choices: list[tuple[int, int, int]]) -> tuple[State, list[Event]]:
    events = opening("0" * 32)
    state = rebuild(events)
    for choice in choices:
        events.append(made(state, *choice))
        apply(state, events[-1])
    return state, events


@settings(max_examples=150, deadline=None)
@given(steps)
def test_every_piece_is_in_exactly_one_place_after_every_event(choices: list[tuple[int, int, int]]) -> None:
    state = laid()
    for choice in choices:
        apply(state, made(state, *choice))
        check_conservation(state)


@settings(max_examples=100, deadline=None)
@given(steps, st.integers(0, 60))
def test_a_log_replays_the_same_in_two_parts_as_whole(choices: list[tuple[int, int, int]], cut: int) -> None:
    state, events = played(choices)
    cut %= len(events) + 1
    prefix = rebuild(events[:cut])
    for event in events[cut:]:
        apply(prefix, event)
    assert table(prefix) == table(rebuild(events)) == table(state)


@settings(max_examples=100, deadline=None)
@given(steps, steps)
def test_a_copy_shares_nothing_that_changes(
    before: list[tuple[int, int, int]], later: list[tuple[int, int, int]]
) -> None:
    """Whatever happens on one table, the other stays as it was: both ways round."""
    state, _ = played(before)
    copy = state.copy()
    as_it_was = table(state)
    assert table(copy) == as_it_was
    for choice in later:
        apply(state, made(state, *choice))
    assert table(copy) == as_it_was
    for choice in later:
        apply(copy, made(copy, *choice))
    assert table(copy) == table(state)


def test_a_copy_has_every_part() -> None:
    """A part added to State and forgotten in `copy` fails here; each is its own object if it changes."""
    state, _ = played([(10, 1, 1), (12, 0, 0)])
    assert state.marks
    assert state.procedures
    copy = state.copy()
    for slot in State.__slots__:
        assert getattr(copy, slot, ...) is not ..., slot
    for slot in ("pieces", "at", "tables", "tracks", "marks", "procedures"):
        assert getattr(copy, slot) is not getattr(state, slot), slot
    for id, piece in state.pieces.items():
        assert copy.pieces[id] is not piece
    for subject, marks in state.marks.items():
        assert copy.marks[subject] is not marks
    apply(
        copy, TableAdopted(number=99, table="results", data=state.tables["results"].data, by="", because="")
    )
    assert copy.tables["results"] is not state.tables["results"]


# --- what is no longer in force ------------------------------------------------------------------


def order(game: Game, face: int, to: str) -> int:
    """One order: a roll and a move. Its number."""
    number = len(game.log) + 1
    origin = game.state.pieces["b1"].place
    chance = game.state.chances + 1
    add(
        game,
        OrderGiven(number=0, procedure=number, side="blue", order="advance"),
        DieRolled(number=0, procedure=number, die=6, face=face, purpose="p", chance=chance),
        PieceMoved(number=0, procedure=number, piece="b1", origin=origin, to=to),
        OrderDone(number=0, procedure=number),
    )
    return number


def taken_back(first: int) -> TakenBack:
    return TakenBack(number=0, first=first, by="white", because="slip")


def test_a_take_back_puts_the_table_back_and_strikes_what_happened_there() -> None:
    game = new_game()
    first = order(game, 3, "a2")
    before = table(game.state)
    second = order(game, 4, "a3")
    add(game, note("hm"), EntropyGiven(number=0, side="red", text="stir"), taken_back(second))
    struck_by = len(game.log)
    assert game.struck == dict.fromkeys(range(second, second + 4), struck_by)
    now = table(game.state)
    assert {name for name in now if now[name] != before[name]} == {"number", "chances", "entropy"}
    assert game.state.entropy == ("stir",), "what was said stays said"
    assert game.state.chances == 2, "a number once rolled is not rolled again"
    assert len(game.log) == struck_by, "nothing leaves the log"
    assert [event.number for event in game.procedure(first)] == [first, first + 1, first + 2, first + 3]
    assert game.procedure(second) == []


def test_a_second_take_back_reaches_further_and_the_first_keeps_what_it_struck() -> None:
    game = new_game()
    first = order(game, 3, "a2")
    second = order(game, 4, "a3")
    add(game, taken_back(second))
    one = len(game.log)
    third = order(game, 5, "b1")
    add(game, taken_back(first))
    two = len(game.log)
    assert {game.struck[number] for number in range(second, second + 4)} == {one}
    assert {game.struck[number] for number in [*range(first, first + 4), one, *range(third, third + 4)]} == {
        two
    }
    assert game.state.pieces["b1"].place == "a1"
    assert game.state.chances == 3
    check_conservation(game.state)


def test_a_ruling_strikes_what_followed_the_answer_but_not_the_answer() -> None:
    game = new_game()
    number = order(game, 3, "a2")
    add(game, Ruled(number=0, concerns=number + 1, value=6, by="white", because="cocked die"))
    ruled = len(game.log)
    assert game.struck == {number + 2: ruled, number + 3: ruled}
    assert game.state.pieces["b1"].place == "a1"
    assert game.open_procedure() == game.log[number - 1], "the order is open again"


def test_a_ruling_strikes_events_of_its_own_order_alone() -> None:
    game = new_game()
    number = order(game, 3, "a2")
    other = order(game, 4, "a3")
    for value in (5, 6):
        add(game, Ruled(number=0, concerns=number + 1, value=value, by="white", because="again"))
    first = other + 4
    assert game.struck == {number + 2: first, number + 3: first}
    assert game.state.pieces["b1"].place == "a3", "the other order stays, and the earlier ruling too"


def test_a_take_back_of_a_procedure_that_waits_closes_it() -> None:
    game = new_game()
    add(game, OrderGiven(number=0, procedure=6, side="blue", order="advance"))
    assert game.open_procedure() is not None
    add(game, taken_back(6))
    assert game.open_procedure() is None


@settings(max_examples=60, deadline=None)
@given(steps, st.lists(st.tuples(st.integers(1, 40), st.booleans()), min_size=1, max_size=4))
def test_strikes_are_the_same_when_they_come_one_by_one(
    choices: list[tuple[int, int, int]], backs: list[tuple[int, bool]]
) -> None:
    """The state kept while playing is the one rebuilt from the whole log; of each struck event,
    the first that struck it is named, and it came later."""
    _, events = played(choices)
    game = Game.from_events("0" * 32, events)
    for first, rules in backs:
        at = 6 + first % max(1, len(game.log) - 5)
        if rules:
            add(game, Ruled(number=0, concerns=at, value=1, by="w", because="x"))
        else:
            add(game, taken_back(at))
        add(game, made(game.state, 9, 0, first))
    again = struck(game.log)
    assert again == game.struck
    assert table(rebuild(game.log, again)) == table(game.state)
    check_conservation(game.state)
    for number, by in again.items():
        assert number < by
        assert KIND_OF[type(game.log[number - 1])].undo is Undo.STRUCK
        assert isinstance(game.log[by - 1], TakenBack | Ruled)


# --- the aggregate -------------------------------------------------------------------------------


def test_the_state_before_an_event_is_of_what_is_in_force_now() -> None:
    game = new_game()
    first = order(game, 3, "a2")
    second = order(game, 4, "a3")
    assert game.state_before(first).pieces["b1"].place == "a1"
    assert game.state_before(second).pieces["b1"].place == "a2"
    add(game, taken_back(first))
    assert game.state_before(second).pieces["b1"].place == "a1"


def test_what_is_not_saved_can_be_forgotten() -> None:
    game = new_game()
    length = len(game.log)
    before = table(game.state)
    order(game, 3, "a2")
    game.forget_after(length)
    assert table(game.state) == before
    game.mark_saved(game.unsaved())
    game.forget_after(0)
    assert len(game.log) == length, "what is on disk is not forgotten"


@pytest.mark.parametrize(
    "event",
    [
        PieceMoved(number=6, piece="ghost", origin="a1", to="a2"),
        PieceRemoved(number=6, piece="ghost", origin="a1"),
        PiecePlaced(number=6, piece=PieceData("x", "no such kind", "a1")),
        Scored(number=6, track="no such track", change=1, value=1),
        OrderDone(number=6, procedure=3),
        TablesLaid(number=6, tables={"t": TableData("T", ("roll",), ({"loss": 1},))}),
        TablesLaid(number=6, tables={"t": TableData("T", (), (), provenance="hearsay")}),
    ],
)
def test_a_log_that_does_not_replay_names_the_event(event: Event) -> None:
    game = new_game()
    entries = [*game.unsaved(), *Game.from_events("x", [note("a")]).unsaved()]
    forged = [replace(entry, number=n) for n, entry in enumerate(entries, start=1)]
    forged[5] = replace(forged[5], event=event)
    assert find_fault([entry.event for entry in forged]) == 6
    with pytest.raises(BadLog, match="Event 6 cannot be replayed: ") as refusal:
        Game.from_entries(game.id, forged)
    assert refusal.value.number == 6


def test_who_knows_of_a_mark_is_kept_as_long_as_the_mark_and_for_secret_ones_alone() -> None:
    state = laid()
    state.put_mark("b1", "plain", 1, None)
    assert state.marks_for == {}
    state.put_mark("b1", "secret", 1, ("blue",))
    state.put_mark("b2", "secret", 1, ())
    assert state.marks_for == {("b1", "secret"): ("blue",), ("b2", "secret"): ()}
    state.put_mark("b1", "secret", None, ("blue",))
    assert state.marks_for == {("b2", "secret"): ()}
    state.put_mark("b2", "secret", 2, None)
    assert state.marks_for == {}
    assert state.marks == {"b1": {"plain": 1}, "b2": {"secret": 2}}


def test_a_side_loses_track_of_a_piece_that_goes_where_it_does_not_see_it() -> None:
    seen_by_blue = SpaceData("camp", kind="box", seen_by=("blue",))
    layout = replace(board(), boxes=(*board().boxes, seen_by_blue))
    state = rebuild(opening("0" * 32, layout=layout))
    assert state.opened is not None
    state.opened = replace(state.opened, salt="5a")

    def called() -> tuple[str, str]:
        return contact(state, "red", state.pieces["b1"]), contact(state, "blue", state.pieces["b1"])

    before = called()
    state.move("b1", "a2")
    assert called() == before, "both see it go"
    state.move("b1", "camp")
    state.move("b1", "a1")
    assert called()[0] != before[0]
    assert called()[1] == before[1]


def test_the_date_goes_on_with_the_turns_and_never_back() -> None:
    state = laid()
    assert state.opened is not None
    state.opened = replace(state.opened, turn_lasts=90)
    state.start_clock("2031-06-06T04:00")
    dates = []
    for turn in (1, 1, 2, 5, 3):
        state.enter_phase(turn, "move", "blue")
        dates.append(state.time.now[-5:])
    assert dates == ["04:00", "04:00", "05:30", "10:00", "10:00"]


def test_a_phase_says_what_each_side_and_what_all_sides_may_do() -> None:
    phase = PhaseData("talks", do={"": ("submit",), "blue": ("move", "act")})
    assert phase.may("blue") == ("submit", "move", "act")
    assert phase.may("red") == ("submit",)
    assert phase.may("") == ("submit",)
    assert PhaseData("rest").may("blue") == ()


def test_events_are_found_by_number() -> None:
    game = new_game()
    assert game.event(5) is game.log[4]
    for number in (0, -1, 6):
        with pytest.raises(NotFound, match=f"There is no event {number}; the log has 5"):
            game.event(number)
    with pytest.raises(NotFound, match="never opened"):
        _ = Game("x").opened
