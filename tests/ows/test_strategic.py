"""Strategic movement (5), ports (2.1.7) and RSO&I (2.3.1): numbered cases."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.engine.legality import refusal
from adjudication.systems.ows import KINDS
from adjudication.systems.ows.joint_fires.targets import engageable
from adjudication.systems.ows.sea.naval import sailors
from adjudication.systems.ows.table import damage, rsoi
from adjudication.systems.ows.table.cargo import capacity, room
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.facilities import throughput
from adjudication.systems.ows.table.status import CLEARED, HANDLED, MISSION_FLOWN, RSOI, STRATEGIC
from adjudication.systems.ows.transport import sealift, strategic
from adjudication.systems.ows.transport.limits import left
from adjudication.systems.ows.transport.overland import ENTRAINED, road_rate
from domain.errors import IllegalOrder
from domain.events import BoardLaid
from domain.table.state import State
from domain.views.view import see_log
from tests.ows.umpires import told
from tests.ows.undersea import detect
from tests.table import Table

WEST_PORT = "0204"


def moving(side: str = "blue", turn: int = 1, **options: Any) -> Table:
    """The proving ground in strategic movement."""
    return Table("ows", options=options, dice="scripted").phase("strategic movement", turn=turn, side=side)


def place(state: State, piece: str) -> str:
    return state.pieces[piece].place


def flown_by(table: Table, mission: str) -> str:
    """What an air mission flies."""
    return str(table.state.marked(MISSION_FLOWN)[mission]["type"])


def begin(table: Table, turn: int, phase: str = "strategic movement") -> Table:
    """The clock of a later turn, with what happens as its strategic movement begins."""
    table.phase(phase, turn=turn, side="blue")
    if phase == "strategic movement":
        told(table, strategic.begin)
    return table


# --- ports and ships ---------------------------------------------------------------------------------------


@pytest.mark.rule("ows 5.1", "ows seq.2.1", "ows 3.4")
def test_units_move_by_sea_air_rail_and_road_in_the_strategic_phase() -> None:
    table = moving()
    assert {"embark", "airlift", "rail", "road"} <= {order.name for order in table.session.legal()}
    with pytest.raises(IllegalOrder, match="given in strategic movement"):
        table.phase("information").order("embark", side="blue", unit="marines-2", ship="lmsr-1")


@pytest.mark.rule("ows 2.1.7.1b")
def test_a_port_of_four_boxes_handles_four_steps_a_turn_and_refuses_a_fifth() -> None:
    table = moving().put("lha-1", WEST_PORT)
    port = table.state.pieces["port-b"]
    assert (port.steps, throughput(table.state, port)) == (4, 4)
    table.put("landing-1", WEST_PORT).change("landing-1", steps=1)
    for unit, ship in (("marines-2", "lpd-1"), ("battalion-1", "lmsr-1"), ("landing-1", "lha-1")):
        table.order("embark", unit=unit, ship=ship)
    assert throughput(table.state, port) == 1
    table.put("light-1", WEST_PORT).put("echelon-1", WEST_PORT)
    table.order("embark", unit="light-1", ship="lmsr-1")
    with pytest.raises(IllegalOrder, match=r"can embark or offload 0 steps more this turn.*ows 2\.1\.7\.1b"):
        table.order("embark", unit="echelon-1", ship="lpd-1")
    assert HANDLED in CLEARED


@pytest.mark.rule("ows 2.1.7.1a", "ows 2.1.7.1b")
def test_a_port_takes_a_hit_for_each_box_and_handles_less_with_each() -> None:
    table = moving()
    port = table.state.pieces["port-b"]
    assert (sheet(port).defence, sheet(port).steps) == (3, 4)
    for left_over in (3, 2, 1, 0):
        told(table, lambda umpire: damage.take_hits(umpire, "port-b", 1, rule="ows 9.9.7d"))
        assert throughput(table.state, table.state.pieces["port-b"]) == left_over
    assert place(table.state, "port-b") == WEST_PORT


@pytest.mark.rule("ows 2.1.7.1b")
def test_a_damaged_port_handles_fewer_steps() -> None:
    table = moving().change("port-b", steps=1)
    table.order("embark", unit="marines-2", ship="lpd-1")
    with pytest.raises(IllegalOrder, match="can embark or offload 0 steps more"):
        table.order("embark", unit="battalion-1", ship="lmsr-1")


@pytest.mark.rule("ows 5.1.1.2", "ows 5.1.1.1", "ows 2.3.1", "ows 3.4b")
def test_a_unit_embarks_where_unit_and_ship_began_the_turn_in_one_port() -> None:
    table = moving()
    with pytest.raises(IllegalOrder, match=r"no transport of yours.*ows 5\.1\.1\.2"):
        table.order("embark", unit="marines-2", ship="lsd-1")  # at sea
    with pytest.raises(IllegalOrder, match="began the turn in a port"):
        table.order("embark", unit="light-1", ship="lmsr-1")  # no port there
    table.order("embark", unit="marines-2", ship="lpd-1")
    assert place(table.state, "marines-2") == "lpd-1"
    assert table.state.mark("marines-2", RSOI) == rsoi.UNTIL_LANDED
    assert "lpd-1" in sailors(table.state, "blue")  # the ship sails this turn
    table.mark("battalion-1", RSOI, 1)
    with pytest.raises(IllegalOrder, match="not in RSO&I"):
        table.order("embark", unit="battalion-1", ship="lmsr-1")


@pytest.mark.rule("ows 5.1.1.2a")
def test_a_ship_carries_a_step_for_each_silhouette_on_the_boxes_it_has_left() -> None:
    table = moving()
    assert capacity(table.state.pieces["lmsr-1"]) == 3
    table.change("lmsr-1", steps=2)
    assert capacity(table.state.pieces["lmsr-1"]) == 2
    with pytest.raises(IllegalOrder, match=r"has 3 steps, and USNS Hotel has room for 2 steps.*5\.1\.1\.2a"):
        table.order("embark", unit="marines-1", ship="lmsr-1")
    table.change("marines-1", steps=2).order("embark", unit="marines-1", ship="lmsr-1")
    assert room(table.state, table.state.pieces["lmsr-1"]) == 0
    table = moving().change("lmsr-1", steps=1)
    assert capacity(table.state.pieces["lmsr-1"]) == 1


@pytest.mark.rule("ows 5.1.1.2b")
def test_a_hit_on_a_box_with_a_silhouette_costs_the_cargo_a_step() -> None:
    table = moving().change("marines-1", steps=2)
    table.order("embark", unit="marines-1", ship="lmsr-1")
    told(table, lambda umpire: damage.take_hits(umpire, "lmsr-1", 1, rule="ows 9.6.1a"))
    assert table.state.pieces["marines-1"].steps == 1
    told(table, lambda umpire: damage.take_hits(umpire, "lmsr-1", 1, rule="ows 9.6.1a"))
    assert (place(table.state, "marines-1"), table.state.pieces["marines-1"].steps) == ("attrition-blue", 0)
    assert table.state.pieces["lmsr-1"].steps == 1


@pytest.mark.rule("ows 5.1.1.2b")
def test_the_owner_says_which_unit_loses_the_step_and_a_box_without_silhouette_costs_none() -> None:
    table = moving()
    table.order("embark", unit="marines-2", ship="lmsr-1")
    table.order("embark", unit="battalion-1", ship="lmsr-1")
    told(table, lambda umpire: damage.take_hits(umpire, "lmsr-1", 1, rule="ows 9.6.1a"), "battalion-1")
    assert place(table.state, "battalion-1") == "attrition-blue"
    assert place(table.state, "marines-2") == "lmsr-1"
    table = moving().change("lmsr-1", steps=1)
    table.put("marines-2", "lmsr-1")
    told(table, lambda umpire: damage.take_hits(umpire, "lmsr-1", 1, rule="ows 9.6.1a"))
    assert place(table.state, "lmsr-1") == "attrition-blue"
    assert place(table.state, "marines-2") == "attrition-blue"


def arrived() -> Table:
    """The worked example of 5.1.1.2c: an LMSR enters its destination port in turn 2's naval movement."""
    table = moving(turn=2).put("lmsr-1", "0304").put("marines-2", "lmsr-1")
    table.mark("marines-2", RSOI, rsoi.UNTIL_LANDED).phase("naval movement")
    table.order("sail", ship="lmsr-1", to=WEST_PORT)
    return table


@pytest.mark.rule("ows 5.1.1.2c", "ows 2.3.1", "ows 2.3.1b")
def test_the_offload_example() -> None:
    table = arrived()
    assert (place(table.state, "marines-2"), place(table.state, "lmsr-1")) == (WEST_PORT, WEST_PORT)
    for turn in (2, 3):
        for piece in ("lmsr-1", "marines-2"):
            assert table.state.mark(piece, RSOI) == 3
        table.phase("naval movement", turn=turn, side="blue")
        with pytest.raises(IllegalOrder, match="cannot move now"):
            table.order("sail", ship="lmsr-1", to="0304")
        table.phase("strategic movement", turn=turn)
        with pytest.raises(IllegalOrder, match="not in RSO&I"):
            table.order("embark", unit="marines-2", ship="lpd-1")
    table.mark("lmsr-1", RSOI, None).mark("marines-2", RSOI, None)  # turn 3's Regeneration Phase
    begin(table, 4)
    assert table.state.mark("marines-2", rsoi.STACKED) is None
    table.order("embark", unit="marines-2", ship="lpd-1")
    table.phase("naval movement").order("sail", ship="lmsr-1", to="0304")


@pytest.mark.rule("ows 5.1.1.2b")
def test_what_hits_the_ship_in_port_still_costs_a_unit_under_the_same_marker_a_step() -> None:
    table = arrived()
    told(table, lambda umpire: damage.take_hits(umpire, "lmsr-1", 1, rule="ows 9.6.1a"))
    assert place(table.state, "marines-2") == "attrition-blue"


@pytest.mark.rule("ows 5.1.1.2c")
@pytest.mark.parametrize(("hours", "last"), [(24, 3), (12, 4), (48, 3)])
def test_a_full_day_is_as_many_turns_as_the_scenario_makes_of_it(hours: int, last: int) -> None:
    table = moving(turn=2, turn_hours=hours).put("lmsr-1", WEST_PORT).put("marines-2", "lmsr-1")
    table.order("offload", unit="marines-2")
    assert table.state.mark("lmsr-1", RSOI) == last


@pytest.mark.rule("ows 5.1.1.2c", "ows 2.1.7.1b")
def test_what_the_port_cannot_handle_waits_aboard() -> None:
    table = moving(turn=2).put("lmsr-1", "0304").put("marines-2", "lmsr-1").put("battalion-1", "lmsr-1")
    table.change("port-b", steps=1).phase("naval movement")
    table.order("sail", ship="lmsr-1", to=WEST_PORT)
    assert (place(table.state, "marines-2"), place(table.state, "battalion-1")) == (WEST_PORT, "lmsr-1")
    with pytest.raises(IllegalOrder, match="can embark or offload 0 steps more"):
        table.order("offload", unit="battalion-1")
    table.mark("port-b", HANDLED, None).phase("naval movement", turn=3)
    table.order("offload", unit="battalion-1")
    assert table.state.mark("lmsr-1", RSOI) == 4
    assert sealift.in_port(table.state, "blue") == ()


# --- air ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 5.1.1.3", "ows 5.1.1.3a", "ows 5.1.1.3b", "ows 2.3.1b")
def test_unit_and_transports_fly_together_and_are_in_rsoi_until_the_end_of_the_turn() -> None:
    table = moving(turn=2)
    with pytest.raises(IllegalOrder, match=r"has 2 steps: name one transport mission for each.*5\.1\.1\.3"):
        table.order("airlift", unit="para-1", to="0202", transports=["c17-1"])
    table.order("airlift", unit="para-1", to="0202", transports=["c17-1", "c17-2"])
    for piece in ("para-1", "c17-1", "c17-2"):
        assert place(table.state, piece) == "0202"
        assert table.state.mark(piece, RSOI) == 2
    assert table.state.marked(MISSION_FLOWN)["c17-1"]["type"] == "transport"
    with pytest.raises(IllegalOrder, match="not in RSO&I"):
        table.order("airlift", unit="para-1", to="0203", transports=["contract-1"])


@pytest.mark.rule("ows 5.1.1.3")
def test_transports_come_from_other_hexes_and_the_unit_begins_on_an_airfield() -> None:
    table = moving()
    assert table.state.where("c17-1") == "0206"
    table.order("airlift", unit="light-1", to="0202", transports=["c17-1"])
    assert place(table.state, "light-1") == "0202"
    with pytest.raises(IllegalOrder, match=r"began the turn on an airfield.*ows 5\.1\.1\.3"):
        table.order("airlift", unit="battalion-1", to="0202", transports=["c17-2"])
    with pytest.raises(IllegalOrder, match=r"no other airfield of your side.*ows 5\.1\.1\.3a"):
        table.order("airlift", unit="para-1", to="0903", transports=["c17-2"])


def landed(*found: str) -> Table:
    """Two transports have landed an airborne unit; a missile battery can reach them."""
    table = moving(turn=2).put("df21-1", "0603").put("patriot-1", "attrition-blue")
    table.order("airlift", unit="para-1", to="0202", transports=["c17-1", "c17-2"])
    for piece in found:
        detect(table, piece)
    return table.phase("long-range strikes", side="red")


@pytest.mark.rule("ows 5.1.1.3d")
def test_a_transport_that_has_landed_is_struck_and_its_steps_are_lost_with_it() -> None:
    table = landed("c17-1")
    table.order("strike", hex="0202", salvos={"df21-1/df21/1": "c17-1"}, dice=[4])
    assert place(table.state, "c17-1") == "regeneration-blue"
    assert table.state.mark("c17-1", MISSION_FLOWN) is None
    assert (table.state.pieces["para-1"].steps, place(table.state, "para-1")) == (1, "0202")
    assert flown_by(table, "c17-2") == "transport"


@pytest.mark.rule("ows 9.9.4", "ows 5.1.1.3d")
def test_a_landed_transport_is_struck_only_while_it_is_detected_and_in_rsoi() -> None:
    cases = (
        (landed("c17-1"), True),
        (landed("c17-2"), False),
        (landed("c17-1").mark("c17-1", RSOI, None), False),
        (landed("c17-1").put("c17-1", "0302"), False),
    )
    for table, may in cases:
        there = engageable(table.state, "red").get(table.state.where("c17-1"), ())
        assert ("c17-1" in [target.id for target in there]) is may


@pytest.mark.rule("ows 5.1.1.3c")
def test_a_mechanized_unit_flies_one_step_a_turn_with_two_heavy_transports() -> None:
    table = moving()
    with pytest.raises(
        IllegalOrder, match=r"one step at a time, with two heavy-lift transports.*5\.1\.1\.3c"
    ):
        table.order("airlift", unit="para-2", to="0203", transports=["c17-1"])
    with pytest.raises(IllegalOrder, match=r"no heavy-lift aircraft.*5\.1\.1\.3c"):
        table.order("airlift", unit="para-2", to="0203", transports=["c17-1", "contract-1"])
    table.order("airlift", unit="para-2", to="0203", transports=["c17-1", "c17-2"])
    assert place(table.state, "para-2") == "0203"


@pytest.mark.rule("ows 5.1.1.3c")
def test_the_counter_of_a_mechanized_unit_follows_with_its_last_step() -> None:
    table = moving()
    for turn in (1, 2, 3):
        table.phase("strategic movement", turn=turn)
        table.order("airlift", unit="armour-1", to="0203", transports=["c17-1", "c17-2"])
        assert place(table.state, "armour-1") == ("0206" if turn < 3 else "0203")
        with pytest.raises(IllegalOrder, match="cannot fly now"):
            table.order("airlift", unit="armour-1", to="0203", transports=["c17-1", "c17-2"])
        for piece in ("armour-1", "c17-1", "c17-2"):
            table.mark(piece, RSOI, None).mark(piece, MISSION_FLOWN, None)
        table.put("c17-1", "sq-c17").put("c17-2", "sq-c17")
        if turn == 1:
            with pytest.raises(IllegalOrder, match="no other airfield"):
                table.order("airlift", unit="armour-1", to="0202", transports=["c17-1", "c17-2"])


@pytest.mark.rule("ows 5.1.1.3d")
def test_a_transport_that_is_destroyed_takes_its_steps_with_it() -> None:
    table = moving()
    table.order("airlift", unit="para-1", to="0202", transports=["c17-1", "c17-2"])
    told(table, lambda umpire: damage.take_hits(umpire, "c17-1", 1, rule="ows 9.7.4"))
    assert place(table.state, "c17-1") == "regeneration-blue"
    assert table.state.pieces["para-1"].steps == 1
    told(table, lambda umpire: damage.take_hits(umpire, "c17-2", 1, rule="ows 9.7.4"))
    assert place(table.state, "para-1") == "attrition-blue"


@pytest.mark.rule("ows 5.1.1.3d", "ows 5.1.1.3c")
def test_losing_either_of_two_transports_loses_the_mechanized_step_once() -> None:
    table = moving()
    table.order("airlift", unit="armour-1", to="0203", transports=["c17-1", "c17-2"])
    for transport in ("c17-1", "c17-2"):
        told(table, partial(damage.take_hits, target=transport, number=1, rule="ows 9.7.4"))
        assert table.state.pieces["armour-1"].steps == 2


@pytest.mark.rule("ows 5.1.1.3d")
def test_once_the_marker_is_off_the_unit_no_longer_shares_the_fate_of_its_transport() -> None:
    table = moving()
    table.order("airlift", unit="para-1", to="0202", transports=["c17-1", "c17-2"])
    table.mark("para-1", RSOI, None)
    told(table, lambda umpire: damage.take_hits(umpire, "c17-1", 1, rule="ows 9.7.4"))
    assert table.state.pieces["para-1"].steps == 2


@pytest.mark.rule("ows 5.1.1.3e")
def test_contract_air_carries_light_infantry_and_fly_in_echelons_only() -> None:
    table = moving().put("battalion-1", "0203")
    with pytest.raises(IllegalOrder, match=r"is contract air: it carries light infantry.*5\.1\.1\.3e"):
        table.order("airlift", unit="battalion-1", to="0206", transports=["contract-1"])
    for unit in ("light-1", "echelon-1"):
        table = moving()
        table.order("airlift", unit=unit, to="0206", transports=["contract-1"])
        assert place(table.state, unit) == "0206"


# --- rail and road -----------------------------------------------------------------------------------------


@pytest.mark.rule("ows 5.1.1.4", "ows 5.1.1.4a")
def test_a_unit_entrains_at_a_railhead_with_a_rail_car_for_each_step() -> None:
    table = moving().put("marines-2", "0103").put("armour-1", "0103")
    with pytest.raises(IllegalOrder, match=r"needs one rail car for each; 2 are free.*ows 5\.1\.1\.4a"):
        table.order("rail", unit="armour-1", to="0106")
    table.order("rail", unit="battalion-2", to="0106")
    table.order("rail", unit="marines-2", to="0106")
    table.put("battalion-1", "0103")
    with pytest.raises(IllegalOrder, match=r"cannot go by rail now.*ows 5\.1\.1\.4"):
        table.order("rail", unit="battalion-1", to="0106")
    with pytest.raises(IllegalOrder, match="at an undamaged railhead"):
        table.put("cars-1", "0206").order("rail", unit="para-1", to="0106")


@pytest.mark.rule("ows 5.1.1.4")
def test_a_line_that_is_cut_leads_nowhere() -> None:
    for table in (moving().mark("0105", "control", "red"), moving().change("railhead-2", steps=0)):
        with pytest.raises(IllegalOrder, match="No undamaged railway of your side"):
            table.order("rail", unit="battalion-2", to="0106")


@pytest.mark.rule("ows 5.1.1.4b", "ows 5.1.1.1")
def test_a_rail_move_takes_three_turns_of_24_hours() -> None:
    table = moving()
    table.order("rail", unit="battalion-2", to="0106")
    assert table.state.mark("battalion-2", RSOI) == rsoi.UNTIL_LANDED
    begin(table, 2)
    assert place(table.state, "battalion-2") == "0103"
    begin(table, 3)
    assert [place(table.state, piece) for piece in ("battalion-2", "cars-1")] == ["0106", "0106"]
    assert table.state.mark("battalion-2", RSOI) == 3
    assert table.state.marked(ENTRAINED) == {}


@pytest.mark.rule("ows 5.1.1.4b")
@pytest.mark.parametrize(("hours", "arrives", "off"), [(12, 5, 6), (48, 2, 2), (72, 1, 1)])
def test_turns_of_another_length_make_other_clocks(hours: int, arrives: int, off: int) -> None:
    table = moving(turn_hours=hours)
    table.order("rail", unit="battalion-2", to="0106")
    for turn in range(2, arrives + 1):
        assert place(table.state, "battalion-2") == "0103"
        begin(table, turn)
    assert place(table.state, "battalion-2") == "0106"
    assert table.state.mark("battalion-2", RSOI) == off


@pytest.mark.rule("ows 5.1.1.4b")
def test_a_train_waits_where_the_line_is_cut_under_way() -> None:
    table = moving()
    table.order("rail", unit="battalion-2", to="0106")
    table.mark("0105", "control", "red")
    begin(table, 3)
    assert place(table.state, "battalion-2") == "0103"
    table.mark("0105", "control", "blue")
    begin(table, 4)
    assert place(table.state, "battalion-2") == "0106"
    assert table.state.mark("battalion-2", RSOI) == 4


@pytest.mark.rule("ows 5.1.1.5", "ows 5.1.1.5a")
def test_hets_move_a_unit_in_one_turn_and_it_disembarks_for_another() -> None:
    table = moving().put("armour-1", "0103")
    with pytest.raises(IllegalOrder, match=r"needs one HET for each; 1 are free.*ows 5\.1\.1\.5"):
        table.order("road", unit="armour-1", to="0104")
    with pytest.raises(IllegalOrder, match=r"cannot bring .* to 0106 this turn.*ows 5\.1\.1\.5a"):
        table.order("road", unit="battalion-2", to="0106")
    table.order("road", unit="battalion-2", to="0104")
    for piece in ("battalion-2", "het-1"):
        assert (place(table.state, piece), table.state.mark(piece, RSOI)) == ("0104", 2)


# --- limits ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 3.4a")
def test_the_scenario_limits_strategic_moves_by_mode_and_in_all() -> None:
    table = moving()
    rows = ({"side": "blue", "mode": "sea", "steps": 1}, {"side": "blue", "mode": "any", "steps": 2})
    table.adopt("strategic-moves", rows)
    table.order("embark", unit="marines-2", ship="lpd-1")
    with pytest.raises(IllegalOrder, match=r"no more strategic moves by sea.*ows 3\.4a"):
        table.order("embark", unit="battalion-1", ship="lmsr-1")
    table.order("road", unit="battalion-2", to="0104")
    assert (left(table.state, "blue", "air"), left(table.state, "red", "air")) == (0, None)
    with pytest.raises(IllegalOrder, match="no more strategic moves by air"):
        table.order("airlift", unit="light-1", to="0206", transports=["contract-1"])
    assert STRATEGIC in CLEARED
    assert "strategic moves" not in str(
        [line for line in see_log(table.session.game.log, "red") if line.event == "marked"]
    )


def test_every_listed_strategic_move_is_legal() -> None:
    table = moving()
    listed = [order for order in table.session.legal() if order.name != "proceed"]
    assert len(listed) > 20
    for order in listed:
        assert refusal(KINDS[order.name], table.state, order.side, order.arguments) is None


@pytest.mark.rule("ows 5.1.1.5")
@pytest.mark.parametrize(("scale", "hexes"), [(200, 1), (100, 2), (50, 4), (33, 1)])
def test_hets_drive_as_far_as_the_chart_says_for_the_scale_of_the_map(scale: int, hexes: int) -> None:
    table = moving()
    board = table.state.board.data
    charts = {name: replace(chart, scale=scale) for name, chart in board.maps.items()}
    other = replace(board, maps=charts)
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=other))
    assert road_rate(table.state, "0103") == hexes


@pytest.mark.rule("ows 5.1.1.3c")
@pytest.mark.parametrize(("free", "listed"), [(("c17-1", "c17-2"), True), (("c17-1",), False)])
def test_an_armoured_brigade_is_listed_where_two_heavy_transports_can_fly_one_step(
    free: tuple[str, ...], listed: bool
) -> None:
    table = moving()
    for piece in list(table.state.of_group("air mission")):
        if piece.side == "blue" and piece.id not in free:
            table.put(piece.id, "attrition-blue")
    found = table.session.legal().choices("airlift")
    assert any(choice.fixed["unit"] == "armour-1" for choice in found) is listed


@pytest.mark.rule("ows 5.1.1.3")
def test_no_transport_flies_along_that_is_not_needed() -> None:
    table = moving()
    with pytest.raises(IllegalOrder, match="name one transport mission for each"):
        table.order("airlift", unit="light-1", to="0206", transports=["c17-1", "c17-2"])
