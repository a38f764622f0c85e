"""Nuclear strikes (7.4): the strike, radiation and the plume."""

from typing import Any

import msgspec
import pytest

from adjudication.engine.games.scenario import load_scenario, opening
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.systems.ows.joint_fires.nuclear import PLUME, RADIATION, beyond_side, radiation_shifts
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.status import COUNTERMEASURES
from domain.errors import IllegalOrder
from domain.events import DieRolled, Event, MapData
from domain.game.game import Game
from domain.table.board import Board
from domain.table.dice import ScriptedDice
from tests.ows.undersea import detect
from tests.table import TIME, Table

HERE = "0704"


def at_war(**options: Any) -> Table:
    table = Table("ows", "proving-ground", options, dice="scripted").phase("long-range strikes", side="blue")
    return detect(table, "type055-1")


def shifts(table: Table, origin: str, goal: str) -> list[Shift]:
    return radiation_shifts(table.state, origin, goal)


@pytest.mark.rule("ows 7.4")
def test_the_targeted_counter_is_destroyed_without_a_roll() -> None:
    table = at_war().mark("type055-1", COUNTERMEASURES, "shield-r")
    events = table.order("nuke", weapon="nuke-b", target="type055-1")
    assert table.state.pieces["type055-1"].place == "attrition-red"
    assert not [each for each in events if isinstance(each, DieRolled)]


@pytest.mark.rule("ows 7.4")
def test_only_where_the_scenario_authorizes_it() -> None:
    with pytest.raises(IllegalOrder, match="does not authorize") as refused:
        at_war(nuclear=False).order("nuke", weapon="nuke-b", target="type055-1")
    assert refused.value.rule == "ows 7.4"


@pytest.mark.rule("ows 7.4")
def test_the_token_is_in_hand_and_used_once_in_a_combat_phase() -> None:
    table = at_war()
    table.order("nuke", weapon="nuke-b", target="type055-1")
    assert table.state.pieces["nuke-b"].place == "hand-blue"
    detect(table, "type055-2")
    with pytest.raises(IllegalOrder, match="used in this Combat Phase"):
        table.order("nuke", weapon="nuke-b", target="type055-2")
    table.phase("planning", turn=2, side="").mark("nuke-b", "expended", None)  # as the clock does
    table.phase("long-range strikes", side="blue")
    table.order("nuke", weapon="nuke-b", target="type055-2")
    assert table.state.pieces["type055-2"].place == "attrition-red"


def test_the_clock_gives_the_token_back() -> None:
    table = at_war()
    table.order("nuke", weapon="nuke-b", target="type055-1")
    lapse = table.state.lapses["nuke-b", "expended"]
    assert lapse.due(2, "planning")
    assert not lapse.due(1, "local strikes")


def test_what_is_not_detected_is_no_target() -> None:
    table = at_war()
    with pytest.raises(IllegalOrder, match="no detected enemy counter"):
        table.order("nuke", weapon="nuke-b", target=table.state.name_for("blue", "type055-2"))
    table.order("nuke", weapon="nuke-b", target="airfield-r")
    assert table.state.pieces["airfield-r"].steps == 0


@pytest.mark.rule("ows 7.4a")
def test_ground_combat_into_or_out_of_the_hex_is_demoted_twice() -> None:
    table = at_war()
    assert shifts(table, HERE, "0705") == []
    table.order("nuke", weapon="nuke-b", target="type055-1")
    for way in ((HERE, "0705"), ("0705", HERE)):
        (shift,) = shifts(table, *way)
        assert (shift.rungs, shift.rule) == (-2, "ows 7.4a")
    assert table.state.mark(HERE, RADIATION)
    assert (HERE, RADIATION.name) not in table.state.lapses  # it stays for the game


@pytest.mark.rule("ows 7.4.1")
def test_no_plume_on_an_operational_map() -> None:
    table = at_war()
    table.order("nuke", weapon="nuke-b", target="type055-1")
    assert not table.state.marked(PLUME)


def tactical(dice: list[int], scale: int = 20, **options: Any) -> tuple[Session, list[Event]]:
    """The proving ground as a tactical map; Blue strikes a ship in the middle."""
    scenario = load_scenario("ows", "proving-ground")
    board = msgspec.structs.replace(scenario.board, maps={"theater": MapData(scale=scale, unit="km")})
    scenario = msgspec.structs.replace(scenario, board=board)
    events = opening(
        scenario,
        game="0" * 32,
        name="test",
        options={**scenario.options, **options},
        dice="scripted",
        program="tests",
        time=TIME,
    )
    table = Table.__new__(Table)
    table._scripted = False
    table.session = Session(
        load("ows"), Game.from_events("0" * 32, events), ScriptedDice(dice), clock=lambda: TIME
    )
    table.session.begin()
    detect(table.phase("long-range strikes", side="blue"), "type055-1")
    order = Order("blue", "nuke", {"weapon": "nuke-b", "target": "type055-1"})
    return table.session, table.session.order(order).events


@pytest.mark.rule("ows 7.4.1")
@pytest.mark.parametrize(("roll", "hex"), [(1, "0703"), (4, "0705"), (2, "0803"), (5, "0604")])
def test_on_a_tactical_map_a_die_says_where_the_plume_goes(roll: int, hex: str) -> None:
    session, events = tactical([roll])
    assert [(each.rule, each.die) for each in events if isinstance(each, DieRolled)] == [("ows 7.4.1", 6)]
    assert list(session.state.marked(PLUME)) == [hex]
    (shift,) = radiation_shifts(session.state, hex, "0101")
    assert (shift.rungs, shift.rule) == (-2, "ows 7.4.1")
    assert len(radiation_shifts(session.state, HERE, hex)) == 1  # at most one double demotion


@pytest.mark.rule("ows 7.4.1")
def test_the_scenario_may_say_the_wind() -> None:
    session, _ = tactical([], wind=4)
    assert list(session.state.marked(PLUME)) == ["0705"]


@pytest.mark.rule("ows 7.4.1")
def test_a_map_of_more_than_20_km_has_no_plume() -> None:
    session, _ = tactical([], scale=21)
    assert not session.state.marked(PLUME)


@pytest.mark.rule("ows 7.4.1a")
def test_the_plume_comes_off_in_the_regeneration_phase_of_the_next_turn() -> None:
    session, _ = tactical([1])
    lapse = session.state.lapses["0703", PLUME.name]
    assert not lapse.due(1, "regeneration")
    assert not lapse.due(2, "planning")
    assert lapse.due(2, "regeneration")
    assert lapse.rule == "ows 7.4.1a"


def test_hexsides_are_numbered_clockwise_from_north() -> None:
    board = Board(load_scenario("ows", "proving-ground").board)
    around = [beyond_side(board, HERE, side) for side in range(1, 7)]
    assert sorted(around) == sorted(board.touching[HERE])
    assert around[0] == "0703"
    assert around[3] == "0705"
    for one, other in zip(around, [*around[1:], around[0]], strict=True):
        assert other in board.touching[one]
    assert beyond_side(board, "0101", 1) == ""


def test_on_a_map_of_pointed_hexes_the_first_hexside_from_north_is_to_the_north_east() -> None:
    laid = load_scenario("ows", "proving-ground").board
    pointy = {
        name: msgspec.structs.replace(each, orientation="pointy") for name, each in laid.layouts.items()
    }
    board = Board(msgspec.structs.replace(laid, layouts=pointy))
    column, row = board.spaces[HERE].column, board.spaces[HERE].row
    around = [board.spaces[beyond_side(board, HERE, side)] for side in range(1, 7)]
    north_east, east, south_east, south_west, west, north_west = [(each.column, each.row) for each in around]
    assert (east, west) == ((column + 1, row), (column - 1, row))
    assert north_east[1] == north_west[1] == row - 1
    assert south_east[1] == south_west[1] == row + 1
    assert north_east[0] == north_west[0] + 1 == south_east[0] == south_west[0] + 1
