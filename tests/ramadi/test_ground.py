"""The ground held: occupying it, lines of communication, and what it scores (5.1, 5.2)."""

import random

import pytest

from adjudication.chances.selfplay import play_out
from adjudication.engine.games.systems import load
from adjudication.engine.policies import RandomPolicy
from adjudication.systems.ramadi.table.board import contested_hexes, deployment_hexes, worth
from adjudication.systems.ramadi.table.ground import VACATED, held_hexes, network, network_of
from domain.errors import IllegalOrder
from domain.events import Chosen, Event, Scored, SpaceData
from domain.table.board import Board
from domain.table.dice import SampledDice
from domain.table.state import State
from domain.texts import code_of
from tests.ramadi.table import SCENARIO, RamadiTable

BOARD = Board(SCENARIO.board)
IDS = {space.name: space.id for space in SCENARIO.board.spaces}
SOUTH, SOUTH_EAST = IDS["Humaira West"], IDS["Humaira East"]
GATE, BEHIND, STADIUM = IDS["Iskan South"], IDS["Iskan"], IDS["Stadium"]
"""A way into the city: the gate beside the South zone, the quarter behind it, the objective behind that."""
YARDS = IDS["Railway yards"]
WEAK = ("ied-poor-1", "f-militia-1", "sv-ied-1")
"""They defend with 1 and the die."""
STRONG = ("ied-complex-1", "f-special-forces-1", "foreign-fighters-1")
"""They defend with 9 and the die."""


@pytest.fixture
def table() -> RamadiTable:
    table = RamadiTable()
    table.adopt_plain_tables()
    return table


def take(table: RamadiTable, target: str, origin: str, lead: str = "cts-1", turn: int = 1) -> list[Event]:
    """Win an operation without loss; the table's markers hold what is left behind."""
    table.prepare(target, *WEAK, lead=lead, origin=origin, turn=turn)
    table.keep_score()
    leaves_contested = origin in contested_hexes(table.state.board)
    return table.order("execute", target=target, dice=[6, 1, 1], answers=[True] * leaves_contested)


# --- what there is to score --------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2a", "ramadi 5.2b")
@pytest.mark.parametrize("space", SCENARIO.board.spaces, ids=lambda s: s.id)
def test_objectives_are_worth_5_urban_hexes_1_and_all_else_nothing(space: SpaceData) -> None:
    expected = {"objective": 5, "urban": 1}
    assert worth(BOARD, space.id) == expected.get(space.terrain, 0)


@pytest.mark.rule("ramadi 5.2a", "ramadi 5.1b")
def test_taking_an_objective_over_linked_ground_scores_5_and_no_more(table: RamadiTable) -> None:
    table.hold(GATE)
    before = table.state.track("isf_vp")
    take(table, STADIUM, BEHIND)
    assert before == 1
    assert table.state.track("isf_vp") == 1 + 1 + 5, "gate, quarter behind it (marker left there), stadium"


@pytest.mark.rule("ramadi 5.2b")
@pytest.mark.parametrize(
    ("name", "points"),
    [("Iskan South", 1), ("Railway yards", 0), ("al-Hoz Bridge", 0), ("Warrar Dam", 0)],
)
def test_taking_a_hex_scores_1_if_it_is_urban_and_else_0(table: RamadiTable, name: str, points: int) -> None:
    take(table, IDS[name], table.beside(IDS[name]))
    assert table.state.track("isf_vp") == points


@pytest.mark.rule("ramadi 5.2b")
def test_a_palm_grove_scores_0(table: RamadiTable) -> None:
    take(table, IDS["Dam groves"], IDS["Warrar Dam"])
    assert table.state.track("isf_vp") == 0


@pytest.mark.rule("ramadi 5.2a")
def test_a_cleared_marker_alone_scores_like_a_unit(table: RamadiTable) -> None:
    """Reading of 5.2: a hex is occupied by a unit or by a Cleared marker."""
    table.hold(GATE, BEHIND, STADIUM)
    assert network(table.state).points == 1 + 1 + 5


@pytest.mark.rule("ramadi 5.2q")
def test_the_whole_city_is_worth_62_points() -> None:
    whole = network_of(BOARD, frozenset(contested_hexes(BOARD)))
    assert whole.points == 6 * 5 + 32


@pytest.mark.rule("ramadi 5.2d", "ramadi 5.2f")
def test_deployment_hexes_score_nothing_and_are_never_contested(table: RamadiTable) -> None:
    for number, hexes in enumerate(deployment_hexes(table.state.board).values(), start=1):
        table.put(f"inf-{number}", hexes[0])
        assert not set(hexes) & set(contested_hexes(table.state.board))
    assert not held_hexes(table.state)
    assert network(table.state).points == 0


@pytest.mark.rule("ramadi 5.2f")
def test_the_whole_contested_zone_starts_in_isis_hands(table: RamadiTable) -> None:
    table.set_up_all()
    table.order("proceed", dice=[1])
    assert not held_hexes(table.state)


# --- lines of communication --------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2i")
def test_a_line_runs_over_units_and_markers_alike(table: RamadiTable) -> None:
    table.hold(GATE)
    table.put("inf-1", BEHIND)
    table.put("inf-2", STADIUM)
    assert network(table.state).points == 1 + 1 + 5


@pytest.mark.rule("ramadi 5.2i", "ramadi 5.2a")
def test_a_hex_without_a_line_scores_nothing_though_it_is_held(table: RamadiTable) -> None:
    table.put("cts-1", STADIUM)
    table.hold(BEHIND)
    assert set(held_hexes(table.state)) == {STADIUM, BEHIND}
    assert network(table.state).points == 0


@pytest.mark.rule("ramadi 5.2i")
@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Iskan South", "south"),
        ("al-Hoz Bridge", "west"),
        ("Warrar Dam", "north"),
        ("Ramadi Barrage", "west"),
    ],
)
def test_a_line_may_lead_to_any_of_the_three_zones(table: RamadiTable, name: str, zone: str) -> None:
    table.hold(IDS[name])
    assert network(table.state).zones[IDS[name]] == (zone,)


@pytest.mark.rule("ramadi 5.2i")
def test_a_line_does_not_run_over_isis_ground_water_or_another_bank(table: RamadiTable) -> None:
    """Two held ends with one ISIS hex between them are not joined."""
    table.hold(STADIUM, GATE)
    assert network(table.state).points == 1
    assert STADIUM not in network(table.state).zones


@pytest.mark.rule("ramadi 5.2j", "ramadi 5.2s")
def test_opening_a_line_scores_all_that_hung_on_it_at_once(table: RamadiTable) -> None:
    table.hold(BEHIND, STADIUM)
    assert table.state.track("isf_vp") == 0
    events = take(table, GATE, SOUTH)
    assert table.state.track("isf_vp") == 1 + 1 + 5
    assert [event.change for event in events if isinstance(event, Scored) and event.track == "isf_vp"] == [
        5,
        2,
    ]


@pytest.mark.rule("ramadi 5.2j", "ramadi 5.2s", "ramadi 5.2h")
def test_cutting_a_line_takes_all_that_hung_on_it_at_once(table: RamadiTable) -> None:
    table.put("inf-1", GATE)
    table.hold(BEHIND, STADIUM)
    table.keep_score()
    assert table.state.track("isf_vp") == 7
    table.phase("movement", 2)
    table.order("move", unit="inf-1", to=SOUTH)
    table.order("proceed", answers=[False])
    assert table.state.track("isf_vp") == 0
    assert set(held_hexes(table.state)) == {BEHIND, STADIUM}, "held still, but worth nothing"


@pytest.mark.rule("ramadi 5.2s", "ramadi 5.2j")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_track_agrees_with_the_map_after_every_order(seed: int) -> None:
    """Counted again by hand: flood the held ground from the deployment hexes, add 5 and 1."""
    table = RamadiTable()
    table.session.dice = SampledDice(seed)
    scored: set[int] = set()

    def watch(events: list[Event]) -> None:
        state = table.state
        events_points = len(state.at.get("eliminated", ())) + repelled(table)
        assert state.track("isf_vp") == counted_by_hand(state) + events_points
        scored.add(counted_by_hand(state))

    play_out(table.session, load("ramadi").policy("sensible"), random.Random(seed), watch)
    assert max(scored) > 5, "the game saw what this is about"


def repelled(table: RamadiTable) -> int:
    """How many ISIS attacks have been beaten off."""
    return sum(
        isinstance(e, Scored) and code_of(e.why) == "ISIS attack repelled" for e in table.session.game.log
    )


def counted_by_hand(state: State) -> int:
    held = {
        piece.place
        for piece in state.pieces.values()
        if piece.kind_id in ("cts", "mech", "inf", "np", "eb", "militia", "cleared")
    } | set(state.marked(VACATED))
    reached = {space.id for space in state.board.data.spaces if space.terrain == "deployment"}
    grown = True
    while grown:
        grown = False
        for hex in sorted(held - reached):
            if any(other in reached for other in state.board.neighbours[hex]):
                reached.add(hex)
                grown = True
    points = {"objective": 5, "urban": 1}
    return sum(points.get(state.board.spaces[hex].terrain, 0) for hex in held & reached)


# --- occupying and clearing --------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2g", "ramadi 5.1d")
def test_a_won_operation_enters_and_clears_the_hex(table: RamadiTable) -> None:
    take(table, GATE, SOUTH)
    assert table.state.pieces["cts-1"].place == GATE
    assert GATE in held_hexes(table.state)


@pytest.mark.rule("ramadi 5.2g", "ramadi 5.1d", "ramadi 5.2r")
def test_a_lost_operation_leaves_the_hex_to_isis_and_gives_isis_a_point(table: RamadiTable) -> None:
    table.prepare(GATE, *STRONG, lead="cts-1")
    table.order("execute", target=GATE, dice=[6, 1, 4])  # 4-2+6 to 10: a defeat, no casualty
    assert table.state.pieces["cts-1"].place != GATE
    assert not held_hexes(table.state)
    assert table.state.track("isis_vp") == 1


@pytest.mark.rule("ramadi 5.2g", "ramadi 5.2o")
@pytest.mark.parametrize("hex", [GATE, STADIUM, YARDS])
def test_isis_ground_is_entered_by_no_move_and_no_deployment(table: RamadiTable, hex: str) -> None:
    table.put("inf-1", SOUTH)
    table.put("inf-2", "transfer")
    table.phase("movement", 2)
    with pytest.raises(IllegalOrder) as moved:
        table.order("move", unit="inf-1", to=hex)
    table.phase("deployment", 2)
    with pytest.raises(IllegalOrder) as deployed:
        table.order("deploy", unit="inf-2", to=hex)
    assert (moved.value.code, deployed.value.code) == ("not-linked", "not-open")


@pytest.mark.rule("ramadi 5.2h")
@pytest.mark.parametrize("keep", [True, False])
def test_the_last_unit_out_may_leave_a_marker_or_give_the_hex_up(table: RamadiTable, keep: bool) -> None:
    table.put("inf-1", GATE)
    table.keep_score()
    table.phase("movement", 2)
    table.order("move", unit="inf-1", to=SOUTH)
    table.order("proceed", answers=[keep])
    assert (GATE in held_hexes(table.state)) is keep
    assert table.state.track("isf_vp") == int(keep)
    assert len(table.state.at["markers"]) == 19 - int(keep)


@pytest.mark.rule("ramadi 5.2h")
def test_nothing_is_asked_while_a_unit_stays(table: RamadiTable) -> None:
    table.put("inf-1", GATE)
    table.put("inf-2", GATE)
    table.phase("movement", 2)
    table.order("move", unit="inf-1", to=SOUTH)
    assert GATE in held_hexes(table.state)
    assert len(table.state.at["markers"]) == 19


@pytest.mark.rule("ramadi 5.2h", "ramadi 5.2d")
def test_a_deployment_hex_needs_no_marker(table: RamadiTable) -> None:
    table.hold(GATE)
    table.put("inf-1", SOUTH)
    table.phase("movement", 2)
    events = table.order("move", unit="inf-1", to=GATE)
    assert not [event for event in events if isinstance(event, Chosen)]


@pytest.mark.rule("ramadi 5.2h")
def test_a_unit_taken_off_the_map_may_leave_a_marker(table: RamadiTable) -> None:
    table.put("inf-1", GATE)
    table.keep_score()
    table.phase("transfers", 2)
    table.order("transfer", unit="inf-1", answers=[True])
    assert GATE in held_hexes(table.state)
    assert table.state.track("isf_vp") == 1


@pytest.mark.rule("ramadi 5.2h")
def test_a_force_that_advances_out_of_a_cleared_hex_may_leave_a_marker(table: RamadiTable) -> None:
    take(table, BEHIND, GATE)
    assert set(held_hexes(table.state)) == {GATE, BEHIND}
    assert [piece.kind_id for piece in table.state.pieces_at(GATE)] == ["cleared"]


# --- the twelve markers ------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 5.2n")
def test_with_no_marker_left_only_a_unit_keeps_a_hex(table: RamadiTable) -> None:
    others = [hex for hex in contested_hexes(table.state.board) if hex not in (GATE, BEHIND)][:12]
    table.hold(*others)
    assert not [id for id in table.state.at["markers"] if id.startswith("cleared")]
    table.put("inf-1", GATE)
    table.phase("movement", 2)
    table.order("move", unit="inf-1", to=SOUTH)
    events = table.order("proceed")
    assert not [event for event in events if isinstance(event, Chosen)]
    assert GATE not in held_hexes(table.state)


@pytest.mark.rule("ramadi 5.2n")
def test_a_marker_relieved_by_a_unit_goes_back_to_the_stock_and_may_be_used_again(table: RamadiTable) -> None:
    """Reading of 5.2; with the twelfth marker freed, another hex can be kept."""
    spread = [hex for hex in contested_hexes(table.state.board) if hex not in (GATE, BEHIND)][:11]
    table.hold(*spread, GATE)
    table.put("inf-1", SOUTH)
    table.put("inf-2", SOUTH_EAST)
    table.phase("movement", 2)
    table.order("move", unit="inf-1", to=GATE)
    assert [id for id in table.state.at["markers"] if id.startswith("cleared")]
    table.phase("movement", 3)
    table.order("move", unit="inf-1", to=SOUTH)
    table.order("proceed", answers=[True])
    assert not [id for id in table.state.at["markers"] if id.startswith("cleared")]


@pytest.mark.rule("ramadi 5.2n")
def test_no_order_moves_or_makes_a_marker(table: RamadiTable) -> None:
    """No order can name one, and what comes of all orders keeps the twelve."""
    table.session.dice = SampledDice(9)
    at_most = 0

    def watch(events: list[Event]) -> None:
        nonlocal at_most
        markers = [piece for piece in table.state.pieces.values() if piece.kind_id == "cleared"]
        assert len(markers) == 12
        at_most = max(at_most, sum(piece.place != "markers" for piece in markers))
        for order in table.session.legal():
            assert not [value for value in order.arguments.values() if str(value).startswith("cleared")]

    play_out(table.session, RandomPolicy(), random.Random(9), watch)
    assert at_most > 0


@pytest.mark.rule("ramadi 5.2n", "ramadi 5.2h")
def test_markers_go_from_hex_to_stock_and_from_stock_to_hex_only() -> None:
    table = RamadiTable()
    table.session.dice = SampledDice(9)
    moves: list[tuple[str, str]] = []

    def watch(events: list[Event]) -> None:
        moves.extend(
            (str(getattr(event, "origin", "")), str(getattr(event, "to", "")))
            for event in events
            if str(getattr(event, "piece", "")).startswith("cleared")
        )

    play_out(table.session, RandomPolicy(), random.Random(9), watch)
    assert moves
    assert all(("markers" in move) and move != ("markers", "markers") for move in moves)
