"""Setting up (4.0 to 4.2): who may start where, and how the game opens."""

from pathlib import Path
from typing import Any

import pytest

from adjudication.engine.orders import Order
from adjudication.systems.ramadi.table.board import deployment_hexes
from domain.errors import IllegalOrder
from domain.events import PieceMoved
from tests.ramadi.playing import new_game, with_air_in_reserve
from tests.ramadi.table import SCENARIO, RamadiTable

DEPLOYMENT = [space.id for space in SCENARIO.board.spaces if space.terrain == "deployment"]
ELSEWHERE = [space.id for space in SCENARIO.board.spaces if space.terrain != "deployment"]
GROUND_UNITS = [p.id for p in SCENARIO.pieces if SCENARIO.kinds[p.kind].group == "ground unit"]
GROUND_ASSETS = [p.id for p in SCENARIO.pieces if SCENARIO.kinds[p.kind].group == "ground asset"]
AIR_ASSETS = [p.id for p in SCENARIO.pieces if SCENARIO.kinds[p.kind].group == "air asset"]
ASSET_BOXES = ["zone-north", "zone-west", "zone-south", "asset-transfer"]


@pytest.fixture
def table() -> RamadiTable:
    return RamadiTable()


@pytest.mark.rule("ramadi 4.0")
def test_the_game_opens_with_the_map_bare_and_nothing_scored(table: RamadiTable) -> None:
    state = table.state
    assert not [piece for piece in state.pieces.values() if state.board.spaces[piece.place].kind == "hex"]
    assert {id: track.value for id, track in state.tracks.items()} == {
        "isf_vp": 0,
        "isf_objectives": 0,
        "isf_urban": 0,
        "isis_vp": 0,
        "casualties": 0,
    }
    assert {pool: len(state.at[pool]) for pool in ("pool-ied", "pool-fighters", "pool-assets")} == {
        "pool-ied": 10,
        "pool-fighters": 10,
        "pool-assets": 15,
    }
    assert sorted(state.at["reserve"]) == sorted(GROUND_UNITS + GROUND_ASSETS)
    assert len(state.at["markers"]) == 12 + 7


@pytest.mark.rule("ramadi 4.0")
def test_turn_1_begins_when_every_counter_is_set_up_and_not_before(table: RamadiTable) -> None:
    chosen = iter([*DEPLOYMENT, *DEPLOYMENT])
    for unit in GROUND_UNITS:
        table.order("deploy", unit=unit, to=next(chosen))
    for asset in GROUND_ASSETS[:-1]:
        table.order("assign", asset=asset, box="zone-west")
    with pytest.raises(IllegalOrder) as refused:
        table.order("proceed")
    assert refused.value.code == "set-up"
    table.order("assign", asset=GROUND_ASSETS[-1], box="zone-south")
    table.order("proceed", dice=[1])
    assert (table.state.turn, table.state.phase) == (1, "planning")
    assert table.state.track("isf_vp") == 0, "deployment hexes score nothing"


@pytest.mark.rule("ramadi 4.1a")
@pytest.mark.parametrize("hex", DEPLOYMENT)
@pytest.mark.parametrize("unit", ["cts-1", "militia-3"])
def test_any_unit_may_start_on_any_deployment_hex(table: RamadiTable, unit: str, hex: str) -> None:
    table.order("deploy", unit=unit, to=hex)
    assert table.state.pieces[unit].place == hex


@pytest.mark.rule("ramadi 4.1a", "ramadi 4.2b", "ramadi 4.2c")
@pytest.mark.parametrize("place", [*ELSEWHERE, "transfer", "zone-north", "reserve", "nowhere"])
def test_no_unit_starts_anywhere_else(table: RamadiTable, place: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        table.order("deploy", unit="inf-1", to=place)
    assert refused.value.code == "not-deployment"
    assert table.state.pieces["inf-1"].place == "reserve"


@pytest.mark.rule("ramadi 4.1a", "ramadi 4.1c")
def test_listed_orders_are_every_unit_to_every_deployment_hex_and_every_asset_to_every_box(
    table: RamadiTable,
) -> None:
    listed = {tuple(order.data().values()) for order in table.session.legal()}
    assert listed == {("deploy", unit, hex) for unit in GROUND_UNITS for hex in DEPLOYMENT} | {
        ("assign", asset, box) for asset in GROUND_ASSETS for box in ASSET_BOXES
    }


@pytest.mark.rule("ramadi 4.1a")
def test_a_unit_is_placed_once(table: RamadiTable) -> None:
    table.order("deploy", unit="inf-1", to=DEPLOYMENT[0])
    with pytest.raises(IllegalOrder) as refused:
        table.order("deploy", unit="inf-1", to=DEPLOYMENT[1])
    assert refused.value.code == "deployed"


@pytest.mark.rule("ramadi 1.0")
@pytest.mark.parametrize("side", ["isis", ""])
def test_nobody_but_the_isf_player_gives_orders(table: RamadiTable, side: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        table.session.order(Order(side, "deploy", {"unit": "inf-1", "to": DEPLOYMENT[0]}))
    assert (refused.value.code, refused.value.rule) == ("side", "ramadi 1.0")
    table.session.order(Order("isf", "deploy", {"unit": "inf-1", "to": DEPLOYMENT[0]}))
    assert table.state.pieces["inf-1"].place == DEPLOYMENT[0]


@pytest.mark.rule("ramadi 4.1b")
def test_two_units_share_a_hex_and_a_third_is_refused(table: RamadiTable) -> None:
    for unit in ("inf-1", "inf-2"):
        table.order("deploy", unit=unit, to=DEPLOYMENT[0])
    with pytest.raises(IllegalOrder) as refused:
        table.order("deploy", unit="inf-3", to=DEPLOYMENT[0])
    assert (refused.value.code, refused.value.rule) == ("stacking", "ramadi 4.1b")
    assert not [order for order in table.session.legal() if order.arguments.get("to") == DEPLOYMENT[0]]


@pytest.mark.rule("ramadi 4.1b")
def test_twenty_one_units_fill_all_places_but_one(table: RamadiTable) -> None:
    places = [hex for hexes in deployment_hexes(table.state.board).values() for hex in hexes] * 2
    assert len(places) == 22
    for unit, hex in zip(GROUND_UNITS, places, strict=False):
        table.order("deploy", unit=unit, to=hex)
    left = {order.arguments["to"] for order in table.session.legal() if order.name == "deploy"}
    assert not left, "no unit waits any more"
    assert len(GROUND_UNITS) == 21


@pytest.mark.rule("ramadi 4.1c")
@pytest.mark.parametrize("box", ASSET_BOXES)
@pytest.mark.parametrize("asset", GROUND_ASSETS)
def test_a_ground_asset_starts_in_any_zone_box_or_the_transfer_box(
    table: RamadiTable, asset: str, box: str
) -> None:
    table.order("assign", asset=asset, box=box)
    assert table.state.pieces[asset].place == box


@pytest.mark.rule("ramadi 4.1c")
@pytest.mark.parametrize("box", ["transfer", "air-available", "reserve", DEPLOYMENT[0], "nowhere"])
def test_a_ground_asset_starts_in_no_other_place(table: RamadiTable, box: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        table.order("assign", asset="tank-1", box=box)
    assert (refused.value.code, refused.value.rule) == ("box", "ramadi 4.1c")


@pytest.mark.rule("ramadi 4.1a", "ramadi 4.1c")
def test_units_go_on_the_map_and_assets_into_boxes(table: RamadiTable) -> None:
    with pytest.raises(IllegalOrder):
        table.order("deploy", unit="tank-1", to=DEPLOYMENT[0])
    with pytest.raises(IllegalOrder):
        table.order("assign", asset="inf-1", box="zone-north")
    with pytest.raises(IllegalOrder):
        table.order("deploy", unit="emir-1", to=DEPLOYMENT[0])


@pytest.mark.rule("ramadi 4.1d", "ramadi 3.1c")
def test_air_assets_start_available_and_stay_there(table: RamadiTable) -> None:
    assert sorted(table.state.at["air-available"]) == sorted(AIR_ASSETS)
    assert len(AIR_ASSETS) == 4
    for asset in AIR_ASSETS:
        with pytest.raises(IllegalOrder):
            table.order("assign", asset=asset, box="zone-north")
        with pytest.raises(IllegalOrder):
            table.order("deploy", unit=asset, to=DEPLOYMENT[0])


@pytest.mark.rule("ramadi 4.1d")
def test_air_assets_that_a_scenario_leaves_in_reserve_start_available(tmp_path: Path) -> None:
    session = new_game(1, scenario=with_air_in_reserve(tmp_path))
    assert sorted(session.state.at["air-available"]) == sorted(AIR_ASSETS)
    assert not set(session.state.at["reserve"]) & set(AIR_ASSETS)
    moved = [event for event in session.game.log if isinstance(event, PieceMoved)]
    assert [(event.piece, event.rule) for event in moved] == [(asset, "ramadi 4.1d") for asset in AIR_ASSETS]


@pytest.mark.rule("ramadi 4.2c")
@pytest.mark.parametrize("crossing", ["al-Hoz Bridge", "Warrar Dam", "Ramadi Barrage"])
def test_a_crossing_may_be_held_in_play(table: RamadiTable, crossing: str) -> None:
    table.adopt_plain_tables()
    target = table.hex(crossing)
    table.prepare(target, "ied-poor-1", "f-militia-1", "sv-ied-1", lead="cts-1")
    table.order("execute", target=target, dice=[6, 1, 1])
    assert table.state.pieces["cts-1"].place == target


@pytest.mark.rule("ramadi 4.2b")
def test_no_operation_move_or_deployment_enters_water(table: RamadiTable) -> None:
    water = [space.id for space in SCENARIO.board.spaces if space.terrain in ("water", "outside")]
    bank = table.hex("Tamim")
    table.put("inf-1", bank)
    table.put("inf-2", "transfer")
    for phase, name, extra in (
        ("planning", "plan", {"lead": "inf-1"}),
        ("movement", "move", {"unit": "inf-1"}),
        ("deployment", "deploy", {"unit": "inf-2"}),
    ):
        table.plan_turn()
        table.phase(phase, 1)
        for hex in water:
            destination = "target" if name == "plan" else "to"
            arguments: dict[str, Any] = {**extra, destination: hex}
            with pytest.raises(IllegalOrder):
                table.order(name, **arguments)


@pytest.mark.rule("ramadi 4.2e", "ramadi 4.2d")
def test_the_barrage_cannot_be_attacked_from_its_city_side(table: RamadiTable) -> None:
    """Other bridges can be; the Barrage only from the Glass Factory, whoever holds the groves behind it."""
    barrage, factory, groves = map(table.hex, ("Ramadi Barrage", "Glass Factory", "Barrage groves"))
    table.put("inf-1", groves)
    table.put("inf-2", factory)
    table.put("inf-3", table.hex("al-Hoz West"))
    table.plan_turn()
    with pytest.raises(IllegalOrder) as refused:
        table.order("plan", lead="inf-1", target=barrage)
    assert refused.value.rule == "ramadi 4.2e"
    listed = {
        order.arguments["lead"] for order in table.session.legal() if order.arguments.get("target") == barrage
    }
    assert listed == {"inf-2"}
    table.order("plan", lead="inf-2", target=barrage)
    table.order("plan", lead="inf-3", target=table.hex("al-Hoz Bridge"))


@pytest.mark.rule("ramadi 4.2e")
def test_units_pass_over_a_held_barrage_both_ways(table: RamadiTable) -> None:
    """Reading of 4.2: between operations the ways of a crossing are open to both sides of it."""
    barrage, factory, groves = map(table.hex, ("Ramadi Barrage", "Glass Factory", "Barrage groves"))
    table.hold(barrage, groves)
    table.put("inf-1", factory)
    table.phase("movement", 1)
    table.order("move", unit="inf-1", to=groves)
    table.phase("movement", 2)
    table.order("move", unit="inf-1", to=barrage)
    assert table.state.pieces["inf-1"].place == barrage
