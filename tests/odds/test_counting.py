"""What a study counts in a game, and in many; by events told to it, without a game."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adjudication.chances.study import in_columns
from adjudication.chances.watching import Tally, Watch, scores
from adjudication.engine.games.systems import Reports, RuleSystem
from adjudication.engine.losses import Loss
from domain.events import (
    BoardData,
    Chosen,
    Event,
    GameOpened,
    LookedUp,
    Marked,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    PieceData,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    SpaceData,
    TrackData,
    TurnData,
    VerdictReached,
)
from domain.table.mutators import apply, rebuild
from domain.table.state import State
from tests.builders import hexes, opening


def laid(calendar: tuple[TurnData, ...] = (), layout: BoardData | None = None) -> State:
    """The table of the small game: companies b1 and b2 of two steps, cells r1, r2 and r3."""
    log = opening("0" * 32, layout=layout)
    opened = log[0]
    assert isinstance(opened, GameOpened)
    return rebuild([replace(opened, calendar=calendar), *log[1:]])


def system(**more: Any) -> RuleSystem:
    return cast(RuleSystem, SimpleNamespace(reports=Reports(**more)))


def given(side: str = "blue", order: str = "advance") -> OrderGiven:
    return OrderGiven(number=90, procedure=90, side=side, order=order, arguments={})


def watched(state: State, *events: Event, of: RuleSystem | None = None) -> Watch:
    """A watch that was told of one order with these events, done on the table before."""
    watch = Watch(state, of or system())
    tell(watch, *events)
    return watch


def tell(watch: Watch, *events: Event, by: OrderGiven | None = None) -> None:
    for event in events:
        apply(watch.state, event)
    watch(by or given(), events)


def changed(piece: str, **more: Any) -> PieceChanged:
    return PieceChanged(number=91, piece=piece, **more)


# --- losses ----------------------------------------------------------------------------------------


def test_steps_are_counted_by_the_side_that_loses_them() -> None:
    watch = watched(laid(), changed("b1", steps=1), changed("b2", steps=2), changed("r1", steps=0))
    assert watch.steps == {"blue": 1}
    tell(watch, changed("b1", steps=0), changed("b2", steps=1))
    assert watch.steps == {"blue": 3}
    tell(watch, changed("b1", steps=2))
    assert watch.steps == {"blue": 3}, "a step that comes back is no loss"
    tell(watch, changed("b1", steps=0))
    assert watch.steps == {"blue": 5}
    assert watch.lost == {"blue": 0, "red": 0}


def test_a_piece_that_is_removed_or_becomes_a_casualty_is_lost() -> None:
    watch = watched(
        laid(),
        PieceRemoved(number=91, piece="r1", origin="cup"),
        changed("b1", face="casualty"),
        changed("b2", face="other"),
    )
    assert watch.lost == {"blue": 1, "red": 1}
    assert watch.lost_of == {"blue ": 1, "red ": 1}


def test_what_is_moved_out_of_the_game_is_lost() -> None:
    layout = BoardData(
        name="Field",
        spaces=hexes(3, 3),
        boxes=(SpaceData("cup", kind="cup"), SpaceData("lost", kind="box", tags=("eliminated",))),
    )
    watch = watched(
        laid(layout=layout),
        PieceMoved(number=91, piece="b1", origin="a1", to="lost"),
        PieceMoved(number=92, piece="b2", origin="a1", to="b2"),
    )
    assert watch.lost == {"blue": 1, "red": 0}


def test_a_piece_that_is_placed_or_changes_sides_is_lost_by_its_new_side() -> None:
    new = [
        PiecePlaced(number=91, piece=PieceData("b3", "company", "a1", steps=2)),
        PiecePlaced(number=92, piece=PieceData("b4", "company", "a1", side="red", steps=3)),
    ]
    watch = watched(laid(), *new, changed("b1", side="red"))
    tell(watch, *(changed(id, steps=1) for id in ("b1", "b3", "b4")))
    assert watch.steps == {"red": 1 + 2, "blue": 1}
    tell(watch, *(PieceRemoved(number=93, piece=id, origin="a1") for id in ("b1", "b3", "b4")))
    assert watch.lost == {"blue": 1, "red": 2}


def test_the_rules_of_a_system_say_what_is_lost_on_the_table_before_the_event() -> None:
    def losses(event: Event, state: State) -> Loss | None:
        if isinstance(event, PieceRemoved):
            return Loss(event.piece, state.pieces[event.piece].side, "removed", 2)
        if isinstance(event, OrderGiven):
            return Loss("", "red", "supplies")
        return None

    watch = watched(laid(), PieceRemoved(number=91, piece="b1", origin="a1"), of=system(losses=losses))
    assert watch.lost == {"blue": 2, "red": 1}
    assert watch.lost_of == {"blue ": 2, "red ": 1}
    assert "b1" not in watch._before.pieces
    tell(watch, PieceRemoved(number=92, piece="b2", origin="a1"))
    assert watch.lost == {"blue": 4, "red": 2}


# --- orders, rules, rows -----------------------------------------------------------------------------


def test_orders_are_counted_by_side_and_kind_with_the_turn_of_the_first() -> None:
    watch = Watch(laid(), system())
    tell(watch, by=given("", "begin"))
    tell(watch, PhaseEntered(number=91, turn=1, phase="a"), by=given())
    tell(watch, PhaseEntered(number=91, turn=2, phase="a"), by=given())
    tell(watch, by=given("red"))
    tell(watch, by=given("blue", "dig"))
    assert watch.orders == 5
    assert watch.orders_of == {"blue advance": 2, "red advance": 1, "blue dig": 1}
    assert watch.first_in == {"blue advance": 0, "red advance": 2, "blue dig": 2}


def looked_up(table: str, row: int, rule: str = "") -> LookedUp:
    return LookedUp(number=91, table=table, keys={}, row=row, result={}, rule=rule)


def test_rules_and_rows_are_counted() -> None:
    watch = watched(
        laid(), looked_up("results", 1, "toy 3"), looked_up("results", 1), looked_up("results", 2, "toy 3")
    )
    tell(watch, Marked(number=92, subject="game", mark="x", value=1, rule="toy 4"))
    assert watch.rules == {"toy 3": 2, "toy 4": 1}
    assert watch.rows == {("results", 1): 2, ("results", 2): 1}
    assert watch.entered() == {"results": 3}
    assert Watch(laid(), system()).entered() == {"results": 0}
    other = watched(laid(), looked_up("new", 1), looked_up("new", 2))
    assert other.entered() == {"results": 0, "new": 2}, "a table that joined in play"
    assert watch.years == {}, "no calendar has years"


def test_rules_are_counted_by_the_year_of_the_turn_but_for_marks_that_lapse() -> None:
    calendar = (TurnData(0, year=1979), TurnData(1, year=1980), TurnData(2, year=1980), TurnData(3))
    watch = watched(
        laid(calendar),
        looked_up("results", 1, "toy 3"),
        PhaseEntered(number=92, turn=1, phase="a", rule="toy 1"),
        looked_up("results", 1, "toy 3"),
        Marked(number=93, subject="game", mark="x", value=1, rule="toy 4"),
        Marked(number=93, subject="game", mark="x", value=None, rule="toy 4"),
    )
    assert watch.years == {1979: {"toy 3": 1}, 1980: {"toy 1": 1, "toy 3": 1, "toy 4": 1}}
    assert watch.rules["toy 4"] == 2
    tell(watch, PhaseEntered(number=94, turn=2, phase="a"), looked_up("results", 1, "toy 3"))
    tell(watch, looked_up("results", 1, "toy 3"))
    assert watch.years[1980]["toy 3"] == 3
    tell(watch, PhaseEntered(number=95, turn=3, phase="a"), looked_up("results", 1, "toy 3"))
    assert watch.years[0] == {"toy 3": 1}


def test_only_a_judgement_has_a_reason() -> None:
    def chosen(because: str) -> Chosen:
        return Chosen(number=91, side="white", question="?", value=1, because=because)

    watch = watched(laid(), chosen("so it is"), chosen(""), chosen("why not"))
    assert watch.judged == 2


# --- turns and scores ----------------------------------------------------------------------------------


def sided(state: State) -> State:
    """The same with a track of victory points of each side, and one of nobody."""
    for id, side, value in (("vp-blue", "blue", 3), ("more-blue", "blue", 4), ("vp-red", "red", 2)):
        state.lay_track(TrackData(id, value=value, highest=20, side=side))
    return state


def test_at_the_end_of_a_turn_points_and_losses_are_noted() -> None:
    state = sided(laid())
    state.turn = 1
    watch = watched(state, PieceRemoved(number=91, piece="b1", origin="a1"))
    assert (watch.points_by, watch.lost_by) == ({}, {})
    tell(watch, PhaseEntered(number=92, turn=2, phase="a"))
    assert watch.points_by == {"blue 1": 7, "red 1": 2}
    assert watch.lost_by == {"blue 1": 1, "red 1": 0}
    tell(watch, PieceRemoved(number=93, piece="b2", origin="a1"))
    tell(watch, PhaseEntered(number=94, turn=3, phase="a"))
    assert watch.lost_by == {"blue 1": 1, "red 1": 0, "blue 2": 2, "red 2": 0}


def test_points_of_a_system_that_counts_them_are_its_own() -> None:
    state = sided(laid())
    watch = watched(
        state,
        PhaseEntered(number=92, turn=2, phase="a"),
        of=system(standing=lambda state: {"red": state.turn}),
    )
    assert watch.points_by == {"red 0": 2}


def test_scores_are_those_of_tracks_else_of_the_verdict() -> None:
    state = laid()
    assert scores(state) == {}
    apply(state, VerdictReached(number=9, winner="red", reason="x", scores={"red": 4, "vp": 5}))
    assert scores(state) == {"red": 4}
    assert scores(sided(state)) == {"blue": 7, "red": 2}


# --- many games ----------------------------------------------------------------------------------------


def counted(rules: dict[str, int], rows: dict[tuple[str, int], int], years: dict[int, dict[str, int]]) -> Any:
    return SimpleNamespace(rules=rules, rows=rows, years=years)


def test_a_tally_has_times_and_games() -> None:
    tally = Tally()
    tally.add(counted({"a": 2, "b": 1}, {("t", 1): 3}, {1980: {"a": 2}}))
    tally.add(counted({"a": 5}, {("t", 1): 1, ("t", 2): 1, ("u", 1): 1}, {1980: {"a": 4}, 1981: {"a": 1}}))
    assert tally.rules == {"a": [7, 2], "b": [1, 1]}
    assert tally.rows == {"t": {1: [4, 2], 2: [1, 1]}, "u": {1: [1, 1]}}
    assert tally.years == {1980: {"a": [6, 2]}, 1981: {"a": [1, 1]}}


@pytest.mark.parametrize(
    ("marks", "columns"),
    [
        ({"a": 1, "b": "x", "c": True}, {"a": 1, "b": "x", "c": True}),
        ({"left": {"north": 2, "south": 0, "name": "x", "more": [1]}}, {"left north": 2, "left south": 0}),
        ({"list": [1, 2], "none": None}, {}),
        ({}, {}),
    ],
)
def test_a_column_holds_words_and_numbers(marks: dict[str, Any], columns: dict[str, Any]) -> None:
    assert in_columns(marks) == columns
