"""Ground movement (10.10): numbered cases."""

import msgspec
import pytest
from msgspec.structs import replace

from adjudication.engine.legality import refusal
from adjudication.engine.refusals import in_words
from adjudication.systems.ows import KINDS, SYSTEM
from adjudication.systems.ows.ground.forces.logistics import FUEL, available, can_fuel
from adjudication.systems.ows.ground.forces.numbers import CHART, NUMBERS
from adjudication.systems.ows.ground.forces.ways import (
    Additions,
    additions,
    allowance,
    can_go,
    marched,
    mode_of,
    mover,
)
from adjudication.systems.ows.ground.forces.zones import has_zones, known_zoc, width
from adjudication.systems.ows.ground.maneuver.march import ways_together
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import (
    CLEARED,
    CONTROL,
    DETECTED,
    DISORGANIZED,
    EXPENDED,
    MARCHED,
    MISSION_FLOWN,
    OUT,
    RESERVE,
    RSOI,
    SUPPLY,
    SUPPRESSED,
    holder,
)
from domain.errors import IllegalOrder
from domain.events import BoardLaid, MapData, PieceMoved
from tests.ows.ground.marching import cost, moving, place, reach, spent
from tests.table import Table


def why(table: Table, **arguments: object) -> str:
    """Why a march is refused."""
    found = refusal(KINDS["march"], table.state, table.state.side, arguments)
    assert found is not None
    found.said = in_words(found.said, table.state, table.state.side, arguments)
    return str(found)


# --- allowances -------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.10b")
@pytest.mark.parametrize(("mode", "points"), [("wheeled", 15), ("tracked", 10), ("ski", 4), ("foot", 2)])
def test_each_mode_has_its_points(mode: str, points: int) -> None:
    assert allowance(moving().state, "abct-1", mode=mode) == points


@pytest.mark.rule("ows 10.10a")
def test_a_mixed_unit_moves_by_its_least_mobile_capability() -> None:
    state = moving().state
    read = sheet(state.pieces["stryker-1"])
    assert mode_of(state, read) == "wheeled"
    assert mode_of(state, msgspec.structs.replace(read, moves="wheeled/foot/ski")) == "foot"


@pytest.mark.rule("ows 10.4.1a")
def test_a_reserve_moves_half_its_points() -> None:
    table = moving().put("abct-1", "f0304").mark("abct-1", RESERVE)
    assert allowance(table.state, "abct-1", half=True) == 5
    assert "f0104" in reach(table, "abct-1")  # 2 points along the highway
    assert "f0306" in reach(table, "abct-1")  # 4 points over open country
    assert "f0307" not in reach(table, "abct-1")  # 6 points


@pytest.mark.rule("ows 11.1.3a", "ows 10.4.1a")
def test_out_of_supply_halves_and_reserve_halves_that_again() -> None:
    table = moving().mark("stryker-1", SUPPLY, OUT)
    assert allowance(table.state, "stryker-1") == 7
    assert allowance(table.state, "stryker-1", half=True) == 3
    assert allowance(table.mark("ibct-1", SUPPLY, OUT).state, "ibct-1", half=True) == 0
    assert reach(table.put("ibct-1", "f0404").mark("ibct-1", RESERVE), "ibct-1")  # one hex is always possible


# --- costs ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.10.1a")
def test_a_hex_costs_what_the_chart_says_for_terrain_and_mode() -> None:
    table = moving()
    assert cost(table, "abct-1", "f0402", "f0503") == 2
    assert cost(table, "abct-1", "f0402", "f0303") == 3
    assert cost(table, "stryker-1", "f0402", "f0302") == 4
    assert cost(table, "abct-1", "f0404", "f0304") == 1
    assert cost(table, "abct-1", "f0403", "f0304") == 2  # not from a hex with a highway


@pytest.mark.rule("ows 10.10.1a", "ows 2.3.5")
def test_weather_changes_the_cost() -> None:
    table = moving()
    assert cost(table, "stryker-1", "f0402", "f0503") == 2
    assert cost(moving(first_weather="storm"), "stryker-1", "f0402", "f0503") == 4


@pytest.mark.rule("ows 10.10.1a")
def test_points_are_spent_and_a_unit_may_go_on_with_the_rest() -> None:
    table = moving().put("abct-1", "f0402")
    table.order("march", unit="abct-1", to="f0503")
    assert spent(table, "abct-1") == 2
    table.order("march", unit="abct-1", to="f0505", by=["f0504"])
    assert spent(table, "abct-1") == 6
    with pytest.raises(IllegalOrder, match="with the 4 movement points"):
        table.order("march", unit="abct-1", to="f0101")


@pytest.mark.rule("ows 10.10.1b")
def test_one_hex_is_always_possible_but_for_np() -> None:
    table = moving("red", first_weather="storm").put("tank-12", "f0705").put("rifle-2", "f0705")
    assert cost(table, "rifle-2", "f0705", "f0706") is None  # tracked units do not climb in a storm
    assert "f0706" not in reach(table, "rifle-2")
    table = moving("red").put("rifle-2", "f0705").mark("rifle-2", SUPPLY, OUT)
    assert allowance(table.state, "rifle-2") == 5
    assert cost(table, "rifle-2", "f0705", "f0706") == 8
    table.order("march", unit="rifle-2", to="f0706")
    assert place(table, "rifle-2") == "f0706"
    assert reach(table, "rifle-2") == ()


@pytest.mark.rule("ows 10.10.1b")
def test_np_is_not_possible_even_for_one_hex() -> None:
    table = moving("red").put("recon-r", "f0705")
    assert cost(table, "recon-r", "f0705", "f0706") is None  # wheels in the mountains
    assert "f0706" not in reach(table, "recon-r")


@pytest.mark.rule("ows 10.10.1c")
def test_a_unit_stops_before_a_hex_that_it_cannot_pay() -> None:
    table = moving().put("ibct-1", "f0402")  # foot, 2 points
    assert {"f0401", "f0502", "f0503", "f0403"} <= set(reach(table, "ibct-1"))
    assert "f0404" in reach(table, "ibct-1")  # 1 and 1
    assert "f0303" in reach(table, "ibct-1")  # hills: 2
    assert "f0203" not in reach(table, "ibct-1")  # beyond the hills
    with pytest.raises(IllegalOrder, match="2 movement points"):
        table.order("march", unit="ibct-1", to="f0203", by=["f0303"])


@pytest.mark.rule("ows 10.10.1a")
def test_the_way_may_be_given() -> None:
    table = moving().put("stryker-1", "f0402")
    table.order("march", unit="stryker-1", to="f0404", by=["f0502", "f0503", "f0504"])
    assert spent(table, "stryker-1") == 2 + 2 + 2 + 1
    with pytest.raises(IllegalOrder, match="name each hex"):
        table.order("march", unit="stryker-1", to="f0204", by=["f0104"])


# --- disorganized -----------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.10.2")
def test_light_infantry_goes_by_bus_and_ends_suppressed() -> None:
    table = moving().put("ibct-1", "f0402")
    assert "f0106" not in reach(table, "ibct-1")
    table.order("march", unit="ibct-1", to="f0105", disorganized=True)
    assert place(table, "ibct-1") == "f0105"
    assert all(table.state.mark("ibct-1", mark) for mark in (SUPPRESSED, DISORGANIZED))
    assert {SUPPRESSED, DISORGANIZED} <= set(CLEARED)
    assert "suppressed" in why(table, unit="ibct-1", to="f0104")


@pytest.mark.rule("ows 10.10.2")
def test_nobody_else_does() -> None:
    table = moving()
    assert "only light infantry" in why(table, unit="abct-1", to="f0104", disorganized=True)
    table.put("ibct-1", "f0402").order("march", unit="ibct-1", to="f0403")
    assert "has not moved" in why(table, unit="ibct-1", to="f0404", disorganized=True)


# --- zones of control -------------------------------------------------------------------------------------


def contact(**places: str) -> Table:
    """Red's 12th Tank Regiment, known to Blue, controls the hexes around f0404; Blue's units are placed."""
    table = moving().put("tank-12", "f0404").known("tank-12").mark("tank-12", DETECTED)
    for unit in ("abct-1", "stryker-1", "cav-1", "pal-1", "pal-2", "eng-b", "himars-1", "ibct-1"):
        table.put(unit, "f0101" if unit not in ("stryker-1", "himars-1") else "f0102")
    for unit, hex in places.items():
        table.put(unit.replace("_", "-"), hex)
    return table


@pytest.mark.rule("ows 10.10.3.1")
def test_a_unit_that_enters_a_zone_of_control_stops() -> None:
    table = contact(stryker_1="f0303")
    assert "f0304" in reach(table, "stryker-1")
    assert cost(table, "stryker-1", "f0304", "f0305") == 2
    with pytest.raises(IllegalOrder, match="cannot go that way"):
        table.order("march", unit="stryker-1", to="f0205", by=["f0304"])
    table.order("march", unit="stryker-1", to="f0304")
    assert "has had to stop" in why(table, unit="stryker-1", to="f0204")


@pytest.mark.rule("ows 10.10.3.1")
def test_a_zone_of_control_that_nobody_knew_of_stops_the_march() -> None:
    table = moving().put("tank-12", "f0404").put("stryker-1", "f0202")
    for unit in ("abct-1", "cav-1", "pal-1", "pal-2", "eng-b", "himars-1", "ibct-1"):
        table.put(unit, "f0101")
    events = table.order("march", unit="stryker-1", to="f0305", by=["f0203", "f0304"])
    assert place(table, "stryker-1") == "f0304"
    assert all(table.state.mark(unit, DETECTED) for unit in ("tank-12", "stryker-1"))
    assert sum(isinstance(event, PieceMoved) for event in events) == 1
    assert spent(table, "stryker-1") == 4


@pytest.mark.rule("ows 10.10.3.2a")
def test_a_friendly_unit_holds_a_zone_open_for_two_points() -> None:
    table = contact(stryker_1="f0303", cav_1="f0304")
    table.order("march", unit="stryker-1", to="f0204", by=["f0304"])
    assert place(table, "stryker-1") == "f0204"
    assert spent(table, "stryker-1") == 2 + (1 + 2)  # highway from f0304 to f0204, and the bypass
    assert not table.state.marked(MARCHED)["stryker-1"]["stopped"]


@pytest.mark.rule("ows 10.10.3.2b")
def test_a_bypass_into_another_zone_ends_there() -> None:
    table = contact(stryker_1="f0303", cav_1="f0304", himars_1="f0305")
    assert "f0305" in reach(table, "stryker-1")
    with pytest.raises(IllegalOrder, match="cannot go that way"):
        table.order("march", unit="stryker-1", to="f0205", by=["f0304", "f0305"])
    table.order("march", unit="stryker-1", to="f0305", by=["f0304"])
    assert table.state.marked(MARCHED)["stryker-1"]["stopped"]
    assert spent(table, "stryker-1") == 2 + (2 + 2)


@pytest.mark.rule("ows 10.10.3.3a")
def test_from_zone_to_zone_a_unit_goes_one_hex() -> None:
    table = contact(stryker_1="f0304")
    assert "f0305" in reach(table, "stryker-1")
    with pytest.raises(IllegalOrder, match="cannot go that way"):
        table.order("march", unit="stryker-1", to="f0205", by=["f0305"])
    table.order("march", unit="stryker-1", to="f0305")
    assert spent(table, "stryker-1") == 2  # nothing is added
    assert table.state.marked(MARCHED)["stryker-1"]["stopped"]


@pytest.mark.rule("ows 10.10.3.3b")
def test_a_friend_in_the_next_zone_lets_it_pass() -> None:
    table = contact(stryker_1="f0304", cav_1="f0305")
    table.order("march", unit="stryker-1", to="f0306", by=["f0305"])
    assert spent(table, "stryker-1") == 2 + (2 + 2)  # and the bypass
    assert place(table, "stryker-1") == "f0306"


@pytest.mark.rule("ows 10.10.3.3c")
def test_disengaging_costs_two_points_once() -> None:
    table = contact(stryker_1="f0304")
    table.order("march", unit="stryker-1", to="f0104", by=["f0204"])
    assert spent(table, "stryker-1") == (1 + 2) + 1


@pytest.mark.rule("ows 10.10.1b", "ows 10.10.3.3c")
def test_a_foot_unit_may_disengage_by_one_hex() -> None:
    table = contact(ibct_1="f0304")
    table.order("march", unit="ibct-1", to="f0204")
    assert place(table, "ibct-1") == "f0204"
    assert reach(table, "ibct-1") == ()


# --- suppression ------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.7b")
def test_a_suppressed_unit_moves_one_hex_in_a_ground_phase() -> None:
    table = moving().put("stryker-1", "f0402").mark("stryker-1", SUPPRESSED)
    assert set(reach(table, "stryker-1")) <= set(table.state.board.neighbours["f0402"])
    table.order("march", unit="stryker-1", to="f0503")
    assert "moved its one hex" in why(table, unit="stryker-1", to="f0502")
    table.phase("exploitation")
    assert reach(table, "stryker-1") == ()
    table.mark("game", "ground phase", 2).phase("ground movement")
    assert reach(table, "stryker-1")


@pytest.mark.rule("ows 10.15.7i")
def test_in_longer_turns_suppression_leaves_a_number_of_points() -> None:
    table = moving(suppressed_points=4).put("stryker-1", "f0402").mark("stryker-1", SUPPRESSED)
    assert allowance(table.state, "stryker-1") == 4
    assert "f0404" in reach(table, "stryker-1")  # two hexes
    table.order("march", unit="stryker-1", to="f0404")
    assert reach(table, "stryker-1") == ()


# --- who moves, and where to ------------------------------------------------------------------------------


@pytest.mark.rule("ows ground.3.C")
def test_the_actioning_units_move() -> None:
    table = moving()
    table.mark("game", "actioning unit", {"side": "blue", "formations": ["b2"]})
    assert "does not belong to a formation" in why(table, unit="abct-1", to="f0504")
    assert reach(table, "ibct-1")
    assert "no ground unit of yours" in why(table, unit="tank-12", to="f0504")
    table.mark("ibct-1", RSOI, 4)
    assert "RSO&I" in why(table, unit="ibct-1", to="f0505")


@pytest.mark.rule("ows 10.9c")
def test_a_move_ends_where_there_is_room() -> None:
    table = moving().put("stryker-1", "f0402").put("abct-1", "f0503").put("ibct-1", "f0503")
    for unit in ("pal-1", "pal-2", "himars-1"):
        table.put(unit, "f0503")
    assert "9 steps of a side may stack" in why(table, unit="stryker-1", to="f0503")
    table.order("march", unit="stryker-1", to="f0504", by=["f0503"])  # through it, it may
    assert place(table, "stryker-1") == "f0504"


@pytest.mark.rule("ows ground.3.C")
def test_no_unit_marches_into_the_enemy() -> None:
    table = moving().put("tank-12", "f0503").put("stryker-1", "f0402")
    assert "attack it" in why(table, unit="stryker-1", to="f0503")


@pytest.mark.rule("ows 10.11d")
def test_a_major_river_is_not_crossed_without_a_bridge() -> None:
    table = moving().put("stryker-1", "f0504")
    assert cost(table, "stryker-1", "f0504", "f0604") is None
    assert "f0604" not in reach(table, "stryker-1")


def test_a_unit_takes_the_hexes_that_it_enters() -> None:
    table = moving("red").put("recon-r", "f0503")
    table.order("march", unit="recon-r", to="f0403", by=["f0402"])
    assert [holder(table.state, hex) for hex in ("f0402", "f0403", "f0404")] == ["red", "red", "blue"]
    assert table.state.mark("f0402", CONTROL) == "red"


def test_what_a_march_does_not_meet_it_tells_nobody() -> None:
    table = moving().put("stryker-1", "f0402")
    events = table.order("march", unit="stryker-1", to="f0204")
    assert [event.origin for event in events if isinstance(event, PieceMoved)] == ["f0402"]


# --- stacks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ows ground.3.C", "ows 10.9c")
def test_a_stack_marches_at_the_pace_of_its_slowest() -> None:
    table = moving().put("abct-1", "f0402").put("ibct-1", "f0402").put("cav-1", "f0402")
    for unit in ("stryker-1", "eng-b", "pal-1", "pal-2", "himars-1"):
        table.put(unit, "f0101")
    table.order("march-stack", at="f0402", to="f0404")
    assert {place(table, unit) for unit in ("abct-1", "ibct-1", "cav-1")} == {"f0404"}
    table = moving().put("abct-1", "f0402").put("ibct-1", "f0402").put("cav-1", "f0402")
    with pytest.raises(IllegalOrder, match="leave some out"):
        table.order("march-stack", at="f0402", to="f0104")
    table.order("march-stack", at="f0402", to="f0104", without=["ibct-1"])
    assert (place(table, "abct-1"), place(table, "ibct-1")) == ("f0104", "f0402")


def test_every_listed_order_is_legal_and_they_take_no_time() -> None:
    table = contact(stryker_1="f0303", cav_1="f0304", ibct_1="f0303", eng_b="f0506")
    listed = [order for order in SYSTEM.legal(table.state) if order.name != "proceed"]
    assert {"march", "march-stack", "bridge", "obstacle"} <= {order.name for order in listed}
    assert any(order.arguments.get("disorganized") for order in listed)
    for order in listed:
        assert refusal(KINDS[order.name], table.state, order.side, order.arguments) is None


# --- interdiction and fuel --------------------------------------------------------------------------------


def bombed(**places: str) -> Table:
    """Red has an AV-8B on interdiction over the zone that Blue marches through; Blue's units are detected."""
    table = moving().change("av8b-1", side="red").put("av8b-1", "f0303")
    table.mark("av8b-1", MISSION_FLOWN, {"type": "interdiction", "package": ""})
    for unit, hex in places.items():
        table.put(unit.replace("_", "-"), hex).mark(unit.replace("_", "-"), DETECTED)
    return table


@pytest.mark.rule("ows 6.5.10.4a", "ows 6.5.10.4b")
def test_aircraft_on_interdiction_stop_a_march() -> None:
    table = bombed(stryker_1="f0402")
    table.order("march", unit="stryker-1", to="f0504", by=["f0503"], answers=[True], dice=[8, 8])
    assert place(table, "stryker-1") == "f0503"
    assert table.state.mark("stryker-1", SUPPRESSED)
    assert "does not move again" in why(table, unit="stryker-1", to="f0502")
    assert table.state.mark("av8b-1", EXPENDED)


@pytest.mark.rule("ows 6.5.10.4a")
def test_they_may_hold_fire_and_attack_nobody_undetected() -> None:
    table = bombed(stryker_1="f0402")
    table.order("march", unit="stryker-1", to="f0203", by=["f0302", "f0202"], answers=[False])
    assert place(table, "stryker-1") == "f0203"
    table = bombed(stryker_1="f0402").mark("stryker-1", DETECTED, None)
    table.order("march", unit="stryker-1", to="f0203")
    assert table.people.asked == []


@pytest.mark.rule("ows 6.5.10.4a", "ows 6.5.10.4b")
def test_of_a_stack_one_is_attacked_and_the_others_go_on() -> None:
    table = bombed(stryker_1="f0402", abct_1="f0402")
    for unit in ("cav-1", "eng-b"):
        table.put(unit, "f0101")
    table.order("march-stack", at="f0402", to="f0504", by=["f0503"], answers=[True, "abct-1"], dice=[8, 8])
    assert (place(table, "stryker-1"), place(table, "abct-1")) == ("f0504", "f0503")


@pytest.mark.rule("ows ground.3.B", "ows 10.13.2.1a")
def test_a_march_consumes_fuel_and_needs_it() -> None:
    table = moving(logistics=True)
    before = available(table.state, "blue", place(table, "stryker-1"), FUEL)
    if before:
        table.order("march", unit="stryker-1", to="f0503")
        assert can_fuel(table.state, "stryker-1")  # once a turn
    table = moving(logistics=True).put("stryker-1", "f0501")
    for unit in ("css-b", "depot-b", "dump-b"):
        table.put(unit, "attrition-blue")
    assert "no fuel in reach" in why(table, unit="stryker-1", to="f0502")


@pytest.mark.rule("ows 10.10.1a")
def test_on_a_way_that_is_given_each_hex_costs_what_it_costs_to_enter() -> None:
    table = moving().put("ibct-1", "f0303")  # out of the hills
    table.order("march", unit="ibct-1", to="f0401", by=["f0402"])
    assert (place(table, "ibct-1"), spent(table, "ibct-1")) == ("f0401", 2)


@pytest.mark.rule("ows 10.9c", "ows 10.9e")
def test_a_full_hex_is_closed_to_those_who_count_and_open_to_headquarters() -> None:
    table = moving().put("abct-1", "f0404").put("stryker-1", "f0404").put("ibct-1", "f0404")
    table.put("cav-1", "f0403").put("hq-b1", "f0403")
    assert "f0404" not in reach(table, "cav-1")
    assert {"f0402", "f0503"} <= set(reach(table, "cav-1"))
    assert "f0404" in reach(table, "hq-b1")


@pytest.mark.rule("ows 10.10.1a")
def test_hexes_of_several_moves_of_an_impulse_add_up() -> None:
    table = moving().put("stryker-1", "f0402")
    table.order("march", unit="stryker-1", to="f0403")
    table.order("march", unit="stryker-1", to="f0404")
    table.order("march", unit="stryker-1", to="f0504")
    found = marched(table.state, "stryker-1")
    assert (found.hexes, found.all, found.start) == (3, 3, "f0402")


@pytest.mark.rule("ows 10.9c", "ows 10.9e")
def test_a_stack_marches_where_all_of_it_has_room() -> None:
    table = moving().put("abct-1", "f0404").put("ibct-1", "f0404").put("stryker-1", "f0404")
    for unit in ("hq-b1", "hq-b2", "cav-1"):
        table.put(unit, "f0403")
    stack = ("hq-b1", "hq-b2", "cav-1")
    assert "f0404" in ways_together(table.state, stack[:2])  # headquarters do not count
    assert "f0404" not in ways_together(table.state, stack)
    assert "f0503" in ways_together(table.state, stack)
    table.put("abct-1", "f0101")
    assert "f0404" in ways_together(table.state, stack)


# --- where a unit can go, worked out from the rules hex by hex ----------------------------------------------


def by_the_rules(table: Table, unit: str, enemies: set[str]) -> set[str]:
    """The hexes that a unit can end its move in: it stops in a zone of control (10.10.3.1) but where a friend
    stands, from where a bypass costs two points more and ends in another zone of control (10.10.3.2); out of
    the zone in which it began it costs two more to disengage (10.10.3.3); the first hex is always possible
    (10.10.1b)."""
    state, points = table.state, allowance(table.state, unit)
    zoc, start = known_zoc(state, state.pieces[unit].side), place(table, unit)
    friends = {
        piece.place for piece in state.of_group("ground unit") if piece.side == "blue" and piece.id != unit
    }
    found: set[str] = set()
    seen: set[tuple[str, int]] = set()
    open_ways = [(start, 0)]
    while open_ways:
        here, spent_so_far = open_ways.pop()
        for there in state.board.neighbours[here]:
            paid = cost(table, unit, here, there)
            if paid is None or there in enemies or there == start:
                continue
            if here in zoc and (here != start or there not in zoc):
                paid += 2
            total = spent_so_far + paid
            if total > points and here != start:
                continue
            found.add(there)
            bypassed = here in zoc and here != start
            may_go_on = there not in zoc or (there in friends and not bypassed)
            if total <= points and may_go_on and (there, total) not in seen:
                seen.add((there, total))
                open_ways.append((there, total))
    return found


@pytest.mark.rule(
    "ows 10.10.3.1", "ows 10.10.3.2a", "ows 10.10.3.3a", "ows 10.10.3.3c", "ows 10.10.1b", "ows 10.10.1c"
)
@pytest.mark.parametrize("unit", ["abct-1", "stryker-1", "ibct-1", "cav-1"])
@pytest.mark.parametrize(
    ("start", "friends", "enemies"),
    [
        ("f0303", (), ()),
        ("f0303", (), ("f0301", "f0405")),
        ("f0304", ("f0403",), ("f0402", "f0504")),
        ("f0203", ("f0303", "f0403"), ("f0302", "f0404")),
        ("f0404", ("f0304",), ("f0403", "f0405")),
        ("f0206", ("f0305",), ("f0306", "f0107")),
    ],
)
def test_where_a_unit_can_go_is_what_the_rules_say_hex_by_hex(
    unit: str, start: str, friends: tuple[str, ...], enemies: tuple[str, ...]
) -> None:
    table = moving()
    for piece in list(table.state.of_group("ground unit")):
        if piece.side == "blue":
            table.put(piece.id, "attrition-blue")
    table.put(unit, start)
    for friend, hex in zip(("pal-1", "pal-2"), friends, strict=False):
        table.put(friend, hex)
    for enemy, hex in zip(("tank-12", "rifle-1"), enemies, strict=False):
        table.put(enemy, hex).known(enemy)
    assert set(reach(table, unit)) == by_the_rules(table, unit, set(enemies))


@pytest.mark.rule("ows 10.15.7b")
def test_a_suppressed_unit_has_its_points_for_the_one_hex() -> None:
    table = moving().mark("stryker-1", SUPPRESSED)
    assert allowance(table.state, "stryker-1") == 15


@pytest.mark.rule("ows 2.1.2.3", "ows 2.1.2.1")
@pytest.mark.parametrize(
    ("scale", "unit", "across", "zones"),
    [
        (20, "km", 20, True),
        (21, "km", 21, False),
        (10, "nm", 18, True),
        (200, "nm", 370, False),
        (0, "km", 0, False),
    ],
)
def test_hexes_up_to_20_km_across_have_zones_of_control(
    scale: int, unit: str, across: int, zones: bool
) -> None:
    table = moving()
    board = table.state.board.data
    chart = MapData(name="The field", scale=scale, unit=unit)
    other = replace(board, maps={**board.maps, "field": chart})
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=other))
    assert (width(table.state.board, "f0101"), has_zones(table.state.board, "f0101")) == (across, zones)


@pytest.mark.rule("ows 10.10.3.2b", "ows 10.10.3.3c", "ows 10.11d", "ows 10.15.10.4b")
def test_a_scenario_may_set_each_addition_to_the_points_of_a_hex() -> None:
    table = moving()
    own = {"bypass": 3, "disengaging": 4, "crossing a bridge": 5, "disrupted zone": 6}
    table.adopt(CHART, [{"number": name, "value": own.get(name, value)} for name, value in NUMBERS.items()])
    assert additions(table.state) == Additions(bypass=3, disengaging=4, bridge=5, rough=6)


@pytest.mark.rule("ows 10.10.1b", "ows 10.10.1c")
@pytest.mark.parametrize(
    ("way", "points", "goes"),
    [
        (("f0402", "f0403"), 0, True),  # the first hex, whatever it costs
        (("f0402", "f0403", "f0404"), 1, False),
        (("f0402", "f0403", "f0404"), 4, True),
        (("f0402", "f0403", "f0404"), 3, False),
        (("f0402", "f0404"), 15, False),  # not beside each other
        (("f0402", "f0403", "f0402"), 15, False),  # through a hex twice
        (("f0402",), 15, False),
        (("f0403", "f0404"), 15, False),  # not from where it is
    ],
)
def test_which_ways_a_unit_can_go(way: tuple[str, ...], points: int, goes: bool) -> None:
    """A brigade on wheels pays two points a hex in the open."""
    table = moving().put("stryker-1", "f0402")
    assert [cost(table, "stryker-1", *each) for each in (("f0402", "f0403"), ("f0403", "f0404"))] == [2, 2]
    assert can_go(table.state, mover(table.state, "stryker-1", points), way) is goes


@pytest.mark.rule("ows 2.3.1", "ows ground.3.C")
def test_nobody_marches_with_a_unit_in_rsoi() -> None:
    table = moving().put("stryker-1", "f0402").put("abct-1", "f0402")
    assert ways_together(table.state, ("stryker-1", "abct-1"))
    assert not ways_together(table.mark("abct-1", RSOI, 4).state, ("stryker-1", "abct-1"))


@pytest.mark.rule("ows 10.14b", "ows 2.1.2.3", "ows ground.3.C")
def test_why_a_unit_does_not_march_now() -> None:
    assert "has no Orders and is not in Reserve" in why(moving(action_points=True), unit="abct-1", to="f0504")
    abroad = moving().put("abct-1", "regeneration-blue")
    assert "is no ground unit of yours on the map" in why(abroad, unit="abct-1", to="f0504")
    fighting = moving(cleared=False).mark(
        "f0604", "combat", {"attackers": {"abct-1": "f0404"}, "river": False, "landing": False}
    )
    assert "1ABCT attacks f0604, and does not move any more" in why(fighting, unit="abct-1", to="f0504")
    assert "There is no hex f9999" in why(moving(), unit="abct-1", to="f9999")


@pytest.mark.rule("ows 10.10.1a", "ows ground.3.G", "ows 10.15.7b")
def test_points_are_counted_by_impulse_and_hexes_by_ground_phase() -> None:
    table = moving().put("stryker-1", "f0402")
    table.order("march", unit="stryker-1", to="f0403")
    now = marched(table.state, "stryker-1")
    assert (now.points, now.hexes, now.all, now.start) == (2, 1, 1, "f0402")
    later = marched(table.phase("exploitation").state, "stryker-1")
    assert (later.points, later.hexes, later.all, later.start) == (0, 0, 1, "")
    next_one = table.mark("game", "ground phase", 2).phase("ground movement")
    fresh = marched(next_one.state, "stryker-1")
    assert (fresh.points, fresh.hexes, fresh.all) == (0, 0, 0)
